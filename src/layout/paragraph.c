/* Total-fit line breaking after Knuth and Plass (Breaking Paragraphs into Lines, 1981), by dynamic programming over the
 * tokens of a paragraph.
 *
 *   spans:   "其中 " | piece | "、" | piece | " 是左段…"
 *   text:    其 中 ␣ ￼ 、 ￼ ␣ 是 左 段 …            one string; U+FFFC stands for a piece
 *   tokens:  其|中|￼、|￼|是|左|段                    split wherever a line may end, however badly, and at spans
 *   gaps:      0 ¼   0 ¼ 0  0  0                       between tokens: natural width, stretch, shrink
 *
 *   cost[j] = min over i of cost[i] + demerits(line of tokens i..j-1)
 *
 * A line is then set from as few texts as possible: whole spans where nothing is stretched; else words one by one, and
 * runs of Han with tracking. */
#include "paragraph.h"

#include "grapheme.h"
#include "line.h"
#include "linebreak.h"
#include "utf8.h"

#include <math.h>
#include <string.h>

/* What gaps give, in shares of the text size (word spaces: of their own width). */
#define WORD_STRETCH 0.5
#define WORD_SHRINK 0.3
#define MIXED_STRETCH 0.125 /* Han beside Latin */
#define MIXED_SHRINK 0.0625
#define FULL_STRETCH 0.09 /* between full-width characters */
#define FULL_SHRINK 0.015
#define MOST_TAKEN 0.08 /* between two parts of a line whose marks are wider than counted */
#define MARK_SHRINK 0.2 /* beside the blank of a full-width mark */
#define LOOSEST 2.0     /* stretched more than this a line is left ragged */
#define RAGGED_ROOM 0.3
#define LEAST_PIECE 0.6 /* of the width: a formula is made this small for the sake of a mark beside it */

/* Demerits. */
#define LINE_DEMERITS 10.0
#define LATE_DEMERITS 3e3
#define LETTER_DEMERITS 4e4 /* before a letter of a formula that belongs to the word before it: "vertex i" */
#define LETTER 1.2          /* × the text size */
#define POOR_DEMERITS 1e7
#define WORST_DEMERITS 1e9
#define LOOSE_BADNESS 2e3
#define HYPHEN_DEMERITS 2.5e3
#define SHORT_END_DEMERITS 2e3
#define SHORT_END 0.1 /* of the width: a last line that is not much */
#define LONELY_END_DEMERITS 2e4
#define LONELY_END 2.5 /* × the text size */
#define ALONE_DEMERITS 9e6
#define ALONE 1.9 /* × the text size, marks at its end left out: a single Han character, or a letter of a formula */

#define LINE_CLEAR 0.1 /* of the text size, between the inks of two lines */

#define EPSILON 1e-6

enum { OBJECT = 0xFFFC };

typedef enum gap_kind { GAP_FIXED, GAP_WORD, GAP_MIXED, GAP_FULL } gap_kind;

typedef struct token {
    size_t span;
    size_t from, to;   /* bytes of the section's text, without spaces at the ends */
    bool full;         /* full-width characters */
    line_break before; /* what may happen before it */
    double width;
    double inner_stretch, inner_shrink; /* between the characters of a full token */
    gap_kind kind;                      /* of the gap before it */
    double gap, stretch, shrink;
    double begins, ends; /* blank that a mark gives up where a line begins or ends with it */
    double marks;        /* width of the closing marks that it ends with */
} token;

/* Sums over tokens [0, k) and the gaps before each of them. */
typedef struct sums {
    double width, stretch, shrink;
} sums;

typedef struct section {
    const flow_span *spans;
    size_t first_span, span_count;
    size_t *starts; /* of each span in the text, and its end */
    const piece **pieces;
    str text;
    token *tokens;
    size_t count, capacity;
    sums *sums;
} section;

typedef struct setter {
    const fonts *fonts;
    const flow_options *options;
    arena *arena, *scratch;       /* for the lines; for what leads to them */
    double ascent, descent, size; /* of the body */
    flow *flow;
} setter;

static bool is_chinese(const setter *s) {
    return str_starts(s->options->lang, "zh");
}

