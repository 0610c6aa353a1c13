/* What a file says: words, inputs, recurrences, the goal. Each assignment to a global comes by on_assign, which gives
 * inputs and recurrences their names. */
#include "session.h"

#include "nearest.h"
#include "utf8.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

const char *const lua_input_kinds[INPUT_KINDS] = {"integer", "integers", "numbers", "text", "texts", "grid"};

static const char *const word_names[] = {"title", "ask", "answer", "impossible", "summary", "time", "nothing", NULL};

/* ---- data ---- */

datum *datum_from_lua(lua_State *L, int at, arena *a, int depth) {
    at = lua_absindex(L, at);
    luaL_checkstack(L, 8, NULL);
    if (depth > 6)
        refuse(L, NULL, "lists in each other are too deep");
    if (lua_type(L, at) == LUA_TSTRING) {
        size_t length;
        const char *text = lua_tolstring(L, at, &length);
        return datum_text(a, str_copy(a, (str){text, length}));
    }
    if (lua_type(L, at) == LUA_TTABLE || luaL_testudata(L, at, "list")) {
        lua_Integer count = luaL_len(L, at);
        if (!count && lua_type(L, at) == LUA_TTABLE) {
            lua_pushnil(L);
            if (lua_next(L, at)) {
                datum *map = datum_map(a);
                lua_pop(L, 2);
                for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
                    if (lua_type(L, -2) != LUA_TSTRING)
                        refuse(L, NULL, "expected a list or a table of names");
                    datum_put_str(a, map, str_copy(a, str_of(lua_tostring(L, -2))),
                                  datum_from_lua(L, -1, a, depth + 1));
                }
                return map;
            }
        }
        datum *list = datum_list(a);
        for (lua_Integer k = 1; k <= count; k++) {
            lua_geti(L, at, k);
            datum_add(a, list, datum_from_lua(L, -1, a, depth + 1));
            lua_pop(L, 1);
        }
        return list;
    }
    exact *v = lua_newuserdatauv(L, sizeof *v, 0);
    *v = (exact){0};
    luaL_setmetatable(L, "exact");
    if (!exact_from(L, at, v))
        refuse(L, NULL, "expected a text, a number or a list, got a %s", luaL_typename(L, at));
    str text = exact_text(v, a);
    lua_pop(L, 1);
    return datum_text(a, text);
}

/* Words: a text, or a map of texts by language; the order of languages is always the same. */
static datum *words_from(lua_State *L, int at, const char *what) {
    session *s = session_of(L);
    datum *d = datum_from_lua(L, at, s->a, 0);
    if (d->kind == DATUM_TEXT)
        return d;
    datum *map = datum_map(s->a);
    static const char *const languages[] = {"en", "zh"};
    for (size_t k = 0; k < 2; k++) {
        const datum *one = datum_get(d, languages[k]);
        if (one && one->kind == DATUM_TEXT)
            datum_put(s->a, map, languages[k], (datum *)one);
    }
    if (d->kind != DATUM_MAP || !map->count || map->count != d->count)
        refuse(L, what, "%s must be a text, or { en = \"…\", zh = \"…\" }", what);
    return map;
}

/* ---- inputs ---- */

static void push_text_value(lua_State *L, str text) {
    session *s = session_of(L);
    exact v = {0};
    if (exact_read(text, &v, s->a))
        exact_push(L, &v);
    else
        lua_pushlstring(L, text.ptr, text.len);
    exact_clear(&v);
}

/* A list that says so where something outside it is asked for. Its items are its first user value, its name the second.
 */
static void push_list(lua_State *L, const char *name) {
    lua_newuserdatauv(L, 0, 2);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    lua_pushstring(L, name);
    lua_setiuservalue(L, -2, 2);
    luaL_setmetatable(L, "list");
}

static int list_index(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    if (lua_isinteger(L, 2) && lua_rawgeti(L, -1, lua_tointeger(L, 2)) != LUA_TNIL)
        return 1;
    lua_getiuservalue(L, 1, 2);
    const char *name = lua_tostring(L, -1);
    lua_getiuservalue(L, 1, 1);
    long long length = (long long)lua_rawlen(L, -1);
    if (lua_isinteger(L, 2)) {
        if (!length)
            return refuse(L, name, "%s[%lld] is not there: %s is empty", name, (long long)lua_tointeger(L, 2), name);
        return refuse(L, name, "%s[%lld] is outside 1..%lld; lists count from 1", name, (long long)lua_tointeger(L, 2),
                      length);
    }
    if (lua_type(L, 2) == LUA_TLIGHTUSERDATA)
        return refuse(L, name, "a value that is read cannot be an index");
    if (lua_type(L, 2) == LUA_TNUMBER)
        return refuse(L, name, "%s[%s]: an index must be a whole number; // divides without a fraction", name,
                      lua_tostring(L, 2));
    return refuse(L, name, "%s is a list: expected a whole number in %s[…], got %s", name, name,
                  lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2));
}

static int list_length(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
}

static int list_assign(lua_State *L) {
    lua_getiuservalue(L, 1, 2);
    return refuse(L, lua_tostring(L, -1),
                  "%s is the input and cannot be changed: copy it first, table.move(%s, 1, #%s, 1, {})",
                  lua_tostring(L, -1), lua_tostring(L, -1), lua_tostring(L, -1));
}

static int list_joined(lua_State *L) {
    for (int k = 1; k <= 2; k++) {
        if (luaL_testudata(L, k, "list")) {
            luaL_Buffer b;
            lua_getiuservalue(L, k, 1);
            int items = lua_gettop(L);
            lua_Integer length = (lua_Integer)lua_rawlen(L, items);
            luaL_buffinit(L, &b);
            for (lua_Integer i = 1; i <= length; i++) {
                lua_rawgeti(L, items, i);
                if (!lua_isstring(L, -1))
                    return refuse(L, NULL, "a list cannot be joined by ..");
                luaL_addvalue(&b);
            }
            luaL_pushresult(&b);
            lua_replace(L, k);
            lua_settop(L, 2);
        }
        luaL_tolstring(L, k, NULL);
        lua_replace(L, k);
    }
    lua_concat(L, 2);
    return 1;
}

