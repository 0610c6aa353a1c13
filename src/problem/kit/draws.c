#include "kit/draws.h"

static bool read_property(const draws *d, const datum *wish, draw_wishes *w, error *e) {
    for (size_t k = 0; d->properties[k].name; k++)
        if (str_is(wish->key, d->properties[k].name)) {
            w->asked[k] = true;
            return wish_alone(wish, e);
        }
    return wish_unknown(wish, d->one, d->help, e);
}

static bool read_wish(const draws *d, const datum *wish, draw_wishes *w, void *user, error *e) {
    const int64_t far = INT64_C(1000000000000000);
    if (d->own && d->own(user, wish, e))
        return !error_set(e);
    if (str_is(wish->key, "n"))
        return wish_integer(wish, 1, d->most, &w->n, e);
    if (str_is(wish->key, "min"))
        return wish_integer(wish, d->smallest, far, &w->least, e);
    if (str_is(wish->key, "max"))
        return wish_integer(wish, d->smallest, far, &w->most, e);
    return read_property(d, wish, w, e);
}

bool draws_read(const draws *d, const datum *wishes, draw_wishes *w, void *user, error *e) {
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (!read_wish(d, wishes->items[k], w, user, e))
            return false;
    return wish_range(w->least, w->most, e);
}

static bool holds_all(const draws *d, const draw_wishes *w, void *user) {
    d->begin(user);
    for (size_t k = 0; d->properties[k].name; k++)
        if (w->asked[k] && !d->properties[k].holds(user, d->properties[k].tag))
            return false;
    return true;
}

bool draws_make(const draws *d, const draw_wishes *w, size_t steps, uint64_t seed, void *user, error *e) {
    random_source r = random_from_seed(seed);
    d->draw(user, &r);
    if (!wish_any(w->asked, MOST_PROPERTIES))
        return true;
    if (w->n > d->most_tested)
        return error_plain(e, STATUS_USAGE, "--random: properties are tested for at most %d %s", (int)d->most_tested,
                           d->parts);
    for (size_t k = wish_draws(steps); k; k--) {
        if (holds_all(d, w, user))
            return true;
        d->draw(user, &r);
    }
    return error_plain(e, STATUS_INPUT, "--random: none of %zu %s drawn has all these properties", wish_draws(steps),
                       d->many);
}
