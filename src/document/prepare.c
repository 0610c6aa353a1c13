/* md4c reads CommonMark, which is not quite what templates mean. So the expanded text is rewritten, unit by unit (a
 * paragraph, heading, item, table row), and every byte of the result knows what it was:
 *
 *   expanded   | $a|b$ | **重点：**内容 |
 *   prepared   | F     | **重点：** 内容 |      F: a formula mark; the blank after ** is a helper
 *
 *   - A formula becomes one character, so that no sign in it means anything to Markdown (a | would split a table cell).
 *     The rules for $ (inline.h) let prices be prices.
 *   - CommonMark decides by the neighbours of a ** whether it may open or close, which fails where Chinese has no
 *     blanks. Here ** are paired first, like brackets; a blank outside each then lets CommonMark agree.
 *   - A number that a value put at the start of a line, with a full stop after it, does not begin a list.
 *   - The lines of an algorithm become rows of a table of two columns, the second for comments.
 */
#include "markdown.h"

#include "inline.h"
#include "utf8.h"

typedef struct run {
    size_t at, length;      /* stars, in the expanded text */
    bool open, close;       /* what its neighbours allow */
    uint64_t opens, closes; /* how many of its stars do */
} run;

typedef struct preparer {
    const expansion *expansion;
    str text;
    prepared *out;
    strbuf buffer;
    run *runs; /* of the unit */
    size_t run_count, run_capacity;
    bool in_algorithm;
    arena *arena;
    error *error;
} preparer;

/* ---- output ---- */

static void add_stretch(preparer *p, stretch s) {
    s.at = p->buffer.len;
    *ARENA_PUSH(p->arena, p->out, stretches, count, capacity) = s;
}

static void help(preparer *p, size_t at, const char *bytes) {
    add_stretch(p, (stretch){.kind = STRETCH_HELPER, .expanded = at});
    strbuf_add_c(&p->buffer, bytes);
}

static void copy_plain(preparer *p, size_t from, size_t to) {
    if (from >= to)
        return;
    add_stretch(p, (stretch){.kind = STRETCH_COPY, .expanded = from});
    strbuf_add(&p->buffer, str_slice(p->text, from, to));
}

/* A bar in a line of an algorithm ends no cell. */
static void copy(preparer *p, size_t from, size_t to) {
    for (size_t k = from; p->in_algorithm && k < to; k++)
        if (p->text.ptr[k] == '|' && !(k && p->text.ptr[k - 1] == '\\')) {
            copy_plain(p, from, k);
            help(p, k, "\\");
            from = k;
        }
    copy_plain(p, from, to);
}

static void mark(preparer *p, stretch_kind kind, size_t at, const char *bytes) {
    add_stretch(p, (stretch){.kind = kind, .expanded = at});
    strbuf_add_c(&p->buffer, bytes);
}

/* ---- formulas ---- */

typedef struct tex {
    strbuf text;
    size_t *places; /* in the expanded text */
    size_t count, capacity;
} tex;

static void add_tex(preparer *p, tex *t, char c, size_t place) {
    strbuf_add_byte(&t->text, c);
    *ARENA_PUSH(p->arena, t, places, count, capacity) = place;
}

/* The formula's bytes [from, to) on one line: without the quote marks that begin the lines of a quote. In a table row
 * \| is a |, as Markdown has it. */
static tex tex_of(preparer *p, size_t from, size_t to, bool quoted, bool in_row) {
    tex t = {.text = strbuf_in(p->arena)};
    for (size_t k = from; k < to; k++) {
        char c = p->text.ptr[k];
        if (in_row && c == '\\' && k + 1 < to && p->text.ptr[k + 1] == '|')
            continue;
        add_tex(p, &t, c == '\n' ? ' ' : c, k);
        if (c != '\n')
            continue;
        while (k + 1 < to && (p->text.ptr[k + 1] == ' ' || (quoted && p->text.ptr[k + 1] == '>')))
            k++;
    }
    *ARENA_PUSH(p->arena, &t, places, count, capacity) = to;
    return t;
}

static size_t byte_of_column(str text, size_t column) {
    size_t at = 0;
    while (--column && at < text.len)
        utf8_next(text, &at);
    return at;
}

static const math *read_math(preparer *p, const tex *t) {
    source where = {STR("formula"), strbuf_text(&t->text)};
    error fault = error_in(p->arena);
    const math *m = math_read(&where, 0, where.text.len, p->arena, &fault);
    if (m)
        return m;
    size_t at = fault.line ? byte_of_column(where.text, fault.column) : 0;
    size_t end = byte_of_column(str_slice(where.text, at, where.text.len), fault.width + 1) + at;
    size_t from = t->places[at < t->count ? at : t->count - 1], to = t->places[end < t->count ? end : t->count - 1];
    expansion_error(p->expansion, from, to > from ? to - from : 1, p->error, "%.*s", STR_ARG(fault.message));
    return NULL;
}