static int list_equal(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_getiuservalue(L, 2, 1);
    bool same = lua_rawlen(L, -1) == lua_rawlen(L, -2);
    for (lua_Integer k = 1; same && k <= (lua_Integer)lua_rawlen(L, -1); k++) {
        lua_rawgeti(L, -1, k);
        lua_rawgeti(L, -3, k);
        same = lua_compare(L, -1, -2, LUA_OPEQ);
        lua_pop(L, 2);
    }
    lua_pushboolean(L, same);
    return 1;
}

void push_instance_value(lua_State *L, const lua_input *in, const datum *d) {
    session *s = session_of(L);
    const char *name = str_to_c(s->a, in->name);
    luaL_checkstack(L, 10, NULL);
    if (in->kind == INPUT_INTEGER) {
        push_text_value(L, d->text);
        return;
    }
    lua_newtable(L);
    if (in->kind == INPUT_TEXT) {
        lua_Integer k = 0;
        for (size_t at = 0, from; at < d->text.len;) {
            from = at;
            utf8_next(d->text, &at);
            lua_pushlstring(L, d->text.ptr + from, at - from);
            lua_rawseti(L, -2, ++k);
        }
    }
    for (size_t k = 0; in->kind != INPUT_TEXT && k < d->count; k++) {
        const datum *item = d->items[k];
        if (in->kind == INPUT_GRID) {
            lua_newtable(L);
            for (size_t n = 0; n < item->count; n++) {
                push_text_value(L, item->items[n]->text);
                lua_rawseti(L, -2, (lua_Integer)n + 1);
            }
            push_list(L, str_format(s->a, "%s[%zu]", name, k + 1).ptr);
        } else if (in->kind == INPUT_TEXTS)
            lua_pushlstring(L, item->text.ptr, item->text.len);
        else
            push_text_value(L, item->text);
        lua_rawseti(L, -2, (lua_Integer)k + 1);
    }
    push_list(L, name);
}

/* An error about a part of the instance, at its place where it was typed. */
__attribute__((format(printf, 4, 5))) static bool not_taken(session *s, const datum *given, error *e,
                                                            const char *format, ...) {
    va_list list;
    va_start(list, format);
    str text = str_formatv(s->a, format, list);
    va_end(list);
    if (s->typed && given->length)
        return error_at(e, s->typed, given->at, given->length, "%.*s", STR_ARG(text));
    return error_plain(e, STATUS_INPUT, "%.*s", STR_ARG(text));
}
#ifdef __clang_analyzer__ /* as in error.h: it is always false */
#define not_taken(...) ((void)not_taken(__VA_ARGS__), false)
#endif

static bool check_number(lua_input *in, const datum *given, bool whole, const char *what, datum **canonical, session *s,
                         error *e) {
    arena *a = s->a;
    exact v = {0}, bound = {0};
    str text = given->kind == DATUM_TEXT || given->kind == DATUM_INTEGER ? datum_as_text(given) : STR("");
    bool good = exact_read(text, &v, a);
    if (good && v.state == DP_VALUE && whole)
        good = fmpz_is_one(fmpq_denref(&v.q)) && (in->kind != INPUT_INTEGER || fmpz_bits(fmpq_numref(&v.q)) < 63);
    if (good && v.state != DP_VALUE && in->kind == INPUT_INTEGER)
        good = false;
    if (!good) {
        not_taken(s, given, e, "%s: expected a %snumber, got '%.*s'", what, whole ? "whole " : "", STR_ARG(text));
        return false;
    }
    if (v.state == DP_VALUE && in->least.len && exact_read(in->least, &bound, a) && bound.state == DP_VALUE &&
        fmpq_cmp(&v.q, &bound.q) < 0)
        good = not_taken(s, given, e, "%s: expected at least %.*s, got %.*s", what, STR_ARG(in->least), STR_ARG(text));
    if (good && v.state == DP_VALUE && in->most.len && exact_read(in->most, &bound, a) && bound.state == DP_VALUE &&
        fmpq_cmp(&v.q, &bound.q) > 0)
        good = not_taken(s, given, e, "%s: expected at most %.*s, got %.*s", what, STR_ARG(in->most), STR_ARG(text));
    *canonical = datum_text(a, exact_text(&v, a));
    exact_clear(&v);
    exact_clear(&bound);
    return good;
}

static bool check_length(session *s, const lua_input *in, const datum *given, size_t count, error *e) {
    str letter = in->sizes[0];
    const char *what = str_to_c(s->a, in->name);
    const char *thing = in->kind == INPUT_TEXT ? "letter" : in->kind == INPUT_GRID ? "row" : "item";
    if ((int64_t)count < in->shortest)
        return not_taken(s, given, e, "%s: expected at least %lld %s%s, got %zu", what, (long long)in->shortest, thing,
                         in->shortest == 1 ? "" : "s", count);
    if (in->longest >= 0 && (int64_t)count > in->longest)
        return not_taken(s, given, e, "%s: expected at most %lld %s%s, got %zu", what, (long long)in->longest, thing,
                         in->longest == 1 ? "" : "s", count);
    const datum *known = letter.len ? datum_get_str(s->sizes, letter) : NULL;
    if (known && known->integer != (int64_t)count)
        return not_taken(s, given, e, "%s: expected %lld %s%s (%.*s), got %zu", what, (long long)known->integer, thing,
                         known->integer == 1 ? "" : "s", STR_ARG(letter), count);
    return true;
}

static bool check_row(session *s, lua_input *in, const datum *row, size_t number, datum *to, error *e) {
    for (size_t k = 0; k < row->count; k++) {
        datum *item;
        str what = in->kind == INPUT_GRID ? str_format(s->a, "%.*s[%zu][%zu]", STR_ARG(in->name), number, k + 1)
                                          : str_format(s->a, "%.*s[%zu]", STR_ARG(in->name), k + 1);
        if (!check_number(in, row->items[k], in->kind == INPUT_INTEGERS, what.ptr, &item, s, e))
            return false;
        datum_add(s->a, to, item);
    }
    return true;
}

