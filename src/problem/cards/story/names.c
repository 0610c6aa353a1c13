/* The card game's own names for templates, a table for each kind of object; docs/problems/cards.md explains them. */
#include "names.h"
#include "cards/story/sheet.h"
#include "extension.h"

#include "number.h"
#include "sheet_value.h"

enum {
    UNFOLDED_ROW = 4, /* up to here equations are drawn level by level */
    SMALL_ROW = 5,    /* up to here the calls are drawn as they are */
    DRAWN_ROW = 8,    /* up to here with repeats folded, and every cell's work is listed */
    CHARTED_ROW = 10, /* up to here as a graph */
    SHOWN_ROW = 12,   /* up to here the play is drawn turn by turn */
    LISTED_ROW = 20   /* up to here the tables are shown, and the play is listed */
};

#define AS(v, type) ((const type *)(v)->object)

/* ---- the whole ---- */

static bool line_of_root(const view *v, cards_line *line, arena *a) {
    return cards_line_of(v->object, line, a);
}

static view_value root_n(const view *v, arena *a) {
    cards_line l;
    return line_of_root(v, &l, a) ? view_integer(a, (int64_t)l.n) : view_missing();
}

static view_value root_last_position(const view *v, arena *a) {
    cards_line l;
    return line_of_root(v, &l, a) ? view_integer(a, (int64_t)l.n - 1) : view_missing();
}

static view_value root_cards(const view *v, arena *a) {
    cards_line l;
    if (!line_of_root(v, &l, a))
        return view_missing();
    datum *list = datum_list(a);
    for (size_t i = 0; i < l.n; i++) {
        datum *card = datum_add(a, list, datum_map(a));
        datum_put(a, card, "position", datum_integer(a, (int64_t)i));
        datum_put(a, card, "value", datum_text(a, number_shown(l.values[i], a)));
    }
    return view_value_of_datum(list, a);
}

static view_value root_row_text(const view *v, arena *a) {
    cards_line l;
    if (!line_of_root(v, &l, a))
        return view_missing();
    return view_text(l.n ? cards_part_text(&l, 0, l.n - 1, a) : STR(""));
}

static view_value root_size(const view *v, size_t least, size_t most, arena *a) {
    cards_line l;
    return line_of_root(v, &l, a) ? view_bool(l.n >= least && l.n <= most) : view_missing();
}

static view_value root_no_cards(const view *v, arena *a) {
    return root_size(v, 0, 0, a);
}

static view_value root_one_card(const view *v, arena *a) {
    return root_size(v, 1, 1, a);
}

static view_value root_two_cards(const view *v, arena *a) {
    return root_size(v, 2, 2, a);
}

static view_value root_four_or_more(const view *v, arena *a) {
    return root_size(v, 4, SIZE_MAX, a);
}

static view_value root_is_ten(const view *v, arena *a) {
    return root_size(v, 10, 10, a);
}

static view_value root_is_twenty(const view *v, arena *a) {
    return root_size(v, 20, 20, a);
}

static view_value root_is_unfolded(const view *v, arena *a) {
    return root_size(v, 0, UNFOLDED_ROW, a);
}

static view_value root_is_small(const view *v, arena *a) {
    return root_size(v, 0, SMALL_ROW, a);
}

/* Whether trees stand beside each other: no value is long. The scores of the row are the longest. */
static view_value root_is_narrow(const view *v, arena *a) {
    enum { NARROW = 4 }; /* bytes of a value */
    cards_line l;
    if (!line_of_root(v, &l, a))
        return view_missing();
    bool narrow = datum_as_text(datum_get(AS(v, story)->answer, "first")).len <= NARROW &&
                  datum_as_text(datum_get(AS(v, story)->answer, "second")).len <= NARROW;
    for (size_t i = 0; i < l.n; i++)
        narrow = narrow && l.values[i].len <= NARROW;
    return view_bool(narrow);
}

static view_value root_is_drawn(const view *v, arena *a) {
    return root_size(v, 0, DRAWN_ROW, a);
}

static view_value root_is_charted(const view *v, arena *a) {
    return root_size(v, 0, CHARTED_ROW, a);
}

static view_value root_is_shown(const view *v, arena *a) {
    return root_size(v, 0, SHOWN_ROW, a);
}

