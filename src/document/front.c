#include "front.h"

#include "nearest.h"
#include "yaml.h"

/* `any`: the value may be a list or map; else it is a text. */
static const struct {
    const char *name;
    bool any;
} keys[] = {
    {"title", false}, {"subtitle", false},     {"author", false},        {"subject", false},
    {"lang", false},  {"paper", false},        {"theme", false},         {"foot", false},
    {"runs", true},   {"running_left", false}, {"running_right", false}, {"blank", false},
};
enum { KEYS = sizeof keys / sizeof *keys };

static size_t key_named(str name) {
    size_t k = 0;
    while (k < KEYS && !str_is(name, keys[k].name))
        k++;
    return k;
}

static bool refuse_key(const source *template, const datum *d, arena *a, error *e) {
    str names[KEYS];
    for (size_t k = 0; k < KEYS; k++)
        names[k] = str_of(keys[k].name);
    str near = nearest_word(d->key, names, KEYS, a);
    if (near.len)
        return error_at(e, template, d->key_at, d->key.len, "unknown key \"%.*s\"; did you mean \"%.*s\"?",
                        STR_ARG(d->key), STR_ARG(near));
    strbuf all = strbuf_in(a);
    for (size_t k = 0; k < KEYS; k++)
        strbuf_addf(&all, "%s%s", k ? ", " : "", keys[k].name);
    str list = strbuf_text(&all);
    return error_at(e, template, d->key_at, d->key.len, "unknown key \"%.*s\"; known are %.*s", STR_ARG(d->key),
                    STR_ARG(list));
}

static bool check(const source *template, const datum *front, arena *a, error *e) {
    if (front->kind != DATUM_MAP)
        return error_at(e, template, front->at, front->length, "the front matter holds lines of the form key: value");
    for (size_t k = 0; k < front->count; k++) {
        const datum *d = front->items[k];
        size_t key = key_named(d->key);
        if (key == KEYS)
            return refuse_key(template, d, a, e);
        if (!keys[key].any && d->kind != DATUM_TEXT)
            return error_at(e, template, d->at, d->length, "\"%s\": expected a text", keys[key].name);
    }
    return true;
}

static size_t line_end(str text, size_t from) {
    size_t end = str_find(text, STR("\n"), from);
    return end == SIZE_MAX ? text.len : end + 1;
}

static bool is_line(str text, size_t from, size_t to, const char *words) {
    return str_is(str_trim(str_slice(text, from, to)), words) && text.ptr[from] == words[0];
}

datum *front_read(const source *template, size_t *body, arena *a, error *e) {
    str text = template->text;
    if (!source_is_text(template, e))
        return NULL;
    size_t from = str_starts(text, "\xEF\xBB\xBF") ? 3 : 0, first = line_end(text, from);
    *body = from;
    if (from == first || !is_line(text, from, first, "---"))
        return datum_map(a);
    for (size_t at = first; at < text.len;) {
        size_t next = line_end(text, at);
        if (is_line(text, at, next, "---")) {
            *body = next;
            datum *front = yaml_to_datum(template, first, at - first, a, e);
            return front && check(template, front, a, e) ? front : NULL;
        }
        at = next;
    }
    error_at(e, template, from, 3, "the front matter opened here is not closed by a line of ---");
    return NULL;
}

/* A wrong language is found out here, where its place is known. */
static bool check_lang(const datum *front, const source *template, error *e) {
    const datum *lang = datum_get(front, "lang");
    if (!lang || str_is(lang->text, "en") || str_is(lang->text, "zh"))
        return true;
    return error_at(e, template, lang->at, lang->length, "unknown language \"%.*s\"; known are en and zh",
                    STR_ARG(lang->text));
}

bool front_expand(datum *front, const source *template, const context *c, const phrases *p, arena *a, error *e) {
    for (size_t k = 0; k < front->count; k++) {
        datum *d = front->items[k];
        if (d->kind != DATUM_TEXT || str_find(d->text, STR("{{"), 0) == SIZE_MAX)
            continue;
        wording_text text = {d->text, template, 0, yaml_places(template, d, a)};
        expansion x = {0};
        if (!mustache_expand_text(&text, c, p, NULL, a, &x, e))
            return false;
        d->text = x.text;
    }
    return check_lang(front, template, e);
}