/* --- the text of a section --- */

/* A formula wider than the column is made smaller: it cannot be broken. */
static const piece *fitted_piece(const setter *s, const piece *p, double width) {
    if (p->width <= width)
        return p;
    double scale = width / p->width;
    piece *small = ARENA_NEW(s->arena, piece);
    *small = (piece){scene_new(s->arena), width, p->ascent * scale, p->descent * scale};
    scene_place(small->scene, p->scene, 0, 0, scale, STR(""));
    return small;
}

static void read_text(const setter *s, section *c, double width) {
    strbuf b = strbuf_in(s->scratch);
    c->starts = ARENA_ARRAY(s->scratch, size_t, c->span_count + 1);
    c->pieces = ARENA_ARRAY(s->scratch, const piece *, c->span_count + 1);
    for (size_t k = 0; k < c->span_count; k++) {
        const flow_span *span = &c->spans[c->first_span + k];
        c->starts[k] = b.len;
        if (span->piece) {
            c->pieces[k] = fitted_piece(s, span->piece, width);
            strbuf_add_code_point(&b, OBJECT);
        }
        for (size_t i = 0; !span->piece && i < span->text.len; i++) {
            bool blank = char_is_blank(span->text.ptr[i]), again = blank && b.len && b.ptr[b.len - 1] == ' ';
            if (!again) /* several spaces count as one */
                strbuf_add_byte(&b, blank ? ' ' : span->text.ptr[i]);
        }
    }
    c->starts[c->span_count] = b.len;
    c->text = strbuf_text(&b);
}

static text_style style_of(const section *c, size_t span) {
    return c->spans[c->first_span + span].style;
}

/* --- tokens --- */

/* Quotes, dashes and dots are full width in Chinese. */
static bool is_full(const setter *s, uint32_t c) {
    if (c < 0x1100)
        return false;
    bool shared = c == 0x2014 || c == 0x2018 || c == 0x2019 || c == 0x201C || c == 0x201D || c == 0x2026;
    return utf8_is_full_width(c) || (shared && is_chinese(s));
}

static str token_text(const section *c, const token *t) {
    return str_slice(c->text, t->from, t->to);
}

static void measure_token(setter *s, const section *c, token *t) {
    if (c->pieces[t->span]) {
        t->width = c->pieces[t->span]->width;
        return;
    }
    text_size size = text_measure(s->fonts, style_of(c, t->span), token_text(c, t));
    t->width = size.width;
    s->ascent = fmax(s->ascent, size.ascent);
    s->descent = fmax(s->descent, size.descent);
    if (!t->full)
        return;
    size_t pairs = utf8_count(token_text(c, t)) - 1;
    double em = style_of(c, t->span).size;
    t->inner_stretch = (double)pairs * FULL_STRETCH * em;
    t->inner_shrink = (double)pairs * FULL_SHRINK * em;
}

static void add_token(setter *s, section *c, token t) {
    str text = line_trim(token_text(c, &t));
    if (!text.len)
        return;
    t.from = (size_t)(text.ptr - c->text.ptr);
    t.to = t.from + text.len;
    measure_token(s, c, &t);
    *ARENA_PUSH(s->scratch, c, tokens, count, capacity) = t;
}

/* Spaces may come before the break in the text: the best break since the last token counts. */
static void cut_tokens(setter *s, section *c) {
    line_break *breaks = linebreak_find(c->text, s->options->lang, s->scratch);
    size_t span = 0, from = 0;
    line_break before = LINE_BREAK_NEVER;
    bool full = false, begun = false;
    for (size_t at = 0; at < c->text.len;) {
        size_t next = at, own = span;
        uint32_t character = utf8_next(c->text, &next);
        while (own + 1 < c->span_count && at >= c->starts[own + 1])
            own++;
        bool space = character == ' ' || character == 0xA0;
        bool cut = breaks[at] >= LINE_BREAK_POOR || own != span || (begun && !space && is_full(s, character) != full);
        if (cut) {
            add_token(s, c, (token){.span = span, .from = from, .to = at, .full = full, .before = before});
            if (begun)
                before = LINE_BREAK_NEVER;
            before = breaks[at] > before ? breaks[at] : before;
            from = at;
            begun = false;
        }
        if (!begun && !space) {
            full = is_full(s, character);
            begun = true;
        }
        span = own;
        at = next;
    }
    add_token(s, c, (token){.span = span, .from = from, .to = c->text.len, .full = full, .before = before});
}