static view_value root_is_listed(const view *v, arena *a) {
    return root_size(v, 0, LISTED_ROW, a);
}

/* A run, or false where it is left out. */
static view_value run_with_calls(const view *v, const char *id) {
    const story_run *run = story_run_named(v->object, str_of(id));
    return run && run->frame_count ? view_of_object(story_view_run(run)) : view_bool(false);
}

static view_value root_plain(const view *v, arena *a) {
    (void)a;
    return run_with_calls(v, "plain");
}

static view_value root_memo(const view *v, arena *a) {
    (void)a;
    return run_with_calls(v, "memo");
}

/* ---- how it ends ---- */

typedef struct outcome {
    number *a, *b; /* scores */
    int order;     /* of the two */
} outcome;

static bool outcome_of(const view *v, outcome *o, arena *a) {
    const datum *answer = AS(v, story)->answer;
    o->a = number_from_canonical(a, datum_as_text(datum_get(answer, "first")));
    o->b = number_from_canonical(a, datum_as_text(datum_get(answer, "second")));
    if (!o->a || !o->b)
        return false;
    o->order = number_compare(o->a, o->b);
    return true;
}

static view_value root_score_a(const view *v, arena *a) {
    outcome o;
    return outcome_of(v, &o, a) ? view_value_of_datum(sheet_value(number_text(o.a, a), a), a) : view_missing();
}

static view_value root_score_b(const view *v, arena *a) {
    outcome o;
    return outcome_of(v, &o, a) ? view_value_of_datum(sheet_value(number_text(o.b, a), a), a) : view_missing();
}

/* Of the winner over the other: a value, and `one`. */
static view_value root_margin(const view *v, arena *a) {
    outcome o;
    if (!outcome_of(v, &o, a))
        return view_missing();
    number *margin = number_new(a);
    fmpq_sub(margin->q, o.a->q, o.b->q);
    fmpq_abs(margin->q, margin->q);
    datum *d = sheet_value(number_text(margin, a), a);
    datum_put(a, d, "one", datum_bool(a, fmpq_is_one(margin->q)));
    return view_value_of_datum(d, a);
}

/* Of all cards. */
static view_value root_sum(const view *v, arena *a) {
    outcome o;
    if (!outcome_of(v, &o, a))
        return view_missing();
    number *sum = number_new(a);
    fmpq_add(sum->q, o.a->q, o.b->q);
    return view_value_of_datum(sheet_value(number_text(sum, a), a), a);
}

static view_value root_is_draw(const view *v, arena *a) {
    outcome o;
    return outcome_of(v, &o, a) ? view_bool(o.order == 0) : view_missing();
}

static view_value root_a_wins(const view *v, arena *a) {
    outcome o;
    return outcome_of(v, &o, a) ? view_bool(o.order > 0) : view_missing();
}

static view_value root_b_wins(const view *v, arena *a) {
    outcome o;
    return outcome_of(v, &o, a) ? view_bool(o.order < 0) : view_missing();
}

/* The fact f of a step of the table; NULL for other steps. */
static const story_fact *first_fact(const story_step *s, arena *a) {
    cards_line l;
    return s && s->kind == STEP_CELL && cards_line_of(s->run->story, &l, a) ? story_fact_of(s, l.f) : NULL;
}

static bool chooses(const story_fact *f, const char *label) {
    for (size_t k = 0; f && k < f->chosen.count; k++)
        if (str_is(f->chosen.items[k], label))
            return true;
    return false;
}

/* The step that fills the cells of the cards i … j; NULL if there is none. */
static const story_step *step_of_part(const cards_line *l, int64_t i, int64_t j) {
    return story_step_of_cell(l->f, i, j);
}

static view_value first_choice(const view *v, bool (*holds)(const story_fact *f), arena *a) {
    cards_line l;
    if (!line_of_root(v, &l, a))
        return view_missing();
    const story_step *s = l.n > 1 ? step_of_part(&l, 0, (int64_t)l.n - 1) : NULL;
    return view_bool(s && holds(story_fact_of(s, l.f)));
}

static bool is_left(const story_fact *f) {
    return chooses(f, "left");
}

static bool is_right(const story_fact *f) {
    return chooses(f, "right");
}

