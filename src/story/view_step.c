/* What templates see of a step: its candidates, facts, reads, terms, ways, notes. */
#include "number.h"
#include "view_classes.h"

/* ---- step ---- */

view story_view_step(const story_step *s) {
    return (view){&step_class, s, NULL};
}

view_value story_view_steps(const story_step *const *steps, size_t count, arena *a) {
    return view_list(a, &step_class, (const void *const *)steps, count, NULL);
}

static view_value step_number(const view *v, arena *a) {
    return view_count(OBJECT(v, story_step)->number, a);
}

static view_value step_name(const view *v, arena *a) {
    return view_text(story_step_name(v->object, a));
}

/* How many steps of its kind its run has. */
static view_value step_step_count(const view *v, arena *a) {
    const story_step *s = v->object;
    const size_t counts[] = {
        [STEP_CELL] = s->run->step_count,      [STEP_FRAME] = s->run->frame_step_count,
        [STEP_MOVE] = s->run->move_step_count, [STEP_BACK] = s->run->back_step_count,
        [STEP_PUT] = s->run->put_step_count,
    };
    return view_count(counts[s->kind], a);
}

static view_value step_row(const view *v, arena *a) {
    return view_number(OBJECT(v, story_step)->row, a);
}

static view_value step_col(const view *v, arena *a) {
    return view_number(OBJECT(v, story_step)->col, a);
}

static view_value step_members(const view *v, arena *a) {
    return names_texts(&OBJECT(v, story_step)->members, a);
}

static view_value step_candidates(const view *v, arena *a) {
    const story_step *s = v->object;
    return names_list(&candidate_class, s->candidates, s->candidate_count, sizeof *s->candidates, NULL, a);
}

static view_value step_candidate_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_step)->candidate_count, a);
}

static view_value step_facts(const view *v, arena *a) {
    const story_step *s = v->object;
    return names_list(&fact_class, s->facts, s->fact_count, sizeof *s->facts, NULL, a);
}

static view_value step_tie(const view *v, arena *a) {
    (void)a;
    const story_step *s = v->object;
    for (size_t k = 0; k < s->fact_count; k++)
        if (s->facts[k].chosen.count > 1)
            return view_bool(true);
    return view_bool(false);
}

static view_value step_same(const view *v, arena *a) {
    (void)a;
    const story_step *s = v->object;
    for (size_t k = 1; k < s->fact_count; k++)
        if (!str_equal(s->facts[k].value, s->facts[0].value))
            return view_bool(false);
    return view_bool(s->fact_count > 0);
}

static view_value step_base(const view *v, arena *a) {
    (void)a;
    return view_bool(OBJECT(v, story_step)->candidate_count == 0);
}

static view_value step_notes(const view *v, arena *a) {
    const story_step *s = v->object;
    return names_list(&note_class, s->notes, s->note_count, sizeof *s->notes, NULL, a);
}

static view_value step_phase(const view *v, arena *a) {
    (void)a;
    return view_object_if(&phase_class, OBJECT(v, story_step)->phase, NULL);
}

