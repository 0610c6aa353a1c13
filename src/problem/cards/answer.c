/* An answer is a play, scores, or scores and a play that may stop early:
 *
 *   right left left right     R L L R     RLLR     右 左 左 右        the ends taken
 *   6 1 8 10                                                        the cards in the order taken
 *   14 : 11     14-11     14                                        what A and B get; what A gets
 *   14 : 11, right                                                  both
 *
 * A card that lies at both ends may be either, and what follows may say which. So the play is followed in all ways at
 * once. After k moves n − k cards are left, which begin at one of the positions 0 … k:
 *
 *   reach    begins at 0, 1, …, k       which of these the moves so far can have led to
 *   best     the same, with every move so far a best one
 */
#include "cards/answer.h"

#include "kit/answer_reader.h"
#include "kit/verdict.h"

#include <stdlib.h>

typedef struct move {
    bool is_card;
    cards_ends end;
    str card; /* canonical */
} move;

typedef struct answer {
    const source *where;
    arena *a;
    error *e;
    size_t at;
    cards_lead *leads;
    size_t n;
    str scores[2]; /* canonical; empty if not said */
    move *moves;
    size_t count, capacity;
} answer;

/* What is found out: the phrase, its args, and the same in English. */
typedef struct finding {
    const char *key;
    bool right;
    datum *args;
    str why;
} finding;

/* ---- reading ---- */

static char sign_at(const answer *w, size_t *at) {
    return *at < w->where->text.len ? number_plain_sign(w->where->text, at) : 0;
}

static bool at_end(const answer *w) {
    return w->at >= w->where->text.len;
}

/* Spaces, commas, semicolons and arrows. */
static void skip_between(answer *w) {
    static const char arrow[] = "→";
    while (!at_end(w)) {
        size_t next = w->at;
        char c = sign_at(w, &next);
        if (str_starts(str_slice(w->where->text, w->at, SIZE_MAX), arrow))
            next = w->at + sizeof arrow - 1;
        else if (!c || !strchr(" ,;|", c))
            return;
        w->at = next;
    }
}

static void add_move(answer *w, move m) {
    *ARENA_PUSH(w->a, w, moves, count, capacity) = m;
}

static bool not_understood(answer *w, size_t length) {
    return error_at(w->e, w->where, w->at, length,
                    "expected a play, as ends (\"right left …\", \"R L …\") or as cards in the order taken, or the "
                    "scores (\"14 : 11\")");
}

/* The integer that stands here, canonical; empty if none does. */
static str take_integer(answer *w) {
    size_t at = w->at, next = at;
    char sign = sign_at(w, &next);
    if (sign == '-' || sign == '+')
        at = next;
    str digits = number_scan_digits(w->where->text, &at, w->a);
    if (!digits.len)
        return digits;
    w->at = at;
    return number_canonical(str_format(w->a, "%s%.*s", sign == '-' ? "-" : "", STR_ARG(digits)), w->a);
}

/* "左", "右", "左端", "右边". */
static bool take_han(answer *w) {
    static const struct {
        const char *text;
        cards_ends end;
    } ends[] = {{"左", CARDS_LEFT}, {"右", CARDS_RIGHT}}, suffixes[] = {{"端", 0}, {"边", 0}};
    for (size_t k = 0; k < 2; k++) {
        if (!str_starts(str_slice(w->where->text, w->at, SIZE_MAX), ends[k].text))
            continue;
        w->at += strlen(ends[k].text);
        for (size_t s = 0; s < 2; s++)
            if (str_starts(str_slice(w->where->text, w->at, SIZE_MAX), suffixes[s].text)) {
                w->at += strlen(suffixes[s].text);
                break;
            }
        add_move(w, (move){.end = ends[k].end});
        return true;
    }
    return false;
}

/* "left", "Right", or letters L and R, which may stand without spaces. */
static bool take_word(answer *w) {
    size_t from = w->at, end = from;
    strbuf word = strbuf_in(w->a);
    for (size_t next = end; next < w->where->text.len; end = next) {
        char c = (char)(sign_at(w, &next) | 32);
        if (c < 'a' || c > 'z')
            break;
        strbuf_add_byte(&word, c);
    }
    str text = strbuf_text(&word);
    bool whole = str_is(text, "left") || str_is(text, "right");
    for (size_t k = 0; k < text.len && !whole; k++)
        if (text.ptr[k] != 'l' && text.ptr[k] != 'r')
            return not_understood(w, end - from);
    if (!text.len)
        return not_understood(w, 1);
    for (size_t k = 0; k < (whole ? 1 : text.len); k++)
        add_move(w, (move){.end = text.ptr[k] == 'l' ? CARDS_LEFT : CARDS_RIGHT});
    w->at = end;
    return true;
}

