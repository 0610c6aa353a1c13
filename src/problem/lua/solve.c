/* Solving: each recurrence is a function of the engine, whose callbacks run f.value of the file. What it said of the
 * place asked last is kept, because the engine asks first for a base value and then for candidates.
 *
 *   dp_answer ─▶ base(at) ─▶ f.value(i, j) ─▶ said ─▶ candidates(at)
 */
#include "kit/dp_trace.h"
#include "session.h"
#include "utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_STEPS = 200000, FRAMES = 2000 };

struct lua_file {
    const source *where;
    arena *a;
    session *first;
};

/* ---- asking the file ---- */

static const char *place_name(session *s, dp_place p) {
    const rec_function *f = &s->functions[p.function];
    strbuf b = strbuf_in(s->a);
    strbuf_addf(&b, "%s(", f->name);
    for (int k = 0; k < f->arity; k++)
        strbuf_addf(&b, "%s%ld", k ? ", " : "", p.at[k]);
    strbuf_add_c(&b, ")");
    return b.ptr;
}

/* That place is what f->said is about now. */
static place_said *remember(rec_function *f, const long at[]) {
    place_said *p = &f->said;
    p->known = true;
    memcpy(p->at, at, sizeof p->at);
    if (p->count > 1 && !f->choice)
        f->main_goal = p->goal;
    else if (p->count && !f->choice)
        f->main_goal = DP_ONLY;
    f->choice = f->choice || p->count > 1;
    return p;
}

static place_said *ask(session *s, int function, const long at[]) {
    rec_function *f = &s->functions[function];
    place_said *p = &f->said;
    if (s->failed)
        return NULL;
    if (p->known && memcmp(p->at, at, sizeof p->at) == 0)
        return p;
    if (f->value_ref == LUA_NOREF || (s->by_formula && f->read)) {
        p->known = formulas_say(s, f, at);
        return p->known ? remember(f, at) : NULL;
    }
    lua_State *L = s->L;
    read_mode before = s->reading;
    int caller = s->call_function;
    long caller_at[DP_INDICES];
    memcpy(caller_at, s->call_at, sizeof caller_at);
    uint64_t steps = s->steps, most = s->most_steps;
    nodes_forget(s);
    p->known = false;
    s->reading = READ_NODES;
    s->call_function = function;
    memcpy(s->call_at, at, sizeof s->call_at);
    luaL_checkstack(L, 16, NULL);
    lua_getfield(L, LUA_REGISTRYINDEX, "ask");
    lua_pushlightuserdata(L, f);
    bool good = session_call(s, 1, 0);
    s->reading = before;
    if (good) {
        s->call_function = caller;
        memcpy(s->call_at, caller_at, sizeof caller_at);
    }
    s->steps = steps;
    s->most_steps = most;
    if (!good)
        return NULL;
    return remember(f, at);
}

static int ask_place(lua_State *L) {
    session *s = session_of(L);
    rec_function *f = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, f->value_ref);
    for (int k = 0; k < f->arity; k++)
        lua_pushinteger(L, s->call_at[k]);
    lua_call(L, f->arity, 1);
    said_from(L, f, &f->said);
    return 0;
}

/* What the rule takes at a place: "coin=6"; NULL: nothing. */
static bool rule_label(session *s, int function, const long at[], const char **label) {
    lua_State *L = s->L;
    const rec_function *f = &s->functions[function];
    int top = lua_gettop(L);
    *label = NULL;
    s->reading = READ_VALUES;
    s->call_function = function;
    memcpy(s->call_at, at, sizeof s->call_at);
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->rule->ref);
    for (int k = 0; k < f->arity; k++)
        lua_pushinteger(L, at[k]);
    bool good = session_call(s, f->arity, 2);
    s->reading = READ_NOTHING;
    if (!good)
        return false;
    s->call_function = -1;
    if (lua_type(L, -2) == LUA_TSTRING) {
        strbuf b = strbuf_in(s->a);
        strbuf_add_c(&b, lua_tostring(L, -2));
        if (!lua_isnil(L, -1)) {
            strbuf_add_byte(&b, '=');
            strbuf_add_c(&b, luaL_tolstring(L, -1, NULL));
        }
        *label = session_intern(s, b.ptr, b.len);
    }
    lua_settop(L, top);
    return *label != NULL;
}

static bool is_label(const way_said *w, const char *label) {
    char text[160];
    if (w->has_argument)
        snprintf(text, sizeof text, "%s=%ld", w->label, w->argument);
    else
        snprintf(text, sizeof text, "%s", w->label);
    return strcmp(text, label) == 0;
}

static dp_state base_of(const void *user, int function, const long at[], void *value) {
    session *s = (session *)user;
    place_said *p = ask(s, function, at);
    if (!p) {
        fmpq_zero(value);
        return DP_VALUE;
    }
    if (p->base.state == DP_VALUE)
        fmpq_set(value, &p->base.q);
    return p->base.state;
}

static void candidates_of(const void *user, int function, const long at[], dp_list *out) {
    session *s = (session *)user;
    place_said *p = ask(s, function, at);
    if (!p)
        return;
    const char *label = NULL;
    dp_goal_here(out, p->goal, NULL);
    if (s->rule && !rule_label(s, function, at, &label)) {
        if (!s->failed && p->count)
            fail_at_line(s, s->rule->line, NULL, "the rule %.*s says no way at %s: it must return a label",
                         STR_ARG(s->rule->name), place_name(s, (dp_place){function, {at[0], at[1], at[2]}}));
        return;
    }
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
                                        "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"};
    bool taken = !s->rule;
    for (size_t k = 0; s->rule && k < p->count; k++)
        taken = taken || is_label(&p->ways[k], label);
    if (!taken && p->count) {
        fail_at_line(s, s->rule->line, NULL, "the rule %.*s takes %s, and there is no such way (at %s)",
                     STR_ARG(s->rule->name), label, place_name(s, (dp_place){function, {at[0], at[1], at[2]}}));
        return;
    }
    for (size_t k = 0; k < p->count; k++) {
        const way_said *w = &p->ways[k];
        if (s->rule && !is_label(w, label))
            continue;
        if (w->has_argument)
            dp_try_with(out, w->label, w->argument, w->expr);
        else
            dp_try(out, w->label, w->expr);
        for (size_t n = 0; n < w->reads; n++) {
            char name[16];
            int length = snprintf(name, sizeof name, "%c%zu", 'a' + (int)(n % 26), n / 26);
            const dp_place *read = &p->reads[w->first_read + n];
            dp_reads(out, n < 26 ? names[n] : session_intern(s, name, (size_t)length), read->function, read->at);
        }
        for (size_t n = 0; n < w->numbers; n++)
            dp_number(out, &p->values[w->first_number + n]);
    }
}

