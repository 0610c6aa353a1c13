/* The fields of an event, one reader a type. A value that is not what its field takes is an error at that value. */
#include "trace_reader.h"

#include "expr.h"
#include "number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const field_expects[FIELD_TYPES] = {
    [FIELD_TEXT] = "a text",
    [FIELD_NAME] = "a text that is not empty",
    [FIELD_INTEGER] = "a whole number within 64 bits",
    [FIELD_ID] = "a whole number from 1",
    [FIELD_BOUNDS] = "[first, last], two whole numbers",
    [FIELD_FLAG] = "true or false",
    [FIELD_TEXTS] = "a list of texts",
    [FIELD_NUMBERS] = "a list of exact numbers such as \"-12\" or \"8/3\"",
    [FIELD_TABLES] = "a list of tables",
    [FIELD_TABLE] = "the id of a table",
    [FIELD_AT] = "[row, column], or the list of members in a table of sets",
    [FIELD_POSITION] = "a whole number within 64 bits",
    [FIELD_VALUE] = "an exact number such as \"-12\" or \"8/3\" (a real is none)",
    [FIELD_RESULT] =
        "an exact number such as \"-12\" or \"8/3\" (a real is none), \"inf\", \"-inf\", \"true\" or \"false\"",
    [FIELD_NUMBER] = "an exact number such as \"-12\" or \"8/3\" (a real is none)",
    [FIELD_READS] = "a list of [table, place] and {\"frame\": id}",
    [FIELD_TERMS] = "a list of {\"name\": text, \"value\": exact number}",
    [FIELD_WAYS] = "a list of {\"expr\": text, \"value\": exact number}",
    [FIELD_EXPR] = "an expression",
    [FIELD_WAY_VALUE] =
        "an exact number such as \"-12\" or \"8/3\" (a real is none), \"inf\", \"-inf\", \"true\" or \"false\"",
    [FIELD_LIST] = "a list of whole numbers and texts",
    [FIELD_MAP] = "an object",
};

const member *reader_find(const trace_reader *r, const char *name) {
    for (size_t k = 0; k < r->member_count; k++)
        if (str_is(r->members[k].key, name))
            return &r->members[k];
    return NULL;
}

/* What is wrong with the event stands in this field. */
bool reader_fail(trace_reader *r, const char *name, str message) {
    const member *m = reader_find(r, name);
    size_t at = m ? m->at : r->line_at;
    return error_at(r->e, r->where, at, m ? scan_length(&r->scan, at) : 1, "%.*s", STR_ARG(message));
}

/* The value at `at` is not what the field wants. */
static bool mismatch(trace_reader *r, size_t at, const char *wanted) {
    return error_at(r->e, r->where, at, scan_length(&r->scan, at), "\"%s\": expected %s", r->field, wanted);
}

/* ---- pieces of fields; each reads what stands at r->scan.at ---- */

static size_t value_place(trace_reader *r) {
    scan_peek(&r->scan);
    return r->scan.at;
}

bool reader_text(trace_reader *r, str *text, const char *wanted) {
    size_t at = value_place(r);
    if (!scan_is_text(&r->scan))
        return mismatch(r, at, wanted);
    *text = scan_text(&r->scan);
    return true;
}

bool reader_integer(trace_reader *r, int64_t *value, int64_t least, const char *wanted) {
    size_t at = value_place(r);
    if (!scan_is_integer(&r->scan))
        return mismatch(r, at, wanted);
    str digits = scan_integer(&r->scan);
    char text[24];
    if (digits.len >= sizeof text)
        return mismatch(r, at, wanted);
    memcpy(text, digits.ptr, digits.len);
    text[digits.len] = 0;
    errno = 0;
    *value = strtoll(text, NULL, 10);
    return (errno == 0 && *value >= least) || mismatch(r, at, wanted);
}