/* Passes over that text, and the blanks before it, if it stands here. */
static bool skip_text(answer *w, const char *text) {
    size_t at = w->at;
    while (at < w->where->text.len && w->where->text.ptr[at] == ' ')
        at++;
    if (!str_starts(str_slice(w->where->text, at, SIZE_MAX), text))
        return false;
    w->at = at + strlen(text);
    return true;
}

/* A dash between two numbers, "14-11" or "14 - 11"; in "14 -11" it is the sign of the second. */
static bool skip_dash(answer *w) {
    str rest = str_slice(w->where->text, w->at, SIZE_MAX);
    if (str_starts(rest, " - ")) {
        w->at += strlen(" - ");
        return true;
    }
    bool close = str_starts(rest, "-") && rest.len > 1 && (char_is_digit(rest.ptr[1]) || rest.ptr[1] == '-');
    w->at += close;
    return close;
}

/* Behind the first number: whether a dash and a second number are all that follows, or a comma is next. */
static bool skip_score_dash(answer *w) {
    size_t from = w->at;
    if (skip_dash(w)) {
        size_t second = w->at;
        bool pair = take_integer(w).len && (at_end(w) || sign_at(w, &(size_t){w->at}) == ',');
        w->at = second;
        if (pair)
            return true;
    }
    w->at = from;
    return false;
}

static bool take_number(answer *w, str card) {
    bool is_first = !w->count && !w->scores[0].len;
    if (!skip_text(w, ":") && !skip_text(w, "比") && !(is_first && (skip_text(w, "to ") || skip_score_dash(w)))) {
        add_move(w, (move){.is_card = true, .card = card});
        skip_dash(w);
        return true;
    }
    if (!is_first)
        return error_at(w->e, w->where, w->at - 1, 1, "expected the scores at the front, once");
    w->scores[0] = card;
    skip_between(w);
    w->scores[1] = take_integer(w);
    return w->scores[1].len || error_at(w->e, w->where, w->at, 1, "expected player B's score after the colon");
}

static bool read_tokens(answer *w) {
    for (skip_between(w); !at_end(w); skip_between(w)) {
        str number = take_integer(w);
        if (!(number.len ? take_number(w, number) : take_han(w) || take_word(w)))
            return false;
    }
    return true;
}

/* One number alone, or before ends, is what A gets. */
static void find_single_score(answer *w) {
    bool others_are_ends = true;
    for (size_t k = 1; k < w->count; k++)
        others_are_ends = others_are_ends && !w->moves[k].is_card;
    if (w->scores[0].len || !w->count || !w->moves[0].is_card || !others_are_ends)
        return;
    w->scores[0] = w->moves[0].card;
    w->moves++;
    w->count--;
}

static bool read_answer(answer *w) {
    if (!read_tokens(w))
        return false;
    find_single_score(w);
    for (size_t k = 1; k < w->count; k++)
        if (w->moves[k].is_card != w->moves[0].is_card)
            return error_at(w->e, w->where, 0, w->where->text.len,
                            "expected a play as ends or as cards, got a mixture of both");
    if (!w->count && !w->scores[0].len && w->n) {
        w->at = 0;
        return not_understood(w, 1);
    }
    return true;
}

static bool lies_in(const answer *w, str card, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if (str_equal(w->leads->row.texts[i], card))
            return true;
    return false;
}

/* Whether a space must group digits here, "175 099": the numbers would be no cards otherwise, or too few. */
static bool needs_groups(const answer *apart, const answer *grouped) {
    for (size_t k = 0; k < apart->count; k++)
        if (apart->moves[k].is_card && !lies_in(apart, apart->moves[k].card, 0, apart->n))
            return grouped->count < apart->count;
    return grouped->scores[0].len && !apart->scores[0].len && apart->count != apart->n;
}

/* Reads with spaces between numbers, or, where that makes more sense, within them. */
static bool read_forgiving(answer *w, answer_text *typed, str text) {
    error found = error_in(w->a);
    answer grouped = *w;
    answer_text other = answer_read(text, ANSWER_ROUND | ANSWER_GROUPS, w->a);
    grouped.where = &other.plain;
    grouped.e = &found;
    bool good = read_answer(&grouped), fine = read_answer(w);
    if (!good || (fine && !needs_groups(w, &grouped)))
        return fine;
    *typed = other;
    grouped.where = &typed->plain;
    grouped.e = w->e;
    *w = grouped;
    return true;
}

