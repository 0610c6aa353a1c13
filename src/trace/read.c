/* A trace file, line by line. Each line is passed over once to check its JSON and to note where its fields stand; then
 * the fields are read in the order of the event's form, so that a table is known before the place in it, whatever
 * their order in the file:
 *
 *   {"event":"try", "label":"s=1", "reads":[…], "colour":"red"}
 *   members:  event   label          reads        colour (ignored)      key → byte offset of its value
 *
 * What a run has declared so far stands in maps from id to number, new with each run. Texts without escapes are slices
 * of one copy of the whole file. */
#include "trace_reader.h"

#include "utf8.h"

#include <inttypes.h>
#include <string.h>

/* ---- lines ---- */

/* Passes over the line, an object, and notes where its fields stand. */
static bool scan_members(trace_reader *r) {
    json_scan *s = &r->scan;
    size_t from = s->at;
    r->member_count = 0;
    if (scan_peek(s) != '{')
        return error_at(r->e, r->where, s->at, 1, "expected an object on each line of a trace");
    if (!scan_skip(s) || !scan_end(s))
        return false;
    s->at = from;
    scan_open(s, '{');
    while (scan_more(s, '}')) {
        member *m = ARENA_PUSH(r->a, r, members, member_count, member_capacity);
        m->key_at = s->at;
        m->key = scan_key(s);
        scan_peek(s);
        m->at = s->at;
        scan_skip(s);
    }
    return true;
}

/* Goes to a field that must stand once at most; `*there` says whether it does. */
static bool go_to(trace_reader *r, const char *name, bool required, bool *there) {
    const member *found = NULL;
    r->field = name;
    for (size_t k = 0; k < r->member_count; k++) {
        const member *m = &r->members[k];
        if (!str_is(m->key, name))
            continue;
        if (found)
            return error_at(r->e, r->where, m->key_at, m->key.len + 2, "\"%s\" is given twice", name);
        found = m;
    }
    *there = found;
    if (found)
        r->scan.at = found->at;
    return found || !required || error_at(r->e, r->where, r->line_at, 1, "\"%s\" is missing", name);
}

static bool find_kind(trace_reader *r, event_kind *kind) {
    bool there = false;
    if (!go_to(r, "event", true, &there))
        return false;
    size_t at = r->scan.at;
    str name;
    if (!reader_text(r, &name, field_expects[FIELD_TEXT]))
        return false;
    for (*kind = 0; *kind < EVENT_KINDS; ++*kind)
        if (str_is(name, event_forms[*kind].name))
            return true;
    return error_at(r->e, r->where, at, scan_length(&r->scan, at), "an unknown event \"%.*s\"", STR_ARG(name));
}

static bool read_event(trace_reader *r) {
    event_kind kind;
    if (r->ended)
        return error_at(r->e, r->where, r->line_at, 1, "expected nothing after the answer");
    if (!scan_members(r) || !find_kind(r, &kind))
        return false;
    r->event = trace_add(r->trace, kind);
    r->event->line = r->line;
    r->place_table = SIZE_MAX;
    for (const event_field *f = event_forms[kind].fields; f->name; f++) {
        bool there = false;
        if (!go_to(r, f->name, f->required, &there))
            return false;
        if (there && !reader_field(r, f))
            return false;
    }
    return reader_finish(r);
}

/* The number of lines long enough to be an event. */
static size_t count_events(str text) {
    static const char shortest[] = "{\"event\":\"run\",\"id\":\"\"}";
    size_t count = 0, from = 0;
    for (size_t k = 0; k <= text.len; k++)
        if (k == text.len || text.ptr[k] == '\n') {
            count += k - from >= sizeof shortest - 1;
            from = k + 1;
        }
    return count;
}

static const char header_form[] = "a trace begins with {\"handtrace\":1,\"problem\":…,\"title\":…,\"instance\":…}";

/* An object that may stand there. */
static bool read_object(trace_reader *r, const char *name, datum **object) {
    bool there = false;
    if (!go_to(r, name, false, &there) || (there && !(*object = scan_read(&r->scan))))
        return false;
    if (*object && (*object)->kind != DATUM_MAP)
        return READER_FAIL(r, name, "\"%s\": expected an object", name);
    return true;
}

