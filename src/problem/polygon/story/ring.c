/* The ring of an instance: vertex and edge lists, both from 1:
 *
 *   edge 1 ─ vertex 1 ─ edge 2 ─ vertex 2 ─ … ─ edge n ─ vertex n ─ (edge 1)
 *
 * so a chain of j vertices from vertex i has the edges i+1 … i+j−1 inside. */
#include "polygon/story/ring.h"

#include "number.h"
#include "utf8.h"

static const datum *list_of(const datum *instance, const char *name) {
    const datum *d = datum_get(instance, name);
    return d && d->kind == DATUM_LIST ? d : NULL;
}

static bool edge_of(const datum *d, bool *times) {
    str text = datum_as_text(d);
    *times = str_is(text, "x") || str_is(text, "*") || str_is(text, "×");
    return *times || str_is(text, "t") || str_is(text, "+");
}

size_t polygon_size(const story *s) {
    const datum *vertices = list_of(s->instance, "vertices"), *edges = list_of(s->instance, "edges");
    if (!str_is(s->problem, "polygon") || !vertices || !edges || vertices->count != edges->count)
        return 0;
    bool times;
    for (size_t k = 0; k < edges->count; k++)
        if (!edge_of(edges->items[k], &times))
            return 0;
    return edges->count;
}

bool polygon_ring_of(const story *s, polygon_ring *ring, arena *a) {
    ring->n = polygon_size(s);
    ring->values = ARENA_ARRAY(a, str, ring->n);
    ring->times = ARENA_ARRAY(a, bool, ring->n);
    for (size_t k = 0; k < ring->n; k++) {
        ring->values[k] = datum_as_text(list_of(s->instance, "vertices")->items[k]);
        edge_of(list_of(s->instance, "edges")->items[k], &ring->times[k]);
    }
    return ring->n > 0;
}

size_t polygon_index(const polygon_ring *r, int64_t i) {
    int64_t n = (int64_t)r->n, k = (i - 1) % n;
    return (size_t)(k < 0 ? k + n : k) + 1;
}

/* A negative number behind an operator stands in brackets: 5 + (−7). */
static str chain_from(const polygon_ring *r, size_t i, size_t length, bool leads, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < length; k++) {
        size_t vertex = polygon_index(r, (int64_t)(i + k));
        str value = r->values[vertex - 1];
        if (k)
            strbuf_add_c(&b, r->times[vertex - 1] ? " × " : " + ");
        strbuf_add(&b, k == 0 && leads ? number_shown(value, a) : number_shown_operand(value, a));
    }
    return strbuf_text(&b);
}

str polygon_chain_text(const polygon_ring *r, size_t i, size_t length, arena *a) {
    return chain_from(r, i, length, true, a);
}

str polygon_chain_rest(const polygon_ring *r, size_t i, size_t length, arena *a) {
    return chain_from(r, i, length, false, a);
}

/* The first `shown` vertices, then the last. */
static str chain_with_gap(const polygon_ring *r, size_t i, size_t length, size_t shown, arena *a) {
    size_t last = polygon_index(r, (int64_t)(i + length - 1)), next = polygon_index(r, (int64_t)(i + shown));
    str start = polygon_chain_text(r, i, shown, a), end = number_shown_operand(r->values[last - 1], a);
    return str_format(a, "%.*s %s … %s %.*s", STR_ARG(start), r->times[next - 1] ? "×" : "+",
                      r->times[last - 1] ? "×" : "+", STR_ARG(end));
}

str polygon_chain_brief(const polygon_ring *r, size_t i, size_t length, arena *a) {
    enum { MANY = 12, SHOWN = 3, LONG = 48 };
    str text = length > MANY ? chain_with_gap(r, i, length, SHOWN, a) : polygon_chain_text(r, i, length, a);
    return length > 2 && utf8_count(text) > LONG ? chain_with_gap(r, i, length, 1, a) : text;
}
