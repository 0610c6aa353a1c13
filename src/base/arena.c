/* An arena is a chain of blocks; the newest is filled from the front:
 *
 *   arena ──▶ block [used·····|free] ──▶ block [full] ──▶ block [full]
 *        └──▶ clean-up ──▶ clean-up      (newest first, so they run in reverse)
 */
#define _GNU_SOURCE
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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
    size_t dirty;  /* bytes used at some time: those from `used` to here are not zero */
    size_t mapped; /* bytes mapped from the system; 0: from calloc */
    _Alignas(ALIGNMENT) char bytes[];
} block;

typedef struct cleanup {
    struct cleanup *older;
    void (*release)(void *);
    void *thing;
} cleanup;

struct arena {
    memory_budget *budget; /* may be NULL */
    block *newest;
    cleanup *cleanups;
    size_t used;
    arena *scratch; /* NULL until asked for */
    block *spare;   /* a mapped block given back: page after page wants one, and mapping takes long; NULL: none */
};

/* ---- the budget ---- */

static memory_budget *served;

enum { MOST_CLEAN_UPS = 8 };
static struct {
    void (*run)(void *thing);
    void *thing;
} clean_ups[MOST_CLEAN_UPS];
static size_t clean_up_count;

bool budget_at_exhaustion(void (*clean_up)(void *thing), void *thing) {
    if (clean_up_count == MOST_CLEAN_UPS)
        return false;
    clean_ups[clean_up_count].run = clean_up;
    clean_ups[clean_up_count++].thing = thing;
    return true;
}

void budget_not_at_exhaustion(void (*clean_up)(void *thing), void *thing) {
    size_t kept = 0;
    for (size_t k = 0; k < clean_up_count; k++)
        if (clean_ups[k].run != clean_up || clean_ups[k].thing != thing)
            clean_ups[kept++] = clean_ups[k];
    clean_up_count = kept;
}

void budget_clean_up(void) {
    while (clean_up_count) {
        clean_up_count--;
        clean_ups[clean_up_count].run(clean_ups[clean_up_count].thing);
    }
}

_Noreturn void budget_exhausted(const memory_budget *b, size_t wanted) {
    if (b && b->exhausted)
        b->exhausted(b->user, wanted);
    budget_clean_up();
    static const char message[] = "handtrace: out of memory\n";
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(1);
}

size_t budget_left(const memory_budget *b) {
    if (!b || !b->limit)
        return SIZE_MAX;
    return b->held < b->limit ? b->limit - b->held : 0;
}

size_t budget_megabytes(const memory_budget *b) {
    return b ? b->limit >> 20 : 0;
}

size_t budget_megabytes_for(const memory_budget *b, size_t bytes) {
    enum { LEAST = 16, MOST = 1048576 };
    size_t limit = budget_megabytes(b) * 2, held = b ? b->held : 0;
    limit = limit < LEAST ? LEAST : limit;
    while (limit <= MOST && (held > limit << 20 || bytes > (limit << 20) - held))
        limit *= 2;
    return limit <= MOST ? limit : 0;
}

void budget_take(memory_budget *b, size_t size) {
    if (!b)
        return;
    if (size > budget_left(b))
        budget_exhausted(b, size);
    b->held += size;
    b->peak = b->held > b->peak ? b->held : b->peak;
}

void budget_give(memory_budget *b, size_t size) {
    if (b)
        b->held -= size < b->held ? size : b->held;
}

/* ---- for libraries ---- */

typedef union header {
    struct {
        size_t size;
        memory_budget *budget; /* in which it was counted */
    } is;
    max_align_t alignment;
} header;

void memory_serve(memory_budget *b) {
    served = b;
}

memory_budget *memory_served(void) {
    return served;
}

void *memory_alloc(size_t size) {
    return memory_resize(NULL, size);
}

void *memory_zeroed(size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        budget_exhausted(served, SIZE_MAX);
    void *got = memory_alloc(count * size);
    return memset(got, 0, count * size);
}

void *memory_try(memory_budget *b, void *old, size_t size) {
    header *h = old ? (header *)old - 1 : NULL;
    size_t held = h ? h->is.size : 0;
    b = h ? h->is.budget : b;
    if (size > SIZE_MAX - sizeof *h || (size > held && size - held > budget_left(b)))
        return NULL;
    h = realloc(h, sizeof *h + size);
    if (!h)
        return NULL;
    if (size > held)
        budget_take(b, size - held);
    else
        budget_give(b, held - size);
    h->is.size = size;
    h->is.budget = b;
    return h + 1;
}

void *memory_resize(void *old, size_t size) {
    void *got = memory_try(served, old, size);
    if (!got)
        budget_exhausted(old ? ((header *)old - 1)->is.budget : served, size);
    return got;
}

void memory_free(void *old) {
    if (!old)
        return;
    header *h = (header *)old - 1;
    budget_give(h->is.budget, h->is.size);
    free(h);
}

void *memory_alloc_sized(size_t size) {
    return memory_resize_sized(NULL, 0, size);
}

void *memory_resize_sized(void *old, size_t old_size, size_t size) {
    if (size > old_size)
        budget_take(served, size - old_size);
    void *grown = realloc(old, size ? size : 1);
    if (!grown)
        budget_exhausted(served, size);
    if (size < old_size)
        budget_give(served, old_size - size);
    return grown;
}

