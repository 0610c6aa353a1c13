/* An arena is a chain of blocks; the newest is filled from the front:
 *
 *   arena ──▶ block [used·····|free] ──▶ block [full] ──▶ block [full]
 *        └──▶ clean-up ──▶ clean-up      (newest first, so they run in reverse)
 */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 16, ALIGNMENT = 16 };

typedef struct block {
    struct block *older;
    size_t size;
    size_t used;
    _Alignas(ALIGNMENT) char bytes[];
} block;

typedef struct cleanup {
    struct cleanup *older;
    void (*release)(void *);
    void *thing;
} cleanup;

struct arena {
    arena_policy policy;
    block *newest;
    cleanup *cleanups;
    size_t used;
};

static _Noreturn void exhausted(const arena_policy *policy, size_t wanted) {
    if (policy && policy->exhausted)
        policy->exhausted(policy->user, wanted);
    abort();
}

arena *arena_new(const arena_policy *policy) {
    arena *a = calloc(1, sizeof *a);
    if (!a)
        exhausted(policy, sizeof *a);
    if (policy)
        a->policy = *policy;
    return a;
}

void arena_free(arena *a) {
    if (!a)
        return;
    for (cleanup *c = a->cleanups; c; c = c->older)
        c->release(c->thing);
    for (block *b = a->newest; b;) {
        block *older = b->older;
        free(b);
        b = older;
    }
    free(a);
}

void *arena_alloc(arena *a, size_t size) {
    if (size > SIZE_MAX - sizeof(block) - ALIGNMENT)
        exhausted(&a->policy, size);
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (a->policy.limit && size > a->policy.limit - a->used)
        exhausted(&a->policy, size);
    if (!a->newest || size > a->newest->size - a->newest->used) {
        size_t wanted = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block *b = calloc(1, sizeof *b + wanted);
        if (!b)
            exhausted(&a->policy, wanted);
        b->size = wanted;
        /* A large thing gets a block of its own behind the newest, whose free end stays in use. */
        if (a->newest && size > BLOCK_SIZE / 4) {
            b->older = a->newest->older;
            a->newest->older = b;
            b->used = size;
            a->used += size;
            return b->bytes;
        }
        b->older = a->newest;
        a->newest = b;
    }
    void *place = a->newest->bytes + a->newest->used;
    a->newest->used += size;
    a->used += size;
    return place;
}

void *arena_array(arena *a, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        exhausted(&a->policy, SIZE_MAX);
    return arena_alloc(a, count * size);
}

void *arena_grow(arena *a, void *old, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity)
        return old;
    size_t larger = *capacity < 8 ? 8 : *capacity * 2;
    while (larger < needed)
        larger *= 2;
    void *grown = arena_array(a, larger, size);
    if (old)
        memcpy(grown, old, *capacity * size);
    *capacity = larger;
    return grown;
}

void arena_at_free(arena *a, void (*release)(void *), void *thing) {
    cleanup *c = ARENA_NEW(a, cleanup);
    *c = (cleanup){a->cleanups, release, thing};
    a->cleanups = c;
}

size_t arena_used(const arena *a) {
    return a->used;
}