bool check_input(session *s, lua_input *in, const datum *given, datum **canonical, error *e) {
    const char *name = str_to_c(s->a, in->name);
    if (in->kind == INPUT_INTEGER)
        return check_number(in, given, true, name, canonical, s, e);
    if (in->kind == INPUT_TEXT) {
        if (given->kind != DATUM_TEXT && given->kind != DATUM_INTEGER)
            return not_taken(s, given, e, "%s: expected a text", name);
        *canonical = datum_text(s->a, datum_as_text(given));
        return check_length(s, in, given, utf8_count((*canonical)->text), e);
    }
    if (given->kind != DATUM_LIST)
        return not_taken(s, given, e, "%s: expected a list", name);
    if (!check_length(s, in, given, given->count, e))
        return false;
    *canonical = datum_list(s->a);
    if (in->kind == INPUT_TEXTS) {
        for (size_t k = 0; k < given->count; k++)
            datum_add(s->a, *canonical, datum_text(s->a, datum_as_text(given->items[k])));
        return true;
    }
    if (in->kind != INPUT_GRID)
        return check_row(s, in, given, 0, *canonical, e);
    for (size_t k = 0; k < given->count; k++) {
        const datum *row = given->items[k];
        if (row->kind != DATUM_LIST)
            return not_taken(s, given, e, "%s: expected rows of numbers", name);
        bool square = str_equal(in->sizes[0], in->sizes[1]);
        size_t wanted = in->sizes[1].len ? square ? given->count : given->items[0]->count : row->count;
        if (row->count != wanted)
            return not_taken(s, row, e, "%s: expected %zu numbers in row %zu, got %zu", name, wanted, k + 1,
                             row->count);
        if (!check_row(s, in, row, k + 1, datum_add(s->a, *canonical, datum_list(s->a)), e))
            return false;
    }
    return true;
}

static _Noreturn void raise_error(lua_State *L, const error *e) {
    session *s = session_of(L);
    if (s->mode == RUN_INSTANCE) { /* it is the instance that is wrong, not a line */
        *s->e = *e;
        s->failed = true;
    }
    refuse(L, NULL, "%.*s", STR_ARG(e->message));
}

static void set_size(session *s, str letter, size_t count, int line) {
    lua_State *L = s->L;
    (void)line;
    if (!letter.len)
        return;
    for (size_t k = 0; k < s->input_count; k++)
        if (str_equal(s->inputs[k].name, letter))
            refuse(L, NULL, "%.*s is an input, and cannot be the length of another: choose another letter",
                   STR_ARG(letter));
    datum_put_str(s->a, s->sizes, letter, datum_integer(s->a, (int64_t)count));
    lua_getfield(L, LUA_REGISTRYINDEX, "known");
    lua_pushinteger(L, (lua_Integer)count);
    lua_setfield(L, -2, str_to_c(s->a, letter));
    lua_pop(L, 1);
}

static int draw_between(lua_State *L) {
    session *s = session_of(L);
    lua_Integer least = luaL_checkinteger(L, 1), most = luaL_checkinteger(L, 2);
    if (least > most)
        return refuse(L, "draw", "draw(%lld, %lld): the first must not be above the second", (long long)least,
                      (long long)most);
    lua_pushinteger(L, random_between(&s->random, least, most));
    return 1;
}

/* A number, or { least, most }. */
static lua_Integer draw_number(lua_State *L, int at, const char *what) {
    session *s = session_of(L);
    at = lua_absindex(L, at);
    if (lua_isinteger(L, at))
        return lua_tointeger(L, at);
    if (lua_type(L, at) != LUA_TTABLE)
        refuse(L, "random", "%s of random must be { least, most }", what);
    lua_geti(L, at, 1);
    lua_geti(L, at, 2);
    if (!lua_isinteger(L, -1) || !lua_isinteger(L, -2))
        refuse(L, "random", "%s of random must be { least, most }, two whole numbers", what);
    lua_Integer least = lua_tointeger(L, -2), most = lua_tointeger(L, -1);
    lua_pop(L, 2);
    if (least > most)
        refuse(L, "random", "%s of random: the first must not be above the second", what);
    return random_between(&s->random, least, most);
}

static bool has_item(const datum *list, str text) {
    for (size_t k = 0; k < list->count; k++)
        if (str_equal(list->items[k]->text, text))
            return true;
    return false;
}

static int by_number(const void *x, const void *y) {
    long long a = atoll((*(datum *const *)x)->text.ptr), b = atoll((*(datum *const *)y)->text.ptr);
    return (a > b) - (a < b);
}

/* The value of `random` at the top of the stack. */
static datum *draw_input(lua_State *L, const lua_input *in) {
    session *s = session_of(L);
    arena *a = s->a;
    int at = lua_gettop(L);
    if (lua_isfunction(L, at)) {
        lua_pushvalue(L, at);
        lua_pushcfunction(L, draw_between);
        lua_call(L, 1, 1);
        datum *d = datum_from_lua(L, -1, a, 0);
        lua_pop(L, 1);
        return d;
    }
    if (in->kind == INPUT_INTEGER)
        return datum_text(a, str_format(a, "%lld", (long long)draw_number(L, at, "random")));
    if (lua_type(L, at) != LUA_TTABLE || in->kind == INPUT_TEXTS || in->kind == INPUT_GRID)
        refuse(L, "random", "random of this input must be a function(draw) … end%s",
               in->kind == INPUT_TEXTS || in->kind == INPUT_GRID ? "" : " or a table");
    size_t count;
    const datum *size = in->sizes[0].len ? datum_get_str(s->sizes, in->sizes[0]) : NULL;
    if (lua_getfield(L, at, "length") != LUA_TNIL && !size)
        count = (size_t)draw_number(L, -1, "length");
    else if (size)
        count = (size_t)size->integer;
    else
        count = (size_t)in->shortest;
    lua_pop(L, 1);
    if (in->kind == INPUT_TEXT) {
        lua_getfield(L, at, "of");
        str of = str_of(lua_isstring(L, -1) ? lua_tostring(L, -1) : "ab"), letters[256];
        size_t kinds = 0;
        for (size_t k = 0; k < of.len && kinds < 256;) {
            size_t from = k;
            utf8_next(of, &k);
            letters[kinds++] = str_slice(of, from, k);
        }
        strbuf b = strbuf_in(a);
        for (size_t k = 0; k < count && kinds; k++)
            strbuf_add(&b, letters[random_between(&s->random, 0, (int64_t)kinds - 1)]);
        lua_pop(L, 1);
        return datum_text(a, str_copy(a, strbuf_text(&b)));
    }
    lua_getfield(L, at, "distinct");
    lua_getfield(L, at, "sorted");
    bool distinct = lua_toboolean(L, -2), sorted = lua_toboolean(L, -1);
    lua_pop(L, 2);
    if (lua_getfield(L, at, "from") == LUA_TNIL)
        refuse(L, "random", "random of a list must say from = { least, most }");
    datum *list = datum_list(a);
    for (size_t tries = 0; list->count < count && tries < 1000 + 100 * count; tries++) {
        str text = str_format(a, "%lld", (long long)draw_number(L, -1, "from"));
        if (!distinct || !has_item(list, text))
            datum_add(a, list, datum_text(a, text));
    }
    if (sorted)
        qsort(list->items, list->count, sizeof *list->items, by_number);
    lua_pop(L, 1);
    return list;
}

