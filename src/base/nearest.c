#include "nearest.h"

#include "utf8.h"

enum { LONGEST = 64 }; /* code points: longer words are compared by their beginning */

typedef struct letters {
    uint32_t at[LONGEST];
    size_t count;
} letters;

static letters letters_of(str word) {
    letters l = {.count = 0};
    for (size_t at = 0; at < word.len && l.count < LONGEST;)
        l.at[l.count++] = utf8_next(word, &at);
    return l;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Row i of the table of distances needs rows i - 1 and, for swaps, i - 2. */
static size_t distance(const letters *x, const letters *y) {
    size_t rows[3][LONGEST + 1];
    for (size_t j = 0; j <= y->count; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= x->count; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= y->count; j++) {
            bool same = x->at[i - 1] == y->at[j - 1];
            row[j] = least(least(above[j] + 1, row[j - 1] + 1), above[j - 1] + !same);
            bool swapped = i > 1 && j > 1 && x->at[i - 1] == y->at[j - 2] && x->at[i - 2] == y->at[j - 1];
            if (swapped)
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return rows[x->count % 3][y->count];
}

str nearest_word(str word, const str *words, size_t count, arena *a) {
    letters x = letters_of(word);
    size_t limit = x.count / 3 ? x.count / 3 : 1, best = limit + 1;
    str found = STR("");
    for (size_t k = 0; k < count; k++) {
        letters y = letters_of(words[k]);
        size_t apart = distance(&x, &y);
        if (apart < best && apart < x.count && apart < y.count) {
            best = apart;
            found = words[k];
        }
    }
    return str_copy(a, found);
}
