/* Events as lines: each field type has one writer, which also says whether the field stands there at all. */
#include "event_form.h"
#include "json_scan.h"

#include <inttypes.h>

typedef const struct event *event_in;

static const str *text_of(event_in e, const event_field *f) {
    return (const str *)((const char *)e + f->offset);
}

static int64_t integer_of(event_in e, const event_field *f) {
    return *(const int64_t *)((const char *)e + f->offset);
}

static void add_integer(strbuf *b, int64_t value) {
    strbuf_addf(b, "%" PRId64, value);
}

static void add_texts(strbuf *b, const str_list *list) {
    strbuf_add_byte(b, '[');
    for (size_t k = 0; k < list->count; k++) {
        strbuf_add_c(b, k ? "," : "");
        json_add_text(b, list->items[k]);
    }
    strbuf_add_byte(b, ']');
}

static void add_place(strbuf *b, const place *p) {
    if (p->members.count)
        add_texts(b, &p->members);
    else
        strbuf_addf(b, "[%" PRId64 ",%" PRId64 "]", p->row, p->col);
}

/* Writers: false if the event has no such field. A required one is written even when it is empty. */
static bool write_text(strbuf *b, event_in e, const event_field *f) {
    const str *text = text_of(e, f);
    if (!text->len && !f->required)
        return false;
    json_add_text(b, *text);
    return true;
}

static bool write_integer(strbuf *b, event_in e, const event_field *f) {
    int64_t value = integer_of(e, f);
    if (!value && !f->required)
        return false;
    add_integer(b, value);
    return true;
}

static bool write_bounds(strbuf *b, event_in e, const event_field *f) {
    const int64_t *bounds = (const int64_t *)((const char *)e + f->offset);
    if (!bounds[0] && !bounds[1])
        return false;
    strbuf_addf(b, "[%" PRId64 ",%" PRId64 "]", bounds[0], bounds[1]);
    return true;
}

static bool write_shape(strbuf *b, event_in e, const event_field *f) {
    if (e->extent.shape == SHAPE_FULL)
        return false;
    json_add_text(b, str_of(f->words[e->extent.shape]));
    return true;
}

static bool write_values(strbuf *b, event_in e, const event_field *f) {
    if (!e->extent.texts)
        return false;
    json_add_text(b, str_of(f->words[1]));
    return true;
}

static bool write_flag(strbuf *b, event_in e, const event_field *f) {
    if (!*(const bool *)((const char *)e + f->offset))
        return false;
    strbuf_add_c(b, "true");
    return true;
}

static bool write_texts(strbuf *b, event_in e, const event_field *f) {
    const str_list *list = (const str_list *)((const char *)e + f->offset);
    if (!list->count && !f->required)
        return false;
    add_texts(b, list);
    return true;
}

static bool write_table(strbuf *b, event_in e, const event_field *f) {
    (void)f;
    if (!e->tables.count)
        return false;
    json_add_text(b, e->tables.items[0]);
    return true;
}

static bool write_at(strbuf *b, event_in e, const event_field *f) {
    if (!e->has_at && !f->required)
        return false;
    add_place(b, &e->at);
    return true;
}

static bool write_position(strbuf *b, event_in e, const event_field *f) {
    (void)f;
    add_integer(b, e->at.row);
    return true;
}

static bool write_reads(strbuf *b, event_in e, const event_field *f) {
    (void)f;
    if (!e->read_count)
        return false;
    for (size_t k = 0; k < e->read_count; k++) {
        const trace_read *r = &e->reads[k];
        strbuf_add_c(b, k ? "," : "[");
        if (r->table.len) {
            strbuf_add_byte(b, '[');
            json_add_text(b, r->table);
            strbuf_add_byte(b, ',');
            add_place(b, &r->at);
            strbuf_add_byte(b, ']');
        } else
            strbuf_addf(b, "{\"frame\":%" PRId64 "}", r->frame);
    }
    strbuf_add_byte(b, ']');
    return true;
}

/* A list of pairs of texts, under these two keys. */
static void add_pair(strbuf *b, bool first, const char *one, str text, const char *other, str value) {
    strbuf_addf(b, "%s{\"%s\":", first ? "[" : ",", one);
    json_add_text(b, text);
    strbuf_addf(b, ",\"%s\":", other);
    json_add_text(b, value);
    strbuf_add_byte(b, '}');
}

static bool write_terms(strbuf *b, event_in e, const event_field *f) {
    (void)f;
    for (size_t k = 0; k < e->term_count; k++)
        add_pair(b, k == 0, "name", e->terms[k].name, "value", e->terms[k].value);
    if (e->term_count)
        strbuf_add_byte(b, ']');
    return e->term_count;
}

