/* Random documents onto pages: nothing meets, nothing leaves the page, nothing is lost, no line and no heading stands
 * alone. */
#include "sheet.h"

#include "output.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct maker {
    arena *arena;
    uint32_t seed;
    document document;
    bool chinese;
    strbuf words; /* every token, in order */
    size_t tokens;
} maker;

static uint32_t below(maker *m, uint32_t n) {
    m->seed = m->seed * 1664525U + 1013904223U;
    return (m->seed >> 8) % n;
}

/* Words whose order can be told: each ends in its number. */
static str make_words(maker *m, size_t count) {
    static const char *const latin[] = {"a", "of", "chain", "vertex", "subproblem", "largest", "(each)", "so,"};
    static const char *const han[] = {"最大值", "链", "下标", "合并，", "子问题", "（左）", "表", "断开位置。"};
    strbuf b = strbuf_in(m->arena);
    for (size_t k = 0; k < count; k++) {
        strbuf_add_c(&b, (m->chinese ? han : latin)[below(m, 8)]);
        if (k % 5 == 0) {
            strbuf_addf(&b, "%sq%zuq", m->chinese ? "" : " ", m->tokens);
            strbuf_addf(&m->words, "q%zuq", m->tokens++);
        }
        if (!m->chinese)
            strbuf_add_byte(&b, ' ');
    }
    return strbuf_text(&b);
}

static void set_spans(maker *m, block *b, size_t words) {
    b->spans = ARENA_ARRAY(m->arena, span, 3);
    b->span_count = words > 8 ? 3 : 1;
    for (size_t k = 0; k < b->span_count; k++)
        b->spans[k] = (span){.text = make_words(m, words / b->span_count + 1), .strong = k == 1};
}

static block *new_block(maker *m, block_kind kind) {
    block *b = ARENA_NEW(m->arena, block);
    b->kind = kind;
    return b;
}

static void add_child(maker *m, block *to, block *child) {
    *ARENA_PUSH(m->arena, to, children, child_count, child_capacity) = child;
}

static block *make_paragraph(maker *m, size_t most) {
    block *b = new_block(m, BLOCK_PARAGRAPH);
    set_spans(m, b, 1 + below(m, (uint32_t)most));
    return b;
}

static block *make_list(maker *m, bool nested) {
    block *list = new_block(m, BLOCK_LIST);
    list->ordered = below(m, 2);
    list->start = 8;
    for (size_t k = 1 + below(m, 5); k; k--) {
        block *item = new_block(m, BLOCK_ITEM);
        add_child(m, item, make_paragraph(m, 40));
        if (nested && below(m, 4) == 0)
            add_child(m, item, make_list(m, false));
        add_child(m, list, item);
    }
    return list;
}

static block *make_table(maker *m) {
    block *table = new_block(m, BLOCK_TABLE);
    size_t rows = 2 + below(m, 50), cols = 2 + below(m, 4);
    for (size_t r = 0; r < rows; r++) {
        block *row = new_block(m, BLOCK_ROW);
        row->head = r == 0;
        for (size_t c = 0; c < cols; c++) {
            block *cell = new_block(m, BLOCK_CELL);
            cell->align = below(m, 4);
            set_spans(m, cell, 1 + below(m, 6));
            add_child(m, row, cell);
        }
        add_child(m, table, row);
    }
    return table;
}

static block *make_formula(maker *m, error *e) {
    static const char *const formulas[] = {
        "m[i,j] = \\max_{1 \\le s < j} \\begin{cases} b+d & op = + \\\\ \\max\\{ac,ad,bc,bd\\} & op = \\times "
        "\\end{cases}",
        "a = m[i,s,0],\\quad b = m[i,s,1],\\quad c = m[i+s,j-s,0],\\quad d = m[i+s,j-s,1]",
        "T = \\frac{n^2(n-1)}{2}",
        "p(i,j) = v[i]\\ op[i+1]\\ v[i+1]\\ op[i+2]\\ v[i+2]\\ op[i+3]\\ v[i+3]\\ op[i+4]\\ v[i+4]\\ \\ldots\\ "
        "op[i+j-1]\\ v[i+j-1] = m[i,j,0] + m[i,j,1] - m[i,s,0] - m[i,s,1]",
    };
    block *b = new_block(m, BLOCK_FORMULA);
    source *s = ARENA_NEW(m->arena, source);
    *s = (source){STR("formula"), str_of(formulas[below(m, 4)])};
    b->text = s->text;
    b->math = math_read(s, 0, s->text.len, m->arena, e);
    assert_non_null(b->math);
    return b;
}

