/* What holds for every problem: all samples of its row, in both languages, through every template, format and figure,
 * straight and by way of a trace. Whether a file is sound is asked of other programs and readers.
 *
 *   sample ──direct──▶ direct/…  ─┐
 *      └──▶ t.trace ──▶ again/…  ─┴─ the same bytes; PDF: qpdf, pdftotext · SVG, HTML: xmllint · JSON: jansson · PNG:
 * cairo
 *
 * test_problems [NAME…]: those problems; all without a name. */
#define _GNU_SOURCE
#include "library.h"
#include "program.h"
#include "sheets.h"
#include "traps.h"

#include <cairo.h>
#include <jansson.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const langs[] = {"en", "zh"};
static const problem *tested; /* by the group that runs */

/* ---- one sample ---- */

typedef struct trial {
    program program;
    arena *arena; /* of this sample */
    const problem_sample *sample;
    size_t number; /* of the sample, from 0 */
    const story *story;
    str written; /* the instance in one line */
} trial;

/* One output from both sources: `way` is its options; `name` the file, or the folder where there are several. */
static void make(trial *t, const char *name, const char *way) {
    const char *direct =
        str_format(t->arena, "%s -q -o direct/%s %s %s", tested->name, name, way, t->sample->typed).ptr;
    program_expect(0, direct);
    program_expect(0, str_format(t->arena, "render -q -o again/%s %s t.trace", name, way).ptr);
}

/* PNG takes ten times as long as all other formats together, and is made from the same scenes. So of the first sample
 * there are its pages straight, and its figures by both ways; of the others the figures in one language, straight. A
 * tree may have too many pixels. */
static void make_png(trial *t, size_t lang, bool figures, const char *name, const char *way) {
    if (t->number == 0 && figures)
        make(t, name, way);
    if (t->number == 0 ? figures : !figures || lang != t->number % COUNT(langs))
        return;
    str said;
    const char *line = str_format(t->arena, "%s -q -o png/%s %s %s", tested->name, name, way, t->sample->typed).ptr;
    int status = program_run(line, &said, t->arena);
    if (status && (status != 3 || str_find(said, STR("pixels"), 0) == SIZE_MAX))
        fail_msg("%s: exit status %d: %.*s", line, status, STR_ARG(said));
}

static void run_shell(trial *t, const char *command) {
    if (shell_run(&t->program.shell, command) != 0)
        fail_msg("%s %s: %s\n%.*s%.*s", tested->name, t->sample->typed, command, STR_ARG(t->program.shell.out),
                 STR_ARG(t->program.shell.err));
}

static str file(trial *t, const char *name) {
    error e = error_in(t->arena);
    str text;
    if (!input_read(t->arena, str_of(name), &text, &e))
        fail_msg("%.*s", STR_ARG(error_text(&e)));
    return text;
}

/* What the rest is made from: its trace, and the story of that. */
static void record(trial *t) {
    error e = error_in(t->arena);
    program_expect(0, str_format(t->arena, "%s -q -f trace -o t.trace %s", tested->name, t->sample->typed).ptr);
    source *where = ARENA_NEW(t->arena, source);
    *where = (source){STR("t.trace"), file(t, "t.trace")};
    trace *read = trace_from_lines(where, t->arena, &e);
    t->story = read ? story_build(read, t->arena, &e) : NULL;
    if (!t->story)
        fail_msg("%s %s: %.*s", tested->name, t->sample->typed, STR_ARG(error_text(&e)));
    assert_true(tested->valid(read->instance, &e));
    t->written = tested->write(read->instance, t->arena);
    assert_true(t->written.len > 0);
}

/* ---- answers ---- */

static json_t *read_json(str text) {
    json_error_t fault;
    json_t *value = json_loadb(text.ptr, text.len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &fault);
    if (!value)
        fail_msg("%s: %.*s", fault.text, STR_ARG(text));
    return value;
}

