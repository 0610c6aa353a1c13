/* Random numbers that are the same on every machine for the same seed: xoshiro256** (Blackman and Vigna, Scrambled
 * linear pseudorandom number generators, 2021), its state filled from the seed by splitmix64. */
#ifndef HANDTRACE_RANDOM_H
#define HANDTRACE_RANDOM_H

#include <stdint.h>

typedef struct random_source {
    uint64_t state[4];
} random_source;

random_source random_from_seed(uint64_t seed);
uint64_t random_next(random_source *r);
/* Each integer from `least` to `most`, both included, equally likely; least <= most. */
int64_t random_between(random_source *r, int64_t least, int64_t most);

#endif
