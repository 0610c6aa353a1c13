/* The tables of the trace hold scores, the solver holds leads; of each part the recorder knows the sum, and so the
 * scores:
 *
 *   part(i, j, lead)  ─▶  f = (sum + lead) / 2,  s = (sum − lead) / 2
 *   texts[F][i * n + j], texts[S][…]   values of the cells done, for the reads of longer ones
 */
#include "cards_record.h"

typedef enum role { F, S, ROLES } role; /* of a player: to move first, to wait */

static const char *const tables[ROLES] = {"f", "s"};

typedef struct recorder {
    const cards_lead *leads;
    trace *trace;
    arena *a;
    size_t n;
    str *texts[ROLES];
    str *exprs; /* by card: "8+s" */
    fmpz *sums; /* sums[i] of the cards before card i */
    fmpz *work;
} recorder;

enum { SUM, FIRST, OTHER, WORK };

static str *cell_text(const recorder *r, role who, size_t i, size_t j) {
    return &r->texts[who][i * r->n + j];
}

static place place_of(size_t i, size_t j) {
    return (place){.row = (int64_t)i, .col = (int64_t)j};
}

static event *add_at(recorder *r, event_kind kind, const char *table, size_t i, size_t j) {
    event *e = trace_add(r->trace, kind);
    trace_add_text(r->trace, &e->tables, str_of(table));
    e->at = place_of(i, j);
    e->has_at = true;
    return e;
}

static void record_length(void *user, size_t length) {
    recorder *r = user;
    trace_add_phase(r->trace, "length", (int64_t)length);
}

/* The texts of both scores of a part whose mover leads by `lead`. */
static void score_texts(recorder *r, size_t i, size_t j, const fmpz *lead, str texts[ROLES]) {
    fmpz *sum = &r->work[SUM], *first = &r->work[FIRST], *other = &r->work[OTHER];
    fmpz_sub(sum, &r->sums[j + 1], &r->sums[i]);
    fmpz_add(first, sum, lead);
    fmpz_tdiv_q_2exp(first, first, 1);
    fmpz_sub(other, sum, first);
    texts[F] = number_text_of_fmpz(first, r->a);
    texts[S] = number_text_of_fmpz(other, r->a);
}

/* Taking card `taken` of part (i, j) leaves a part, where the player of this role has the other role. */
static void record_try(recorder *r, role who, size_t i, size_t j, bool right, str value) {
    event *e = add_at(r, EVENT_TRY, tables[who], i, j);
    role other = who == F ? S : F;
    size_t rest_i = right ? i : i + 1, rest_j = right ? j - 1 : j;
    str read = str_of(tables[other]);
    e->label = right ? STR("right") : STR("left");
    e->reads = ARENA_NEW(r->a, trace_read);
    *e->reads = (trace_read){.table = read, .at = place_of(rest_i, rest_j)};
    e->terms = ARENA_NEW(r->a, trace_term);
    *e->terms = (trace_term){read, *cell_text(r, other, rest_i, rest_j)};
    e->read_count = e->term_count = e->way_count = 1;
    e->ways = ARENA_NEW(r->a, trace_way);
    *e->ways = (trace_way){who == F ? r->exprs[right ? j : i] : read, value};
}

static void record_set(recorder *r, role who, size_t i, size_t j, cards_ends best) {
    event *e = add_at(r, EVENT_SET, tables[who], i, j);
    e->value = *cell_text(r, who, i, j);
    e->why = i == j ? STR("base") : who == F ? STR("max") : STR("min");
    if (i != j && best & CARDS_LEFT)
        trace_add_text(r->trace, &e->chosen, STR("left"));
    if (i != j && best & CARDS_RIGHT)
        trace_add_text(r->trace, &e->chosen, STR("right"));
}

