#include "rows/polygon_state.h"

#include "number.h"

bool hand_has_vertex(const hand *h, size_t vertex) {
    return (vertex + h->ring.n - h->first) % h->ring.n < h->length;
}

bool hand_has_edge(const hand *h, size_t edge) {
    size_t place = (edge + h->ring.n - h->first) % h->ring.n;
    return place > 0 && place < h->length;
}

const hand_split *hand_split_at(const hand *h, size_t edge) {
    size_t place = (edge + h->ring.n - h->first) % h->ring.n;
    for (size_t k = 0; k < h->split_count; k++)
        if (h->splits[k].left == place && place > 0 && place < h->length)
            return &h->splits[k];
    return NULL;
}

str hand_operator(const hand *h, size_t edge) {
    return h->ring.times[edge - 1] ? STR("×") : STR("+");
}

static size_t digits_of(str text) {
    size_t value = 0;
    for (size_t k = 0; k < text.len; k++) {
        if (text.ptr[k] < '0' || text.ptr[k] > '9' || value > 100000000)
            return 0;
        value = value * 10 + (size_t)(text.ptr[k] - '0');
    }
    return value;
}

size_t candidate_split(const story_candidate *c) {
    size_t equals = str_find(c->label, STR("="), 0);
    size_t split = equals == SIZE_MAX ? 0 : digits_of(str_slice(c->label, equals + 1, c->label.len));
    if (split == 0 && c->read_count && c->reads[0].col > 0)
        split = (size_t)c->reads[0].col;
    return split;
}

static void add_split(hand *h, size_t left, const story_table *table) {
    if (left == 0 || left >= h->length)
        return;
    for (size_t k = 0; k < h->split_count; k++)
        if (h->splits[k].left == left) {
            h->splits[k].tables[1] = table;
            return;
        }
    if (h->split_count < 2)
        h->splits[h->split_count++] = (hand_split){left, {table, NULL}};
}

static bool hand_take(hand *h, int64_t first, int64_t length) {
    int64_t n = (int64_t)h->ring.n;
    if (first < 1 || first > n || length < 1 || length > n)
        return false;
    h->first = (size_t)first;
    h->length = (size_t)length;
    return true;
}

static void hand_of_cell(hand *h, const story_moment *m) {
    const story_step *step = m->step;
    if (!hand_take(h, step->row, step->col))
        return;
    h->step = step;
    if (m->candidate)
        add_split(h, candidate_split(m->candidate), NULL);
    else
        for (size_t k = 0; k < step->fact_count; k++)
            if (step->facts[k].kept)
                add_split(h, candidate_split(step->facts[k].kept), step->facts[k].table);
}

static void hand_of_back(hand *h, const story_moment *m) {
    const story_back *back = m->step->back;
    if (!hand_take(h, back->row, back->col))
        return;
    h->step = m->step;
    if (back->candidate)
        add_split(h, candidate_split(back->candidate), NULL);
}

/* The opened ring, and the edge at which this move merges. */
static void hand_of_move(hand *h, const story_moment *m) {
    if (m->run->move_count == 0 || !hand_take(h, m->run->moves[0].at, (int64_t)h->ring.n))
        return;
    h->step = m->step;
    size_t edge = polygon_index(&h->ring, m->step->move->at);
    add_split(h, (edge + h->ring.n - h->first) % h->ring.n, NULL);
}

static void hand_of_step(hand *h, const story_moment *m) {
    static void (*const of_kind[])(hand *, const story_moment *) = {
        [STEP_CELL] = hand_of_cell, [STEP_MOVE] = hand_of_move, [STEP_BACK] = hand_of_back, [STEP_PUT] = NULL};
    if (m->step && of_kind[m->step->kind])
        of_kind[m->step->kind](h, m);
}

static bool edge_is(drawing *d, const hand *h, const char *key, int64_t value) {
    if (value >= 1 && value <= (int64_t)h->ring.n)
        return true;
    return error_plain(d->q->error, figure_param_status(d->q),
                       "parameter '%s' of a figure is %lld: this polygon has edges 1 to %zu", key, (long long)value,
                       h->ring.n);
}

