/* Which glyphs of which fonts a document uses: each is numbered when first met. */
#ifndef HANDTRACE_GLYPH_TABLE_H
#define HANDTRACE_GLYPH_TABLE_H

#include "fonts.h"
#include "scene.h"

typedef struct used_glyph {
    uint32_t id;
    str text;      /* what it stands for; part of its identity where a backend says so */
    int width;     /* thousandths of an em, where it is not the font's own; part of its identity */
    uint32_t code; /* from 1, in the order of first use */
    bool outlined; /* whether the outline was fetched */
    segment *outline;
    size_t outline_count;
} used_glyph;

typedef struct used_font {
    const font *font;
    uint32_t number; /* from 1, in the order of first use */
    used_glyph *glyphs;
    size_t count, capacity;
    uint32_t *slots; /* open hashing: codes, 0 for empty */
    size_t slot_count;
    struct {
        uint32_t id;
        bool known;
        double advance;
    } recent[256]; /* by the last bits of the glyph's number */
} used_font;

typedef struct glyph_table {
    arena *arena;
    used_font **fonts;
    size_t count, capacity;
} glyph_table;

glyph_table *glyph_table_new(arena *a);
used_font *glyph_table_font(glyph_table *t, const font *f);
/* The glyph, noted if it is new. Pass an empty text and no width where only the shape counts. The pointer holds until
 * the next call. */
const used_glyph *glyph_table_use(glyph_table *t, used_font *f, uint32_t id, str text, int width);
/* The same with its outline at 1 pt fetched, and no text. */
const used_glyph *glyph_table_outline(glyph_table *t, used_font *f, uint32_t id);

/* The font's own advance of a glyph, em. */
double glyph_table_advance(used_font *f, uint32_t id);

/* What glyph k of a run stands for. A cluster of several glyphs for as many characters gives each its own; else the
 * first glyph stands for all of them and the others for nothing. Spaces of any width stand for " ". */
str run_glyph_text(const glyph_run *run, size_t k);
/* Whether the glyphs of k's cluster cannot be told apart by character, so that the text must be said for the whole. */
bool run_cluster_is_joint(const glyph_run *run, size_t k);
/* The glyphs [first, end) that share the cluster of glyph k. */
void run_cluster(const glyph_run *run, size_t k, size_t *first, size_t *end);
str run_cluster_text(const glyph_run *run, size_t k);

#endif
