/* From the command line to traces and stories. */
#include "job.h"

#include "blank.h"
#include "context.h"
#include "lua/file_problem.h"
#include "lua/file_words.h"
#include "number.h"
#include "output.h"

#include <string.h>

static bool read_whole(job *j, str path, source *into) {
    into->name = str_is(path, "-") ? STR("<stdin>") : path;
    if (!input_read(j->arena, path, &into->text, j->error))
        return false;
    outputs_guard(&j->outputs, path, j->arena);
    return source_is_text(into, j->error);
}

str job_own_folder(const job *j) {
    const trace *t = j->count ? j->made[0].trace : NULL;
    bool file = (j->problem && j->problem->methods) || (t && t->is_recurrence);
    return file && problem_named(j->name) ? STR("common") : j->name;
}

static str join_arguments(const options *o, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < o->argument_count; k++) {
        if (k)
            strbuf_add_byte(&b, ' ');
        strbuf_add(&b, o->arguments[k]);
    }
    return strbuf_text(&b);
}

static const problem_option *given_option(const options *o, size_t k) {
    const problem_option *own = o->problem->options;
    while (!str_is(o->own->items[k]->key, own->name))
        own++;
    return own;
}

/* The first option given that is the instance itself, "--values"; empty if there is none. */
static str instance_option(const options *o, arena *a) {
    for (size_t k = 0; k < o->own->count; k++)
        if (given_option(o, k)->instance)
            return str_format(a, "--%.*s", STR_ARG(o->own->items[k]->key));
    return STR("");
}

/* The option that says that the arguments are files, or NULL. */
static const problem_option *files_option(const options *o) {
    for (size_t k = 0; k < o->own->count; k++)
        if (given_option(o, k)->files)
            return given_option(o, k);
    return NULL;
}

/* The one way in which the instance is given. */
static bool check_ways(job *j) {
    const options *o = j->options;
    str own = instance_option(o, j->arena);
    bool file = o->problem->methods; /* its options and arguments go together, and it may have an example */
    const struct {
        bool given;
        str what;
    } ways[] = {
        {o->argument_count > 0 || (file && own.len), STR("as arguments")},
        {o->input.ptr != NULL, STR("-i")},
        {o->random.ptr != NULL, STR("--random")},
        {own.len > 0 && !file, own},
    };
    strbuf given = strbuf_in(j->arena);
    size_t count = 0;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
        if (ways[k].given)
            strbuf_addf(&given, "%s%.*s", count++ ? ", " : "", STR_ARG(ways[k].what));
    if (count > 1)
        return error_plain(j->error, STATUS_USAGE, "the instance is given in more than one way: %s", given.ptr);
    return count || file ||
           error_plain(j->error, STATUS_USAGE, "no instance; see 'handtrace %s --help'", j->problem->name);
}

/* The files that the arguments name. */
static bool read_files(job *j, problem_input *in) {
    const options *o = j->options;
    if (!o->argument_count)
        return error_plain(j->error, STATUS_USAGE, "--%s needs the names of files as arguments", files_option(o)->name);
    source *files = ARENA_ARRAY(j->arena, source, o->argument_count);
    for (size_t k = 0; k < o->argument_count; k++)
        if (!read_whole(j, o->arguments[k], &files[k]))
            return false;
    in->files = files;
    in->file_count = o->argument_count;
    return true;
}

bool job_read_instances(job *j) {
    const options *o = j->options;
    if (!check_ways(j))
        return false;
    if (o->random.ptr)
        return job_draw(j);
    source *where = ARENA_NEW(j->arena, source);
    *where = (source){STR("<arguments>"), join_arguments(o, j->arena)};
    if (o->input.ptr && !read_whole(j, o->input, where))
        return false;
    if (!o->input.ptr && !files_option(o) && !options_are_text(where, j->error)) /* files are called as they like */
        return false;
    problem_input in = {where, o->arguments, o->argument_count, NULL, 0, o->own};
    if (files_option(o) && !read_files(j, &in))
        return false;
    datum *instance = problem_parse(j->problem, &in, j->arena, j->error);
    if (instance)
        job_add_instance(j, j->problem, instance);
    return instance != NULL;
}

str job_safe_name(str name, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < name.len; k++) {
        char c = name.ptr[k];
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_')
            strbuf_add_byte(&b, c);
    }
    return b.len ? strbuf_text(&b) : STR("trace");
}

bool job_read_trace(job *j) {
    source *where = ARENA_NEW(j->arena, source);
    if (!read_whole(j, j->options->arguments[0], where))
        return false;
    trace *t = trace_from_lines(where, j->arena, j->error);
    if (!t)
        return false;
    j->problem = t->is_recurrence ? NULL : problem_named(t->problem);
    j->name = job_safe_name(t->problem, j->arena);
    if (j->problem && j->problem->valid && !j->problem->valid(t->instance, j->error))
        return false;
    made *m = job_add_instance(j, j->problem, t->instance);
    m->trace = t;
    m->seed = t->seed;
    m->item = t->item;
    for (size_t k = 0; k < t->count; k++)
        if (t->events[k].kind == EVENT_ANSWER)
            m->answer = t->events[k].answer;
    return true;
}

static const story_run *only_run(const job *j, const story *s) {
    return j->options->run.ptr ? story_run_named(s, j->options->run) : NULL;
}

