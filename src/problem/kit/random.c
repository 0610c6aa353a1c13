#include "kit/random.h"

static uint64_t splitmix64(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

random_source random_from_seed(uint64_t seed) {
    random_source r;
    for (int k = 0; k < 4; k++)
        r.state[k] = splitmix64(&seed);
    return r;
}

static uint64_t rotate_left(uint64_t x, int bits) {
    return x << bits | x >> (64 - bits);
}

uint64_t random_next(random_source *r) {
    uint64_t *s = r->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

int64_t random_between(random_source *r, int64_t least, int64_t most) {
    uint64_t span = (uint64_t)most - (uint64_t)least + 1; /* 0: all 2^64 */
    uint64_t drawn = random_next(r);
    if (span) {
        uint64_t unfair = (0 - span) % span; /* 2^64 mod span: draws below it would favour some values */
        while (drawn < unfair)
            drawn = random_next(r);
        drawn %= span;
    }
    return (int64_t)((uint64_t)least + drawn);
}