static view_value step_tables(const view *v, arena *a) {
    const story_step *s = v->object;
    view *items = ARENA_ARRAY(a, view, s->fact_count);
    size_t count = 0;
    for (size_t k = 0; k < s->fact_count; k++)
        if (s->facts[k].table)
            items[count++] = story_view_table(s->facts[k].table);
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static view_value step_value(const view *v, arena *a) {
    const story_step *s = v->object;
    return s->fact_count == 1 ? view_in_table(s->facts[0].table, s->facts[0].value, a) : view_missing();
}

static view_value step_frame(const view *v, arena *a) {
    (void)a;
    return view_object_if(&frame_class, OBJECT(v, story_step)->frame, NULL);
}

static view_value step_node(const view *v, arena *a) {
    (void)a;
    return view_object_if(&node_class, OBJECT(v, story_step)->node, NULL);
}

static view_value step_dup(const view *v, arena *a) {
    (void)a;
    return view_bool(OBJECT(v, story_step)->dup);
}

static view_value step_read_by(const view *v, arena *a) {
    const story_step *s = v->object;
    const story_run *r = s->run;
    view *items = ARENA_ARRAY(a, view, r->step_count);
    size_t count = 0;
    if (s->kind == STEP_CELL) {
        bool *reads = view_readers(r, s->number - 1, 1, a);
        for (size_t k = 0; k < r->step_count; k++)
            if (reads[k])
                items[count++] = story_view_step(&r->steps[k]);
    }
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static const view_name step_names[] = {
    {"number", step_number},
    {"name", step_name},
    {"step_count", step_step_count},
    {"row", step_row},
    {"col", step_col},
    {"members", step_members},
    {"candidates", step_candidates},
    {"candidate_count", step_candidate_count},
    {"facts", step_facts},
    {"is_tied", step_tie},
    {"is_same", step_same},
    {"is_base", step_base},
    {"notes", step_notes},
    {"phase", step_phase},
    {"tables", step_tables},
    {"value", step_value},
    {"frame", step_frame},
    {"node", step_node},
    {"is_duplicate", step_dup},
    {"read_by", step_read_by},
    {NULL, NULL},
};

/* An index letter of one of the step's tables. */
static view_value index_letter(const story_step *s, str name, arena *a) {
    for (size_t k = 0; k < s->fact_count; k++) {
        const story_table *t = s->facts[k].table;
        if (t && t->row.len && str_equal(name, t->row))
            return view_number(s->row, a);
        if (t && t->col.len && str_equal(name, t->col))
            return view_number(s->col, a);
    }
    return view_missing();
}

static view_value step_own_names(const story_step *s, str name, arena *a) {
    for (size_t k = 0; k < s->fact_count; k++)
        if (s->facts[k].table && str_equal(s->facts[k].table->id, name))
            return view_of_object((view){&fact_class, &s->facts[k], NULL});
    view_value letter = index_letter(s, name, a);
    if (letter.kind == VIEW_MISSING && s->phase && s->phase->by.len && str_equal(s->phase->by, name))
        return view_number(s->phase->value, a);
    return letter;
}

static view_value step_lookup(const view *v, str name, arena *a) {
    const story_step *s = v->object;
    view_value own = names_own(s->run->story, OWN_STEP, v, name, a);
    if (own.kind == VIEW_MISSING)
        own = names_lookup(step_names, v, name, a);
    return own.kind == VIEW_MISSING ? step_own_names(s, name, a) : own;
}

static str *step_names_of(const view *v, arena *a, size_t *count) {
    const story_step *s = v->object;
    name_list l = {0};
    names_add_rows(&l, step_names, a);
    names_add_own(&l, s->run->story, OWN_STEP, v, a);
    for (size_t k = 0; k < s->fact_count; k++) {
        const story_table *t = s->facts[k].table;
        names_add_one(&l, t ? t->id : STR(""), a);
        names_add_one(&l, t ? t->row : STR(""), a);
        names_add_one(&l, t ? t->col : STR(""), a);
    }
    *count = l.count;
    return l.items;
}

static str step_renamed(const view *v, str name) {
    static const renamed_name rows[] = {
        {"tie", "is_tied"}, {"same", "is_same"}, {"base", "is_base"}, {"dup", "is_duplicate"}, {NULL, NULL}};
    (void)v;
    return names_now(rows, name);
}

const view_class step_class = {
    .name = "step", .lookup = step_lookup, .names_of = step_names_of, .renamed = step_renamed};

/* ---- candidate ---- */

view story_view_candidate(const story_candidate *c) {
    return (view){&candidate_class, c, NULL};
}

static view_value candidate_number(const view *v, arena *a) {
    return view_count(OBJECT(v, story_candidate)->number, a);
}

static view_value candidate_label(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_candidate)->label);
}

/* Words of a recurrence file may hold formulas between dollar signs. */
view_value view_has_mathematics(str text) {
    size_t open = str_find(text, STR("$"), 0);
    return view_bool(open != SIZE_MAX && str_find(text, STR("$"), open + 1) != SIZE_MAX);
}

