/* One run of a recurrence file: its Lua state and what the file has said.
 *
 *   globals (empty, so that each assignment is seen) ─▶ known: words, sizes, inputs, functions ─▶ "… is not known"
 *   nodes   what the operators have made of the reads of one place; Lua holds their numbers
 */
#ifndef HANDTRACE_LUA_SESSION_H
#define HANDTRACE_LUA_SESSION_H

#include "dp.h"
#include "formula.h"
#include "kit/random.h"
#include "lua_file.h"
#include "number.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <time.h>

enum { MOST_INPUTS = 12, MOST_FUNCTIONS = 8, MOST_MISTAKES = 16, MOST_NODES = 1 << 18, DEEPEST = 60 };

/* A value as the engine has it. `q` is released with its owner. */
typedef struct exact {
    dp_state state;
    fmpq q;
} exact;

extern const dp_values exact_values; /* of type fmpq */

typedef enum node_kind { NODE_READ, NODE_VALUE, NODE_OP, NODE_CHOICE, NODE_WAY } node_kind;

typedef struct node {
    node_kind kind;
    char op;   /* OP: + - * / m M n N (min, max, and both with all followed); CHOICE: its goal */
    bool used; /* READ: it stands in a way */
    int depth, line;
    int left, right;   /* OP; WAY: left is its value; CHOICE: its items begin at left, right of them */
    dp_place place;    /* READ */
    size_t way;        /* READ: the way that has it, by its number from 1; 0: none yet */
    size_t number;     /* READ: among the reads of that way */
    const char *label; /* WAY; NULL: none is given */
    const char *text;  /* WAY: an argument that is no integer */
    long argument;
    bool has_argument;
    exact value; /* VALUE */
} node;

/* What a place said. */
typedef struct way_said {
    const char *label, *expr;
    long argument;
    bool has_argument;
    size_t first_read, reads, first_number, numbers;
} way_said;

typedef struct place_said {
    bool known;
    long at[DP_INDICES];
    exact base; /* DP_NONE: it has ways */
    dp_goal goal;
    way_said *ways;
    size_t count, capacity;
    dp_place *reads;
    size_t read_count, read_capacity;
    fmpq *values;
    size_t number_count, number_capacity;
} place_said;

typedef struct bound {
    int letter; /* an earlier index, or -1 */
    long plus;
    str text; /* as it was written */
} bound;

typedef struct rec_index {
    str letter;
    bound first, last;
    const char **names;
} rec_index;

typedef struct rec_function {
    const char *name; /* NULL: not assigned yet */
    int arity, line, value_ref;
    rec_index index[DP_INDICES];
    long least[DP_INDICES], most[DP_INDICES]; /* of each index over all places */
    bool odd;                                 /* its places are not all, nor a triangle */
    dp_shape shape;
    datum *means, *formula, *labels;
    struct formula *read; /* of the formula, once it was asked for; NULL: not yet, or it cannot be read */
    str formula_fault;    /* why it cannot be read */
    int formula_line, labels_line;
    exact outside; /* DP_NONE: reads outside are an error */
    const char *choices;
    place_said said;
    bool choice;       /* some place has several ways */
    dp_goal main_goal; /* that of the first place with several ways */
} rec_function;

typedef struct mistake {
    str name;
    datum *words;
    int ref, line;
    bool rule;
} mistake;

typedef enum run_mode { RUN_EXAMPLE, RUN_INSTANCE, RUN_RANDOM } run_mode;
typedef enum read_mode { READ_NOTHING, READ_NODES, READ_VALUES } read_mode;

struct session;

/* What a session does by files above it, so that none of them stands on the other. */
typedef struct session_parts {
    void (*open)(struct session *s);                          /* the words of a file */
    void (*forget)(struct session *s);                        /* nodes made so far */
    void (*clear)(struct session *s);                         /* what FLINT holds */
    int (*call)(lua_State *L, int function, const long at[]); /* f(i, j), wherever it stands */
} session_parts;

typedef struct session {
    const session_parts *parts;
    lua_State *L;
    const source *where;
    arena *a;
    error *e;
    bool failed; /* e is set */
    size_t held, printed;
    uint64_t steps, most_steps, all_steps;
    bool too_long, too_large;
    bool checking;     /* reads are their values, and nothing is kept but the log */
    uint64_t log;      /* of what a place reads and which ways it makes, hashed in turn */
    clock_t began;     /* the call */
    int last_line;     /* that ran, while lines are watched */
    int error_line;    /* where it happened; 0: not known */
    const char *token; /* to be underlined there, or NULL */
    run_mode mode;
    read_mode reading;
    const datum *given;
    const source *typed; /* what `given` was read from, by the bytes of its data; may be NULL */
    datum *instance;
    str language;
    random_source random;
    lua_input inputs[MOST_INPUTS];
    size_t input_count;
    int pending, pending_line; /* inputs and recurrences not assigned to a name yet */
    datum *sizes;              /* letter → integer */
    datum *words, *labels;
    rec_function functions[MOST_FUNCTIONS];
    int function_count;
    int goal_function; /* -1: none */
    bool goal_best;
    dp_goal goal_kind;
    long goal_at[DP_INDICES];
    bool goal_fixed[DP_INDICES];
    int goal_line;
    str goal_text[DP_INDICES];
    bool goal_outside;
    mistake mistakes[MOST_MISTAKES];
    size_t mistake_count;
    int solution_ref, solution_table_ref, random_ref, interesting_ref;
    datum *told; /* the solution in words of each language, where the file has them */
    int truth_ref, truth_line;
    node *nodes;
    size_t node_count, node_capacity;
    int *items; /* of choices */
    size_t item_count, item_capacity;
    uint64_t generation;
    int call_function; /* the place that is asked, or -1 */
    long call_at[DP_INDICES];
    strbuf text;
    const char **interned;
    size_t interned_count, interned_capacity;
    dp_run *run, *rule_run, *formula_run;
    bool by_formula;            /* formula_run runs: places are asked of the formulas that can be read */
    const struct mistake *rule; /* the rule that is followed, or NULL */
    const char *order;
    /* Which of the best candidates the way back takes, by the order in which it comes to places, and how many there
     * are; beyond `way_count` the first. */
    struct {
        size_t which, count;
    } * way;
    size_t way_count, way_capacity;
} session;

