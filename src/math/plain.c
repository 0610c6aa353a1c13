/* Mathematics in one line of Unicode text: p_{i-1} → pᵢ₋₁, \frac{a+b}{2} → (a + b)/2. Inside square brackets and
 * scripts nothing is spaced, as in m[i,j,1]; elsewhere operators, relations and commas are. */
#include "signs.h"

#include "cloze.h"

typedef struct writer {
    strbuf out;
    arena *arena;
} writer;

static void write_row(writer *w, math **items, size_t count, bool tight);

static void write_atom(writer *w, const math *m, bool tight);

static str plain_of(const math *m, bool tight, arena *a) {
    writer w = {strbuf_in(a), a};
    write_atom(&w, m, tight);
    return strbuf_text(&w.out);
}

static const math *only_atom(const math *m) {
    while (m->kind == MATH_ROW && m->count == 1)
        m = m->children[0];
    return m;
}

static bool is_single(const math *m) {
    const math *only = only_atom(m);
    return only->kind == MATH_SYMBOL || only->kind == MATH_TEXT;
}

/* The script in raised or lowered characters, if Unicode has all of them; else nothing and false. */
static bool write_shifted(writer *w, str script, bool raised) {
    strbuf b = strbuf_in(w->arena);
    for (size_t at = 0; at < script.len;) {
        size_t minus = sizeof "−" - 1;
        bool is_minus = str_starts(str_slice(script, at, script.len), "−");
        char plain = is_minus ? '-' : script.ptr[at];
        const char *shifted = raised ? sign_raise(plain) : sign_lower(plain);
        if (!shifted)
            return false;
        strbuf_add_c(&b, shifted);
        at += is_minus ? minus : 1;
    }
    strbuf_add(&w->out, strbuf_text(&b));
    return true;
}

static void write_script(writer *w, const math *script, bool raised) {
    if (!script)
        return;
    str text = plain_of(script, true, w->arena);
    if (str_is(text, "′")) {
        strbuf_add(&w->out, text);
    } else if (!write_shifted(w, text, raised)) {
        strbuf_addf(&w->out, is_single(script) ? "%c%.*s" : "%c(%.*s)", raised ? '^' : '_', STR_ARG(text));
    }
}

static bool needs_brackets(const math *m) {
    const math *only = only_atom(m);
    if (only->kind != MATH_ROW)
        return only->kind == MATH_FRACTION || only->kind == MATH_CASES;
    for (size_t k = 0; k < only->count; k++) {
        const math *part = only->children[k];
        if (part->class == MATH_BIN || part->class == MATH_REL || part->kind == MATH_FRACTION ||
            str_is(part->text, "/"))
            return true;
    }
    return false;
}

static void write_fraction_part(writer *w, const math *m, bool tight) {
    bool brackets = needs_brackets(m);
    if (brackets)
        strbuf_add_byte(&w->out, '(');
    write_atom(w, m, tight);
    if (brackets)
        strbuf_add_byte(&w->out, ')');
}

static void write_cases(writer *w, const math *m) {
    strbuf_add_c(&w->out, "{");
    for (size_t k = 0; k < m->count; k++) {
        const math *row = m->children[k];
        strbuf_add_c(&w->out, k ? "; " : " ");
        write_atom(w, row->children[0], false);
        if (row->count > 1) {
            strbuf_add_c(&w->out, " : ");
            write_atom(w, row->children[1], false);
        }
    }
    strbuf_add_c(&w->out, " }");
}

static void write_big(writer *w, const math *m) {
    strbuf_add(&w->out, m->text);
    if (m->children[0]) {
        str below = plain_of(m->children[0], true, w->arena);
        strbuf_add_c(&w->out, "_");
        bool single = is_single(m->children[0]);
        strbuf_addf(&w->out, single ? "%.*s" : "{%.*s}", STR_ARG(below));
    }
    write_script(w, m->children[1], true);
}

static void write_atom(writer *w, const math *m, bool tight) {
    switch (m->kind) {
    case MATH_ROW:
        write_row(w, m->children, m->count, tight);
        break;
    case MATH_SYMBOL:
    case MATH_TEXT:
        strbuf_add(&w->out, m->text);
        break;
    case MATH_FRACTION:
        write_fraction_part(w, m->children[0], tight);
        strbuf_add_byte(&w->out, '/');
        write_fraction_part(w, m->children[1], tight);
        break;
    case MATH_SCRIPTS:
        write_atom(w, m->children[0], tight);
        write_script(w, m->children[1], false);
        write_script(w, m->children[2], true);
        break;
    case MATH_BIG:
        write_big(w, m);
        break;
    case MATH_FENCED:
        strbuf_add(&w->out, m->left);
        write_atom(w, m->children[0], tight || str_is(m->left, "["));
        strbuf_add(&w->out, m->right);
        break;
    case MATH_CASES:
        write_cases(w, m);
        break;
    case MATH_CLOZE:
        strbuf_add(&w->out, cloze_plain(m->text, w->out.arena));
        break;
    case MATH_SPACE:
        break;
    }
}

static void add_space(writer *w) {
    if (w->out.len && w->out.ptr[w->out.len - 1] != ' ')
        strbuf_add_byte(&w->out, ' ');
}

static bool is_bracket(const math *m, const char *text) {
    const math *base = m->kind == MATH_SCRIPTS ? m->children[0] : m;
    return base->kind == MATH_SYMBOL && str_is(base->text, text);
}

/* Whether a big operator or function keeps its distance from what follows: "log n", but "max{…}". */
static bool space_after_operator(const math *m, const math *next) {
    if (m->kind == MATH_BIG && m->children[0])
        return true;
    return next->class != MATH_OPEN_ && next->class != MATH_CLOSE_ && next->class != MATH_PUNCT &&
           next->kind != MATH_FENCED;
}

static void write_row(writer *w, math **items, size_t count, bool tight) {
    size_t square = 0; /* open square brackets */
    const math *before = NULL;
    for (size_t k = 0; k < count; k++) {
        const math *m = items[k];
        bool dense = tight || square;
        if (m->kind == MATH_SPACE) {
            if (m->width > 0.5 && k + 1 < count)
                add_space(w);
            continue;
        }
        bool open = !dense && (m->class == MATH_BIN || m->class == MATH_REL);
        bool function = before && before->class == MATH_OP && space_after_operator(before, m);
        bool factor = before && m->class == MATH_OP && (before->class == MATH_ORD || before->class == MATH_CLOSE_);
        if (open || function || (factor && !dense) ||
            (before && !dense && m->class == MATH_INNER && m->kind == MATH_CASES))
            add_space(w);
        write_atom(w, m, dense);
        square += is_bracket(m, "[");
        square -= square && is_bracket(m, "]");
        if (k + 1 < count && (open || (!dense && m->class == MATH_PUNCT)))
            add_space(w);
        before = m;
    }
}

str math_plain(const math *m, arena *a) {
    return plain_of(m, false, a);
}
