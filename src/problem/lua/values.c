/* Values: small whole numbers are Lua's integers, ∞ is its infinite float, others are userdata ("exact"). What is
 * read while a place is asked is a node, and Lua holds its number and that of the place's generation:
 *
 *   d(i-1, j) + 1   ─▶   node 0  READ d[0,2]      node 1  VALUE 1      node 2  OP + (0, 1)
 *
 * What was made for one place is nothing for the next. */
#include "session.h"

#include <math.h>
#include <stdlib.h>

/* Products of three numbers that Lua holds stay in its 64 bits, so that nothing wraps round in silence. */
enum { BITS = 20 };

/* ---- exact numbers ---- */

static int set_exact(void *result, const void *from) {
    fmpq_set(result, from);
    return 1;
}

static int read_exact(void *result, const char *digits, size_t count) {
    char text[64];
    if (count >= sizeof text)
        return 0;
    memcpy(text, digits, count);
    text[count] = 0;
    fmpz_one(fmpq_denref((fmpq *)result));
    return fmpz_set_str(fmpq_numref((fmpq *)result), text, 10) == 0;
}

static int add_exact(void *result, const void *x, const void *y) {
    fmpq_add(result, x, y);
    return 1;
}

static int subtract_exact(void *result, const void *x, const void *y) {
    fmpq_sub(result, x, y);
    return 1;
}

static int multiply_exact(void *result, const void *x, const void *y) {
    fmpq_mul(result, x, y);
    return 1;
}

static int divide_exact(void *result, const void *x, const void *y) {
    if (fmpq_is_zero(y))
        return 0;
    fmpq_div(result, x, y);
    return 1;
}

static int compare_exact(const void *x, const void *y) {
    return fmpq_cmp(x, y);
}

static size_t print_exact(const void *value, char *text, size_t room) {
    const fmpq *q = value;
    size_t most = fmpz_sizeinbase(fmpq_numref(q), 10) + fmpz_sizeinbase(fmpq_denref(q), 10) + 4;
    if (!text || most > room)
        return most;
    fmpq_get_str(text, 10, q);
    return strlen(text);
}

static void clear_exact(void *value) {
    fmpq_clear(value);
}

const dp_values exact_values = {
    .size = sizeof(fmpq),
    .set = set_exact,
    .read = read_exact,
    .add = add_exact,
    .subtract = subtract_exact,
    .multiply = multiply_exact,
    .divide = divide_exact,
    .compare = compare_exact,
    .print = print_exact,
    .clear = clear_exact,
};

void exact_clear(exact *v) {
    fmpq_clear(&v->q);
    *v = (exact){0};
}

str exact_text(const exact *v, arena *a) {
    static const char *const names[] = {
        [DP_NONE] = "", [DP_INFINITY] = "inf", [DP_MINUS_INFINITY] = "-inf", [DP_FALSE] = "false", [DP_TRUE] = "true"};
    if (v->state != DP_VALUE)
        return str_of(names[v->state]);
    size_t room = print_exact(&v->q, NULL, 0);
    char *text = arena_alloc(a, room);
    return (str){text, print_exact(&v->q, text, room)};
}

bool exact_read(str text, exact *v, arena *a) {
    static const char *const infinite[] = {"inf", "-", "∞", "+inf"};
    for (size_t k = 0; k < sizeof infinite / sizeof *infinite; k++)
        if (str_is(text, infinite[k])) {
            v->state = DP_INFINITY;
            return true;
        }
    if (str_is(text, "-inf") || str_is(text, "−∞") || str_is(text, "-∞")) {
        v->state = DP_MINUS_INFINITY;
        return true;
    }
    number *n = number_from_text(a, text);
    if (!n)
        return false;
    v->state = DP_VALUE;
    fmpq_set(&v->q, n->q);
    return true;
}

static int collect_exact(lua_State *L) {
    exact_clear(lua_touserdata(L, 1));
    return 0;
}

static exact *new_exact(lua_State *L) {
    exact *v = lua_newuserdatauv(L, sizeof *v, 0);
    *v = (exact){0};
    luaL_setmetatable(L, "exact");
    return v;
}

void exact_push_operand(lua_State *L, dp_state state, const void *value) {
    const fmpq *q = value;
    if (state == DP_INFINITY || state == DP_MINUS_INFINITY)
        lua_pushnumber(L, state == DP_INFINITY ? HUGE_VAL : -HUGE_VAL);
    else if (state == DP_TRUE || state == DP_FALSE)
        lua_pushboolean(L, state == DP_TRUE);
    else if (state != DP_VALUE)
        lua_pushnil(L);
    else if (fmpz_is_one(fmpq_denref(q)) && fmpz_bits(fmpq_numref(q)) <= BITS)
        lua_pushinteger(L, fmpz_get_si(fmpq_numref(q)));
    else {
        exact *v = new_exact(L);
        v->state = DP_VALUE;
        fmpq_set(&v->q, q);
    }
}

