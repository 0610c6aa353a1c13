/* The places of a recurrence: each index from a bound to a bound, which may be an earlier index plus a number. */
#include "session.h"

bool place_inside(const rec_function *f, const long at[]) {
    for (int k = 0; k < f->arity; k++) {
        const bound *first = &f->index[k].first, *last = &f->index[k].last;
        long least = first->plus + (first->letter >= 0 ? at[first->letter] : 0);
        long most = last->plus + (last->letter >= 0 ? at[last->letter] : 0);
        if (at[k] < least || at[k] > most)
            return false;
    }
    return true;
}
