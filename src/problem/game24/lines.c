/* The forms that a solution needs are found from the whole hand down, and written from the cards up:
 *
 *   list  product of {3,3,8,8}, 24       wholes: 8 / x of {3,3,8}, 1/3
 *     needs  sum of {3,3,8}, 1/3         wholes: 3 - x of {3,8}, 8/3
 *       needs  product of {3,8}, 8/3     wholes: 8 / 3
 *
 * A list has the forms of one kind, sub-multiset and value, signs pulled out: a form and its negative are one there. It
 * is kept with the value at least 0 if both have trees. A whole stands for all its parts' forms; it is taken apart when
 * the lists of its parts are full. */
#include "game24/solutions.h"

#include <stdlib.h>

/* Which of a form and its negative have a tree; see game24_classes.h. */
typedef enum form_range { RANGE_ONE, RANGE_BOTH, RANGE_SELFNEG } form_range;

typedef struct form {
    bool is_card;
    form_range range;
    fmpq value;
    size_t number; /* forms in the order in which they were made */
    str text[2];   /* of the form as it is kept; of its negative, if that has a tree */
} form;

typedef struct whole_part {
    size_t list;  /* of its forms */
    fmpq value;   /* as a term; as a factor without its sign */
    bool divisor; /* in a product */
    bool selfneg; /* in a product */
    bool again;   /* the same part as the one before */
} whole_part;

typedef struct whole {
    whole_part *parts;
    size_t count;
} whole;

typedef struct form_list {
    game24_kind kind;
    size_t set;
    fmpq value; /* at least 0 */
    whole *wholes;
    size_t whole_count, whole_capacity;
    form **forms;
    size_t count, capacity;
} form_list;

typedef struct writer {
    game24_hand *hand;
    arena *a;   /* what is needed until the lines are written */
    arena *out; /* the lines */
    form_list **lists;
    size_t count, capacity;
    uint32_t **known[GAME24_KINDS]; /* by set and result: 1 + its list; of a card [0] */
    size_t whole_set;               /* the hand: its forms are no parts */
    form_list *open;                /* the list whose wholes are being found */
    size_t made;
    fmpq_t target;
    size_t most;
    game24_lines lines;
    size_t cap; /* forms that a list may have, the hand's own too: SIZE_MAX unless there are too many to meet all */
    bool cut;   /* the first `most` lines are in their order, and there were more */
} writer;

/* ---- finding what is needed ---- */

static fmpq *keep_fraction(writer *w, const fmpq *value, bool invert) {
    fmpq *kept = game24_fractions(w->a, 1);
    fmpq_set(kept, value);
    if (invert)
        fmpq_inv(kept, kept);
    return kept;
}

static size_t add_list(writer *w, game24_kind kind, size_t set, const fmpq *value) {
    form_list *l = ARENA_NEW(w->a, form_list);
    *l = (form_list){.kind = kind, .set = set};
    fmpq *size = keep_fraction(w, value, false);
    fmpq_abs(size, size);
    l->value = *size;
    *ARENA_PUSH(w->a, w, lists, count, capacity) = l;
    return w->count - 1;
}

/* The list of forms that have that value or its negative; it is added if it is not there. */
static size_t list_with(writer *w, game24_kind kind, size_t set, const fmpq *value) {
    const game24_set *s = w->hand->sets[set];
    fmpq_t size;
    fmpq_init(size);
    fmpq_abs(size, value);
    const game24_result *r = game24_find(s, size);
    if (!r) {
        fmpq_neg(size, size);
        r = game24_find(s, size);
    }
    fmpq_clear(size);
    if (!w->known[kind][set])
        w->known[kind][set] = ARENA_ARRAY(w->a, uint32_t, s->count);
    uint32_t *known = &w->known[kind][set][r - s->results];
    if (!*known)
        *known = (uint32_t)add_list(w, kind, set, value) + 1;
    return *known - 1;
}

static whole whole_of(writer *w, const game24_choice *choices, size_t count) {
    game24_kind kind = w->open->kind == GAME24_SUM ? GAME24_PRODUCT : GAME24_SUM;
    whole made = {ARENA_ARRAY(w->a, whole_part, count), count};
    for (size_t k = 0; k < count; k++) {
        const game24_choice *c = &choices[k];
        fmpq *value = keep_fraction(w, &c->part.value, c->part.divisor);
        made.parts[k] = (whole_part){.list = list_with(w, kind, c->set, value),
                                     .value = *value,
                                     .divisor = c->part.divisor,
                                     .selfneg = c->part.selfneg,
                                     .again = c->times > 1};
    }
    return made;
}

