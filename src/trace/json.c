/* JSON, read by byte offsets and without a bound on integers. A library would hand over values without places and
 * refuse integers beyond 64 bits, while every fault in a trace has to be named with line and column, so the walk is our
 * own; a library reads the same texts in the tests. Nesting is a stack of levels, never the C stack:
 *
 *   {"terms": [ {"name": …
 *   levels:    }  ]  }          what closes each open list or map, and the data being built for it
 */
#include "json_scan.h"
#include "trace.h"

#include "utf8.h"
#include "visible.h"

#include <stdlib.h>
#include <string.h>

static bool fail(json_scan *s, size_t at, size_t end, const char *message) {
    return error_at(s->e, s->where, at, end - at, "%s", message);
}

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

char scan_peek(json_scan *s) {
    while (s->at < s->text.len && is_space(s->text.ptr[s->at]))
        s->at++;
    return s->at < s->text.len ? s->text.ptr[s->at] : 0;
}

bool scan_end(json_scan *s) {
    scan_peek(s);
    return s->at == s->text.len || fail(s, s->at, s->at + 1, "expected nothing after the end of the value");
}

static char byte_at(const json_scan *s, size_t at) {
    return at < s->text.len ? s->text.ptr[at] : 0;
}

/* The four hexadecimal digits of \uXXXX, or -1. */
static int32_t hex4(const json_scan *s, size_t at) {
    int32_t value = 0;
    for (size_t k = at; k < at + 4; k++) {
        const char *digits = "0123456789abcdef";
        char c = byte_at(s, k);
        const char *place = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
        if (!place)
            return -1;
        value = value * 16 + (int32_t)(place - digits);
    }
    return value;
}

/* The code point of \uXXXX at s->at, which may be a pair of surrogates. */
static bool unicode_escape(json_scan *s, uint32_t *code_point) {
    size_t from = s->at;
    int32_t c = hex4(s, from + 2);
    if (c < 0)
        return fail(s, from, from + 2, "expected four hexadecimal digits after \\u");
    s->at += 6;
    if (c == 0)
        return fail(s, from, s->at, "a text cannot hold the character NUL");
    if (c >= 0xD800 && c <= 0xDFFF) {
        int32_t low = byte_at(s, s->at) == '\\' && byte_at(s, s->at + 1) == 'u' ? hex4(s, s->at + 2) : -1;
        if (c >= 0xDC00 || low < 0xDC00 || low > 0xDFFF)
            return fail(s, from, s->at, "half of a surrogate pair");
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        s->at += 6;
    }
    *code_point = (uint32_t)c;
    return true;
}

static bool escape(json_scan *s, strbuf *out) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = byte_at(s, s->at + 1);
    const char *known = c ? strchr(letters, c) : NULL;
    uint32_t code_point = 0;
    if (known) {
        s->at += 2;
        code_point = (uint32_t)meant[known - letters];
    } else if (c != 'u')
        return fail(s, s->at, s->at + 1, "an unknown escape after the backslash");
    else if (!unicode_escape(s, &code_point))
        return false;
    if (out)
        strbuf_add_code_point(out, code_point);
    return true;
}

/* Passes over the string at s->at, whose opening quote stands there; adds its text to `out` unless that is NULL. */
static bool pass_string(json_scan *s, strbuf *out) {
    size_t from = s->at++;
    for (;;) {
        size_t plain = s->at;
        while (plain < s->text.len && s->text.ptr[plain] != '"' && s->text.ptr[plain] != '\\' &&
               (unsigned char)s->text.ptr[plain] >= 0x20)
            plain++;
        if (out)
            strbuf_add(out, str_slice(s->text, s->at, plain));
        s->at = plain;
        if (s->at >= s->text.len)
            return fail(s, from, from + 1, "this text is never closed");
        if (s->text.ptr[s->at] == '"')
            break;
        if (s->text.ptr[s->at] != '\\')
            return fail(s, s->at, s->at + 1, "a control character in a text: write it as \\u00XX");
        if (!escape(s, out))
            return false;
    }
    s->at++;
    return true;
}

static bool pass_digits(json_scan *s, const char *missing) {
    if (!char_is_digit(byte_at(s, s->at)))
        return fail(s, s->at, s->at + 1, missing);
    while (char_is_digit(byte_at(s, s->at)))
        s->at++;
    return true;
}

