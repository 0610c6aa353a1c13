/* What a file may use of Lua, and how much: memory by the allocator (which charges instructions too), instructions by a
 * hook, texts of a megabyte. Nothing of the system, no bytecode, nothing that calls back without end. */
#include "session.h"

#include "nearest.h"
#include "visible.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

enum {
    MOST_SECONDS = 2,
    MB_A_SECOND = 64,
    HOOK = 1000,
    LONGEST_TEXT = 1 << 20,
    MOST_PRINTED = 1 << 20,
    BYTES_A_STEP = 64
};
static const size_t most_memory = (size_t)256 << 20;
static const uint64_t most_steps = 40000000, most_in_all = 2000000000;

session *session_of(lua_State *L) {
    return *(session **)lua_getextraspace(L);
}

static void *allocate(void *user, void *old, size_t old_size, size_t size) {
    session *s = user;
    if (!size) {
        s->held -= old ? old_size : 0;
        memory_free(old);
        return NULL;
    }
    bool text = !old && old_size == LUA_TSTRING && size > LONGEST_TEXT;
    size_t before = old ? old_size : 0;
    if (size > before) {
        s->steps += (size - before) / BYTES_A_STEP;
        if (text || s->held - before > most_memory - size || size > most_memory) {
            s->too_large = true;
            if (!s->error_line && s->L)
                s->error_line = line_now(s->L);
            return NULL;
        }
    }
    void *new = memory_try(arena_budget(s->a), old, size);
    if (new)
        s->held += size - before;
    return new;
}

static void hook(lua_State *L, lua_Debug *ar) {
    session *s = session_of(L);
    if (ar->event == LUA_HOOKLINE) {
        s->last_line = ar->currentline;
        return;
    }
    s->steps += HOOK;
    /* Only long texts that are compared again and again take more time than their steps tell. What takes memory has
     * time to come to the limit of memory, so that a slow machine says the same. */
    double seconds = MOST_SECONDS + (double)(s->held >> 20) / MB_A_SECOND;
    bool slow = s->most_steps != UINT64_MAX && (double)(clock() - s->began) > seconds * CLOCKS_PER_SEC;
    if (s->steps > s->most_steps || slow) {
        s->too_long = true;
        s->most_steps = UINT64_MAX;
        refuse(L, NULL, "this takes too many steps: a loop or a call that does not end?");
    }
}

int line_now(lua_State *L) {
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++)
        if (lua_getinfo(L, "Sl", &ar) && ar.currentline > 0)
            return ar.currentline;
    return 0;
}

int refuse(lua_State *L, const char *token, const char *format, ...) {
    session *s = session_of(L);
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!s->error_line) {
        s->error_line = line_now(L);
        s->token = token;
    }
    lua_pushstring(L, text);
    lua_error(L);
    abort(); /* lua_error jumps away */
}

void session_log(session *s, uint64_t what) {
    s->log = (s->log ^ what) * 1099511628211u;
    s->log ^= s->log >> 29;
}

int session_last_line(session *s, int function, const long at[], bool values, uint64_t *log) {
    lua_State *L = s->L;
    const rec_function *f = &s->functions[function];
    read_mode before = s->reading;
    int top = lua_gettop(L);
    luaL_checkstack(L, 16, NULL);
    s->parts->forget(s);
    s->reading = READ_NODES;
    s->checking = values;
    s->log = 14695981039346656037u;
    s->last_line = f->line;
    lua_sethook(L, hook, LUA_MASKCOUNT | LUA_MASKLINE, HOOK);
    lua_rawgeti(L, LUA_REGISTRYINDEX, f->value_ref);
    for (int k = 0; k < f->arity; k++)
        lua_pushinteger(L, at[k]);
    int status = lua_pcall(L, f->arity, 1, 0);
    if (status == LUA_OK)
        session_log(s, 1);
    lua_sethook(L, hook, LUA_MASKCOUNT, HOOK);
    lua_settop(L, top);
    s->checking = false;
    s->reading = before;
    s->error_line = 0;
    if (log)
        *log = s->log;
    return s->last_line;
}

