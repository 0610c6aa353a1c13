/* Expressions of candidates, read once and kept by their text, as operations on a stack of values (E. W. Dijkstra's
 * shunting yard in the form of a recursive descent, bounded in depth):
 *
 *   "l+r+$1*$2"   ─▶   read 0, read 1, +, number 0, number 1, *, +
 *
 * Numbers and reads stay where they are; only results are calculated into run->work, a slot an operation. */
#include "run.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum op_kind {
    OP_READ,
    OP_NUMBER,
    OP_DIGITS,
    OP_STATE, /* inf, true, false */
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_MIN,
    OP_MAX,
    OP_MIN_ALL, /* the way back follows all, not what is chosen */
    OP_MAX_ALL
} op_kind;

typedef struct op {
    uint8_t kind, which;
} op;

enum { FORMULAS = 64, OPS = DP_WORK - 2, DEEPEST = 16 };

struct formula {
    char *text;
    const char *names[DP_READS]; /* of the reads it was read with */
    uint8_t reads, count, constants;
    bool chooses; /* it has min or max: not all reads are followed */
    op ops[OPS];
    char *values; /* constants, OPS of them */
};

/* ---- reading ---- */

typedef struct reader {
    dp_run *r;
    formula *f;
    const char *at;
    int depth;
} reader;

static bool read_sum(reader *in);

static bool wrong(reader *in, const char *what) {
    return dp_fail(in->r, "\"%s\": expected %s, got \"%s\"", in->f->text, what, in->at);
}

static bool add_op(reader *in, op_kind kind, size_t which) {
    if (in->f->count == OPS)
        return dp_fail(in->r, "\"%s\" is too long", in->f->text);
    in->f->ops[in->f->count++] = (op){(uint8_t)kind, (uint8_t)which};
    return true;
}

static bool accept(reader *in, char sign) {
    while (*in->at == ' ')
        in->at++;
    if (*in->at != sign)
        return false;
    in->at++;
    return true;
}

static bool read_digits(reader *in) {
    const dp_values *v = in->r->d->values;
    size_t length = strspn(in->at, "0123456789");
    if (!v->read || !v->read(in->f->values + in->f->constants * v->size, in->at, length))
        return wrong(in, "a number that can be calculated with");
    in->at += length;
    return add_op(in, OP_DIGITS, in->f->constants++);
}

static bool read_two(reader *in, op_kind kind) {
    if (!accept(in, '('))
        return wrong(in, "(");
    if (!read_sum(in))
        return false;
    while (accept(in, ','))
        if (!read_sum(in) || !add_op(in, kind, 0))
            return false;
    return accept(in, ')') || wrong(in, ")");
}

static bool read_name(reader *in) {
    size_t length = 0;
    while (isalnum((unsigned char)in->at[length]) || in->at[length] == '_')
        length++;
    for (size_t k = 0; k < in->f->reads; k++)
        if (strlen(in->f->names[k]) == length && strncmp(in->f->names[k], in->at, length) == 0) {
            in->at += length;
            return add_op(in, OP_READ, k);
        }
    static const struct {
        const char *name;
        op_kind kind;
        dp_state state;
    } words[] = {{"min", OP_MIN, DP_NONE},     {"max", OP_MAX, DP_NONE},       {"MIN", OP_MIN_ALL, DP_NONE},
                 {"MAX", OP_MAX_ALL, DP_NONE}, {"inf", OP_STATE, DP_INFINITY}, {"true", OP_STATE, DP_TRUE},
                 {"false", OP_STATE, DP_FALSE}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k].name) == length && strncmp(in->at, words[k].name, length) == 0) {
            in->at += length;
            in->f->chooses = in->f->chooses || words[k].kind == OP_MIN || words[k].kind == OP_MAX;
            return words[k].kind == OP_STATE ? add_op(in, OP_STATE, words[k].state) : read_two(in, words[k].kind);
        }
    return wrong(in, "a number or the name of a read");
}

