/* The longest common subsequence of two texts: units of both in order, gaps allowed, as many as can be.
 *
 *   x   A [B][C] B  D [A] B      units: characters as a reader sees them, code points,
 *          │   ╲    ╱             or lines of files; in the instance
 *   y   … [B] … [C] … [A] …       {x, y, unit}, lines as lists
 */
#include "problem.h"

#include "grapheme.h"
#include "kit/max_frames.h"
#include "kit/memory_limit.h"
#include "lcs/answer.h"
#include "lcs/random.h"
#include "lcs/record.h"
#include "visible.h"

#include <stdlib.h>

enum {
    MOST_LISTED = 1000, /* common subsequences that an answer lists */
    LISTING_WORK = 20000000
};

static const problem_option own_options[] = {
    {.name = "unit",
     .value = "UNIT",
     .help = "what counts as a letter: grapheme, as a reader sees it (the default), or codepoint"},
    {.name = "lines", .help = "the arguments are two files, and each line is a letter", .files = true},
    MAX_FRAMES_OPTION,
    {.name = NULL},
};

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

static datum *pair_instance(str x, str y, arena *a) {
    datum *instance = datum_map(a);
    datum_put(a, instance, "x", datum_text(a, x));
    datum_put(a, instance, "y", datum_text(a, y));
    return instance;
}

static datum *parse_arguments(const problem_input *in, arena *a, error *e) {
    const char *const missing[] = {"x and y are missing", "y is missing"};
    if (in->argument_count < 2) {
        error_at(e, in->text, in->text->text.len, 1, "%s: two texts are expected", missing[in->argument_count]);
        return NULL;
    }
    if (in->argument_count > 2) {
        size_t at = in->arguments[0].len + in->arguments[1].len + 2;
        error_at(e, in->text, at, in->text->text.len - at,
                 "two texts are expected; one with spaces in it stands in quotation marks");
        return NULL;
    }
    return pair_instance(in->arguments[0], in->arguments[1], a);
}

/* Line 1 is x, line 2 is y; what follows may only be blank lines. */
static datum *parse_file(const source *file, arena *a, error *e) {
    str text = without_mark(file->text);
    line_ends ends;
    lcs_sequence lines = lcs_lines(text, &ends, a);
    /* "x" with a line end is followed by an empty line 2 only if that has an end too. */
    if (lines.count < 2) {
        error_at(e, file, file->text.len, 1, "line %zu is missing: line 1 is x, line 2 is y", lines.count + 1);
        return NULL;
    }
    for (size_t k = 2; k < lines.count; k++)
        if (lines.texts[k].len) {
            error_at(e, file, (size_t)(lines.texts[k].ptr - file->text.ptr), lines.texts[k].len,
                     "the end is expected: line 1 is x, line 2 is y");
            return NULL;
        }
    return pair_instance(lines.texts[0], lines.texts[1], a);
}

static datum *list_lines(const source *file, line_ends *ends, arena *a) {
    lcs_sequence lines = lcs_lines(without_mark(file->text), ends, a);
    datum *list = datum_list(a);
    for (size_t k = 0; k < lines.count; k++)
        datum_add(a, list, datum_text(a, lines.texts[k]));
    return list;
}

static datum *parse_lines(const problem_input *in, arena *a, error *e) {
    if (in->file_count != 2) {
        error_plain(e, STATUS_USAGE, "--lines compares two files, not %zu", in->file_count);
        return NULL;
    }
    if (!check_nul(&in->files[0], e) || !check_nul(&in->files[1], e))
        return NULL;
    line_ends ends[2];
    datum *instance = datum_map(a);
    datum_put(a, instance, "x", list_lines(&in->files[0], &ends[0], a));
    datum_put(a, instance, "y", list_lines(&in->files[1], &ends[1], a));
    datum_put(a, instance, "unit", datum_text(a, STR("line")));
    datum *told = datum_put(a, instance, "ends", datum_map(a));
    datum_put(a, told, "x", datum_text(a, str_of(ends_names[ends[0]])));
    datum_put(a, told, "y", datum_text(a, str_of(ends_names[ends[1]])));
    return instance;
}

