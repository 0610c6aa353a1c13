/* The answer key by key, then every table in a frame. All columns are counted in terminal columns. What stands in a
 * trace is shown on one line each, with nothing hidden in it.
 *
 *   lines: heading, answer, per-item lists and tables as grids of texts ──▶ box-drawing
 */
#include "text.h"

#include "expr.h"
#include "extension.h"
#include "markup.h"
#include "number.h"
#include "utf8.h"
#include "visible.h"

#include <string.h>

/* A grid of texts with a head row and a head column. */
typedef struct grid {
    str *cells; /* rows × cols */
    size_t rows, cols;
    bool head_column, headless; /* headless: its first row is like the others */
} grid;

typedef struct writer {
    strbuf out;
    const text_options *options;
    arena *arena;
    error *error;
    bool texts; /* the texts of the answer are words of the instance, not numbers */
} writer;

static str *cell_of(grid *g, size_t row, size_t col) {
    return &g->cells[row * g->cols + col];
}

static grid grid_new(writer *w, size_t rows, size_t cols) {
    grid g = {ARENA_ARRAY(w->arena, str, rows * cols), rows, cols, false, false};
    for (size_t k = 0; k < rows * cols; k++)
        g.cells[k] = STR("");
    return g;
}

static void add_times(strbuf *b, const char *text, size_t times) {
    while (times--)
        strbuf_add_c(b, text);
}

/* "├────┼───┤" */
static void add_border(writer *w, const size_t *widths, size_t cols, const char *left, const char *cross,
                       const char *right) {
    strbuf_add_c(&w->out, left);
    for (size_t c = 0; c < cols; c++) {
        if (c)
            strbuf_add_c(&w->out, cross);
        add_times(&w->out, "─", widths[c] + 2);
    }
    strbuf_add_c(&w->out, right);
    strbuf_add_byte(&w->out, '\n');
}

/* Numbers stand at the right of their column; the head column at the left. */
static void add_row(writer *w, grid *g, const size_t *widths, size_t row) {
    for (size_t c = 0; c < g->cols; c++) {
        str text = *cell_of(g, row, c);
        size_t fill = widths[c] - utf8_columns(text);
        strbuf_add_c(&w->out, "│ ");
        add_times(&w->out, " ", c == 0 && g->head_column ? 0 : fill);
        strbuf_add(&w->out, text);
        add_times(&w->out, " ", c == 0 && g->head_column ? fill : 0);
        strbuf_add_byte(&w->out, ' ');
    }
    strbuf_add_c(&w->out, "│\n");
}

static void add_grid(writer *w, grid *g) {
    size_t *widths = ARENA_ARRAY(w->arena, size_t, g->cols);
    for (size_t k = 0; k < g->rows * g->cols; k++) /* before their columns are counted */
        g->cells[k] = visible_line(g->cells[k], w->arena);
    for (size_t r = 0; r < g->rows; r++)
        for (size_t c = 0; c < g->cols; c++) {
            size_t width = utf8_columns(*cell_of(g, r, c));
            widths[c] = width > widths[c] ? width : widths[c];
        }
    add_border(w, widths, g->cols, "┌", "┬", "┐");
    for (size_t r = 0; r < g->rows; r++) {
        add_row(w, g, widths, r);
        if (r == 0 && !g->headless)
            add_border(w, widths, g->cols, "├", "┼", "┤");
    }
    add_border(w, widths, g->cols, "└", "┴", "┘");
}

/* A phrase as plain words; `otherwise` where there is none. */
static str say(writer *w, str key, const context *c, str otherwise) {
    if (!phrases_have(w->options->phrases, key))
        return otherwise;
    return markup_plain(phrases_say(w->options->phrases, key, c, NULL, w->arena, w->error), w->arena);
}

/* What a key of the answer is called: answer.LIST_KEY or answer.KEY, else the key itself. */
static str name_of(writer *w, str list, str key) {
    strbuf plain = strbuf_in(w->arena);
    for (size_t k = 0; k < key.len; k++)
        strbuf_add_byte(&plain, key.ptr[k] == '_' ? ' ' : key.ptr[k]);
    str phrase = str_format(w->arena, "answer.%.*s", STR_ARG(key));
    str inner = str_format(w->arena, "answer.%.*s_%.*s", STR_ARG(list), STR_ARG(key));
    if (list.len && phrases_have(w->options->phrases, inner))
        phrase = inner;
    return say(w, phrase, w->options->context, strbuf_text(&plain));
}

/* The number at `from`, which may begin with a sign; `*end` is behind it. */
static str number_at(str text, size_t from, size_t *end) {
    *end = from + 1;
    while (*end < text.len && char_is_digit(text.ptr[*end]))
        ++*end;
    return str_slice(text, from, *end);
}

