/* What is typed for the inputs, in their order or by --NAME, becomes the map that the file takes:
 *
 *   kitten sitting          x = "kitten", y = "sitting"
 *   1,5,6 10                c = ["1","5","6"], n = "10"         (also 1 5 6 alone, if there is one list and it is last)
 *   "0 6; inf 0" 1 2        w = [["0","6"],["inf","0"]], s, t
 */
#include "file_problem.h"

#include "kit/answer_reader.h"
#include "kit/verdict.h"
#include "lua_file.h"
#include "number.h"
#include "utf8.h"

#include <string.h>

typedef struct recurrence_file {
    lua_file *file;
    str language;
    const datum *example; /* the instance, where none was given and the example was taken */
} recurrence_file;

static recurrence_file *file_of(const problem *p) {
    return p->own;
}

/* ---- values as they are typed ---- */

/* What was typed for one input, and where. */
typedef struct typed_value {
    str text;
    const source *where;
    size_t at; /* byte in where->text, if it stands there */
    const lua_input *input;
} typed_value;

typedef struct reader {
    arena *a;
    error *e;
} reader;

static void *refuse(const reader *r, const typed_value *v, size_t at, size_t length, const char *wanted) {
    str got = str_slice(v->text, at, at + length);
    if (v->where)
        error_at(r->e, v->where, v->at + at, length ? length : 1, "%.*s: expected %s, got '%.*s'",
                 STR_ARG(v->input->name), wanted, STR_ARG(got));
    else
        error_plain(r->e, STATUS_USAGE, "--%.*s: expected %s, got '%.*s'", STR_ARG(v->input->name), wanted,
                    STR_ARG(got));
    return NULL;
}

/* What parts the items of a list: commas of any kind, and blanks. */
static bool parts_items(char c) {
    return c == ',' || c == ' ';
}

/* Where it was typed, for errors about it. */
static datum *placed(datum *d, const typed_value *v, size_t at, size_t length) {
    d->at = v->at + at;
    d->length = v->where ? length : 0;
    return d;
}

/* A word of a list as a number: "-3", "5/2", "inf" for inf, ∞, - and none. */
static datum *read_number(const reader *r, const typed_value *v, str plain, size_t at, size_t length) {
    bool none = str_is(plain, "-") || str_is(plain, "inf") || str_is(plain, "none") || str_is(plain, "+inf");
    str text = none ? STR("inf") : str_is(plain, "-inf") ? plain : number_canonical(plain, r->a);
    if (!text.len)
        return refuse(r, v, at, length, "a whole number");
    return placed(datum_text(r->a, str_copy(r->a, text)), v, at, length);
}

/* The next character as people type it, in ASCII where it has an equal: ∞ becomes "inf". */
static void add_plain(strbuf *b, str text, size_t *at) {
    size_t begin = *at;
    uint32_t c = utf8_next(text, at);
    if (c == 0x221E) {
        strbuf_add_c(b, "inf");
        return;
    }
    if (c == ';' || c == 0xFF1B) {
        strbuf_add_byte(b, ';');
        return;
    }
    *at = begin;
    char plain = number_plain_sign(text, at);
    if (plain && c < 0x80 && plain == '*')
        plain = (char)c; /* x is a letter here */
    if (plain)
        strbuf_add_byte(b, plain);
    else {
        *at = begin;
        utf8_next(text, at);
        strbuf_add(b, str_slice(text, begin, *at));
    }
}

static datum *read_items(const reader *r, const typed_value *v, size_t from, size_t to) {
    datum *list = datum_list(r->a);
    for (size_t at = from; at < to;) {
        strbuf word = strbuf_in(r->a);
        size_t begin = at, end = at;
        while (at < to) {
            end = at;
            strbuf one = strbuf_in(r->a);
            add_plain(&one, v->text, &at);
            if (one.len == 1 && parts_items(one.ptr[0]))
                break;
            strbuf_add(&word, strbuf_text(&one));
            end = at;
        }
        if (!word.len)
            continue;
        datum *item = read_number(r, v, strbuf_text(&word), begin, end - begin);
        if (!item)
            return NULL;
        datum_add(r->a, list, item);
    }
    return list;
}

