/* A recurrence told by its formula alone: what f.value would say at a place is asked of the formula.
 *
 *   formula_at(d, [2,1]) ─▶ min of  a + 1 (a = d[1,1]),  a + 1 (a = d[2,0]) …  ─▶ place_said, as a function says it
 *
 * Labels are those of f.labels, one a term that holds a read; without them a term is called by its bound variable
 * (k=3), else by its number. */
#include "session.h"

#include "number.h"
#include "utf8.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---- what names mean ---- */

str place_tex(const session *s, int function, const long at[]) {
    const rec_function *f = &s->functions[function];
    strbuf b = strbuf_in(s->a);
    strbuf_addf(&b, "%s[", f->name);
    for (int k = 0; k < f->arity; k++)
        strbuf_addf(&b, "%s%ld", k ? "," : "", at[k]);
    strbuf_add_c(&b, "]");
    return strbuf_text(&b);
}

static const rec_function *function_named(const session *s, str name, int *number) {
    for (int k = 0; k < s->function_count; k++)
        if (s->functions[k].name && str_is(name, s->functions[k].name)) {
            *number = k;
            return &s->functions[k];
        }
    return NULL;
}

static const lua_input *input_named(const session *s, str name) {
    for (size_t k = 0; k < s->input_count; k++)
        if (str_equal(s->inputs[k].name, name))
            return &s->inputs[k];
    return NULL;
}

/* Pushes a global of the file that is neither an input nor a recurrence, or nil. */
static int push_global(const session *s, str name) {
    lua_State *L = s->L;
    luaL_checkstack(L, 8, NULL);
    lua_getfield(L, LUA_REGISTRYINDEX, "known");
    lua_pushlstring(L, name.ptr, name.len);
    int type = lua_rawget(L, -2);
    lua_remove(L, -2);
    return type;
}

/* The first and last number of the list at the top of the stack: lists may begin at 0. */
static void ends_of(lua_State *L, long *first, long *last) {
    *first = lua_rawgeti(L, -1, 0) == LUA_TNIL ? 1 : 0;
    *last = (long)lua_rawlen(L, -2);
    lua_pop(L, 1);
}

/* Libraries have names in them, not numbers. */
static bool is_list(lua_State *L) {
    long first, last;
    ends_of(L, &first, &last);
    if (first == 0 || last > 0)
        return true;
    lua_pushnil(L);
    if (!lua_next(L, -2))
        return true;
    lua_pop(L, 2);
    return false;
}

static formula_kind kind_of_global(const session *s, str name, int *count) {
    lua_State *L = s->L;
    int top = lua_gettop(L), type = push_global(s, name);
    formula_kind kind = FORMULA_NOTHING;
    *count = 1;
    if (type == LUA_TNUMBER && lua_isinteger(L, -1))
        kind = FORMULA_INTEGER;
    else if (type == LUA_TSTRING)
        kind = FORMULA_ELEMENTS;
    else if (type == LUA_TTABLE && is_list(L)) {
        long first, last;
        kind = FORMULA_ELEMENTS;
        ends_of(L, &first, &last);
        *count = lua_rawgeti(L, -1, first) == LUA_TTABLE ? 2 : 1;
    }
    lua_settop(L, top);
    return kind;
}

/* The list that the indices before `depth` lead to is at the top; false: there is none. */
static bool go_down(lua_State *L, const long at[], int depth) {
    for (int k = 0; k < depth; k++) {
        lua_rawgeti(L, -1, at[k]);
        if (!lua_istable(L, -1))
            return false;
    }
    return true;
}

static bool range_of_global(const session *s, str name, const long at[], int depth, long *first, long *last) {
    lua_State *L = s->L;
    int top = lua_gettop(L), type = push_global(s, name);
    bool known = false;
    if (type == LUA_TSTRING) {
        *first = 1;
        *last = (long)utf8_count(str_of(lua_tostring(L, -1)));
        known = true;
    } else if (type == LUA_TTABLE && go_down(L, at, depth)) {
        ends_of(L, first, last);
        known = true;
    }
    lua_settop(L, top);
    return known;
}