static bool read_unit(const datum *given, bool lines, datum *instance, arena *a, error *e) {
    if (!given)
        return lines || datum_put(a, instance, "unit", datum_text(a, STR("grapheme")));
    str text = datum_as_text(given);
    if (lines)
        return error_plain(e, STATUS_USAGE, "--unit and --lines do not go together: with --lines a line is the unit");
    if (!str_is(text, "grapheme") && !str_is(text, "codepoint"))
        return error_plain(e, STATUS_USAGE, "--unit is grapheme or codepoint, not '%.*s'", STR_ARG(text));
    datum_put(a, instance, "unit", datum_text(a, text));
    return true;
}

static datum *lcs_parse(const problem_input *in, arena *a, error *e) {
    bool lines = datum_get(in->options, "lines") != NULL;
    if (error_set(e) || !check_nul(in->text, e))
        return NULL;
    datum *instance = lines                ? parse_lines(in, a, e)
                      : in->argument_count ? parse_arguments(in, a, e)
                                           : parse_file(in->text, a, e);
    if (!instance || !read_unit(datum_get(in->options, "unit"), lines, instance, a, e) ||
        !max_frames_read(in->options, instance, a, e))
        return NULL;
    return instance;
}

/* ---- what it must be ---- */

static bool valid_side(const datum *side, const char *name, bool lines, error *e) {
    bool good = side && side->kind == (lines ? DATUM_LIST : DATUM_TEXT);
    for (size_t k = 0; good && lines && k < side->count; k++)
        good = side->items[k]->kind == DATUM_TEXT;
    return good || error_plain(e, STATUS_INPUT, "the instance is none of lcs: \"%s\" is to be %s", name,
                               lines ? "a list of lines" : "a text");
}

static bool lcs_valid(const datum *instance, error *e) {
    if (error_set(e))
        return false;
    lcs_unit unit = lcs_unit_of(instance);
    if (unit == LCS_UNITS)
        return error_plain(e, STATUS_INPUT,
                           "the instance is none of lcs: \"unit\" is to be grapheme, codepoint or line");
    return max_frames_valid(instance, e) && valid_side(datum_get(instance, "x"), "x", unit == LCS_LINE, e) &&
           valid_side(datum_get(instance, "y"), "y", unit == LCS_LINE, e);
}

/* ---- solving ---- */

static bool fits(const lcs_pair *p, size_t bytes, const char *what, const char *advice, error *e) {
    return memory_allow(bytes, str_format(e->arena, "%zu × %zu is too large", p->x.count, p->y.count), what, advice, e);
}

static bool few_tries(const lcs_pair *p, error *e) {
    enum { MOST_TRIES = 2000 /* millions */ };
    str whole = str_format(e->arena, "%zu × %zu is too large", p->x.count, p->y.count);
    return tries_allow(size_times(p->x.count, p->y.count), MOST_TRIES, whole, e);
}

/* Units as one text, or as a list where they are lines. `indices` into x from 0. */
static datum *subsequence(const lcs_pair *p, const size_t *indices, size_t count, arena *a) {
    datum *list = datum_list(a);
    strbuf text = strbuf_in(a);
    for (size_t k = 0; k < count; k++) {
        str unit = p->x.texts[indices[k]];
        if (p->unit == LCS_LINE)
            datum_add(a, list, datum_text(a, unit));
        else
            strbuf_add(&text, unit);
    }
    return p->unit == LCS_LINE ? list : datum_text(a, text.len ? strbuf_text(&text) : STR(""));
}

/* The way back meets the last unit first. */
static datum *found_on_way_back(const lcs_table *t, const lcs_pair *p, arena *a) {
    size_t length = lcs_length(t), left = length, *indices = ARENA_ARRAY(a, size_t, length + 1);
    lcs_path path = lcs_way_back(t, false, a);
    for (size_t k = 0; k < path.count; k++)
        if (path.steps[k].take == LCS_DIAGONAL)
            indices[--left] = path.steps[k].i - 1;
    return subsequence(p, indices, length, a);
}

