#include "solver_plain.h"

void plain_fill(size_t n, const bool *times, const fmpz *vertices, fmpz *least, fmpz *most) {
    fmpz_t low, high, product;
    fmpz_init(low);
    fmpz_init(high);
    fmpz_init(product);
    for (size_t i = 0; i < n; i++) {
        fmpz_set(&least[i * n], &vertices[i]);
        fmpz_set(&most[i * n], &vertices[i]);
    }
    for (size_t length = 2; length <= n; length++)
        for (size_t i = 0; i < n; i++) {
            fmpz *cell_least = &least[i * n + length - 1], *cell_most = &most[i * n + length - 1];
            for (size_t s = 1; s < length; s++) {
                size_t k = (i + s) % n;
                const fmpz *a = &least[i * n + s - 1], *b = &most[i * n + s - 1];
                const fmpz *c = &least[k * n + length - s - 1], *d = &most[k * n + length - s - 1];
                if (times[k]) {
                    fmpz_mul(low, a, c);
                    fmpz_set(high, low);
                    fmpz_mul(product, a, d);
                    if (fmpz_cmp(product, low) < 0)
                        fmpz_set(low, product);
                    if (fmpz_cmp(product, high) > 0)
                        fmpz_set(high, product);
                    fmpz_mul(product, b, c);
                    if (fmpz_cmp(product, low) < 0)
                        fmpz_set(low, product);
                    if (fmpz_cmp(product, high) > 0)
                        fmpz_set(high, product);
                    fmpz_mul(product, b, d);
                    if (fmpz_cmp(product, low) < 0)
                        fmpz_set(low, product);
                    if (fmpz_cmp(product, high) > 0)
                        fmpz_set(high, product);
                } else {
                    fmpz_add(low, a, c);
                    fmpz_add(high, b, d);
                }
                if (s == 1 || fmpz_cmp(low, cell_least) < 0)
                    fmpz_set(cell_least, low);
                if (s == 1 || fmpz_cmp(high, cell_most) > 0)
                    fmpz_set(cell_most, high);
            }
        }
    fmpz_clear(low);
    fmpz_clear(high);
    fmpz_clear(product);
}
