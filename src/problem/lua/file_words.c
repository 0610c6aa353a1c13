#include "file_words.h"

#include "number.h"
#include "utf8.h"

#include <string.h>

static bool is_language(str key) {
    return str_is(key, "en") || str_is(key, "zh");
}

/* Whether it is a text in several languages. */
static bool is_words(const datum *d) {
    bool words = d->kind == DATUM_MAP && d->count > 0;
    for (size_t k = 0; words && k < d->count; k++)
        words = is_language(d->items[k]->key) && d->items[k]->kind == DATUM_TEXT;
    return words;
}

static str in_language(const datum *words, str language) {
    if (words->kind == DATUM_TEXT)
        return words->text;
    const datum *own = datum_get_str(words, language);
    return own ? own->text : words->items[0]->text;
}

static datum *resolved(const datum *d, str language, arena *a) {
    if (is_words(d) || d->kind == DATUM_TEXT)
        return datum_text(a, str_trim(in_language(d, language)));
    if (d->kind == DATUM_BOOL)
        return datum_bool(a, d->boolean);
    if (d->kind == DATUM_INTEGER)
        return datum_integer(a, d->integer);
    datum *copy = d->kind == DATUM_LIST ? datum_list(a) : datum_map(a);
    for (size_t k = 0; k < d->count; k++) {
        datum *item = resolved(d->items[k], language, a);
        if (d->kind == DATUM_LIST)
            datum_add(a, copy, item);
        else
            datum_put_str(a, copy, d->items[k]->key, item);
    }
    return copy;
}

static void typeset_numbers(datum *map, arena *a) {
    for (size_t k = 0; map && k < map->count; k++)
        if (map->items[k]->kind == DATUM_TEXT)
            map->items[k]->text = number_shown(map->items[k]->text, a);
}

/* ---- in TeX ---- */

static str name_tex(str id, arena *a) {
    return id.len == 1 ? id : str_format(a, "\\text{%.*s}", STR_ARG(id));
}

static void add_cell(strbuf *b, str id, const datum *indices, const char *key) {
    strbuf_add(b, name_tex(id, b->arena));
    for (size_t k = 0; indices && k < indices->count; k++) {
        const datum *index = key ? datum_get(indices->items[k], key) : indices->items[k];
        strbuf_addf(b, "%s%.*s", k ? "," : "[", STR_ARG(datum_as_text(index)));
    }
    if (indices && indices->count)
        strbuf_add_byte(b, ']');
}

/* Templates may ask for what a trace does not say. */
static void default_text(datum *map, const char *key, arena *a) {
    if (!datum_get(map, key))
        datum_put(a, map, key, datum_text(a, STR("")));
}

static void default_list(datum *map, const char *key, arena *a) {
    if (!datum_get(map, key))
        datum_put(a, map, key, datum_list(a));
}

static void add_shown(strbuf *b, const datum *value, bool number) {
    if (value->kind == DATUM_TEXT)
        strbuf_add(b, number ? number_shown(value->text, b->arena) : value->text);
    for (size_t k = 0; value->kind == DATUM_LIST && k < value->count; k++) {
        strbuf_add_c(b, k ? value->items[k]->kind == DATUM_LIST ? "; " : ", " : "");
        add_shown(b, value->items[k], number);
    }
}

/* c_1, …, c_m of a list; what has no places of its own is its name. */
static str symbol_of(str name, const datum *value, const datum *sizes, arena *a) {
    str tex = name_tex(name, a);
    if (!value || value->kind != DATUM_LIST || !value->count || value->items[0]->kind == DATUM_LIST)
        return tex;
    str last = sizes && sizes->count ? datum_as_text(sizes->items[0]) : str_format(a, "%zu", value->count);
    if (value->count == 1)
        return str_format(a, "%.*s_1", STR_ARG(tex));
    if (value->count == 2)
        return str_format(a, "%.*s_1, %.*s_2", STR_ARG(tex), STR_ARG(tex));
    return str_format(a, "%.*s_1, \\ldots, %.*s_{%.*s}", STR_ARG(tex), STR_ARG(tex), STR_ARG(last));
}

/* c_i: any place of a list, g_{i,j} of a grid. */
static str place_of(str name, const datum *value, arena *a) {
    str tex = name_tex(name, a);
    bool list = value && value->kind == DATUM_LIST && value->count;
    if (!list)
        return tex;
    return str_format(a, value->items[0]->kind == DATUM_LIST ? "%.*s_{i,j}" : "%.*s_i", STR_ARG(tex));
}

