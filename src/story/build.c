/* Two passes over the events of each run. The first (plan.c) counts and says what belongs to what; here the lists are
 * made at their final size, then filled in the order of events:
 *
 *   plan    steps: 16   candidates of step 7: 2   owners: event 31 → step 7 …
 *   build   run ─▶ steps[16] ─▶ candidates[2] ◀─ event 31
 *
 * Cells hold the value set last while the events go by, which is what a read finds at its moment. */
#include "build.h"

#include "extension.h"
#include "facts.h"

#include "expr.h"
#include "key_map.h"
#include "number.h"
#include "plan.h"
#include "way.h"

#include <inttypes.h>

enum {
    MOST_CELLS = 4000000,
    MOST_TABLES = 2000,
    SCRATCH_LIMIT = 1 << 20,
    CHECKED = 8,
    FEW_CHOSEN = 8,
    MOST_EXPRESSION = 10000 /* bytes */
};

typedef struct builder {
    const trace *trace;
    const event *event;
    const plan *plan;
    plan_owner owner; /* of the event */
    story *story;
    story_run *run;
    story_phase *phase; /* NULL before the first */
    index_table calls;  /* fn and args → first frame */
    index_table node_of_id;
    size_t moment;        /* counts enters and answers */
    arena *scratch;       /* for reading expressions: emptied now and then */
    arena_mark empty;     /* what it is emptied to */
    str checked[CHECKED]; /* expressions that were read lately */
    size_t checked_count;
    arena *arena;
    error *error;
} builder;

#define FAULT(b, ...) (plan_fault((b)->trace, (b)->event, (b)->error, __VA_ARGS__), false)

static story_texts texts_of(const str_list *list) {
    return (story_texts){list->items, list->count, list->capacity};
}

static bool cell_inside(const story_table *t, int64_t row, int64_t col) {
    return row >= t->row_first && row <= t->row_last && col >= t->col_first && col <= t->col_last &&
           (t->shape != TABLE_UPPER || col - t->col_first >= row - t->row_first);
}

static size_t cell_number(const story_table *t, int64_t row, int64_t col) {
    return (size_t)(row - t->row_first) * (size_t)(t->col_last - t->col_first + 1) + (size_t)(col - t->col_first);
}

static story_table *table_named(builder *b, str id) {
    for (size_t k = 0; k < b->run->table_count; k++)
        if (str_equal(b->run->tables[k].id, id))
            return &b->run->tables[k];
    (void)FAULT(b, "no table \"%.*s\" in this run", STR_ARG(id));
    return NULL;
}

/* The cell of a place, or NULL and an error. */
static story_cell *cell_of(builder *b, const story_table *t, const place *at) {
    if (t->shape == TABLE_SETS) {
        size_t table = plan_table_named(b->plan, t->id);
        size_t k = index_find(&b->plan->tables[table].places, plan_members_key(&at->members, b->scratch));
        if (k != SIZE_MAX)
            return &t->cells[k];
        (void)FAULT(b, "nothing is kept in \"%.*s\" for these members", STR_ARG(t->id));
        return NULL;
    }
    if (at->members.count || !cell_inside(t, at->row, at->col)) {
        (void)FAULT(b, "%.*s[%" PRId64 ",%" PRId64 "] is outside its table", STR_ARG(t->id), at->row, at->col);
        return NULL;
    }
    return &t->cells[cell_number(t, at->row, at->col)];
}

/* Tables, phases. */

static void make_set_cells(builder *b, story_table *t, const plan_table *planned) {
    t->cells = ARENA_ARRAY(b->arena, story_cell, planned->place_count);
    t->cell_count = planned->place_count;
    for (size_t k = 0; k < t->cell_count; k++)
        t->cells[k] = (story_cell){.row = (int64_t)k, .members = texts_of(&planned->members[k])};
}

static bool make_cells(builder *b, story_table *t) {
    int64_t rows, cols;
    bool huge = __builtin_sub_overflow(t->row_last, t->row_first, &rows) ||
                __builtin_sub_overflow(t->col_last, t->col_first, &cols) || rows >= MOST_CELLS || cols >= MOST_CELLS;
    if (!huge && (rows < -1 || cols < -1)) /* last = first − 1: an empty range */
        return FAULT(b, "the table \"%.*s\" ends before it begins", STR_ARG(t->id));
    if (huge || (rows + 1) * (cols + 1) > MOST_CELLS)
        return FAULT(b, "the table \"%.*s\" has more than %d cells", STR_ARG(t->id), MOST_CELLS);
    t->cell_count = (size_t)((rows + 1) * (cols + 1));
    b->story->cell_count += t->cell_count;
    if (b->story->cell_count > MOST_CELLS)
        return FAULT(b, "with the table \"%.*s\" all tables have more than %d cells", STR_ARG(t->id), MOST_CELLS);
    if (t->cell_count * sizeof *t->cells > arena_room(b->arena))
        return FAULT(b, "the table \"%.*s\" has %zu cells, which is more than %zu MB of memory hold", STR_ARG(t->id),
                     t->cell_count, budget_megabytes(arena_budget(b->arena)));
    t->cells = ARENA_ARRAY(b->arena, story_cell, t->cell_count);
    for (size_t k = 0; k < t->cell_count; k++) {
        t->cells[k].row = t->row_first + (int64_t)k / (cols + 1);
        t->cells[k].col = t->col_first + (int64_t)k % (cols + 1);
    }
    return true;
}

