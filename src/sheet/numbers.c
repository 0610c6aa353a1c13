/* One walk gives numbers and collects names and answers, a second fills in what refers to them.
 *
 *   > **Theorem #.** {#opt} …     counters: Theorem → 1        names: opt → "Theorem 1", #opt
 *   > **Question #.** … \answer …  counters: Question → 1       answers: "Question 1." …
 */
#include "numbers.h"

#include "figure.h"

typedef struct counter {
    str word;
    size_t count;
} counter;

typedef struct named {
    str name, text, anchor;
} named;

typedef struct numbering {
    document *document;
    const phrases *phrases;
    counter *counters;
    size_t counter_count, counter_capacity;
    named *names;
    size_t name_count, name_capacity;
    block *place;    /* of the answers */
    block *answered; /* the first box with an answer */
    block **answers;
    size_t answer_count, answer_capacity;
    size_t figures, tables, algorithms, formulas, tasks;
    arena *arena;
    error *error;
} numbering;

static str say(numbering *n, const char *key, size_t number, const context *outer) {
    datum *facts = datum_map(n->arena);
    datum_put(n->arena, facts, "number", datum_integer(n->arena, (int64_t)number));
    context here = {.view = view_of_datum(facts), .outer = outer};
    return phrases_say(n->phrases, str_of(key), &here, NULL, n->arena, n->error);
}

static bool keep_name(numbering *n, str name, str text, str anchor, size_t at) {
    if (!name.len)
        return true;
    for (size_t k = 0; k < n->name_count; k++)
        if (str_equal(n->names[k].name, name))
            return document_error(n->document, at, 1, n->error, "the name {#%.*s} is given twice", STR_ARG(name));
    *ARENA_PUSH(n->arena, n, names, name_count, name_capacity) = (named){name, text, anchor};
    return true;
}

static bool number_block(numbering *n, block *b, const char *key, size_t number) {
    b->number = number;
    b->number_text = say(n, key, number, NULL);
    b->anchor = b->label;
    return keep_name(n, b->label, b->number_text, b->anchor, b->at);
}

/* ---- figures ---- */

static bool number_figures(numbering *n, block *b) {
    for (size_t k = 0; b->kind == BLOCK_FIGURES && k < b->figure_count; k++) {
        figure_reference *r = b->figures[k];
        const figure_kind *kind = figure_kind_named(r->name);
        if (!kind || kind->bare) /* the first is an error where it is drawn */
            continue;
        r->number = kind->table ? ++n->tables : ++n->figures;
        str text = say(n, kind->table ? "sheet.table" : "sheet.figure", r->number, r->context);
        str anchor = str_format(n->arena, "%s-%zu", kind->table ? "table" : "figure", r->number);
        if (!keep_name(n, r->label, text, anchor, r->markdown_at))
            return false;
    }
    return true;
}

/* ---- statements and questions ---- */

static size_t count_word(numbering *n, str word) {
    for (size_t k = 0; k < n->counter_count; k++)
        if (str_equal(n->counters[k].word, word))
            return ++n->counters[k].count;
    *ARENA_PUSH(n->arena, n, counters, counter_count, counter_capacity) = (counter){word, 1};
    return 1;
}

/* A heading that begins with # is a task. */
static void number_task(numbering *n, block *b) {
    str text = b->span_count && !b->spans[0].math ? b->spans[0].text : STR("");
    if (!str_starts(text, "# "))
        return;
    b->spans[0].text = str_slice(text, 2, text.len);
    b->number = ++n->tasks;
    b->number_text = str_format(n->arena, "%zu", b->number);
}

/* The sum of all marks of a document. */
static int sum_of_marks(block *const *blocks, size_t count) {
    int sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += (blocks[k]->kind == BLOCK_FIELDS ? 0 : blocks[k]->marks) +
               sum_of_marks(blocks[k]->children, blocks[k]->child_count);
    return sum;
}

static bool number_box(numbering *n, block *b) {
    for (size_t k = 0; k < b->span_count; k++) {
        str text = b->spans[k].text;
        size_t sign = b->spans[k].math ? SIZE_MAX : str_find(text, STR("#"), 0);
        if (sign == SIZE_MAX)
            continue;
        str before = str_slice(text, 0, sign), word = str_trim(before);
        b->number = count_word(n, word);
        b->number_text = str_format(n->arena, "%.*s%zu", STR_ARG(before), b->number);
        str after = str_slice(text, sign + 1, text.len);
        b->spans[k].text = str_format(n->arena, "%.*s%.*s", STR_ARG(b->number_text), STR_ARG(after));
        b->anchor = b->label;
        return keep_name(n, b->label, b->number_text, b->anchor, b->at);
    }
    return !b->label.len ||
           document_error(n->document, b->at, 1, n->error, "{#%.*s} names a box without a number: its title needs a #",
                          STR_ARG(b->label));
}

