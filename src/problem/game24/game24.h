/* What the files of the 24-point game know of each other. Its instances are a hand, or a book of hands, and the number
 * to make. */
#ifndef HANDTRACE_GAME24_H
#define HANDTRACE_GAME24_H

#include "game24/solutions.h"
#include "problem.h"
#include "trace.h"

/* ---- instance.c ---- */

/* What an instance says, checked. */
typedef struct game24_cards {
    str *numbers; /* canonical, in the order given */
    size_t count;
} game24_cards;

typedef struct game24_task {
    game24_cards *hands;
    size_t count;
    bool book;
    str target;
    const datum *cards; /* of a single hand: as written, if a letter was among them; else NULL */
} game24_task;

datum *game24_read(const problem_input *in, arena *a, error *e);
/* False with a message if it is no instance. `task` may be NULL. */
bool game24_task_of(const datum *instance, game24_task *task, arena *a, error *e);
/* The instance of one hand. `cards` may be NULL. */
datum *game24_instance(const str *numbers, size_t count, str target, datum *cards, const str *faces, arena *a);
/* A list of texts. */
datum *game24_texts(const str *texts, size_t count, arena *a);
/* What J, Q and K count, from the text of --faces; 11, 12 and 13 if there is none. */
bool game24_read_faces(const datum *text, str faces[3], arena *a, error *e);
/* An exact number that stands alone in a text; `what` names it in messages. Empty on error. */
str game24_read_number(const datum *text, const char *what, arena *a, error *e);
/* What a letter counts: its number, or empty if it is no card. */
str game24_letter(char letter, const str faces[3]);
/* The faces of an instance. */
void game24_faces_of(const datum *instance, str faces[3]);

/* ---- the rest, a file each ---- */

/* Marks an answer: what `check` in problem.h promises. */
datum *game24_mark(const datum *instance, str answer, arena *a, error *e);

/* One line a wish that `--random` knows, for help. */
extern const char game24_random_help[];
/* A random hand, such that it can be solved unless the contrary is wished. */
datum *game24_random(const datum *wishes, uint64_t seed, arena *a, error *e);

/* The runs "memo" and "counts". False if memory ran out. */
bool game24_record_hand(const game24_solved *s, trace *t);
/* The run of one hand of a book. `number` from 1, its cards as they were given. */
void game24_record_page(const game24_solved *s, size_t number, const datum *facts, trace *t);

#endif
