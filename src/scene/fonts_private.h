/* What the files of this layer share about fonts; no other layer sees it. */
#ifndef HANDTRACE_FONTS_PRIVATE_H
#define HANDTRACE_FONTS_PRIVATE_H

#include "fonts.h"

#include <hb.h>

#include <ft2build.h>
#include FT_FREETYPE_H

typedef enum font_state {
    FONT_SOUGHT, /* a file name not found in the usual folders; fontconfig has not been asked yet */
    FONT_FOUND,  /* has a path */
    FONT_OPEN,
    FONT_ABSENT /* nowhere, or not to be opened */
} font_state;

/* Which of the letters of mathematics stand for the plain ones (Unicode has them from U+1D400 on). */
typedef enum alphabet { ALPHABET_PLAIN, ALPHABET_ITALIC, ALPHABET_BOLD, ALPHABET_BOLD_ITALIC } alphabet;

struct font {
    struct font_set *set;
    struct font *base; /* of one that draws another alphabet, or scripts: the font itself; else NULL */
    alphabet alphabet;
    bool script; /* draws forms for sub- and superscripts */
    str name;    /* as the theme spells it, without "#k" */
    unsigned index;
    font_state state;
    bool settled; /* its path stays as it is while folders are walked */
    str path;
    hb_face_t *face; /* FONT_OPEN */
    hb_font_t *hb;
    unsigned units;
    bool han;                      /* has Chinese: its marks are squeezed here, and not by its own kerning */
    bool cff;                      /* outlines are those of CFF */
    double ascent, descent;        /* of an em, both positive */
    uint32_t space;                /* glyph of U+0020, 0 if none */
    struct shaped_glyph *measured; /* glyphs measured so far; open hashing, those with no cluster are free */
    size_t measured_count, measured_size;
    hb_shape_plan_t *plan; /* of the last script that was shaped with it */
    hb_segment_properties_t plan_for;
    str postscript_name; /* read when asked for */
    FT_Face ft;          /* opened when an outline is asked for */
};

/* A glyph at 1 pt: its place in the line, what it stands for and where its ink is. */
typedef struct shaped_glyph {
    uint32_t id;
    uint32_t cluster; /* byte offset in the line's text */
    double x, y, advance;
    double left, top, right, bottom; /* ink from the glyph's own origin, y down; empty if left >= right */
} shaped_glyph;

/* A word as shaped, found again by font and text: the same words stand in many lines. Its glyphs' x is what they are
 * off the pen, their clusters are from its own beginning. */
typedef struct shaped_word {
    const font *font;
    str text;
    shaped_glyph *glyphs;
    size_t count;
} shaped_word;

/* Consecutive glyphs of one font. */
typedef struct shaped_run {
    font *font;
    size_t first, count; /* in the line's glyphs */
    size_t from, to;     /* bytes of the line's text */
} shaped_run;

typedef struct shaped_line shaped_line;

/* A shaped line at one size and tracking: its measures, and its runs when it was placed once. */
typedef struct sized_line {
    struct sized_line *next; /* the same line otherwise */
    const shaped_line *line;
    double size, tracking;
    text_size measures;
    glyph_run *runs; /* as if it began at (0, 0), without colour; NULL: not placed yet */
    size_t run_count;
} sized_line;

struct shaped_line {
    uint32_t setting; /* face, bucket of sizes, script */
    str text;
    shaped_run *runs;
    size_t run_count, run_capacity;
    shaped_glyph *glyphs;
    size_t glyph_count, glyph_capacity;
    double width;
    double ascent, descent;
    sized_line *sizes; /* those asked for so far */
};

/* A font of a face, for sizes from `from` to below `to`. */
typedef struct face_font {
    font *font;
    double from, to;
} face_font;

enum { MOST_BOUNDS = 15 };

typedef struct face_list {
    face_font *items;
    size_t count, capacity;
    double bounds[MOST_BOUNDS]; /* sizes at which one font takes over from another, ascending */
    size_t bound_count;
    struct {
        font *font; /* the first with Chinese; looked up when first needed */
        bool known;
    } han[MOST_BOUNDS + 1]; /* by the bucket of the size: how many bounds it has reached */
} face_list;

typedef struct font_set {
    arena *arena, *scratch;
    font **all;
    size_t count, capacity;
    font **derived; /* those with a base */
    size_t derived_count, derived_capacity;
    face_list faces[FACE_COUNT];
    face_list scripts[FACE_COUNT]; /* the same for scripts of mathematics; empty where there are no other forms */
    math_measures math;
    bool math_read;
    bool full_marks; /* quotes, dashes and dots are full width unless they stand between Latin letters */
    uint32_t missing;
    str missing_text;
    const font *damaged; /* the first font of which a glyph that is used could not be read; NULL: none */
    shaped_line **cache; /* open hashing by face and text */
    size_t cache_count, cache_size;
    shaped_word **words; /* the same */
    size_t word_count, words_size;
    hb_buffer_t *buffer; /* of the shaper, used again and again */
    FT_Library library;
} font_set;

struct fonts {
    font_set *set;
};

/* Which fonts of a face are asked, in which size. */
typedef struct setting {
    face_list *list;
    double size;
    size_t bucket;
} setting;

setting setting_of(font_set *s, face face, double size, bool script);
/* Which one it is, as a number that two settings share if they use the same fonts. */
uint32_t setting_number(const font_set *s, const setting *g);
/* Opens its file if that was not done yet; false if there is none. */
bool font_opens(font *f);
/* A glyph at 1 pt without a place, measured once. And whether it has been. */
shaped_glyph glyph_measured(const font *f, uint32_t id);
bool glyph_is_measured(const font *f, uint32_t id);
/* The glyph of a character, 0 if the font has none. */
uint32_t font_glyph(font *f, uint32_t code_point);
/* The character that a font draws for another one: of another alphabet. */
uint32_t font_character(const font *f, uint32_t code_point);
/* The first font of a setting that has the character, or NULL; the Han font is asked first if `han`. */
font *setting_font(font_set *s, const setting *g, uint32_t code_point, bool han);
/* The first font of a setting that opens: what is used where nothing has the character. */
font *setting_first_font(const setting *g);

#endif
