/* libyaml composes a document of nodes; we copy it into data, a list of pending containers instead of recursion:
 *
 *   nodes of libyaml (index from 1)      data
 *   1 mapping ─▶ pairs (key, value)      map ─▶ items with key, key_at
 *   2 scalar                             text with at, length
 *
 * libyaml counts its marks in characters; `starts` holds the byte at which each character begins. */
#include "yaml.h"

#include "utf8.h"

#include <yaml.h>

enum { YAML_DEPTH = 64 };        /* lists and maps inside one another */
enum { YAML_MOST_KEYS = 10000 }; /* of a map: each is compared with those before it */

typedef struct pending {
    yaml_node_t *node;
    datum *into;
} pending;

typedef struct reader {
    const source *where;
    size_t offset; /* of the YAML text in `where` */
    str text;
    size_t *starts; /* byte of each character, and the end */
    size_t characters;
    yaml_document_t *document;
    bool *seen; /* by node index: an alias leads to the same node again */
    pending *todo;
    size_t count, capacity;
    arena *arena;
    error *error;
} reader;

static void index_characters(reader *r) {
    r->starts = ARENA_ARRAY(r->arena, size_t, r->text.len + 1);
    for (size_t at = 0; at < r->text.len;) {
        r->starts[r->characters++] = at;
        utf8_next(r->text, &at);
    }
    r->starts[r->characters] = r->text.len;
}

static size_t byte_of(const reader *r, yaml_mark_t mark) {
    return r->offset + r->starts[mark.index < r->characters ? mark.index : r->characters];
}

static bool refuse(reader *r, const yaml_node_t *node, const char *what) {
    size_t from = byte_of(r, node->start_mark), to = byte_of(r, node->end_mark);
    return error_at(r->error, r->where, from, to > from ? to - from : 1, "%s", what);
}

/* An escape may bring in what the text itself must not hold: a NUL, an ESC. */
static bool check_scalar(reader *r, const yaml_node_t *node) {
    for (size_t k = 0; node->type == YAML_SCALAR_NODE && k < node->data.scalar.length; k++) {
        unsigned char c = node->data.scalar.value[k];
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F)
            return refuse(r, node, str_format(r->arena, "the control character U+%04X", c).ptr);
    }
    return true;
}

/* The datum of a node, still empty if it is a list or a map. */
static datum *datum_of_node(reader *r, yaml_node_t *node) {
    datum *d = NULL;
    switch (node->type) {
    case YAML_SEQUENCE_NODE:
        d = datum_list(r->arena);
        break;
    case YAML_MAPPING_NODE:
        d = datum_map(r->arena);
        break;
    default:
        d = datum_text(r->arena, str_copy(r->arena, (str){(char *)node->data.scalar.value, node->data.scalar.length}));
    }
    d->at = byte_of(r, node->start_mark);
    size_t end = byte_of(r, node->end_mark);
    d->length = end > d->at ? end - d->at : 0;
    return d;
}

static datum *take(reader *r, int index) {
    yaml_node_t *node = yaml_document_get_node(r->document, index);
    if (r->seen[index]) {
        refuse(r, node, "an alias: write the value out");
        return NULL;
    }
    r->seen[index] = true;
    if (!check_scalar(r, node))
        return NULL;
    datum *d = datum_of_node(r, node);
    if (d->kind != DATUM_TEXT)
        *ARENA_PUSH(r->arena, r, todo, count, capacity) = (pending){node, d};
    return d;
}

static bool take_pair(reader *r, const yaml_node_pair_t *pair, datum *map) {
    yaml_node_t *key = yaml_document_get_node(r->document, pair->key);
    if (key->type != YAML_SCALAR_NODE)
        return refuse(r, key, "a key must be a text; a value that begins with a brace stands in quotes");
    datum *name = take(r, pair->key);
    datum *value = name ? take(r, pair->value) : NULL;
    if (!value)
        return false;
    if (datum_get_str(map, name->text))
        return error_at(r->error, r->where, name->at, name->length, "the key \"%.*s\" is given twice",
                        STR_ARG(name->text));
    value->key_at = name->at;
    datum_put_str(r->arena, map, name->text, value);
    return true;
}

