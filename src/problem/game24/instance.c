/* A hand is a row of cards: exact numbers, and A J Q K T for 1 11 12 13 10, J Q K for what --faces says. A book is a
 * list of hands, one a line of a file or between semicolons, or all hands of so many cards: all4-13. */
#include "game24/game24.h"

#include "kit/items.h"
#include "number.h"

#include "utf8.h"

#include <ctype.h>
#include <stdlib.h>

enum { MOST_HANDS = 20000, MOST_BOOK_CARDS = 6 };

static const struct letter {
    char sign;
    int face; /* 0, 1, 2 for J, Q, K; else -1 */
    const char *value;
} letters[] = {{'A', -1, "1"}, {'T', -1, "10"}, {'J', 0, "11"}, {'Q', 1, "12"}, {'K', 2, "13"}};
enum { LETTERS = sizeof letters / sizeof *letters };

str game24_letter(char sign, const str faces[3]) {
    for (size_t k = 0; k < LETTERS; k++)
        if (letters[k].sign == toupper((unsigned char)sign))
            return letters[k].face >= 0 ? faces[letters[k].face] : str_of(letters[k].value);
    return STR("");
}

static void usual_faces(str faces[3]) {
    for (size_t k = 0; k < LETTERS; k++)
        if (letters[k].face >= 0)
            faces[letters[k].face] = str_of(letters[k].value);
}

void game24_faces_of(const datum *instance, str faces[3]) {
    const datum *own = datum_get(instance, "faces");
    usual_faces(faces);
    for (size_t k = 0; own && k < 3; k++)
        faces[k] = own->items[k]->text;
}

/* ---- one number ---- */

static char sign_at(const items *s, size_t *at) {
    return *at < s->where->text.len ? number_plain_sign(s->where->text, at) : 0;
}

/* An exact number, "-3" or "8/3", as the next item or its first part. */
static str take_number(items *s, const char *what) {
    size_t at = s->at, next = at;
    char sign = sign_at(s, &next);
    if (sign == '-' || sign == '+')
        at = next;
    str over = number_scan_digits(s->where->text, &at, s->a), under = STR("1");
    next = at;
    char after = sign_at(s, &next);
    if (over.len && after == '/') {
        at = next;
        under = number_scan_digits(s->where->text, &at, s->a);
        next = at;
        after = sign_at(s, &next);
    }
    if (!over.len || !under.len) {
        items_fail_here(s, "expected %s, a number", what);
        return STR("");
    }
    if (after == '.') {
        items_fail_here(s, "%s has a decimal point: write a fraction, as in 1/2", what);
        return STR("");
    }
    str text = str_format(s->a, "%s%.*s/%.*s", sign == '-' ? "-" : "", STR_ARG(over), STR_ARG(under));
    str number = number_canonical(text, s->a);
    if (!number.len) {
        items_fail_here(s, "%s would divide by zero", what);
        return STR("");
    }
    s->at = s->end = at;
    return items_ended(s, what) ? number : STR("");
}

str game24_read_number(const datum *text, const char *what, arena *a, error *e) {
    const source *where = &(const source){str_of(what), datum_as_text(text)};
    items s = items_of(where, a, e);
    if (!items_more(&s)) {
        items_fail_end(&s, "a number is missing");
        return STR("");
    }
    str number = take_number(&s, "its value");
    if (number.len && items_more(&s))
        items_fail_here(&s, "expected one number only");
    return error_set(e) ? STR("") : number;
}

bool game24_read_faces(const datum *text, str faces[3], arena *a, error *e) {
    usual_faces(faces);
    if (!text)
        return true;
    const source where = {STR("--faces"), datum_as_text(text)};
    items s = items_of(&where, a, e);
    size_t count = 0;
    for (; items_more(&s); count++) {
        if (count == 3)
            return items_fail_here(&s, "expected the end after what J, Q and K count");
        str number = take_number(&s, "what a face card counts");
        if (!number.len)
            return false;
        faces[count] = number;
    }
    if (error_set(e))
        return false;
    if (count != 1 && count != 3)
        return items_fail_end(&s, "expected three numbers, for J, Q and K, or one for all three");
    if (count == 1)
        faces[1] = faces[2] = faces[0];
    return true;
}

