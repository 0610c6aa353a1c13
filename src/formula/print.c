/* A tree as TeX again, with the brackets it needs, as the recurrence writes it or as pseudo-code does. */
#include "formula_tree.h"

typedef struct writer {
    strbuf out;
    bool code;
    int dense; /* inside indices: no blanks */
    arena *arena;
} writer;

/* How tightly an operator binds. */
enum { BIND_OR = 1, BIND_AND, BIND_COMPARE, BIND_SUM, BIND_PRODUCT, BIND_POWER, BIND_ATOM };

static int binding_of(const node *x) {
    switch (x->kind) {
    case NODE_OR:
        return BIND_OR;
    case NODE_AND:
        return BIND_AND;
    case NODE_COMPARE:
    case NODE_NOT:
        return BIND_COMPARE;
    case NODE_ADD:
    case NODE_SUBTRACT:
    case NODE_NEGATE:
        return BIND_SUM;
    case NODE_MULTIPLY:
    case NODE_BIG:
        return BIND_PRODUCT;
    case NODE_DIVIDE:
        return x->juxtaposed ? BIND_ATOM : BIND_PRODUCT;
    case NODE_POWER:
        return BIND_POWER;
    default:
        return BIND_ATOM;
    }
}

static void put(writer *w, const node *x, int least);

static void text(writer *w, const char *s) {
    strbuf_add_c(&w->out, s);
}

static bool is_ascii_letter(str name) {
    return name.len == 1 && ((name.ptr[0] >= 'a' && name.ptr[0] <= 'z') || (name.ptr[0] >= 'A' && name.ptr[0] <= 'Z'));
}

static void write_name(writer *w, str name) {
    size_t under = str_find(name, STR("_"), 0);
    if (under != SIZE_MAX && under && under + 1 < name.len) {
        write_name(w, str_slice(name, 0, under));
        strbuf_addf(&w->out, "_{%.*s}", STR_ARG(str_slice(name, under + 1, name.len)));
    } else if (is_ascii_letter(name) || (name.len && (unsigned char)name.ptr[0] >= 0x80)) {
        strbuf_add(&w->out, name);
    } else
        strbuf_addf(&w->out, "\\mathit{%.*s}", STR_ARG(name));
}

static void write_list(writer *w, const node *x, size_t from, const char *between) {
    for (size_t k = from; k < x->count; k++) {
        if (k > from)
            text(w, between);
        put(w, x->parts[k], BIND_OR);
    }
}

static bool is_short(const node *x) {
    return (x->kind == NODE_NAME && is_ascii_letter(x->text)) || (x->kind == NODE_NUMBER && x->text.len == 1);
}

/* x_i, d[i,j], d(i,j), d^{(k)}_{i,j}. */
static void write_indexed(writer *w, const node *x) {
    write_name(w, x->text);
    if (x->count == 0)
        return;
    w->dense++;
    node_style style = x->style;
    if (w->code && x->kind == NODE_READ && style != STYLE_CHAINED)
        style = STYLE_SQUARE;
    switch (style) {
    case STYLE_SUBSCRIPT:
        text(w, x->count == 1 && is_short(x->parts[0]) ? "_" : "_{");
        write_list(w, x, 0, ",");
        text(w, x->count == 1 && is_short(x->parts[0]) ? "" : "}");
        break;
    case STYLE_ROUND:
        text(w, "(");
        write_list(w, x, 0, ",");
        text(w, ")");
        break;
    case STYLE_SQUARE:
        text(w, "[");
        write_list(w, x, 0, ",");
        text(w, "]");
        break;
    case STYLE_CHAINED:
        for (size_t k = 0; k < x->count; k++) {
            text(w, "[");
            put(w, x->parts[k], BIND_OR);
            text(w, "]");
        }
        break;
    case STYLE_RAISED:
        text(w, "^{(");
        put(w, x->parts[0], BIND_OR);
        text(w, ")}");
        if (x->count > 1) {
            text(w, "_{");
            write_list(w, x, 1, ",");
            text(w, "}");
        }
        break;
    }
    w->dense--;
}

static void write_relation(writer *w, char sign) {
    switch (sign) {
    case '=':
        text(w, w->code ? " == " : " = ");
        break;
    case 'n':
        text(w, " \\ne ");
        break;
    case 'l':
        text(w, " \\le ");
        break;
    case 'g':
        text(w, " \\ge ");
        break;
    default:
        strbuf_addf(&w->out, " %c ", sign);
    }
}

static void write_joined(writer *w, const node *x, int least, const char *sign) {
    for (size_t k = 0; k < x->count; k++) {
        if (k)
            text(w, sign);
        put(w, x->parts[k], least);
    }
}

static void write_big(writer *w, const node *x) {
    static const char *const names[] = {[FORMULA_MIN] = "\\min",
                                        [FORMULA_MAX] = "\\max",
                                        [FORMULA_SUM] = "\\sum",
                                        [FORMULA_ANY] = "\\bigvee",
                                        [FORMULA_ALL] = "\\bigwedge"};
    text(w, names[x->goal]);
    const node *c = x->parts[0];
    bool run = x->goal == FORMULA_SUM && c && c->kind == NODE_COMPARE && str_is(c->text, "ll") &&
               c->parts[1]->kind == NODE_NAME;
    bool code = w->code;
    w->code = false;
    if (run) {
        strbuf_addf(&w->out, "_{%.*s=", STR_ARG(x->text));
        put(w, c->parts[0], BIND_SUM);
        text(w, "}^{");
        put(w, c->parts[2], BIND_SUM);
        text(w, "}");
    } else {
        text(w, "_{");
        if (c)
            put(w, c, BIND_OR);
        else
            write_name(w, x->text);
        text(w, "}");
    }
    w->code = code;
    text(w, " ");
    put(w, x->parts[1], BIND_PRODUCT);
}

