/* Every character of an answer counts, so what is typed is taken as it stands wherever that makes sense; else one thing
 * after the other is taken for a manner of writing:
 *
 *   "␣B, C"     as typed: no quote occurs in the texts
 *   ␣B, C       without quotes: nor does ␣
 *    B, C       with spaces for ␣: nor does the comma
 *    BC         as a list; the space stays, since it occurs
 */
#include "lcs/lcs.h"

#include "kit/answer_reader.h"
#include "kit/put.h"
#include "kit/verdict.h"
#include "number.h"
#include "utf8.h"
#include "visible.h"

/* How far an answer can be found in a text: all of it, or where it ends. */
typedef struct search {
    size_t found; /* units of the answer */
    size_t place; /* of the last one found, from 1; 0 if none is */
} search;

static search find_in(const unit_sequence *answer, const unit_sequence *text) {
    search s = {0};
    for (size_t k = 0; k < text->count && s.found < answer->count; k++)
        if (str_equal(text->texts[k], answer->texts[s.found])) {
            s.found++;
            s.place = k + 1;
        }
    return s;
}

static verdict missing(const unit_pair *p, const unit_sequence *answer, search s, const char *text, arena *a) {
    str unit = visible_text(answer->texts[s.found], a);
    const char *what = p->unit == UNIT_LINE ? "line" : "letter";
    str where = s.place ? str_format(a, "after position %zu", s.place) : STR("in it");
    verdict v = {.key = "check.missing", .args = datum_map(a)};
    put_text(v.args, "text", str_of(text), a);
    put_text(v.args, "letter", unit, a);
    put_count(v.args, "number", s.found + 1, a);
    put_count(v.args, "place", s.place, a);
    put_bool(v.args, "lines", p->unit == UNIT_LINE, a);
    v.why = str_format(a, "it is no subsequence of %s: %s %zu of the answer, %.*s, does not occur %.*s", text, what,
                       s.found + 1, STR_ARG(unit), STR_ARG(where));
    return v;
}

static verdict measured(size_t length, size_t best, arena *a) {
    verdict v = {.args = datum_map(a), .right = length == best};
    put_count(v.args, "length", length, a);
    put_count(v.args, "best", best, a);
    v.key = v.right ? "check.longest" : "check.shorter";
    v.why = v.right
                ? str_format(a, "it is a common subsequence of length %zu, and none is longer", length)
                : str_format(a, "it is a common subsequence, but of length %zu only; %zu is possible", length, best);
    return v;
}

static verdict verdict_of(const unit_pair *p, const unit_sequence *answer, size_t best, arena *a) {
    search in_x = find_in(answer, &p->x), in_y = find_in(answer, &p->y);
    if (in_x.found < answer->count)
        return missing(p, answer, in_x, "x", a);
    if (in_y.found < answer->count)
        return missing(p, answer, in_y, "y", a);
    return measured(answer->count, best, a);
}

/* ---- manners of writing ---- */

static bool occurs(const unit_pair *p, str unit) {
    const unit_sequence *both[] = {&p->x, &p->y};
    for (size_t t = 0; t < 2; t++)
        for (size_t k = 0; k < both[t]->count; k++)
            if (str_equal(both[t]->texts[k], unit))
                return true;
    return false;
}

