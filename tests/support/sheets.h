/* Sheets of a problem, for the tests that make them: the road from an instance to Markdown, and on to pages, with what
 * a page must never show. Open a sheet_kit for a problem, a template and a language, then make what is wanted. */
#ifndef HANDTRACE_TEST_SHEETS_H
#define HANDTRACE_TEST_SHEETS_H

#include "build.h"
#include "context.h"
#include "output.h"
#include "problem.h"
#include "sheet.h"
#include "yaml.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct sheet_kit {
    const problem *problem;
    str lang;
    theme theme;
    fonts *fonts;
    phrases *phrases;
    source template;
} sheet_kit;

static inline source read_template(arena *a, const char *folder, const char *file) {
    error e = error_in(a);
    source s = {.name = str_format(a, "%s/templates/%s/%s", TEST_SOURCE_DIR, folder, file)};
    if (!input_read(a, s.name, &s.text, &e))
        fail_msg("%.*s", STR_ARG(error_text(&e)));
    return s;
}

static inline sheet_kit sheet_kit_open(arena *a, const char *problem, const char *template, const char *lang) {
    error e = error_in(a);
    sheet_kit k = {.problem = problem_named(str_of(problem)), .lang = str_of(lang), .phrases = phrases_new(a)};
    assert_non_null(k.problem);
    k.theme = theme_default(k.lang);
    k.fonts = fonts_open(a, k.theme.fonts, &e);
    const char *const folders[] = {"common", problem};
    for (size_t f = 0; f < 2; f++) {
        source *s = ARENA_NEW(a, source);
        *s = read_template(a, folders[f], str_format(a, "phrases.%s.yaml", lang).ptr);
        phrases_add(k.phrases, s, &e);
    }
    k.template = read_template(a, problem, str_format(a, "%s.%s.md", template, lang).ptr);
    if (error_set(&e))
        fail_msg("%.*s", STR_ARG(error_text(&e)));
    return k;
}

/* The instance as it is typed: one argument, or several separated by '|' (for texts that may hold blanks). */
static inline datum *sheet_instance(const sheet_kit *k, str typed, arena *a) {
    error e = error_in(a);
    problem_input in = {0};
    str *arguments = ARENA_ARRAY(a, str, typed.len + 1);
    strbuf joined = strbuf_in(a);
    for (size_t from = 0; from <= typed.len;) {
        size_t bar = str_find(typed, STR("|"), from);
        arguments[in.argument_count] = str_slice(typed, from, bar);
        strbuf_add_c(&joined, in.argument_count ? " " : "");
        strbuf_add(&joined, arguments[in.argument_count++]);
        from = bar == SIZE_MAX ? typed.len + 1 : bar + 1;
    }
    source text = {STR("<arguments>"), strbuf_text(&joined)};
    in.text = &text;
    in.arguments = arguments;
    in.options = datum_map(a);
    datum *d = k->problem->parse(&in, a, &e);
    if (!d)
        fail_msg("%.*s: %.*s", STR_ARG(typed), STR_ARG(error_text(&e)));
    return d;
}

static inline story *sheet_story(const sheet_kit *k, const datum *instance, arena *a) {
    error e = error_in(a);
    trace *t = trace_new(a, str_of(k->problem->name), str_of(k->problem->title), (datum *)instance);
    story *s = k->problem->solve(instance, t, a, &e) ? story_build(t, a, &e) : NULL;
    if (!s)
        fail_msg("%.*s", STR_ARG(error_text(&e)));
    return s;
}

/* The document of a story; `written`: its instance in one line. */
static inline document *sheet_document_of(const sheet_kit *k, const story *s, str written, arena *a) {
    error e = error_in(a);
    datum *facts = datum_map(a);
    datum_put(a, facts, "instance_text", datum_text(a, written));
    datum_put(a, facts, "lang", datum_text(a, k->lang));
    datum_put(a, facts, "seed", datum_text(a, STR("")));
    datum_put(a, facts, "is_exercise", datum_bool(a, false));
    datum_put(a, facts, "is_key", datum_bool(a, false));
    const context *c = context_push(NULL, view_of_datum(facts), 0, 0, a);
    c = context_push(c, story_view(s), 0, 0, a);
    document *d = document_make(&k->template, c, k->phrases, k->lang, a, &e);
    if (!d)
        fail_msg("%.*s", STR_ARG(error_text(&e)));
    return d;
}