static str text_field(lua_State *L, int at, const char *name) {
    session *s = session_of(L);
    str text = STR("");
    if (lua_getfield(L, at, name) != LUA_TNIL)
        text = datum_as_text(datum_from_lua(L, -1, s->a, 0));
    lua_pop(L, 1);
    return text;
}

static void read_lengths(lua_State *L, int at, lua_input *in) {
    session *s = session_of(L);
    in->longest = -1;
    int type = lua_getfield(L, at, "length");
    if (type == LUA_TSTRING)
        in->sizes[0] = str_copy(s->a, str_of(lua_tostring(L, -1)));
    else if (lua_isinteger(L, -1))
        in->shortest = in->longest = lua_tointeger(L, -1);
    else if (type == LUA_TTABLE) {
        lua_geti(L, -1, 1);
        lua_geti(L, -2, 2);
        if (lua_isinteger(L, -1) && lua_isinteger(L, -2)) {
            in->shortest = lua_tointeger(L, -2);
            in->longest = lua_tointeger(L, -1);
        } else
            for (int k = 0; k < 2; k++)
                if (lua_type(L, -2 + k) == LUA_TSTRING)
                    in->sizes[k] = str_copy(s->a, str_of(lua_tostring(L, -2 + k)));
        lua_pop(L, 2);
    } else if (type != LUA_TNIL)
        refuse(L, "length", "length must be a letter (\"n\"), a number or { least, most }");
    lua_pop(L, 1);
    if (in->kind == INPUT_GRID && in->shortest < 1)
        in->shortest = 1;
    str least = text_field(L, at, "least"), most = text_field(L, at, "most");
    if (least.len)
        in->shortest = atoll(str_to_c(s->a, least));
    if (most.len)
        in->longest = atoll(str_to_c(s->a, most));
}

static void check_fields(lua_State *L, int at, const char *const *known, const char *what) {
    for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            continue;
        const char *name = lua_tostring(L, -2);
        size_t k = 0;
        while (known[k] && strcmp(known[k], name) != 0)
            k++;
        if (!known[k]) {
            str names[16];
            for (k = 0; known[k]; k++)
                names[k] = str_of(known[k]);
            str near = nearest_word(str_of(name), names, k, session_of(L)->a);
            refuse(L, name, "%s has no %s%s%.*s%s", what, name, near.len ? ": did you mean " : "", STR_ARG(near),
                   near.len ? "?" : "");
        }
    }
}

/* The input that an assignment names; its specification is the user value. */
static void name_input(lua_State *L, const char *name) {
    static const char *const fields[] = {"min",   "max",     "length", "least",  "most",
                                         "means", "example", "random", "ragged", NULL};
    session *s = session_of(L);
    int kind = *(int *)lua_touserdata(L, 3);
    lua_getiuservalue(L, 3, 1);
    int at = lua_gettop(L);
    s->pending--;
    if (s->input_count == MOST_INPUTS)
        refuse(L, name, "a file may have at most %d inputs", MOST_INPUTS);
    for (size_t k = 0; k < s->input_count; k++)
        if (str_is(s->inputs[k].name, name))
            refuse(L, name, "%s is an input already", name);
    check_fields(L, at, fields, lua_input_kinds[kind]);
    lua_input *in = &s->inputs[s->input_count];
    *in = (lua_input){.name = str_copy(s->a, str_of(name)), .kind = (lua_input_kind)kind};
    if (lua_getfield(L, at, "means") != LUA_TNIL)
        in->means = words_from(L, -1, "means");
    lua_pop(L, 1);
    in->least = text_field(L, at, "min");
    in->most = text_field(L, at, "max");
    read_lengths(L, at, in);
    in->draws = lua_getfield(L, at, "random") != LUA_TNIL;
    lua_pop(L, 1);
    if (lua_getfield(L, at, "example") != LUA_TNIL) {
        datum *example = datum_from_lua(L, -1, s->a, 0);
        in->example = example;
        if (example->kind == DATUM_MAP) {
            in->examples = example;
            in->example = datum_get_str(example, s->language) ? datum_get_str(example, s->language) : example->items[0];
        }
    }
    lua_pop(L, 1);
    const datum *given = s->mode == RUN_INSTANCE ? datum_get_str(s->given, in->name) : in->example;
    if (s->mode == RUN_RANDOM && in->draws) {
        lua_getfield(L, at, "random");
        given = draw_input(L, in);
        lua_pop(L, 1);
    } else if (s->mode == RUN_RANDOM && datum_get_str(s->given, in->name))
        given = datum_get_str(s->given, in->name);
    if (!given && s->mode == RUN_INSTANCE) {
        s->failed = true;
        error_plain(s->e, STATUS_INPUT, "%s is missing", name);
        refuse(L, name, "%s is missing", name);
    }
    if (!given)
        refuse(L, name, "%s needs an example = …", name);
    error e = error_in(s->a);
    datum *canonical = NULL;
    if (!check_input(s, in, given, &canonical, &e))
        raise_error(L, &e);
    datum_put_str(s->a, s->instance, in->name, canonical);
    s->input_count++;
    if (in->kind == INPUT_TEXT)
        set_size(s, in->sizes[0], utf8_count(canonical->text), 0);
    else if (in->kind != INPUT_INTEGER)
        set_size(s, in->sizes[0], canonical->count, 0);
    if (in->kind == INPUT_GRID)
        set_size(s, in->sizes[1], canonical->count ? canonical->items[0]->count : 0, 0);
    push_instance_value(L, in, canonical);
    lua_replace(L, 3);
}