/* The answer without a trace is the one that ends the trace, and every line of that is an object. */
static void check_answer(trial *t) {
    make(t, "answer.json", "-f json");
    make(t, "t.trace", "-f trace");
    str lines = file(t, "t.trace");
    json_t *last = NULL, *answer = read_json(file(t, "direct/answer.json"));
    for (size_t from = 0; from < lines.len;) {
        size_t end = str_find(lines, STR("\n"), from);
        assert_true(end != SIZE_MAX);
        json_decref(last);
        last = read_json(str_slice(lines, from, end));
        assert_true(json_is_object(last));
        from = end + 1;
    }
    assert_string_equal(json_string_value(json_object_get(last, "event")), "answer");
    assert_true(json_equal(json_object_get(last, "answer"), answer));
    assert_string_equal(json_string_value(json_object_get(answer, "problem")), tested->name);
    json_decref(last);
    json_decref(answer);
}

/* ---- sheets ---- */

/* The template with all names filled in falls into no trap. */
static void check_sentences(trial *t, const char *template, const char *lang, trap_set *traps) {
    sheet_kit k = sheet_kit_open(t->arena, tested->name, template, lang);
    document *d = sheet_document_of(&k, t->story, t->written, t->arena);
    for (size_t r = 0; r < t->story->run_count; r++)
        traps->draws = traps->draws || t->story->runs[r].move_step_count; /* what has moves is a game */
    hunt_text(str_to_c(t->arena, d->markdown), lang, t->written, traps, t->arena);
}

static void make_sheets(trial *t, const library *l, trap_set *traps) {
    library_entries all = library_templates(l);
    size_t count = 0;
    for (size_t k = 0; k < all.count; k++) {
        if (!str_is(all.items[k].problem, tested->name))
            continue;
        count++;
        char *name = str_to_c(t->arena, all.items[k].name);
        assert_true(str_is(all.items[k].langs, "en zh"));
        for (size_t lang = 0; lang < COUNT(langs); lang++) {
            static const char *const formats[] = {"pdf", "svg", "html", "md"};
            const char *way = str_format(t->arena, "-t %s -l %s", name, langs[lang]).ptr;
            for (size_t f = 0; f < COUNT(formats); f++)
                make(t, str_format(t->arena, "%s-%s.%s", name, langs[lang], formats[f]).ptr,
                     str_format(t->arena, "%s -f %s", way, formats[f]).ptr);
            make_png(t, lang, false, str_format(t->arena, "%s-%s.png", name, langs[lang]).ptr,
                     str_format(t->arena, "%s -f png", way).ptr);
            check_sentences(t, name, langs[lang], traps);
        }
    }
    assert_true(count > 0);
}

static void make_texts(trial *t) {
    for (size_t lang = 0; lang < COUNT(langs); lang++)
        make(t, str_format(t->arena, "%s.text", langs[lang]).ptr,
             str_format(t->arena, "-f text -l %s", langs[lang]).ptr);
}

/* ---- figures ---- */

static const story_run *run_drawn(const trial *t, const figure_kind *kind) {
    for (size_t r = 0; r < t->story->run_count; r++)
        if (kind->draws(&t->story->runs[r]))
            return &t->story->runs[r];
    return NULL;
}

/* Whether that step of the run (from 1) is one that the kind draws. */
static bool draws_step(const figure_kind *kind, const story_run *r, size_t step) {
    const story_step *const steps[] = {[STEP_CELL] = r->steps,
                                       [STEP_FRAME] = r->frame_steps,
                                       [STEP_MOVE] = r->move_steps,
                                       [STEP_BACK] = r->back_steps,
                                       [STEP_PUT] = r->put_steps};
    const size_t counts[] = {[STEP_CELL] = r->step_count,
                             [STEP_FRAME] = r->frame_step_count,
                             [STEP_MOVE] = r->move_step_count,
                             [STEP_BACK] = r->back_step_count,
                             [STEP_PUT] = r->put_step_count};
    if (step > counts[kind->counts])
        return false;
    return !kind->draws_step || kind->draws_step(&steps[kind->counts][step - 1]);
}

static bool draws_any_step(const figure_kind *kind, const story_run *r) {
    bool any = kind->at_end || !kind->draws_step || r->step_count == 0;
    for (size_t k = 1; !any && k <= r->step_count + r->back_step_count + r->put_step_count; k++)
        any = draws_step(kind, r, k);
    return any;
}

