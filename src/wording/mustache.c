/* A template is read once into a flat list of pieces; a section knows the piece after its end:
 *
 *   "{{#steps}}\n* {{name}}\n{{/steps}}\n"
 *
 *   0 SECTION steps ──end──▶ 4        (a tag alone on its line takes the whole line with it)
 *   1 TEXT "* "
 *   2 NAME name
 *   3 TEXT "\n"
 *
 * Closing tags and remarks leave no piece. A section's tag may compare, {{#n<=5}}; then its closing tag says the same.
 * Expansion walks the list and calls itself for the inside of a section, which reading has bounded in depth. */
#include "mustache.h"

#include "comparison.h"
#include "context.h"
#include "expansion.h"
#include "inline.h"
#include "phrases.h"

typedef enum piece_kind {
    PIECE_TEXT,
    PIECE_NAME,
    PIECE_RAW,
    PIECE_SECTION,
    PIECE_INVERTED,
    PIECE_PHRASE,
    PIECE_PHRASE_OF_NAME,
    PIECE_REFERENCE, /* {{figure NAME}}: \ref{NAME} for the document */
} piece_kind;

typedef struct piece {
    piece_kind kind;
    size_t from, to;           /* bytes in the text, of a tag with its braces */
    str name;                  /* of a section that compares the whole of "n<=5" */
    const comparison *compare; /* of such a section; else NULL */
    size_t end;                /* section: index of the piece after its inside */
} piece;

struct mustache {
    wording_text text;
    piece *pieces;
    size_t count, capacity;
};

typedef struct tag {
    size_t from, to; /* with its braces */
    char sign;       /* '#', '^', '/', '>', '!', '{', '&', 'f' for figure, or 0 */
    str name;
    const comparison *compare; /* of a section's tag, if it has one */
} tag;

typedef struct reader {
    mustache *m;
    str text;
    size_t open[EXPANSION_DEPTH]; /* pieces of the sections not yet closed */
    size_t depth;
    arena *arena;
    error *error;
} reader;

static bool refuse(const wording_text *t, error *e, size_t from, size_t to, str message) {
    size_t at = wording_place(t, from);
    size_t end = to > from ? wording_place(t, to - 1) + 1 : at + 1;
    error_at(e, t->source, at, end > at ? end - at : 1, "%.*s", STR_ARG(message));
    return false;
}

static bool refuse_tag(const reader *r, const tag *t, str message) {
    return refuse(&r->m->text, r->error, t->from, t->to, message);
}

static bool is_name(str name) {
    for (size_t k = 0; k < name.len; k++)
        if (char_is_blank(name.ptr[k]) || name.ptr[k] == '{' || name.ptr[k] == '}')
            return false;
    return name.len > 0;
}

/* The comparison in a section's tag; its name becomes the whole of it, without blanks. */
static bool read_comparison(const reader *r, tag *t) {
    comparison *c = ARENA_NEW(r->arena, comparison);
    str fault = comparison_read(t->name, c, r->arena);
    if (fault.len)
        return refuse_tag(r, t, fault);
    if (!is_name(c->name))
        return refuse_tag(r, t, STR("a name has no blanks and no braces"));
    t->name = comparison_text(c, r->arena);
    t->compare = c;
    return true;
}

/* Reads the tag whose "{{" stands at `from`. */
static bool read_tag(const reader *r, size_t from, tag *t) {
    str text = r->text;
    size_t at = from + 2;
    char sign = at < text.len ? text.ptr[at] : 0;
    bool known = sign && (sign == '#' || sign == '^' || sign == '/' || sign == '>' || sign == '!' || sign == '{' ||
                          sign == '&' || sign == '=');
    str closing = sign == '{' ? STR("}}}") : STR("}}");
    size_t end = str_find(text, closing, at + known);
    *t = (tag){from, from + 2, known ? sign : 0, STR(""), NULL};
    if (end == SIZE_MAX)
        return refuse_tag(r, t, str_format(r->arena, "this tag is not closed by %.*s", STR_ARG(closing)));
    t->to = end + closing.len;
    t->name = str_trim(str_slice(text, at + known, end));
    if (sign == '!')
        return true;
    if (sign == '=')
        return refuse_tag(r, t, STR("the delimiters of tags cannot be changed"));
    if (sign == '>' && str_starts(t->name, "*"))
        *t = (tag){from, t->to, '*', str_trim(str_slice(t->name, 1, t->name.len)), NULL};
    static const char figure[] = "figure ";
    if (!known && str_starts(t->name, figure)) {
        t->sign = 'f';
        t->name = str_trim(str_slice(t->name, sizeof figure - 1, t->name.len));
    }
    bool section = sign == '#' || sign == '^' || sign == '/';
    if (section && comparison_stands(t->name) && str_find(t->name, STR("{{"), 0) == SIZE_MAX)
        return read_comparison(r, t);
    if (is_name(t->name))
        return true;
    if (str_find(t->name, STR("{{"), 0) != SIZE_MAX)
        t->to = from + 2;
    bool open = t->to == from + 2;
    return refuse_tag(r, t,
                      open          ? str_format(r->arena, "this tag is not closed by %.*s", STR_ARG(closing))
                      : t->name.len ? STR("a name has no blanks and no braces")
                                    : STR("a tag without a name"));
}

