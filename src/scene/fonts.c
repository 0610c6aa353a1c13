/* Font files: where they are, which of them has a character, and what backends ask of them.
 *
 *   fonts ─▶ set ─▶ faces[roman]  ─▶ cmunrm.ttf ─▶ FreeSerif.ttf ─▶ LXGWWenKai-Regular.ttf …
 *                   faces[italic] ─▶ cmunti.ttf ─▶ …            (a file in several lists is one font)
 *
 * A run of the program has 40 ms for nine pages, and loading fontconfig's configuration takes a quarter of that. So
 * file names are looked for by walking the usual font folders, once, and fontconfig is asked only for names that were
 * not there, and only when something cannot be set without them. */
#define _GNU_SOURCE
#include "fonts.h"

#include "fonts_private.h"
#include "utf8.h"

#include <dirent.h>
#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What lines are set by. Some fonts' own numbers hold the accents of capitals too, and lines would stand apart. */
#define MOST_ASCENT 0.94
#define MOST_DESCENT 0.31

enum { FOLDER_DEPTH = 8, SAMPLE_OF_HAN = 0x4E2D };

const char *const face_names[FACE_NAMED] = {"roman", "bold", "italic", "bold-italic", "sans",
                                            "mono",  "note", "hand",   "math"};

/* ---- what a file is ---- */

typedef enum file_kind {
    FILE_GOOD,
    FILE_UNREADABLE,
    FILE_NO_FONT,
    FILE_CUT,
    FILE_DAMAGED,
    FILE_VARIABLE,
    FILE_PACKED,
    FILE_NO_SUCH_FACE
} file_kind;

static const char *const file_faults[] = {
    [FILE_UNREADABLE] = "cannot be read",
    [FILE_NO_FONT] = "is not a font file that works here",
    [FILE_CUT] = "is cut short: a table goes on beyond the end of the file",
    [FILE_DAMAGED] = "is damaged: the sum of a table is not the one that the file states",
    [FILE_VARIABLE] = "has outlines that vary (CFF2)",
    [FILE_PACKED] = "is a packed web font",
    [FILE_NO_SUCH_FACE] = "has no face of that number",
};

