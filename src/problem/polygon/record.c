/* The table of a polygon as events. The solver tells each split of each chain as it looks at it, the watch here writes:
 *
 *   chain i, length l ──▶ cell min[i,l], max[i,l]
 *     split s ──▶ try "s=2"   reads min[i,s] max[i,s] min[i+s,l-s] max[i+s,l-s]   ways a*c a*d b*c b*d, or a+c b+d
 *   end of the chain ──▶ set min, set max, each with the splits and the way that reach it
 */
#include "polygon/polygon.h"

#include "kit/memory_limit.h"

typedef enum letter { A, B, C, D, LETTERS } letter; /* least and most of the left part, least and most of the right */

static const char *const tables[] = {[POLYGON_LEAST] = "min", [POLYGON_MOST] = "max"};
static const char *const letters[LETTERS] = {"a", "b", "c", "d"};

/* The ways of a candidate in the order in which they are listed; a sum has the first and the last. */
static const struct listed_way {
    polygon_way way;
    const char *product, *sum;
} listed[] = {
    {{POLYGON_LEAST, POLYGON_LEAST}, "a*c", "a+c"},
    {{POLYGON_LEAST, POLYGON_MOST}, "a*d", NULL},
    {{POLYGON_MOST, POLYGON_LEAST}, "b*c", NULL},
    {{POLYGON_MOST, POLYGON_MOST}, "b*d", "b+d"},
};
enum { WAYS = sizeof listed / sizeof *listed };

typedef struct recorder {
    polygon_table *table;
    trace *trace;
    arena *a;
    size_t n;
    str *texts[2]; /* of the values of all cells done, by polygon_end; while the tables are filled */
    str *labels;   /* of the splits: labels[s] is "s=…" */
    number *work;
} recorder;

static bool is_product(const recorder *r, size_t i, size_t s) {
    return r->table->game.times[(i + s) % r->n];
}

static const char *way_text(const struct listed_way *w, bool product) {
    return product ? w->product : w->sum;
}

static str way_name(const recorder *r, polygon_way way, size_t i, size_t s) {
    for (size_t k = 0; k < WAYS; k++)
        if (listed[k].way.left == way.left && listed[k].way.right == way.right)
            return str_of(way_text(&listed[k], is_product(r, i, s)));
    return STR("");
}

static str *cell_text(const recorder *r, polygon_end end, size_t i, size_t j) {
    return &r->texts[end][i * r->n + j - 1];
}

static place place_of(size_t i, size_t j) {
    return (place){.row = (int64_t)i + 1, .col = (int64_t)j};
}

static event *add_at(recorder *r, event_kind kind, size_t i, size_t j) {
    event *e = trace_add(r->trace, kind);
    e->at = place_of(i, j);
    e->has_at = true;
    return e;
}

static void record_length(void *user, size_t j) {
    recorder *r = user;
    trace_add_phase(r->trace, "length", (int64_t)j);
}

static void record_cell(void *user, size_t i, size_t j) {
    recorder *r = user;
    event *e = add_at(r, EVENT_CELL, i, j);
    trace_add_text(r->trace, &e->tables, str_of(tables[POLYGON_LEAST]));
    trace_add_text(r->trace, &e->tables, str_of(tables[POLYGON_MOST]));
}

/* The four cells that a split reads, as a, b, c, d. */
static void add_reads(recorder *r, event *e, size_t i, size_t j, size_t s) {
    e->reads = ARENA_ARRAY(r->a, trace_read, LETTERS);
    e->terms = ARENA_ARRAY(r->a, trace_term, LETTERS);
    e->read_count = e->term_count = LETTERS;
    for (size_t k = 0; k < LETTERS; k++) {
        polygon_end end = k == A || k == C ? POLYGON_LEAST : POLYGON_MOST;
        bool left = k < C;
        size_t row = left ? i : (i + s) % r->n, length = left ? s : j - s;
        e->reads[k] = (trace_read){.table = str_of(tables[end]), .at = place_of(row, length)};
        e->terms[k] = (trace_term){str_of(letters[k]), *cell_text(r, end, row, length)};
    }
}