static datum *read_rows(const reader *r, const typed_value *v) {
    datum *rows = datum_list(r->a);
    for (size_t from = 0, at = 0; from < v->text.len;) {
        size_t end = from;
        for (at = from; at < v->text.len; end = at) {
            uint32_t c = utf8_next(v->text, &at);
            if (c == ';' || c == 0xFF1B || c == '\n')
                break;
        }
        datum *row = read_items(r, v, from, end);
        if (!row)
            return NULL;
        while (from < end && v->text.ptr[from] == ' ')
            from++;
        if (row->count || at < v->text.len)
            datum_add(r->a, rows, placed(row, v, from, end - from));
        from = at > from ? at : v->text.len;
    }
    return rows;
}

/* Words parted by commas of any kind; by blanks where there is no comma. */
static datum *read_words(const reader *r, const typed_value *v) {
    datum *list = datum_list(r->a);
    bool commas = str_find(v->text, STR(","), 0) != SIZE_MAX || str_find(v->text, STR("，"), 0) != SIZE_MAX ||
                  str_find(v->text, STR("、"), 0) != SIZE_MAX;
    for (size_t from = 0, at = 0; from < v->text.len; from = at) {
        size_t end = from;
        for (at = from; at < v->text.len; end = at) {
            uint32_t c = utf8_next(v->text, &at);
            if (c == ',' || c == 0xFF0C || c == 0x3001 || (!commas && c == ' '))
                break;
        }
        str word = str_trim(str_slice(v->text, from, end));
        if (word.len)
            datum_add(r->a, list, datum_text(r->a, word));
    }
    return list;
}

static datum *read_one(const reader *r, const typed_value *v) {
    datum *list = read_items(r, v, 0, v->text.len);
    if (list && list->count != 1)
        return refuse(r, v, 0, v->text.len, "one whole number");
    return list ? list->items[0] : NULL;
}

static datum *read_value(const reader *r, const typed_value *v) {
    switch (v->input->kind) {
    case INPUT_INTEGER:
        return read_one(r, v);
    case INPUT_INTEGERS:
    case INPUT_NUMBERS:
        return read_items(r, v, 0, v->text.len);
    case INPUT_TEXTS:
        return read_words(r, v);
    case INPUT_GRID:
        return read_rows(r, v);
    case INPUT_TEXT:
    case INPUT_KINDS:
        break;
    }
    return datum_text(r->a, v->text);
}

/* ---- an instance ---- */

static bool is_list(const lua_input *input) {
    return input->kind == INPUT_INTEGERS || input->kind == INPUT_NUMBERS || input->kind == INPUT_TEXTS;
}

/* The one list that is last takes all arguments from its own on. */
static bool takes_the_rest(const lua_file *f) {
    size_t count = lua_file_input_count(f), lists = 0;
    for (size_t k = 0; k < count; k++)
        lists += is_list(lua_file_input(f, k)) || lua_file_input(f, k)->kind == INPUT_GRID;
    return count && lists == 1 && is_list(lua_file_input(f, count - 1));
}

static size_t place_of(const problem_input *in, size_t argument) {
    size_t at = 0;
    for (size_t k = 0; k < argument; k++)
        at += in->arguments[k].len + 1;
    return at;
}

static bool add_value(const reader *r, datum *instance, const typed_value *v) {
    if (datum_get_str(instance, v->input->name)) {
        refuse(r, v, 0, v->text.len, "it once");
        return false;
    }
    datum *value = read_value(r, v);
    return value && datum_put_str(r->a, instance, v->input->name, placed(value, v, 0, v->text.len));
}

/* By --NAME. */
static bool read_options(const reader *r, const problem_input *in, const lua_file *f, datum *instance) {
    for (size_t k = 0; k < lua_file_input_count(f); k++) {
        const lua_input *input = lua_file_input(f, k);
        const datum *given = in->options ? datum_get_str(in->options, input->name) : NULL;
        typed_value v = {given ? given->text : STR(""), NULL, 0, input};
        if (given && !add_value(r, instance, &v))
            return false;
    }
    return true;
}

/* The next input that has no value yet. */
static const lua_input *next_input(const lua_file *f, const datum *instance) {
    for (size_t k = 0; k < lua_file_input_count(f); k++)
        if (!datum_get_str(instance, lua_file_input(f, k)->name))
            return lua_file_input(f, k);
    return NULL;
}

