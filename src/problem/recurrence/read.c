/* The text is cut at its keys, each one of a, b, f, n with an equals sign behind it; what stands between one key and
 * the next is the value, since f may have blanks in it:
 *
 *   a=4, f = n log n  b=2 n=2^10
 *   ─key───key────────key──key──      values: "4", "n log n", "2", "2^10"
 *
 * f is a product of factors in any order: whole numbers, n, n^k, n², and one log n. */
#include "recurrence/recurrence.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>

enum { KEYS = 4, MOST_DIGITS = 100000, MOST_POWER = 1000 };
static const char key_letters[KEYS + 1] = "abfn";
static const char form[] = "a recurrence is written a=4 b=2 f=n n=8";

typedef struct span {
    size_t at, length; /* length 0: not given */
} span;

typedef struct reader {
    const source *where;
    str text;
    arena *a;
    error *e;
    size_t at, end; /* of what is being read */
    span values[KEYS];
    recurrence *r;
} reader;

/* The sign at *at as plain ASCII, 0 for any other and at the end; moves past it. */
static char sign_at(const reader *r, size_t *at) {
    return *at < r->end ? number_plain_sign(r->text, at) : 0;
}

static size_t skip_blanks(const reader *r, size_t at) {
    for (size_t next = at; char_is_blank(sign_at(r, &next)); at = next)
        ;
    return at;
}

