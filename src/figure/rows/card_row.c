#include "rows/card_row.h"

#include "trees/twigs.h"

#include <math.h>

/* Of the height of a card. */
static const double type_share = 0.55, least_width = 0.76, padding = 0.34, gap_share = 0.16, widest = 3.2;

card_row card_row_of(drawing *d, const str *texts, size_t count, double height) {
    card_row r = {.texts = ARENA_ARRAY(d->a, piece, count ? count : 1),
                  .widths = ARENA_ARRAY(d->a, double, count ? count : 1),
                  .count = count,
                  .h = height,
                  .gap = height * gap_share};
    text_style style = drawing_style(FACE_ROMAN, fmax(height * type_share, d->t->type.least), d->t->color.ink);
    for (size_t k = 0; k < count; k++) {
        r.texts[k] = drawing_value(d, texts[k], STR(""), height * widest, style);
        r.widths[k] = fmax(height * least_width, r.texts[k].width + height * padding);
        r.w += r.widths[k] + (k ? r.gap : 0);
    }
    return r;
}

void card_row_draw(const drawing *d, scene *s, const card_row *row, point at) {
    for (size_t k = 0; k < row->count; k++) {
        scene_open(s, (group){.role = ROLE_NONE});
        leaf_draw(d, s, (box){at.x, at.y, row->widths[k], row->h}, &row->texts[k]);
        scene_close(s);
        at.x += row->widths[k] + row->gap;
    }
}
