/* Each instance is solved with its trace, so that all that a sheet would ask of the file is asked; what is seen on the
 * way is compared with what the file says.
 *
 *   example, 200 random ones ─▶ errors by their line ─────────────▶ mistakes
 *                            └▶ labels, wrong methods, values seen ┬▶ remarks
 *   words ─▶ placeholders, languages ──────────────────────────────┘ */
#include "file_try.h"

#include "file_problem.h"
#include "session.h"
#include "utf8.h"

enum { MOST_MISTAKES_TOLD = 8 };

typedef struct trier {
    lua_file *file;
    session *said; /* the first run: what the file says */
    str name;
    try_report *report;
    datum *labels, *wrong; /* seen: name → true */
    bool impossible, nothing, wished;
    str impossible_at, nothing_at; /* the first instances that were so */
    arena *a;
} trier;

/* ---- what is told ---- */

/* One that has stood at this line before is counted only. */
static void add_mistake(trier *t, const error *e, str instance) {
    try_report *r = t->report;
    for (size_t k = 0; k < r->count; k++)
        if (r->items[k].found.line ? r->items[k].found.line == e->line
                                   : str_equal(r->items[k].found.message, e->message)) {
            r->items[k].times++;
            return;
        }
    if (r->count == MOST_MISTAKES_TOLD)
        return;
    *ARENA_PUSH(t->a, r, items, count, capacity) = (try_finding){.found = *e, .instance = instance, .times = 1};
    r->mistakes++;
}

__attribute__((format(printf, 3, 4))) static void remark(trier *t, str instance, const char *format, ...) {
    va_list list;
    va_start(list, format);
    str text = str_formatv(t->a, format, list);
    va_end(list);
    *ARENA_PUSH(t->a, t->report, items, count, capacity) = (try_finding){.remark = text, .instance = instance};
}

/* ---- an instance ---- */

static void note_seen(trier *t, datum *seen, str name) {
    if (name.len && !datum_get_str(seen, name))
        datum_put_str(t->a, seen, str_copy(t->a, name), datum_bool(t->a, true));
}

static void note_labels(trier *t, const trace *made) {
    for (size_t k = 0; k < made->count; k++) {
        const event *e = &made->events[k];
        if (e->kind != EVENT_TRY)
            continue;
        size_t equals = str_find(e->label, STR("="), 0);
        note_seen(t, t->labels, str_slice(e->label, 0, equals == SIZE_MAX ? e->label.len : equals));
    }
}

static void note_answer(trier *t, const lua_solved *solved, str instance) {
    str value = datum_as_text(datum_get(solved->answer, "value"));
    const datum *solution = datum_get(solved->answer, "solution");
    bool impossible = str_is(value, "inf") || str_is(value, "-inf") || str_is(value, "false");
    if (impossible && !t->impossible)
        t->impossible_at = instance;
    bool nothing = solution && !solution->text.len && !solved->told;
    if (nothing && !t->nothing)
        t->nothing_at = instance;
    t->impossible = t->impossible || impossible;
    t->nothing = t->nothing || nothing;
    t->wished = t->wished || solved->wished;
    for (size_t k = 0; k < solved->wrong_count; k++)
        note_seen(t, t->wrong, solved->wrong[k]);
}

static void run_instance(trier *t, const datum *instance, arena *work) {
    error e = error_in(t->a);
    str typed = str_copy(t->a, file_problem_typed(instance, work));
    trace *made = lua_file_trace(t->file, t->name, instance, work);
    lua_solved solved;
    if (lua_file_solve(t->file, instance, made, true, &solved, work, &e) &&
        lua_file_agrees(t->file, instance, solved.answer, work, &e)) {
        note_labels(t, made);
        note_answer(t, &solved, typed);
    } else
        add_mistake(t, &e, typed);
}

static void run_example(trier *t) {
    arena *work = arena_new(arena_budget(t->a));
    error e = error_in(t->a);
    const datum *instance = lua_file_example(t->file, STR("en"), work, &e);
    if (instance)
        run_instance(t, instance, work);
    else
        add_mistake(t, &e, STR(""));
    arena_free(work);
}

static void run_random(trier *t, uint64_t seed, uint64_t count) {
    if (!lua_file_draws(t->file))
        return;
    for (uint64_t k = 0; k < count && t->report->mistakes < MOST_MISTAKES_TOLD; k++) {
        arena *work = arena_new(arena_budget(t->a));
        error e = error_in(t->a);
        const datum *instance = lua_file_random(t->file, seed * 0x9E3779B97F4A7C15u + k, work, &e);
        if (instance)
            run_instance(t, instance, work);
        else
            add_mistake(t, &e, STR(""));
        t->report->drawn++;
        arena_free(work);
    }
}

/* ---- what the file says ---- */

/* Every words that it says, with what they are of. */
typedef void (*words_visitor)(trier *t, str what, const datum *words, void *user);

static void visit_words(trier *t, words_visitor visit, void *user) {
    const session *s = t->said;
    for (size_t k = 0; k < s->words->count; k++)
        visit(t, s->words->items[k]->key, s->words->items[k], user);
    for (size_t k = 0; k < s->labels->count; k++)
        visit(t, str_format(t->a, "the label %.*s", STR_ARG(s->labels->items[k]->key)), s->labels->items[k], user);
    for (int k = 0; k < s->function_count; k++)
        if (s->functions[k].means)
            visit(t, str_format(t->a, "%s.means", s->functions[k].name), s->functions[k].means, user);
    for (size_t k = 0; k < s->mistake_count; k++)
        visit(t, str_format(t->a, "what %.*s says", STR_ARG(s->mistakes[k].name)), s->mistakes[k].words, user);
    for (size_t k = 0; k < s->input_count; k++)
        if (s->inputs[k].means)
            visit(t, str_format(t->a, "means of %.*s", STR_ARG(s->inputs[k].name)), s->inputs[k].means, user);
}

