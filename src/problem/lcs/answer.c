/* Every character of an answer counts, so what is typed is taken as it stands wherever that makes sense; else one thing
 * after the other is taken for a manner of writing:
 *
 *   "␣B, C"     as typed: no quote occurs in the texts
 *   ␣B, C       without quotes: nor does ␣
 *    B, C       with spaces for ␣: nor does the comma
 *    BC         as a list; the space stays, since it occurs
 */
#include "lcs/answer.h"

#include "kit/answer_reader.h"
#include "kit/verdict.h"
#include "number.h"
#include "utf8.h"
#include "visible.h"

/* How far an answer can be found in a text: all of it, or where it ends. */
typedef struct search {
    size_t found; /* units of the answer */
    size_t place; /* of the last one found, from 1; 0 if none is */
} search;

static search find_in(const lcs_sequence *answer, const lcs_sequence *text) {
    search s = {0};
    for (size_t k = 0; k < text->count && s.found < answer->count; k++)
        if (str_equal(text->texts[k], answer->texts[s.found])) {
            s.found++;
            s.place = k + 1;
        }
    return s;
}

/* What a mark says: the key of its sentence, the facts in it, and the sentence in English. */
typedef struct finding {
    const char *key;
    datum *args;
    str why;
} finding;

static void add_integer(arena *a, datum *args, const char *key, size_t value) {
    datum_put(a, args, key, datum_integer(a, (int64_t)value));
}

static finding missing(const lcs_pair *p, const lcs_sequence *answer, search s, const char *text, arena *a) {
    str unit = visible_text(answer->texts[s.found], a);
    const char *what = p->unit == LCS_LINE ? "line" : "letter";
    finding f = {.key = "check.missing", .args = datum_map(a)};
    datum_put(a, f.args, "text", datum_text(a, str_of(text)));
    datum_put(a, f.args, "letter", datum_text(a, unit));
    add_integer(a, f.args, "number", s.found + 1);
    add_integer(a, f.args, "place", s.place);
    datum_put(a, f.args, "lines", datum_bool(a, p->unit == LCS_LINE));
    f.why =
        s.place
            ? str_format(a, "it is no subsequence of %s: %s %zu of the answer, %.*s, does not occur after position %zu",
                         text, what, s.found + 1, STR_ARG(unit), s.place)
            : str_format(a, "it is no subsequence of %s: %s %zu of the answer, %.*s, does not occur in it", text, what,
                         s.found + 1, STR_ARG(unit));
    return f;
}

static finding measured(size_t length, size_t best, arena *a) {
    finding f = {.args = datum_map(a)};
    add_integer(a, f.args, "length", length);
    add_integer(a, f.args, "best", best);
    f.key = length < best ? "check.shorter" : "check.longest";
    f.why = length < best
                ? str_format(a, "it is a common subsequence, but of length %zu only; %zu is possible", length, best)
                : str_format(a, "it is a common subsequence of length %zu, and none is longer", length);
    return f;
}

static finding finding_of(const lcs_pair *p, const lcs_sequence *answer, size_t best, arena *a) {
    search in_x = find_in(answer, &p->x), in_y = find_in(answer, &p->y);
    if (in_x.found < answer->count)
        return missing(p, answer, in_x, "x", a);
    if (in_y.found < answer->count)
        return missing(p, answer, in_y, "y", a);
    return measured(answer->count, best, a);
}

/* ---- manners of writing ---- */

static bool occurs(const lcs_pair *p, str unit) {
    const lcs_sequence *both[] = {&p->x, &p->y};
    for (size_t t = 0; t < 2; t++)
        for (size_t k = 0; k < both[t]->count; k++)
            if (str_equal(both[t]->texts[k], unit))
                return true;
    return false;
}

static bool all_occur(const lcs_pair *p, const lcs_sequence *s) {
    for (size_t k = 0; k < s->count; k++)
        if (!occurs(p, s->texts[k]))
            return false;
    return true;
}

/* The character that a sheet has drawn as this one: ␣ is a space, ␉ a tab. */
static uint32_t drawn_as(uint32_t c) {
    return c == 0x2423 ? ' ' : c == 0x2421 ? 0x7F : c >= 0x2401 && c <= 0x241F ? c - 0x2400 : c;
}

static str undrawn(str text, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t at = 0; at < text.len;)
        strbuf_add_code_point(&b, drawn_as(utf8_next(text, &at)));
    return strbuf_text(&b);
}

static bool separates(const lcs_pair *p, str unit) {
    static const char *const signs[] = {" ", "\t", "\u3000", "\u2009", "\u00A0", ",", "，", "、", ";", "；", "-", "→"};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (str_is(unit, signs[k]))
            return !occurs(p, unit);
    return false;
}