static inline document *sheet_document(const sheet_kit *k, const datum *instance, arena *a) {
    return sheet_document_of(k, sheet_story(k, instance, a), k->problem->write(instance, a), a);
}

/* The sheet's Markdown with all names filled in: what traps.h reads. */
static inline const char *sheet_markdown(const sheet_kit *k, const datum *instance, arena *a) {
    return str_to_c(a, sheet_document(k, instance, a)->markdown);
}

/* How far the content reaches down, as a share of the page; running heads and feet left out. */
static inline double page_filled(const scene *s) {
    double lowest = 0;
    int depth = 0, artifact = 0;
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_OPEN && (depth++, artifact == 0) && it->group->role == ROLE_ARTIFACT)
            artifact = depth;
        else if (it->kind == ITEM_CLOSE && depth-- == artifact)
            artifact = 0;
        if (!artifact && (it->kind == ITEM_PATH || it->kind == ITEM_GLYPHS)) {
            box b = item_ink(it);
            lowest = fmax(lowest, b.y + b.h);
        }
    }
    return lowest / s->h;
}

/* Whether a table of the text itself, with a caption, has this number. */
static inline bool is_captioned(const document *d, size_t number) {
    for (size_t b = 0; b < d->count; b++)
        if (d->blocks[b]->kind == BLOCK_TABLE && d->blocks[b]->number == number)
            return true;
    return false;
}

/* Anchors of figures and tables on all pages: as many as the text has, numbered without gaps. */
static inline void assert_figures(const pages *p, const document *d, size_t figures, const char *what) {
    size_t counts[2] = {0, 0}, captioned = 0;
    static const char *const kinds[] = {"figure", "table"};
    for (size_t page = 0; page < p->count; page++)
        for (size_t k = 0; k < p->items[page]->count; k++) {
            const item *it = &p->items[page]->items[k];
            for (size_t kind = 0; it->kind == ITEM_OPEN && kind < 2; kind++) {
                char next[32];
                while (kind == 1 && is_captioned(d, counts[1] + 1)) {
                    counts[1]++;
                    captioned++;
                }
                snprintf(next, sizeof next, "%s-%zu", kinds[kind], counts[kind] + 1);
                counts[kind] += str_is(it->group->anchor, next);
            }
        }
    if (counts[0] + counts[1] - captioned != figures)
        fail_msg("%s: %zu figures and %zu tables of %zu", what, counts[0], counts[1] - captioned, figures);
}

typedef struct sheet_tally {
    size_t pages, half; /* those but the last of a document that are less than half full */
} sheet_tally;

/* Sets the sheet on that paper and checks its pages: no faults of a scene, every figure there, every character in a
 * font. `what` names it in messages; `t` may be NULL. */
static inline pages *check_sheet(const sheet_kit *k, const datum *instance, const char *paper, const char *what,
                                 sheet_tally *t, arena *a) {
    error e = error_in(a);
    document *d = sheet_document(k, instance, a);
    sheet_options o = {.fonts = k->fonts, .theme = &k->theme, .phrases = k->phrases, .running_right = d->title};
    assert_true(paper_size(str_of(paper), &o.width, &o.height));
    pages *p = sheet_pages(d, &o, a, &e);
    if (!p)
        fail_msg("%s: %.*s", what, STR_ARG(error_text(&e)));
    size_t faulty = 0, figures = 0;
    for (size_t page = 0; page < p->count; page++) {
        str faults = scene_faults(p->items[page], k->theme.type.least, a);
        if (faults.len)
            print_error("%s, page %zu:\n%.*s", what, page + 1, STR_ARG(faults));
        faulty += faults.len > 0;
        if (t)
            t->half += page + 1 < p->count && page_filled(p->items[page]) < 0.5;
    }
    assert_int_equal(faulty, 0);
    for (size_t b = 0; b < d->count; b++)
        for (size_t k = 0; k < d->blocks[b]->figure_count; k++)
            figures += !figure_kind_named(d->blocks[b]->figures[k]->name)->bare;
    assert_figures(p, d, figures, what);
    str where;
    assert_int_equal(fonts_missing(k->fonts, &where), 0);
    if (t)
        t->pages += p->count;
    return p;
}