static size_t length_of(const datum *value, size_t depth) {
    if (value->kind == DATUM_TEXT)
        return utf8_count(value->text);
    if (depth && value->count && value->items[0]->kind == DATUM_LIST)
        return value->items[0]->count;
    return value->count;
}

/* The letters of lengths that no input before it has: m = 3. */
static void describe_sizes(datum *input, const datum *value, datum *known, arena *a) {
    const datum *sizes = datum_get(input, "sizes");
    datum *lengths = datum_put(a, input, "lengths", datum_list(a));
    for (size_t k = 0; value && sizes && k < sizes->count; k++) {
        str letter = datum_as_text(sizes->items[k]);
        if (datum_get_str(known, letter))
            continue;
        datum_put_str(a, known, letter, datum_bool(a, true));
        datum *one = datum_add(a, lengths, datum_map(a));
        datum_put(a, one, "letter", datum_text(a, name_tex(letter, a)));
        datum_put(a, one, "count", datum_integer(a, (int64_t)length_of(value, k)));
    }
}

/* A grid by rows and columns, with their numbers; rows may differ in length. */
static void describe_grid(datum *input, const datum *value, arena *a) {
    size_t widest = 0;
    datum *columns = datum_put(a, input, "columns", datum_list(a)), *rows = datum_put(a, input, "rows", datum_list(a));
    bool grid = value && value->kind == DATUM_LIST && value->count && value->items[0]->kind == DATUM_LIST;
    for (size_t i = 0; grid && i < value->count; i++)
        widest = value->items[i]->count > widest ? value->items[i]->count : widest;
    for (size_t j = 0; j < widest; j++)
        datum_put(a, datum_add(a, columns, datum_map(a)), "number", datum_integer(a, (int64_t)j + 1));
    for (size_t i = 0; grid && i < value->count; i++) {
        datum *row = datum_add(a, rows, datum_map(a));
        datum_put(a, row, "number", datum_integer(a, (int64_t)i + 1));
        datum *cells = datum_put(a, row, "cells", datum_list(a));
        for (size_t j = 0; j < widest; j++) {
            const datum *items = value->items[i];
            str shown = j < items->count ? number_shown(datum_as_text(items->items[j]), a) : STR("");
            datum_put(a, datum_add(a, cells, datum_map(a)), "shown", datum_text(a, shown));
        }
    }
    enum { MOST_ROWS = 12, MOST_COLUMNS = 12 };
    datum_put(a, input, "is_drawn", datum_bool(a, grid && value->count <= MOST_ROWS && widest <= MOST_COLUMNS));
}

static void describe_input(datum *input, const datum *instance, datum *known, arena *a) {
    str name = datum_as_text(datum_get(input, "name"));
    const datum *value = instance ? datum_get_str(instance, name) : NULL;
    bool text = str_starts(datum_as_text(datum_get(input, "kind")), "text");
    strbuf b = strbuf_in(a);
    if (value)
        add_shown(&b, value, !text);
    datum_put(a, input, "shown", datum_text(a, b.len ? strbuf_text(&b) : STR("–")));
    datum *items = datum_put(a, input, "items", datum_list(a));
    bool list = value && value->kind == DATUM_LIST && value->count && value->items[0]->kind != DATUM_LIST;
    for (size_t k = 0; value && b.len && k < (list ? value->count : 1); k++) {
        str item = list ? datum_as_text(value->items[k]) : strbuf_text(&b);
        datum_put(a, datum_add(a, items, datum_map(a)), "shown", datum_text(a, text ? item : number_shown(item, a)));
    }
    datum_put(a, input, "is_text", datum_bool(a, text && value && b.len));
    datum_put(a, input, "place", datum_text(a, place_of(name, value, a)));
    /* from, to, worth: names of more than a letter are words, and what they mean says it better */
    bool word = name.len > 1 && datum_get(input, "means");
    datum_put(a, input, "is_named", datum_bool(a, !word));
    datum_put(a, input, "symbol", datum_text(a, symbol_of(name, value, datum_get(input, "sizes"), a)));
    describe_sizes(input, value, known, a);
    describe_grid(input, value, a);
    default_text(input, "means", a);
}

