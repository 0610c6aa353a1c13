/* win() asks f(0,n−1) and s(0,n−1); f and s ask each other for what is left of the row:
 *
 *   f(i,j) = max(a_i + s(i+1,j), a_j + s(i,j−1))     s(i,j) = min(f(i+1,j), f(i,j−1))
 *
 * The calls open are a stack of our own, so that long rows need no deep C stack:
 *
 *   stack   win │ f(0,3) │ s(1,3) │ f(2,3)  ← top; `asked` says how many of its two calls have come back
 */
#include "cards_calls.h"

typedef enum function { F, S, WIN, FUNCTIONS } function;

static const char *const names[FUNCTIONS] = {"f", "s", "win"};

/* A call that is open. */
typedef struct call {
    function fn;
    size_t i, j;
    int64_t frame;
    int asked;
    str values[2]; /* of its two candidates, as the trace has them */
} call;

typedef struct known {
    int64_t frame; /* 0: not known yet */
    str text;
} known;

typedef struct machine {
    const cards_lead *leads;
    trace *trace;
    arena *a;
    size_t n;
    call *stack;
    size_t depth;
    fmpz *values;      /* two candidates for each place of the stack */
    fmpz *result;      /* of the call that came back last */
    str result_text;   /* the same */
    int64_t back_from; /* its frame; 0 once its caller has taken the value */
    fmpz *zero;
    int64_t frames;
    datum **args; /* of part (i, j) at [i * n + j]; made when first needed */
    str *exprs;   /* by card: "8+s" */
    bool memo;
    known *memos[2];    /* by function; NULL without a memo */
    fmpz *memo_numbers; /* values of f, then of s */
} machine;

void cards_plain_calls(size_t n, fmpz_t count) {
    fmpz_one_2exp(count, n + 1);
    fmpz_sub_ui(count, count, 1);
}

void cards_distinct_calls(size_t n, fmpz_t count) {
    fmpz_set_ui(count, n);
    fmpz_mul_ui(count, count, n + 1);
}

void cards_memo_calls(size_t n, fmpz_t count) {
    fmpz_set_ui(count, n);
    fmpz_mul_ui(count, count, n ? 2 * (n - 1) : 0);
    fmpz_add_ui(count, count, n ? 3 : 1);
}

static datum *args_of(machine *m, const call *c) {
    if (c->fn == WIN)
        return datum_list(m->a);
    datum **args = &m->args[c->i * m->n + c->j];
    if (!*args) {
        *args = datum_list(m->a);
        datum_add(m->a, *args, datum_integer(m->a, (int64_t)c->i));
        datum_add(m->a, *args, datum_integer(m->a, (int64_t)c->j));
    }
    return *args;
}

static void come_back(machine *m, const fmpz *value, str text, int64_t frame) {
    fmpz_set(m->result, value);
    m->result_text = text;
    m->back_from = frame;
}

/* A call begins: it is pushed, or answered from the memo at once. `card` stands at its arrow. */
static void enter(machine *m, function fn, size_t i, size_t j, str card) {
    call c = {.fn = fn, .i = i, .j = j, .frame = ++m->frames};
    event *e = trace_add(m->trace, EVENT_ENTER);
    e->frame = c.frame;
    e->parent = m->depth ? m->stack[m->depth - 1].frame : 0;
    e->fn = str_of(names[fn]);
    e->args = args_of(m, &c);
    e->edge = card;
    const known *k = m->memo && fn != WIN ? &m->memos[fn][i * m->n + j] : NULL;
    if (!k || !k->frame) {
        m->stack[m->depth++] = c;
        return;
    }
    event *hit = trace_add(m->trace, EVENT_MEMO);
    hit->frame = c.frame;
    hit->of = k->frame;
    come_back(m, &m->memo_numbers[((size_t)fn * m->n + i) * m->n + j], k->text, c.frame);
}

/* The function and the part that candidate k of a call asks for. */
static void ask(machine *m, const call *c, int k) {
    static const function asks[] = {[F] = S, [S] = F};
    if (c->fn == WIN)
        enter(m, k ? S : F, c->i, c->j, STR(""));
    else if (k)
        enter(m, asks[c->fn], c->i, c->j - 1, m->leads->row.texts[c->j]);
    else
        enter(m, asks[c->fn], c->i + 1, c->j, m->leads->row.texts[c->i]);
}

static const char *label_of(const call *c, int k) {
    static const char *const labels[FUNCTIONS][2] = {
        [F] = {"left", "right"}, [S] = {"left", "right"}, [WIN] = {"f", "s"}};
    return labels[c->fn][k];
}