static void write_around(writer *w, const char *open, const node *x, const char *close) {
    text(w, open);
    put(w, x, BIND_OR);
    text(w, close);
}

static void write_cases(writer *w, const node *x) {
    text(w, "\\begin{cases} ");
    for (size_t k = 0; k < x->count; k++) {
        put(w, x->parts[k]->parts[0], BIND_OR);
        text(w, x->parts[k]->parts[1] ? " & \\text{if } " : " & \\text{otherwise}");
        if (x->parts[k]->parts[1])
            put(w, x->parts[k]->parts[1], BIND_OR);
        text(w, k + 1 < x->count ? " \\\\ " : " \\end{cases}");
    }
}

static void write_product(writer *w, const node *x) {
    put(w, x->parts[0], BIND_PRODUCT);
    text(w, x->juxtaposed ? " " : " \\cdot ");
    put(w, x->parts[1], BIND_PRODUCT + (x->parts[1]->kind == NODE_BIG ? 0 : 1));
}

static void write_operator(writer *w, const node *x) {
    switch (x->kind) {
    case NODE_ADD:
    case NODE_SUBTRACT:
        put(w, x->parts[0], BIND_SUM);
        if (w->dense)
            text(w, x->kind == NODE_ADD ? "+" : "-");
        else
            text(w, x->kind == NODE_ADD ? " + " : " - ");
        put(w, x->parts[1], BIND_SUM + (x->kind == NODE_SUBTRACT || x->parts[1]->kind == NODE_NEGATE));
        break;
    case NODE_NEGATE:
        text(w, "-");
        put(w, x->parts[0], BIND_PRODUCT);
        break;
    case NODE_MULTIPLY:
        write_product(w, x);
        break;
    case NODE_DIVIDE:
        if (x->juxtaposed) {
            write_around(w, "\\frac{", x->parts[0], "}");
            write_around(w, "{", x->parts[1], "}");
            break;
        }
        put(w, x->parts[0], BIND_PRODUCT);
        text(w, " / ");
        put(w, x->parts[1], BIND_POWER);
        break;
    case NODE_POWER:
        put(w, x->parts[0], BIND_ATOM);
        write_around(w, "^{", x->parts[1], "}");
        break;
    default:
        break;
    }
}

static void write_logic(writer *w, const node *x) {
    switch (x->kind) {
    case NODE_AND:
        write_joined(w, x, BIND_COMPARE, w->code ? " \\text{ and } " : " \\land ");
        break;
    case NODE_OR:
        write_joined(w, x, BIND_AND, w->code ? " \\text{ or } " : " \\lor ");
        break;
    case NODE_NOT:
        text(w, w->code ? "\\text{not } " : "\\lnot ");
        put(w, x->parts[0], BIND_ATOM);
        break;
    case NODE_COMPARE:
        put(w, x->parts[0], BIND_SUM);
        for (size_t k = 1; k < x->count; k++) {
            write_relation(w, x->text.ptr[k - 1]);
            put(w, x->parts[k], BIND_SUM);
        }
        break;
    default:
        break;
    }
}

static void write_bare(writer *w, const node *x) {
    switch (x->kind) {
    case NODE_NUMBER:
        strbuf_add(&w->out, x->text);
        break;
    case NODE_INFINITY:
        text(w, "\\infty");
        break;
    case NODE_TRUTH:
        strbuf_addf(&w->out, "\\text{%.*s}", STR_ARG(x->text));
        break;
    case NODE_NAME:
        write_name(w, x->text);
        break;
    case NODE_ELEMENT:
    case NODE_READ:
        write_indexed(w, x);
        break;
    case NODE_FLOOR:
        write_around(w, "\\lfloor ", x->parts[0], " \\rfloor");
        break;
    case NODE_CEILING:
        write_around(w, "\\lceil ", x->parts[0], " \\rceil");
        break;
    case NODE_ABSOLUTE:
        write_around(w, "\\lvert ", x->parts[0], " \\rvert");
        break;
    case NODE_IVERSON:
        write_around(w, "[", x->parts[0], "]");
        break;
    case NODE_MIN:
    case NODE_MAX:
        text(w, x->kind == NODE_MIN ? "\\min\\{" : "\\max\\{");
        write_list(w, x, 0, ",\\, ");
        text(w, "\\}");
        break;
    case NODE_BIG:
        write_big(w, x);
        break;
    case NODE_CASES:
        write_cases(w, x);
        break;
    case NODE_WHEN:
        put(w, x->parts[0], BIND_OR);
        if (x->parts[1]) {
            text(w, " \\text{ if } ");
            put(w, x->parts[1], BIND_OR);
        }
        break;
    default:
        if (x->kind == NODE_AND || x->kind == NODE_OR || x->kind == NODE_NOT || x->kind == NODE_COMPARE)
            write_logic(w, x);
        else
            write_operator(w, x);
    }
}

static void put(writer *w, const node *x, int least) {
    bool brackets = binding_of(x) < least;
    if (brackets)
        text(w, "(");
    write_bare(w, x);
    if (brackets)
        text(w, ")");
}

str node_tex(const node *x, bool code, arena *a) {
    writer w = {strbuf_in(a), code, 0, a};
    put(&w, x, BIND_OR);
    return strbuf_text(&w.out);
}

formula_term formula_term_at(const formula *f, size_t k, arena *a) {
    return (formula_term){node_tex(f->terms[k], false, a), f->arguments[k], f->terms[k]->at};
}
