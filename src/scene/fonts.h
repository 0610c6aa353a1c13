/* Fonts: an ordered list of files for each face, asked for coverage character by character, shaped by HarfBuzz with
 * kerning on and ligatures off, measured unhinted. The same advances go to every backend. */
#ifndef HANDTRACE_FONTS_H
#define HANDTRACE_FONTS_H

#include "scene.h"

typedef enum face {
    FACE_ROMAN,
    FACE_BOLD,
    FACE_ITALIC,
    FACE_BOLD_ITALIC,
    FACE_SANS, /* small labels: edge numbers */
    FACE_MONO, /* code */
    FACE_NOTE, /* captions, notes, hints */
    FACE_HAND, /* what a key writes */
    FACE_MATH, /* signs and digits of mathematics */
    FACE_NAMED,
    FACE_MATH_ITALIC = FACE_NAMED, /* letters of mathematics: these follow from FACE_MATH */
    FACE_MATH_BOLD,
    FACE_MATH_BOLD_ITALIC,
    FACE_COUNT
} face;

extern const char *const face_names[FACE_NAMED]; /* "roman", "bold", … as themes spell them */

typedef struct fonts fonts;

/* Finds the fonts. `lists` is a map face name → list of font names, each a file path (it contains '/'), or a file name
 * ("cmunrm.ttf", optionally with "#1" for a face of a collection) searched for in the system's font folders through
 * fontconfig, or a map of sizes to names: {0: lmroman9-regular.otf, 9.5: lmroman10-regular.otf} serves from 9.5 pt on
 * with the second. The list "math" names fonts with a MATH table; "none" there sets mathematics in the text's fonts.
 * Files are opened only when first needed. A face without a list uses that of `roman`. An explicit path
 * that cannot be read or is no TrueType or OpenType font sets an error that names it and says which formats work;
 * searched names that are not there are passed over, but a face none of whose files is there is an error. NULL on
 * error. */
fonts *fonts_open(arena *a, const datum *lists, error *e);
/* Whether the font of this name in the lists is there; fontconfig is asked if need be. */
bool fonts_found(const fonts *f, str name);
/* The files of all fonts that were found, for those who must not write over them. */
str *fonts_files(const fonts *f, size_t *count, arena *a);

/* A decimal such as "10.5", at most 1000; the locale has no say. */
bool points_from_text(str text, double *points);

typedef struct text_style {
    face face;
    double size; /* points */
    color color;
    double tracking; /* added after each glyph, points */
    bool script;     /* of mathematics: forms drawn for sub- and superscripts, if the font has them */
} text_style;

typedef struct text_size {
    double width;           /* sum of the advances */
    double ascent, descent; /* of the font(s) used, both positive: for line setting */
    double ink_top,
        ink_bottom; /* of these very glyphs, from the baseline: top positive upwards, bottom positive down */
    double ink_left,
        ink_right; /* ink beyond the advance box: overhang at the left and at the right, positive outside */
} text_size;

text_size text_measure(const fonts *f, text_style style, str text);

typedef enum anchor { ANCHOR_LEFT, ANCHOR_CENTRE, ANCHOR_RIGHT } anchor;

/* Sets one line of text with its baseline at `at`; returns its width. Rules applied to every text: a space between Han
 * and Latin, digits or formula becomes a quarter em; two full-width closing/opening marks that meet give up half an em;
 * U+2009 and U+202F are a sixth of an em; characters missing in all fonts of the face are noted in the fonts object. */
double scene_text(scene *s, const fonts *f, text_style style, point at, anchor anchor, str text);

/* The first character that no font had, as a code point, and the text it stood in; 0 if none so far. A caller asks once
 * at the end and reports it: nothing is written then. */
uint32_t fonts_missing(const fonts *f, str *text);
/* The file of the first font of which a glyph that was drawn could not be read, empty if there is none: a caller asks
 * once all is drawn, and writes nothing then. */