bool global_shown(const session *s, str name, bool chinese, strbuf *b) {
    lua_State *L = s->L;
    int top = lua_gettop(L);
    long first = 1, last = 0;
    bool shown = push_global(s, name) == LUA_TTABLE && is_list(L);
    if (shown)
        ends_of(L, &first, &last);
    for (long k = first; shown && k <= last; k++) {
        int type = lua_rawgeti(L, -1, k);
        shown = type == LUA_TSTRING || (type == LUA_TNUMBER && lua_isinteger(L, -1));
        strbuf_add_c(b, k == first ? "" : chinese ? "、" : ", ");
        strbuf_add_c(b, type == LUA_TSTRING ? lua_tostring(L, -1) : "");
        if (shown && type == LUA_TNUMBER)
            strbuf_add(b, number_shown(str_format(s->a, "%lld", (long long)lua_tointeger(L, -1)), s->a));
        lua_pop(L, 1);
    }
    if (shown && last < first)
        strbuf_add_c(b, "–");
    lua_settop(L, top);
    return shown;
}

static str letter_of(str text, long number) {
    size_t from = 0, to = 0;
    for (long k = 0; k < number; k++) {
        from = to;
        utf8_next(text, &to);
    }
    return str_slice(text, from, to);
}

/* A finite float has no exact value. */
static bool plain_value(session *s, formula_value *value) {
    lua_State *L = s->L;
    exact v = {0};
    if (lua_type(L, -1) == LUA_TNUMBER && !lua_isinteger(L, -1) && isfinite(lua_tonumber(L, -1)))
        return false;
    if (lua_type(L, -1) == LUA_TSTRING) {
        size_t length;
        const char *text = lua_tolstring(L, -1, &length);
        *value = (formula_value){FORMULA_TEXT, str_copy(s->a, (str){text, length})};
        return true;
    }
    if (!exact_from(L, -1, &v))
        return false;
    static const formula_value_kind kinds[] = {[DP_VALUE] = FORMULA_NUMBER,
                                               [DP_INFINITY] = FORMULA_INF,
                                               [DP_MINUS_INFINITY] = FORMULA_MINUS_INF,
                                               [DP_FALSE] = FORMULA_FALSE,
                                               [DP_TRUE] = FORMULA_TRUE};
    bool known = v.state != DP_NONE;
    if (known)
        *value = (formula_value){kinds[v.state], exact_text(&v, s->a)};
    exact_clear(&v);
    return known;
}

static bool element_of_global(const session *s, str name, const long at[], int count, formula_value *value) {
    lua_State *L = s->L;
    int top = lua_gettop(L), type = push_global(s, name);
    bool known = false;
    if (type == LUA_TSTRING) {
        *value = (formula_value){FORMULA_TEXT, letter_of(str_copy(s->a, str_of(lua_tostring(L, -1))), at[0])};
        known = true;
    } else if (type == LUA_TTABLE && go_down(L, at, count - 1)) {
        lua_rawgeti(L, -1, at[count - 1]);
        known = plain_value((session *)s, value);
    }
    lua_settop(L, top);
    return known;
}

static formula_kind kind_of(const void *user, str name, int *count) {
    const session *s = user;
    int number;
    const rec_function *f = function_named(s, name, &number);
    if (f) {
        *count = f->arity;
        return FORMULA_FUNCTION;
    }
    const lua_input *in = input_named(s, name);
    *count = in && in->kind == INPUT_GRID ? 2 : 1;
    if (in)
        return in->kind == INPUT_INTEGER ? FORMULA_INTEGER : FORMULA_ELEMENTS;
    return datum_get_str(s->sizes, name) ? FORMULA_INTEGER : kind_of_global(s, name, count);
}