static bool take_table(builder *b) {
    const event *ev = b->event;
    story_table *t = &b->run->tables[b->run->table_count];
    *t = (story_table){
        .id = ev->id,
        .title = ev->title,
        .row_first = ev->extent.row_first,
        .row_last = ev->extent.row_last,
        .col_first = ev->extent.col_first,
        .col_last = ev->extent.col_last,
        .row = ev->extent.row,
        .col = ev->extent.col,
        .row_labels = texts_of(&ev->extent.row_labels),
        .col_labels = texts_of(&ev->extent.col_labels),
        .texts = ev->extent.texts,
        .run = b->run,
    };
    if (++b->story->table_count > MOST_TABLES)
        return FAULT(b, "the table \"%.*s\" is one too many: a trace has at most %d", STR_ARG(t->id), MOST_TABLES);
    static const int shapes[] = {[SHAPE_FULL] = TABLE_FULL, [SHAPE_UPPER] = TABLE_UPPER, [SHAPE_SETS] = TABLE_SETS};
    t->shape = shapes[ev->extent.shape];
    if (t->shape == TABLE_SETS)
        make_set_cells(b, t, &b->plan->tables[b->run->table_count]);
    else if (!make_cells(b, t))
        return false;
    b->run->table_count++;
    return true;
}

static void begin_phase(builder *b, str by, int64_t value) {
    story_phase *p = &b->run->phases[b->run->phase_count++];
    *p = (story_phase){
        .by = by, .value = value, .number = b->run->phase_count, .first = b->run->step_count, .run = b->run};
    b->phase = p;
}

/* Steps of cells. */

static bool begin_facts(builder *b, story_step *s, const event *opener) {
    s->facts = ARENA_ARRAY(b->arena, story_fact, opener->tables.count);
    for (size_t k = 0; k < opener->tables.count; k++) {
        const story_table *t = table_named(b, opener->tables.items[k]);
        story_cell *cell = t ? cell_of(b, t, &opener->at) : NULL;
        if (!cell)
            return false;
        if (t->shape == TABLE_SETS)
            cell->step = s;
        s->facts[s->fact_count++] = (story_fact){.table = t, .cell = cell, .step = s};
    }
    return s->fact_count || FAULT(b, "a cell of no table");
}

static bool begin_step(builder *b) {
    if (!b->phase)
        begin_phase(b, STR(""), 0);
    story_step *s = &b->run->steps[b->run->step_count];
    const plan_step *planned = &b->plan->steps[b->run->step_count++];
    *s = (story_step){.kind = STEP_CELL,
                      .number = b->run->step_count,
                      .phase = b->phase,
                      .row = planned->opener->at.row,
                      .col = planned->opener->at.col,
                      .members = texts_of(&planned->opener->at.members),
                      .candidates = ARENA_ARRAY(b->arena, story_candidate, planned->candidates),
                      .notes = ARENA_ARRAY(b->arena, story_note, planned->notes),
                      .run = b->run};
    b->phase->count++;
    return begin_facts(b, s, planned->opener);
}

/* The step that owns the event, begun now if the event is what begins it. */
static story_step *owner_step(builder *b) {
    bool begins = b->owner.index == b->run->step_count;
    return begins && !begin_step(b) ? NULL : &b->run->steps[b->owner.index];
}

static story_fact *fact_in(const story_step *s, const story_table *t) {
    for (size_t k = 0; k < s->fact_count; k++)
        if (s->facts[k].table == t)
            return &s->facts[k];
    return NULL;
}

/* Candidates. */

static story_candidate *labelled(story_candidate *candidates, size_t count, const story_table *t, str label) {
    for (size_t k = 0; k < count; k++)
        if (str_equal(candidates[k].label, label) && (!candidates[k].table || !t || candidates[k].table == t))
            return &candidates[k];
    return NULL;
}

static story_way *way_written(const story_candidate *c, str expr) {
    for (size_t k = 0; c && k < c->way_count; k++)
        if (str_equal(c->ways[k].expr, expr))
            return &c->ways[k];
    return NULL;
}