static uint32_t big_endian(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

#define TAG(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

static bool read_at(int fd, off_t at, unsigned char *bytes, size_t count) {
    return pread(fd, bytes, count, at) == (ssize_t)count;
}

/* The sum of a table's big-endian words, zeros behind its end, that its directory states. Of the table `head` the word
 * that makes up for the sum of the whole file counts as zero. */
static bool sum_of_table(int fd, uint32_t tag, uint32_t offset, uint32_t length, uint32_t *sum) {
    enum { CHUNK = 1 << 14, ADJUSTMENT = 8 };
    unsigned char bytes[CHUNK];
    *sum = 0;
    for (uint32_t at = 0; at < length;) {
        uint32_t count = length - at < CHUNK ? length - at : CHUNK;
        if (!read_at(fd, (off_t)offset + at, bytes, count))
            return false;
        memset(bytes + count, 0, count % 4 ? 4 - count % 4 : 0);
        for (uint32_t k = 0; k < count; k += 4)
            *sum += tag == TAG('h', 'e', 'a', 'd') && at + k == ADJUSTMENT ? 0 : big_endian(bytes + k);
        at += count;
    }
    return true;
}

/* What the file lacks to draw with, by its directory of tables: `rows`, 16 bytes each. Outlines are those of TrueType
 * (glyf, with loca) or of CFF. In a file that the user names
 * the sums are checked too, so that no letter of a damaged one is silently left out; what is installed has been read by
 * others, and is large. */
static file_kind tables_kind(int fd, const unsigned char *rows, size_t count, bool sums) {
    static const char needed[][5] = {"cmap", "head", "hhea", "hmtx", "maxp"};
    struct stat st;
    size_t found = 0;
    bool glyphs = false, places = false, cff = false;
    if (fstat(fd, &st) != 0)
        return FILE_UNREADABLE;
    for (size_t k = 0; k < count; k++, rows += 16) {
        uint32_t tag = big_endian(rows), offset = big_endian(rows + 8), length = big_endian(rows + 12), sum;
        for (size_t n = 0; n < sizeof needed / sizeof *needed; n++)
            found += memcmp(rows, needed[n], 4) == 0 && length > 0;
        glyphs |= tag == TAG('g', 'l', 'y', 'f') && length > 0;
        places |= tag == TAG('l', 'o', 'c', 'a') && length > 0;
        cff |= tag == TAG('C', 'F', 'F', ' ') && length > 0;
        if ((uint64_t)offset + length > (uint64_t)st.st_size)
            return FILE_CUT;
        if (sums && (!sum_of_table(fd, tag, offset, length, &sum) || sum != big_endian(rows + 4)))
            return FILE_DAMAGED;
    }
    return found == sizeof needed / sizeof *needed && (cff || (glyphs && places)) ? FILE_GOOD : FILE_NO_FONT;
}

/* Looks for outlines in the table directory at `at`, which is read at once: no font has as many tables. */
static file_kind directory_kind(int fd, off_t at, bool sums) {
    enum { HEAD = 12, ROW = 16, MOST_TABLES = 255 };
    unsigned char bytes[HEAD + ROW * MOST_TABLES];
    ssize_t read = pread(fd, bytes, sizeof bytes, at);
    if (read < HEAD)
        return FILE_NO_FONT;
    uint32_t tag = big_endian(bytes);
    if (tag == TAG('w', 'O', 'F', 'F') || tag == TAG('w', 'O', 'F', '2'))
        return FILE_PACKED;
    if (tag != 0x00010000 && tag != TAG('t', 'r', 'u', 'e') && tag != TAG('O', 'T', 'T', 'O'))
        return FILE_NO_FONT;
    size_t tables = (size_t)bytes[4] << 8 | bytes[5];
    file_kind kind = FILE_NO_FONT;
    if (HEAD + ROW * tables > (size_t)read)
        return tables > MOST_TABLES ? FILE_NO_FONT : FILE_CUT;
    for (size_t k = 0; k < tables; k++) {
        uint32_t table = big_endian(bytes + HEAD + ROW * k);
        if (table == TAG('g', 'l', 'y', 'f') || table == TAG('C', 'F', 'F', ' '))
            return tables_kind(fd, bytes + HEAD, tables, sums);
        if (table == TAG('C', 'F', 'F', '2'))
            kind = FILE_VARIABLE;
    }
    return kind;
}

static file_kind open_file_kind(int fd, unsigned index, bool sums) {
    unsigned char head[12], place[4];
    if (!read_at(fd, 0, head, sizeof head))
        return FILE_NO_FONT;
    if (big_endian(head) != TAG('t', 't', 'c', 'f'))
        return index ? FILE_NO_SUCH_FACE : directory_kind(fd, 0, sums);
    if (index >= big_endian(head + 8))
        return FILE_NO_SUCH_FACE;
    if (!read_at(fd, 12 + 4 * (off_t)index, place, sizeof place))
        return FILE_NO_FONT;
    return directory_kind(fd, (off_t)big_endian(place), sums);
}

static file_kind kind_of_file(const char *path, unsigned index, bool sums) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return FILE_UNREADABLE;
    file_kind kind = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? open_file_kind(fd, index, sums) : FILE_UNREADABLE;
    close(fd);
    return kind;
}

/* ---- where files are ---- */

static void offer(font_set *s, str folder, const char *name) {
    size_t length = strlen(name);
    for (size_t k = 0; k < s->count; k++) {
        font *f = s->all[k];
        if (f->settled || f->name.len != length || memcmp(f->name.ptr, name, length) != 0)
            continue;
        str path = str_format(s->arena, "%.*s/%s", STR_ARG(folder), name);
        /* Of equal names in one tree the first in order counts, whatever order the disk has. */
        if (f->state == FONT_SOUGHT || str_compare(path, f->path) < 0)
            f->path = path;
        f->state = FONT_FOUND;
    }
}

