/* md4c calls back; we keep a stack of the blocks that are open:
 *
 *   document ▸ box ▸ list ▸ item ▸ paragraph      words go to the innermost heading, paragraph or cell
 *
 * md4c says where a text stands but not where a block does, so a block's place is that of its first text. Items of a
 * tight list come without paragraphs: they are given one. A paragraph ends early where a displayed formula stands in
 * it.
 *
 * Lists and boxes stand in one another to a stated depth, so that what walks blocks later may recurse. */
#include "markdown.h"

#include "figures.h"
#include "inlines.h"

#include <md4c.h>

typedef struct block_stack {
    block **items;
    size_t count, capacity;
} block_stack;

typedef struct reader {
    document *document;
    const prepared *prepared;
    block_stack open;
    bool in_head;
    size_t strong, emphasis, code;
    size_t depth; /* lists and boxes that are open */
    str link;
    figure_reference *figure; /* whose caption is being read */
    str told;                 /* states that the legends read so far tell of */
    inlines inlines;
    span_list spans, caption;
    size_t seen; /* byte of the prepared text up to which all has been handed over */
    story_texts anchors;
    arena *arena;
    error *error;
} reader;

/* md4c stops when a callback returns a negative number. (It passes over positive ones in places.) */
static int outcome(const reader *r) {
    return error_set(r->error) ? -1 : 0;
}

static size_t place(const reader *r, size_t at) {
    return prepared_place(r->prepared, at);
}

/* ---- the stack of blocks ---- */

static block *top(const reader *r) {
    return r->open.count ? r->open.items[r->open.count - 1] : NULL;
}

static void add_child(reader *r, block *b) {
    block *parent = top(r);
    if (parent)
        *ARENA_PUSH(r->arena, parent, children, child_count, child_capacity) = b;
    else
        *ARENA_PUSH(r->arena, r->document, blocks, count, capacity) = b;
}

static block *new_block(reader *r, block_kind kind) {
    block *b = ARENA_NEW(r->arena, block);
    b->kind = kind;
    b->at = place(r, r->seen);
    return b;
}

static block *push(reader *r, block_kind kind) {
    block *b = new_block(r, kind);
    *ARENA_PUSH(r->arena, &r->open, items, count, capacity) = b;
    return b;
}

static void pop(reader *r) {
    r->open.count--;
}

/* ---- words ---- */

static bool takes_words(const block *b) {
    return b && (b->kind == BLOCK_HEADING || b->kind == BLOCK_PARAGRAPH || b->kind == BLOCK_CELL);
}

static void begin_words(reader *r) {
    r->spans = (span_list){0};
    r->inlines = (inlines){.into = &r->spans, .words = strbuf_in(r->arena), .arena = r->arena};
}

/* The block that words go to, an item's paragraph made if need be. */
static block *word_block(reader *r) {
    if (!takes_words(top(r))) {
        push(r, BLOCK_PARAGRAPH);
        begin_words(r);
    }
    return top(r);
}

static span look_at(const reader *r, size_t at) {
    return (span){.strong = r->strong > 0, .emphasis = r->emphasis > 0, .code = r->code > 0, .link = r->link, .at = at};
}

static void note_place(reader *r, size_t at) {
    block *b = word_block(r);
    if (r->spans.count == 0 && r->inlines.words.len == 0 && b->figure_count == 0 && !r->figure)
        b->at = at;
}

static void add_words(reader *r, str words, size_t at) {
    note_place(r, at);
    inlines_add(&r->inlines, words, look_at(r, at));
}

/* Code in a table cell: \| is a |. */
static void add_code_words(reader *r, str words, size_t at) {
    for (size_t from = 0; from < words.len;) {
        size_t bar = top(r)->kind == BLOCK_CELL ? str_find(words, STR("\\|"), from) : SIZE_MAX;
        size_t end = bar == SIZE_MAX ? words.len : bar;
        if (end > from)
            add_words(r, code_of_values(str_slice(words, from, end), true, r->arena), at + from);
        from = bar == SIZE_MAX ? end : end + 1;
    }
}

