/* Memory that is freed all at once. Everything a document needs lives in one arena; nothing is freed singly. */
#ifndef HANDTRACE_ARENA_H
#define HANDTRACE_ARENA_H

#include <stddef.h>

/* What to do when memory runs out: `exhausted` is called with the bytes wanted and must not return (the command
 * line prints and leaves, a test jumps). NULL aborts. `limit` in bytes, 0 for none. */
typedef struct arena_policy {
    size_t limit;
    void (*exhausted)(void *user, size_t wanted);
    void *user;
} arena_policy;

typedef struct arena arena;

/* A new arena, to be released with arena_free; `policy` is copied and may be NULL. */
arena *arena_new(const arena_policy *policy);
/* Releases all that was allocated in it, after running the clean-ups in reverse order of their adding. */
void arena_free(arena *a);
/* Zeroed bytes aligned for any type. Never NULL. */
void *arena_alloc(arena *a, size_t size);
/* A zeroed array of `count` things of `size` bytes; overflow of the product counts as exhaustion. */
void *arena_array(arena *a, size_t count, size_t size);
/* An array of at least `needed` things: `old` itself while `*capacity` suffices or it can grow where it is, else a copy
 * twice as large. */
void *arena_grow(arena *a, void *old, size_t *capacity, size_t needed, size_t size);
/* Runs `release(thing)` when the arena is freed: for libraries that allocate for themselves. */
void arena_at_free(arena *a, void (*release)(void *), void *thing);
/* The arena that goes with `a` for what is needed for a while only; released with it. */
arena *arena_scratch(arena *a);
/* A state to come back to: all that was allocated since is released, its clean-ups run. Whoever uses a scratch arena
 * leaves it as it was:
 *
 *   arena *scratch = arena_scratch(a);
 *   arena_mark start = arena_here(scratch);
 *   …
 *   arena_back(scratch, start); */
typedef struct arena_mark {
    void *block, *older;
    size_t block_used, used;
    void *cleanups;
} arena_mark;
arena_mark arena_here(const arena *a);
void arena_back(arena *a, arena_mark m);
/* Bytes handed out so far. */
size_t arena_used(const arena *a);

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, count) ((type *)arena_array((a), (count), sizeof(type)))
/* Makes room for one more in array `items` with members `count` and `capacity` of `owner`, and yields its place. */
#define ARENA_PUSH(a, owner, items, count, capacity)                                                                   \
    ((owner)->items = arena_grow((a), (owner)->items, &(owner)->capacity, (owner)->count + 1, sizeof *(owner)->items), \
     &(owner)->items[(owner)->count++])

#endif
