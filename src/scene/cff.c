/* A CFF table is taken apart and put together again:
 *
 *   header, name ─ top DICT ─ strings ─ subroutines        only CFF's own INDEXes are read; programs of glyphs are
 *                     │                                    copied as they are
 *                     ├─▶ charset      glyph → CID         written anew: the same number
 *                     ├─▶ FDSelect     glyph → font DICT   written anew
 *                     ├─▶ CharStrings  glyph → program     chosen, in the order wanted
 *                     └─▶ FDArray ─▶ Private DICTs         copied; a name-keyed font has one, beside its top DICT */
#include "cff.h"

#include <string.h>

/* ---- reading ---- */

static uint32_t big_endian(const unsigned char *p, unsigned size) {
    uint32_t v = 0;
    for (unsigned k = 0; k < size; k++)
        v = v << 8 | p[k];
    return v;
}

/* A numbered list of byte strings. */
typedef struct cff_index {
    const unsigned char *offsets, *data; /* offsets count from `data`, the first is 1 */
    unsigned count, size;
    const unsigned char *end;
} cff_index;

static cff_index index_at(const unsigned char *p) {
    cff_index x = {.count = big_endian(p, 2), .end = p + 2};
    if (!x.count)
        return x;
    x.size = p[2];
    x.offsets = p + 3;
    x.data = x.offsets + (size_t)(x.count + 1) * x.size - 1;
    x.end = x.data + big_endian(x.offsets + (size_t)x.count * x.size, x.size);
    return x;
}

static str index_item(const cff_index *x, unsigned k) {
    uint32_t from = big_endian(x->offsets + (size_t)k * x->size, x->size);
    uint32_t to = big_endian(x->offsets + (size_t)(k + 1) * x->size, x->size);
    return (str){(const char *)x->data + from, to - from};
}

enum { OP_BOX = 5, OP_CHARSET = 15, OP_CHARSTRINGS = 17, OP_PRIVATE = 18 };
enum { ESCAPE = 12, OP_MATRIX = 0x0C07, OP_ROS = 0x0C1E, OP_COUNT = 0x0C22, OP_FDARRAY = 0x0C24, OP_FDSELECT = 0x0C25 };

/* An operator of a DICT with what stands before it. */
typedef struct cff_entry {
    bool found;
    uint32_t values[2]; /* the first operands, if they are whole numbers */
    str operands;
} cff_entry;

/* Reads the number that begins with byte `first`; `*p` stands after that byte and is moved on. */
static uint32_t read_operand(const unsigned char **p, unsigned first) {
    const unsigned char *at = *p;
    if (first == 30) { /* a real number, two digits a byte, up to an F */
        while ((*at & 15) != 15 && *at >> 4 != 15)
            at++;
        *p = at + 1;
        return 0;
    }
    *p += first == 28 ? 2 : first == 29 ? 4 : first < 247 ? 0 : 1;
    if (first == 28)
        return (uint32_t)(int16_t)(uint16_t)big_endian(at, 2);
    if (first == 29)
        return big_endian(at, 4);
    return first < 247   ? first - 139
           : first < 251 ? (first - 247) * 256 + at[0] + 108
                         : (uint32_t)0 - (first - 251) * 256 - at[0] - 108;
}

static cff_entry dict_entry(str dict, unsigned wanted) {
    const unsigned char *p = (const unsigned char *)dict.ptr, *end = p + dict.len, *start = p;
    cff_entry e = {0};
    for (size_t count = 0; p < end;) {
        unsigned first = *p++;
        if (first > 21) {
            uint32_t value = read_operand(&p, first);
            if (count < 2)
                e.values[count++] = value;
            continue;
        }
        const unsigned char *stop = p - 1;
        unsigned op = first == ESCAPE ? 0x0C00u | *p++ : first;
        if (op == wanted) {
            e.found = true;
            e.operands = (str){(const char *)start, (size_t)(stop - start)};
            return e;
        }
        e = (cff_entry){0};
        count = 0;
        start = p;
    }
    return (cff_entry){0};
}

typedef struct cff {
    const unsigned char *bytes;
    str top;
    cff_index glyphs, dicts;     /* `dicts` of CID-keyed fonts only */
    const unsigned char *select; /* FDSelect; NULL if every glyph has the first */
} cff;

static cff cff_read(str table) {
    cff c = {.bytes = (const unsigned char *)table.ptr};
    cff_index names = index_at(c.bytes + c.bytes[2]), tops = index_at(names.end);
    c.top = index_item(&tops, 0);
    c.glyphs = index_at(c.bytes + dict_entry(c.top, OP_CHARSTRINGS).values[0]);
    if (!dict_entry(c.top, OP_ROS).found)
        return c;
    c.dicts = index_at(c.bytes + dict_entry(c.top, OP_FDARRAY).values[0]);
    cff_entry select = dict_entry(c.top, OP_FDSELECT);
    c.select = select.found ? c.bytes + select.values[0] : NULL;
    return c;
}

/* The number of a glyph's font DICT: a byte for each glyph, or ranges of glyphs. */
static unsigned dict_of(const cff *c, uint32_t glyph) {
    if (!c->select)
        return 0;
    if (c->select[0] == 0)
        return c->select[1 + glyph];
    const unsigned char *range = c->select + 3;
    for (unsigned left = big_endian(c->select + 1, 2); left > 1 && big_endian(range + 3, 2) <= glyph; left--)
        range += 3;
    return range[2];
}

/* ---- writing ---- */