static story_way *way_worth(const story_candidate *c, str value) {
    for (size_t k = 0; c && k < c->way_count; k++)
        if (str_equal(c->ways[k].value, value))
            return &c->ways[k];
    return NULL;
}

static bool take_read(builder *b, const trace_read *from, story_read *read) {
    if (from->frame) {
        size_t k = index_find(&b->plan->frame_of_id, index_key(from->frame, b->scratch));
        if (k == SIZE_MAX || k >= b->run->frame_count)
            return FAULT(b, "it reads frame %" PRId64 ", which was not entered yet", from->frame);
        *read = (story_read){.frame = &b->run->frames[k], .value = b->run->frames[k].value};
        return true;
    }
    const story_table *t = table_named(b, from->table);
    const story_cell *cell = t ? cell_of(b, t, &from->at) : NULL;
    if (!cell)
        return false;
    *read = (story_read){.table = t,
                         .row = from->at.row,
                         .col = from->at.col,
                         .members = texts_of(&from->at.members),
                         .value = cell->value};
    return true;
}

static bool take_reads(builder *b, story_candidate *c) {
    const event *ev = b->event;
    c->reads = ARENA_ARRAY(b->arena, story_read, ev->read_count);
    for (size_t k = 0; k < ev->read_count; k++)
        if (!take_read(b, &ev->reads[k], &c->reads[c->read_count++]))
            return false;
    c->terms = ev->terms;
    c->term_count = ev->term_count;
    for (size_t k = 0; k < c->read_count && c->term_count == c->read_count; k++) {
        story_read *read = &c->reads[k];
        if (read->value.len == 0)
            read->value = c->terms[k].value;
        else if (!str_equal(read->value, c->terms[k].value))
            return FAULT(b, "%.*s is said to be %.*s, but what it reads holds %.*s", STR_ARG(c->terms[k].name),
                         STR_ARG(c->terms[k].value), STR_ARG(read->value));
    }
    return true;
}

/* Expressions are read again when they are shown; here they are tried. Most are one of a few. */
static bool check_expression(builder *b, str text) {
    for (size_t k = 0; k < CHECKED; k++)
        if (str_equal(b->checked[k], text))
            return true;
    if (text.len > MOST_EXPRESSION)
        return FAULT(b, "expected an expression of at most %d bytes, got %zu", MOST_EXPRESSION, text.len);
    source where = {STR("an expression"), text};
    error fault = error_in(b->scratch);
    if (!expr_read(&where, 0, text.len, b->scratch, &fault))
        return FAULT(b, "the expression \"%.*s\" cannot be read: %.*s", STR_ARG(text), STR_ARG(fault.message));
    b->checked[b->checked_count++ % CHECKED] = text;
    return true;
}

static bool take_ways(builder *b, story_candidate *c) {
    const event *ev = b->event;
    c->ways = ARENA_ARRAY(b->arena, story_way, ev->way_count);
    for (size_t k = 0; k < ev->way_count; k++) {
        story_way *w = &c->ways[c->way_count++];
        *w = (story_way){ev->ways[k].expr, ev->ways[k].value, c};
        if (w->expr.len && !check_expression(b, w->expr))
            return false;
    }
    return true;
}

static bool take_try(builder *b) {
    const event *ev = b->event;
    story_candidate *c = NULL;
    if (b->owner.kind == OWNER_FRAME) {
        story_frame *f = &b->run->frames[b->owner.index];
        c = &f->candidates[f->candidate_count++];
        *c = (story_candidate){.number = f->candidate_count, .frame = f};
    } else {
        story_step *s = owner_step(b);
        if (!s)
            return false;
        c = &s->candidates[s->candidate_count++];
        *c = (story_candidate){.number = s->candidate_count, .step = s};
        if (ev->tables.count && s->fact_count > 1 && !(c->table = table_named(b, ev->tables.items[0])))
            return false;
    }
    c->label = ev->label;
    return take_reads(b, c) && take_ways(b, c);
}

/* What a cell or call is set to: which candidates reach it, which is kept. */

/* Where the trace does not say which candidates reach a max or min: those with the value. */
static void infer_chosen(builder *b, story_fact *f, const story_candidate *candidates, size_t count) {
    if (f->chosen.count || !(str_is(f->why, "max") || str_is(f->why, "min")))
        return;
    for (size_t k = 0; k < count; k++) {
        bool counts = !candidates[k].table || candidates[k].table == f->table;
        if (counts && way_worth(&candidates[k], f->value))
            *ARENA_PUSH(b->arena, &f->chosen, items, count, capacity) = candidates[k].label;
    }
}