/* ---- a hand ---- */

typedef struct reader {
    arena *a;
    error *e;
    str faces[3];
    bool letters; /* one was met */
} reader;

/* The letter of a card that stands here as a whole item, or 0. */
static char letter_here(const items *s) {
    size_t next = s->at;
    char sign = sign_at(s, &next), after;
    if (!sign || !isalpha((unsigned char)sign))
        return 0;
    after = sign_at(s, &next);
    return after && after != ',' && after > ' ' ? 0 : (char)toupper((unsigned char)sign);
}

static bool is_joker(const items *s) {
    static const char *const jokers[] = {"x", "joker", "王", "大王", "小王", "鬼"};
    size_t end = s->at;
    for (size_t next = end; next < s->where->text.len; end = next) {
        char c = number_plain_sign(s->where->text, &next);
        if (c == ',' || (c && c <= ' '))
            break;
    }
    strbuf word = strbuf_in(s->a);
    for (size_t at = s->at; at < end;) {
        uint32_t c = utf8_next(s->where->text, &at);
        c = c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c;
        strbuf_add_code_point(&word, c < 0x80 ? (uint32_t)tolower((int)c) : c);
    }
    for (size_t k = 0; k < sizeof jokers / sizeof *jokers; k++)
        if (str_is(strbuf_text(&word), jokers[k]))
            return true;
    return false;
}

/* The next card into `numbers`, and as it was written into `cards`. */
static bool take_card(reader *d, items *s, datum *numbers, datum *cards) {
    const char *what = str_format(d->a, "card %zu", numbers->count + 1).ptr;
    char letter = letter_here(s);
    str value = letter ? game24_letter(letter, d->faces) : STR("");
    if (value.len) {
        items_take_sign(s);
        d->letters = true;
        datum_add(d->a, cards, datum_text(d->a, str_format(d->a, "%c", letter)));
    } else if (is_joker(s)) {
        return items_fail_here(s, "%s is a joker, which counts nothing: numbers and A J Q K T are cards", what);
    } else {
        char c = items_peek(s);
        if (!(c >= '0' && c <= '9') && c != '-' && c != '+')
            return items_fail_here(s, "expected %s, a number or one of A J Q K T", what);
        value = take_number(s, what);
        if (!value.len)
            return false;
        datum_add(d->a, cards, datum_text(d->a, value));
    }
    datum_add(d->a, numbers, datum_text(d->a, value));
    return true;
}

static bool take_hand(reader *d, items *s, datum *numbers, datum *cards) {
    while (items_more(s))
        if (!take_card(d, s, numbers, cards))
            return false;
    return !error_set(d->e);
}

datum *game24_texts(const str *texts, size_t count, arena *a) {
    datum *list = datum_list(a);
    for (size_t k = 0; k < count; k++)
        datum_add(a, list, datum_text(a, texts[k]));
    return list;
}

datum *game24_instance(const str *numbers, size_t count, str target, datum *cards, const str *faces, arena *a) {
    datum *instance = datum_map(a);
    datum_put(a, instance, "numbers", game24_texts(numbers, count, a));
    datum_put(a, instance, "target", datum_text(a, target));
    if (cards) {
        datum_put(a, instance, "cards", cards);
        datum_put(a, instance, "faces", game24_texts(faces, 3, a));
    }
    return instance;
}

static datum *read_hand(reader *d, const source *where, str target) {
    items s = items_of(where, d->a, d->e);
    datum *numbers = datum_list(d->a), *cards = datum_list(d->a);
    if (!take_hand(d, &s, numbers, cards))
        return NULL;
    if (!numbers->count) {
        items_fail_end(&s, "a hand has at least one card");
        return NULL;
    }
    datum *instance = game24_instance(NULL, 0, target, d->letters ? cards : NULL, d->faces, d->a);
    datum_put(d->a, instance, "numbers", numbers);
    return instance;
}

/* ---- a book ---- */

/* Where the hand that begins there ends: at a line's end, or at a semicolon if they part hands. */
static size_t hand_end(str text, size_t at, bool semicolons) {
    for (size_t next = at; next < text.len; at = next) {
        char c = number_plain_sign(text, &next);
        if (c == '\n' || (semicolons && c == ';'))
            return at;
    }
    return text.len;
}