static void add_number(strbuf *b, uint32_t value, unsigned size) {
    while (size--)
        strbuf_add_byte(b, (char)(value >> 8 * size));
}

static void add_index(strbuf *b, const str *items, size_t count) {
    uint32_t at = 1;
    add_number(b, (uint32_t)count, 2);
    if (!count)
        return;
    enum { OFFSET = 4 };
    add_number(b, OFFSET, 1);
    add_number(b, at, OFFSET);
    for (size_t k = 0; k < count; k++)
        add_number(b, at += (uint32_t)items[k].len, OFFSET);
    for (size_t k = 0; k < count; k++)
        strbuf_add(b, items[k]);
}

static void add_operator(strbuf *b, unsigned op) {
    add_number(b, op, op > 255 ? 2 : 1);
}

/* Always of five bytes, so that the length of a DICT is known before its values are. */
static void add_operand(strbuf *b, size_t value) {
    add_number(b, 29, 1);
    add_number(b, (uint32_t)value, 4);
}

static void add_entry(strbuf *b, size_t value, unsigned op) {
    add_operand(b, value);
    add_operator(b, op);
}

static void copy_entry(strbuf *b, str dict, unsigned op) {
    cff_entry e = dict_entry(dict, op);
    if (!e.found)
        return;
    strbuf_add(b, e.operands);
    add_operator(b, op);
}

typedef struct places {
    size_t charset, select, programs, dicts;
} places;

static str top_dict(const cff *from, size_t glyphs, const places *at, arena *a) {
    enum { FIRST_OWN_STRING = 391 };
    strbuf top = strbuf_in(a);
    add_operand(&top, FIRST_OWN_STRING);
    add_operand(&top, FIRST_OWN_STRING + 1);
    add_entry(&top, 0, OP_ROS);
    copy_entry(&top, from->top, OP_MATRIX);
    copy_entry(&top, from->top, OP_BOX);
    add_entry(&top, glyphs, OP_COUNT);
    add_entry(&top, at->charset, OP_CHARSET);
    add_entry(&top, at->select, OP_FDSELECT);
    add_entry(&top, at->programs, OP_CHARSTRINGS);
    add_entry(&top, at->dicts, OP_FDARRAY);
    return strbuf_text(&top);
}

/* Adds the Private DICTs, and gives the font DICTs that name their places. Without subroutines nothing in them is
 * relative to where they stand. */
static str *add_private_dicts(strbuf *b, const cff *from, size_t *count, arena *a) {
    *count = from->dicts.count ? from->dicts.count : 1;
    str *dicts = ARENA_ARRAY(a, str, *count);
    for (unsigned k = 0; k < *count; k++) {
        str own = from->dicts.count ? index_item(&from->dicts, k) : from->top;
        cff_entry private = dict_entry(own, OP_PRIVATE);
        strbuf dict = strbuf_in(a);
        if (from->dicts.count)
            copy_entry(&dict, own, OP_MATRIX);
        add_operand(&dict, private.values[0]);
        add_entry(&dict, b->len, OP_PRIVATE);
        dicts[k] = strbuf_text(&dict);
        strbuf_add(b, (str){(const char *)from->bytes + private.values[1], private.values[0]});
    }
    return dicts;
}

/* Glyph 0 has the number 0; in ranges, as few as there are. */
static str select_table(const cff *from, const uint32_t *glyphs, size_t count, arena *a) {
    strbuf rows = strbuf_in(a), b = strbuf_in(a);
    uint32_t ranges = 0;
    unsigned last = 256;
    for (size_t k = 0; k <= count; k++) {
        unsigned dict = dict_of(from, k ? glyphs[k - 1] : 0);
        if (dict == last)
            continue;
        add_number(&rows, (uint32_t)k, 2);
        add_number(&rows, last = dict, 1);
        ranges++;
    }
    add_number(&b, 3, 1);
    add_number(&b, ranges, 2);
    strbuf_add(&b, strbuf_text(&rows));
    add_number(&b, (uint32_t)count + 1, 2);
    return strbuf_text(&b);
}

static str write_table(const cff *from, const str *programs, str select, size_t glyphs, str name, places *at,
                       arena *a) {
    strbuf b = strbuf_in(a);
    str top = top_dict(from, glyphs, at, a), ordering[] = {STR("Adobe"), STR("Identity")};
    strbuf_add(&b, (str){"\1\0\4\4", 4});
    add_index(&b, &name, 1);
    add_index(&b, &top, 1);
    add_index(&b, ordering, 2);
    add_index(&b, NULL, 0);
    at->charset = b.len;
    add_number(&b, 2, 1); /* one range: from CID 1 on */
    add_number(&b, 1, 2);
    add_number(&b, (uint32_t)glyphs - 2, 2);
    at->select = b.len;
    strbuf_add(&b, select);
    at->programs = b.len;
    add_index(&b, programs, glyphs);
    size_t count;
    const str *dicts = add_private_dicts(&b, from, &count, a);
    at->dicts = b.len;
    add_index(&b, dicts, count);
    return strbuf_text(&b);
}

str cff_renumbered(str table, const uint32_t *glyphs, size_t count, str name, arena *a) {
    cff from = cff_read(table);
    str *programs = ARENA_ARRAY(a, str, count + 1);
    for (size_t k = 0; k <= count; k++)
        programs[k] = index_item(&from.glyphs, k ? glyphs[k - 1] : 0);
    str select = select_table(&from, glyphs, count, a);
    places at = {0};
    write_table(&from, programs, select, count + 1, name, &at, a); /* finds the places */
    return write_table(&from, programs, select, count + 1, name, &at, a);
}
