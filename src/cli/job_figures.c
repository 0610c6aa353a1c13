/* --figure NAME[,…] --step …: pages that are single drawings.
 *
 *   kinds × steps ──figure_pages──▶ drawing, drawing, …    each with its kind, step, part
 *                                     └──▶ one pdf, or one file each
 */
#include "job.h"

#include "context.h"
#include "suggest.h"

typedef struct drawing {
    scene *page;
    const figure_kind *kind;
    size_t step;
    int digits;  /* of the last step's number */
    size_t part; /* from 1; 0 when the figure is whole */
    size_t parts;
} drawing;

typedef struct drawings {
    drawing *items;
    size_t count, capacity;
    pages all;
} drawings;

typedef struct step_range {
    size_t first, last;
} step_range;

static const figure_kind *find_kind(const job *j, str name) {
    const figure_kind *kind = figure_kind_named(name);
    if (kind)
        return kind;
    suggestion near = suggest_for(name, j->arena);
    for (const figure_kind *const *k = figure_kinds; *k; k++)
        suggest_offer(&near, str_of((*k)->name));
    str hint = suggest_text(&near, "; 'handtrace list figures' says what there is");
    error_plain(j->error, STATUS_USAGE, "no figure '%.*s'%.*s", STR_ARG(name), STR_ARG(hint));
    return NULL;
}

static const story_run *find_run(const job *j, const made *m, const figure_kind *kind) {
    if (kind->refuses && kind->refuses(m->story, j->options->run, j->error))
        return NULL;
    if (j->options->run.ptr && !story_run_named(m->story, j->options->run)) {
        job_unknown_run(j, m->story);
        return NULL;
    }
    for (size_t k = 0; k < m->story->run_count; k++) {
        const story_run *r = &m->story->runs[k];
        bool wanted = !j->options->run.ptr || str_equal(r->id, j->options->run);
        if (wanted && kind->draws(r))
            return r;
    }
    if (j->options->run.ptr)
        error_plain(j->error, STATUS_USAGE, "the run '%.*s' has nothing that the figure %s draws",
                    STR_ARG(j->options->run), kind->name);
    else
        error_plain(j->error, STATUS_USAGE, "the trace has nothing that the figure %s draws", kind->name);
    return NULL;
}

/* The steps that a kind of figure counts. */
static const story_step *steps_of(const story_run *r, step_kind counts, size_t *count) {
    switch (counts) {
    case STEP_FRAME:
        *count = r->frame_step_count;
        return r->frame_steps;
    case STEP_MOVE:
        *count = r->move_step_count;
        return r->move_steps;
    case STEP_BACK:
        *count = r->back_step_count;
        return r->back_steps;
    case STEP_PUT:
        *count = r->put_step_count;
        return r->put_steps;
    case STEP_CELL:
        break;
    }
    *count = r->step_count;
    return r->steps;
}

/* One step number; SIZE_MAX if the text is none. */
static size_t read_number(str text) {
    size_t value = 0;
    for (size_t k = 0; k < text.len; k++) {
        unsigned digit = (unsigned)(text.ptr[k] - '0');
        if (digit > 9 || value > SIZE_MAX / 100)
            return SIZE_MAX;
        value = value * 10 + digit;
    }
    return text.len ? value : SIZE_MAX;
}

/* The steps that --step names, of those that there are. */
static bool read_steps(const job *j, const figure_kind *kind, size_t count, step_range *range) {
    str text = j->options->step.ptr ? j->options->step : STR("last");
    *range = (step_range){count ? 1 : 0, count};
    if (str_is(text, "all") || str_is(text, "last"))
        return true;
    size_t dash = str_find(text, STR("-"), 0);
    range->first = read_number(str_slice(text, 0, dash));
    range->last = dash == SIZE_MAX ? range->first : read_number(str_slice(text, dash + 1, text.len));
    if (range->first == SIZE_MAX || range->last == SIZE_MAX)
        return error_plain(j->error, STATUS_USAGE, "--step is a number, N-M, last or all, not '%.*s'", STR_ARG(text));
    if (range->first < 1 || range->first > range->last)
        return error_plain(j->error, STATUS_USAGE, "--step '%.*s' holds no step", STR_ARG(text));
    if (range->last > count)
        return error_plain(j->error, STATUS_USAGE, "the figure %s has %zu step%s here; there is no step %zu",
                           kind->name, count, count == 1 ? "" : "s", range->last);
    return true;
}