/* Of each label the number of the candidate that `labelled` finds in the table. */
static key_map labels_in(const story_table *t, const story_candidate *candidates, size_t count, arena *a) {
    key_map labels = {0};
    for (size_t k = 0; k < count; k++)
        if ((!candidates[k].table || !t || candidates[k].table == t) &&
            key_map_get(&labels, candidates[k].label) == SIZE_MAX)
            key_map_add(&labels, a, candidates[k].label, k);
    return labels;
}

static bool choose(builder *b, story_fact *f, story_candidate *c, str label) {
    if (!c)
        return FAULT(b, "\"%.*s\" is chosen, but no such candidate was tried", STR_ARG(label));
    c->chosen = true;
    if (!f->kept) {
        c->kept = true;
        f->kept = c;
    }
    return true;
}

/* Many labels are looked up in a map: a search for each would take the square of their number. */
static bool settle_chosen(builder *b, story_fact *f, story_candidate *candidates, size_t count) {
    infer_chosen(b, f, candidates, count);
    if (count == 0)
        return true;
    bool many = f->chosen.count > FEW_CHOSEN, fine = true;
    arena *scratch = arena_scratch(b->arena);
    arena_mark start = arena_here(scratch);
    key_map labels = many ? labels_in(f->table, candidates, count, scratch) : (key_map){0};
    for (size_t k = 0; fine && k < f->chosen.count; k++) {
        str label = f->chosen.items[k];
        size_t at = key_map_get(&labels, label);
        story_candidate *c = many ? NULL : labelled(candidates, count, f->table, label);
        fine = choose(b, f, at < count ? &candidates[at] : c, label);
    }
    arena_back(scratch, start);
    return fine;
}

static bool settle_way(builder *b, story_fact *f) {
    str way = b->event->way;
    f->way = way.len ? way_written(f->kept, way) : way_worth(f->kept, f->value);
    if (way.len && f->kept && !f->way)
        return FAULT(b, "the candidate \"%.*s\" has no way \"%.*s\"", STR_ARG(f->kept->label), STR_ARG(way));
    return true;
}

/* -1, 0, 1; *comparable: both are numbers or infinities. */
static int compare_values(str x, str y, bool *comparable, arena *a) {
    int rank[2] = {0, 0};
    number *n[2] = {NULL, NULL};
    const str texts[] = {x, y};
    *comparable = true;
    for (int k = 0; k < 2; k++) {
        rank[k] = str_is(texts[k], "inf") ? 1 : str_is(texts[k], "-inf") ? -1 : 0;
        n[k] = rank[k] ? NULL : number_from_canonical(a, texts[k]);
        *comparable = *comparable && (rank[k] || n[k]);
    }
    return n[0] && n[1] ? number_compare(n[0], n[1]) : rank[0] - rank[1];
}

static bool all_have_values(const story_candidate *candidates, size_t count, const story_table *t) {
    for (size_t k = 0; k < count; k++)
        if ((!candidates[k].table || candidates[k].table == t) && !candidates[k].way_count)
            return false;
    return count > 0;
}

/* No candidate may be better than what a max or min is said to be. */
static bool best_of_all(builder *b, const story_fact *f, const story_candidate *candidates, size_t count) {
    int better = str_is(f->why, "max") ? 1 : str_is(f->why, "min") ? -1 : 0;
    for (size_t k = 0; better && k < count; k++)
        for (size_t w = 0; w < candidates[k].way_count; w++) {
            bool comparable;
            str value = candidates[k].ways[w].value;
            if ((candidates[k].table && candidates[k].table != f->table) || str_equal(value, f->value))
                continue;
            int order = compare_values(value, f->value, &comparable, b->scratch);
            if (comparable && order * better > 0)
                return FAULT(b, "%.*s is said to be the %s, but the candidate \"%.*s\" gives %.*s", STR_ARG(f->value),
                             better > 0 ? "largest" : "smallest", STR_ARG(candidates[k].label), STR_ARG(value));
        }
    return true;
}

static bool is_sum_of_all(builder *b, const story_fact *f, const story_candidate *candidates, size_t count) {
    number *sum = number_new(b->scratch);
    for (size_t k = 0; k < count; k++) {
        number *n =
            candidates[k].way_count == 1 ? number_from_canonical(b->scratch, candidates[k].ways[0].value) : NULL;
        if (!n)
            return true; /* several ways, or ∞: it is not for us to say */
        fmpq_add(sum->q, sum->q, n->q);
    }
    str text = number_text(sum, b->scratch);
    return str_equal(text, f->value) ||
           FAULT(b, "the candidates are %.*s together, got %.*s", STR_ARG(text), STR_ARG(f->value));
}