static bool too_many(const reader *r, const problem_input *in, const lua_file *f, size_t at, size_t length) {
    size_t count = lua_file_input_count(f);
    return error_at(r->e, in->text, at, length ? length : 1, "expected %zu input%s, got one more", count,
                    count == 1 ? "" : "s");
}

static bool read_arguments(const reader *r, const problem_input *in, const lua_file *f, datum *instance) {
    for (size_t k = 0; k < in->argument_count; k++) {
        const lua_input *input = next_input(f, instance);
        size_t at = place_of(in, k);
        if (!input)
            return too_many(r, in, f, at, in->arguments[k].len);
        bool rest = takes_the_rest(f) && input == lua_file_input(f, lua_file_input_count(f) - 1);
        typed_value v = {in->arguments[k], in->text, at, input};
        if (rest) {
            v.text = str_slice(in->text->text, at, in->text->text.len);
            k = in->argument_count;
        }
        if (!add_value(r, instance, &v))
            return false;
    }
    return true;
}

/* A line an input, in their order or as NAME = VALUE; the rows of a grid may be lines too, up to a blank one. */
static bool read_line(const reader *r, const problem_input *in, const lua_file *f, size_t from, size_t to,
                      datum *instance) {
    str line = str_slice(in->text->text, from, to);
    size_t equals = str_find(line, STR("="), 0);
    const lua_input *input = NULL;
    for (size_t k = 0; equals != SIZE_MAX && k < lua_file_input_count(f); k++)
        if (str_equal(str_trim(str_slice(line, 0, equals)), lua_file_input(f, k)->name))
            input = lua_file_input(f, k);
    size_t begin = input ? equals + 1 : 0;
    input = input ? input : next_input(f, instance);
    if (!input)
        return too_many(r, in, f, from, line.len);
    str value = str_trim(str_slice(line, begin, line.len));
    typed_value v = {value, in->text, (size_t)(value.ptr - in->text->text.ptr), input};
    return add_value(r, instance, &v);
}

static bool read_file(const reader *r, const problem_input *in, const lua_file *f, datum *instance) {
    str text = in->text->text;
    for (size_t from = 0; from < text.len;) {
        size_t end = str_find(text, STR("\n"), from);
        end = end == SIZE_MAX ? text.len : end;
        size_t to = end > from && text.ptr[end - 1] == '\r' ? end - 1 : end;
        if (str_trim(str_slice(text, from, to)).len && !read_line(r, in, f, from, to, instance))
            return false;
        from = end + 1;
    }
    return true;
}

static datum *parse(const problem *self, const problem_input *in, arena *a, error *e) {
    recurrence_file *own = file_of(self);
    reader r = {a, e};
    datum *instance = datum_map(a);
    bool from_file = !in->argument_count && in->text->text.len;
    if (!read_options(&r, in, own->file, instance) ||
        !(from_file ? read_file(&r, in, own->file, instance) : read_arguments(&r, in, own->file, instance)))
        return NULL;
    if (!instance->count && !from_file) {
        datum *example = lua_file_example(own->file, own->language, a, e);
        own->example = example;
        return example;
    }
    const lua_input *missing = next_input(own->file, instance);
    if (missing) {
        error_at(e, in->text, in->text->text.len, 1,
                 "expected a value for %.*s (%s), got none; see 'handtrace %s --help'", STR_ARG(missing->name),
                 lua_input_kinds[missing->kind], self->name);
        return NULL;
    }
    return lua_file_takes_typed(own->file, instance, in->text, a, e) ? instance : NULL;
}

/* ---- solving ---- */

/* ---- the exercise at the end of a sheet ---- */