static bool integer_of(const void *user, str name, long *value) {
    const session *s = user;
    const datum *size = datum_get_str(s->sizes, name);
    if (size) {
        *value = size->integer;
        return true;
    }
    if (!input_named(s, name)) {
        int type = push_global(s, name);
        bool known = type == LUA_TNUMBER && lua_isinteger(s->L, -1);
        *value = known ? (long)lua_tointeger(s->L, -1) : 0;
        lua_pop(s->L, 1);
        return known;
    }
    number *n = number_from_canonical(s->a, datum_as_text(datum_get_str(s->instance, name)));
    if (!n || !number_is_integer(n) || !fmpz_fits_si(fmpq_numref(n->q)))
        return false;
    *value = fmpz_get_si(fmpq_numref(n->q));
    return true;
}

static bool range_of(const void *user, str name, const long at[], int depth, long *first, long *last) {
    const session *s = user;
    const lua_input *in = input_named(s, name);
    const datum *d = datum_get_str(s->instance, name);
    if (!in)
        return range_of_global(s, name, at, depth, first, last);
    if (!d)
        return false;
    *first = 1;
    if (in->kind == INPUT_TEXT)
        *last = (long)utf8_count(d->text);
    else if (depth == 0)
        *last = (long)d->count;
    else
        *last = at[0] >= 1 && (size_t)at[0] <= d->count ? (long)d->items[at[0] - 1]->count : 0;
    return true;
}

static str length_of(const void *user, str name, int depth) {
    const lua_input *in = input_named(user, name);
    return in ? in->sizes[depth] : STR("");
}

static formula_value value_of_text(str text) {
    formula_value_kind kind = str_is(text, "inf")    ? FORMULA_INF
                              : str_is(text, "-inf") ? FORMULA_MINUS_INF
                                                     : FORMULA_NUMBER;
    return (formula_value){kind, text};
}

/* Of a text a letter, else the item there. */
static bool element_of(const void *user, str name, const long at[], int count, formula_value *value) {
    const session *s = user;
    const lua_input *in = input_named(s, name);
    const datum *d = datum_get_str(s->instance, name);
    if (!in)
        return element_of_global(s, name, at, count, value);
    if (in->kind == INPUT_TEXT) {
        *value = (formula_value){FORMULA_TEXT, letter_of(d->text, at[0])};
        return true;
    }
    const datum *item = d->items[at[0] - 1];
    item = count == 2 ? item->items[at[1] - 1] : item;
    *value = in->kind == INPUT_TEXTS ? (formula_value){FORMULA_TEXT, item->text} : value_of_text(item->text);
    return true;
}

static formula_world world_of(const session *s) {
    return (formula_world){s, kind_of, integer_of, range_of, length_of, element_of};
}

/* ---- reading ---- */

static str formula_text(const session *s, const rec_function *f) {
    if (f->formula->kind == DATUM_TEXT)
        return f->formula->text;
    const datum *own = datum_get_str(f->formula, s->language);
    return own ? own->text : f->formula->items[0]->text;
}

static bool labels_fit(session *s, rec_function *f) {
    size_t terms = formula_term_count(f->read);
    if (!f->labels || f->labels->count == terms)
        return true;
    strbuf b = strbuf_in(s->a);
    for (size_t k = 0; k < terms; k++)
        strbuf_addf(&b, "%s%.*s", k ? ", " : "", STR_ARG(formula_term_at(f->read, k, s->a).tex));
    return fail_at_line(s, f->labels_line, f->name, "%s.labels: expected %zu label%s, one for each of %.*s; got %zu",
                        f->name, terms, terms == 1 ? "" : "s", STR_ARG(strbuf_text(&b)), f->labels->count);
}

/* The same letters in another order would be other places: C_n^k is C[k,n]. */
static bool letters_fit(session *s, rec_function *f) {
    for (int k = 0; k < f->arity && formula_index_count(f->read) == (size_t)f->arity; k++)
        for (int n = 0; n < f->arity; n++)
            if (n != k && str_equal(formula_index(f->read, (size_t)k), f->index[n].letter))
                return fail_at_line(
                    s, f->formula_line, f->name,
                    "%s.formula has %.*s as its index %d, the recurrence as its index %d: write both in "
                    "the same order, %s[…,…]",
                    f->name, STR_ARG(f->index[n].letter), k + 1, n + 1, f->name);
    return true;
}

