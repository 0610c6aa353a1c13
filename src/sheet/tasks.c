/* What only exercises have: fields for the name, the marks of a task, lines to write on.
 *
 *   Name ______________  Class ______  Date ______  ┌──────┐
 *                                                   │ / 30 │      sum of marks
 *                                                   └──────┘
 *   1  Enter all values.                              ┌────┐
 *                                                     │ /6 │      marks of a task
 *   ________________________________________          └────┘
 *   what a key writes there, in its hand              lines 25.5 points (9 mm) apart
 */
#include "galley.h"

#include "cloze_box.h"

#include <math.h>

enum { MARK_W = 46, MARK_H = 19, SUM_W = 63, SUM_H = 20, GAP = 12 };

#define LINE_H 25.5
#define LABEL_GAP 4.5

static color muted(const galley *g) {
    return g->options->theme->color.mute;
}

static color inked(const galley *g) {
    return g->options->theme->color.ink;
}

static void draw_box(const galley *g, scene *s, box b, double line, color c, int marks) {
    scene_rect(s, b, 2.5, paint_stroke(c, line));
    text_style style = galley_style(g, FACE_ROMAN, 0.95 * g->options->theme->type.body);
    style.color = c;
    str text = str_format(g->arena, "/ %d", marks);
    scene_text(s, g->options->fonts, style, (point){b.x + b.w - 6, b.y + b.h / 2 + 0.35 * style.size}, ANCHOR_RIGHT,
               text);
}

double galley_marks_width(int marks) {
    return marks ? MARK_W + GAP : 0;
}

void galley_marks(galley *g, row *r, double baseline, int marks) {
    double middle = baseline - 0.35 * g->options->theme->type.body;
    scene_open(r->content, (group){.role = ROLE_PARAGRAPH});
    draw_box(g, r->content, (box){g->x + g->column - MARK_W, middle - MARK_H / 2.0, MARK_W, MARK_H}, 0.7, muted(g),
             marks);
    scene_close(r->content);
}

/* ---- fields ---- */

typedef struct field {
    str words;
    double width;
} field;

static size_t split_fields(galley *g, const block *b, field **fields) {
    str all = spans_plain(b->spans, b->span_count, g->arena);
    size_t count = 0;
    *fields = ARENA_ARRAY(g->arena, field, all.len + 1);
    for (size_t at = 0; fields_next(all, &at, &(*fields)[count].words);)
        count++;
    return count;
}

/* The first field, the name, takes three shares of the room, each other one. */
void galley_fields(galley *g, const block *b) {
    field *fields;
    size_t count = split_fields(g, b, &fields);
    text_style style = galley_style(g, FACE_ROMAN, g->options->theme->type.body);
    style.color = muted(g);
    double room = g->column - (b->marks ? SUM_W + GAP : 0), height = SUM_H + 4, base = height / 2 + 0.35 * style.size;
    for (size_t k = 0; k < count; k++) {
        fields[k].width = text_measure(g->options->fonts, style, fields[k].words).width;
        room -= fields[k].width + LABEL_GAP + (k ? GAP : 0);
    }
    double share = fmax(room, 0) / (double)(count + 2), x = g->x;
    scene *s = scene_new(g->arena);
    for (size_t k = 0; k < count; k++) {
        double line = k ? share : 3 * share;
        scene_text(s, g->options->fonts, style, (point){x, base}, ANCHOR_LEFT, fields[k].words);
        x += fields[k].width + LABEL_GAP;
        scene_line(s, (point){x, base + 3}, (point){x + line, base + 3}, paint_stroke(muted(g), 0.7));
        x += line + GAP;
    }
    if (b->marks)
        draw_box(g, s, (box){g->x + g->column - SUM_W, 2, SUM_W, SUM_H}, 1.1, inked(g), b->marks);
    galley_open(g, ROLE_PARAGRAPH);
    galley_add(g, ROW_OTHER, height, s);
    galley_close(g);
}

/* ---- lines ---- */

/* The words in the hand of the key, as large as the lines have room for. */
static flow written_words(galley *g, const block *b) {
    static const double least = 8;
    text_style hand = cloze_hand(g->options->fonts);
    for (;; hand.size -= 0.5) {
        words w = {0};
        words_add_spans(g, &w, b->spans, b->span_count, hand);
        flow f = words_flow(g, &w, g->column - 8, false);
        if (f.count <= (size_t)b->lines || hand.size <= least)
            return w.count ? f : (flow){0};
    }
}

/* An exercise has so many lines, whatever its key writes on them: where that is more, it stands closer. */
void galley_write(galley *g, const block *b) {
    flow f = written_words(g, b);
    size_t lines = (size_t)b->lines;
    double step = f.count > lines ? LINE_H * (double)lines / (double)f.count : LINE_H;
    galley_open(g, ROLE_PARAGRAPH);
    for (size_t k = 0, word = 0; k < lines; k++) {
        scene *s = scene_new(g->arena);
        for (; word < f.count && (double)(word + 1) * step <= (double)(k + 1) * LINE_H + 0.01; word++)
            scene_take(s, f.lines[word].scene, g->x + 4, (double)(word + 1) * step - (double)k * LINE_H - 5, STR(""));
        scene_open(s, (group){.role = ROLE_ARTIFACT});
        scene_line(s, (point){g->x, LINE_H - 0.5}, (point){g->x + g->column, LINE_H - 0.5},
                   paint_stroke(muted(g), 0.7));
        scene_close(s);
        if (k)
            galley_keep(g);
        galley_add(g, ROW_OTHER, LINE_H, s);
    }
    galley_close(g);
}
