/* The commands, each from its options to its outputs. All go through a job: the instances are read or drawn, then
 * solved, then made into outputs, and these are written all or none.
 *
 *   options ──job_read_…──▶ made[0], made[1], … ──job_solve──▶ answer, trace, story ──job_make_outputs──▶ files
 */
#include "commands.h"

#include "context.h"
#include "extension.h"
#include "job.h"
#include "lua/file_problem.h"
#include "output.h"
#include "suggest.h"
#include "utf8.h"
#include "visible.h"

#include <stdio.h>

/* What an earlier run left where the user looks for this one's files. */
static void tell_left(const job *j) {
    enum { MOST_NAMED = 3 };
    size_t count;
    str *left = outputs_left(&j->outputs, &count, j->arena);
    if (!count)
        return;
    strbuf names = strbuf_in(j->arena);
    for (size_t k = 0; k < count && k < MOST_NAMED; k++)
        strbuf_addf(&names, "%s%.*s", k ? ", " : "", STR_ARG(visible_line(left[k], j->arena)));
    fprintf(stderr, "handtrace: %zu file%s of an earlier run %s left in %.*s: %s%s\n", count, count == 1 ? "" : "s",
            count == 1 ? "is" : "are", STR_ARG(visible_line(j->outputs.folder, j->arena)), names.ptr,
            count > MOST_NAMED ? ", …" : "");
}

/* Says what was written, unless the user named it himself as the one file. Documents alone go to standard output. */
static void tell(const job *j) {
    const outputs *out = &j->outputs;
    if (j->options->quiet)
        return;
    if (out->folder.len)
        fprintf(stderr, "handtrace: wrote %zu file%s into %.*s\n", out->count, out->count == 1 ? "" : "s",
                STR_ARG(visible_line(out->folder, j->arena)));
    else if (!j->options->output.ptr)
        fprintf(stderr, "handtrace: wrote %.*s\n", STR_ARG(visible_line(out->first, j->arena)));
    tell_left(j);
}

/* All or nothing. */
static bool write_outputs(job *j) {
    bool made = job_make_outputs(j);
    if (made)
        job_guard_fonts(j);
    made = made && job_check_glyphs(j);
    if (made && outputs_write(&j->outputs, j->error)) {
        tell(j);
        return true;
    }
    outputs_drop(&j->outputs);
    return false;
}

bool command_make(const options *o, arena *a, error *e) {
    job j = {.options = o, .arena = a, .error = e, .problem = o->problem, .outputs.arena = a};
    j.format = format_of(o, "pdf", e);
    if (!j.format)
        return false;
    j.outputs.defaults = !o->output.ptr;
    if (o->problem)
        j.name = job_safe_name(str_of(o->problem->name), a);
    if (o->recurrence.len)
        outputs_guard(&j.outputs, o->recurrence, a);
    bool good = o->command == COMMAND_RENDER ? job_read_trace(&j) : job_read_instances(&j);
    return good && job_open_library(&j) && write_outputs(&j);
}

bool command_sheet(const options *o, arena *a, error *e) {
    job j = {.options = o, .arena = a, .error = e, .outputs.arena = a};
    j.format = format_of(o, "pdf", e);
    if (!j.format)
        return false;
    j.outputs.defaults = !o->output.ptr;
    return job_read_sheet(&j) && job_open_look(&j) && job_solve_all(&j) && job_gather_sheet(&j) && write_outputs(&j);
}

/* check */

static bool open_phrases(job *j) {
    j->lang = j->options->lang.ptr ? j->options->lang : STR("en");
    if (!library_open(&j->library, j->arena, j->error, &j->outputs))
        return false;
    j->phrases = library_phrases(&j->library, job_own_folder(j), j->lang, NULL);
    return j->phrases != NULL;
}

/* The sentence of a verdict in the language asked for; a problem without such a phrase has said it in English. */
static str verdict_why(job *j, const datum *verdict) {
    str key = datum_as_text(datum_get(verdict, "key"));
    const datum *args = datum_get(verdict, "args");
    if (!args || !phrases_have(j->phrases, key))
        return datum_as_text(datum_get(verdict, "why"));
    const context *facts = context_push(NULL, story_view_data(args, j->arena).object, 0, 0, j->arena);
    return phrases_say(j->phrases, key, facts, NULL, j->arena, j->error);
}

