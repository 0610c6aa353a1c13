/* Displayed mathematics: centred; what is too wide is taken apart where it has wide spaces, then before a relation, and
 * set smaller only when nothing else is left: down to the least size of type, and on a page that is narrower than that,
 * as small as it has to be.
 *
 *   row ──wide spaces──▶ pieces ──packed──▶ lines
 */
#include "galley.h"

#include <math.h>

typedef struct formula {
    galley *g;
    double width, gap;
    piece *pieces; /* in order; each no wider than the column */
    double *indents;
    size_t count, capacity, indent_capacity;
    str number; /* "(1)" at the right end of the first line, or empty */
} formula;

static math *part_of(const math *row, size_t from, size_t to, arena *a) {
    math *part = ARENA_NEW(a, math);
    *part = *row;
    part->children = row->children + from;
    part->count = part->capacity = to - from;
    return part;
}

static piece set_at(const formula *f, const math *m, double size) {
    const theme *t = f->g->options->theme;
    text_style style = galley_style(f->g, FACE_ROMAN, size);
    math_style how = {.text = style, .display = true, .least = fmin(t->type.least, size)};
    return math_set(m, f->g->options->fonts, how, f->g->arena);
}

static void push_piece(formula *f, piece p, double indent) {
    arena *a = f->g->arena;
    f->indents = arena_grow(a, f->indents, &f->indent_capacity, f->count + 1, sizeof *f->indents);
    f->indents[f->count] = indent;
    *ARENA_PUSH(a, f, pieces, count, capacity) = p;
}

static piece scaled(const formula *f, piece p, double scale) {
    scene *small = scene_new(f->g->arena);
    scene_place(small, p.scene, 0, 0, scale, STR(""));
    p.scene = small;
    p.width *= scale;
    p.ascent *= scale;
    p.descent *= scale;
    return p;
}

/* Set smaller, down to the least size; what is wider even then is drawn smaller as a whole. */
static void push_smaller(formula *f, const math *m, double indent) {
    const theme *t = f->g->options->theme;
    double size = t->type.formula, most = f->width - indent;
    piece p = set_at(f, m, size);
    while (p.width > most && size > t->type.least) {
        size = fmax(t->type.least, fmin(size * most / p.width, size - 0.25));
        p = set_at(f, m, size);
    }
    if (p.width > most + 0.5)
        p = scaled(f, p, most / p.width);
    push_piece(f, p, indent);
}

/* Whether child k of a row may begin a line: outside all brackets, a relation, a sign or what follows a space. */
static bool may_begin(const math *row, size_t k, int depth, math_class class) {
    const math *before = row->children[k - 1];
    if (depth > 0)
        return false;
    return class == MATH_INNER ? before->kind == MATH_SPACE : row->children[k]->class == class;
}

/* The last place before which the formula may be broken so that what precedes fits and is not too short: a relation, a
 * sign, a space. 0 if there is none. */
static size_t break_before(const formula *f, const math *row, double most) {
    static const math_class classes[] = {MATH_REL, MATH_BIN, MATH_INNER};
    static const double least[] = {0.4, 0.3, 0.3}; /* of the line */
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
        size_t best = 0;
        int depth = 0;
        for (size_t k = 0; k < row->count; k++) {
            if (k && may_begin(row, k, depth, classes[c])) {
                double width = set_at(f, part_of(row, 0, k, f->g->arena), f->g->options->theme->type.formula).width;
                if (width <= most && width >= most * least[c])
                    best = k;
            }
            depth += (row->children[k]->class == MATH_OPEN_) - (row->children[k]->class == MATH_CLOSE_);
        }
        if (best)
            return best;
    }
    return 0;
}