static bool read_factor(reader *in) {
    if (accept(in, '(')) {
        if (++in->depth > DEEPEST)
            return dp_fail(in->r, "\"%s\" has too many brackets in each other", in->f->text);
        bool good = read_sum(in) && (accept(in, ')') || wrong(in, ")"));
        in->depth--;
        return good;
    }
    if (accept(in, '$')) {
        char *end;
        unsigned long which = isdigit((unsigned char)*in->at) ? strtoul(in->at, &end, 10) : 0;
        if (which < 1 || which > DP_NUMBERS)
            return wrong(in, "the number of a number");
        in->at = end;
        return add_op(in, OP_NUMBER, which - 1);
    }
    return isdigit((unsigned char)*in->at) ? read_digits(in) : read_name(in);
}

static bool read_product(reader *in) {
    bool good = read_factor(in);
    while (good) {
        if (accept(in, '*'))
            good = read_factor(in) && add_op(in, OP_MULTIPLY, 0);
        else if (accept(in, '/'))
            good = read_factor(in) && add_op(in, OP_DIVIDE, 0);
        else
            break;
    }
    return good;
}

static bool read_sum(reader *in) {
    bool good = read_product(in);
    while (good) {
        if (accept(in, '+'))
            good = read_product(in) && add_op(in, OP_ADD, 0);
        else if (accept(in, '-'))
            good = read_product(in) && add_op(in, OP_SUBTRACT, 0);
        else
            break;
    }
    return good;
}

static void free_formula(dp_run *r, formula *f) {
    for (size_t k = 0; r->d->values->clear && f->values && k < OPS; k++)
        r->d->values->clear(f->values + k * r->d->values->size);
    r->bytes -= (f->values ? OPS * r->d->values->size : 0) + (f->text ? strlen(f->text) + 1 : 0);
    dp_drop(r->d, f->values);
    dp_drop(r->d, f->text);
    *f = (formula){0};
}

void dp_formulas_free(dp_run *r) {
    for (size_t k = 0; r->formulas && k < FORMULAS; k++)
        free_formula(r, &r->formulas[k]);
    dp_drop(r->d, r->formulas);
}

static bool same_reads(const dp_run *r, const formula *f, const candidate *c) {
    const dp_read *reads = c->reads ? &r->list.reads[c->first_read] : NULL;
    if (f->reads != c->reads)
        return false;
    for (size_t k = 0; k < c->reads; k++)
        if (reads[k].name != f->names[k] && strcmp(reads[k].name, f->names[k]) != 0)
            return false;
    return true;
}

/* From the place that its address gives, or read anew into it. */
static formula *formula_of(dp_run *r, const candidate *c, const char *text) {
    if (!r->formulas && !(r->formulas = dp_take(r, FORMULAS, sizeof *r->formulas)))
        return NULL;
    formula *f = &r->formulas[((uintptr_t)text >> 2) % FORMULAS];
    if (f->text && strcmp(f->text, text) == 0 && same_reads(r, f, c))
        return f;
    free_formula(r, f);
    f->values = dp_take(r, OPS, r->d->values->size);
    size_t length = strlen(text) + 1;
    f->text = f->values ? dp_take(r, length, 1) : NULL;
    if (!f->text)
        return NULL;
    memcpy(f->text, text, length);
    f->reads = c->reads;
    for (size_t k = 0; k < c->reads; k++)
        f->names[k] = r->list.reads[c->first_read + k].name;
    reader in = {r, f, f->text, 0};
    if (!read_sum(&in))
        return NULL;
    while (*in.at == ' ')
        in.at++;
    return *in.at ? (wrong(&in, "the end"), NULL) : f;
}

/* ---- calculating ---- */

static bool is_truth(dp_state s) {
    return s == DP_FALSE || s == DP_TRUE;
}

static int rank_of(dp_state s) {
    return s == DP_MINUS_INFINITY || s == DP_FALSE ? -1 : s == DP_VALUE ? 0 : 1;
}