/* A small instance that is not the sheet's own, with something to choose and an answer; NULL if none was drawn. */
static const datum *draw_exercise(lua_file *f, const datum *instance, str problem, trace **t, lua_solved *solved,
                                  arena *a) {
    enum { TRIES = 40, MOST_CELLS = 42, MOST_IN_LAYERS = 27 };
    for (uint64_t seed = 1; seed <= TRIES; seed++) {
        error fault = error_in(a);
        const datum *drawn = lua_file_random(f, seed, a, &fault);
        if (!drawn || datum_equal(drawn, instance))
            continue;
        *t = lua_file_trace(f, problem, drawn, a);
        if (!lua_file_solve(f, drawn, *t, false, solved, a, &fault))
            continue;
        str cells = datum_as_text(datum_get(datum_get(solved->recurrence, "counts"), "cells"));
        str value = datum_as_text(datum_get(solved->recurrence, "value"));
        const datum *functions = datum_get(solved->recurrence, "functions");
        bool layers = functions && functions->count && datum_get(functions->items[0], "indices")->count > 2;
        uint64_t count = 0, most = layers ? MOST_IN_LAYERS : MOST_CELLS;
        for (size_t k = 0; k < cells.len && count <= most; k++)
            count = count * 10 + (uint64_t)(cells.ptr[k] - '0');
        if (count >= 4 && count <= most && solved->choice && value.len && !str_is(value, "inf") &&
            !str_is(value, "-inf"))
            return drawn;
    }
    return NULL;
}

static void copy_words(datum *to, const datum *from, const char *key, arena *a) {
    datum *words = (datum *)datum_get(from, key);
    if (words)
        datum_put(a, to, key, words);
}

/* Its table becomes the run `exercise`, before the answer; the words of its question and answer go into the header. */
static void add_exercise(const recurrence_file *own, str problem, const datum *instance, trace *t, arena *a) {
    trace *other = NULL;
    lua_solved solved;
    if (!lua_file_draws(own->file) || !draw_exercise(own->file, instance, problem, &other, &solved, a))
        return;
    event answer = t->events[t->count - 1];
    bool table = false;
    t->count--;
    for (size_t k = 0; k < other->count; k++) {
        const event *e = &other->events[k];
        if (e->kind == EVENT_RUN)
            table = str_is(e->id, "table");
        if (!table || e->kind == EVENT_BACK || e->kind == EVENT_NOTE || e->kind == EVENT_ANSWER)
            continue;
        event *copy = trace_add(t, e->kind);
        *copy = *e;
        if (e->kind == EVENT_RUN)
            copy->id = STR("exercise");
    }
    *trace_add(t, answer.kind) = answer;
    datum *exercise = datum_put(a, t->recurrence, "exercise", datum_map(a));
    static const char *const keys[] = {"ask", "answer", "value", "solution"};
    datum_put(a, exercise, "instance", (datum *)other->instance);
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        copy_words(exercise, solved.recurrence, keys[k], a);
}

static datum *solve(const problem *self, const datum *instance, trace *t, arena *a, error *e) {
    lua_solved solved;
    if (!lua_file_solve(file_of(self)->file, instance, t, false, &solved, a, e))
        return NULL;
    if (t) {
        t->is_recurrence = true;
        t->recurrence = solved.recurrence;
        if (instance == file_of(self)->example)
            datum_put(a, t->recurrence, "example", datum_bool(a, true)); /* sheets say that nobody asked for it */
        add_exercise(file_of(self), str_of(self->name), instance, t, a);
    }
    return solved.answer;
}

static bool is_wrong_here(const lua_solved *solved, str name) {
    for (size_t k = 0; k < solved->wrong_count; k++)
        if (str_equal(solved->wrong[k], name))
            return true;
    return false;
}

/* Names of wrong methods that must be wrong; other words are errors when no instance has them. */
static bool has_wishes(const lua_solved *solved, const datum *wishes) {
    for (size_t k = 0; wishes && k < wishes->count; k++)
        if (wishes->items[k]->kind == DATUM_BOOL && !is_wrong_here(solved, wishes->items[k]->key))
            return false;
    return solved->wished;
}

/* Properties are names of wrong methods, without a value. */
static bool knows_wishes(const lua_file *f, const datum *wishes, error *e) {
    for (size_t k = 0; wishes && k < wishes->count; k++) {
        str name = wishes->items[k]->key;
        strbuf known = strbuf_in(e->arena);
        bool found = false;
        for (size_t n = 0; lua_file_mistake(f, n).len; n++) {
            found = found || str_equal(lua_file_mistake(f, n), name);
            strbuf_addf(&known, "%s%.*s", n ? ", " : "", STR_ARG(lua_file_mistake(f, n)));
        }
        if (!found || wishes->items[k]->kind != DATUM_BOOL)
            return error_plain(e, STATUS_USAGE, "--random: unknown property '%.*s'; known properties: %s",
                               STR_ARG(name), known.len ? known.ptr : "none");
    }
    return true;
}