/* ---- what is said ---- */

static void add_word(arena *a, datum *map, const char *key, str text) {
    datum_put(a, map, key, datum_text(a, text));
}

static void add_count(arena *a, datum *map, const char *key, size_t count) {
    datum_put(a, map, key, datum_integer(a, (int64_t)count));
}

static str player_name(size_t k) {
    return k % 2 ? STR("B") : STR("A");
}

/* A finding on move k (from 0), with the card that was meant. */
static finding on_move(const answer *w, const char *key, size_t k, str card) {
    finding f = {.key = key, .args = datum_map(w->a)};
    add_count(w->a, f.args, "move", k + 1);
    add_word(w->a, f.args, "player", player_name(k));
    add_word(w->a, f.args, "card", card);
    return f;
}

/* Move k names a card that is at neither end of the cards i … j that are left. */
static finding not_an_end(const answer *w, size_t k, size_t i, size_t j) {
    str card = w->moves[k].card, shown = number_shown(card, w->a);
    str left = w->leads->row.texts[i], right = w->leads->row.texts[j];
    str left_shown = number_shown(left, w->a), right_shown = number_shown(right, w->a);
    bool there = lies_in(w, card, i, j + 1), known = lies_in(w, card, 0, w->n);
    finding f = on_move(w, there ? "check.inside" : known ? "check.taken" : "check.no_card", k, card);
    add_word(w->a, f.args, "left", left);
    add_word(w->a, f.args, "right", right);
    if (there)
        f.why = str_format(w->a, "move %zu: %.*s is at neither end; the ends are %.*s and %.*s", k + 1, STR_ARG(shown),
                           STR_ARG(left_shown), STR_ARG(right_shown));
    else if (known)
        f.why = str_format(w->a, "move %zu: %.*s has been taken already", k + 1, STR_ARG(shown));
    else
        f.why = str_format(w->a, "move %zu: there is no %.*s in the row", k + 1, STR_ARG(shown));
    return f;
}

static finding wrong_count(const answer *w) {
    bool many = w->count > w->n;
    finding f = {.key = many ? "check.too_many" : "check.too_few", .args = datum_map(w->a)};
    size_t left = w->n - w->count;
    add_count(w->a, f.args, "moves", w->count);
    add_count(w->a, f.args, "cards", w->n);
    if (!many)
        add_count(w->a, f.args, "left", left);
    if (!w->n)
        f.why = STR("there is no card to take");
    else if (many)
        f.why = str_format(w->a, "the play has %zu moves, the row %zu card%s", w->count, w->n, w->n == 1 ? "" : "s");
    else
        f.why = str_format(w->a, "the play stops after move %zu: %zu card%s left", w->count, left,
                           left == 1 ? " is" : "s are");
    return f;
}

/* ---- following the play ---- */

/* The leads by taking either end of one part, caught while all are worked out. */
typedef struct caught {
    size_t i, j;
    fmpz *leads; /* left, right */
} caught;

static void pass_length(void *user, size_t length) {
    (void)user;
    (void)length;
}

static void catch_part(void *user, size_t i, size_t j, const fmpz *left, const fmpz *right, cards_ends best) {
    caught *c = user;
    (void)best;
    if (i != c->i || j != c->j)
        return;
    fmpz_set(&c->leads[0], left);
    fmpz_set(&c->leads[1], right);
}

/* What the player of move k has in the end, as text, if the lead on the cards i … j is `lead`. */
static str final_score(const answer *w, const fmpz *so_far, size_t i, size_t j, const fmpz *lead) {
    fmpz *score = number_integers(w->a, 1);
    fmpz_set(score, lead);
    for (size_t k = i; k <= j; k++)
        fmpz_add(score, score, &w->leads->values[k]);
    fmpz_tdiv_q_2exp(score, score, 1);
    fmpz_add(score, score, so_far);
    return number_text_of_fmpz(score, w->a);
}