static int compare_texts(const void *a, const void *b) {
    const datum *const *one = a, *const *other = b;
    return str_compare((*one)->text, (*other)->text);
}

/* All of them in the order of their code points, if they are few; lines would fill pages. */
static void add_all(datum *answer, const lcs_table *t, const lcs_pair *p, str distinct, arena *a) {
    if (p->unit == LCS_LINE)
        return;
    const number *many = number_from_canonical(a, distinct), *most = number_from_integer(a, MOST_LISTED);
    if (number_compare(many, most) > 0)
        return;
    size_t count = (size_t)fmpz_get_ui(fmpq_numref(many->q));
    if (count * (lcs_length(t) + 1) > LISTING_WORK / (t->m + t->n + 1))
        return;
    datum *list = datum_put(a, answer, "all", datum_list(a));
    size_t **all = lcs_list(t, count, a);
    for (size_t k = 0; k < count; k++)
        datum_add(a, list, subsequence(p, all[k], lcs_length(t), a));
    qsort(list->items, list->count, sizeof *list->items, compare_texts);
}

/* Data of the instance for the answer, which keeps it under a key of its own. */
static datum *shared(const datum *d, arena *a) {
    datum *copy = ARENA_NEW(a, datum);
    *copy = *d;
    return copy;
}

/* Whether two files of lines are told apart by their line ends only. */
static void add_ends(datum *answer, const datum *instance, const lcs_pair *p, size_t length, arena *a) {
    const datum *ends = datum_get(instance, "ends"), *x = datum_get(ends, "x"), *y = datum_get(ends, "y");
    if (!x || !y || str_is(datum_as_text(x), "none") || str_is(datum_as_text(y), "none") || datum_equal(x, y))
        return;
    datum_put(a, answer, "ends", shared(ends, a));
    datum_put(a, answer, "only_ends_differ", datum_bool(a, length == p->x.count && length == p->y.count));
}

static void note_ends(const datum *answer, trace *t) {
    if (!datum_get(answer, "ends"))
        return;
    event *e = trace_add(t, EVENT_NOTE);
    e->key = STR("lines.ends");
    e->args = datum_map(t->arena);
    const datum *ends = datum_get(answer, "ends");
    datum_put(t->arena, e->args, "x", shared(datum_get(ends, "x"), t->arena));
    datum_put(t->arena, e->args, "y", shared(datum_get(ends, "y"), t->arena));
    datum_put(t->arena, e->args, "only", shared(datum_get(answer, "only_ends_differ"), t->arena));
}

static datum *answer_of(const datum *instance, const lcs_table *t, const lcs_pair *p, arena *a) {
    str distinct = lcs_count_distinct(t, a);
    datum *answer = datum_map(a);
    datum_put(a, answer, "problem", datum_text(a, STR("lcs")));
    datum_put(a, answer, "x", shared(datum_get(instance, "x"), a));
    datum_put(a, answer, "y", shared(datum_get(instance, "y"), a));
    datum_put(a, answer, "length", datum_integer(a, (int64_t)lcs_length(t)));
    datum_put(a, answer, "lcs", found_on_way_back(t, p, a));
    datum_put(a, answer, "unit", datum_text(a, str_of(lcs_unit_names[p->unit])));
    datum_put(a, answer, "distinct", datum_text(a, distinct));
    add_all(answer, t, p, distinct, a);
    add_ends(answer, instance, p, lcs_length(t), a);
    return answer;
}