/* What came back makes candidate k of the call on top. */
static void record_try(machine *m, call *c, int k) {
    static const char *const terms[FUNCTIONS][2] = {[F] = {"s", "s"}, [S] = {"f", "f"}, [WIN] = {"f", "s"}};
    fmpz *value = &m->values[2 * (m->depth - 1) + (size_t)k];
    str term = str_of(terms[c->fn][k]);
    size_t card = k ? c->j : c->i;
    if (c->fn == F)
        fmpz_add(value, &m->leads->values[card], m->result);
    else
        fmpz_set(value, m->result);
    event *e = trace_add(m->trace, EVENT_TRY);
    e->frame = c->frame;
    e->label = str_of(label_of(c, k));
    e->reads = ARENA_NEW(m->a, trace_read);
    *e->reads = (trace_read){.frame = m->back_from};
    e->terms = ARENA_NEW(m->a, trace_term);
    *e->terms = (trace_term){term, m->result_text};
    e->read_count = e->term_count = e->way_count = 1;
    e->ways = ARENA_NEW(m->a, trace_way);
    c->values[k] = c->fn == F ? number_text_of_fmpz(value, m->a) : m->result_text;
    *e->ways = (trace_way){c->fn == F ? m->exprs[card] : term, c->values[k]};
}

/* The call on top returns a value and is popped. */
static void leave(machine *m, const fmpz *value, str text, int order, const char *why) {
    call c = m->stack[--m->depth];
    event *e = trace_add(m->trace, EVENT_RETURN);
    e->frame = c.frame;
    e->value = text;
    e->why = str_of(why);
    if (c.asked == 2)
        for (int k = 0; k < 2; k++)
            if (order == 0 || (order > 0) == k)
                *ARENA_PUSH(m->a, &e->chosen, items, count, capacity) = str_of(label_of(&c, k));
    if (m->memo && c.fn != WIN) {
        size_t at = c.i * m->n + c.j;
        m->memos[c.fn][at] = (known){c.frame, text};
        fmpz_set(&m->memo_numbers[(size_t)c.fn * m->n * m->n + at], value);
    }
    come_back(m, value, text, c.frame);
}

/* Both candidates are known: the larger for who moves (and for win), the smaller for who waits. `order` is below 0 if
 * the first is taken alone, above if the second. */
static void decide(machine *m, const call *c) {
    const fmpz *values = &m->values[2 * (m->depth - 1)];
    int order = fmpz_cmp(&values[0], &values[1]);
    if (c->fn != S)
        order = -order;
    int kept = order > 0;
    leave(m, &values[kept], c->values[kept], order, c->fn == S ? "min" : "max");
}

static bool is_base(const machine *m, const call *c) {
    return c->fn == WIN ? m->n == 0 : c->i == c->j;
}

static void leave_base(machine *m, const call *c) {
    if (c->fn == F)
        leave(m, &m->leads->values[c->i], m->leads->row.texts[c->i], 0, "base");
    else
        leave(m, m->zero, STR("0"), 0, "base");
}

static void run(machine *m) {
    enter(m, WIN, 0, m->n ? m->n - 1 : 0, STR(""));
    while (m->depth) {
        call *top = &m->stack[m->depth - 1];
        if (is_base(m, top))
            leave_base(m, top);
        else if (top->asked == 2)
            decide(m, top);
        else
            ask(m, top, top->asked);
        if (m->back_from && m->depth) { /* a call was answered: the one on top now had asked */
            call *caller = &m->stack[m->depth - 1];
            record_try(m, caller, caller->asked++);
            m->back_from = 0;
        }
    }
}

static void prepare_memo(machine *m) {
    m->memos[F] = ARENA_ARRAY(m->a, known, m->n * m->n);
    m->memos[S] = ARENA_ARRAY(m->a, known, m->n * m->n);
    m->memo_numbers = number_integers(m->a, 2 * m->n * m->n);
}

/* Two events for each call, and two candidates for each that has any: win and the parts of two cards and more, each as
 * often as it is met (2^n − 1 times in all, n (n − 1) + 1 with a memo). */
size_t cards_call_events(size_t n, bool memo) {
    size_t inner = memo ? n * (n - 1) + 1 : ((size_t)1 << n) - 1;
    return 1 + (n ? 2 * (2 * inner + 1) + 2 * inner : 2);
}

void cards_record_calls(const cards_lead *c, bool memo, trace *t) {
    machine m = {.leads = c, .trace = t, .a = t->arena, .n = c->row.n, .memo = memo};
    size_t depth = m.n + 2;
    m.stack = ARENA_ARRAY(m.a, call, depth);
    m.values = number_integers(m.a, 2 * depth);
    m.result = number_integers(m.a, 1);
    m.zero = number_integers(m.a, 1);
    m.args = ARENA_ARRAY(m.a, datum *, m.n * m.n);
    m.exprs = ARENA_ARRAY(m.a, str, m.n);
    for (size_t i = 0; i < m.n; i++)
        m.exprs[i] = str_format(m.a, "%.*s+s", STR_ARG(c->row.texts[i]));
    if (memo)
        prepare_memo(&m);
    event *e = trace_add(t, EVENT_RUN);
    e->id = memo ? STR("memo") : STR("plain");
    run(&m);
}