void exact_push(lua_State *L, const exact *v) {
    exact_push_operand(L, v->state, &v->q);
}

/* Lua's whole numbers have 64 bits and go round without a word. */
#define NEAR_THE_END ((lua_Integer)1 << 61)

bool exact_from(lua_State *L, int at, exact *v) {
    switch (lua_type(L, at)) {
    case LUA_TBOOLEAN:
        v->state = lua_toboolean(L, at) ? DP_TRUE : DP_FALSE;
        return true;
    case LUA_TNUMBER:
        if (lua_isinteger(L, at)) {
            lua_Integer n = lua_tointeger(L, at);
            if (n > NEAR_THE_END || n < -NEAR_THE_END)
                refuse(
                    L, NULL,
                    "%lld is at the end of what Lua's own numbers hold, and may have gone round: begin with an exact "
                    "number, fraction(1, 1), and calculate from it",
                    (long long)n);
            v->state = DP_VALUE;
            fmpz_set_si(fmpq_numref(&v->q), n);
            fmpz_one(fmpq_denref(&v->q));
            return true;
        }
        if (isinf(lua_tonumber(L, at))) {
            v->state = lua_tonumber(L, at) > 0 ? DP_INFINITY : DP_MINUS_INFINITY;
            return true;
        }
        refuse(L, NULL,
               "%s is a float, which is not exact: write // for whole division, fraction(p, q), or 1 << n for 2^n",
               lua_tostring(L, at));
        return false;
    case LUA_TUSERDATA: {
        const exact *from = luaL_testudata(L, at, "exact");
        if (!from)
            return false;
        v->state = from->state;
        fmpq_set(&v->q, &from->q);
        return true;
    }
    default:
        return false;
    }
}

/* ---- arithmetic of plain values ---- */

static int sign_of(const exact *v) {
    return v->state == DP_INFINITY ? 1 : v->state == DP_MINUS_INFINITY ? -1 : fmpq_sgn(&v->q);
}

static bool is_truth(const exact *v) {
    return v->state == DP_TRUE || v->state == DP_FALSE;
}

static int compare_plain(const exact *x, const exact *y) {
    if (x->state == DP_VALUE && y->state == DP_VALUE)
        return fmpq_cmp(&x->q, &y->q);
    static const int rank[] = {
        [DP_VALUE] = 0, [DP_INFINITY] = 1, [DP_MINUS_INFINITY] = -1, [DP_FALSE] = -1, [DP_TRUE] = 1};
    return rank[x->state] - rank[y->state];
}

static size_t bits_of(const fmpq *q) {
    return fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q));
}

/* Numbers that double their length step by step would take all time and memory in a few steps. */
static void bound_size(lua_State *L, const fmpq *x, const fmpq *y) {
    enum { MOST_DIGITS = 30000, BITS = MOST_DIGITS * 10 / 3, BITS_A_STEP = 64 };
    size_t bits = bits_of(x) + bits_of(y);
    if (bits > BITS)
        refuse(L, NULL, "a number here has more than %d digits", MOST_DIGITS);
    session_of(L)->steps += bits / BITS_A_STEP;
}

static void calculate_plain(lua_State *L, char op, const exact *x, const exact *y, exact *r) {
    bool choice = strchr("mMnN", op) != NULL;
    if (is_truth(x) != is_truth(y) || (is_truth(x) && !choice))
        refuse(L, NULL, "a truth value is not a number: true and false are joined by any and all");
    if (choice) {
        int order = compare_plain(x, y);
        const exact *kept = ((op == 'm' || op == 'n') == (order <= 0)) || order == 0 ? x : y;
        r->state = kept->state;
        fmpq_set(&r->q, &kept->q);
        return;
    }
    if (x->state == DP_VALUE && y->state == DP_VALUE) {
        r->state = DP_VALUE;
        if (op == '/' && fmpq_is_zero(&y->q))
            refuse(L, NULL, "a division by zero");
        bound_size(L, &x->q, &y->q);
        (op == '+' ? fmpq_add : op == '-' ? fmpq_sub : op == '*' ? fmpq_mul : fmpq_div)(&r->q, &x->q, &y->q);
        return;
    }
    int sign = sign_of(x), other = op == '-' ? -sign_of(y) : sign_of(y);
    bool both = x->state != DP_VALUE && y->state != DP_VALUE;
    if (op == '*' || op == '/')
        sign *= other;
    else if (both && sign != other)
        sign = 0;
    else if (x->state == DP_VALUE)
        sign = other;
    if (!sign || (op == '/' && y->state != DP_VALUE))
        refuse(L, NULL, "inf %c inf, or inf with 0, has no value", op);
    r->state = sign > 0 ? DP_INFINITY : DP_MINUS_INFINITY;
}