static void end_words(reader *r, block *b) {
    inlines_flush(&r->inlines);
    spans_tidy(&r->spans, r->arena);
    b->spans = r->spans.items;
    b->span_count = r->spans.count;
    b->span_capacity = r->spans.capacity;
}

/* ---- labels and references ---- */

static bool is_name(str name) {
    for (size_t k = 0; k < name.len; k++)
        if (!((name.ptr[k] >= 'a' && name.ptr[k] <= 'z') || char_is_digit(name.ptr[k]) || name.ptr[k] == '-'))
            return false;
    return name.len > 0;
}

/* "{#NAME}" alone, blanks around it; empty if it is anything else. */
static str label_of(str text) {
    text = str_trim(text);
    if (text.len < 4 || !str_starts(text, "{#") || text.ptr[text.len - 1] != '}')
        return STR("");
    str name = str_slice(text, 2, text.len - 1);
    return is_name(name) ? name : STR("");
}

str spans_take_label(span *spans, size_t *count) {
    span *last = *count ? &spans[*count - 1] : NULL;
    size_t at = last && !last->math ? str_find(last->text, STR("{#"), 0) : SIZE_MAX;
    str label = at == SIZE_MAX ? STR("") : label_of(str_slice(last->text, at, last->text.len));
    if (!label.len)
        return label;
    last->text = str_trim_right(str_slice(last->text, 0, at));
    *count -= last->text.len == 0;
    return label;
}

/* Takes it out of the first words of a box, where it stands behind the title. */
static str take_label_before(span *first, arena *a) {
    str text = first->math ? STR("") : first->text;
    size_t at = str_find(text, STR("{#"), 0), end = at == SIZE_MAX ? SIZE_MAX : str_find(text, STR("}"), at);
    str label = end == SIZE_MAX ? STR("") : label_of(str_slice(text, at, end + 1));
    if (!label.len)
        return label;
    str before = str_trim_right(str_slice(text, 0, at)), after = str_trim_left(str_slice(text, end + 1, text.len));
    first->text = str_format(a, "%.*s%s%.*s", STR_ARG(before), before.len && after.len ? " " : "", STR_ARG(after));
    return label;
}

/* Words with \ref{NAME} in them; a backslash before it, as values have it, makes it words. */
static void add_words_and_references(reader *r, size_t from, size_t to) {
    static const char sign[] = "\\ref{";
    str text = r->prepared->text;
    for (size_t at = from; at < to;) {
        size_t ref = str_find(str_slice(text, 0, to), STR(sign), at);
        bool literal = ref != SIZE_MAX && ref && text.ptr[ref - 1] == '\\';
        size_t end = ref == SIZE_MAX ? SIZE_MAX : str_find(str_slice(text, 0, to), STR("}"), ref);
        str name = end == SIZE_MAX ? STR("") : str_slice(text, ref + sizeof sign - 1, end);
        if (literal || !is_name(name)) {
            add_words(r, str_slice(text, at, to), place(r, at));
            return;
        }
        if (ref > at)
            add_words(r, str_slice(text, at, ref), place(r, at));
        note_place(r, place(r, ref));
        span s = look_at(r, place(r, ref));
        s.text = STR("?");
        s.ref = name;
        inlines_add_span(&r->inlines, s);
        at = end + 1;
    }
}

/* ---- algorithms ---- */

static block *open_table(const reader *r) {
    for (size_t k = r->open.count; k; k--)
        if (r->open.items[k - 1]->kind == BLOCK_TABLE || r->open.items[k - 1]->kind == BLOCK_ALGORITHM)
            return r->open.items[k - 1];
    return NULL;
}