static bool is_folder(DIR *d, const struct dirent *entry) {
    if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
        return entry->d_type == DT_DIR;
    struct stat st;
    return fstatat(dirfd(d), entry->d_name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

static void walk(font_set *s, str folder, int depth) {
    DIR *d = depth ? opendir(str_to_c(s->arena, folder)) : NULL;
    if (!d)
        return;
    for (const struct dirent *entry; (entry = readdir(d)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        if (is_folder(d, entry))
            walk(s, str_format(s->arena, "%.*s/%s", STR_ARG(folder), entry->d_name), depth - 1);
        else
            offer(s, folder, entry->d_name);
    }
    closedir(d);
}

/* What was found in an earlier tree is not looked for in a later one. True if anything is still sought. */
static bool settle(font_set *s) {
    bool sought = false;
    for (size_t k = 0; k < s->count; k++) {
        s->all[k]->settled = s->all[k]->state != FONT_SOUGHT;
        sought |= !s->all[k]->settled;
    }
    return sought;
}

static void walk_root(font_set *s, str root) {
    if (settle(s))
        walk(s, root, FOLDER_DEPTH);
}

/* TeX's own trees are not among fontconfig's. Only the folders of Latin Modern are walked: there may be thousands. */
static void walk_tex_folders(font_set *s) {
    static const char *const trees[] = {"/usr/local/share/texmf", "/usr/share/texmf", "/usr/share/texmf-dist",
                                        "/usr/share/texlive/texmf-dist"};
    for (size_t k = 0; k < sizeof trees / sizeof *trees; k++) {
        walk_root(s, str_format(s->arena, "%s/fonts/opentype/public/lm", trees[k]));
        walk_root(s, str_format(s->arena, "%s/fonts/opentype/public/lm-math", trees[k]));
    }
}

static void walk_folders(font_set *s) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data)
        walk_root(s, str_format(s->arena, "%s/fonts", data));
    if (home && *home) {
        walk_root(s, str_format(s->arena, "%s/.local/share/fonts", home));
        walk_root(s, str_format(s->arena, "%s/.fonts", home));
    }
    walk_root(s, STR("/usr/local/share/fonts"));
    walk_root(s, STR("/usr/share/fonts"));
    walk_tex_folders(s);
}

static font *file_of(const face_font *item) {
    return item->font->base ? item->font->base : item->font;
}

/* Fonts that the folders do not hold may be elsewhere by the user's configuration. True if it found any. */
static bool ask_fontconfig(font_set *s, const face_list *list) {
    bool wanted = false, found = false;
    for (size_t k = 0; k < list->count; k++)
        wanted |= file_of(&list->items[k])->state == FONT_SOUGHT;
    settle(s);
    FcConfig *config = wanted ? FcInitLoadConfigAndFonts() : NULL;
    const FcFontSet *files = config ? FcConfigGetFonts(config, FcSetSystem) : NULL;
    for (int k = 0; files && k < files->nfont; k++) {
        FcChar8 *path;
        if (FcPatternGetString(files->fonts[k], FC_FILE, 0, &path) != FcResultMatch)
            continue;
        const char *slash = strrchr((const char *)path, '/');
        if (slash)
            offer(s, (str){(const char *)path, (size_t)(slash - (const char *)path)}, slash + 1);
    }
    if (config)
        FcConfigDestroy(config);
    for (size_t k = 0; wanted && k < s->count; k++)
        if (s->all[k]->state == FONT_SOUGHT)
            s->all[k]->state = FONT_ABSENT;
    for (size_t k = 0; wanted && k < list->count; k++)
        found |= file_of(&list->items[k])->state != FONT_ABSENT;
    return found;
}

/* ---- opening ---- */

/* A font of another alphabet has all that its base has. */
static bool derived_ready(font *f) {
    const font *base = f->base;
    if (!font_opens(f->base))
        return false;
    f->path = base->path;
    f->face = hb_face_reference(base->face);
    f->hb = hb_font_reference(base->hb);
    f->units = base->units;
    f->cff = base->cff;
    f->ascent = base->ascent;
    f->descent = base->descent;
    f->space = base->space;
    f->state = FONT_OPEN;
    return true;
}

/* Opens the file if that was not done yet; false if there is none. */
bool font_opens(font *f) {
    if (f->base && f->state != FONT_OPEN)
        return derived_ready(f);
    if (f->state != FONT_FOUND)
        return f->state == FONT_OPEN;
    f->state = FONT_ABSENT;
    hb_blob_t *blob = hb_blob_create_from_file_or_fail(str_to_c(f->set->arena, f->path));
    if (!blob)
        return false;
    f->face = hb_face_create(blob, f->index);
    hb_blob_destroy(blob);
    f->hb = hb_font_create(f->face);
    f->units = hb_face_get_upem(f->face);
    hb_blob_t *cff = hb_face_reference_table(f->face, HB_TAG('C', 'F', 'F', ' '));
    f->cff = hb_blob_get_length(cff) > 0;
    hb_blob_destroy(cff);
    hb_font_extents_t extents = {0};
    hb_font_get_h_extents(f->hb, &extents);
    f->ascent = fmin((double)extents.ascender / f->units, MOST_ASCENT);
    f->descent = fmin(-(double)extents.descender / f->units, MOST_DESCENT);
    f->state = FONT_OPEN;
    f->space = font_glyph(f, ' ');
    f->han = font_glyph(f, SAMPLE_OF_HAN) != 0;
    return true;
}

uint32_t font_character(const font *f, uint32_t c) {
    static const struct {
        uint32_t first, last;
        uint32_t to[4]; /* by alphabet; 0: the same character */
    } letters[] = {
        {'A', 'Z', {0, 0x1D434, 0x1D400, 0x1D468}},     {'a', 'z', {0, 0x1D44E, 0x1D41A, 0x1D482}},
        {'0', '9', {0, 0, 0x1D7CE, 0x1D7CE}},           {0x391, 0x3A9, {0, 0x1D6E2, 0x1D6A8, 0x1D71C}},
        {0x3B1, 0x3C9, {0, 0x1D6FC, 0x1D6C2, 0x1D736}},
    };
    if (f->alphabet == ALPHABET_ITALIC && c == 'h') /* Planck's constant was there before */
        return 0x210E;
    for (size_t k = 0; f->alphabet && k < sizeof letters / sizeof *letters; k++)
        if (c >= letters[k].first && c <= letters[k].last && letters[k].to[f->alphabet])
            return letters[k].to[f->alphabet] + c - letters[k].first;
    return c;
}

uint32_t font_glyph(font *f, uint32_t code_point) {
    hb_codepoint_t glyph;
    return hb_font_get_nominal_glyph(f->hb, font_character(f, code_point), &glyph) ? glyph : 0;
}

static bool serves(const face_font *item, double size) {
    return size >= item->from && size < item->to;
}

static font *first_with(const setting *g, uint32_t code_point) {
    for (size_t k = 0; k < g->list->count; k++) {
        const face_font *item = &g->list->items[k];
        if (serves(item, g->size) && font_opens(item->font) && font_glyph(item->font, code_point))
            return item->font;
    }
    return NULL;
}

static font *han_font(const setting *g) {
    if (!g->list->han[g->bucket].known) {
        g->list->han[g->bucket].font = first_with(g, SAMPLE_OF_HAN);
        g->list->han[g->bucket].known = true;
    }
    return g->list->han[g->bucket].font;
}

setting setting_of(font_set *s, face face, double size, bool script) {
    face_list *list = script && s->scripts[face].count ? &s->scripts[face] : &s->faces[face];
    setting g = {list, size, 0};
    while (g.bucket < list->bound_count && size >= list->bounds[g.bucket])
        g.bucket++;
    return g;
}

uint32_t setting_number(const font_set *s, const setting *g) {
    bool script = g->list >= s->scripts && g->list < s->scripts + FACE_COUNT;
    size_t list = (size_t)(g->list - (script ? s->scripts : s->faces)) + (script ? FACE_COUNT : 0);
    return (uint32_t)(list * (MOST_BOUNDS + 1) + g->bucket);
}

/* Some fonts have glyphs for these, but none says what stands there. */
static bool is_control(uint32_t c) {
    return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0);
}