static uint32_t character_at(str text, size_t at) {
    return utf8_next(text, &at);
}

static uint32_t first_of(const section *c, const token *t) {
    return c->pieces[t->span] ? 'x' : character_at(c->text, t->from);
}

static uint32_t last_of(const section *c, const token *t) {
    size_t at = t->to - 1;
    while (at > t->from && ((unsigned char)c->text.ptr[at] & 0xC0) == 0x80)
        at--;
    return c->pieces[t->span] ? 'x' : character_at(c->text, at);
}

/* What must not begin a line even in an emergency. */
static bool is_closing(uint32_t c) {
    static const uint32_t marks[] = {',',    '.',    ';',    ':',    '!',    '?',    ')',    ']',    '}',
                                     0x2019, 0x201D, 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011,
                                     0xFF01, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D};
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        if (marks[k] == c)
            return true;
    return false;
}

/* Chinese marks are half an em wide at the ends of a line. */
static void find_edges(const setter *s, const section *c, token *t) {
    text_style style = style_of(c, t->span);
    t->begins = text_edge(s->fonts, style.face, first_of(c, t), false) * style.size;
    t->ends = text_edge(s->fonts, style.face, last_of(c, t), true) * style.size;
    token bare = *t;
    while (is_chinese(s) && bare.to > bare.from && is_closing(last_of(c, &bare)))
        do
            bare.to--;
        while (((unsigned char)c->text.ptr[bare.to] & 0xC0) == 0x80);
    if (bare.to < t->to)
        t->marks = t->width - text_measure(s->fonts, style, token_text(c, &bare)).width;
}

/* --- gaps --- */

static void set_gap(token *t, gap_kind kind, double stretch, double shrink) {
    t->kind = kind;
    t->stretch = stretch;
    t->shrink = shrink;
}

static void find_gap(const setter *s, const section *c, const token *left, token *t) {
    bool spaces = t->from > left->to, breakable = t->before >= LINE_BREAK_LATE;
    text_style style = style_of(c, c->pieces[left->span] ? t->span : left->span);
    t->gap = line_joint(s->fonts, style, last_of(c, left), first_of(c, t), spaces);
    if (left->full && t->full)
        set_gap(t, GAP_FULL, FULL_STRETCH * style.size, FULL_SHRINK * style.size);
    else if (left->full != t->full && t->gap > 0)
        set_gap(t, GAP_MIXED, MIXED_STRETCH * style.size, MIXED_SHRINK * style.size);
    else if (spaces && breakable)
        set_gap(t, GAP_WORD, WORD_STRETCH * t->gap, WORD_SHRINK * t->gap);
    else
        set_gap(t, GAP_FIXED, 0, 0);
    if (left->full && (left->ends > 0) != (t->begins > 0)) /* else the marks have met, or there is none */
        t->shrink += MARK_SHRINK * style.size;
}

static void find_gaps(const setter *s, section *c) {
    for (size_t k = 0; k < c->count; k++)
        find_edges(s, c, &c->tokens[k]);
    for (size_t k = 1; k < c->count; k++)
        find_gap(s, c, &c->tokens[k - 1], &c->tokens[k]);
    c->sums = ARENA_ARRAY(s->scratch, sums, c->count + 1);
    for (size_t k = 0; k < c->count; k++) {
        const token *t = &c->tokens[k];
        sums *to = &c->sums[k + 1];
        *to = c->sums[k];
        to->width += t->gap + t->width;
        to->stretch += t->stretch + t->inner_stretch;
        to->shrink += t->shrink + t->inner_shrink;
    }
}