bool dp_compare(dp_run *r, operand x, operand y, int *order) {
    if (is_truth(x.state) != is_truth(y.state))
        return dp_fail(r, "a truth value cannot be compared with a number");
    if (x.state == DP_VALUE && y.state == DP_VALUE)
        *order = r->d->values->compare(x.value, y.value);
    else
        *order = rank_of(x.state) - rank_of(y.state);
    return true;
}

static int sign_of(dp_run *r, operand x) {
    void *zero = r->work + (DP_WORK - 2) * r->d->values->size;
    if (x.state != DP_VALUE)
        return rank_of(x.state);
    return r->d->values->read && r->d->values->read(zero, "0", 1) ? r->d->values->compare(x.value, zero) : 1;
}

static dp_state opposite(dp_state s) {
    return s == DP_INFINITY ? DP_MINUS_INFINITY : DP_INFINITY;
}

/* At least one of them is no number. */
static bool infinite(dp_run *r, op_kind kind, operand x, operand y, operand *result) {
    if (is_truth(x.state) || is_truth(y.state))
        return dp_fail(r, "a truth value is not a number: join truth values by min (and) and max (or)");
    dp_state back = y.state;
    if (kind == OP_DIVIDE && y.state != DP_VALUE)
        return dp_fail(r, "inf must not be divided by");
    if (kind == OP_MULTIPLY || kind == OP_DIVIDE) {
        int sign = sign_of(r, x) * sign_of(r, y);
        if (!sign)
            return dp_fail(r, "inf times 0 has no value");
        *result = (operand){sign < 0 ? DP_MINUS_INFINITY : DP_INFINITY, NULL};
        return true;
    }
    if (kind == OP_SUBTRACT && y.state != DP_VALUE)
        back = opposite(y.state);
    if (x.state != DP_VALUE && back != DP_VALUE && x.state != back)
        return dp_fail(r, "inf - inf has no value");
    *result = (operand){x.state == DP_VALUE ? back : x.state, NULL};
    return true;
}

static bool is_min(op_kind kind) {
    return kind == OP_MIN || kind == OP_MIN_ALL;
}

static bool apply(dp_run *r, op_kind kind, operand *stack, size_t slot) {
    const dp_values *v = r->d->values;
    operand x = stack[0], y = stack[1];
    if (kind >= OP_MIN) {
        int order = 0;
        if (!dp_compare(r, x, y, &order))
            return false;
        stack[0] = is_min(kind) == (order <= 0) || order == 0 ? x : y;
        return true;
    }
    if (x.state != DP_VALUE || y.state != DP_VALUE)
        return infinite(r, kind, x, y, stack);
    int (*calculate)(void *, const void *, const void *) = kind == OP_ADD        ? v->add
                                                           : kind == OP_SUBTRACT ? v->subtract
                                                           : kind == OP_MULTIPLY ? v->multiply
                                                                                 : v->divide;
    void *result = r->work + slot * v->size;
    if (!calculate || !calculate(result, x.value, y.value))
        return dp_fail(r, kind == OP_DIVIDE ? "a division by zero, or one whose result cannot be had"
                                            : "a value is too large to be calculated");
    stack[0] = (operand){DP_VALUE, result};
    return true;
}

bool dp_add(dp_run *r, operand x, operand y, void *where, operand *result) {
    if (x.state != DP_VALUE || y.state != DP_VALUE)
        return infinite(r, OP_ADD, x, y, result);
    *result = (operand){DP_VALUE, where};
    return r->d->values->add(where, x.value, y.value) || dp_fail(r, "a sum is too large to be calculated");
}

static const void *number_of(const dp_run *r, const candidate *c, size_t which) {
    for (size_t k = 0; k < c->extras; k++)
        if (!r->list.extras[c->first_extra + k].way && which-- == 0)
            return r->list.numbers + (c->first_extra + k) * r->d->values->size;
    return NULL;
}

