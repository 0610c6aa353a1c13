/* Wishes are of two kinds: keys with a value (a, b, f, depth), which say what is drawn, and properties, each a test
 * that the recurrence drawn must pass; recurrences are drawn until one passes all. Each draw takes four numbers,
 * whatever is wished, so that a wish leaves the others as they are. */
#include "recurrence/recurrence.h"

#include "kit/random.h"
#include "kit/wishes.h"

enum { MOST_DRAWS = 5000, MOST_LEAVES = 256, MOST_DEPTH = 64 };

const char recurrence_random_help[] = "a=A          how many parts, from 1 to 5 unless said\n"
                                      "b=B          how much smaller they are, 2 or 3 unless said\n"
                                      "f=F          the cost of a node, n^2 for instance\n"
                                      "depth=L      levels below the root: n = b^L; 2 to 4 unless said\n"
                                      "leaves       case 1: the levels grow, the leaves rule\n"
                                      "even         case 2: all levels cost the same\n"
                                      "root         case 3: the levels shrink, the root rules\n"
                                      "between      f is n^(log_b a) log n, between cases 2 and 3\n"
                                      "offbyone     forgetting the leaves gives another total\n"
                                      "nodes        counting b^k nodes on level k does\n"
                                      "cost         taking f(n)/b^k for the cost of a node does\n"
                                      "times        the root's cost times the number of levels does\n";

static const struct property {
    const char *name;
    master_case wanted; /* 0: the wrong way has to differ */
    wrong_way way;
} properties[] = {
    {"leaves", MASTER_LEAVES, 0},  {"even", MASTER_EVEN, 0},  {"root", MASTER_ROOT, 0}, {"between", MASTER_BETWEEN, 0},
    {"offbyone", 0, WRONG_LEVELS}, {"nodes", 0, WRONG_NODES}, {"cost", 0, WRONG_COST},  {"times", 0, WRONG_ROOT},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* What f is drawn from: c, k, log. Costs that lectures use come first and more often. */
static const struct {
    const char *factor;
    int64_t power;
    bool log;
} drawn_forms[] = {{"1", 1, false}, {"1", 2, false}, {"1", 0, false}, {"1", 1, true},
                   {"2", 1, false}, {"1", 1, false}, {"3", 1, false}, {"1", 2, false}};
enum { FORMS = sizeof drawn_forms / sizeof *drawn_forms };

typedef struct plan {
    int64_t a, b, depth; /* 0 (depth: -1): drawn */
    bool has_f;
    recurrence f;
    bool asked[PROPERTIES];
} plan;

static bool take_f(const datum *wish, plan *p, arena *a, error *e) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("--random"), datum_as_text(wish)};
    p->has_f = recurrence_read_f(where, 0, where->text.len, &p->f, a, e);
    e->status = p->has_f ? e->status : STATUS_USAGE;
    return p->has_f;
}

static bool take_property(const datum *wish, plan *p, error *e) {
    for (size_t k = 0; k < PROPERTIES; k++)
        if (str_is(wish->key, properties[k].name)) {
            p->asked[k] = true;
            return wish_alone(wish, e);
        }
    return wish_unknown(wish, "a recurrence", recurrence_random_help, e);
}

static bool take_wish(const datum *wish, plan *p, arena *a, error *e) {
    enum { MOST = 1000 };
    if (str_is(wish->key, "a"))
        return wish_integer(wish, 1, MOST, &p->a, e);
    if (str_is(wish->key, "b"))
        return wish_integer(wish, 2, MOST, &p->b, e);
    if (str_is(wish->key, "depth"))
        return wish_integer(wish, 0, MOST_DEPTH, &p->depth, e);
    return str_is(wish->key, "f") ? take_f(wish, p, a, e) : take_property(wish, p, e);
}

static int64_t wished(int64_t wish, int64_t drawn) {
    return wish > 0 ? wish : drawn;
}

static void draw(recurrence *r, const plan *p, random_source *source, arena *a) {
    size_t form = (size_t)random_between(source, 0, FORMS - 1);
    int64_t most_a = 5, depth;
    *r = (recurrence){.a = wished(p->a, random_between(source, 1, most_a)),
                      .b = wished(p->b, random_between(source, 2, 3)),
                      .factor = p->has_f ? p->f.factor : str_of(drawn_forms[form].factor),
                      .power = p->has_f ? p->f.power : drawn_forms[form].power,
                      .log = p->has_f ? p->f.log : drawn_forms[form].log};
    depth = random_between(source, 2, r->b == 2 ? 4 : 3);
    r->depth = (size_t)(p->depth >= 0 ? p->depth : depth);
    number *n = number_from_integer(a, r->b);
    fmpz_pow_ui(fmpq_numref(n->q), fmpq_numref(n->q), r->depth);
    r->n = number_text(n, a);
}

/* A tree drawn on paper has few leaves; one whose depth is wished for may have any number. */
static bool is_small(const levels *l, const plan *p) {
    return p->depth >= 0 || fmpz_cmp_si(level_value(l, l->r.depth, LEVEL_NODES), MOST_LEAVES) <= 0;
}

static bool holds(const levels *l, const struct property *property, arena *a) {
    if (property->wanted)
        return master_case_of(&l->r) == property->wanted;
    return !fmpq_equal_fmpz(wrong_total(l, property->way, a)->q, l->total);
}

static bool passes(const recurrence *r, const plan *p, arena *a) {
    const levels *l = levels_of(r, a);
    bool good = is_small(l, p);
    for (size_t k = 0; good && k < PROPERTIES; k++)
        good = !p->asked[k] || holds(l, &properties[k], a);
    return good;
}

bool recurrence_random(const datum *wishes, uint64_t seed, recurrence *r, arena *a, error *e) {
    plan p = {.depth = -1};
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (!take_wish(wishes->items[k], &p, a, e))
            return false;
    random_source source = random_from_seed(seed);
    arena *scratch = arena_scratch(a);
    for (size_t k = 0; k < MOST_DRAWS; k++) {
        arena_mark start = arena_here(scratch);
        draw(r, &p, &source, a);
        bool good = passes(r, &p, scratch);
        arena_back(scratch, start);
        if (good)
            return true;
    }
    return error_plain(e, STATUS_INPUT, "--random: none of %d recurrences drawn has all these properties", MOST_DRAWS);
}
