#include "memo.h"

#include "index.h"
#include "number.h"

#include <stdlib.h>

enum { MOST_NODES = 10000 };

const story_table *memo_table(const story_run *r) {
    for (size_t k = 0; r && k < r->table_count; k++)
        if (r->tables[k].shape == TABLE_SETS)
            return &r->tables[k];
    return NULL;
}

/* ---- members ---- */

typedef struct ranked {
    str text;
    const number *number; /* NULL: no number */
} ranked;

static int compare_ranked(const void *x, const void *y) {
    const ranked *p = x, *q = y;
    if (p->number && q->number)
        return number_compare(p->number, q->number);
    return p->number ? -1 : q->number ? 1 : str_compare(p->text, q->text);
}

/* Numbers in rising order, then other texts. */
static str *in_order(const str *texts, size_t count, arena *a) {
    ranked *list = ARENA_ARRAY(a, ranked, count ? count : 1);
    for (size_t k = 0; k < count; k++)
        list[k] = (ranked){texts[k], number_from_canonical(a, texts[k])};
    qsort(list, count, sizeof *list, compare_ranked);
    str *sorted = ARENA_ARRAY(a, str, count ? count : 1);
    for (size_t k = 0; k < count; k++)
        sorted[k] = list[k].text;
    return sorted;
}

static bool same_members(const memo_set *s, const str *members, size_t count) {
    if (s->size != count)
        return false;
    for (size_t k = 0; k < count; k++)
        if (!str_equal(s->members[k], members[k]))
            return false;
    return true;
}

static memo_set *find_set(const memo *m, const str *texts, size_t count, arena *a) {
    const str *members = in_order(texts, count, a);
    for (size_t k = 0; k < m->count; k++)
        if (same_members(&m->sets[k], members, count))
            return &m->sets[k];
    return NULL;
}

memo_set *memo_set_of(const memo *m, const story_texts *members, arena *a) {
    return find_set(m, members->items, members->count, a);
}

typedef struct walk {
    const story_node **nodes;
    size_t count, capacity;
    str *leaves;
    size_t leaf_count, leaf_capacity;
} walk;

/* All nodes below one, it first; an empty list if there are too many. */
static walk walk_of(const story_node *root, arena *a) {
    walk w = {0};
    *ARENA_PUSH(a, &w, nodes, count, capacity) = root;
    for (size_t k = 0; k < w.count; k++) {
        const story_node *n = w.nodes[k];
        if (w.count > MOST_NODES)
            return (walk){0};
        if (n->left)
            *ARENA_PUSH(a, &w, nodes, count, capacity) = n->left;
        if (n->right)
            *ARENA_PUSH(a, &w, nodes, count, capacity) = n->right;
        if (!n->left && !n->right)
            *ARENA_PUSH(a, &w, leaves, leaf_count, leaf_capacity) = n->value;
    }
    return w;
}

memo_set *memo_set_of_node(const memo *m, const story_node *n, arena *a) {
    walk w = walk_of(n, a);
    return w.count ? find_set(m, w.leaves, w.leaf_count, a) : NULL;
}

str memo_set_name(const memo_set *s, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < s->size; k++)
        strbuf_addf(&b, "%s%.*s", k ? ", " : "{", STR_ARG(number_shown(s->members[k], a)));
    strbuf_add_c(&b, "}");
    return strbuf_text(&b);
}

/* ---- sets ---- */

static int by_size(const void *x, const void *y) {
    const memo_set *p = x, *q = y;
    if (p->size != q->size)
        return p->size < q->size ? -1 : 1;
    return p->cell < q->cell ? -1 : p->cell > q->cell;
}

static void list_sets(memo *m, arena *a) {
    m->sets = ARENA_ARRAY(a, memo_set, m->table->cell_count ? m->table->cell_count : 1);
    for (size_t k = 0; k < m->table->cell_count; k++) {
        const story_cell *c = &m->table->cells[k];
        m->sets[m->count++] =
            (memo_set){.cell = c, .members = in_order(c->members.items, c->members.count, a), .size = c->members.count};
        m->largest = c->members.count > m->largest ? c->members.count : m->largest;
    }
    qsort(m->sets, m->count, sizeof *m->sets, by_size);
}