bool formulas_read(session *s, rec_function *f) {
    source *where = ARENA_NEW(s->a, source);
    *where = (source){STR("formula"), formula_text(s, f)};
    formula_world world = world_of(s);
    error e = error_in(s->a);
    f->read = formula_read(where, 0, where->text.len, str_of(f->name), &world, s->a, &e);
    if (!f->read)
        return fail_at_line(s, f->formula_line, f->name, "%s.formula, column %zu of it: %.*s", f->name, e.column,
                            STR_ARG(e.message));
    return letters_fit(s, f) && labels_fit(s, f);
}

/* ---- a place ---- */

static bool exact_of(const formula_value *v, exact *to, arena *a) {
    static const dp_state states[] = {[FORMULA_INF] = DP_INFINITY,
                                      [FORMULA_MINUS_INF] = DP_MINUS_INFINITY,
                                      [FORMULA_FALSE] = DP_FALSE,
                                      [FORMULA_TRUE] = DP_TRUE};
    if (v->kind == FORMULA_NUMBER)
        return exact_read(v->text, to, a);
    to->state = v->kind == FORMULA_TEXT ? DP_NONE : states[v->kind];
    return v->kind != FORMULA_TEXT;
}

/* A value in an expression of the engine, which has no negative numbers. */
static str value_expr(const exact *v, arena *a) {
    str text = v->state == DP_TRUE ? STR("true") : v->state == DP_FALSE ? STR("false") : exact_text(v, a);
    if (text.len && text.ptr[0] == '-')
        return str_format(a, "(0-%.*s)", (int)text.len - 1, text.ptr + 1);
    return v->state == DP_VALUE ? str_format(a, "(%.*s)", STR_ARG(text)) : text;
}

/* Names of reads are given anew in their order; one outside is its value. */
static bool add_read(session *s, int own, const long at[], way_said *w, const formula_reads *r, str *stands) {
    int number = 0;
    place_said *p = &s->functions[own].said;
    const rec_function *f = function_named(s, r->function, &number);
    dp_place place = {.function = number};
    for (int k = 0; k < f->arity; k++)
        place.at[k] = r->at[k];
    if (!place_inside(f, place.at)) {
        if (f->outside.state == DP_NONE)
            return fail_at_line(
                s, f->formula_line, f->name,
                "the formula of %.*s reads %.*s, outside the bounds of %s; %s.outside = … would say what it is",
                STR_ARG(place_tex(s, own, at)), STR_ARG(place_tex(s, number, place.at)), f->name, f->name);
        *stands = value_expr(&f->outside, s->a);
        return true;
    }
    if (p->read_count == p->read_capacity)
        p->reads = arena_grow(s->a, p->reads, &p->read_capacity, p->read_count + 1, sizeof *p->reads);
    p->reads[p->read_count++] = place;
    *stands = str_format(s->a, "%c", 'a' + (int)w->reads++);
    return true;
}

static const char *new_expression(session *s, const formula_candidate *c, const str *stands) {
    strbuf b = strbuf_in(s->a);
    for (size_t at = 0; at < c->expression.len;) {
        size_t end = at;
        while (end < c->expression.len &&
               (isalnum((unsigned char)c->expression.ptr[end]) || c->expression.ptr[end] == '_'))
            end++;
        str word = str_slice(c->expression, at, end > at ? end : at + 1);
        for (size_t k = 0; k < c->read_count; k++)
            if (end > at && str_equal(c->reads[k].name, word)) {
                word = stands[k];
                break;
            }
        strbuf_add(&b, word);
        at = end > at ? end : at + 1;
    }
    return session_intern(s, b.ptr, b.len);
}

