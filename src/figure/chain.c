/* The chain in hand as a row of vertices with their operators, its split marked and both parts underlined. */
#include "rows/polygon_state.h"
#include "rows/strand.h"
#include "tables/cells.h"

static bool chain_draws(const story_run *r) {
    polygon_ring ring;
    arena *scratch = arena_scratch(r->story->arena);
    arena_mark start = arena_here(scratch);
    bool is_polygon = polygon_ring_of(r->story, &ring, scratch);
    arena_back(scratch, start);
    return is_polygon;
}

static void fill_vertex(drawing *d, const hand *h, size_t place, strand_vertex *v) {
    size_t vertex = polygon_index(&h->ring, (int64_t)(h->first + place));
    *v = (strand_vertex){
        .value = h->ring.values[vertex - 1],
        .name = str_format(d->a, "$v_{%zu}$", vertex),
        .label = str_format(d->a, "$v_{%zu}$", vertex),
        .state = h->step || h->length < h->ring.n ? STATE_CURRENT : STATE_PLAIN,
        .id = drawing_id(d, "vertex-%zu", vertex),
        .alt = hand_vertex_alt(d, h, vertex),
        .joined = place > 0,
        .op = hand_operator(h, vertex),
        .number = str_format(d->a, "%zu", vertex),
        .edge = place > 0 && hand_split_at(h, vertex) ? STATE_CHOSEN : STATE_PLAIN,
        .heavy = true,
        .edge_id = drawing_id(d, "edge-%zu", vertex),
        .edge_alt = hand_edge_alt(d, h, vertex),
    };
}

/* The name of a part, p(2,3), with the table that this split serves if each has its own; with labels=1 the letters of
 * its two extremes. */
static str part_mark(drawing *d, const hand *h, const hand_split *split, bool left) {
    size_t first = left ? h->first : h->first + split->left, count = left ? split->left : h->length - split->left;
    str name = str_format(d->a, "$p(%zu,%zu)$", polygon_index(&h->ring, (int64_t)first), count);
    if (h->split_count > 1 && split->tables[0] && left)
        name = str_format(d->a, "%.*s: %.*s", STR_ARG(table_short(d, split->tables[0])), STR_ARG(name));
    if (!drawing_param_switch(d, "labels") && !d->q->moment->candidate)
        return name;
    return str_format(d->a, "%.*s: $%s$", STR_ARG(name), left ? "a,\\,b" : "c,\\,d");
}

static void fill_parts(drawing *d, const hand *h, strand *s) {
    strand_part *parts = ARENA_ARRAY(d->a, strand_part, 2 * h->split_count);
    for (size_t k = 0; k < h->split_count; k++) {
        const hand_split *split = &h->splits[k];
        parts[2 * k] = (strand_part){0, split->left, k, part_mark(d, h, split, true)};
        parts[2 * k + 1] = (strand_part){split->left, h->length - split->left, k, part_mark(d, h, split, false)};
    }
    s->parts = parts;
    s->part_count = 2 * h->split_count;
}

static figure *chain_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    hand h;
    if (!hand_at(d, &h))
        return NULL;
    if (h.length == 0)
        h.length = h.ring.n;
    strand s = {.count = h.length, .scale = h.length > 14 ? 0.8 : 1};
    s.vertices = ARENA_ARRAY(d->a, strand_vertex, h.length);
    for (size_t k = 0; k < h.length; k++)
        fill_vertex(d, &h, k, &s.vertices[k]);
    fill_parts(d, &h, &s);
    strand_draw(d, &s, q->width, q->height);
    hand_facts(d, &h);
    return drawing_end(d, "chain");
}

static const figure_param chain_params[] = {
    {.name = "open"}, {.name = "chain"}, {.name = "split"}, {.name = "labels", .is_switch = true}, {0}};

const figure_kind chain_figure = {
    .name = "chain",
    .summary = "the chain in hand as a row, where it is split, its two parts",
    .counts = STEP_CELL,
    .params = chain_params,
    .draws = chain_draws,
    .build = chain_build,
};
