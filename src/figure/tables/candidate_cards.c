/* A card is two paragraphs of words that flow:
 *
 *   ┌─────────────────────────────────────────────┐
 *   │ s = 1   4 (×) 2 × 5     min = 40   max = 40 │   HEAD
 *   │ a = 4   b = 4   c = 10   d = 10             │   WORK
 *   │ ac = 4 × 10 = 40                            │
 *   └─────────────────────────────────────────────┘
 */
#include "tables/candidate_cards.h"

#include "chain.h"
#include "tables/cells.h"
#include "tables/split_line.h"

#include "number.h"

#include <math.h>

enum { PADDING = 6, LINE_H = 16, CARD_GAP = 5, WORD_GAP = 12, BOX_ROOM = 3, TIE_H = 13 };
enum { HEAD, WORK, PARAGRAPHS };

/* Either a line with a split, or what leads in and a value that may be boxed. */
typedef struct card_word {
    piece lead, value;
    bool kept, tied;
    const split_line *line;
} card_word;

typedef struct paragraph {
    card_word *words;
    chain_link *links;
    size_t count, lines;
} paragraph;

typedef struct card {
    drawing *d;
    const candidate_rows *set;
    const shown_row *row;
    paragraph paragraphs[PARAGRAPHS];
    double width, height; /* of the paper, and of the whole card */
} card;

static double text_size_of(const card *c) {
    return c->d->t->type.table_cell * 0.92;
}

static text_style style_of(const card *c, face face) {
    return drawing_style(face, text_size_of(c), c->d->t->color.ink);
}

static void add_word(paragraph *p, card_word w) {
    double box_room = w.kept || w.tied ? 2 * BOX_ROOM : 0;
    double width = w.line ? w.line->width : w.lead.width + w.value.width + box_room;
    p->words[p->count] = w;
    p->links[p->count++] = (chain_link){.w = width, .gap = WORD_GAP};
}

/* "tex = value", the value boxed if it wins. */
static card_word equation(const card *c, str tex, str value, bool kept, bool tied) {
    card_word w = {.kept = kept, .tied = tied};
    w.lead = drawing_label(c->d, str_format(c->d->a, "$%.*s = {}$", STR_ARG(tex)), style_of(c, FACE_ROMAN));
    if (value.len == 0) {
        w.value = drawing_blank(c->d, LINE_H - 3);
        return w;
    }
    w.value = drawing_value(c->d, value, candidate_value_name(c->d, c->row, tex),
                            c->width - w.lead.width - 2 * BOX_ROOM, style_of(c, kept ? FACE_BOLD : FACE_ROMAN));
    return w;
}

static void add_line(card *c, paragraph *p) {
    if (!c->set->has_chain || c->row->split == 0)
        return;
    split_line *line = ARENA_NEW(c->d->a, split_line);
    static const line_form forms[] = {LINE_FULL, LINE_ENDS, LINE_NAMES};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        *line = split_line_of(c->d, &c->set->hand, c->row->split, forms[k], text_size_of(c));
        if (line->width <= c->width - p->links[0].w - WORD_GAP)
            break;
    }
    add_word(p, (card_word){.line = line});
}

static void fill_head(card *c, paragraph *p) {
    str label = str_format(c->d->a, "**$%.*s$**", STR_ARG(candidate_label_tex(c->d, c->row->candidate)));
    add_word(p, (card_word){.lead = drawing_label(c->d, label, style_of(c, FACE_BOLD))});
    add_line(c, p);
    for (size_t k = 0; k < c->set->fact_count; k++) {
        if (!candidate_counts(c->row->candidate, c->set->facts[k]))
            continue;
        str name = table_short(c->d, c->set->facts[k]->table);
        add_word(p, equation(c, str_format(c->d->a, "\\text{%.*s}", STR_ARG(name)), c->row->values[k], c->row->kept[k],
                             c->row->tied[k]));
    }
}

/* Terms, then ways. */
static void fill_work(card *c, paragraph *p) {
    const story_candidate *candidate = c->row->candidate;
    for (size_t k = 0; k < candidate->term_count; k++)
        add_word(p, equation(c, candidate->terms[k].name, candidate->terms[k].value, false, false));
    for (size_t k = 0; k < c->row->way_count; k++) {
        const shown_way *way = &c->row->ways[k];
        str tex = way->work.len ? str_format(c->d->a, "%.*s = %.*s", STR_ARG(way->tex), STR_ARG(way->work)) : way->tex;
        double lead = drawing_label(c->d, str_format(c->d->a, "$%.*s$", STR_ARG(tex)), style_of(c, FACE_ROMAN)).width;
        add_word(p, equation(c, lead > c->width * 0.62 ? way->tex : tex, way->value, way->kept, way->tied));
    }
}