font *setting_font(font_set *s, const setting *g, uint32_t code_point, bool han) {
    if (is_control(code_point))
        return NULL;
    if (han && han_font(g) && font_glyph(han_font(g), code_point))
        return han_font(g);
    font *f = first_with(g, code_point);
    if (!f && ask_fontconfig(s, g->list)) {
        memset(g->list->han, 0, sizeof g->list->han);
        f = first_with(g, code_point);
    }
    return f;
}

/* The first that serves this size; the first at all, if a theme's sizes leave a gap. */
font *setting_first_font(const setting *g) {
    font *any = NULL;
    for (size_t k = 0; k < g->list->count; k++) {
        const face_font *item = &g->list->items[k];
        if ((!any || serves(item, g->size)) && font_opens(item->font)) {
            any = item->font;
            if (serves(item, g->size))
                break;
        }
    }
    return any;
}

/* ---- the lists ---- */

static void release_font(font *f) {
    hb_shape_plan_destroy(f->plan);
    hb_font_destroy(f->hb);
    hb_face_destroy(f->face);
    if (f->ft)
        FT_Done_Face(f->ft);
}

static void release_set(void *thing) {
    font_set *s = thing;
    for (size_t k = 0; k < s->derived_count; k++)
        release_font(s->derived[k]);
    for (size_t k = 0; k < s->count; k++)
        release_font(s->all[k]);
    hb_buffer_destroy(s->buffer);
    if (s->library)
        FT_Done_FreeType(s->library);
}