static bool is_both(const story_fact *f) {
    return is_left(f) && is_right(f);
}

static view_value root_both_ends_best(const view *v, arena *a) {
    return first_choice(v, is_both, a);
}

static view_value root_left_end_best(const view *v, arena *a) {
    return first_choice(v, is_left, a);
}

static view_value root_right_end_best(const view *v, arena *a) {
    return first_choice(v, is_right, a);
}

static view_value root_left_card(const view *v, arena *a) {
    cards_line l;
    if (!line_of_root(v, &l, a))
        return view_missing();
    return l.n ? view_value_of_datum(sheet_value(l.values[0], a), a) : view_bool(false);
}

/* Turns after the first at which the other end would have done as well: [{turn}…]. */
static view_value root_tie_turns(const view *v, arena *a) {
    cards_line l;
    if (!line_of_root(v, &l, a))
        return view_missing();
    datum *list = datum_list(a);
    int64_t i = 0, j = (int64_t)l.n - 1;
    for (size_t k = 0; k < l.table->move_count && i < j; k++) {
        const story_step *s = step_of_part(&l, i, j);
        if (k && s && is_both(story_fact_of(s, l.f)))
            datum_put(a, datum_add(a, list, datum_map(a)), "turn", datum_integer(a, (int64_t)k + 1));
        bool left = l.table->moves[k].at == i;
        i += left;
        j -= !left;
    }
    return view_value_of_datum(list, a);
}

/* Cells of two cards and more where both ends make the same: [{i, j}…]. */
static view_value root_tie_cells(const view *v, arena *a) {
    cards_line l;
    if (!line_of_root(v, &l, a))
        return view_missing();
    datum *list = datum_list(a);
    for (size_t k = 0; k < l.table->step_count && l.n <= LISTED_ROW; k++) {
        const story_step *s = &l.table->steps[k];
        if (s->row == s->col || !is_both(story_fact_of(s, l.f)))
            continue;
        datum *cell = datum_add(a, list, datum_map(a));
        datum_put(a, cell, "i", datum_integer(a, s->row));
        datum_put(a, cell, "j", datum_integer(a, s->col));
    }
    return view_value_of_datum(list, a);
}

/* The moves that a list of them shows: all, or the first and the last few. */
static view_value root_listed_moves(const view *v, arena *a) {
    enum { MOST = 40 };
    cards_line l;
    if (!line_of_root(v, &l, a))
        return view_missing();
    size_t count = l.table->move_count < MOST ? l.table->move_count : MOST;
    view *items = ARENA_ARRAY(a, view, count);
    for (size_t k = 0; k < count; k++)
        items[k] = story_view_move(&l.table->moves[k], l.table);
    return (view_value){.kind = VIEW_LIST, .items = items, .count = count};
}

static view_value root_more_moves(const view *v, arena *a) {
    cards_line l;
    view_value listed = root_listed_moves(v, a);
    if (!line_of_root(v, &l, a))
        return view_missing();
    return l.table->move_count > listed.count ? view_integer(a, (int64_t)(l.table->move_count - listed.count))
                                              : view_bool(false);
}

static view_value root_first_moves(const view *v, arena *a) {
    const datum *moves = datum_get(AS(v, story)->answer, "first_moves");
    return moves ? story_view_data(moves, a) : view_missing();
}

/* The card of the first move. */
static view_value root_first_card(const view *v, arena *a) {
    cards_line l;
    if (!line_of_root(v, &l, a) || !l.table->move_count)
        return view_bool(false);
    return view_value_of_datum(sheet_value(l.table->moves[0].value, a), a);
}

/* ---- counts, equations, greed ---- */

static view_value root_tally(const view *v, arena *a) {
    cards_line l;
    return line_of_root(v, &l, a) ? view_value_of_datum(cards_tally(l.n, a), a) : view_missing();
}

static view_value root_repeats(const view *v, arena *a) {
    cards_line l;
    return line_of_root(v, &l, a) ? view_value_of_datum(cards_repeats(l.n > LISTED_ROW ? 0 : l.n, a), a)
                                  : view_missing();
}

static view_value root_asked_most(const view *v, arena *a) {
    cards_line l;
    return line_of_root(v, &l, a) ? view_value_of_datum(cards_asked_most(l.n, a), a) : view_missing();
}