static int inside_of(const void *user, int function, const long at[]) {
    return place_inside(&((const session *)user)->functions[function], at);
}

#define OF_FUNCTION(n)                                                                                                 \
    static dp_state base_##n(const void *user, const long at[], void *value) {                                         \
        return base_of(user, n, at, value);                                                                            \
    }                                                                                                                  \
    static void candidates_##n(const void *user, const long at[], dp_list *out) {                                      \
        candidates_of(user, n, at, out);                                                                               \
    }                                                                                                                  \
    static int inside_##n(const void *user, const long at[]) {                                                         \
        return inside_of(user, n, at);                                                                                 \
    }
OF_FUNCTION(0)
OF_FUNCTION(1)
OF_FUNCTION(2)
OF_FUNCTION(3)
OF_FUNCTION(4)
OF_FUNCTION(5)
OF_FUNCTION(6)
OF_FUNCTION(7)
#define ROW_OF_FUNCTION(n)                                                                                             \
    { base_##n, candidates_##n, inside_##n }
static const struct {
    dp_state (*base)(const void *user, const long at[], void *value);
    void (*candidates)(const void *user, const long at[], dp_list *out);
    int (*inside)(const void *user, const long at[]);
} callbacks[MOST_FUNCTIONS] = {ROW_OF_FUNCTION(0), ROW_OF_FUNCTION(1), ROW_OF_FUNCTION(2), ROW_OF_FUNCTION(3),
                               ROW_OF_FUNCTION(4), ROW_OF_FUNCTION(5), ROW_OF_FUNCTION(6), ROW_OF_FUNCTION(7)};

/* The best of many places, as a function without indices and without a table; or the value outside. */
static dp_state goal_base(const void *user, const long at[], void *value) {
    const session *s = user;
    const exact *v = &s->functions[s->goal_function].outside;
    (void)at;
    if (!s->goal_outside)
        return DP_NONE;
    if (v->state == DP_VALUE)
        fmpq_set(value, &v->q);
    return v->state;
}

static void goal_candidates(const void *user, const long at[], dp_list *out) {
    session *s = (session *)user;
    const rec_function *f = &s->functions[s->goal_function];
    long p[DP_INDICES] = {0}, least[DP_INDICES] = {0}, most[DP_INDICES] = {0};
    (void)at;
    for (int k = 0; k < f->arity; k++) {
        least[k] = s->goal_fixed[k] ? s->goal_at[k] : f->least[k];
        most[k] = s->goal_fixed[k] ? s->goal_at[k] : f->most[k];
    }
    for (p[0] = least[0]; p[0] <= most[0]; p[0]++)
        for (p[1] = least[1]; p[1] <= most[1]; p[1]++)
            for (p[2] = least[2]; p[2] <= most[2]; p[2]++) {
                if (!place_inside(f, p))
                    continue;
                strbuf *b = &s->text;
                b->len = 0;
                for (int k = 0; k < f->arity; k++)
                    if (!s->goal_fixed[k])
                        strbuf_addf(b, "%s%.*s=%ld", b->len ? "," : "", STR_ARG(f->index[k].letter), p[k]);
                dp_try(out, session_intern(s, b->ptr ? b->ptr : f->name, b->len ? b->len : strlen(f->name)), "a");
                dp_reads(out, "a", s->goal_function, p);
            }
}

static bool check_file(session *s) {
    if (!s->function_count)
        return fail_at_line(s, 0, NULL, "the file has no recurrence: f = recurrence({\"i\", 0, n})");
    if (s->goal_function < 0)
        return fail_at_line(s, 0, NULL, "the file says no goal: goal(f, n), or goal(max, f)");
    for (int k = 0; k < s->function_count; k++) {
        const rec_function *f = &s->functions[k];
        if (f->value_ref == LUA_NOREF && !f->formula)
            return fail_at_line(s, f->line, f->name,
                                "%s has neither a function value nor a formula: function %s.value(…) … end", f->name,
                                f->name);
    }
    for (int k = 0; k < s->function_count; k++)
        if (s->functions[k].value_ref == LUA_NOREF && !s->functions[k].read && !formulas_read(s, &s->functions[k]))
            return false;
    return labels_are_used(s) && comparisons_are_exact(s);
}

static bool begin(session *s) {
    arena *a = s->a;
    bool extra = s->goal_best || s->goal_outside;
    int count = s->function_count + extra;
    if (!check_file(s))
        return false;
    dp_function *functions = ARENA_ARRAY(a, dp_function, (size_t)count);
    for (int k = 0; k < s->function_count; k++) {
        const rec_function *f = &s->functions[k];
        dp_function *to = &functions[k];
        *to = (dp_function){.name = f->name,
                            .arity = f->arity,
                            .shape = f->shape,
                            .inside = f->odd ? callbacks[k].inside : NULL,
                            .choices = f->choices,
                            .base = callbacks[k].base,
                            .candidates = callbacks[k].candidates};
        for (int n = 0; n < f->arity; n++)
            to->index[n] = (dp_index){str_to_c(a, f->index[n].letter), f->least[n], f->most[n], f->index[n].names};
    }
    if (extra)
        functions[count - 1] = (dp_function){
            .name = "goal", .goal = s->goal_kind, .no_table = 1, .base = goal_base, .candidates = goal_candidates};
    dp d = {
        .values = &exact_values, .functions = functions, .function_count = count, .user = s, .most_bytes = SIZE_MAX};
    d.ask.function = extra ? count - 1 : s->goal_function;
    if (!extra)
        memcpy(d.ask.at, s->goal_at, sizeof d.ask.at);
    lua_pushcfunction(s->L, ask_place);
    lua_setfield(s->L, LUA_REGISTRYINDEX, "ask");
    s->run = dp_begin_in(&d, a);
    s->rule_run = s->mistake_count ? dp_begin_in(&d, a) : NULL;
    s->formula_run = dp_begin_in(&d, a);
    return true;
}

static bool done(session *s, int good) {
    if (s->failed)
        return false;
    if (good)
        return true;
    s->failed = true;
    if (!s->run || dp_refused(s->run))
        return dp_done(s->run, 0, s->e);
    dp_place p = dp_place_now(s->run);
    int line = s->functions[s->goal_function].line;
    if (p.function >= s->function_count)
        return fail_at_line(s, s->goal_line, NULL, "%s", dp_error(s->run));
    s->failed = false;
    if (s->functions[p.function].value_ref != LUA_NOREF)
        line = session_last_line(s, p.function, p.at, false, NULL);
    return fail_at_line(s, line, NULL, "%s (at %s)", dp_error(s->run), place_name(s, p));
}

/* f(i, j) anywhere: a node where a place is asked, else its value. */
static int call_recurrence(lua_State *L, int function, const long at[]) {
    session *s = session_of(L);
    rec_function *f = &s->functions[function];
    if (s->reading == READ_NODES && !s->checking)
        return call_recurrence_node(L, function, at);
    for (int k = 0; s->checking && k < f->arity; k++)
        session_log(s, (uint64_t)at[k] + 7 * (uint64_t)function);
    if (s->reading == READ_NOTHING)
        return refuse(L, f->name, "values are known only in value, solution, mistake, rule and interesting");
    if (!place_inside(f, at)) {
        if (f->outside.state == DP_NONE)
            return refuse(L, f->name, "this place is outside those of %s", f->name);
        exact_push(L, &f->outside);
        return 1;
    }
    dp_place p = {.function = function};
    memcpy(p.at, at, sizeof p.at);
    const void *value = NULL;
    if (!dp_need(s->run, p) || s->failed) {
        done(s, 0);
        return refuse(L, f->name, "no value");
    }
    dp_state state = dp_value(s->run, p, &value);
    exact_push_operand(L, state, value);
    return 1;
}

/* ---- the way back ---- */

typedef struct back {
    session *s;
    dp_place ask;
    bool rule;
} back;

static void push_label(lua_State *L, const char *label) {
    const char *equals = strchr(label, '=');
    lua_pushlstring(L, label, equals ? (size_t)(equals - label) : strlen(label));
    lua_setfield(L, -2, "label");
    if (!equals)
        return;
    char *end;
    long number = strtol(equals + 1, &end, 10);
    if (end != equals + 1 && !*end)
        lua_pushinteger(L, number);
    else
        lua_pushstring(L, equals + 1);
    lua_setfield(L, -2, "arg");
}

static int step_field(lua_State *L) {
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    if (strcmp(name, "label") == 0 || strcmp(name, "arg") == 0)
        return 0;
    return refuse(L, name, "a step has no %s: it has of, label, arg, value, parts and the letters of its indices",
                  name);
}

/* The steps from the question, each before its parts, a left one before a right one, in the list at the top. */
static bool push_steps(session *s, dp_run *run, dp_place root) {
    typedef struct open {
        dp_place place;
        int parent; /* number of its step, 0 for none */
        int number; /* among the parts of that */
    } open;
    lua_State *L = s->L;
    arena *a = s->a;
    open *stack = NULL;
    size_t count = 0, capacity = 0, visited = 0;
    int steps = 0;
    lua_newtable(L);
    luaL_newmetatable(L, "step");
    lua_pushcfunction(L, step_field);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    stack = arena_grow(a, stack, &capacity, 1, sizeof *stack);
    stack[count++] = (open){.place = root};
    while (count) {
        open o = stack[--count];
        const char *label;
        dp_place reads[DP_READS];
        int read_count;
        const void *value = NULL;
        if (visited == s->way_count && s->way_count < MOST_STEPS) {
            s->way = arena_grow(a, s->way, &s->way_capacity, s->way_count + 1, sizeof *s->way);
            memset(&s->way[s->way_count++], 0, sizeof *s->way);
        }
        size_t best, which = visited < s->way_count ? s->way[visited].which : 0;
        if (!done(s, dp_kept_of(run, o.place, which, &best, &label, reads, &read_count)))
            return false;
        if (visited < s->way_count)
            s->way[visited++].count = best;
        bool real = o.place.function < s->function_count;
        if (real) {
            const rec_function *f = &s->functions[o.place.function];
            if (++steps > MOST_STEPS)
                return fail_at_line(s, 0, NULL, "the solution has more than %d steps", MOST_STEPS);
            lua_newtable(L);
            lua_pushstring(L, f->name);
            lua_setfield(L, -2, "of");
            for (int k = 0; k < f->arity; k++) {
                lua_pushinteger(L, o.place.at[k]);
                lua_setfield(L, -2, f->index[k].letter.ptr);
            }
            dp_state state = dp_value(run, o.place, &value);
            exact_push_operand(L, state, value);
            lua_setfield(L, -2, "value");
            if (label)
                push_label(L, label);
            lua_newtable(L);
            lua_setfield(L, -2, "parts");
            luaL_setmetatable(L, "step");
            if (o.parent) {
                lua_rawgeti(L, -2, o.parent);
                lua_getfield(L, -1, "parts");
                lua_pushvalue(L, -3);
                lua_rawseti(L, -2, o.number);
                lua_pop(L, 2);
            }
            lua_rawseti(L, -2, steps);
        }
        int own = real ? steps : 0;
        while (count + (size_t)read_count > capacity)
            stack = arena_grow(a, stack, &capacity, count + (size_t)read_count, sizeof *stack);
        for (int k = read_count; k--;)
            stack[count++] = (open){.place = reads[k], .parent = own, .number = k + 1};
    }
    return true;
}

/* "{i} {x[i]} {arg}" of the step at the top, evaluated. */
static bool show_step(session *s, const char *show, strbuf *b) {
    lua_State *L = s->L;
    for (const char *at = show; *at;) {
        const char *open = strchr(at, '{'), *close = open ? strchr(open, '}') : NULL;
        if (!close) {
            strbuf_add_c(b, at);
            break;
        }
        strbuf_add(b, (str){at, (size_t)(open - at)});
        str what = {open + 1, (size_t)(close - open - 1)}, list = what, index = what;
        size_t bracket = str_find(what, STR("["), 0);
        if (bracket != SIZE_MAX && str_ends(what, "]")) {
            list = str_slice(what, 0, bracket);
            index = str_slice(what, bracket + 1, what.len - 1);
        }
        lua_pushlstring(L, index.ptr, index.len);
        if (lua_rawget(L, -2) == LUA_TNIL)
            return fail_at_line(s, 0, NULL, "solution: a step has no %.*s", STR_ARG(index));
        if (bracket != SIZE_MAX) {
            lua_getfield(L, LUA_REGISTRYINDEX, "known");
            lua_pushlstring(L, list.ptr, list.len);
            lua_rawget(L, -2);
            if (!luaL_testudata(L, -1, "list") && lua_type(L, -1) != LUA_TTABLE)
                return fail_at_line(s, 0, NULL, "solution: %.*s is not a list", STR_ARG(list));
            if (luaL_testudata(L, -1, "list"))
                lua_getiuservalue(L, -1, 1);
            lua_rawgeti(L, -1, lua_tointeger(L, -1 - 2 - (luaL_testudata(L, -2, "list") != NULL)));
        }
        size_t length;
        const char *text = luaL_tolstring(L, -1, &length);
        strbuf_add(b, (str){text, length});
        lua_settop(L, 2);
        at = close + 1;
    }
    return true;
}

static bool bracket_step(session *s, const char *label, const char *show, strbuf *b, int depth) {
    lua_State *L = s->L; /* the step is at the top */
    if (depth > 180)
        return fail_at_line(s, 0, NULL, "the solution is too deep for brackets");
    luaL_checkstack(L, 10, NULL);
    lua_pushliteral(L, "label");
    bool split = lua_rawget(L, -2) == LUA_TSTRING && strcmp(lua_tostring(L, -1), label) == 0;
    lua_pop(L, 1);
    if (!split) {
        lua_pushvalue(L, -1);
        lua_insert(L, 1);
        lua_pushvalue(L, 1);
        int top = lua_gettop(L);
        (void)top;
        strbuf part = strbuf_in(s->a);
        /* show_step wants the step as the second thing of the stack: a small state of its own */
        lua_State *T = lua_newthread(L);
        lua_pushnil(T);
        lua_pushvalue(L, -2);
        lua_xmove(L, T, 1);
        s->L = T;
        bool good = show_step(s, show, &part);
        s->L = L;
        lua_pop(L, 2);
        lua_remove(L, 1);
        strbuf_add(b, strbuf_text(&part));
        return good;
    }
    strbuf_add_c(b, "(");
    lua_getfield(L, -1, "parts");
    int parts = lua_gettop(L), count = (int)lua_rawlen(L, parts);
    for (int k = 1; k <= count; k++) {
        if (k > 1)
            strbuf_add_c(b, " ");
        lua_rawgeti(L, parts, k);
        if (!bracket_step(s, label, show, b, depth + 1))
            return false;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    strbuf_add_c(b, ")");
    return true;
}

static const char *text_of(lua_State *L, int table, const char *field, const char *unless) {
    lua_getfield(L, table, field);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : unless;
    lua_pop(L, 1);
    return text;
}

static int declared_solution(lua_State *L) { /* (declaration, steps) → text */
    session *s = session_of(L);
    strbuf b = strbuf_in(s->a);
    const char *show = session_intern(s, text_of(L, 1, "show", "{arg}"), strlen(text_of(L, 1, "show", "{arg}")));
    const char *brackets = text_of(L, 1, "brackets", NULL), *each = text_of(L, 1, "each", NULL);
    const char *join = text_of(L, 1, "join", ", ");
    bool from_end = strcmp(text_of(L, 1, "from", "start"), "end") == 0, first = true;
    const char *from = text_of(L, 1, "from", "start"), *named = brackets ? brackets : each;
    if (strcmp(from, "start") != 0 && strcmp(from, "end") != 0)
        return refuse(L, "solution", "solution: from must be \"start\" or \"end\", got \"%s\"", from);
    if (named && s->labels->count && !datum_get(s->labels, named))
        return refuse(L, "solution", "solution: no way is called %s: labels has other names", named);
    if (brackets) {
        if (lua_rawgeti(L, 2, 1) == LUA_TTABLE && !bracket_step(s, brackets, show, &b, 0))
            return refuse(L, NULL, "solution");
    } else {
        int count = (int)lua_rawlen(L, 2);
        lua_State *T = lua_newthread(L);
        for (int k = 1; k <= count; k++) {
            lua_rawgeti(L, 2, from_end ? count + 1 - k : k);
            lua_pushliteral(L, "label");
            bool meant = lua_rawget(L, -2) == LUA_TSTRING && (!each || strcmp(lua_tostring(L, -1), each) == 0);
            lua_pop(L, 1);
            if (meant) {
                if (!first)
                    strbuf_add_c(&b, join);
                first = false;
                lua_settop(T, 0);
                lua_pushnil(T);
                lua_pushvalue(L, -1);
                lua_xmove(L, T, 1);
                s->L = T;
                bool good = show_step(s, show, &b);
                s->L = L;
                if (!good)
                    return refuse(L, NULL, "solution");
            }
            lua_pop(L, 1);
        }
    }
    lua_pushlstring(L, b.ptr ? b.ptr : "", b.len);
    return 1;
}

/* What a function says to readers besides, at the top of the stack: {en = "…", zh = "…"}; NULL: it says nothing. */
static bool told_words(session *s, const char *who, datum **told) {
    static const char *const languages[] = {"en", "zh"};
    lua_State *L = s->L;
    bool words = lua_istable(L, -1);
    *told = NULL;
    for (size_t k = 0; words && k < sizeof languages / sizeof *languages; k++) {
        size_t length;
        lua_pushstring(L, languages[k]);
        const char *text = lua_rawget(L, -2) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
        if (text && utf8_invalid((str){text, length}) == SIZE_MAX) {
            *told = *told ? *told : datum_map(s->a);
            datum_put(s->a, *told, languages[k], datum_text(s->a, str_copy(s->a, (str){text, length})));
        }
        lua_pop(L, 1);
    }
    return *told || lua_isnil(L, -1) ||
           fail_at_line(s, 0, NULL, "%s must tell readers { en = \"…\", zh = \"…\" }, got a %s", who,
                        luaL_typename(L, -1));
}

/* What the file says of these steps: the text, or NULL where it says none, and how readers are told of it. False on
 * error. */
static bool solution_text(session *s, dp_run *run, dp_place root, datum **text, datum **told) {
    lua_State *L = s->L;
    *text = *told = NULL;
    if (s->solution_ref == LUA_NOREF && s->solution_table_ref == LUA_NOREF)
        return true;
    int top = lua_gettop(L);
    s->reading = READ_VALUES;
    if (s->solution_ref != LUA_NOREF)
        lua_rawgeti(L, LUA_REGISTRYINDEX, s->solution_ref);
    else {
        lua_pushcfunction(L, declared_solution);
        lua_rawgeti(L, LUA_REGISTRYINDEX, s->solution_table_ref);
    }
    bool good = push_steps(s, run, root) && session_call(s, s->solution_ref != LUA_NOREF ? 1 : 2, 2);
    s->reading = READ_NOTHING;
    good = good && told_words(s, "solution", told);
    if (good)
        lua_pop(L, 1);
    if (good && !lua_isnil(L, -1)) {
        size_t length;
        const char *said =
            lua_type(L, -1) == LUA_TSTRING || lua_isinteger(L, -1) ? lua_tolstring(L, -1, &length) : NULL;
        if (said && utf8_invalid((str){said, length}) != SIZE_MAX)
            good = fail_at_line(s, 0, NULL, "solution must return text in UTF-8");
        else if (said)
            *text = datum_text(s->a, str_copy(s->a, (str){said, length}));
        else
            good = fail_at_line(s, 0, NULL, "solution must return a text, got a %s", luaL_typename(L, -1));
    }
    lua_settop(L, top);
    return good;
}

/* The next way back: the last place that has another candidate takes it, and what comes behind it begins anew. False:
 * there is none. */
static bool next_way(session *s) {
    while (s->way_count && s->way[s->way_count - 1].which + 1 >= s->way[s->way_count - 1].count)
        s->way_count--;
    if (s->way_count)
        s->way[s->way_count - 1].which++;
    return s->way_count > 0;
}

static bool has_text(const datum *list, str text) {
    for (size_t k = 0; k < list->count; k++)
        if (str_equal(list->items[k]->text, text))
            return true;
    return false;
}

static bool all_solutions(session *s, dp_place root, size_t most, datum *list, bool *all) {
    datum *text = NULL, *told = NULL;
    s->way_count = 0;
    for (size_t k = 0; k < most; k++) {
        if (!solution_text(s, s->run, root, &text, &told))
            return false;
        if (!text)
            return true;
        if (!has_text(list, text->text))
            datum_add(s->a, list, text);
        if (!next_way(s)) {
            *all = true;
            break;
        }
    }
    s->way_count = 0;
    return true;
}

/* ---- what must not hang on values ---- */

/* Lua finds a value that is read true in an `if`, and unequal to any number, without asking us. So places are run once
 * more with the values themselves: what they read and which ways they make must be the same. */
static bool check_places(session *s) {
    enum { CHECKED = 20000 };
    size_t left = CHECKED;
    for (int k = 0; k < s->function_count; k++) {
        const rec_function *f = &s->functions[k];
        long most[DP_INDICES] = {0}, least[DP_INDICES] = {0};
        dp_place p = {.function = k};
        memcpy(least, f->least, (size_t)f->arity * sizeof *least);
        memcpy(most, f->most, (size_t)f->arity * sizeof *most);
        for (p.at[0] = least[0]; p.at[0] <= most[0]; p.at[0]++)
            for (p.at[1] = least[1]; p.at[1] <= most[1]; p.at[1]++)
                for (p.at[2] = least[2]; p.at[2] <= most[2]; p.at[2]++) {
                    uint64_t symbols, values;
                    if (!left || !place_inside(f, p.at) || dp_value(s->run, p, NULL) == DP_NONE)
                        continue;
                    left--;
                    s->steps = 0;
                    s->most_steps = (uint64_t)1 << 26;
                    int line = session_last_line(s, k, p.at, false, &symbols);
                    session_last_line(s, k, p.at, true, &values);
                    s->functions[k].said.known = false;
                    if (s->failed)
                        return false;
                    if (symbols != values)
                        return fail_at_line(
                            s, line, NULL,
                            "which ways %s has hangs on a value that is read: such a value cannot be asked "
                            "about, neither in an if nor by ==",
                            place_name(s, p));
                }
    }
    return true;
}

/* ---- the answer ---- */

static datum *value_datum(const exact *v, arena *a) {
    if (v->state == DP_TRUE || v->state == DP_FALSE)
        return datum_bool(a, v->state == DP_TRUE);
    return datum_text(a, exact_text(v, a));
}

/* A recurrence that begins nowhere: told by formulas alone, and no place has a finite value. */
static bool begins_somewhere(session *s) {
    dp_place p = {0};
    size_t places = 0;
    for (int k = 0; k < s->function_count; k++) {
        const rec_function *f = &s->functions[k];
        p.function = k;
        if (!f->formula || f->value_ref != LUA_NOREF)
            return true;
        for (p.at[0] = f->least[0]; p.at[0] <= f->most[0]; p.at[0]++)
            for (p.at[1] = f->least[1]; p.at[1] <= f->most[1]; p.at[1]++)
                for (p.at[2] = f->least[2]; p.at[2] <= f->most[2]; p.at[2]++) {
                    if (!place_inside(f, p.at))
                        continue;
                    dp_state state = dp_value(s->run, p, NULL);
                    places++;
                    if (state == DP_NONE || state == DP_VALUE || state == DP_TRUE || state == DP_FALSE)
                        return true;
                }
    }
    const rec_function *f = &s->functions[s->goal_function];
    return places < 2 ||
           fail_at_line(
               s, f->formula_line, f->name,
               "the formula of %s begins nowhere, so that every value is infinite: give a case that reads nothing",
               f->name);
}

static bool answer(session *s, lua_solved *solved) {
    arena *a = s->a;
    int defined = 0;
    fmpq count = {0};
    bool extra = s->goal_best || s->goal_outside;
    dp_place question = {.function = extra ? s->function_count : s->goal_function};
    if (!extra)
        memcpy(question.at, s->goal_at, sizeof question.at);
    fmpq_init(&count);
    bool good = s->run && dp_answer(s->run, &defined, &count);
    if (!done(s, good)) {
        fmpq_clear(&count);
        return false;
    }
    exact value = {0};
    const void *at = NULL;
    value.state = dp_value(s->run, question, &at);
    if (value.state == DP_VALUE)
        fmpq_set(&value.q, at);
    solved->answer = datum_map(a);
    datum_put(a, solved->answer, "value", value_datum(&value, a));
    if (defined) {
        exact ways = {DP_VALUE, count};
        datum_put(a, solved->answer, "optimal", datum_text(a, exact_text(&ways, a)));
    }
    fmpq_clear(&count);
    if (!check_places(s) || (value.state != DP_VALUE && !begins_somewhere(s))) {
        exact_clear(&value);
        return false;
    }
    datum *text = NULL;
    bool possible = value.state == DP_VALUE || value.state == DP_TRUE;
    exact_clear(&value);
    s->way_count = 0;
    s->told = NULL;
    if (possible && !solution_text(s, s->run, question, &text, &s->told))
        return false;
    if (text)
        datum_put(a, solved->answer, "solution", text);
    solved->told = s->told;
    for (int k = 0; k < s->function_count; k++)
        solved->choice = solved->choice || s->functions[k].choice;
    return true;
}

/* ---- mistakes ---- */

static dp_place question_of(const session *s) {
    bool extra = s->goal_best || s->goal_outside;
    dp_place question = {.function = extra ? s->function_count : s->goal_function};
    if (!extra)
        memcpy(question.at, s->goal_at, sizeof question.at);
    return question;
}

/* How it went: a text, and what readers are told of it, or NULL. */
static void add_mistake(session *s, const mistake *m, datum *list, const datum *value, const datum *how,
                        const datum *told, lua_solved *solved) {
    arena *a = s->a;
    datum *one = datum_add(a, list, datum_map(a)), *more = datum_map(a);
    datum_put(a, more, "value", (datum *)value);
    const datum *shown = told ? told : how;
    datum_put(a, more, "how", shown ? (datum *)shown : datum_text(a, STR("")));
    datum_put(a, one, "name", datum_text(a, m->name));
    datum_put(a, one, "says", filled_words(s, m->words, more));
    datum_put(a, one, "value", datum_text(a, datum_as_text(value)));
    if (how)
        datum_put(a, one, "how", (datum *)how);
    str *names = ARENA_ARRAY(a, str, solved->wrong_count + 1);
    for (size_t k = 0; k < solved->wrong_count; k++)
        names[k] = solved->wrong[k];
    names[solved->wrong_count++] = m->name;
    solved->wrong = names;
}

/* A number that is not exact: 0.5, NaN. Where it is met outside of a call it must not raise an error. */
static bool is_float(lua_State *L, int at) {
    return lua_type(L, at) == LUA_TNUMBER && !lua_isinteger(L, at) && !isinf(lua_tonumber(L, at));
}

static bool try_mistake(session *s, const mistake *m, datum *list, lua_solved *solved) {
    lua_State *L = s->L;
    int top = lua_gettop(L);
    s->reading = READ_VALUES;
    lua_rawgeti(L, LUA_REGISTRYINDEX, m->ref);
    bool good = session_call(s, 0, LUA_MULTRET);
    s->reading = READ_NOTHING;
    if (!good)
        return false;
    exact v = {0};
    bool silent = lua_gettop(L) == top;
    lua_settop(L, top + 2);
    if (silent)
        good = fail_at_line(
            s, m->line, NULL,
            "the mistake %.*s returns nothing: is a return missing? (return nil says that it does not apply)",
            STR_ARG(m->name));
    else if (is_float(L, -2))
        good = fail_at_line(s, m->line, NULL, "the mistake %.*s returns %s, a float: write // for whole division",
                            STR_ARG(m->name), lua_tostring(L, -2));
    else if (!lua_isnil(L, -2) && !exact_from(L, -2, &v))
        good = fail_at_line(s, m->line, NULL, "the mistake %.*s must return a value, got a %s", STR_ARG(m->name),
                            luaL_typename(L, -2));
    if (good && v.state != DP_NONE) {
        datum *value = value_datum(&v, s->a);
        size_t length;
        datum *told = NULL;
        bool words = lua_istable(L, -1);
        good = !words || told_words(s, "a mistake", &told);
        const char *how = words || lua_isnil(L, -1) ? NULL : luaL_tolstring(L, -1, &length);
        if (good && !str_equal(datum_as_text(value), datum_as_text(datum_get(solved->answer, "value"))))
            add_mistake(s, m, list, value, how ? datum_text(s->a, str_copy(s->a, (str){how, length})) : NULL, told,
                        solved);
    }
    exact_clear(&v);
    lua_settop(L, top);
    return good;
}

/* A rule is followed by a run of its own, in which each place has the rule's candidate alone. */
static bool try_rule(session *s, const mistake *m, datum *list, lua_solved *solved) {
    dp_place root = question_of(s);
    const void *at = NULL;
    exact v = {0};
    int defined = 0;
    s->rule = m;
    bool good = s->rule_run && dp_answer(s->rule_run, &defined, NULL);
    if (!good || s->failed) {
        s->rule = NULL;
        if (s->failed)
            return false;
        return fail_at_line(s, m->line, NULL, "the rule %.*s: %s", STR_ARG(m->name),
                            s->rule_run ? dp_error(s->rule_run) : "no memory");
    }
    v.state = dp_value(s->rule_run, root, &at);
    if (v.state == DP_VALUE)
        fmpq_set(&v.q, at);
    datum *value = value_datum(&v, s->a), *how = NULL, *told = NULL;
    bool possible = v.state == DP_VALUE || v.state == DP_TRUE;
    exact_clear(&v);
    bool wrong = !str_equal(datum_as_text(value), datum_as_text(datum_get(solved->answer, "value")));
    s->way_count = 0;
    if (wrong && possible)
        good = solution_text(s, s->rule_run, root, &how, &told);
    s->rule = NULL;
    if (good && wrong)
        add_mistake(s, m, list, value, how, told, solved);
    return good;
}

static bool try_mistakes(session *s, datum *list, lua_solved *solved) {
    for (size_t k = 0; k < s->mistake_count; k++) {
        const mistake *m = &s->mistakes[k];
        if (!(m->rule ? try_rule : try_mistake)(s, m, list, solved))
            return false;
    }
    return true;
}

static void close_it(void *thing) {
    session_close(thing);
}

static void open_words(session *s) {
    open_values(s);
    open_declare(s);
}

static const session_parts parts = {open_words, nodes_forget, values_clear, call_recurrence};

static session *run_file(lua_file *f, run_mode mode, const datum *given, uint64_t seed, str language, arena *a,
                         error *e) {
    session *s = session_new(&parts, f->where, a, e);
    if (!s)
        return NULL;
    arena_at_free(a, close_it, s);
    s->mode = mode;
    s->given = given;
    s->language = language;
    s->random = random_from_seed(seed);
    return session_run(s) ? s : NULL;
}

/* ---- the header's functions ---- */

lua_file *lua_file_load(const source *where, arena *a, error *e) {
    lua_file *f = ARENA_NEW(a, lua_file);
    *f = (lua_file){.where = where, .a = a};
    session *s = run_file(f, RUN_EXAMPLE, NULL, 0, STR("en"), a, e);
    if (!s || !check_file(s))
        return NULL;
    f->first = s;
    return f;
}

session *lua_file_first(const lua_file *f) {
    return f->first;
}

size_t lua_file_input_count(const lua_file *f) {
    return f->first->input_count;
}

const lua_input *lua_file_input(const lua_file *f, size_t k) {
    return &f->first->inputs[k];
}

const datum *lua_file_words(const lua_file *f, const char *which) {
    return datum_get(f->first->words, which);
}

str lua_file_mistake(const lua_file *f, size_t k) {
    return k < f->first->mistake_count ? f->first->mistakes[k].name : STR("");
}

bool lua_file_draws(const lua_file *f) {
    bool all = f->first->input_count > 0;
    for (size_t k = 0; k < f->first->input_count; k++)
        all = all && f->first->inputs[k].draws;
    return all || f->first->random_ref != LUA_NOREF;
}

datum *lua_file_example(lua_file *f, str language, arena *a, error *e) {
    const session *s = run_file(f, RUN_EXAMPLE, NULL, 0, language, a, e);
    return s ? s->instance : NULL;
}

static bool known_inputs(const lua_file *f, const datum *instance, error *e) {
    for (size_t k = 0; k < instance->count; k++) {
        bool known = false;
        for (size_t n = 0; n < f->first->input_count; n++)
            known = known || str_equal(f->first->inputs[n].name, instance->items[k]->key);
        if (!known)
            return error_plain(e, STATUS_INPUT, "there is no input %.*s", STR_ARG(instance->items[k]->key));
    }
    return true;
}

bool lua_file_takes_typed(lua_file *f, const datum *instance, const source *typed, arena *a, error *e) {
    if (!instance || instance->kind != DATUM_MAP || !known_inputs(f, instance, e))
        return false;
    session *s = session_new(&parts, f->where, a, e);
    if (!s)
        return false;
    arena_at_free(a, close_it, s);
    s->mode = RUN_INSTANCE;
    s->given = instance;
    s->typed = typed;
    return session_run(s);
}

bool lua_file_takes(lua_file *f, const datum *instance, arena *a, error *e) {
    return lua_file_takes_typed(f, instance, NULL, a, e);
}

datum *lua_file_random(lua_file *f, uint64_t seed, arena *a, error *e) {
    session *s = run_file(f, RUN_RANDOM, NULL, seed, STR("en"), a, e);
    if (!s || s->random_ref == LUA_NOREF)
        return s ? s->instance : NULL;
    lua_State *L = s->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->random_ref);
    lua_getfield(L, LUA_REGISTRYINDEX, "draw");
    if (!session_call(s, 1, 1))
        return NULL;
    if (lua_type(L, -1) != LUA_TTABLE) {
        fail_at_line(s, 0, NULL, "random must return { input = … }");
        return NULL;
    }
    datum *whole = datum_map(a);
    for (size_t k = 0; k < s->input_count; k++) {
        lua_pushlstring(L, s->inputs[k].name.ptr, s->inputs[k].name.len);
        if (lua_rawget(L, -2) == LUA_TNIL)
            datum_put_str(a, whole, s->inputs[k].name, (datum *)datum_get_str(s->instance, s->inputs[k].name));
        else
            datum_put_str(a, whole, s->inputs[k].name, datum_from_lua(L, -1, a, 0));
        lua_pop(L, 1);
    }
    s = run_file(f, RUN_INSTANCE, whole, 0, STR("en"), a, e);
    return s ? s->instance : NULL;
}

trace *lua_file_trace(lua_file *f, str problem, const datum *instance, arena *a) {
    const datum *title = lua_file_words(f, "title");
    str text = !title ? problem : title->kind == DATUM_TEXT ? title->text : title->items[0]->text;
    return trace_new(a, problem, text, (datum *)instance);
}

static const char *const order_names[] = {[DP_FOUND] = "rows",
                                          [DP_LENGTHS] = "lengths",
                                          [DP_ROWS] = "rows",
                                          [DP_ROWS_BACK] = "rows backwards",
                                          [DP_ROWS_FROM_BELOW] = "rows from below",
                                          [DP_ROWS_FROM_BELOW_BACK] = "rows from below backwards",
                                          [DP_COLUMNS] = "columns",
                                          [DP_COLUMNS_UP] = "columns upwards",
                                          [DP_COLUMNS_BACK] = "columns backwards",
                                          [DP_COLUMNS_BACK_UP] = "columns backwards upwards",
                                          [DP_DIAGONALS] = "diagonals",
                                          [DP_DIAGONALS_BACK] = "diagonals",
                                          [DP_LAYERS] = "layers",
                                          [DP_LAYERS_BACK] = "layers",
                                          [DP_LEVELS] = "levels",
                                          [DP_BORDERS] = "rows"};

static void put_number(datum *map, const char *key, uint64_t number, arena *a) {
    datum_put(a, map, key, datum_text(a, str_format(a, "%" PRIu64, number)));
}

static bool record(session *s, trace *t, datum *counts) {
    dp_sink sink = dp_to_trace(t);
    uint64_t calls = 0;
    dp_order order = DP_ROWS;
    if (!done(s, dp_count_calls(s->run, &calls)) || !done(s, dp_order_of(s->run, &order)))
        return false;
    s->order = order_names[order];
    uint64_t question = s->goal_best; /* that all places are compared is a call, but no subproblem */
    put_number(counts, "plain", calls - question, s->a);
    if (calls <= FRAMES && !done(s, dp_plain(s->run, "plain", &sink)))
        return false;
    if (calls > FRAMES) {
        event *e = trace_add(t, EVENT_NOTE);
        e->key = STR("frames.too_many");
        e->args = datum_map(t->arena);
        datum_put(t->arena, e->args, "run", datum_text(t->arena, STR("plain")));
        datum_put(t->arena, e->args, "count", datum_text(t->arena, str_format(t->arena, "%" PRIu64, calls)));
        datum_put(t->arena, e->args, "limit", datum_text(t->arena, str_format(t->arena, "%d", FRAMES)));
    }
    if (!done(s, dp_memo(s->run, "memo", &sink)))
        return false;
    dp_counts memo = dp_counted(s->run);
    put_number(counts, "memo", memo.calls - question, s->a);
    put_number(counts, "distinct", memo.calls - memo.hits - question, s->a);
    if (!done(s, dp_table(s->run, "table", &sink)))
        return false;
    put_number(counts, "cells", dp_counted(s->run).cells, s->a);
    put_number(counts, "tries", dp_counted(s->run).tries, s->a);
    return true;
}

static bool ask_interesting(session *s, lua_solved *solved) {
    if (s->interesting_ref == LUA_NOREF)
        return true;
    s->reading = READ_VALUES;
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->interesting_ref);
    bool good = session_call(s, 0, 1);
    s->reading = READ_NOTHING;
    if (good)
        solved->wished = lua_toboolean(s->L, -1);
    return good;
}