static void describe_line(datum *line, arena *a) {
    const datum *indent = datum_get(line, "indent");
    strbuf pad = strbuf_in(a);
    for (int64_t k = 0; indent && k < indent->integer; k++)
        strbuf_add_c(&pad, "  ");
    datum_put(a, line, "pad", datum_text(a, strbuf_text(&pad)));
}

/* The grids of the exercise, which no question can hold in a sentence. */
static datum *grids_of(const datum *inputs, const datum *instance, arena *a) {
    datum *grids = datum_list(a);
    for (size_t k = 0; instance && k < inputs->count; k++) {
        str name = datum_as_text(datum_get(inputs->items[k], "name"));
        const datum *value = datum_get_str(instance, name);
        datum *grid = datum_map(a);
        describe_grid(grid, value, a);
        datum_put(a, grid, "place", datum_text(a, place_of(name, value, a)));
        if (datum_get(grid, "is_drawn")->boolean)
            datum_add(a, grids, grid);
    }
    return grids;
}

/* Lists of numbers that are equally long stand below each other in a table, if there are several. */
static datum *listed_together(const datum *inputs, arena *a) {
    enum { MOST_COLUMNS = 12 };
    datum *lists = datum_map(a), *rows = datum_put(a, lists, "rows", datum_list(a)),
          *columns = datum_put(a, lists, "columns", datum_list(a));
    str length = STR("");
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < inputs->count; k++) {
            datum *input = (datum *)inputs->items[k];
            const datum *sizes = datum_get(input, "sizes"), *items = datum_get(input, "items");
            str kind = datum_as_text(datum_get(input, "kind"));
            bool list = sizes && sizes->count == 1 && (str_is(kind, "integers") || str_is(kind, "numbers"));
            bool fits = list && items->count >= 1 && items->count <= MOST_COLUMNS;
            if (!pass && fits && !length.len) /* the first letter that two lists share */
                for (size_t n = k + 1; n < inputs->count && !length.len; n++) {
                    const datum *others = datum_get(inputs->items[n], "sizes");
                    bool same = others && others->count == 1 &&
                                str_equal(datum_as_text(others->items[0]), datum_as_text(sizes->items[0]));
                    length = same ? datum_as_text(sizes->items[0]) : length;
                }
            bool row = pass && fits && length.len && str_equal(datum_as_text(sizes->items[0]), length);
            for (size_t n = 0; row && !rows->count && n < items->count; n++)
                datum_put(a, datum_add(a, columns, datum_map(a)), "number", datum_integer(a, (int64_t)n + 1));
            if (row) {
                datum *copy = datum_add(a, rows, datum_map(a));
                static const char *const keys[] = {"means", "place", "items", "is_named"};
                for (size_t n = 0; n < sizeof keys / sizeof *keys; n++)
                    datum_put(a, copy, keys[n], (datum *)datum_get(input, keys[n]));
            }
            if (pass)
                datum_put(a, input, "in_table", datum_bool(a, row));
        }
    datum_put(a, lists, "is_drawn", datum_bool(a, rows->count > 0));
    return lists;
}

/* The words of formulas that every file would have to say twice. */
static str in_chinese(str formula, arena *a) {
    static const char *const words[][2] = {
        {"\\text{if }", "\\text{若 }"},    {"\\text{if}", "\\text{若}"},     {"\\text{otherwise}", "\\text{其他情形}"},
        {"\\text{ and }", "\\text{ 且 }"}, {"\\text{ or }", "\\text{ 或 }"}, {"\\text{true}", "\\text{真}"},
        {"\\text{false}", "\\text{假}"}};
    strbuf b = strbuf_in(a);
    for (size_t at = 0; at < formula.len;) {
        size_t k = 0, count = sizeof words / sizeof *words;
        while (k < count && !str_starts(str_slice(formula, at, formula.len), words[k][0]))
            k++;
        strbuf_add(&b, k < count ? str_of(words[k][1]) : str_slice(formula, at, at + 1));
        at += k < count ? str_of(words[k][0]).len : 1;
    }
    return strbuf_text(&b);
}

