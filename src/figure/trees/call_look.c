#include "trees/call_look.h"

#include "number.h"

static size_t find_name(const call_functions *fns, str name) {
    for (size_t k = 0; k < fns->count; k++)
        if (str_equal(fns->names[k], name))
            return k;
    return SIZE_MAX;
}

call_functions call_functions_of(drawing *d, const story_run *r) {
    call_functions fns = {0};
    for (int bare = 0; bare < 2; bare++) {
        for (size_t k = 0; k < r->frame_count; k++) {
            const story_frame *f = &r->frames[k];
            if ((f->args.count == 0) == bare && find_name(&fns, f->fn) == SIZE_MAX)
                *ARENA_PUSH(d->a, &fns, names, count, capacity) = f->fn;
        }
        if (!bare)
            fns.plain = fns.count;
    }
    return fns;
}

size_t call_function_number(const call_functions *fns, str name) {
    size_t k = find_name(fns, name);
    return k == SIZE_MAX ? fns->count : k;
}

/* Ink for its name: of the first two functions each its own if there are several, else the usual. */
static color call_function_color(const drawing *d, const call_functions *fns, str name) {
    size_t k = find_name(fns, name);
    if (fns->plain < 2 || k >= 2)
        return d->t->color.ink;
    return k == 0 ? d->t->color.f : d->t->color.s;
}

static str argument_tex(const drawing *d, str arg) {
    str canonical = number_canonical(arg, d->a);
    return canonical.len ? number_shown(canonical, d->a) : drawing_name_tex(d, arg);
}

str call_tex(const drawing *d, const story_frame *f) {
    strbuf b = strbuf_in(d->a);
    strbuf_add(&b, drawing_name_tex(d, f->fn));
    if (f->args.count)
        strbuf_add_byte(&b, '(');
    for (size_t k = 0; k < f->args.count; k++) {
        if (k)
            strbuf_add_c(&b, ", ");
        strbuf_add(&b, argument_tex(d, f->args.items[k]));
    }
    if (f->args.count)
        strbuf_add_byte(&b, ')');
    return strbuf_text(&b);
}

piece call_name(drawing *d, const call_functions *fns, const story_frame *f, double size) {
    text_style style = drawing_style(FACE_ROMAN, size, call_function_color(d, fns, f->fn));
    return drawing_label(d, str_format(d->a, "$%.*s$", STR_ARG(call_tex(d, f))), style);
}

str call_alt(drawing *d, const story_frame *f) {
    str name = story_frame_name(f, d->a);
    if (f->value.len == 0)
        return name;
    return str_format(d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(number_shown(f->value, d->a)));
}

void call_outline(scene *s, size_t function, box b, double radius, paint p) {
    if (function < 2) {
        scene_rect(s, b, function ? b.h / 2 : radius, p);
        return;
    }
    double cut = b.h * 0.28;
    point corners[] = {{b.x + cut, b.y},
                       {b.x + b.w - cut, b.y},
                       {b.x + b.w, b.y + cut},
                       {b.x + b.w, b.y + b.h - cut},
                       {b.x + b.w - cut, b.y + b.h},
                       {b.x + cut, b.y + b.h},
                       {b.x, b.y + b.h - cut},
                       {b.x, b.y + cut}};
    scene_polyline(s, corners, sizeof corners / sizeof *corners, true, p);
}

piece call_level_name(drawing *d, int64_t length, double size) {
    if (!drawing_knows(d, "call.level"))
        return (piece){0};
    datum *facts = datum_map(d->a);
    datum_put(d->a, facts, "length", datum_integer(d->a, length));
    return drawing_label(d, drawing_say(d, "call.level", facts), drawing_style(FACE_ROMAN, size, d->t->color.mute));
}

/* Without blanks, so that "f(0,3)" is found however it is written. */
static str squeezed(arena *a, str text) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < text.len; k++)
        if (text.ptr[k] != ' ')
            strbuf_add_byte(&b, text.ptr[k]);
    return strbuf_text(&b);
}

static size_t depth_of(const story_frame *f) {
    size_t depth = 0;
    for (; f->parent; f = f->parent)
        depth++;
    return depth;
}

/* The outermost call of a function, or of any with arguments if `fn` is empty; NULL if there is none. */
static const story_frame *outermost(const story_run *r, str fn) {
    const story_frame *found = NULL;
    size_t depth = SIZE_MAX;
    for (size_t k = 0; k < r->frame_count && depth; k++) {
        const story_frame *f = &r->frames[k];
        if (!(fn.len ? str_equal(f->fn, fn) : f->args.count > 0) || (found && f->parent && !found->parent))
            continue;
        size_t here = depth_of(f);
        found = here < depth ? f : found;
        depth = here < depth ? here : depth;
    }
    return found;
}

const story_frame *call_root(drawing *d, const char *figure) {
    const story_run *r = d->q->moment->run;
    str root = squeezed(d->a, drawing_param(d, "root"));
    const story_frame *found = outermost(r, root);
    for (size_t k = 0; k < r->frame_count && root.len && !found; k++)
        if (str_equal(squeezed(d->a, story_frame_name(&r->frames[k], d->a)), root))
            found = &r->frames[k];
    if (!found && root.len == 0 && r->frame_count)
        found = &r->frames[0];
    if (!found)
        error_plain(d->q->error, figure_param_status(d->q), "figure %s: the run has no call '%.*s'", figure,
                    STR_ARG(root));
    return found;
}
