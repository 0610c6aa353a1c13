/* The cards of a hand, as they lie on the table; under a letter stands what it counts.
 *
 *   ┌───┐ ┌───┐ ┌───┐ ┌───┐
 *   │ 3 │ │ 3 │ │ 8 │ │ K │
 *   └───┘ └───┘ └───┘ └───┘
 *                      = 13
 */
#include "chain.h"
#include "game24/story/hands.h"
#include "number.h"
#include "rows/card_row.h"

#include <math.h>

enum { CARD_H = 34, GAP = 10, UNDER = 14 };

static bool deal_draws(const story_run *r) {
    const datum *numbers = datum_get(r->story->instance, "numbers");
    return numbers && numbers->kind == DATUM_LIST && numbers->count;
}

typedef struct deal {
    drawing *d;
    card_hand hand;
    card_row row;
} deal;

static void draw_card(const deal *x, scene *s, size_t k, point at) {
    drawing *d = x->d;
    str number = number_shown(x->hand.numbers[k], d->a), face = x->hand.faces[k];
    bool letter = !str_equal(face, x->hand.numbers[k]);
    str alt = letter ? str_format(d->a, "%.*s = %.*s", STR_ARG(face), STR_ARG(number)) : number;
    card_row one = {.texts = &x->row.texts[k], .widths = &x->row.widths[k], .count = 1, .h = x->row.h};
    scene_open(s, (group){.role = ROLE_PART, .id = drawing_id(d, "card-%zu", k + 1), .title = face, .alt = alt});
    card_row_draw(d, s, &one, at);
    if (letter) {
        piece under = drawing_text(d, str_format(d->a, "= %.*s", STR_ARG(number)),
                                   drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.mute));
        drawing_put_middle(s, &under, (point){at.x + x->row.widths[k] / 2, at.y + CARD_H + UNDER / 2.0 + 1},
                           ANCHOR_CENTRE);
    }
    scene_close(s);
}

static figure *deal_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    deal x = {.d = d, .hand = hand_of_story(q->moment->story, d->a)};
    x.row = card_row_of(d, x.hand.faces, x.hand.count, CARD_H);
    chain_link *links = ARENA_ARRAY(d->a, chain_link, x.hand.count);
    for (size_t k = 0; k < x.hand.count; k++)
        links[k] = (chain_link){.w = x.row.widths[k], .gap = GAP};
    chain_extent e = chain_place(links, x.hand.count, q->width > 0 ? q->width - 2 : 0);
    double line = CARD_H + GAP + (x.hand.letters ? UNDER : 0);
    scene *s = drawing_part(d);
    for (size_t k = 0; k < x.hand.count; k++)
        draw_card(&x, s, k, (point){1 + links[k].x, 1 + (double)links[k].line * line});
    drawing_size(s, e.w + 2, (double)e.lines * line - GAP + 2);
    drawing_fact(d, "hand", hand_text(&x.hand, d->a));
    drawing_fact_integer(d, "card_count", (int64_t)x.hand.count);
    return drawing_end(d, "hand");
}

const figure_kind hand_figure = {
    .name = "hand",
    .old_name = "deal",
    .summary = "the cards of a hand as they lie on the table",
    .counts = STEP_PUT,
    .bare = true,
    .draws = deal_draws,
    .build = deal_build,
};