static int node_arithmetic(lua_State *L);
static int node_asked(lua_State *L);

static bool with_node(lua_State *L) {
    return lua_type(L, 1) == LUA_TLIGHTUSERDATA || lua_type(L, 2) == LUA_TLIGHTUSERDATA;
}

static int plain_arithmetic(lua_State *L) {
    char op = lua_tostring(L, lua_upvalueindex(1))[0];
    if (with_node(L))
        return node_arithmetic(L);
    lua_settop(L, 2);
    exact *x = new_exact(L), *y = new_exact(L), *r = new_exact(L);
    if (!exact_from(L, 1, x) || !exact_from(L, 2, y))
        return refuse(L, NULL, "numbers can be calculated with, a %s cannot",
                      luaL_typename(L, exact_from(L, 1, x) ? 2 : 1));
    calculate_plain(L, op, x, y, r);
    exact_push(L, r);
    return 1;
}

static int plain_negation(lua_State *L) {
    exact *x = new_exact(L);
    exact_from(L, 1, x);
    fmpq_neg(&x->q, &x->q);
    exact_push(L, x);
    return 1;
}

static int plain_comparison(lua_State *L) {
    if (with_node(L))
        return node_asked(L);
    char op = lua_tostring(L, lua_upvalueindex(1))[0];
    exact *x = new_exact(L), *y = new_exact(L);
    if (!exact_from(L, 1, x) || !exact_from(L, 2, y) || is_truth(x) || is_truth(y))
        return refuse(L, NULL, "numbers can be compared with numbers only");
    int order = compare_plain(x, y);
    lua_pushboolean(L, op == '=' ? order == 0 : op == '<' ? order < 0 : order <= 0);
    return 1;
}

/* // and % of whole numbers that Lua's integers do not hold. */
static int plain_division(lua_State *L) {
    if (with_node(L))
        return node_asked(L);
    bool rest = lua_tostring(L, lua_upvalueindex(1))[0] == '%';
    exact *x = new_exact(L), *y = new_exact(L), *r = new_exact(L);
    if (!exact_from(L, 1, x) || !exact_from(L, 2, y) || x->state != DP_VALUE || y->state != DP_VALUE ||
        fmpq_is_zero(&y->q))
        return refuse(L, NULL, "%s needs numbers, and the second must not be 0", rest ? "%" : "//");
    fmpq_div(&r->q, &x->q, &y->q);
    fmpz_fdiv_q(fmpq_numref(&r->q), fmpq_numref(&r->q), fmpq_denref(&r->q));
    fmpz_one(fmpq_denref(&r->q));
    r->state = DP_VALUE;
    if (rest) {
        fmpq_mul(&r->q, &r->q, &y->q);
        fmpq_sub(&r->q, &x->q, &r->q);
    }
    exact_push(L, r);
    return 1;
}

static int plain_text(lua_State *L) {
    session *s = session_of(L);
    arena *scratch = arena_scratch(s->a);
    arena_mark start = arena_here(scratch);
    str text = exact_text(luaL_checkudata(L, 1, "exact"), scratch);
    lua_pushlstring(L, text.ptr, text.len);
    arena_back(scratch, start);
    return 1;
}

static int plain_join(lua_State *L) {
    for (int k = 1; k <= 2; k++)
        luaL_tolstring(L, k, NULL);
    lua_concat(L, 2);
    return 1;
}

static int fraction(lua_State *L) {
    exact *x = new_exact(L), *y = new_exact(L), *r = new_exact(L);
    if (!exact_from(L, 1, x) || !exact_from(L, 2, y))
        return refuse(L, "fraction", "fraction(p, q) takes two numbers");
    calculate_plain(L, '/', x, y, r);
    exact_push(L, r);
    return 1;
}

/* ---- nodes ---- */

void nodes_forget(session *s) {
    s->node_count = s->item_count = 0;
    s->generation = (s->generation + 1) & (((uint64_t)1 << 40) - 1);
}

static int new_node(lua_State *L, node_kind kind) {
    session *s = session_of(L);
    if (s->node_count == MOST_NODES)
        refuse(L, NULL, "this place makes too many values: at most %d", MOST_NODES);
    if (s->node_count == s->node_capacity) {
        size_t before = s->node_capacity;
        s->nodes = arena_grow(s->a, s->nodes, &s->node_capacity, s->node_count + 1, sizeof *s->nodes);
        memset(s->nodes + before, 0, (s->node_capacity - before) * sizeof *s->nodes);
    }
    node *n = &s->nodes[s->node_count];
    exact kept = n->value; /* its memory is used again */
    *n = (node){.kind = kind, .value = kept};
    n->value.state = DP_NONE;
    return (int)s->node_count++;
}