static view_value candidate_label_math(const view *v, arena *a) {
    (void)a;
    return view_has_mathematics(OBJECT(v, story_candidate)->label);
}

static view_value candidate_reads(const view *v, arena *a) {
    const story_candidate *c = v->object;
    return names_list(&read_class, c->reads, c->read_count, sizeof *c->reads, c, a);
}

static view_value candidate_terms(const view *v, arena *a) {
    const story_candidate *c = v->object;
    return names_list(&term_class, c->terms, c->term_count, sizeof *c->terms, c, a);
}

static view_value candidate_ways(const view *v, arena *a) {
    const story_candidate *c = v->object;
    return names_list(&way_class, c->ways, c->way_count, sizeof *c->ways, c, a);
}

/* Without those that look like an earlier one: 4 × 10 once, where both a and b are 4. */
static view_value candidate_distinct_ways(const view *v, arena *a) {
    const story_candidate *c = v->object;
    view *items = ARENA_ARRAY(a, view, c->way_count);
    str *shown = ARENA_ARRAY(a, str, c->way_count);
    size_t count = 0;
    for (size_t k = 0; k < c->way_count; k++) {
        bool seen = false;
        shown[k] = story_way_shown(&c->ways[k], a);
        for (size_t i = 0; i < k && !seen; i++)
            seen = str_equal(shown[i], shown[k]) && str_equal(c->ways[i].value, c->ways[k].value);
        if (!seen)
            items[count++] = (view){&way_class, &c->ways[k], c};
    }
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static view_value candidate_way_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_candidate)->way_count, a);
}

static view_value candidate_value(const view *v, arena *a) {
    const story_candidate *c = v->object;
    return c->way_count == 1 ? story_view_number(c->ways[0].value, a) : view_missing();
}

static view_value candidate_shown(const view *v, arena *a) {
    const story_candidate *c = v->object;
    return c->way_count == 1 ? view_text(story_way_shown(&c->ways[0], a)) : view_missing();
}

/* Whether there is something to work out: its way is more than a value that was read. */
static view_value candidate_is_worked(const view *v, arena *a) {
    const story_candidate *c = v->object;
    if (c->way_count != 1)
        return view_bool(c->way_count > 1);
    for (size_t k = 0; k < c->term_count; k++) /* it may be left out, so that the texts differ */
        if (str_equal(c->ways[0].expr, c->terms[k].name))
            return view_bool(false);
    return view_bool(!str_equal(story_way_shown(&c->ways[0], a), number_shown(c->ways[0].value, a)));
}

/* The way with the smallest (sign −1) or largest (sign 1) value; NULL if there is none or a value is no number. */
static const story_way *extreme(const story_candidate *c, int sign, arena *a) {
    const story_way *best = NULL;
    number *best_value = NULL;
    for (size_t k = 0; k < c->way_count; k++) {
        number *value = number_from_canonical(a, c->ways[k].value);
        if (!value)
            return NULL;
        if (!best || sign * number_compare(value, best_value) > 0) {
            best = &c->ways[k];
            best_value = value;
        }
    }
    return best;
}

static view_value candidate_min(const view *v, arena *a) {
    const story_way *w = extreme(v->object, -1, a);
    return w ? story_view_number(w->value, a) : view_bool(false);
}

static view_value candidate_max(const view *v, arena *a) {
    const story_way *w = extreme(v->object, 1, a);
    return w ? story_view_number(w->value, a) : view_bool(false);
}

static view_value candidate_chosen(const view *v, arena *a) {
    (void)a;
    return view_bool(OBJECT(v, story_candidate)->chosen);
}

static view_value candidate_kept(const view *v, arena *a) {
    (void)a;
    return view_bool(OBJECT(v, story_candidate)->kept);
}

static bool is_chosen_in(const story_candidate *c, const story_fact *f) {
    for (size_t k = 0; k < f->chosen.count; k++)
        if (str_equal(f->chosen.items[k], c->label))
            return !c->table || c->table == f->table;
    return false;
}

