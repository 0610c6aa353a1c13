/* PDF. Pages are written as they come, and what must stand at the end is kept as short as it may be:
 *
 *   page ─▶ content, marks, links ─▶ bytes          kept: numbers of pages, places of anchors, links to later pages
 *   end  ─▶ links left, structure, fonts, outline, catalog, table of references ─▶ bytes
 *
 * Fonts come last, because only then is it known which glyphs they need. */
#define _GNU_SOURCE
#include "pdf/content.h"
#include "pdf/fonts.h"
#include "pdf/objects.h"
#include "pdf/outline.h"
#include "pdf/tags.h"
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
    size_t page; /* from 0 */
    point at;    /* PDF coordinates */
} place;

/* A page that has been written. */
typedef struct sheet {
    size_t number; /* of its object */
    size_t late;   /* of the stream that is added to it at the end; 0: none */
    double height, unit;
} sheet;

/* An artifact that stands on several pages, written once: a form XObject, /X1, /X2 … by its place in the list. */
typedef struct form {
    size_t same;   /* of its group */
    point first;   /* where its first path begins: the same drawing may stand elsewhere */
    size_t number; /* of its object */
} form;

/* A link to what has not come yet. */
typedef struct pending {
    size_t number; /* of its annotation */
    str text, target;
} pending;

struct renderer {
    pdf_writer writer;
    arena *arena;
    error *error;
    const render_info *info;
    size_t root, resources; /* objects: of the pages, of what they use */
    glyph_table *glyphs;
    pdf_tags *tags;
    sheet *sheets;
    size_t count, capacity;
    form *forms; /* most recent last */
    size_t form_count, form_capacity;
    place *places; /* open hashing: by anchor */
    size_t place_count, place_slots;
    pending *links;
    size_t link_count, link_capacity;
    uint64_t digest;
};

/* ---- what is said of the whole document ---- */

/* FNV-1a: the file's identifier follows from what it says. */
static void digest_bytes(renderer *p, str bytes) {
    uint64_t h = p->digest;
    for (size_t k = 0; k < bytes.len; k++)
        h = (h ^ (unsigned char)bytes.ptr[k]) * 1099511628211u;
    p->digest = h;
}

/* A date is written only if the build says which (reproducible-builds.org/specs/source-date-epoch). */
static str date_given(renderer *p) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    char *end;
    if (!epoch || !*epoch)
        return STR("");
    errno = 0;
    long long seconds = strtoll(epoch, &end, 10);
    time_t when = (time_t)seconds;
    struct tm t;
    if (errno || *end || seconds < 0 || !gmtime_r(&when, &t) || t.tm_year > 8099) {
        error_plain(p->error, STATUS_USAGE, "SOURCE_DATE_EPOCH: expected seconds since 1970, got '%s'", epoch);
        return STR("");
    }
    return str_format(p->arena, "D:%04d%02d%02d%02d%02d%02dZ", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour,
                      t.tm_min, t.tm_sec);
}

static size_t write_information(renderer *p) {
    str date = date_given(p);
    const struct {
        const char *key;
        str text;
    } rows[] = {{"/Title", p->info->title},     {"/Author", p->info->author}, {"/Subject", p->info->subject},
                {"/Creator", STR("handtrace")}, {"/CreationDate", date},      {"/ModDate", date}};
    strbuf b = strbuf_in(p->arena);
    strbuf_add_c(&b, "<<");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        digest_bytes(p, rows[k].text);
        if (!rows[k].text.len)
            continue;
        strbuf_add_c(&b, rows[k].key);
        pdf_add_text(&b, rows[k].text);
    }
    strbuf_add_c(&b, ">>");
    return pdf_object(&p->writer, strbuf_text(&b));
}

/* Sixteen bytes from the digest: itself, and itself scrambled. */
static str identifier(const renderer *p) {
    char *bytes = arena_alloc(p->arena, 16);
    uint64_t halves[] = {p->digest, (p->digest ^ p->digest >> 29) * 0xBF58476D1CE4E5B9u};
    for (int k = 0; k < 16; k++)
        bytes[k] = (char)(halves[k / 8] >> (8 * (k % 8)));
    return (str){bytes, 16};
}

/* ---- places ---- */

static point on_page(const sheet *s, double x, double y) {
    return (point){x / s->unit, (s->height - y) / s->unit};
}