static piece *add_piece(reader *r, piece_kind kind, size_t from, size_t to, str name) {
    piece *p = ARENA_PUSH(r->arena, r->m, pieces, count, capacity);
    *p = (piece){kind, from, to, name, NULL, 0};
    return p;
}

static bool open_section(reader *r, const tag *t) {
    if (r->depth == EXPANSION_DEPTH)
        return refuse_tag(r, t, str_format(r->arena, "more than %d sections inside one another", EXPANSION_DEPTH));
    r->open[r->depth++] = r->m->count;
    add_piece(r, t->sign == '#' ? PIECE_SECTION : PIECE_INVERTED, t->from, t->to, t->name)->compare = t->compare;
    return true;
}

static size_t line_of(const reader *r, size_t at) {
    str file = r->m->text.source->text;
    size_t line = 1, end = wording_place(&r->m->text, at);
    for (size_t k = 0; k < end && k < file.len; k++)
        line += file.ptr[k] == '\n';
    return line;
}

static bool close_section(reader *r, const tag *t) {
    if (r->depth == 0)
        return refuse_tag(r, t, str_format(r->arena, "no section \"%.*s\" is open here", STR_ARG(t->name)));
    piece *opened = &r->m->pieces[r->open[r->depth - 1]];
    if (!str_equal(opened->name, t->name))
        return refuse_tag(r, t,
                          str_format(r->arena, "this closes \"%.*s\", but \"%.*s\" of line %zu is still open",
                                     STR_ARG(t->name), STR_ARG(opened->name), line_of(r, opened->from)));
    opened->end = r->m->count;
    r->depth--;
    return true;
}

static bool take_tag(reader *r, const tag *t) {
    switch (t->sign) {
    case '#':
    case '^':
        return open_section(r, t);
    case '/':
        return close_section(r, t);
    case '!':
        return true;
    case '>':
        return add_piece(r, PIECE_PHRASE, t->from, t->to, t->name);
    case '*':
        return add_piece(r, PIECE_PHRASE_OF_NAME, t->from, t->to, t->name);
    case 'f':
        return add_piece(r, PIECE_REFERENCE, t->from, t->to, t->name);
    case '{':
    case '&':
        return add_piece(r, PIECE_RAW, t->from, t->to, t->name);
    default:
        return add_piece(r, PIECE_NAME, t->from, t->to, t->name);
    }
}

/* Whether the tag and blanks are all its line holds; then the line, with its end. */
static bool stands_alone(str text, const tag *t, size_t *line, size_t *next) {
    if (t->sign != '#' && t->sign != '^' && t->sign != '/' && t->sign != '!')
        return false;
    size_t from = t->from, to = t->to;
    while (from && (text.ptr[from - 1] == ' ' || text.ptr[from - 1] == '\t'))
        from--;
    if (from && text.ptr[from - 1] != '\n')
        return false;
    while (to < text.len && (text.ptr[to] == ' ' || text.ptr[to] == '\t'))
        to++;
    if (to < text.len && text.ptr[to] == '\r')
        to++;
    if (to < text.len && text.ptr[to] != '\n')
        return false;
    *line = from;
    *next = to < text.len ? to + 1 : to;
    return true;
}

