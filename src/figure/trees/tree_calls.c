/* From frames, in the order in which they were entered, to calls in preorder:
 *
 *   frames  win ─┬─ f(0,1) ─┬─ s(1,1)          calls   0 f(0,1)   number 1
 *                │          └─ s(0,0)                  1 s(1,1)          2   parent 0
 *                └─ s(0,1) …                           2 s(0,0)          3   parent 0
 *
 * Calls that are the same have one number: that of their class, which is the first frame of the run with this function
 * and these arguments. What is "first" is asked anew in the tree that is drawn. */
#include "trees/tree_calls.h"

typedef struct walk {
    const story_run *run;
    call_tree *tree;
    size_t *number; /* of a class, by its frame; 0: not met */
    size_t *place;  /* of a frame among the calls, + 1; 0: it is not drawn */
    size_t *first;  /* of the calls of a class, + 1, by its frame */
    size_t at;      /* the moment, as frames count it; SIZE_MAX: the end */
    const story_frame *now;
    arena *arena;
} walk;

static size_t index_of(const walk *w, const story_frame *f) {
    return (size_t)(f - w->run->frames);
}

static const story_frame *class_of(const story_frame *f) {
    return f->repeat_of ? f->repeat_of : f;
}

/* ---- the root ---- */

static bool calls_one_function(const story_frame *f) {
    for (size_t k = 1; k < f->child_count; k++)
        if (!str_equal(f->children[k]->fn, f->children[0]->fn))
            return false;
    return true;
}

/* A main program: it has no arguments and calls something else. One that calls a function many times chooses among its
 * values, and is no mere beginning. */
static const story_frame *passed_over(const story_frame *f) {
    while (f->args.count == 0 && f->child_count && !str_equal(f->fn, f->children[0]->fn) &&
           !(f->child_count > 1 && calls_one_function(f)))
        f = f->children[0];
    return f;
}

static str written(const drawing *d, const story_frame *f) {
    strbuf b = strbuf_in(d->a);
    strbuf_add(&b, f->fn);
    strbuf_add_byte(&b, '(');
    for (size_t k = 0; k < f->args.count; k++) {
        strbuf_add_c(&b, k ? "," : "");
        strbuf_add(&b, f->args.items[k]);
    }
    strbuf_add_byte(&b, ')');
    return strbuf_text(&b);
}

static str without_spaces(const drawing *d, str text) {
    strbuf b = strbuf_in(d->a);
    for (size_t k = 0; k < text.len; k++)
        if (text.ptr[k] != ' ')
            strbuf_add_byte(&b, text.ptr[k]);
    return strbuf_text(&b);
}

static const story_frame *unknown_root(const drawing *d, str root) {
    const story_frame *usual = passed_over(&d->q->moment->run->frames[0]);
    error_plain(d->q->error, figure_param_status(d->q),
                "figure calls: no call '%.*s' in this run; a root is a function, such as %.*s, or a call, such as %.*s",
                STR_ARG(root), STR_ARG(usual->fn), STR_ARG(written(d, usual)));
    return NULL;
}

/* Of a function the call that stands highest, and of those the first. */
static const story_frame *root_named(const drawing *d, str root) {
    const story_run *r = d->q->moment->run;
    bool as_call = str_find(root, STR("("), 0) != SIZE_MAX;
    str wanted = as_call ? without_spaces(d, root) : root;
    size_t *depth = ARENA_ARRAY(d->a, size_t, r->frame_count);
    const story_frame *best = NULL;
    for (size_t k = 0; k < r->frame_count; k++) {
        const story_frame *f = &r->frames[k];
        depth[k] = f->parent ? depth[f->parent - r->frames] + 1 : 0;
        bool meant = as_call ? str_equal(without_spaces(d, written(d, f)), wanted) : str_equal(f->fn, wanted);
        if (meant && (!best || depth[k] < depth[best - r->frames]))
            best = f;
    }
    return best ? best : unknown_root(d, root);
}

/* ---- functions ---- */

static size_t function_of(call_tree *t, str fn, arena *a) {
    story_texts *list = &t->functions;
    for (size_t k = 0; k < list->count; k++)
        if (str_equal(list->items[k], fn))
            return k;
    *ARENA_PUSH(a, list, items, count, capacity) = fn;
    return list->count - 1;
}

/* So that a function looks the same whichever call is the root. */
static void list_functions(walk *w) {
    const story_run *r = w->run;
    bool *inside = ARENA_ARRAY(w->arena, bool, r->frame_count);
    const story_frame *usual = passed_over(&r->frames[0]);
    for (size_t k = index_of(w, usual); k < r->frame_count; k++) {
        const story_frame *f = &r->frames[k];
        inside[k] = f == usual || (f->parent && inside[index_of(w, f->parent)]);
        if (inside[k])
            function_of(w->tree, f->fn, w->arena);
    }
    for (size_t k = 0; k < r->frame_count; k++)
        function_of(w->tree, r->frames[k].fn, w->arena);
}

/* ---- the calls ---- */

static call_time time_of(const walk *w, const story_frame *f) {
    if (f->entered > w->at)
        return CALL_AHEAD;
    if (!f->returned || f->returned > w->at)
        return CALL_OPEN;
    return f == w->now ? CALL_NOW : CALL_DONE;
}

static void add_call(walk *w, const story_frame *f, size_t parent) {
    call_tree *t = w->tree;
    size_t k = t->count, class = index_of(w, class_of(f));
    bool met = w->number[class] != 0;
    if (!met) {
        w->number[class] = ++t->different;
        w->first[class] = k + 1;
    }
    *ARENA_PUSH(w->arena, t, items, count, capacity) = (call){.frame = f,
                                                              .parent = parent,
                                                              .number = w->number[class],
                                                              .function = function_of(t, f->fn, w->arena),
                                                              .kind = f->memo_of ? CALL_HIT
                                                                      : met      ? CALL_REPEAT
                                                                                 : CALL_FIRST,
                                                              .time = time_of(w, f)};
    w->place[index_of(w, f)] = k + 1;
}