/* Tokens [i, j) as a line: the gap before the first is not in it, nor the blanks of marks at its ends. */
static sums line_sums(const section *c, size_t i, size_t j) {
    const token *first = &c->tokens[i], *last = &c->tokens[j - 1];
    const sums *a = &c->sums[i], *b = &c->sums[j];
    return (sums){b->width - a->width - first->gap - first->begins - last->ends,
                  b->stretch - a->stretch - first->stretch, b->shrink - a->shrink - first->shrink};
}

/* --- what is too wide --- */

/* Cuts a token into its graphemes; the first keeps its own break. */
static void cut_graphemes(setter *s, section *into, const section *c, const token *t) {
    line_break before = t->before;
    for (size_t at = t->from; at < t->to;) {
        size_t next = grapheme_end(c->text, at);
        next = next > t->to ? t->to : next;
        add_token(s, into, (token){.span = t->span, .from = at, .to = next, .full = t->full, .before = before});
        before = LINE_BREAK_NEVER;
        at = next;
    }
}

/* Where a stretch without a break is wider than a line, its worse breaks are opened, and tokens that are still too wide
 * are cut. Returns true if tokens were cut, so that gaps must be found anew. */
static bool open_stretch(setter *s, section *c, size_t from, size_t to, double width, section *into) {
    bool wide = line_sums(c, from, to).width > width + EPSILON, cut = false;
    for (size_t k = from; k < to; k++) {
        token t = c->tokens[k];
        if (wide && t.width > width && !c->pieces[t.span]) {
            cut_graphemes(s, into, c, &t);
            cut = true;
        } else {
            *ARENA_PUSH(s->scratch, into, tokens, count, capacity) = t;
        }
    }
    return cut;
}

static size_t stretch_end(const section *c, size_t from) {
    size_t to = from + 1;
    while (to < c->count && c->tokens[to].before < LINE_BREAK_LATE)
        to++;
    return to;
}

/* In a stretch that is too wide only for its one formula, the formula makes room for the marks that cling to it. */
static bool shrink_piece(const setter *s, section *c, size_t from, size_t to, double width) {
    double whole = line_sums(c, from, to).width;
    token *widest = NULL;
    for (size_t k = from; k < to; k++)
        if (c->pieces[c->tokens[k].span] && (!widest || c->tokens[k].width > widest->width))
            widest = &c->tokens[k];
    if (!widest || whole <= width + EPSILON)
        return false;
    double room = width - (whole - widest->width);
    if (room < LEAST_PIECE * width)
        return false;
    c->pieces[widest->span] = fitted_piece(s, c->pieces[widest->span], room);
    widest->width = room;
    return true;
}

static void shrink_pieces(const setter *s, section *c, double width) {
    bool shrunk = false;
    for (size_t from = 0; from < c->count;) {
        size_t to = stretch_end(c, from);
        shrunk = shrink_piece(s, c, from, to, width) || shrunk;
        from = to;
    }
    if (shrunk)
        find_gaps(s, c);
}

static void cut_wide_tokens(setter *s, section *c, double width) {
    section opened = *c;
    opened.tokens = NULL;
    opened.count = opened.capacity = 0;
    bool cut = false;
    for (size_t from = 0; from < c->count;) {
        size_t to = stretch_end(c, from);
        cut = open_stretch(s, c, from, to, width, &opened) || cut;
        from = to;
    }
    if (!cut)
        return;
    *c = opened;
    find_gaps(s, c);
}

/* Which tokens may begin a line: inside stretches that are too wide all, else where a break is allowed. */
static bool *openings(const setter *s, const section *c, double width) {
    bool *open = ARENA_ARRAY(s->scratch, bool, c->count + 1);
    for (size_t from = 0; from < c->count;) {
        size_t to = stretch_end(c, from);
        bool wide = line_sums(c, from, to).width > width + EPSILON;
        for (size_t k = from; k < to; k++)
            open[k] = wide || k == from;
        from = to;
    }
    open[c->count] = true;
    return open;
}

/* --- choosing breaks --- */

static double line_room(const setter *s, bool first) {
    return s->options->width - (first ? s->options->first_indent : 0);
}