static bool read_pieces(reader *r) {
    size_t at = 0;
    while (at < r->text.len) {
        size_t from = str_find(r->text, STR("{{"), at);
        if (from == SIZE_MAX)
            from = r->text.len;
        tag t = {from, from, 0, STR(""), NULL};
        if (from < r->text.len && !read_tag(r, from, &t))
            return false;
        size_t text_end = from, next = t.to;
        stands_alone(r->text, &t, &text_end, &next);
        if (text_end > at)
            add_piece(r, PIECE_TEXT, at, text_end, STR(""));
        if (t.to > t.from && !take_tag(r, &t))
            return false;
        at = next;
    }
    return true;
}

mustache *mustache_parse(const wording_text *text, arena *a, error *e) {
    mustache *m = ARENA_NEW(a, mustache);
    m->text = *text;
    reader r = {.m = m, .text = text->text, .arena = a, .error = e};
    if (!read_pieces(&r))
        return NULL;
    if (r.depth) {
        const piece *opened = &m->pieces[r.open[r.depth - 1]];
        refuse(text, e, opened->from, opened->to,
               str_format(a, "the section \"%.*s\" opened here is not closed", STR_ARG(opened->name)));
        return NULL;
    }
    return m;
}

enum { MOST_ROUNDS = 4000000 }; /* of sections that are lists: sections inside one another multiply */

typedef struct renderer {
    size_t *rounds; /* done so far */
    const mustache *m;
    const phrases *phrases;
    mustache_escape escape;
    expansion *out;
    arena *arena;
    error *error;
} renderer;

static bool fail(const renderer *r, const piece *p, str message) {
    return refuse(&r->m->text, r->error, p->from, p->to, message);
}

static bool find(const renderer *r, const piece *p, const context *c, view_value *v) {
    str name = p->compare ? p->compare->name : p->name;
    *v = context_lookup(c, name, r->arena);
    if (v->kind != VIEW_MISSING)
        return true;
    return fail(r, p, context_unknown(c, name, r->arena));
}

static bool text_of(const renderer *r, const piece *p, view_value v, str *text) {
    if (v.kind == VIEW_OBJECT) {
        view_value own = v.object.class->lookup(&v.object, STR("."), r->arena);
        v = own.kind == VIEW_MISSING ? v : own;
    }
    switch (v.kind) {
    case VIEW_TEXT:
        *text = v.text;
        return true;
    case VIEW_TRUE:
        *text = STR("true");
        return true;
    case VIEW_LIST:
        return fail(
            r, p,
            str_format(r->arena, "\"%.*s\" is a list: open it with {{#%.*s}}", STR_ARG(p->name), STR_ARG(p->name)));
    case VIEW_OBJECT:
        return fail(r, p, str_format(r->arena, "\"%.*s\" is not a text: ask for one of its names", STR_ARG(p->name)));
    default:
        *text = STR("");
        return true;
    }
}

/* The output since the last unit began. Looking back over all of it for each value would take the square of its length.
 */
static str unit_so_far(expansion *x) {
    x->settled = inline_settled(x->text, x->settled);
    return str_slice(x->text, x->settled, x->text.len);
}

static void put_in(const renderer *r, const piece *p, const context *c, str text) {
    size_t at = wording_place(&r->m->text, p->from), end = wording_place(&r->m->text, p->to - 1) + 1;
    if (text.len == 0)
        return;
    expansion_mark_value(r->out, r->m->text.source, at, end - at, c, r->arena);
    if (p->kind == PIECE_RAW || p->kind == PIECE_REFERENCE || !r->escape)
        strbuf_add(&r->out->buffer, text);
    else
        r->escape(&r->out->buffer, text, unit_so_far(r->out));
    expansion_settle(r->out);
}

static bool render_name(const renderer *r, const piece *p, const context *c) {
    view_value v;
    str text;
    if (!find(r, p, c, &v) || !text_of(r, p, v, &text))
        return false;
    put_in(r, p, c, text);
    return true;
}

static bool render_phrase(const renderer *r, const piece *p, const context *c) {
    const phrases *known = context_phrases(c, r->phrases);
    str key = p->name;
    if (p->kind == PIECE_PHRASE_OF_NAME) {
        view_value v;
        if (!find(r, p, c, &v) || !text_of(r, p, v, &key))
            return false;
        view_value text = context_lookup(c, STR("text"), r->arena);
        if (!phrases_have(known, key) && text.kind == VIEW_TEXT && text.text.len) {
            put_in(r, p, c, text.text);
            return true;
        }
    }
    size_t at = wording_place(&r->m->text, p->from), end = wording_place(&r->m->text, p->to - 1) + 1;
    return phrases_expand(known, key, c, r->escape, r->m->text.source, at, end - at, r->arena, r->out, r->error);
}

