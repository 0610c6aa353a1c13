/* The card game's own names for templates, told once for each part; docs/problems/cards.md explains them. */
#include "extension.h"

#include "cards/story/sheet.h"
#include "kit/put.h"
#include "number.h"
#include "sheet_value.h"

enum { LISTED_ROW = 20 }; /* up to here the tables are shown, and their ties are listed */

static void tell_value(facts *f, const char *name, str value) {
    facts_data(f, name, sheet_value(value, f->arena));
}

static bool chooses(const story_fact *f, const char *label) {
    for (size_t k = 0; f && k < f->chosen.count; k++)
        if (str_is(f->chosen.items[k], label))
            return true;
    return false;
}

/* Whether both ends of the cards i … j are best. */
static bool is_tie(const cards_line *l, int64_t i, int64_t j) {
    const story_fact *f = cards_fact(l->f, i, j);
    return chooses(f, "left") && chooses(f, "right");
}

/* Goes over a move: what lies there before it becomes what lies there after it. */
static void pass(const story_move *m, int64_t *i, int64_t *j) {
    bool left = m->at == *i;
    *i += left;
    *j -= !left;
}

/* ---- the whole ---- */

/* A run, or false where it is left out. */
static void tell_run(facts *f, const story *s, const char *id) {
    const story_run *run = story_run_named(s, str_of(id));
    facts_value(f, id, run && run->frame_count ? view_of_object(story_view_run(run)) : view_bool(false));
}

/* How it ends, by the answer. */
static void tell_outcome(facts *f, const datum *answer) {
    str first = datum_as_text(datum_get(answer, "first")), second = datum_as_text(datum_get(answer, "second"));
    const datum *moves = datum_get(answer, "first_moves");
    if (moves)
        facts_value(f, "first_moves", story_view_data(moves, f->arena));
    const number *a = number_from_canonical(f->arena, first), *b = number_from_canonical(f->arena, second);
    if (!a || !b)
        return;
    int order = number_compare(a, b);
    number *sum = number_new(f->arena), *margin = number_new(f->arena); /* of the winner over the other */
    fmpq_add(sum->q, a->q, b->q);
    fmpq_sub(margin->q, a->q, b->q);
    fmpq_abs(margin->q, margin->q);
    datum *lead = sheet_value(number_text(margin, f->arena), f->arena);
    put_bool(lead, "one", fmpq_is_one(margin->q), f->arena);
    tell_value(f, "score_a", number_text(a, f->arena));
    tell_value(f, "score_b", number_text(b, f->arena));
    tell_value(f, "sum", number_text(sum, f->arena));
    facts_data(f, "margin", lead);
    facts_bool(f, "is_draw", order == 0);
    facts_bool(f, "a_wins", order > 0);
    facts_bool(f, "b_wins", order < 0);
}

/* Whether trees stand beside each other: no value is long. The scores of the row are the longest. */
static bool is_narrow(const cards_line *l) {
    enum { NARROW = 4 }; /* bytes of a value */
    bool narrow = datum_as_text(datum_get(l->story->answer, "first")).len <= NARROW &&
                  datum_as_text(datum_get(l->story->answer, "second")).len <= NARROW;
    for (size_t i = 0; i < l->n; i++)
        narrow = narrow && cards_value(l, i).len <= NARROW;
    return narrow;
}

static void tell_row(facts *f, const cards_line *l) {
    datum *list = datum_list(f->arena);
    for (size_t i = 0; i < l->n; i++) {
        datum *card = datum_add(f->arena, list, datum_map(f->arena));
        put_count(card, "position", i, f->arena);
        put_text(card, "value", number_shown(cards_value(l, i), f->arena), f->arena);
    }
    facts_integer(f, "n", (int64_t)l->n);
    facts_integer(f, "last_position", (int64_t)l->n - 1);
    facts_data(f, "cards", list);
    facts_text(f, "row_text", l->n ? cards_part_text(l, 0, l->n - 1, f->arena) : STR(""));
    facts_data(f, "left_card", l->n ? sheet_value(cards_value(l, 0), f->arena) : NULL);
    facts_bool(f, "is_narrow", is_narrow(l));
}

static void tell_ties(facts *f, const cards_line *l) {
    datum *turns = datum_list(f->arena), *cells = datum_list(f->arena);
    int64_t i = 0, j = (int64_t)l->n - 1;
    for (size_t k = 0; k < l->table->move_count && i < j; pass(&l->table->moves[k++], &i, &j))
        if (k && is_tie(l, i, j))
            put_count(datum_add(f->arena, turns, datum_map(f->arena)), "turn", k + 1, f->arena);
    for (size_t k = 0; k < l->table->step_count && l->n <= LISTED_ROW; k++) {
        const story_step *s = &l->table->steps[k];
        if (s->row == s->col || !is_tie(l, s->row, s->col))
            continue;
        datum *cell = datum_add(f->arena, cells, datum_map(f->arena));
        put_count(cell, "i", (size_t)s->row, f->arena);
        put_count(cell, "j", (size_t)s->col, f->arena);
    }
    facts_data(f, "tie_turns", turns); /* after the first, at which the other end would have done as well */
    facts_data(f, "tie_cells", cells);
}

