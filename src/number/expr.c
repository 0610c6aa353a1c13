/* Reading is precedence climbing with two stacks of its own, so that "((((…" costs memory and not C stack:
 *
 *   text     4 × ( 2 + 5 …
 *   operands 4  2  5            finished parts, waiting for their operator
 *   pending  ×  (  +            operators and open brackets, waiting for their last operand
 *
 * Evaluating and printing walk the tree with stacks of their own too. */
#include "expr.h"

#include "utf8.h"

typedef struct pending {
    expr *node;    /* operator or function, its operands still missing; NULL for a bare bracket */
    char closer;   /* 0 for an operator, else the bracket that ends it */
    size_t at;     /* where the operator or bracket stands */
    size_t length; /* of it, in bytes */
} pending;

typedef struct reader {
    const source *where;
    str text; /* the source up to the end of the expression */
    size_t at;
    arena *a;
    error *e;
    expr **operands;
    size_t operand_count, operand_capacity;
    pending *waiting;
    size_t waiting_count, waiting_capacity;
    bool failed;
} reader;

typedef struct sign {
    char plain; /* as number_plain_sign says; 0 at the end or if it has no ASCII equal */
    uint32_t code_point;
    size_t at, end;
} sign;

/* Signs that bind; rows by expr_kind. */
static const struct binding_strength {
    expr_kind kind;
    int strength;
    int left, right; /* what a part on that side must have at least to stand without brackets */
    char plain;
    const char *shown;
} operators[] = {
    {EXPR_ADD, 1, 1, 1, '+', " + "},           {EXPR_SUBTRACT, 1, 1, 2, '-', " \u2212 "},
    {EXPR_MULTIPLY, 2, 2, 2, '*', " \u00D7 "}, {EXPR_DIVIDE, 2, 2, 3, '/', " \u00F7 "},
    {EXPR_NEGATE, 3, 0, 2, 0, "\u2212"},
};

static const struct binding_strength *operator_of_kind(expr_kind kind) {
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (operators[k].kind == kind)
            return &operators[k];
    return NULL;
}

static const struct binding_strength *operator_of_sign(char plain) {
    for (size_t k = 0; plain && k < sizeof operators / sizeof *operators; k++)
        if (operators[k].plain == plain)
            return &operators[k];
    return NULL;
}

static expr *new_node(arena *a, expr_kind kind, size_t at, size_t length) {
    expr *x = ARENA_NEW(a, expr);
    x->kind = kind;
    x->at = at;
    x->length = length;
    return x;
}

static void set_parts(arena *a, expr *x, expr *left, expr *right) {
    x->count = x->capacity = right ? 2 : 1;
    x->parts = ARENA_ARRAY(a, expr *, x->count);
    x->parts[0] = left;
    if (right)
        x->parts[1] = right;
}

static sign peek(const reader *r) {
    sign s = {.at = r->at, .end = r->at};
    if (r->at >= r->text.len)
        return s;
    s.plain = number_plain_sign(r->text, &s.end);
    size_t at = r->at;
    s.code_point = utf8_next(r->text, &at);
    return s;
}

static void skip_spaces(reader *r) {
    for (sign s = peek(r); char_is_blank(s.plain); s = peek(r))
        r->at = s.end;
}

static void fail(reader *r, size_t at, size_t end, const char *message) {
    error_at(r->e, r->where, at, end - at, "%s", message);
    r->failed = true;
}

/* "… before '×'", or at the end of the expression. */
static void fail_before(reader *r, const char *missing) {
    sign s = peek(r);
    r->failed = true;
    if (s.at == s.end)
        error_at(r->e, r->where, s.at, 1, "%s at the end", missing);
    else
        error_at(r->e, r->where, s.at, s.end - s.at, "%s before '%.*s'", missing,
                 STR_ARG(str_slice(r->text, s.at, s.end)));
}