static datum *at_random(const problem *self, const datum *wishes, uint64_t seed, arena *a, error *e) {
    enum { MOST = 10000 };
    lua_file *f = file_of(self)->file;
    if (!lua_file_draws(f)) {
        error_plain(e, STATUS_USAGE,
                    "--random: %s does not say how an instance is drawn: each input needs random = …, or the file "
                    "random(function(draw) … end)",
                    self->name);
        return NULL;
    }
    if (!knows_wishes(f, wishes, e))
        return NULL;
    for (uint64_t k = 0; k < MOST; k++) {
        arena_mark start = arena_here(a);
        datum *instance = lua_file_random(f, seed * 0x9E3779B97F4A7C15u + k, a, e);
        lua_solved solved;
        if (!instance || !lua_file_solve(f, instance, NULL, wishes && wishes->count, &solved, a, e))
            return NULL;
        if (has_wishes(&solved, wishes))
            return instance;
        arena_back(a, start);
    }
    str name = wishes && wishes->count ? wishes->items[0]->key : STR("interesting");
    error_plain(e, STATUS_INPUT, "--random: none of %d instances drawn is wrong for '%.*s'", MOST, STR_ARG(name));
    return NULL;
}

/* ---- marking ---- */

static bool says_truth(str answer, bool *truth) {
    static const struct {
        const char *word;
        bool truth;
    } words[] = {{"true", true},   {"yes", true}, {"真", true},  {"是", true},  {"能", true},
                 {"false", false}, {"no", false}, {"假", false}, {"否", false}, {"不能", false}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (str_is(answer, words[k].word)) {
            *truth = words[k].truth;
            return true;
        }
    return false;
}

/* The value that an answer names, as the answers of traces write it; empty if it names none. */
static str value_named(str answer, arena *a) {
    strbuf plain = strbuf_in(a);
    bool truth;
    for (size_t at = 0; at < answer.len;)
        add_plain(&plain, answer, &at);
    str text = str_trim(strbuf_text(&plain));
    if (says_truth(text, &truth))
        return truth ? STR("true") : STR("false");
    if (str_is(text, "inf") || str_is(text, "-inf"))
        return text;
    return number_canonical(text, a);
}

static str text_of_value(const datum *value) {
    return value->kind == DATUM_BOOL ? value->boolean ? STR("true") : STR("false") : datum_as_text(value);
}

/* Signs that only part one item of a solution from the next. */
static bool parts_words(uint32_t c) {
    return c == ' ' || c == ',' || c == ';' || c == '+' || c == 0x3001 || c == 0x2192 || c == '\n' || c == '\t';
}

/* The items and signs of a solution, each behind a blank, however they were parted: "1, 3", "1 3" and "1，3" are one,
 * "1 → 3" and "1 -> 3" too. */
static str items_of(str text, arena *a) {
    strbuf b = strbuf_in(a), plain = strbuf_in(a);
    for (size_t at = 0; at < text.len;)
        add_plain(&plain, text, &at);
    str whole = strbuf_text(&plain);
    bool inside = false;
    for (size_t at = 0; at < whole.len;) {
        size_t from = at;
        uint32_t c = utf8_next(whole, &at);
        if (c == '-' && at < whole.len && whole.ptr[at] == '>') {
            at++;
            c = ' ';
        }
        bool word = c >= 0x80 || char_is_digit((char)c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (parts_words(c)) {
            inside = false;
            continue;
        }
        if (!inside || !word)
            strbuf_add_byte(&b, ' ');
        strbuf_add(&b, str_slice(whole, from, at));
        inside = word;
    }
    return strbuf_text(&b);
}

/* Whether both have the same items in whatever order. */
static bool same_items(str x, str y, arena *a) {
    bool *taken = ARENA_ARRAY(a, bool, y.len + 1);
    if (x.len != y.len)
        return false;
    for (size_t at = 0, end; at < x.len; at = end) {
        end = str_find(x, STR(" "), at + 1);
        end = end == SIZE_MAX ? x.len : end;
        str item = str_slice(x, at, end);
        size_t found = str_find(y, item, 0);
        while (found != SIZE_MAX && (taken[found] || (found + item.len < y.len && y.ptr[found + item.len] != ' ')))
            found = str_find(y, item, found + 1);
        if (found == SIZE_MAX)
            return false;
        taken[found] = true;
    }
    return true;
}

/* Whether each item is a number, or stands in one of the solutions: else it may be anything. */
static bool is_written_alike(str items, const datum *texts, arena *a) {
    for (size_t at = 0, end; at < items.len; at = end) {
        end = str_find(items, STR(" "), at + 1);
        end = end == SIZE_MAX ? items.len : end;
        str item = str_slice(items, at + 1, end);
        bool known = number_canonical(item, a).len > 0;
        for (size_t k = 0; k < texts->count && !known; k++) {
            str other = items_of(texts->items[k]->text, a);
            other = str_format(a, "%.*s ", STR_ARG(other));
            str wanted = str_format(a, " %.*s ", STR_ARG(item));
            known = str_find(other, wanted, 0) != SIZE_MAX;
        }
        if (!known)
            return false;
    }
    return true;
}

typedef enum likeness { NONE_OF_THEM, ONE_OF_THEM, UNDECIDED } likeness;

/* Whether the answer is one of the best solutions. It is none of them only if all are known. */
static bool compare_solutions(const problem *self, const datum *instance, str given, likeness *like, arena *a,
                              error *e) {
    enum { MOST = 2000 };
    datum *texts;
    bool all;
    str items = items_of(given, a);
    *like = UNDECIDED;
    if (!lua_file_solutions(file_of(self)->file, instance, MOST, &texts, &all, a, e))
        return false;
    bool turned = false; /* another order may mean another solution: not for us to say */
    for (size_t k = 0; k < texts->count; k++) {
        str other = items_of(texts->items[k]->text, a);
        if (str_equal(other, items)) {
            *like = ONE_OF_THEM;
            return true;
        }
        turned = turned || same_items(items, other, a);
    }
    if (all && texts->count && items.len && !turned && is_written_alike(items, texts, a))
        *like = NONE_OF_THEM;
    return true;
}

static datum *no_solution(const problem *self, str given, arena *a) {
    verdict v = {.problem = self->name, .answer = given, .value = STR(""), .args = datum_map(a)};
    datum_put(a, v.args, "given", datum_text(a, given));
    v.key = "check.file.none";
    v.why = STR("this is none of the best solutions");
    return verdict_object(&v, a);
}

static datum *check(const problem *self, const datum *instance, str answer, arena *a, error *e) {
    datum *answers = solve(self, instance, NULL, a, e);
    if (!answers)
        return NULL;
    answer_text typed = answer_read(answer, ANSWER_COMMAS, a);
    str given = str_trim(answer_unquoted(answer)), best = text_of_value(datum_get(answers, "value"));
    str solution = datum_as_text(datum_get(answers, "solution"));
    bool impossible = str_is(best, "inf") || str_is(best, "-inf") || str_is(best, "false");
    str value = answer_says_none(given, a) && impossible ? best : value_named(typed.plain.text, a);
    bool same = solution.len && str_equal(given, solution);
    likeness like = UNDECIDED;
    bool decided = same || str_equal(value, best);
    if (!decided && solution.len && !compare_solutions(self, instance, given, &like, a, e))
        return NULL;
    same = same || like == ONE_OF_THEM;
    if (like == NONE_OF_THEM && !value.len)
        return no_solution(self, given, a);
    verdict v = {.problem = self->name, .answer = given, .value = same ? best : value, .args = datum_map(a)};
    v.right = same || (value.len && str_equal(value, best));
    datum_put(a, v.args, "value", datum_text(a, value));
    datum_put(a, v.args, "best", datum_text(a, best));
    datum_put(a, v.args, "solved", datum_bool(a, same));
    if (!v.right && !value.len) {
        error found = error_in(a);
        error_at(&found, &typed.plain, 0, typed.plain.text.len,
                 "expected the value, as %s, or the solution as it is printed",
                 str_is(best, "true") || str_is(best, "false") ? "true or false" : "a number or inf");
        return answer_unreadable(&typed, &found, e);
    }
    v.key = v.right ? "check.file.right" : "check.file.wrong";
    if (same)
        v.why = str_format(a, "this is a best solution; its value is %.*s", STR_ARG(number_shown(best, a)));
    else if (v.right)
        v.why = STR("this is the value");
    else
        v.why = str_format(a, "the value is not %.*s", STR_ARG(number_shown(value, a)));
    return verdict_object(&v, a);
}

/* ---- as one would type it ---- */

static bool is_plain(str word) {
    for (size_t k = 0; k < word.len; k++) {
        char c = word.ptr[k];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || char_is_digit(c);
        if (!letter && c != ',' && c != '/' && c != '.' && (c != '-' || k))
            return false;
    }
    return word.len && !(word.ptr[0] == '-' && (word.len == 1 || !char_is_digit(word.ptr[1])));
}

static void add_typed(strbuf *b, const datum *d, const char *between) {
    if (d->kind != DATUM_LIST) {
        strbuf_add(b, datum_as_text(d));
        return;
    }
    for (size_t k = 0; k < d->count; k++) {
        bool row = d->items[k]->kind == DATUM_LIST;
        strbuf_add_c(b, k ? row ? "; " : between : "");
        add_typed(b, d->items[k], row ? " " : between);
    }
}

/* 'it'\''s' for the shell, unless it is plain. */
static void add_quoted(strbuf *b, str word) {
    bool plain = is_plain(word);
    strbuf_add_c(b, plain ? "" : "'");
    for (size_t k = 0; k < word.len; k++)
        if (word.ptr[k] == '\'')
            strbuf_add_c(b, "'\\''");
        else
            strbuf_add_byte(b, word.ptr[k]);
    strbuf_add_c(b, plain ? "" : "'");
}

str file_problem_typed(const datum *instance, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < instance->count; k++) {
        strbuf word = strbuf_in(a);
        add_typed(&word, instance->items[k], ",");
        strbuf_add_c(&b, k ? " " : "");
        add_quoted(&b, strbuf_text(&word));
    }
    return strbuf_text(&b);
}

/* ---- the problem ---- */

static str words_in(const datum *words, str language) {
    if (!words || words->kind == DATUM_TEXT)
        return datum_as_text(words);
    const datum *own = datum_get_str(words, language);
    return own ? own->text : words->count ? words->items[0]->text : STR("");
}

/* ", 1 to 4", ", at least 1" */
static void add_bounds(strbuf *b, str least, str most, const char *of) {
    if (least.len && most.len && !str_equal(least, most))
        strbuf_addf(b, ", %.*s to %.*s%s", STR_ARG(least), STR_ARG(most), of);
    else if (least.len && most.len)
        strbuf_addf(b, ", %.*s%s", STR_ARG(least), of);
    else if (least.len)
        strbuf_addf(b, ", at least %.*s%s", STR_ARG(least), of);
    else if (most.len)
        strbuf_addf(b, ", at most %.*s%s", STR_ARG(most), of);
}

/* How many it has, where the file bounds it. */
static void add_lengths(strbuf *b, const lua_input *in) {
    const char *thing = in->kind == INPUT_TEXT ? "letter" : in->kind == INPUT_GRID ? "row" : "item";
    str least = in->shortest > 0 ? str_format(b->arena, "%lld", (long long)in->shortest) : STR("");
    str most = in->longest >= 0 ? str_format(b->arena, "%lld", (long long)in->longest) : STR("");
    bool one = str_is(most.len ? most : least, "1");
    if (in->kind != INPUT_INTEGER)
        add_bounds(b, least, most, str_format(b->arena, " %s%s", thing, one ? "" : "s").ptr);
}

/* "c   integers: coins, at least 1" */
static void add_usage(strbuf *b, const lua_input *in, str language) {
    str means = words_in(in->means, language);
    strbuf_addf(b, "%.*s   %s%s%.*s", STR_ARG(in->name), lua_input_kinds[in->kind], means.len ? ": " : "",
                STR_ARG(means));
    add_bounds(b, in->least, in->most, "");
    add_lengths(b, in);
    strbuf_add_byte(b, '\n');
}

static const datum *example_of(const lua_file *f, str language, arena *a) {
    datum *example = datum_map(a);
    for (size_t k = 0; k < lua_file_input_count(f); k++) {
        const lua_input *in = lua_file_input(f, k);
        const datum *own = in->examples ? datum_get_str(in->examples, language) : NULL;
        datum_put_str(a, example, in->name, (datum *)(own ? own : in->example));
    }
    return example;
}

static const char *usage_of(const lua_file *f, str language, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < lua_file_input_count(f); k++)
        add_usage(&b, lua_file_input(f, k), language);
    strbuf_addf(&b,
                "Lists are written 3,5,7, rows '1 2; 3 4', no value - or inf. The example, taken where nothing is"
                " given:\n  %.*s",
                STR_ARG(file_problem_typed(example_of(f, language, a), a)));
    return str_to_c(a, strbuf_text(&b));
}