static view_value candidate_chosen_in(const view *v, arena *a) {
    const story_candidate *c = v->object;
    size_t count = 0, facts = c->step ? c->step->fact_count : 0;
    view *items = ARENA_ARRAY(a, view, facts);
    for (size_t k = 0; k < facts; k++)
        if (is_chosen_in(c, &c->step->facts[k]))
            items[count++] = (view){&fact_class, &c->step->facts[k], NULL};
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static view_value candidate_table(const view *v, arena *a) {
    (void)a;
    return view_object_if(&table_class, OBJECT(v, story_candidate)->table, NULL);
}

static const view_name candidate_names[] = {
    {"number", candidate_number},
    {"label", candidate_label},
    {"label_math", candidate_label_math},
    {"reads", candidate_reads},
    {"terms", candidate_terms},
    {"ways", candidate_ways},
    {"distinct_ways", candidate_distinct_ways},
    {"way_count", candidate_way_count},
    {"value", candidate_value},
    {"is_worked", candidate_is_worked},
    {"shown", candidate_shown},
    {"min_value", candidate_min},
    {"max_value", candidate_max},
    {"is_winner", candidate_chosen},
    {"is_kept", candidate_kept},
    {"chosen_in", candidate_chosen_in},
    {"table", candidate_table},
    {NULL, NULL},
};

/* The terms' names, and X of a label X=V. */
static view_value candidate_own_names(const story_candidate *c, str name, arena *a) {
    for (size_t k = 0; k < c->term_count; k++)
        if (str_equal(c->terms[k].name, name))
            return story_view_number(c->terms[k].value, a);
    size_t equals = str_find(c->label, STR("="), 0);
    if (equals != SIZE_MAX && str_equal(str_trim(str_slice(c->label, 0, equals)), name))
        return story_view_number(str_trim(str_slice(c->label, equals + 1, c->label.len)), a);
    return view_missing();
}

static const story_run *run_of_candidate(const story_candidate *c) {
    return c->step ? c->step->run : NULL;
}

static view_value candidate_lookup(const view *v, str name, arena *a) {
    const story_candidate *c = v->object;
    view_value own = names_own(story_of_run(run_of_candidate(c)), OWN_CANDIDATE, v, name, a);
    if (own.kind == VIEW_MISSING)
        own = names_lookup(candidate_names, v, name, a);
    return own.kind == VIEW_MISSING ? candidate_own_names(c, name, a) : own;
}

static str *candidate_names_of(const view *v, arena *a, size_t *count) {
    const story_candidate *c = v->object;
    name_list l = {0};
    names_add_rows(&l, candidate_names, a);
    names_add_own(&l, story_of_run(run_of_candidate(c)), OWN_CANDIDATE, v, a);
    for (size_t k = 0; k < c->term_count; k++)
        names_add_one(&l, c->terms[k].name, a);
    size_t equals = str_find(c->label, STR("="), 0);
    names_add_one(&l, str_trim(str_slice(c->label, 0, equals == SIZE_MAX ? 0 : equals)), a);
    *count = l.count;
    return l.items;
}

static str candidate_renamed(const view *v, str name) {
    static const renamed_name rows[] = {{"chosen", "is_winner"}, {"kept", "is_kept"}, {NULL, NULL}};
    (void)v;
    return names_now(rows, name);
}

const view_class candidate_class = {
    .name = "candidate", .lookup = candidate_lookup, .names_of = candidate_names_of, .renamed = candidate_renamed};

/* ---- fact ---- */

static view_value fact_table(const view *v, arena *a) {
    (void)a;
    const story_fact *f = v->object;
    return view_text(f->table ? f->table->id : STR(""));
}

static view_value fact_title(const view *v, arena *a) {
    (void)a;
    const story_fact *f = v->object;
    return view_text(f->table ? f->table->title : STR(""));
}

static view_value fact_value(const view *v, arena *a) {
    const story_fact *f = v->object;
    return view_in_table(f->table, f->value, a);
}

static view_value fact_raw(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_fact)->value);
}

static view_value fact_operand(const view *v, arena *a) {
    const story_fact *f = v->object;
    return view_text(f->table && f->table->texts ? f->value : number_shown_operand(f->value, a));
}