static void record_part(void *user, size_t i, size_t j, const fmpz *left, const fmpz *right, cards_ends best) {
    recorder *r = user;
    str by_left[ROLES], by_right[ROLES];
    score_texts(r, i, j, left, by_left);
    score_texts(r, i, j, right, by_right);
    trace_add_text(r->trace, &add_at(r, EVENT_CELL, tables[F], i, j)->tables, str_of(tables[S]));
    for (role who = F; who <= S; who++) {
        if (i != j) {
            record_try(r, who, i, j, false, by_left[who]);
            record_try(r, who, i, j, true, by_right[who]);
        }
        *cell_text(r, who, i, j) = best & CARDS_LEFT ? by_left[who] : by_right[who];
    }
    record_set(r, F, i, j, best);
    record_set(r, S, i, j, best);
}

static void declare_table(recorder *r, role who) {
    event *e = trace_add(r->trace, EVENT_TABLE);
    e->id = str_of(tables[who]);
    e->extent.row_last = e->extent.col_last = (int64_t)r->n - 1;
    e->extent.shape = SHAPE_UPPER;
    e->extent.row = STR("i");
    e->extent.col = STR("j");
}

static recorder recorder_of(const cards_lead *c, trace *t) {
    recorder r = {.leads = c, .trace = t, .a = t->arena, .n = c->row.n};
    r.sums = number_integers(r.a, r.n + 1);
    r.work = number_integers(r.a, WORK);
    r.exprs = ARENA_ARRAY(r.a, str, r.n);
    for (size_t i = 0; i < r.n; i++) {
        fmpz_add(&r.sums[i + 1], &r.sums[i], &c->values[i]);
        r.exprs[i] = str_format(r.a, "%.*s+s", STR_ARG(c->row.texts[i]));
    }
    return r;
}

size_t cards_table_events(size_t n) {
    /* A cell, four tries and two sets for each part; a phase a length; two tables; the play. */
    return 7 * (n * (n + 1) / 2) + 3 * n + 4;
}

void cards_record_table(cards_lead *c, trace *t) {
    recorder r = recorder_of(c, t);
    for (role who = F; who <= S; who++)
        r.texts[who] = ARENA_ARRAY(r.a, str, r.n * r.n);
    declare_table(&r, F);
    declare_table(&r, S);
    const cards_watch watch = {&r, record_length, record_part};
    cards_lead_fill_watched(c, &watch);
}

/* Player A's scores along best play: from cell f[0, n-1] down to a single card, roles changing at each move. */
static void record_way_back(recorder *r) {
    role who = F;
    for (size_t i = 0, j = r->n - 1; i < j; who = who == F ? S : F) {
        bool left = cards_best_ends(r->leads, i, j) & CARDS_LEFT;
        add_at(r, EVENT_BACK, tables[who], i, j)->take = left ? STR("left") : STR("right");
        i += left;
        j -= !left;
    }
}

static void record_moves(recorder *r) {
    fmpz *scores = r->work; /* of A and of B */
    fmpz_zero(&scores[0]);
    fmpz_zero(&scores[1]);
    for (size_t i = 0, j = r->n, turn = 0; i < j; turn++) { /* what lies there is i to j − 1 */
        bool left = cards_best_ends(r->leads, i, j - 1) & CARDS_LEFT;
        size_t card = left ? i++ : --j;
        fmpz_add(&scores[turn % 2], &scores[turn % 2], &r->leads->values[card]);
        event *e = trace_add(r->trace, EVENT_MOVE);
        e->what = STR("take");
        e->at.row = (int64_t)card;
        e->has_at = true;
        e->player = turn % 2 ? STR("B") : STR("A");
        e->value = r->leads->row.texts[card];
        for (size_t k = 0; k < 2; k++)
            trace_add_text(r->trace, &e->scores, number_text_of_fmpz(&scores[k], r->a));
    }
}

void cards_record_play(const cards_lead *c, trace *t) {
    recorder r = recorder_of(c, t);
    if (r.n)
        record_way_back(&r);
    record_moves(&r);
}

size_t cards_record_bytes(const cards_row *row) {
    size_t n = row->n, digits = 0;
    if (n > 100000)
        return SIZE_MAX;
    for (size_t i = 0; i < n; i++)
        digits = row->texts[i].len > digits ? row->texts[i].len : digits;
    size_t one = sizeof(event) + sizeof(trace_read) + sizeof(trace_term) + sizeof(trace_way) + digits + 48;
    return cards_table_events(n) * one;
}
