/* The polygon's tables by a loop that knows nothing of traces, for comparison. */
#ifndef HANDTRACE_BENCH_SOLVER_PLAIN_H
#define HANDTRACE_BENCH_SOLVER_PLAIN_H

#include <flint/fmpz.h>
#include <stdbool.h>
#include <stddef.h>

/* times[i]: edge i, before vertex i, is a product. Both tables are n × n zeroes, row i, column length - 1. */
void plain_fill(size_t n, const bool *times, const fmpz *vertices, fmpz *least, fmpz *most);

#endif
