/* The layout of trees alone: places a random tree of so many nodes, again and again, and prints the least processor
 * time.
 *
 *   bench_tree NODES ROUNDS
 */
#define _GNU_SOURCE
#include "tree.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state = 88172645463325252u;

static uint64_t random_below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state * 0x2545F4914F6CDD1DULL >> 20) % limit;
}

/* Each node hangs under one of the nodes of the last few hundred: bushy, of some depth, as trees of calls are. */
static void make(tree_node *nodes, size_t count) {
    for (size_t k = 0; k < count; k++) {
        uint64_t reach = k < 300 ? (k ? k : 1) : 300;
        nodes[k] = (tree_node){.parent = k ? k - 1 - random_below(reach) : 0,
                               .w = 20 + (double)random_below(60),
                               .h = 20 + (double)random_below(20)};
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
    long count = argc > 2 ? atol(argv[1]) : 0, rounds = argc > 2 ? atol(argv[2]) : 0;
    if (count < 1 || rounds < 1) {
        fputs("usage: bench_tree NODES ROUNDS\n", stderr);
        return 2;
    }
    double least = 0;
    for (long round = 0; round < rounds; round++) {
        arena *a = arena_new(NULL);
        tree_node *nodes = ARENA_ARRAY(a, tree_node, (size_t)count);
        make(nodes, (size_t)count);
        double start = now();
        tree_place(nodes, (size_t)count, (tree_options){.level_gap = 30, .sibling_gap = 9, .aligned = true}, a);
        double spent = now() - start;
        least = round == 0 || spent < least ? spent : least;
        arena_free(a);
    }
    printf("%.2f\n", least);
    return 0;
}
