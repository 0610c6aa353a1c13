/* What templates see of what comes after or beside the tables: moves, the way back, calls, trees. */
#include "number.h"
#include "view_classes.h"

/* ---- move, back ---- */

view story_view_move(const story_move *m, const story_run *r) {
    return (view){&move_class, m, r};
}

static view_value move_number(const view *v, arena *a) {
    return view_count(OBJECT(v, story_move)->number, a);
}

static view_value move_what(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_move)->what);
}

static view_value move_at(const view *v, arena *a) {
    return view_number(OBJECT(v, story_move)->at, a);
}

static view_value move_player(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_move)->player);
}

static view_value move_scores(const view *v, arena *a) {
    return names_texts(&OBJECT(v, story_move)->scores, a);
}

static view_value move_left(const view *v, arena *a) {
    return story_view_number(OBJECT(v, story_move)->left, a);
}

static view_value move_right(const view *v, arena *a) {
    return story_view_number(OBJECT(v, story_move)->right, a);
}

static view_value move_left_operand(const view *v, arena *a) {
    return view_text(number_shown_operand(OBJECT(v, story_move)->left, a));
}

static view_value move_right_operand(const view *v, arena *a) {
    return view_text(number_shown_operand(OBJECT(v, story_move)->right, a));
}

static view_value move_value(const view *v, arena *a) {
    return story_view_number(OBJECT(v, story_move)->value, a);
}

static view_value move_is_merge(const view *v, arena *a) {
    (void)a;
    return view_bool(str_is(OBJECT(v, story_move)->what, "merge"));
}

static view_value move_is_remove(const view *v, arena *a) {
    (void)a;
    return view_bool(str_is(OBJECT(v, story_move)->what, "remove"));
}

static view_value move_is_take(const view *v, arena *a) {
    (void)a;
    return view_bool(str_is(OBJECT(v, story_move)->what, "take"));
}

static const view_name move_names[] = {
    {"number", move_number},
    {"what", move_what},
    {"at", move_at},
    {"player", move_player},
    {"scores", move_scores},
    {"left", move_left},
    {"right", move_right},
    {"left_operand", move_left_operand},
    {"right_operand", move_right_operand},
    {"value", move_value},
    {"is_merge", move_is_merge},
    {"is_remove", move_is_remove},
    {"is_take", move_is_take},
    {NULL, NULL},
};

static view_value move_lookup(const view *v, str name, arena *a) {
    view_value own = names_own(story_of_run(v->context), OWN_MOVE, v, name, a);
    return own.kind == VIEW_MISSING ? names_lookup(move_names, v, name, a) : own;
}

static str *move_names_of(const view *v, arena *a, size_t *count) {
    name_list l = {0};
    names_add_rows(&l, move_names, a);
    names_add_own(&l, story_of_run(v->context), OWN_MOVE, v, a);
    *count = l.count;
    return l.items;
}

const view_class move_class = {.name = "move", .lookup = move_lookup, .names_of = move_names_of};

static view_value back_number(const view *v, arena *a) {
    return view_count(OBJECT(v, story_back)->number, a);
}

static view_value back_table(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_back)->table->id);
}

static view_value back_row(const view *v, arena *a) {
    return view_number(OBJECT(v, story_back)->row, a);
}

static view_value back_col(const view *v, arena *a) {
    return view_number(OBJECT(v, story_back)->col, a);
}

static view_value back_take(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_back)->take);
}

static view_value back_take_math(const view *v, arena *a) {
    (void)a;
    return view_has_mathematics(OBJECT(v, story_back)->take);
}

static const story_cell *cell_of_back(const story_back *b) {
    return story_cell_at(b->table, b->row, b->col);
}

static view_value back_value(const view *v, arena *a) {
    const story_back *b = v->object;
    const story_cell *c = cell_of_back(b);
    return c ? view_in_table(b->table, c->value, a) : view_bool(false);
}

static view_value back_way(const view *v, arena *a) {
    (void)a;
    const story_back *b = v->object;
    return view_object_if(&way_class, b->way, b->candidate);
}

static view_value back_shown(const view *v, arena *a) {
    const story_back *b = v->object;
    return b->way ? view_text(story_way_shown(b->way, a)) : view_bool(false);
}

static view_value back_candidate(const view *v, arena *a) {
    (void)a;
    return view_object_if(&candidate_class, OBJECT(v, story_back)->candidate, NULL);
}

static view_value back_step(const view *v, arena *a) {
    (void)a;
    const story_cell *c = cell_of_back(v->object);
    return view_object_if(&step_class, c ? c->step : NULL, NULL);
}

static const view_name back_names[] = {
    {"number", back_number},       {"table", back_table}, {"row", back_row}, {"col", back_col},     {"take", back_take},
    {"take_math", back_take_math}, {"value", back_value}, {"way", back_way}, {"shown", back_shown}, {"step", back_step},
    {"candidate", back_candidate}, {NULL, NULL},
};