static bool fill(reader *r, pending p) {
    if (p.node->type == YAML_SEQUENCE_NODE) {
        for (yaml_node_item_t *i = p.node->data.sequence.items.start; i < p.node->data.sequence.items.top; i++) {
            datum *item = take(r, *i);
            if (!item)
                return false;
            datum_add(r->arena, p.into, item);
        }
        return true;
    }
    const yaml_node_pair_t *first = p.node->data.mapping.pairs.start;
    if (p.node->data.mapping.pairs.top - first > YAML_MOST_KEYS)
        return refuse(r, yaml_document_get_node(r->document, first[YAML_MOST_KEYS].key),
                      "the keys of a map must be at most 10000");
    for (yaml_node_pair_t *pair = p.node->data.mapping.pairs.start; pair < p.node->data.mapping.pairs.top; pair++)
        if (!take_pair(r, pair, p.into))
            return false;
    return true;
}

static datum *copy_document(reader *r) {
    yaml_node_t *root = yaml_document_get_root_node(r->document);
    if (!root)
        return datum_map(r->arena);
    r->seen = ARENA_ARRAY(r->arena, bool, (size_t)(r->document->nodes.top - r->document->nodes.start) + 1);
    datum *d = take(r, 1);
    while (d && r->count)
        if (!fill(r, r->todo[--r->count]))
            return NULL;
    return d;
}

/* libyaml's faults: of the reader at a byte, of scanner and parser at a mark. */
static void report(reader *r, const yaml_parser_t *p) {
    if (p->error == YAML_MEMORY_ERROR) {
        error_plain(r->error, STATUS_INPUT, "out of memory while reading YAML");
        return;
    }
    size_t at = r->offset + p->problem_offset;
    if (p->error != YAML_READER_ERROR)
        at = byte_of(r, p->problem_mark);
    const char *problem = p->problem ? p->problem : "bad YAML";
    if (p->context && p->error != YAML_READER_ERROR)
        error_at(r->error, r->where, at, 1, "%s %s", problem, p->context);
    else
        error_at(r->error, r->where, at, 1, "%s", problem);
}

/* Whether nothing but blanks and comments follows the first document. */
static bool is_alone(reader *r, yaml_parser_t *parser) {
    yaml_document_t second;
    if (!yaml_parser_load(parser, &second)) {
        report(r, parser);
        return false;
    }
    yaml_node_t *root = yaml_document_get_root_node(&second);
    if (root)
        refuse(r, root, "a second YAML document");
    yaml_document_delete(&second);
    return !root;
}

static datum *load(reader *r, yaml_parser_t *parser) {
    yaml_document_t document;
    if (!yaml_parser_load(parser, &document)) {
        report(r, parser);
        return NULL;
    }
    r->document = &document;
    datum *d = copy_document(r);
    r->document = NULL;
    yaml_document_delete(&document);
    return d && is_alone(r, parser) ? d : NULL;
}

/* Whether lists and maps could be nested deeper than they may be: more brackets are open somewhere than closed, or a
 * line begins with as many signs of blocks. Nearly no text is, and what is gets looked at event by event. */
static bool may_be_deep(str text) {
    size_t open = 0, leading = 0;
    bool begins = true;
    for (size_t k = 0; k < text.len && open <= YAML_DEPTH && leading <= YAML_DEPTH; k++) {
        char c = text.ptr[k];
        begins = c == '\n' || (begins && (c == ' ' || c == '-' || c == '?'));
        leading = c == '\n' || !begins ? 0 : leading + 1;
        if (c == '[' || c == '{')
            open++;
        else if ((c == ']' || c == '}') && open)
            open--;
    }
    return open > YAML_DEPTH || leading > YAML_DEPTH;
}

/* libyaml's work on a token grows with the depth it stands at, so that depth is bounded before the text is loaded.
 * Other faults are left to be found then. */