static block *make_box(maker *m) {
    block *b = new_block(m, BLOCK_BOX);
    set_spans(m, b, 3);
    for (size_t k = 1 + below(m, 3); k; k--)
        add_child(m, b, make_paragraph(m, below(m, 8) ? 60 : 600));
    return b;
}

static block *make_block(maker *m, error *e) {
    block *b;
    switch (below(m, 14)) {
    case 0:
    case 1:
    case 2:
        b = new_block(m, BLOCK_HEADING);
        b->level = 1 + (int)below(m, 3);
        b->anchor = str_format(m->arena, "h-%zu", m->tokens);
        set_spans(m, b, 1 + below(m, below(m, 6) ? 7 : 20));
        return b;
    case 3:
        return make_list(m, true);
    case 4:
        return make_table(m);
    case 5:
        return make_formula(m, e);
    case 6:
        return make_box(m);
    case 7:
        return new_block(m, below(m, 4) ? BLOCK_RULE : BLOCK_PAGE_BREAK);
    default:
        return make_paragraph(m, 160);
    }
}

static void make_document(maker *m, error *e) {
    m->document = (document){.title = STR("Title"), .lang = m->chinese ? STR("zh") : STR("en")};
    block_kind before = BLOCK_HEADING; /* the title */
    for (size_t k = 4 + below(m, 25); k; k--) {
        block *b = make_block(m, e);
        if (before == BLOCK_HEADING && b->kind == BLOCK_PAGE_BREAK)
            b->kind = BLOCK_RULE; /* a page broken after a heading leaves that alone */
        before = b->kind;
        *ARENA_PUSH(m->arena, &m->document, blocks, count, capacity) = b;
    }
}

/* What a reader meets on the pages: lines with their paragraph or heading. */
typedef struct line {
    size_t page;
    double y;
    role role;
    int element;
} line;

typedef struct lines {
    line *items;
    size_t count, capacity;
    strbuf text;
} lines;

static void read_page(lines *l, const scene *s, size_t page, arena *a) {
    enum { DEEP = 64 };
    const group *open[DEEP];
    size_t depth = 0, artifact = 0;
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_OPEN) {
            assert_true(depth < DEEP);
            open[depth++] = it->group;
            artifact += it->group->role == ROLE_ARTIFACT;
        } else if (it->kind == ITEM_CLOSE) {
            artifact -= open[--depth]->role == ROLE_ARTIFACT;
        } else if (it->kind == ITEM_GLYPHS && !artifact) {
            size_t d = depth;
            while (d && !open[d - 1]->element)
                d--;
            strbuf_add(&l->text, it->run->text);
            line *last = l->count ? &l->items[l->count - 1] : NULL;
            int element = d ? open[d - 1]->element : 0;
            if (last && last->page == page && last->element == element && fabs(last->y - it->run->at.y) < 3)
                continue;
            *ARENA_PUSH(a, l, items, count, capacity) =
                (line){page, it->run->at.y, d ? open[d - 1]->role : ROLE_NONE, element};
        }
    }
    assert_int_equal(depth, 0);
}

/* All tokens, in order. */
static void assert_complete(const lines *l, const maker *m) {
    str text = strbuf_text(&l->text);
    size_t at = 0;
    for (size_t k = 0; k < m->tokens; k++) {
        char token[32];
        snprintf(token, sizeof token, "q%zuq", k);
        size_t found = str_find(text, str_of(token), at);
        if (found == SIZE_MAX)
            print_error("%s is missing or out of order\n", token);
        assert_true(found != SIZE_MAX);
        at = found;
    }
}