/* A seed has up to twenty digits, more than other programs keep of a number: it is a text. */
static bool read_seed(trace_reader *r, str *seed) {
    if (!reader_text(r, seed, "a text of digits"))
        return false;
    bool digits = seed->len > 0 && seed->len <= 20;
    for (size_t k = 0; k < seed->len; k++)
        digits = digits && seed->ptr[k] >= '0' && seed->ptr[k] <= '9';
    return digits || READER_FAIL(r, "seed", "\"seed\": expected a text of digits, got \"%.*s\"", STR_ARG(*seed));
}

static bool read_header(trace_reader *r) {
    bool there = false;
    int64_t version;
    int64_t item = 0;
    str problem, title = STR(""), kind = STR(""), seed = STR("");
    datum *instance = NULL, *recurrence = NULL;
    if (!scan_members(r))
        return false;
    if (!reader_find(r, "handtrace"))
        return error_at(r->e, r->where, r->line_at, 1, "%s", header_form);
    if (!go_to(r, "handtrace", true, &there) || !reader_integer(r, &version, INT64_MIN, "the version, 1"))
        return false;
    if (version != 1)
        return READER_FAIL(r, "handtrace", "version %" PRId64 " of the trace format is not known, only 1", version);
    if (!go_to(r, "problem", true, &there) || !reader_text(r, &problem, field_expects[FIELD_TEXT]))
        return false;
    if (!go_to(r, "title", false, &there) || (there && !reader_text(r, &title, field_expects[FIELD_TEXT])))
        return false;
    if (!go_to(r, "kind", false, &there) || (there && !reader_text(r, &kind, "\"recurrence\"")))
        return false;
    if (kind.len && !str_is(kind, "recurrence"))
        return READER_FAIL(r, "kind", "\"kind\": expected \"recurrence\", got \"%.*s\"", STR_ARG(kind));
    if (!read_object(r, "instance", &instance) || !read_object(r, "recurrence", &recurrence))
        return false;
    if (!go_to(r, "seed", false, &there) || (there && !read_seed(r, &seed)))
        return false;
    if (!go_to(r, "item", false, &there) || (there && !reader_integer(r, &item, 1, "the number of a sheet, from 1")))
        return false;
    r->trace = trace_new(r->a, problem, title, instance);
    r->trace->seed = seed;
    r->trace->item = item;
    r->trace->is_recurrence = kind.len > 0;
    r->trace->recurrence = recurrence;
    r->trace->where = r->where;
    trace_reserve(r->trace, count_events(str_slice(r->whole, r->scan.text.len, r->whole.len)));
    return true;
}

static bool read_lines(trace_reader *r, str text, size_t at) {
    for (; at < text.len; r->line++) {
        const char *end = memchr(text.ptr + at, '\n', text.len - at);
        size_t line_end = end ? (size_t)(end - text.ptr) : text.len;
        r->scan.text = str_slice(text, 0, line_end);
        r->scan.at = at;
        bool blank = scan_peek(&r->scan) == 0 && r->scan.at == line_end;
        r->line_at = r->scan.at;
        if (!blank && !(r->trace ? read_event(r) : read_header(r)))
            return false;
        at = line_end + 1;
    }
    return true;
}

trace *trace_from_lines(const source *where, arena *a, error *e) {
    if (error_set(e))
        return NULL;
    if (!source_is_text(where, e))
        return NULL;
    trace_reader r = {
        .where = where, .a = a, .e = e, .line = 1, .whole = str_copy(a, where->text), .cell_table = SIZE_MAX};
    r.scan = (json_scan){.where = where, .a = a, .e = e};
    if (!read_lines(&r, r.whole, str_starts(r.whole, "\xEF\xBB\xBF") ? 3 : 0))
        return NULL;
    if (!r.trace)
        error_at(e, where, r.whole.len, 1, "%s", header_form);
    return r.trace;
}
