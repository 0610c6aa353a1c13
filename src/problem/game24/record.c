/* A hand is told cell by cell, each a sub-multiset; what a cell holds by then has its nodes:
 *
 *   nodes[{3,8}][k]   id of the node that first made result k of {3,8}; 0 if it was not told
 *   used[{3,8}][k]    some solution has that result in it
 *
 * Small cells tell all results as the solver finds them; large ones only what is used, found by its ways. */
#include "game24/game24.h"

#include <stdlib.h>

enum {
    TOLD_IN_FULL = 3, /* cells of so many cards, in any hand */
    SMALL_HAND = 4,   /* all cells of a hand of so many */
    LARGEST_TOLD = 6, /* cells above TOLD_IN_FULL are told in hands of so many at most */
    ALL_TREES = 100,  /* so many trees are all told */
};

static const char memo_name[] = "memo";

typedef struct recorder {
    const game24_solved *solved;
    game24_hand *hand;
    trace *t;
    arena *a;
    size_t whole;
    int64_t last_node;
    int64_t **nodes;   /* by set and result */
    bool **used;       /* the same */
    str_list *members; /* by set */
    str *names;        /* by set: "{3,8}" */
    size_t set;        /* being told */
} recorder;

/* ---- what is used ---- */

static void use_operands(void *user, const game24_way *way) {
    recorder *r = user;
    r->used[game24_number_of(r->hand, way->a)][way->i] = true;
    r->used[game24_number_of(r->hand, way->b)][way->j] = true;
}

/* From the target down. */
static void find_used(recorder *r) {
    const game24_hand *h = r->hand;
    if (h->size > 1)
        game24_ways(h, r->whole, r->solved->target, use_operands, r);
    for (size_t place = h->count - 1; place; place--) {
        size_t set = h->order[place];
        const game24_set *s = h->sets[set];
        game24_result *hit = set == r->whole ? game24_find(s, r->solved->target) : NULL;
        if (hit)
            r->used[set][hit - s->results] = true;
        for (size_t k = 0; k < s->count && s->size > 1 && set != r->whole; k++)
            if (r->used[set][k])
                game24_ways(h, set, &s->results[k].value, use_operands, r);
    }
}

/* ---- events ---- */

static str value_text(const recorder *r, const fmpq *value) {
    number shown = {.q = {*value}};
    return number_text(&shown, r->a);
}

static event *add_at(recorder *r, event_kind kind, size_t set) {
    event *e = trace_add(r->t, kind);
    trace_add_text(r->t, &e->tables, str_of(memo_name));
    e->at.members = r->members[set];
    e->has_at = true;
    return e;
}

static int64_t add_leaf(recorder *r, const fmpq *card) {
    event *e = trace_add(r->t, EVENT_NODE);
    e->node = ++r->last_node;
    e->value = value_text(r, card);
    if (r->solved->labels)
        e->label = r->solved->labels[game24_card_of(r->hand->memo, card)];
    return e->node;
}

static int64_t add_node(recorder *r, char op, int64_t left, int64_t right, str value) {
    static const char *const signs[] = {['+'] = "+", ['-'] = "-", ['*'] = "*", ['/'] = "/"};
    event *e = trace_add(r->t, EVENT_NODE);
    e->node = ++r->last_node;
    e->op = str_of(signs[(unsigned char)op]);
    e->left = left;
    e->right = right;
    e->value = value;
    return e->node;
}

static void add_put(recorder *r, size_t set, str value, int64_t node, bool dup) {
    event *e = add_at(r, EVENT_PUT, set);
    e->value = value;
    e->node = node;
    e->dup = dup;
}

static void add_try(recorder *r, const game24_split *s) {
    event *e = trace_add(r->t, EVENT_TRY);
    e->label = str_format(r->a, "%.*s %.*s", STR_ARG(r->names[s->left]), STR_ARG(r->names[s->right]));
    e->reads = ARENA_ARRAY(r->a, trace_read, 2);
    e->read_count = 2;
    const size_t parts[] = {s->left, s->right};
    for (size_t k = 0; k < 2; k++)
        e->reads[k] = (trace_read){.table = str_of(memo_name), .at = {.members = r->members[parts[k]]}};
}

/* A result of the cell that is being told, as a node and a put. */
static void add_result(recorder *r, const game24_way *way, size_t result, bool dup) {
    int64_t a = r->nodes[game24_number_of(r->hand, way->a)][way->i],
            b = r->nodes[game24_number_of(r->hand, way->b)][way->j];
    str value = value_text(r, &r->hand->sets[r->set]->results[result].value);
    int64_t node = add_node(r, way->op, way->reversed ? b : a, way->reversed ? a : b, value);
    if (!dup)
        r->nodes[r->set][result] = node;
    add_put(r, r->set, value, node, dup);
}