static int declare_input(lua_State *L) {
    session *s = session_of(L);
    luaL_checkany(L, 1);
    if (lua_type(L, 1) != LUA_TTABLE)
        return refuse(L, NULL, "an input is declared with a table: x = %s { example = … }",
                      lua_input_kinds[lua_tointeger(L, lua_upvalueindex(1))]);
    int *kind = lua_newuserdatauv(L, sizeof *kind, 1);
    *kind = (int)lua_tointeger(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, "input");
    s->pending++;
    s->pending_line = line_now(L);
    if (line_is_in_if(s->where->text, s->pending_line))
        return refuse(L, lua_input_kinds[*kind],
                      "an input must not be made in an if: a file has the same inputs whatever their values");
    return 1;
}

/* ---- recurrences ---- */

long integer_at(lua_State *L, int at, const char *what) {
    if (lua_isinteger(L, at))
        return (long)lua_tointeger(L, at);
    const exact *large = luaL_testudata(L, at, "exact");
    if (large && large->state == DP_VALUE && fmpz_is_one(fmpq_denref(&large->q)) &&
        fmpz_fits_si(fmpq_numref(&large->q)))
        return (long)fmpz_get_si(fmpq_numref(&large->q));
    if (lua_type(L, at) == LUA_TLIGHTUSERDATA)
        refuse(L, NULL, "%s: a value that is read cannot be an index", what);
    if (lua_type(L, at) == LUA_TNUMBER)
        refuse(L, NULL, "%s must be a whole number, got %s: // divides without a fraction, 1 << n is 2^n", what,
               lua_tostring(L, at));
    refuse(L, NULL, "%s must be a whole number, got %s", what,
           lua_isnil(L, at)                 ? "nil"
           : lua_type(L, at) == LUA_TSTRING ? lua_tostring(L, at)
                                            : luaL_typename(L, at));
    return 0;
}

/* What stands in the source at this line behind `word(`, as items at the top, of which the `which`-th. */
static str source_item(session *s, int line, const char *word, size_t which, size_t part) {
    size_t from = 0;
    for (int k = 1; k < line && from != SIZE_MAX; k++) {
        from = str_find(s->where->text, STR("\n"), from);
        from = from == SIZE_MAX ? from : from + 1;
    }
    size_t at = from == SIZE_MAX ? SIZE_MAX : str_find(s->where->text, str_of(word), from);
    if (at == SIZE_MAX)
        return STR("");
    size_t depth = 0, item = 0, sub = 0, begin = 0;
    str t = s->where->text;
    for (at += strlen(word); at < t.len; at++) {
        char c = t.ptr[at];
        if (c == '(' || c == '{' || c == '[') {
            depth++;
            if (depth == (part == SIZE_MAX ? 1 : 2))
                begin = at + 1;
        } else if (c == ')' || c == '}' || c == ']' || c == ',') {
            bool here = item == which && (part == SIZE_MAX ? depth == 1 : depth == 2 && sub == part);
            if (here)
                return str_trim(str_slice(t, begin, at));
            if (c == ',') {
                begin = depth <= (part == SIZE_MAX ? 1u : 2u) ? at + 1 : begin;
                item += depth == 1;
                sub = depth == 1 ? 0 : sub + (depth == 2);
                continue;
            }
            if (!depth || !--depth)
                break;
        }
    }
    return STR("");
}

static void read_bound(lua_State *L, int at, rec_function *f, int own, bound *b, const char *what) {
    session *s = session_of(L);
    *b = (bound){.letter = -1};
    if (lua_isinteger(L, at) || luaL_testudata(L, at, "exact")) {
        b->plus = integer_at(L, at, what);
        b->text = str_format(s->a, "%ld", b->plus);
        return;
    }
    if (lua_type(L, at) != LUA_TSTRING) {
        integer_at(L, at, what);
        return;
    }
    str text = str_copy(s->a, str_of(lua_tostring(L, at)));
    size_t length = 0;
    while (length < text.len && text.ptr[length] != '+' && text.ptr[length] != '-' && text.ptr[length] != ' ')
        length++;
    str letter = str_slice(text, 0, length);
    char *end;
    strbuf rest = strbuf_in(s->a);
    for (size_t k = length; k < text.len; k++)
        if (text.ptr[k] != ' ')
            strbuf_add_byte(&rest, text.ptr[k]);
    b->plus = rest.len ? strtol(rest.ptr, &end, 10) : 0;
    b->text = text;
    for (int k = 0; k < own; k++)
        if (str_equal(f->index[k].letter, letter))
            b->letter = k;
    const datum *size = datum_get_str(s->sizes, letter);
    if (b->letter < 0 && size)
        b->plus += (long)size->integer;
    else if (b->letter < 0)
        refuse(L, NULL, "the bound \"%.*s\" must be a number, a size or an earlier index, plus or minus a number",
               STR_ARG(text));
}

