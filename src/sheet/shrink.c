#include "shrink.h"

#include <math.h>

double figure_least_scale(const figure *f, double least) {
    double smallest = 0;
    for (size_t k = 0; k < f->count; k++)
        for (size_t n = 0; n < f->parts[k]->count; n++) {
            const item *it = &f->parts[k]->items[n];
            if (it->kind == ITEM_GLYPHS && (smallest <= 0 || it->run->size < smallest))
                smallest = it->run->size;
        }
    return smallest > least ? least / smallest : smallest > 0 ? 1 : 0.1;
}

void figure_scale(figure *f, double scale) {
    for (size_t k = 0; k < f->count && scale < 1; k++) {
        scene *whole = f->parts[k], *small = scene_new(whole->arena);
        scene_place(small, whole, 0, 0, scale, STR(""));
        small->w = whole->w * scale;
        small->h = whole->h * scale;
        small->title = whole->title;
        small->alt = whole->alt;
        f->parts[k] = small;
    }
}

/* At which all parts fit; 1 at most. */
static double fitting_scale(const figure *f, double width, double height) {
    double scale = 1;
    for (size_t k = 0; k < f->count; k++) {
        if (width > 0 && f->parts[k]->w > 0)
            scale = fmin(scale, width / f->parts[k]->w);
        if (height > 0 && f->parts[k]->h > 0)
            scale = fmin(scale, height / f->parts[k]->h);
    }
    return scale;
}

void figure_shrink(figure *f, double width, double height, double least) {
    double scale = fitting_scale(f, width, height);
    if (scale < 1)
        figure_scale(f, fmax(scale, figure_least_scale(f, least)));
}

bool figure_squeeze(figure *f, double width, double height) {
    static const double least = 1.2; /* points: lettering that a reader can still magnify */
    double scale = fitting_scale(f, width, height);
    if (scale < 1 && scale < figure_least_scale(f, least))
        return false;
    figure_scale(f, scale);
    return true;
}