static box box_on_page(const sheet *s, box b) {
    point corner = on_page(s, b.x, b.y + b.h);
    return (box){corner.x, corner.y, b.w / s->unit, b.h / s->unit};
}

static place *place_slot(place *places, size_t slots, str anchor) {
    uint64_t h = 14695981039346656037u;
    for (size_t k = 0; k < anchor.len; k++)
        h = (h ^ (unsigned char)anchor.ptr[k]) * 1099511628211u;
    size_t k = (size_t)(h ^ h >> 32) & (slots - 1);
    while (places[k].anchor.len && !str_equal(places[k].anchor, anchor))
        k = (k + 1) & (slots - 1);
    return &places[k];
}

static void grow_places(renderer *p) {
    size_t slots = p->place_slots ? 2 * p->place_slots : 64;
    place *places = ARENA_ARRAY(p->arena, place, slots);
    for (size_t k = 0; k < p->place_slots; k++)
        if (p->places[k].anchor.len)
            *place_slot(places, slots, p->places[k].anchor) = p->places[k];
    p->places = places;
    p->place_slots = slots;
}

/* The first place of an anchor counts. */
static void add_place(renderer *p, str anchor, point at) {
    if (2 * p->place_count >= p->place_slots)
        grow_places(p);
    place *new = place_slot(p->places, p->place_slots, anchor);
    if (new->anchor.len)
        return;
    *new = (place){str_copy(p->arena, anchor), p->count - 1, at};
    p->place_count++;
}

static const place *find_place(const renderer *p, str anchor) {
    const place *found = p->place_slots && anchor.len ? place_slot(p->places, p->place_slots, anchor) : NULL;
    return found && found->anchor.len ? found : NULL;
}

/* [page /XYZ left top null]: there, as large as it is. */
static void add_destination(const renderer *p, strbuf *b, size_t page, point at) {
    strbuf_add_c(b, "/Dest[");
    pdf_add_reference(b, p->sheets[page].number);
    strbuf_add_c(b, "/XYZ ");
    strbuf_add_decimal(b, at.x, 2);
    strbuf_add_byte(b, ' ');
    strbuf_add_decimal(b, at.y, 2);
    strbuf_add_c(b, " null]");
}

/* ---- links ---- */

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

/* One page while it is drawn. What belongs to it alone lies in the scratch arena. */
typedef struct drawn {
    renderer *p;
    const sheet *sheet;
    const scene *scene;
    pdf_content content;
    strbuf links; /* references to its annotations */
} drawn;

/* Writes the annotation, or keeps it until its target has come. */
static void target_link(renderer *p, size_t number, strbuf *b, str target) {
    const place *to = is_uri(target) ? NULL : find_place(p, target);
    if (is_uri(target)) {
        strbuf_add_c(b, "/A<</S/URI/URI");
        pdf_add_text(b, target);
        strbuf_add_c(b, ">>");
    } else if (to) {
        add_destination(p, b, to->page, to->at);
    } else {
        *ARENA_PUSH(p->arena, p, links, link_count, link_capacity) =
            (pending){number, str_copy(p->arena, strbuf_text(b)), str_copy(p->arena, target)};
        return;
    }
    strbuf_add_c(b, ">>");
    pdf_fill(&p->writer, number, strbuf_text(b));
}

static void add_link(drawn *d, const group *g, box ink) {
    renderer *p = d->p;
    if (ink.w <= 0 || ink.h <= 0)
        return;
    size_t number = pdf_reserve(&p->writer);
    int parent = pdf_tags_annotation(p->tags, number);
    strbuf b = strbuf_in(d->links.arena);
    strbuf_add_c(&b, "<</Type/Annot/Subtype/Link/Rect");
    pdf_add_box(&b, ink.x - 1, ink.y - 1, ink.x + ink.w + 1, ink.y + ink.h + 1, 2);
    strbuf_add_c(&b, "/Border[0 0 0]/F 4/Contents"); /* 4: printed, as far as there is anything to print */
    pdf_add_text(&b, g->alt.len ? g->alt : g->title.len ? g->title : g->target);
    if (parent >= 0)
        strbuf_addf(&b, "/StructParent %d", parent);
    target_link(p, number, &b, g->target);
    strbuf_add_byte(&d->links, ' ');
    pdf_add_reference(&d->links, number);
}