static bool is_keyword(str word) {
    static const char *const words[] = {"for",  "to",     "downto", "while", "do",  "if", "then", "else", "elseif",
                                        "each", "return", "repeat", "until", "and", "or", "not",  "in"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (str_is(word, words[k]))
            return true;
    return false;
}

static bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

/* Keywords of a line in bold. */
static void embolden(reader *r, block *line) {
    span_list out = {0};
    for (size_t k = 0; k < line->span_count; k++) {
        const span *s = &line->spans[k];
        size_t from = 0;
        for (size_t at = 0; !s->math && !s->code && !s->strong && at < s->text.len;) {
            size_t end = at;
            while (end < s->text.len && is_word_byte(s->text.ptr[end]))
                end++;
            span word = *s, before = *s;
            word.text = str_slice(s->text, at, end);
            if (end > at && is_keyword(word.text)) {
                before.text = str_slice(s->text, from, at);
                if (before.text.len)
                    *ARENA_PUSH(r->arena, &out, items, count, capacity) = before;
                word.strong = true;
                *ARENA_PUSH(r->arena, &out, items, count, capacity) = word;
                from = end;
            }
            at = end > at ? end : at + 1;
        }
        span rest = *s;
        rest.text = str_slice(s->text, from, s->text.len);
        if (s->math || rest.text.len || s->line_break)
            *ARENA_PUSH(r->arena, &out, items, count, capacity) = rest;
    }
    line->spans = out.items;
    line->span_count = out.count;
    line->span_capacity = out.capacity;
}

/* Rows of two cells become lines. */
static void finish_algorithm(reader *r, block *b) {
    block **rows = b->children;
    size_t count = b->child_count, number = 0;
    b->children = NULL;
    b->child_count = b->child_capacity = 0;
    for (size_t k = 0; k < count; k++) {
        block *first = rows[k]->children[0], *second = rows[k]->child_count > 1 ? rows[k]->children[1] : NULL;
        if (k == 0) {
            b->spans = first->spans;
            b->span_count = first->span_count;
            b->label = spans_take_label(b->spans, &b->span_count);
            continue;
        }
        first->kind = BLOCK_LINE;
        first->number = first->head ? 0 : ++number;
        first->head = false;
        first->align = ALIGN_DEFAULT;
        first->comment = second ? second->spans : NULL;
        first->comment_count = second ? second->span_count : 0;
        if (first->number)
            embolden(r, first);
        *ARENA_PUSH(r->arena, b, children, child_count, child_capacity) = first;
    }
}

/* ---- paragraphs ---- */

static bool is_command(const block *b, const char *command) {
    return b->span_count == 1 && str_is(b->spans[0].text, command);
}

/* The block before the one that is finished, which stands in what is open. */
static block *newest(const reader *r) {
    const block *parent = top(r);
    size_t count = parent ? parent->child_count : r->document->count;
    block **blocks = parent ? parent->children : r->document->blocks;
    return count ? blocks[count - 1] : NULL;
}

/* A label behind a displayed formula, or behind a figure. */
static bool label_belongs_before(reader *r, block *b) {
    str label = b->span_count == 1 && !b->spans[0].math ? label_of(b->spans[0].text) : STR("");
    if (!label.len)
        return false;
    if (b->figure_count)
        b->figures[b->figure_count - 1]->label = label;
    else if (!b->figure_count && newest(r) && newest(r)->kind == BLOCK_FORMULA)
        newest(r)->label = label;
    else
        return false;
    b->span_count = 0;
    return true;
}

/* \qed at the end of a proof. */
static void take_qed(block *b) {
    span *last = b->span_count ? &b->spans[b->span_count - 1] : NULL;
    if (!last || last->math || !str_ends(str_trim(last->text), "\\qed"))
        return;
    str text = str_trim_right(last->text);
    last->text = str_trim_right(str_slice(text, 0, text.len - 4));
    b->span_count -= last->text.len == 0;
    b->qed = true;
}

/* The number in "{12}" with which `text` ends or begins; 0 if there is none. */
static int number_in_braces(str text, size_t *end) {
    int number = 0;
    size_t at = 1;
    if (!text.len || text.ptr[0] != '{')
        return 0;
    for (; at < text.len && char_is_digit(text.ptr[at]) && number < 1000; at++)
        number = 10 * number + (text.ptr[at] - '0');
    *end = at + 1;
    return at > 1 && at < text.len && text.ptr[at] == '}' ? number : 0;
}

/* \marks{6} at the end of a task. */
static void take_marks(block *b) {
    static const char command[] = "\\marks";
    span *last = b->span_count ? &b->spans[b->span_count - 1] : NULL;
    size_t at = last && !last->math ? str_find(last->text, STR(command), 0) : SIZE_MAX, end;
    if (at == SIZE_MAX)
        return;
    str text = str_trim_right(last->text);
    int marks = number_in_braces(str_slice(text, at + sizeof command - 1, text.len), &end);
    if (!marks || at + sizeof command - 1 + end != text.len)
        return;
    last->text = str_trim_right(str_slice(text, 0, at));
    b->span_count -= last->text.len == 0;
    b->marks = marks;
}

/* \fields and \write{3} begin paragraphs of their own kinds. */
static void take_kind(block *b) {
    static const char fields[] = "\\fields ", write[] = "\\write";
    span *first = b->span_count ? &b->spans[0] : NULL;
    if (!first || first->math)
        return;
    if (str_starts(first->text, fields)) {
        b->kind = BLOCK_FIELDS;
        first->text = str_slice(first->text, sizeof fields - 1, first->text.len);
    }
    size_t end;
    if (!str_starts(first->text, write))
        return;
    str rest = str_slice(first->text, sizeof write - 1, first->text.len);
    b->lines = number_in_braces(rest, &end);
    if (!b->lines)
        return;
    b->kind = BLOCK_WRITE;
    first->text = str_trim_left(str_slice(rest, end, rest.len));
}

static bool finish_paragraph(reader *r) {
    block *b = top(r);
    end_words(r, b);
    pop(r);
    label_belongs_before(r, b);
    take_qed(b);
    take_marks(b);
    take_kind(b);
    if (b->figure_count) {
        if (b->span_count)
            return document_error(r->document, b->figures[0]->markdown_at, b->figures[0]->markdown_length, r->error,
                                  "figures stand in a paragraph of their own, without words");
        b->kind = BLOCK_FIGURES;
        b->at = b->figures[0]->markdown_at;
    } else if (is_command(b, "\\pagebreak") || is_command(b, "\\answers")) {
        b->kind = is_command(b, "\\answers") ? BLOCK_ANSWERS : BLOCK_PAGE_BREAK;
        b->span_count = 0;
    }
    if (b->span_count || b->qed || b->kind != BLOCK_PARAGRAPH)
        add_child(r, b);
    return true;
}

/* A paragraph that an item opened of itself ends where a block begins or the item ends. */
static bool finish_open_paragraph(reader *r) {
    return !top(r) || top(r)->kind != BLOCK_PARAGRAPH || finish_paragraph(r);
}

static void add_display(reader *r, const formula *f) {
    if (!finish_paragraph(r))
        return;
    block *b = new_block(r, BLOCK_FORMULA);
    b->math = f->math;
    b->text = f->tex;
    b->at = f->at;
    add_child(r, b);
    push(r, BLOCK_PARAGRAPH);
    begin_words(r);
}

static void add_formula(reader *r, const formula *f) {
    note_place(r, f->at);
    if (f->display && !r->figure && top(r)->kind == BLOCK_PARAGRAPH) {
        add_display(r, f);
        return;
    }
    span s = look_at(r, f->at);
    s.text = f->tex;
    s.math = f->math;
    inlines_add_span(&r->inlines, s);
}

/* ---- text ---- */

/* Stars that md4c left as they are though they were meant to open or close something. */
static bool check_stars(reader *r, str words, size_t at) {
    size_t stars = str_find(words, STR("**"), 0);
    if (stars == SIZE_MAX)
        return true;
    size_t k = at + stars;
    if (k && r->document->markdown.ptr[k - 1] == '\\')
        return true;
    return document_error(r->document, k, 2, r->error, "these stars open and close nothing; write \\* for a star");
}

/* Bytes [from, to) of the prepared text: copies are words, marks are formulas, helpers nothing. */
static void add_prepared(reader *r, size_t from, size_t to) {
    for (size_t at = from; at < to;) {
        const stretch *s = prepared_stretch(r->prepared, at);
        bool last = s + 1 == r->prepared->stretches + r->prepared->count;
        size_t end = last ? r->prepared->text.len : s[1].at;
        end = end < to ? end : to;
        str words = str_slice(r->prepared->text, at, end);
        block *table = open_table(r);
        if (s->kind == STRETCH_FORMULA)
            add_formula(r, &r->prepared->formulas[s->formula]);
        else if (s->kind == STRETCH_ALGORITHM && table)
            table->kind = BLOCK_ALGORITHM;
        else if (s->kind == STRETCH_INDENT)
            word_block(r)->level++;
        else if (s->kind == STRETCH_BARE)
            word_block(r)->head = true;
        else if (s->kind == STRETCH_COPY && (r->code || (table && table->kind == BLOCK_ALGORITHM)))
            add_code_words(r, words, place(r, at));
        else if (s->kind == STRETCH_COPY && check_stars(r, words, place(r, at)))
            add_words_and_references(r, at, end);
        if (error_set(r->error))
            return;
        at = end;
    }
}

static void add_entity(reader *r, str entity, size_t at) {
    uint32_t c = entity_code_point(entity);
    if (!c) {
        document_error(r->document, at, entity.len, r->error, "unknown entity \"%.*s\": write the sign itself",
                       STR_ARG(entity));
        return;
    }
    strbuf b = strbuf_in(r->arena);
    strbuf_add_code_point(&b, c);
    add_words(r, strbuf_text(&b), at);
}

static void add_break(reader *r) {
    word_block(r);
    span s = look_at(r, place(r, r->seen));
    s.text = STR("");
    s.line_break = true;
    inlines_add_span(&r->inlines, s);
}

static void add_code(reader *r, str words) {
    block *b = top(r);
    str code = code_of_values(words, false, r->arena);
    b->text = str_format(r->arena, "%.*s%.*s", STR_ARG(b->text), STR_ARG(code));
}

static bool in_prepared(const reader *r, const char *text) {
    str whole = r->prepared->text;
    return text >= whole.ptr && text < whole.ptr + whole.len;
}

static int take_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *user) {
    reader *r = user;
    str words = {text, size};
    size_t at = in_prepared(r, text) ? (size_t)(text - r->prepared->text.ptr) : r->seen;
    if (in_prepared(r, text))
        r->seen = at + size;
    if (top(r) && top(r)->kind == BLOCK_CODE) {
        add_code(r, words);
        return outcome(r);
    }
    switch (type) {
    case MD_TEXT_BR:
        add_break(r);
        break;
    case MD_TEXT_SOFTBR:
        add_words(r, STR(" "), place(r, at));
        break;
    case MD_TEXT_ENTITY:
        add_entity(r, words, place(r, at));
        break;
    case MD_TEXT_HTML:
        document_error(r->document, place(r, at), size, r->error, "raw HTML is not taken; write \\< for the sign");
        break;
    case MD_TEXT_NULLCHAR:
        document_error(r->document, place(r, at), 1, r->error, "the character NUL");
        break;
    default:
        if (in_prepared(r, text))
            add_prepared(r, at, at + size);
        else
            add_words(r, words, place(r, at));
    }
    return outcome(r);
}