/* A paragraph over two pages has two lines on each. */
static void assert_no_lone_lines(const lines *l) {
    for (size_t k = 1; k < l->count; k++) {
        const line *x = &l->items[k - 1], *y = &l->items[k];
        if (x->element != y->element || x->page == y->page || x->role != ROLE_PARAGRAPH)
            continue;
        assert_true(k >= 2 && l->items[k - 2].element == x->element && l->items[k - 2].page == x->page);
        assert_true(k + 1 < l->count && l->items[k + 1].element == y->element && l->items[k + 1].page == y->page);
    }
}

static bool is_heading(role r) {
    return r == ROLE_HEADING_1 || r == ROLE_HEADING_2 || r == ROLE_HEADING_3;
}

/* No heading is the last thing on a page, unless nothing follows it. */
static void assert_no_lone_headings(const lines *l) {
    for (size_t k = 0; k + 1 < l->count; k++)
        if (is_heading(l->items[k].role) && l->items[k].page != l->items[k + 1].page)
            fail_msg("a heading alone at the foot of page %zu", l->items[k].page + 1);
}

static void assert_margins(const scene *s, const char *what) {
    static const double ten_millimetres = 28.35;
    box ink = scene_ink(s);
    bool inside = ink.x >= ten_millimetres && ink.y >= ten_millimetres && ink.x + ink.w <= s->w - ten_millimetres &&
                  ink.y + ink.h <= s->h - ten_millimetres;
    if (!inside)
        print_error("%s: ink %d,%d %d x %d\n", what, (int)ink.x, (int)ink.y, (int)ink.w, (int)ink.h);
    assert_true(inside);
}

static phrases *read_phrases(arena *a, str lang, error *e) {
    source *s = ARENA_NEW(a, source);
    s->name = str_format(a, "%s/templates/common/phrases.%.*s.yaml", TEST_SOURCE_DIR, STR_ARG(lang));
    phrases *p = phrases_new(a);
    assert_true(input_read(a, s->name, &s->text, e) && phrases_add(p, s, e));
    return p;
}

typedef struct setting {
    arena *arena; /* fonts and phrases live longer than one document */
    fonts *fonts[2];
    theme theme[2];
    phrases *phrases[2];
} setting;

static void set_up(setting *s, error *e) {
    for (size_t k = 0; k < 2; k++) {
        str lang = k ? STR("zh") : STR("en");
        s->theme[k] = theme_default(lang);
        s->fonts[k] = fonts_open(s->arena, s->theme[k].fonts, e);
        assert_non_null(s->fonts[k]);
        s->phrases[k] = read_phrases(s->arena, lang, e);
    }
}

static void check_document(const setting *with, uint32_t seed, const char *paper) {
    arena *a = arena_new(NULL);
    error e = error_in(a);
    maker m = {.arena = a, .seed = seed, .chinese = seed & 1, .words = strbuf_in(a)};
    make_document(&m, &e);
    size_t k = m.chinese;
    sheet_options o = {.fonts = with->fonts[k],
                       .theme = &with->theme[k],
                       .phrases = with->phrases[k],
                       .running_left = STR("Algorithms — 算法"),
                       .running_right =
                           STR("A title that is much too long for half of the head of a narrow page, and more"),
                       .foot = STR("12 vertices: −7 + 4 × 2 × 5 + 12345678901 × 12345678901 × 12345678901 × 1234567")};
    assert_true(paper_size(str_of(paper), &o.width, &o.height));
    pages *p = sheet_pages(&m.document, &o, a, &e);
    if (!p)
        print_error("seed %u %s: %.*s", seed, paper, STR_ARG(error_text(&e)));
    assert_non_null(p);
    lines l = {.text = strbuf_in(a)};
    for (size_t page = 0; page < p->count; page++) {
        char what[64];
        snprintf(what, sizeof what, "seed %u %s page %zu", seed, paper, page + 1);
        str faults = scene_faults(p->items[page], 6, a);
        if (faults.len)
            print_error("%s: %.*s\n", what, STR_ARG(faults));
        assert_int_equal(faults.len, 0);
        assert_margins(p->items[page], what);
        read_page(&l, p->items[page], page, a);
    }
    assert_complete(&l, &m);
    assert_no_lone_lines(&l);
    assert_no_lone_headings(&l);
    arena_free(a);
}

