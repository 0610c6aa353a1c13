/* Marked content on the pages, and the tree of elements that it belongs to:
 *
 *   page stream:  /P <</MCID 0>> BDC … EMC   /Artifact BMC … EMC   /Figure <</MCID 1>> BDC … EMC
 *                        ▲                                                ▲
 *   tree:  StructTreeRoot ─▶ Document ─▶ P [0]   Figure [1] Alt BBox …    │
 *   ParentTree:  page 0 ─▶ [P, Figure],  the element of each MCID, in order
 *
 * A sequence is opened only when content comes, and stays open while content of the same element follows: elements may
 * nest, but marked sequences do not.
 *
 * An element is written when the page after it has been drawn without it, or at the end of its own page if it cannot go
 * on; then its place is used again. So no more of them are held than two pages have. */
#include "pdf/tags.h"

#include <string.h>

typedef struct element {
    size_t number; /* of its object */
    const char *type;
    size_t page;    /* its /Pg: the page, by number, where its first content stands; 0 while there is none */
    strbuf entries; /* of its dictionary, without /S, /K and /Pg */
    strbuf kids;    /* what stands in its /K */
    size_t kid_count;
    size_t continued;     /* the number that groups know it by on later pages; 0: none */
    size_t seen;          /* the last page that had it, counted from 1 */
    struct element *next; /* as they were made; of those written, any other such */
} element;

typedef struct frame {
    element *element; /* what content belongs to; NULL for artifacts */
    bool whole;       /* nothing inside is an element of its own: figures, formulas, artifacts */
    bool bare;        /* its element holds elements only: what else is drawn there are rules, artifacts */
    bool in_table;
} frame;

struct pdf_tags {
    pdf_writer *writer;
    element *root;
    element *first, *last; /* those not written yet */
    element *unused;
    strbuf parents; /* Nums of the ParentTree */
    int next_key;
    size_t page;       /* by the number of its object */
    size_t page_count; /* so far, this one too */
    strbuf row;        /* of the ParentTree, for this page, and its object */
    size_t row_number;
    size_t next_mark;
    strbuf *bytes;
    frame *stack;
    size_t count, capacity;
    element *marked; /* whose sequence is open, if `marking` */
    bool marking;
    element **continued; /* by group.element less `base`; what is below has been written */
    size_t continued_count, continued_capacity, base;
};

/* Row of a role: the PDF's type, and what is special about it. */
static const struct tag {
    const char *type;
    const char *scope;  /* of header cells */
    const char *inside; /* an element that holds the content: LBody in LI */
    bool whole;         /* one element with Alt, whatever stands in it */
    bool table_part;    /* only inside a table */
    bool bare;          /* holds elements only */
} tags[ROLE_COUNT] = {
    [ROLE_TITLE] = {.type = "H1"},
    [ROLE_HEADING_1] = {.type = "H1"},
    [ROLE_HEADING_2] = {.type = "H2"},
    [ROLE_HEADING_3] = {.type = "H3"},
    [ROLE_PARAGRAPH] = {.type = "P"},
    [ROLE_FORMULA] = {.type = "Formula", .whole = true},
    [ROLE_LIST] = {.type = "L"},
    [ROLE_ITEM] = {.type = "LI", .inside = "LBody"},
    [ROLE_BOX] = {.type = "Div"},
    [ROLE_FIGURE] = {.type = "Figure", .whole = true},
    [ROLE_CAPTION] = {.type = "Caption"},
    [ROLE_TABLE] = {.type = "Table", .bare = true},
    [ROLE_ROW] = {.type = "TR", .table_part = true, .bare = true},
    [ROLE_COLUMN_HEAD] = {.type = "TH", .scope = "Column", .table_part = true},
    [ROLE_ROW_HEAD] = {.type = "TH", .scope = "Row", .table_part = true},
    [ROLE_CELL] = {.type = "TD", .table_part = true},
    [ROLE_LINK] = {.type = "Link"},
};
enum { MOST_APART = 1 << 16 }; /* numbers of elements of two pages differ by less */

/* A kid is added as text after this. */
static strbuf *add_kid(element *e) {
    if (e->kid_count++)
        strbuf_add_byte(&e->kids, ' ');
    return &e->kids;
}

/* Of one written before, the buffers serve again. */
static element *blank_element(pdf_tags *t) {
    element *e = t->unused;
    if (!e) {
        e = ARENA_NEW(t->writer->arena, element);
        *e = (element){.entries = strbuf_in(t->writer->arena), .kids = strbuf_in(t->writer->arena)};
        return e;
    }
    t->unused = e->next;
    strbuf entries = e->entries, kids = e->kids;
    entries.len = kids.len = 0;
    *e = (element){.entries = entries, .kids = kids};
    return e;
}

