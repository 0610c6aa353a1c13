#include "mathml.h"

#include "cloze.h"
#include "utf8.h"

/* Controls, which no page may hold even as entities. */
static bool is_control(uint32_t c) {
    return (c < ' ' && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0) || c == 0xFFFE || c == 0xFFFF;
}

void xml_add(strbuf *b, str text) {
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t c = utf8_next(text, &at);
        if (c == '&')
            strbuf_add_c(b, "&amp;");
        else if (c == '<')
            strbuf_add_c(b, "&lt;");
        else if (c == '>')
            strbuf_add_c(b, "&gt;");
        else if (c == '"')
            strbuf_add_c(b, "&quot;");
        else if (is_control(c))
            strbuf_add_code_point(b, 0xFFFD);
        else
            strbuf_add(b, str_slice(text, from, at));
    }
}

static void add_node(strbuf *b, const math *m, bool display);

static void add_token(strbuf *b, const char *element, const char *attributes, str text) {
    strbuf_addf(b, "<%s%s>", element, attributes);
    xml_add(b, text);
    strbuf_addf(b, "</%s>", element);
}

static bool is_digits(str text) {
    for (size_t k = 0; k < text.len; k++)
        if (text.ptr[k] < '0' || text.ptr[k] > '9')
            return false;
    return text.len > 0;
}

/* Latin, Greek and the letters of mathematical alphabets. */
static bool is_letter(str text) {
    size_t at = 0;
    uint32_t c = text.len ? utf8_next(text, &at) : 0;
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= 0xC0 && c <= 0x3FF && c != 0xD7 && c != 0xF7) ||
           c == 0x2113 || (c >= 0x1D400 && c <= 0x1D7FF) || utf8_is_han(c);
}

/* A sign that joins nothing is read as an ordinary symbol: it belongs to what follows it. */
static bool is_prefix(const math *row, size_t k) {
    const math *m = row->children[k];
    return m && m->kind == MATH_SYMBOL && m->class == MATH_ORD && k + 1 < row->count &&
           (str_is(m->text, "−") || str_is(m->text, "-") || str_is(m->text, "+"));
}

static void add_symbol(strbuf *b, const math *m) {
    if (is_digits(m->text))
        add_token(b, "mn", "", m->text);
    else if (m->class == MATH_OPEN_ || m->class == MATH_CLOSE_)
        add_token(b, "mo", " stretchy=\"false\"", m->text);
    else if (m->class != MATH_ORD || !is_letter(m->text))
        add_token(b, "mo", "", m->text);
    else
        add_token(b, "mi", m->upright ? " mathvariant=\"normal\"" : "", m->text);
}

static void add_children(strbuf *b, const math *m, bool display) {
    strbuf_add_c(b, "<mrow>");
    for (size_t k = 0; k < m->count; k++)
        if (is_prefix(m, k))
            add_token(b, "mo", " form=\"prefix\"", m->children[k]->text);
        else
            add_node(b, m->children[k], display);
    strbuf_add_c(b, "</mrow>");
}

/* A base with something below and something above it, either of which may be missing. */
static void add_attached(strbuf *b, const math *m, const math *below, const math *above, bool limits, bool display) {
    static const char *const names[2][4] = {{"mrow", "msub", "msup", "msubsup"},
                                            {"mrow", "munder", "mover", "munderover"}};
    const char *name = names[limits][(below ? 1 : 0) + (above ? 2 : 0)];
    strbuf_addf(b, "<%s>", name);
    if (m->kind == MATH_BIG)
        add_token(b, "mo", " movablelimits=\"false\"", m->text);
    else if (m->children[0])
        add_node(b, m->children[0], display);
    else
        strbuf_add_c(b, "<mrow></mrow>");
    if (below)
        add_node(b, below, false);
    if (above)
        add_node(b, above, false);
    strbuf_addf(b, "</%s>", name);
}

static void add_cases(strbuf *b, const math *m) {
    strbuf_add_c(b, "<mrow><mo stretchy=\"true\">{</mo><mtable>");
    for (size_t r = 0; r < m->count; r++) {
        strbuf_add_c(b, "<mtr>");
        for (size_t c = 0; c < m->children[r]->count; c++) {
            strbuf_add_c(b, "<mtd style=\"text-align:left\">");
            add_node(b, m->children[r]->children[c], false);
            strbuf_add_c(b, "</mtd>");
        }
        strbuf_add_c(b, "</mtr>");
    }
    strbuf_add_c(b, "</mtable></mrow>");
}

static void add_fenced(strbuf *b, const math *m, bool display) {
    strbuf_add_c(b, "<mrow>");
    if (m->left.len)
        add_token(b, "mo", " stretchy=\"true\"", m->left);
    add_children(b, m, display);
    if (m->right.len)
        add_token(b, "mo", " stretchy=\"true\"", m->right);
    strbuf_add_c(b, "</mrow>");
}

/* Four low lines, or what is written there. */
static void add_blank(strbuf *b, str text, arena *a) {
    cloze found;
    bool written = cloze_is(text, &found) && found.written;
    add_token(b, "mtext", written ? " class=\"written\"" : " class=\"blank\"", cloze_plain(text, a));
}

static void add_node(strbuf *b, const math *m, bool display) {
    if (!m) {
        strbuf_add_c(b, "<mrow></mrow>");
        return;
    }
    switch (m->kind) {
    case MATH_ROW:
        add_children(b, m, display);
        break;
    case MATH_SYMBOL:
        add_symbol(b, m);
        break;
    case MATH_TEXT:
        add_token(b, "mtext", "", m->text);
        break;
    case MATH_FRACTION:
        strbuf_add_c(b, "<mfrac>");
        add_node(b, m->children[0], false);
        add_node(b, m->children[1], false);
        strbuf_add_c(b, "</mfrac>");
        break;
    case MATH_SCRIPTS:
        add_attached(b, m, m->children[1], m->children[2], false, display);
        break;
    case MATH_BIG:
        add_attached(b, m, m->count > 0 ? m->children[0] : NULL, m->count > 1 ? m->children[1] : NULL, display,
                     display);
        break;
    case MATH_FENCED:
        add_fenced(b, m, display);
        break;
    case MATH_CASES:
        add_cases(b, m);
        break;
    case MATH_CLOZE:
        add_blank(b, m->text, b->arena);
        break;
    case MATH_SPACE:
        strbuf_add_c(b, "<mspace width=\"");
        strbuf_add_decimal(b, m->width, 3);
        strbuf_add_c(b, "em\"></mspace>");
        break;
    }
}

void mathml_add(strbuf *b, const math *m, bool display, str spoken) {
    strbuf_addf(b, "<math display=\"%s\" alttext=\"", display ? "block" : "inline");
    xml_add(b, spoken);
    strbuf_add_c(b, "\">");
    add_node(b, m, display);
    strbuf_add_c(b, "</math>");
}