static view_value fact_why(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_fact)->why);
}

static view_value fact_tie(const view *v, arena *a) {
    (void)a;
    return view_bool(OBJECT(v, story_fact)->chosen.count > 1);
}

/* Every candidate reaches it, and there is more than one. */
static view_value fact_tie_all(const view *v, arena *a) {
    (void)a;
    const story_fact *f = v->object;
    size_t counting = 0;
    for (size_t k = 0; k < f->step->candidate_count; k++)
        counting += !f->step->candidates[k].table || f->step->candidates[k].table == f->table;
    return view_bool(f->chosen.count > 1 && f->chosen.count == counting);
}

static view_value fact_chosen(const view *v, arena *a) {
    const story_fact *f = v->object;
    view *items = ARENA_ARRAY(a, view, f->chosen.count);
    for (size_t k = 0; k < f->chosen.count; k++) {
        const story_candidate *c = story_candidate_labelled(f->step, f->table, f->chosen.items[k]);
        items[k] = c ? story_view_candidate(c) : (view){&label_class, &f->chosen.items[k], NULL};
    }
    return (view_value){.kind = VIEW_LIST, .items = items, .count = f->chosen.count};
}

static view_value fact_chosen_count(const view *v, arena *a) {
    return view_count(OBJECT(v, story_fact)->chosen.count, a);
}

static view_value fact_kept(const view *v, arena *a) {
    (void)a;
    return view_object_if(&candidate_class, OBJECT(v, story_fact)->kept, NULL);
}

static view_value fact_way(const view *v, arena *a) {
    (void)a;
    const story_fact *f = v->object;
    return view_object_if(&way_class, f->way, f->kept);
}

/* The cell or call, as a step of it alone is called. */
static view_value fact_name(const view *v, arena *a) {
    const story_fact *f = v->object;
    if (f->step->fact_count == 1 || !f->table)
        return view_text(story_step_name(f->step, a));
    story_step alone = *f->step;
    alone.facts = (story_fact *)f;
    alone.fact_count = 1;
    return view_text(story_step_name(&alone, a));
}