/* What a trace from elsewhere says of a value must be so; those of our own solvers are not asked again. */
static bool value_is_reached(builder *b, const story_fact *f, const story_candidate *candidates, size_t count) {
    static const char *const reached[] = {"max", "min", "match", "only"};
    bool asked = false;
    for (size_t k = 0; k < sizeof reached / sizeof *reached; k++)
        asked = asked || str_is(f->why, reached[k]);
    bool beside = f->table && f != f->step->facts && count && !candidates[0].table; /* splits beside costs, say */
    if (!b->trace->where || beside || (f->table && f->table->texts) || !all_have_values(candidates, count, f->table))
        return true;
    if (str_is(f->why, "sum"))
        return is_sum_of_all(b, f, candidates, count);
    for (size_t k = 0; asked && k < f->chosen.count; k++) {
        const story_candidate *c = labelled((story_candidate *)candidates, count, f->table, f->chosen.items[k]);
        if (!way_worth(c, f->value))
            return FAULT(b, "\"%.*s\" is chosen, but gives %.*s, not %.*s", STR_ARG(f->chosen.items[k]),
                         STR_ARG(c->ways[0].value), STR_ARG(f->value));
    }
    if ((str_is(f->why, "max") || str_is(f->why, "min")) && !f->chosen.count && !str_is(f->value, "inf") &&
        !str_is(f->value, "-inf"))
        return FAULT(b, "no candidate gives %.*s", STR_ARG(f->value));
    return best_of_all(b, f, candidates, count);
}

static bool take_set(builder *b) {
    const event *ev = b->event;
    story_step *s = owner_step(b);
    const story_table *t = s ? table_named(b, ev->tables.items[0]) : NULL;
    story_fact *f = t ? fact_in(s, t) : NULL;
    if (!f)
        return t && FAULT(b, "\"%.*s\" is not among the tables of this cell", STR_ARG(t->id));
    if (t->shape == TABLE_SETS)
        return FAULT(b, "\"%.*s\" is a table of sets: results are put, not set", STR_ARG(t->id));
    story_cell *cell = cell_of(b, t, &ev->at);
    if (!cell)
        return false;
    f->value = ev->value;
    f->why = ev->why;
    f->chosen = texts_of(&ev->chosen);
    cell->value = ev->value;
    cell->step = s;
    *ARENA_PUSH(b->arena, cell, settings, setting_count, setting_capacity) = (story_setting){s, ev->value};
    if (!settle_chosen(b, f, s->candidates, s->candidate_count) || !settle_way(b, f) ||
        !value_is_reached(b, f, s->candidates, s->candidate_count))
        return false;
    if (f->kept && f->kept->way_count && !f->way)
        b->run->tables[t - b->run->tables].choices = true;
    return true;
}

/* Calls. */

/* An argument as it is shown: a text in quotation marks, so that the text 1 is not the number 1 and an empty one is
 * seen; a number that only a text can hold, 8/3 or one past 2^53, without. */
static str argument_shown(const datum *arg, arena *a) {
    enum { EXACT_DIGITS = 15 };
    str text = datum_as_text(arg);
    if (arg->kind != DATUM_TEXT)
        return text;
    number *n = number_from_canonical(a, text);
    if (n && (!number_is_integer(n) || text.len > EXACT_DIGITS))
        return text;
    return str_format(a, "\xE2\x80\x9C%.*s\xE2\x80\x9D", STR_ARG(text));
}

static str call_key(const story_frame *f, arena *a) {
    strbuf key = strbuf_in(a);
    strbuf_add(&key, f->fn);
    for (size_t k = 0; k < f->args.count; k++) {
        strbuf_add_byte(&key, '\x1F');
        strbuf_add(&key, f->args.items[k]);
    }
    return strbuf_text(&key);
}

static bool take_enter(builder *b) {
    const event *ev = b->event;
    size_t number = b->run->frame_count++;
    const plan_frame *planned = &b->plan->frames[number];
    story_frame *f = &b->run->frames[number];
    *f = (story_frame){.id = ev->frame,
                       .fn = ev->fn,
                       .edge = ev->edge,
                       .entered = ++b->moment,
                       .candidates = ARENA_ARRAY(b->arena, story_candidate, planned->candidates)};
    for (size_t k = 0; ev->args && k < ev->args->count; k++)
        *ARENA_PUSH(b->arena, &f->args, items, count, capacity) = argument_shown(ev->args->items[k], b->arena);
    size_t first = index_enter(&b->calls, call_key(f, b->arena), number, b->arena);
    if (first != number)
        f->repeat_of = &b->run->frames[first];
    if (planned->parent != SIZE_MAX) {
        story_frame *parent = &b->run->frames[planned->parent];
        f->parent = parent;
        *ARENA_PUSH(b->arena, parent, children, child_count, child_capacity) = f;
    }
    return true;
}