/* ---- cells ---- */

static void tell_card(recorder *r) {
    const fmpq *card = &r->hand->sets[r->set]->results[0].value;
    int64_t node = r->nodes[r->set][0] = add_leaf(r, card);
    add_put(r, r->set, value_text(r, card), node, false);
}

static void watch_split(void *user, const game24_split *s) {
    add_try(user, s);
}

static void watch_result(void *user, const game24_way *way, const fmpq *value, bool dup) {
    recorder *r = user;
    const game24_set *s = r->hand->sets[r->set];
    add_result(r, way, (size_t)(game24_find(s, value) - s->results), dup);
}

static bool tell_all(recorder *r) {
    const game24_watch watch = {r, watch_split, watch_result};
    return game24_solve_set_watched(r->hand, r->set, &watch);
}

typedef struct used_way {
    game24_way way;
    size_t place;  /* of its left part */
    size_t result; /* that it makes */
    size_t number; /* in the order in which it was found */
} used_way;

typedef struct used_ways {
    used_way *items;
    size_t count, capacity;
    recorder *r;
    size_t result;
} used_ways;

static void keep_used(void *user, const game24_way *way) {
    used_ways *u = user;
    size_t place = u->r->hand->place[game24_number_of(u->r->hand, way->a)], number = u->count;
    *ARENA_PUSH(u->r->a, u, items, count, capacity) = (used_way){*way, place, u->result, number};
}