/* The kinds that draw this step (0: their end), with commas. What says that it was left out must be refused. */
static str kinds_drawing(trial *t, size_t step) {
    strbuf b = strbuf_in(t->arena);
    for (const figure_kind *const *kind = figure_kinds; *kind; kind++) {
        error e = error_in(t->arena);
        const story_run *r = run_drawn(t, *kind);
        if ((*kind)->refuses && (*kind)->refuses(t->story, STR(""), &e))
            program_expect(e.status,
                           str_format(t->arena, "render -q --figure %s -o no.svg t.trace", (*kind)->name).ptr);
        else if (r && (step ? draws_step(*kind, r, step) : draws_any_step(*kind, r)))
            strbuf_addf(&b, "%s%s", b.len ? "," : "", (*kind)->name);
    }
    return strbuf_text(&b);
}

static void make_figures_at(trial *t, size_t step) {
    static const char *const formats[] = {"pdf", "svg", "tikz"};
    str kinds = kinds_drawing(t, step);
    str at = step ? str_format(t->arena, "--step %zu", step) : STR("");
    for (size_t lang = 0; kinds.len && lang < COUNT(langs); lang++) {
        const char *way =
            str_format(t->arena, "--figure %.*s %.*s -l %s", STR_ARG(kinds), STR_ARG(at), langs[lang]).ptr;
        const char *name = str_format(t->arena, "figures-%s-%zu", langs[lang], step).ptr;
        for (size_t f = 0; f < COUNT(formats); f++)
            if (step == 0 || lang == (t->number + f) % COUNT(langs)) /* steps: each format in one language */
                make(t, str_format(t->arena, "%s.%s", name, formats[f]).ptr,
                     str_format(t->arena, "%s -f %s", way, formats[f]).ptr);
        if (step == 0)
            make_png(t, lang, true, str_format(t->arena, "%s.png", name).ptr,
                     str_format(t->arena, "%s -f png", way).ptr);
    }
}

/* The first step, one in the middle, the end. */
static void make_figures(trial *t) {
    size_t middle = t->story->run_count ? t->story->runs[0].step_count / 2 : 0;
    make_figures_at(t, 0);
    make_figures_at(t, 1);
    if (middle > 1)
        make_figures_at(t, middle);
}

/* ---- whether what was made is sound ---- */

static void check_png(trial *t, const char *name) {
    cairo_surface_t *s = cairo_image_surface_create_from_png(name);
    assert_int_equal(cairo_surface_status(s), CAIRO_STATUS_SUCCESS);
    const unsigned char *data = cairo_image_surface_get_data(s);
    int width = cairo_image_surface_get_width(s), height = cairo_image_surface_get_height(s);
    size_t stride = (size_t)cairo_image_surface_get_stride(s);
    bool drawn = false;
    for (int y = 0; !drawn && y < height; y++)
        drawn = memcmp(data, data + (size_t)y * stride, 4 * (size_t)width) != 0;
    if (!drawn && t->number == 0) /* two empty texts, matched, are an empty picture */
        fail_msg("%s %s: %s is empty", tested->name, t->sample->typed, name);
    cairo_surface_destroy(s);
}

static void each_file(trial *t, const char *ending, void (*check)(trial *t, const char *name)) {
    run_shell(t, str_format(t->arena, "find direct png -name '*.%s' -type f", ending).ptr);
    str names = t->program.shell.out;
    for (size_t from = 0; from < names.len;) {
        size_t end = str_find(names, STR("\n"), from);
        check(t, str_to_c(t->arena, str_slice(names, from, end)));
        from = end + 1;
    }
}

/* Every picture that the Markdown names is there. */
static void check_markdown(trial *t, const char *name) {
    str text = file(t, name);
    for (size_t at = 0; (at = str_find(text, STR("]("), at)) != SIZE_MAX; at++) {
        str target = str_slice(text, at + 2, str_find(text, STR(")"), at));
        if (str_ends(target, ".svg") && access(str_format(t->arena, "direct/%.*s", STR_ARG(target)).ptr, R_OK) != 0)
            fail_msg("%s %s: %s names %.*s, which is missing", tested->name, t->sample->typed, name, STR_ARG(target));
    }
}