/* How much a line must be stretched (positive) or shrunk, 1 being what its gaps give; INFINITY if it cannot be. */
static double ratio_of(sums line, double room) {
    double lack = room - line.width;
    if (fabs(lack) < EPSILON)
        return 0;
    double give = lack > 0 ? line.stretch : line.shrink;
    return give > EPSILON ? lack / give : lack > 0 ? INFINITY : -INFINITY;
}

/* Negative if the line does not fit. */
static double badness(const setter *s, sums line, double room, bool last) {
    double ratio = ratio_of(line, room);
    if (!s->options->justified || (last && ratio > 0)) {
        if (line.width > room + EPSILON)
            return -1;
        double lack = (room - line.width) / (RAGGED_ROOM * room);
        return last ? 0 : 100 * lack * lack;
    }
    if (ratio < -1 - EPSILON)
        return -1;
    if (ratio > LOOSEST)
        return LOOSE_BADNESS * (1 + (room - line.width) / room);
    return 100 * fabs(ratio * ratio * ratio);
}

static double break_demerits(const section *c, size_t j) {
    if (j == c->count)
        return 0;
    const token *t = &c->tokens[j];
    uint32_t last = last_of(c, &c->tokens[j - 1]);
    double hyphen = (last == '-' || last == 0x2010) && t->from == c->tokens[j - 1].to ? HYPHEN_DEMERITS : 0;
    switch (t->before) {
    case LINE_BREAK_ALLOWED:
    case LINE_BREAK_FORCED:
        return hyphen;
    case LINE_BREAK_LATE:
        return c->pieces[t->span] && t->width < LETTER * style_of(c, t->span).size ? LETTER_DEMERITS : LATE_DEMERITS;
    case LINE_BREAK_POOR:
        return POOR_DEMERITS;
    default:
        return WORST_DEMERITS * (is_closing(first_of(c, t)) ? 50 : 1);
    }
}

/* INFINITY if the line does not fit. */
static double demerits(const setter *s, const section *c, size_t i, size_t j) {
    bool last = j == c->count;
    double room = line_room(s, i == 0), bad;
    sums line = line_sums(c, i, j);
    bad = badness(s, line, room, last);
    if (bad < 0)
        return INFINITY;
    double cost = (LINE_DEMERITS + bad) * (LINE_DEMERITS + bad) + break_demerits(c, j);
    const token *end = &c->tokens[j - 1];
    if (last && i > 0 && is_chinese(s) && line.width - (end->marks - end->ends) < ALONE * s->size)
        cost += ALONE_DEMERITS;
    else if (last && i > 0 && line.width < LONELY_END * s->size)
        cost += LONELY_END_DEMERITS;
    else if (last && i > 0 && line.width < SHORT_END * room)
        cost += SHORT_END_DEMERITS;
    return cost;
}

/* Fills `ends` with the index after the last token of each line; returns how many lines. */
static size_t choose_breaks(const setter *s, const section *c, size_t *ends) {
    bool *open = openings(s, c, fmin(line_room(s, true), line_room(s, false)));
    double *cost = ARENA_ARRAY(s->scratch, double, c->count + 1);
    size_t *from = ARENA_ARRAY(s->scratch, size_t, c->count + 1);
    double reach = s->options->width + 2 * s->size;
    for (size_t j = 1; j <= c->count; j++) {
        cost[j] = INFINITY;
        for (size_t i = j; open[j] && i-- > 0;) {
            sums line = line_sums(c, i, j);
            if (line.width - line.shrink > reach)
                break;
            if (!open[i] || cost[i] == INFINITY)
                continue;
            double total = cost[i] + demerits(s, c, i, j);
            if (total < cost[j]) {
                cost[j] = total;
                from[j] = i;
            }
        }
        if (open[j] && cost[j] == INFINITY) { /* a token wider than the line: it stands alone */
            cost[j] = cost[j - 1] + WORST_DEMERITS;
            from[j] = j - 1;
        }
    }
    size_t count = 0;
    for (size_t j = c->count; j > 0; j = from[j])
        count++;
    size_t k = count;
    for (size_t j = c->count; j > 0; j = from[j])
        ends[--k] = j;
    return count;
}

/* --- setting lines --- */

static double extra_before(const token *t, double ratio) {
    return ratio * (ratio > 0 ? t->stretch : t->shrink);
}