/* Splits "wqy-zenhei.ttc#1" into name and number. */
static unsigned face_number(str *name) {
    size_t hash = name->len;
    while (hash > 0 && name->ptr[hash - 1] >= '0' && name->ptr[hash - 1] <= '9')
        hash--;
    if (hash == 0 || hash == name->len || name->len - hash > 4 || name->ptr[hash - 1] != '#')
        return 0;
    unsigned number = 0;
    for (size_t k = hash; k < name->len; k++)
        number = 10 * number + (unsigned)(name->ptr[k] - '0');
    name->len = hash - 1;
    return number;
}

static font *font_named(font_set *s, str name) {
    unsigned index = face_number(&name);
    for (size_t k = 0; k < s->count; k++)
        if (s->all[k]->index == index && str_equal(s->all[k]->name, name))
            return s->all[k];
    font *f = ARENA_NEW(s->arena, font);
    f->set = s;
    f->name = name;
    f->index = index;
    f->state = FONT_SOUGHT;
    if (str_find(name, STR("/"), 0) != SIZE_MAX) {
        f->state = FONT_FOUND;
        f->path = name;
    }
    return *ARENA_PUSH(s->arena, s, all, count, capacity) = f;
}

bool points_from_text(str text, double *points) {
    double value = 0, place = 1;
    bool digits = false, point = false;
    for (size_t k = 0; k < text.len; k++) {
        char c = text.ptr[k];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9' || value > 1000)
            return false;
        digits = true;
        if (point)
            place *= 10;
        value = value * 10 + (c - '0');
        if (place > 1e6)
            return false;
    }
    *points = value / place;
    return digits && *points <= 1000;
}

static void add_item(font_set *s, face_list *list, font *f, double from, double to) {
    *ARENA_PUSH(s->arena, list, items, count, capacity) = (face_font){f, from, to};
}