static void push_operand(reader *r, expr *x) {
    *ARENA_PUSH(r->a, r, operands, operand_count, operand_capacity) = x;
}

static void push_pending(reader *r, expr *node, char closer, size_t at, size_t length) {
    *ARENA_PUSH(r->a, r, waiting, waiting_count, waiting_capacity) = (pending){node, closer, at, length};
}

static void read_number(reader *r) {
    size_t from = r->at;
    str digits = number_scan_digits(r->text, &r->at, r->a);
    sign next = peek(r);
    if (next.plain == '.') {
        fail(r, next.at, next.end, "a decimal point: write a fraction, as in 1/2");
        return;
    }
    expr *x = new_node(r->a, EXPR_NUMBER, from, r->at - from);
    x->text = number_canonical(digits, r->a);
    push_operand(r, x);
}

typedef struct range {
    uint32_t first, last;
} range;

static bool is_letter(uint32_t c) {
    static const range letters[] = {{'A', 'Z'},      {'a', 'z'},       {'_', '_'},       {0xAA, 0xAA},
                                    {0xB5, 0xB5},    {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x24F},
                                    {0x370, 0x52F},  {0x1E00, 0x1FFF}, {0x3041, 0x30FA}, {0xFF21, 0xFF3A},
                                    {0xFF41, 0xFF5A}};
    for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
        if (c >= letters[k].first && c <= letters[k].last)
            return true;
    return utf8_is_han(c);
}

/* What may stand in a name after its first letter: digits, subscript digits, primes. */
static bool continues_name(sign s) {
    uint32_t c = s.code_point;
    return is_letter(c) || char_is_digit(s.plain) || (c >= 0x2080 && c <= 0x209C) || c == 0x2032;
}

static str read_name(reader *r) {
    strbuf name = strbuf_in(r->a);
    for (sign s = peek(r); s.end > s.at && continues_name(s); s = peek(r)) {
        uint32_t c = s.code_point;
        strbuf_add_code_point(&name, c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c);
        r->at = s.end;
    }
    return strbuf_text(&name);
}

static char closer_of(char opener) {
    return opener == '(' ? ')' : opener == '[' ? ']' : opener == '{' ? '}' : 0;
}

static bool is_closer(char c) {
    return c == ')' || c == ']' || c == '}';
}

/* A name, or max or min with its opening bracket. */
static void read_word(reader *r) {
    size_t from = r->at;
    str name = read_name(r);
    size_t end = r->at;
    bool largest = str_is(name, "max");
    if (largest || str_is(name, "min")) {
        skip_spaces(r);
        sign s = peek(r);
        if (closer_of(s.plain)) {
            r->at = s.end;
            expr *call = new_node(r->a, largest ? EXPR_MAX : EXPR_MIN, from, end - from);
            push_pending(r, call, closer_of(s.plain), from, s.end - from);
            return;
        }
        r->at = end;
    }
    expr *x = new_node(r->a, EXPR_NAME, from, end - from);
    x->text = name;
    push_operand(r, x);
}

/* Reads what may open an operand. Returns true once an operand stands on the stack. */
static bool read_operand(reader *r) {
    sign s = peek(r);
    if (char_is_digit(s.plain)) {
        read_number(r);
        return true;
    }
    if (is_letter(s.code_point)) {
        size_t before = r->operand_count;
        read_word(r);
        return r->operand_count > before;
    }
    if (closer_of(s.plain))
        push_pending(r, NULL, closer_of(s.plain), s.at, s.end - s.at);
    else if (s.plain == '-')
        push_pending(r, new_node(r->a, EXPR_NEGATE, s.at, s.end - s.at), 0, s.at, s.end - s.at);
    else if (s.plain != '+') { /* a plus before an operand says nothing */
        fail_before(r, "a number is missing");
        return false;
    }
    r->at = s.end;
    return false;
}

