#include "render.h"

str render_bytes(const backend *b, const pages *p, size_t first, const render_options *o, arena *a, error *e) {
    if (!backend_has_many_pages(b))
        return b->picture(p->items[first], first, p->count, &p->info, o, a, e);
    strbuf bytes = strbuf_in(a);
    renderer *r = b->begin(&p->info, sink_into(&bytes), a, e);
    bool good = true;
    for (size_t k = 0; good && k < p->count; k++)
        good = b->page(r, p->items[k]);
    good = good && b->end(r, &p->outline);
    b->close(r);
    return good ? strbuf_text(&bytes) : STR("");
}