static view_value root_equations(const view *v, arena *a) {
    cards_line l;
    return line_of_root(v, &l, a) ? view_value_of_datum(cards_equations(&l, a), a) : view_missing();
}

static view_value root_greedy(const view *v, arena *a) {
    cards_line l;
    return line_of_root(v, &l, a) ? view_value_of_datum(cards_greedy(&l, a), a) : view_missing();
}

static const view_name root_names[] = {
    {"n", root_n},
    {"cards", root_cards},
    {"last_position", root_last_position},
    {"row_text", root_row_text},
    {"no_cards", root_no_cards},
    {"one_card", root_one_card},
    {"two_cards", root_two_cards},
    {"four_or_more", root_four_or_more},
    {"is_ten", root_is_ten},
    {"is_twenty", root_is_twenty},
    {"is_unfolded", root_is_unfolded},
    {"is_small", root_is_small},
    {"is_narrow", root_is_narrow},
    {"is_drawn", root_is_drawn},
    {"is_charted", root_is_charted},
    {"is_shown", root_is_shown},
    {"is_listed", root_is_listed},
    {"plain", root_plain},
    {"memo", root_memo},
    {"score_a", root_score_a},
    {"score_b", root_score_b},
    {"margin", root_margin},
    {"sum", root_sum},
    {"is_draw", root_is_draw},
    {"a_wins", root_a_wins},
    {"b_wins", root_b_wins},
    {"both_ends_best", root_both_ends_best},
    {"left_end_best", root_left_end_best},
    {"right_end_best", root_right_end_best},
    {"left_card", root_left_card},
    {"first_moves", root_first_moves},
    {"first_card", root_first_card},
    {"tie_turns", root_tie_turns},
    {"tie_cells", root_tie_cells},
    {"listed_moves", root_listed_moves},
    {"more_moves", root_more_moves},
    {"tally", root_tally},
    {"repeats", root_repeats},
    {"asked_most", root_asked_most},
    {"equations", root_equations},
    {"greedy", root_greedy},
    {NULL, NULL},
};

/* ---- lengths ---- */

static view_value length_is(const view *v, int64_t from, bool whole, arena *a) {
    cards_line l;
    const story_phase *p = v->object;
    if (!str_is(p->by, "length") || !cards_line_of(p->run->story, &l, a))
        return view_missing();
    return view_bool(whole ? p->value == (int64_t)l.n : p->value == from);
}

static view_value phase_is_one(const view *v, arena *a) {
    return length_is(v, 1, false, a);
}

static view_value phase_is_two(const view *v, arena *a) {
    return length_is(v, 2, false, a);
}

static view_value phase_is_whole(const view *v, arena *a) {
    return length_is(v, 0, true, a);
}

static const view_name phase_names[] = {
    {"is_one", phase_is_one}, {"is_two", phase_is_two}, {"is_whole", phase_is_whole}, {NULL, NULL}};

/* ---- parts ---- */

static view_value step_part(const view *v, arena *a) {
    cards_line l;
    const story_step *s = v->object;
    if (!first_fact(s, a) || !cards_line_of(s->run->story, &l, a))
        return view_missing();
    return view_text(cards_part_text(&l, (size_t)s->row, (size_t)s->col, a));
}

/* What taking that end is worth to the player to move: "8 + 6 = 14", in a formula; empty where that is too long. */
static view_value step_work(const view *v, const char *label, arena *a) {
    enum { ROOM = 12 }; /* digits of all three numbers */
    const story_step *s = v->object;
    const story_fact *f = first_fact(s, a);
    const story_candidate *c = f ? story_candidate_labelled(s, f->table, str_of(label)) : NULL;
    if (!f)
        return view_missing();
    if (!c || !c->way_count)
        return view_bool(false);
    str value = c->ways[0].value, shown = story_way_shown(&c->ways[0], a);
    if (sheet_digits(shown) + sheet_digits(value) > ROOM)
        return view_text(
            str_format(a, "%s%.*s", sheet_is_long(value) ? "\\approx " : "", STR_ARG(sheet_tex(value, a))));
    return view_text(str_format(a, "%.*s = %.*s", STR_ARG(shown), STR_ARG(number_shown(value, a))));
}