/* ---- spans ---- */

static str attribute_text(const reader *r, const MD_ATTRIBUTE *attribute) {
    strbuf b = strbuf_in(r->arena);
    for (size_t k = 0; attribute->size && attribute->substr_offsets[k] < attribute->size; k++) {
        str part = {attribute->text + attribute->substr_offsets[k],
                    attribute->substr_offsets[k + 1] - attribute->substr_offsets[k]};
        uint32_t c = attribute->substr_types[k] == MD_TEXT_ENTITY ? entity_code_point(part) : 0;
        if (c)
            strbuf_add_code_point(&b, c);
        else
            strbuf_add(&b, part);
    }
    return strbuf_text(&b);
}

/* The bytes of the prepared text that an image takes, whose caption is still to come. */
static void image_extent(const reader *r, const MD_ATTRIBUTE *src, size_t *from, size_t *to) {
    str text = r->prepared->text;
    *from = str_find(text, STR("!["), r->seen);
    if (*from == SIZE_MAX)
        *from = r->seen;
    size_t target = str_find(text, STR("]("), *from);
    if (src->size && in_prepared(r, src->text))
        target = (size_t)(src->text - text.ptr) + src->size;
    size_t end = target == SIZE_MAX ? SIZE_MAX : str_find(text, STR(")"), target);
    *to = end == SIZE_MAX ? text.len : end + 1;
}