/* What `check -f json` prints: key and args are the program's own. */
static str verdict_json(job *j, const datum *verdict) {
    datum *shown = datum_map(j->arena);
    for (size_t k = 0; k < verdict->count; k++)
        if (!str_is(verdict->items[k]->key, "key") && !str_is(verdict->items[k]->key, "args"))
            datum_add(j->arena, shown, verdict->items[k]);
    datum_put(j->arena, shown, "why", datum_text(j->arena, verdict_why(j, verdict)));
    return str_format(j->arena, "%.*s\n", STR_ARG(json_from_datum(shown, j->arena)));
}

static str verdict_text(job *j, const datum *verdict) {
    const datum *right = datum_get(verdict, "right");
    datum *facts = datum_map(j->arena);
    datum_put(j->arena, facts, "why", datum_text(j->arena, verdict_why(j, verdict)));
    str key = right->kind != DATUM_BOOL ? STR("check.unread")
              : right->boolean          ? STR("check.right")
                                        : STR("check.wrong");
    const context *c = context_push(NULL, view_of_datum(facts), 0, 0, j->arena);
    str sentence = phrases_say(j->phrases, key, c, NULL, j->arena, j->error);
    return str_format(j->arena, "%.*s\n", STR_ARG(visible_line(sentence, j->arena)));
}

/* What is said of an answer that cannot be read: neither right nor wrong, and where. */
static datum *verdict_unread(const job *j, const error *found) {
    arena *a = j->arena;
    datum *v = datum_map(a), *args = datum_map(a);
    datum_put(a, args, "line", datum_integer(a, (int64_t)found->line));
    datum_put(a, args, "column", datum_integer(a, (int64_t)found->column));
    datum_put(a, args, "reason", datum_text(a, found->message));
    datum_put(a, v, "problem", datum_text(a, j->name));
    datum_put(a, v, "answer", datum_text(a, str_trim(j->options->answer)));
    datum_put(a, v, "right", datum_null(a));
    datum_put(a, v, "value", datum_null(a));
    datum_put(a, v, "why", datum_text(a, found->message));
    datum_put(a, v, "line", datum_integer(a, (int64_t)found->line));
    datum_put(a, v, "column", datum_integer(a, (int64_t)found->column));
    datum_put(a, v, "key", datum_text(a, STR("check.unreadable")));
    datum_put(a, v, "args", args);
    return v;
}

/* The verdict on the answer; where it cannot be read, `found` says so. NULL for an error that is not a verdict. */
static datum *verdict_of(job *j, error *found) {
    datum *verdict = problem_check(j->problem, j->made[0].instance, j->options->answer, j->arena, found);
    if (verdict || str_is(found->file, ANSWER_NAME))
        return verdict ? verdict : verdict_unread(j, found);
    *j->error = *found;
    return NULL;
}

/* Right leaves with 0, wrong with 1, and unreadable with 2, after the message that shows where. */
static bool leave_with(const datum *verdict, const error *found, error *e) {
    const datum *right = datum_get(verdict, "right");
    if (error_set(found)) {
        *e = *found;
        e->status = STATUS_USAGE;
    } else if (!right->boolean)
        e->status = STATUS_INPUT; /* no message: the verdict has been said */
    return !error_set(e);
}

