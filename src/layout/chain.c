#include "chain.h"

#define TOLERANCE 1e-6

/* Lines needed when each is filled before the next is begun. */
static chain_extent chain_fill(chain_link *links, size_t count, double width) {
    chain_extent extent = {0, count ? 1 : 0};
    double x = 0;
    for (size_t k = 0; k < count;) {
        /* A stretch: a link that may begin a line, and those joined to it. */
        size_t end = k + 1;
        double length = links[k].w;
        for (; end < count && links[end].joined; end++)
            length += links[end].gap + links[end].w;
        double gap = x > 0 ? links[k].gap : 0;
        if (x > 0 && x + gap + length > width + TOLERANCE) {
            extent.lines++;
            x = gap = 0;
        }
        for (size_t first = k; k < end; k++) {
            x += k == first ? gap : links[k].gap;
            links[k].x = x;
            links[k].line = extent.lines - 1;
            x += links[k].w;
        }
        extent.w = x > extent.w ? x : extent.w;
    }
    return extent;
}

chain_extent chain_place(chain_link *links, size_t count, double width) {
    double all = 0;
    for (size_t k = 0; k < count; k++)
        all += links[k].w + links[k].gap;
    if (width <= 0)
        return chain_fill(links, count, all);
    size_t wanted = chain_fill(links, count, width).lines;
    double low = 0, high = width;
    for (int round = 0; round < 40 && wanted > 1; round++) {
        double middle = (low + high) / 2;
        if (chain_fill(links, count, middle).lines <= wanted)
            high = middle;
        else
            low = middle;
    }
    return chain_fill(links, count, high);
}