static const char **read_names(lua_State *L, int at, long first, long last) {
    session *s = session_of(L);
    if (last < first)
        return NULL;
    const char **names = ARENA_ARRAY(s->a, const char *, (size_t)(last - first) + 2);
    datum *d = datum_from_lua(L, at, s->a, 0);
    if (d->kind == DATUM_MAP)
        d = (datum *)(datum_get_str(d, s->language) ? datum_get_str(d, s->language) : d->items[0]);
    /* The items of an input are counted from 1, so index 0 has no name unless there is one more. */
    long begin = first == 0 && d->count == (size_t)(last + 1) ? 0 : 1;
    if (d->kind == DATUM_LIST && (long)d->count + begin - 1 < last)
        refuse(L, "names", "names: expected %ld, one for each index from %ld to %ld, got %zu", last - begin + 1, begin,
               last, d->count);
    for (long k = first; k <= last; k++)
        names[k - first] = k >= begin ? str_to_c(s->a, number_shown(datum_as_text(d->items[k - begin]), s->a)) : "";
    return names;
}

static long limit_of(const rec_function *f, const bound *b, bool least) {
    if (b->letter < 0)
        return b->plus;
    return b->plus + (least ? f->least : f->most)[b->letter];
}

static int declare_recurrence(lua_State *L) {
    session *s = session_of(L);
    int arity = lua_gettop(L);
    if (arity > DP_INDICES)
        return refuse(L, "recurrence", "a recurrence has at most %d indices, got %d", DP_INDICES, arity);
    if (s->function_count == MOST_FUNCTIONS)
        return refuse(L, "recurrence", "a file may have at most %d recurrences", MOST_FUNCTIONS);
    rec_function *f = &s->functions[s->function_count];
    *f = (rec_function){.arity = arity, .line = line_now(L), .value_ref = LUA_NOREF};
    for (int k = 0; k < arity; k++) {
        rec_index *index = &f->index[k];
        luaL_argexpected(L, lua_type(L, k + 1) == LUA_TTABLE, k + 1, "index, like {\"i\", 0, n}");
        lua_geti(L, k + 1, 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            return refuse(L, "recurrence", "an index is a letter and two bounds: {\"i\", 0, n}");
        static const char *const fields[] = {"names", NULL};
        check_fields(L, k + 1, fields, "an index");
        index->letter = str_copy(s->a, str_of(lua_tostring(L, -1)));
        for (int n = 0; n < k; n++)
            if (str_equal(f->index[n].letter, index->letter))
                return refuse(L, "recurrence", "two indices are called %.*s: each needs a letter of its own",
                              STR_ARG(index->letter));
        lua_geti(L, k + 1, 2);
        read_bound(L, -1, f, k, &index->first, "the first value of an index");
        lua_geti(L, k + 1, 3);
        read_bound(L, -1, f, k, &index->last, "the last value of an index");
        for (int side = 0; side < 2; side++) {
            bound *b = side ? &index->last : &index->first;
            str text = source_item(s, f->line, "recurrence", (size_t)k, (size_t)side + 1);
            if (text.len && text.len < 30 && text.ptr[0] != '"' && text.ptr[0] != '\'')
                b->text = text;
        }
        f->least[k] = limit_of(f, &index->first, true);
        f->most[k] = limit_of(f, &index->last, false);
        if (f->most[k] - f->least[k] > 200000000)
            return refuse(L, "recurrence", "the index %.*s has too many values: a table of more than 1024 MB",
                          STR_ARG(index->letter));
        if (lua_getfield(L, k + 1, "names") != LUA_TNIL)
            index->names = read_names(L, -1, f->least[k], f->most[k]);
        lua_pop(L, 4);
        f->odd = f->odd || index->first.letter >= 0 || index->last.letter >= 0;
    }
    if (arity >= 2) {
        const bound *first = &f->index[arity - 1].first, *last = &f->index[arity - 1].last;
        if (first->letter == arity - 2 && !first->plus && last->letter < 0)
            f->shape = DP_UPPER;
        if (last->letter == arity - 2 && !last->plus && first->letter < 0)
            f->shape = DP_LOWER;
        bool others = arity == 3 && (f->index[1].first.letter >= 0 || f->index[1].last.letter >= 0);
        f->odd = f->odd && (f->shape == DP_FULL || others);
    }
    int *number = lua_newuserdatauv(L, sizeof *number, 0);
    *number = s->function_count++;
    luaL_setmetatable(L, "recurrence");
    s->pending++;
    s->pending_line = f->line;
    return 1;
}

static int function_call(lua_State *L) {
    session *s = session_of(L);
    int number = *(int *)luaL_checkudata(L, 1, "recurrence");
    rec_function *f = &s->functions[number];
    long at[DP_INDICES] = {0};
    if (lua_gettop(L) - 1 != f->arity)
        return refuse(L, f->name, "%s has %d %s, got %d", f->name ? f->name : "it", f->arity,
                      f->arity == 1 ? "index" : "indices", lua_gettop(L) - 1);
    for (int k = 0; k < f->arity; k++)
        at[k] = integer_at(L, k + 2, "an index");
    return session_of(L)->parts->call(L, number, at);
}

static int set_field(lua_State *L, rec_function *f, const char *field, int at) {
    session *s = session_of(L);
    if (strcmp(field, "value") == 0) {
        luaL_argexpected(L, lua_isfunction(L, at), at, "function");
        if (f->value_ref != LUA_NOREF)
            return refuse(L, "value", "the function value of %s is given twice", f->name ? f->name : "it");
        f->line = line_now(L);
        lua_pushvalue(L, at);
        f->value_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    } else if (strcmp(field, "means") == 0)
        f->means = words_from(L, at, "means");
    else if (strcmp(field, "formula") == 0)
        f->formula = words_from(L, at, "formula"), f->formula_line = line_now(L);
    else if (strcmp(field, "labels") == 0)
        f->labels = datum_from_lua(L, at, s->a, 0), f->labels_line = line_now(L);
    else if (strcmp(field, "choices") == 0)
        f->choices = str_to_c(s->a, str_of(luaL_checkstring(L, at)));
    else if (strcmp(field, "outside") == 0) {
        if (!exact_from(L, at, &f->outside))
            return refuse(L, "outside", "outside must be a value, got a %s", luaL_typename(L, at));
    } else
        return refuse(L, field, "a recurrence has value, means, formula, labels, outside and choices, but no %s",
                      field);
    return 0;
}

static int function_assign(lua_State *L) {
    session *s = session_of(L);
    return set_field(L, &s->functions[*(int *)luaL_checkudata(L, 1, "recurrence")], luaL_checkstring(L, 2), 3);
}

static int field_call(lua_State *L) {
    session *s = session_of(L);
    luaL_checkany(L, 1);
    return set_field(L, &s->functions[lua_tointeger(L, lua_upvalueindex(1))], lua_tostring(L, lua_upvalueindex(2)), 1);
}

static int function_index(lua_State *L) {
    int number = *(int *)luaL_checkudata(L, 1, "recurrence");
    if (lua_type(L, 2) != LUA_TSTRING)
        return refuse(L, NULL, "a value is read with round brackets: f(i), not f[i]");
    lua_pushinteger(L, number);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, field_call, 2);
    return 1;
}