/* −7 is a number, not the negative of one. */
static bool fold_negative(expr *negate, const expr *operand, arena *a) {
    if (operand->kind != EXPR_NUMBER || operand->text.ptr[0] == '-')
        return false;
    negate->kind = EXPR_NUMBER;
    negate->text = str_is(operand->text, "0") ? operand->text : str_format(a, "-%.*s", STR_ARG(operand->text));
    return true;
}

/* The newest pending operator takes its operands. */
static void apply(reader *r) {
    pending *p = &r->waiting[--r->waiting_count];
    expr *right = r->operands[--r->operand_count];
    if (p->node->kind == EXPR_NEGATE) {
        if (!fold_negative(p->node, right, r->a))
            set_parts(r->a, p->node, right, NULL);
    } else {
        expr *left = r->operands[--r->operand_count];
        set_parts(r->a, p->node, left, right);
        p->node->at = left->at;
    }
    p->node->length = right->at + right->length - p->node->at;
    push_operand(r, p->node);
}

/* Applies what binds at least that strongly, up to the innermost open bracket. */
static void apply_down_to(reader *r, int strength) {
    while (r->waiting_count) {
        const pending *p = &r->waiting[r->waiting_count - 1];
        if (p->closer || operator_of_kind(p->node->kind)->strength < strength)
            return;
        apply(r);
    }
}

static pending *innermost_bracket(reader *r) {
    return r->waiting_count ? &r->waiting[r->waiting_count - 1] : NULL;
}

static void add_argument(reader *r, expr *call) {
    *ARENA_PUSH(r->a, call, parts, count, capacity) = r->operands[--r->operand_count];
}

static void close_bracket(reader *r, sign s) {
    apply_down_to(r, 0);
    pending *open = innermost_bracket(r);
    if (!open) {
        fail(r, s.at, s.end, "a closing bracket without an opening one");
        return;
    }
    if (open->closer != s.plain) {
        error_at(r->e, r->where, s.at, s.end - s.at, "expected '%c' here, to close the bracket before", open->closer);
        r->failed = true;
        return;
    }
    if (open->node) {
        add_argument(r, open->node);
        push_operand(r, open->node);
    }
    expr *inside = r->operands[r->operand_count - 1];
    inside->at = open->at;
    inside->length = s.end - open->at;
    r->waiting_count--;
    r->at = s.end;
}

static void read_comma(reader *r, sign s) {
    apply_down_to(r, 0);
    pending *open = innermost_bracket(r);
    if (!open || !open->node) {
        fail(r, s.at, s.end, "a stray comma: only max(…) and min(…) take several values");
        return;
    }
    add_argument(r, open->node);
    r->at = s.end;
}

/* Reads what may follow an operand. Returns true while an operand stands complete. */
static bool read_operator(reader *r) {
    sign s = peek(r);
    if (is_closer(s.plain)) {
        close_bracket(r, s);
        return true;
    }
    if (s.plain == ',') {
        read_comma(r, s);
        return false;
    }
    const struct binding_strength *op = operator_of_sign(s.plain);
    if (!op) {
        fail_before(r, "an operator is missing");
        return true;
    }
    apply_down_to(r, op->strength);
    push_pending(r, new_node(r->a, op->kind, s.at, s.end - s.at), 0, s.at, s.end - s.at);
    r->at = s.end;
    return false;
}

static expr *finish(reader *r) {
    apply_down_to(r, 0);
    const pending *open = innermost_bracket(r);
    if (open)
        fail(r, open->at, open->at + open->length, "this bracket is never closed");
    return r->failed ? NULL : r->operands[0];
}

expr *expr_read(const source *where, size_t at, size_t length, arena *a, error *e) {
    reader r = {.where = where, .text = str_slice(where->text, 0, at + length), .at = at, .a = a, .e = e};
    bool complete = false;
    for (skip_spaces(&r); !r.failed && r.at < r.text.len; skip_spaces(&r))
        complete = complete ? read_operator(&r) : read_operand(&r);
    if (!r.failed && !complete)
        fail_before(&r, "a number is missing");
    return r.failed ? NULL : finish(&r);
}