static element *element_new(pdf_tags *t, element *parent, const char *type) {
    element *e = blank_element(t);
    e->number = pdf_reserve(t->writer);
    e->type = type;
    e->seen = t->page_count;
    if (!parent)
        return e;
    strbuf_add(&e->entries, STR("/P "));
    pdf_add_reference(&e->entries, parent->number);
    pdf_add_reference(add_kid(parent), e->number);
    *(t->last ? &t->last->next : &t->first) = e;
    return t->last = e;
}

pdf_tags *pdf_tags_begin(pdf_writer *w) {
    pdf_tags *t = ARENA_NEW(w->arena, pdf_tags);
    t->writer = w;
    t->parents = strbuf_in(w->arena);
    t->row = strbuf_in(w->arena);
    t->base = 1;
    t->root = element_new(t, NULL, "Document");
    *ARENA_PUSH(w->arena, t, stack, count, capacity) = (frame){.element = t->root};
    return t;
}

/* A key of the ParentTree, for a page or an annotation, and what stands behind it. */
static int add_parents(pdf_tags *t, size_t number) {
    strbuf_add_decimal(&t->parents, t->next_key, 0);
    strbuf_add_byte(&t->parents, ' ');
    pdf_add_reference(&t->parents, number);
    strbuf_add_byte(&t->parents, ' ');
    return t->next_key++;
}

int pdf_tags_page(pdf_tags *t, size_t page, strbuf *bytes) {
    t->page = page;
    t->page_count++;
    t->bytes = bytes;
    t->row.len = 0;
    t->next_mark = 0;
    t->row_number = pdf_reserve(t->writer);
    return add_parents(t, t->row_number);
}

void pdf_tags_late(pdf_tags *t, strbuf *bytes) {
    t->bytes = bytes;
}

static void describe(element *e, const group *g, const struct tag *tag, box ink) {
    strbuf *b = &e->entries;
    str alt = g->alt.len ? g->alt : g->title;
    if (tag->whole && alt.len) {
        strbuf_add(b, STR("/Alt"));
        pdf_add_text(b, alt);
    }
    if (g->role == ROLE_FIGURE) {
        strbuf_add(b, STR("/A<</O/Layout/BBox"));
        pdf_add_box(b, ink.x, ink.y, ink.x + ink.w, ink.y + ink.h, 2);
        strbuf_add(b, STR(">>"));
    }
    bool spans = tag->table_part && g->span > 1;
    if (tag->scope || spans)
        strbuf_add(b, STR("/A<</O/Table"));
    if (tag->scope)
        strbuf_addf(b, "/Scope/%s", tag->scope);
    if (spans)
        strbuf_addf(b, "/ColSpan %d", g->span);
    if (tag->scope || spans)
        strbuf_add(b, STR(">>"));
}

static element *make(pdf_tags *t, const frame *above, const group *g, const struct tag *tag, box ink) {
    element *e = element_new(t, above->element, tag->type);
    describe(e, g, tag, ink);
    return tag->inside ? element_new(t, e, tag->inside) : e;
}

/* Where the element with that number is kept; NULL if it cannot be kept any more. */
static element **kept_place(pdf_tags *t, int number) {
    size_t n = number > 0 ? (size_t)number : 0;
    if (n < t->base || n - t->base > MOST_APART)
        return NULL;
    t->continued =
        arena_grow(t->writer->arena, t->continued, &t->continued_capacity, n - t->base + 1, sizeof(element *));
    for (; t->continued_count <= n - t->base; t->continued_count++)
        t->continued[t->continued_count] = NULL;
    return &t->continued[n - t->base];
}

/* The element of a group that may have begun on an earlier page. */
static element *make_or_continue(pdf_tags *t, const frame *above, const group *g, const struct tag *tag, box ink) {
    element **kept = kept_place(t, g->element);
    if (!kept)
        return make(t, above, g, tag, ink);
    if (!*kept) {
        *kept = make(t, above, g, tag, ink);
        (*kept)->continued = (size_t)g->element;
    }
    (*kept)->seen = t->page_count;
    return *kept;
}

void pdf_tags_open(pdf_tags *t, const group *g, box ink) {
    frame above = t->stack[t->count - 1], *new = ARENA_PUSH(t->writer->arena, t, stack, count, capacity);
    const struct tag *tag = &tags[g->role];
    *new = above;
    if (above.whole)
        return;
    if (g->role == ROLE_ARTIFACT) {
        *new = (frame){.whole = true};
        return;
    }
    if (!tag->type || (tag->table_part && !above.in_table))
        return;
    new->element = make_or_continue(t, &above, g, tag, ink);
    new->whole = tag->whole;
    new->bare = tag->bare;
    new->in_table = above.in_table || g->role == ROLE_TABLE;
}

void pdf_tags_close(pdf_tags *t) {
    t->count--;
}

static void end_mark(pdf_tags *t) {
    if (t->marking)
        strbuf_add_c(t->bytes, "EMC\n");
    t->marking = false;
}

