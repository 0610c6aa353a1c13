/* Frames with equal function and arguments are one call; `call_of` leads from frames to calls:
 *
 *   frames   f(0,1)  s(1,1)  s(0,0)  s(0,0)          calls   f(0,1) ──▶ s(1,1)
 *               │       │       └───────┴─ repeat_of             └────▶ s(0,0) ×2
 */
#include "trees/merged.h"

#include <stdlib.h>

typedef struct merging {
    drawing *d;
    const story_run *run;
    merged *m;
    size_t *call_of;                /* frame → call + 1; of first frames only */
    const story_frame **worked_out; /* of first frames: the frame that calls others, or itself */
} merging;

static size_t frame_number(const merging *g, const story_frame *f) {
    return (size_t)(f - g->run->frames);
}

static const story_frame *first_of(const story_frame *f) {
    return f->repeat_of ? f->repeat_of : f;
}

static bool whole(str text, int64_t *value) {
    size_t k = text.len && text.ptr[0] == '-';
    if (text.len == k || text.len > 15)
        return false;
    for (*value = 0; k < text.len; k++) {
        if (text.ptr[k] < '0' || text.ptr[k] > '9')
            return false;
        *value = *value * 10 + (text.ptr[k] - '0');
    }
    if (text.ptr[0] == '-')
        *value = -*value;
    return true;
}

/* Two whole numbers, the second not below the first: their distance. */
static bool distance_of(const story_frame *f, int64_t *distance) {
    int64_t i, j;
    if (f->args.count != 2 || !whole(f->args.items[0], &i) || !whole(f->args.items[1], &j) || j < i)
        return false;
    *distance = j - i;
    return true;
}

/* By arguments, then by the order of calling. */
static int by_arguments(const void *a, const void *b) {
    const story_frame *x = *(const story_frame *const *)a, *y = *(const story_frame *const *)b;
    for (size_t k = 0; k < x->args.count && k < y->args.count; k++) {
        int64_t p, q;
        if (!whole(x->args.items[k], &p) || !whole(y->args.items[k], &q))
            break;
        if (p != q)
            return p < q ? -1 : 1;
    }
    return x->entered < y->entered ? -1 : x->entered > y->entered;
}

/* Which frame of equal ones calls others: the first, unless it was answered from a memo. */
static void find_worked_out(merging *g) {
    g->worked_out = ARENA_ARRAY(g->d->a, const story_frame *, g->run->frame_count);
    for (size_t k = 0; k < g->run->frame_count; k++) {
        const story_frame *f = &g->run->frames[k];
        const story_frame **place = &g->worked_out[frame_number(g, first_of(f))];
        if (!*place || ((*place)->memo_of && !f->memo_of))
            *place = f;
    }
}

static size_t enter(merging *g, const story_frame *f) {
    size_t first = frame_number(g, first_of(f));
    if (g->call_of[first])
        return g->call_of[first] - 1;
    *ARENA_PUSH(g->d->a, g->m, calls, count, capacity) = (merged_call){.frame = g->worked_out[first]};
    g->call_of[first] = g->m->count;
    return g->m->count - 1;
}

static void add_need(merging *g, size_t from, size_t to, str edge, size_t first) {
    merged *m = g->m;
    for (size_t k = first; k < m->need_count; k++)
        if (m->needs[k].to == to) {
            m->needs[k].count++;
            if (!str_equal(m->needs[k].label, edge))
                m->needs[k].label = STR("");
            return;
        }
    *ARENA_PUSH(g->d->a, m, needs, need_count, need_capacity) =
        (merged_need){.from = from, .to = to, .label = edge, .count = 1};
}

typedef struct visit {
    const story_frame **kids;
    size_t next, count;
} visit;

static visit visit_of(const merging *g, size_t call) {
    const story_frame *f = g->m->calls[call].frame;
    visit v = {ARENA_ARRAY(g->d->a, const story_frame *, f->child_count), 0, f->child_count};
    for (size_t k = 0; k < f->child_count; k++)
        v.kids[k] = f->children[k];
    qsort(v.kids, v.count, sizeof *v.kids, by_arguments);
    return v;
}

/* Depth first, so that what belongs together has numbers beside each other. */
static void collect(merging *g, const story_frame *root) {
    merged *m = g->m;
    visit *stack = NULL;
    size_t room = 0, depth = 0;
    stack = arena_grow(g->d->a, stack, &room, 1, sizeof *stack);
    stack[depth++] = visit_of(g, enter(g, root));
    while (depth) {
        visit *top = &stack[depth - 1];
        if (top->next == top->count) {
            depth--;
            continue;
        }
        size_t before = m->count, call = enter(g, top->kids[top->next++]);
        if (call != before)
            continue;
        stack = arena_grow(g->d->a, stack, &room, depth + 1, sizeof *stack);
        stack[depth++] = visit_of(g, call);
    }
    for (size_t k = 0; k < m->count; k++) {
        size_t first = m->need_count;
        const story_frame *f = m->calls[k].frame;
        for (size_t c = 0; c < f->child_count; c++)
            add_need(g, k, enter(g, f->children[c]), f->children[c]->edge, first);
    }
}

/* How often, and when. Frames stand in the order in which they were entered, so those below the root follow it. */
static void count_calls(merging *g, const story_frame *root) {
    merged *m = g->m;
    bool *below = ARENA_ARRAY(g->d->a, bool, g->run->frame_count);
    below[frame_number(g, root)] = true;
    for (size_t k = frame_number(g, root); k < g->run->frame_count; k++) {
        const story_frame *f = &g->run->frames[k];
        if (f != root && !(f->parent && below[frame_number(g, f->parent)]))
            continue;
        below[k] = true;
        m->all++;
        m->calls[enter(g, f)].count++;
    }
    for (size_t k = 0; k < m->count; k++) {
        m->calls[k].entered = first_of(m->calls[k].frame)->entered;
        m->calls[k].returned = m->calls[k].frame->returned;
    }
}