/* ---- the goal and the rest ---- */

static int declare_goal(lua_State *L) {
    session *s = session_of(L);
    int count = lua_gettop(L), from = 1;
    if (s->goal_function >= 0)
        return refuse(L, "goal", "there are two goals");
    s->goal_line = line_now(L);
    lua_getfield(L, LUA_REGISTRYINDEX, "known");
    static const char *const words[] = {"min", "max", "sum", "any", "all"};
    static const dp_goal goals[] = {DP_MIN, DP_MAX, DP_SUM, DP_ANY, DP_ALL};
    for (size_t k = 0; k < 5; k++) {
        lua_getfield(L, count + 1, words[k]);
        if (lua_rawequal(L, 1, -1)) {
            s->goal_best = true;
            s->goal_kind = goals[k];
            from = 2;
        }
        lua_pop(L, 1);
    }
    if (!luaL_testudata(L, from, "recurrence"))
        return refuse(L, "goal", "goal(f, i, j) or goal(max, f): expected a recurrence, got a %s",
                      lua_type(L, from) == LUA_TLIGHTUSERDATA ? "value" : luaL_typename(L, from));
    int number = *(int *)lua_touserdata(L, from);
    rec_function *f = &s->functions[number];
    int given = count - from;
    if (given != f->arity && !(s->goal_best && given == 0))
        return refuse(L, "goal", "%s has %d %s, and the goal says %d", f->name ? f->name : "it", f->arity,
                      f->arity == 1 ? "index" : "indices", given);
    for (int k = 0; k < given; k++) {
        lua_getfield(L, count + 1, "all");
        bool whole = s->goal_best && lua_rawequal(L, from + 1 + k, -1);
        lua_pop(L, 1);
        s->goal_fixed[k] = !whole;
        if (!whole)
            s->goal_at[k] = integer_at(L, from + 1 + k, "an index of the goal");
        s->goal_text[k] = source_item(s, s->goal_line, "goal", (size_t)from + (size_t)k, SIZE_MAX);
        if (!s->goal_text[k].len || s->goal_text[k].len > 30)
            s->goal_text[k] = str_format(s->a, "%ld", s->goal_at[k]);
    }
    s->goal_function = number;
    s->goal_outside = !s->goal_best && !place_inside(f, s->goal_at);
    if (s->goal_outside && f->outside.state == DP_NONE)
        return refuse(L, "goal", "the goal is outside the places of %s", f->name ? f->name : "it");
    return 0;
}

static int declare_solution(lua_State *L) {
    session *s = session_of(L);
    static const char *const fields[] = {"each", "show", "join", "from", "brackets", NULL};
    if (s->solution_ref != LUA_NOREF || s->solution_table_ref != LUA_NOREF)
        return refuse(L, "solution", "there are two solutions");
    if (lua_isfunction(L, 1))
        s->solution_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    else if (lua_type(L, 1) == LUA_TTABLE) {
        check_fields(L, 1, fields, "solution");
        if (lua_getfield(L, 1, "each") == LUA_TSTRING) {
            str label = str_of(lua_tostring(L, -1));
            if (only_line_with(s->where->text, label))
                return refuse(L, lua_tostring(L, -1), "solution: no way is called %s in this file", label.ptr);
        }
        lua_pop(L, 1);
        s->solution_table_ref = luaL_ref(L, LUA_REGISTRYINDEX);
    } else
        return refuse(L, "solution", "solution takes a function(steps) or { each = …, show = … }");
    return 0;
}