/* A full-width sign that does not occur is the one of ASCII. */
static str narrow(const lcs_pair *p, str unit, arena *a) {
    size_t at = 0;
    uint32_t c = unit.len ? utf8_next(unit, &at) : 0;
    if (c < 0xFF01 || c > 0xFF5E || at < unit.len || occurs(p, unit))
        return unit;
    char plain = (char)(c - 0xFEE0);
    return str_copy(a, (str){&plain, 1});
}

/* What is left without the signs between items that do not occur in either text. */
static lcs_sequence listed(const lcs_pair *p, const lcs_sequence *s, arena *a) {
    lcs_sequence items = {.texts = ARENA_ARRAY(a, str, s->count + 1)};
    for (size_t k = 0; k < s->count; k++)
        if (!separates(p, s->texts[k]))
            items.texts[items.count++] = narrow(p, s->texts[k], a);
    return items;
}

enum { READINGS = 6 };

/* The manners in which it can be read, the one nearest to what was typed first; how many. */
static size_t readings_of(const lcs_pair *p, str text, lcs_sequence readings[READINGS], arena *a) {
    str trimmed = str_trim(text), bare = answer_quoted(trimmed);
    if (bare.len == trimmed.len && occurs(p, STR(" "))) /* then a space at an end is a letter */
        bare = text;
    str drawn = undrawn(bare, a);
    size_t count = 0;
    readings[count++] = lcs_split(text, p->unit, a);
    readings[count++] = lcs_split(bare, p->unit, a);
    readings[count++] = lcs_split(drawn, p->unit, a);
    if (p->unit != LCS_LINE) {
        readings[count] = listed(p, &readings[count - 1], a);
        count++;
        readings[count++] = listed(p, &readings[0], a); /* its first item may be a space */
    }
    if (answer_says_empty(text, a))
        readings[count++] = (lcs_sequence){0};
    return count;
}

/* Of the manners the first that is right; else the first that is a common subsequence; else the first with no other
 * signs than the texts; else the one without quotes. */
static const lcs_sequence *best_reading(const lcs_pair *p, const lcs_sequence *readings, size_t count, size_t best) {
    const lcs_sequence *common = NULL, *known = NULL;
    for (size_t k = 0; k < count; k++) {
        const lcs_sequence *s = &readings[k];
        bool both = find_in(s, &p->x).found == s->count && find_in(s, &p->y).found == s->count;
        if (both && s->count == best)
            return s;
        common = common || !both || !s->count ? common : s;
        known = known || !s->count || !all_occur(p, s) ? known : s;
    }
    return common ? common : known ? known : &readings[1];
}

/* ---- the length alone ---- */

static finding finding_of_length(str given, size_t best, arena *a) {
    bool right = str_equal(given, str_format(a, "%zu", best));
    finding f = {.key = right ? "check.length" : "check.not_length", .args = datum_map(a)};
    add_integer(a, f.args, "best", best);
    datum_put(a, f.args, "given", datum_text(a, given));
    f.why = right ? str_format(a, "the length is %zu; a subsequence of this length would show it", best)
                  : str_format(a, "the length is not %.*s: it is %zu", STR_ARG(given), best);
    return f;
}

/* The number that the answer is, canonical; empty if it is none, or if its digits are letters of the texts. */
static str length_given(const lcs_pair *p, str text, arena *a) {
    answer_text typed = answer_read(text, ANSWER_GROUPS, a);
    answer_claims c = answer_claims_of(&typed, 0, a);
    lcs_sequence units = lcs_split(answer_unquoted(text), p->unit, a);
    if (!c.main.number || c.count || all_occur(p, &units))
        return STR("");
    return number_canonical(str_slice(typed.plain.text, c.main.at, c.main.at + c.main.length), a);
}

datum *lcs_mark(const lcs_pair *p, str text, arena *a) {
    lcs_table *t = lcs_table_new(p, a);
    lcs_fill(t);
    lcs_sequence readings[READINGS];
    size_t best = lcs_length(t), count = readings_of(p, text, readings, a);
    const lcs_sequence *answer = best_reading(p, readings, count, best);
    str given = length_given(p, text, a);
    finding f = given.len ? finding_of_length(given, best, a) : finding_of(p, answer, best, a);
    const verdict v = {
        .problem = "lcs",
        .answer = text,
        .right = strcmp(f.key, "check.longest") == 0 || strcmp(f.key, "check.length") == 0,
        .value = given.len ? given : str_format(a, "%zu", answer->count),
        .why = f.why,
        .key = f.key,
        .args = f.args,
    };
    return verdict_object(&v, a);
}