static void record_split(void *user, size_t i, size_t j, size_t s) {
    recorder *r = user;
    event *e = trace_add(r->trace, EVENT_TRY);
    e->label = r->labels[s];
    add_reads(r, e, i, j, s);
    e->ways = ARENA_ARRAY(r->a, trace_way, is_product(r, i, s) ? WAYS : 2);
    e->has_ways = true;
    for (size_t k = 0; k < WAYS; k++) {
        const char *text = way_text(&listed[k], is_product(r, i, s));
        if (!text)
            continue;
        polygon_combine(r->table, fmpq_numref(r->work->q), listed[k].way, i, j, s);
        e->ways[e->way_count++] = (trace_way){str_of(text), number_text_of_fmpz(fmpq_numref(r->work->q), r->a)};
    }
}

/* The way kept, if a reader would take another: the first one listed that gives the value. Nothing where both parts
 * have one value only, and the ways differ in name alone. */
static str telling_way(recorder *r, polygon_end end, size_t i, size_t j, size_t s) {
    size_t k = (i + s) % r->n;
    bool one_value = str_equal(*cell_text(r, POLYGON_LEAST, i, s), *cell_text(r, POLYGON_MOST, i, s)) &&
                     str_equal(*cell_text(r, POLYGON_LEAST, k, j - s), *cell_text(r, POLYGON_MOST, k, j - s));
    if (one_value)
        return STR("");
    polygon_way kept = polygon_kept_way(r->table, end, i, j, s);
    for (size_t w = 0; w < WAYS; w++) {
        if (!way_text(&listed[w], is_product(r, i, s)))
            continue;
        polygon_combine(r->table, fmpq_numref(r->work->q), listed[w].way, i, j, s);
        if (!fmpz_equal(fmpq_numref(r->work->q), polygon_value(r->table, end, i, j)))
            continue;
        bool told = listed[w].way.left == kept.left && listed[w].way.right == kept.right;
        return told ? STR("") : way_name(r, kept, i, s);
    }
    return STR("");
}

static void record_end(recorder *r, polygon_end end, size_t i, size_t j) {
    str text = number_text_of_fmpz(polygon_value(r->table, end, i, j), r->a);
    *cell_text(r, end, i, j) = text;
    event *e = add_at(r, EVENT_SET, i, j);
    trace_add_text(r->trace, &e->tables, str_of(tables[end]));
    e->value = text;
    e->why = j == 1 ? STR("base") : str_of(tables[end]);
    size_t kept = 0;
    for (size_t s = j - 1; s >= 1; s--)
        kept = polygon_reached(r->table, end, i, j, s) ? s : kept;
    for (size_t s = kept; s && s < j; s++)
        if (polygon_reached(r->table, end, i, j, s))
            trace_add_text(r->trace, &e->chosen, r->labels[s]);
    if (kept)
        e->way = telling_way(r, end, i, j, kept);
}

static void record_done(void *user, size_t i, size_t j) {
    record_end(user, POLYGON_LEAST, i, j);
    record_end(user, POLYGON_MOST, i, j);
}

static void record_table(recorder *r, polygon_end end) {
    event *e = trace_add(r->trace, EVENT_TABLE);
    e->id = str_of(tables[end]);
    e->extent.row_first = e->extent.col_first = 1;
    e->extent.row_last = e->extent.col_last = (int64_t)r->n;
    e->extent.row = STR("i");
    e->extent.col = STR("j");
}

static recorder recorder_of(polygon_table *c, trace *t) {
    size_t n = c->game.n;
    recorder r = {.table = c, .trace = t, .a = t->arena, .n = n, .work = number_new(t->arena)};
    r.labels = ARENA_ARRAY(r.a, str, n);
    for (size_t s = 1; s < n; s++)
        r.labels[s] = str_format(r.a, "s=%zu", s);
    return r;
}

