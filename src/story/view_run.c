/* What templates see of a story. Each kind of thing has a const table of names, and some have names that depend on the
 * thing:
 *
 *   step 7 ── number, row, col, candidates, …    the table
 *          ── max, min                           its tables' ids: the fact there
 *          ── i, j                               the tables' index letters
 *          ── length                             what its phase goes by
 *
 * The row of the problem (extension.h) is asked first of all. */
#include "view_classes.h"

#include "tasks.h"

const story *story_of_run(const story_run *r) {
    return r ? r->story : NULL;
}

view_value view_number(int64_t value, arena *a) {
    return story_view_number(str_format(a, "%lld", (long long)value), a);
}

view_value view_count(size_t count, arena *a) {
    return view_number((int64_t)count, a);
}

view_value view_in_table(const story_table *t, str value, arena *a) {
    return t && t->texts ? view_text(value) : story_view_number(value, a);
}

view_value view_object_if(const view_class *class, const void *object, const void *context) {
    return object ? view_of_object((view){class, object, context}) : view_bool(false);
}

/* The step whose value a read finds: the last that set the cell before the reading step. */
static const story_step *source_of_read(const story_read *r, const story_step *reader) {
    const story_cell *c = r->table ? story_cell_at(r->table, r->row, r->col) : NULL;
    for (size_t k = c ? c->setting_count : 0; k; k--)
        if (c->settings[k - 1].step->number < reader->number)
            return c->settings[k - 1].step;
    return NULL;
}

bool *view_readers(const story_run *r, size_t first, size_t count, arena *a) {
    bool *reads = ARENA_ARRAY(a, bool, r->step_count);
    for (size_t k = first; k < r->step_count; k++)
        for (size_t c = 0; c < r->steps[k].candidate_count; c++) {
            const story_candidate *candidate = &r->steps[k].candidates[c];
            for (size_t i = 0; i < candidate->read_count; i++) {
                const story_step *from = source_of_read(&candidate->reads[i], &r->steps[k]);
                reads[k] |= from && from->number > first && from->number <= first + count;
            }
        }
    return reads;
}

/* ---- story ---- */

view story_view(const story *s) {
    return (view){&story_class, s, NULL};
}

static view_value story_title(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story)->title);
}

static view_value story_problem(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story)->problem);
}

static view_value data_of(const story *s, const datum *d, arena *a) {
    const story_extension *x = story_extension_for(s);
    if (!d)
        return view_bool(false);
    return x && x->texts ? view_value_of_datum(d, a) : story_view_data(d, a);
}

static view_value story_instance(const view *v, arena *a) {
    return data_of(OBJECT(v, story), OBJECT(v, story)->instance, a);
}

static view_value story_answer(const view *v, arena *a) {
    return data_of(OBJECT(v, story), OBJECT(v, story)->answer, a);
}

static view_value story_runs(const view *v, arena *a) {
    const story *s = v->object;
    return names_list(&run_class, s->runs, s->run_count, sizeof *s->runs, NULL, a);
}

/* The run whose tables are filled. */
static view_value story_main(const view *v, arena *a) {
    const story *s = v->object;
    (void)a;
    return view_object_if(&run_class, s->run_count ? story_main_run(s) : NULL, NULL);
}

static const view_name story_names[] = {{"main", story_main},
                                        {"title", story_title},
                                        {"problem", story_problem},
                                        {"instance", story_instance},
                                        {"answer", story_answer},
                                        {"runs", story_runs},
                                        {NULL, NULL}};

/* Each run has its section by id too, {{#memo}}…{{/memo}}, even if it is called as a part of a run is. */
static view_value story_lookup(const view *v, str name, arena *a) {
    const story *s = v->object;
    view_value own = names_own(s, OWN_ROOT, v, name, a);
    if (own.kind == VIEW_MISSING)
        own = names_lookup(story_names, v, name, a);
    const story_run *r = own.kind == VIEW_MISSING && name.len ? story_run_named(s, name) : NULL;
    if (r)
        return view_of_object(story_view_run(r));
    view main = story_view_run(story_main_run(s));
    return own.kind == VIEW_MISSING ? run_class.lookup(&main, name, a) : own;
}