static bool write_pending(renderer *p) {
    for (size_t k = 0; k < p->link_count; k++) {
        const place *to = find_place(p, p->links[k].target);
        if (!to)
            return error_plain(p->error, STATUS_INPUT, "link target \"%.*s\" does not exist in the document",
                               STR_ARG(p->links[k].target));
        strbuf b = strbuf_in(p->arena);
        strbuf_add(&b, p->links[k].text);
        add_destination(p, &b, to->page, to->at);
        strbuf_add_c(&b, ">>");
        pdf_fill(&p->writer, p->links[k].number, strbuf_text(&b));
    }
    return true;
}

/* ---- pages ---- */

static void open_group(drawn *d, size_t at) {
    const group *g = d->scene->items[at].group;
    bool needs_ink = g->target.len || g->anchor.len || g->role == ROLE_FIGURE;
    box ink = needs_ink ? scene_group_ink(d->scene, at) : (box){0}, on = box_on_page(d->sheet, ink);
    if (g->anchor.len)
        add_place(d->p, g->anchor, on_page(d->sheet, ink.x, ink.y));
    pdf_tags_open(d->p->tags, g, on);
    if (g->target.len)
        add_link(d, g, on);
}

/* Marks stand outside of text objects. */
static void mark_content(drawn *d) {
    if (pdf_tags_change(d->p->tags))
        pdf_content_end_text(&d->content);
    pdf_tags_content(d->p->tags);
}

/* The CLOSE of the group that opens there; 0 if it holds anything but paths. */
static size_t paths_end(const scene *s, size_t open) {
    size_t k = open + 1;
    while (k < s->count && s->items[k].kind == ITEM_PATH)
        k++;
    return k > open + 1 && k < s->count && s->items[k].kind == ITEM_CLOSE ? k : 0;
}

/* What it is drawn with it sets itself, but for what it takes to be so at the beginning of a page. */
static size_t write_form(drawn *d, size_t open, size_t end) {
    arena *scratch = d->links.arena;
    pdf_content c = {.bytes = strbuf_in(scratch), .glyphs = d->content.glyphs};
    strbuf_add_c(&c.bytes, "0 J 0 j[]0 d\n");
    for (size_t k = open + 1; k < end; k++) {
        const item *it = &d->scene->items[k];
        pdf_content_path(&c, it->segments, it->segment_count, it->paint);
    }
    box ink = scene_group_ink(d->scene, open);
    strbuf b = strbuf_in(scratch);
    strbuf_add_c(&b, "/Type/XObject/Subtype/Form/BBox");
    pdf_add_box(&b, (ink.x - 1) * SCENE_GRID, -(ink.y + ink.h + 1) * SCENE_GRID, (ink.x + ink.w + 1) * SCENE_GRID,
                -(ink.y - 1) * SCENE_GRID, 0);
    strbuf_add_c(&b, "/Resources<<>>");
    digest_bytes(d->p, strbuf_text(&c.bytes));
    return pdf_stream(&d->p->writer, strbuf_text(&b), strbuf_text(&c.bytes));
}

/* The number of the form's name. Looked for among the last ones: pages that follow each other are alike. */
static size_t find_form(drawn *d, size_t open, size_t end) {
    enum { LAST = 16 };
    renderer *p = d->p;
    point first = d->scene->items[open + 1].segments[0].to;
    form new = {.same = d->scene->items[open].group->same, .first = first};
    for (size_t k = p->form_count; k && p->form_count - k < LAST; k--) {
        const form *f = &p->forms[k - 1];
        if (f->same == new.same && f->first.x == first.x && f->first.y == first.y)
            return k;
    }
    new.number = write_form(d, open, end);
    *ARENA_PUSH(p->arena, p, forms, form_count, form_capacity) = new;
    return p->form_count;
}

/* Draws the group as a form if it may stand on other pages too; then it is passed over to its CLOSE. */
static bool play_form(drawn *d, size_t *at) {
    const group *g = d->scene->items[*at].group;
    size_t end = g->same && g->role == ROLE_ARTIFACT ? paths_end(d->scene, *at) : 0;
    if (!end)
        return false;
    pdf_tags_open(d->p->tags, g, (box){0});
    mark_content(d);
    pdf_content_form(&d->content, find_form(d, *at, end));
    pdf_tags_close(d->p->tags);
    *at = end;
    return true;
}