/* Move k takes the worse end of the cards i … j. */
static finding worse(const answer *w, size_t k, size_t i, size_t j, cards_ends taken, const fmpz *so_far) {
    caught c = {i, j, number_integers(w->a, 2)};
    const cards_watch watch = {&c, pass_length, catch_part};
    cards_lead_load(w->leads, &w->leads->row, w->a);
    cards_lead_fill_watched(w->leads, &watch);
    size_t end = taken == CARDS_RIGHT;
    str could = final_score(w, so_far, i, j, &c.leads[!end]), leads_to = final_score(w, so_far, i, j, &c.leads[end]);
    str could_shown = number_shown(could, w->a), shown = number_shown(leads_to, w->a), player = player_name(k);
    finding f = on_move(w, "check.worse", k, w->leads->row.texts[end ? j : i]);
    add_word(w->a, f.args, "could", could);
    add_word(w->a, f.args, "leads_to", leads_to);
    f.why = str_format(w->a, "move %zu: %.*s could have got %.*s, this move leads to %.*s", k + 1, STR_ARG(player),
                       STR_ARG(could_shown), STR_ARG(shown));
    return f;
}

typedef struct follower {
    bool *reach, *best; /* by where the cards left begin */
    bool *next_reach, *next_best;
    fmpz *scores; /* of A and B so far */
    bool bad;     /* a move was not best: */
    size_t bad_move, bad_i, bad_j;
    cards_ends bad_end;
    fmpz *bad_score; /* of its player before it */
} follower;

static bool fits_end(const answer *w, const move *m, cards_ends end, size_t card) {
    return m->is_card ? str_equal(m->card, w->leads->row.texts[card]) : m->end == end;
}

/* Move k made where the cards i … j are left: the card that it takes, or w->n if it names none of the two ends. */
static size_t step_from(const answer *w, follower *f, size_t k, size_t i, size_t j) {
    cards_ends best = cards_best_ends(w->leads, i, j);
    size_t taken = w->n;
    for (cards_ends end = CARDS_LEFT; end <= CARDS_RIGHT; end++) {
        size_t card = end == CARDS_LEFT ? i : j, next = end == CARDS_LEFT ? i + 1 : i;
        if (!fits_end(w, &w->moves[k], end, card))
            continue;
        taken = card;
        f->next_reach[next] = true;
        if (f->best[i] && (best & end || i == j))
            f->next_best[next] = true;
        else if (f->best[i] && !f->bad) {
            f->bad_move = k;
            f->bad_i = i;
            f->bad_j = j;
            f->bad_end = end;
        }
    }
    return taken;
}

static size_t first_of(const bool *flags, size_t count) {
    size_t k = 0;
    while (k < count && !flags[k])
        k++;
    return k;
}

static void swap_flags(bool **x, bool **y) {
    bool *kept = *x;
    *x = *y;
    *y = kept;
}

/* Makes move k in all ways. False with a finding if it names no card at an end. */
static bool make_move(const answer *w, follower *f, size_t k, finding *found) {
    size_t begins = k + 1, left = w->n - k, card = w->n;
    memset(f->next_reach, 0, (begins + 1) * sizeof(bool));
    memset(f->next_best, 0, (begins + 1) * sizeof(bool));
    for (size_t i = 0; i < begins; i++) {
        size_t taken = f->reach[i] ? step_from(w, f, k, i, i + left - 1) : w->n;
        card = taken < w->n ? taken : card;
    }
    if (card == w->n) {
        size_t i = first_of(f->reach, begins);
        *found = not_an_end(w, k, i, i + left - 1);
        return false;
    }
    if (!f->bad && first_of(f->next_best, begins + 1) > begins) {
        f->bad = true;
        fmpz_set(f->bad_score, &f->scores[k % 2]);
    }
    fmpz_add(&f->scores[k % 2], &f->scores[k % 2], &w->leads->values[card]); /* in all ways a card of that value */
    swap_flags(&f->reach, &f->next_reach);
    swap_flags(&f->best, &f->next_best);
    return true;
}

static follower follower_of(const answer *w) {
    follower f = {.scores = number_integers(w->a, 2), .bad_score = number_integers(w->a, 1)};
    bool **flags[] = {&f.reach, &f.best, &f.next_reach, &f.next_best};
    for (size_t k = 0; k < 4; k++)
        *flags[k] = ARENA_ARRAY(w->a, bool, w->n + 2);
    f.reach[0] = f.best[0] = true;
    return f;
}