static bool unit_is_quoted(const preparer *p, size_t unit) {
    while (unit < p->text.len && p->text.ptr[unit] == ' ')
        unit++;
    return unit < p->text.len && p->text.ptr[unit] == '>';
}

/* Whether two dollar signs stand together only because nothing was put in between them. */
static bool is_empty_formula(const preparer *p, const inline_span *s, size_t unit) {
    const expansion_mark *first = expansion_mark_at(p->expansion, unit + s->from);
    const expansion_mark *second = expansion_mark_at(p->expansion, unit + s->from + 1);
    return s->kind == INLINE_DISPLAY && first != second && first->literal;
}

static bool add_formula(preparer *p, const inline_span *s, size_t unit) {
    bool in_row = str_starts(str_trim(str_slice(p->text, unit, unit + 4)), "|");
    tex t = tex_of(p, unit + s->from + s->fence, unit + s->to - s->fence, unit_is_quoted(p, unit), in_row);
    formula f = {.tex = str_trim(strbuf_text(&t.text)),
                 .math = read_math(p, &t),
                 .display = s->kind == INLINE_DISPLAY,
                 .at = unit + s->from,
                 .length = s->to - s->from};
    if (!f.math)
        return false;
    add_stretch(p, (stretch){.kind = STRETCH_FORMULA, .expanded = f.at, .formula = p->out->formula_count});
    *ARENA_PUSH(p->arena, p->out, formulas, formula_count, formula_capacity) = f;
    strbuf_add_c(&p->buffer, FORMULA_MARK);
    return true;
}

/* ---- emphasis ---- */

static void find_runs(preparer *p, size_t from, size_t to, size_t unit, size_t unit_end) {
    for (size_t k = from; k < to; k++) {
        char c = p->text.ptr[k];
        if (c == '\\')
            k++;
        if (c != '*')
            continue;
        size_t end = k;
        while (end < to && p->text.ptr[end] == '*')
            end++;
        run *r = ARENA_PUSH(p->arena, p, runs, run_count, run_capacity);
        *r = (run){.at = k,
                   .length = end - k,
                   .open = end < unit_end && !char_is_blank(p->text.ptr[end]),
                   .close = k > unit && !char_is_blank(p->text.ptr[k - 1])};
        k = end - 1;
    }
}

typedef struct opened {
    size_t run, left; /* stars not yet closed */
} opened;

typedef struct opened_list {
    opened *items;
    size_t count, capacity;
} opened_list;

/* Closes what is open as far as the run's stars go. */
static void close_stars(preparer *p, run *r, opened_list *open) {
    size_t left = r->length;
    while (r->close && left && open->count) {
        opened *last = &open->items[open->count - 1];
        size_t both = left < last->left ? left : last->left;
        last->left -= both;
        left -= both;
        r->closes += both;
        p->runs[last->run].opens += both;
        open->count -= last->left == 0;
    }
}

/* Pairs the runs of a unit as brackets are paired: a run closes what is open if it can, else it opens. */
static bool pair_runs(preparer *p) {
    opened_list open = {0};
    for (size_t k = 0; k < p->run_count; k++) {
        run *r = &p->runs[k];
        close_stars(p, r, &open);
        if (r->open && r->length > r->closes)
            *ARENA_PUSH(p->arena, &open, items, count, capacity) = (opened){k, r->length - r->closes};
        else if (r->length - r->closes > 1)
            return expansion_error(p->expansion, r->at, r->length, p->error,
                                   "these stars open and close nothing; write \\* for a star");
    }
    for (size_t k = 0; k < open.count; k++) {
        const run *r = &p->runs[open.items[k].run];
        if (open.items[k].left > 1)
            return expansion_error(p->expansion, r->at, r->length, p->error,
                                   "the bold words opened here are not closed; write \\* for a star");
    }
    return true;
}

/* Copies bytes [from, to), with a blank before stars that open and one after stars that close. */
static void copy_with_runs(preparer *p, size_t from, size_t to, size_t *next) {
    for (; *next < p->run_count && p->runs[*next].at < to; ++*next) {
        const run *r = &p->runs[*next];
        size_t middle = r->at + r->closes, end = r->at + r->length;
        copy(p, from, middle);
        bool after = r->closes && end < p->text.len && (r->opens || !char_is_blank(p->text.ptr[end]));
        bool before = !r->closes && r->opens && r->at && !char_is_blank(p->text.ptr[r->at - 1]);
        if (after || before)
            help(p, middle, " ");
        copy(p, middle, end);
        from = end;
    }
    copy(p, from, to);
}

