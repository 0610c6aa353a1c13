/* Legends of a figure's own: small samples with a label each, on as many lines as they need. */
#ifndef HANDTRACE_KEYS_H
#define HANDTRACE_KEYS_H

#include "draw/drawing.h"

enum { KEY_W = 22, KEY_H = 12 };

typedef struct key_entry {
    /* Draws the sample into a box of KEY_W × KEY_H. */
    void (*draw)(const drawing *d, scene *s, box b, const void *user);
    const void *user;
    piece label;
} key_entry;

typedef struct keys {
    key_entry *items;
    size_t count, capacity;
} keys;

/* Adds an entry with this phrase for its label, unless the figure is to have no legend. */
void keys_add(drawing *d, keys *k, const char *phrase, void (*draw)(const drawing *, scene *, box, const void *),
              const void *user);
double keys_height(drawing *d, const keys *k, double width);
/* How wide it comes to be on lines of that width. */
double keys_width(drawing *d, const keys *k, double width);
/* From the upper left corner `at`. */
void keys_draw(drawing *d, const keys *k, scene *s, point at, double width);

/* The sample of the best way: a heavy line. */
void key_best_way(const drawing *d, scene *s, box b, const void *user);

#endif