/* A legend of states: figures after it need not tell of them again. */
static void tell_states(reader *r, const figure_reference *f) {
    if (!str_is(f->name, "states"))
        return;
    str only = datum_as_text(datum_get(f->params, "only"));
    only = only.len ? only : STR("all");
    r->told = r->told.len ? str_format(r->arena, "%.*s,%.*s", STR_ARG(r->told), STR_ARG(only)) : only;
}

static void enter_image(reader *r, const MD_SPAN_IMG_DETAIL *detail) {
    block *b = word_block(r);
    size_t from, to;
    image_extent(r, &detail->src, &from, &to);
    size_t at = place(r, from), end = place(r, to - 1) + 1;
    if (b->kind == BLOCK_HEADING || r->figure || r->link.len) {
        document_error(r->document, at, end - at, r->error,
                       "a figure must be alone in its paragraph or in a cell of a table, not %s",
                       b->kind == BLOCK_HEADING ? "in a heading" : "in a link or another figure");
        return;
    }
    figure_reference *f =
        figure_reference_of(r->document, attribute_text(r, &detail->src), at, end - at, r->arena, r->error);
    if (!f)
        return;
    inlines_flush(&r->inlines);
    if (b->figure_count) /* a label between two figures is the first one's */
        b->figures[b->figure_count - 1]->label = spans_take_label(r->spans.items, &r->spans.count);
    f->in_cell = b->kind == BLOCK_CELL;
    f->told = r->told;
    tell_states(r, f);
    b->figures_first = b->figures_first || (f->in_cell && !b->figure_count && spans_are_blank(&r->spans));
    *ARENA_PUSH(r->arena, b, figures, figure_count, figure_capacity) = f;
    r->figure = f;
    r->caption = (span_list){0};
    r->inlines.into = &r->caption;
}