typedef struct picked {
    const story_step **items;
    size_t *numbers; /* from 1, among all steps of the kind */
    size_t count;
} picked;

/* Those of the steps asked for that the figure draws. */
static picked pick_steps(const job *j, const figure_kind *kind, const story_step *steps, step_range range) {
    size_t most = range.last - range.first + 1;
    picked p = {ARENA_ARRAY(j->arena, const story_step *, most), ARENA_ARRAY(j->arena, size_t, most), 0};
    for (size_t k = range.first; k <= range.last; k++) {
        const story_step *step = &steps[k - 1];
        if (kind->draws_step && !kind->draws_step(step))
            continue;
        p.items[p.count] = step;
        p.numbers[p.count++] = k;
    }
    bool last_only = !j->options->step.ptr || str_is(j->options->step, "last");
    if (last_only && p.count > 1) {
        p.items[0] = p.items[p.count - 1];
        p.numbers[0] = p.numbers[p.count - 1];
        p.count = 1;
    }
    if (!p.count && !j->options->step.ptr)
        error_plain(j->error, STATUS_USAGE, "the trace has no step that the figure %s draws", kind->name);
    else if (!p.count)
        error_plain(j->error, STATUS_USAGE, "--step '%.*s' holds nothing that the figure %s draws",
                    STR_ARG(j->options->step), kind->name);
    return p;
}

/* What is drawn of one kind. A run without steps that the kind counts is drawn as it stands at its end; so is one whose
 * end is more than its last step, if no step is asked for. */
typedef struct plan {
    story_moment *moments;
    const context **contexts;
    size_t *numbers; /* of the steps; 0 where there are none */
    size_t count;
    size_t total; /* of the steps of this kind */
} plan;

static bool make_plan(const job *j, const made *m, const story_run *r, const figure_kind *kind, plan *p) {
    const story_step *steps = steps_of(r, kind->counts, &p->total);
    const story_step *none = NULL;
    size_t zero = 0;
    step_range range;
    if (!read_steps(j, kind, p->total, &range))
        return false;
    bool stepless = p->total == 0 || (kind->at_end && !j->options->step.ptr);
    picked picked = stepless ? (struct picked){&none, &zero, 1} : pick_steps(j, kind, steps, range);
    const context *outer =
        context_push(context_push(m->facts, story_view(m->story), 0, 0, j->arena), story_view_run(r), 0, 0, j->arena);
    p->count = picked.count;
    p->moments = ARENA_ARRAY(j->arena, story_moment, p->count);
    p->contexts = ARENA_ARRAY(j->arena, const context *, p->count);
    p->numbers = ARENA_ARRAY(j->arena, size_t, p->count);
    for (size_t k = 0; k < p->count; k++) {
        const story_step *step = picked.items[k];
        p->moments[k] = (story_moment){.story = m->story, .run = r, .phase = step ? step->phase : NULL, .step = step};
        p->contexts[k] = step ? context_push(outer, story_view_step(step), 0, 0, j->arena) : outer;
        p->numbers[k] = picked.numbers[k];
    }
    return p->count > 0;
}

/* The parameters of the command line that this kind of figure takes. */
static const datum *params_for(const job *j, const figure_kind *kind) {
    datum *own = datum_map(j->arena);
    for (size_t k = 0; k < j->options->params->count; k++)
        if (figure_param_named(kind, j->options->params->items[k]->key))
            datum_add(j->arena, own, j->options->params->items[k]);
    return own;
}

