/* --figure NAME[,…] --step …: pages that are single drawings, each drawn, written and dropped.
 *
 *   kinds × steps ──figure_pages──▶ parts ──▶ the next pages of one pdf, or one file each
 */
#include "job.h"

#include "context.h"
#include "suggest.h"

/* What is drawn: kinds and their moments. */
typedef struct plan plan;
typedef struct plans {
    plan *items;
    size_t count, capacity;
} plans;

/* Where it goes. */
typedef struct drawings {
    paged_file file;
    render_info info; /* of the first figure */
    size_t count;     /* pages so far */
    bool alone;       /* one page in all */
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
    str hint = suggest_text(&near, "; run 'handtrace list figures' to see them");
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
        error_plain(j->error, STATUS_USAGE, "the run '%.*s' has no data for the figure %s", STR_ARG(j->options->run),
                    kind->name);
    else
        error_plain(j->error, STATUS_USAGE, "the trace has no data for the figure %s", kind->name);
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
        return error_plain(j->error, STATUS_USAGE, "--step: expected a number, N-M, last or all, got '%.*s'",
                           STR_ARG(text));
    if (range->first < 1 || range->first > range->last)
        return error_plain(j->error, STATUS_USAGE, "--step: expected N-M, from 1 on and N at most M, got '%.*s'",
                           STR_ARG(text));
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
        error_plain(j->error, STATUS_USAGE, "--step '%.*s' has no step that the figure %s draws",
                    STR_ARG(j->options->step), kind->name);
    return p;
}

/* What is drawn of one kind. A run without steps that the kind counts is drawn as it stands at its end; so is one whose
 * end is more than its last step, if no step is asked for. */
struct plan {
    const figure_kind *kind;
    story_moment *moments;
    const context **contexts;
    size_t *numbers; /* of the steps; 0 where there are none */
    size_t count;
    size_t total; /* of the steps of this kind */
};

static bool make_plan(const job *j, const made *m, const story_run *r, const figure_kind *kind, plan *p) {
    *p = (plan){.kind = kind};
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

static bool is_planned(const plans *all, const figure_kind *kind) {
    for (size_t k = 0; k < all->count; k++)
        if (all->items[k].kind == kind)
            return true;
    return false;
}

/* A parameter that none of the figures asked for takes. */
static bool check_params(const job *j, const plans *all) {
    for (size_t k = 0; k < j->options->params->count; k++) {
        str name = j->options->params->items[k]->key;
        bool taken = false;
        for (size_t n = 0; n < all->count; n++)
            taken = taken || figure_param_named(all->items[n].kind, name);
        if (!taken)
            return error_plain(j->error, STATUS_USAGE, "the figure %.*s does not accept --%.*s",
                               STR_ARG(j->options->figures), STR_ARG(name));
    }
    return true;
}

static bool plan_all(job *j, const made *m, plans *all) {
    str names = j->options->figures;
    for (size_t from = 0; from <= names.len;) {
        size_t comma = str_find(names, STR(","), from);
        const figure_kind *kind = find_kind(j, str_trim(str_slice(names, from, comma)));
        from = comma == SIZE_MAX ? names.len + 1 : comma + 1;
        if (kind && is_planned(all, kind))
            return error_plain(j->error, STATUS_USAGE, "--figure names %s twice", kind->name);
        const story_run *r = kind ? find_run(j, m, kind) : NULL;
        if (!r || !make_plan(j, m, r, kind, ARENA_PUSH(j->arena, all, items, count, capacity)))
            return false;
    }
    return check_params(j, all);
}

/* The first page is there: now it is known whether it is the only one, and what the whole is called. */
static bool begin(job *j, drawings *d, const plans *all, const pages *first) {
    d->alone = all->count == 1 && all->items[0].count == 1 && first->count == 1;
    d->info = first->info;
    d->info.title = str_copy(j->arena, d->info.title);
    if (backend_has_many_pages(d->file.backend))
        return paged_begin(&d->file, j, outputs_open(&j->outputs, job_file(j), j->error), &d->info);
    if (!d->alone && str_is(job_folder(j), "-"))
        return error_plain(j->error, STATUS_USAGE,
                           "several figures are several files and do not go to standard output");
    return true;
}

/* Numbers as wide as the largest, so that names sort. */
static str file_name(const job *j, const plan *p, size_t moment, size_t part, size_t parts, arena *a) {
    size_t step = p->numbers[moment];
    str end = parts > 1 ? str_format(a, "-%0*zu", job_digits(parts), part + 1) : STR("");
    return str_format(a, "%s-%0*zu%.*s.%s", p->kind->name, job_digits(step ? p->total : 0), step, STR_ARG(end),
                      j->format->name);
}

static bool write_picture(job *j, drawings *d, scene *s, str name) {
    render_options o = job_render_options(j);
    str bytes = d->file.backend->picture(s, d->count, 1, &d->info, &o, s->arena, j->error);
    if (error_set(j->error))
        return false;
    return d->alone ? outputs_add(&j->outputs, job_file(j), bytes, j->error) : job_add_numbered(j, name, bytes);
}

static bool write_parts(job *j, drawings *d, const plan *p, size_t moment, const pages *parts) {
    bool good = true;
    for (size_t k = 0; good && k < parts->count; k++, d->count++) {
        scene *s = parts->items[k];
        if (backend_has_many_pages(d->file.backend))
            good = d->file.backend->page(d->file.renderer, s);
        else
            good = write_picture(j, d, s, file_name(j, p, moment, k, parts->count, s->arena));
    }
    return good;
}

/* One moment: in memory that is given back. */
static bool draw_moment(job *j, drawings *d, const plans *all, const plan *p, size_t k, figure_request *q) {
    arena_mark start = arena_here(q->arena);
    q->moment = &p->moments[k];
    q->context = p->contexts[k];
    const pages *parts = figure_pages(q, p->kind);
    if (!parts || (!d->count && !begin(j, d, all, parts)) || !write_parts(j, d, p, k, parts))
        return false;
    arena_back(q->arena, start);
    return true;
}

/* A single drawing is copied instead, and what it took to draw it is given back before it is written. */
static bool draw_plan(job *j, drawings *d, const plans *all, const plan *p) {
    figure_memory *memory = p->count > 1 ? figure_memory_new(arena_budget(j->arena)) : NULL;
    figure_request q = {.params = params_for(j, p->kind),
                        .typed = true,
                        .phrases = j->phrases,
                        .fonts = j->fonts,
                        .theme = &j->theme,
                        .lang = j->lang,
                        .arena = arena_scratch(j->arena),
                        .memory = memory,
                        .error = j->error};
    bool good = true;
    for (size_t k = 0; good && k < p->count; k++)
        good = draw_moment(j, d, all, p, k, &q);
    figure_memory_free(memory);
    return good;
}

bool job_add_figures(job *j) {
    if (j->count > 1)
        return error_plain(j->error, STATUS_USAGE, "--figure draws one instance, not a batch (--count)");
    drawings d = {.file = {.backend = backend_named(str_of(j->format->name))}};
    plans all = {0};
    bool good = job_solve(j, &j->made[0]) && plan_all(j, &j->made[0], &all);
    for (size_t k = 0; good && k < all.count; k++)
        good = draw_plan(j, &d, &all, &all.items[k]);
    good = good && job_check_fonts(j);
    if (good && d.file.renderer)
        good = paged_end(&d.file, &(outline){0});
    paged_close(&d.file);
    return good;
}