static void play_items(drawn *d) {
    size_t depth = 0;
    for (size_t k = 0; k < d->scene->count; k++) {
        const item *it = &d->scene->items[k];
        if (it->kind == ITEM_OPEN && it->group->same && play_form(d, &k))
            continue;
        if (it->kind == ITEM_OPEN) {
            open_group(d, k);
            depth++;
        } else if (it->kind == ITEM_CLOSE && depth > 0) {
            pdf_tags_close(d->p->tags);
            depth--;
        } else if (it->kind == ITEM_PATH) {
            mark_content(d);
            pdf_content_path(&d->content, it->segments, it->segment_count, it->paint);
        } else if (it->kind == ITEM_GLYPHS) {
            mark_content(d);
            pdf_content_glyphs(&d->content, it->run);
        }
    }
    pdf_content_end_text(&d->content);
}

/* A figure on a page of its own is one element, unless its scene says more. */
static bool wrap_figure(const renderer *p, const scene *s) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_OPEN && s->items[k].group->role == ROLE_FIGURE)
            return false;
    return p->info->figures;
}

static sheet *add_sheet(renderer *p, const scene *s, double *width) {
    sheet *new = ARENA_PUSH(p->arena, p, sheets, count, capacity);
    double w = fmax(s->w, LEAST_POINTS), h = fmax(s->h, LEAST_POINTS);
    *new = (sheet){.number = pdf_reserve(&p->writer), .height = h, .unit = fmax(1, ceil(fmax(w, h) / MOST_POINTS))};
    if (p->info->late)
        new->late = pdf_reserve(&p->writer);
    *width = w;
    return new;
}

static void write_page(drawn *d, double width, size_t content, int parents) {
    const sheet *s = d->sheet;
    strbuf b = strbuf_in(d->links.arena);
    strbuf_addf(&b, "<</Type/Page/Parent %zu 0 R/MediaBox", d->p->root);
    pdf_add_box(&b, 0, 0, width / s->unit, s->height / s->unit, 5);
    if (s->unit > 1)
        strbuf_addf(&b, "/UserUnit %d", (int)s->unit);
    if (s->late)
        strbuf_addf(&b, "/Contents[%zu 0 R %zu 0 R]", content, s->late);
    else
        strbuf_addf(&b, "/Contents %zu 0 R", content);
    strbuf_addf(&b, "/Resources %zu 0 R/StructParents %d/Tabs/S", d->p->resources, parents);
    if (d->links.len)
        strbuf_addf(&b, "/Annots[%.*s]", (int)d->links.len - 1, d->links.ptr + 1);
    strbuf_add_c(&b, ">>");
    pdf_fill(&d->p->writer, s->number, strbuf_text(&b));
}

static bool pdf_page(renderer *p, scene *page) {
    if (error_set(p->error))
        return false;
    arena *scratch = arena_scratch(p->arena);
    arena_mark start = arena_here(scratch);
    scene_settle(page);
    double width;
    const sheet *s = add_sheet(p, page, &width);
    drawn d = {p, s, page, pdf_content_begin(scratch, p->glyphs, s->height, s->unit, p->info->late),
               strbuf_in(scratch)};
    int parents = pdf_tags_page(p->tags, s->number, &d.content.bytes);
    if (wrap_figure(p, page)) {
        group figure = {.role = ROLE_FIGURE, .title = page->title, .alt = page->alt};
        pdf_tags_open(p->tags, &figure, box_on_page(s, scene_ink(page)));
    }
    play_items(&d);
    pdf_tags_end_page(p->tags);
    pdf_content_end(&d.content);
    digest_bytes(p, strbuf_text(&d.content.bytes));
    write_page(&d, width, pdf_stream(&p->writer, STR(""), strbuf_text(&d.content.bytes)), parents);
    arena_back(scratch, start);
    return !error_set(p->error);
}

static bool pdf_add(renderer *p, size_t number, scene *more) {
    arena *scratch = arena_scratch(p->arena);
    arena_mark start = arena_here(scratch);
    scene_settle(more);
    const sheet *s = &p->sheets[number];
    drawn d = {p, s, more, pdf_content_begin(scratch, p->glyphs, s->height, s->unit, p->info->late),
               strbuf_in(scratch)};
    pdf_tags_late(p->tags, &d.content.bytes);
    play_items(&d);
    pdf_tags_end_late(p->tags);
    pdf_content_end(&d.content);
    digest_bytes(p, strbuf_text(&d.content.bytes));
    pdf_fill_stream(&p->writer, s->late, STR(""), strbuf_text(&d.content.bytes));
    arena_back(scratch, start);
    return !error_set(p->error);
}