const char *dp_way_of(const dp_run *r, const candidate *c, size_t way) {
    if (!way)
        return c->expr;
    for (size_t k = 0; k < c->extras; k++) {
        const char *expr = r->list.extras[c->first_extra + k].way;
        if (expr && --way == 0)
            return expr;
    }
    return NULL;
}

/* Each operation has a slot of its own for its result, so that none is overwritten while it is needed. */
bool dp_calculate(dp_run *r, const candidate *c, size_t way, operand *result) {
    formula *f = formula_of(r, c, dp_way_of(r, c, way));
    operand stack[OPS] = {{DP_NONE, NULL}};
    size_t depth = 0;
    if (!f || r->failed)
        return false;
    for (size_t k = 0; k < f->count; k++) {
        op o = f->ops[k];
        if (o.kind == OP_READ) {
            dp_place read = r->list.reads[c->first_read + o.which].place;
            stack[depth++] = dp_operand(r, read);
            if (stack[depth - 1].state == DP_NONE)
                return dp_fail(r, "%s is read before it has a value: the order does not fit", dp_place_text(r, read));
        } else if (o.kind == OP_STATE)
            stack[depth++] = (operand){(dp_state)o.which, NULL};
        else if (o.kind == OP_DIGITS)
            stack[depth++] = (operand){DP_VALUE, f->values + o.which * r->d->values->size};
        else if (o.kind == OP_NUMBER) {
            const void *number = number_of(r, c, o.which);
            if (!number)
                return dp_fail(r, "\"%s\": there is no number $%d", f->text, o.which + 1);
            stack[depth++] = (operand){DP_VALUE, number};
        } else {
            depth--;
            if (!apply(r, (op_kind)o.kind, &stack[depth - 1], k))
                return false;
        }
    }
    *result = stack[0];
    return true;
}

/* ---- what is followed ---- */

/* Goes through the operations of a candidate's expression; what a read brings is joined, of a min or max only what was
 * chosen. */
typedef struct follower {
    bool (*join)(struct follower *w, size_t into, size_t from);   /* all of both */
    bool (*tie)(struct follower *w, size_t into, size_t from);    /* both are as good: the first is chosen */
    void (*take)(struct follower *w, size_t into, size_t from);   /* the second is chosen */
    bool (*read)(struct follower *w, size_t into, size_t number); /* SIZE_MAX: a number */
    dp_run *r;
    const candidate *c;
    uint64_t *reads;
    char *counts;
    const void *(*count_of)(const void *user, dp_place p);
    const void *user;
} follower;

static bool follow(follower *w, const formula *f) {
    dp_run *r = w->r;
    operand stack[OPS] = {{DP_NONE, NULL}};
    size_t depth = 0;
    for (size_t k = 0; k < f->count; k++) {
        op o = f->ops[k];
        if (o.kind < OP_ADD) {
            bool is_read = o.kind == OP_READ;
            if (!w->read(w, depth, is_read ? o.which : SIZE_MAX))
                return false;
            stack[depth++] = is_read               ? dp_operand(r, r->list.reads[w->c->first_read + o.which].place)
                             : o.kind == OP_NUMBER ? (operand){DP_VALUE, number_of(r, w->c, o.which)}
                             : o.kind == OP_DIGITS ? (operand){DP_VALUE, f->values + o.which * r->d->values->size}
                                                   : (operand){(dp_state)o.which, NULL};
            continue;
        }
        depth--;
        int order = 0;
        if ((o.kind == OP_MIN || o.kind == OP_MAX) && !dp_compare(r, stack[depth - 1], stack[depth], &order))
            return false;
        if (o.kind != OP_MIN && o.kind != OP_MAX ? !w->join(w, depth - 1, depth)
                                                 : order == 0 && !w->tie(w, depth - 1, depth))
            return false;
        if (order && (o.kind == OP_MIN) == (order > 0))
            w->take(w, depth - 1, depth);
        if (!apply(r, (op_kind)o.kind, &stack[depth - 1], k))
            return false;
    }
    return true;
}

