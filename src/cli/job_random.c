/* Instances at random: from the wishes of --random, a seed, and how many.
 *
 *   seed ──▶ seed of draw 0, 1, 2, … ──problem_random──▶ instances, those met before left out ──▶ sheets 1, 2, 3, …
 */
#include "job.h"

#include "number.h"

#include <inttypes.h>

enum { MOST_INSTANCES = 10000 };

made *job_add_instance(job *j, const problem *p, datum *instance) {
    made *m = ARENA_PUSH(j->arena, j, made, count, capacity);
    *m = (made){.problem = p, .instance = instance};
    return m;
}

bool job_is_number(str text, uint64_t most, uint64_t *value) {
    *value = 0;
    for (size_t k = 0; k < text.len; k++) {
        unsigned digit = (unsigned)(text.ptr[k] - '0');
        if (digit > 9 || *value > (most - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return text.len > 0;
}

/* Names of properties in earlier versions, which go on working; a recurrence file has names of its own. */
static str property_of_today(const problem *p, str key) {
    if (p->methods)
        return key;
    return str_is(key, "len") ? STR("n") : str_is(key, "tie") ? STR("ties") : key;
}

datum *job_read_wishes(job *j, const problem *p, str text) {
    datum *wishes = datum_map(j->arena);
    for (size_t from = 0; text.len && from <= text.len;) {
        size_t comma = str_find(text, STR(","), from);
        str wish = str_trim(str_slice(text, from, comma));
        from = comma == SIZE_MAX ? text.len + 1 : comma + 1;
        size_t equals = str_find(wish, STR("="), 0);
        str key = property_of_today(p, str_trim(str_slice(wish, 0, equals)));
        if (key.len == 0) {
            error_plain(j->error, STATUS_USAGE, "--random: a property is empty in '%.*s'", STR_ARG(text));
            return NULL;
        }
        if (datum_get_str(wishes, key)) {
            error_plain(j->error, STATUS_USAGE, "--random: '%.*s' is given twice", STR_ARG(key));
            return NULL;
        }
        datum *value = equals == SIZE_MAX ? datum_bool(j->arena, true)
                                          : datum_text(j->arena, str_trim(str_slice(wish, equals + 1, wish.len)));
        datum_put_str(j->arena, wishes, key, value);
    }
    return wishes;
}

/* The first instance has the seed itself, so that each of a batch can be made again alone from the seed printed on it
 * (splitmix64 of Steele, Lea and Flood 2014 mixes the others). */
static uint64_t seed_of(uint64_t seed, uint64_t k) {
    if (k == 0)
        return seed;
    uint64_t z = seed + k * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (z ^ (z >> 31)) % 1000000000; /* short enough to be copied from a sheet by hand */
}

made *job_add_random(job *j, const problem *p, const datum *wishes, uint64_t seed, uint64_t k) {
    uint64_t own = seed_of(seed, k);
    datum *instance = problem_random(p, wishes, own, j->arena, j->error);
    if (!instance)
        return NULL;
    made *m = job_add_instance(j, p, instance);
    m->seed = str_format(j->arena, "%" PRIu64, own);
    return m;
}

bool job_read_draws(const options *o, uint64_t *seed, uint64_t *count, error *e) {
    if (o->seed.ptr && !job_is_number(o->seed, UINT64_MAX, seed))
        return error_plain(e, STATUS_USAGE, "--seed: expected a number from 0 to 2^64 - 1, got '%.*s'",
                           STR_ARG(o->seed));
    if (o->count.ptr && (!job_is_number(o->count, MOST_INSTANCES, count) || *count == 0))
        return error_plain(e, STATUS_USAGE, "--count: expected a number from 1 to %d, got '%.*s'", MOST_INSTANCES,
                           STR_ARG(o->count));
    return true;
}

/* The instances of a batch so far, as texts that are equal for those that are the same task. */
typedef struct batch {
    str *items;
    size_t count, capacity;
} batch;

static bool is_new(job *j, batch *b, const datum *instance) {
    str text = j->problem->same ? j->problem->same(instance, j->arena) : json_from_datum(instance, j->arena);
    for (size_t k = 0; k < b->count; k++)
        if (str_equal(b->items[k], text))
            return false;
    *ARENA_PUSH(j->arena, b, items, count, capacity) = text;
    return true;
}

/* Sheets 1 to `last` of a batch, or of these only sheet `item`. A draw that gives an instance for the second time is
 * left out, unless they may repeat; after so many of these in a row there are no others to be expected. */
static bool draw_batch(job *j, const datum *wishes, uint64_t seed, uint64_t last, uint64_t item, bool repeat) {
    enum { MOST_KNOWN = 400 };
    batch met = {0};
    bool numbered = j->options->count.ptr || j->options->item.ptr;
    uint64_t number = 0, known = 0;
    for (uint64_t k = 0; number < last; k++) {
        uint64_t own = seed_of(seed, k);
        datum *instance = problem_random(j->problem, wishes, own, j->arena, j->error);
        if (!instance)
            return false;
        if (!repeat && !is_new(j, &met, instance)) {
            if (++known == MOST_KNOWN)
                return error_plain(j->error, STATUS_INPUT,
                                   "--random: expected %" PRIu64 " different instances, got %" PRIu64 " in %" PRIu64
                                   " draws; with 'repeat' they may come again",
                                   last, number, k + 1);
            continue;
        }
        known = 0;
        number++;
        if (item && number != item)
            continue;
        made *m = job_add_instance(j, j->problem, instance);
        m->seed = str_format(j->arena, "%" PRIu64, own);
        m->item = numbered ? (int64_t)number : 0;
    }
    return true;
}

/* --item K: of a batch, which need not be said how large it is. */
static bool read_item(job *j, uint64_t *count, uint64_t *item) {
    const options *o = j->options;
    if (!o->item.ptr)
        return true;
    uint64_t most = o->count.ptr ? *count : MOST_INSTANCES;
    if (!job_is_number(o->item, most, item) || *item == 0)
        return error_plain(j->error, STATUS_USAGE, "--item: expected a number from 1 to %" PRIu64 ", got '%.*s'", most,
                           STR_ARG(o->item));
    *count = *item;
    return true;
}

/* The word "repeat" is no property of an instance. */
static bool take_repeat(datum *wishes) {
    for (size_t k = 0; k < wishes->count; k++)
        if (str_is(wishes->items[k]->key, "repeat") && wishes->items[k]->kind == DATUM_BOOL) {
            for (size_t n = k + 1; n < wishes->count; n++)
                wishes->items[n - 1] = wishes->items[n];
            wishes->count--;
            return true;
        }
    return false;
}

bool job_draw(job *j) {
    const options *o = j->options;
    uint64_t seed = 1, count = 1, item = 0;
    if (!job_read_draws(o, &seed, &count, j->error) || !read_item(j, &count, &item))
        return false;
    if (!j->problem->random && !j->problem->methods)
        return error_plain(j->error, STATUS_USAGE, "%s has no random instances yet", j->problem->name);
    datum *wishes = job_read_wishes(j, j->problem, o->random);
    if (!wishes)
        return false;
    bool repeat = take_repeat(wishes);
    for (size_t k = 0; k < o->own->count; k++)
        if (!datum_get_str(wishes, o->own->items[k]->key))
            datum_add(j->arena, wishes, o->own->items[k]);
    return draw_batch(j, wishes, seed, count, item, repeat);
}