/* ---- sheets with runs of their own ---- */

/* The stories of a sheet's runs by their names, each with its problem's phrases. */
typedef struct sheet_runs {
    str *ids;
    view *stories;
    size_t count;
    arena *arena;
} sheet_runs;

static view_value sheet_runs_lookup(const view *v, str name, arena *a) {
    (void)a;
    const sheet_runs *r = v->object;
    if (str_is(name, "runs"))
        return (view_value){.kind = VIEW_LIST, .items = r->stories, .count = r->count};
    for (size_t k = 0; k < r->count; k++)
        if (str_equal(name, r->ids[k]))
            return view_of_object(r->stories[k]);
    return view_missing();
}

static str *sheet_runs_names(const view *v, arena *a, size_t *count) {
    (void)a;
    const sheet_runs *r = v->object;
    *count = r->count;
    return r->ids;
}

static inline str sheet_run_typed(const datum *instance, arena *a) {
    strbuf b = strbuf_in(a);
    if (instance->kind != DATUM_LIST)
        return datum_as_text(instance);
    for (size_t k = 0; k < instance->count; k++)
        strbuf_addf(&b, "%s%.*s", k ? "|" : "", STR_ARG(datum_as_text(instance->items[k])));
    return strbuf_text(&b);
}

/* The sheet of that name on its own paper, with its own theme: no faults of a scene, every character in a font. */
static inline pages *check_runs_sheet(const char *name, const char *lang, const char *paper, arena *a) {
    static const view_class runs_class = {.name = "sheet", .lookup = sheet_runs_lookup, .names_of = sheet_runs_names};
    error e = error_in(a);
    source template = read_template(a, "sheets", str_format(a, "%s.%s.md", name, lang).ptr);
    const datum *front = document_front(&template, a, &e), *list = datum_get(front, "runs");
    sheet_runs r = {ARENA_ARRAY(a, str, list->count), ARENA_ARRAY(a, view, list->count), list->count, a};
    sheet_kit kit = {0};
    for (size_t k = 0; k < r.count; k++) {
        const datum *run = list->items[k], *id = datum_get(run, "id");
        str problem = datum_as_text(datum_get(run, "problem"));
        kit = sheet_kit_open(a, str_to_c(a, problem), "handout", lang);
        datum *instance = sheet_instance(&kit, sheet_run_typed(datum_get(run, "instance"), a), a),
              *facts = datum_map(a);
        datum_put(a, facts, "instance_text", datum_text(a, kit.problem->write(instance, a)));
        const context *c = context_push(NULL, view_of_datum(facts), 0, 0, a);
        c = context_push(c, story_view(sheet_story(&kit, instance, a)), 0, 0, a);
        r.ids[k] = id ? datum_as_text(id) : problem;
        r.stories[k] = context_stack_view(c, kit.phrases, a);
    }
    source words = read_template(a, "themes", "compact.yaml");
    phrases *common = phrases_new(a);
    source phrases_file = read_template(a, "common", str_format(a, "phrases.%s.yaml", lang).ptr);
    phrases_add(common, &phrases_file, &e);
    datum *values = yaml_to_datum(&words, 0, words.text.len, a, &e);
    if (!values || !theme_overlay(&kit.theme, values, &words, &e))
        fail_msg("%.*s", STR_ARG(error_text(&e)));
    kit.fonts = fonts_open(a, kit.theme.fonts, &e);
    const context *c = context_push(NULL, (view){&runs_class, &r, NULL}, 0, 0, a);
    document *d = document_make(&template, c, common, kit.lang, a, &e);
    sheet_options o = {.fonts = kit.fonts, .theme = &kit.theme, .phrases = common};
    assert_true(paper_size(str_of(paper), &o.width, &o.height));
    pages *p = d ? sheet_pages(d, &o, a, &e) : NULL;
    if (!p)
        fail_msg("%s: %.*s", name, STR_ARG(error_text(&e)));
    for (size_t page = 0; page < p->count; page++) {
        str faults = scene_faults(p->items[page], kit.theme.type.least, a);
        if (faults.len)
            fail_msg("%s, %s, page %zu:\n%.*s", name, lang, page + 1, STR_ARG(faults));
    }
    str where;
    assert_int_equal(fonts_missing(kit.fonts, &where), 0);
    return p;
}

#endif