/* formulas.c: reads the formula of a recurrence without a function; an error at its line. */
bool formulas_read(session *s, rec_function *f);
/* What it says at a place, into f->said. */
bool formulas_say(session *s, rec_function *f, const long at[]);
/* Reads the formulas that stand beside functions; one that cannot be read stays NULL. */
void formulas_try(session *s);
/* Adds the algorithm, and its time where the file says none, if all formulas can be read. */
void formulas_tell(session *s, datum *recurrence);

/* formulas.c: a list of whole numbers or texts that the file makes itself, "0, 0, 1"; false: no such list. */
bool global_shown(const session *s, str name, bool chinese, strbuf *b);
/* formulas.c: a place as formulas write it, "d[2,1]". */
str place_tex(const session *s, int function, const long at[]);

/* places.c: whether there is such a place. */
bool place_inside(const rec_function *f, const long at[]);

session *session_of(lua_State *L);
/* A new state with everything a file may use; ended by session_close. NULL: no memory (error set). */
session *session_new(const session_parts *parts, const source *where, arena *a, error *e);
void session_close(session *s);
/* lua_pcall with limits; the error goes into s->e. `doing`: NULL or what was asked, for the message. */
bool session_call(session *s, int arguments, int results);
/* Runs f.value at a place once more; its last line. With `values` reads are values. *log: what it read and made. */
int session_last_line(session *s, int function, const long at[], bool values, uint64_t *log);
void session_log(session *s, uint64_t what);
/* Compiles and runs the file. */
bool session_run(session *s);
const char *session_intern(session *s, const char *text, size_t length);
/* Raises an error at the line of the file that runs; does not return. */
int refuse(lua_State *L, const char *token, const char *format, ...) __attribute__((format(printf, 3, 4), noreturn));
/* The line that runs, 0 if none. */
int line_now(lua_State *L);
/* An error at a line of the file, without Lua. */
bool fail_at_line(session *s, int line, const char *token, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* text_of_file.c: the line of a word that stands only once in a text, else 0; whether a line is inside of an if; an
 * error if there are words for a label that stands nowhere else, and one if large numbers are compared where Lua
 * cannot. */
int only_line_with(str text, str word);
bool line_is_in_if(str text, int line);
bool labels_are_used(session *s);
bool comparisons_are_exact(session *s);

void open_sandbox(session *s); /* sandbox.c */
void open_values(session *s);  /* values.c */
void open_declare(session *s); /* declare.c */

/* values.c */
bool is_number_like(lua_State *L, int at);
/* The plain value there; false if it is none. `v` must be zeroed or set before. Raises where it is a finite float. */
bool exact_from(lua_State *L, int at, exact *v);
void exact_push(lua_State *L, const exact *v);
void exact_push_operand(lua_State *L, dp_state state, const void *value);
str exact_text(const exact *v, arena *a);
bool exact_read(str text, exact *v, arena *a);
void exact_clear(exact *v);
node *node_at(lua_State *L, int at, bool complain); /* NULL: it is none */
void nodes_forget(session *s);
/* Gives back what FLINT holds for the session. */
void values_clear(session *s);
/* What f.value returned, on the top of the stack, into said. Raises errors. */
void said_from(lua_State *L, rec_function *f, place_said *said);

/* declare.c */
datum *datum_from_lua(lua_State *L, int at, arena *a, int depth);
void push_instance_value(lua_State *L, const lua_input *in, const datum *d);
bool check_input(session *s, lua_input *in, const datum *given, datum **canonical, error *e);
void push_function(lua_State *L, int number);
long integer_at(lua_State *L, int at, const char *what);

/* solve.c: the session of the file's first run, with the examples. */
session *lua_file_first(const lua_file *f);

/* header.c: WORDS with placeholders filled in, of the instance and of `more` (name → text). */
datum *filled_words(session *s, const datum *words, const datum *more);
/* plain.c: the text with its marks of Markdown escaped, and Lua's plain(text), which returns that. */
void add_plain(strbuf *b, str text);
int plain_words(lua_State *L);
datum *header_of(session *s, const datum *answer, datum *mistakes, datum *counts);

/* solve.c */
int call_recurrence_node(lua_State *L, int function, const long at[]); /* values.c */

#endif
