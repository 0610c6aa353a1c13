#include "tasks.h"

/* A cell of so many candidates can be worked out on a sheet. */
enum { MOST_CANDIDATES = 4 };

static bool suits(const story_step *s, size_t least) {
    return s->candidate_count >= least && s->candidate_count <= MOST_CANDIDATES;
}

static size_t count_suiting(const story_run *r, size_t least) {
    size_t count = 0;
    for (size_t k = 0; k < r->step_count; k++)
        count += suits(&r->steps[k], least);
    return count;
}

/* The n-th (from 0) that suits. */
static const story_step *suiting(const story_run *r, size_t least, size_t n) {
    for (size_t k = 0; k < r->step_count; k++)
        if (suits(&r->steps[k], least) && n-- == 0)
            return &r->steps[k];
    return NULL;
}

story_tasks story_tasks_of(const story_run *r) {
    size_t least = count_suiting(r, 2) >= 3 ? 2 : 1, count = count_suiting(r, least);
    if (count < 3)
        return (story_tasks){.alone = suiting(r, least, count ? count - 1 : 0)};
    return (story_tasks){suiting(r, least, 0), suiting(r, least, count / 2), suiting(r, least, count - 1)};
}
