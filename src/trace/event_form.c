#include "event_form.h"

#include <stddef.h>

#define AT(member) offsetof(event, member)
#define NEEDED true
#define FREE false

static const char *const shapes[] = {"full", "upper", "sets", NULL}; /* by table_shape */
static const char *const kinds[] = {"number", "text", NULL};
static const char *const reasons[] = {"base", "max", "min", "match", "sum", "only", NULL};
static const char *const operators[] = {"+", "-", "*", "/", NULL};
static const char *const moves[] = {"remove", "merge", "take", NULL};
static const char *const players[] = {"A", "B", NULL};

const event_form event_forms[EVENT_KINDS] = {
    [EVENT_RUN] = {"run", {{"id", FIELD_NAME, NEEDED, AT(id), NULL}, {"title", FIELD_TEXT, FREE, AT(title), NULL}}},
    [EVENT_TABLE] = {"table",
                     {{"id", FIELD_NAME, NEEDED, AT(id), NULL},
                      {"rows", FIELD_BOUNDS, FREE, AT(extent.row_first), NULL},
                      {"cols", FIELD_BOUNDS, FREE, AT(extent.col_first), NULL},
                      {"shape", FIELD_SHAPE, FREE, AT(extent.shape), shapes},
                      {"row", FIELD_TEXT, FREE, AT(extent.row), NULL},
                      {"col", FIELD_TEXT, FREE, AT(extent.col), NULL},
                      {"row_labels", FIELD_TEXTS, FREE, AT(extent.row_labels), NULL},
                      {"col_labels", FIELD_TEXTS, FREE, AT(extent.col_labels), NULL},
                      {"title", FIELD_TEXT, FREE, AT(title), NULL},
                      {"values", FIELD_VALUES, FREE, AT(extent.texts), kinds}}},
    [EVENT_PHASE] = {"phase",
                     {{"by", FIELD_NAME, NEEDED, AT(by), NULL}, {"value", FIELD_INTEGER, NEEDED, AT(phase), NULL}}},
    [EVENT_CELL] = {"cell",
                    {{"tables", FIELD_TABLES, NEEDED, AT(tables), NULL}, {"at", FIELD_AT, NEEDED, AT(at), NULL}}},
    [EVENT_TRY] = {"try",
                   {{"frame", FIELD_ID, FREE, AT(frame), NULL},
                    {"table", FIELD_TABLE, FREE, AT(tables), NULL},
                    {"at", FIELD_AT, FREE, AT(at), NULL},
                    {"label", FIELD_NAME, NEEDED, AT(label), NULL},
                    {"reads", FIELD_READS, FREE, AT(reads), NULL},
                    {"terms", FIELD_TERMS, FREE, AT(terms), NULL},
                    {"ways", FIELD_WAYS, FREE, AT(ways), NULL},
                    {"expr", FIELD_EXPR, FREE, AT(ways), NULL},
                    {"value", FIELD_WAY_VALUE, FREE, AT(ways), NULL}}},
    [EVENT_SET] = {"set",
                   {{"table", FIELD_TABLE, NEEDED, AT(tables), NULL},
                    {"at", FIELD_AT, NEEDED, AT(at), NULL},
                    {"value", FIELD_VALUE, NEEDED, AT(value), NULL},
                    {"chosen", FIELD_TEXTS, FREE, AT(chosen), NULL},
                    {"why", FIELD_WORD, NEEDED, AT(why), reasons},
                    {"way", FIELD_TEXT, FREE, AT(way), NULL}}},
    [EVENT_ENTER] = {"enter",
                     {{"frame", FIELD_ID, NEEDED, AT(frame), NULL},
                      {"parent", FIELD_ID, FREE, AT(parent), NULL},
                      {"fn", FIELD_NAME, NEEDED, AT(fn), NULL},
                      {"args", FIELD_LIST, NEEDED, AT(args), NULL},
                      {"edge", FIELD_TEXT, FREE, AT(edge), NULL}}},
    [EVENT_RETURN] = {"return",
                      {{"frame", FIELD_ID, NEEDED, AT(frame), NULL},
                       {"value", FIELD_NUMBER, NEEDED, AT(value), NULL},
                       {"chosen", FIELD_TEXTS, FREE, AT(chosen), NULL},
                       {"why", FIELD_WORD, NEEDED, AT(why), reasons}}},
    [EVENT_MEMO] = {"memo", {{"frame", FIELD_ID, NEEDED, AT(frame), NULL}, {"of", FIELD_ID, NEEDED, AT(of), NULL}}},
    [EVENT_PUT] = {"put",
                   {{"table", FIELD_TABLE, NEEDED, AT(tables), NULL},
                    {"at", FIELD_AT, NEEDED, AT(at), NULL},
                    {"value", FIELD_VALUE, NEEDED, AT(value), NULL},
                    {"node", FIELD_ID, NEEDED, AT(node), NULL},
                    {"dup", FIELD_FLAG, FREE, AT(dup), NULL}}},
    [EVENT_NODE] = {"node",
                    {{"id", FIELD_ID, NEEDED, AT(node), NULL},
                     {"op", FIELD_WORD, FREE, AT(op), operators},
                     {"left", FIELD_ID, FREE, AT(left), NULL},
                     {"right", FIELD_ID, FREE, AT(right), NULL},
                     {"value", FIELD_NUMBER, NEEDED, AT(value), NULL},
                     {"label", FIELD_TEXT, FREE, AT(label), NULL},
                     {"size", FIELD_TEXT, FREE, AT(size), NULL}}},
    [EVENT_SOLUTION] = {"solution",
                        {{"node", FIELD_ID, NEEDED, AT(node), NULL},
                         {"class", FIELD_ID, FREE, AT(class_number), NULL}}},
    [EVENT_MOVE] = {"move",
                    {{"what", FIELD_WORD, NEEDED, AT(what), moves},
                     {"at", FIELD_POSITION, NEEDED, AT(at), NULL},
                     {"player", FIELD_WORD, FREE, AT(player), players},
                     {"scores", FIELD_NUMBERS, FREE, AT(scores), NULL},
                     {"left", FIELD_NUMBER, FREE, AT(left_value), NULL},
                     {"right", FIELD_NUMBER, FREE, AT(right_value), NULL},
                     {"value", FIELD_NUMBER, FREE, AT(value), NULL}}},
    [EVENT_BACK] = {"back",
                    {{"table", FIELD_TABLE, NEEDED, AT(tables), NULL},
                     {"at", FIELD_AT, NEEDED, AT(at), NULL},
                     {"take", FIELD_NAME, NEEDED, AT(take), NULL},
                     {"way", FIELD_TEXT, FREE, AT(way), NULL}}},
    [EVENT_NOTE] = {"note",
                    {{"key", FIELD_NAME, NEEDED, AT(key), NULL},
                     {"args", FIELD_MAP, FREE, AT(args), NULL},
                     {"text", FIELD_TEXT, FREE, AT(text), NULL}}},
    [EVENT_ANSWER] = {"answer", {{"answer", FIELD_MAP, NEEDED, AT(answer), NULL}}},
};

const char *event_name(event_kind kind) {
    return event_forms[kind].name;
}