/* ---- formula against function ---- */

static void ask_anew(session *s, bool by_formula) {
    s->by_formula = by_formula;
    for (int k = 0; k < s->function_count; k++)
        s->functions[k].said.known = false;
}

static str value_at(session *s, dp_run *run, dp_place p) {
    const void *value = NULL;
    dp_state state = dp_value(run, p, &value);
    exact v = {.state = state};
    if (state == DP_TRUE || state == DP_FALSE || state == DP_NONE)
        return state == DP_TRUE ? STR("true") : state == DP_FALSE ? STR("false") : STR("nothing");
    if (state == DP_VALUE)
        v.q = *(const fmpq *)value;
    return exact_text(&v, s->a);
}

/* Both at every place; the first difference is an error at the line of the formula. */
static bool compare_function(session *s, int function) {
    const rec_function *f = &s->functions[function];
    dp_place p = {.function = function};
    for (p.at[0] = f->least[0]; p.at[0] <= f->most[0]; p.at[0]++)
        for (p.at[1] = f->least[1]; p.at[1] <= f->most[1]; p.at[1]++)
            for (p.at[2] = f->least[2]; p.at[2] <= f->most[2]; p.at[2]++) {
                if (!place_inside(f, p.at))
                    continue;
                str by_formula = value_at(s, s->formula_run, p), by_function = value_at(s, s->run, p);
                if (!str_equal(by_formula, by_function) && !str_is(by_function, "nothing"))
                    return fail_at_line(s, f->formula_line, f->name,
                                        "the formula gives %.*s at %.*s, the function %.*s", STR_ARG(by_formula),
                                        STR_ARG(place_tex(s, function, p.at)), STR_ARG(by_function));
            }
    return true;
}