static void push_node(lua_State *L, int number) {
    uint64_t bits = session_of(L)->generation << 20 | (uint64_t)number;
    /* A node is its number, which no address can be. */
    lua_pushlightuserdata(L, (void *)(uintptr_t)(bits << 1 | 1)); /* NOLINT(performance-no-int-to-ptr) */
}

static int node_number(lua_State *L, int at, bool complain) {
    session *s = session_of(L);
    if (lua_type(L, at) != LUA_TLIGHTUSERDATA)
        return -1;
    uint64_t bits = (uint64_t)(uintptr_t)lua_touserdata(L, at) >> 1;
    size_t number = bits & (MOST_NODES - 1);
    if (bits >> 20 == s->generation && number < s->node_count)
        return (int)number;
    if (complain)
        refuse(L, NULL, "a value read at another place is kept here: read it where it is needed");
    return -1;
}

node *node_at(lua_State *L, int at, bool complain) {
    int number = node_number(L, at, complain);
    return number < 0 ? NULL : &session_of(L)->nodes[number];
}

static int value_node(lua_State *L, int at) {
    int number = new_node(L, NODE_VALUE);
    session *s = session_of(L);
    if (exact_from(L, at, &s->nodes[number].value))
        return number;
    if (lua_isnil(L, at))
        refuse(L, NULL, "expected a value, got nil: is something missing before or behind an operator or a comma?");
    refuse(L, NULL, "expected a value, got a %s", luaL_typename(L, at));
    return -1;
}

static int join_nodes(lua_State *L, char op, int x, int y) {
    session *s = session_of(L);
    node *a = &s->nodes[x], *b = &s->nodes[y];
    if (a->kind == NODE_VALUE && b->kind == NODE_VALUE) {
        int n = new_node(L, NODE_VALUE);
        calculate_plain(L, op, &s->nodes[x].value, &s->nodes[y].value, &s->nodes[n].value);
        return n;
    }
    int depth = (a->depth > b->depth ? a->depth : b->depth) + 1;
    if (depth > DEEPEST)
        refuse(L, NULL, "this value is made of too many steps: at most %d in each other", DEEPEST);
    int n = new_node(L, NODE_OP);
    s->nodes[n].op = op;
    s->nodes[n].left = x;
    s->nodes[n].right = y;
    s->nodes[n].depth = depth;
    return n;
}

/* A choice of values as a value. */
static int chosen_value(lua_State *L, int number) {
    session *s = session_of(L);
    node n = s->nodes[number];
    if (n.kind == NODE_WAY)
        refuse(L, "way", "a way is not a value: calculate inside it, way(label, value + 1)");
    if (n.kind != NODE_CHOICE)
        return number;
    if (!n.right) {
        static const dp_state none[] = {
            [DP_MIN] = DP_INFINITY, [DP_MAX] = DP_MINUS_INFINITY, [DP_ANY] = DP_FALSE, [DP_ALL] = DP_TRUE};
        int value = new_node(L, NODE_VALUE);
        s->nodes[value].value.state = n.op == DP_SUM ? DP_VALUE : none[(int)n.op];
        if (n.op == DP_SUM)
            fmpq_zero(&s->nodes[value].value.q), s->nodes[value].value.state = DP_VALUE;
        return value;
    }
    static const char ops[] = {[DP_MIN] = 'm', [DP_MAX] = 'M', [DP_SUM] = '+', [DP_ANY] = 'M', [DP_ALL] = 'n'};
    int value = chosen_value(L, s->items[n.left]);
    for (int k = 1; k < n.right; k++)
        value = join_nodes(L, ops[(int)n.op], value, chosen_value(L, s->items[n.left + k]));
    return value;
}

static int any_node(lua_State *L, int at) {
    int number = node_number(L, at, true);
    return number >= 0 ? chosen_value(L, number) : value_node(L, at);
}

static int node_arithmetic(lua_State *L) {
    char op = lua_tostring(L, lua_upvalueindex(1))[0];
    int x = any_node(L, 1), y = any_node(L, 2);
    push_node(L, join_nodes(L, op, x, y));
    return 1;
}

static int node_negation(lua_State *L) {
    lua_pushinteger(L, 0);
    int zero = value_node(L, -1), x = any_node(L, 1);
    push_node(L, join_nodes(L, '-', zero, x));
    return 1;
}

