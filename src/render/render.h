/* Scenes to bytes. One row a format; formats register by their file's `const backend NAME_backend`, found by CMake. */
#ifndef HANDTRACE_RENDER_H
#define HANDTRACE_RENDER_H

#include "fonts.h"
#include "scene.h"
#include "sink.h"

typedef struct outline_entry {
    int level; /* 1 … 3 */
    str title;
    size_t page; /* from 0 */
    double y;    /* on that page, y down */
} outline_entry;

/* Marks of a document, which lie at the beginnings of its sections. */
typedef struct outline {
    outline_entry *items;
    size_t count, capacity;
} outline;

/* What is said of the whole. */
typedef struct render_info {
    str title, author, subject, lang; /* UTF-8; lang "en", "zh" */
    bool figures;                     /* tight figures, not pages of a document */
    bool late;                        /* pages are added to when all have been drawn: see backend.add */
} render_info;

/* Pages with their sizes that are there all at once. */
typedef struct pages {
    scene **items; /* each with w and h in points */
    size_t count;
    render_info info;
    outline outline;
} pages;

typedef struct render_options {
    bool live_text;    /* SVG: text elements with the subset font embedded, instead of outlines */
    double resolution; /* PNG: pixels an inch */
    str id_prefix;     /* SVG: put before every id, so that several pictures can stand in one HTML page */
} render_options;

/* A file of many pages that is being written; what it is belongs to the backend. */
typedef struct renderer renderer;

/* A format holds one page a file, and has `picture`; or all pages in one, and has the other functions. */
typedef struct backend {
    const char *name; /* "pdf": the name of the format and the ending of its files */
    /* The bytes of page `number` (from 0) of `count`, in the arena. Empty and an error on failure. */
    str (*picture)(scene *page, size_t number, size_t count, const render_info *i, const render_options *o, arena *a,
                   error *e);
    /* A new file. What is kept until its end lies in `a`; texts of `i` must last as long. Never NULL. */
    renderer *(*begin)(const render_info *i, sink to, arena *a, error *e);
    /* The next page: its bytes go to the sink, and nothing of the scene is needed afterwards. False on error. */
    bool (*page)(renderer *r, scene *s);
    /* Artifacts more for a page drawn before, from 0; only if info.late, and then once for each page. */
    bool (*add)(renderer *r, size_t page, scene *s);
    /* The rest of the file. False on error. */
    bool (*end)(renderer *r, const outline *marks);
    /* Gives back what libraries hold: after `end`, and after an error. */
    void (*close)(renderer *r);
} backend;

static inline bool backend_has_many_pages(const backend *b) {
    return b->begin != NULL;
}

/* A whole file in memory, of all pages, or of the page `first` alone where the format has one a file. */
str render_bytes(const backend *b, const pages *p, size_t first, const render_options *o, arena *a, error *e);

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