static void add_run_names(name_list *l, const story_run *r, arena *a);

static str *story_names_of(const view *v, arena *a, size_t *count) {
    const story *s = v->object;
    name_list l = {0};
    names_add_rows(&l, story_names, a);
    names_add_own(&l, s, OWN_ROOT, v, a);
    add_run_names(&l, story_main_run(s), a);
    for (size_t k = 0; k < s->run_count; k++)
        names_add_one(&l, s->runs[k].id, a);
    *count = l.count;
    return l.items;
}

static const renamed_name run_renamed[] = {
    {"backs", "way_back"},         {"back_count", "way_back_count"}, {"puts", "results"},        {"frames", "calls"},
    {"frame_count", "call_count"}, {"is_small", "fits_page"},        {"asked", "question_cell"}, {NULL, NULL},
};

static str story_renamed(const view *v, str name) {
    const story_extension *x = story_extension_for(v->object);
    str now = names_now(x ? x->renamed : NULL, name);
    return now.len ? now : names_now(run_renamed, name);
}

static str run_renamed_now(const view *v, str name) {
    (void)v;
    return names_now(run_renamed, name);
}

const view_class story_class = {
    .name = "story", .lookup = story_lookup, .names_of = story_names_of, .renamed = story_renamed};

/* ---- run ---- */

view story_view_run(const story_run *r) {
    return (view){&run_class, r, NULL};
}

static view_value run_id(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_run)->id);
}

static view_value run_title(const view *v, arena *a) {
    (void)a;
    const story_run *r = v->object;
    return view_text(r->title.len ? r->title : r->story->title);
}

static view_value run_number(const view *v, arena *a) {
    return view_count(OBJECT(v, story_run)->number, a);
}

static view_value run_phases(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&phase_class, r->phases, r->phase_count, sizeof *r->phases, NULL, a);
}

static view_value run_steps(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&step_class, r->steps, r->step_count, sizeof *r->steps, NULL, a);
}

static view_value run_step_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_run)->step_count, a);
}

static size_t candidates_of(const story_fact *f) {
    size_t count = 0;
    for (size_t k = 0; k < f->step->candidate_count; k++)
        count += !f->step->candidates[k].table || f->step->candidates[k].table == f->table;
    return count;
}

/* Whether what is kept there was kept at none of these before. */
static bool is_new_case(const story_fact *f, const view *items, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const story_fact *other = items[k].object;
        if (other->table == f->table && (!f->kept || (other->kept && str_equal(other->kept->label, f->kept->label))))
            return false;
    }
    return true;
}

/* Cells with at least so many candidates, in the order in which they are filled: the first few, and the first of each
 * case. */
