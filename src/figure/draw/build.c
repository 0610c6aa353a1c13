/* Before a figure is built: are its parameters those of its kind? */
#include "figure.h"

#include "nearest.h"

/* What any kind takes. */
static const figure_param legend_param = {.name = "legend", .is_switch = true};

const figure_param *figure_param_named(const figure_kind *kind, str name) {
    for (const figure_param *p = kind->params; p && p->name; p++)
        if (str_is(name, p->name) || (p->old_name && str_is(name, p->old_name)))
            return p;
    return str_is(name, legend_param.name) ? &legend_param : NULL;
}

int figure_param_status(const figure_request *q) {
    return q->typed ? STATUS_USAGE : STATUS_INPUT;
}

const figure_kind *figure_kind_named(str name) {
    const figure_kind *kind = figure_kind_of_today(name);
    for (const figure_kind *const *k = figure_kinds; !kind && *k; k++)
        if ((*k)->old_name && str_is(name, (*k)->old_name))
            kind = *k;
    return kind;
}

static bool unknown_param(const figure_kind *kind, const figure_request *q, str name) {
    enum { MOST = 16 };
    str names[MOST];
    size_t count = 0;
    strbuf known = strbuf_in(q->arena);
    for (const figure_param *p = kind->params; p && p->name && count < MOST; p++) {
        strbuf_addf(&known, "%s%s", count ? ", " : "", p->name);
        names[count++] = str_of(p->name);
    }
    str near = nearest_word(name, names, count, q->arena);
    const char *hint = !count     ? "; it has none"
                       : near.len ? str_format(q->arena, "; did you mean %.*s?", STR_ARG(near)).ptr
                                  : str_format(q->arena, "; known are %s", known.ptr).ptr;
    return error_plain(q->error, figure_param_status(q), "'%.*s' is no parameter of the figure %s%s", STR_ARG(name),
                       kind->name, hint);
}

static bool check_param(const figure_kind *kind, const figure_request *q, const datum *given) {
    const figure_param *p = figure_param_named(kind, given->key);
    if (!p)
        return unknown_param(kind, q, given->key);
    str value = datum_as_text(given);
    if (p->is_switch && !str_is(value, "yes") && !str_is(value, "no"))
        return error_plain(q->error, figure_param_status(q),
                           "parameter '%s' of a figure: expected yes or no, got '%.*s'", p->name, STR_ARG(value));
    return true;
}

/* Puts what is given under the names of today where they are not there yet. */
static void add_params(const figure_kind *kind, const figure_request *q, const datum *given, datum *all) {
    for (size_t k = 0; given && k < given->count; k++) {
        const figure_param *p = figure_param_named(kind, given->items[k]->key);
        if (p && !datum_get(all, p->name))
            datum_put(q->arena, all, p->name, datum_text(q->arena, datum_as_text(given->items[k])));
    }
}

/* Whether they are what was asked for already. */
static bool asked_as_they_are(const figure_kind *kind, const figure_request *q) {
    bool same = !q->defaults || !q->defaults->count;
    for (size_t k = 0; same && q->params && k < q->params->count; k++)
        same = str_is(q->params->items[k]->key, figure_param_named(kind, q->params->items[k]->key)->name);
    return same;
}

/* The parameters asked for, and the defaults of those that are not; their names known. What is drawn at one moment
 * after another has the same map each time. */
static const datum *params_of(const figure_kind *kind, const figure_request *q) {
    if (asked_as_they_are(kind, q))
        return q->params;
    datum *all = datum_map(q->arena);
    add_params(kind, q, q->params, all);
    add_params(kind, q, q->defaults, all);
    return all;
}

const story_run *figure_run(const figure_kind *kind, const story_moment *m) {
    if (m->run)
        return kind->draws(m->run) ? m->run : NULL;
    for (size_t k = 0; m->story && k < m->story->run_count; k++)
        if (kind->draws(&m->story->runs[k]))
            return &m->story->runs[k];
    return NULL;
}

/* Drawing takes several times as much memory as what is drawn. */
static figure *figure_copy(const figure *from, arena *a) {
    figure *f = ARENA_NEW(a, figure);
    *f = *from;
    f->parts = ARENA_ARRAY(a, scene *, f->count);
    for (size_t k = 0; k < f->count; k++) {
        f->parts[k] = from->parts[k];
        if (f->parts[k]->arena == a)
            scene_own(f->parts[k]);
        else
            f->parts[k] = scene_copy(from->parts[k], a);
    }
    f->title = str_copy(a, from->title);
    f->alt = str_copy(a, from->alt);
    f->notes = ARENA_ARRAY(a, str, f->note_count);
    for (size_t k = 0; k < f->note_count; k++)
        f->notes[k] = str_copy(a, from->notes[k]);
    return f;
}

figure *figure_build(const figure_kind *kind, const figure_request *q) {
    for (size_t k = 0; q->params && k < q->params->count; k++)
        if (!check_param(kind, q, q->params->items[k]))
            return NULL;
    const datum *params = params_of(kind, q);
    for (size_t k = 0; params && k < params->count; k++)
        if (!check_param(kind, q, params->items[k]))
            return NULL;
    arena *scratch = q->memory ? q->arena : arena_scratch(q->arena);
    arena_mark start = arena_here(scratch);
    figure_request inside = *q;
    inside.arena = scratch;
    inside.kept = q->arena;
    story_moment moment = *q->moment;
    moment.run = figure_run(kind, q->moment);
    inside.moment = &moment;
    inside.params = params;
    figure *built = kind->build(&inside);
    if (q->memory)
        return built;
    figure *kept = built ? figure_copy(built, q->arena) : NULL;
    arena_back(scratch, start);
    return kept;
}