static bool render(const renderer *r, size_t from, size_t to, const context *c);

/* A section that compares is done once or not at all, with the names that were there before it. */
static bool render_comparison(const renderer *r, size_t index, view_value v, const context *c) {
    const piece *p = &r->m->pieces[index];
    str text, problem, name = p->compare->name;
    if (v.kind == VIEW_OBJECT)
        v = v.object.class->lookup(&v.object, STR("."), r->arena);
    const char *got = v.kind == VIEW_LIST ? "a list: ask for its count" : "an object: ask for one of its names";
    if (v.kind == VIEW_LIST || v.kind == VIEW_OBJECT || v.kind == VIEW_MISSING)
        return fail(r, p, str_format(r->arena, "expected a number or a text in '%.*s', got %s", STR_ARG(name), got));
    if (!text_of(r, p, v, &text))
        return false;
    bool holds = comparison_holds(p->compare, text, &problem, r->arena);
    if (problem.len)
        return fail(r, p, problem);
    return holds == (p->kind == PIECE_SECTION) ? render(r, index + 1, p->end, c) : true;
}

static bool one_more_round(const renderer *r, const piece *p) {
    if (++*r->rounds <= MOST_ROUNDS)
        return true;
    return fail(r, p,
                str_format(r->arena,
                           "expected at most %d rounds of all sections together, got more: do not repeat "
                           "the section \"%.*s\" inside so many others",
                           MOST_ROUNDS, STR_ARG(p->name)));
}

static bool render_section(const renderer *r, size_t index, const context *c) {
    const piece *p = &r->m->pieces[index];
    view_value v;
    if (!find(r, p, c, &v))
        return false;
    if (p->compare)
        return render_comparison(r, index, v, c);
    if (context_opens(&v) == (p->kind == PIECE_INVERTED))
        return true;
    if (p->kind == PIECE_INVERTED || v.kind == VIEW_TRUE)
        return render(r, index + 1, p->end, c);
    if (v.kind == VIEW_TEXT)
        return render(r, index + 1, p->end, context_push(c, context_text_view(v.text, r->arena), 0, 0, r->arena));
    if (v.kind == VIEW_OBJECT)
        return render(r, index + 1, p->end, context_open(c, v.object, 0, 0, r->arena));
    for (size_t k = 0; k < v.count; k++)
        if (!one_more_round(r, p) ||
            !render(r, index + 1, p->end, context_open(c, v.items[k], k + 1, v.count, r->arena)))
            return false;
    return true;
}

static bool render(const renderer *r, size_t from, size_t to, const context *c) {
    for (size_t k = from; k < to; k++) {
        const piece *p = &r->m->pieces[k];
        bool fine = true;
        switch (p->kind) {
        case PIECE_TEXT:
            expansion_add_literal(r->out, &r->m->text, p->from, p->to, c, r->arena);
            break;
        case PIECE_NAME:
        case PIECE_RAW:
            fine = render_name(r, p, c);
            break;
        case PIECE_REFERENCE:
            put_in(r, p, c, str_format(r->arena, "\\ref{%.*s}", STR_ARG(p->name)));
            break;
        case PIECE_SECTION:
        case PIECE_INVERTED:
            fine = render_section(r, k, c);
            k = p->end - 1;
            break;
        case PIECE_PHRASE:
        case PIECE_PHRASE_OF_NAME:
            fine = render_phrase(r, p, c);
            break;
        }
        if (!fine)
            return false;
    }
    return true;
}

bool mustache_render(const mustache *m, const context *c, const phrases *p, mustache_escape escape, arena *a,
                     expansion *out, error *e) {
    expansion_begin(out, a);
    size_t rounds = 0;
    renderer r = {&rounds, m, p, escape, out, a, e};
    return render(&r, 0, m->count, c);
}

bool mustache_expand_text(const wording_text *text, const context *c, const phrases *p, mustache_escape escape,
                          arena *a, expansion *out, error *e) {
    const mustache *m = mustache_parse(text, a, e);
    return m && mustache_render(m, c, p, escape, a, out, e);
}

bool mustache_expand(const source *template, const context *c, const phrases *p, mustache_escape escape, arena *a,
                     expansion *out, error *e) {
    wording_text text = wording_text_of(template, 0, template->text.len, a);
    return mustache_expand_text(&text, c, p, escape, a, out, e);
}