/* ---- levels ---- */

/* The longest way from the root. False if a call needs itself. */
static bool level_by_depth(const merging *g) {
    merged *m = g->m;
    size_t *needed = ARENA_ARRAY(g->d->a, size_t, m->count), *ready = ARENA_ARRAY(g->d->a, size_t, m->count);
    size_t *first = ARENA_ARRAY(g->d->a, size_t, m->count + 1), count = 0, done = 0;
    for (size_t k = 0; k < m->need_count; k++) { /* needs stand by the call they come from */
        needed[m->needs[k].to]++;
        first[m->needs[k].from + 1] = k + 1;
    }
    for (size_t k = 0; k < m->count; k++)
        first[k + 1] = first[k + 1] ? first[k + 1] : first[k];
    for (size_t k = 0; k < m->count; k++)
        if (!needed[k])
            ready[count++] = k;
    for (; done < count; done++) {
        size_t from = ready[done];
        for (size_t k = first[from]; k < first[from + 1]; k++) {
            merged_call *to = &m->calls[m->needs[k].to];
            size_t below = m->calls[from].level + 1;
            to->level = to->level > below ? to->level : below;
            if (--needed[m->needs[k].to] == 0)
                ready[count++] = m->needs[k].to;
        }
    }
    return done == m->count;
}

/* Whether every call that another needs is nearer together than that one; calls of another form only stand on top. */
static bool told_by_length(const merged *m) {
    int64_t upper, lower;
    size_t with = 0;
    for (size_t k = 0; k < m->count; k++)
        with += distance_of(m->calls[k].frame, &upper);
    for (size_t k = 0; k < m->need_count; k++) {
        upper = lower = 0;
        bool above = distance_of(m->calls[m->needs[k].from].frame, &upper);
        bool below = distance_of(m->calls[m->needs[k].to].frame, &lower);
        if (above && (!below || lower >= upper))
            return false;
    }
    return with > 0;
}

static int by_value(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x > y ? -1 : x < y; /* the longest first */
}

static void level_by_length(const merging *g) {
    merged *m = g->m;
    int64_t *lengths = ARENA_ARRAY(g->d->a, int64_t, m->count), distance;
    size_t count = 0, different = 0, top = 0;
    for (size_t k = 0; k < m->count; k++)
        if (distance_of(m->calls[k].frame, &distance))
            lengths[count++] = m->calls[k].length = distance + 1;
        else
            top = m->calls[k].level + 1 > top ? m->calls[k].level + 1 : top;
    qsort(lengths, count, sizeof *lengths, by_value);
    for (size_t k = 0; k < count; k++)
        if (k == 0 || lengths[k] != lengths[different - 1])
            lengths[different++] = lengths[k];
    for (size_t k = 0; k < m->count; k++) {
        if (!m->calls[k].length)
            continue;
        const int64_t *found = bsearch(&m->calls[k].length, lengths, different, sizeof *lengths, by_value);
        m->calls[k].level = top + (size_t)(found - lengths);
    }
}

/* ---- the best way ---- */

static void mark_need(merging *g, size_t from, size_t to) {
    for (size_t k = 0; k < g->m->need_count; k++)
        if (g->m->needs[k].from == from && g->m->needs[k].to == to)
            g->m->needs[k].best = true;
}

static void mark_best(merging *g) {
    merged *m = g->m;
    size_t *stack = ARENA_ARRAY(g->d->a, size_t, m->count), depth = 0;
    m->calls[0].best = true;
    stack[depth++] = 0;
    while (depth) {
        size_t at = stack[--depth];
        const story_frame *f = m->calls[at].frame;
        m->has_best = m->has_best || f->candidate_count > 1;
        for (size_t k = 0; k < f->candidate_count; k++) {
            const story_candidate *c = &f->candidates[k];
            for (size_t r = 0; c->kept && r < c->read_count; r++) {
                const story_frame *read = c->reads[r].frame;
                size_t to = read ? g->call_of[frame_number(g, first_of(read))] : 0;
                if (!to)
                    continue;
                mark_need(g, at, to - 1);
                if (!m->calls[to - 1].best)
                    stack[depth++] = to - 1;
                m->calls[to - 1].best = true;
            }
        }
    }
    for (size_t k = 0; k < m->count && !m->has_best; k++)
        m->calls[k].best = false;
    for (size_t k = 0; k < m->need_count && !m->has_best; k++)
        m->needs[k].best = false;
}

bool merged_below(drawing *d, const char *figure, const story_frame *root, merged *m) {
    merging g = {.d = d, .run = d->q->moment->run, .m = m};
    *m = (merged){0};
    g.call_of = ARENA_ARRAY(d->a, size_t, g.run->frame_count);
    find_worked_out(&g);
    collect(&g, root);
    if (m->count > MERGED_MOST)
        return error_plain(d->q->error, STATUS_INPUT,
                           "figure %s: %zu different calls are more than the %d that are drawn", figure, m->count,
                           MERGED_MOST);
    count_calls(&g, root);
    if (!level_by_depth(&g))
        return error_plain(d->q->error, STATUS_INPUT, "figure %s: a call needs its own value", figure);
    if (told_by_length(m))
        level_by_length(&g);
    for (size_t k = 0; k < m->count; k++)
        m->levels = m->calls[k].level + 1 > m->levels ? m->calls[k].level + 1 : m->levels;
    mark_best(&g);
    return true;
}