/* What is wrong with the play, if anything. A play that stands beside scores may stop early. */
static finding play_fault(const answer *w, follower *f) {
    finding found = {0};
    for (size_t k = 0; k < w->count && k < w->n; k++)
        if (!make_move(w, f, k, &found))
            return found;
    if (w->count > w->n || (w->count < w->n && !w->scores[0].len))
        return wrong_count(w);
    if (f->bad)
        return worse(w, f->bad_move, f->bad_i, f->bad_j, f->bad_end, f->bad_score);
    return found;
}

/* ---- scores ---- */

static finding with_scores(const answer *w, const char *key, str first, str second) {
    finding f = {.key = key, .args = datum_map(w->a)};
    add_word(w->a, f.args, "first", first);
    add_word(w->a, f.args, "second", second);
    return f;
}

static finding score_fault(const answer *w, str first, str second) {
    str given = w->scores[0], other = w->scores[1];
    str first_shown = number_shown(first, w->a), second_shown = number_shown(second, w->a);
    if (!given.len || (str_equal(given, first) && (!other.len || str_equal(other, second))))
        return (finding){0};
    finding f = with_scores(w, other.len ? "check.scores" : "check.score", first, second);
    str shown = number_shown(given, w->a), other_shown = number_shown(other, w->a);
    add_word(w->a, f.args, "given", given);
    if (!other.len) {
        f.why = str_format(w->a, "with best play A gets %.*s, not %.*s", STR_ARG(first_shown), STR_ARG(shown));
        return f;
    }
    add_word(w->a, f.args, "given_second", other);
    fmpz *sums = number_integers(w->a, 4);
    const str texts[] = {first, second, given, other};
    for (size_t k = 0; k < 4; k++) {
        fmpz_set_str(&sums[0], str_to_c(w->a, texts[k]), 10);
        fmpz_add(&sums[1 + k / 2], &sums[1 + k / 2], &sums[0]);
    }
    str sum = number_text_of_fmpz(&sums[1], w->a), made = number_text_of_fmpz(&sums[2], w->a);
    if (str_equal(sum, made)) {
        f.why = str_format(w->a, "best play ends %.*s : %.*s, not %.*s : %.*s", STR_ARG(first_shown),
                           STR_ARG(second_shown), STR_ARG(shown), STR_ARG(other_shown));
        return f;
    }
    f.key = "check.sum";
    add_word(w->a, f.args, "sum", sum);
    add_word(w->a, f.args, "made", made);
    str sum_shown = number_shown(sum, w->a), made_shown = number_shown(made, w->a);
    f.why = str_format(w->a, "%.*s and %.*s make %.*s, but all cards together make %.*s", STR_ARG(shown),
                       STR_ARG(other_shown), STR_ARG(made_shown), STR_ARG(sum_shown));
    return f;
}

static finding all_right(const answer *w, str first, str second) {
    bool play = w->count > 0, draw = str_equal(first, second);
    str first_shown = number_shown(first, w->a), second_shown = number_shown(second, w->a);
    finding f = with_scores(w,
                            draw   ? play ? "check.best_draw" : "check.scores_draw"
                            : play ? "check.best"
                                   : "check.scores_right",
                            first, second);
    f.right = true;
    f.why = str_format(w->a, "%s %.*s : %.*s%s", play ? "every move is a best one; best play ends" : "best play ends",
                       STR_ARG(first_shown), STR_ARG(second_shown), draw ? ", a draw" : "");
    return f;
}

datum *cards_mark(cards_lead *c, str text, arena *a, error *e) {
    error found = error_in(a);
    answer_text typed = answer_read(text, ANSWER_ROUND, a);
    answer w = {.where = &typed.plain, .a = a, .e = &found, .leads = c, .n = c->row.n};
    if (!read_forgiving(&w, &typed, text))
        return answer_unreadable(&typed, &found, e);
    cards_lead_load(c, &c->row, a);
    cards_lead_fill(c);
    fmpz *scores = number_integers(a, 2);
    cards_scores(c, &scores[0], &scores[1]);
    str first = number_text_of_fmpz(&scores[0], a), second = number_text_of_fmpz(&scores[1], a);
    follower played = follower_of(&w);
    finding f = play_fault(&w, &played);
    if (!f.key)
        f = score_fault(&w, first, second);
    if (!f.key)
        f = all_right(&w, first, second);
    const verdict v = {
        .problem = "cards",
        .answer = str_trim(text),
        .right = f.right,
        .value = w.scores[0].len ? w.scores[0] : number_text_of_fmpz(played.scores, a),
        .why = f.why,
        .key = f.key,
        .args = f.args,
    };
    return verdict_object(&v, a);
}
