/* Scenes to bytes. One row a format; formats register by their file's `const backend NAME_backend`, found by CMake. */
#ifndef HANDTRACE_RENDER_H
#define HANDTRACE_RENDER_H

#include "fonts.h"
#include "scene.h"

typedef struct outline_entry {
    int level; /* 1 … 3 */
    str title;
    size_t page; /* from 0 */
    double y;    /* on that page, y down */
} outline_entry;

/* What is to be rendered: pages with their sizes, and what is said of the whole. */
typedef struct pages {
    scene **items; /* each with w and h in points */
    size_t count;
    str title, author, subject, lang; /* UTF-8; lang "en", "zh" */
    outline_entry *outline;
    size_t outline_count;
    bool figures; /* tight figures, not pages of a document */
} pages;

typedef struct render_options {
    bool live_text;    /* SVG: text elements with the subset font embedded, instead of outlines */
    double resolution; /* PNG: pixels an inch */
    str id_prefix;     /* SVG: put before every id, so that several pictures can stand in one HTML page */
} render_options;

typedef struct backend {
    const char *name; /* "pdf": the name of the format and the ending of its files */
    bool many_pages;  /* one file holds all pages; else one page a file */
    /* Renders pages [first, first + count) into bytes in the arena; count is 1 unless many_pages. Empty bytes and an
     * error on failure. */
    str (*render)(const pages *p, size_t first, size_t count, const render_options *o, arena *a, error *e);
} backend;

extern const backend *const backends[]; /* NULL-terminated */
const backend *backend_named(str name);

/* Primitive calls of a device; NULL means the device does not care. */
typedef struct device {
    void (*open)(void *user, const group *g);
    void (*close)(void *user, const group *g);
    void (*path)(void *user, const segment *segments, size_t count, const paint *p);
    void (*glyphs)(void *user, const glyph_run *run);
} device;
/* Plays the scene into the device, with the matching group handed to each close. */
void scene_play(const scene *s, const device *d, void *user);

#endif