/* Passes over the number at s->at; tells whether it is a real. */
static bool pass_number(json_scan *s, bool *real) {
    *real = false;
    if (byte_at(s, s->at) == '-')
        s->at++;
    size_t first = s->at;
    if (!pass_digits(s, "expected a digit"))
        return false;
    if (byte_at(s, first) == '0' && s->at > first + 1)
        return fail(s, first, s->at, "a number does not begin with 0");
    if (byte_at(s, s->at) == '.') {
        *real = true;
        s->at++;
        if (!pass_digits(s, "expected a digit after the point"))
            return false;
    }
    if (byte_at(s, s->at) == 'e' || byte_at(s, s->at) == 'E') {
        *real = true;
        s->at++;
        if (byte_at(s, s->at) == '+' || byte_at(s, s->at) == '-')
            s->at++;
        return pass_digits(s, "expected a digit in the exponent");
    }
    return true;
}

static const struct literal {
    str text;
    datum_kind kind;
    bool value;
} literals[] = {{{"null", 4}, DATUM_NULL, false}, {{"true", 4}, DATUM_BOOL, true}, {{"false", 5}, DATUM_BOOL, false}};

static const struct literal *literal_at(const json_scan *s) {
    for (size_t k = 0; k < sizeof literals / sizeof *literals; k++)
        if (str_equal(str_slice(s->text, s->at, s->at + literals[k].text.len), literals[k].text))
            return &literals[k];
    return NULL;
}

/* The text between the quotes at `from` and before `to`, decoded if there are escapes. */
static str text_between(json_scan *s, size_t from, size_t to) {
    str raw = str_slice(s->text, from + 1, to - 1);
    if (!raw.len || !memchr(raw.ptr, '\\', raw.len))
        return raw;
    json_scan again = *s;
    again.at = from;
    strbuf b = strbuf_in(s->a);
    pass_string(&again, &b);
    return strbuf_text(&b);
}

static str integer_between(const json_scan *s, size_t from, size_t to) {
    str digits = str_slice(s->text, from, to);
    return str_is(digits, "-0") ? str_slice(digits, 1, 2) : digits;
}

/* The integer of a text of digits, or the nearest that fits. */
static int64_t nearest_integer(str digits) {
    char text[32];
    if (digits.len >= sizeof text)
        return digits.ptr[0] == '-' ? INT64_MIN : INT64_MAX;
    memcpy(text, digits.ptr, digits.len);
    text[digits.len] = 0;
    return strtoll(text, NULL, 10); /* clamps */
}

/* Passes over a text, number or literal at s->at; builds it if `keep`. */
static bool scalar(json_scan *s, bool keep, datum **built) {
    size_t from = s->at;
    char c = byte_at(s, from);
    const struct literal *l = c >= 'a' && c <= 'z' ? literal_at(s) : NULL;
    datum *d = NULL;
    if (c == '"') {
        if (!pass_string(s, NULL))
            return false;
        d = keep ? datum_text(s->a, text_between(s, from, s->at)) : NULL;
    } else if (c == '-' || char_is_digit(c)) {
        bool real;
        if (!pass_number(s, &real))
            return false;
        if (keep && real)
            return fail(s, from, s->at, "a real number: exact values are written as texts, as in \"8/3\"");
        if (keep) {
            d = ARENA_NEW(s->a, datum);
            d->kind = DATUM_INTEGER;
            d->text = integer_between(s, from, s->at);
            d->integer = nearest_integer(d->text);
        }
    } else if (l) {
        s->at += l->text.len;
        if (keep) {
            d = l->kind == DATUM_BOOL ? datum_bool(s->a, l->value) : datum_null(s->a);
        }
    } else if (s->at >= s->text.len)
        return fail(s, s->at, s->at + 1, "expected a value, got the end of the text");
    else
        return fail(s, s->at, s->at + 1, "expected a value");
    if (d) {
        d->at = from;
        d->length = s->at - from;
    }
    *built = d;
    return true;
}

typedef struct level {
    char closer;
    datum *holder; /* NULL unless data are kept */
    str key;       /* of the item being read */
    size_t key_at;
} level;

typedef struct walk {
    json_scan *scan;
    bool keep;
    level *levels; /* JSON_DEPTH of them */
    size_t depth;
    datum *done; /* the value just completed */
} walk;

static int by_key(const void *a, const void *b) {
    const datum *x = *(datum *const *)a, *y = *(datum *const *)b;
    int order = str_compare(x->key, y->key);
    return order ? order : (x->key_at > y->key_at) - (x->key_at < y->key_at);
}

