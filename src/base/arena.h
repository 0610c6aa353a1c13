/* Memory that is freed all at once. Everything a document needs lives in one arena; nothing is freed singly. */
#ifndef HANDTRACE_ARENA_H
#define HANDTRACE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* What a command may take in all. Every arena made with the same budget, and what libraries take through the functions
 * below, is counted in it: whole blocks as they are asked from the system, so that the same work on the same input
 * takes the same everywhere. What is not counted, because it depends on the fonts and libraries of a system rather than
 * on the input: what HarfBuzz, FreeType, fontconfig, cairo, libyaml and md4c take for themselves (some 10 MB at 30
 * faces), the stack, the program. The image of a PNG is counted by its pixels before it is made.
 *
 * `exhausted` is called when the limit is passed or the system has no more, with the bytes wanted; it must not return
 * (the command line prints and leaves, a test jumps). Without it, or without a budget, a line is written to standard
 * error and the program leaves with status 1. */
typedef struct memory_budget {
    size_t limit; /* bytes, 0 for none */
    size_t held;  /* taken and not given back */
    size_t peak;  /* the most that was ever held */
    void (*exhausted)(void *user, size_t wanted);
    void *user;
} memory_budget;

/* Bytes that may still be taken; SIZE_MAX if there is no limit (or no budget). */
size_t budget_left(const memory_budget *b);
/* The limit in whole megabytes; 0: none. */
size_t budget_megabytes(const memory_budget *b);
/* The limit in megabytes that would let so many bytes more be taken: the present one doubled until it does, at least
 * once; 0 if not even the largest that may be set (1048576) does. */
size_t budget_megabytes_for(const memory_budget *b, size_t bytes);
/* Counts bytes that something else takes, exhausted if they are too many; and gives them back. `b` may be NULL. */
void budget_take(memory_budget *b, size_t size);
void budget_give(memory_budget *b, size_t size);
/* Ends as exhausted; `wanted` bytes could not be had. */
_Noreturn void budget_exhausted(const memory_budget *b, size_t wanted);

/* For libraries whose memory counts too and which know no arena: malloc and its kin in the budget served, which `b` is
 * from now on (NULL: none; what was taken before stays counted where it was). Never NULL but for 0 bytes. The first
 * three keep the size before what they return; it goes to memory_free only. */
void memory_serve(memory_budget *b);
memory_budget *memory_served(void);
void *memory_alloc(size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_resize(void *old, size_t size);
void memory_free(void *old);
/* As memory_resize, in a budget that is not served (NULL: none); NULL, and nothing is changed, where that or the system
 * has no more. */
void *memory_try(memory_budget *b, void *old, size_t size);
/* For libraries that remember sizes themselves: nothing is kept before what they return. */
void *memory_alloc_sized(size_t size);
void *memory_resize_sized(void *old, size_t old_size, size_t size);
void memory_free_sized(void *old, size_t size);

/* What must be undone when a command ends for want of memory, with _exit and so without returning: `clean_up(thing)` is
 * called then, the newest first. It may not take memory. At most 8 at a time; false if there is no room for it. */
bool budget_at_exhaustion(void (*clean_up)(void *thing), void *thing);
/* It is not needed any more. */
void budget_not_at_exhaustion(void (*clean_up)(void *thing), void *thing);
/* Runs them, each once: for an `exhausted` that leaves. */
void budget_clean_up(void);

typedef struct arena arena;

/* A new arena, to be released with arena_free; the budget must outlive it. NULL: without limit. */
arena *arena_new(memory_budget *budget);
/* The budget it counts in; may be NULL. */
memory_budget *arena_budget(const arena *a);
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
/* Bytes that can still be allocated at most, in it and its scratch arena: what the budget has left and what is free in
 * their blocks. SIZE_MAX: no limit. */
size_t arena_room(const arena *a);
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