static void keep_whole(void *user, const game24_choice *choices, size_t count) {
    writer *w = user;
    form_list *l = w->open;
    whole made = whole_of(w, choices, count);
    *ARENA_PUSH(w->a, l, wholes, whole_count, whole_capacity) = made;
}

/* The wholes of the hand itself may be very many: they are not kept, but met a second time when all parts are written.
 */
static void need_parts(void *user, const game24_choice *choices, size_t count) {
    writer *w = user;
    game24_kind kind = w->open->kind == GAME24_SUM ? GAME24_PRODUCT : GAME24_SUM;
    for (size_t k = 0; k < count; k++) {
        fmpq_t value;
        fmpq_init(value);
        fmpq_set(value, &choices[k].part.value);
        if (choices[k].part.divisor)
            fmpq_inv(value, value);
        list_with(w, kind, choices[k].set, value);
        fmpq_clear(value);
    }
}

static void find_all(writer *w, size_t first) {
    for (size_t k = first; k < w->count; k++) {
        w->open = w->lists[k];
        bool hand = w->open->set == w->whole_set;
        if (w->hand->sets[w->open->set]->size > 1)
            game24_each_form(w->hand, w->open->set, w->open->kind, &w->open->value, hand ? need_parts : keep_whole, w);
    }
}

/* ---- writing ---- */

/* A form in its place: with its sign in a sum, as a factor or a divisor in a product. */
typedef struct element {
    const form *form;
    bool minus; /* in a sum: it is subtracted */
    bool under; /* in a product: it divides */
    str text;
} element;

static int order_elements(const void *a, const void *b) {
    const element *x = a, *y = b;
    int behind_x = x->minus || x->under, behind_y = y->minus || y->under;
    if (behind_x != behind_y)
        return behind_x - behind_y;
    if (x->form->is_card != y->form->is_card)
        return x->form->is_card ? -1 : 1;
    return x->form->is_card ? fmpq_cmp(&x->form->value, &y->form->value) : str_compare(x->text, y->text);
}

/* A negative number at the front needs no brackets. */
static str without_front_brackets(str text, arena *a) {
    size_t close = str_find(text, STR(")"), 0);
    if (!str_starts(text, "(-") || strspn(text.ptr + 2, "0123456789") != close - 2)
        return text;
    return str_format(a, "%.*s%.*s", STR_ARG(str_slice(text, 1, close)), STR_ARG(str_slice(text, close + 1, text.len)));
}

static str write_sum(element *e, size_t count, bool negative, arena *a) {
    size_t lead = SIZE_MAX; /* what stands first if all would be subtracted: it is turned round */
    bool plus = false;
    for (size_t k = 0; k < count; k++) {
        e[k].text = e[k].form->text[0];
        e[k].minus = e[k].form->range != RANGE_SELFNEG && e[k].minus != negative;
        plus |= !e[k].minus;
        if (e[k].form->range == RANGE_BOTH && lead == SIZE_MAX)
            lead = k;
    }
    if (!plus) {
        e[lead].minus = false;
        e[lead].text = e[lead].form->text[1];
    }
    qsort(e, count, sizeof *e, order_elements);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < count; k++) {
        strbuf_add_c(&b, k == 0 ? "" : e[k].minus ? "-" : "+");
        strbuf_add(&b, e[k].text);
    }
    return strbuf_text(&b);
}

static str write_product(element *e, size_t count, bool turned, arena *a) {
    for (size_t k = 0; k < count; k++)
        e[k].text = e[k].form->text[0];
    qsort(e, count, sizeof *e, order_elements);
    for (size_t k = 0; turned && k < count; k++)
        if (e[k].form->range == RANGE_BOTH) {
            e[k].text = e[k].form->text[1];
            turned = false;
        }
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < count; k++) {
        strbuf_add_c(&b, k == 0 ? "" : e[k].under ? "/" : "*");
        if (e[k].form->is_card)
            strbuf_add(&b, e[k].text);
        else {
            str inner = without_front_brackets(e[k].text, a);
            strbuf_addf(&b, "(%.*s)", STR_ARG(inner));
        }
    }
    return strbuf_text(&b);
}

/* How often a term stands in the sum with a plus more than with a minus. */
static int balance(const element *e, size_t count, const form *term) {
    int plus = 0;
    for (size_t k = 0; k < count; k++)
        if (e[k].form == term)
            plus += e[k].minus ? -1 : 1;
    return plus;
}

/* Of a sum of value 0 and its negative one is kept: 0 if it is the negative of itself, 1 if this is the one. */
static int standing(const element *e, size_t count) {
    const form *first = NULL;
    for (size_t k = 0; k < count; k++)
        if (e[k].form->range != RANGE_SELFNEG && balance(e, count, e[k].form) != 0 &&
            (!first || e[k].form->number < first->number))
            first = e[k].form;
    return !first ? 0 : balance(e, count, first) > 0 ? 1 : -1;
}

