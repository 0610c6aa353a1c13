/* Phrases stand in one list sorted by key; each holds its templates, read when the file is added:
 *
 *   cell.tie  ──▶ other: template
 *   splits    ──▶ by candidate_count   one: template   two: template   other: template
 */
#include "phrases.h"

#include "blanks.h"
#include "context.h"
#include "expansion.h"
#include "nearest.h"
#include "utf8.h"
#include "yaml.h"

static const char *const form_names[] = {"zero", "one", "two", "three", "other"};
enum { FORMS = sizeof form_names / sizeof *form_names, FORM_OTHER = FORMS - 1 };

typedef struct phrase {
    str key;
    str by;
    const source *source;
    size_t by_at;
    const mustache *forms[FORMS];
} phrase;

struct phrases {
    arena *arena;
    phrase *items;
    size_t count, capacity;
};

phrases *phrases_new(arena *a) {
    phrases *p = ARENA_NEW(a, phrases);
    p->arena = a;
    return p;
}

/* Index of the first phrase whose key is not below `key`. */
static size_t place_of(const phrases *p, str key) {
    size_t low = 0, high = p->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (str_compare(p->items[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const phrase *find(const phrases *p, str key) {
    size_t k = p ? place_of(p, key) : 0;
    return p && k < p->count && str_equal(p->items[k].key, key) ? &p->items[k] : NULL;
}

static bool put(phrases *p, phrase new, size_t at, error *e) {
    size_t k = place_of(p, new.key);
    const phrase *old = find(p, new.key);
    if (old && old->source == new.source)
        return error_at(e, new.source, at, 1, "the phrase \"%.*s\" is given twice", STR_ARG(new.key));
    if (k == p->count || !str_equal(p->items[k].key, new.key)) {
        (void)ARENA_PUSH(p->arena, p, items, count, capacity);
        for (size_t i = p->count - 1; i > k; i--)
            p->items[i] = p->items[i - 1];
    }
    p->items[k] = new;
    return true;
}

/* Whether the blank at byte k stands for a line end of the file where Chinese has no blank. */
static bool is_needless_fold(const wording_text *t, size_t k, uint32_t before) {
    char there = t->source->text.ptr[t->places[k]];
    size_t after = k + 1;
    if (t->text.ptr[k] != ' ' || (there != '\n' && there != '\r') || after == t->text.len)
        return false;
    return !blank_is_kept(before, utf8_next(t->text, &after));
}

/* A long Chinese phrase may be folded over several lines without gaining blanks. */
static wording_text without_needless_folds(const wording_text *t, arena *a) {
    char *text = arena_alloc(a, t->text.len + 1);
    size_t *places = ARENA_ARRAY(a, size_t, t->text.len + 1), length = 0;
    uint32_t before = ' ';
    for (size_t at = 0; at < t->text.len;) {
        size_t from = at;
        uint32_t c = utf8_next(t->text, &at);
        if (is_needless_fold(t, from, before))
            continue;
        for (size_t k = from; k < at; k++) {
            places[length] = t->places[k];
            text[length++] = t->text.ptr[k];
        }
        before = c;
    }
    places[length] = t->places[t->text.len];
    return (wording_text){{text, length}, t->source, 0, places};
}

static const mustache *read_form(phrases *p, const source *where, const datum *d, error *e) {
    if (d->kind != DATUM_TEXT) {
        error_at(e, where, d->at, d->length, "a phrase is a text");
        return NULL;
    }
    wording_text t = {d->text, where, 0, yaml_places(where, d, p->arena)};
    while (t.text.len && t.text.ptr[t.text.len - 1] == '\n')
        t.text.len--;
    t = without_needless_folds(&t, p->arena);
    return mustache_parse(&t, p->arena, e);
}

static size_t form_named(str name) {
    size_t k = 0;
    while (k < FORMS && !str_is(name, form_names[k]))
        k++;
    return k;
}

static bool refuse_form(const phrases *p, const source *where, const datum *form, error *e) {
    str names[FORMS];
    for (size_t k = 0; k < FORMS; k++)
        names[k] = str_of(form_names[k]);
    str near = nearest_word(form->key, names, FORMS, p->arena);
    if (near.len)
        return error_at(e, where, form->key_at, form->key.len, "unknown form \"%.*s\"; did you mean \"%.*s\"?",
                        STR_ARG(form->key), STR_ARG(near));
    return error_at(e, where, form->key_at, form->key.len,
                    "unknown form \"%.*s\"; the forms are zero, one, two, three, other", STR_ARG(form->key));
}

static bool add_forms(phrases *p, str key, const source *where, const datum *forms, error *e) {
    const datum *by = datum_get(forms, "by");
    phrase new = {.key = key, .by = by->text, .source = where, .by_at = by->at};
    if (by->kind != DATUM_TEXT || by->text.len == 0)
        return error_at(e, where, by->at, by->length, "`by` names the number that chooses the form");
    for (size_t k = 0; k < forms->count; k++) {
        const datum *form = forms->items[k];
        if (form == by)
            continue;
        size_t index = form_named(form->key);
        if (index == FORMS)
            return refuse_form(p, where, form, e);
        new.forms[index] = read_form(p, where, form, e);
        if (!new.forms[index])
            return false;
    }
    if (!new.forms[FORM_OTHER])
        return error_at(e, where, forms->key_at, forms->key.len, "the phrase \"%.*s\" needs the form \"other\"",
                        STR_ARG(key));
    return put(p, new, forms->key_at, e);
}

enum { KEY_DEPTH = 16 };

static bool add_map(phrases *p, str prefix, const source *where, const datum *map, int depth, error *e);

static bool add_entry(phrases *p, str key, const source *where, const datum *d, int depth, error *e) {
    if (d->kind == DATUM_MAP && datum_get(d, "by"))
        return add_forms(p, key, where, d, e);
    if (d->kind == DATUM_MAP)
        return add_map(p, key, where, d, depth + 1, e);
    phrase new = {.key = key, .source = where};
    new.forms[FORM_OTHER] = read_form(p, where, d, e);
    if (!new.forms[FORM_OTHER])
        return false;
    return put(p, new, d->key_at, e);
}

static bool add_map(phrases *p, str prefix, const source *where, const datum *map, int depth, error *e) {
    if (depth > KEY_DEPTH)
        return error_at(e, where, map->at, 1, "keys nested more than %d deep", KEY_DEPTH);
    for (size_t k = 0; k < map->count; k++) {
        const datum *d = map->items[k];
        str key = prefix.len ? str_format(p->arena, "%.*s.%.*s", STR_ARG(prefix), STR_ARG(d->key)) : d->key;
        if (!add_entry(p, key, where, d, depth, e))
            return false;
    }
    return true;
}

bool phrases_add(phrases *p, const source *where, error *e) {
    const datum *file = yaml_to_datum(where, 0, where->text.len, p->arena, e);
    if (!file)
        return false;
    if (file->kind == DATUM_TEXT && file->text.len == 0)
        return true;
    if (file->kind != DATUM_MAP)
        return error_at(e, where, file->at, 1, "a file of phrases is a map of keys to texts");
    return add_map(p, STR(""), where, file, 1, e);
}

bool phrases_have(const phrases *p, str key) {
    return find(p, key) != NULL;
}

/* The form for a count: a text of digits up to three, else `other`. */
static size_t form_of(const view_value *v) {
    static const char *const digits[] = {"0", "1", "2", "3"};
    for (size_t k = 0; k < FORM_OTHER; k++)
        if (v->kind == VIEW_LIST ? v->count == k : v->kind == VIEW_TEXT && str_is(v->text, digits[k]))
            return k;
    if (v->kind == VIEW_FALSE)
        return 0;
    return FORM_OTHER;
}

static const mustache *chosen_form(const phrase *p, const context *c, arena *a, error *e) {
    if (p->by.len == 0)
        return p->forms[FORM_OTHER];
    view_value v = context_lookup(c, p->by, a);
    if (v.kind == VIEW_MISSING) {
        str unknown = context_unknown(c, p->by, a);
        error_at(e, p->source, p->by_at, p->by.len, "%.*s", STR_ARG(unknown));
        return NULL;
    }
    const mustache *m = p->forms[form_of(&v)];
    return m ? m : p->forms[FORM_OTHER];
}

static str unknown_phrase(const phrases *p, str key, arena *a) {
    size_t count = p ? p->count : 0;
    str *keys = ARENA_ARRAY(a, str, count);
    for (size_t k = 0; k < count; k++)
        keys[k] = p->items[k].key;
    str near = nearest_word(key, keys, count, a);
    if (near.len == 0)
        return str_format(a, "unknown phrase \"%.*s\"", STR_ARG(key));
    return str_format(a, "unknown phrase \"%.*s\"; did you mean \"%.*s\"?", STR_ARG(key), STR_ARG(near));
}

static bool expand_form(const phrases *p, const phrase *found, const context *c, mustache_escape escape, arena *a,
                        expansion *out, error *e) {
    const mustache *m = chosen_form(found, c, a, e);
    if (!m)
        return false;
    const saying here = {found, out->said};
    out->said = &here;
    out->depth++;
    bool fine = mustache_render(m, c, p, escape, a, out, e);
    out->depth--;
    out->said = here.outer;
    return fine;
}

str phrases_say(const phrases *p, str key, const context *c, mustache_escape escape, arena *a, error *e) {
    const phrase *found = find(p, key);
    if (!found) {
        str unknown = unknown_phrase(p, key, a);
        error_plain(e, STATUS_INPUT, "%.*s", STR_ARG(unknown));
        return STR("");
    }
    expansion out = {0};
    return expand_form(p, found, c, escape, a, &out, e) ? out.text : STR("");
}

static bool is_being_said(const expansion *x, const phrase *p) {
    const saying *s = x->said;
    while (s && s->phrase != p)
        s = s->outer;
    return s != NULL;
}

bool phrases_expand(const phrases *p, str key, const context *c, mustache_escape escape, const source *asking,
                    size_t at, size_t length, arena *a, expansion *out, error *e) {
    const phrase *found = find(p, key);
    if (!found) {
        str unknown = unknown_phrase(p, key, a);
        return error_at(e, asking, at, length, "%.*s", STR_ARG(unknown));
    }
    if (out->depth == EXPANSION_DEPTH && is_being_said(out, found))
        return error_at(e, asking, at, length, "the phrase \"%.*s\" includes itself", STR_ARG(key));
    if (out->depth == EXPANSION_DEPTH)
        return error_at(e, asking, at, length, "phrases that include one another must be at most %d deep",
                        EXPANSION_DEPTH);
    return expand_form(p, found, c, escape, a, out, e);
}