/* ---- units ---- */

static bool is_thematic_break(str line) {
    line = str_trim(line);
    size_t signs = 0;
    for (size_t k = 0; k < line.len; k++) {
        if (line.ptr[k] == line.ptr[0])
            signs++;
        else if (!char_is_blank(line.ptr[k]))
            return false;
    }
    return signs >= 3 && (line.ptr[0] == '*' || line.ptr[0] == '-' || line.ptr[0] == '_');
}

/* Digits that a value put at the start of a line, when a full stop or bracket after them would make a list of it. */
static size_t number_put_in(const preparer *p, size_t unit, size_t end) {
    size_t from = unit;
    while (from < end && (p->text.ptr[from] == ' ' || p->text.ptr[from] == '>'))
        from++;
    size_t at = from;
    while (at < end && p->text.ptr[at] >= '0' && p->text.ptr[at] <= '9')
        at++;
    bool list = at > from && at + 1 < end && (p->text.ptr[at] == '.' || p->text.ptr[at] == ')') &&
                char_is_blank(p->text.ptr[at + 1]);
    return list && !expansion_mark_at(p->expansion, from)->literal ? at : unit;
}

static bool refuse_empty(preparer *p, const inline_span *s, size_t unit) {
    return expansion_error(p->expansion, unit + s->from, 1, p->error,
                           "a formula of nothing: what is put in between these dollar signs is empty here");
}

static bool refuse_open(preparer *p, const inline_span *s, size_t unit) {
    if (s->kind == INLINE_DISPLAY)
        return expansion_error(p->expansion, unit + s->from, 2, p->error,
                               "the formula opened here by $$ is not closed before the next blank line");
    return expansion_error(p->expansion, unit + s->from, 1, p->error,
                           "the formula opened here by $ is not closed; write \\$ for the sign");
}

/* The unit's next code span or formula at or after `at`; an unclosed ` is a plain sign. */
static inline_span next_span(str unit, size_t at) {
    inline_span s = inline_next(unit, at, false);
    while (s.kind == INLINE_CODE && !s.closed)
        s = inline_next(unit, s.from + s.fence, false);
    return s;
}

static bool prepare_spans(preparer *p, size_t unit, size_t end) {
    str text = str_slice(p->text, unit, end);
    p->run_count = 0;
    for (size_t at = 0; at < text.len;) {
        inline_span s = next_span(text, at);
        find_runs(p, unit + at, unit + s.from, unit, end);
        at = s.to;
    }
    size_t next = 0, start = number_put_in(p, unit, end);
    if (!pair_runs(p))
        return false;
    copy(p, unit, start);
    if (start > unit)
        help(p, start, "\\");
    for (size_t at = start - unit; at < text.len;) {
        inline_span s = next_span(text, at);
        copy_with_runs(p, unit + at, unit + s.from, &next);
        if (s.kind == INLINE_CODE)
            copy(p, unit + s.from, unit + s.to);
        else if (is_empty_formula(p, &s, unit))
            return refuse_empty(p, &s, unit);
        else if (s.kind != INLINE_NONE && !s.closed)
            return refuse_open(p, &s, unit);
        else if (s.kind != INLINE_NONE && !add_formula(p, &s, unit))
            return false;
        at = s.to;
    }
    return true;
}

static size_t line_end(str text, size_t from) {
    size_t end = str_find(text, STR("\n"), from);
    return end == SIZE_MAX ? text.len : end + 1;
}

static char fence_sign(str line) {
    size_t k = 0;
    while (k < line.len && line.ptr[k] != '`' && line.ptr[k] != '~')
        k++;
    return k < line.len ? line.ptr[k] : 0;
}

/* Past a block of code that begins at `from`: SIZE_MAX if it is never closed. */
static size_t fence_end(const preparer *p, size_t from) {
    str first = str_slice(p->text, from, line_end(p->text, from));
    size_t length = inline_line_fence(first);
    for (size_t at = from + first.len; at < p->text.len;) {
        size_t next = line_end(p->text, at);
        str line = str_slice(p->text, at, next);
        size_t closing = inline_line_fence(line);
        str bare = str_trim(line);
        bool alone = closing && bare.len >= closing && bare.ptr[bare.len - 1] == fence_sign(line);
        if (closing >= length && alone && fence_sign(line) == fence_sign(first))
            return next;
        at = next;
    }
    return SIZE_MAX;
}

