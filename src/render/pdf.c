/* PDF. libharu keeps and writes the objects, pages, outline and labels, and compresses streams. What it would draw and
 * what fonts it would load is left aside: page contents, fonts, the structure tree and the file's layout are built in
 * render/shared.
 *
 *   pages made ─▶ places of anchors ─▶ each page: content + marks + links ─▶ fonts ─▶ outline ─▶ bytes
 *
 * Pages come first, because links and the outline point at pages that are not drawn yet; fonts come last, because
 * only then is it known which glyphs they need. */
#define _GNU_SOURCE
#include "pdf_content.h"
#include "pdf_fonts.h"
#include "pdf_objects.h"
#include "pdf_save.h"
#include "pdf_tags.h"
#include "render.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

/* Beyond this a page needs a larger unit (ISO 32000-1, annex C.2); below the least, viewers refuse it. */
#define MOST_POINTS 14400.0
#define LEAST_POINTS 3.0

typedef struct place {
    str anchor;
    size_t page; /* from 0 in this file */
    point at;    /* PDF coordinates */
} place;

typedef struct sheet {
    const scene *scene;
    HPDF_Page page;
    HPDF_Array annotations; /* NULL while there are none */
    double height, unit;
} sheet;

typedef struct pdf {
    pdf_writer writer;
    const pages *pages;
    sheet *sheets;
    size_t count, first;
    glyph_table *glyphs;
    HPDF_Dict fonts;
    pdf_tags *tags;
    place *places;
    size_t place_count, place_capacity;
    uint64_t digest;
    error *error;
} pdf;

static bool stage_done(pdf *p, const char *what) {
    unsigned long code = p->writer.doc->error.error_no;
    return code == 0 ? !error_set(p->error)
                     : error_plain(p->error, STATUS_OUTPUT, "the PDF library fails at %s: error 0x%04lx", what, code);
}

/* ---- what is said of the whole document ---- */

/* FNV-1a: the file's identifier follows from what it says. */
static void digest_bytes(pdf *p, str bytes) {
    uint64_t h = p->digest;
    for (size_t k = 0; k < bytes.len; k++)
        h = (h ^ (unsigned char)bytes.ptr[k]) * 1099511628211u;
    p->digest = h;
}

static void put_information(pdf *p) {
    HPDF_SetInfoAttr(p->writer.doc, HPDF_INFO_TITLE, ""); /* makes the dictionary, which has no getter */
    HPDF_Dict information = p->writer.doc->info;
    const struct {
        const char *key;
        str text;
    } rows[] = {{"Title", p->pages->title},
                {"Author", p->pages->author},
                {"Subject", p->pages->subject},
                {"Creator", STR("handtrace")}};
    HPDF_Dict_RemoveElement(information, "Title");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        digest_bytes(p, rows[k].text);
        if (rows[k].text.len)
            pdf_put_text(&p->writer, information, rows[k].key, rows[k].text);
    }
}

/* A date is written only if the build says which (reproducible-builds.org/specs/source-date-epoch). */
static void put_date(pdf *p) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    char *end;
    if (!epoch || !*epoch)
        return;
    errno = 0;
    long long seconds = strtoll(epoch, &end, 10);
    time_t when = (time_t)seconds;
    struct tm t;
    if (errno || *end || seconds < 0 || !gmtime_r(&when, &t) || t.tm_year > 8099) {
        error_plain(p->error, STATUS_USAGE, "SOURCE_DATE_EPOCH must be seconds since 1970, not \"%s\"", epoch);
        return;
    }
    str date = str_format(p->writer.arena, "D:%04d%02d%02d%02d%02d%02dZ", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday,
                          t.tm_hour, t.tm_min, t.tm_sec);
    pdf_put_text(&p->writer, p->writer.doc->info, "CreationDate", date);
    pdf_put_text(&p->writer, p->writer.doc->info, "ModDate", date);
}

static void put_catalog(pdf *p) {
    HPDF_Dict catalog = p->writer.doc->catalog, viewer = pdf_dict(&p->writer);
    HPDF_Dict_AddBoolean(viewer, "DisplayDocTitle", HPDF_TRUE);
    HPDF_Dict_Add(catalog, "ViewerPreferences", viewer);
    str lang = p->pages->lang;
    pdf_put_text(&p->writer, catalog, "Lang", str_is(lang, "zh") ? STR("zh-CN") : lang.len ? lang : STR("en"));
}