/* The mark as a kid: with its page if that is not the element's own. */
static void add_mark(pdf_tags *t, element *e) {
    strbuf *b = add_kid(e);
    if (!e->page)
        e->page = t->page;
    if (e->page == t->page) {
        pdf_add_number(b, t->next_mark);
        return;
    }
    strbuf_addf(b, "<</Type/MCR/Pg %zu 0 R/MCID %zu>>", t->page, t->next_mark);
}

/* What content belongs to now; NULL for artifacts and for what stands outside of all groups. */
static element *owner(const pdf_tags *t) {
    const frame *top = &t->stack[t->count - 1];
    return t->count == 1 || top->bare ? NULL : top->element;
}

bool pdf_tags_change(const pdf_tags *t) {
    return !t->marking || t->marked != owner(t);
}

void pdf_tags_content(pdf_tags *t) {
    element *e = owner(t);
    if (!pdf_tags_change(t))
        return;
    end_mark(t);
    t->marking = true;
    t->marked = e;
    if (!e) {
        strbuf_add_c(t->bytes, "/Artifact BMC\n");
        return;
    }
    strbuf_add_byte(t->bytes, '/');
    strbuf_add_c(t->bytes, e->type);
    strbuf_add(t->bytes, STR("<</MCID "));
    pdf_add_number(t->bytes, t->next_mark);
    strbuf_add(t->bytes, STR(">>BDC\n"));
    add_mark(t, e);
    if (t->next_mark++)
        strbuf_add_byte(&t->row, ' ');
    pdf_add_reference(&t->row, e->number);
}

int pdf_tags_annotation(pdf_tags *t, size_t annotation) {
    element *e = t->stack[t->count - 1].element;
    if (!e)
        return -1;
    strbuf_addf(add_kid(e), "<</Type/OBJR/Obj %zu 0 R/Pg %zu 0 R>>", annotation, t->page);
    return add_parents(t, e->number);
}

static void fill_element(pdf_tags *t, const element *e) {
    arena *scratch = arena_scratch(t->writer->arena);
    arena_mark start = arena_here(scratch);
    strbuf b = strbuf_in(scratch);
    strbuf_add(&b, STR("<</S/"));
    strbuf_add_c(&b, e->type);
    strbuf_add(&b, strbuf_text(&e->entries));
    if (e->kid_count) {
        strbuf_add(&b, e->kid_count > 1 ? STR("/K[") : STR("/K "));
        strbuf_add(&b, strbuf_text(&e->kids));
        strbuf_add(&b, e->kid_count > 1 ? STR("]") : STR(""));
    }
    if (e->page) {
        strbuf_add(&b, STR("/Pg "));
        pdf_add_reference(&b, e->page);
    }
    strbuf_add(&b, STR(">>"));
    pdf_fill(t->writer, e->number, strbuf_text(&b));
    arena_back(scratch, start);
}

/* Writes what no page will add to. `all`: nothing follows. */
static void write_elements(pdf_tags *t, bool all) {
    element *next, *kept = NULL, *last = NULL;
    for (element *e = t->first; e; e = next) {
        next = e->next;
        if (!all && e->continued && e->seen == t->page_count) {
            *(last ? &last->next : &kept) = e;
            last = e;
            continue;
        }
        if (e->continued)
            t->continued[e->continued - t->base] = NULL;
        fill_element(t, e);
        e->next = t->unused;
        t->unused = e;
    }
    if (last)
        last->next = NULL;
    t->first = kept;
    t->last = last;
}

/* Numbers below all those that are kept are given up. */
static void raise_base(pdf_tags *t) {
    size_t gone = 0;
    while (gone < t->continued_count && !t->continued[gone])
        gone++;
    if (gone)
        memmove(t->continued, t->continued + gone, (t->continued_count - gone) * sizeof *t->continued);
    t->continued_count -= gone;
    t->base += gone;
}

void pdf_tags_end_page(pdf_tags *t) {
    end_mark(t);
    t->count = 1; /* groups that a page leaves open do not reach into the next */
    strbuf_add_byte(&t->row, ']');
    arena *scratch = arena_scratch(t->writer->arena);
    arena_mark start = arena_here(scratch);
    pdf_fill(t->writer, t->row_number, str_format(scratch, "[%.*s", STR_ARG(strbuf_text(&t->row))));
    arena_back(scratch, start);
    write_elements(t, false);
    raise_base(t);
}

void pdf_tags_end_late(pdf_tags *t) {
    end_mark(t);
    t->count = 1;
}

size_t pdf_tags_end(pdf_tags *t) {
    pdf_writer *w = t->writer;
    write_elements(t, true);
    size_t root = pdf_object(
        w, str_format(w->arena, "<</Type/StructTreeRoot/K %zu 0 R/ParentTree<</Nums[%.*s]>>/ParentTreeNextKey %d>>",
                      t->root->number, STR_ARG(strbuf_text(&t->parents)), t->next_key));
    strbuf_addf(&t->root->entries, "/P %zu 0 R", root);
    fill_element(t, t->root);
    return root;
}
