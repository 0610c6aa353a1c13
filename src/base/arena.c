/* An arena is a chain of blocks; the newest is filled from the front:
 *
 *   arena ──▶ block [used·····|free] ──▶ block [full] ──▶ block [full]
 *        └──▶ clean-up ──▶ clean-up      (newest first, so they run in reverse)
 */
#define _GNU_SOURCE
#include "arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* In a build with AddressSanitizer what is not handed out, or was given back, may not be touched. GCC says so by a
 * macro, clang by a feature. */
#if defined __has_feature
#if __has_feature(address_sanitizer) && !defined __SANITIZE_ADDRESS__
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

/* A small arena takes small blocks. A large one takes them by the huge page: of the time that a document of some pages
 * took, a third went into faults of single pages. */
enum { SMALL_BLOCK = 1 << 16, SMALL_ARENA = 1 << 18, HUGE_PAGE = 1 << 21, LARGE_BLOCK = 2 * HUGE_PAGE, ALIGNMENT = 16 };

typedef struct block {
    struct block *older;
    size_t size;
    size_t used;
    size_t dirty;  /* up to here it was in use before, and is no longer zero beyond `used` */
    size_t mapped; /* bytes mapped from the system; 0: from calloc */
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
    arena *scratch; /* NULL until asked for */
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

static void release_block(block *b) {
    ASAN_UNPOISON_MEMORY_REGION(b->bytes, b->size);
    if (b->mapped)
        munmap(b, b->mapped);
    else
        free(b);
}

static void run_cleanups(arena *a, const cleanup *until) {
    for (; a->cleanups != until; a->cleanups = a->cleanups->older)
        a->cleanups->release(a->cleanups->thing);
}

/* Releases the blocks from `b` to before `until`; returns that. */
static block *release_blocks(block *b, const block *until) {
    while (b && b != until) {
        block *older = b->older;
        release_block(b);
        b = older;
    }
    return b;
}

void arena_free(arena *a) {
    if (!a)
        return;
    run_cleanups(a, NULL);
    release_blocks(a->newest, NULL);
    arena_free(a->scratch);
    free(a);
}

/* Zeroed memory that begins at a huge page, from the system; NULL if there is none. */
static block *map_block(size_t size) {
#ifdef __SANITIZE_ADDRESS__
    (void)size; /* the sanitizers know calloc only */
    return NULL;
#else
    char *start = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)start & (HUGE_PAGE - 1), after = HUGE_PAGE - before;
    if (before)
        munmap(start, before);
    if (after)
        munmap(start + before + size, after);
    block *b = (void *)(start + before);
    madvise(b, size, MADV_HUGEPAGE);
    b->mapped = size;
    return b;
#endif
}

/* Makes room for `size` bytes. A large thing gets a block of its own behind the newest, whose free end stays in use. */
static block *add_block(arena *a, size_t size) {
    size_t usual = a->used < SMALL_ARENA ? SMALL_BLOCK : LARGE_BLOCK - sizeof(block);
    bool alone = size > usual / 4;
    size_t wanted = alone ? size : usual;
    block *b = wanted > SMALL_BLOCK && !alone ? map_block(LARGE_BLOCK) : NULL;
    if (!b)
        b = calloc(1, sizeof *b + wanted);
    if (!b)
        exhausted(&a->policy, wanted);
    b->size = wanted;
    ASAN_POISON_MEMORY_REGION(b->bytes, b->size);
    block **place = alone && a->newest ? &a->newest->older : &a->newest;
    b->older = *place;
    *place = b;
    return b;
}

static size_t aligned(size_t size) {
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

/* The next `size` bytes of a block, which has them. */
static void *take(arena *a, block *b, size_t size) {
    char *place = b->bytes + b->used;
    ASAN_UNPOISON_MEMORY_REGION(place, size);
    if (b->used < b->dirty)
        memset(place, 0, size < b->dirty - b->used ? size : b->dirty - b->used);
    b->used += size;
    a->used += size;
    return place;
}

void *arena_alloc(arena *a, size_t size) {
    if (size > SIZE_MAX - sizeof(block) - ALIGNMENT)
        exhausted(&a->policy, size);
    size = aligned(size);
    if (a->policy.limit && size > a->policy.limit - a->used)
        exhausted(&a->policy, size);
    block *b = a->newest;
    if (!b || size > b->size - b->used)
        b = add_block(a, size);
    return take(a, b, size);
}

void *arena_array(arena *a, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        exhausted(&a->policy, SIZE_MAX);
    return arena_alloc(a, count * size);
}

/* Makes the array that was allocated last larger where it is; false if something follows it or the block ends. */
static bool extend(arena *a, const char *old, size_t held, size_t wanted) {
    block *b = a->newest;
    held = aligned(held);
    if (!b || old + held != b->bytes + b->used || wanted > SIZE_MAX / 2)
        return false;
    size_t more = aligned(wanted) - held;
    if (more > b->size - b->used || (a->policy.limit && more > a->policy.limit - a->used))
        return false;
    take(a, b, more);
    return true;
}

void *arena_grow(arena *a, void *old, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity)
        return old;
    size_t least = size < 32 ? 64 / size : 2; /* of large things there is often but one */
    size_t larger = *capacity ? *capacity * 2 : least;
    if (larger < needed)
        larger = needed;
    if (old && larger <= SIZE_MAX / size && extend(a, old, *capacity * size, larger * size)) {
        *capacity = larger;
        return old;
    }
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

arena *arena_scratch(arena *a) {
    if (!a->scratch)
        a->scratch = arena_new(&a->policy);
    return a->scratch;
}

arena_mark arena_here(const arena *a) {
    const block *b = a->newest;
    return (arena_mark){a->newest, b ? b->older : NULL, b ? b->used : 0, a->used, a->cleanups};
}

/* Of an arena that was empty the first block is kept, since it will be wanted again. */
void arena_back(arena *a, arena_mark m) {
    run_cleanups(a, m.cleanups);
    block *kept = m.block;
    for (block *b = a->newest; !m.block && b; b = b->older)
        kept = b;
    if (kept) {
        a->newest = release_blocks(a->newest, kept);
        kept->older = release_blocks(kept->older, m.older); /* what stood alone behind it */
        kept->dirty = kept->used > kept->dirty ? kept->used : kept->dirty;
        ASAN_POISON_MEMORY_REGION(kept->bytes + m.block_used, kept->used - m.block_used);
        kept->used = m.block_used;
    }
    a->used = m.used;
}

size_t arena_used(const arena *a) {
    return a->used;
}
