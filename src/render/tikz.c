/* TikZ: one figure as a tikzpicture to be \input into a LaTeX document, which sets the words in its own fonts.
 *
 *   \begin{tikzpicture}[x=1bp,y=-1bp, …]
 *     \definecolor{ht1b1b1f}{HTML}{1B1B1F} …        each once
 *     % max-2-3: m[2,3] = 40                         groups as comments
 *     \path[draw=…,fill=…] (20,100) rectangle (60,124);
 *     \node[text=…] at (32,116) {\fontsize{10.5bp}{12.6bp}\selectfont 40};
 *   \end{tikzpicture}
 *
 * Each word is a node of its own at its own place, so that a line stays together although LaTeX's widths may differ a
 * little from those that the figure was laid out with. */
#include "device/glyph_table.h"
#include "render.h"
#include "utf8.h"

#include <math.h>
#include <string.h>

typedef struct tikz {
    arena *arena;
    strbuf colors, body;
    color *known;
    size_t count, capacity;
} tikz;

/* ---- numbers, colours, characters ---- */

static void add_place(strbuf *b, point p) {
    strbuf_add_byte(b, '(');
    strbuf_add_decimal(b, p.x, 5);
    strbuf_add_byte(b, ',');
    strbuf_add_decimal(b, p.y, 5);
    strbuf_add_byte(b, ')');
}

static void add_length(strbuf *b, const char *name, double value) {
    strbuf_add_c(b, name);
    strbuf_add_decimal(b, value, 2);
    strbuf_add_c(b, "bp");
}

/* Names the colour, and sees to it that it is defined. */
static void add_color(tikz *t, strbuf *b, color c) {
    strbuf_addf(b, "ht%02x%02x%02x", c.r, c.g, c.b);
    for (size_t k = 0; k < t->count; k++)
        if (memcmp(&t->known[k], &c, sizeof c) == 0)
            return;
    *ARENA_PUSH(t->arena, t, known, count, capacity) = c;
    strbuf_addf(&t->colors, "\\definecolor{ht%02x%02x%02x}{HTML}{%02X%02X%02X}\n", c.r, c.g, c.b, c.r, c.g, c.b);
}

/* Characters that mean something to TeX, or that its older engines do not know. */
static const char *spelled(uint32_t c) {
    static const struct {
        uint32_t code_point;
        const char *tex;
    } rows[] = {
        {'\\', "\\textbackslash{}"},
        {'{', "\\{"},
        {'}', "\\}"},
        {'$', "\\$"},
        {'&', "\\&"},
        {'#', "\\#"},
        {'%', "\\%"},
        {'_', "\\_"},
        {'^', "\\textasciicircum{}"},
        {'~', "\\textasciitilde{}"},
        {'<', "\\textless{}"},
        {'>', "\\textgreater{}"},
        {'|', "\\textbar{}"},
        {'"', "\\char34{}"},
        {'`', "\\char96{}"},
        {'\'', "\\char39{}"},
        {'-', "-{}"},

        {0xB1, "$\\pm$"},
        {0xB7, "$\\cdot$"},
        {0xB2, "\\textsuperscript{2}"},
        {0xB3, "\\textsuperscript{3}"},
        {0xB9, "\\textsuperscript{1}"},
        {0xD7, "$\\times$"},
        {0xF7, "$\\div$"},
        {0x398, "$\\Theta$"},
        {0x3B1, "$\\alpha$"},
        {0x3B2, "$\\beta$"},
        {0x3B3, "$\\gamma$"},
        {0x3B4, "$\\delta$"},
        {0x3BB, "$\\lambda$"},
        {0x3C0, "$\\pi$"},
        {0x3C3, "$\\sigma$"},
        {0x2013, "--"},
        {0x2014, "---"},
        {0x2018, "`"},
        {0x2019, "'"},
        {0x201C, "``"},
        {0x201D, "''"},
        {0x2026, "\\ldots{}"},
        {0x2070, "\\textsuperscript{0}"},
        {0x2190, "$\\leftarrow$"},
        {0x2191, "$\\uparrow$"},
        {0x2192, "$\\rightarrow$"},
        {0x2193, "$\\downarrow$"},
        {0x2208, "$\\in$"},
        {0x2211, "$\\sum$"},
        {0x2212, "$-$"},
        {0x221E, "$\\infty$"},
        {0x222A, "$\\cup$"},
        {0x2248, "$\\approx$"},
        {0x2260, "$\\neq$"},
        {0x2264, "$\\leq$"},
        {0x2265, "$\\geq$"},
        {0x228E, "$\\uplus$"},
        {0x22C3, "$\\bigcup$"},
        {0x22C5, "$\\cdot$"},
        {0x22EF, "$\\cdots$"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].code_point == c)
            return rows[k].tex;
    return NULL;
}

