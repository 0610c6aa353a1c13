#include "kit/properties.h"

#include "kit/wishes.h"

bool property_wish(const property *all, const datum *wish, bool *asked, const char *what, const char *help, error *e) {
    for (size_t k = 0; all[k].name; k++)
        if (str_is(wish->key, all[k].name)) {
            asked[k] = true;
            return wish_alone(wish, e);
        }
    return wish_unknown(wish, what, help, e);
}

bool properties_hold(const property *all, const bool *asked, const struct draw *d) {
    for (size_t k = 0; all[k].name; k++)
        if (asked[k] && !all[k].holds(d))
            return false;
    return true;
}