/* "-7+(4*-12345)" as "−7 + (4 × (−12 345))": all brackets are kept, for they tell the order of the work. */
static str expression_text(str text, arena *a) {
    static const struct {
        char plain;
        const char *sign;
    } signs[] = {{'+', " + "}, {'-', " − "}, {'*', " × "}, {'/', " ÷ "}};
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < text.len;) {
        char c = text.ptr[k], before = k ? text.ptr[k - 1] : '(';
        bool joins = k && (char_is_digit(before) || before == ')');
        if (char_is_digit(c) || (c == '-' && !joins)) {
            bool leads = before == '(';
            str number = number_at(text, k, &k);
            strbuf_add(&b, leads ? number_shown(number, a) : number_shown_operand(number, a));
            continue;
        }
        const char *sign = NULL;
        for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
            sign = signs[s].plain == c ? signs[s].sign : sign;
        if (sign)
            strbuf_add_c(&b, sign);
        else
            strbuf_add_byte(&b, c);
        k++;
    }
    return strbuf_text(&b);
}

/* Of integers, operators and brackets, with something to work out. */
static bool is_expression(str text, arena *a) {
    bool joins = false;
    for (size_t k = 0; k < text.len; k++) {
        char c = text.ptr[k];
        if (!char_is_digit(c) && !(c && strchr("+-*/()", c)))
            return false;
        joins = joins || c == '*' || (k && (c == '+' || c == '-')) || c == '(';
    }
    source where = {STR("the answer"), text};
    error fault = error_in(a);
    return joins && expr_read(&where, 0, text.len, a, &fault);
}

/* Small letters only: a word of the program's own, such as left, may have a phrase. */
static bool is_word(str text) {
    for (size_t k = 0; k < text.len; k++)
        if (text.ptr[k] < 'a' || text.ptr[k] > 'z')
            return false;
    return text.len > 0;
}

/* Blanks within a text are seen, at its ends they are not; signs for control are nowhere. */
static bool has_unseen(str text) {
    bool unseen = text.len && (text.ptr[0] == ' ' || text.ptr[text.len - 1] == ' ');
    for (size_t k = 0; !unseen && k < text.len; k++)
        unseen = (unsigned char)text.ptr[k] < ' ';
    return unseen;
}

/* A text that may be anything, shown as it stands; but what says the kind of something has a phrase
 * answer.value.KEY.WORD. */
static str words_text(writer *w, const datum *d) {
    str key = str_format(w->arena, "answer.value.%.*s.%.*s", STR_ARG(d->key), STR_ARG(d->text));
    str shown = has_unseen(d->text) ? visible_text(d->text, w->arena) : d->text;
    return is_word(d->key) && is_word(d->text) ? say(w, key, w->options->context, shown) : shown;
}

static str value_text(writer *w, const datum *d) {
    if (d->kind == DATUM_BOOL)
        return say(w, d->boolean ? STR("answer.yes") : STR("answer.no"), w->options->context, datum_as_text(d));
    str text = datum_as_text(d);
    if (d->kind == DATUM_TEXT && !text.len)
        return say(w, STR("answer.empty"), w->options->context, STR("\"\""));
    if (d->kind == DATUM_TEXT && w->texts)
        return words_text(w, d);
    if (d->kind == DATUM_TEXT && is_word(text))
        return say(w, str_format(w->arena, "answer.word.%.*s", STR_ARG(text)), w->options->context, text);
    if (d->kind == DATUM_TEXT && is_expression(text, w->arena))
        return expression_text(text, w->arena);
    return number_shown(datum_as_text(d), w->arena);
}

static bool is_table(const datum *d) {
    return d->kind == DATUM_LIST && d->count && d->items[0]->kind == DATUM_MAP;
}

/* A list in a cell stands in one line, its items apart by blanks. */
static str cell_text(writer *w, const datum *value) {
    if (value->kind != DATUM_LIST)
        return value_text(w, value);
    strbuf b = strbuf_in(w->arena);
    for (size_t k = 0; k < value->count; k++) {
        strbuf_add_c(&b, k ? " " : "");
        strbuf_add(&b, value_text(w, value->items[k]));
    }
    return strbuf_text(&b);
}

/* A list of objects with the same keys. */
static void add_objects(writer *w, const datum *list) {
    grid g = grid_new(w, list->count + 1, list->items[0]->count);
    for (size_t c = 0; c < g.cols; c++) {
        str key = list->items[0]->items[c]->key;
        *cell_of(&g, 0, c) = name_of(w, list->key, key);
        for (size_t r = 0; r < list->count; r++) {
            const datum *value = datum_get_str(list->items[r], key);
            if (value)
                *cell_of(&g, r + 1, c) = cell_text(w, value);
        }
    }
    add_grid(w, &g);
}

