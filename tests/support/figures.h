/* Figures of a problem, for the tests that draw them: the phrases and fonts of both languages, and a figure at a step.
 * The problem is the polygon game unless TEST_PROBLEM is defined before this is included. */
#ifndef HANDTRACE_TEST_FIGURES_H
#define HANDTRACE_TEST_FIGURES_H

#include "build.h"
#include "figure.h"
#include "output.h"
#include "problem.h"
#include "scene.h"
#include "trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#ifndef TEST_PROBLEM
#define TEST_PROBLEM "polygon"
#endif

static const char ioi[] __attribute__((unused)) = "4 t -7 t 4 x 2 x 5";

typedef struct look {
    theme theme;
    const fonts *fonts;
    phrases *phrases;
} look;

static arena *looks_arena;
static look looks[2]; /* English, Chinese */

static inline str read_file(arena *a, const char *path) {
    str text;
    error e = error_in(a);
    if (!input_read(a, str_format(a, "%s/%s", TEST_SOURCE_DIR, path), &text, &e))
        fail_msg("%s", error_text(&e).ptr);
    return text;
}

static inline int open_looks(void **state) {
    (void)state;
    static const char *const langs[] = {"en", "zh"}, *const folders[] = {"common", TEST_PROBLEM};
    looks_arena = arena_new(NULL);
    for (size_t k = 0; k < 2; k++) {
        error e = error_in(looks_arena);
        looks[k].theme = theme_default(str_of(langs[k]));
        looks[k].fonts = fonts_open(looks_arena, looks[k].theme.fonts, &e);
        looks[k].phrases = phrases_new(looks_arena);
        for (size_t f = 0; f < 2; f++) {
            source *file = ARENA_NEW(looks_arena, source);
            file->name = str_format(looks_arena, "templates/%s/phrases.%s.yaml", folders[f], langs[k]);
            file->text = read_file(looks_arena, file->name.ptr);
            phrases_add(looks[k].phrases, file, &e);
        }
        if (error_set(&e)) {
            print_error("%s\n", error_text(&e).ptr);
            return 1;
        }
    }
    return 0;
}

static inline int close_looks(void **state) {
    (void)state;
    uint32_t missing = 0;
    for (size_t k = 0; k < 2; k++)
        missing = missing ? missing : fonts_missing(looks[k].fonts, &(str){0});
    arena_free(looks_arena);
    return missing != 0;
}

/* The instance as one argument, as typed. */
static inline story *story_of_problem(arena *a, const char *name, const char *instance) {
    error e = error_in(a);
    const problem *p = problem_named(str_of(name));
    source text = {STR("<instance>"), str_of(instance)};
    datum *d = p->parse(&(problem_input){.text = &text}, a, &e);
    trace *t = d ? trace_new(a, str_of(name), str_of(p->title), d) : NULL;
    story *s = d && p->solve(d, t, a, &e) ? story_build(t, a, &e) : NULL;
    if (!s)
        fail_msg("%s: %s", instance, error_text(&e).ptr);
    return s;
}

static inline story *story_of(arena *a, const char *instance) {
    return story_of_problem(a, TEST_PROBLEM, instance);
}

/* The story of a trace, as its lines have it. */
static inline story *story_of_lines(arena *a, str lines) {
    error e = error_in(a);
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("<trace>"), lines};
    trace *t = trace_from_lines(where, a, &e);
    story *s = t ? story_build(t, a, &e) : NULL;
    if (!s)
        fail_msg("%s", error_text(&e).ptr);
    return s;
}

typedef struct wish {
    const char *kind;
    size_t step, candidate; /* from 1; 0: the end of the run */
    double width, height;
    size_t lang;
    const char *params; /* "key=value", blanks between several */
    step_kind of;       /* what kind of step `step` counts; 0: the figure's own */
    const char *run;    /* its id; NULL: the first that has what the figure draws */
    figure_memory *memory;
    const char *told; /* states of an earlier legend */
} wish;