static view_value first_cells(const story_run *r, size_t least, arena *a) {
    enum { MOST = 8, PLAIN = 4 };
    view *items = ARENA_ARRAY(a, view, MOST);
    size_t count = 0, plain = 0;
    for (size_t k = 0; k < r->step_count; k++)
        for (size_t f = 0; f < r->steps[k].fact_count && count < MOST; f++) {
            const story_fact *fact = &r->steps[k].facts[f];
            bool new = is_new_case(fact, items, count);
            if (candidates_of(fact) < least || (!new &&plain == PLAIN))
                continue;
            plain += !new;
            items[count++] = (view){&fact_class, fact, NULL};
        }
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

/* For a sheet that works only these in full: cells at which something is chosen say more than those at which nothing
 * is. */
static view_value run_first_tried(const view *v, arena *a) {
    enum { FEW = 3 };
    view_value chosen = first_cells(v->object, 2, a), tried = first_cells(v->object, 1, a);
    return chosen.count >= FEW || chosen.count == tried.count ? chosen : tried;
}

/* A cell to ask about: the last one with a choice that is not among the first. */
static view_value run_question_cell(const view *v, arena *a) {
    const story_run *r = v->object;
    view_value first = run_first_tried(v, a);
    for (size_t k = r->step_count; k--;)
        for (size_t f = r->steps[k].fact_count; f--;) {
            const story_fact *fact = &r->steps[k].facts[f];
            bool shown = false;
            for (size_t i = 0; i < first.count; i++)
                shown = shown || first.items[i].object == fact;
            if (candidates_of(fact) > 1 && !shown)
                return (view_value){.kind = VIEW_OBJECT, .object = {&fact_class, fact, NULL}};
        }
    return view_bool(false);
}

static view_value run_first_are_choices(const view *v, arena *a) {
    enum { FEW = 3 };
    view_value chosen = first_cells(v->object, 2, a), tried = first_cells(v->object, 1, a);
    return view_bool(chosen.count >= FEW && chosen.count <= tried.count);
}

static view_value run_tables(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&table_class, r->tables, r->table_count, sizeof *r->tables, NULL, a);
}

/* The tables that have rows and columns, and cells. */
static view_value run_grids(const view *v, arena *a) {
    const story_run *r = v->object;
    view *items = ARENA_ARRAY(a, view, r->table_count);
    size_t count = 0;
    for (size_t k = 0; k < r->table_count; k++) {
        const story_table *t = &r->tables[k];
        if (t->shape != TABLE_SETS && t->row_first <= t->row_last && t->col_first <= t->col_last)
            items[count++] = story_view_table(t);
    }
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static view_value run_moves(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&move_class, r->moves, r->move_count, sizeof *r->moves, r, a);
}

static view_value run_backs(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&back_class, r->backs, r->back_count, sizeof *r->backs, r, a);
}

static view_value run_solutions(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&solution_class, r->solutions, r->solution_count, sizeof *r->solutions, r, a);
}

static view_value run_notes(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&note_class, r->notes, r->note_count, sizeof *r->notes, NULL, a);
}

static view_value run_frames(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&frame_class, r->frames, r->frame_count, sizeof *r->frames, NULL, a);
}

static view_value run_frame_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_run)->frame_count, a);
}

static view_value run_puts(const view *v, arena *a) {
    const story_run *r = v->object;
    return names_list(&step_class, r->put_steps, r->put_step_count, sizeof *r->put_steps, NULL, a);
}

static view_value run_candidate_count(const view *v, arena *a) {
    const story_run *r = v->object;
    size_t count = 0;
    for (size_t k = 0; k < r->step_count; k++)
        count += r->steps[k].candidate_count;
    return view_count(count, a);
}

static view_value run_move_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_run)->move_count, a);
}

static view_value run_back_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_run)->back_count, a);
}

static view_value run_way_is_derived(const view *v, arena *a) {
    (void)a;
    return view_bool(OBJECT(v, story_run)->way_is_derived);
}

/* Cells and calls that a sheet has room for. */
static view_value run_fits_page(const view *v, arena *a) {
    enum { MOST_CELLS = 900, MOST_CALLS = 120 };
    const story_run *r = v->object;
    size_t cells = 0;
    (void)a;
    for (size_t k = 0; k < r->table_count; k++)
        cells += r->tables[k].cell_count;
    return view_bool(cells <= MOST_CELLS && r->frame_count <= MOST_CALLS);
}

static view_value run_cell_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_run)->step_count, a);
}

static view_value run_result_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_run)->put_step_count, a);
}

static view_value run_worked(const view *v, arena *a) {
    (void)a;
    return view_object_if(&step_class, story_tasks_of(v->object).worked, NULL);
}

static view_value run_completed(const view *v, arena *a) {
    (void)a;
    return view_object_if(&step_class, story_tasks_of(v->object).completed, NULL);
}

