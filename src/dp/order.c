/* An order is up to three linear forms of the indices, compared one after the other; its loops run over the values of
 * the forms, and the indices follow from these:
 *
 *   lengths   (j − i, i)      diagonals   (i + j, i)      columns from below   (j, −i)
 *
 * A form matrix has the determinant 1 or −1, so that its inverse is whole. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

void dp_tell_phase(dp_run *r, const char *by, long phase) {
    if (r->sink && by && (!r->by || strcmp(r->by, by) != 0 || r->phase != phase))
        r->sink->phase(r->sink->out, by, phase);
    r->by = by;
    r->phase = phase;
}

typedef struct sequence {
    dp_order order;
    int arity;
    dp_shape shape; /* it serves that shape only; DP_FULL: any */
    const char *by; /* what a phase is called */
    signed char form[DP_INDICES][DP_INDICES];
} sequence;

/* In the order in which they are looked through. */
static const sequence sequences[] = {
    {DP_ROWS, 0, DP_FULL, NULL, {{1}, {0, 1}, {0, 0, 1}}},
    {DP_ROWS, 1, DP_FULL, NULL, {{1}, {0, 1}, {0, 0, 1}}},
    {DP_ROWS_FROM_BELOW, 1, DP_FULL, NULL, {{-1}, {0, 1}, {0, 0, 1}}},
    {DP_LENGTHS, 2, DP_UPPER, "length", {{-1, 1}, {1, 0}, {0, 0, 1}}},
    {DP_ROWS, 2, DP_FULL, "row", {{1, 0}, {0, 1}, {0, 0, 1}}},
    {DP_ROWS_BACK, 2, DP_FULL, "row", {{1, 0}, {0, -1}, {0, 0, 1}}},
    {DP_ROWS_FROM_BELOW, 2, DP_FULL, "row", {{-1, 0}, {0, 1}, {0, 0, 1}}},
    {DP_ROWS_FROM_BELOW_BACK, 2, DP_FULL, "row", {{-1, 0}, {0, -1}, {0, 0, 1}}},
    {DP_COLUMNS, 2, DP_FULL, "column", {{0, 1}, {1, 0}, {0, 0, 1}}},
    {DP_COLUMNS_UP, 2, DP_FULL, "column", {{0, 1}, {-1, 0}, {0, 0, 1}}},
    {DP_COLUMNS_BACK, 2, DP_FULL, "column", {{0, -1}, {1, 0}, {0, 0, 1}}},
    {DP_COLUMNS_BACK_UP, 2, DP_FULL, "column", {{0, -1}, {-1, 0}, {0, 0, 1}}},
    {DP_DIAGONALS, 2, DP_FULL, "diagonal", {{1, 1}, {1, 0}, {0, 0, 1}}},
    {DP_DIAGONALS_BACK, 2, DP_FULL, "diagonal", {{-1, -1}, {1, 0}, {0, 0, 1}}},
    {DP_LENGTHS, 3, DP_UPPER, "length", {{0, -1, 1}, {0, 1, 0}, {1, 0, 0}}},
    {DP_LAYERS, 3, DP_FULL, "layer", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {DP_LAYERS_BACK, 3, DP_FULL, "layer", {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}},
};
enum { SEQUENCES = sizeof sequences / sizeof *sequences };

static long form_of(const signed char form[DP_INDICES], const long at[]) {
    return form[0] * at[0] + form[1] * at[1] + form[2] * at[2];
}

static const sequence *sequence_of(const dp_run *r, int function, dp_order order) {
    for (size_t k = 0; k < SEQUENCES; k++)
        if (sequences[k].order == order && sequences[k].arity == r->d->functions[function].arity)
            return &sequences[k];
    return NULL;
}

bool dp_leads(const dp_run *r, int function) {
    return r->tables[function].group == function && !r->d->functions[function].no_table;
}

/* ---- going through ---- */

/* The inverse of a form matrix: its cofactors, whose sign is that of the determinant. */
static void invert(const signed char m[DP_INDICES][DP_INDICES], long inverse[DP_INDICES][DP_INDICES]) {
    long determinant = 0;
    for (int i = 0; i < DP_INDICES; i++)
        for (int j = 0; j < DP_INDICES; j++) {
            int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            inverse[j][i] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    for (int j = 0; j < DP_INDICES; j++)
        determinant += m[0][j] * inverse[j][0];
    for (int i = 0; i < DP_INDICES; i++)
        for (int j = 0; j < DP_INDICES; j++)
            inverse[i][j] *= determinant;
}

static void range_of(const table *t, const signed char form[DP_INDICES], long *least, long *most) {
    *least = *most = 0;
    for (int k = 0; k < DP_INDICES; k++) {
        long first = form[k] * t->first[k], last = form[k] * (t->first[k] + t->count[k] - 1);
        *least += first < last ? first : last;
        *most += first < last ? last : first;
    }
}

static long phase_of(const sequence *s, long value) {
    if (s->order == DP_LENGTHS)
        return value + 1;
    return s->form[0][0] < 0 || s->form[0][1] < 0 ? -value : value;
}

static bool each_in_sequence(dp_run *r, int function, const sequence *s, dp_visit visit) {
    const table *t = &r->tables[function];
    long inverse[DP_INDICES][DP_INDICES], least[DP_INDICES], most[DP_INDICES], v[DP_INDICES];
    invert(s->form, inverse);
    for (int k = 0; k < DP_INDICES; k++)
        range_of(t, s->form[k], &least[k], &most[k]);
    for (v[0] = least[0]; v[0] <= most[0]; v[0]++)
        for (v[1] = least[1]; v[1] <= most[1]; v[1]++)
            for (v[2] = least[2]; v[2] <= most[2]; v[2]++) {
                dp_place p = {.function = function};
                for (int k = 0; k < DP_INDICES; k++)
                    p.at[k] = inverse[k][0] * v[0] + inverse[k][1] * v[1] + inverse[k][2] * v[2];
                if (dp_inside(r, function, p.at) && !visit(r, p, s->by, phase_of(s, v[0])))
                    return false;
            }
    return !r->failed;
}

/* Row by row; the first column comes with the first row. Each row has its phase, though no place may be left in it. */
static bool each_with_borders(dp_run *r, int function, dp_visit visit) {
    const table *t = &r->tables[function];
    long top = t->first[0], left = t->first[1];
    for (long i = 0; i < t->count[0]; i++) {
        dp_tell_phase(r, "row", top + i);
        for (long j = i > 0; j < t->count[1]; j++)
            if (!visit(r, (dp_place){function, {top + i, left + j}}, "row", top + i))
                return false;
        for (long k = 1; i == 0 && t->count[1] && k < t->count[0]; k++)
            if (!visit(r, (dp_place){function, {top + k, left}}, "row", top))
                return false;
    }
    return !r->failed;
}

static dp_place place_of(const dp_run *r, int function, size_t cell) {
    const table *t = &r->tables[function];
    dp_place p = {.function = function};
    for (int k = DP_INDICES; k--; cell /= (size_t)t->count[k])
        p.at[k] = t->first[k] + (long)(cell % (size_t)t->count[k]);
    return p;
}

/* All places that have a table, sorted by level, those of one level as they lie (counting sort). `ends[level]` is where
 * the next level begins. */
static bool sort_levels(dp_run *r, size_t *ends, dp_place *sorted) {
    for (int pass = 0; pass < 2; pass++) {
        for (int f = 0; f < r->d->function_count; f++)
            for (size_t k = 0; !r->d->functions[f].no_table && k < r->tables[f].cells; k++) {
                dp_place p = place_of(r, f, k);
                if (!dp_inside(r, f, p.at))
                    continue;
                if (pass)
                    sorted[ends[r->tables[f].levels[k]]++] = p;
                else
                    ends[r->tables[f].levels[k] + 1]++;
            }
        for (size_t level = 1; !pass && ends[level] != SIZE_MAX; level++)
            ends[level] += ends[level - 1];
    }
    return true;
}

static bool each_level(dp_run *r, dp_visit visit) {
    uint32_t most;
    size_t cells = 0, from = 0;
    for (int f = 0; f < r->d->function_count; f++)
        cells += r->d->functions[f].no_table ? 0 : r->tables[f].cells;
    if (!dp_levels(r, &most))
        return false;
    size_t *ends = dp_take(r, (size_t)most + 3, sizeof *ends);
    dp_place *sorted = dp_take(r, cells, sizeof *sorted);
    bool good = ends && sorted;
    if (good) {
        ends[most + 2] = SIZE_MAX;
        sort_levels(r, ends, sorted);
    }
    for (uint32_t level = 0; good && level <= most; level++)
        for (; good && from < ends[level]; from++)
            good = visit(r, sorted[from], "level", level);
    dp_drop(r->d, ends);
    dp_drop(r->d, sorted);
    r->bytes -= good ? ((size_t)most + 3) * sizeof *ends + cells * sizeof *sorted : 0;
    return good;
}

bool dp_each(dp_run *r, int function, dp_order order, dp_visit visit) {
    if (order == DP_LEVELS)
        return each_level(r, visit);
    if (order == DP_BORDERS && r->d->functions[function].arity == 2 && r->d->functions[function].shape == DP_FULL &&
        !r->d->functions[function].inside)
        return each_with_borders(r, function, visit);
    const sequence *s = sequence_of(r, function, order);
    if (!s)
        return dp_fail(r, "the order asked for does not serve the %d indices and the shape of %s",
                       r->d->functions[function].arity, r->d->functions[function].name);
    return each_in_sequence(r, function, s, visit);
}

/* ---- finding ---- */

/* Whether the place `x` is filled in before `y`, both of one group, which goes through its functions in turn. */
static bool comes_before(const sequence *s, dp_place x, dp_place y) {
    for (int k = 0; k < DP_INDICES; k++) {
        long a = form_of(s->form[k], x.at), b = form_of(s->form[k], y.at);
        if (a != b)
            return a < b;
    }
    return x.function < y.function;
}

/* Takes the sequences out that are against a read of this place. */
static bool strike(dp_run *r, dp_place p, const char *by, long phase) {
    list_mark from;
    (void)by, (void)phase;
    for (int f = p.function; f < r->d->function_count; f++) {
        if (r->tables[f].group != p.function || r->d->functions[f].no_table)
            continue;
        dp_place reader = p;
        reader.function = f;
        if (dp_decide_base(r, reader))
            continue;
        if (!dp_ask(r, reader, &from))
            return false;
        for (size_t k = from.reads; k < r->list.read_count; k++) {
            dp_place read = r->list.reads[k].place;
            if (r->d->functions[read.function].no_table)
                return dp_fail(r, "%s reads %s, which has no table", r->d->functions[f].name,
                               r->d->functions[read.function].name);
            int group = r->tables[read.function].group;
            for (size_t n = 0; n < SEQUENCES; n++)
                if (group != p.function ? group > p.function : !comes_before(&sequences[n], read, reader))
                    r->possible &= ~(1u << n);
        }
        dp_forget(r, from);
    }
    return true;
}

/* The order of one group: the first sequence that no read is against, or levels for all. */
static dp_order find_for(dp_run *r, int leader) {
    const dp_function *f = &r->d->functions[leader];
    r->possible = 0;
    for (size_t n = 0; n < SEQUENCES; n++)
        if (sequences[n].arity == f->arity && (sequences[n].shape == DP_FULL || sequences[n].shape == f->shape))
            r->possible |= 1u << n;
    const sequence rows = {.form = {{1}, {0, 1}, {0, 0, 1}}};
    if (!each_in_sequence(r, leader, &rows, strike))
        return DP_LEVELS;
    for (size_t n = 0; n < SEQUENCES; n++)
        if (r->possible & 1u << n)
            return sequences[n].order;
    return DP_LEVELS;
}

bool dp_find_order(dp_run *r) {
    if (r->failed) /* there may be no tables */
        return false;
    uint32_t most;
    if (r->ordered)
        return !r->failed;
    r->order = r->d->order ? r->d->order : DP_ROWS;
    for (int f = 0; f < r->d->function_count && !r->failed; f++) {
        if (!dp_leads(r, f))
            continue;
        r->tables[f].order = r->d->order ? r->d->order : find_for(r, f);
        if (r->tables[f].order == DP_LEVELS)
            r->order = DP_LEVELS;
    }
    if (r->order != DP_LEVELS)
        for (int f = r->d->function_count; f--;)
            if (dp_leads(r, f))
                r->order = r->tables[f].order;
    r->ordered = true;
    return !r->failed && (r->order != DP_LEVELS || dp_levels(r, &most));
}

int dp_order_of(dp_run *r, dp_order *order) {
    if (!dp_find_order(r))
        return 0;
    *order = r->order;
    return 1;
}