/* ---- values ---- */

static bool is_filling(const story_moment *at) {
    return at->step && at->step->kind == STEP_PUT;
}

/* The last put that counts at a moment. */
static size_t last_put(const story_moment *at) {
    const story_run *r = at->run;
    if (at->step && at->step->kind == STEP_PUT)
        return at->step->number;
    size_t last = story_last_step(at), count = 0;
    for (size_t k = 0; k < r->put_step_count; k++) {
        const story_step *of = r->put_steps[k].facts[0].cell->step;
        if (!of || of->number <= last)
            count = k + 1;
    }
    return count;
}

static bool written_alike(const memo_value *v, const story_node *n) {
    for (size_t k = 0; k < v->node_count; k++) {
        const story_node *o = v->nodes[k];
        if (o == n || (str_equal(o->op, n->op) && o->left == n->left && o->right == n->right))
            return true;
        bool commutes = str_is(n->op, "+") || str_is(n->op, "*");
        if (commutes && str_equal(o->op, n->op) && o->left == n->right && o->right == n->left)
            return true;
    }
    return false;
}

enum { KEPT_NODES = 8 }; /* of one value: more are not written side by side anywhere */

static void put_values(memo *m, size_t last, arena *a) {
    const story_run *r = m->table->run;
    memo_set **of_cell = ARENA_ARRAY(a, memo_set *, m->count ? m->count : 1);
    for (size_t k = 0; k < m->count; k++)
        of_cell[m->sets[k].cell - m->table->cells] = &m->sets[k];
    index_table places = {0};
    for (size_t k = 0; k < last; k++) {
        const story_fact *f = &r->put_steps[k].facts[0];
        if (f->table != m->table)
            continue;
        memo_set *s = of_cell[f->cell - m->table->cells];
        str key = str_format(a, "%zu %.*s", (size_t)(s - m->sets), STR_ARG(f->value));
        size_t place = index_enter(&places, key, s->value_count, a);
        if (place == s->value_count)
            *ARENA_PUSH(a, s, values, value_count, value_capacity) = (memo_value){.value = f->value};
        memo_value *v = &s->values[place];
        const story_node *n = r->put_steps[k].node;
        if (n && v->node_count < KEPT_NODES && !written_alike(v, n))
            *ARENA_PUSH(a, v, nodes, node_count, node_capacity) = n;
        s->result_count++;
        s->begun = true;
    }
}

typedef struct ranked_value {
    memo_value value;
    const number *number;
} ranked_value;

static int compare_values(const void *x, const void *y) {
    const ranked_value *p = x, *q = y;
    return p->number && q->number ? number_compare(p->number, q->number) : str_compare(p->value.value, q->value.value);
}

static void sort_values(memo_set *s, arena *a) {
    ranked_value *list = ARENA_ARRAY(a, ranked_value, s->value_count ? s->value_count : 1);
    for (size_t k = 0; k < s->value_count; k++)
        list[k] = (ranked_value){s->values[k], number_from_canonical(a, s->values[k].value)};
    qsort(list, s->value_count, sizeof *list, compare_values);
    for (size_t k = 0; k < s->value_count; k++)
        s->values[k] = list[k].value;
}

/* ---- counts ---- */

static size_t label_of(const story_texts *labels, str label) {
    size_t k = 0;
    while (k < labels->count && !str_equal(labels->items[k], label))
        k++;
    return k;
}

/* A table of a trace may say how many values there are, since not all of them need be told: row {3,8}, column values.
 */
static const story_table *counts_of(const story *s) {
    for (size_t r = 0; r < s->run_count; r++)
        for (size_t k = 0; k < s->runs[r].table_count; k++) {
            const story_table *t = &s->runs[r].tables[k];
            if (str_is(t->id, "sets") && t->shape == TABLE_FULL &&
                label_of(&t->col_labels, STR("values")) < t->col_labels.count)
                return t;
        }
    return NULL;
}