str fonts_damaged(const fonts *f);
/* What belongs between two characters that are set one after the other by separate calls, in em: minus up to a half
 * where full-width marks meet, else 0. (Han and Latin keep the distance that is written: a space becomes a quarter em.)
 */
double text_gap(const fonts *f, face face, uint32_t before, uint32_t after);
/* The blank that a full-width mark gives up where a line begins with it (an opening one) or ends with it (a closing
 * one), em; 0 for every other character. */
double text_edge(const fonts *f, face face, uint32_t mark, bool ends);
/* Whether the face has the character (in any of its files, at 10 pt). */
bool fonts_cover(const fonts *f, face face, uint32_t code_point);

/* The MATH table of the font for mathematics, in em; the numbers of Computer Modern if there is no such font. */
typedef struct math_measures {
    bool known; /* from a font: its signs stand at the axis already, and letters know their italic correction */
    double axis, rule, numerator_display, numerator, numerator_gap_display, numerator_gap, denominator_display,
        denominator, denominator_gap_display, denominator_gap, superscript_display, superscript, superscript_cramped,
        superscript_bottom, superscript_drop, superscript_bottom_with_subscript, subscript, subscript_with_superscript,
        subscript_top, subscript_drop, script_gap, script_space, limit_above, limit_below, limit_above_baseline,
        limit_below_baseline, large_display, large_text;
} math_measures;
const math_measures *fonts_math(const fonts *f);
/* How much farther than its width the last letter of a text reaches to the right at its top, points; 0 if its font does
 * not say. */
double text_italic(const fonts *f, text_style style, str text);
/* Sets a sign of mathematics (a bracket, a sum) at least `height` points high, baseline and left end at (0, 0): the
 * first of the font's variants that is high enough, or one put together of parts. False if the font has none. */
bool scene_tall(scene *s, const fonts *f, text_style style, double height, str sign, text_size *size);

/* For backends. */
str font_file(const font *f); /* path */
str font_name(const font *f); /* PostScript name */
/* Family as the system knows it, for places that name fonts instead of embedding them, and its style. */
str font_family(const font *f);
/* The font whose glyphs it draws: the letters and scripts of mathematics are fonts of their own, drawn from one file.
 */
const font *font_base(const font *f);
bool font_is_bold(const font *f);
bool font_is_slanted(const font *f);
unsigned font_units(const font *f); /* units an em */
/* Whether its outlines are those of CFF: cubic curves; else they are quadratic. */
bool font_is_cff(const font *f);
/* The glyph of U+0020, 0 if the font has none. */
uint32_t font_space(const font *f);
/* Advance of a glyph in font units. */
unsigned font_advance(const font *f, uint32_t glyph);
/* The ink of a glyph at 1 pt, y down, from its origin; size 0 if it has none. */
box glyph_ink(const font *f, uint32_t glyph);
/* The outline of a glyph at 1 pt, y down, origin on the baseline; segments in the arena. */
segment *font_outline(const font *f, uint32_t glyph, size_t *count, arena *a);
/* Measures of the whole font, in em: y up, `descent` positive; `slant` in degrees, negative leans right. */
typedef struct font_measures {
    double ascent, descent, capital, slant;
    double left, bottom, right, top; /* the box that holds every glyph */
} font_measures;
font_measures font_measured(const font *f);
/* The font file reduced to these glyphs (and .notdef, and their components), without hinting and layout tables. Glyphs
 * are numbered anew: `ids`, unless NULL, receives the new number of each. `characters`, unless NULL: keep the tables
 * that map characters to glyphs and name the font, as a browser needs them; in a font that has a base the glyphs stand
 * for these characters. Without them, a font with CFF outlines is reduced to its bare CFF table, in which glyphs[k] has
 * the number and the CID k + 1. Empty and an error on failure. */
str font_subset(const font *f, const uint32_t *glyphs, size_t count, const uint32_t *characters, uint32_t *ids,
                arena *a, error *e);
/* The FT_Face, as a void pointer, for cairo; NULL if it cannot be opened. */
void *font_ft_face(const font *f);

#endif
