/* The signs of mathematics: how TeX calls them, how they keep their distance, how they are said. */
#ifndef HANDTRACE_SIGNS_H
#define HANDTRACE_SIGNS_H

#include "math.h"

/* A sign that is set as it is. It is found by its command or by its own character. */
typedef struct sign {
    const char *command; /* without the backslash; NULL if only the character is known */
    const char *text;    /* what is set */
    const char *typed;   /* another character for it ("-" for U+2212); NULL if none */
    math_class class;
    bool italic;         /* a letter */
    const char *en, *zh; /* NULL: said as it is written */
} sign;

/* An operator whose scripts stand below and above it in display style (limits), or a function's name. */
typedef struct operator_name {
    const char *command;
    const char *text;
    bool limits;
    bool large;
    const char *en, *zh; /* a noun: "the maximum" */
} operator_name;

typedef struct space_command {
    const char *command;
    double width; /* em */
} space_command;

/* Each NULL if there is none of that name. */
const sign *sign_by_command(str name);
const sign *sign_by_text(str text);
/* That of a tree's atom: one of the class if there is one, for | opens, closes and stands alone. */
const sign *sign_by_look(str text, math_class class);
const operator_name *operator_by_command(str name);
const operator_name *operator_by_text(str text);
const space_command *space_by_command(str name);
/* The command of a space of so many em. */
const char *space_of_width(double width);

/* What a raised or lowered character ("²", "ᵢ") stands for at its place, or 0. */
char sign_raised(uint32_t code_point);
char sign_lowered(uint32_t code_point);
/* The raised or lowered form of a plain character, or NULL. U+2212 is asked for as '-'. */
const char *sign_raise(char plain);
const char *sign_lower(char plain);

#endif