/* What stands between two full-width characters. */
static double extra_tracking(const section *c, const token *t, double ratio) {
    double size = style_of(c, t->span).size;
    return t->full ? ratio * size * (ratio > 0 ? FULL_STRETCH : FULL_SHRINK) : 0;
}

/* Whether token t can be set in one text with the one before. */
static bool goes_on(const token *left, const token *t, double ratio) {
    if (left->span != t->span)
        return false;
    bool even = ratio >= 0 || (left->ends <= 0 && t->begins <= 0); /* it gives no more than others */
    return ratio == 0 || (t->kind == GAP_FULL && t->from == left->to && even) ||
           (t->kind == GAP_FIXED && !t->full && !left->full);
}

/* Tokens [i, j) as parts of a line. */
static size_t make_parts(const section *c, size_t i, size_t j, double ratio, line_part *parts) {
    size_t count = 0;
    for (size_t k = i; k < j; k++) {
        const token *t = &c->tokens[k];
        const token *next = k + 1 < j ? &c->tokens[k + 1] : NULL;
        size_t end = next && next->span == t->span ? next->from : t->to;
        if (k > i && !c->pieces[t->span] && goes_on(&c->tokens[k - 1], t, ratio)) {
            line_part *p = &parts[count - 1];
            p->text = (str){p->text.ptr, (size_t)(c->text.ptr + end - p->text.ptr)};
            continue;
        }
        bool spaces = k > i && t->from > c->tokens[k - 1].to;
        if (spaces && t->span != c->tokens[k - 1].span) /* the space may be in any span between */
            parts[count++] = (line_part){.text = STR(" "), .style = style_of(c, c->tokens[k - 1].span)};
        line_part *p = &parts[count++];
        *p = (line_part){.style = style_of(c, t->span),
                         .piece = c->pieces[t->span],
                         .link = c->spans[c->first_span + t->span].link,
                         .before = k > i ? extra_before(t, ratio) : 0};
        if (!p->piece)
            p->text = str_slice(c->text, t->from, end);
        p->style.tracking += extra_tracking(c, t, ratio);
    }
    return count;
}

static void push_line(const setter *s, const piece *set) {
    flow_line *line = ARENA_PUSH(s->arena, s->flow, lines, count, capacity);
    *line = (flow_line){.scene = set->scene, .width = set->width, .ascent = set->ascent, .descent = set->descent};
}

/* Lines come with the measures of their ink and leave with those of their boxes. As in TeX, baselines keep their
 * distance unless what hangs down from one line and what stands up from the next would come closer than LINE_CLEAR. */
static void size_lines(const setter *s) {
    flow *f = s->flow;
    double height = fmax(s->options->leading * s->size, s->ascent + s->descent), clear = LINE_CLEAR * s->size;
    double half = (height - s->ascent - s->descent) / 2;
    for (size_t k = 0; k < f->count; k++) {
        flow_line *line = &f->lines[k];
        bool last = k + 1 == f->count;
        double above = s->ascent + half, below = s->descent + half;
        if (k == 0)
            above = fmax(above, line->ascent + clear / 2);
        below = last ? fmax(below, line->descent + clear / 2)
                     : fmax(below, line->descent + f->lines[k + 1].ascent + clear - (s->ascent + half));
        line->height = above + below;
        line->ascent = above - half;
        line->descent = below - half;
        f->height += line->height;
    }
}

/* Which ratio a line is set with: 0 where it stays ragged. */
static double setting_ratio(const setter *s, const section *c, size_t i, size_t j, double room) {
    double ratio = ratio_of(line_sums(c, i, j), room);
    bool last = j == c->count;
    if (ratio > 0 && (!s->options->justified || last || ratio > LOOSEST))
        return 0;
    return fmax(ratio, -1);
}

/* Sums of tokens may differ from the text they make by a hair (kerning, marks that change with their neighbours): what
 * is lacking or too much goes evenly between the parts. */