static int node_asked(lua_State *L) {
    return refuse(
        L, NULL,
        "a value that is read cannot be asked about (%s): it can be added, subtracted, multiplied, divided and "
        "chosen by min, max, …",
        lua_tostring(L, lua_upvalueindex(1)));
}

/* f(i, j) while a place is asked. */
static int read_node(lua_State *L, int function, const long at[]) {
    session *s = session_of(L);
    rec_function *f = &s->functions[function];
    for (int k = 0; k < f->arity; k++)
        session_log(s, (uint64_t)at[k] + 7 * (uint64_t)function);
    if (!place_inside(f, at)) {
        if (f->outside.state == DP_NONE) {
            char place[120];
            int length = snprintf(place, sizeof place, "%s(", f->name);
            for (int k = 0; k < f->arity; k++)
                length += snprintf(place + length, sizeof place - (size_t)length, "%s%ld", k ? ", " : "", at[k]);
            return refuse(L, f->name, "%s) is outside its places: say %s.outside = what it is there, or do not read it",
                          place, f->name);
        }
        exact_push(L, &f->outside);
        return 1;
    }
    int number = new_node(L, NODE_READ);
    node *n = &s->nodes[number];
    n->place.function = function;
    memcpy(n->place.at, at, sizeof n->place.at);
    n->line = line_now(L);
    push_node(L, number);
    return 1;
}

void values_clear(session *s) {
    for (size_t k = 0; k < s->node_capacity; k++)
        exact_clear(&s->nodes[k].value);
    for (int f = 0; f < s->function_count; f++) {
        place_said *p = &s->functions[f].said;
        exact_clear(&p->base);
        exact_clear(&s->functions[f].outside);
        for (size_t k = 0; k < p->number_capacity; k++)
            fmpq_clear(&p->values[k]);
    }
}

int call_recurrence_node(lua_State *L, int function, const long at[]) {
    return read_node(L, function, at);
}

/* ---- ways and choices ---- */

static int make_way(lua_State *L) {
    session *s = session_of(L);
    int count = lua_gettop(L);
    if (count != 2 && count != 3)
        return refuse(L, "way", "way(label, value) or way(label, argument, value): got %d things", count);
    if (lua_type(L, 1) != LUA_TSTRING)
        return refuse(L, "way", "the label of a way must be a text, got a %s", luaL_typename(L, 1));
    if (s->reading != READ_NODES)
        return refuse(L, "way", "a way is for the function value of a recurrence");
    size_t length;
    const char *label = lua_tolstring(L, 1, &length);
    if (!length || length > 60 || strchr(label, '='))
        return refuse(L, "way", "a label must have 1 to 60 letters, and no =");
    session_log(s, (uint64_t)(uintptr_t)session_intern(s, label, length));
    if (count == 3 && lua_isinteger(L, 2))
        session_log(s, (uint64_t)lua_tointeger(L, 2));
    if (s->checking)
        lua_pushinteger(L, 0);
    int value = any_node(L, s->checking ? -1 : count), number = new_node(L, NODE_WAY);
    node *n = &s->nodes[number];
    n->left = value;
    n->line = line_now(L);
    n->label = session_intern(s, label, length);
    if (count == 3) {
        n->has_argument = true;
        if (lua_isinteger(L, 2))
            n->argument = lua_tointeger(L, 2);
        else if (lua_type(L, 2) == LUA_TSTRING) {
            const char *text = lua_tolstring(L, 2, &length);
            n->text = session_intern(s, text, length);
        } else if (luaL_testudata(L, 2, "exact")) {
            const char *text = luaL_tolstring(L, 2, &length);
            n->text = session_intern(s, text, length);
        } else
            return refuse(L, "way", "the argument of a way must be a whole number or a text, got a %s",
                          lua_type(L, 2) == LUA_TLIGHTUSERDATA ? "value that is read" : luaL_typename(L, 2));
    }
    push_node(L, number);
    return 1;
}

static void flatten(lua_State *L, int at, int depth, int *count, bool *symbolic) {
    luaL_checkstack(L, 8, NULL);
    if (lua_type(L, at) == LUA_TTABLE || luaL_testudata(L, at, "list")) {
        if (depth > 8)
            refuse(L, NULL, "lists in each other are too deep");
        lua_Integer length = luaL_len(L, at);
        for (lua_Integer k = 1; k <= length; k++) {
            lua_geti(L, at, k);
            flatten(L, lua_gettop(L), depth + 1, count, symbolic);
            lua_pop(L, 1);
        }
        return;
    }
    if (lua_isnil(L, at))
        refuse(L, NULL, "expected a value or a way, got nil");
    if (lua_type(L, at) == LUA_TLIGHTUSERDATA)
        *symbolic = true;
    lua_pushvalue(L, at);
    lua_rawseti(L, lua_upvalueindex(2), ++*count);
}