/* Sixteen bytes from the digest: itself, and itself scrambled. */
static str identifier(const pdf *p) {
    char *bytes = arena_alloc(p->writer.arena, 16);
    uint64_t halves[] = {p->digest, (p->digest ^ p->digest >> 29) * 0xBF58476D1CE4E5B9u};
    for (int k = 0; k < 16; k++)
        bytes[k] = (char)(halves[k / 8] >> (8 * (k % 8)));
    return (str){bytes, 16};
}

/* ---- pages ---- */

static void add_page(pdf *p, size_t k) {
    sheet *s = &p->sheets[k];
    s->scene = p->pages->items[p->first + k];
    double w = fmax(s->scene->w, LEAST_POINTS);
    s->height = fmax(s->scene->h, LEAST_POINTS);
    s->unit = fmax(1, ceil(fmax(w, s->height) / MOST_POINTS));
    s->page = HPDF_AddPage(p->writer.doc);
    if (!s->page)
        return;
    HPDF_Dict_Add(s->page, "MediaBox", pdf_box(&p->writer, 0, 0, w / s->unit, s->height / s->unit));
    if (s->unit > 1)
        HPDF_Dict_AddNumber(s->page, "UserUnit", (HPDF_INT32)s->unit);
    HPDF_Dict resources = HPDF_Dict_GetItem(s->page, "Resources", HPDF_OCLASS_DICT);
    HPDF_Dict_Add(resources, "Font", p->fonts);
}

static point on_page(const sheet *s, double x, double y) {
    return (point){x / s->unit, (s->height - y) / s->unit};
}

static box box_on_page(const sheet *s, box b) {
    point corner = on_page(s, b.x, b.y + b.h);
    return (box){corner.x, corner.y, b.w / s->unit, b.h / s->unit};
}

static void find_places(pdf *p) {
    for (size_t n = 0; n < p->count; n++) {
        const sheet *s = &p->sheets[n];
        for (size_t k = 0; k < s->scene->count; k++) {
            const item *it = &s->scene->items[k];
            if (it->kind != ITEM_OPEN || !it->group->anchor.len)
                continue;
            box ink = scene_group_ink(s->scene, k);
            *ARENA_PUSH(p->writer.arena, p, places, place_count, place_capacity) =
                (place){it->group->anchor, n, on_page(s, ink.x, ink.y)};
        }
    }
}

static const place *find_place(const pdf *p, str anchor) {
    for (size_t k = 0; k < p->place_count; k++)
        if (str_equal(p->places[k].anchor, anchor))
            return &p->places[k];
    return NULL;
}

/* [page /XYZ left top null]: there, as large as it is. */
static HPDF_Array destination(pdf *p, size_t page, double x, double y) {
    HPDF_Array d = pdf_array(&p->writer);
    HPDF_Array_Add(d, p->sheets[page].page);
    HPDF_Array_AddName(d, "XYZ");
    HPDF_Array_AddReal(d, (HPDF_REAL)x);
    HPDF_Array_AddReal(d, (HPDF_REAL)y);
    HPDF_Array_AddNumber(d, 0);
    return d;
}

static bool is_uri(str target) {
    size_t colon = str_find(target, STR(":"), 0);
    for (size_t k = 0; colon != SIZE_MAX && k < colon; k++) {
        char c = (char)(target.ptr[k] | 0x20);
        if ((c < 'a' || c > 'z') && (k == 0 || !(target.ptr[k] == '+' || target.ptr[k] == '-' || target.ptr[k] == '.' ||
                                                 (target.ptr[k] >= '0' && target.ptr[k] <= '9'))))
            return false;
    }
    return colon != SIZE_MAX && colon > 0;
}

/* Whether the anchor stands on a page that is not in this file. */
static bool is_elsewhere(const pdf *p, str anchor) {
    for (size_t n = 0; n < p->pages->count; n++)
        for (size_t k = 0; k < p->pages->items[n]->count; k++) {
            const item *it = &p->pages->items[n]->items[k];
            if (it->kind == ITEM_OPEN && str_equal(it->group->anchor, anchor))
                return true;
        }
    return false;
}