bool command_check(const options *o, arena *a, error *e) {
    job j = {.options = o, .arena = a, .error = e, .problem = o->problem, .name = str_of(o->problem->name)};
    j.format = format_of(o, "text", e);
    if (!j.format)
        return false;
    if (j.format->kind != FORMAT_TEXT && j.format->kind != FORMAT_JSON)
        return error_plain(e, STATUS_USAGE, "check: expected the format text or json, got '%s'", j.format->name);
    if (!o->answer.ptr)
        return error_plain(e, STATUS_USAGE, "check needs --answer TEXT");
    if (!o->problem->check && !o->problem->methods)
        return error_plain(e, STATUS_USAGE, "check is not there yet for %s", o->problem->name);
    j.outputs.arena = a;
    if (o->recurrence.len)
        outputs_guard(&j.outputs, o->recurrence, a);
    if (!job_read_instances(&j))
        return false;
    error found = error_in(a);
    datum *verdict = verdict_of(&j, &found);
    if (!verdict || !open_phrases(&j))
        return false;
    str text = j.format->kind == FORMAT_JSON ? verdict_json(&j, verdict) : verdict_text(&j, verdict);
    if (error_set(e))
        return false;
    if (!outputs_add(&j.outputs, o->output.ptr ? o->output : STR("-"), text, e) || !outputs_write(&j.outputs, e)) {
        outputs_drop(&j.outputs);
        return false;
    }
    return leave_with(verdict, &found, e);
}

/* list */

static void add_row(strbuf *b, str name, str what) {
    name = visible_line(name, b->arena); /* templates and themes are called as their files */
    what = visible_line(what, b->arena);
    strbuf_add(b, name);
    for (size_t k = utf8_columns(name); what.len && k < 24; k++)
        strbuf_add_byte(b, ' ');
    strbuf_add(b, what);
    strbuf_add_byte(b, '\n');
}

/* A recurrence file by its title, or by what is wrong with it. */
static void list_recurrence(strbuf *b, str name, arena *a) {
    error e = error_in(a);
    source where = {.name = library_recurrence(name, a)};
    const problem *p = input_read(a, where.name, &where.text, &e) && source_is_text(&where, &e)
                           ? file_problem(&where, name, STR("en"), a, &e)
                           : NULL;
    add_row(b, name, p ? str_of(p->summary) : str_format(a, "(%.*s)", STR_ARG(e.message)));
}

static void list_problems(strbuf *b, const library *l) {
    for (const problem *const *p = problems; *p; p++)
        add_row(b, str_of((*p)->name), str_of((*p)->summary));
    size_t count;
    const str *names = library_recurrences(l->arena, &count);
    for (size_t k = 0; k < count; k++)
        if (!problem_named(names[k]))
            list_recurrence(b, names[k], l->arena);
}

static void list_figures(strbuf *b, const library *l) {
    (void)l;
    for (const figure_kind *const *k = figure_kinds; *k; k++)
        add_row(b, str_of((*k)->name), str_of((*k)->summary));
}

static void list_templates(strbuf *b, const library *l) {
    library_entries all = library_templates(l);
    for (size_t k = 0; k < all.count; k++)
        add_row(b, str_format(b->arena, "%.*s %.*s", STR_ARG(all.items[k].problem), STR_ARG(all.items[k].name)),
                all.items[k].langs);
}

static void list_themes(strbuf *b, const library *l) {
    library_entries all = library_themes(l);
    for (size_t k = 0; k < all.count; k++)
        add_row(b, all.items[k].name, STR(""));
}

static const struct {
    const char *name;
    void (*list)(strbuf *b, const library *l);
} lists[] = {
    {"problems", list_problems},
    {"templates", list_templates},
    {"figures", list_figures},
    {"themes", list_themes},
};
enum { LIST_COUNT = sizeof lists / sizeof *lists };

bool command_list(const options *o, arena *a, error *e) {
    str which = o->argument_count ? o->arguments[0] : STR("");
    suggestion near = suggest_for(which, a);
    outputs out = {0};
    library l;
    if (!library_open(&l, a, e, &out))
        return false;
    strbuf b = strbuf_in(a);
    bool known = false;
    for (size_t k = 0; k < LIST_COUNT; k++) {
        suggest_offer(&near, str_of(lists[k].name));
        if (which.len && !str_is(which, lists[k].name))
            continue;
        if (which.len == 0)
            strbuf_addf(&b, "%s%s:\n", known ? "\n" : "", lists[k].name);
        lists[k].list(&b, &l);
        known = true;
    }
    if (!known)
        return error_plain(e, STATUS_USAGE, "there is no list '%.*s'%.*s", STR_ARG(which),
                           STR_ARG(suggest_text(&near, "")));
    return output_write(STR("-"), strbuf_text(&b), e);
}