/* The answer alone has no time for a second opinion on large tables. */
static bool is_small(const session *s) {
    enum { SMALL = 2000 };
    double places = 0;
    for (int k = 0; k < s->function_count; k++) {
        double own = 1;
        for (int n = 0; n < s->functions[k].arity; n++)
            own *= (double)s->functions[k].most[n] - (double)s->functions[k].least[n] + 1;
        places += own;
    }
    return places <= SMALL;
}

/* Where there is a function and a formula that can be read. */
static bool compare_formulas(session *s) {
    bool both = false;
    formulas_try(s);
    for (int k = 0; k < s->function_count; k++)
        both = both || (s->functions[k].read && s->functions[k].value_ref != LUA_NOREF);
    if (!both || !s->formula_run)
        return true;
    ask_anew(s, true);
    bool good = dp_evaluate(s->formula_run);
    ask_anew(s, false);
    if (!good && !s->failed)
        return fail_at_line(s, s->functions[0].formula_line, NULL, "the formula: %s", dp_error(s->formula_run));
    for (int k = 0; good && k < s->function_count; k++)
        if (s->functions[k].read && s->functions[k].value_ref != LUA_NOREF)
            good = compare_function(s, k);
    return good;
}

bool lua_file_solve(lua_file *f, const datum *instance, trace *t, bool deep, lua_solved *solved, arena *a, error *e) {
    *solved = (lua_solved){.wished = true};
    session *s = known_inputs(f, instance, e) ? run_file(f, RUN_INSTANCE, instance, 0, STR("en"), a, e) : NULL;
    if (!s || !begin(s) || !answer(s, solved))
        return false;
    datum *mistakes = datum_list(a), *counts = datum_map(a);
    if ((t || deep) && (!try_mistakes(s, mistakes, solved) || !ask_interesting(s, solved)))
        return false;
    if (t && !record(s, t, counts))
        return false;
    if (t || deep)
        solved->recurrence = header_of(s, solved->answer, mistakes, counts);
    if ((t || is_small(s)) && !compare_formulas(s))
        return false;
    if (t && solved->recurrence)
        formulas_tell(s, solved->recurrence);
    if (s->failed)
        return false;
    if (!t)
        return true;
    trace_add(t, EVENT_ANSWER)->answer = solved->answer;
    return true;
}