static bool put_target(pdf *p, HPDF_Dict annotation, str target) {
    if (is_uri(target)) {
        HPDF_Dict action = pdf_dict(&p->writer);
        HPDF_Dict_AddName(action, "S", "URI");
        pdf_put_text(&p->writer, action, "URI", target);
        HPDF_Dict_Add(annotation, "A", action);
        return true;
    }
    const place *to = find_place(p, target);
    if (to)
        HPDF_Dict_Add(annotation, "Dest", destination(p, to->page, to->at.x, to->at.y));
    else if (!is_elsewhere(p, target))
        error_plain(p->error, STATUS_INPUT, "a link leads to \"%.*s\", which is nowhere in the document",
                    STR_ARG(target));
    return to != NULL;
}

static void add_link(pdf *p, sheet *s, const group *g, box ink) {
    if (ink.w <= 0 || ink.h <= 0)
        return;
    HPDF_Dict annotation = pdf_object(&p->writer, "Annot");
    HPDF_Dict_AddName(annotation, "Subtype", "Link");
    HPDF_Dict_Add(annotation, "Rect", pdf_box(&p->writer, ink.x - 1, ink.y - 1, ink.x + ink.w + 1, ink.y + ink.h + 1));
    HPDF_Array border = pdf_array(&p->writer);
    for (int k = 0; k < 3; k++)
        HPDF_Array_AddNumber(border, 0);
    HPDF_Dict_Add(annotation, "Border", border);
    HPDF_Dict_AddNumber(annotation, "F", 4); /* printed, as far as there is anything to print */
    str contents = g->alt.len ? g->alt : g->title.len ? g->title : g->target;
    pdf_put_text(&p->writer, annotation, "Contents", contents);
    if (!put_target(p, annotation, g->target))
        return;
    if (!s->annotations) {
        s->annotations = pdf_array(&p->writer);
        HPDF_Dict_Add(s->page, "Annots", s->annotations);
    }
    HPDF_Array_Add(s->annotations, annotation);
    pdf_tags_annotation(p->tags, annotation);
}

static void open_group(pdf *p, sheet *s, size_t at) {
    const group *g = s->scene->items[at].group;
    bool needs_ink = g->target.len || g->role == ROLE_FIGURE;
    box ink = needs_ink ? box_on_page(s, scene_group_ink(s->scene, at)) : (box){0};
    pdf_tags_open(p->tags, g, ink);
    if (g->target.len)
        add_link(p, s, g, ink);
}

/* Marks stand outside of text objects. */
static void mark_content(pdf *p, pdf_content *c) {
    if (pdf_tags_change(p->tags))
        pdf_content_end_text(c);
    pdf_tags_content(p->tags);
}

static void play_items(pdf *p, sheet *s, pdf_content *c) {
    size_t depth = 0;
    for (size_t k = 0; k < s->scene->count; k++) {
        const item *it = &s->scene->items[k];
        if (it->kind == ITEM_OPEN) {
            open_group(p, s, k);
            depth++;
        } else if (it->kind == ITEM_CLOSE && depth > 0) {
            pdf_tags_close(p->tags);
            depth--;
        } else if (it->kind == ITEM_PATH) {
            mark_content(p, c);
            pdf_content_path(c, it->segments, it->segment_count, it->paint);
        } else if (it->kind == ITEM_GLYPHS) {
            mark_content(p, c);
            pdf_content_glyphs(c, it->run);
        }
    }
}

/* A figure on a page of its own is one element, unless its scene says more. */
static bool wrap_figure(const pdf *p, const scene *s) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_OPEN && s->items[k].group->role == ROLE_FIGURE)
            return false;
    return p->pages->figures;
}

