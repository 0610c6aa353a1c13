#include "commands.h"

#include "job.h"
#include "output.h"
#include "suggest.h"
#include "utf8.h"

#include <stdio.h>

/* Says what was written, unless the user named it himself as the one file. Documents alone go to standard output. */
static void tell(const job *j) {
    const outputs *out = &j->outputs;
    if (j->options->quiet || (j->options->output.ptr && out->folder.len == 0))
        return;
    if (out->folder.len)
        fprintf(stderr, "handtrace: wrote %zu file%s into %.*s\n", out->count, out->count == 1 ? "" : "s",
                STR_ARG(out->folder));
    else
        fprintf(stderr, "handtrace: wrote %.*s\n", STR_ARG(out->files[0].path));
}

bool command_make(const options *o, arena *a, error *e) {
    job j = {.options = o, .arena = a, .error = e, .problem = o->problem};
    j.format = format_of(o, "pdf", e);
    if (!j.format)
        return false;
    j.outputs.defaults = !o->output.ptr;
    if (o->problem)
        j.name = str_of(o->problem->name);
    bool good = o->command == COMMAND_RENDER ? job_read_trace(&j) : job_read_instances(&j);
    if (!good || !job_open_library(&j) || !job_solve(&j) || !job_make_outputs(&j) || !outputs_write(&j.outputs, e))
        return false;
    tell(&j);
    return true;
}

/* check */

static str verdict_text(const datum *verdict, arena *a) {
    str why = datum_as_text(datum_get(verdict, "why"));
    const datum *right = datum_get(verdict, "right");
    const char *word = right && right->boolean ? "right" : "wrong";
    return why.len ? str_format(a, "%s: %.*s\n", word, STR_ARG(why)) : str_format(a, "%s\n", word);
}

bool command_check(const options *o, arena *a, error *e) {
    job j = {.options = o, .arena = a, .error = e, .problem = o->problem, .name = str_of(o->problem->name)};
    j.format = format_of(o, "text", e);
    if (!j.format)
        return false;
    if (j.format->kind != FORMAT_TEXT && j.format->kind != FORMAT_JSON)
        return error_plain(e, STATUS_USAGE, "check makes text or json, not %s", j.format->name);
    if (!o->answer.ptr)
        return error_plain(e, STATUS_USAGE, "check needs --answer TEXT");
    if (!o->problem->check)
        return error_plain(e, STATUS_USAGE, "check is not there yet for %s", o->problem->name);
    if (!job_read_instances(&j))
        return false;
    datum *verdict = o->problem->check(j.made[0].instance, o->answer, a, e);
    if (!verdict)
        return false;
    str text = j.format->kind == FORMAT_JSON ? str_format(a, "%.*s\n", STR_ARG(json_from_datum(verdict, a)))
                                             : verdict_text(verdict, a);
    outputs_add(&j.outputs, o->output.ptr ? o->output : STR("-"), text, a);
    if (!outputs_write(&j.outputs, e))
        return false;
    const datum *right = datum_get(verdict, "right");
    if (!right || !right->boolean) {
        e->status = STATUS_INPUT; /* no message: the verdict has been said */
        return false;
    }
    return true;
}

/* list */

static void add_row(strbuf *b, str name, str what) {
    strbuf_add(b, name);
    for (size_t k = utf8_columns(name); what.len && k < 24; k++)
        strbuf_add_byte(b, ' ');
    strbuf_add(b, what);
    strbuf_add_byte(b, '\n');
}

static void list_problems(strbuf *b, const library *l) {
    (void)l;
    for (const problem *const *p = problems; *p; p++)
        add_row(b, str_of((*p)->name), str_of((*p)->summary));
}

static void list_figures(strbuf *b, const library *l) {
    (void)l;
    for (const figure_kind *const *k = figure_kinds; *k; k++)
        add_row(b, str_of((*k)->name), STR(""));
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