static bool all_occur(const unit_pair *p, const unit_sequence *s) {
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

static bool separates(const unit_pair *p, str unit) {
    static const char *const signs[] = {" ", "\t", "\u3000", "\u2009", "\u00A0", ",", "，", "、", ";", "；", "-", "→"};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (str_is(unit, signs[k]))
            return !occurs(p, unit);
    return false;
}

/* A full-width sign that does not occur is the one of ASCII. */
static str narrow(const unit_pair *p, str unit, arena *a) {
    size_t at = 0;
    uint32_t c = unit.len ? utf8_next(unit, &at) : 0;
    if (c < 0xFF01 || c > 0xFF5E || at < unit.len || occurs(p, unit))
        return unit;
    char plain = (char)(c - 0xFEE0);
    return str_copy(a, (str){&plain, 1});
}

/* What is left without the signs between items that do not occur in either text. */
static unit_sequence listed(const unit_pair *p, const unit_sequence *s, arena *a) {
    unit_sequence items = {.texts = ARENA_ARRAY(a, str, s->count + 1)};
    for (size_t k = 0; k < s->count; k++)
        if (!separates(p, s->texts[k]))
            items.texts[items.count++] = narrow(p, s->texts[k], a);
    return items;
}

enum { READINGS = 6 };

/* The manners in which it can be read, the one nearest to what was typed first; how many. */
static size_t readings_of(const unit_pair *p, str text, unit_sequence readings[READINGS], arena *a) {
    str trimmed = str_trim(text), bare = answer_quoted(trimmed);
    if (bare.len == trimmed.len && occurs(p, STR(" "))) /* then a space at an end is a letter */
        bare = text;
    str drawn = undrawn(bare, a);
    size_t count = 0;
    readings[count++] = units_of_text(text, p->unit, a);
    readings[count++] = units_of_text(bare, p->unit, a);
    readings[count++] = units_of_text(drawn, p->unit, a);
    if (p->unit != UNIT_LINE) {
        readings[count] = listed(p, &readings[count - 1], a);
        count++;
        readings[count++] = listed(p, &readings[0], a); /* its first item may be a space */
    }
    if (answer_says_empty(text, a))
        readings[count++] = (unit_sequence){0};
    return count;
}

/* Of the manners the first that is right; else the first that is a common subsequence; else the first with no other
 * signs than the texts; else the one without quotes. */
static const unit_sequence *best_reading(const unit_pair *p, const unit_sequence *readings, size_t count, size_t best) {
    const unit_sequence *common = NULL, *known = NULL;
    for (size_t k = 0; k < count; k++) {
        const unit_sequence *s = &readings[k];
        bool both = find_in(s, &p->x).found == s->count && find_in(s, &p->y).found == s->count;
        if (both && s->count == best)
            return s;
        common = common || !both || !s->count ? common : s;
        known = known || !s->count || !all_occur(p, s) ? known : s;
    }
    return common ? common : known ? known : &readings[1];
}

/* ---- the length alone ---- */

static verdict verdict_on_length(str given, size_t best, arena *a) {
    verdict v = {.args = datum_map(a), .right = str_equal(given, str_format(a, "%zu", best))};
    put_count(v.args, "best", best, a);
    put_text(v.args, "given", given, a);
    v.key = v.right ? "check.length" : "check.not_length";
    v.why = v.right ? str_format(a, "the length is %zu; a subsequence of this length would show it", best)
                    : str_format(a, "the length is not %.*s: it is %zu", STR_ARG(given), best);
    return v;
}

/* The number that the answer is, canonical; empty if it is none, or if its digits are letters of the texts. */
static str length_given(const unit_pair *p, str text, arena *a) {
    answer_text typed = answer_read(text, ANSWER_GROUPS, a);
    answer_claims c = answer_claims_of(&typed, 0, a);
    unit_sequence units = units_of_text(answer_unquoted(text), p->unit, a);
    if (!c.main.number || c.count || all_occur(p, &units))
        return STR("");
    return number_canonical(str_slice(typed.plain.text, c.main.at, c.main.at + c.main.length), a);
}

datum *lcs_mark(const unit_pair *p, str text, arena *a) {
    unit_sequence readings[READINGS];
    size_t best = lcs_length(lcs_table_of(p, a)), count = readings_of(p, text, readings, a);
    const unit_sequence *answer = best_reading(p, readings, count, best);
    str given = length_given(p, text, a);
    verdict v = given.len ? verdict_on_length(given, best, a) : verdict_of(p, answer, best, a);
    v.problem = "lcs";
    v.answer = text;
    v.value = given.len ? given : str_format(a, "%zu", answer->count);
    return verdict_object(&v, a);
}