/* Hands one after the other; blank lines are passed over. */
static datum *read_hands(reader *d, const source *where, bool semicolons) {
    datum *hands = datum_list(d->a);
    for (size_t at = 0; at < where->text.len;) {
        size_t end = hand_end(where->text, at, semicolons);
        source *line = ARENA_NEW(d->a, source);
        *line = (source){where->name, str_slice(where->text, 0, end)};
        items s = items_of(line, d->a, d->e);
        s.at = s.end = at;
        datum *numbers = datum_list(d->a);
        if (!take_hand(d, &s, numbers, datum_list(d->a)))
            return NULL;
        if (numbers->count)
            datum_add(d->a, hands, numbers);
        if (hands->count > MOST_HANDS) {
            error_at(d->e, line, at, 1, "a book has %d hands at most", MOST_HANDS);
            return NULL;
        }
        if (end < where->text.len)
            number_plain_sign(where->text, &end);
        at = end;
    }
    return hands;
}

/* A whole number, or what is too many in any case; SIZE_MAX if none stands here. */
static size_t take_size(const source *where, size_t *at, arena *a) {
    str digits = number_scan_digits(where->text, at, a);
    size_t value = strtoul(str_to_c(a, digits), NULL, 10);
    return !digits.len ? SIZE_MAX : value <= MOST_HANDS ? value : MOST_HANDS + 1;
}

/* All hands of n cards 1 … most, each ascending, in their order. */
static datum *all_hands(size_t n, size_t most, arena *a) {
    datum *hands = datum_list(a);
    size_t card[MOST_BOOK_CARDS];
    for (size_t k = 0; k < n; k++)
        card[k] = 1;
    for (;;) {
        datum *numbers = datum_add(a, hands, datum_list(a));
        for (size_t k = 0; k < n; k++)
            datum_add(a, numbers, datum_text(a, str_format(a, "%zu", card[k])));
        size_t k = n;
        while (k && card[k - 1] == most)
            k--;
        if (!k)
            return hands;
        size_t value = card[k - 1] + 1;
        for (size_t j = k - 1; j < n; j++)
            card[j] = value;
    }
}

/* Passes over the word "all", in either case and width. */
static bool skip_all(str text, size_t *at) {
    for (const char *letter = "all"; *letter; letter++)
        if (*at == text.len || tolower((unsigned char)number_plain_sign(text, at)) != *letter)
            return false;
    return true;
}

/* "all4-13" behind its first word */
static datum *read_all(const source *where, size_t at, arena *a, error *e) {
    size_t n = take_size(where, &at, a), dash = at;
    bool good = n != SIZE_MAX && at < where->text.len && number_plain_sign(where->text, &at) == '-';
    size_t most = good ? take_size(where, &at, a) : SIZE_MAX;
    if (most == SIZE_MAX || at < where->text.len) {
        error_at(e, where, good ? at : dash, 1, "all hands of 4 cards from 1 to 13 are written all4-13");
        return NULL;
    }
    size_t hands = 1;
    for (size_t k = 0; k < n && hands <= MOST_HANDS && n <= MOST_BOOK_CARDS; k++)
        hands = hands * (most + k) / (k + 1);
    if (n < 1 || n > MOST_BOOK_CARDS || most < 1 || hands > MOST_HANDS) {
        error_at(e, where, 0, where->text.len, "a book has %d hands of 1 to %d cards at most", MOST_HANDS,
                 MOST_BOOK_CARDS);
        return NULL;
    }
    return all_hands(n, most, a);
}

static datum *read_book(reader *d, const source *where, bool semicolons, str target) {
    str text = str_trim(where->text);
    const source trimmed = {where->name, text};
    size_t at = 0;
    datum *hands =
        semicolons && skip_all(text, &at) ? read_all(&trimmed, at, d->a, d->e) : read_hands(d, where, semicolons);
    if (hands && !hands->count)
        error_at(d->e, where, 0, 1, "a book has at least one hand");
    if (error_set(d->e))
        return NULL;
    datum *instance = datum_map(d->a);
    datum_put(d->a, instance, "hands", hands);
    datum_put(d->a, instance, "target", datum_text(d->a, target));
    return instance;
}

