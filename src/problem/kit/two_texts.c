#include "kit/two_texts.h"

#include "kit/put.h"
#include "visible.h"

/* ---- reading ---- */

static const char *const ends_names[] = {
    [ENDS_NONE] = "none", [ENDS_LF] = "LF", [ENDS_CRLF] = "CR LF", [ENDS_MIXED] = "mixed"};

/* NUL ends texts in too many places to be let in. */
static bool check_nul(const source *where, error *e) {
    size_t at = str_find(where->text, (str){"", 1}, 0);
    return at == SIZE_MAX || error_at(e, where, at, 1, "expected text, got a NUL byte");
}

static str without_mark(str text) {
    return str_starts(text, "\xEF\xBB\xBF") ? str_slice(text, 3, text.len) : text;
}

static bool parse_arguments(const problem_input *in, datum *instance, arena *a, error *e) {
    const char *const missing[] = {"x and y are missing", "y is missing"};
    if (in->argument_count < 2)
        return error_at(e, in->text, in->text->text.len, 1, "%s: expected two texts", missing[in->argument_count]);
    if (in->argument_count > 2) {
        size_t at = in->arguments[0].len + in->arguments[1].len + 2;
        return error_at(e, in->text, at, in->text->text.len - at,
                        "expected two texts; one with spaces in it stands in quotation marks");
    }
    put_text(instance, "x", in->arguments[0], a);
    put_text(instance, "y", in->arguments[1], a);
    return true;
}

/* Line 1 is x, line 2 is y; what follows may only be blank lines. "x" with a line end is followed by an empty line 2
 * only if that has an end too. */
static bool parse_file(const source *file, datum *instance, arena *a, error *e) {
    line_ends ends;
    unit_sequence lines = units_of_lines(without_mark(file->text), &ends, a);
    if (lines.count < 2)
        return error_at(e, file, file->text.len, 1, "line %zu is missing: line 1 is x, line 2 is y", lines.count + 1);
    for (size_t k = 2; k < lines.count; k++)
        if (lines.texts[k].len)
            return error_at(e, file, (size_t)(lines.texts[k].ptr - file->text.ptr), lines.texts[k].len,
                            "expected the end: line 1 is x, line 2 is y");
    put_text(instance, "x", lines.texts[0], a);
    put_text(instance, "y", lines.texts[1], a);
    return true;
}

static bool parse_lines(const problem_input *in, datum *instance, arena *a, error *e) {
    static const char *const sides[] = {"x", "y"};
    if (in->file_count != 2)
        return error_plain(e, STATUS_USAGE, "--lines: expected two files, got %zu", in->file_count);
    if (!check_nul(&in->files[0], e) || !check_nul(&in->files[1], e))
        return false;
    datum *told = datum_map(a);
    for (size_t k = 0; k < 2; k++) {
        line_ends ends;
        unit_sequence lines = units_of_lines(without_mark(in->files[k].text), &ends, a);
        datum *list = datum_put(a, instance, sides[k], datum_list(a));
        for (size_t line = 0; line < lines.count; line++)
            datum_add(a, list, datum_text(a, lines.texts[line]));
        put_text(told, sides[k], str_of(ends_names[ends]), a);
    }
    put_text(instance, "unit", STR("line"), a);
    datum_put(a, instance, "ends", told);
    return true;
}

static bool read_unit(const datum *given, bool lines, datum *instance, arena *a, error *e) {
    str text = given ? datum_as_text(given) : STR("grapheme");
    if (!given && lines)
        return true;
    if (lines)
        return error_plain(e, STATUS_USAGE, "--unit and --lines do not go together: with --lines a line is the unit");
    if (!str_is(text, "grapheme") && !str_is(text, "codepoint"))
        return error_plain(e, STATUS_USAGE, "--unit: expected grapheme or codepoint, got '%.*s'", STR_ARG(text));
    put_text(instance, "unit", text, a);
    return true;
}

bool two_texts_unit(const datum *options, datum *instance, arena *a, error *e) {
    return read_unit(datum_get(options, "unit"), false, instance, a, e);
}

datum *two_texts_parse(const problem_input *in, arena *a, error *e) {
    bool lines = datum_get(in->options, "lines") != NULL;
    if (error_set(e) || !check_nul(in->text, e))
        return NULL;
    datum *instance = datum_map(a);
    bool good = lines                ? parse_lines(in, instance, a, e)
                : in->argument_count ? parse_arguments(in, instance, a, e)
                                     : parse_file(in->text, instance, a, e);
    return good && read_unit(datum_get(in->options, "unit"), lines, instance, a, e) ? instance : NULL;
}

/* ---- what it must be ---- */

static bool valid_side(const datum *instance, const char *side, bool lines, const char *problem, error *e) {
    const datum *text = datum_get(instance, side);
    bool good = text && text->kind == (lines ? DATUM_LIST : DATUM_TEXT);
    for (size_t k = 0; good && lines && k < text->count; k++)
        good = text->items[k]->kind == DATUM_TEXT;
    return good || error_plain(e, STATUS_INPUT, "the instance is none of %s: \"%s\" must be %s", problem, side,
                               lines ? "a list of lines" : "a text");
}

bool two_texts_valid(const datum *instance, const char *problem, error *e) {
    if (error_set(e))
        return false;
    unit_kind unit = unit_of(instance);
    if (unit == UNIT_KINDS)
        return error_plain(e, STATUS_INPUT, "the instance is none of %s: \"unit\" must be grapheme, codepoint or line",
                           problem);
    return valid_side(instance, "x", unit == UNIT_LINE, problem, e) &&
           valid_side(instance, "y", unit == UNIT_LINE, problem, e);
}

/* ---- the rest ---- */

/* Long texts by their beginnings, files by that of their first line. */
static str brief(const datum *side, unit_kind unit, arena *a) {
    enum { SHOWN = 40 };
    bool lines = unit == UNIT_LINE;
    const datum *first = !lines ? side : side->count ? side->items[0] : NULL;
    unit_sequence s = units_of_text(datum_as_text(first), lines ? UNIT_GRAPHEME : unit, a);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < s.count && k < SHOWN; k++)
        strbuf_add(&b, visible_text(s.texts[k], a));
    if (s.count > SHOWN || (lines && side->count > 1))
        strbuf_add_c(&b, "…");
    return b.len ? strbuf_text(&b) : STR("ε");
}

str two_texts_write(const datum *instance, arena *a) {
    unit_kind unit = unit_of(instance);
    str x = brief(datum_get(instance, "x"), unit, a), y = brief(datum_get(instance, "y"), unit, a);
    return str_format(a, "%.*s, %.*s", STR_ARG(x), STR_ARG(y));
}