static int order_used(const void *a, const void *b) {
    const used_way *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Only the results that are used. */
static void tell_used(recorder *r) {
    const game24_set *s = r->hand->sets[r->set];
    used_ways u = {.r = r};
    for (u.result = 0; u.result < s->count; u.result++)
        if (r->used[r->set][u.result])
            game24_ways(r->hand, r->set, &s->results[u.result].value, keep_used, &u);
    if (u.count)
        qsort(u.items, u.count, sizeof *u.items, order_used);
    size_t next = 0;
    for (game24_split split = {0, 0}; game24_next_split(r->hand, r->set, &split);) {
        add_try(r, &split);
        for (; next < u.count && u.items[next].place == r->hand->place[split.left]; next++) {
            size_t result = u.items[next].result;
            add_result(r, &u.items[next].way, result, r->nodes[r->set][result] != 0);
        }
    }
}

static bool tell_cell(recorder *r) {
    size_t size = r->hand->sets[r->set]->size;
    add_at(r, EVENT_CELL, r->set);
    if (size == 1)
        tell_card(r);
    else if (size <= TOLD_IN_FULL || r->hand->size <= SMALL_HAND)
        return tell_all(r);
    else
        tell_used(r);
    return true;
}

static bool tell_memo(recorder *r) {
    event *table = trace_add(r->t, EVENT_TABLE);
    table->id = str_of(memo_name);
    table->extent.shape = SHAPE_SETS;
    size_t level = 0;
    for (size_t place = 1; place < r->hand->count; place++) {
        r->set = r->hand->order[place];
        size_t size = r->hand->sets[r->set]->size;
        if (size > TOLD_IN_FULL && r->hand->size > LARGEST_TOLD)
            break;
        if (size != level) {
            level = size;
            trace_add_phase(r->t, "level", (int64_t)level);
        }
        if (!tell_cell(r))
            return false;
    }
    return true;
}

/* ---- solutions ---- */

/* The nodes of a tree; returns that of the root. */
static int64_t tell_tree(recorder *r, const expr *tree) {
    arena *scratch = arena_scratch(r->a);
    arena_mark start = arena_here(scratch);
    expr_nodes nodes = expr_nodes_of(tree, scratch);
    int64_t *ids = ARENA_ARRAY(scratch, int64_t, nodes.count);
    fmpq *values = game24_fractions(scratch, nodes.count);
    size_t count = 0;
    for (size_t k = 0; k < nodes.count; k++) {
        const expr *x = nodes.items[k];
        if (!x->count) {
            fmpq_set(&values[count], number_from_text(scratch, x->text)->q);
            ids[count] = add_leaf(r, &values[count]);
            count++;
            continue;
        }
        count -= 2;
        game24_operate(&values[count], game24_operator(x->kind), &values[count], &values[count + 1]);
        str value = value_text(r, &values[count]);
        ids[count] = add_node(r, game24_operator(x->kind), ids[count], ids[count + 1], value);
        count++;
    }
    int64_t root = ids[0];
    arena_back(scratch, start);
    return root;
}

static void tell_solution(recorder *r, const expr *tree, size_t class_number) {
    int64_t root = tell_tree(r, tree);
    event *e = trace_add(r->t, EVENT_SOLUTION);
    e->node = root;
    e->class_number = (int64_t)class_number;
}

/* A text for a tree that does not depend on the order of operands that commute. */
static str tree_key(const expr *tree, arena *a) {
    expr_nodes nodes = expr_nodes_of(tree, a);
    str *done = ARENA_ARRAY(a, str, nodes.count);
    size_t count = 0;
    for (size_t k = 0; k < nodes.count; k++) {
        const expr *x = nodes.items[k];
        if (!x->count) {
            done[count++] = x->text;
            continue;
        }
        count -= 2;
        bool commutes = x->kind == EXPR_ADD || x->kind == EXPR_MULTIPLY;
        bool swap = commutes && str_compare(done[count], done[count + 1]) > 0;
        str left = done[count + swap], right = done[count + !swap];
        done[count] = str_format(a, "(%.*s%c%.*s)", STR_ARG(left), game24_operator(x->kind), STR_ARG(right));
        count++;
    }
    return done[0];
}

/* All trees, each with the key of its class; in the scratch arena. */
typedef struct keyed_trees {
    game24_trees trees;
    str *keys;
} keyed_trees;

static keyed_trees all_trees(const recorder *r, arena *scratch) {
    keyed_trees all = {.trees = game24_trees_at(r->hand, r->solved->target, scratch)};
    all.keys = ARENA_ARRAY(scratch, str, all.trees.count);
    for (size_t k = 0; k < all.trees.count; k++)
        all.keys[k] = game24_class_key(all.trees.items[k], scratch);
    return all;
}

/* The trees of the class of `first` but that one. */
static void tell_others(recorder *r, const expr *first, const keyed_trees *all, size_t class_number, arena *scratch) {
    if (!all->trees.count)
        return;
    str key = game24_class_key(first, scratch), told = tree_key(first, scratch);
    for (size_t k = 0; k < all->trees.count; k++)
        if (str_equal(all->keys[k], key) && !str_equal(tree_key(all->trees.items[k], scratch), told))
            tell_solution(r, all->trees.items[k], class_number);
}

static expr *line_tree(const recorder *r, str line, arena *a) {
    if (r->hand->size > 1)
        return game24_tree_of_line(line, a);
    expr *card = ARENA_NEW(a, expr); /* a hand of one card, which may be a fraction */
    *card = (expr){.kind = EXPR_NUMBER, .text = line};
    return card;
}

/* One tree of each class, as its line is written; all, if they are few and all are wanted. */
static void tell_solutions(recorder *r, bool all_wanted) {
    const game24_lines *lines = &r->solved->lines;
    arena *scratch = arena_scratch(r->a);
    arena_mark start = arena_here(scratch);
    keyed_trees all = {0};
    if (all_wanted && lines->count && fmpz_cmp_ui(r->solved->trees, ALL_TREES) <= 0)
        all = all_trees(r, scratch);
    for (size_t k = 0; k < lines->count; k++) {
        arena_mark line_start = arena_here(scratch);
        const expr *tree = line_tree(r, lines->items[k], scratch);
        tell_solution(r, tree, k + 1);
        tell_others(r, tree, &all, k + 1, scratch);
        arena_back(scratch, line_start);
    }
    arena_back(scratch, start);
}

/* ---- counts ---- */

typedef enum set_column {
    COLUMN_CARDS,
    COLUMN_SPLITS,
    COLUMN_RESULTS,
    COLUMN_VALUES,
    COLUMN_USED,
    SET_COLUMNS
} set_column;
static const char *const set_columns[SET_COLUMNS] = {"cards", "splits", "results", "values", "used"};

typedef enum saving {
    SAVED_SETS,
    SAVED_SPLITS,
    SAVED_RESULTS,
    SAVED_VALUES,
    SAVED_CALLS,
    SAVED_HITS,
    SAVED_SOLUTIONS,
    SAVINGS
} saving;
static const char *const saving_names[SAVINGS] = {"sets", "splits", "results", "values", "calls", "hits", "solutions"};
static const char *const saving_columns[] = {"without", "with"};

/* The event with a place of a table of counts. */
static event *add_of_table(recorder *r, event_kind kind, const char *table, size_t row, size_t col) {
    event *e = trace_add(r->t, kind);
    trace_add_text(r->t, &e->tables, str_of(table));
    e->at = (place){.row = (int64_t)row, .col = (int64_t)col};
    e->has_at = true;
    return e;
}

static void add_cell(recorder *r, const char *table, size_t row, size_t col, str value) {
    add_of_table(r, EVENT_CELL, table, row, col);
    event *set = add_of_table(r, EVENT_SET, table, row, col);
    set->value = value;
    set->why = STR("only");
}

static size_t split_count(const game24_hand *h, size_t set) {
    size_t count = 0;
    for (game24_split split = {0, 0}; game24_next_split(h, set, &split);)
        count++;
    return count;
}

static size_t used_count(const recorder *r, size_t set) {
    size_t count = 0;
    for (size_t k = 0; k < r->hand->sets[set]->count; k++)
        count += r->used[set][k];
    return count;
}

static event *add_table(recorder *r, const char *id, size_t rows, const char *const *columns, size_t column_count) {
    event *e = trace_add(r->t, EVENT_TABLE);
    e->id = str_of(id);
    e->extent.row_first = e->extent.col_first = 1;
    e->extent.row_last = (int64_t)rows;
    e->extent.col_last = (int64_t)column_count;
    for (size_t k = 0; k < column_count; k++)
        *ARENA_PUSH(r->a, &e->extent.col_labels, items, count, capacity) = str_of(columns[k]);
    return e;
}

static void tell_sets(recorder *r) {
    const game24_hand *h = r->hand;
    event *table = add_table(r, "sets", h->count - 1, set_columns, SET_COLUMNS);
    for (size_t place = 1; place < h->count; place++)
        *ARENA_PUSH(r->a, &table->extent.row_labels, items, count, capacity) = r->names[h->order[place]];
    for (size_t place = 1; place < h->count; place++) {
        size_t set = h->order[place];
        const game24_set *s = h->sets[set];
        bool used = set == r->whole ? fmpz_sgn(r->solved->trees) > 0 : used_count(r, set) > 0;
        const size_t counts[SET_COLUMNS] = {s->size, split_count(h, set), s->computed, s->count, used};
        for (size_t column = 0; column < SET_COLUMNS; column++)
            add_cell(r, "sets", place, column + 1, str_format(r->a, "%zu", counts[column]));
    }
}

static size_t zeros(const game24_set *s) {
    return game24_find(s, &(const fmpq){0, 1}) != NULL;
}

/* In how many ways the cards of the part can be taken out of the whole, each card for itself. */
static ulong choices_of(const game24_hand *h, size_t part, size_t whole) {
    ulong ways = 1;
    for (size_t k = 0; k < h->kinds; k++) {
        size_t all = game24_times(h, whole, k);
        ulong binomial = 1;
        for (size_t taken = 0; taken < game24_times(h, part, k); taken++)
            binomial = binomial * (all - taken) / (taken + 1);
        ways *= binomial;
    }
    return ways;
}

/* Adds what one set would cost if equal cards were different and nothing commuted: its splits and results. */
static void add_plain_costs(const game24_hand *h, size_t set, fmpz *splits, fmpz *results) {
    ulong sets = choices_of(h, set, h->order[h->count - 1]);
    fmpz_t one;
    fmpz_init(one);
    for (game24_split split = {0, 0}; game24_next_split(h, set, &split);) {
        const game24_set *a = h->sets[split.left], *b = h->sets[split.right];
        ulong parts = sets * choices_of(h, split.left, set) / (a == b ? 2 : 1); /* at most 3^32 */
        fmpz_add_ui(splits, splits, parts);
        fmpz_set_ui(one, 8 * a->count * b->count - a->count * zeros(b) - b->count * zeros(a));
        fmpz_addmul_ui(results, one, parts);
    }
    fmpz_clear(one);
}

/* Calls of a recursion without a memo on that many cards, each for itself: itself and those for both parts of each
 * split. */
static void plain_calls(size_t size, fmpz *calls, arena *a) {
    fmpz *of = number_integers(a, size + 2), *binomial = &of[size + 1];
    for (size_t n = 1; n <= size; n++) {
        fmpz_one(&of[n]);
        for (size_t k = 1; k < n; k++) {
            fmpz_bin_uiui(binomial, n, k);
            fmpz_addmul(&of[n], binomial, &of[k]);
        }
    }
    fmpz_set(calls, &of[size]);
}

static void tell_savings(recorder *r) {
    const game24_hand *h = r->hand;
    fmpz *plain = number_integers(r->a, (size_t)2 * SAVINGS), *kept = &plain[SAVINGS];
    for (size_t place = 1; place < h->count; place++) {
        const game24_set *s = h->sets[h->order[place]];
        add_plain_costs(h, h->order[place], &plain[SAVED_SPLITS], &plain[SAVED_RESULTS]);
        fmpz_add_ui(&kept[SAVED_SPLITS], &kept[SAVED_SPLITS], split_count(h, h->order[place]));
        fmpz_add_ui(&kept[SAVED_RESULTS], &kept[SAVED_RESULTS], s->computed);
        fmpz_add_ui(&kept[SAVED_VALUES], &kept[SAVED_VALUES], s->size > 1 ? s->count : 0);
    }
    fmpz_set_ui(&plain[SAVED_SETS], (UINT64_C(1) << h->size) - 1);
    fmpz_set_ui(&kept[SAVED_SETS], h->count - 1);
    fmpz_set(&plain[SAVED_VALUES], &kept[SAVED_RESULTS]);
    plain_calls(h->size, &plain[SAVED_CALLS], r->a);
    fmpz_set(&kept[SAVED_CALLS], &kept[SAVED_SETS]);
    fmpz_mul_ui(&plain[SAVED_HITS], &kept[SAVED_SPLITS], 2);
    fmpz_sub_ui(&kept[SAVED_HITS], &plain[SAVED_HITS], h->count - 2);
    fmpz_set(&plain[SAVED_SOLUTIONS], r->solved->trees);
    fmpz_set(&kept[SAVED_SOLUTIONS], r->solved->classes);
    event *table = add_table(r, "compress", SAVINGS, saving_columns, 2);
    for (size_t k = 0; k < SAVINGS; k++)
        *ARENA_PUSH(r->a, &table->extent.row_labels, items, count, capacity) = str_of(saving_names[k]);
    for (size_t k = 0; k < SAVINGS; k++) {
        add_cell(r, "compress", k + 1, 1, number_text_of_fmpz(&plain[k], r->a));
        add_cell(r, "compress", k + 1, 2, number_text_of_fmpz(&kept[k], r->a));
    }
}

/* ---- the whole ---- */

static void add_run(recorder *r, str id, str title) {
    event *e = trace_add(r->t, EVENT_RUN);
    e->id = id;
    e->title = title;
    r->last_node = 0;
}

static void name_sets(recorder *r) {
    const game24_hand *h = r->hand;
    r->members = ARENA_ARRAY(r->a, str_list, h->count);
    r->names = ARENA_ARRAY(r->a, str, h->count);
    for (size_t set = 1; set < h->count; set++) {
        strbuf b = strbuf_in(r->a);
        const game24_set *s = h->sets[set];
        for (size_t k = 0; k < s->size; k++) {
            str text = value_text(r, &h->memo->cards[s->cards[k]]);
            strbuf_addf(&b, "%s%.*s", k ? "," : "{", STR_ARG(text));
            *ARENA_PUSH(r->a, &r->members[set], items, count, capacity) = text;
        }
        strbuf_add_c(&b, "}");
        r->names[set] = strbuf_text(&b);
    }
}

bool game24_record_hand(const game24_solved *s, trace *t) {
    game24_hand *h = s->hand;
    recorder r = {.solved = s, .hand = h, .t = t, .a = t->arena, .whole = h->order[h->count - 1]};
    if (h->size <= LARGEST_TOLD && !game24_solve_set(h, r.whole))
        return false;
    r.nodes = ARENA_ARRAY(r.a, int64_t *, h->count);
    r.used = ARENA_ARRAY(r.a, bool *, h->count);
    for (size_t set = 1; set < h->count; set++) {
        r.nodes[set] = ARENA_ARRAY(r.a, int64_t, h->sets[set]->count);
        r.used[set] = ARENA_ARRAY(r.a, bool, h->sets[set]->count);
    }
    name_sets(&r);
    find_used(&r);
    add_run(&r, STR("memo"), STR(""));
    if (!tell_memo(&r))
        return false;
    tell_solutions(&r, true);
    add_run(&r, STR("counts"), STR(""));
    tell_sets(&r);
    tell_savings(&r);
    return true;
}

void game24_record_page(const game24_solved *s, size_t number, const datum *facts, trace *t) {
    recorder r = {.solved = s, .hand = s->hand, .t = t, .a = t->arena};
    const datum *numbers = datum_get(facts, "numbers");
    strbuf title = strbuf_in(r.a);
    for (size_t k = 0; k < numbers->count; k++)
        strbuf_addf(&title, "%s%.*s", k ? " " : "", STR_ARG(numbers->items[k]->text));
    add_run(&r, str_format(r.a, "hand-%zu", number), strbuf_text(&title));
    event *note = trace_add(t, EVENT_NOTE);
    note->key = STR("hand");
    note->args = datum_map(r.a);
    for (size_t k = 0; k < facts->count; k++)
        datum_add(r.a, note->args, facts->items[k]);
    tell_solutions(&r, false);
}