/* Those of its own table. */
static view_value fact_candidates(const view *v, arena *a) {
    const story_fact *f = v->object;
    view *items = ARENA_ARRAY(a, view, f->step->candidate_count);
    size_t count = 0;
    for (size_t k = 0; k < f->step->candidate_count; k++)
        if (!f->step->candidates[k].table || f->step->candidates[k].table == f->table)
            items[count++] = story_view_candidate(&f->step->candidates[k]);
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static view_value fact_is_sum(const view *v, arena *a) {
    (void)a;
    return view_bool(str_is(OBJECT(v, story_fact)->why, "sum"));
}

/* Whether it is told with the candidates of another fact: it says which of them was kept, or it has the same. */
static view_value fact_goes_with(const view *v, arena *a) {
    const story_fact *f = v->object;
    const story_step *s = f->step;
    bool own = false;
    (void)a;
    for (size_t k = 0; k < s->candidate_count; k++)
        own = own || s->candidates[k].table == f->table;
    bool choice = f->table && f->table->choices && s->fact_count > 1;
    return view_bool(choice || (f > s->facts && s->candidate_count && !own));
}

static const view_name fact_names[] = {
    {"name", fact_name},       {"candidates", fact_candidates},
    {"is_sum", fact_is_sum},   {"goes_with_another", fact_goes_with},
    {"result", fact_value}, /* for within a candidate, whose value is another */
    {"table", fact_table},     {"title", fact_title},
    {"value", fact_value},     {"raw_value", fact_raw},
    {"operand", fact_operand}, {"why", fact_why},
    {"is_tied", fact_tie},     {"is_tied_by_all", fact_tie_all},
    {"winners", fact_chosen},  {"winner_count", fact_chosen_count},
    {"kept", fact_kept},       {"way", fact_way},
    {".", fact_value},         {NULL, NULL},
};

static view_value fact_lookup(const view *v, str name, arena *a) {
    return names_lookup(fact_names, v, name, a);
}

NAMES_OF(fact)
static str fact_renamed(const view *v, str name) {
    static const renamed_name rows[] = {{"chosen", "winners"},
                                        {"chosen_count", "winner_count"},
                                        {"tie", "is_tied"},
                                        {"tie_all", "is_tied_by_all"},
                                        {NULL, NULL}};
    (void)v;
    return names_now(rows, name);
}

const view_class fact_class = {
    .name = "fact", .lookup = fact_lookup, .names_of = fact_names_of, .renamed = fact_renamed};

/* A label without its candidate. */
static view_value label_lookup(const view *v, str name, arena *a) {
    (void)a;
    return str_is(name, "label") || str_is(name, ".") ? view_text(*OBJECT(v, str)) : view_missing();
}

const view_class label_class = {.name = "label", .lookup = label_lookup};

/* ---- read ---- */

static view_value read_table(const view *v, arena *a) {
    (void)a;
    const story_read *r = v->object;
    return r->table ? view_text(r->table->id) : view_bool(false);
}

static view_value read_row(const view *v, arena *a) {
    return view_number(OBJECT(v, story_read)->row, a);
}

static view_value read_col(const view *v, arena *a) {
    return view_number(OBJECT(v, story_read)->col, a);
}

static view_value read_value(const view *v, arena *a) {
    const story_read *r = v->object;
    return view_in_table(r->table, r->value, a);
}

static view_value read_operand(const view *v, arena *a) {
    const story_read *r = v->object;
    return view_text(r->table && r->table->texts ? r->value : number_shown_operand(r->value, a));
}

static view_value read_members(const view *v, arena *a) {
    return names_texts(&OBJECT(v, story_read)->members, a);
}

static view_value read_frame(const view *v, arena *a) {
    (void)a;
    return view_object_if(&frame_class, OBJECT(v, story_read)->frame, NULL);
}

/* The name of the term that stands for this read. */
static view_value read_name(const view *v, arena *a) {
    (void)a;
    const story_candidate *c = v->context;
    size_t k = (size_t)(OBJECT(v, story_read) - c->reads);
    return c->term_count == c->read_count ? view_text(c->terms[k].name) : view_bool(false);
}

/* The cell or call that is read. */
static view_value read_cell(const view *v, arena *a) {
    const story_read *r = v->object;
    if (r->frame)
        return view_text(story_frame_name(r->frame, a));
    return r->table ? view_text(story_cell_name(r->table, r->row, r->col, a)) : view_bool(false);
}

static const view_name read_names[] = {
    {"table", read_table}, {"row", read_row},         {"col", read_col},
    {"value", read_value}, {"operand", read_operand}, {"members", read_members},
    {"frame", read_frame}, {"name", read_name},       {"cell", read_cell},
    {NULL, NULL},
};

static view_value read_lookup(const view *v, str name, arena *a) {
    const story_read *r = v->object;
    view_value own = names_lookup(read_names, v, name, a);
    if (own.kind != VIEW_MISSING || !r->table)
        return own;
    if (r->table->row.len && str_equal(name, r->table->row))
        return view_number(r->row, a);
    return r->table->col.len && str_equal(name, r->table->col) ? view_number(r->col, a) : own;
}

NAMES_OF(read)
const view_class read_class = {.name = "read", .lookup = read_lookup, .names_of = read_names_of};

/* ---- term, way ---- */

static view_value term_name(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_term)->name);
}

static view_value term_value(const view *v, arena *a) {
    return story_view_number(OBJECT(v, story_term)->value, a);
}

static view_value term_operand(const view *v, arena *a) {
    return view_text(number_shown_operand(OBJECT(v, story_term)->value, a));
}

static view_value term_read(const view *v, arena *a) {
    (void)a;
    const story_candidate *c = v->context;
    size_t k = (size_t)(OBJECT(v, story_term) - c->terms);
    return c->term_count == c->read_count ? view_of_object((view){&read_class, &c->reads[k], c}) : view_bool(false);
}

static const view_name term_names[] = {
    {"name", term_name}, {"value", term_value}, {"operand", term_operand}, {"read", term_read}, {NULL, NULL}};