static void leave_image(reader *r) {
    if (!r->figure)
        return;
    inlines_flush(&r->inlines);
    spans_tidy(&r->caption, r->arena);
    r->figure->caption = r->caption.items;
    r->figure->caption_count = r->caption.count;
    r->figure->caption_capacity = r->caption.capacity;
    size_t end = str_find(r->prepared->text, STR(")"), r->seen);
    r->seen = end == SIZE_MAX ? r->seen : end + 1;
    r->figure = NULL;
    r->inlines.into = &r->spans;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *user) {
    reader *r = user;
    word_block(r);
    switch (type) {
    case MD_SPAN_EM:
        r->emphasis++;
        break;
    case MD_SPAN_STRONG:
        r->strong++;
        break;
    case MD_SPAN_CODE:
        r->code++;
        break;
    case MD_SPAN_A:
        r->link = attribute_text(r, &((MD_SPAN_A_DETAIL *)detail)->href);
        break;
    case MD_SPAN_IMG:
        enter_image(r, detail);
        break;
    default:
        break;
    }
    return outcome(r);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *user) {
    reader *r = user;
    (void)detail;
    switch (type) {
    case MD_SPAN_EM:
        r->emphasis--;
        break;
    case MD_SPAN_STRONG:
        r->strong--;
        break;
    case MD_SPAN_CODE:
        r->code--;
        break;
    case MD_SPAN_A:
        r->link = STR("");
        break;
    case MD_SPAN_IMG:
        leave_image(r);
        break;
    default:
        break;
    }
    return outcome(r);
}

/* ---- headings ---- */

static bool is_taken(const reader *r, str anchor) {
    for (size_t k = 0; k < r->anchors.count; k++)
        if (str_equal(r->anchors.items[k], anchor))
            return true;
    return false;
}

/* Small letters, digits and what is not ASCII, with one - for all between. */
static str slug_of(str words, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < words.len; k++) {
        char c = words.ptr[k];
        bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
        if (c >= 'A' && c <= 'Z')
            strbuf_add_byte(&b, (char)(c - 'A' + 'a'));
        else if (kept)
            strbuf_add_byte(&b, c);
        else if (b.len && b.ptr[b.len - 1] != '-')
            strbuf_add_byte(&b, '-');
    }
    str slug = strbuf_text(&b);
    if (str_ends(slug, "-"))
        slug.len--;
    return slug.len ? slug : STR("section");
}

