#include "pdf/outline.h"

/* Index 0 is the outline itself, marks follow from 1; links are indices, 0 for none. */
typedef struct node {
    size_t number;
    size_t parent, previous, next, first, last;
    size_t shown; /* how many of these are seen when it is open */
} node;

enum { LEVELS = 8 };

static void hang(node *nodes, size_t k, size_t parent) {
    node *n = &nodes[k], *above = &nodes[parent];
    n->parent = parent;
    n->previous = above->last;
    if (above->last)
        nodes[above->last].next = k;
    else
        above->first = k;
    above->last = k;
}

/* A level that is left out hangs on what is there. */
static void build(node *nodes, const pdf_mark *marks, size_t count) {
    size_t above[LEVELS + 1] = {0};
    for (size_t k = 1; k <= count; k++) {
        int level = marks[k - 1].level;
        level = level < 1 ? 1 : level > LEVELS ? LEVELS : level;
        hang(nodes, k, above[level - 1]);
        for (int deeper = level; deeper <= LEVELS; deeper++)
            above[deeper] = k;
    }
    for (size_t k = count; k >= 1; k--) {
        bool open = marks[k - 1].level <= 1;
        nodes[nodes[k].parent].shown += 1 + (open ? nodes[k].shown : 0);
    }
}

static void add_link(strbuf *b, const char *key, const node *nodes, size_t k) {
    if (!k)
        return;
    strbuf_add_c(b, key);
    pdf_add_reference(b, nodes[k].number);
}

static void write_node(pdf_writer *w, const node *nodes, size_t k, const pdf_mark *mark) {
    const node *n = &nodes[k];
    strbuf b = strbuf_in(w->arena);
    strbuf_add_c(&b, mark ? "<<" : "<</Type/Outlines");
    if (mark) {
        strbuf_add(&b, mark->text);
        strbuf_add_c(&b, "/Parent ");
        pdf_add_reference(&b, nodes[n->parent].number);
    }
    add_link(&b, "/Prev ", nodes, n->previous);
    add_link(&b, "/Next ", nodes, n->next);
    add_link(&b, "/First ", nodes, n->first);
    add_link(&b, "/Last ", nodes, n->last);
    if (n->shown)
        strbuf_addf(&b, "/Count %s%zu", mark && mark->level > 1 ? "-" : "", n->shown);
    strbuf_add_c(&b, ">>");
    pdf_fill(w, n->number, strbuf_text(&b));
}

size_t pdf_outline_write(pdf_writer *w, const pdf_mark *marks, size_t count) {
    if (!count)
        return 0;
    node *nodes = ARENA_ARRAY(w->arena, node, count + 1);
    for (size_t k = 0; k <= count; k++)
        nodes[k].number = pdf_reserve(w);
    build(nodes, marks, count);
    for (size_t k = 0; k <= count; k++)
        write_node(w, nodes, k, k ? &marks[k - 1] : NULL);
    return nodes[0].number;
}