/* A walk: each node is met once before its parts (next = 0) and once after each of them. */
typedef struct visit {
    const expr *x;
    size_t next;
} visit;

typedef struct evaluation {
    const binding *bindings;
    size_t binding_count;
    const source *where;
    arena *a;
    error *e;
    visit *path;
    size_t path_count, path_capacity;
    number **values;
    size_t value_count, value_capacity;
} evaluation;

static bool fail_value(evaluation *v, const expr *x, const char *format, str name) {
    if (v->where)
        return error_at(v->e, v->where, x->at, x->length, format, STR_ARG(name));
    return error_plain(v->e, STATUS_INPUT, format, STR_ARG(name));
}

static const binding *find_binding(const binding *bindings, size_t count, str name) {
    for (size_t k = 0; k < count; k++)
        if (str_equal(bindings[k].name, name))
            return &bindings[k];
    return NULL;
}

/* The value of a number or a bound name. */
static number *leaf_value(evaluation *v, const expr *x) {
    if (x->kind == EXPR_NUMBER)
        return number_from_text(v->a, x->text);
    const binding *b = find_binding(v->bindings, v->binding_count, x->text);
    number *n = b ? number_from_text(v->a, b->value) : NULL;
    if (!n)
        fail_value(v, x, b ? "the value of '%.*s' is no number" : "nothing here is called '%.*s'", x->text);
    return n;
}

static number *extreme_value(number **parts, size_t count, int wanted_order) {
    number *best = parts[0];
    for (size_t k = 1; k < count; k++)
        if (number_compare(parts[k], best) == wanted_order)
            best = parts[k];
    return best;
}

static number *combined_value(evaluation *v, const expr *x, number **parts) {
    if (x->kind == EXPR_MAX || x->kind == EXPR_MIN)
        return extreme_value(parts, x->count, x->kind == EXPR_MAX ? 1 : -1);
    if (x->kind == EXPR_DIVIDE && number_sign(parts[1]) == 0) {
        fail_value(v, x->parts[1], "division by zero%.*s", STR(""));
        return NULL;
    }
    number *n = number_new(v->a);
    switch (x->kind) {
    case EXPR_ADD:
        fmpq_add(n->q, parts[0]->q, parts[1]->q);
        break;
    case EXPR_SUBTRACT:
        fmpq_sub(n->q, parts[0]->q, parts[1]->q);
        break;
    case EXPR_MULTIPLY:
        fmpq_mul(n->q, parts[0]->q, parts[1]->q);
        break;
    case EXPR_DIVIDE:
        fmpq_div(n->q, parts[0]->q, parts[1]->q);
        break;
    default:
        fmpq_neg(n->q, parts[0]->q);
        break;
    }
    return n;
}

number *expr_value(const expr *x, const binding *bindings, size_t count, const source *where, arena *a, error *e) {
    evaluation v = {.bindings = bindings, .binding_count = count, .where = where, .a = a, .e = e};
    *ARENA_PUSH(a, &v, path, path_count, path_capacity) = (visit){x, 0};
    while (v.path_count) {
        visit *top = &v.path[v.path_count - 1];
        if (top->next < top->x->count) {
            const expr *part = top->x->parts[top->next++];
            *ARENA_PUSH(a, &v, path, path_count, path_capacity) = (visit){part, 0};
            continue;
        }
        const expr *done = top->x;
        v.path_count--;
        v.value_count -= done->count;
        number *value = done->count ? combined_value(&v, done, v.values + v.value_count) : leaf_value(&v, done);
        if (!value)
            return NULL;
        *ARENA_PUSH(a, &v, values, value_count, value_capacity) = value;
    }
    return v.values[0];
}