static bool finish_heading(reader *r) {
    block *b = top(r);
    end_words(r, b);
    pop(r);
    if (b->level > 3)
        return document_error(r->document, b->at, 1, r->error, "headings go down to ### and no deeper");
    take_marks(b);
    str slug = slug_of(spans_plain(b->spans, b->span_count, r->arena), r->arena);
    b->anchor = slug;
    for (size_t k = 2; is_taken(r, b->anchor); k++)
        b->anchor = str_format(r->arena, "%.*s-%zu", STR_ARG(slug), k);
    *ARENA_PUSH(r->arena, &r->anchors, items, count, capacity) = b->anchor;
    add_child(r, b);
    return true;
}

/* ---- boxes ---- */

/* Moves the bold words that the box opens with into its title. */
static void take_title(reader *r, block *box) {
    block *first = box->child_count ? box->children[0] : NULL;
    size_t bold = 0;
    while (first && first->kind == BLOCK_PARAGRAPH && bold < first->span_count && first->spans[bold].strong)
        bold++;
    if (!bold)
        return;
    box->spans = first->spans;
    box->span_count = bold;
    box->at = first->at;
    span_list rest = {first->spans + bold, first->span_count - bold, 0};
    spans_tidy(&rest, r->arena);
    first->spans = rest.items;
    first->span_count = rest.count;
    if (rest.count)
        first->at = rest.items[0].at;
    if (rest.count == 0) {
        box->children++;
        box->child_count--;
        box->child_capacity--;
    }
}

/* Parts a paragraph at \answer; the second half, or NULL. */
static block *part_at_answer(reader *r, block *b) {
    static const char sign[] = "\\answer";
    for (size_t k = 0; k < b->span_count; k++) {
        size_t at = b->spans[k].math ? SIZE_MAX : str_find(b->spans[k].text, STR(sign), 0);
        if (at == SIZE_MAX)
            continue;
        block *rest = ARENA_NEW(r->arena, block);
        *rest = (block){.kind = BLOCK_PARAGRAPH, .at = b->spans[k].at};
        for (size_t n = k; n < b->span_count; n++)
            *ARENA_PUSH(r->arena, rest, spans, span_count, span_capacity) = b->spans[n];
        str text = b->spans[k].text;
        rest->spans[0].text = str_trim_left(str_slice(text, at + sizeof sign - 1, text.len));
        b->spans[k].text = str_trim_right(str_slice(text, 0, at));
        b->span_count = k + (b->spans[k].text.len > 0);
        return rest;
    }
    return NULL;
}

/* From \answer on the box is an answer, which stands elsewhere. */
static void take_answer(reader *r, block *box) {
    for (size_t k = 0; k < box->child_count; k++) {
        block *child = box->children[k];
        block *answer = child->kind == BLOCK_PARAGRAPH ? part_at_answer(r, child) : NULL;
        if (!answer)
            continue;
        *ARENA_PUSH(r->arena, box, answer, answer_count, answer_capacity) = answer;
        for (size_t n = k + 1; n < box->child_count; n++)
            *ARENA_PUSH(r->arena, box, answer, answer_count, answer_capacity) = box->children[n];
        box->child_count = k + (child->span_count > 0);
        return;
    }
}

static bool finish_box(reader *r) {
    block *b = top(r);
    pop(r);
    take_title(r, b);
    take_answer(r, b);
    block *first = b->child_count ? b->children[0] : NULL;
    if (b->span_count && first && first->kind == BLOCK_PARAGRAPH && first->span_count)
        b->label = take_label_before(&first->spans[0], r->arena);
    add_child(r, b);
    return true;
}

/* ---- blocks ---- */

static void place_from_children(block *b) {
    if (b->child_count)
        b->at = b->children[0]->at;
}

static bool finish_container(reader *r) {
    block *b = top(r);
    pop(r);
    place_from_children(b);
    if (b->kind == BLOCK_ALGORITHM)
        finish_algorithm(r, b);
    add_child(r, b);
    return true;
}

