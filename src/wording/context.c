/* A stack of contexts is a linked list, the innermost first:
 *
 *   item 2 of 3 (a candidate) ─outer─▶ item 5 of 16 (a step) ─outer─▶ the story
 *
 * A name is asked of each level in turn, and at each level first of the object, then of its place in the list. */
#include "context.h"

#include "nearest.h"

bool context_opens(const view_value *v) {
    switch (v->kind) {
    case VIEW_TRUE:
    case VIEW_OBJECT:
        return true;
    case VIEW_TEXT:
        return v->text.len > 0;
    case VIEW_LIST:
        return v->count > 0;
    default:
        return false;
    }
}

const context *context_push(const context *outer, view view, size_t number, size_t count, arena *a) {
    context *c = ARENA_NEW(a, context);
    *c = (context){.view = view, .outer = outer, .number = number, .count = count};
    return c;
}

const phrases *context_phrases(const context *c, const phrases *otherwise) {
    while (c && !c->phrases)
        c = c->outer;
    return c ? c->phrases : otherwise;
}

static view_value text_lookup(const view *v, str name, arena *a) {
    (void)a;
    return str_is(name, ".") ? view_text(*(const str *)v->object) : view_missing();
}

static const view_class text_class = {.name = "text", .lookup = text_lookup};

view context_text_view(str text, arena *a) {
    str *held = ARENA_NEW(a, str);
    *held = text;
    return (view){&text_class, held, NULL};
}

typedef struct stack {
    const context *levels;
    const phrases *phrases;
} stack;

static view_value stack_lookup(const view *v, str name, arena *a) {
    return context_lookup(((const stack *)v->object)->levels, name, a);
}

static const view_class stack_class = {.name = "story", .lookup = stack_lookup};

view context_stack_view(const context *levels, const phrases *p, arena *a) {
    stack *s = ARENA_NEW(a, stack);
    *s = (stack){levels, p};
    return (view){&stack_class, s, NULL};
}

/* Copies of the levels, the lowest over `outer`. */
static const context *put_over(const context *levels, const context *outer, const phrases *p, arena *a) {
    context *inner = NULL, *last = NULL;
    for (; levels; levels = levels->outer) {
        context *copy = ARENA_NEW(a, context);
        *copy = *levels;
        if (last)
            last->outer = copy;
        else
            inner = copy;
        last = copy;
    }
    if (!last)
        return outer;
    last->outer = outer;
    last->phrases = p;
    return inner;
}

const context *context_open(const context *outer, view view, size_t number, size_t count, arena *a) {
    if (view.class != &stack_class)
        return context_push(outer, view, number, count, a);
    const stack *s = view.object;
    return put_over(s->levels, outer, s->phrases, a);
}

static const char *const place_names[] = {"first", "last", "number", "count"};
enum { PLACE_NAMES = sizeof place_names / sizeof *place_names };

static view_value place_lookup(const context *c, str name, arena *a) {
    if (c->count == 0)
        return view_missing();
    if (str_is(name, "first"))
        return view_bool(c->number == 1);
    if (str_is(name, "last"))
        return view_bool(c->number == c->count);
    if (str_is(name, "number"))
        return view_integer(a, (int64_t)c->number);
    if (str_is(name, "count"))
        return view_integer(a, (int64_t)c->count);
    return view_missing();
}

/* The name itself, else, for has_NAME, whether NAME is there to be opened. */
static view_value with_has(const view *v, const context *place, str name, arena *a) {
    view_value found = v->class->lookup(v, name, a);
    if (found.kind == VIEW_MISSING && place)
        found = place_lookup(place, name, a);
    if (found.kind != VIEW_MISSING || !str_starts(name, "has_"))
        return found;
    view_value asked = with_has(v, place, str_slice(name, 4, name.len), a);
    return asked.kind == VIEW_MISSING ? asked : view_bool(context_opens(&asked));
}

static view_value lookup_part(const context *c, str name, arena *a) {
    for (; c; c = c->outer) {
        view_value v = with_has(&c->view, c, name, a);
        if (v.kind != VIEW_MISSING)
            return v;
    }
    return view_missing();
}

static view_value part_of(const view_value *whole, str name, arena *a) {
    if (whole->kind == VIEW_OBJECT)
        return with_has(&whole->object, NULL, name, a);
    if (whole->kind == VIEW_LIST && str_is(name, "count"))
        return view_integer(a, (int64_t)whole->count);
    return view_missing();
}

