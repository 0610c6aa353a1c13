#include "draw/drawing.h"

#include "chain.h"
#include "draw/memory.h"
#include "number.h"

#include <math.h>
#include <string.h>

/* What was set or measured before. Figures try several layouts with the same labels and numbers. */
typedef enum kept_kind { KEPT_LABEL, KEPT_WIDTH, KEPT_LEAST } kept_kind;

typedef struct kept_piece {
    struct kept_piece *next;
    kept_kind kind;
    str text;
    text_style style;
    piece piece;
    double width;
} kept_piece;

enum { KEPT_BUCKETS = 256 };

drawing *drawing_begin(const figure_request *q) {
    drawing *d = ARENA_NEW(q->arena, drawing);
    *d = (drawing){.q = q, .t = q->theme, .a = q->arena};
    d->f = ARENA_NEW(d->a, figure);
    d->facts = datum_map(d->a);
    d->legend = ARENA_ARRAY(d->a, bool, STATE_COUNT);
    d->kept_buckets = KEPT_BUCKETS;
    d->kept = ARENA_ARRAY(d->a, kept_piece *, d->kept_buckets);
    d->kept_in = d->a;
    return d;
}

void drawing_remember(drawing *d) {
    figure_memory *m = d->q->memory;
    if (!m)
        return;
    figure_memory_for(m, d->q);
    d->memory = m;
    d->kept = m->pieces;
    d->kept_buckets = MEMORY_BUCKETS;
    d->kept_in = m->arena;
}

static scene *add_part(drawing *d, arena *a) {
    scene *s = scene_new(a);
    *ARENA_PUSH(d->a, d->f, parts, count, capacity) = s;
    return s;
}

scene *drawing_part(drawing *d) {
    return add_part(d, d->a);
}

scene *drawing_large_part(drawing *d) {
    return add_part(d, d->q->kept);
}

void drawing_size(scene *s, double w, double h) {
    s->w = w;
    s->h = h;
}

figure *drawing_end(drawing *d, const char *name) {
    str title_key = str_format(d->a, "figure.%s.title", name), alt_key = str_format(d->a, "figure.%s.alt", name);
    d->f->title = drawing_say(d, title_key.ptr, NULL);
    d->f->alt = drawing_say_plain(d, alt_key.ptr, NULL);
    for (size_t k = 0; k < d->f->count; k++) {
        d->f->parts[k]->title = d->f->title;
        d->f->parts[k]->alt = d->f->alt;
    }
    return error_set(d->q->error) ? NULL : d->f;
}

/* ---- parameters and phrases ---- */

str drawing_param(const drawing *d, const char *key) {
    return datum_as_text(datum_get(d->q->params, key));
}

bool drawing_param_switch(const drawing *d, const char *key) {
    return str_is(drawing_param(d, key), "yes");
}

int64_t drawing_param_integer(drawing *d, const char *key, int64_t otherwise) {
    str text = drawing_param(d, key);
    if (text.len == 0)
        return otherwise;
    int64_t value = 0;
    for (size_t k = 0; k < text.len; k++) {
        if (text.ptr[k] < '0' || text.ptr[k] > '9' || value > 99999999) {
            error_plain(d->q->error, figure_param_status(d->q),
                        "parameter '%s' of a figure is '%.*s': a whole number is needed", key, STR_ARG(text));
            return otherwise;
        }
        value = value * 10 + (text.ptr[k] - '0');
    }
    return value;
}

bool drawing_param_range(drawing *d, const char *key, int64_t ends[2]) {
    str text = drawing_param(d, key);
    size_t end = 0, digits = 0;
    ends[0] = ends[1] = 0;
    for (size_t k = 0; k < text.len; k++) {
        char c = text.ptr[k];
        bool digit = c >= '0' && c <= '9' && ends[end] < 1000000;
        if (!digit && !(c == '-' && end == 0 && digits && k + 1 < text.len))
            return error_plain(d->q->error, figure_param_status(d->q),
                               "parameter '%s' of a figure is '%.*s': a range such as 2-4 is needed", key,
                               STR_ARG(text));
        if (digit)
            ends[end] = ends[end] * 10 + (c - '0');
        else
            end = 1;
        digits += digit;
    }
    if (end == 0)
        ends[1] = ends[0];
    return text.len > 0;
}

