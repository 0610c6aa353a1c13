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
    HPDF_Dict dict;
    HPDF_Array kids;
    HPDF_Page page; /* its /Pg: where its first content stands */
    const char *type;
} element;

typedef struct frame {
    element *element; /* what content belongs to; NULL for artifacts */
    bool whole;       /* nothing inside is an element of its own: figures, formulas, artifacts */
    bool in_table;
} frame;

struct pdf_tags {
    pdf_writer *writer;
    HPDF_Dict root, tree;
    HPDF_Array parents; /* Nums of the ParentTree */
    int next_key;
    HPDF_Page page;
    HPDF_Array row; /* of the ParentTree, for this page */
    int next_mark;
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
    [ROLE_TABLE] = {.type = "Table"},
    [ROLE_ROW] = {.type = "TR", .table_part = true},
    [ROLE_COLUMN_HEAD] = {.type = "TH", .scope = "Column", .table_part = true},
    [ROLE_ROW_HEAD] = {.type = "TH", .scope = "Row", .table_part = true},
    [ROLE_CELL] = {.type = "TD", .table_part = true},
    [ROLE_LINK] = {.type = "Link"},
};
enum { MOST_CONTINUED = 1 << 20 };

static element *element_new(pdf_tags *t, HPDF_Dict parent, HPDF_Array siblings, const char *type) {
    element *e = ARENA_NEW(t->writer->arena, element);
    e->dict = pdf_object(t->writer, NULL);
    e->kids = pdf_array(t->writer);
    e->type = type;
    HPDF_Dict_AddName(e->dict, "S", type);
    HPDF_Dict_Add(e->dict, "P", parent);
    HPDF_Dict_Add(e->dict, "K", e->kids);
    HPDF_Array_Add(siblings, e->dict);
    return e;
}

pdf_tags *pdf_tags_begin(pdf_writer *w) {
    pdf_tags *t = ARENA_NEW(w->arena, pdf_tags);
    t->writer = w;
    t->root = pdf_object(w, "StructTreeRoot");
    t->tree = pdf_object(w, NULL);
    t->parents = pdf_array(w);
    HPDF_Array kids = pdf_array(w);
    HPDF_Dict_Add(t->root, "K", kids);
    HPDF_Dict_Add(t->root, "ParentTree", t->tree);
    HPDF_Dict_Add(t->tree, "Nums", t->parents);
    HPDF_Dict_Add(w->doc->catalog, "StructTreeRoot", t->root);
    HPDF_Dict marks = pdf_dict(w);
    HPDF_Dict_AddBoolean(marks, "Marked", HPDF_TRUE);
    HPDF_Dict_Add(w->doc->catalog, "MarkInfo", marks);
    *ARENA_PUSH(w->arena, t, stack, count, capacity) = (frame){.element = element_new(t, t->root, kids, "Document")};
    return t;
}

void pdf_tags_page(pdf_tags *t, HPDF_Page page, strbuf *bytes) {
    t->page = page;
    t->bytes = bytes;
    t->row = pdf_array_object(t->writer);
    t->next_mark = 0;
    HPDF_Dict_AddNumber(page, "StructParents", t->next_key);
    HPDF_Dict_AddName(page, "Tabs", "S");
    HPDF_Array_AddNumber(t->parents, t->next_key++);
    HPDF_Array_Add(t->parents, t->row);
}

/* A dictionary of attributes goes into /A, which becomes an array when there are several owners. */
static HPDF_Dict attributes(pdf_tags *t, const element *e, const char *owner) {
    HPDF_Dict a = pdf_dict(t->writer);
    HPDF_Dict_AddName(a, "O", owner);
    HPDF_Dict_Add(e->dict, "A", a);
    return a;
}

static void describe(pdf_tags *t, element *e, const group *g, const struct tag *tag, box ink) {
    str alt = g->alt.len ? g->alt : g->title;
    if (tag->whole && alt.len)
        pdf_put_text(t->writer, e->dict, "Alt", alt);
    if (g->role == ROLE_FIGURE)
        HPDF_Dict_Add(attributes(t, e, "Layout"), "BBox",
                      pdf_box(t->writer, ink.x, ink.y, ink.x + ink.w, ink.y + ink.h));
    if (tag->scope || (tag->table_part && g->span > 1)) {
        HPDF_Dict a = attributes(t, e, "Table");
        if (tag->scope)
            HPDF_Dict_AddName(a, "Scope", tag->scope);
        if (g->span > 1)
            HPDF_Dict_AddNumber(a, "ColSpan", g->span);
    }
}

static element *make(pdf_tags *t, const frame *above, const group *g, const struct tag *tag, box ink) {
    element *e = element_new(t, above->element->dict, above->element->kids, tag->type);
    describe(t, e, g, tag, ink);
    return tag->inside ? element_new(t, e->dict, e->kids, tag->inside) : e;
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

static void add_mark(pdf_tags *t, element *e) {
    if (!e->page) {
        e->page = t->page;
        HPDF_Dict_Add(e->dict, "Pg", t->page);
    }
    if (e->page == t->page) {
        HPDF_Array_AddNumber(e->kids, t->next_mark);
        return;
    }
    HPDF_Dict reference = pdf_dict(t->writer);
    HPDF_Dict_AddName(reference, "Type", "MCR");
    HPDF_Dict_Add(reference, "Pg", t->page);
    HPDF_Dict_AddNumber(reference, "MCID", t->next_mark);
    HPDF_Array_Add(e->kids, reference);
}

/* What content belongs to now; NULL for what stands outside of all groups, too. */
static element *owner(const pdf_tags *t) {
    return t->count == 1 ? NULL : t->stack[t->count - 1].element;
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
    strbuf_addf(t->bytes, "/%s<</MCID %d>>BDC\n", e->type, t->next_mark);
    add_mark(t, e);
    HPDF_Array_Add(t->row, e->dict);
    t->next_mark++;
}

void pdf_tags_annotation(pdf_tags *t, HPDF_Dict annotation) {
    element *e = t->stack[t->count - 1].element;
    if (!e)
        return;
    HPDF_Dict reference = pdf_dict(t->writer);
    HPDF_Dict_AddName(reference, "Type", "OBJR");
    HPDF_Dict_Add(reference, "Obj", annotation);
    HPDF_Dict_Add(reference, "Pg", t->page);
    HPDF_Array_Add(e->kids, reference);
    HPDF_Dict_AddNumber(annotation, "StructParent", t->next_key);
    HPDF_Array_AddNumber(t->parents, t->next_key++);
    HPDF_Array_Add(t->parents, e->dict);
}

void pdf_tags_end_page(pdf_tags *t) {
    end_mark(t);
    t->count = 1; /* groups that a page leaves open do not reach into the next */
}

void pdf_tags_end(pdf_tags *t) {
    HPDF_Dict_AddNumber(t->root, "ParentTreeNextKey", t->next_key);
}