static view_value step_left_work(const view *v, arena *a) {
    return step_work(v, "left", a);
}

static view_value step_right_work(const view *v, arena *a) {
    return step_work(v, "right", a);
}

static view_value step_choice(const view *v, bool (*holds)(const story_fact *f), arena *a) {
    const story_fact *f = first_fact(v->object, a);
    return f ? view_bool(holds(f)) : view_missing();
}

static view_value step_left_best(const view *v, arena *a) {
    return step_choice(v, is_left, a);
}

static view_value step_right_best(const view *v, arena *a) {
    return step_choice(v, is_right, a);
}

static view_value step_both_best(const view *v, arena *a) {
    return step_choice(v, is_both, a);
}

static view_value step_value(const view *v, bool waits, arena *a) {
    cards_line l;
    const story_step *s = v->object;
    if (!first_fact(s, a) || !cards_line_of(s->run->story, &l, a))
        return view_missing();
    const story_fact *f = story_fact_of(s, waits ? l.s : l.f);
    return f ? view_value_of_datum(sheet_value(f->value, a), a) : view_bool(false);
}

static view_value step_mover(const view *v, arena *a) {
    return step_value(v, false, a);
}

static view_value step_waiter(const view *v, arena *a) {
    return step_value(v, true, a);
}

static const view_name step_names[] = {
    {"part", step_part},           {"left_work", step_left_work},   {"right_work", step_right_work},
    {"left_best", step_left_best}, {"right_best", step_right_best}, {"both_best", step_both_best},
    {"mover", step_mover},         {"waiter", step_waiter},         {NULL, NULL},
};

/* ---- moves ---- */

/* What lies there before a move. */
typedef struct turn {
    cards_line line;
    const story_move *move;
    int64_t i, j;
} turn;

static bool turn_of(const view *v, turn *t, arena *a) {
    const story_run *run = v->context;
    if (!run || !cards_line_of(run->story, &t->line, a) || run != t->line.table)
        return false;
    t->move = v->object;
    t->i = 0;
    t->j = (int64_t)t->line.n - 1;
    for (const story_move *m = run->moves; m < t->move; m++) {
        bool left = m->at == t->i;
        t->i += left;
        t->j -= !left;
    }
    return true;
}

static view_value move_left_end(const view *v, arena *a) {
    turn t;
    return turn_of(v, &t, a) ? view_bool(t.move->at == t.i) : view_missing();
}

static view_value move_only(const view *v, arena *a) {
    turn t;
    return turn_of(v, &t, a) ? view_bool(t.i == t.j) : view_missing();
}

/* Whether the other end would have done as well. */
static view_value move_tie(const view *v, arena *a) {
    turn t;
    if (!turn_of(v, &t, a))
        return view_missing();
    const story_step *s = step_of_part(&t.line, t.i, t.j);
    return view_bool(s && is_both(story_fact_of(s, t.line.f)));
}

static view_value move_before(const view *v, arena *a) {
    turn t;
    return turn_of(v, &t, a) ? view_text(cards_part_text(&t.line, (size_t)t.i, (size_t)t.j, a)) : view_missing();
}

static view_value move_card(const view *v, arena *a) {
    return view_value_of_datum(sheet_value(AS(v, story_move)->value, a), a);
}

static view_value move_score(const view *v, size_t player, arena *a) {
    const story_move *m = v->object;
    return m->scores.count > player ? view_value_of_datum(sheet_value(m->scores.items[player], a), a)
                                    : view_bool(false);
}

static view_value move_score_a(const view *v, arena *a) {
    return move_score(v, 0, a);
}

static view_value move_score_b(const view *v, arena *a) {
    return move_score(v, 1, a);
}

static const view_name move_names[] = {
    {"left_end", move_left_end}, {"only", move_only},       {"tie", move_tie},         {"before", move_before},
    {"card", move_card},         {"score_a", move_score_a}, {"score_b", move_score_b}, {NULL, NULL},
};

const story_extension cards_names = {
    .name = "cards",
    .own[OWN_ROOT].rows = root_names,
    .own[OWN_PHASE].rows = phase_names,
    .own[OWN_STEP].rows = step_names,
    .own[OWN_MOVE].rows = move_names,
};