static void tell_play(facts *f, const cards_line *l) {
    enum { MOST = 40 }; /* moves that a list of them shows */
    const story_fact *first = l->n > 1 ? cards_fact(l->f, 0, (int64_t)l->n - 1) : NULL;
    size_t moves = l->table->move_count, listed = moves < MOST ? moves : MOST;
    view *items = ARENA_ARRAY(f->arena, view, listed);
    for (size_t k = 0; k < listed; k++)
        items[k] = story_view_move(&l->table->moves[k], l->table);
    facts_bool(f, "left_end_best", chooses(first, "left"));
    facts_bool(f, "right_end_best", chooses(first, "right"));
    facts_bool(f, "both_ends_best", chooses(first, "left") && chooses(first, "right"));
    facts_value(f, "listed_moves", (view_value){.kind = VIEW_LIST, .items = items, .count = listed});
    facts_value(f, "more_moves", moves > listed ? view_integer(f->arena, (int64_t)(moves - listed)) : view_bool(false));
}

static void tell_root(facts *f, const view *v) {
    const story *s = v->object;
    cards_line l;
    bool known = cards_line_of(s, &l), moved = known && l.table->move_count;
    tell_run(f, s, "plain");
    tell_run(f, s, "memo");
    tell_outcome(f, s->answer);
    facts_data(f, "first_card", moved ? sheet_value(l.table->moves[0].value, f->arena) : NULL);
    if (!known)
        return;
    tell_row(f, &l);
    tell_ties(f, &l);
    tell_play(f, &l);
    facts_data(f, "totals", cards_tally(l.n, f->arena));
    facts_data(f, "repeats", cards_repeats(l.n > LISTED_ROW ? 0 : l.n, f->arena));
    facts_data(f, "asked_most", cards_asked_most(l.n, f->arena));
    facts_data(f, "equations", cards_equations(&l, f->arena));
    facts_data(f, "greedy", cards_greedy(&l, f->arena));
}

/* ---- lengths, parts, moves ---- */

static void tell_phase(facts *f, const view *v) {
    const story_phase *p = v->object;
    cards_line l;
    if (!str_is(p->by, "length") || !cards_line_of(p->run->story, &l))
        return;
    facts_bool(f, "is_one", p->value == 1);
    facts_bool(f, "is_two", p->value == 2);
    facts_bool(f, "is_whole", p->value == (int64_t)l.n);
}

/* What taking that end is worth to the player to move: "8 + 6 = 14", in a formula; empty where that is too long. */
static void tell_work(facts *f, const char *name, const story_fact *fact, const char *label) {
    enum { ROOM = 12 }; /* digits of all three numbers */
    const story_candidate *c = story_candidate_labelled(fact->step, fact->table, str_of(label));
    if (!c || !c->way_count) {
        facts_bool(f, name, false);
        return;
    }
    str value = c->ways[0].value, shown = story_way_shown(&c->ways[0], f->arena), typeset = sheet_tex(value, f->arena);
    str exact = number_shown(value, f->arena);
    bool fits = sheet_digits(shown) + sheet_digits(value) <= ROOM;
    facts_text(f, name,
               fits ? str_format(f->arena, "%.*s = %.*s", STR_ARG(shown), STR_ARG(exact))
                    : str_format(f->arena, "%s%.*s", sheet_is_long(value) ? "\\approx " : "", STR_ARG(typeset)));
}

static void tell_step(facts *f, const view *v) {
    const story_step *s = v->object;
    cards_line l;
    const story_fact *mover = s->kind == STEP_CELL && cards_line_of(s->run->story, &l) ? story_fact_of(s, l.f) : NULL;
    if (!mover)
        return;
    const story_fact *waiter = story_fact_of(s, l.s);
    facts_text(f, "part", cards_part_text(&l, (size_t)s->row, (size_t)s->col, f->arena));
    tell_work(f, "left_work", mover, "left");
    tell_work(f, "right_work", mover, "right");
    facts_bool(f, "left_best", chooses(mover, "left"));
    facts_bool(f, "right_best", chooses(mover, "right"));
    facts_bool(f, "both_best", chooses(mover, "left") && chooses(mover, "right"));
    tell_value(f, "mover", mover->value);
    facts_data(f, "waiter", waiter ? sheet_value(waiter->value, f->arena) : NULL);
}

static void tell_move(facts *f, const view *v) {
    const story_run *run = v->context;
    const story_move *move = v->object;
    cards_line l;
    tell_value(f, "card", move->value);
    for (size_t player = 0; player < 2; player++) {
        const str *score = move->scores.count > player ? &move->scores.items[player] : NULL;
        facts_data(f, player ? "score_b" : "score_a", score ? sheet_value(*score, f->arena) : NULL);
    }
    if (!run || !cards_line_of(run->story, &l) || run != l.table)
        return;
    int64_t i = 0, j = (int64_t)l.n - 1;
    for (const story_move *m = run->moves; m < move; m++)
        pass(m, &i, &j);
    facts_bool(f, "left_end", move->at == i);
    facts_bool(f, "only", i == j);
    facts_bool(f, "is_tied", is_tie(&l, i, j));
    facts_text(f, "before", cards_part_text(&l, (size_t)i, (size_t)j, f->arena));
}

static const renamed_name renamed[] = {
    {"no_cards", "n=0"},  {"one_card", "n=1"},     {"two_cards", "n=2"},  {"four_or_more", "n>=4"},
    {"is_ten", "n=10"},   {"is_twenty", "n=20"},   {"is_small", "n<=5"},  {"is_unfolded", "n<=4"},
    {"is_drawn", "n<=8"}, {"is_charted", "n<=10"}, {"is_shown", "n<=12"}, {"is_listed", "n<=20"},
    {"tally", "totals"},  {"tie", "is_tied"},      {NULL, NULL},
};

const story_extension cards_names = {
    .name = "cards",
    .own[OWN_ROOT].tell = tell_root,
    .own[OWN_PHASE].tell = tell_phase,
    .own[OWN_STEP].tell = tell_step,
    .own[OWN_MOVE].tell = tell_move,
    .renamed = renamed,
};