static void random_documents(void **state) {
    (void)state;
    static const char *const papers[] = {"a4", "letter", "a5", "100x150mm"};
    setting with = {.arena = arena_new(NULL)};
    error e = error_in(with.arena);
    set_up(&with, &e);
    for (uint32_t seed = 1; seed <= 150; seed++)
        check_document(&with, seed, papers[seed / 2 % 4]);
    arena_free(with.arena);
}

/* A table over several pages has its head on each of them, and no page has the head with no row. */
static void heads_are_repeated(void **state) {
    (void)state;
    setting with = {.arena = arena_new(NULL)};
    error e = error_in(with.arena);
    set_up(&with, &e);
    arena *a = with.arena;
    maker m = {.arena = a, .seed = 5, .words = strbuf_in(a), .document = {.lang = STR("en")}};
    block *table = new_block(&m, BLOCK_TABLE);
    enum { ROWS = 150 };
    for (size_t r = 0; r <= ROWS; r++) {
        block *row = new_block(&m, BLOCK_ROW), *cell = new_block(&m, BLOCK_CELL);
        row->head = r == 0;
        cell->spans = ARENA_NEW(a, span);
        cell->span_count = 1;
        cell->spans->text = r ? str_format(a, "row%zu", r) : STR("HEAD");
        add_child(&m, row, cell);
        add_child(&m, table, row);
    }
    *ARENA_PUSH(a, &m.document, blocks, count, capacity) = table;
    sheet_options o = {.fonts = with.fonts[0], .theme = &with.theme[0], .phrases = with.phrases[0]};
    assert_true(paper_size(STR("a4"), &o.width, &o.height));
    pages *p = sheet_pages(&m.document, &o, a, &e);
    assert_non_null(p);
    assert_true(p->count >= 3);
    size_t rows = 0;
    for (size_t page = 0; page < p->count; page++) {
        size_t heads = 0, here = 0;
        for (size_t k = 0; k < p->items[page]->count; k++)
            if (p->items[page]->items[k].kind == ITEM_GLYPHS) {
                str text = p->items[page]->items[k].run->text;
                heads += str_is(text, "HEAD");
                here += str_starts(text, "row");
            }
        assert_int_equal(heads, 1);
        assert_true(here >= 2);
        rows += here;
    }
    assert_int_equal(rows, ROWS);
    arena_free(a);
}

static pages *set_blocks(setting *with, maker *m, block *b, const char *paper, error *e) {
    *ARENA_PUSH(m->arena, &m->document, blocks, count, capacity) = b;
    sheet_options o = {.fonts = with->fonts[0], .theme = &with->theme[0], .phrases = with->phrases[0]};
    assert_true(paper_size(str_of(paper), &o.width, &o.height));
    pages *p = sheet_pages(&m->document, &o, m->arena, e);
    assert_non_null(p);
    return p;
}

