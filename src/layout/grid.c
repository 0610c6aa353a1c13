#include "grid.h"

/* Sums of the same sizes in another order must not decide whether something fits. */
#define TOLERANCE 1e-6

double grid_sum(const double *sizes, size_t count) {
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += sizes[k];
    return sum;
}

static double grid_largest(const double *sizes, size_t count) {
    double largest = 0;
    for (size_t k = 0; k < count; k++)
        largest = sizes[k] > largest ? sizes[k] : largest;
    return largest;
}

void grid_even(double *sizes, size_t count) {
    double largest = grid_largest(sizes, count);
    for (size_t k = 0; k < count; k++)
        sizes[k] = largest;
}

static double grid_level_size(double size, double least, double level) {
    double lowered = size < level ? size : level;
    return lowered > least ? lowered : least;
}

static double grid_sum_at(const double *sizes, const double *least, size_t count, double level) {
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += grid_level_size(sizes[k], least[k], level);
    return sum;
}

bool grid_squeeze(double *sizes, const double *least, size_t count, double limit) {
    if (grid_sum(sizes, count) <= limit + TOLERANCE)
        return true;
    double low = 0, high = grid_largest(sizes, count);
    for (int round = 0; round < 60; round++) {
        double middle = (low + high) / 2;
        if (grid_sum_at(sizes, least, count, middle) <= limit)
            low = middle;
        else
            high = middle;
    }
    for (size_t k = 0; k < count; k++)
        sizes[k] = grid_level_size(sizes[k], least[k], low);
    return grid_sum(sizes, count) <= limit + TOLERANCE;
}

/* Blocks needed when each is filled before the next is begun; written to `blocks` unless that is NULL. */
static size_t grid_fill(const double *sizes, size_t count, double limit, grid_block *blocks) {
    size_t used = 0;
    for (size_t k = 0; k < count; used++) {
        size_t first = k;
        double sum = sizes[k++];
        while (k < count && sum + sizes[k] <= limit + TOLERANCE)
            sum += sizes[k++];
        if (blocks)
            blocks[used] = (grid_block){first, k - first};
    }
    return used;
}

grid_blocks grid_split(const double *sizes, size_t count, double head, double limit, arena *a) {
    double room = limit > 0 ? limit - head : grid_sum(sizes, count);
    size_t wanted = grid_fill(sizes, count, room, NULL);
    /* The smallest room that needs no more blocks than the room there is. */
    double low = 0, high = room;
    for (int round = 0; round < 40 && wanted > 1; round++) {
        double middle = (low + high) / 2;
        if (grid_fill(sizes, count, middle, NULL) <= wanted)
            high = middle;
        else
            low = middle;
    }
    grid_blocks blocks = {ARENA_ARRAY(a, grid_block, wanted + 1), wanted};
    grid_fill(sizes, count, high, blocks.items);
    return blocks;
}