/* What --random knows: the wrong methods. NULL: nothing. */
static const char *wishes_of(const lua_file *f, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; lua_file_mistake(f, k).len; k++)
        strbuf_addf(&b, "%s%.*s   an instance in which this method is wrong", k ? "\n" : "",
                    STR_ARG(lua_file_mistake(f, k)));
    return b.len ? str_to_c(a, strbuf_text(&b)) : NULL;
}

static const problem_option *options_of(const lua_file *f, str language, arena *a) {
    size_t count = lua_file_input_count(f);
    problem_option *rows = ARENA_ARRAY(a, problem_option, count + 1);
    for (size_t k = 0; k < count; k++) {
        const lua_input *input = lua_file_input(f, k);
        str means = words_in(input->means, language);
        rows[k] = (problem_option){.name = str_to_c(a, input->name),
                                   .value = lua_input_kinds[input->kind],
                                   .help = means.len ? str_to_c(a, means) : "an input",
                                   .instance = true};
    }
    return rows;
}

static const problem_methods methods = {.parse = parse, .solve = solve, .random = at_random, .check = check};

const problem *file_problem(const source *where, str name, str language, arena *a, error *e) {
    lua_file *f = lua_file_load(where, a, e);
    if (!f)
        return NULL;
    recurrence_file *own = ARENA_NEW(a, recurrence_file);
    *own = (recurrence_file){f, language.len ? language : STR("en"), NULL};
    str title = words_in(lua_file_words(f, "title"), STR("en"));
    problem *p = ARENA_NEW(a, problem);
    *p = (problem){.name = str_to_c(a, name),
                   .title = str_to_c(a, title.len ? title : name),
                   .summary = str_to_c(a, title.len ? title : name),
                   .usage = usage_of(f, own->language, a),
                   .wishes = wishes_of(f, a),
                   .options = options_of(f, own->language, a),
                   .methods = &methods,
                   .own = own};
    return p;
}