static void push_fitting(formula *f, const math *m) {
    static const double slightly = 1.2; /* this much too wide is set smaller rather than broken */
    double size = f->g->options->theme->type.formula, indent = 0;
    piece p = set_at(f, m, size);
    while (p.width > (f->width - indent) * slightly && m->kind == MATH_ROW) {
        size_t cut = break_before(f, m, f->width - indent);
        if (!cut)
            break;
        push_piece(f, set_at(f, part_of(m, 0, cut, f->g->arena), size), indent);
        m = part_of(m, cut, m->count, f->g->arena);
        indent = 2 * size;
        p = set_at(f, m, size);
    }
    if (p.width <= f->width - indent)
        push_piece(f, p, indent);
    else
        push_smaller(f, m, indent);
}

static bool is_wide_space(const math *m) {
    return m->kind == MATH_SPACE && m->width >= 1;
}

static void take_apart(formula *f, const math *m) {
    size_t from = 0;
    for (size_t k = 0; k <= m->count; k++) {
        if (k < m->count && !is_wide_space(m->children[k]))
            continue;
        if (k > from)
            push_fitting(f, part_of(m, from, k, f->g->arena));
        from = k + 1;
    }
}

static text_style number_style(const formula *f) {
    return galley_style(f->g, FACE_ROMAN, f->g->options->theme->type.body);
}

/* With a gap before it. */
static double number_width(const formula *f) {
    text_style style = number_style(f);
    return text_measure(f->g->options->fonts, style, f->number).width + style.size;
}

/* Pieces [from, to) on one line, centred unless they were broken: then the first line begins at the left. */
static void add_line(formula *f, size_t from, size_t to, bool first) {
    galley *g = f->g;
    double width = -f->gap, ascent = 0, descent = 0;
    for (size_t k = from; k < to; k++) {
        width += f->pieces[k].width + f->gap;
        ascent = fmax(ascent, f->pieces[k].ascent);
        descent = fmax(descent, f->pieces[k].descent);
    }
    double x = g->x + fmin((g->column - width) / 2, fmax(0, f->width - width));
    bool broken = to - from == 1 && to < f->count && f->indents[to] > 0;
    if (broken || f->indents[from] > 0)
        x = g->x + f->indents[from];
    scene *s = scene_new(g->arena);
    for (size_t k = from; k < to; k++) {
        scene_take(s, f->pieces[k].scene, x, ascent, STR(""));
        x += f->pieces[k].width + f->gap;
    }
    if (!first) {
        galley_space(g, galley_rhythm(g, 4), 0, 0);
        galley_keep(g);
    }
    if (first && f->number.len)
        scene_text(s, g->options->fonts, number_style(f), (point){g->x + g->column, ascent}, ANCHOR_RIGHT, f->number);
    galley_add(g, ROW_TEXT, ascent + descent, s)->block = g->block;
}

static void pack_lines(formula *f) {
    bool first = true;
    for (size_t from = 0; from < f->count;) {
        size_t to = from + 1;
        double width = f->pieces[from].width + f->indents[from];
        bool whole = f->indents[from] <= 0;
        while (whole && to < f->count && f->indents[to] <= 0 && width + f->gap + f->pieces[to].width <= f->width &&
               !(to + 1 < f->count && f->indents[to + 1] > 0))
            width += f->gap + f->pieces[to++].width;
        add_line(f, from, to, first);
        first = false;
        from = to;
    }
}

void galley_formula(galley *g, const block *b) {
    double size = g->options->theme->type.formula;
    formula f = {.g = g, .width = g->column, .gap = 2 * size, .number = b->number_text};
    if (f.number.len)
        f.width -= number_width(&f);
    tag *own = galley_open(g, ROLE_FORMULA);
    own->group.anchor = b->anchor;
    own->group.alt = math_spoken(b->math, g->document->lang, g->arena);
    piece whole = set_at(&f, b->math, size);
    if (whole.width <= f.width)
        push_piece(&f, whole, 0);
    else if (b->math->kind == MATH_ROW)
        take_apart(&f, b->math);
    else
        push_smaller(&f, b->math, 0);
    pack_lines(&f);
    galley_close(g);
}