static int on_error(lua_State *L) {
    session *s = session_of(L);
    if (!s->error_line)
        s->error_line = line_now(L);
    if (!s->error_line && s->call_function >= 0 && s->reading == READ_NODES && !s->too_long && !s->too_large)
        s->error_line = session_last_line(s, s->call_function, s->call_at, false, NULL);
    return 1;
}

static void line_of(const source *where, int line, size_t *at, size_t *length) {
    size_t from = 0;
    while (line-- > 1) {
        size_t next = str_find(where->text, STR("\n"), from);
        if (next == SIZE_MAX)
            break;
        from = next + 1;
    }
    size_t end = str_find(where->text, STR("\n"), from);
    end = end == SIZE_MAX ? where->text.len : end;
    str trimmed = str_trim(str_slice(where->text, from, end));
    *at = trimmed.len ? (size_t)(trimmed.ptr - where->text.ptr) : from;
    *length = trimmed.len ? trimmed.len : 1;
}

static bool name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || char_is_digit(c) || c == '_';
}

bool fail_at_line(session *s, int line, const char *token, const char *format, ...) {
    char text[1200];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    s->failed = true;
    if (line <= 0)
        return error_plain(s->e, STATUS_INPUT, "%s", text);
    size_t at, length;
    line_of(s->where, line, &at, &length);
    str whole = str_slice(s->where->text, at, at + length), word = str_of(token);
    for (size_t from = 0, found; word.len && (found = str_find(whole, word, from)) != SIZE_MAX; from = found + 1) {
        bool inside =
            name_byte(word.ptr[0]) && ((found && name_byte(whole.ptr[found - 1])) ||
                                       (found + word.len < whole.len && name_byte(whole.ptr[found + word.len])));
        if (inside)
            continue;
        return error_at(s->e, s->where, at + found, word.len, "%s", text);
    }
    return error_at(s->e, s->where, at, length, "%s", text);
}

/* "?:12: attempt to …" */
static const char *without_place(const char *message, int *line) {
    int number = 0;
    if (message[0] != '?' || message[1] != ':')
        return message;
    const char *at = message + 2;
    while (char_is_digit(*at) && number < INT_MAX / 10 - 1)
        number = number * 10 + (*at++ - '0');
    if (at == message + 2 || *at != ':')
        return message;
    *line = number;
    return at + (at[1] == ' ' ? 2 : 1);
}

/* What beginners write, in other languages. */
static const char *syntax_hint(str line) {
    static const char *const hints[][2] = {{"!=", ": \"not equal\" is ~= in Lua"},
                                           {"+=", ": there is no += in Lua; write v = v + 1"},
                                           {"-=", ": there is no -= in Lua; write v = v - 1"},
                                           {"++", ": there is no ++ in Lua; write v = v + 1"},
                                           {"elif", ": Lua says elseif … then"},
                                           {"else if", ": Lua says elseif … then"},
                                           {"[", ": a list stands in { } in Lua: {1, 3}"},
                                           {"&&", ": Lua says and"},
                                           {"||", ": Lua says or"},
                                           {"?", ": Lua has no ? :; write if … then … else … end"}};
    for (size_t k = 0; k < sizeof hints / sizeof *hints; k++)
        if (str_find(line, str_of(hints[k][0]), 0) != SIZE_MAX)
            return hints[k][1];
    return "";
}

