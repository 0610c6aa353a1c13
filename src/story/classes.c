#include "classes.h"

#include "index.h"

solution_classes solution_classes_of(const story_run *r, arena *a) {
    solution_classes c = {.items = ARENA_ARRAY(a, solution_class, r->solution_count ? r->solution_count : 1)};
    index_table places = {0};
    for (size_t k = 0; k < r->solution_count; k++) {
        const story_solution *s = &r->solutions[k];
        size_t place = s->class_number ? index_enter(&places, index_key(s->class_number, a), c.count, a) : c.count;
        if (place == c.count)
            c.items[c.count++].node = s->node;
        c.items[place].trees++;
    }
    c.trees = r->solution_count;
    return c;
}