static void add_text(strbuf *b, str text) {
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        const char *tex = spelled(c);
        if (tex)
            strbuf_add_c(b, tex);
        else if (c >= 0x2074 && c <= 0x2079)
            strbuf_addf(b, "\\textsuperscript{%u}", c - 0x2070);
        else if (c >= 0x2080 && c <= 0x2089)
            strbuf_addf(b, "\\textsubscript{%u}", c - 0x2080);
        else if (c > ' ')
            strbuf_add_code_point(b, c);
    }
}

/* A comment ends with its line. */
static void add_comment(strbuf *b, str text) {
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        strbuf_add_code_point(b, c < ' ' ? ' ' : c);
    }
}

/* ---- shapes ---- */

static void add_options(tikz *t, const paint *p, double corners) {
    strbuf *b = &t->body;
    strbuf_add_c(b, "\\path[");
    if (p->filled) {
        strbuf_add_c(b, "fill=");
        add_color(t, b, p->fill);
        strbuf_add_byte(b, ',');
    }
    if (p->width > 0) {
        strbuf_add_c(b, "draw=");
        add_color(t, b, p->stroke);
        add_length(b, ",line width=", p->width);
        strbuf_add_c(b, p->round ? ",line cap=round,line join=round," : ",");
    }
    for (int k = 0; k < p->dash_count; k++)
        add_length(b, k == 0 ? "dash pattern=on " : k % 2 ? " off " : " on ", p->dash[k]);
    strbuf_add_c(b, p->dash_count ? "," : "");
    if (corners > 0)
        add_length(b, "rounded corners=", corners);
    strbuf_add_c(b, "] ");
}

static void add_segments(strbuf *b, const segment *segments, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const segment *s = &segments[k];
        if (s->kind == CURVE_TO) {
            strbuf_add_c(b, " .. controls ");
            add_place(b, s->c1);
            strbuf_add_c(b, " and ");
            add_place(b, s->c2);
            strbuf_add_c(b, " .. ");
        }
        strbuf_add_c(b, s->kind == LINE_TO        ? " -- "
                        : s->kind == CLOSE_PATH   ? " -- cycle"
                        : k && s->kind == MOVE_TO ? " "
                                                  : "");
        if (s->kind != CLOSE_PATH)
            add_place(b, s->to);
    }
}

static void tikz_path(void *user, const segment *segments, size_t count, const paint *p) {
    tikz *t = user;
    strbuf *b = &t->body;
    known_shape shape = segments_shape(segments, count);
    if (!p->filled && p->width <= 0)
        return;
    add_options(t, p, shape.kind == SHAPE_RECT ? shape.radius : 0);
    if (shape.kind == SHAPE_RECT) {
        add_place(b, (point){shape.box.x, shape.box.y});
        strbuf_add_c(b, " rectangle ");
        add_place(b, (point){shape.box.x + shape.box.w, shape.box.y + shape.box.h});
    } else if (shape.kind == SHAPE_CIRCLE) {
        add_place(b, (point){shape.box.x + shape.radius, shape.box.y + shape.radius});
        add_length(b, " circle[radius=", shape.radius);
        strbuf_add_byte(b, ']');
    } else {
        add_segments(b, segments, count);
    }
    strbuf_add_c(b, ";\n");
}

/* ---- text ---- */

static bool family_says(const font *f, str word) {
    return str_find(font_family(f), word, 0) != SIZE_MAX;
}

static void add_style(strbuf *b, const font *f) {
    strbuf_add_c(b, family_says(f, STR("Sans")) ? "\\sffamily" : "");
    strbuf_add_c(b, family_says(f, STR("Mono")) || family_says(f, STR("Typewriter")) ? "\\ttfamily" : "");
    strbuf_add_c(b, font_is_bold(f) ? "\\bfseries" : "");
    strbuf_add_c(b, font_is_slanted(f) ? "\\itshape" : "");
}