static view_value run_alone(const view *v, arena *a) {
    (void)a;
    return view_object_if(&step_class, story_tasks_of(v->object).alone, NULL);
}

static const view_name run_names[] = {
    {"id", run_id},
    {"title", run_title},
    {"number", run_number},
    {"phases", run_phases},
    {"steps", run_steps},
    {"step_count", run_step_count},
    {"candidate_count", run_candidate_count},
    {"first_tried", run_first_tried},
    {"first_are_choices", run_first_are_choices},
    {"question_cell", run_question_cell},
    {"worked", run_worked},
    {"completed", run_completed},
    {"alone", run_alone},
    {"tables", run_tables},
    {"grids", run_grids},
    {"moves", run_moves},
    {"move_count", run_move_count},
    {"way_back", run_backs},
    {"way_back_count", run_back_count},
    {"way_back_is_derived", run_way_is_derived},
    {"fits_page", run_fits_page},
    {"cell_count", run_cell_count},
    {"result_count", run_result_count},
    {"solutions", run_solutions},
    {"notes", run_notes},
    {"calls", run_frames},
    {"call_count", run_frame_count},
    {"results", run_puts},
    {NULL, NULL},
};

/* {{#lengths}}: the phases that go by length. */
static view_value phases_by(const story_run *r, str plural, arena *a) {
    if (plural.len < 2 || plural.ptr[plural.len - 1] != 's')
        return view_missing();
    str by = str_slice(plural, 0, plural.len - 1);
    view *items = ARENA_ARRAY(a, view, r->phase_count);
    size_t count = 0;
    for (size_t k = 0; k < r->phase_count; k++)
        if (str_equal(r->phases[k].by, by))
            items[count++] = story_view_phase(&r->phases[k]);
    return count ? (view_value){.kind = VIEW_LIST, .items = items, .count = count} : view_missing();
}

static view_value run_lookup(const view *v, str name, arena *a) {
    const story_run *r = v->object;
    view_value own = names_own(r->story, OWN_RUN, v, name, a);
    if (own.kind == VIEW_MISSING)
        own = names_lookup(run_names, v, name, a);
    return own.kind == VIEW_MISSING ? phases_by(r, name, a) : own;
}

static void add_run_names(name_list *l, const story_run *r, arena *a) {
    names_add_rows(l, run_names, a);
    names_add_own(l, r->story, OWN_RUN, &(view){&run_class, r, NULL}, a);
    for (size_t k = 0; k < r->phase_count; k++)
        if (r->phases[k].by.len)
            names_add_one(l, str_format(a, "%.*ss", STR_ARG(r->phases[k].by)), a);
}

static str *run_names_of(const view *v, arena *a, size_t *count) {
    name_list l = {0};
    add_run_names(&l, v->object, a);
    *count = l.count;
    return l.items;
}

const view_class run_class = {
    .name = "run", .lookup = run_lookup, .names_of = run_names_of, .renamed = run_renamed_now};

/* ---- phase ---- */

view story_view_phase(const story_phase *p) {
    return (view){&phase_class, p, NULL};
}

static view_value phase_by(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_phase)->by);
}

static view_value phase_value(const view *v, arena *a) {
    return view_number(OBJECT(v, story_phase)->value, a);
}

static view_value phase_number(const view *v, arena *a) {
    return view_count(OBJECT(v, story_phase)->number, a);
}

static view_value phase_steps(const view *v, arena *a) {
    const story_phase *p = v->object;
    return names_list(&step_class, p->run->steps + p->first, p->count, sizeof *p->run->steps, NULL, a);
}

static view_value phase_step_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_phase)->count, a);
}

static view_value phase_candidate_count(const view *v, arena *a) {
    const story_phase *p = v->object;
    size_t count = 0;
    for (size_t k = 0; k < p->count; k++)
        count += p->run->steps[p->first + k].candidate_count;
    return view_count(count, a);
}