static bool check_depth(reader *r) {
    yaml_parser_t parser;
    if (!may_be_deep(r->text) || !yaml_parser_initialize(&parser))
        return true;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)r->text.ptr, r->text.len);
    size_t depth = 0;
    bool going = true;
    while (going && depth <= YAML_DEPTH) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event))
            break;
        going = event.type != YAML_STREAM_END_EVENT;
        depth += event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT;
        depth -= event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
        if (depth > YAML_DEPTH)
            error_at(r->error, r->where, byte_of(r, event.start_mark), 1,
                     "lists and maps inside one another must be at most %d deep", YAML_DEPTH);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return depth <= YAML_DEPTH;
}

datum *yaml_to_datum(const source *where, size_t offset, size_t length, arena *a, error *e) {
    str text = str_slice(where->text, offset, offset + length);
    if (!source_is_text(where, e))
        return NULL;
    if (str_starts(text, "\xEF\xBB\xBF")) {
        offset += 3;
        text = str_slice(text, 3, text.len);
    }
    reader r = {.where = where, .offset = offset, .text = text, .arena = a, .error = e};
    index_characters(&r);
    if (!check_depth(&r))
        return NULL;
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        error_plain(e, STATUS_INPUT, "out of memory while reading YAML");
        return NULL;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text.ptr, text.len);
    datum *d = load(&r, &parser);
    yaml_parser_delete(&parser);
    return d;
}

/* Bytes that an escape of a double-quoted scalar takes in the file: \n, \x.., \u...., \U........ */
static size_t escape_length(char kind) {
    switch (kind) {
    case 'x':
        return 4;
    case 'u':
        return 6;
    case 'U':
        return 10;
    default:
        return 2;
    }
}

/* Where the text proper begins: after the opening quote, or after the line of a block scalar's header. */
static size_t skip_opening(str raw) {
    if (raw.len == 0)
        return 0;
    if (raw.ptr[0] == '"' || raw.ptr[0] == '\'')
        return 1;
    if (raw.ptr[0] != '|' && raw.ptr[0] != '>')
        return 0;
    size_t end = str_find(raw, STR("\n"), 0);
    return end == SIZE_MAX ? raw.len : end + 1;
}

/* Past blanks of the file that the text has not: folds, indents, and in double quotes an escaped line end. */
static size_t skip_folds(str raw, size_t at, char next, char quote) {
    while (at < raw.len) {
        bool joined = quote == '"' && raw.ptr[at] == '\\' && at + 1 < raw.len && char_is_blank(raw.ptr[at + 1]) &&
                      raw.ptr[at + 1] != ' ' && raw.ptr[at + 1] != '\t';
        if (joined)
            at += 2;
        else if (char_is_blank(raw.ptr[at]) && raw.ptr[at] != next && !char_is_blank(next))
            at++;
        else
            break;
    }
    return at;
}

/* Text and file are walked side by side: what is not a fold and yet differs is an escape. */
size_t *yaml_places(const source *where, const datum *scalar, arena *a) {
    str raw = str_slice(where->text, scalar->at, scalar->at + scalar->length), text = scalar->text;
    size_t *places = ARENA_ARRAY(a, size_t, text.len + 1);
    size_t at = skip_opening(raw);
    char quote = at == 1 ? raw.ptr[0] : 0;
    for (size_t k = 0; k < text.len;) {
        size_t next = k;
        utf8_next(text, &next);
        at = skip_folds(raw, at, text.ptr[k], quote);
        bool escaped = quote == '"' && at < raw.len && raw.ptr[at] == '\\';
        size_t length = escaped && at + 1 < raw.len ? escape_length(raw.ptr[at + 1]) : next - k;
        bool same = at < raw.len && !escaped && raw.ptr[at] == text.ptr[k];
        for (size_t byte = k; byte < next; byte++)
            places[byte] = scalar->at + at + (same ? byte - k : 0);
        if (same && quote == '\'' && text.ptr[k] == '\'')
            length = 2;
        if (escaped || same || (at < raw.len && char_is_blank(raw.ptr[at])))
            at += length;
        k = next;
    }
    places[text.len] = scalar->at + (at < raw.len ? at : raw.len);
    return places;
}
