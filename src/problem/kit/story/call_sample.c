#include "kit/story/call_sample.h"

#include "kit/put.h"

/* Calls that are made in all by a call, itself counted, and how many levels they have: parents stand before their
 * children. */
static void measure(const story_run *run, size_t *below, size_t *levels) {
    for (size_t k = run->frame_count; k--;) {
        const story_frame *parent = run->frames[k].parent;
        size_t above = parent ? (size_t)(parent - run->frames) : k;
        below[k]++;
        levels[k] += !levels[k];
        if (!parent)
            continue;
        below[above] += below[k];
        levels[above] = levels[above] > levels[k] ? levels[above] : levels[k] + 1;
    }
}

/* Whether the call k, with `below` calls in all, asks for something twice. */
static bool repeats_itself(const story_run *run, size_t k, size_t below) {
    for (size_t inner = k; inner < k + below; inner++)
        if (run->frames[inner].repeat_of && run->frames[inner].repeat_of >= &run->frames[k])
            return true;
    return false;
}

/* The call with most calls below it that still fits a figure, if some of them are repeats; one of few levels if there
 * is one, since a tall tree takes a page to say the same. SIZE_MAX: none. */
static size_t sample_call(const story_run *run, arena *a) {
    enum { MOST = 24, LEVELS = 5 };
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    size_t *below = ARENA_ARRAY(scratch, size_t, run->frame_count);
    size_t *levels = ARENA_ARRAY(scratch, size_t, run->frame_count);
    size_t best = SIZE_MAX, best_over = 0;
    measure(run, below, levels);
    for (size_t k = 0; k < run->frame_count; k++) {
        size_t over = levels[k] > LEVELS ? levels[k] - LEVELS : 0;
        bool better = best == SIZE_MAX || over < best_over || (over == best_over && below[k] > below[best]);
        if (below[k] <= MOST && better && repeats_itself(run, k, below[k])) {
            best = k;
            best_over = over;
        }
    }
    arena_back(scratch, start);
    return best;
}

datum *call_sample(const story_run *run, arena *a) {
    size_t best = sample_call(run, a);
    datum *d = datum_map(a);
    if (best == SIZE_MAX)
        return datum_bool(a, false);
    const story_frame *f = &run->frames[best];
    strbuf name = strbuf_in(a); /* "c(2,4)", without blanks, for the parameter of a figure */
    strbuf_addf(&name, "%.*s(", STR_ARG(f->fn));
    for (size_t k = 0; k < f->args.count; k++)
        strbuf_addf(&name, "%s%.*s", k ? "," : "", STR_ARG(f->args.items[k]));
    strbuf_add_byte(&name, ')');
    put_text(d, "name", strbuf_text(&name), a);
    put_bool(d, "whole", best == 0, a);
    return d;
}