/* Keys are compared once the map is complete, sorted, so that a map of many keys takes no square of their number. */
static bool keys_differ(json_scan *s, const datum *map) {
    if (map->count < 2)
        return true;
    datum **sorted = ARENA_ARRAY(s->a, datum *, map->count);
    memcpy(sorted, map->items, map->count * sizeof *sorted);
    qsort(sorted, map->count, sizeof *sorted, by_key);
    for (size_t k = 1; k < map->count; k++)
        if (str_equal(sorted[k - 1]->key, sorted[k]->key))
            return error_at(s->e, s->where, sorted[k]->key_at, scan_length(s, sorted[k]->key_at),
                            "the key \"%.*s\" is given twice", STR_ARG(sorted[k]->key));
    return true;
}

/* Steps into a list or map. */
static bool step_in(walk *w, char opener) {
    json_scan *s = w->scan;
    if (w->depth == JSON_DEPTH)
        return fail(s, s->at, s->at + 1, "nested too deeply");
    level *l = &w->levels[w->depth++];
    *l = (level){.closer = opener == '[' ? ']' : '}'};
    if (w->keep) {
        l->holder = opener == '[' ? datum_list(s->a) : datum_map(s->a);
        l->holder->at = s->at;
    }
    s->at++;
    return true;
}

static bool step_out(walk *w) {
    json_scan *s = w->scan;
    level *l = &w->levels[--w->depth];
    s->at++;
    w->done = l->holder;
    if (!l->holder)
        return true;
    l->holder->length = s->at - l->holder->at;
    return l->closer == ']' || keys_differ(s, l->holder);
}

/* The key of the next item of a map, and its colon. */
static bool pass_key(walk *w) {
    json_scan *s = w->scan;
    level *l = &w->levels[w->depth - 1];
    if (scan_peek(s) != '"')
        return fail(s, s->at, s->at + 1, "expected a key in quotes");
    l->key_at = s->at;
    if (!pass_string(s, NULL))
        return false;
    if (w->keep)
        l->key = text_between(s, l->key_at, s->at);
    if (scan_peek(s) != ':')
        return fail(s, s->at, s->at + 1, "expected a colon after the key");
    s->at++;
    return true;
}

static void hang_in(walk *w) {
    level *l = &w->levels[w->depth - 1];
    if (!w->keep)
        return;
    if (l->closer == '}') {
        w->done->key = l->key;
        w->done->key_at = l->key_at;
    }
    datum_add(w->scan->a, l->holder, w->done);
}

/* After a value: steps out of all that ends here, to the next item or to the end of the whole. */
static bool pass_separators(walk *w) {
    json_scan *s = w->scan;
    while (w->depth) {
        hang_in(w);
        char c = scan_peek(s), closer = w->levels[w->depth - 1].closer;
        if (c == ',') {
            s->at++;
            return true;
        }
        if (c != closer && s->at >= s->text.len)
            return fail(s, s->at, s->at + 1,
                        closer == ']' ? "the text ends inside a list" : "the text ends inside an object");
        if (c != closer)
            return fail(s, s->at, s->at + 1, closer == ']' ? "expected ',' or ']'" : "expected ',' or '}'");
        if (!step_out(w))
            return false;
    }
    return true;
}

/* One value, from its first byte to its last. */
static bool walk_value(walk *w) {
    json_scan *s = w->scan;
    do {
        if (w->depth && w->levels[w->depth - 1].closer == '}' && !pass_key(w))
            return false;
        char c = scan_peek(s);
        if (c != '[' && c != '{') {
            if (!scalar(s, w->keep, &w->done))
                return false;
        } else {
            if (!step_in(w, c))
                return false;
            if (scan_peek(s) != w->levels[w->depth - 1].closer)
                continue;
            if (!step_out(w))
                return false;
        }
        if (!pass_separators(w))
            return false;
    } while (w->depth);
    return true;
}

bool scan_skip(json_scan *s) {
    level levels[JSON_DEPTH];
    walk w = {.scan = s, .levels = levels};
    return walk_value(&w);
}

datum *scan_read(json_scan *s) {
    level levels[JSON_DEPTH];
    walk w = {.scan = s, .keep = true, .levels = levels};
    return walk_value(&w) ? w.done : NULL;
}

size_t scan_length(const json_scan *s, size_t at) {
    json_scan again = *s;
    error none = error_in(s->a);
    again.at = at;
    again.e = &none;
    scan_skip(&again);
    return again.at - at;
}

bool scan_open(json_scan *s, char opener) {
    if (scan_peek(s) != opener)
        return false;
    s->at++;
    return true;
}

bool scan_more(json_scan *s, char closer) {
    char c = scan_peek(s);
    if (c == ',') {
        s->at++;
        c = scan_peek(s);
    }
    if (c != closer)
        return c != 0;
    s->at++;
    return false;
}

bool scan_is_text(json_scan *s) {
    return scan_peek(s) == '"';
}