/* Cases end as sentences do: a comma after each but the last, a full stop after that. */
static str with_stops(str formula, arena *a) {
    size_t begin = str_find(formula, STR("\\begin{cases}"), 0), end = str_find(formula, STR("\\end{cases}"), 0);
    bool one = begin != SIZE_MAX && end != SIZE_MAX && str_find(formula, STR("\\begin"), begin + 1) == SIZE_MAX;
    if (!one || str_find(formula, STR("\\substack"), 0) != SIZE_MAX)
        return formula;
    strbuf b = strbuf_in(a);
    size_t from = 0;
    for (size_t at = begin; at <= end; at++) {
        bool last = at == end;
        if (!last && !str_starts(str_slice(formula, at, end), "\\\\"))
            continue;
        str row = str_trim(str_slice(formula, from, at));
        bool said = row.ptr[row.len - 1] == ',' || row.ptr[row.len - 1] == '.';
        strbuf_add(&b, row);
        strbuf_add_c(&b, said ? " " : last ? "\\text{.} " : "\\text{,} ");
        from = at;
        at += !last; /* both strokes of a new row */
    }
    strbuf_add(&b, str_slice(formula, from, formula.len));
    return strbuf_text(&b);
}

/* "rows backwards", "columns backwards upwards" … */
static bool is_turned(str order, const char *name) {
    static const char *const turns[] = {" backwards", " upwards", " backwards upwards", " from below",
                                        " from below backwards"};
    size_t length = strlen(name);
    bool turned = false;
    bool lines = strcmp(name, "rows") == 0 || strcmp(name, "line") == 0;
    for (size_t k = 0; str_starts(order, name) && k < sizeof turns / sizeof *turns; k++)
        turned = turned || str_is(str_slice(order, length, order.len), turns[k]);
    bool upwards = str_find(order, STR("upwards"), 0) != SIZE_MAX, below = str_find(order, STR("below"), 0) != SIZE_MAX;
    bool known = strcmp(name, "columns") == 0 ? !below : lines && !upwards && !(below && strcmp(name, "line") == 0);
    return turned && known;
}

/* "rows from below" is said by recurrence_sheet.ordered.rows_from_below. */
static str phrase_of_order(str order, arena *a) {
    static const char *const known[] = {"line", "rows", "columns", "lengths", "diagonals", "layers", "levels"};
    bool said = false; /* a trace from elsewhere may say what it likes */
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        said = said || str_is(order, known[k]) || is_turned(order, known[k]);
    if (!said)
        return STR("");
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "recurrence_sheet.ordered.");
    for (size_t k = 0; k < order.len; k++)
        strbuf_add_byte(&b, order.ptr[k] == ' ' ? '_' : order.ptr[k]);
    return strbuf_text(&b);
}

static str truth_in(str value, str language) {
    if (!str_is(language, "zh"))
        return value;
    return str_is(value, "true") ? STR("真") : str_is(value, "false") ? STR("假") : value;
}

/* EDIT-DISTANCE(x, y): the problem's name in capitals, and its inputs. */
static str algorithm_head(str problem, const datum *inputs, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < problem.len; k++) {
        char c = problem.ptr[k];
        strbuf_add_byte(&b, c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c == '_' ? '-' : c);
    }
    for (size_t k = 0; k < inputs->count; k++) {
        str name = name_tex(datum_as_text(datum_get(inputs->items[k], "name")), a);
        strbuf_addf(&b, "%s$%.*s$", k ? ", " : "(", STR_ARG(name));
    }
    strbuf_add_c(&b, inputs->count ? ")" : "");
    return strbuf_text(&b);
}

/* Three cases and more are told in an order: i = 0, then j = 0, then what is left. */
static bool cases_overlap(str formula) {
    size_t rows = 0;
    for (size_t at = 0; at + 1 < formula.len; at++)
        if (formula.ptr[at] == '\\' && formula.ptr[at + 1] == '\\') {
            rows++;
            at++;
        }
    return rows >= 2 && str_find(formula, STR("\\begin{cases}"), 0) != SIZE_MAX;
}

/* 0 ≤ i ≤ m and 0 ≤ j ≤ n, from place to place with what stands between them. */
static str range_of(const datum *indices, const char *between, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; indices && k < indices->count; k++)
        strbuf_addf(&b, "%s%.*s \\le %.*s \\le %.*s", k ? between : "",
                    STR_ARG(datum_as_text(datum_get(indices->items[k], "first"))),
                    STR_ARG(datum_as_text(datum_get(indices->items[k], "name"))),
                    STR_ARG(datum_as_text(datum_get(indices->items[k], "last"))));
    return strbuf_text(&b);
}