typedef struct frame_stack {
    struct {
        const story_frame *frame;
        size_t parent;
    } * items;
    size_t count, capacity;
} frame_stack;

static void push(walk *w, frame_stack *s, const story_frame *f, size_t parent) {
    s->items = arena_grow(w->arena, s->items, &s->capacity, s->count + 1, sizeof *s->items);
    s->items[s->count].frame = f;
    s->items[s->count++].parent = parent;
}

static void add_tree(walk *w, const story_frame *root, size_t parent) {
    frame_stack s = {0};
    push(w, &s, root, parent);
    while (s.count) {
        const story_frame *f = s.items[--s.count].frame;
        size_t k = w->tree->count;
        add_call(w, f, s.items[s.count].parent);
        if (w->tree->folded && w->tree->items[k].kind == CALL_REPEAT)
            continue;
        for (size_t c = f->child_count; c-- > 0;)
            push(w, &s, f->children[c], k);
    }
}

/* Counts what there is below the root, folded or not. */
static void count_calls(walk *w, const story_frame *root) {
    const story_run *r = w->run;
    bool *inside = ARENA_ARRAY(w->arena, bool, r->frame_count), *met = ARENA_ARRAY(w->arena, bool, r->frame_count);
    for (size_t k = 0; k < r->frame_count; k++) {
        const story_frame *f = &r->frames[k];
        inside[k] = f == root || (f->parent ? inside[index_of(w, f->parent)] : !root);
        if (!inside[k])
            continue;
        size_t class = index_of(w, class_of(f));
        w->tree->calls++;
        w->tree->hits += f->memo_of != NULL;
        w->tree->repeats += !f->memo_of && met[class];
        met[class] = true;
    }
}

/* The moment: NULL at the end, and where the drawn tree shows nothing of the step. */
static void find_moment(walk *w, const story_moment *m) {
    const story_step *s = m->step;
    w->at = SIZE_MAX;
    if (!s || s->kind != STEP_FRAME || s->number == m->run->frame_step_count)
        return;
    w->at = s->frame->returned;
    w->now = s->frame;
}

static void settle_moment(walk *w) {
    call_tree *t = w->tree;
    for (size_t k = 0; k < t->count; k++) {
        t->under_way |= w->at != SIZE_MAX && t->items[k].time != CALL_DONE;
        t->has_open |= t->items[k].time == CALL_OPEN;
    }
}

/* ---- the way that was kept ---- */

static void push_best(walk *w, frame_stack *s, const story_frame *f, const story_frame *from) {
    size_t k = w->place[index_of(w, f)];
    if (!k || w->tree->items[k - 1].best)
        return;
    call *c = &w->tree->items[k - 1];
    c->best = true;
    c->best_edge = from && f->parent == from && w->place[index_of(w, from)];
    push(w, s, f, 0);
}

/* From the root along what was kept; a leaf that stands for another call leads on to that. The way is one only if it
 * leaves something aside. */
static void find_best(walk *w, const story_frame *root) {
    call_tree *t = w->tree;
    frame_stack s = {0};
    size_t best = 0;
    if (!root || time_of(w, root) > CALL_NOW)
        return;
    push_best(w, &s, root, NULL);
    while (s.count) {
        const story_frame *f = s.items[--s.count].frame;
        const call *c = &t->items[w->place[index_of(w, f)] - 1];
        best++;
        size_t first = w->first[index_of(w, class_of(f))];
        if ((c->kind == CALL_HIT || (t->folded && c->kind == CALL_REPEAT)) && first)
            push_best(w, &s, t->items[first - 1].frame, NULL);
        for (size_t k = 0; k < f->candidate_count; k++)
            for (size_t r = 0; f->candidates[k].kept && r < f->candidates[k].read_count; r++)
                if (f->candidates[k].reads[r].frame)
                    push_best(w, &s, f->candidates[k].reads[r].frame, f);
    }
    t->has_best = best > 1 && best < t->count;
    for (size_t k = 0; k < t->count && !t->has_best; k++)
        t->items[k].best = t->items[k].best_edge = false;
}

call_tree *call_tree_at(drawing *d, str root, bool folded) {
    const story_run *r = d->q->moment->run;
    walk w = {.run = r, .tree = ARENA_NEW(d->a, call_tree), .arena = d->a};
    w.tree->folded = folded;
    w.number = ARENA_ARRAY(d->a, size_t, r->frame_count);
    w.place = ARENA_ARRAY(d->a, size_t, r->frame_count);
    w.first = ARENA_ARRAY(d->a, size_t, r->frame_count);
    size_t roots = 0;
    for (size_t k = 0; k < r->frame_count; k++)
        roots += r->frames[k].parent == NULL;
    bool several = roots > 1 && !root.len;
    const story_frame *top = several ? NULL : root.len ? root_named(d, root) : passed_over(&r->frames[0]);
    if (!several && !top)
        return NULL;
    list_functions(&w);
    find_moment(&w, d->q->moment);
    if (several)
        *ARENA_PUSH(d->a, w.tree, items, count, capacity) = (call){0};
    for (size_t k = 0; several && k < r->frame_count; k++)
        if (!r->frames[k].parent)
            add_tree(&w, &r->frames[k], 0);
    if (top)
        add_tree(&w, top, 0);
    count_calls(&w, top);
    settle_moment(&w);
    find_best(&w, top);
    return w.tree;
}