static void check_files(trial *t) {
    run_shell(t, "diff -r direct again");
    run_shell(t, "find direct -type f -empty | { ! grep .; }");
    run_shell(t,
              "find direct -type f -name '*.pdf' -exec sh -c 'for f; do qpdf --check \"$f\" || exit 1; done' - {} +");
    run_shell(t, "find direct -type f -name '*.svg' -exec xmllint --noout --nonet {} +");
    /* HTML is XML once its empty elements are closed. */
    run_shell(t,
              "for f in direct/*.html; do sed -E '1s/.*/<!DOCTYPE html>/; s#<(meta|br|hr|img|link|col)( [^>]*[^/>])?>"
              "#<\\1\\2/>#g' \"$f\" | xmllint --noout --nonet - || { echo \"$f\"; exit 1; }; done");
    run_shell(t, "! grep -rlF '{{' direct --include='*.svg' --include='*.html' --include='*.md' --include='*.text' "
                 "--include='*.json' --include='*.trace'");
    /* Every page of a sheet has words, none with a name left in it. */
    run_shell(t, "for f in direct/*.pdf; do case $f in */figures-*) continue;; esac; pdftotext \"$f\" w.txt && "
                 "awk -v RS='\\f' '!/[^ \\n]/ || /{{/ { bad = 1 } END { exit bad || !NR }' w.txt || "
                 "{ echo \"$f\"; exit 1; }; done");
    each_file(t, "png", check_png);
    each_file(t, "md", check_markdown);
}

/* ---- the tests ---- */

static void run_sample(size_t number, trap_set *traps) {
    trial t = {
        .program = program_new(), .sample = &tested->samples[number], .number = number, .arena = arena_new(NULL)};
    error e = error_in(t.arena);
    outputs read = {0};
    library l;
    run_shell(&t, "mkdir direct again png && cp -r " TEST_SOURCE_DIR "/docs/examples/. .");
    assert_true(library_open(&l, t.arena, &e, &read));
    record(&t);
    check_answer(&t);
    make_texts(&t);
    make_sheets(&t, &l, traps);
    make_figures(&t);
    check_files(&t);
    arena_free(t.arena);
    program_free(&t.program);
}

static void all_samples(void **state) {
    assert_non_null(tested->samples);
    size_t count = 0;
    for (const problem_sample *s = tested->samples; s->what; s++, count++) {
        print_message("%s %s: %s\n", tested->name, s->typed, s->what);
        run_sample(count, *state);
    }
    assert_true(count >= 3);
}

/* What is wrong leaves with a status that says whose fault it is; the program itself says what this process says. */
static void statuses(void **state) {
    (void)state;
    trial t = {.program = program_new(), .sample = tested->samples, .arena = arena_new(NULL)};
    const char *name = tested->name, *typed = t.sample->typed;
    run_shell(&t, "mkdir direct again png && cp -r " TEST_SOURCE_DIR "/docs/examples/. .");
    record(&t);
    run_shell(&t, "head -c $(($(wc -c <t.trace) - 9)) t.trace >cut.trace");
    program_expect(1, "render -q -o x.pdf cut.trace");
    program_expect(2, str_format(t.arena, "%s -q -i ioi.txt/no -o x.pdf", name).ptr);
    program_expect(2, str_format(t.arena, "%s -q -o x.pdf", name).ptr);
    program_expect(2, str_format(t.arena, "%s -q -o x.pdf --no-such-option 1 %s", name, typed).ptr);
    program_expect(2, str_format(t.arena, "%s -q -o x.pdf -t no-such-template %s", name, typed).ptr);
    program_expect(2, str_format(t.arena, "%s -q -o x.pdf --figure no-such-figure %s", name, typed).ptr);
    program_expect(2, str_format(t.arena, "%s -q -o x.json --random no-such-property", name).ptr);
    program_expect(3, str_format(t.arena, "%s -q -f json -o no/such/folder/x.json %s", name, typed).ptr);
    if (tested->check) /* what is no answer cannot be read; but any text is one of lcs, if a wrong one */
        program_expect(str_is(STR("lcs"), name) ? 1 : 2,
                       str_format(t.arena, "check %s -q -o x.txt --answer '@ # @' %s", name, typed).ptr);
    run_shell(&t, "! ls x.* no.svg 2>/dev/null | grep -v '^x.txt'");
    check_answer(&t);
#ifdef TEST_PROGRAM
    run_shell(&t, str_format(t.arena, "$H %s -q -f json -o - %s | cmp - direct/answer.json", name, typed).ptr);
#endif
    arena_free(t.arena);
    program_free(&t.program);
}

/* The next name that the help of wishes tells of: the keys of "x=N, y=N   letters of one" are x and y. *value: whether
 * it wants a value. Empty at the end. */