bool drawing_list_has(str list, str name) {
    for (size_t from = 0; from <= list.len;) {
        size_t comma = str_find(list, STR(","), from);
        size_t end = comma == SIZE_MAX ? list.len : comma;
        if (str_equal(str_trim(str_slice(list, from, end)), name))
            return true;
        from = end + 1;
    }
    return false;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_plain_name(str name) {
    for (size_t k = 0; k < name.len; k++)
        if (name.ptr[k] < '0' || name.ptr[k] > '9')
            return name.len == 1 && is_letter(name.ptr[0]);
    return true;
}

str drawing_name_tex(const drawing *d, str name) {
    if (is_plain_name(name))
        return name;
    strbuf b = strbuf_in(d->a);
    strbuf_add_c(&b, "\\text{");
    for (size_t k = 0; k < name.len; k++) {
        if (strchr("\\{}$", name.ptr[k]))
            strbuf_add_byte(&b, '\\');
        strbuf_add_byte(&b, name.ptr[k]);
    }
    strbuf_add_byte(&b, '}');
    return strbuf_text(&b);
}

void drawing_fact(drawing *d, const char *key, str value) {
    datum_put(d->a, d->facts, key, datum_text(d->a, value));
}

void drawing_fact_integer(drawing *d, const char *key, int64_t value) {
    datum_put(d->a, d->facts, key, datum_integer(d->a, value));
}

void drawing_fact_bool(drawing *d, const char *key, bool value) {
    datum_put(d->a, d->facts, key, datum_bool(d->a, value));
}

static str drawing_expand(drawing *d, const char *key, const datum *more, mustache_escape escape) {
    context facts = {.view = view_of_datum(d->facts), .outer = d->q->context};
    context extra = {.view = view_of_datum(more ? more : d->facts), .outer = &facts};
    return phrases_say(d->q->phrases, str_of(key), &extra, escape, d->a, d->q->error);
}

str drawing_say(drawing *d, const char *key, const datum *more) {
    return drawing_expand(d, key, more, mustache_escape_markdown);
}

str drawing_say_plain(drawing *d, const char *key, const datum *more) {
    return drawing_expand(d, key, more, NULL);
}

bool drawing_say_alone(drawing *d, const char *key, const datum *more, str *text) {
    context facts = {.view = view_of_datum(more)};
    error fault = error_in(d->a);
    *text = phrases_say(d->q->phrases, str_of(key), &facts, NULL, d->a, &fault);
    return !error_set(&fault);
}

bool drawing_knows(const drawing *d, const char *key) {
    return phrases_have(d->q->phrases, str_of(key));
}

str drawing_id(const drawing *d, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str id = str_formatv(d->a, format, args);
    va_end(args);
    char *c = (char *)id.ptr; /* made just now */
    for (size_t k = 0; k < id.len; k++)
        if (!(c[k] >= '0' && c[k] <= '9') && !((c[k] | 32) >= 'a' && (c[k] | 32) <= 'z'))
            c[k] = '-';
    return id;
}

/* ---- pieces ---- */

text_style drawing_style(face face, double size, color c) {
    return (text_style){.face = face, .size = size, .color = c};
}

static bool same_style(text_style a, text_style b) {
    return a.face == b.face && a.size == b.size && a.color.r == b.color.r && a.color.g == b.color.g &&
           a.color.b == b.color.b && a.tracking == b.tracking;
}

/* The entry of this text, new (with `*fresh` set) if there was none. */
static kept_piece *keep(const drawing *d, kept_kind kind, str text, text_style style, bool *fresh) {
    uint32_t hash = 2166136261u + (uint32_t)kind;
    for (size_t k = 0; k < text.len; k++)
        hash = (hash ^ (unsigned char)text.ptr[k]) * 16777619u;
    kept_piece **bucket = &d->kept[hash & (d->kept_buckets - 1)];
    for (kept_piece *p = *bucket; p; p = p->next)
        if (p->kind == kind && str_equal(p->text, text) && same_style(p->style, style))
            return p;
    kept_piece *p = ARENA_NEW(d->kept_in, kept_piece);
    if (d->memory)
        text = str_copy(d->kept_in, text);
    *p = (kept_piece){.next = *bucket, .kind = kind, .text = text, .style = style};
    *bucket = p;
    *fresh = true;
    return p;
}

piece drawing_label(drawing *d, str markup, text_style style) {
    bool fresh = false;
    kept_piece *p = keep(d, KEPT_LABEL, markup, style, &fresh);
    if (fresh)
        p->piece = label_set(p->text, d->q->fonts, style, d->kept_in, d->q->error);
    return p->piece;
}

piece drawing_text(drawing *d, str text, text_style style) {
    piece p = {.scene = scene_new(d->a)};
    p.width = scene_text(p.scene, d->q->fonts, style, (point){0, 0}, ANCHOR_LEFT, text);
    text_size size = text_measure(d->q->fonts, style, text);
    p.ascent = size.ascent;
    p.descent = size.descent;
    return p;
}

static bool is_fraction(str value) {
    return str_find(value, STR("/"), 0) != SIZE_MAX;
}

piece drawing_value(drawing *d, str value, str name, double width, text_style style) {
    bool shortened = false;
    piece p = value_set(value, is_fraction(value), width, fmin(d->t->type.least, style.size), d->q->fonts, style,
                        &shortened, d->a);
    d->shortened += shortened;
    if (shortened && name.len)
        drawing_note(d, name, value);
    return p;
}

bool drawing_value_exact(const drawing *d, str value, double width, text_style style) {
    bool shortened = false;
    value_set(value, is_fraction(value), width, fmin(d->t->type.least, style.size), d->q->fonts, style, &shortened,
              d->a);
    return !shortened;
}

double drawing_value_width(const drawing *d, str value, text_style style) {
    bool fresh = false, shortened = false;
    kept_piece *p = keep(d, KEPT_WIDTH, value, style, &fresh);
    if (fresh)
        p->width = value_set(value, is_fraction(value), 0, style.size, d->q->fonts, style, &shortened, d->a).width;
    return p->width;
}

double drawing_value_least(const drawing *d, str value, face face) {
    bool fresh = false, shortened = false;
    text_style style = drawing_style(face, d->t->type.least, d->t->color.ink);
    kept_piece *p = keep(d, KEPT_LEAST, value, style, &fresh);
    if (fresh)
        p->width = value_set(value, is_fraction(value), 1, style.size, d->q->fonts, style, &shortened, d->a).width;
    return p->width;
}

/* Notes are "names = value" with the value last: an equal value gets the further name in front of it. */
void drawing_note(drawing *d, str name, str value) {
    str exact = number_shown(value, d->a), tail = str_format(d->a, " = %.*s", STR_ARG(exact));
    for (size_t k = 0; k < d->f->note_count; k++) {
        str *note = &d->f->notes[k];
        if (!str_ends(*note, tail.ptr))
            continue;
        str names = str_slice(*note, 0, note->len - tail.len);
        if (str_find(names, name, 0) == SIZE_MAX && !str_ends(names, "…")) {
            bool many = names.len > 120;
            *note = many ? str_format(d->a, "%.*s, …%.*s", STR_ARG(names), STR_ARG(tail))
                         : str_format(d->a, "%.*s, %.*s%.*s", STR_ARG(names), STR_ARG(name), STR_ARG(tail));
        }
        return;
    }
    *ARENA_PUSH(d->a, d->f, notes, note_count, note_capacity) =
        str_format(d->a, "%.*s%.*s", STR_ARG(name), STR_ARG(tail));
}

void drawing_drop_note(drawing *d, str value) {
    str exact = number_shown(value, d->a), tail = str_format(d->a, " = %.*s", STR_ARG(exact));
    for (size_t k = 0; k < d->f->note_count; k++)
        if (str_ends(d->f->notes[k], tail.ptr)) {
            for (d->f->note_count--; k < d->f->note_count; k++)
                d->f->notes[k] = d->f->notes[k + 1];
            return;
        }
}

void drawing_forget_notes(drawing *d) {
    d->f->note_count = 0;
}

void drawing_put(scene *s, const piece *p, point at, anchor anchor) {
    double x = anchor == ANCHOR_LEFT ? at.x : anchor == ANCHOR_RIGHT ? at.x - p->width : at.x - p->width / 2;
    scene_place(s, p->scene, x, at.y, 1, STR(""));
}

double drawing_middle(double size) {
    return size * 0.325;
}

/* Lines of one size keep one baseline; a stacked fraction is centred by its ink. */
void drawing_put_middle(scene *s, const piece *p, point at, anchor anchor) {
    double size = 0, low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < p->scene->count; k++) {
        const glyph_run *run = p->scene->items[k].run;
        if (!run)
            continue;
        size = fmax(size, run->size);
        low = fmin(low, run->at.y);
        high = fmax(high, run->at.y);
    }
    double baseline = drawing_middle(size);
    if (high - low > size * 0.9) {
        box ink = scene_ink(p->scene);
        baseline = -(ink.y + ink.h / 2);
    }
    drawing_put(s, p, (point){at.x, at.y + baseline}, anchor);
}