static story_step *add_frame_step(builder *b, story_frame *f) {
    story_step *s = &b->run->frame_steps[b->run->frame_step_count++];
    *s = (story_step){.kind = STEP_FRAME,
                      .number = b->run->frame_step_count,
                      .frame = f,
                      .facts = ARENA_NEW(b->arena, story_fact),
                      .fact_count = 1,
                      .candidates = f->candidates,
                      .candidate_count = f->candidate_count,
                      .run = b->run};
    f->step = s->number;
    f->returned = ++b->moment;
    for (size_t k = 0; k < f->candidate_count; k++)
        f->candidates[k].step = s;
    return s;
}

static bool same_as_before(builder *b, const story_frame *f) {
    const story_frame *first = f->repeat_of;
    return !first || !first->value.len || str_equal(first->value, f->value) ||
           FAULT(b, "this call gave %.*s before, as frame %" PRId64 ", and gives %.*s now", STR_ARG(first->value),
                 first->id, STR_ARG(f->value));
}

static bool take_return(builder *b) {
    const event *ev = b->event;
    story_frame *f = &b->run->frames[b->owner.index];
    story_step *s = add_frame_step(b, f);
    *s->facts = (story_fact){.value = ev->value, .why = ev->why, .chosen = texts_of(&ev->chosen), .step = s};
    if (!settle_chosen(b, s->facts, f->candidates, f->candidate_count) || !settle_way(b, s->facts) ||
        !value_is_reached(b, s->facts, f->candidates, f->candidate_count))
        return false;
    f->value = ev->value;
    if (!same_as_before(b, f))
        return false;
    f->why = ev->why;
    f->chosen = s->facts->chosen;
    if (f->value.len > b->run->value_length)
        b->run->value_length = f->value.len;
    return true;
}

static bool take_memo(builder *b) {
    const event *ev = b->event;
    story_frame *f = &b->run->frames[b->owner.index];
    size_t of = index_find(&b->plan->frame_of_id, index_key(ev->of, b->scratch));
    if (of == SIZE_MAX || of >= b->run->frame_count || !b->run->frames[of].returned)
        return FAULT(b, "frame %" PRId64 " has no value yet that could answer frame %" PRId64, ev->of, ev->frame);
    f->memo_of = &b->run->frames[of];
    f->value = f->memo_of->value;
    if (!same_as_before(b, f))
        return false;
    f->why = STR("memo");
    story_step *s = add_frame_step(b, f);
    *s->facts = (story_fact){.value = f->value, .why = f->why, .step = s};
    return true;
}

/* Nodes, results, moves, the way back, notes. */

static bool node_of(builder *b, int64_t id, const story_node **node) {
    size_t k = index_find(&b->node_of_id, index_key(id, b->scratch));
    if (k == SIZE_MAX)
        return FAULT(b, "there is no node %" PRId64 " yet", id);
    *node = &b->run->nodes[k];
    return true;
}

static bool take_node(builder *b) {
    const event *ev = b->event;
    story_node *n = &b->run->nodes[b->run->node_count];
    *n = (story_node){.id = ev->node, .op = ev->op, .value = ev->value, .label = ev->label, .size = ev->size};
    if (ev->op.len && (!node_of(b, ev->left, &n->left) || !node_of(b, ev->right, &n->right)))
        return false;
    str key = index_key(ev->node, b->arena);
    if (index_enter(&b->node_of_id, key, b->run->node_count, b->arena) != b->run->node_count)
        return FAULT(b, "there is a node %" PRId64 " already", ev->node);
    b->run->node_count++;
    return true;
}

static bool take_solution(builder *b) {
    story_solution *s = &b->run->solutions[b->run->solution_count++];
    s->class_number = b->event->class_number;
    return node_of(b, b->event->node, &s->node);
}

static bool take_put(builder *b) {
    const event *ev = b->event;
    const story_table *t = table_named(b, ev->tables.items[0]);
    if (!t)
        return false;
    if (t->shape != TABLE_SETS)
        return FAULT(b, "\"%.*s\" is no table of sets: its cells are set", STR_ARG(t->id));
    const story_cell *cell = cell_of(b, t, &ev->at);
    if (!cell)
        return false;
    story_step *s = &b->run->put_steps[b->run->put_step_count++];
    *s = (story_step){.kind = STEP_PUT,
                      .number = b->run->put_step_count,
                      .members = texts_of(&ev->at.members),
                      .facts = ARENA_NEW(b->arena, story_fact),
                      .fact_count = 1,
                      .dup = ev->dup,
                      .run = b->run};
    *s->facts = (story_fact){.table = t, .cell = cell, .value = ev->value, .step = s};
    return ev->node == 0 || node_of(b, ev->node, &s->node);
}