static bool write_ways(strbuf *b, event_in e, const event_field *f) {
    (void)f;
    if (!e->has_ways || !e->way_count)
        return false;
    for (size_t k = 0; k < e->way_count; k++)
        add_pair(b, k == 0, "expr", e->ways[k].expr, "value", e->ways[k].value);
    strbuf_add_byte(b, ']');
    return true;
}

static bool write_expr(strbuf *b, event_in e, const event_field *f) {
    (void)f;
    if (e->has_ways || !e->way_count || !e->ways[0].expr.len)
        return false;
    json_add_text(b, e->ways[0].expr);
    return true;
}

static bool write_way_value(strbuf *b, event_in e, const event_field *f) {
    (void)f;
    if (e->has_ways || !e->way_count)
        return false;
    json_add_text(b, e->ways[0].value);
    return true;
}

static bool write_datum(strbuf *b, event_in e, const event_field *f) {
    const datum *d = *(datum *const *)((const char *)e + f->offset);
    if (!d && !f->required)
        return false;
    if (d)
        json_add_datum(b, d);
    else
        strbuf_add_c(b, f->type == FIELD_LIST ? "[]" : "{}");
    return true;
}

typedef bool (*field_writer)(strbuf *b, event_in e, const event_field *f);

static const field_writer writers[FIELD_TYPES] = {
    [FIELD_TEXT] = write_text,           [FIELD_NAME] = write_text,
    [FIELD_WORD] = write_text,           [FIELD_INTEGER] = write_integer,
    [FIELD_ID] = write_integer,          [FIELD_BOUNDS] = write_bounds,
    [FIELD_SHAPE] = write_shape,         [FIELD_VALUES] = write_values,
    [FIELD_FLAG] = write_flag,           [FIELD_TEXTS] = write_texts,
    [FIELD_NUMBERS] = write_texts,       [FIELD_TABLES] = write_texts,
    [FIELD_TABLE] = write_table,         [FIELD_AT] = write_at,
    [FIELD_POSITION] = write_position,   [FIELD_RESULT] = write_text,
    [FIELD_VALUE] = write_text,          [FIELD_NUMBER] = write_text,
    [FIELD_READS] = write_reads,         [FIELD_TERMS] = write_terms,
    [FIELD_WAYS] = write_ways,           [FIELD_EXPR] = write_expr,
    [FIELD_WAY_VALUE] = write_way_value, [FIELD_LIST] = write_datum,
    [FIELD_MAP] = write_datum,
};

static void add_event(strbuf *b, event_in e) {
    const event_form *form = &event_forms[e->kind];
    strbuf_addf(b, "{\"event\":\"%s\"", form->name);
    for (const event_field *f = form->fields; f->name; f++) {
        size_t before = b->len;
        strbuf_addf(b, ",\"%s\":", f->name);
        if (!writers[f->type](b, e, f))
            b->len = before; /* no such field after all */
    }
    strbuf_add_c(b, "}\n");
}

static void add_header(strbuf *b, const trace *t) {
    strbuf_add_c(b, "{\"handtrace\":1,\"problem\":");
    json_add_text(b, t->problem);
    if (t->is_recurrence)
        strbuf_add_c(b, ",\"kind\":\"recurrence\"");
    strbuf_add_c(b, ",\"title\":");
    json_add_text(b, t->title);
    strbuf_add_c(b, ",\"instance\":");
    json_add_datum(b, t->instance);
    if (t->seed.len) {
        strbuf_add_c(b, ",\"seed\":");
        json_add_text(b, t->seed);
    }
    if (t->item)
        strbuf_addf(b, ",\"item\":%" PRId64, t->item);
    if (t->recurrence) {
        strbuf_add_c(b, ",\"recurrence\":");
        json_add_datum(b, t->recurrence);
    }
    strbuf_add_c(b, "}\n");
}

bool trace_write(const trace *t, const sink *to, arena *a) {
    enum { PIECE = 1 << 16 };
    arena_mark start = arena_here(a);
    strbuf b = strbuf_in(a);
    bool good = true;
    add_header(&b, t);
    for (size_t k = 0; good && k < t->count; k++) {
        add_event(&b, &t->events[k]);
        if (b.len < PIECE)
            continue;
        good = to->write(to->user, strbuf_text(&b));
        b.len = 0;
    }
    good = good && to->write(to->user, strbuf_text(&b));
    arena_back(a, start);
    return good;
}

str trace_to_lines(const trace *t, arena *a) {
    strbuf b = strbuf_in(a);
    add_header(&b, t);
    for (size_t k = 0; k < t->count; k++)
        add_event(&b, &t->events[k]);
    return strbuf_text(&b);
}