static bool fail_at(const reader *r, size_t at, size_t end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool fail_at(const reader *r, size_t at, size_t end, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str message = str_formatv(r->a, format, args);
    va_end(args);
    return error_at(r->e, r->where, at, end > at ? end - at : 1, "%.*s", STR_ARG(message));
}

/* ---- keys ---- */

/* The letter before an equals sign that begins at `at`, and where its value begins; 0 if there is none. */
static char key_at(const reader *r, size_t at, size_t *value) {
    char letter = sign_at(r, &at);
    if (letter >= 'A' && letter <= 'Z')
        letter = (char)(letter - 'A' + 'a');
    /* × is read for x, which is no key either. */
    if (!((letter >= 'a' && letter <= 'z') || letter == '*'))
        return 0;
    at = skip_blanks(r, at);
    if (sign_at(r, &at) != '=')
        return 0;
    *value = at;
    return letter;
}

/* The first key at or after `at` that begins a word, or the end. */
static size_t next_key(const reader *r, size_t at) {
    bool begins = true;
    for (size_t value, next = at; at < r->end; at = next) {
        if (begins && key_at(r, at, &value))
            return at;
        char c = sign_at(r, &next);
        begins = char_is_blank(c) || c == ',';
    }
    return r->end;
}

/* Where the word that begins at `at` ends. */
static size_t word_end(const reader *r, size_t at) {
    size_t end = at;
    for (size_t next = at; next < r->end && !char_is_blank(sign_at(r, &next));)
        end = next;
    return end;
}

/* Without blanks at both ends and one comma behind it. */
static bool trim_value(reader *r, size_t at, size_t end, bool last, span *value) {
    at = skip_blanks(r, at);
    size_t comma = SIZE_MAX, stop = at;
    for (size_t next = at; at < end && next < end;) {
        size_t from = next;
        char c = sign_at(r, &next);
        if (c == ',' && comma != SIZE_MAX)
            return fail_at(r, from, next, "a stray comma: another stands before it");
        if (c == ',') {
            comma = from;
            continue;
        }
        if (char_is_blank(c))
            continue;
        if (comma != SIZE_MAX)
            return fail_at(r, from, word_end(r, from),
                           "expected one of a, b, f or n with an equals sign after the comma; %s", form);
        stop = next;
    }
    if (comma != SIZE_MAX && (last || comma < stop))
        return fail_at(r, comma, comma + 1, "a stray comma: nothing stands after it");
    *value = (span){at, stop > at ? stop - at : 0};
    return true;
}

static bool take_value(reader *r, size_t key, size_t value, char letter) {
    size_t end = next_key(r, value);
    const char *slot = strchr(key_letters, letter);
    if (!slot)
        return fail_at(r, key, value, "a recurrence has a, b, f and n, but no '%.*s'",
                       STR_ARG(str_trim(str_slice(r->text, key, value - 1))));
    span *into = &r->values[slot - key_letters];
    if (into->length)
        return fail_at(r, key, value, "%c stands here a second time", letter);
    if (!trim_value(r, value, end, end == r->end, into))
        return false;
    return into->length || fail_at(r, key, value, "the value of %c is missing", letter);
}

/* Whether an equals sign stands in a value: the next key was not seen as one. */
static bool holds_key(const reader *r, const span *v) {
    for (size_t next = v->at; next < v->at + v->length;)
        if (sign_at(r, &next) == '=')
            return true;
    return false;
}

static bool find_values(reader *r) {
    size_t at = skip_blanks(r, 0), value;
    if (at == r->end)
        return fail_at(r, 0, 0, "the recurrence is missing; %s", form);
    size_t first = at;
    if (sign_at(r, &first) == ',')
        return fail_at(r, at, first, "a stray comma: nothing stands before it");
    while (at < r->end) {
        char letter = key_at(r, at, &value);
        if (!letter) {
            size_t end = word_end(r, at);
            return fail_at(r, at, end, "expected one of a, b, f or n with an equals sign, got '%.*s'; %s",
                           STR_ARG(str_slice(r->text, at, end)), form);
        }
        if (!take_value(r, at, value, letter))
            return false;
        at = next_key(r, value);
    }
    for (size_t k = 0; k < KEYS; k++)
        for (size_t k2 = 0; !r->values[k].length && k2 < KEYS; k2++)
            if (holds_key(r, &r->values[k2]))
                return fail_at(r, r->values[k2].at, r->values[k2].at + r->values[k2].length,
                               "between the values stand spaces or commas; %s", form);
    for (size_t k = 0; k < KEYS; k++)
        if (!r->values[k].length)
            return fail_at(r, str_trim(r->text).len ? r->end : 0, 0, "%c is missing; %s", key_letters[k], form);
    return true;
}

/* ---- numbers ---- */

static str value_text(const reader *r, const span *v) {
    return str_slice(r->text, v->at, v->at + v->length);
}

/* A whole number that is all of the value; canonical. */
static bool take_integer(reader *r, const span *v, const char *wanted, str *number) {
    size_t at = v->at, end = v->at + v->length, next = at;
    char sign = sign_at(r, &next);
    at = sign == '-' || sign == '+' ? next : at;
    str digits = number_scan_digits(str_slice(r->text, 0, end), &at, r->a);
    if (!digits.len || at != end)
        return fail_at(r, v->at, end, "%s, got '%.*s'", wanted, STR_ARG(value_text(r, v)));
    *number = number_canonical(str_format(r->a, "%s%.*s", sign == '-' ? "-" : "", STR_ARG(digits)), r->a);
    return true;
}

static bool take_small(reader *r, size_t key, int64_t least, const char *wanted, int64_t *value) {
    enum { MOST = 18 }; /* digits */
    const span *v = &r->values[key];
    str text = STR("");
    if (!take_integer(r, v, wanted, &text))
        return false;
    bool fits = text.len <= MOST && text.ptr[0] != '-';
    *value = fits ? strtoll(str_to_c(r->a, text), NULL, 10) : least - 1;
    if (*value >= least)
        return true;
    return fail_at(r, v->at, v->at + v->length, "%s%s, got '%.*s'", wanted, text.len > MOST ? " below 10^18" : "",
                   STR_ARG(value_text(r, v)));
}

/* A digit above the line, or -1; moves past it. */
static int raised_digit(const reader *r, size_t *at) {
    static const uint32_t raised[] = {0x2070, 0xB9, 0xB2, 0xB3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079};
    size_t next = *at;
    uint32_t c = next < r->end ? utf8_next(r->text, &next) : 0;
    for (int k = 0; k < 10; k++)
        if (c == raised[k]) {
            *at = next;
            return k;
        }
    return -1;
}

/* "10" or "¹⁰" behind the number that is raised; empty if nothing is. */
static str take_raised(const reader *r, size_t *at, size_t end) {
    strbuf b = strbuf_in(r->a);
    for (int digit = raised_digit(r, at); digit >= 0; digit = raised_digit(r, at))
        strbuf_addf(&b, "%d", digit);
    return b.len ? strbuf_text(&b) : number_scan_digits(str_slice(r->text, 0, end), at, r->a);
}

/* "8", "2^10" or "2¹⁰". */
static bool take_n(reader *r, number *n) {
    const span *v = &r->values[3];
    static const char wanted[] = "n is a whole number from 1, a power of b";
    size_t end = v->at + v->length, at = v->at;
    str digits = number_scan_digits(str_slice(r->text, 0, end), &at, r->a), power = STR("1");
    size_t next = at, raised = at;
    bool above = digits.len && raised_digit(r, &raised) >= 0, sign = digits.len && sign_at(r, &next) == '^';
    if (above || sign) {
        at = above ? at : next;
        power = take_raised(r, &at, end);
    }
    if (!digits.len || !power.len || at != end)
        return fail_at(r, v->at, end, "%s, got '%.*s'", wanted, STR_ARG(value_text(r, v)));
    if (digits.len > MOST_DIGITS || power.len > 6 || digits.len * (size_t)atoi(str_to_c(r->a, power)) > MOST_DIGITS)
        return fail_at(r, v->at, end, "n may have %d digits at most", MOST_DIGITS);
    fmpz_set(fmpq_numref(n->q), fmpq_numref(number_from_text(r->a, digits)->q));
    fmpz_pow_ui(fmpq_numref(n->q), fmpq_numref(n->q), (unsigned long)atoi(str_to_c(r->a, power)));
    return number_sign(n) > 0 || fail_at(r, v->at, end, "%s, got '%.*s'", wanted, STR_ARG(value_text(r, v)));
}

/* Refuses what is no power of b, naming the powers below and above it. */
static bool take_depth(reader *r, const number *n) {
    const fmpz *value = fmpq_numref(n->q);
    number *b = number_from_integer(r->a, r->r->b), *power = number_new(r->a);
    slong depth = fmpz_flog(value, fmpq_numref(b->q));
    fmpz_pow_ui(fmpq_numref(power->q), fmpq_numref(b->q), (unsigned long)depth);
    r->r->n = number_text(n, r->a);
    r->r->depth = (size_t)depth;
    if (fmpz_equal(fmpq_numref(power->q), value))
        return true;
    str below = number_text(power, r->a);
    fmpz_mul(fmpq_numref(power->q), fmpq_numref(power->q), fmpq_numref(b->q));
    str above = number_text(power, r->a);
    const span *v = &r->values[3];
    enum { SHOWN = 40 }; /* digits of a number in a message */
    if (above.len > SHOWN)
        return fail_at(r, v->at, v->at + v->length,
                       "n must be a power of b: the nearest are %" PRId64 "^%ld and %" PRId64 "^%ld", r->r->b, depth,
                       r->r->b, depth + 1);
    return fail_at(r, v->at, v->at + v->length, "n must be a power of b: the nearest are %.*s and %.*s", STR_ARG(below),
                   STR_ARG(above));
}

/* ---- f ---- */

static bool refuse_f(const reader *r, size_t at) {
    return fail_at(r, at, at < r->end ? r->end : at + 1,
                   "f is 1, n, log n, n log n, n^2, n^k or a multiple such as 3n, and goes on otherwise here");
}

/* What stands behind an n: "^2", "²", or nothing. */
static bool take_power(reader *r, int64_t *power) {
    size_t from = r->at, next = skip_blanks(r, r->at);
    *power = 0;
    int digit = raised_digit(r, &r->at);
    if (digit >= 0) {
        for (; digit >= 0 && *power <= MOST_POWER; digit = raised_digit(r, &r->at))
            *power = *power * 10 + digit;
    } else if (sign_at(r, &next) == '^') {
        r->at = skip_blanks(r, next);
        str digits = number_scan_digits(str_slice(r->text, 0, r->end), &r->at, r->a);
        if (!digits.len)
            return fail_at(r, from, r->end, "the power of n is a whole number here, from 0 to %d", MOST_POWER);
        for (size_t k = 0; k < digits.len && *power <= MOST_POWER; k++)
            *power = *power * 10 + (digits.ptr[k] - '0');
    } else {
        *power = 1;
    }
    return *power <= MOST_POWER ||
           fail_at(r, from, r->at, "the power of n is a whole number here, from 0 to %d", MOST_POWER);
}

/* Passes over a word in either case and width; false if it does not stand here. */
static bool skip_word(reader *r, const char *word) {
    size_t at = r->at;
    for (; *word; word++)
        if ((sign_at(r, &at) | 32) != *word)
            return false;
    r->at = at;
    return true;
}

/* "log n", "logn", "log(n)", "lg n". */
static bool take_log(reader *r, size_t from) {
    if (r->r->log)
        return fail_at(r, from, r->end, "log n stands in f once at most");
    r->at = skip_blanks(r, r->at);
    bool bracket = skip_word(r, "(");
    if (!skip_word(r, "n") || (bracket && !skip_word(r, ")")))
        return fail_at(r, from, r->end, "the logarithm is written log n; it is taken to base b");
    r->r->log = true;
    return true;
}

static bool take_factor(reader *r, number *factor) {
    size_t from = r->at;
    str digits = number_scan_digits(str_slice(r->text, 0, r->end), &r->at, r->a);
    size_t next = r->at;
    char after = digits.len ? sign_at(r, &next) : 0;
    if (after == '.' || after == '/')
        return fail_at(r, from, r->end, "a multiple is a whole number here; fractions of f are not");
    if (digits.len) {
        fmpz_mul(fmpq_numref(factor->q), fmpq_numref(factor->q), fmpq_numref(number_from_text(r->a, digits)->q));
        return number_sign(factor) > 0 || fail_at(r, from, r->at, "f must be positive, not 0");
    }
    if (skip_word(r, "log") || skip_word(r, "lg"))
        return take_log(r, from);
    if (!skip_word(r, "n"))
        return refuse_f(r, from);
    int64_t power;
    if (!take_power(r, &power))
        return false;
    r->r->power += power;
    return r->r->power <= MOST_POWER ||
           fail_at(r, from, r->at, "the power of n is a whole number here, from 0 to %d", MOST_POWER);
}

/* Factors with × or * between them, or nothing. */
static bool take_f(reader *r) {
    number *factor = number_from_integer(r->a, 1);
    r->r->power = 0;
    r->r->log = false;
    do {
        if (!take_factor(r, factor))
            return false;
        r->at = skip_blanks(r, r->at);
        size_t next = r->at;
        if (sign_at(r, &next) == '*') {
            r->at = skip_blanks(r, next);
            if (r->at == r->end)
                return fail_at(r, r->at, 0, "a factor is missing after the sign of multiplication");
        }
    } while (r->at < r->end);
    r->r->factor = number_text(factor, r->a);
    return true;
}

static reader reader_of(const source *text, recurrence *r, arena *a, error *e) {
    return (reader){.where = text, .text = text->text, .a = a, .e = e, .end = text->text.len, .r = r};
}

bool recurrence_read_f(const source *text, size_t at, size_t length, recurrence *r, arena *a, error *e) {
    reader f = reader_of(text, r, a, e);
    f.end = at + length;
    f.at = skip_blanks(&f, at);
    return f.at < f.end ? take_f(&f) : fail_at(&f, at, 0, "f is missing");
}

bool recurrence_read(const source *text, recurrence *out, arena *a, error *e) {
    *out = (recurrence){0};
    reader r = reader_of(text, out, a, e);
    number *n = number_new(a);
    return find_values(&r) && take_small(&r, 0, 1, "a is a whole number from 1", &out->a) &&
           take_small(&r, 1, 2, "b is a whole number from 2, so that sizes stay whole", &out->b) &&
           recurrence_read_f(text, r.values[2].at, r.values[2].length, out, a, e) && take_n(&r, n) && take_depth(&r, n);
}

/* ---- instances of a trace ---- */

static bool integer_of(const datum *instance, const char *key, int64_t least, int64_t *value, error *e) {
    const datum *d = datum_get(instance, key);
    *value = d && d->kind == DATUM_INTEGER ? d->integer : 0;
    return (*value >= least && *value < INT64_C(1000000000000000000)) ||
           error_plain(e, STATUS_INPUT, "the instance is no recurrence: \"%s\" must be an integer from %d, below 10^18",
                       key, (int)least);
}

/* As the program writes it. */
static bool f_of(const datum *f, recurrence *r, arena *a, error *e) {
    error fault = error_in(a);
    const source where = {STR("f"), datum_as_text(f)};
    bool read = f && f->kind == DATUM_TEXT && recurrence_read_f(&where, 0, where.text.len, r, a, &fault);
    return (read && str_equal(recurrence_f_text(r, PLAIN, a), where.text)) ||
           error_plain(e, STATUS_INPUT, "the instance is no recurrence: \"f\" must be a text such as \"3n^2 log n\"");
}

static bool n_of(const datum *n, recurrence *r, arena *a, error *e) {
    number *rest = n && n->kind == DATUM_TEXT ? number_from_canonical(a, n->text) : NULL;
    bool good = rest && number_is_integer(rest) && number_sign(rest) > 0;
    if (good) {
        fmpz *value = fmpq_numref(rest->q);
        r->n = n->text;
        r->depth = (size_t)fmpz_remove(value, value, fmpq_numref(number_from_integer(a, r->b)->q));
        good = fmpz_is_one(value);
    }
    return good || error_plain(e, STATUS_INPUT, "the instance is no recurrence: \"n\" must be a power of b as a text");
}

bool recurrence_of(const datum *instance, recurrence *r, arena *a, error *e) {
    *r = (recurrence){0};
    return !error_set(e) && integer_of(instance, "a", 1, &r->a, e) && integer_of(instance, "b", 2, &r->b, e) &&
           f_of(datum_get(instance, "f"), r, a, e) && n_of(datum_get(instance, "n"), r, a, e);
}