static void gather_languages(trier *t, str what, const datum *words, void *user) {
    (void)what;
    for (size_t k = 0; words->kind == DATUM_MAP && k < words->count; k++)
        note_seen(t, user, words->items[k]->key);
}

static void miss_languages(trier *t, str what, const datum *words, void *user) {
    const datum *languages = user;
    for (size_t k = 0; words->kind == DATUM_MAP && k < languages->count; k++)
        if (!datum_get_str(words, languages->items[k]->key))
            remark(t, STR(""), "%.*s: there are no words in %.*s", STR_ARG(what), STR_ARG(languages->items[k]->key));
}

static void compare_languages(trier *t) {
    datum *languages = datum_map(t->a);
    visit_words(t, gather_languages, languages);
    visit_words(t, miss_languages, languages);
}

/* The words that no instance came to, too: {x} that is no input is a mistake. */
static void fill_words(trier *t) {
    session *s = t->said;
    error e = error_in(t->a), *before = s->e;
    datum *more = datum_map(t->a);
    static const char *const answers[] = {"value", "solution", "how"};
    for (size_t k = 0; k < sizeof answers / sizeof *answers; k++)
        datum_put(t->a, more, answers[k], datum_text(t->a, STR("0")));
    s->e = &e;
    for (size_t k = 0; k < s->words->count; k++)
        if (!str_is(s->words->items[k]->key, "time") && !str_is(s->words->items[k]->key, "nothing"))
            filled_words(s, s->words->items[k], more);
    for (size_t k = 0; k < s->mistake_count; k++)
        filled_words(s, s->mistakes[k].words, more);
    s->e = before;
    s->failed = false;
    if (error_set(&e))
        add_mistake(t, &e, STR(""));
}

/* A formula in words beside a function is shown, and no more. */
static void miss_formulas(trier *t) {
    formulas_try(t->said);
    for (int k = 0; k < t->said->function_count; k++) {
        const rec_function *f = &t->said->functions[k];
        if (f->formula && !f->read)
            remark(t, STR(""),
                   "%s.formula cannot be read (%.*s): sheets show it, and nothing compares it with %s.value", f->name,
                   STR_ARG(f->formula_fault), f->name);
    }
}

static void miss_words(trier *t) {
    const session *s = t->said;
    if (!datum_get(s->words, "title"))
        remark(t, STR(""), "there is no title = \"…\"");
    if (!datum_get(s->words, "ask"))
        remark(t, STR(""), "there is no ask = \"…\": sheets begin with the question");
    for (int k = 0; k < s->function_count; k++) {
        const char *name = s->functions[k].name;
        if (!s->functions[k].means)
            remark(t, STR(""), "there is no %s.means = \"…\": what a value of %s is", name, name);
        if (!s->functions[k].formula)
            remark(t, STR(""), "there is no %s.formula = [[…]]: sheets show the recurrence as a formula", name);
    }
    if (t->impossible && !datum_get(s->words, "impossible"))
        remark(t, t->impossible_at, "there is no impossible = \"…\", the answer where the goal cannot be reached");
    if (t->nothing && !datum_get(s->words, "nothing"))
        remark(t, t->nothing_at, "there is no nothing = \"…\", the words for a solution in which nothing is done");
}

static bool is_short(str label) {
    return utf8_count(label) < 2 || char_is_digit(label.ptr[0]) || label.ptr[0] == '-';
}

static void compare_labels(trier *t) {
    const session *s = t->said;
    for (size_t k = 0; k < s->labels->count; k++)
        if (!datum_get_str(t->labels, s->labels->items[k]->key))
            remark(t, STR(""), "labels: no way was called %.*s", STR_ARG(s->labels->items[k]->key));
    for (size_t k = 0; k < t->labels->count; k++) {
        str label = t->labels->items[k]->key;
        if (!is_short(label) && !datum_get_str(s->labels, label))
            remark(t, STR(""), "labels: there are no words for the way %.*s", STR_ARG(label));
    }
}

static void compare_methods(trier *t) {
    const session *s = t->said;
    for (size_t k = 0; k < s->mistake_count; k++)
        if (!datum_get_str(t->wrong, s->mistakes[k].name))
            remark(t, STR(""), "the %s %.*s is never wrong", s->mistakes[k].rule ? "rule" : "mistake",
                   STR_ARG(s->mistakes[k].name));
    if (s->interesting_ref != LUA_NOREF && !t->wished)
        remark(t, STR(""), "no instance is interesting");
}

try_report file_try(const problem *p, uint64_t seed, uint64_t count, arena *a) {
    try_report report = {0};
    lua_file *file = file_problem_file(p);
    trier t = {.file = file, .said = lua_file_first(file), .name = str_of(p->name), .report = &report, .a = a};
    t.labels = datum_map(a);
    t.wrong = datum_map(a);
    run_example(&t);
    run_random(&t, seed, count);
    if (!report.mistakes)
        fill_words(&t);
    if (!lua_file_draws(file))
        remark(&t, STR(""), "not every input has random = …: the example alone was run");
    miss_words(&t);
    miss_formulas(&t);
    compare_languages(&t);
    if (!report.mistakes) { /* else not all was seen */
        compare_labels(&t);
        compare_methods(&t);
    }
    return report;
}