static bool draw_kind(job *j, const made *m, const figure_kind *kind, drawings *d) {
    const story_run *r = find_run(j, m, kind);
    plan plan;
    if (!r || !make_plan(j, m, r, kind, &plan))
        return false;
    const datum *params = params_for(j, kind);
    figure_request base = {.params = params,
                           .phrases = j->phrases,
                           .fonts = j->fonts,
                           .theme = &j->theme,
                           .lang = j->lang,
                           .arena = j->arena,
                           .error = j->error};
    size_t *parts = ARENA_ARRAY(j->arena, size_t, plan.count);
    pages *p = figure_pages(&base, kind, plan.moments, plan.contexts, plan.count, parts, j->arena, j->error);
    if (!p)
        return false;
    if (d->all.title.len == 0)
        d->all = *p;
    for (size_t k = 0, page = 0; k < plan.count; k++)
        for (size_t part = 1; part <= parts[k]; part++, page++)
            *ARENA_PUSH(j->arena, d, items, count, capacity) = (drawing){
                p->items[page],          kind,    plan.numbers[k], job_digits(plan.numbers[k] ? plan.total : 0),
                parts[k] > 1 ? part : 0, parts[k]};
    return true;
}

static bool is_drawn(const drawings *d, const figure_kind *kind) {
    for (size_t k = 0; k < d->count; k++)
        if (d->items[k].kind == kind)
            return true;
    return false;
}

/* A parameter that none of the figures asked for takes. */
static bool check_params(const job *j, const drawings *d) {
    for (size_t k = 0; k < j->options->params->count; k++) {
        str name = j->options->params->items[k]->key;
        bool taken = false;
        for (size_t n = 0; n < d->count; n++)
            taken = taken || figure_param_named(d->items[n].kind, name);
        if (!taken)
            return error_plain(j->error, STATUS_USAGE, "--%.*s does not go with the figure %.*s", STR_ARG(name),
                               STR_ARG(j->options->figures));
    }
    return true;
}

static bool draw_all(job *j, const made *m, drawings *d) {
    str names = j->options->figures;
    for (size_t from = 0; from <= names.len;) {
        size_t comma = str_find(names, STR(","), from);
        const figure_kind *kind = find_kind(j, str_trim(str_slice(names, from, comma)));
        from = comma == SIZE_MAX ? names.len + 1 : comma + 1;
        if (kind && is_drawn(d, kind))
            return error_plain(j->error, STATUS_USAGE, "the figure %s stands twice in --figure", kind->name);
        if (!kind || !draw_kind(j, m, kind, d))
            return false;
    }
    return check_params(j, d) && job_check_fonts(j);
}

static str file_name(const job *j, const drawing *d) {
    str part = d->part ? str_format(j->arena, "-%0*zu", job_digits(d->parts), d->part) : STR("");
    return str_format(j->arena, "%s-%0*zu%.*s.%s", d->kind->name, d->digits, d->step, STR_ARG(part), j->format->name);
}

static bool write_one(job *j, const drawings *d, const backend *b, const render_options *o) {
    str bytes = b->render(&d->all, 0, d->all.count, o, j->arena, j->error);
    if (error_set(j->error))
        return false;
    job_add_file(j, job_file(j), bytes);
    return true;
}

static bool write_many(job *j, const drawings *d, const backend *b, const render_options *o) {
    str folder = job_folder(j);
    if (str_is(folder, "-"))
        return error_plain(j->error, STATUS_USAGE, "%zu figures are several files and do not go to standard output",
                           d->count);
    j->outputs.folder = folder;
    for (size_t k = 0; k < d->count; k++) {
        str bytes = b->render(&d->all, k, 1, o, j->arena, j->error);
        if (error_set(j->error))
            return false;
        job_add_file(j, path_join(folder, file_name(j, &d->items[k]), j->arena), bytes);
    }
    return true;
}

bool job_add_figures(job *j) {
    if (j->count > 1)
        return error_plain(j->error, STATUS_USAGE, "--figure draws one instance, not a batch (--count)");
    const backend *b = backend_named(str_of(j->format->name));
    drawings d = {0};
    if (!draw_all(j, &j->made[0], &d))
        return false;
    d.all.items = ARENA_ARRAY(j->arena, scene *, d.count);
    d.all.count = d.count;
    d.all.figures = true;
    for (size_t k = 0; k < d.count; k++)
        d.all.items[k] = d.items[k].page;
    render_options o = job_render_options(j);
    return d.count == 1 || b->many_pages ? write_one(j, &d, b, &o) : write_many(j, &d, b, &o);
}