/* Of what is drawn only the compressed bytes are kept. */
static void draw_page(pdf *p, sheet *s) {
    arena *scratch = arena_scratch(p->writer.arena);
    arena_mark start = arena_here(scratch);
    pdf_content c = pdf_content_begin(scratch, p->glyphs, s->height, s->unit);
    pdf_tags_page(p->tags, s->page, &c.bytes);
    if (wrap_figure(p, s->scene)) {
        group figure = {.role = ROLE_FIGURE, .title = s->scene->title, .alt = s->scene->alt};
        pdf_tags_open(p->tags, &figure, box_on_page(s, scene_ink(s->scene)));
    }
    play_items(p, s, &c);
    pdf_content_end_text(&c);
    pdf_tags_end_page(p->tags);
    str bytes = strbuf_text(&c.bytes);
    digest_bytes(p, bytes);
    HPDF_PageAttr attributes = s->page->attr;
    pdf_fill_stream(&p->writer, pdf_number(attributes->contents), STR(""), bytes);
    /* libharu would keep its length in an object of its own */
    pdf_fill(&p->writer, pdf_number(HPDF_Dict_GetItem(attributes->contents, "Length", HPDF_OCLASS_NUMBER)),
             STR("null"));
    arena_back(scratch, start);
}

/* ---- outline ---- */

static void put_outline(pdf *p) {
    enum { LEVELS = 8 };
    HPDF_Outline above[LEVELS + 1] = {NULL};
    for (size_t k = 0; k < p->pages->outline_count; k++) {
        const outline_entry *entry = &p->pages->outline[k];
        if (entry->page < p->first || entry->page >= p->first + p->count)
            continue;
        int level = entry->level < 1 ? 1 : entry->level > LEVELS ? LEVELS : entry->level;
        size_t page = entry->page - p->first;
        HPDF_Outline o = HPDF_CreateOutline(p->writer.doc, above[level - 1], "", NULL);
        if (!o)
            return;
        pdf_put_text(&p->writer, o, "Title", entry->title);
        digest_bytes(p, entry->title);
        point at = on_page(&p->sheets[page], 0, entry->y);
        HPDF_Dict_Add(o, "Dest", destination(p, page, at.x, at.y));
        HPDF_Outline_SetOpened(o, level == 1);
        for (int deeper = level; deeper <= LEVELS; deeper++)
            above[deeper] = o; /* a level left out hangs on what is there */
    }
    if (above[LEVELS])
        HPDF_SetPageMode(p->writer.doc, HPDF_PAGE_MODE_USE_OUTLINE);
}

/* ---- the whole ---- */

static bool begin(pdf *p) {
    p->fonts = pdf_object(&p->writer, NULL);
    put_information(p);
    put_date(p);
    put_catalog(p);
    for (size_t k = 0; k < p->count; k++)
        add_page(p, k);
    return stage_done(p, "its pages");
}

static bool fill(pdf *p) {
    find_places(p);
    p->tags = pdf_tags_begin(&p->writer);
    for (size_t k = 0; k < p->count; k++)
        draw_page(p, &p->sheets[k]);
    pdf_tags_end(p->tags);
    if (!stage_done(p, "the contents"))
        return false;
    return pdf_fonts_write(&p->writer, p->glyphs, p->fonts, p->error) && stage_done(p, "the fonts");
}

static bool finish(pdf *p) {
    put_outline(p);
    if (!p->pages->figures)
        HPDF_AddPageLabel(p->writer.doc, 0, HPDF_PAGE_NUM_STYLE_DECIMAL, (HPDF_UINT)p->first + 1, NULL);
    return stage_done(p, "the outline");
}

/* Saved here, not by the library, which reports success when it writes to a full disk. */
static str save(pdf *p) {
    str bytes = pdf_save(&p->writer, identifier(p), p->error);
    return stage_done(p, "writing") ? bytes : STR("");
}

static str pdf_render(const pages *all, size_t first, size_t count, const render_options *o, arena *a, error *e) {
    (void)o;
    for (size_t k = 0; k < count; k++)
        scene_settle(all->items[first + k]);
    pdf p = {.writer = pdf_writer_new(a),
             .pages = all,
             .sheets = ARENA_ARRAY(a, sheet, count),
             .count = count,
             .first = first,
             .glyphs = glyph_table_new(a),
             .digest = 14695981039346656037u,
             .error = e};
    if (!p.writer.doc) {
        error_plain(e, STATUS_OUTPUT, "the PDF library cannot be started");
        return STR("");
    }
    str bytes = begin(&p) && fill(&p) && finish(&p) ? save(&p) : STR("");
    pdf_writer_end(&p.writer);
    return bytes;
}

const backend pdf_backend = {.name = "pdf", .many_pages = true, .render = pdf_render};