static view_value term_lookup(const view *v, str name, arena *a) {
    return names_lookup(term_names, v, name, a);
}

NAMES_OF(term)
const view_class term_class = {.name = "term", .lookup = term_lookup, .names_of = term_names_of};

static view_value way_expr(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_way)->expr);
}

static view_value way_shown(const view *v, arena *a) {
    return view_text(story_way_shown(OBJECT(v, story_way), a));
}

static view_value way_value(const view *v, arena *a) {
    return story_view_number(OBJECT(v, story_way)->value, a);
}

static view_value way_raw_value(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_way)->value);
}

/* The facts that this way gives: its candidate is chosen there and it has the value. */
static view_value way_chosen_in(const view *v, arena *a) {
    const story_way *w = v->object;
    const story_candidate *c = v->context;
    size_t count = 0, facts = c && c->step ? c->step->fact_count : 0;
    view *items = ARENA_ARRAY(a, view, facts);
    for (size_t k = 0; k < facts; k++) {
        const story_fact *f = &c->step->facts[k];
        if (is_chosen_in(c, f) && str_equal(f->value, w->value))
            items[count++] = (view){&fact_class, f, NULL};
    }
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static view_value way_chosen(const view *v, arena *a) {
    view_value in = way_chosen_in(v, a);
    return view_bool(in.count > 0);
}

static const view_name way_names[] = {
    {"expr", way_expr},           {"shown", way_shown},      {"value", way_value}, {"raw_value", way_raw_value},
    {"chosen_in", way_chosen_in}, {"is_winner", way_chosen}, {NULL, NULL},
};

static view_value way_lookup(const view *v, str name, arena *a) {
    return names_lookup(way_names, v, name, a);
}

NAMES_OF(way)
static str way_renamed(const view *v, str name) {
    static const renamed_name rows[] = {{"chosen", "is_winner"}, {NULL, NULL}};
    (void)v;
    return names_now(rows, name);
}

const view_class way_class = {.name = "way", .lookup = way_lookup, .names_of = way_names_of, .renamed = way_renamed};

/* ---- note ---- */

static view_value note_key(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_note)->key);
}

static view_value note_text(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_note)->text);
}

static const view_name note_names[] = {{"key", note_key}, {"text", note_text}, {NULL, NULL}};

/* Its arguments are names too. */
static view_value note_lookup(const view *v, str name, arena *a) {
    view_value own = names_lookup(note_names, v, name, a);
    const datum *argument = own.kind == VIEW_MISSING ? datum_get_str(OBJECT(v, story_note)->args, name) : NULL;
    return argument ? story_view_data(argument, a) : own;
}

NAMES_OF(note)
const view_class note_class = {.name = "note", .lookup = note_lookup, .names_of = note_names_of};

/* ---- moments ---- */

static void moment_of_step(const story_step *s, story_moment *m) {
    m->step = s;
    m->phase = s->phase;
    m->run = s->run;
    m->story = s->run->story;
}

bool story_moment_of_view(const view *v, story_moment *m) {
    if (v->class == &story_class) {
        m->story = v->object;
        return true;
    }
    if (v->class == &run_class) {
        m->run = v->object;
        m->story = m->run->story;
        return true;
    }
    if (v->class == &phase_class) {
        m->phase = v->object;
        m->run = m->phase->run;
        m->story = m->run->story;
        return true;
    }
    if (v->class == &step_class) {
        moment_of_step(v->object, m);
        return true;
    }
    if (v->class == &move_class || v->class == &back_class) {
        bool move = v->class == &move_class;
        const story_run *r = v->context;
        const story_step *steps = move ? r->move_steps : r->back_steps;
        moment_of_step(&steps[(move ? OBJECT(v, story_move)->number : OBJECT(v, story_back)->number) - 1], m);
        return true;
    }
    if (v->class == &candidate_class && OBJECT(v, story_candidate)->step) {
        m->candidate = v->object;
        moment_of_step(m->candidate->step, m);
        return true;
    }
    return false;
}