static card card_of(drawing *d, const candidate_rows *set, const shown_row *row, double width) {
    static void (*const fill[PARAGRAPHS])(card *, paragraph *) = {fill_head, fill_work};
    card c = {.d = d, .set = set, .row = row, .width = width - 2 * PADDING - d->t->space.chosen_bar};
    size_t most = 2 + set->fact_count + row->candidate->term_count + row->way_count;
    c.height = 2 * PADDING - 3;
    for (size_t k = 0; k < PARAGRAPHS; k++) {
        paragraph *p = &c.paragraphs[k];
        *p = (paragraph){.words = ARENA_ARRAY(d->a, card_word, most), .links = ARENA_ARRAY(d->a, chain_link, most)};
        fill[k](&c, p);
        p->lines = chain_place(p->links, p->count, c.width).lines;
        c.height += (double)p->lines * LINE_H;
    }
    return c;
}

static void draw_word(const card *c, scene *s, const card_word *w, point at) {
    if (w->line) {
        split_line_draw(c->d, s, w->line, (point){at.x, at.y - 1});
        return;
    }
    drawing_put_middle(s, &w->lead, at, ANCHOR_LEFT);
    if (w->value.width == 0)
        return;
    double x = at.x + w->lead.width + (w->kept || w->tied ? BOX_ROOM : 0);
    if (w->kept || w->tied)
        drawing_box_value(
            c->d, s, (box){x - 3, at.y - text_size_of(c) / 2 - 2.5, w->value.width + 6, text_size_of(c) + 5}, w->kept);
    drawing_put_middle(s, &w->value, (point){x, at.y}, ANCHOR_LEFT);
}

static void draw_card(const card *c, scene *s, double top, double width) {
    const theme *t = c->d->t;
    bool wins = c->row->wins;
    str label = c->row->candidate->label;
    scene_open(s, (group){.role = ROLE_PART,
                          .id = drawing_id(c->d, "candidate-%zu", c->row->candidate->number),
                          .title = label,
                          .alt = label});
    double line = wins ? t->stroke.chosen : t->stroke.frame;
    scene_rect(s, (box){line / 2, top + line / 2, width - line, c->height - line}, t->space.radius,
               paint_stroke(wins ? t->color.chosen_line : t->color.rule, line));
    if (wins)
        scene_rect(s, (box){line / 2, top + t->space.radius, t->space.chosen_bar, c->height - 2 * t->space.radius}, 0,
                   paint_fill(t->color.chosen_line));
    double left = PADDING + t->space.chosen_bar / 2, y = top + PADDING - 1.5 + LINE_H / 2.0;
    for (size_t k = 0; k < PARAGRAPHS; k++) {
        const paragraph *p = &c->paragraphs[k];
        for (size_t w = 0; w < p->count; w++)
            draw_word(c, s, &p->words[w], (point){left + p->links[w].x, y + (double)p->links[w].line * LINE_H});
        y += (double)p->lines * LINE_H;
    }
    scene_close(s);
}

void cards_draw(drawing *d, const candidate_rows *set, double width, double height) {
    piece *ties = ARENA_ARRAY(d->a, piece, set->fact_count + 1);
    size_t tie_count = candidate_ties(d, set, width, ties);
    double tie_room = tie_count ? 4 + TIE_H * (double)tie_count : 0, y = 0;
    scene *s = NULL;
    for (size_t r = 0; r < set->count; r++) {
        card c = card_of(d, set, &set->rows[r], width);
        double after = r + 1 == set->count ? tie_room : 0;
        if (s && height > 0 && y + CARD_GAP + c.height + after > height) {
            drawing_size(s, width, y);
            s = NULL;
        }
        y = s ? y + CARD_GAP : 0;
        s = s ? s : drawing_part(d);
        draw_card(&c, s, y, width);
        y += c.height;
    }
    for (size_t k = 0; k < tie_count; k++)
        drawing_put_middle(s, &ties[k], (point){0, y + 4 + TIE_H * ((double)k + 0.5)}, ANCHOR_LEFT);
    drawing_size(s, width, y + tie_room);
}