static void correct_parts(line_part *parts, size_t count, double lack) {
    if (fabs(lack) < 0.01 || (count < 2 && (!count || parts[0].piece)))
        return;
    if (count == 1)
        parts[0].style.tracking += lack / fmax(1, (double)utf8_count(line_trim(parts[0].text)) - 1);
    for (size_t k = 1; k < count; k++)
        parts[k].before += lack / (double)(count - 1);
}

/* Much that is too wide would close the few places between parts: it is taken from between all characters. */
static void tighten_parts(line_part *parts, size_t count, double lack) {
    size_t characters = 0;
    for (size_t k = 0; k < count; k++)
        characters += parts[k].piece ? 0 : utf8_count(line_trim(parts[k].text));
    for (size_t k = 0; k < count && characters; k++)
        parts[k].style.tracking += parts[k].piece ? 0 : lack / (double)characters;
}

static void set_line(const setter *s, const section *c, size_t i, size_t j) {
    double indent = i == 0 ? s->options->first_indent : 0, room = line_room(s, i == 0);
    double ratio = setting_ratio(s, c, i, j, room);
    line_part *parts = ARENA_ARRAY(s->scratch, line_part, 2 * (j - i) + 1);
    size_t count = make_parts(c, i, j, ratio, parts);
    double ends = c->tokens[j - 1].ends; /* blank beyond the line */
    if (count)
        parts[0].before += indent - c->tokens[i].begins;
    double width = line_width(parts, count, s->fonts) - ends;
    if (count > 1 && width - s->options->width > MOST_TAKEN * s->size * (double)(count - 1)) {
        tighten_parts(parts, count, s->options->width - width);
        width = line_width(parts, count, s->fonts) - ends;
    }
    if (ratio != 0 || width > s->options->width)
        correct_parts(parts, count, s->options->width - width);
    piece set = line_set(parts, count, s->fonts, s->arena);
    set.width -= ends;
    push_line(s, &set);
}

static void read_section(setter *s, section *c) {
    double width = fmin(line_room(s, true), line_room(s, false));
    read_text(s, c, width);
    cut_tokens(s, c);
    find_gaps(s, c);
    shrink_pieces(s, c, width);
    cut_wide_tokens(s, c, width);
}

static void set_section(const setter *s, section *c) {
    if (!c->count) {
        push_line(s, &(piece){.scene = scene_new(s->arena)});
        return;
    }
    size_t *ends = ARENA_ARRAY(s->scratch, size_t, c->count + 1);
    size_t lines = choose_breaks(s, c, ends);
    for (size_t k = 0; k < lines; k++)
        set_line(s, c, k ? ends[k - 1] : 0, ends[k]);
}

typedef struct sections {
    section *items;
    size_t count, capacity;
} sections;

static sections cut_sections(const flow_span *spans, size_t count, arena *a) {
    sections all = {0};
    for (size_t from = 0; from < count;) {
        size_t to = from;
        while (to < count && !spans[to].forced_break)
            to++;
        to += to < count;
        *ARENA_PUSH(a, &all, items, count, capacity) =
            (section){.spans = spans, .first_span = from, .span_count = to - from};
        from = to;
    }
    return all;
}

/* The largest text decides the height of lines; where there is none, boxes stand in for it. */
static double body_size(const flow_span *spans, size_t count) {
    double size = 0;
    for (size_t k = 0; k < count; k++)
        size = fmax(size, spans[k].style.size);
    return size;
}

flow paragraph_flow(const flow_span *spans, size_t count, const fonts *f, flow_options o, arena *a) {
    flow result = {0};
    setter s = {.fonts = f,
                .options = &o,
                .arena = a,
                .scratch = arena_scratch(a),
                .size = body_size(spans, count),
                .flow = &result};
    arena_mark start = arena_here(s.scratch);
    sections all = cut_sections(spans, count, s.scratch);
    for (size_t k = 0; k < all.count; k++)
        read_section(&s, &all.items[k]);
    if (s.ascent == 0) {
        s.ascent = 0.75 * s.size;
        s.descent = 0.25 * s.size;
    }
    for (size_t k = 0; k < all.count; k++) {
        set_section(&s, &all.items[k]);
        o.first_indent = 0; /* of the first line of all only */
    }
    size_lines(&s);
    arena_back(s.scratch, start);
    return result;
}