static bool take_move(builder *b) {
    const event *ev = b->event;
    story_move *m = &b->run->moves[b->run->move_count++];
    *m = (story_move){.number = b->run->move_count,
                      .what = ev->what,
                      .at = ev->at.row,
                      .player = ev->player,
                      .scores = texts_of(&ev->scores),
                      .left = ev->left_value,
                      .right = ev->right_value,
                      .value = ev->value};
    b->run->move_steps[b->run->move_step_count++] =
        (story_step){.kind = STEP_MOVE, .number = m->number, .move = m, .run = b->run};
    return true;
}

static bool take_back(builder *b) {
    const event *ev = b->event;
    const story_table *t = ev->tables.count ? table_named(b, ev->tables.items[0]) : NULL;
    if (!t)
        return FAULT(b, "a step of the way back needs a table");
    const story_cell *cell = cell_of(b, t, &ev->at);
    if (!cell)
        return false;
    story_back *back = &b->run->backs[b->run->back_count++];
    *back = (story_back){.number = b->run->back_count,
                         .table = t,
                         .row = ev->at.row,
                         .col = ev->at.col,
                         .members = texts_of(&ev->at.members),
                         .take = ev->take};
    b->run->back_steps[b->run->back_step_count++] =
        (story_step){.kind = STEP_BACK, .number = back->number, .back = back, .run = b->run};
    if (!cell->step || !ev->take.len || cell->step->candidate_count == 0)
        return true;
    back->candidate = labelled(cell->step->candidates, cell->step->candidate_count, t, ev->take);
    if (!back->candidate)
        return FAULT(b, "the way back takes \"%.*s\", but no such candidate was tried for this cell",
                     STR_ARG(ev->take));
    back->way = ev->way.len ? way_written(back->candidate, ev->way) : way_worth(back->candidate, cell->value);
    if (ev->way.len && !back->way)
        return FAULT(b, "the candidate \"%.*s\" has no way \"%.*s\"", STR_ARG(ev->take), STR_ARG(ev->way));
    return true;
}

static bool take_note(builder *b) {
    story_note note = {b->event->key, b->event->text, b->event->args};
    if (b->owner.kind == OWNER_STEP) {
        story_step *s = &b->run->steps[b->owner.index];
        s->notes[s->note_count++] = note;
    } else {
        b->run->notes[b->run->note_count++] = note;
    }
    return true;
}

static bool take_answer(builder *b) {
    if (b->story->answer)
        return FAULT(b, "a second answer");
    b->story->answer = b->event->answer;
    return true;
}

static bool take_phase(builder *b) {
    begin_phase(b, b->event->by, b->event->phase);
    return true;
}

static bool take_run(builder *b) {
    b->run->id = b->event->id;
    b->run->title = b->event->title;
    return true;
}

static bool (*const takers[EVENT_KINDS])(builder *) = {
    [EVENT_RUN] = take_run,   [EVENT_TABLE] = take_table, [EVENT_PHASE] = take_phase, [EVENT_CELL] = begin_step,
    [EVENT_TRY] = take_try,   [EVENT_SET] = take_set,     [EVENT_ENTER] = take_enter, [EVENT_RETURN] = take_return,
    [EVENT_MEMO] = take_memo, [EVENT_PUT] = take_put,     [EVENT_NODE] = take_node,   [EVENT_SOLUTION] = take_solution,
    [EVENT_MOVE] = take_move, [EVENT_BACK] = take_back,   [EVENT_NOTE] = take_note,   [EVENT_ANSWER] = take_answer,
};

/* Runs. */

static void make_lists(builder *b) {
    const plan *p = b->plan;
    story_run *r = b->run;
    arena *a = b->arena;
    r->tables = ARENA_ARRAY(a, story_table, p->table_count);
    r->phases = ARENA_ARRAY(a, story_phase, p->kinds[EVENT_PHASE] + p->phase_missing);
    r->steps = ARENA_ARRAY(a, story_step, p->step_count);
    r->frames = ARENA_ARRAY(a, story_frame, p->frame_count);
    r->frame_steps = ARENA_ARRAY(a, story_step, p->answered);
    r->nodes = ARENA_ARRAY(a, story_node, p->kinds[EVENT_NODE]);
    r->solutions = ARENA_ARRAY(a, story_solution, p->kinds[EVENT_SOLUTION]);
    r->put_steps = ARENA_ARRAY(a, story_step, p->kinds[EVENT_PUT]);
    r->moves = ARENA_ARRAY(a, story_move, p->kinds[EVENT_MOVE]);
    r->move_steps = ARENA_ARRAY(a, story_step, p->kinds[EVENT_MOVE]);
    r->backs = ARENA_ARRAY(a, story_back, p->kinds[EVENT_BACK]);
    r->back_steps = ARENA_ARRAY(a, story_step, p->kinds[EVENT_BACK]);
    r->notes = ARENA_ARRAY(a, story_note, p->run_notes);
}