/* min(…), max(…), sum(…), any(…), all(…), worst(…). */
static int choose(lua_State *L) {
    session *s = session_of(L);
    const char *word = lua_tostring(L, lua_upvalueindex(1));
    static const struct {
        const char *word;
        dp_goal goal;
        char op;
    } words[] = {{"min", DP_MIN, 'm'}, {"max", DP_MAX, 'M'}, {"sum", DP_SUM, '+'},
                 {"any", DP_ANY, 'M'}, {"all", DP_ALL, 'n'}, {"worst", DP_MAX, 'N'}};
    size_t which = 0;
    while (strcmp(words[which].word, word) != 0)
        which++;
    int count = 0, arguments = lua_gettop(L);
    bool symbolic = false;
    if (s->checking) {
        lua_pushinteger(L, 0);
        return 1;
    }
    for (int k = 1; k <= arguments; k++)
        flatten(L, k, 0, &count, &symbolic);
    if (!symbolic && (count || s->reading != READ_NODES)) { /* plain values */
        exact *sum = new_exact(L), *x = new_exact(L), *r = new_exact(L);
        if (!count) {
            static const dp_state none[] = {
                [DP_MIN] = DP_INFINITY, [DP_MAX] = DP_MINUS_INFINITY, [DP_ANY] = DP_FALSE, [DP_ALL] = DP_TRUE};
            exact_push_operand(L, none[words[which].goal], NULL);
            if (words[which].goal == DP_SUM)
                lua_pushinteger(L, 0);
            return 1;
        }
        for (int k = 1; k <= count; k++) {
            lua_rawgeti(L, lua_upvalueindex(2), k);
            if (!exact_from(L, -1, k == 1 ? sum : x))
                return refuse(L, word, "%s takes values, got a %s", word, luaL_typename(L, -1));
            lua_pop(L, 1);
            if (k > 1) {
                calculate_plain(L, words[which].op, sum, x, r);
                sum->state = r->state;
                fmpq_swap(&sum->q, &r->q);
            }
        }
        exact_push(L, sum);
        return 1;
    }
    int *numbers = count ? lua_newuserdatauv(L, (size_t)count * sizeof(int), 0) : NULL;
    for (int k = 0; k < count; k++) {
        lua_rawgeti(L, lua_upvalueindex(2), k + 1);
        numbers[k] = node_number(L, -1, true);
        if (numbers[k] < 0)
            numbers[k] = value_node(L, -1);
        lua_pop(L, 1);
        if (s->nodes[numbers[k]].kind == NODE_CHOICE)
            numbers[k] = chosen_value(L, numbers[k]);
    }
    if (words[which].op == 'N') { /* the worse for whoever chooses: of the goal around it, found when it is written */
        if (!count)
            return refuse(L, word, "worst needs values");
        int value = chosen_value(L, numbers[0]);
        for (int k = 1; k < count; k++)
            value = join_nodes(L, 'N', value, chosen_value(L, numbers[k]));
        push_node(L, value);
        return 1;
    }
    int number = new_node(L, NODE_CHOICE);
    while (s->item_count + (size_t)count > s->item_capacity)
        s->items = arena_grow(s->a, s->items, &s->item_capacity, s->item_count + (size_t)count, sizeof *s->items);
    s->nodes[number].op = (char)words[which].goal;
    s->nodes[number].left = (int)s->item_count;
    s->nodes[number].right = count;
    for (int k = 0; k < count; k++)
        s->items[s->item_count++] = numbers[k];
    push_node(L, number);
    return 1;
}

/* ---- what a place said ---- */

static const char *read_name(session *s, size_t k) {
    char text[16];
    int length = k < 26 ? snprintf(text, sizeof text, "%c", 'a' + (int)k)
                        : snprintf(text, sizeof text, "%c%d", 'a' + (int)(k % 26), (int)(k / 26));
    return session_intern(s, text, (size_t)length);
}

typedef struct writer {
    lua_State *L;
    session *s;
    place_said *said;
    way_said *way;
    bool worst_is_min;
} writer;

/* v + v of one `local v = f(k)` is one read; f(k) + f(k) are two, and two calls. */
static void write_read(writer *w, node *n) {
    place_said *p = w->said;
    size_t k = n->way == p->count ? n->number : w->way->reads;
    n->used = true;
    if (k == w->way->reads) {
        n->way = p->count;
        n->number = k;
        if (k == DP_READS)
            refuse(w->L, NULL, "a way reads more than %d places", DP_READS);
        if (p->read_count == p->read_capacity)
            p->reads = arena_grow(w->s->a, p->reads, &p->read_capacity, p->read_count + 1, sizeof *p->reads);
        p->reads[p->read_count++] = n->place;
        w->way->reads++;
    }
    strbuf_add_c(&w->s->text, read_name(w->s, k));
}