/* The answer begins with the title of its question. */
static void keep_answer(numbering *n, block *b) {
    if (!b->answer_count)
        return;
    if (!n->answered)
        n->answered = b;
    block *first = b->answer[0];
    span *spans = ARENA_ARRAY(n->arena, span, b->span_count + 1 + first->span_count);
    size_t count = 0;
    for (size_t k = 0; k < b->span_count; k++)
        spans[count++] = b->spans[k];
    if (count)
        spans[count++] = (span){.text = STR(" "), .at = first->at};
    for (size_t k = 0; k < first->span_count; k++)
        spans[count++] = first->spans[k];
    first->spans = spans;
    first->span_count = first->span_capacity = count;
    for (size_t k = 0; k < b->answer_count; k++)
        *ARENA_PUSH(n->arena, n, answers, answer_count, answer_capacity) = b->answer[k];
}

/* ---- tables with captions ---- */

static bool is_caption(const block *b) {
    return b->kind == BLOCK_PARAGRAPH && b->span_count && !b->spans[0].math && str_starts(b->spans[0].text, "\\table ");
}

/* Takes paragraphs that are captions into the tables behind them. */
static bool take_captions(numbering *n, block **blocks, size_t *count) {
    size_t kept = 0;
    for (size_t k = 0; k < *count; k++) {
        block *b = blocks[k], *next = k + 1 < *count ? blocks[k + 1] : NULL;
        if (!is_caption(b)) {
            blocks[kept++] = b;
            continue;
        }
        if (!next || next->kind != BLOCK_TABLE)
            return document_error(n->document, b->at, 6, n->error, "\\table must stand right before a table");
        b->spans[0].text = str_trim_left(str_slice(b->spans[0].text, 7, b->spans[0].text.len));
        next->label = spans_take_label(b->spans, &b->span_count);
        next->spans = b->spans;
        next->span_count = b->span_count;
        next->number = 1;
    }
    *count = kept;
    return true;
}

/* ---- the first walk ---- */

static bool number_blocks(numbering *n, block **blocks, size_t *count);

static bool number_one(numbering *n, block *b) {
    switch (b->kind) {
    case BLOCK_FIGURES:
        return number_figures(n, b);
    case BLOCK_HEADING:
        number_task(n, b);
        return true;
    case BLOCK_FIELDS:
        b->marks = sum_of_marks(n->document->blocks, n->document->count);
        return true;
    case BLOCK_BOX:
        if (!number_box(n, b))
            return false;
        keep_answer(n, b);
        return true;
    case BLOCK_ALGORITHM:
        return number_block(n, b, "sheet.algorithm", ++n->algorithms);
    case BLOCK_FORMULA:
        return !b->label.len || number_block(n, b, "sheet.formula", ++n->formulas);
    case BLOCK_TABLE:
        return !b->number || number_block(n, b, "sheet.table", ++n->tables);
    case BLOCK_ANSWERS:
        if (n->place)
            return document_error(n->document, b->at, 8, n->error, "\\answers stands here for the second time");
        n->place = b;
        return true;
    default:
        return true;
    }
}

static bool number_blocks(numbering *n, block **blocks, size_t *count) {
    if (!take_captions(n, blocks, count))
        return false;
    for (size_t k = 0; k < *count && !error_set(n->error); k++)
        if (!number_one(n, blocks[k]) || !number_blocks(n, blocks[k]->children, &blocks[k]->child_count))
            return false;
    return !error_set(n->error);
}

/* ---- the second ---- */

static bool refer(numbering *n, span *spans, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const named *to = NULL;
        for (size_t i = 0; spans[k].ref.len && !to && i < n->name_count; i++)
            if (str_equal(n->names[i].name, spans[k].ref))
                to = &n->names[i];
        if (!spans[k].ref.len)
            continue;
        if (!to)
            return document_error(n->document, spans[k].at, 5 + spans[k].ref.len + 1, n->error,
                                  "nothing is called %.*s here; {#%.*s} behind it names a figure, table, formula, "
                                  "algorithm or statement",
                                  STR_ARG(spans[k].ref), STR_ARG(spans[k].ref));
        spans[k].text = to->text;
        if (!spans[k].link.len)
            spans[k].link = str_format(n->arena, "#%.*s", STR_ARG(to->anchor));
    }
    return true;
}

static bool refer_in(numbering *n, block *const *blocks, size_t count) {
    for (size_t k = 0; k < count; k++) {
        block *b = blocks[k];
        if (!refer(n, b->spans, b->span_count) || !refer(n, b->comment, b->comment_count) ||
            !refer_in(n, b->children, b->child_count))
            return false;
        for (size_t f = 0; f < b->figure_count; f++)
            if (!refer(n, b->figures[f]->caption, b->figures[f]->caption_count))
                return false;
    }
    return true;
}

bool sheet_number(document *d, const phrases *p, arena *a, error *e) {
    if (d->numbered || error_set(e))
        return !error_set(e);
    d->numbered = true;
    numbering n = {.document = d, .phrases = p, .arena = a, .error = e};
    if (!number_blocks(&n, d->blocks, &d->count))
        return false;
    if (n.answered && !n.place)
        return document_error(d, n.answered->at, 1, e,
                              "this question has an answer, but \\answers stands nowhere: it says where answers go");
    if (n.place) {
        n.place->children = n.answers;
        n.place->child_count = n.place->child_capacity = n.answer_count;
        size_t count = n.answer_count;
        if (!number_blocks(&n, n.answers, &count))
            return false;
        n.place->child_count = count;
    }
    return refer_in(&n, d->blocks, d->count);
}