struct lua_file *file_problem_file(const problem *p) {
    return p->methods == &methods ? file_of(p)->file : NULL;
}

/* ---- in one line ---- */

static void add_written(strbuf *b, const datum *value, bool number) {
    if (value->kind == DATUM_TEXT) {
        strbuf_add(b, number ? number_shown(value->text, b->arena) : value->text);
        return;
    }
    for (size_t k = 0; k < value->count; k++) {
        bool rows = value->items[k]->kind == DATUM_LIST;
        strbuf_add_c(b, k ? rows ? "; " : ", " : "");
        add_written(b, value->items[k], number);
    }
}

static bool is_words(const datum *recurrence, str input) {
    const datum *inputs = datum_get(recurrence, "inputs");
    for (size_t k = 0; inputs && k < inputs->count; k++)
        if (str_equal(datum_as_text(datum_get(inputs->items[k], "name")), input))
            return str_starts(datum_as_text(datum_get(inputs->items[k], "kind")), "text");
    return false;
}

str file_problem_written(const datum *instance, const datum *recurrence, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; instance && k < instance->count; k++) {
        strbuf_addf(&b, "%s%.*s = ", k ? "; " : "", STR_ARG(instance->items[k]->key));
        add_written(&b, instance->items[k], !is_words(recurrence, instance->items[k]->key));
    }
    return strbuf_text(&b);
}
