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
#include "cards/cards.h"

#include "kit/answer_reader.h"
#include "kit/put.h"
#include "kit/verdict.h"

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
    const cards_lead *leads;
    size_t n;
    str scores[2]; /* canonical; empty if not said */
    move *moves;
    size_t count, capacity;
} answer;

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

/* "左", "右", "左端", "右边". */
static bool take_han(answer *w) {
    bool left = skip_text(w, "左");
    if (!left && !skip_text(w, "右"))
        return false;
    if (!skip_text(w, "端"))
        skip_text(w, "边");
    add_move(w, (move){.end = left ? CARDS_LEFT : CARDS_RIGHT});
    return true;
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

static const char *player_name(size_t k) {
    return k % 2 ? "B" : "A";
}

static const char *shown(const answer *w, str number) {
    return str_to_c(w->a, number_shown(number, w->a));
}

/* A verdict on move k (from 0), with the card that was meant. */
static verdict on_move(const answer *w, const char *key, size_t k, str card) {
    verdict v = {.key = key, .args = datum_map(w->a)};
    put_count(v.args, "move", k + 1, w->a);
    put_text(v.args, "player", str_of(player_name(k)), w->a);
    put_text(v.args, "card", card, w->a);
    return v;
}

/* Move k names a card that is at neither end of the cards i … j that are left. */
static verdict not_an_end(const answer *w, size_t k, size_t i, size_t j) {
    str card = w->moves[k].card, left = w->leads->row.texts[i], right = w->leads->row.texts[j];
    bool there = lies_in(w, card, i, j + 1), known = lies_in(w, card, 0, w->n);
    verdict v = on_move(w, there ? "check.inside" : known ? "check.taken" : "check.no_card", k, card);
    put_text(v.args, "left", left, w->a);
    put_text(v.args, "right", right, w->a);
    if (there)
        v.why = str_format(w->a, "move %zu: %s is at neither end; the ends are %s and %s", k + 1, shown(w, card),
                           shown(w, left), shown(w, right));
    else
        v.why = str_format(w->a, known ? "move %zu: %s has been taken already" : "move %zu: there is no %s in the row",
                           k + 1, shown(w, card));
    return v;
}

static verdict wrong_count(const answer *w) {
    bool many = w->count > w->n;
    verdict v = {.key = many ? "check.too_many" : "check.too_few", .args = datum_map(w->a)};
    size_t left = w->n - w->count;
    put_count(v.args, "moves", w->count, w->a);
    put_count(v.args, "cards", w->n, w->a);
    if (!many)
        put_count(v.args, "left", left, w->a);
    if (!w->n)
        v.why = STR("there is no card to take");
    else if (many)
        v.why = str_format(w->a, "the play has %zu moves, the row %zu card%s", w->count, w->n, w->n == 1 ? "" : "s");
    else
        v.why = str_format(w->a, "the play stops after move %zu: %zu card%s left", w->count, left,
                           left == 1 ? " is" : "s are");
    return v;
}

/* ---- following the play ---- */

enum { REACH = 1, BEST = 2 };

typedef struct bad_move {
    size_t move, i, j; /* made where the cards i … j are left */
    cards_ends end;
} bad_move;

typedef struct follower {
    unsigned char *now, *next; /* REACH and BEST, by where the cards left begin */
    fmpz *scores;              /* of A and B so far */
    bool is_bad;               /* a move was not best: */
    bad_move bad;
    fmpz *bad_score; /* of its player before it */
} follower;

/* What the player of a move has in the end, as text, who takes that end of the cards i … j: the cards and the lead
 * halved, on top of what that player has. */
static str final_score(const answer *w, size_t i, size_t j, bool right, const fmpz *so_far) {
    const cards_row rest = {j - i, w->leads->row.texts + i + !right};
    fmpz *score = number_integers(w->a, 1);
    fmpz_sub(score, &w->leads->values[right ? j : i], cards_lead_of(&rest, w->a)->leads);
    for (size_t k = i; k <= j; k++)
        fmpz_add(score, score, &w->leads->values[k]);
    fmpz_tdiv_q_2exp(score, score, 1);
    fmpz_add(score, score, so_far);
    return number_text_of_fmpz(score, w->a);
}

static verdict worse(const answer *w, const bad_move *m, const fmpz *so_far) {
    bool right = m->end == CARDS_RIGHT;
    str could = final_score(w, m->i, m->j, !right, so_far), leads_to = final_score(w, m->i, m->j, right, so_far);
    verdict v = on_move(w, "check.worse", m->move, w->leads->row.texts[right ? m->j : m->i]);
    put_text(v.args, "could", could, w->a);
    put_text(v.args, "leads_to", leads_to, w->a);
    v.why = str_format(w->a, "move %zu: %s could have got %s, this move leads to %s", m->move + 1, player_name(m->move),
                       shown(w, could), shown(w, leads_to));
    return v;
}

/* Move k made where the cards i … j are left: the card that it takes, or w->n if it names none of the two ends. */
static size_t step_from(const answer *w, follower *f, size_t k, size_t i, size_t j) {
    const move *m = &w->moves[k];
    cards_ends best = cards_best_ends(w->leads, i, j);
    size_t taken = w->n;
    for (cards_ends end = CARDS_LEFT; end <= CARDS_RIGHT; end++) {
        size_t card = end == CARDS_LEFT ? i : j, next = end == CARDS_LEFT ? i + 1 : i;
        if (m->is_card ? !str_equal(m->card, w->leads->row.texts[card]) : m->end != end)
            continue;
        taken = card;
        f->next[next] |= REACH;
        if (f->now[i] & BEST && (best & end || i == j))
            f->next[next] |= BEST;
        else if (f->now[i] & BEST && !f->is_bad)
            f->bad = (bad_move){k, i, j, end};
    }
    return taken;
}

/* The first place that has the flag, or `count`. */
static size_t first_with(const unsigned char *flags, unsigned char flag, size_t count) {
    size_t k = 0;
    while (k < count && !(flags[k] & flag))
        k++;
    return k;
}

/* Makes move k in all ways. False if it names no card at an end. */
static bool make_move(const answer *w, follower *f, size_t k) {
    size_t begins = k + 1, left = w->n - k, card = w->n;
    unsigned char *now = f->now;
    memset(f->next, 0, begins + 1);
    for (size_t i = 0; i < begins; i++) {
        size_t taken = now[i] & REACH ? step_from(w, f, k, i, i + left - 1) : w->n;
        card = taken < w->n ? taken : card;
    }
    if (card == w->n)
        return false;
    if (!f->is_bad && first_with(f->next, BEST, begins + 1) > begins) {
        f->is_bad = true;
        fmpz_set(f->bad_score, &f->scores[k % 2]);
    }
    fmpz_add(&f->scores[k % 2], &f->scores[k % 2], &w->leads->values[card]); /* in all ways a card of that value */
    f->now = f->next;
    f->next = now;
    return true;
}

/* What is wrong with the play, if anything, and the scores that it comes to. A play that stands beside scores may stop
 * early. */
static verdict play_fault(const answer *w, fmpz *scores) {
    follower f = {.scores = scores, .bad_score = number_integers(w->a, 1)};
    f.now = ARENA_ARRAY(w->a, unsigned char, w->n + 2);
    f.next = ARENA_ARRAY(w->a, unsigned char, w->n + 2);
    f.now[0] = REACH | BEST;
    for (size_t k = 0; k < w->count && k < w->n; k++)
        if (!make_move(w, &f, k)) {
            size_t i = first_with(f.now, REACH, k + 1);
            return not_an_end(w, k, i, i + w->n - k - 1);
        }
    if (w->count > w->n || (w->count < w->n && !w->scores[0].len))
        return wrong_count(w);
    return f.is_bad ? worse(w, &f.bad, f.bad_score) : (verdict){.key = NULL};
}

/* ---- scores ---- */

static verdict with_scores(const answer *w, const char *key, str first, str second) {
    verdict v = {.key = key, .args = datum_map(w->a)};
    put_text(v.args, "first", first, w->a);
    put_text(v.args, "second", second, w->a);
    return v;
}

static str sum_of(const answer *w, str one, str other) {
    fmpz *sum = number_integers(w->a, 2);
    fmpz_set_str(&sum[0], str_to_c(w->a, one), 10);
    fmpz_set_str(&sum[1], str_to_c(w->a, other), 10);
    fmpz_add(sum, sum, &sum[1]);
    return number_text_of_fmpz(sum, w->a);
}

static verdict score_fault(const answer *w, str first, str second) {
    str given = w->scores[0], other = w->scores[1];
    if (!given.len || (str_equal(given, first) && (!other.len || str_equal(other, second))))
        return (verdict){.key = NULL};
    verdict v = with_scores(w, other.len ? "check.scores" : "check.score", first, second);
    put_text(v.args, "given", given, w->a);
    if (!other.len) {
        v.why = str_format(w->a, "with best play A gets %s, not %s", shown(w, first), shown(w, given));
        return v;
    }
    put_text(v.args, "given_second", other, w->a);
    str sum = sum_of(w, first, second), made = sum_of(w, given, other);
    if (str_equal(sum, made)) {
        v.why = str_format(w->a, "best play ends %s : %s, not %s : %s", shown(w, first), shown(w, second),
                           shown(w, given), shown(w, other));
        return v;
    }
    v.key = "check.sum";
    put_text(v.args, "sum", sum, w->a);
    put_text(v.args, "made", made, w->a);
    v.why = str_format(w->a, "%s and %s make %s, but all cards together make %s", shown(w, given), shown(w, other),
                       shown(w, made), shown(w, sum));
    return v;
}

static verdict all_right(const answer *w, str first, str second) {
    static const char *const keys[2][2] = {{"check.scores_right", "check.scores_draw"},
                                           {"check.best", "check.best_draw"}};
    bool play = w->count > 0, draw = str_equal(first, second);
    verdict v = with_scores(w, keys[play][draw], first, second);
    v.right = true;
    v.why = str_format(w->a, "%s %s : %s%s", play ? "every move is a best one; best play ends" : "best play ends",
                       shown(w, first), shown(w, second), draw ? ", a draw" : "");
    return v;
}

datum *cards_mark(const cards_lead *c, str text, arena *a, error *e) {
    error found = error_in(a);
    answer_text typed = answer_read(text, ANSWER_ROUND, a);
    answer w = {.where = &typed.plain, .a = a, .e = &found, .leads = c, .n = c->row.n};
    if (!read_forgiving(&w, &typed, text))
        return answer_unreadable(&typed, &found, e);
    fmpz *best = number_integers(a, 2), *played = number_integers(a, 2);
    cards_scores(c, &best[0], &best[1]);
    str first = number_text_of_fmpz(&best[0], a), second = number_text_of_fmpz(&best[1], a);
    verdict v = play_fault(&w, played);
    if (!v.key)
        v = score_fault(&w, first, second);
    if (!v.key)
        v = all_right(&w, first, second);
    v.problem = "cards";
    v.answer = str_trim(text);
    v.value = w.scores[0].len ? w.scores[0] : number_text_of_fmpz(played, a);
    return verdict_object(&v, a);
}