/* Events of the tables: two tables; a phase a length; a cell and two sets for each of n² cells; the splits. And of the
 * play: 2n - 1 nodes, at most n - 1 way-back steps, n moves, solution and answer. */
static size_t event_count(size_t n) {
    return 2 + n + 3 * n * n + n * n * (n - 1) / 2 + 4 * n;
}

void polygon_record_tables(polygon_table *c, trace *t) {
    recorder r = recorder_of(c, t);
    for (polygon_end end = POLYGON_LEAST; end <= POLYGON_MOST; end++)
        r.texts[end] = ARENA_ARRAY(r.a, str, r.n * r.n);
    trace_reserve(t, event_count(r.n));
    record_table(&r, POLYGON_LEAST);
    record_table(&r, POLYGON_MOST);
    const polygon_watch watch = {&r, record_length, record_cell, record_split, record_done};
    polygon_table_fill_watched(c, &watch);
}

static void record_way_back(recorder *r, const split_tree *tree) {
    for (size_t k = 0; k < tree->count; k++) {
        const split_node *node = &tree->nodes[k];
        polygon_end end = (polygon_end)node->end;
        if (!node->split)
            continue;
        event *e = add_at(r, EVENT_BACK, node->i, node->j);
        trace_add_text(r->trace, &e->tables, str_of(tables[end]));
        e->take = r->labels[node->split];
        polygon_way kept = polygon_kept_way(r->table, end, node->i, node->j, node->split);
        e->way = way_name(r, kept, node->i, node->split);
    }
}

static str node_text(const polygon_table *c, const split_node *node, arena *a) {
    return number_text_of_fmpz(polygon_value(c, (polygon_end)node->end, node->i, node->j), a);
}

static void tell_node(const void *user, const split_node *node, event *e, arena *a) {
    const polygon_table *c = user;
    e->value = node_text(c, node, a);
    if (node->split)
        e->op = c->game.times[polygon_node_edge(c, node)] ? STR("*") : STR("+");
}

static void record_moves(const polygon_table *c, const split_tree *tree, size_t first, trace *t) {
    event *removed = trace_add(t, EVENT_MOVE);
    removed->what = STR("remove");
    removed->at.row = (int64_t)first + 1;
    removed->has_at = true;
    for (size_t k = 0; k < tree->count; k++) {
        const split_node *node = &tree->nodes[tree->order[k]];
        if (!node->split)
            continue;
        event *e = trace_add(t, EVENT_MOVE);
        e->what = STR("merge");
        e->at.row = (int64_t)polygon_node_edge(c, node) + 1;
        e->has_at = true;
        e->left_value = node_text(c, &tree->nodes[node->left], t->arena);
        e->right_value = node_text(c, &tree->nodes[node->right], t->arena);
        e->value = node_text(c, node, t->arena);
    }
}

void polygon_record_play(polygon_table *c, const split_tree *tree, size_t first, trace *t) {
    recorder r = recorder_of(c, t);
    record_way_back(&r, tree);
    split_tree_record(tree, tell_node, c, t);
    record_moves(c, tree, first, t);
}

trace_size polygon_record_size(const polygon_game *g) {
    enum { MOST_VERTICES = 20000, LEAST_TEXT = 16, SUM_WAYS = 2 }; /* n³ would not fit */
    size_t n = g->n;
    if (n > MOST_VERTICES)
        return (trace_size){.events = SIZE_MAX};
    size_t tries = n * n * (n - 1) / 2, bits = polygon_product_bits(g), ways = SUM_WAYS * tries;
    /* A way's value is that of a chain, which has two thirds of all vertices on average over the tries. */
    size_t text = bits / 2 * 3 / 10;
    return (trace_size){.events = event_count(n),
                        .steps = n * n,
                        .facts = 2 * n * n,
                        .tries = tries,
                        .reads = LETTERS * tries,
                        .ways = ways,
                        .cells = 2 * n * n,
                        .texts = size_times(ways, text > LEAST_TEXT ? text : LEAST_TEXT)};
}
