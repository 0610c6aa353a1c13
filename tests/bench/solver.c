/* Fills the tables of a polygon with the solver or with a plain loop, and prints the best value:
 *
 *   bench_solver solver|plain small|large [N]
 *
 * small: all vertices 1 or −1, so that every number stays inline; large: up to ±9, so that they outgrow a word. */
#include "polygon/polygon.h"

#include "solver_plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static polygon_game make_game(size_t n, bool large, arena *a) {
    static const char *const small_values[] = {"1", "-1"}, *const large_values[] = {"9", "-8", "7", "3", "-2"};
    polygon_game g = {n, ARENA_ARRAY(a, bool, n), ARENA_ARRAY(a, str, n)};
    for (size_t i = 0; i < n; i++) {
        g.times[i] = i % 3 != 0;
        g.vertices[i] = str_of(large ? large_values[i % 5] : small_values[i % 2]);
    }
    return g;
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: %s solver|plain small|large [N]\n", words[0]);
        return 2;
    }
    arena *a = arena_new(NULL);
    size_t n = count > 3 ? strtoul(words[3], NULL, 10) : 60;
    polygon_game game = make_game(n, strcmp(words[2], "large") == 0, a);
    polygon_table *c = polygon_table_new(&game, a);
    if (strcmp(words[1], "plain") == 0)
        plain_fill(n, game.times, c->values, c->least, c->most);
    else
        polygon_table_fill(c);
    puts(number_text_of_fmpz(polygon_value(c, POLYGON_MOST, polygon_best_edge(c), n), a).ptr);
    arena_free(a);
    return 0;
}