static size_t line_count(str text) {
    size_t count = 0;
    for (size_t at = 0; at < text.len;) {
        size_t end = hand_end(text, at, false);
        count += str_trim(str_slice(text, at, end)).len > 0;
        at = end + 1;
    }
    return count;
}

datum *game24_read(const problem_input *in, arena *a, error *e) {
    const datum *hands = datum_get(in->options, "hands"), *target = datum_get(in->options, "target"),
                *faces = datum_get(in->options, "faces");
    reader d = {.a = a, .e = e};
    if (error_set(e) || !game24_read_faces(faces, d.faces, a, e))
        return NULL;
    str wanted = target ? game24_read_number(target, "--target", a, e) : STR("24");
    if (!wanted.len)
        return NULL;
    if (hands) {
        source *where = ARENA_NEW(a, source);
        *where = (source){STR("--hands"), datum_as_text(hands)};
        return read_book(&d, where, true, wanted);
    }
    if (line_count(in->text->text) > 1)
        return read_book(&d, in->text, false, wanted);
    return read_hand(&d, in->text, wanted);
}

/* ---- what it must be ---- */

static bool is_number_text(const datum *d, arena *a) {
    return d && d->kind == DATUM_TEXT && number_from_canonical(a, d->text);
}

/* The message that an instance is none: `what` is wrong with it. */
static bool no_hand(error *e, const char *what) {
    return error_plain(e, STATUS_INPUT, "the instance is no hand: %s", what);
}

static bool numbers_of(const datum *list, game24_cards *hand, arena *a, error *e) {
    if (!list || list->kind != DATUM_LIST || !list->count)
        return no_hand(e, "its numbers are to be a list with one or more");
    *hand = (game24_cards){ARENA_ARRAY(a, str, list->count), list->count};
    for (size_t k = 0; k < list->count; k++) {
        const datum *d = list->items[k];
        if (d->kind != DATUM_INTEGER && !is_number_text(d, a))
            return no_hand(e, str_format(a, "number %zu is no exact number as a text", k + 1).ptr);
        hand->numbers[k] = d->kind == DATUM_TEXT ? d->text : number_canonical(datum_as_text(d), a);
    }
    return true;
}

static bool valid_labels(const datum *instance, size_t count, arena *a, error *e) {
    const datum *cards = datum_get(instance, "cards"), *faces = datum_get(instance, "faces");
    if (cards && (cards->kind != DATUM_LIST || cards->count != count))
        return no_hand(e, "\"cards\" is to name each number");
    for (size_t k = 0; cards && k < count; k++)
        if (cards->items[k]->kind != DATUM_TEXT)
            return no_hand(e, str_format(a, "card %zu is no text", k + 1).ptr);
    if (faces && (faces->kind != DATUM_LIST || faces->count != 3))
        return no_hand(e, "\"faces\" must be a list of three numbers");
    for (size_t k = 0; faces && k < 3; k++)
        if (!is_number_text(faces->items[k], a))
            return no_hand(e, str_format(a, "face %zu is no exact number as a text", k + 1).ptr);
    return true;
}

bool game24_task_of(const datum *instance, game24_task *task, arena *a, error *e) {
    game24_task own;
    task = task ? task : &own;
    if (error_set(e))
        return false;
    const datum *target = datum_get(instance, "target"), *hands = datum_get(instance, "hands");
    *task = (game24_task){.count = 1, .book = hands != NULL, .cards = datum_get(instance, "cards")};
    if (!is_number_text(target, a))
        return no_hand(e, "\"target\" must be an exact number as a text");
    task->target = target->text;
    if (hands && (hands->kind != DATUM_LIST || !hands->count))
        return error_plain(e, STATUS_INPUT, "the instance is no book: \"hands\" must be a list with one or more");
    task->count = hands ? hands->count : 1;
    task->hands = ARENA_ARRAY(a, game24_cards, task->count);
    for (size_t k = 0; k < task->count; k++)
        if (!numbers_of(hands ? hands->items[k] : datum_get(instance, "numbers"), &task->hands[k], a, e))
            return false;
    return task->book || valid_labels(instance, task->hands[0].count, a, e);
}