static const char *label_of(session *s, const rec_function *f, const formula_candidate *c) {
    str text;
    if (c->term >= 0 && f->labels && (size_t)c->term < f->labels->count)
        text = datum_as_text(f->labels->items[c->term]);
    else if (c->term >= 0 && c->bound_count)
        text = c->bound[0].name;
    else if (c->term >= 0)
        text = str_format(s->a, "%d", c->term + 1);
    else
        text = c->value.kind == FORMULA_NUMBER ? c->value.text : STR("alone");
    return session_intern(s, text.ptr, text.len);
}

static bool add_candidate(session *s, rec_function *f, const long at[], const formula_candidate *c) {
    place_said *p = &f->said;
    if (p->count == p->capacity)
        p->ways = arena_grow(s->a, p->ways, &p->capacity, p->count + 1, sizeof *p->ways);
    way_said *w = &p->ways[p->count++];
    *w = (way_said){.label = label_of(s, f, c), .first_read = p->read_count, .first_number = p->number_count};
    if (c->term >= 0 && c->bound_count) {
        w->has_argument = true;
        w->argument = c->bound[0].value;
    }
    if (c->term < 0) {
        exact v = {0};
        bool good = exact_of(&c->value, &v, s->a);
        str expr = good ? value_expr(&v, s->a) : STR("0");
        w->expr = session_intern(s, expr.ptr, expr.len);
        exact_clear(&v);
        return good || fail_at_line(s, f->formula_line, f->name, "the formula of %s gives a text", f->name);
    }
    str stands[FORMULA_READS];
    for (size_t k = 0; k < c->read_count; k++)
        if (!add_read(s, (int)(f - s->functions), at, w, &c->reads[k], &stands[k]))
            return false;
    w->expr = new_expression(s, c, stands);
    return true;
}

bool formulas_say(session *s, rec_function *f, const long at[]) {
    static const dp_goal goals[] = {[FORMULA_MIN] = DP_MIN, [FORMULA_MAX] = DP_MAX, [FORMULA_SUM] = DP_SUM,
                                    [FORMULA_ANY] = DP_ANY, [FORMULA_ALL] = DP_ALL, [FORMULA_ONLY] = DP_ONLY};
    place_said *p = &f->said;
    arena *scratch = arena_scratch(s->a);
    arena_mark start = arena_here(scratch);
    formula_world world = world_of(s);
    formula_place place = {0};
    error e = error_in(s->a);
    p->count = p->read_count = p->number_count = 0;
    bool good = formula_at(f->read, at, &world, &place, scratch, &e);
    if (!good)
        fail_at_line(s, f->formula_line, f->name, "the formula of %s: %.*s", f->name, STR_ARG(e.message));
    if (good && place.goal == FORMULA_BASE) {
        good = exact_of(&place.value, &p->base, s->a) ||
               fail_at_line(s, f->formula_line, f->name, "the formula of %s gives a text", f->name);
    } else if (good) {
        p->base.state = DP_NONE;
        p->goal = goals[place.goal];
        for (size_t k = 0; good && k < place.count; k++)
            good = add_candidate(s, f, at, &place.candidates[k]);
    }
    arena_back(scratch, start);
    return good;
}

/* ---- told as an algorithm ---- */

static bool has_turn(const char *order, const char *turn) {
    return order && strstr(order, turn);
}

static formula_loop loop_of(const session *s, const rec_function *f) {
    formula_loop loop = {.formula = f->read};
    for (int k = 0; k < f->arity; k++) {
        bool last = k == f->arity - 1;
        loop.index[k].first = f->index[k].first.text;
        loop.index[k].last = f->index[k].last.text;
        loop.index[k].falls = last ? has_turn(s->order, "backwards") : has_turn(s->order, "from below");
    }
    return loop;
}

static formula_order order_of(const session *s) {
    static const struct {
        const char *name;
        formula_order order;
    } orders[] = {{"columns", FORMULA_COLUMNS},
                  {"lengths", FORMULA_LENGTHS},
                  {"diagonals", FORMULA_DIAGONALS},
                  {"layers", FORMULA_LAYERS},
                  {"levels", FORMULA_LEVELS}};
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
        if (has_turn(s->order, orders[k].name))
            return orders[k].order;
    return FORMULA_ROWS;
}