static void describe_function(datum *f, str language, arena *a) {
    const datum *indices = datum_get(f, "indices");
    strbuf cell = strbuf_in(a);
    add_cell(&cell, datum_as_text(datum_get(f, "id")), indices, "name");
    datum_put(a, f, "cell", datum_text(a, strbuf_text(&cell)));
    datum_put(a, f, "range", datum_text(a, range_of(indices, str_is(language, "zh") ? "$，$" : ",\\ ", a)));
    str id = datum_as_text(datum_get(f, "id")), letters = strbuf_text(&cell);
    datum_put(a, f, "function_tex", datum_text(a, str_format(a, "$%.*s$", STR_ARG(name_tex(id, a)))));
    size_t open = str_find(letters, STR("["), 0);
    letters = open == SIZE_MAX ? STR("") : str_slice(letters, open + 1, letters.len - 1);
    datum_put(a, f, "letters", datum_text(a, letters.len ? str_format(a, "$(%.*s)$", STR_ARG(letters)) : letters));
    str outside = datum_as_text(datum_get(f, "outside"));
    datum_put(a, f, "outside", datum_text(a, truth_in(number_shown(outside, a), language)));
    datum_put(a, f, "is_sum", datum_bool(a, str_is(datum_as_text(datum_get(f, "goal")), "sum")));
    default_list(f, "indices", a);
    default_text(f, "means", a);
    default_text(f, "formula", a);
    default_text(f, "order", a);
    str order = datum_as_text(datum_get(f, "order"));
    if (!indices || indices->count < 2)
        order = !indices || !indices->count ? STR("")
                : str_is(order, "levels")   ? order
                : str_is(order, "rows")     ? STR("line")
                                            : STR("line backwards");
    datum_put(a, f, "order_key", datum_text(a, phrase_of_order(order, a)));
    if (str_is(language, "zh"))
        datum_put(a, f, "formula", datum_text(a, in_chinese(datum_as_text(datum_get(f, "formula")), a)));
    datum_put(a, f, "first_holds", datum_bool(a, cases_overlap(datum_as_text(datum_get(f, "formula")))));
    datum_put(a, f, "formula", datum_text(a, with_stops(datum_as_text(datum_get(f, "formula")), a)));
}

/* A size, or an input that is a number, stands for its number. */
static str number_of(str index, const datum *sizes, const datum *instance, arena *a) {
    const datum *size = sizes ? datum_get_str(sizes, index) : NULL;
    size = !size && instance ? datum_get_str(instance, index) : size;
    return size && size->kind == DATUM_TEXT ? number_shown(size->text, a) : index;
}

static const datum *function_named(const datum *words, str id) {
    const datum *functions = datum_get(words, "functions");
    for (size_t k = 0; functions && k < functions->count; k++)
        if (str_equal(datum_as_text(datum_get(functions->items[k], "id")), id))
            return functions->items[k];
    return NULL;
}

static str wanted(const datum *words, const datum *instance, arena *a) {
    const datum *goal = datum_get(words, "goal"), *at = datum_get(goal, "at");
    str fn = datum_as_text(datum_get(goal, "fn")), best = datum_as_text(datum_get(goal, "best"));
    strbuf b = strbuf_in(a);
    if (best.len) {
        const datum *f = function_named(words, fn);
        strbuf_addf(&b, "\\%.*s_{%.*s} ", STR_ARG(best), STR_ARG(range_of(datum_get(f, "indices"), ",\\ ", a)));
        add_cell(&b, fn, datum_get(f, "indices"), "name");
        return strbuf_text(&b);
    }
    datum *places = datum_list(a);
    for (size_t k = 0; at && k < at->count; k++)
        datum_add(a, places,
                  datum_text(a, number_of(datum_as_text(at->items[k]), datum_get(words, "sizes"), instance, a)));
    if (fn.len)
        add_cell(&b, fn, places, NULL);
    return strbuf_text(&b);
}

/* Whether a sheet has room for the tables: a row is as long as the page allows, and its numbers may be long. */
static bool has_room(const datum *words, const datum *functions) {
    enum { MOST_CELLS = 900, MOST_IN_A_ROW = 120 };
    str cells = datum_as_text(datum_get(datum_get(words, "counts"), "cells"));
    long count = 0;
    for (size_t k = 0; k < cells.len && count <= MOST_CELLS; k++)
        count = count * 10 + (cells.ptr[k] - '0');
    bool row = functions->count && datum_get(functions->items[0], "indices")->count < 2;
    return count <= (row ? MOST_IN_A_ROW : MOST_CELLS);
}