static view_value back_lookup(const view *v, str name, arena *a) {
    const story_back *b = v->object;
    view_value own = names_own(story_of_run(v->context), OWN_BACK, v, name, a);
    if (own.kind == VIEW_MISSING)
        own = names_lookup(back_names, v, name, a);
    if (own.kind != VIEW_MISSING)
        return own;
    if (b->table->row.len && str_equal(name, b->table->row))
        return view_number(b->row, a);
    return b->table->col.len && str_equal(name, b->table->col) ? view_number(b->col, a) : own;
}

static str *back_names_of(const view *v, arena *a, size_t *count) {
    name_list l = {0};
    names_add_rows(&l, back_names, a);
    names_add_own(&l, story_of_run(v->context), OWN_BACK, v, a);
    *count = l.count;
    return l.items;
}

const view_class back_class = {.name = "back", .lookup = back_lookup, .names_of = back_names_of};

/* ---- frame, node, solution ---- */

static view_value frame_id(const view *v, arena *a) {
    return view_number(OBJECT(v, story_frame)->id, a);
}

static view_value frame_fn(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_frame)->fn);
}

static view_value frame_name(const view *v, arena *a) {
    return view_text(story_frame_name(v->object, a));
}

static view_value frame_args(const view *v, arena *a) {
    return names_texts(&OBJECT(v, story_frame)->args, a);
}

static view_value frame_value(const view *v, arena *a) {
    return story_view_number(OBJECT(v, story_frame)->value, a);
}

static view_value frame_edge(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_frame)->edge);
}

static view_value frame_memo(const view *v, arena *a) {
    (void)a;
    return view_bool(OBJECT(v, story_frame)->memo_of != NULL);
}

static view_value frame_repeat(const view *v, arena *a) {
    (void)a;
    return view_bool(OBJECT(v, story_frame)->repeat_of != NULL);
}

static view_value frame_parent(const view *v, arena *a) {
    (void)a;
    return view_object_if(&frame_class, OBJECT(v, story_frame)->parent, NULL);
}

static view_value frame_children(const view *v, arena *a) {
    const story_frame *f = v->object;
    return view_list(a, &frame_class, (const void *const *)f->children, f->child_count, NULL);
}

static view_value frame_candidates(const view *v, arena *a) {
    const story_frame *f = v->object;
    return names_list(&candidate_class, f->candidates, f->candidate_count, sizeof *f->candidates, NULL, a);
}

static const view_name frame_names[] = {
    {"id", frame_id},
    {"fn", frame_fn},
    {"name", frame_name},
    {"args", frame_args},
    {"value", frame_value},
    {"edge", frame_edge},
    {"memo", frame_memo},
    {"repeat", frame_repeat},
    {"parent", frame_parent},
    {"children", frame_children},
    {"candidates", frame_candidates},
    {NULL, NULL},
};

static view_value frame_lookup(const view *v, str name, arena *a) {
    return names_lookup(frame_names, v, name, a);
}

NAMES_OF(frame)
const view_class frame_class = {.name = "frame", .lookup = frame_lookup, .names_of = frame_names_of};

static view_value node_value(const view *v, arena *a) {
    return story_view_number(OBJECT(v, story_node)->value, a);
}

static view_value node_op(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_node)->op);
}

static view_value node_label(const view *v, arena *a) {
    (void)a;
    return view_text(OBJECT(v, story_node)->label);
}

static view_value node_left(const view *v, arena *a) {
    (void)a;
    return view_object_if(&node_class, OBJECT(v, story_node)->left, NULL);
}

static view_value node_right(const view *v, arena *a) {
    (void)a;
    return view_object_if(&node_class, OBJECT(v, story_node)->right, NULL);
}

static const view_name node_names[] = {{"value", node_value}, {"op", node_op},       {"label", node_label},
                                       {"left", node_left},   {"right", node_right}, {NULL, NULL}};

static view_value node_lookup(const view *v, str name, arena *a) {
    return names_lookup(node_names, v, name, a);
}

NAMES_OF(node)
const view_class node_class = {.name = "node", .lookup = node_lookup, .names_of = node_names_of};

static view_value solution_node(const view *v, arena *a) {
    (void)a;
    return view_object_if(&node_class, OBJECT(v, story_solution)->node, NULL);
}

static view_value solution_class_number(const view *v, arena *a) {
    return view_number(OBJECT(v, story_solution)->class_number, a);
}

static const view_name solution_names[] = {{"node", solution_node}, {"class", solution_class_number}, {NULL, NULL}};

static view_value solution_lookup(const view *v, str name, arena *a) {
    return names_lookup(solution_names, v, name, a);
}

NAMES_OF(solution)
const view_class solution_class = {.name = "solution", .lookup = solution_lookup, .names_of = solution_names_of};