/* negated: the sign before it says so. */
static void write_value(writer *w, const exact *v, bool negated, bool tight) {
    place_said *p = w->said;
    strbuf *b = &w->s->text;
    if (v->state != DP_VALUE) {
        bool minus = (v->state == DP_MINUS_INFINITY) != negated && !is_truth(v);
        strbuf_add_c(b, minus ? "(0-inf)" : v->state == DP_TRUE ? "true" : v->state == DP_FALSE ? "false" : "inf");
        return;
    }
    if (w->way->numbers == DP_NUMBERS)
        refuse(w->L, NULL, "a way has more than %d numbers", DP_NUMBERS);
    size_t before = p->number_capacity;
    if (p->number_count == p->number_capacity) {
        p->values = arena_grow(w->s->a, p->values, &p->number_capacity, p->number_count + 1, sizeof *p->values);
        memset(p->values + before, 0, (p->number_capacity - before) * sizeof *p->values);
    }
    fmpq *q = &p->values[p->number_count++];
    fmpq_set(q, &v->q);
    if (negated)
        fmpq_neg(q, q);
    bool brackets = fmpq_sgn(q) < 0 || (tight && !fmpz_is_one(fmpq_denref(q)));
    strbuf_addf(b, brackets ? "($%zu)" : "$%zu", ++w->way->numbers);
}

static int strength(char op) {
    return op == '+' || op == '-' ? 1 : op == '*' || op == '/' ? 2 : 3;
}

static void write_node(writer *w, int number, int outer) {
    session *s = w->s;
    node *n = &s->nodes[number];
    strbuf *b = &s->text;
    if (n->kind == NODE_READ)
        write_read(w, n);
    else if (n->kind == NODE_VALUE)
        write_value(w, &n->value, false, outer > 1);
    else if (strength(n->op) == 3) {
        char op = n->op == 'N' && w->worst_is_min ? 'n' : n->op;
        bool min = op == 'm' || op == 'n', all = op == 'n' || op == 'N';
        strbuf_add_c(b, min ? all ? "MIN(" : "min(" : all ? "MAX(" : "max(");
        write_node(w, n->left, 0);
        strbuf_add_c(b, ",");
        write_node(w, n->right, 0);
        strbuf_add_c(b, ")");
    } else {
        int own = strength(n->op);
        char op = n->op;
        if (own < outer)
            strbuf_add_c(b, "(");
        write_node(w, n->left, own);
        const node *right = &s->nodes[n->right];
        bool negative = own == 1 && right->kind == NODE_VALUE &&
                        (right->value.state == DP_MINUS_INFINITY ||
                         (right->value.state == DP_VALUE && fmpq_sgn(&right->value.q) < 0));
        strbuf_add_byte(b, negative ? op == '+' ? '-' : '+' : op);
        if (negative)
            write_value(w, &right->value, true, false);
        else
            write_node(w, n->right, op == '-' || op == '/' ? own + 1 : own);
        if (own < outer)
            strbuf_add_c(b, ")");
    }
}

static void add_way(lua_State *L, place_said *said, int number, size_t unnamed, dp_goal goal) {
    session *s = session_of(L);
    if (said->count == said->capacity)
        said->ways = arena_grow(s->a, said->ways, &said->capacity, said->count + 1, sizeof *said->ways);
    way_said *way = &said->ways[said->count++];
    *way = (way_said){.first_read = said->read_count, .first_number = said->number_count};
    node *n = &s->nodes[number];
    int value = number;
    if (n->kind == NODE_WAY) {
        value = n->left;
        way->label = n->label;
        way->argument = n->argument;
        way->has_argument = n->has_argument && !n->text;
        if (n->text) {
            s->text.len = 0;
            strbuf_addf(&s->text, "%s=%s", n->label, n->text);
            way->label = session_intern(s, s->text.ptr, s->text.len);
        }
    } else {
        char label[24];
        int length = snprintf(label, sizeof label, "%zu", unnamed);
        way->label = session_intern(s, label, (size_t)length);
    }
    s->text.len = 0;
    writer w = {L, s, said, way, goal == DP_MAX};
    write_node(&w, value, 0);
    way->expr = session_intern(s, s->text.ptr, s->text.len);
    for (size_t k = 0; k + 1 < said->count && said->count <= 1000; k++) {
        const way_said *other = &said->ways[k];
        if (other->label == way->label && other->has_argument == way->has_argument &&
            other->argument == way->argument) {
            s->error_line = n->kind == NODE_WAY ? n->line : 0;
            if (way->has_argument)
                refuse(L, way->label, "two ways have the same label %s and the same argument %ld", way->label,
                       way->argument);
            refuse(L, way->label, "two ways have the same label, %s", way->label);
        }
    }
}