/* Of an exercise whose file has no words for the answer. */
static str plain_answer(const datum *exercise, arena *a) {
    str value = number_shown(datum_as_text(datum_get(exercise, "value")), a);
    str solution = datum_as_text(datum_get(exercise, "solution"));
    return solution.len ? str_format(a, "%.*s: %.*s", STR_ARG(value), STR_ARG(solution)) : value;
}

datum *file_words(const trace *t, str language, arena *a) {
    datum *words = t->recurrence ? resolved(t->recurrence, language, a) : datum_map(a);
    const datum *functions = datum_get(words, "functions");
    for (size_t k = 0; functions && k < functions->count; k++)
        describe_function(functions->items[k], language, a);
    datum_put(a, words, "wanted", datum_text(a, wanted(words, t->instance, a)));
    static const char *const texts[] = {"title", "ask", "answer", "summary", "time", "solution", "value", "ties"};
    static const char *const lists[] = {"inputs", "functions", "mistakes", "notes", "code"};
    static const char *const numbers[] = {"plain", "memo", "distinct", "cells", "tries"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        default_text(words, texts[k], a);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        default_list(words, lists[k], a);
    const datum *inputs = datum_get(words, "inputs"), *code = datum_get(words, "code");
    datum *lengths = datum_map(a);
    for (size_t k = 0; k < inputs->count; k++)
        describe_input(inputs->items[k], t->instance, lengths, a);
    datum *together = datum_put(a, words, "lists", listed_together(inputs, a));
    bool tables = datum_get(together, "is_drawn")->boolean;
    for (size_t k = 0; k < inputs->count; k++)
        tables = tables || datum_get(inputs->items[k], "is_drawn")->boolean;
    datum_put(a, words, "has_tables", datum_bool(a, tables));
    if (!datum_get(words, "example"))
        datum_put(a, words, "example", datum_bool(a, false));
    for (size_t k = 0; k < code->count; k++)
        describe_line(code->items[k], a);
    datum_put(a, words, "has_code", datum_bool(a, code->count > 0));
    datum_put(a, words, "head", datum_text(a, algorithm_head(t->problem, inputs, a)));
    datum *exercise = (datum *)datum_get(words, "exercise");
    exercise = exercise ? exercise : datum_put(a, words, "exercise", datum_map(a));
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        default_text(exercise, texts[k], a);
    datum_put(a, exercise, "grids", grids_of(inputs, datum_get(exercise, "instance"), a));
    if (!datum_as_text(datum_get(exercise, "answer")).len)
        datum_put(a, exercise, "answer", datum_text(a, plain_answer(exercise, a)));
    datum_put(a, words, "value",
              datum_text(a, truth_in(number_shown(datum_as_text(datum_get(words, "value")), a), language)));
    datum *counts = (datum *)datum_get(words, "counts");
    if (!counts)
        counts = datum_put(a, words, "counts", datum_map(a));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        default_text(counts, numbers[k], a);
    enum { MOST_DRAWN = 12 }; /* subproblems in a graph that a sheet has room for */
    const datum *goal = datum_get(words, "goal"), *at = datum_get(goal, "at");
    str counted = datum_as_text(datum_get(counts, "distinct"));
    bool line = !at || at->count < 2;
    bool few = counted.len == 1 && (!line || counted.ptr[0] <= '7');
    few = few || (!line && counted.len == 2 && counted.ptr[0] == '1' && counted.ptr[1] <= '0' + MOST_DRAWN - 10);
    datum_put(a, words, "draws_table", datum_bool(a, has_room(words, datum_get(words, "functions"))));
    str plain = datum_as_text(datum_get(counts, "plain")), distinct = datum_as_text(datum_get(counts, "distinct"));
    datum_put(a, words, "overlaps", datum_bool(a, plain.len && !str_equal(plain, distinct)));
    str memo = datum_as_text(datum_get(counts, "memo"));
    datum_put(a, words, "memo_saves", datum_bool(a, plain.len && !str_equal(memo, plain)));
    datum_put(a, words, "one_call", datum_bool(a, str_is(plain, "1")));
    datum_put(a, words, "best", datum_bool(a, datum_as_text(datum_get(goal, "best")).len > 0));
    bool sums = functions && functions->count;
    for (size_t k = 0; functions && k < functions->count; k++)
        sums = sums && str_is(datum_as_text(datum_get(functions->items[k], "goal")), "sum");
    datum_put(a, words, "is_sum", datum_bool(a, sums));
    few = few && !str_is(counted, "1") && !str_is(counted, "2"); /* one arrow says nothing */
    few = few && (!line || sums); /* the table of a line of choices has those arrows itself */
    datum_put(a, words, "draws_graph", datum_bool(a, few && at && at->count && !datum_get(goal, "best")));
    datum_put(a, words, "one", datum_bool(a, str_is(distinct, "1")));
    typeset_numbers(counts, a);
    return words;
}

/* ---- labels ---- */

typedef struct labeller {
    const datum *labels;
    str language;
    arena *a;
    str last, last_shown; /* most events repeat their neighbours' */
} labeller;

static const datum *words_of(const labeller *l, str name) {
    const datum *words = datum_get_str(l->labels, name);
    return words && (words->kind == DATUM_TEXT || is_words(words)) ? words : NULL;
}

/* Whether another label has the same words. */
static bool is_shared(const labeller *l, str name, str words) {
    for (size_t k = 0; k < l->labels->count; k++)
        if (!str_equal(l->labels->items[k]->key, name) && words_of(l, l->labels->items[k]->key) &&
            str_equal(in_language(l->labels->items[k], l->language), words))
            return true;
    return false;
}

/* Truth values are words of the language too. */
static void say_truth(event *e, str language) {
    if (e->kind == EVENT_SET || e->kind == EVENT_RETURN)
        e->value = truth_in(e->value, language);
    if (e->kind != EVENT_TRY)
        return;
    for (size_t k = 0; k < e->term_count; k++)
        e->terms[k].value = truth_in(e->terms[k].value, language);
    for (size_t k = 0; k < e->way_count; k++)
        e->ways[k].value = truth_in(e->ways[k].value, language);
}

/* "coin=5" with the words "coin {}" is "coin 5"; so it is with "coin". */
static str shown(labeller *l, str label) {
    if (!label.len || str_equal(label, l->last))
        return label.len ? l->last_shown : label;
    size_t equals = str_find(label, STR("="), 0);
    str name = str_slice(label, 0, equals),
        argument = str_slice(label, equals == SIZE_MAX ? label.len : equals + 1, label.len);
    const datum *words = words_of(l, name);
    str text = words ? in_language(words, l->language) : label;
    if (words && is_shared(l, name, text))
        text = label;
    size_t hole = str_find(text, STR("{}"), 0);
    if (words && hole != SIZE_MAX)
        text = str_format(l->a, "%.*s%.*s%.*s", (int)hole, text.ptr, STR_ARG(argument), (int)(text.len - hole - 2),
                          text.ptr + hole + 2);
    else if (words && argument.len && text.ptr != label.ptr) /* two ways of one label must not look alike */
        text = str_format(l->a, "%.*s %.*s", STR_ARG(text), STR_ARG(argument));
    l->last = label;
    l->last_shown = text;
    return text;
}

void file_words_label(trace *t, str language, arena *a) {
    labeller l = {t->recurrence ? datum_get(t->recurrence, "labels") : NULL, language, a, STR(""), STR("")};
    for (size_t k = 0; t->is_recurrence && k < t->count; k++)
        say_truth(&t->events[k], language);
    for (size_t k = 0; l.labels && k < t->count; k++) {
        event *e = &t->events[k];
        if (e->kind == EVENT_TRY)
            e->label = shown(&l, e->label);
        else if (e->kind == EVENT_BACK)
            e->take = shown(&l, e->take);
        else if (e->kind == EVENT_ENTER)
            e->edge = shown(&l, e->edge);
        else if (e->kind == EVENT_SET || e->kind == EVENT_RETURN) {
            str *items = ARENA_ARRAY(a, str, e->chosen.count);
            for (size_t n = 0; n < e->chosen.count; n++)
                items[n] = shown(&l, e->chosen.items[n]);
            e->chosen.items = items; /* the lists of neighbours may be one */
        }
    }
}
