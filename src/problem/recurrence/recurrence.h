/* Divide-and-conquer recurrences T(n) = a·T(n/b) + f(n), T(1) = f(1), their levels and their growth.
 *
 * f is c·n^k, or c·n^k·log n with the logarithm to base b, so that everything is a whole number where n is a power of
 * b. Levels count from 0, the root's; the last one, `depth`, is that of the leaves. */
#ifndef HANDTRACE_RECURRENCE_H
#define HANDTRACE_RECURRENCE_H

#include "error.h"
#include "number.h"
#include "trace.h"

typedef struct recurrence {
    int64_t a, b;
    str factor;    /* c, canonical, from 1 */
    int64_t power; /* k, from 0 */
    bool log;      /* f has the factor log n */
    str n;         /* canonical */
    size_t depth;  /* n = b^depth */
} recurrence;

/* ---- read.c ---- */

/* The four values as people type them, in any order, spaces or commas between them: a=4 b=2 f=n n=8. False on error,
 * with its place. */
bool recurrence_read(const source *text, recurrence *r, arena *a, error *e);
/* f alone, "3n^2 log n", at bytes [at, at + length) of `text`. */
bool recurrence_read_f(const source *text, size_t at, size_t length, recurrence *r, arena *a, error *e);
/* What an instance says; false with a message where it is none. */
bool recurrence_of(const datum *instance, recurrence *r, arena *a, error *e);

/* ---- form.c ---- */

/* Plain text, "3n^2 log n", or TeX. */
typedef enum notation { PLAIN, TEX } notation;
str recurrence_f_text(const recurrence *r, notation in, arena *a);

/* The levels, filled: four numbers each. */
typedef enum level_column { LEVEL_NODES, LEVEL_SIZE, LEVEL_EACH, LEVEL_COST, LEVEL_COLUMNS } level_column;

typedef struct levels {
    recurrence r;
    fmpz *cells; /* row by row */
    fmpz *total; /* T(n) */
    fmpz *nodes; /* of the whole tree */
} levels;

/* Its numbers are released with the arena. */
levels *levels_of(const recurrence *r, arena *a);
const fmpz *level_value(const levels *l, size_t k, level_column c);

/* n^(log_b a), which f is compared with: its exponent is a fraction where a and b are powers of one number. */
typedef struct watershed {
    bool rational;
    int64_t p, q;      /* p/q in lowest terms, if rational */
    int64_t log, base; /* else log_base(log), with the smallest numbers that say the same */
} watershed;
watershed watershed_of(int64_t a, int64_t b);
watershed watershed_fraction(int64_t p, int64_t q);
/* "log_2 3", "3/2". */
str watershed_text(const watershed *w, notation in, arena *a);

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
/* "n^2 log n", "n^(3/2)", "1". */
str growth_text(const growth *g, notation in, arena *a);

/* ---- the rest, a file each ---- */

/* Records the work on each number of the levels; then, where they are few enough to be drawn, the calls of two programs
 * that have this cost tree: one whose calls know their size alone, and one that hands each call a part of its own. */
void recurrence_record(const levels *l, trace *t);
/* What `check` in problem.h promises. NULL if the text is no answer. */
datum *recurrence_mark(const levels *l, str answer, arena *a, error *e);

/* One line a wish that `--random` knows, for help. */
extern const char recurrence_random_help[];
/* The recurrence that these wishes and this seed decide; also such that a given mistake shows on it. False on error. */
bool recurrence_random(const datum *wishes, uint64_t seed, recurrence *r, arena *a, error *e);

/* Well-known wrong ways to a total. */
typedef enum wrong_way {
    WRONG_LEVELS, /* the level of the leaves is forgotten */
    WRONG_NODES,  /* b^k nodes on level k */
    WRONG_COST,   /* each node costs f(n)/b^k */
    WRONG_ROOT,   /* the root's cost, once a level */
    WRONG_COUNT,  /* a·k nodes on level k */
    WRONG_LEAVES, /* a leaf costs 1 whatever f says */
    WRONG_WAYS
} wrong_way;
/* The total that it comes to. */
number *wrong_total(const levels *l, wrong_way way, arena *a);

#endif