static bool join_reads(follower *w, size_t into, size_t from) {
    w->reads[into] |= w->reads[from];
    return true;
}

static bool tie_reads(follower *w, size_t into, size_t from) {
    (void)w, (void)into, (void)from;
    return true;
}

static void take_reads(follower *w, size_t into, size_t from) {
    w->reads[into] = w->reads[from];
}

static bool read_read(follower *w, size_t into, size_t number) {
    w->reads[into] = number == SIZE_MAX ? 0 : (uint64_t)1 << number;
    return true;
}

bool dp_follows(dp_run *r, const candidate *c, uint64_t *reads) {
    uint64_t stack[OPS] = {0};
    *reads = UINT64_MAX;
    const formula *f = dp_way_of(r, c, 1) ? NULL : formula_of(r, c, c->expr);
    if (!f || !f->chooses)
        return !r->failed;
    follower w = {join_reads, tie_reads, take_reads, read_read, r, c, stack, NULL, NULL, NULL};
    if (!follow(&w, f))
        return false;
    *reads = stack[0];
    return true;
}

static void *count_at(const follower *w, size_t k) {
    return w->counts + k * w->r->d->values->size;
}

static bool too_many(dp_run *r) {
    return dp_fail(r, "the number of ways is too large to be calculated");
}

static bool join_counts(follower *w, size_t into, size_t from) {
    const dp_values *v = w->r->d->values;
    return v->multiply(count_at(w, into), count_at(w, into), count_at(w, from)) || too_many(w->r);
}

static bool tie_counts(follower *w, size_t into, size_t from) {
    return w->r->d->values->add(count_at(w, into), count_at(w, into), count_at(w, from)) || too_many(w->r);
}

static void take_counts(follower *w, size_t into, size_t from) {
    w->r->d->values->set(count_at(w, into), count_at(w, from));
}

static bool read_count(follower *w, size_t into, size_t number) {
    const dp_values *v = w->r->d->values;
    if (number == SIZE_MAX)
        return v->read(count_at(w, into), "1", 1) || too_many(w->r);
    return v->set(count_at(w, into), w->count_of(w->user, w->r->list.reads[w->c->first_read + number].place));
}

/* The product over all reads, but where one of several is chosen. */
static bool count_all(follower *w) {
    if (!read_count(w, 0, SIZE_MAX))
        return false;
    for (size_t k = 0; k < w->c->reads; k++)
        if (!read_count(w, 1, k) || !join_counts(w, 0, 1))
            return false;
    return true;
}

bool dp_count_candidate(dp_run *r, const candidate *c, const void *(*count_of)(const void *user, dp_place p),
                        const void *user, void *count) {
    const formula *f = dp_way_of(r, c, 1) ? NULL : formula_of(r, c, c->expr);
    if (r->failed)
        return false;
    if (!r->counting && !(r->counting = dp_take(r, OPS, r->d->values->size)))
        return false;
    follower w = {join_counts, tie_counts, take_counts, read_count, r, c, NULL, r->counting, count_of, user};
    bool good = f && f->chooses ? follow(&w, f) : count_all(&w);
    return good && r->d->values->set(count, count_at(&w, 0));
}

/* As it stands in a trace: numbers for $1, and MAX as max. */
size_t dp_print_way(dp_run *r, const candidate *c, const char *way) {
    size_t from = r->text_length;
    for (const char *at = way; *at;) {
        size_t plain = strcspn(at, "$M");
        dp_print(r, at, plain);
        at += plain;
        if (*at == '$') {
            char *end;
            unsigned long which = strtoul(at + 1, &end, 10);
            dp_print_operand(r, (operand){DP_VALUE, number_of(r, c, which - 1)});
            at = end;
        } else if (strncmp(at, "MAX(", 4) == 0 || strncmp(at, "MIN(", 4) == 0) {
            dp_print(r, at[1] == 'A' ? "max" : "min", 3);
            at += 3;
        } else if (*at)
            dp_print(r, at++, 1);
    }
    dp_print(r, "", 1);
    return from;
}
