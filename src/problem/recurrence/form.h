/* Divide-and-conquer recurrences T(n) = a·T(n/b) + f(n), T(1) = f(1), their levels and their growth.
 *
 * f is c·n^k, or c·n^k·log n with the logarithm to base b, so that everything is a whole number where n is a power of
 * b. Levels count from 0, the root's; the last one, `depth`, is that of the leaves. */
#ifndef HANDTRACE_RECURRENCE_FORM_H
#define HANDTRACE_RECURRENCE_FORM_H

#include "datum.h"
#include "number.h"

typedef struct recurrence {
    int64_t a, b;
    str factor;    /* c, canonical, from 1 */
    int64_t power; /* k, from 0 */
    bool log;      /* f has the factor log n */
    str n;         /* canonical */
    size_t depth;  /* n = b^depth */
} recurrence;

/* "3n^2 log n". */
str recurrence_f_text(const recurrence *r, arena *a);
/* The recurrence of an instance that is known to be one. */
recurrence recurrence_of(const datum *instance, arena *a);
datum *recurrence_instance(const recurrence *r, arena *a);
/* About how many bytes all numbers of the levels take, as texts too; SIZE_MAX if that is beyond counting. */
size_t recurrence_bytes(const recurrence *r);

/* The levels: four numbers each, and the running sum. */
typedef enum level_column { LEVEL_NODES, LEVEL_SIZE, LEVEL_EACH, LEVEL_COST, LEVEL_COLUMNS } level_column;

typedef struct levels {
    recurrence r;
    fmpz *cells; /* row by row */
    fmpz *total; /* T(n) */
    fmpz *nodes; /* of the whole tree */
    fmpz *factor;
} levels;

/* Numbers unset, released with the arena. */
levels *levels_new(const recurrence *r, arena *a);
/* Works them out, from the root to the leaves. */
void levels_fill(levels *l);

/* What is told while that goes on. */
typedef struct levels_watch {
    void *user;
    void (*level)(void *user, size_t k);
    void (*cell)(void *user, size_t k, level_column c); /* it holds its value now */
    void (*done)(void *user);                           /* so does the sum */
} levels_watch;
void levels_fill_watched(levels *l, const levels_watch *watch);

const fmpz *level_value(const levels *l, size_t k, level_column c);
/* f(b^j) into `value`. */
void recurrence_f(const recurrence *r, size_t j, fmpz_t value, arena *a);

/* n^(log_b a), which f is compared with: its exponent is a fraction where a and b are powers of one number. */
typedef struct watershed {
    bool rational;
    int64_t p, q;      /* p/q in lowest terms, if rational */
    int64_t log, base; /* else log_base(log), with the smallest numbers that say the same */
} watershed;
watershed watershed_of(int64_t a, int64_t b);

/* The cases of the master theorem. Between 2 and 3 stands f = n^(log_b a)·log n: larger than n^(log_b a), but not by a
 * power of n. */
typedef enum master_case { MASTER_LEAVES = 1, MASTER_EVEN = 2, MASTER_ROOT = 3, MASTER_BETWEEN = 4 } master_case;
master_case master_case_of(const recurrence *r);

/* Θ(n^exponent · log^logs n). */
typedef struct growth {
    watershed exponent;
    int logs;
} growth;
growth recurrence_growth(const recurrence *r);
/* As mathematics: "n^{\log_2 3}", "n^2 \log n", "1". */
str growth_tex(const growth *g, arena *a);

#endif