static view_value lookup_dotted(const context *c, str name, arena *a) {
    size_t dot = str_find(name, STR("."), 0);
    if (dot == SIZE_MAX)
        return lookup_part(c, name, a);
    view_value v = lookup_part(c, str_slice(name, 0, dot), a);
    while (dot != SIZE_MAX && v.kind != VIEW_MISSING) {
        size_t next = str_find(name, STR("."), dot + 1);
        v = part_of(&v, str_slice(name, dot + 1, next), a);
        dot = next;
    }
    return v;
}

view_value context_lookup(const context *c, str name, arena *a) {
    if (str_is(name, "."))
        return c ? c->view.class->lookup(&c->view, name, a) : view_missing();
    view_value v = lookup_dotted(c, name, a);
    bool dotted = str_find(name, STR("."), 0) != SIZE_MAX;
    if (v.kind != VIEW_MISSING || !dotted || !str_starts(name, "has_"))
        return v;
    view_value asked = lookup_dotted(c, str_slice(name, 4, name.len), a);
    return asked.kind == VIEW_MISSING ? asked : view_bool(context_opens(&asked));
}

typedef struct names {
    str *items;
    size_t count, capacity;
} names;

static void add_names(names *n, const view *v, arena *a) {
    for (const char *const *name = v->class->names; name && *name; name++)
        *ARENA_PUSH(a, n, items, count, capacity) = str_of(*name);
    size_t count = 0;
    str *own = v->class->names_of ? v->class->names_of(v, a, &count) : NULL;
    for (size_t k = 0; k < count; k++)
        *ARENA_PUSH(a, n, items, count, capacity) = own[k];
}

/* Bytes of the first part of a dotted name that leads nowhere, and what stands before it. */
static str missing_part(const context *c, str name, str *before, arena *a) {
    size_t from = 0, dot = str_find(name, STR("."), 0);
    while (dot != SIZE_MAX && context_lookup(c, str_slice(name, 0, dot), a).kind != VIEW_MISSING) {
        from = dot + 1;
        dot = str_find(name, STR("."), from);
    }
    *before = str_slice(name, 0, from);
    return str_slice(name, from, dot);
}

/* The names that could have stood after `before`. */
static names names_after(const context *c, str before, arena *a) {
    names n = {0};
    if (before.len) {
        view_value whole = context_lookup(c, str_slice(before, 0, before.len - 1), a);
        if (whole.kind == VIEW_OBJECT)
            add_names(&n, &whole.object, a);
        return n;
    }
    for (; c; c = c->outer) {
        add_names(&n, &c->view, a);
        for (size_t k = 0; c->count && k < PLACE_NAMES; k++)
            *ARENA_PUSH(a, &n, items, count, capacity) = str_of(place_names[k]);
    }
    return n;
}

/* What a name is called now that some level had once, or the thing before its last dot; empty if none had. */
static str renamed(const context *c, str name, str before, str part, arena *a) {
    view_value whole = before.len ? context_lookup(c, str_slice(before, 0, before.len - 1), a) : view_missing();
    const view_class *class = whole.kind == VIEW_OBJECT ? whole.object.class : NULL;
    str now = class && class->renamed ? class->renamed(&whole.object, part) : STR("");
    if (now.len)
        return str_format(a, "%.*s%.*s", STR_ARG(before), STR_ARG(now));
    for (; c && !now.len && !before.len; c = c->outer)
        now = c->view.class->renamed ? c->view.class->renamed(&c->view, part) : now;
    return now.len ? str_format(a, "%.*s%.*s", STR_ARG(now), STR_ARG(str_slice(name, part.len, name.len))) : now;
}

str context_unknown(const context *c, str name, arena *a) {
    str before, part = missing_part(c, name, &before, a), prefix = STR(""), now = renamed(c, name, before, part, a);
    if (now.len)
        return str_format(a, "\"%.*s\" is not a name any more: write \"%.*s\"", STR_ARG(name), STR_ARG(now));
    names n = names_after(c, before, a);
    if (str_starts(part, "has_")) {
        prefix = STR("has_");
        part = str_slice(part, 4, part.len);
    }
    str near = nearest_word(part, n.items, n.count, a);
    if (near.len == 0)
        return str_format(a, "unknown name \"%.*s\"", STR_ARG(name));
    if (str_equal(near, part))
        return str_format(a, "\"%.*s\" has no value here: the trace does not hold it", STR_ARG(name));
    str rest = str_slice(name, before.len + prefix.len + part.len, name.len);
    return str_format(a, "unknown name \"%.*s\"; did you mean \"%.*s%.*s%.*s%.*s\"?", STR_ARG(name), STR_ARG(before),
                      STR_ARG(prefix), STR_ARG(near), STR_ARG(rest));
}