static bool fill(builder *b) {
    for (size_t k = b->plan->from; k < b->plan->to; k++) {
        b->event = &b->trace->events[k];
        b->owner = b->plan->owners[k - b->plan->from];
        if (!takers[b->event->kind](b))
            return false;
        if (arena_used(b->scratch) > SCRATCH_LIMIT)
            arena_back(b->scratch, b->empty);
    }
    return true;
}

static const datum *answer_of(const trace *t) {
    return t->count && t->events[t->count - 1].kind == EVENT_ANSWER ? t->events[t->count - 1].answer : NULL;
}

static bool build_run(const trace *t, size_t from, size_t to, story *s, story_run *run, arena *a, error *e) {
    builder b = {.trace = t, .story = s, .run = run, .arena = a, .error = e};
    b.plan = plan_make(t, from, to, a, e);
    if (!b.plan)
        return false;
    make_lists(&b);
    b.scratch = arena_scratch(arena_scratch(a)); /* goes with the arena if memory ends */
    b.empty = arena_here(b.scratch);
    bool fine = fill(&b);
    arena_back(b.scratch, b.empty);
    bool foreign = t->where && !t->is_recurrence && !story_extension_for(s);
    if (fine && foreign && !run->back_count && run->step_count)
        story_derive_way(run, answer_of(t), a);
    return fine;
}

/* End of the run that begins at event `from`: before the next `run`. */
static size_t run_end(const trace *t, size_t from) {
    size_t to = from + 1;
    while (to < t->count && t->events[to].kind != EVENT_RUN)
        to++;
    return to < t->count ? to : t->count;
}

static size_t count_runs(const trace *t) {
    size_t runs = 0;
    for (size_t k = 0; k < t->count; k = run_end(t, k))
        runs++;
    return runs ? runs : 1;
}

static bool id_is_new(key_map *ids, const story *s, const trace *t, size_t at, error *e) {
    const event *ev = &t->events[at];
    if (ev->kind != EVENT_RUN)
        return true;
    if (key_map_get(ids, ev->id) != SIZE_MAX)
        return plan_fault(t, ev, e, "there is a run \"%.*s\" already", STR_ARG(ev->id));
    key_map_add(ids, s->arena, ev->id, at);
    return true;
}

/* Of an index of that many keys, with the smaller ones that it grew out of. */
static size_t index_bytes(size_t count) {
    enum { KEY = 16 };
    size_t size = 16;
    while (size < 2 * count)
        size *= 2;
    return 2 * (size - 8) * sizeof(index_entry) + count * KEY;
}

size_t story_bytes(const trace_size *s) {
    if (s->events == SIZE_MAX)
        return SIZE_MAX;
    size_t settings = 2 * s->facts * sizeof(story_setting); /* a list has room for two */
    size_t owners = (s->steps + s->facts + s->tries) * sizeof(plan_owner);
    size_t plan = owners + s->steps * sizeof(plan_step) + s->frames * sizeof(plan_frame) + index_bytes(s->facts);
    return plan + settings + s->cells * sizeof(story_cell) + s->steps * sizeof(story_step) +
           s->facts * sizeof(story_fact) + s->tries * sizeof(story_candidate) + s->reads * sizeof(story_read) +
           s->ways * sizeof(story_way) + s->frames * (sizeof(story_frame) + sizeof(story_step) + sizeof(story_fact));
}

story *story_build(const trace *t, arena *a, error *e) {
    story *s = ARENA_NEW(a, story);
    *s = (story){.arena = a,
                 .problem = t->problem,
                 .is_recurrence = t->is_recurrence,
                 .recurrence = t->recurrence,
                 .title = t->title,
                 .instance = t->instance,
                 .facts = fact_store_new(a)};
    if (!s->instance)
        s->instance = datum_map(a);
    s->runs = ARENA_ARRAY(a, story_run, count_runs(t));
    if (t->count == 0)
        s->runs[s->run_count++] = (story_run){.number = 1, .story = s};
    key_map ids = {0};
    for (size_t from = 0; from < t->count; from = run_end(t, from)) {
        if (!id_is_new(&ids, s, t, from, e))
            return NULL;
        story_run *run = &s->runs[s->run_count++];
        *run = (story_run){.number = s->run_count, .story = s};
        if (!build_run(t, from, run_end(t, from), s, run, a, e))
            return NULL;
    }
    return s;
}