/* What a value may be besides a number. */
static str special_value(str text) {
    static const char *const words[] = {"inf", "-inf", "true", "false"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (str_is(text, words[k]))
            return str_of(words[k]);
    return STR("");
}

/* Which values are taken: exact numbers, also inf, -inf, true and false, or any text. */
typedef enum value_range { VALUE_NUMBERS, VALUE_RESULTS, VALUE_TEXTS } value_range;

/* An exact number, made canonical, or what else is taken. */
static bool read_value_piece(trace_reader *r, value_range range, str *value, const char *wanted) {
    size_t at = value_place(r);
    if (scan_is_integer(&r->scan)) {
        *value = scan_integer(&r->scan);
        return true;
    }
    if (!scan_is_text(&r->scan))
        return mismatch(r, at, wanted);
    str text = scan_text(&r->scan);
    *value = range == VALUE_TEXTS ? text : number_canonical(text, r->a);
    if (!value->len && range == VALUE_RESULTS)
        *value = special_value(text);
    return range == VALUE_TEXTS || value->len || mismatch(r, at, wanted);
}

static bool read_texts_piece(trace_reader *r, bool numbers, str_list *list, const char *wanted) {
    size_t at = value_place(r);
    if (!scan_open(&r->scan, '['))
        return mismatch(r, at, wanted);
    while (scan_more(&r->scan, ']')) {
        str *text = ARENA_PUSH(r->a, list, items, count, capacity);
        if (!(numbers ? read_value_piece(r, VALUE_NUMBERS, text, wanted) : reader_text(r, text, wanted)))
            return false;
    }
    return true;
}

static size_t find_table(const trace_reader *r, str id) {
    return key_map_get(&r->table_ids, id);
}

static bool read_table_piece(trace_reader *r, str *id, size_t *table) {
    size_t at = value_place(r);
    if (!reader_text(r, id, field_expects[FIELD_TABLE]))
        return false;
    *table = find_table(r, *id);
    return *table != SIZE_MAX ||
           error_at(r->e, r->where, at, r->scan.at - at, "no table \"%.*s\" has been declared", STR_ARG(*id));
}

/* The members of a set: exact numbers where they are numbers, else as they stand. */
static bool read_members(trace_reader *r, place *p, size_t at) {
    while (scan_more(&r->scan, ']')) {
        str text = {0};
        if (!read_value_piece(r, VALUE_TEXTS, &text, field_expects[FIELD_AT]))
            return false;
        str canonical = number_canonical(text, r->a);
        *ARENA_PUSH(r->a, &p->members, items, count, capacity) = canonical.len ? canonical : text;
    }
    return p->members.count || mismatch(r, at, field_expects[FIELD_AT]);
}

static bool outside(trace_reader *r, const known_table *t, size_t at) {
    return error_at(r->e, r->where, at, scan_length(&r->scan, at),
                    "outside table \"%.*s\": its rows are %" PRId64 " to %" PRId64 ", its columns %" PRId64
                    " to %" PRId64,
                    STR_ARG(t->id), t->row_first, t->row_last, t->col_first, t->col_last);
}

static bool is_inside(const known_table *t, const place *p) {
    return p->row >= t->row_first && p->row <= t->row_last && p->col >= t->col_first && p->col <= t->col_last;
}

static bool read_place(trace_reader *r, size_t table, place *p) {
    const known_table *t = &r->tables[table];
    size_t at = value_place(r);
    if (!scan_open(&r->scan, '['))
        return mismatch(r, at, field_expects[FIELD_AT]);
    if (t->sets)
        return read_members(r, p, at);
    int64_t indices[2] = {0};
    for (size_t k = 0; k < 2; k++)
        if (!scan_more(&r->scan, ']'))
            return mismatch(r, at, field_expects[FIELD_AT]);
        else if (!reader_integer(r, &indices[k], INT64_MIN, field_expects[FIELD_AT]))
            return false;
    if (scan_more(&r->scan, ']'))
        return mismatch(r, at, field_expects[FIELD_AT]);
    p->row = indices[0];
    p->col = indices[1];
    return is_inside(t, p) || outside(r, t, at);
}

static bool unknown_id(trace_reader *r, size_t at, const char *what, int64_t id) {
    return error_at(r->e, r->where, at, scan_length(&r->scan, at), "no %s %" PRId64 " has been met before", what, id);
}

/* {"frame": 7} among the reads of a candidate; other keys are ignored. */
static bool read_frame_read(trace_reader *r, trace_read *read, size_t at) {
    while (scan_more(&r->scan, '}')) {
        if (!str_is(scan_key(&r->scan), "frame")) {
            scan_skip(&r->scan);
            continue;
        }
        size_t id_at = value_place(r);
        if (!reader_integer(r, &read->frame, 1, field_expects[FIELD_READS]))
            return false;
        size_t number = key_map_get(&r->frame_ids, key_of_id(&read->frame));
        if (number == SIZE_MAX)
            return unknown_id(r, id_at, "frame", read->frame);
        if (!r->answered[number])
            return error_at(r->e, r->where, id_at, r->scan.at - id_at, "frame %" PRId64 " has no value yet",
                            read->frame);
    }
    return read->frame || mismatch(r, at, field_expects[FIELD_READS]);
}

static bool read_read(trace_reader *r, trace_read *read) {
    size_t at = value_place(r), table;
    if (scan_open(&r->scan, '{'))
        return read_frame_read(r, read, at);
    if (!scan_open(&r->scan, '[') || !scan_more(&r->scan, ']'))
        return mismatch(r, at, field_expects[FIELD_READS]);
    if (!read_table_piece(r, &read->table, &table))
        return false;
    if (!scan_more(&r->scan, ']'))
        return mismatch(r, at, field_expects[FIELD_READS]);
    if (!read_place(r, table, &read->at))
        return false;
    return !scan_more(&r->scan, ']') || mismatch(r, at, field_expects[FIELD_READS]);
}

/* An object of two texts under these keys; the second is a value. Other keys are ignored. */
static bool read_pair(trace_reader *r, const char *one, str *text, size_t *text_at, const char *other, bool texts,
                      str *value, const char *wanted) {
    size_t at = value_place(r);
    if (!scan_open(&r->scan, '{'))
        return mismatch(r, at, wanted);
    bool has_one = false, has_other = false;
    while (scan_more(&r->scan, '}')) {
        str key = scan_key(&r->scan);
        size_t here = value_place(r);
        if (str_is(key, one)) {
            has_one = true;
            *text_at = here;
            if (!reader_text(r, text, wanted))
                return false;
        } else if (str_is(key, other)) {
            has_other = true;
            if (!read_value_piece(r, texts ? VALUE_TEXTS : VALUE_RESULTS, value, wanted))
                return false;
        } else
            scan_skip(&r->scan);
    }
    return (has_one && has_other) || mismatch(r, at, wanted);
}

/* The expression with each run of digits written 0: whether it can be read depends on nothing else. */
static str expr_shape(arena *a, str expr) {
    char *shape = arena_alloc(a, expr.len + 1);
    size_t count = 0;
    for (size_t k = 0; k < expr.len; k++) {
        bool digit = expr.ptr[k] >= '0' && expr.ptr[k] <= '9';
        if (!digit)
            shape[count++] = expr.ptr[k];
        else if (!count || shape[count - 1] != '0')
            shape[count++] = '0';
    }
    return (str){shape, count};
}

/* Traces repeat few shapes of expression very often, so each is read once only. */
static bool check_expr(trace_reader *r, str expr, size_t at) {
    str shape = expr_shape(r->a, expr);
    if (key_map_get(&r->expr_shapes, shape) != SIZE_MAX)
        return true;
    bool as_it_stands = expr.ptr == r->scan.text.ptr + at + 1; /* no escapes: places are exact */
    source alone = {r->where->name, expr};
    error inner = error_in(r->a);
    if (as_it_stands ? !expr_read(r->where, at + 1, expr.len, r->a, r->e)
                     : !expr_read(&alone, 0, expr.len, r->a, &inner))
        return error_at(r->e, r->where, at, scan_length(&r->scan, at), "%.*s", STR_ARG(inner.message));
    key_map_add(&r->expr_shapes, r->a, shape, 0);
    return true;
}

/* ---- fields, by type ---- */

static void *slot(const trace_reader *r, const event_field *f) {
    return (char *)r->event + f->offset;
}

static bool read_text(trace_reader *r, const event_field *f) {
    return reader_text(r, slot(r, f), field_expects[f->type]);
}

static bool read_name(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    str *text = slot(r, f);
    return reader_text(r, text, field_expects[f->type]) && (text->len || mismatch(r, at, field_expects[f->type]));
}

/* The number of the word that stands here. */
static bool read_choice(trace_reader *r, const event_field *f, size_t *choice) {
    size_t at = value_place(r);
    strbuf wanted = strbuf_in(r->a);
    str text = scan_is_text(&r->scan) ? scan_text(&r->scan) : STR("");
    for (*choice = 0; f->words[*choice]; ++*choice) {
        if (str_is(text, f->words[*choice]))
            return true;
        strbuf_addf(&wanted, "%s\"%s\"", *choice ? ", " : "one of ", f->words[*choice]);
    }
    return mismatch(r, at, wanted.ptr);
}

static bool read_word(trace_reader *r, const event_field *f) {
    size_t choice;
    if (!read_choice(r, f, &choice))
        return false;
    *(str *)slot(r, f) = str_of(f->words[choice]);
    return true;
}

static bool read_shape(trace_reader *r, const event_field *f) {
    size_t choice;
    if (!read_choice(r, f, &choice))
        return false;
    r->event->extent.shape = (table_shape)choice;
    return true;
}

static bool read_values(trace_reader *r, const event_field *f) {
    size_t choice;
    if (!read_choice(r, f, &choice))
        return false;
    r->event->extent.texts = choice == 1;
    return true;
}

static bool read_integer(trace_reader *r, const event_field *f) {
    return reader_integer(r, slot(r, f), f->type == FIELD_ID ? 1 : INT64_MIN, field_expects[f->type]);
}

static bool read_bounds(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    int64_t *bounds = slot(r, f);
    if (!scan_open(&r->scan, '['))
        return mismatch(r, at, field_expects[f->type]);
    for (size_t k = 0; k < 2; k++)
        if (!scan_more(&r->scan, ']'))
            return mismatch(r, at, field_expects[f->type]);
        else if (!reader_integer(r, &bounds[k], INT64_MIN, field_expects[f->type]))
            return false;
    return !scan_more(&r->scan, ']') || mismatch(r, at, field_expects[f->type]);
}

static bool read_flag(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    bool is_true = str_starts(str_slice(r->scan.text, at, r->scan.text.len), "true");
    if (!is_true && !str_starts(str_slice(r->scan.text, at, r->scan.text.len), "false"))
        return mismatch(r, at, field_expects[f->type]);
    *(bool *)slot(r, f) = is_true;
    return true;
}

static bool read_texts(trace_reader *r, const event_field *f) {
    return read_texts_piece(r, f->type == FIELD_NUMBERS, slot(r, f), field_expects[f->type]);
}

static bool read_tables(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    str_list *tables = &r->event->tables;
    r->cell_texts = true;
    if (!scan_open(&r->scan, '['))
        return mismatch(r, at, field_expects[f->type]);
    while (scan_more(&r->scan, ']')) {
        size_t id_at = value_place(r), table;
        str *id = ARENA_PUSH(r->a, tables, items, count, capacity);
        if (!read_table_piece(r, id, &table))
            return false;
        r->cell_texts = r->cell_texts && r->tables[table].texts;
        if (tables->count == 1)
            r->place_table = table;
        else if (r->tables[table].sets != r->tables[r->place_table].sets)
            return error_at(r->e, r->where, id_at, r->scan.at - id_at,
                            "a table of sets and one of rows and columns have no place in common");
    }
    return tables->count || mismatch(r, at, field_expects[f->type]);
}

static bool read_table(trace_reader *r, const event_field *f) {
    (void)f;
    return read_table_piece(r, ARENA_PUSH(r->a, &r->event->tables, items, count, capacity), &r->place_table);
}

/* The place of a cell is in all its tables. */
static bool inside_all(trace_reader *r, size_t at) {
    const str_list *tables = &r->event->tables;
    for (size_t k = 0; k < tables->count; k++) {
        const known_table *t = &r->tables[find_table(r, tables->items[k])];
        if (!t->sets && !is_inside(t, &r->event->at))
            return outside(r, t, at);
    }
    return true;
}

static bool read_at(trace_reader *r, const event_field *f) {
    (void)f;
    size_t at = value_place(r);
    if (r->place_table == SIZE_MAX)
        r->place_table = r->cell_table;
    if (r->place_table == SIZE_MAX)
        return error_at(r->e, r->where, at, scan_length(&r->scan, at), "a place in no table: \"table\" is missing");
    r->event->has_at = true;
    return read_place(r, r->place_table, &r->event->at) && inside_all(r, at);
}

static bool read_position(trace_reader *r, const event_field *f) {
    r->event->has_at = true;
    return reader_integer(r, &r->event->at.row, INT64_MIN, field_expects[f->type]);
}

static bool read_value(trace_reader *r, const event_field *f) {
    bool texts = f->type != FIELD_NUMBER && r->place_table != SIZE_MAX && r->tables[r->place_table].texts;
    value_range range = texts ? VALUE_TEXTS : f->type == FIELD_RESULT ? VALUE_RESULTS : VALUE_NUMBERS;
    return read_value_piece(r, range, slot(r, f), field_expects[f->type]);
}

/* How many items the list that stands here has. */
static size_t list_length(const trace_reader *r) {
    json_scan ahead = r->scan;
    size_t count = 0;
    for (; scan_more(&ahead, ']'); count++)
        scan_skip(&ahead);
    return count;
}

static bool open_list(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    return scan_open(&r->scan, '[') || mismatch(r, at, field_expects[f->type]);
}

static bool read_reads(trace_reader *r, const event_field *f) {
    if (!open_list(r, f))
        return false;
    event *e = r->event;
    e->reads = ARENA_ARRAY(r->a, trace_read, list_length(r));
    while (scan_more(&r->scan, ']'))
        if (!read_read(r, &e->reads[e->read_count++]))
            return false;
    return true;
}

/* Whether the table that this read looks into holds texts. */
static bool reads_text(const trace_reader *r, size_t number) {
    const event *e = r->event;
    if (number >= e->read_count || !e->reads[number].table.len)
        return false;
    return r->tables[find_table(r, e->reads[number].table)].texts;
}

static bool read_terms(trace_reader *r, const event_field *f) {
    size_t at = value_place(r), text_at;
    if (!open_list(r, f))
        return false;
    event *e = r->event;
    e->terms = ARENA_ARRAY(r->a, trace_term, list_length(r));
    while (scan_more(&r->scan, ']')) {
        trace_term *t = &e->terms[e->term_count];
        if (!read_pair(r, "name", &t->name, &text_at, "value", reads_text(r, e->term_count), &t->value,
                       field_expects[f->type]))
            return false;
        e->term_count++;
    }
    if (e->term_count && e->term_count != e->read_count)
        return error_at(r->e, r->where, at, scan_length(&r->scan, at), "%zu terms for %zu reads: there is one a read",
                        e->term_count, e->read_count);
    return true;
}

bool reader_tries_text(const trace_reader *r) {
    if (r->event->frame)
        return false;
    if (r->event->tables.count)
        return r->tables[r->place_table].texts;
    return r->cell_table != SIZE_MAX && r->cell_texts;
}

static bool read_ways(trace_reader *r, const event_field *f) {
    if (!open_list(r, f))
        return false;
    event *e = r->event;
    e->ways = ARENA_ARRAY(r->a, trace_way, list_length(r));
    while (scan_more(&r->scan, ']')) {
        trace_way *w = &e->ways[e->way_count];
        size_t expr_at = 0;
        if (!read_pair(r, "expr", &w->expr, &expr_at, "value", reader_tries_text(r), &w->value,
                       field_expects[f->type]) ||
            !check_expr(r, w->expr, expr_at))
            return false;
        e->way_count++;
    }
    e->has_ways = e->way_count > 0;
    return true;
}

/* `expr` and `value` of a candidate make its one way. */
static trace_way *only_way(trace_reader *r) {
    event *e = r->event;
    if (!e->way_count) {
        e->ways = ARENA_NEW(r->a, trace_way);
        e->way_count = 1;
    }
    return e->ways;
}

static bool read_expr(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    if (r->event->has_ways)
        return error_at(r->e, r->where, at, scan_length(&r->scan, at), "\"expr\" beside \"ways\": one of them only");
    str *expr = &only_way(r)->expr;
    return reader_text(r, expr, field_expects[f->type]) && check_expr(r, *expr, at);
}

static bool read_way_value(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    if (r->event->has_ways)
        return error_at(r->e, r->where, at, scan_length(&r->scan, at), "\"value\" beside \"ways\": one of them only");
    return read_value_piece(r, reader_tries_text(r) ? VALUE_TEXTS : VALUE_RESULTS, &only_way(r)->value,
                            field_expects[f->type]);
}

static bool read_list(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    datum *list = scan_read(&r->scan);
    if (!list)
        return false;
    bool good = list->kind == DATUM_LIST;
    for (size_t k = 0; good && k < list->count; k++)
        good = list->items[k]->kind == DATUM_INTEGER || list->items[k]->kind == DATUM_TEXT;
    *(datum **)slot(r, f) = list;
    return good || mismatch(r, at, field_expects[f->type]);
}

static bool read_map(trace_reader *r, const event_field *f) {
    size_t at = value_place(r);
    datum *map = scan_read(&r->scan);
    *(datum **)slot(r, f) = map;
    return map && (map->kind == DATUM_MAP || mismatch(r, at, field_expects[f->type]));
}

typedef bool (*field_reader)(trace_reader *r, const event_field *f);

static const field_reader readers[FIELD_TYPES] = {
    [FIELD_TEXT] = read_text,
    [FIELD_NAME] = read_name,
    [FIELD_WORD] = read_word,
    [FIELD_INTEGER] = read_integer,
    [FIELD_ID] = read_integer,
    [FIELD_BOUNDS] = read_bounds,
    [FIELD_SHAPE] = read_shape,
    [FIELD_VALUES] = read_values,
    [FIELD_FLAG] = read_flag,
    [FIELD_TEXTS] = read_texts,
    [FIELD_NUMBERS] = read_texts,
    [FIELD_TABLES] = read_tables,
    [FIELD_TABLE] = read_table,
    [FIELD_AT] = read_at,
    [FIELD_POSITION] = read_position,
    [FIELD_RESULT] = read_value,
    [FIELD_VALUE] = read_value,
    [FIELD_NUMBER] = read_value,
    [FIELD_READS] = read_reads,
    [FIELD_TERMS] = read_terms,
    [FIELD_WAYS] = read_ways,
    [FIELD_EXPR] = read_expr,
    [FIELD_WAY_VALUE] = read_way_value,
    [FIELD_LIST] = read_list,
    [FIELD_MAP] = read_map,
};

bool reader_field(trace_reader *r, const event_field *f) {
    return readers[f->type](r, f);
}