static void add_word(tikz *t, const glyph_run *run, size_t first, size_t end) {
    strbuf *b = &t->body;
    size_t from = run->glyphs[first].cluster, to = end < run->count ? run->glyphs[end].cluster : run->text.len;
    strbuf_add_c(b, "\\node[text=");
    add_color(t, b, run->color);
    strbuf_add_c(b, "] at ");
    add_place(b, (point){run->at.x + run->glyphs[first].x, run->at.y});
    add_length(b, " {\\fontsize{", run->size);
    add_length(b, "}{", run->size * 1.2);
    strbuf_add_c(b, "}\\selectfont");
    add_style(b, run->font);
    strbuf_add_byte(b, ' ');
    add_text(b, str_slice(run->text, from, to));
    strbuf_add_c(b, "};\n");
}

static bool is_space(const glyph_run *run, size_t k) {
    return str_is(run_glyph_text(run, k), " ");
}

/* LaTeX's fonts have other brackets of other heights: those are drawn. */
static void draw_glyphs(tikz *t, const glyph_run *run) {
    for (size_t k = 0; k < run->count; k++) {
        size_t count;
        segment *outline = font_outline(run->font, run->glyphs[k].id, &count, t->arena);
        point from = {run->at.x + run->glyphs[k].x, run->at.y + run->glyphs[k].y};
        for (size_t n = 0; n < count; n++) {
            segment *s = &outline[n];
            s->to = (point){from.x + s->to.x * run->size, from.y + s->to.y * run->size};
            s->c1 = (point){from.x + s->c1.x * run->size, from.y + s->c1.y * run->size};
            s->c2 = (point){from.x + s->c2.x * run->size, from.y + s->c2.y * run->size};
        }
        paint ink = paint_fill(run->color);
        tikz_path(t, outline, count, &ink);
    }
}

static void tikz_glyphs(void *user, const glyph_run *run) {
    if (run->drawn) {
        draw_glyphs(user, run);
        return;
    }
    for (size_t k = 0; k < run->count;) {
        size_t end = k;
        while (end < run->count && !is_space(run, end))
            end++;
        if (end > k)
            add_word(user, run, k, end);
        k = end + 1;
    }
}

/* ---- the whole ---- */

static void tikz_open(void *user, const group *g) {
    strbuf *b = &((tikz *)user)->body;
    str said = g->alt.len ? g->alt : g->title;
    if (!g->id.len && !said.len)
        return;
    strbuf_add_c(b, "% ");
    add_comment(b, g->id);
    strbuf_add_c(b, g->id.len && said.len ? ": " : "");
    add_comment(b, said);
    strbuf_add_byte(b, '\n');
}

static str tikz_picture(scene *s, size_t number, size_t count, const render_info *i, const render_options *o, arena *a,
                        error *e) {
    static const device calls = {.open = tikz_open, .path = tikz_path, .glyphs = tikz_glyphs};
    (void)number;
    (void)count;
    (void)o;
    (void)e;
    scene_settle(s);
    tikz t = {.arena = a, .colors = strbuf_in(a), .body = strbuf_in(a)};
    scene_play(s, &calls, &t);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "% ");
    add_comment(&b, s->title.len ? s->title : i->title);
    strbuf_add_c(&b, "\n% ");
    add_comment(&b, s->alt);
    strbuf_add_c(&b,
                 "\n% In the preamble: \\usepackage{tikz}, and \\usepackage{lmodern} for type of any size.\n"
                 "\\begin{tikzpicture}[x=1bp,y=-1bp,every node/.style={inner sep=0pt,outer sep=0pt,anchor=base west}]\n"
                 "\\path[use as bounding box] (0,0) rectangle ");
    add_place(&b, (point){s->w, s->h});
    strbuf_add_c(&b, ";\n");
    strbuf_add(&b, strbuf_text(&t.colors));
    strbuf_add(&b, strbuf_text(&t.body));
    strbuf_add_c(&b, "\\end{tikzpicture}%\n");
    return strbuf_text(&b);
}

const backend tikz_backend = {.name = "tikz", .picture = tikz_picture};
