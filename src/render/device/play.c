#include "render.h"

#include <math.h>

/* Unbalanced scenes are faults for scene_faults to tell; here a surplus CLOSE is passed over and what is still open at
 * the end is closed, so that no backend writes a broken file. */
void scene_play(const scene *s, const device *d, void *user) {
    const group **open = ARENA_ARRAY(s->arena, const group *, s->count + 1);
    size_t depth = 0;
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_OPEN) {
            open[depth++] = it->group;
            if (d->open)
                d->open(user, it->group);
        } else if (it->kind == ITEM_CLOSE && depth > 0) {
            depth--;
            if (d->close)
                d->close(user, open[depth]);
        } else if (it->kind == ITEM_PATH && d->path) {
            d->path(user, it->segments, it->segment_count, it->paint);
        } else if (it->kind == ITEM_GLYPHS && d->glyphs) {
            d->glyphs(user, it->run);
        }
    }
    while (depth-- > 0)
        if (d->close)
            d->close(user, open[depth]);
}