/* Words before and after figures are one text. */
static bool finish_cell(reader *r) {
    block *b = top(r);
    end_words(r, b);
    pop(r);
    add_child(r, b);
    return true;
}

static bool is_container(MD_BLOCKTYPE type) {
    return type == MD_BLOCK_QUOTE || type == MD_BLOCK_UL || type == MD_BLOCK_OL;
}

/* What md4c opens here stands on the next line that is not blank. */
static bool refuse_depth(reader *r) {
    str text = r->prepared->text;
    size_t at = r->seen;
    while (at < text.len && char_is_blank(text.ptr[at]))
        at++;
    return document_error(r->document, place(r, at < text.len ? at : r->seen), 1, r->error,
                          "lists and boxes inside one another must be at most %d deep", DOCUMENT_DEPTH);
}

static void enter_words(reader *r, block_kind kind) {
    push(r, kind);
    begin_words(r);
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *user) {
    reader *r = user;
    static const int aligns[] = {[MD_ALIGN_DEFAULT] = ALIGN_DEFAULT,
                                 [MD_ALIGN_LEFT] = ALIGN_LEFT,
                                 [MD_ALIGN_CENTER] = ALIGN_CENTRE,
                                 [MD_ALIGN_RIGHT] = ALIGN_RIGHT};
    if (!finish_open_paragraph(r))
        return outcome(r);
    if (is_container(type) && r->depth++ == DOCUMENT_DEPTH) {
        refuse_depth(r);
        return outcome(r);
    }
    switch (type) {
    case MD_BLOCK_QUOTE:
        push(r, BLOCK_BOX);
        break;
    case MD_BLOCK_UL:
        push(r, BLOCK_LIST);
        break;
    case MD_BLOCK_OL:
        push(r, BLOCK_LIST)->ordered = true;
        top(r)->start = ((MD_BLOCK_OL_DETAIL *)detail)->start;
        break;
    case MD_BLOCK_LI:
        push(r, BLOCK_ITEM);
        break;
    case MD_BLOCK_HR:
        push(r, BLOCK_RULE);
        break;
    case MD_BLOCK_H:
        enter_words(r, BLOCK_HEADING);
        top(r)->level = (int)((MD_BLOCK_H_DETAIL *)detail)->level;
        break;
    case MD_BLOCK_CODE:
        push(r, BLOCK_CODE);
        break;
    case MD_BLOCK_P:
        enter_words(r, BLOCK_PARAGRAPH);
        break;
    case MD_BLOCK_TABLE:
        push(r, BLOCK_TABLE);
        break;
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY:
        r->in_head = type == MD_BLOCK_THEAD;
        break;
    case MD_BLOCK_TR:
        push(r, BLOCK_ROW)->head = r->in_head;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        enter_words(r, BLOCK_CELL);
        top(r)->align = aligns[((MD_BLOCK_TD_DETAIL *)detail)->align];
        break;
    default:
        break;
    }
    return outcome(r);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *user) {
    reader *r = user;
    (void)detail;
    r->depth -= is_container(type);
    switch (type) {
    case MD_BLOCK_QUOTE:
        finish_box(r);
        break;
    case MD_BLOCK_LI:
        if (finish_open_paragraph(r))
            finish_container(r);
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
    case MD_BLOCK_HR:
    case MD_BLOCK_CODE:
    case MD_BLOCK_TABLE:
    case MD_BLOCK_TR:
        finish_container(r);
        break;
    case MD_BLOCK_H:
        finish_heading(r);
        break;
    case MD_BLOCK_P:
        finish_open_paragraph(r);
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        finish_cell(r);
        break;
    default:
        break;
    }
    return outcome(r);
}

bool markdown_read(document *d, const prepared *p, arena *a, error *e) {
    reader r = {.document = d, .prepared = p, .link = STR(""), .arena = a, .error = e};
    begin_words(&r);
    const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_NOINDENTEDCODEBLOCKS,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = take_text,
    };
    int result = md_parse(p->text.ptr, (MD_SIZE)p->text.len, &parser, &r);
    if (result && !error_set(e))
        error_plain(e, STATUS_INPUT, "out of memory while reading Markdown");
    return !error_set(e);
}