/* ---- algorithms ---- */

/* Past the word "algorithm" of a fence; 0: it is another kind of code. */
static size_t algorithm_head(str line) {
    static const char word[] = "algorithm";
    size_t at = str_find(line, STR(word), 0), end = at + sizeof word - 1;
    bool opens = at != SIZE_MAX && str_trim(str_slice(line, 0, at)).len == inline_line_fence(line);
    return opens && (end == line.len || char_is_blank(line.ptr[end])) ? end : 0;
}

/* Where the comment of the line [from, to) begins: at a // with a blank before it, outside formulas and code. */
static size_t comment_of(const preparer *p, size_t from, size_t to) {
    str line = str_slice(p->text, from, to);
    for (size_t at = 0; at < line.len;) {
        inline_span s = next_span(line, at);
        size_t slashes = str_find(str_slice(line, 0, s.from), STR("//"), at);
        for (; slashes != SIZE_MAX; slashes = str_find(str_slice(line, 0, s.from), STR("//"), slashes + 1))
            if (slashes == 0 || char_is_blank(line.ptr[slashes - 1]))
                return from + slashes;
        at = s.to;
    }
    return to;
}

static bool add_line(preparer *p, size_t from, size_t to) {
    enum { INDENT = 2 };
    size_t at = from, end = comment_of(p, from, to), says = end < to ? end + 2 : to;
    while (at < end && p->text.ptr[at] == ' ')
        at++;
    help(p, from, "| ");
    for (size_t k = 0; k < (at - from) / INDENT; k++)
        mark(p, STRETCH_INDENT, at, INDENT_MARK);
    if (at + 1 < end && p->text.ptr[at] == '>' && p->text.ptr[at + 1] == ' ') {
        mark(p, STRETCH_BARE, at, BARE_MARK);
        at += 2;
    }
    if (at < end && !prepare_spans(p, at, end))
        return false;
    help(p, end, " | ");
    if (says < to && !prepare_spans(p, says, to))
        return false;
    help(p, to, " |\n");
    return true;
}

/* ```algorithm HEAD, lines, ``` as a table. */
static bool add_algorithm(preparer *p, size_t at, size_t head, size_t end) {
    size_t next = line_end(p->text, at), head_end = next - 1;
    p->in_algorithm = true;
    while (head_end > at && char_is_blank(p->text.ptr[head_end - 1]))
        head_end--;
    help(p, at, "\n| ");
    mark(p, STRETCH_ALGORITHM, at, ALGORITHM_MARK);
    bool good = head >= head_end || prepare_spans(p, head, head_end);
    help(p, head_end, " | |\n|:--|:--|\n");
    for (at = next; good && at < end; at = next) {
        next = line_end(p->text, at);
        size_t last = next;
        while (last > at && char_is_blank(p->text.ptr[last - 1]))
            last--;
        if (next < end && last > at)
            good = add_line(p, at, last);
    }
    help(p, end, "\n");
    p->in_algorithm = false;
    return good;
}

static bool prepare_units(preparer *p) {
    for (size_t at = 0; at < p->text.len;) {
        size_t next = line_end(p->text, at);
        str line = str_slice(p->text, at, next);
        if (inline_line_fence(line)) {
            next = fence_end(p, at);
            if (next == SIZE_MAX)
                return expansion_error(p->expansion, at, inline_line_fence(line), p->error,
                                       "the block of code opened here is not closed");
            size_t head = algorithm_head(line);
            if (!head)
                copy(p, at, next);
            else if (!add_algorithm(p, at, at + head, next))
                return false;
        } else if (inline_line_is_blank(line) || is_thematic_break(line)) {
            copy(p, at, next);
        } else {
            next = inline_unit_end(p->text, at);
            if (!prepare_spans(p, at, next))
                return false;
        }
        at = next;
    }
    return true;
}

bool prepare(const expansion *x, prepared *out, arena *a, error *e) {
    *out = (prepared){0};
    preparer p = {.expansion = x, .text = x->text, .out = out, .buffer = strbuf_in(a), .arena = a, .error = e};
    bool fine = prepare_units(&p);
    out->text = strbuf_text(&p.buffer);
    return fine;
}

const stretch *prepared_stretch(const prepared *p, size_t at) {
    size_t low = 0, high = p->count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (p->stretches[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return p->count ? &p->stretches[low] : NULL;
}

size_t prepared_place(const prepared *p, size_t at) {
    const stretch *s = prepared_stretch(p, at);
    if (!s)
        return 0;
    return s->kind == STRETCH_COPY ? s->expanded + (at - s->at) : s->expanded;
}