static view_value phase_read_by(const view *v, arena *a) {
    const story_phase *p = v->object;
    const story_run *r = p->run;
    bool *reads = view_readers(r, p->first, p->count, a);
    view *items = ARENA_ARRAY(a, view, r->phase_count);
    size_t count = 0;
    for (size_t k = 0; k < r->step_count; k++) {
        const story_phase *reader = r->steps[k].phase;
        if (reads[k] && (count == 0 || items[count - 1].object != reader))
            items[count++] = story_view_phase(reader);
    }
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static const view_name phase_names[] = {
    {"by", phase_by},
    {"value", phase_value},
    {"number", phase_number},
    {"steps", phase_steps},
    {"step_count", phase_step_count},
    {"cells", phase_steps},
    {"candidate_count", phase_candidate_count},
    {"read_by", phase_read_by},
    {NULL, NULL},
};

static view_value phase_lookup(const view *v, str name, arena *a) {
    const story_phase *p = v->object;
    view_value own = names_own(p->run->story, OWN_PHASE, v, name, a);
    if (own.kind == VIEW_MISSING)
        own = names_lookup(phase_names, v, name, a);
    if (own.kind == VIEW_MISSING && p->by.len && str_equal(name, p->by))
        return view_number(p->value, a);
    return own;
}

static str *phase_names_of(const view *v, arena *a, size_t *count) {
    const story_phase *p = v->object;
    name_list l = {0};
    names_add_rows(&l, phase_names, a);
    names_add_own(&l, p->run->story, OWN_PHASE, v, a);
    names_add_one(&l, p->by, a);
    *count = l.count;
    return l.items;
}

const view_class phase_class = {.name = "phase", .lookup = phase_lookup, .names_of = phase_names_of};

/* ---- table ---- */

view story_view_table(const story_table *t) {
    return (view){&table_class, t, NULL};
}

static view_value table_id(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_table)->id);
}

static view_value table_title(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_table)->title);
}

static view_value table_row(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_table)->row);
}

static view_value table_col(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_table)->col);
}

static view_value table_rows(const view *v, arena *a) {
    const story_table *t = v->object;
    return view_number(t->row_last - t->row_first + 1, a);
}

static view_value table_cols(const view *v, arena *a) {
    const story_table *t = v->object;
    return view_number(t->col_last - t->col_first + 1, a);
}

static view_value table_row_first(const view *v, arena *a) {
    return view_number(OBJECT(v, story_table)->row_first, a);
}

static view_value table_row_last(const view *v, arena *a) {
    return view_number(OBJECT(v, story_table)->row_last, a);
}

static view_value table_col_first(const view *v, arena *a) {
    return view_number(OBJECT(v, story_table)->col_first, a);
}

static view_value table_col_last(const view *v, arena *a) {
    return view_number(OBJECT(v, story_table)->col_last, a);
}

static view_value table_row_labels(const view *v, arena *a) {
    return names_texts(&OBJECT(v, story_table)->row_labels, a);
}

static view_value table_col_labels(const view *v, arena *a) {
    return names_texts(&OBJECT(v, story_table)->col_labels, a);
}

static const view_name table_names[] = {
    {"id", table_id},
    {"title", table_title},
    {"row", table_row},
    {"col", table_col},
    {"rows", table_rows},
    {"cols", table_cols},
    {"row_first", table_row_first},
    {"row_last", table_row_last},
    {"col_first", table_col_first},
    {"col_last", table_col_last},
    {"row_labels", table_row_labels},
    {"col_labels", table_col_labels},
    {NULL, NULL},
};

static view_value table_lookup(const view *v, str name, arena *a) {
    return names_lookup(table_names, v, name, a);
}

NAMES_OF(table)
const view_class table_class = {.name = "table", .lookup = table_lookup, .names_of = table_names_of};