/* Something still to be printed: a text, or a part with what its surroundings ask of it. */
typedef struct errand {
    const char *text;
    const expr *x; /* NULL for a text */
    int strength;  /* a part that binds less gets brackets */
    bool front;    /* it stands at the front or right after a bracket: a leading minus needs no brackets */
} errand;

typedef struct printer {
    strbuf out;
    arena *a;
    const binding *bindings;
    size_t binding_count;
    errand *errands; /* a stack: the last is done first */
    size_t count, capacity;
} printer;

static void push_text(printer *p, const char *text) {
    *ARENA_PUSH(p->a, p, errands, count, capacity) = (errand){.text = text};
}

static void push_part(printer *p, const expr *x, int strength, bool front) {
    *ARENA_PUSH(p->a, p, errands, count, capacity) = (errand){.x = x, .strength = strength, .front = front};
}

static str leaf_text(const printer *p, const expr *x) {
    const binding *b = x->kind == EXPR_NAME ? find_binding(p->bindings, p->binding_count, x->text) : NULL;
    return b ? b->value : x->text;
}

static void print_leaf(printer *p, const errand *job) {
    str text = leaf_text(p, job->x);
    bool negative = text.len && text.ptr[0] == '-' && !job->front;
    bool divided = job->strength > 2 && str_find(text, STR("/"), 0) != SIZE_MAX; /* 8 ÷ (8/3) */
    str shown = number_shown(text, p->a);
    strbuf_add_c(&p->out, negative || divided ? "(" : "");
    strbuf_add(&p->out, shown);
    strbuf_add_c(&p->out, negative || divided ? ")" : "");
}

static void print_call(printer *p, const expr *x) {
    push_text(p, ")");
    for (size_t k = x->count; k-- > 0;) {
        push_part(p, x->parts[k], 0, true);
        push_text(p, k ? ", " : x->kind == EXPR_MAX ? "max(" : "min(");
    }
}

static void print_operator(printer *p, const errand *job) {
    const expr *x = job->x;
    const struct binding_strength *op = operator_of_kind(x->kind);
    bool negate = x->kind == EXPR_NEGATE;
    bool brackets = op->strength < job->strength || (negate && !job->front);
    if (brackets)
        push_text(p, ")");
    push_part(p, x->parts[x->count - 1], op->right, false);
    push_text(p, op->shown);
    if (!negate)
        push_part(p, x->parts[0], op->left, brackets || job->front);
    if (brackets)
        push_text(p, "(");
}

str expr_shown(const expr *x, const binding *bindings, size_t count, arena *a) {
    printer p = {.out = strbuf_in(a), .a = a, .bindings = bindings, .binding_count = count};
    push_part(&p, x, 0, true);
    while (p.count) {
        errand job = p.errands[--p.count];
        if (!job.x)
            strbuf_add_c(&p.out, job.text);
        else if (job.x->kind == EXPR_MAX || job.x->kind == EXPR_MIN)
            print_call(&p, job.x);
        else if (job.x->count)
            print_operator(&p, &job);
        else
            print_leaf(&p, &job);
    }
    return strbuf_text(&p.out);
}

expr_nodes expr_nodes_of(const expr *x, arena *a) {
    expr_nodes backwards = {0}, todo = {0};
    *ARENA_PUSH(a, &todo, items, count, capacity) = x;
    while (todo.count) { /* wholes before parts, right before left */
        x = todo.items[--todo.count];
        *ARENA_PUSH(a, &backwards, items, count, capacity) = x;
        for (size_t k = 0; k < x->count; k++)
            *ARENA_PUSH(a, &todo, items, count, capacity) = x->parts[k];
    }
    for (size_t k = 0; k < backwards.count / 2; k++) {
        x = backwards.items[k];
        backwards.items[k] = backwards.items[backwards.count - 1 - k];
        backwards.items[backwards.count - 1 - k] = x;
    }
    return backwards;
}
