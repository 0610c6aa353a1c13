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

typedef enum op_kind { OP_READ, OP_NUMBER, OP_DIGITS, OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_MIN, OP_MAX } op_kind;

typedef struct op {
    uint8_t kind, which;
} op;

enum { FORMULAS = 64, OPS = DP_WORK - 1, DEEPEST = 16 };

struct formula {
    char *text;
    const char *names[DP_READS]; /* of the reads it was read with */
    uint8_t reads, count, constants;
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
    bool min = length == 3 && strncmp(in->at, "min", 3) == 0, max = length == 3 && strncmp(in->at, "max", 3) == 0;
    if (!min && !max)
        return wrong(in, "a number or the name of a read");
    in->at += 3;
    return read_two(in, min ? OP_MIN : OP_MAX);
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
        if (*in->at < '1' || *in->at > '0' + DP_NUMBERS)
            return wrong(in, "the number of a number");
        return add_op(in, OP_NUMBER, (size_t)(*in->at++ - '1'));
    }
    return isdigit((unsigned char)*in->at) ? read_digits(in) : read_name(in);
}

static bool read_product(reader *in) {
    bool good = read_factor(in);
    while (good && accept(in, '*'))
        good = read_factor(in) && add_op(in, OP_MULTIPLY, 0);
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

static bool infinite(dp_run *r, op_kind kind, operand x, operand y, operand *result) {
    if (is_truth(x.state) || is_truth(y.state))
        return dp_fail(r, "a truth value is no number: join truth values by min (and) and max (or)");
    dp_state back = y.state;
    if (kind == OP_SUBTRACT && y.state != DP_VALUE)
        back = y.state == DP_INFINITY ? DP_MINUS_INFINITY : DP_INFINITY;
    if (kind == OP_MULTIPLY || (x.state != DP_VALUE && back != DP_VALUE && x.state != back))
        return dp_fail(r, "%s", kind == OP_MULTIPLY ? "inf cannot be multiplied" : "inf - inf has no value");
    *result = (operand){x.state == DP_VALUE ? back : x.state, NULL};
    return true;
}

static bool apply(dp_run *r, op_kind kind, operand *stack, size_t slot) {
    const dp_values *v = r->d->values;
    operand x = stack[0], y = stack[1];
    if (kind == OP_MIN || kind == OP_MAX) {
        int order = 0;
        if (!dp_compare(r, x, y, &order))
            return false;
        stack[0] = (kind == OP_MIN) == (order <= 0) ? x : y;
        return true;
    }
    if (x.state != DP_VALUE || y.state != DP_VALUE)
        return infinite(r, kind, x, y, stack);
    int (*calculate)(void *, const void *, const void *) = kind == OP_ADD        ? v->add
                                                           : kind == OP_SUBTRACT ? v->subtract
                                                                                 : v->multiply;
    void *result = r->work + slot * v->size;
    if (!calculate || !calculate(result, x.value, y.value))
        return dp_fail(r, "a value is too large to be calculated");
    stack[0] = (operand){DP_VALUE, result};
    return true;
}

static const void *number_of(const dp_run *r, const candidate *c, size_t which) {
    const extra *extras = c->extras ? &r->list.extras[c->first_extra] : NULL;
    for (size_t k = 0; k < c->extras; k++)
        if (extras[k].number && which-- == 0)
            return extras[k].number;
    return NULL;
}

const char *dp_way_of(const dp_run *r, const candidate *c, size_t way) {
    const extra *extras = c->extras ? &r->list.extras[c->first_extra] : NULL;
    if (!way)
        return c->expr;
    for (size_t k = 0; k < c->extras; k++)
        if (extras[k].way && --way == 0)
            return extras[k].way;
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
        } else if (o.kind == OP_DIGITS)
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

size_t dp_print_way(dp_run *r, const candidate *c, const char *way) {
    size_t from = r->text_length;
    for (const char *at = way; *at;) {
        size_t plain = strcspn(at, "$");
        dp_print(r, at, plain);
        at += plain;
        if (*at) {
            dp_print_operand(r, (operand){DP_VALUE, number_of(r, c, (size_t)(at[1] - '1'))});
            at += 2;
        }
    }
    dp_print(r, "", 1);
    return from;
}