static void check_reads(lua_State *L) {
    session *s = session_of(L);
    for (size_t k = 0; k < s->node_count; k++)
        if (s->nodes[k].kind == NODE_READ && !s->nodes[k].used) {
            s->error_line = s->nodes[k].line;
            refuse(
                L, s->functions[s->nodes[k].place.function].name,
                "this value is read, and no way that is returned uses it: a value that is read cannot be asked about, "
                "and each must stand in a way");
        }
}

void said_from(lua_State *L, rec_function *f, place_said *said) {
    session *s = session_of(L);
    said->count = said->read_count = said->number_count = 0;
    said->base.state = DP_NONE;
    if (lua_isnil(L, -1)) {
        refuse(L, NULL, "the function value returns nothing here: is a return missing?");
    }
    node *n = node_at(L, -1, true);
    if (!n) {
        if (lua_type(L, -1) == LUA_TTABLE)
            refuse(L, NULL, "the function value returns a list: write return min(…), max(…), sum(…), any(…) or all(…)");
        if (!exact_from(L, -1, &said->base)) {
            refuse(L, NULL, "the function value must return a value or ways, got a %s",
                   lua_type(L, -1) == LUA_TSTRING ? "text" : luaL_typename(L, -1));
        }
    } else if (n->kind == NODE_VALUE) {
        said->base.state = n->value.state;
        fmpq_set(&said->base.q, &n->value.q);
    } else if (n->kind == NODE_CHOICE) {
        node choice = *n;
        size_t unnamed = 0;
        said->goal = (dp_goal)choice.op;
        for (int k = 0; k < choice.right; k++) {
            int item = s->items[choice.left + k];
            unnamed += s->nodes[item].kind != NODE_WAY;
            add_way(L, said, item, unnamed, said->goal);
        }
    } else {
        said->goal = DP_ONLY;
        add_way(L, said, (int)(n - s->nodes), 1, f->said.goal);
    }
    check_reads(L);
}

void open_values(session *s) {
    lua_State *L = s->L;
    static const struct {
        const char *event, *op;
        lua_CFunction plain, symbolic;
    } events[] = {{"__add", "+", plain_arithmetic, node_arithmetic},
                  {"__sub", "-", plain_arithmetic, node_arithmetic},
                  {"__mul", "*", plain_arithmetic, node_arithmetic},
                  {"__div", "/", plain_arithmetic, node_arithmetic},
                  {"__unm", "-", plain_negation, node_negation},
                  {"__lt", "<", plain_comparison, node_asked},
                  {"__le", "<=", plain_comparison, node_asked},
                  {"__eq", "=", plain_comparison, NULL},
                  {"__idiv", "//", plain_division, node_asked},
                  {"__mod", "%", plain_division, node_asked},
                  {"__concat", "..", plain_join, node_asked},
                  {"__tostring", "tostring", plain_text, node_asked},
                  {"__len", "#", NULL, node_asked},
                  {"__index", "[ ]", NULL, node_asked},
                  {"__call", "( )", NULL, node_asked},
                  {"__pow", "^", NULL, node_asked},
                  {"__gc", "", collect_exact, NULL}};
    luaL_newmetatable(L, "exact");
    lua_pushlightuserdata(L, NULL);
    lua_newtable(L);
    for (size_t k = 0; k < sizeof events / sizeof *events; k++)
        for (int symbolic = 0; symbolic < 2; symbolic++) {
            lua_CFunction f = symbolic ? events[k].symbolic : events[k].plain;
            if (!f)
                continue;
            lua_pushstring(L, events[k].op);
            lua_pushcclosure(L, f, 1);
            lua_setfield(L, symbolic ? -2 : -4, events[k].event);
        }
    lua_setmetatable(L, -2);
    lua_pop(L, 2);
    static const char *const words[] = {"min", "max", "sum", "any", "all", "worst"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        lua_pushstring(L, words[k]);
        lua_newtable(L);
        lua_pushcclosure(L, choose, 2);
        lua_setfield(L, -2, words[k]);
    }
    lua_pushcfunction(L, make_way);
    lua_setfield(L, -2, "way");
    lua_pushcfunction(L, fraction);
    lua_setfield(L, -2, "fraction");
    lua_pushnumber(L, HUGE_VAL);
    lua_setfield(L, -2, "inf");
}