static bool report(session *s, int status) {
    const char *message = lua_tostring(s->L, -1);
    int line = s->error_line;
    char place[160] = "";
    if (s->call_function >= 0) {
        const rec_function *f = &s->functions[s->call_function];
        int length = snprintf(place, sizeof place, " (in %s(", f->name ? f->name : "?");
        for (int k = 0; k < f->arity; k++)
            length += snprintf(place + length, sizeof place - (size_t)length, "%s%ld", k ? ", " : "", s->call_at[k]);
        snprintf(place + length, sizeof place - (size_t)length, "))");
    }
    if (status == LUA_ERRMEM && !line)
        line = s->call_function >= 0 ? s->functions[s->call_function].line : 0;
    if (s->failed) /* it was said already */
        ;
    else if (s->too_long)
        fail_at_line(s, line, NULL, "this takes too many steps: a loop or a call that does not end?%s", place);
    else if (status == LUA_ERRMEM || s->too_large)
        fail_at_line(s, line, NULL, "too much memory is asked for: a file may use %zu MB, and a text may have 1 MB%s",
                     most_memory >> 20, place);
    else if (!message)
        fail_at_line(s, line, NULL, "error must be given a text%s", place);
    else {
        int own = 0;
        const char *rest = without_place(message, &own);
        line = s->error_line && status != LUA_ERRSYNTAX ? s->error_line : own;
        size_t at = 0, length = 0;
        line_of(s->where, line, &at, &length);
        const char *hint = status == LUA_ERRSYNTAX ? syntax_hint(str_slice(s->where->text, at, at + length)) : "";
        if (strstr(rest, "stack overflow") || strstr(rest, "C stack"))
            rest = status == LUA_ERRSYNTAX ? "brackets or blocks stand too deep in each other"
                                           : "functions call each other too deep: does one call itself without end?";
        if (!*rest) /* error("") */
            rest = "the file stops here by error, without a word";
        fail_at_line(s, line, s->token, "%s%s%s", rest, hint, place);
    }
    lua_pop(s->L, 1);
    return false;
}

bool session_call(session *s, int arguments, int results) {
    lua_State *L = s->L;
    if (s->failed)
        return false;
    int base = lua_gettop(L) - arguments;
    lua_pushcfunction(L, on_error);
    lua_insert(L, base);
    s->steps = 0;
    s->most_steps = most_steps;
    s->began = clock();
    s->error_line = 0;
    s->token = NULL;
    int status = lua_pcall(L, arguments, results, base);
    s->all_steps += s->steps;
    lua_remove(L, base);
    if (status != LUA_OK)
        return report(s, status);
    if (s->all_steps > most_in_all) {
        fail_at_line(s, 0, NULL, "this instance takes too long: a smaller one needs less");
        return false;
    }
    return true;
}

const char *session_intern(session *s, const char *text, size_t length) {
    size_t hash = 14695981039346656037u;
    for (size_t k = 0; k < length; k++)
        hash = (hash ^ (unsigned char)text[k]) * 1099511628211u;
    if (2 * (s->interned_count + 1) > s->interned_capacity) {
        const char **old = s->interned;
        size_t count = s->interned_capacity;
        s->interned_capacity = count ? 2 * count : 256;
        s->interned = ARENA_ARRAY(s->a, const char *, s->interned_capacity);
        s->interned_count = 0;
        for (size_t k = 0; k < count; k++)
            if (old[k]) {
                size_t h = 14695981039346656037u;
                for (const char *c = old[k]; *c; c++)
                    h = (h ^ (unsigned char)*c) * 1099511628211u;
                while (s->interned[h & (s->interned_capacity - 1)])
                    h++;
                s->interned[h & (s->interned_capacity - 1)] = old[k];
                s->interned_count++;
            }
    }
    for (;; hash++) {
        const char **slot = &s->interned[hash & (s->interned_capacity - 1)];
        if (!*slot) {
            s->interned_count++;
            return *slot = str_to_c(s->a, (str){text, length});
        }
        if (strlen(*slot) == length && memcmp(*slot, text, length) == 0)
            return *slot;
    }
}

/* ---- the library ---- */

static void charge(lua_State *L, lua_Integer n) {
    session *s = session_of(L);
    if (n > 0)
        s->steps += (uint64_t)n;
    if (s->steps > s->most_steps) {
        s->too_long = true;
        refuse(L, NULL, "this takes too many steps");
    }
}