static inline datum *params_of(arena *a, const char *text) {
    datum *map = datum_map(a);
    str rest = str_of(text);
    while (rest.len) {
        size_t end = str_find(rest, STR(" "), 0), equals = str_find(rest, STR("="), 0);
        end = end == SIZE_MAX ? rest.len : end;
        datum_put_str(a, map, str_slice(rest, 0, equals), datum_text(a, str_slice(rest, equals + 1, end)));
        rest = str_slice(rest, end + 1, rest.len);
    }
    return map;
}

static inline const story_run *wished_run(const story *s, const figure_kind *kind, const char *id) {
    if (id)
        return story_run_named(s, str_of(id));
    for (size_t k = 0; k < s->run_count; k++)
        if (kind->draws(&s->runs[k]))
            return &s->runs[k];
    return &s->runs[0];
}

static inline figure *try_figure(arena *a, const story *s, wish w, error *e) {
    const figure_kind *kind = figure_kind_named(str_of(w.kind));
    story_moment *m = ARENA_NEW(a, story_moment);
    *m = (story_moment){.story = s, .run = wished_run(s, kind, w.run)};
    story_step *const lists[] = {[STEP_CELL] = m->run->steps,
                                 [STEP_FRAME] = m->run->frame_steps,
                                 [STEP_MOVE] = m->run->move_steps,
                                 [STEP_BACK] = m->run->back_steps,
                                 [STEP_PUT] = m->run->put_steps};
    if (w.step)
        m->step = &lists[w.of ? w.of : kind->counts][w.step - 1];
    if (m->step)
        m->phase = m->step->phase;
    if (w.candidate)
        m->candidate = &m->step->candidates[w.candidate - 1];
    context *of_story = ARENA_NEW(a, context), *of_step = ARENA_NEW(a, context);
    *of_story = (context){.view = story_view(s)};
    *of_step = (context){.view = m->step ? story_view_step(m->step) : story_view_run(m->run), .outer = of_story};
    figure_request q = {.moment = m,
                        .context = of_step,
                        .phrases = looks[w.lang].phrases,
                        .fonts = looks[w.lang].fonts,
                        .theme = &looks[w.lang].theme,
                        .lang = w.lang ? STR("zh") : STR("en"),
                        .params = w.params ? params_of(a, w.params) : NULL,
                        .told = w.told ? str_of(w.told) : STR(""),
                        .width = w.width,
                        .height = w.height,
                        .arena = a,
                        .memory = w.memory,
                        .error = e};
    return kind->draws(m->run) ? figure_build(kind, &q) : NULL;
}

static inline figure *figure_of(arena *a, const story *s, wish w) {
    error e = error_in(a);
    figure *f = try_figure(a, s, w, &e);
    if (!f)
        fail_msg("%s: %s", w.kind, error_text(&e).ptr);
    return f;
}

/* Compares with tests/golden/figure-NAME.txt; what differs is left in the build folder. */
static inline void check_golden_figure(arena *a, const char *name, const figure *f) {
    strbuf dump = strbuf_in(a);
    strbuf_addf(&dump, "title %.*s\nalt %.*s\n", STR_ARG(f->title), STR_ARG(f->alt));
    for (size_t k = 0; k < f->count; k++)
        strbuf_add(&dump, scene_dump(f->parts[k], a));
    str path = str_format(a, "tests/golden/figure-%s.txt", name);
    str known;
    error e = error_in(a);
    if (!input_read(a, str_format(a, "%s/%s", TEST_SOURCE_DIR, path.ptr), &known, &e) ||
        !str_equal(known, strbuf_text(&dump))) {
        str actual = str_format(a, "%s/figure-%s.txt", TEST_BINARY_DIR, name);
        FILE *out = fopen(actual.ptr, "wb");
        assert_non_null(out);
        fwrite(dump.ptr, 1, dump.len, out);
        fclose(out);
        fail_msg("%s differs from %s", path.ptr, actual.ptr);
    }
}

#endif