bool job_unknown_run(const job *j, const story *s) {
    strbuf known = strbuf_in(j->arena);
    for (size_t k = 0; k < s->run_count; k++)
        if (s->runs[k].id.len)
            strbuf_addf(&known, "%s%.*s", known.len ? ", " : "", STR_ARG(s->runs[k].id));
    return error_plain(j->error, STATUS_USAGE, "no run '%.*s'; there are: %s", STR_ARG(j->options->run),
                       known.len ? known.ptr : "none with a name");
}

static void add_shown(strbuf *b, const datum *d) {
    if (d->kind == DATUM_LIST || d->kind == DATUM_MAP)
        for (size_t k = 0; k < d->count; k++) {
            strbuf_add_c(b, k ? ", " : "");
            if (d->kind == DATUM_MAP)
                strbuf_addf(b, "%.*s: ", STR_ARG(d->items[k]->key));
            add_shown(b, d->items[k]);
        }
    else if (d->kind == DATUM_BOOL)
        strbuf_add_c(b, d->boolean ? "true" : "false");
    else
        strbuf_add(b, number_shown(datum_as_text(d), b->arena));
}

/* What a trace's answer says, item by item, for sheets that know no problem. */
static datum *answer_items(const datum *answer, arena *a) {
    datum *items = datum_list(a);
    for (size_t k = 0; answer && answer->kind == DATUM_MAP && k < answer->count; k++) {
        datum *item = datum_add(a, items, datum_map(a));
        strbuf b = strbuf_in(a);
        add_shown(&b, answer->items[k]);
        datum_put(a, item, "key", datum_text(a, answer->items[k]->key));
        datum_put(a, item, "shown", datum_text(a, strbuf_text(&b)));
    }
    return items;
}

static bool add_context(job *j, made *m) {
    arena *a = j->arena;
    bool writes = m->problem && m->problem->write, file = m->trace->is_recurrence;
    m->written = file     ? file_problem_written(m->instance, m->trace->recurrence, a)
                 : writes ? m->problem->write(m->instance, a)
                          : m->trace->title;
    datum *facts = datum_map(a);
    datum_put(a, facts, "instance_text", datum_text(a, m->written));
    datum_put(a, facts, "lang", datum_text(a, j->lang));
    datum_put(a, facts, "is_exercise", datum_bool(a, job_is_exercise(j)));
    datum_put(a, facts, "is_key", datum_bool(a, j->is_key));
    datum_put(a, facts, "answers", answer_items(m->answer, a));
    datum_put(a, facts, "seed", datum_text(a, m->seed.len ? m->seed : STR("")));
    datum_put(a, facts, "item", m->item ? datum_integer(a, m->item) : datum_bool(a, false));
    datum_put(a, facts, "recurrence", file_words(m->trace, j->lang, a));
    static const char *const runs[] = {"plain", "memo", "table", "exercise"}; /* a trace from elsewhere may lack some */
    for (size_t k = 0; file && k < sizeof runs / sizeof *runs; k++)
        datum_put(a, facts, runs[k], datum_bool(a, false));
    m->facts = context_push(NULL, view_of_datum(facts), 0, 0, a);
    m->context = context_push(m->facts, story_view(m->story), 0, 0, a);
    const story_run *run = only_run(j, m->story);
    if (j->options->run.ptr && !run && !j->options->figures.ptr) /* a figure may know why it is not there */
        return job_unknown_run(j, m->story);
    if (run)
        m->context = context_push(m->context, story_view_run(run), 0, 0, a);
    return true;
}

static bool is_to_be_filled_in(const story_step *s, const void *user) {
    (void)user;
    return s->run && str_is(s->run->id, "exercise") && s->candidate_count;
}

/* The table of the exercise is empty but for what the recurrence begins with. */
static story *without_exercise(story *s, arena *a) {
    const story_blanks blanks = {.hides = is_to_be_filled_in, .work = true};
    return story_run_named(s, STR("exercise")) ? story_blank(s, &blanks, a) : s;
}

bool job_solve(job *j, made *m) {
    bool answer_only = j->format->kind == FORMAT_JSON;
    if (!answer_only) {
        if (!m->trace)
            m->trace = trace_new(j->arena, str_of(m->problem->name), str_of(m->problem->title), m->instance);
        m->trace->seed = m->seed;
        m->trace->item = m->item;
        if (j->format->kind != FORMAT_TRACE)
            m->trace->made_of_it = story_bytes;
    }
    if (!m->answer && j->options->command != COMMAND_RENDER) {
        m->answer = problem_solve(m->problem, m->instance, m->trace, j->arena, j->error);
        if (!m->answer)
            return false;
    }
    if (answer_only || j->format->kind == FORMAT_TRACE)
        return true;
    file_words_label(m->trace, j->lang, j->arena);
    m->story = story_build(m->trace, j->arena, j->error);
    if (m->story && m->trace->is_recurrence)
        m->story = without_exercise(m->story, j->arena);
    return m->story && job_leave_blanks(j, m) && add_context(j, m);
}

bool job_solve_all(job *j) {
    for (size_t k = 0; k < j->count; k++)
        if (!job_solve(j, &j->made[k]))
            return false;
    return true;
}