static bool hand_of_params(drawing *d, hand *h) {
    str open = drawing_param(d, "open");
    if (open.len) {
        const datum *best = datum_get(d->q->moment->story->answer, "best_edges");
        int64_t edge =
            str_is(open, "best") && best && best->count ? best->items[0]->integer : drawing_param_integer(d, "open", 1);
        if (error_set(d->q->error) || !edge_is(d, h, "open", edge))
            return false;
        *h = (hand){.ring = h->ring, .first = (size_t)edge, .length = h->ring.n};
    }
    str chain = drawing_param(d, "chain");
    size_t plus = str_find(chain, STR("+"), 0);
    plus = plus == SIZE_MAX ? str_find(chain, STR("-"), 0) : plus; /* as it was written once; it looked like a range */
    if (chain.len) {
        size_t first = digits_of(str_slice(chain, 0, plus)), length = digits_of(str_slice(chain, plus + 1, chain.len));
        if (plus == SIZE_MAX || first < 1 || first > h->ring.n || length < 1 || length > h->ring.n)
            return error_plain(d->q->error, figure_param_status(d->q),
                               "parameter 'chain' of a figure is '%.*s': a vertex and a length are needed, as in 2+3",
                               STR_ARG(chain));
        *h = (hand){.ring = h->ring, .first = first, .length = length};
    }
    int64_t split = drawing_param_integer(d, "split", 0);
    if (split > 0 && h->length > 0) {
        h->split_count = 0;
        add_split(h, (size_t)split, NULL);
        if (h->split_count == 0)
            return error_plain(d->q->error, figure_param_status(d->q),
                               "parameter 'split' of a figure is %lld: the chain has %zu vertices", (long long)split,
                               h->length);
    }
    return !error_set(d->q->error);
}

bool hand_at(drawing *d, hand *h) {
    const story_moment *m = d->q->moment;
    *h = (hand){0};
    if (!polygon_ring_of(m->story, &h->ring, d->a) || h->ring.n == 0)
        return error_plain(d->q->error, STATUS_INPUT, "this figure needs a polygon");
    h->first = 1;
    if (!str_is(drawing_param(d, "open"), "none"))
        hand_of_step(h, m);
    return str_is(drawing_param(d, "open"), "none") || hand_of_params(d, h);
}

void hand_facts(drawing *d, const hand *h) {
    drawing_fact_integer(d, "n", (int64_t)h->ring.n);
    drawing_fact(d, "ring", polygon_chain_text(&h->ring, 1, h->ring.n, d->a));
    drawing_fact_bool(d, "in_hand", h->length > 0);
    drawing_fact(d, "chain",
                 h->length ? polygon_chain_text(&h->ring, h->first, h->length, d->a)
                           : polygon_chain_text(&h->ring, 1, h->ring.n, d->a));
    drawing_fact_integer(d, "first", (int64_t)h->first);
    drawing_fact_integer(d, "length", (int64_t)h->length);
    bool open = h->length == h->ring.n && h->length > 0;
    drawing_fact(d, "open", open ? str_format(d->a, "%zu", h->first) : STR(""));
    strbuf splits = strbuf_in(d->a), edges = strbuf_in(d->a);
    strbuf_add_c(&splits, "");
    strbuf_add_c(&edges, "");
    for (size_t k = 0; k < h->split_count; k++) {
        strbuf_addf(&splits, "%s%zu", k ? ", " : "", h->splits[k].left);
        strbuf_addf(&edges, "%s%zu", k ? ", " : "", polygon_index(&h->ring, (int64_t)(h->first + h->splits[k].left)));
    }
    drawing_fact(d, "split", strbuf_text(&splits));
    drawing_fact(d, "split_edge", strbuf_text(&edges));
}

static str numbered_alt(drawing *d, const char *key, size_t number, str value) {
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "number", datum_integer(d->a, (int64_t)number));
    datum_put(d->a, facts, "value", datum_text(d->a, value));
    return drawing_say_plain(d, key, facts);
}

str hand_vertex_alt(drawing *d, const hand *h, size_t vertex) {
    return numbered_alt(d, "figure.vertex", vertex, number_shown(h->ring.values[vertex - 1], d->a));
}

str hand_edge_alt(drawing *d, const hand *h, size_t edge) {
    return numbered_alt(d, "figure.edge", edge, hand_operator(h, edge));
}
