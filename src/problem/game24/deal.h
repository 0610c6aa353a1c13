/* Instances of the 24-point game: a hand, or a book of hands, and the number to make. */
#ifndef HANDTRACE_GAME24_DEAL_H
#define HANDTRACE_GAME24_DEAL_H

#include "datum.h"
#include "error.h"
#include "problem.h"

/* What an instance says, checked. */
typedef struct game24_hand_texts {
    str *numbers; /* canonical, in the order given */
    size_t count;
} game24_hand_texts;

typedef struct game24_deal {
    game24_hand_texts *hands;
    size_t count;
    bool book;
    str target;
    const datum *cards; /* of a single hand: as written, if a letter was among them; else NULL */
} game24_deal;

datum *game24_read(const problem_input *in, arena *a, error *e);
/* False with a message if it is no instance. `deal` may be NULL. */
bool game24_deal_of(const datum *instance, game24_deal *deal, arena *a, error *e);
/* The instance of one hand. `cards` may be NULL. */
datum *game24_instance(const str *numbers, size_t count, str target, datum *cards, const str *faces, arena *a);
/* What J, Q and K count, from the text of --faces; 11, 12 and 13 if there is none. */
bool game24_read_faces(const datum *text, str faces[3], arena *a, error *e);
/* An exact number that stands alone in a text; `what` names it in messages. Empty on error. */
str game24_read_number(const datum *text, const char *what, arena *a, error *e);
/* What a letter counts: its number, or empty if it is no card. */
str game24_letter(char letter, const str faces[3]);
/* The faces of an instance. */
void game24_faces_of(const datum *instance, str faces[3]);

#endif