static str row_label(const memo_set *s, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < s->size; k++)
        strbuf_addf(&b, "%s%.*s", k ? "," : "{", STR_ARG(s->members[k]));
    strbuf_add_c(&b, "}");
    return strbuf_text(&b);
}

static int64_t count_in(str text) {
    int64_t count = 0;
    for (size_t k = 0; k < text.len && count < INT64_MAX / 100; k++)
        count = count * 10 + (text.ptr[k] - '0');
    return count;
}

static void know_counts(memo *m, const story *s, arena *a) {
    const story_table *t = counts_of(s);
    for (size_t k = 0; k < m->count; k++) {
        size_t row = t ? label_of(&t->row_labels, row_label(&m->sets[k], a)) : 0;
        m->sets[k].known_count = -1;
        if (!t || row == t->row_labels.count)
            continue;
        size_t col = label_of(&t->col_labels, STR("values"));
        const story_cell *c = story_cell_at(t, t->row_first + (int64_t)row, t->col_first + (int64_t)col);
        m->sets[k].known_count = c ? count_in(c->value) : -1;
    }
}

/* A count of 0 in such a table means that it was not counted. */
int64_t memo_set_count(const memo_set *s) {
    int64_t put = (int64_t)s->value_count;
    if (s->known_count < 0 || s->known_count == put)
        return put;
    return s->known_count ? s->known_count : -1;
}

/* ---- solutions ---- */

static void use_value(memo_set *s, str value) {
    for (size_t k = 0; k < s->value_count; k++)
        s->values[k].used |= str_equal(s->values[k].value, value);
}

static void mark_tree(memo *m, const story_node *root, bool shown, arena *a) {
    walk w = walk_of(root, a);
    for (size_t k = 0; k < w.count; k++) {
        memo_set *s = memo_set_of_node(m, w.nodes[k], a);
        if (!s)
            continue;
        s->on_way = true;
        if (shown && !s->node)
            s->node = w.nodes[k];
        use_value(s, w.nodes[k]->value);
    }
}

static void mark_solutions(memo *m, size_t solution, arena *a) {
    enum { MOST_MARKED = 200 }; /* more trees than that leave no set out */
    for (size_t k = 0; k < m->classes.count && (k < MOST_MARKED || k + 1 == solution); k++) {
        bool shown = k + 1 == solution;
        m->shown = shown ? m->classes.items[k].node : m->shown;
        mark_tree(m, m->classes.items[k].node, shown, a);
    }
}

/* A set that was worked on without a result to be told has begun too. */
static void mark_begun(memo *m, const story_moment *at) {
    size_t last = story_last_step(at);
    bool all = at->step && at->step->kind == STEP_PUT;
    for (size_t k = 0; k < m->count && !is_filling(at); k++) {
        const story_step *of = m->sets[k].cell->step;
        m->sets[k].begun = m->sets[k].begun || (of && (all || of->number <= last));
    }
}

static void find_current(memo *m, const story_moment *at, arena *a) {
    const story_step *step = at->step;
    bool cell = step && step->kind == STEP_CELL;
    if (!(cell || is_filling(at)) || !step->members.count)
        return;
    memo_set *s = memo_set_of(m, &step->members, a);
    m->put = cell ? NULL : step;
    m->current = s;
    if (s)
        s->begun = true;
}

memo *memo_at(const story_moment *at, size_t solution, arena *a) {
    const story_table *t = memo_table(at->run);
    if (!t)
        return NULL;
    memo *m = ARENA_NEW(a, memo);
    *m = (memo){.table = t, .classes = solution_classes_of(at->run, a)};
    list_sets(m, a);
    put_values(m, last_put(at), a);
    for (size_t k = 0; k < m->count; k++)
        sort_values(&m->sets[k], a);
    know_counts(m, at->story, a);
    if (is_filling(at))
        for (size_t k = 0; k < m->count; k++)
            m->sets[k].known_count = -1; /* they are being filled */
    mark_solutions(m, solution, a);
    mark_begun(m, at);
    find_current(m, at, a);
    return m;
}
