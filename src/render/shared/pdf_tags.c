/* Marked content on the pages, and the tree of elements that it belongs to:
 *
 *   page stream:  /P <</MCID 0>> BDC … EMC   /Artifact BMC … EMC   /Figure <</MCID 1>> BDC … EMC
 *                        ▲                                                ▲
 *   tree:  StructTreeRoot ─▶ Document ─▶ P [0]   Figure [1] Alt BBox …    │
 *   ParentTree:  page 0 ─▶ [P, Figure],  the element of each MCID, in order
 *
 * A sequence is opened only when content comes, and stays open while content of the same element follows: elements may
 * nest, but marked sequences do not. */
#include "pdf_tags.h"

typedef struct element {
    size_t number; /* of its object */
    const char *type;
    size_t page;    /* its /Pg: the page, by number, where its first content stands; 0 while there is none */
    strbuf entries; /* of its dictionary, without /S, /K and /Pg */
    strbuf kids;    /* what stands in its /K */
    size_t kid_count;
    struct element *next; /* as they were made */
} element;

typedef struct frame {
    element *element; /* what content belongs to; NULL for artifacts */
    bool whole;       /* nothing inside is an element of its own: figures, formulas, artifacts */
    bool bare;        /* its element holds elements only: what else is drawn there are rules, artifacts */
    bool in_table;
} frame;

struct pdf_tags {
    pdf_writer *writer;
    element *first, *last;
    strbuf parents; /* Nums of the ParentTree */
    int next_key;
    size_t page;
    strbuf row; /* of the ParentTree, for this page, and its object */
    size_t row_number;
    size_t next_mark;
    strbuf *bytes;
    frame *stack;
    size_t count, capacity;
    element *marked; /* whose sequence is open, if `marking` */
    bool marking;
    element **continued; /* by group.element */
    size_t continued_capacity;
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
enum { MOST_CONTINUED = 1 << 20 };

/* A kid is added as text after this. */
static strbuf *add_kid(element *e) {
    if (e->kid_count++)
        strbuf_add_byte(&e->kids, ' ');
    return &e->kids;
}

static element *element_new(pdf_tags *t, element *parent, const char *type) {
    arena *a = t->writer->arena;
    element *e = ARENA_NEW(a, element);
    *e = (element){
        .number = pdf_number(pdf_reserve(t->writer)), .type = type, .entries = strbuf_in(a), .kids = strbuf_in(a)};
    if (parent) {
        strbuf_add(&e->entries, STR("/P "));
        pdf_add_reference(&e->entries, parent->number);
        pdf_add_reference(add_kid(parent), e->number);
    }
    *(t->last ? &t->last->next : &t->first) = e;
    return t->last = e;
}

pdf_tags *pdf_tags_begin(pdf_writer *w) {
    pdf_tags *t = ARENA_NEW(w->arena, pdf_tags);
    t->writer = w;
    t->parents = strbuf_in(w->arena);
    HPDF_Dict marks = pdf_dict(w);
    HPDF_Dict_AddBoolean(marks, "Marked", HPDF_TRUE);
    HPDF_Dict_Add(w->doc->catalog, "MarkInfo", marks);
    *ARENA_PUSH(w->arena, t, stack, count, capacity) = (frame){.element = element_new(t, NULL, "Document")};
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

void pdf_tags_page(pdf_tags *t, HPDF_Page page, strbuf *bytes) {
    t->page = pdf_number(page);
    t->bytes = bytes;
    t->row = strbuf_in(t->writer->arena);
    t->next_mark = 0;
    t->row_number = pdf_number(pdf_reserve(t->writer));
    HPDF_Dict_AddNumber(page, "StructParents", add_parents(t, t->row_number));
    HPDF_Dict_AddName(page, "Tabs", "S");
}

static void add_box(strbuf *b, box ink) {
    const double sides[] = {ink.x, ink.y, ink.x + ink.w, ink.y + ink.h};
    for (int k = 0; k < 4; k++) {
        strbuf_add_byte(b, k ? ' ' : '[');
        strbuf_add_decimal(b, sides[k], 2);
    }
    strbuf_add_byte(b, ']');
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
        add_box(b, ink);
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

/* The element of a group that may have begun on an earlier page. */
static element *make_or_continue(pdf_tags *t, const frame *above, const group *g, const struct tag *tag, box ink) {
    if (g->element <= 0 || g->element > MOST_CONTINUED)
        return make(t, above, g, tag, ink);
    t->continued =
        arena_grow(t->writer->arena, t->continued, &t->continued_capacity, (size_t)g->element + 1, sizeof(element *));
    element **kept = &t->continued[g->element];
    if (!*kept)
        *kept = make(t, above, g, tag, ink);
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

void pdf_tags_annotation(pdf_tags *t, HPDF_Dict annotation) {
    element *e = t->stack[t->count - 1].element;
    if (!e)
        return;
    strbuf_addf(add_kid(e), "<</Type/OBJR/Obj %zu 0 R/Pg %zu 0 R>>", pdf_number(annotation), t->page);
    HPDF_Dict_AddNumber(annotation, "StructParent", add_parents(t, e->number));
}

void pdf_tags_end_page(pdf_tags *t) {
    end_mark(t);
    t->count = 1; /* groups that a page leaves open do not reach into the next */
    pdf_fill(t->writer, t->row_number, str_format(t->writer->arena, "[%.*s]", STR_ARG(strbuf_text(&t->row))));
}

static void fill_element(pdf_tags *t, const element *e) {
    strbuf b = strbuf_in(t->writer->arena);
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
}

void pdf_tags_end(pdf_tags *t) {
    pdf_writer *w = t->writer;
    void *root = pdf_reserve(w);
    HPDF_Dict_Add(w->doc->catalog, "StructTreeRoot", root);
    pdf_fill(w, pdf_number(root),
             str_format(w->arena, "<</Type/StructTreeRoot/K %zu 0 R/ParentTree<</Nums[%.*s]>>/ParentTreeNextKey %d>>",
                        t->first->number, STR_ARG(strbuf_text(&t->parents)), t->next_key));
    strbuf_addf(&t->first->entries, "/P %zu 0 R", pdf_number(root));
    for (const element *e = t->first; e; e = e->next)
        fill_element(t, e);
}