static form *new_form(writer *w, form_range range, const fmpq *value) {
    form *f = ARENA_NEW(w->a, form);
    f->range = range;
    f->number = ++w->made;
    f->value = *keep_fraction(w, value, false);
    return f;
}

/* The sum with these terms, or NULL if its negative is kept. */
static form *make_sum(writer *w, const form_list *l, element *e, size_t count) {
    bool tree = false, negative_tree = false, zero = fmpq_is_zero(&l->value);
    for (size_t k = 0; k < count; k++) {
        tree |= e[k].form->range != RANGE_ONE || !e[k].minus;
        negative_tree |= e[k].form->range != RANGE_ONE || e[k].minus;
    }
    int stands = zero ? standing(e, count) : 1;
    if (tree && negative_tree && stands < 0)
        return NULL;
    if (zero && stands && !tree)
        return NULL;
    form *f = new_form(w, !stands ? RANGE_SELFNEG : tree && negative_tree ? RANGE_BOTH : RANGE_ONE, &l->value);
    if (!tree) {
        fmpq_neg(&f->value, &f->value);
        for (size_t k = 0; k < count; k++)
            e[k].minus = !e[k].minus;
    }
    element *turned = ARENA_ARRAY(w->a, element, count);
    memcpy(turned, e, count * sizeof *e);
    f->text[0] = write_sum(e, count, false, w->a);
    if (f->range == RANGE_BOTH)
        f->text[1] = write_sum(turned, count, true, w->a);
    return f;
}

static form *make_product(writer *w, const form_list *l, element *e, size_t count) {
    form_range range = RANGE_ONE;
    bool negative = false;
    for (size_t k = 0; k < count; k++) {
        range = e[k].form->range > range ? e[k].form->range : range;
        negative ^= fmpq_sgn(&e[k].form->value) < 0;
    }
    form *f = new_form(w, range, &l->value);
    if (range == RANGE_ONE && negative)
        fmpq_neg(&f->value, &f->value);
    f->text[0] = write_product(e, count, range == RANGE_BOTH && negative, w->a);
    if (range == RANGE_BOTH)
        f->text[1] = write_product(e, count, !negative, w->a);
    return f;
}

static form *make_card(writer *w, const form_list *l) {
    const fmpq *value = &w->hand->sets[l->set]->results[0].value;
    form *f = new_form(w, RANGE_ONE, value);
    f->is_card = true;
    number card = {.q = {*value}};
    str text = number_text(&card, w->a);
    bool bare = fmpz_is_one(&value->den) && fmpq_sgn(value) >= 0;
    f->text[0] = bare ? text : str_format(w->a, "(%.*s)", STR_ARG(text));
    return f;
}

/* ---- lines ---- */

static int order_lines(const void *a, const void *b) {
    return str_compare(*(const str *)a, *(const str *)b);
}

static void cut_lines(writer *w) {
    qsort(w->lines.items, w->lines.count, sizeof *w->lines.items, order_lines);
    w->cut |= w->lines.count > w->most;
    if (w->lines.count > w->most)
        w->lines.count = w->most;
}

static void add_line(writer *w, str text) {
    text = without_front_brackets(text, w->a);
    if (w->cut && str_compare(text, w->lines.items[w->most - 1]) > 0)
        return;
    *ARENA_PUSH(w->out, &w->lines, items, count, capacity) = str_copy(w->out, text);
    if (w->lines.count > 2 * w->most + 1000)
        cut_lines(w);
}

/* The lines of a form of the whole hand. */
static void take_line(writer *w, const form *f) {
    bool zero = fmpq_is_zero(w->target), same = fmpq_equal(&f->value, w->target);
    if (same)
        add_line(w, f->text[0]);
    if (f->range == RANGE_BOTH && (zero || !same))
        add_line(w, f->text[1]);
}

/* ---- taking wholes apart ---- */

/* The forms that a part stands for, as elements. */
static element *elements_of(const writer *w, const form_list *l, const whole_part *p, size_t *count, arena *a) {
    const form_list *forms = w->lists[p->list];
    element *e = ARENA_ARRAY(a, element, forms->count * 2);
    *count = 0;
    for (size_t k = 0; k < forms->count; k++) {
        const form *f = forms->forms[k];
        bool selfneg = f->range == RANGE_SELFNEG;
        if (l->kind == GAME24_PRODUCT && selfneg != p->selfneg)
            continue;
        bool minus = l->kind == GAME24_SUM && !selfneg && !fmpq_equal(&f->value, &p->value);
        e[(*count)++] = (element){.form = f, .minus = minus, .under = p->divisor};
        if (l->kind == GAME24_SUM && !selfneg && fmpq_is_zero(&p->value))
            e[(*count)++] = (element){.form = f, .minus = true};
    }
    return e;
}