/* The best of many places: \max_{i,j} d[i,j], indices that are said in their places. */
static str best_answer(const session *s, const rec_function *f, arena *a) {
    static const char *const words[] = {[DP_MIN] = "\\min", [DP_MAX] = "\\max", [DP_SUM] = "\\sum"};
    if (s->goal_kind != DP_MIN && s->goal_kind != DP_MAX && s->goal_kind != DP_SUM)
        return STR("");
    strbuf b = strbuf_in(a);
    strbuf_addf(&b, "%s_{", words[s->goal_kind]);
    bool any = false;
    for (int k = 0; k < f->arity; k++)
        if (!s->goal_fixed[k]) {
            strbuf_addf(&b, "%s%.*s", any ? "," : "", STR_ARG(f->index[k].letter));
            any = true;
        }
    strbuf_addf(&b, strlen(f->name) > 1 ? "} \\text{%s}" : "} %s", f->name);
    for (int k = 0; k < f->arity; k++) {
        str at = s->goal_fixed[k] ? s->goal_text[k] : f->index[k].letter;
        strbuf_addf(&b, "%s%.*s", k ? "," : "[", STR_ARG(at));
    }
    strbuf_add_c(&b, "]");
    return strbuf_text(&b);
}

/* What is returned: d[m,n]; empty where it is the best of many places. */
static str answer_of(const session *s, arena *a) {
    const rec_function *f = &s->functions[s->goal_function];
    strbuf b = strbuf_in(a);
    if (s->goal_best)
        return best_answer(s, f, a);
    strbuf_addf(&b, strlen(f->name) > 1 ? "\\text{%s}" : "%s", f->name);
    for (int k = 0; k < f->arity; k++)
        strbuf_addf(&b, "%s%.*s%s", k ? "," : "[", STR_ARG(s->goal_text[k]), k == f->arity - 1 ? "]" : "");
    return strbuf_text(&b);
}

void formulas_try(session *s) {
    formula_world world = world_of(s);
    for (int k = 0; k < s->function_count; k++) {
        rec_function *f = &s->functions[k];
        if (f->read || !f->formula)
            continue;
        error e = error_in(s->a);
        source *where = ARENA_NEW(s->a, source);
        *where = (source){STR("formula"), formula_text(s, f)};
        f->read = formula_read(where, 0, where->text.len, str_of(f->name), &world, s->a, &e);
        if (!f->read)
            f->formula_fault = str_format(s->a, "column %zu: %.*s", e.column, STR_ARG(e.message));
    }
}

/* A formula beside a function may be words; then there is no algorithm to tell. */
static bool read_all(session *s) {
    bool all = true;
    formulas_try(s);
    for (int k = 0; k < s->function_count; k++)
        all = all && s->functions[k].read;
    return all;
}

void formulas_tell(session *s, datum *recurrence) {
    formula_world world = world_of(s);
    formula_loop loops[MOST_FUNCTIONS];
    size_t count = (size_t)s->function_count;
    if (!read_all(s) || has_turn(s->order, "levels")) /* no loops go through levels */
        return;
    for (size_t k = 0; k < count; k++)
        loops[k] = loop_of(s, &s->functions[k]);
    formula_lines lines = formula_code(loops, count, order_of(s), answer_of(s, s->a), &world, s->a);
    datum *code = datum_list(s->a);
    for (size_t k = 0; k < lines.count; k++) {
        datum *line = datum_add(s->a, code, datum_map(s->a));
        datum_put(s->a, line, "indent", datum_integer(s->a, lines.items[k].indent));
        datum_put(s->a, line, "text", datum_text(s->a, lines.items[k].text));
    }
    if (code->count)
        datum_put(s->a, recurrence, "code", code);
    str time = formula_theta(loops, count, &world, s->a);
    if (time.len && !datum_get(recurrence, "time"))
        datum_put(s->a, recurrence, "time", datum_text(s->a, time));
}
