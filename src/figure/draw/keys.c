#include "draw/keys.h"

#include "chain.h"

enum { LABEL_GAP = 6, ENTRY_GAP = 22, LINE_H = 15 };

void keys_add(drawing *d, keys *k, const char *phrase, void (*draw)(const drawing *, scene *, box, const void *),
              const void *user) {
    if (!drawing_has_legend(d))
        return;
    text_style style = drawing_style(FACE_ROMAN, d->t->type.legend, d->t->color.mute);
    *ARENA_PUSH(d->a, k, items, count, capacity) =
        (key_entry){draw, user, drawing_label(d, drawing_say(d, phrase, NULL), style)};
}

static chain_extent place(drawing *d, const keys *k, double width, chain_link **links) {
    *links = ARENA_ARRAY(d->a, chain_link, k->count);
    for (size_t n = 0; n < k->count; n++)
        (*links)[n] = (chain_link){.w = KEY_W + LABEL_GAP + k->items[n].label.width, .gap = ENTRY_GAP};
    return chain_place(*links, k->count, width);
}

double keys_height(drawing *d, const keys *k, double width) {
    chain_link *links;
    return k->count && drawing_has_legend(d) ? (double)place(d, k, width, &links).lines * LINE_H : 0;
}

double keys_width(drawing *d, const keys *k, double width) {
    chain_link *links;
    return k->count ? place(d, k, width, &links).w : 0;
}

void keys_draw(drawing *d, const keys *k, scene *s, point at, double width) {
    if (k->count == 0 || !drawing_has_legend(d))
        return;
    chain_link *links;
    place(d, k, width, &links);
    scene_open(s, (group){.role = ROLE_NONE});
    for (size_t n = 0; n < k->count; n++) {
        double x = at.x + links[n].x, middle = at.y + ((double)links[n].line + 0.5) * LINE_H;
        k->items[n].draw(d, s, (box){x, middle - KEY_H / 2.0, KEY_W, KEY_H}, k->items[n].user);
        drawing_put_middle(s, &k->items[n].label, (point){x + KEY_W + LABEL_GAP, middle}, ANCHOR_LEFT);
    }
    scene_close(s);
}

void key_best_way(const drawing *d, scene *s, box b, const void *user) {
    (void)user;
    double inset = d->t->stroke.best_path / 2;
    scene_line(s, (point){b.x + inset, b.y + b.h / 2}, (point){b.x + b.w - inset, b.y + b.h / 2},
               paint_stroke(d->t->color.path_line, d->t->stroke.best_path));
}
