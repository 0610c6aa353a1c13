#include "cloze_box.h"

#include <math.h>

#define BOX_HEIGHT 23.0
#define BOX_SIDE 1.5 /* clear of what stands beside it */
#define BOX_LINE 0.9
#define RADIUS 2.5
#define CAP 0.7   /* height of figures, of the size */
#define HAND 13.0 /* size of what is written by hand, where there is room */
#define HAND_LEAST 7.5

static const color line_color = {0x44, 0x48, 0x4F}, hand_color = {0x1F, 0x3F, 0xB0};

double cloze_width(const cloze *b) {
    static const double widths[] = {17, 30, 40};
    enum { KNOWN = sizeof widths / sizeof *widths };
    return b->size <= KNOWN ? widths[b->size - 1] : widths[KNOWN - 1] + 11.0 * (double)(b->size - KNOWN);
}

text_style cloze_hand(const fonts *f) {
    (void)f;
    return (text_style){.face = FACE_HAND, .size = HAND, .color = hand_color};
}

/* In the middle of the room, smaller where that is little. */
static void write_hand(piece *p, const cloze *b, double middle, double size, const fonts *f) {
    text_style hand = cloze_hand(f);
    hand.size = size;
    text_size measure = text_measure(f, hand, b->text);
    if (measure.width > p->width - 3) {
        hand.size = fmax(hand.size * (p->width - 3) / measure.width, HAND_LEAST);
        measure = text_measure(f, hand, b->text);
    }
    scene_text(p->scene, f, hand, (point){(p->width - measure.width) / 2, middle + CAP * hand.size / 2}, ANCHOR_LEFT,
               b->text);
}

piece cloze_set(const cloze *b, bool boxed, double width, const fonts *f, text_style style, arena *a) {
    piece p = {.scene = scene_new(a), .width = cloze_width(b)};
    double middle = -CAP * style.size / 2;
    if (!boxed && width > 0)
        p.width = fmin(p.width, width);
    if (boxed) {
        paint line = {.width = BOX_LINE, .stroke = line_color};
        scene_rect(p.scene, (box){BOX_SIDE, middle - BOX_HEIGHT / 2, p.width - 2 * BOX_SIDE, BOX_HEIGHT}, RADIUS, line);
    }
    double height = boxed ? BOX_HEIGHT + BOX_LINE : style.size;
    p.ascent = height / 2 - middle;
    p.descent = fmax(height / 2 + middle, 0);
    if (b->written)
        write_hand(&p, b, middle, boxed ? HAND : fmin(fmax(1.15 * style.size, HAND_LEAST), HAND), f);
    return p;
}