static void take_form(writer *w, form_list *l, const element *chosen, size_t count) {
    element e[GAME24_MOST_CARDS];
    memcpy(e, chosen, count * sizeof *e);
    form *f = l->kind == GAME24_SUM ? make_sum(w, l, e, count) : make_product(w, l, e, count);
    if (f && l->set == w->whole_set) {
        take_line(w, f);
        l->count++; /* and forgotten */
    } else if (f)
        *ARENA_PUSH(w->a, l, forms, count, capacity) = f;
}

/* All choices of a form for each part; for parts that are the same, multisets of forms. */
static void choose_forms(writer *w, form_list *l, const whole *x, element *const *elements, const size_t *counts) {
    element chosen[GAME24_MOST_CARDS];
    size_t at[GAME24_MOST_CARDS] = {0}, d = 0;
    while (l->count < w->cap) {
        if (at[d] == counts[d]) {
            if (d-- == 0)
                return;
            at[d]++;
            continue;
        }
        chosen[d] = elements[d][at[d]];
        if (d + 1 < x->count) {
            d++;
            at[d] = x->parts[d].again ? at[d - 1] : 0;
            continue;
        }
        take_form(w, l, chosen, x->count);
        at[d]++;
    }
}

static void take_apart(writer *w, form_list *l, const whole *x) {
    arena *scratch = arena_scratch(w->a);
    arena_mark start = arena_here(scratch);
    element *elements[GAME24_MOST_CARDS] = {NULL};
    size_t counts[GAME24_MOST_CARDS] = {0};
    for (size_t k = 0; k < x->count && l->count < w->cap; k++) {
        elements[k] = k && x->parts[k].again ? elements[k - 1] : elements_of(w, l, &x->parts[k], &counts[k], scratch);
        counts[k] = k && x->parts[k].again ? counts[k - 1] : counts[k];
    }
    choose_forms(w, l, x, elements, counts);
    arena_back(scratch, start);
}

static void fill_list(writer *w, form_list *l) {
    if (w->hand->sets[l->set]->size == 1) {
        *ARENA_PUSH(w->a, l, forms, count, capacity) = make_card(w, l);
        return;
    }
    for (size_t k = 0; k < l->whole_count; k++)
        take_apart(w, l, &l->wholes[k]);
}

static void take_whole_hand(void *user, const game24_choice *choices, size_t count) {
    writer *w = user;
    arena_mark start = arena_here(w->a);
    whole made = whole_of(w, choices, count);
    take_apart(w, w->open, &made);
    arena_back(w->a, start);
}

/* Parts are smaller than what they are part of. */
static void fill_all(writer *w) {
    for (size_t size = 1; size < w->hand->size; size++)
        for (size_t k = 0; k < w->count; k++)
            if (w->hand->sets[w->lists[k]->set]->size == size)
                fill_list(w, w->lists[k]);
    for (size_t k = 0; k < w->count; k++) {
        w->open = w->lists[k];
        if (w->open->set == w->whole_set)
            game24_each_form(w->hand, w->open->set, w->open->kind, &w->open->value, take_whole_hand, w);
    }
}

static void write_card(writer *w) {
    const game24_result *r = game24_find(w->hand->sets[w->whole_set], w->target);
    if (!r)
        return;
    number card = {.q = {r->value}};
    add_line(w, number_text(&card, w->out));
}

game24_lines game24_lines_at(game24_hand *h, const fmpq *value, const fmpz_t classes, size_t most, arena *a) {
    arena *scratch = arena_scratch(a);
    arena_mark start = arena_here(scratch);
    writer w = {.hand = h, .a = scratch, .out = a, .most = most, .whole_set = h->order[h->count - 1]};
    w.cap = fmpz_cmp_ui(classes, GAME24_MOST_MET) > 0 ? most : SIZE_MAX;
    fmpq_init(w.target);
    fmpq_set(w.target, value);
    for (size_t kind = 0; kind < GAME24_KINDS; kind++) {
        w.known[kind] = ARENA_ARRAY(w.a, uint32_t *, h->count);
        if (h->size > 1)
            add_list(&w, kind, w.whole_set, value);
    }
    find_all(&w, 0);
    fill_all(&w);
    if (h->size == 1)
        write_card(&w);
    cut_lines(&w);
    fmpq_clear(w.target);
    arena_back(scratch, start);
    return w.lines;
}