static str next_wish(const char **help, bool *value) {
    while (**help == ' ' || **help == ',' || **help == '\n')
        ++*help;
    size_t length = strcspn(*help, "=, \n");
    str key = {*help, length};
    *value = (*help)[length] == '=';
    *help += length + strcspn(*help + length, ", \n");
    if (**help != ',')
        *help += strcspn(*help, "\n");
    return key;
}

/* Every property that help offers is understood; what is drawn is an instance. (Some can only be had together with
 * others, a number of cards that is even for instance: then the input is what is wrong.) */
static void every_property_is_drawn(void **state) {
    (void)state;
    program p = program_new();
    arena *a = arena_new(NULL);
    bool value;
    const char *help = tested->wishes;
    size_t drawn = 0, asked = 0;
    for (str key, said; help && (key = next_wish(&help, &value)).len;) {
        if (value)
            continue;
        const char *line = str_format(a, "%s -q --random %.*s -f trace -o t.trace", tested->name, STR_ARG(key)).ptr;
        int status = program_run(line, &said, a);
        if (status > 1)
            fail_msg("%s: %.*s", line, STR_ARG(said));
        asked++;
        drawn += status == 0;
        if (status == 0)
            program_expect(0, "render -q -f json -o answer.json t.trace");
    }
    assert_true(2 * drawn >= asked);
    arena_free(a);
    program_free(&p);
}

/* ---- the page of the documentation ---- */

/* Says what is missing; returns how much. */
static size_t ask_page(str page, const char *format, str name, arena *a) {
    const char *marked = str_format(a, format, STR_ARG(name)).ptr;
    bool there = str_find(page, str_of(marked), 0) != SIZE_MAX;
    if (!there)
        print_error("docs/problems/%s.md says nothing of %s\n", tested->name, marked + 1);
    return !there;
}

/* Figures that draw any run, even an empty one, are no matter of a problem. */
static bool draws_anything(const figure_kind *kind, arena *a) {
    story none = {.arena = a};
    story_run nothing = {.story = &none};
    return kind->draws(&nothing);
}

/* The page names every option, every wish and property, every figure that draws a sample. */
static void page_tells_all(void **state) {
    (void)state;
    trial t = {.program = program_new(), .arena = arena_new(NULL)};
    arena *a = t.arena;
    run_shell(&t, "cp -r " TEST_SOURCE_DIR "/docs/examples/. .");
    str page = file(&t, str_format(a, TEST_SOURCE_DIR "/docs/problems/%s.md", tested->name).ptr);
    size_t missing = 0;
    for (const problem_option *o = tested->options; o && o->name; o++)
        missing += ask_page(page, "`--%.*s", str_of(o->name), a);
    bool value;
    const char *help = tested->wishes;
    for (str key; help && (key = next_wish(&help, &value)).len;)
        missing += ask_page(page, value ? "`%.*s=" : "`%.*s`", key, a);
    bool drawn[100] = {false};
    for (t.sample = tested->samples; t.sample->what; t.sample++) {
        record(&t);
        for (size_t k = 0; figure_kinds[k]; k++)
            drawn[k] = drawn[k] || (!draws_anything(figure_kinds[k], a) && run_drawn(&t, figure_kinds[k]));
    }
    for (size_t k = 0; figure_kinds[k]; k++)
        missing += drawn[k] && ask_page(page, "`%.*s`", str_of(figure_kinds[k]->name), a);
    assert_int_equal(missing, 0);
    arena_free(a);
    program_free(&t.program);
}

static int test_problem(const problem *p) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(page_tells_all), cmocka_unit_test(statuses),
                                       cmocka_unit_test(every_property_is_drawn), cmocka_unit_test(all_samples)};
    tested = p;
    return cmocka_run_group_tests_name(p->name, tests, compile_traps, release_traps);
}

int main(int argc, char **argv) {
    int failed = 0;
    for (const problem *const *p = problems; argc == 1 && *p; p++)
        failed += test_problem(*p);
    for (int k = 1; k < argc; k++) {
        const problem *p = problem_named(str_of(argv[k]));
        if (!p)
            fprintf(stderr, "test_problems: no problem '%s'\n", argv[k]);
        failed += p ? test_problem(p) : 1;
    }
    return failed ? 1 : 0;
}