static void add_values(writer *w, const datum *value) {
    if (value->kind != DATUM_LIST && value->kind != DATUM_MAP) {
        strbuf_add(&w->out, visible_line(value_text(w, value), w->arena));
        return;
    }
    str comma = say(w, STR("answer.comma"), w->options->context, STR(", "));
    for (size_t k = 0; k < value->count; k++) {
        if (k)
            strbuf_add(&w->out, comma);
        if (value->kind == DATUM_MAP)
            strbuf_addf(&w->out, "%.*s ",
                        STR_ARG(visible_line(name_of(w, value->key, value->items[k]->key), w->arena)));
        add_values(w, value->items[k]);
    }
}

static void add_answer(writer *w, const datum *answer) {
    str colon = say(w, STR("answer.colon"), w->options->context, STR(": "));
    for (size_t k = 0; answer && k < answer->count; k++) {
        const datum *value = answer->items[k];
        bool empty = (value->kind == DATUM_LIST || value->kind == DATUM_MAP) && !value->count;
        if (empty || str_is(value->key, "problem"))
            continue;
        str name = visible_line(name_of(w, STR(""), value->key), w->arena);
        if (is_table(value)) {
            strbuf_addf(&w->out, "\n%.*s\n", STR_ARG(name));
            add_objects(w, value);
            continue;
        }
        strbuf_addf(&w->out, "%.*s%.*s", STR_ARG(name), STR_ARG(colon));
        add_values(w, value);
        strbuf_add_byte(&w->out, '\n');
    }
}

/* Tables of the trace. */

/* What an index of a table is called: the phrase table.ID.label.LABEL, its label, or "i = 3". */
static str index_text(writer *w, const story_table *t, str letter, const story_texts *labels, int64_t first,
                      int64_t k) {
    size_t place = (size_t)(k - first);
    if (place < labels->count)
        return say(w, str_format(w->arena, "table.%.*s.label.%.*s", STR_ARG(t->id), STR_ARG(labels->items[place])),
                   w->options->context, visible_label(labels->items[place], w->arena));
    return letter.len ? str_format(w->arena, "%.*s = %lld", STR_ARG(letter), (long long)k)
                      : str_format(w->arena, "%lld", (long long)k);
}

/* A table of one index has a row that is called nothing, and one of none a column, too. */
static bool has_heads(int64_t first, int64_t last, str letter, const story_texts *labels) {
    return first != 0 || last != 0 || letter.len || labels->count;
}

static void add_cells(writer *w, const story_table *t) {
    size_t rows = (size_t)(t->row_last - t->row_first + 1), cols = (size_t)(t->col_last - t->col_first + 1);
    bool row_heads = has_heads(t->row_first, t->row_last, t->row, &t->row_labels);
    bool col_heads = row_heads || has_heads(t->col_first, t->col_last, t->col, &t->col_labels);
    grid g = grid_new(w, rows + col_heads, cols + row_heads);
    g.head_column = row_heads;
    g.headless = !col_heads;
    for (size_t c = 0; c < cols && col_heads; c++)
        *cell_of(&g, 0, c + row_heads) =
            index_text(w, t, t->col, &t->col_labels, t->col_first, t->col_first + (int64_t)c);
    for (size_t r = 0; r < rows; r++) {
        if (row_heads)
            *cell_of(&g, r + col_heads, 0) =
                index_text(w, t, t->row, &t->row_labels, t->row_first, t->row_first + (int64_t)r);
        for (size_t c = 0; c < cols; c++) {
            const story_cell *cell = &t->cells[r * cols + c];
            if (cell->step)
                *cell_of(&g, r + col_heads, c + row_heads) =
                    t->texts ? cell->value : number_shown(cell->value, w->arena);
        }
    }
    add_grid(w, &g);
}

static void add_table(writer *w, const story_table *t) {
    if (t->shape == TABLE_SETS || t->row_last < t->row_first || t->col_last < t->col_first)
        return;
    str key = str_format(w->arena, "table.%.*s.title", STR_ARG(t->id));
    str title = say(w, key, w->options->context, t->title.len ? t->title : t->id);
    strbuf_addf(&w->out, "\n%.*s\n", STR_ARG(visible_line(title, w->arena)));
    add_cells(w, t);
}

/* A table that a sheet leaves to be filled in says nothing in a terminal. */
static bool is_exercise(const story *s, const story_run *r) {
    return s->is_recurrence && str_is(r->id, "exercise");
}

str text_export(const story *s, const text_options *o, arena *a, error *e) {
    const story_extension *own = story_extension_for(s);
    writer w = {strbuf_in(a), o, a, e, own && own->texts};
    if (o->heading.len)
        strbuf_addf(&w.out, "%.*s\n\n", STR_ARG(visible_line(o->heading, a)));
    add_answer(&w, s->answer);
    for (size_t r = 0; r < s->run_count; r++)
        for (size_t k = 0; k < s->runs[r].table_count && !is_exercise(s, &s->runs[r]); k++)
            add_table(&w, &s->runs[r].tables[k]);
    return error_set(e) ? STR("") : visible_lines(strbuf_text(&w.out), a); /* the words of phrases too */
}