/* {0: a.otf, 9.5: b.otf} */
static void read_sizes(font_set *s, face_list *list, const datum *sizes) {
    for (size_t k = 0; k < sizes->count; k++) {
        double from = 0, to = INFINITY;
        points_from_text(sizes->items[k]->key, &from);
        if (k + 1 < sizes->count)
            points_from_text(sizes->items[k + 1]->key, &to);
        add_item(s, list, font_named(s, datum_as_text(sizes->items[k])), from, to);
    }
}

static void read_item(font_set *s, face_list *list, const datum *item) {
    if (item->kind == DATUM_MAP)
        read_sizes(s, list, item);
    else
        add_item(s, list, font_named(s, datum_as_text(item)), 0, INFINITY);
}

static void read_list(font_set *s, face_list *list, const datum *names) {
    if (names && names->kind != DATUM_LIST)
        read_item(s, list, names);
    for (size_t k = 0; names && names->kind == DATUM_LIST && k < names->count; k++)
        read_item(s, list, names->items[k]);
}

/* More bounds than there is room for are passed over: then one font serves its neighbour's sizes too. */
static void add_bound(face_list *list, double bound) {
    size_t at = 0;
    while (at < list->bound_count && list->bounds[at] < bound)
        at++;
    if (bound <= 0 || isinf(bound) || (at < list->bound_count && list->bounds[at] == bound) ||
        list->bound_count == MOST_BOUNDS)
        return;
    memmove(list->bounds + at + 1, list->bounds + at, (list->bound_count - at) * sizeof *list->bounds);
    list->bounds[at] = bound;
    list->bound_count++;
}

static void find_bounds(face_list *list) {
    for (size_t k = 0; k < list->count; k++) {
        add_bound(list, list->items[k].from);
        add_bound(list, list->items[k].to);
    }
}

static font *derive(font_set *s, font *base, alphabet alphabet, bool script) {
    font *f = ARENA_NEW(s->arena, font);
    *f = (font){.set = s,
                .base = base,
                .alphabet = alphabet,
                .script = script,
                .name = base->name,
                .index = base->index,
                .state = FONT_FOUND,
                .settled = true};
    return *ARENA_PUSH(s->arena, s, derived, derived_count, derived_capacity) = f;
}

/* The faces of mathematics: the alphabets of the fonts for mathematics, then the fonts of the text. */
static void derive_faces(font_set *s) {
    static const face text[] = {FACE_ROMAN, FACE_ITALIC, FACE_BOLD, FACE_BOLD_ITALIC};
    face_list fonts = s->faces[FACE_MATH];
    for (int k = ALPHABET_PLAIN; k <= ALPHABET_BOLD_ITALIC; k++) {
        face_list *plain = &s->faces[FACE_MATH + k], *script = &s->scripts[FACE_MATH + k];
        const face_list *rest = &s->faces[text[k]];
        *plain = *script = (face_list){0};
        for (size_t n = 0; n < fonts.count; n++) {
            const face_font *item = &fonts.items[n];
            add_item(s, plain, k ? derive(s, item->font, (alphabet)k, false) : item->font, item->from, item->to);
            add_item(s, script, derive(s, item->font, (alphabet)k, true), item->from, item->to);
        }
        for (size_t n = 0; n < rest->count; n++) {
            *ARENA_PUSH(s->arena, plain, items, count, capacity) = rest->items[n];
            if (fonts.count)
                *ARENA_PUSH(s->arena, script, items, count, capacity) = rest->items[n];
        }
    }
}

static void read_lists(font_set *s, const datum *lists) {
    for (int k = 0; k < FACE_NAMED; k++) {
        const datum *names = datum_get(lists, face_names[k]);
        if (k != FACE_MATH || !str_is(datum_as_text(names), "none"))
            read_list(s, &s->faces[k], names);
    }
    for (int k = 0; k < FACE_MATH; k++)
        if (!s->faces[k].count)
            s->faces[k] = s->faces[FACE_ROMAN];
    derive_faces(s);
    for (int k = 0; k < FACE_COUNT; k++) {
        find_bounds(&s->faces[k]);
        find_bounds(&s->scripts[k]);
    }
    s->full_marks = str_is(datum_as_text(datum_get(lists, "marks")), "full");
}