void drawing_put_expression(scene *s, const piece *p, point at, anchor anchor, double size) {
    drawing_put(s, p, (point){at.x, at.y + drawing_middle(size)}, anchor);
}

void drawing_put_centre(scene *s, const piece *p, point at) {
    box ink = scene_ink(p->scene);
    scene_place(s, p->scene, at.x - ink.x - ink.w / 2, at.y - ink.y - ink.h / 2, 1, STR(""));
}

void drawing_bent_line(drawing *d, scene *s, const point *points, size_t count, double radius, double head, paint p) {
    segment *path = ARENA_ARRAY(d->a, segment, 2 * count);
    size_t n = 0;
    path[n++] = (segment){.kind = MOVE_TO, .to = points[0]};
    for (size_t k = 1; k + 1 < count; k++) {
        point at = points[k], before = points[k - 1], after = points[k + 1];
        double length = hypot(at.x - before.x, at.y - before.y), next = hypot(after.x - at.x, after.y - at.y);
        double r = fmin(radius, fmin(length, next) / 2);
        if (r < 0.05)
            continue;
        point in = {at.x - (at.x - before.x) * r / length, at.y - (at.y - before.y) * r / length};
        point out = {at.x + (after.x - at.x) * r / next, at.y + (after.y - at.y) * r / next};
        path[n++] = (segment){.kind = LINE_TO, .to = in};
        path[n++] = (segment){.kind = CURVE_TO, .c1 = at, .c2 = at, .to = out};
    }
    point last = path[n - 1].to;
    if (head <= 0)
        path[n++] = (segment){.kind = LINE_TO, .to = points[count - 1]};
    if (n > 1)
        scene_path(s, path, n, p);
    if (head > 0)
        scene_arrow(s, last, points[count - 1], head, p);
}

enum { BLANK_W = 34 };

piece drawing_blank(drawing *d, double height) {
    piece p = {.scene = scene_new(d->a), .width = BLANK_W, .ascent = height / 2, .descent = height / 2};
    scene_rect(p.scene, (box){0.5, -height / 2, BLANK_W - 1, height}, 0,
               paint_stroke(d->t->color.mute, d->t->stroke.grid));
    return p;
}