static int declare_mistake(lua_State *L) {
    session *s = session_of(L);
    bool rule = lua_toboolean(L, lua_upvalueindex(1));
    const char *word = rule ? "rule" : "mistake";
    if (s->mistake_count == MOST_MISTAKES)
        return refuse(L, word, "a file may have at most %d mistakes and rules", MOST_MISTAKES);
    if (lua_type(L, 1) != LUA_TSTRING || !lua_isfunction(L, 3))
        return refuse(L, word, "%s(name, words, function): the name must be a text, and a function must come last",
                      word);
    mistake *m = &s->mistakes[s->mistake_count++];
    *m = (mistake){.name = str_copy(s->a, str_of(lua_tostring(L, 1))), .rule = rule, .line = line_now(L)};
    m->words = words_from(L, 2, word);
    lua_settop(L, 3);
    m->ref = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

static int keep_function(lua_State *L) {
    session *s = session_of(L);
    const char *word = lua_tostring(L, lua_upvalueindex(1));
    if (!lua_isfunction(L, 1))
        return refuse(L, word, "%s takes a function", word);
    lua_settop(L, 1);
    int ref = luaL_ref(L, LUA_REGISTRYINDEX);
    if (strcmp(word, "random") == 0)
        s->random_ref = ref;
    else if (strcmp(word, "interesting") == 0)
        s->interesting_ref = ref;
    else {
        s->truth_ref = ref;
        s->truth_line = line_now(L);
    }
    return 0;
}

static void set_word(lua_State *L, const char *name, int at) {
    session *s = session_of(L);
    if (strcmp(name, "labels") == 0) {
        datum *labels = datum_from_lua(L, at, s->a, 0);
        if (labels->kind == DATUM_MAP)
            s->labels = labels;
        else if (labels->count)
            refuse(L, name, "labels must be { name = words, … }");
    } else
        datum_put(s->a, s->words, name, words_from(L, at, name));
}

static int call_word(lua_State *L) {
    luaL_checkany(L, 1);
    set_word(L, lua_tostring(L, lua_upvalueindex(1)), 1);
    return 0;
}

static bool is_word(const char *name) {
    for (size_t k = 0; word_names[k]; k++)
        if (strcmp(word_names[k], name) == 0)
            return true;
    return strcmp(name, "labels") == 0;
}

/* Whether the value at `at` is what a word of the file takes: a text, or texts by language. */
static bool is_said(lua_State *L, int at) {
    if (lua_type(L, at) == LUA_TSTRING)
        return true;
    if (lua_type(L, at) != LUA_TTABLE)
        return false;
    int en = lua_getfield(L, at, "en"), zh = lua_getfield(L, at, "zh");
    lua_pop(L, 2);
    return en == LUA_TSTRING || zh == LUA_TSTRING;
}

/* A word that is mistyped would be a global that nothing reads. */
static void refuse_mistyped_word(lua_State *L, const char *name, int at) {
    str words[sizeof word_names / sizeof *word_names];
    size_t count = 0;
    for (; word_names[count]; count++)
        words[count] = str_of(word_names[count]);
    str near =
        strlen(name) > 3 && is_said(L, at) ? nearest_word(str_of(name), words, count, session_of(L)->a) : STR("");
    if (near.len)
        refuse(L, name, "%s is not a word of recurrence files: did you mean %.*s?", name, STR_ARG(near));
}

static int on_assign(lua_State *L) {
    session *s = session_of(L);
    const char *name = str_to_c(s->a, str_of(luaL_checkstring(L, 2)));
    if (is_word(name)) {
        set_word(L, name, 3);
        return 0;
    }
    if (strcmp(name, "handtrace") == 0) {
        if (!lua_isinteger(L, 3) || lua_tointeger(L, 3) != 1)
            return refuse(L, name,
                          "handtrace = %s: expected 1, the version of recurrence files that this program reads",
                          luaL_tolstring(L, 3, NULL));
        return 0;
    }
    if (s->reading != READ_NOTHING)
        return refuse(L, name, "%s is not local: write local %s = …, so that no place changes what another sees", name,
                      name);
    lua_getfield(L, LUA_REGISTRYINDEX, "known");
    int known = lua_gettop(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, known) != LUA_TNIL && lua_iscfunction(L, -1))
        return refuse(L, name, "%s is a word of recurrence files and cannot be given a value: choose another name",
                      name);
    lua_pop(L, 1);
    for (size_t k = 0; k < s->input_count; k++)
        if (str_is(s->inputs[k].name, name))
            return refuse(L, name, "%s is an input and cannot be given another value: choose another name", name);
    if (datum_get(s->sizes, name) && !luaL_testudata(L, 3, "input"))
        return refuse(L, name, "%s is the length of an input and cannot be changed: choose another name", name);
    if (luaL_testudata(L, 3, "input")) {
        if (datum_get(s->sizes, name))
            return refuse(L, name, "%s is the length of another input already", name);
        name_input(L, name);
    } else if (luaL_testudata(L, 3, "recurrence")) {
        rec_function *f = &s->functions[*(int *)lua_touserdata(L, 3)];
        if (!f->name)
            s->pending--;
        f->name = f->name ? f->name : name;
    }
    refuse_mistyped_word(L, name, 3);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_rawset(L, known);
    return 0;
}

static void make_metatable(lua_State *L, const char *name, const luaL_Reg *events) {
    luaL_newmetatable(L, name);
    luaL_setfuncs(L, events, 0);
    lua_pop(L, 1);
}

static int not_named(lua_State *L) {
    return refuse(L, NULL, "an input must be given a name first: x = text { … }");
}

void open_declare(session *s) {
    lua_State *L = s->L;
    static const luaL_Reg list[] = {{"__index", list_index},   {"__newindex", list_assign}, {"__len", list_length},
                                    {"__concat", list_joined}, {"__eq", list_equal},        {NULL, NULL}};
    static const luaL_Reg recurrence[] = {
        {"__call", function_call}, {"__index", function_index}, {"__newindex", function_assign}, {NULL, NULL}};
    static const luaL_Reg input[] = {{"__index", not_named}, {"__call", not_named}, {"__len", not_named}, {NULL, NULL}};
    make_metatable(L, "list", list);
    make_metatable(L, "recurrence", recurrence);
    make_metatable(L, "input", input);
    for (int k = 0; k < INPUT_KINDS; k++) {
        lua_pushinteger(L, k);
        lua_pushcclosure(L, declare_input, 1);
        lua_setfield(L, -2, lua_input_kinds[k]);
    }
    for (size_t k = 0; word_names[k]; k++) {
        lua_pushstring(L, word_names[k]);
        lua_pushcclosure(L, call_word, 1);
        lua_setfield(L, -2, word_names[k]);
    }
    lua_pushstring(L, "labels");
    lua_pushcclosure(L, call_word, 1);
    lua_setfield(L, -2, "labels");
    static const char *const functions[] = {"random", "interesting", "truth"};
    for (size_t k = 0; k < 3; k++) {
        lua_pushstring(L, functions[k]);
        lua_pushcclosure(L, keep_function, 1);
        lua_setfield(L, -2, functions[k]);
    }
    for (int rule = 0; rule < 2; rule++) {
        lua_pushboolean(L, rule);
        lua_pushcclosure(L, declare_mistake, 1);
        lua_setfield(L, -2, rule ? "rule" : "mistake");
    }
    static const luaL_Reg rest[] = {{"recurrence", declare_recurrence},
                                    {"goal", declare_goal},
                                    {"solution", declare_solution},
                                    {"plain", plain_words},
                                    {NULL, NULL}};
    luaL_setfuncs(L, rest, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, "known");
    lua_pushcfunction(L, draw_between);
    lua_setfield(L, LUA_REGISTRYINDEX, "draw");
    lua_newtable(L); /* the globals, always empty */
    lua_newtable(L);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, on_assign);
    lua_setfield(L, -2, "__newindex");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, "globals");
    lua_pop(L, 2);
}