/* Refuses files that would fail later, while it can be said plainly. */
static bool check_files(font_set *s, error *e) {
    for (size_t k = 0; k < s->count; k++) {
        font *f = s->all[k];
        bool named = str_find(f->name, STR("/"), 0) != SIZE_MAX; /* by its path */
        file_kind kind =
            f->state == FONT_FOUND ? kind_of_file(str_to_c(s->arena, f->path), f->index, named) : FILE_GOOD;
        if (kind == FILE_CUT || kind == FILE_DAMAGED)
            return error_plain(e, STATUS_INPUT, "font %.*s %s; name a whole one", STR_ARG(f->path), file_faults[kind]);
        if (kind != FILE_GOOD)
            return error_plain(e, STATUS_INPUT,
                               "font %.*s %s; fonts must be .ttf or .otf, or .ttc with \"#1\" after the name for its "
                               "second face",
                               STR_ARG(f->path), file_faults[kind]);
    }
    return true;
}

static bool any_found(const face_list *list) {
    for (size_t k = 0; k < list->count; k++) {
        font_state state = file_of(&list->items[k])->state;
        if (state == FONT_FOUND || state == FONT_OPEN)
            return true;
    }
    return false;
}

static bool check_face(font_set *s, int face, error *e) {
    const face_list *list = &s->faces[face];
    if (any_found(list) || (ask_fontconfig(s, list) && any_found(list)))
        return true;
    if (!list->count)
        return error_plain(e, STATUS_INPUT, "no fonts are given for \"roman\"");
    strbuf names = strbuf_in(s->arena);
    for (size_t k = 0; k < list->count; k++)
        strbuf_addf(&names, "%s%.*s", k ? ", " : "", STR_ARG(list->items[k].font->name));
    return error_plain(e, STATUS_INPUT, "none of the fonts for \"%s\" is installed: %s", face_names[face], names.ptr);
}

fonts *fonts_open(arena *a, const datum *lists, error *e) {
    font_set *s = ARENA_NEW(a, font_set);
    s->arena = a;
    s->scratch = arena_scratch(a);
    s->buffer = hb_buffer_create();
    arena_at_free(a, release_set, s);
    read_lists(s, lists);
    walk_folders(s);
    for (int k = 0; k < FACE_NAMED; k++)
        if (!check_face(s, k, e))
            return NULL;
    if (!check_files(s, e))
        return NULL;
    fonts *f = ARENA_NEW(a, fonts);
    f->set = s;
    return f;
}

bool fonts_found(const fonts *f, str name) {
    const font *wanted = font_named(f->set, name);
    for (int k = 0; k < FACE_COUNT && wanted->state == FONT_SOUGHT; k++)
        ask_fontconfig(f->set, &f->set->faces[k]);
    return wanted->path.len > 0;
}

str *fonts_files(const fonts *f, size_t *count, arena *a) {
    str *paths = ARENA_ARRAY(a, str, f->set->count);
    *count = 0;
    for (size_t k = 0; k < f->set->count; k++)
        if (f->set->all[k]->path.len)
            paths[(*count)++] = f->set->all[k]->path;
    return paths;
}

uint32_t fonts_missing(const fonts *f, str *text) {
    if (text)
        *text = f->set->missing_text;
    return f->set->missing;
}

str fonts_damaged(const fonts *f) {
    return f->set->damaged ? f->set->damaged->path : STR("");
}

bool fonts_cover(const fonts *f, face face, uint32_t code_point) {
    setting g = setting_of(f->set, face, 10, false);
    return setting_font(f->set, &g, code_point, utf8_is_full_width(code_point)) != NULL;
}
