#include "kit/wishes.h"

#include "number.h"

#include <inttypes.h>
#include <stdlib.h>

bool wish_integer(const datum *wish, int64_t least, int64_t most, int64_t *value, error *e) {
    enum { DIGITS = 18 }; /* with its sign; so many an int64_t always holds */
    str text = datum_as_text(wish), canonical = number_canonical(text, e->arena);
    bool integer = canonical.len && canonical.len <= DIGITS && str_find(canonical, STR("/"), 0) == SIZE_MAX;
    *value = integer ? strtoll(str_to_c(e->arena, canonical), NULL, 10) : 0;
    if (integer && *value >= least && *value <= most)
        return true;
    return error_plain(e, STATUS_USAGE,
                       "--random: %.*s: expected an integer from %" PRId64 " to %" PRId64 ", got '%.*s'",
                       STR_ARG(wish->key), least, most, STR_ARG(text));
}

bool wish_alone(const datum *wish, error *e) {
    return wish->kind == DATUM_BOOL ||
           error_plain(e, STATUS_USAGE, "--random: %.*s stands alone, without a value", STR_ARG(wish->key));
}

bool wish_range(int64_t least, int64_t most, error *e) {
    return least <= most ||
           error_plain(e, STATUS_USAGE, "--random: min=%" PRId64 " is above max=%" PRId64, least, most);
}

/* Lines of a message after the first begin with a blank, else they count as part of what somebody typed. */
bool wish_unknown(const datum *wish, const char *what, const char *help, error *e) {
    strbuf known = strbuf_in(e->arena);
    str lines = str_of(help);
    for (size_t from = 0; from < lines.len;) {
        size_t end = str_find(lines, STR("\n"), from);
        str line = str_slice(lines, from, end);
        strbuf_addf(&known, "\n  %.*s", STR_ARG(line));
        from = end == SIZE_MAX ? lines.len : end + 1;
    }
    return error_plain(e, STATUS_USAGE, "--random: unknown property '%.*s' for %s; known properties:%.*s",
                       STR_ARG(wish->key), what, STR_ARG(strbuf_text(&known)));
}

size_t wish_draws(size_t steps) {
    enum { MOST = 20000, FEWEST = 20, WORK = 200000000 };
    size_t draws = WORK / (steps + 1);
    return draws > MOST ? MOST : draws < FEWEST ? FEWEST : draws;
}

bool wish_any(const bool *asked, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (asked[k])
            return true;
    return false;
}
