#include "game24/story/hands.h"

const char *const hand_grade_names[GRADES] = {"many", "some", "two", "one", "fraction", "none"};

enum { MANY_CLASSES = 5 };

/* ---- one hand ---- */

static void fill_hand(card_hand *h, const datum *numbers, const datum *faces, arena *a) {
    h->count = numbers ? numbers->count : 0;
    h->numbers = ARENA_ARRAY(a, str, h->count ? h->count : 1);
    h->faces = ARENA_ARRAY(a, str, h->count ? h->count : 1);
    bool all = faces && faces->count == h->count;
    for (size_t k = 0; k < h->count; k++) {
        h->numbers[k] = datum_as_text(numbers->items[k]);
        h->faces[k] = all ? datum_as_text(faces->items[k]) : h->numbers[k];
        h->letters = h->letters || !str_equal(h->faces[k], h->numbers[k]);
    }
}

card_hand hand_of_story(const story *s, arena *a) {
    card_hand h = {0};
    fill_hand(&h, datum_get(s->instance, "numbers"), datum_get(s->instance, "cards"), a);
    return h;
}

str hand_target(const story *s) {
    return datum_as_text(datum_get(s->instance, "target"));
}

str hand_text(const card_hand *h, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < h->count; k++)
        strbuf_addf(&b, "%s%.*s", k ? ", " : "", STR_ARG(h->faces[k]));
    return strbuf_text(&b);
}

/* ---- a book ---- */

static const datum *hand_note(const story_run *r) {
    for (size_t k = 0; r && k < r->note_count; k++)
        if (str_is(r->notes[k].key, "hand"))
            return r->notes[k].args;
    return NULL;
}

bool is_book_run(const story_run *r) {
    return hand_note(r) != NULL;
}

static bool says_yes(const datum *d) {
    return d && ((d->kind == DATUM_BOOL && d->boolean) || str_is(datum_as_text(d), "true"));
}

static hand_grade grade_of(const story_run *r, const datum *note, arena *a) {
    size_t classes = solution_classes_of(r, a).count;
    if (classes == 0)
        return GRADE_NONE;
    if (says_yes(datum_get(note, "needs_fraction")))
        return GRADE_FRACTION;
    if (classes >= MANY_CLASSES)
        return GRADE_MANY;
    return classes > 2 ? GRADE_SOME : classes == 2 ? GRADE_TWO : GRADE_ONE;
}

hand_book hand_book_of(const story *s, arena *a) {
    hand_book b = {0};
    card_hand *all = ARENA_ARRAY(a, card_hand, s->run_count + 1);
    size_t count = 0;
    for (size_t k = 0; k < s->run_count; k++) {
        const datum *note = hand_note(&s->runs[k]);
        if (!note)
            continue;
        card_hand *h = &all[count++];
        *h = (card_hand){.run = &s->runs[k], .grade = grade_of(&s->runs[k], note, a)};
        fill_hand(h, datum_get(note, "numbers"), datum_get(note, "cards"), a);
    }
    b.hands = ARENA_ARRAY(a, card_hand, count + 1);
    for (size_t grade = 0; grade < GRADES; grade++) {
        b.first[grade] = b.count;
        for (size_t k = 0; k < count; k++)
            if (all[k].grade == (hand_grade)grade) {
                all[k].number = b.count + 1;
                b.hands[b.count++] = all[k];
            }
    }
    b.first[GRADES] = b.count;
    b.puzzles = b.first[GRADE_NONE];
    return b;
}