void memory_free_sized(void *old, size_t size) {
    budget_give(served, old ? size : 0);
    free(old);
}

/* ---- arenas ---- */

arena *arena_new(memory_budget *budget) {
    arena *a = calloc(1, sizeof *a);
    if (!a)
        budget_exhausted(budget, sizeof *a);
    a->budget = budget;
    return a;
}

memory_budget *arena_budget(const arena *a) {
    return a->budget;
}

static void release_block(arena *a, block *b) {
    if (b->mapped && !a->spare) {
        b->dirty = b->used > b->dirty ? b->used : b->dirty;
        b->used = 0;
        a->spare = b;
        return;
    }
    ASAN_UNPOISON_MEMORY_REGION(b->bytes, b->size);
    budget_give(a->budget, sizeof *b + b->size);
    if (b->mapped)
        munmap(b, b->mapped);
    else
        free(b);
}

static void release_spare(arena *a) {
    block *b = a->spare;
    if (!b)
        return;
    budget_give(a->budget, sizeof *b + b->size);
    munmap(b, b->mapped);
    a->spare = NULL;
}

static void run_cleanups(arena *a, const cleanup *until) {
    for (; a->cleanups != until; a->cleanups = a->cleanups->older)
        a->cleanups->release(a->cleanups->thing);
}

/* Releases the blocks from `b` to before `until`; returns that. */
static block *release_blocks(arena *a, block *b, const block *until) {
    while (b && b != until) {
        block *older = b->older;
        release_block(a, b);
        b = older;
    }
    return b;
}

void arena_free(arena *a) {
    if (!a)
        return;
    run_cleanups(a, NULL);
    release_blocks(a, a->newest, NULL);
    release_spare(a);
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

static block *add_spare(arena *a) {
    block *b = a->spare;
    a->spare = NULL;
    b->older = a->newest;
    return a->newest = b;
}

/* Makes room for `size` bytes. A large thing gets a block of its own behind the newest, whose free end stays in use. */
static block *add_block(arena *a, size_t size) {
    size_t usual = a->used < SMALL_ARENA ? SMALL_BLOCK : LARGE_BLOCK - sizeof(block);
    bool alone = size > usual / 4;
    if (!alone && usual != SMALL_BLOCK && a->spare)
        return add_spare(a);
    size_t wanted = alone ? size : usual;
    if (sizeof(block) + wanted > budget_left(a->budget))
        release_spare(a);
    size_t left = budget_left(a->budget);
    if (!alone && sizeof(block) + wanted > left) /* the last block is as large as may be */
        wanted = sizeof(block) + size < left ? left - sizeof(block) : size;
    budget_take(a->budget, sizeof(block) + wanted);
    block *b = sizeof(block) + wanted == LARGE_BLOCK && !alone ? map_block(LARGE_BLOCK) : NULL;
    if (!b)
        b = calloc(1, sizeof *b + wanted); /* NOLINT(clang-analyzer-optin.portability.UnixAPI): the budget bounds it */
    if (!b)
        budget_exhausted(a->budget, wanted);
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
        budget_exhausted(a->budget, size);
    size = aligned(size);
    block *b = a->newest;
    if (!b || size > b->size - b->used)
        b = add_block(a, size);
    return take(a, b, size);
}

void *arena_array(arena *a, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        budget_exhausted(a->budget, SIZE_MAX);
    return arena_alloc(a, count * size);
}

/* Makes the array that was allocated last larger where it is; false if something follows it or the block ends. */
static bool extend(arena *a, const char *old, size_t held, size_t wanted) {
    block *b = a->newest;
    held = aligned(held);
    if (!b || old + held != b->bytes + b->used || wanted > SIZE_MAX / 2)
        return false;
    size_t more = aligned(wanted) - held;
    if (more > b->size - b->used)
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
        a->scratch = arena_new(a->budget);
    return a->scratch;
}

arena_mark arena_here(const arena *a) {
    const block *b = a->newest;
    return (arena_mark){a->newest, b ? b->older : NULL, b ? b->used : 0, a->used, a->cleanups};
}

/* Of an arena that was empty the first block is kept, since it will be wanted again, unless one thing had it alone. */
void arena_back(arena *a, arena_mark m) {
    run_cleanups(a, m.cleanups);
    block *kept = m.block;
    for (block *b = a->newest; !m.block && b; b = b->older)
        kept = b->size <= LARGE_BLOCK ? b : NULL;
    if (!kept) {
        a->newest = release_blocks(a, a->newest, NULL);
    } else {
        a->newest = release_blocks(a, a->newest, kept);
        kept->older = release_blocks(a, kept->older, m.older); /* what stood alone behind it */
        kept->dirty = kept->used > kept->dirty ? kept->used : kept->dirty;
        ASAN_POISON_MEMORY_REGION(kept->bytes + m.block_used, kept->used - m.block_used);
        kept->used = m.block_used;
    }
    a->used = m.used;
}

size_t arena_room(const arena *a) {
    size_t left = budget_left(a->budget);
    if (left == SIZE_MAX)
        return left;
    for (const arena *each = a; each; each = each->scratch) {
        left += each->newest ? each->newest->size - each->newest->used : 0;
        left += each->spare ? each->spare->size : 0;
    }
    return left;
}

size_t arena_used(const arena *a) {
    return a->used;
}