bool scan_is_integer(json_scan *s) {
    char c = scan_peek(s);
    if (c != '-' && !char_is_digit(c))
        return false;
    json_scan again = *s;
    bool real;
    return pass_number(&again, &real) && !real;
}

str scan_text(json_scan *s) {
    scan_peek(s);
    size_t from = s->at;
    pass_string(s, NULL);
    return text_between(s, from, s->at);
}

str scan_key(json_scan *s) {
    str key = scan_text(s);
    scan_peek(s);
    s->at++;
    return key;
}

str scan_integer(json_scan *s) {
    scan_peek(s);
    size_t from = s->at;
    bool real;
    pass_number(s, &real);
    return integer_between(s, from, s->at);
}

/* A copy of the source's text, so that what is read may be slices of it and outlive the source. */
datum *json_to_datum(const source *where, arena *a, error *e) {
    if (error_set(e))
        return NULL;
    if (!source_is_text(where, e))
        return NULL;
    json_scan s = {.where = where, .text = str_copy(a, where->text), .a = a, .e = e};
    if (str_starts(s.text, "\xEF\xBB\xBF"))
        s.at = 3;
    datum *d = scan_read(&s);
    return d && scan_end(&s) ? d : NULL;
}

/* \u200b, or the pair of surrogates of a code point beyond 16 bits. */
static void add_escaped(strbuf *b, uint32_t c) {
    if (c < 0x10000)
        strbuf_addf(b, "\\u%04x", (unsigned)c);
    else
        strbuf_addf(b, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (c >> 10)), (unsigned)(0xDC00 + (c & 0x3FF)));
}

static void add_special(strbuf *b, unsigned char c) {
    static const char control[] = "\b\f\n\r\t", letter[] = "bfnrt";
    const char *known = c ? strchr(control, c) : NULL;
    if (c == '"' || c == '\\')
        strbuf_addf(b, "\\%c", c);
    else if (known)
        strbuf_addf(b, "\\%c", letter[known - control]);
    else
        add_escaped(b, c);
}

/* Whatever is hidden is escaped, so that a terminal shows an answer as it is. */
void json_add_text(strbuf *b, str text) {
    strbuf_add_byte(b, '"');
    size_t from = 0;
    for (size_t k = 0; k < text.len;) {
        unsigned char c = (unsigned char)text.ptr[k];
        size_t at = k++;
        if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\')
            continue;
        uint32_t wide = c;
        if (c >= 0x7F) {
            k = at;
            wide = utf8_next(text, &k);
            if (!visible_is_hidden(text, at))
                continue;
        }
        strbuf_add(b, str_slice(text, from, at));
        from = k;
        if (wide < 0x7F)
            add_special(b, c);
        else
            add_escaped(b, wide);
    }
    strbuf_add(b, str_slice(text, from, text.len));
    strbuf_add_byte(b, '"');
}

static void add_scalar(strbuf *b, const datum *d) {
    if (d->kind == DATUM_TEXT)
        json_add_text(b, d->text);
    else if (d->kind == DATUM_NULL)
        strbuf_add_c(b, "null");
    else
        strbuf_add(b, datum_as_text(d));
}

static bool has_items(const datum *d) {
    return d->kind == DATUM_LIST || d->kind == DATUM_MAP;
}

typedef struct writing {
    struct {
        const datum *holder;
        size_t next;
    } * levels;
    size_t depth, capacity;
} writing;

void json_add_datum(strbuf *b, const datum *d) {
    writing w = {0};
    const datum *now = d;
    for (;;) {
        if (now && has_items(now)) {
            ARENA_PUSH(b->arena, &w, levels, depth, capacity)->holder = now;
            w.levels[w.depth - 1].next = 0;
            strbuf_add_byte(b, now->kind == DATUM_LIST ? '[' : '{');
        } else if (now)
            add_scalar(b, now);
        now = NULL;
        if (w.depth == 0)
            return;
        const datum *holder = w.levels[w.depth - 1].holder;
        size_t next = w.levels[w.depth - 1].next++;
        if (next == holder->count) {
            strbuf_add_byte(b, holder->kind == DATUM_LIST ? ']' : '}');
            w.depth--;
            continue;
        }
        now = holder->items[next];
        if (next)
            strbuf_add_byte(b, ',');
        if (holder->kind == DATUM_MAP) {
            json_add_text(b, now->key);
            strbuf_add_byte(b, ':');
        }
    }
}

str json_from_datum(const datum *d, arena *a) {
    strbuf b = strbuf_in(a);
    json_add_datum(&b, d);
    return strbuf_text(&b);
}