/* A line of code that is too long is broken, nothing of it is lost, and nothing leaves its box. */
static void long_code_is_broken(void **state) {
    (void)state;
    setting with = {.arena = arena_new(NULL)};
    error e = error_in(with.arena);
    set_up(&with, &e);
    arena *a = with.arena;
    maker m = {.arena = a, .words = strbuf_in(a), .document = {.lang = STR("en")}};
    strbuf code = strbuf_in(a);
    enum { WORDS = 400 };
    for (size_t k = 0; k < WORDS; k++)
        strbuf_addf(&code, "%sword%zu", k ? " " : "    ", k);
    strbuf_add_c(&code, "\n\nshort\n");
    block *b = new_block(&m, BLOCK_CODE);
    b->text = strbuf_text(&code);
    pages *p = set_blocks(&with, &m, b, "a4", &e);
    strbuf got = strbuf_in(a), wanted = strbuf_in(a);
    for (size_t k = 0; k < code.len; k++)
        if (code.ptr[k] != ' ' && code.ptr[k] != '\n')
            strbuf_add_byte(&wanted, code.ptr[k]);
    for (size_t page = 0; page < p->count; page++) {
        assert_margins(p->items[page], "long code");
        int artifact = 0, depth = 0;
        for (size_t k = 0; k < p->items[page]->count; k++) {
            const item *it = &p->items[page]->items[k];
            if (it->kind == ITEM_OPEN && (depth++, !artifact) && it->group->role == ROLE_ARTIFACT)
                artifact = depth;
            else if (it->kind == ITEM_CLOSE && depth-- == artifact)
                artifact = 0;
            for (size_t c = 0; it->kind == ITEM_GLYPHS && !artifact && c < it->run->text.len; c++)
                if (it->run->text.ptr[c] != ' ')
                    strbuf_add_byte(&got, it->run->text.ptr[c]);
        }
    }
    assert_true(str_equal(strbuf_text(&got), strbuf_text(&wanted)));
    arena_free(a);
}

/* A long formula in a line is broken after a relation and stays as large as the text; the words are no shorter. */
static void long_formulas_are_broken(void **state) {
    (void)state;
    setting with = {.arena = arena_new(NULL)};
    error e = error_in(with.arena);
    set_up(&with, &e);
    arena *a = with.arena;
    maker m = {.arena = a, .words = strbuf_in(a), .document = {.lang = STR("en")}};
    source *tex = ARENA_NEW(a, source);
    *tex = (source){STR("formula"), STR("p(i,j) = m[i,j,1] + m[i+1,j,0] = m[i,s,1] + m[i+s,j-s,1] = 17")};
    block *b = new_block(&m, BLOCK_PARAGRAPH);
    b->spans = ARENA_ARRAY(a, span, 3);
    b->span_count = 3;
    b->spans[0] = (span){.text = STR("So the value is ")};
    b->spans[1] = (span){.text = tex->text, .math = math_read(tex, 0, tex->text.len, a, &e)};
    b->spans[2] = (span){.text = STR(" here.")};
    pages *p = set_blocks(&with, &m, b, "100x150mm", &e);
    double ys[3] = {0}, size = with.theme[0].type.body;
    size_t signs = 0;
    for (size_t k = 0; k < p->items[0]->count; k++) {
        const item *it = &p->items[0]->items[k];
        if (it->kind != ITEM_GLYPHS || !str_is(it->run->text, "="))
            continue;
        assert_true(signs < 3);
        assert_true(fabs(it->run->size - size) < 0.01);
        ys[signs++] = it->run->at.y;
    }
    assert_int_equal(signs, 3);
    assert_true(ys[2] > ys[0] + size); /* on several lines */
    arena_free(a);
}

static void papers(void **state) {
    (void)state;
    double w, h;
    assert_true(paper_size(STR("a4"), &w, &h) && fabs(w - 595.28) < 0.01 && fabs(h - 841.89) < 0.01);
    assert_true(paper_size(STR("letter"), &w, &h) && w == 612 && h == 792);
    assert_true(paper_size(STR("210x297mm"), &w, &h) && fabs(w - 595.28) < 0.01 && fabs(h - 841.89) < 0.01);
    assert_true(paper_size(STR("170.5x240mm"), &w, &h) && fabs(w - 170.5 * 72 / 25.4) < 1e-9);
    static const char *const wrong[] = {"",           "a3",        "A4",         "210x297",    "210x297cm",
                                        "x297mm",     "210xmm",    "79x200mm",   "200x2001mm", "210x297mm ",
                                        "-210x297mm", "1e3x297mm", "210x297mmm", ".x.mm"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_false(paper_size(str_of(wrong[k]), &w, &h));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(papers), cmocka_unit_test(heads_are_repeated),
                                       cmocka_unit_test(long_code_is_broken),
                                       cmocka_unit_test(long_formulas_are_broken), cmocka_unit_test(random_documents)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