bool lua_file_solutions(lua_file *f, const datum *instance, size_t most, datum **texts, bool *all, arena *a, error *e) {
    lua_solved solved = {.wished = true};
    session *s = known_inputs(f, instance, e) ? run_file(f, RUN_INSTANCE, instance, 0, STR("en"), a, e) : NULL;
    *texts = datum_list(a);
    *all = false;
    return s && begin(s) && answer(s, &solved) && all_solutions(s, question_of(s), most, *texts, all);
}

/* What `truth` gave, at the top of the stack, against the answer. */
static bool truth_agrees(session *s, const datum *answer) {
    exact v = {0};
    lua_State *L = s->L;
    if (!lua_gettop(L))
        return fail_at_line(s, s->truth_line, "truth",
                            "truth returns nothing: is a return missing? (return nil says that it does not know)");
    lua_settop(L, 1);
    if (lua_isnil(L, -1))
        return true; /* it does not say */
    if (is_float(L, -1))
        return fail_at_line(s, s->truth_line, "truth", "truth returns %s, a float: write // for whole division",
                            lua_tostring(L, -1));
    if (!exact_from(L, -1, &v))
        return fail_at_line(s, s->truth_line, "truth", "truth must return a value, got a %s", luaL_typename(L, -1));
    str truth = datum_as_text(value_datum(&v, s->a)), value = datum_as_text(datum_get(answer, "value"));
    exact_clear(&v);
    return str_equal(truth, value) || fail_at_line(s, s->truth_line, "truth", "the recurrence gives %.*s, truth %.*s",
                                                   STR_ARG(value), STR_ARG(truth));
}

bool lua_file_agrees(lua_file *f, const datum *instance, const datum *answer, arena *a, error *e) {
    if (f->first->truth_ref == LUA_NOREF)
        return true;
    session *s = run_file(f, RUN_INSTANCE, instance, 0, STR("en"), a, e);
    if (!s)
        return false;
    lua_settop(s->L, 0);
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->truth_ref);
    return session_call(s, 0, LUA_MULTRET) && truth_agrees(s, answer);
}