static datum *lcs_solve(const datum *instance, trace *t, arena *a, error *e) {
    if (!lcs_valid(instance, e))
        return NULL;
    lcs_pair p = lcs_pair_of(instance, a);
    size_t bytes = lcs_table_bytes(p.x.count, p.y.count);
    if (!few_tries(&p, e) || !fits(&p, bytes, "its tables", "", e))
        return NULL;
    if (t && !fits(&p, lcs_record_bytes(&p, max_frames_of(instance), a), "its work",
                   "; the answer alone (-f json) needs less", e))
        return NULL;
    lcs_table *table = lcs_table_new(&p, a);
    bool calls = false;
    lcs_fill(table);
    if (t && !lcs_record_table(&p, max_frames_of(instance), &calls, t, e))
        return NULL;
    datum *answer = answer_of(instance, table, &p, a);
    if (t) {
        note_ends(answer, t);
        if (calls && !lcs_record_calls(&p, max_frames_of(instance), t, e))
            return NULL;
        trace_add(t, EVENT_ANSWER)->answer = answer;
    }
    return answer;
}

/* ---- the rest ---- */

/* Long texts by their beginnings. */
static str brief(const datum *side, lcs_unit unit, arena *a) {
    enum { SHOWN = 40 };
    lcs_sequence s = {0};
    if (unit == LCS_LINE) {
        const datum *first = side->count ? side->items[0] : NULL;
        s = lcs_split(datum_as_text(first), LCS_GRAPHEME, a);
    } else {
        s = lcs_split(datum_as_text(side), unit, a);
    }
    bool cut = s.count > SHOWN || (unit == LCS_LINE && side->count > 1);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < s.count && k < SHOWN; k++)
        strbuf_add(&b, visible_text(s.texts[k], a));
    if (cut)
        strbuf_add_c(&b, "…");
    return b.len ? strbuf_text(&b) : STR("ε");
}

static str lcs_write(const datum *instance, arena *a) {
    lcs_unit unit = lcs_unit_of(instance);
    str x = brief(datum_get(instance, "x"), unit, a), y = brief(datum_get(instance, "y"), unit, a);
    return str_format(a, "%.*s, %.*s", STR_ARG(x), STR_ARG(y));
}

static datum *lcs_check(const datum *instance, str answer, arena *a, error *e) {
    if (!lcs_valid(instance, e))
        return NULL;
    lcs_pair p = lcs_pair_of(instance, a);
    bool good = few_tries(&p, e) && fits(&p, lcs_table_bytes(p.x.count, p.y.count), "its tables", "", e);
    return good ? lcs_mark(&p, answer, a) : NULL;
}

static datum *lcs_instance_at_random(const datum *wishes, uint64_t seed, arena *a, error *e) {
    str x, y;
    datum *instance = NULL;
    if (!error_set(e) && lcs_random(wishes, seed, &x, &y, a, e)) {
        instance = pair_instance(x, y, a);
        if (!read_unit(datum_get(wishes, "unit"), false, instance, a, e) || !max_frames_read(wishes, instance, a, e))
            return NULL;
    }
    return instance;
}

static const problem_sample samples[] = {
    {"the textbook's texts, with several answers", "ABCBDAB BDCABA"},
    {"two empty texts", "'' ''"},
    {"one letter, the same", "A A"},
    {"nothing in common", "ABC XYZ"},
    {"Chinese characters", "春眠不觉晓 不觉春晓"},
    {"blanks count, code points", "--unit codepoint 'a b' ' ab'"},
    {"lines of files", "--lines poem.txt poem-again.txt"},
    {"a recursion too large to be traced", "STONE LONGEST --max-frames 50"},
    {"a long text", "ACCGGTCGAG GTCGTTCGGA"},
    {.what = NULL},
};

const problem lcs_problem = {
    .name = "lcs",
    .title = "Longest common subsequence",
    .summary = "the longest sequence of letters that two texts have in common, in order, gaps allowed",
    .usage = "X Y              two texts; every space and sign in them counts\n"
             "-i FILE          line 1 is x, line 2 is y\n"
             "--lines A B      two files, compared line by line",
    .wishes = lcs_random_help,
    .options = own_options,
    .samples = samples,
    .parse = lcs_parse,
    .valid = lcs_valid,
    .solve = lcs_solve,
    .random = lcs_instance_at_random,
    .write = lcs_write,
    .check = lcs_check,
};