/* ---- the whole ---- */

static renderer *pdf_begin(const render_info *i, sink to, arena *a, error *e) {
    renderer *p = ARENA_NEW(a, renderer);
    render_info *info = ARENA_NEW(a, render_info);
    *info = *i;
    *p =
        (renderer){.arena = a, .error = e, .info = info, .glyphs = glyph_table_new(a), .digest = 14695981039346656037u};
    pdf_writer_begin(&p->writer, to, a, e);
    p->root = pdf_reserve(&p->writer);
    p->resources = pdf_reserve(&p->writer);
    p->tags = pdf_tags_begin(&p->writer);
    return p;
}

static void write_root(renderer *p) {
    strbuf b = strbuf_in(p->arena);
    strbuf_addf(&b, "<</Type/Pages/Count %zu/Kids[", p->count);
    for (size_t k = 0; k < p->count; k++) {
        if (k)
            strbuf_add_byte(&b, ' ');
        pdf_add_reference(&b, p->sheets[k].number);
    }
    strbuf_add_c(&b, "]>>");
    pdf_fill(&p->writer, p->root, strbuf_text(&b));
}

/* Where the marks lead. */
static size_t write_outline(renderer *p, const outline *marks) {
    pdf_mark *all = ARENA_ARRAY(p->arena, pdf_mark, marks->count + 1);
    for (size_t k = 0; k < marks->count; k++) {
        const outline_entry *entry = &marks->items[k];
        strbuf b = strbuf_in(p->arena);
        strbuf_add_c(&b, "/Title");
        pdf_add_text(&b, entry->title);
        digest_bytes(p, entry->title);
        add_destination(p, &b, entry->page, on_page(&p->sheets[entry->page], 0, entry->y));
        all[k] = (pdf_mark){.level = entry->level, .text = strbuf_text(&b)};
    }
    return pdf_outline_write(&p->writer, all, marks->count);
}

static size_t write_catalog(renderer *p, size_t structure, size_t outlines) {
    strbuf b = strbuf_in(p->arena);
    str lang = p->info->lang;
    strbuf_addf(&b,
                "<</Type/Catalog/Pages %zu 0 R/StructTreeRoot %zu 0 R/MarkInfo<</Marked true>>/ViewerPreferences"
                "<</DisplayDocTitle true>>/Lang",
                p->root, structure);
    pdf_add_text(&b, str_is(lang, "zh") ? STR("zh-CN") : lang.len ? lang : STR("en"));
    if (outlines)
        strbuf_addf(&b, "/Outlines %zu 0 R/PageMode/UseOutlines", outlines);
    if (!p->info->figures)
        strbuf_add_c(&b, "/PageLabels<</Nums[0<</S/D/St 1>>]>>");
    strbuf_add_c(&b, ">>");
    return pdf_object(&p->writer, strbuf_text(&b));
}

/* What all pages use, under the names that their contents have for it. */
static bool write_resources(renderer *p) {
    strbuf b = strbuf_in(p->arena);
    strbuf_add_c(&b, "<<");
    if (!pdf_fonts_write(&p->writer, p->glyphs, &b, p->error))
        return false;
    strbuf_add_c(&b, p->form_count ? "/XObject<<" : "");
    for (size_t k = 0; k < p->form_count; k++)
        strbuf_addf(&b, "/X%zu %zu 0 R", k + 1, p->forms[k].number);
    strbuf_add_c(&b, p->form_count ? ">>>>" : ">>");
    pdf_fill(&p->writer, p->resources, strbuf_text(&b));
    return true;
}

static bool pdf_end(renderer *p, const outline *marks) {
    if (error_set(p->error) || !write_pending(p))
        return false;
    size_t structure = pdf_tags_end(p->tags);
    if (!write_resources(p))
        return false;
    write_root(p);
    size_t outlines = write_outline(p, marks), catalog = write_catalog(p, structure, outlines);
    size_t information = write_information(p);
    return !error_set(p->error) && pdf_writer_end(&p->writer, catalog, information, identifier(p));
}

static void pdf_close(renderer *p) {
    pdf_writer_close(&p->writer);
}

const backend pdf_backend = {
    .name = "pdf", .begin = pdf_begin, .page = pdf_page, .add = pdf_add, .end = pdf_end, .close = pdf_close};