/* Functions of the library that go through all of their first argument. */
static int charged(lua_State *L) {
    lua_Integer length = 0;
    if (lua_type(L, 1) == LUA_TSTRING)
        length = (lua_Integer)lua_rawlen(L, 1) / 8;
    else if (lua_gettop(L))
        length = luaL_len(L, 1);
    charge(L, length);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* Sorting compares about n log n times, and where all is well no more than twice as often. */
static int sorted(lua_State *L) {
    lua_Integer n = luaL_len(L, 1), log = 1;
    while (log < 62 && (lua_Integer)1 << log < n)
        log++;
    charge(L, n * log);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 0);
    return 0;
}

static int moved(lua_State *L) {
    charge(L, luaL_optinteger(L, 3, 0) - luaL_optinteger(L, 2, 0));
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static int repeated(lua_State *L) {
    size_t length, between = 0;
    luaL_checklstring(L, 1, &length);
    lua_Integer times = luaL_checkinteger(L, 2);
    luaL_optlstring(L, 3, "", &between);
    if (times > 0 && (length + between) > LONGEST_TEXT / (size_t)times)
        return refuse(L, "rep", "this text takes too much memory: a text may have 1 MB");
    charge(L, times); /* of an empty text any number fits */
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

/* table.concat that takes exact numbers too. */
static int concat(lua_State *L) {
    size_t length;
    const char *between = luaL_optlstring(L, 2, "", &length);
    lua_Integer last = luaL_opt(L, luaL_checkinteger, 4, luaL_len(L, 1)), first = luaL_optinteger(L, 3, 1);
    luaL_Buffer b;
    lua_settop(L, 2);
    if (last - first > (lua_Integer)10 * LONGEST_TEXT)
        return refuse(L, "concat", "a text may have 1 MB, and this one would have more");
    charge(L, last - first);
    luaL_buffinit(L, &b);
    for (lua_Integer k = first; k <= last; k++) {
        lua_geti(L, 1, k);
        if (!lua_isstring(L, -1) && !luaL_testudata(L, -1, "exact"))
            return refuse(L, "concat", "item %lld of the list to be joined is a %s, not a text or a number",
                          (long long)k,
                          lua_type(L, -1) == LUA_TLIGHTUSERDATA ? "value that is read" : luaL_typename(L, -1));
        luaL_tolstring(L, -1, NULL);
        lua_remove(L, -2);
        luaL_addvalue(&b);
        if (k < last)
            luaL_addlstring(&b, between, length);
    }
    luaL_pushresult(&b);
    return 1;
}

/* string.find without patterns: (text, part, from) → first, last. */
static int find_plain(lua_State *L) {
    size_t length, part_length;
    const char *text = luaL_checklstring(L, 1, &length), *part = luaL_checklstring(L, 2, &part_length);
    lua_Integer from = luaL_optinteger(L, 3, 1);
    if (!lua_toboolean(L, 4) && strpbrk(part, "^$*+?.([%-"))
        return refuse(L, "find",
                      "patterns are not there, for some take endless steps: string.find(text, part, 1, true) looks for "
                      "the part itself");
    if (from < 0)
        from = (lua_Integer)length + from + 1;
    from = from < 1 ? 1 : from;
    charge(L, (lua_Integer)(length / 8));
    size_t at = (size_t)from > length + 1 ? SIZE_MAX
                                          : str_find((str){text, length}, (str){part, part_length}, (size_t)from - 1);
    if (at == SIZE_MAX) {
        luaL_pushfail(L);
        return 1;
    }
    lua_pushinteger(L, (lua_Integer)at + 1);
    lua_pushinteger(L, (lua_Integer)at + (lua_Integer)part_length);
    return 2;
}

static int left_out(lua_State *L) {
    return refuse(L, lua_tostring(L, lua_upvalueindex(1)), "%s is not there in a recurrence file%s",
                  lua_tostring(L, lua_upvalueindex(1)), lua_tostring(L, lua_upvalueindex(2)));
}

static int print_visible(lua_State *L) {
    session *s = session_of(L);
    int count = lua_gettop(L);
    arena *scratch = arena_scratch(s->a);
    arena_mark start = arena_here(scratch);
    for (int k = 1; k <= count; k++) {
        size_t length;
        const char *text = luaL_tolstring(L, k, &length);
        s->printed += length;
        if (s->printed > MOST_PRINTED)
            return refuse(L, "print", "this prints more than %d MB", MOST_PRINTED >> 20);
        str shown = visible_lines((str){text, length}, scratch);
        fprintf(stderr, "%s%.*s", k > 1 ? "\t" : "", STR_ARG(shown));
        lua_pop(L, 1);
    }
    fputc('\n', stderr);
    arena_back(scratch, start);
    charge(L, 1000);
    return 0;
}

static int say_type(lua_State *L) {
    luaL_checkany(L, 1);
    const char *name = luaL_typename(L, 1);
    if (lua_type(L, 1) == LUA_TUSERDATA)
        name = luaL_testudata(L, 1, "list") ? "table" : luaL_testudata(L, 1, "exact") ? "number" : "function";
    if (lua_type(L, 1) == LUA_TLIGHTUSERDATA)
        return refuse(L, "type", "a value that is read cannot be asked about");
    lua_pushstring(L, name);
    return 1;
}

static int say_text(lua_State *L) {
    luaL_checkany(L, 1);
    if (lua_type(L, 1) == LUA_TLIGHTUSERDATA)
        return refuse(L, "tostring", "a value that is read cannot be asked about");
    if (lua_type(L, 1) == LUA_TFUNCTION || lua_type(L, 1) == LUA_TTABLE)
        lua_pushstring(L, luaL_typename(L, 1)); /* no addresses */
    else
        luaL_tolstring(L, 1, NULL);
    return 1;
}

/* ---- pairs in an order that is always the same ---- */

static int key_rank(lua_State *L, int at) {
    int t = lua_type(L, at);
    return t == LUA_TNUMBER ? 0 : t == LUA_TSTRING ? 1 : 2;
}

static int next_pair(lua_State *L) {
    lua_Integer k = lua_tointeger(L, lua_upvalueindex(3)) + 1;
    lua_pushinteger(L, k);
    lua_replace(L, lua_upvalueindex(3));
    if (lua_rawgeti(L, lua_upvalueindex(2), k) == LUA_TNIL)
        return 1;
    lua_pushvalue(L, -1);
    lua_gettable(L, lua_upvalueindex(1));
    return 2;
}

static int key_less(lua_State *L) {
    int a = key_rank(L, 1), b = key_rank(L, 2);
    lua_pushboolean(L, a != b ? a < b : a == 2 ? 0 : lua_compare(L, 1, 2, LUA_OPLT));
    return 1;
}

static int sorted_pairs(lua_State *L) {
    if (luaL_testudata(L, 1, "list")) {
        lua_getglobal(L, "ipairs");
        lua_pushvalue(L, 1);
        lua_call(L, 1, 3);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_getfield(L, LUA_REGISTRYINDEX, "sort");
    lua_newtable(L);
    lua_Integer count = 0;
    for (lua_pushnil(L); lua_next(L, 1);) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, ++count);
    }
    charge(L, 10 * count);
    lua_pushvalue(L, -1);
    lua_insert(L, -3);
    lua_pushcfunction(L, key_less);
    lua_call(L, 2, 0);
    lua_pushvalue(L, 1);
    lua_insert(L, -2);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}

static int next_item(lua_State *L) {
    lua_Integer k = luaL_checkinteger(L, 2) + 1;
    lua_pushinteger(L, k);
    if (luaL_testudata(L, 1, "list") && k > luaL_len(L, 1)) {
        lua_pushnil(L);
        return 1;
    }
    return lua_geti(L, 1, k) == LUA_TNIL ? 1 : 2;
}

static int in_turn(lua_State *L) {
    if (lua_type(L, 1) != LUA_TTABLE && !luaL_testudata(L, 1, "list"))
        return refuse(L, "ipairs", "ipairs goes through a list, not a %s", luaL_typename(L, 1));
    lua_pushcfunction(L, next_item);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

/* ---- names that are not known ---- */

static int unknown_name(lua_State *L) {
    static const char *const hints[][2] = {{"null", "nil"},
                                           {"None", "nil"},
                                           {"True", "true"},
                                           {"False", "false"},
                                           {"len", "#list"},
                                           {"range", "for k = 1, n do … end"},
                                           {"append", "t[#t+1] = v"},
                                           {"math.inf", "inf"},
                                           {"abs", "math.abs"},
                                           {"floor", "//"},
                                           {"float", "fraction(p, q)"},
                                           {"int", "//"},
                                           {"elif", "elseif"},
                                           {"infinity", "inf"},
                                           {"INF", "inf"},
                                           {"Infinity", "inf"},
                                           {"setmetatable", "no metatables: they are not there"},
                                           {"pcall", "nothing: it is not there"},
                                           {"require", "nothing: there are no modules"},
                                           {"io", "nothing: there are no files"},
                                           {"os", "nothing: nothing of the system is there"}};
    session *s = session_of(L);
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    for (size_t k = 0; k < sizeof hints / sizeof *hints; k++)
        if (strcmp(name, hints[k][0]) == 0)
            return refuse(L, name, "%s is not known: in Lua write %s", name, hints[k][1]);
    str known[512];
    size_t count = 0;
    for (lua_pushnil(L); lua_next(L, 1) && count < 512; lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING)
            known[count++] = str_of(lua_tostring(L, -2));
    lua_settop(L, 2);
    for (size_t i = 1; i < count; i++) /* in an order that is always the same */
        for (size_t k = i; k && str_compare(known[k - 1], known[k]) > 0; k--) {
            str swap = known[k];
            known[k] = known[k - 1];
            known[k - 1] = swap;
        }
    str near = nearest_word(str_of(name), known, count, s->a);
    if (near.len)
        return refuse(L, name, "%s is not known: did you mean %.*s?", name, STR_ARG(near));
    return refuse(L, name, "%s is not known: write `local %s = …` before it is used", name, name);
}

static void set_function(lua_State *L, const char *table, const char *name, lua_CFunction f, bool wraps) {
    lua_getfield(L, -1, table);
    if (wraps)
        lua_getfield(L, -1, name);
    lua_pushcclosure(L, f, wraps);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

static void leave_out(lua_State *L, const char *table, const char *name, const char *hint) {
    char whole[64];
    snprintf(whole, sizeof whole, "%s%s%s", table ? table : "", table ? "." : "", name);
    if (table)
        lua_getfield(L, -1, table);
    lua_pushstring(L, whole);
    lua_pushstring(L, hint);
    lua_pushcclosure(L, left_out, 2);
    lua_setfield(L, -2, name);
    if (table)
        lua_pop(L, 1);
}

/* Leaves the table of what is known on the stack, and makes the globals. */
void open_sandbox(session *s) {
    static const char *const kept[] = {"assert", "error", "ipairs", "pairs", "select", "tonumber", "tostring", "type"};
    static const struct {
        const char *table, *name;
    } slow[] = {{"string", "byte"},  {"string", "lower"}, {"string", "upper"},   {"string", "reverse"},
                {"string", "len"},   {"string", "sub"},   {"table", "insert"},   {"table", "remove"},
                {"table", "unpack"}, {"utf8", "len"},     {"utf8", "codepoint"}, {"utf8", "offset"}};
    lua_State *L = s->L;
    luaL_requiref(L, "_G", luaopen_base, 0);
    lua_newtable(L);
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
        lua_getfield(L, -2, kept[k]);
        lua_setfield(L, -2, kept[k]);
    }
    lua_remove(L, -2);
    static const struct {
        const char *name;
        lua_CFunction open;
    } libraries[] = {
        {"string", luaopen_string}, {"table", luaopen_table}, {"math", luaopen_math}, {"utf8", luaopen_utf8}};
    for (size_t k = 0; k < sizeof libraries / sizeof *libraries; k++) {
        luaL_requiref(L, libraries[k].name, libraries[k].open, 0);
        lua_setfield(L, -2, libraries[k].name);
    }
    lua_getfield(L, -1, "table");
    lua_getfield(L, -1, "sort");
    lua_setfield(L, LUA_REGISTRYINDEX, "sort");
    lua_pop(L, 1);
    for (size_t k = 0; k < sizeof slow / sizeof *slow; k++)
        set_function(L, slow[k].table, slow[k].name, charged, true);
    set_function(L, "table", "sort", sorted, true);
    set_function(L, "table", "concat", concat, false);
    set_function(L, "table", "move", moved, true);
    set_function(L, "string", "rep", repeated, true);
    set_function(L, "string", "find", find_plain, false);
    static const char *const no_patterns[] = {"match", "gmatch", "gsub", "dump", "pack", "unpack", "packsize"};
    for (size_t k = 0; k < sizeof no_patterns / sizeof *no_patterns; k++)
        leave_out(L, "string", no_patterns[k], ": use string.sub and string.find");
    leave_out(L, "math", "random", ": say random in an input, or random(function(draw) … end)");
    leave_out(L, "math", "randomseed", "");
    lua_pushcfunction(L, print_visible);
    lua_setfield(L, -2, "print");
    lua_pushcfunction(L, say_type);
    lua_setfield(L, -2, "type");
    lua_pushcfunction(L, say_text);
    lua_setfield(L, -2, "tostring");
    lua_pushcfunction(L, sorted_pairs);
    lua_setfield(L, -2, "pairs");
    lua_pushcfunction(L, in_turn);
    lua_setfield(L, -2, "ipairs");
    lua_newtable(L); /* of the table of what is known */
    lua_pushcfunction(L, unknown_name);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    /* the metatable of texts: only the library, and it cannot be reached */
    lua_pushliteral(L, "");
    lua_newtable(L);
    lua_getfield(L, -3, "string");
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

session *session_new(const session_parts *parts, const source *where, arena *a, error *e) {
    session *s = ARENA_NEW(a, session);
    *s = (session){.parts = parts, .where = where, .a = a, .e = e, .goal_function = -1, .call_function = -1};
    s->solution_ref = s->solution_table_ref = s->random_ref = s->interesting_ref = s->truth_ref = LUA_NOREF;
    s->text = strbuf_in(a);
    s->sizes = datum_map(a);
    s->words = datum_map(a);
    s->labels = datum_map(a);
    s->instance = datum_map(a);
    s->language = STR("en");
    s->L = lua_newstate(allocate, s);
    if (!s->L) {
        error_plain(e, STATUS_INPUT, "there is no memory left to run a recurrence file");
        return NULL;
    }
    *(session **)lua_getextraspace(s->L) = s;
    lua_sethook(s->L, hook, LUA_MASKCOUNT, HOOK);
    return s;
}

static int open_all(lua_State *L) {
    session *s = session_of(L);
    open_sandbox(s);
    s->parts->open(s);
    return 0;
}

bool session_run(session *s) {
    lua_State *L = s->L;
    lua_pushcfunction(L, open_all);
    if (!session_call(s, 0, 0))
        return false;
    if (s->where->text.len && s->where->text.ptr[0] == LUA_SIGNATURE[0])
        return fail_at_line(s, 1, NULL, "expected a text in Lua, got bytecode");
    if (!source_is_text(s->where, s->e)) {
        s->failed = true;
        return false;
    }
    str text = s->where->text;
    if (str_starts(text, "\xEF\xBB\xBF")) /* as editors put it there */
        text = str_slice(text, 3, text.len);
    int status = luaL_loadbufferx(L, text.ptr, text.len, "=?", "t");
    if (status != LUA_OK)
        return report(s, status);
    lua_getfield(L, LUA_REGISTRYINDEX, "globals");
    lua_setupvalue(L, -2, 1);
    if (!session_call(s, 0, 0))
        return false;
    if (s->pending)
        return fail_at_line(s, s->pending_line, NULL,
                            "an input or a recurrence must be given a name without local: x = text { … }");
    return true;
}

void session_close(session *s) {
    if (!s)
        return;
    s->parts->clear(s);
    lua_close(s->L);
    s->L = NULL;
}
