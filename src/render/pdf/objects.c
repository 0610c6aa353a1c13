#include "pdf/objects.h"

#include "utf8.h"

#include <stdlib.h>

enum { MOST_IN_A_PACK = 500, FULL_PACK = 1 << 17 }; /* objects, bytes */
enum { LEAST_PACKED = 200 };                        /* bytes: less hardly becomes less, and takes longer */
enum { LEVEL = 5 }; /* a fifth less work than the usual 6, for files that are 0.8 % larger */

enum { ENTRY_FREE, ENTRY_PLAIN, ENTRY_PACKED };

static void put(pdf_writer *w, str bytes) {
    if (error_set(w->error) || !w->to.write(w->to.user, bytes))
        return;
    w->written += bytes.len;
    if (w->written > UINT32_MAX)
        error_plain(w->error, STATUS_OUTPUT, "the PDF would be larger than 4 GB; ask for fewer pages");
}

void pdf_writer_begin(pdf_writer *w, sink to, arena *a, error *e) {
    *w = (pdf_writer){.arena = a, .to = to, .error = e, .places = strbuf_in(a), .values = strbuf_in(a)};
    *ARENA_PUSH(a, w, entries, count, capacity) = (pdf_entry){.index = 65535};
    put(w, STR("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"));
}

void pdf_writer_close(pdf_writer *w) {
    if (w->deflating)
        deflateEnd(&w->deflater);
    w->deflating = false;
}

size_t pdf_reserve(pdf_writer *w) {
    *ARENA_PUSH(w->arena, w, entries, count, capacity) = (pdf_entry){0};
    return w->count - 1;
}

/* ---- streams ---- */

/* Running out of memory inside zlib counts as the arena running out. */
static _Noreturn void no_memory(const pdf_writer *w) {
    arena_array(w->arena, SIZE_MAX, 2);
    abort();
}

static void *take_memory(void *user, uInt count, uInt size) {
    (void)user;
    return memory_zeroed(count, size);
}

static void give_memory(void *user, void *memory) {
    (void)user;
    memory_free(memory);
}

static z_stream *deflater(pdf_writer *w) {
    w->deflater.zalloc = take_memory;
    w->deflater.zfree = give_memory;
    if (w->deflating ? deflateReset(&w->deflater) != Z_OK : deflateInit(&w->deflater, LEVEL) != Z_OK)
        no_memory(w);
    w->deflating = true;
    return &w->deflater;
}

/* All at once. */
static str deflated(pdf_writer *w, str bytes, arena *a) {
    z_stream *z = deflater(w);
    size_t room = deflateBound(z, bytes.len);
    char *packed = arena_alloc(a, room);
    z->next_in = (Bytef *)bytes.ptr;
    z->avail_in = (uInt)bytes.len;
    z->next_out = (Bytef *)packed;
    z->avail_out = (uInt)room;
    if (deflate(z, Z_FINISH) != Z_STREAM_END)
        no_memory(w);
    return (str){packed, room - z->avail_out};
}

static void write_stream(pdf_writer *w, size_t number, str entries, str bytes, arena *a) {
    w->entries[number] = (pdf_entry){.kind = ENTRY_PLAIN, .where = w->written};
    put(w, str_format(a, "%zu 0 obj\n<<%.*s/Length %zu>>\nstream\n", number, STR_ARG(entries), bytes.len));
    put(w, bytes);
    put(w, STR("\nendstream\nendobj\n"));
}

void pdf_fill_stream(pdf_writer *w, size_t number, str entries, str bytes) {
    arena *scratch = arena_scratch(w->arena);
    arena_mark start = arena_here(scratch);
    if (bytes.len >= LEAST_PACKED) {
        entries = str_format(scratch, "/Filter/FlateDecode%.*s", STR_ARG(entries));
        bytes = deflated(w, bytes, scratch);
    }
    write_stream(w, number, entries, bytes, scratch);
    arena_back(scratch, start);
}

size_t pdf_stream(pdf_writer *w, str entries, str bytes) {
    size_t number = pdf_reserve(w);
    pdf_fill_stream(w, number, entries, bytes);
    return number;
}

/* ---- packs ---- */

/* Numbers and offsets, then the values. */
static void write_pack(pdf_writer *w) {
    arena *scratch = arena_scratch(w->arena);
    arena_mark start = arena_here(scratch);
    str entries = str_format(scratch, "/Filter/FlateDecode/Type/ObjStm/N %zu/First %zu", w->packed, w->places.len);
    strbuf_add(&w->places, strbuf_text(&w->values));
    write_stream(w, w->pack, entries, deflated(w, strbuf_text(&w->places), scratch), scratch);
    arena_back(scratch, start);
    w->places.len = w->values.len = w->packed = 0;
}

void pdf_fill(pdf_writer *w, size_t number, str text) {
    if (!w->packed)
        w->pack = pdf_reserve(w);
    w->entries[number] = (pdf_entry){.kind = ENTRY_PACKED, .where = w->pack, .index = (uint16_t)w->packed++};
    pdf_add_number(&w->places, number);
    strbuf_add_byte(&w->places, ' ');
    pdf_add_number(&w->places, w->values.len);
    strbuf_add_byte(&w->places, ' ');
    strbuf_add(&w->values, text);
    strbuf_add_byte(&w->values, '\n');
    if (w->packed == MOST_IN_A_PACK || w->values.len >= FULL_PACK)
        write_pack(w);
}

size_t pdf_object(pdf_writer *w, str text) {
    size_t number = pdf_reserve(w);
    pdf_fill(w, number, text);
    return number;
}

/* ---- the table of references ---- */

/* Rows of seven bytes, each as what it is more than the row above (predictor 12): nearly all are then alike. */
enum { ROW = 7 };

static void put_row(strbuf *to, const pdf_entry *e, unsigned char above[ROW]) {
    unsigned char row[ROW] = {e->kind};
    for (int k = 0; k < 4; k++)
        row[1 + k] = (unsigned char)(e->where >> (24 - 8 * k));
    for (int k = 0; k < 2; k++)
        row[5 + k] = (unsigned char)(e->index >> (8 - 8 * k));
    strbuf_add_byte(to, 2);
    for (int k = 0; k < ROW; k++) {
        strbuf_add_byte(to, (char)(row[k] - above[k]));
        above[k] = row[k];
    }
}

bool pdf_writer_end(pdf_writer *w, size_t catalog, size_t information, str identifier) {
    if (w->packed)
        write_pack(w);
    arena *scratch = arena_scratch(w->arena);
    arena_mark mark = arena_here(scratch);
    strbuf rows = strbuf_in(scratch), hex = strbuf_in(scratch);
    size_t number = pdf_reserve(w);
    uint64_t start = w->written;
    w->entries[number] = (pdf_entry){.kind = ENTRY_PLAIN, .where = start};
    unsigned char above[ROW] = {0};
    strbuf_reserve(&rows, w->count * (ROW + 1));
    for (size_t k = 0; k < w->count; k++)
        put_row(&rows, &w->entries[k], above);
    for (size_t k = 0; k < identifier.len; k++)
        strbuf_addf(&hex, "%02x", (unsigned char)identifier.ptr[k]);
    str entries = str_format(scratch,
                             "/Filter/FlateDecode/Type/XRef/Size %zu/W[1 4 2]/DecodeParms<</Predictor 12/Columns "
                             "7>>/Root %zu 0 R/Info %zu 0 R/ID[<%s><%s>]",
                             w->count, catalog, information, hex.ptr, hex.ptr);
    write_stream(w, number, entries, deflated(w, strbuf_text(&rows), scratch), scratch);
    put(w, str_format(scratch, "startxref\n%llu\n%%%%EOF\n", (unsigned long long)start));
    arena_back(scratch, mark);
    return !error_set(w->error);
}

/* ---- values ---- */

static bool is_plain(str text) {
    for (size_t k = 0; k < text.len; k++)
        if ((unsigned char)text.ptr[k] < ' ' || (unsigned char)text.ptr[k] > '~')
            return false;
    return true;
}

/* In a literal string brackets and the backslash are escaped, and CR, which would be read as LF. */
static void add_string_byte(strbuf *b, char c) {
    if (c == '(' || c == ')' || c == '\\' || c == '\r')
        strbuf_add_byte(b, '\\');
    strbuf_add_byte(b, c == '\r' ? 'r' : c);
}

static void add_unit(strbuf *b, uint32_t unit) {
    add_string_byte(b, (char)(unit >> 8));
    add_string_byte(b, (char)unit);
}

static void add_utf16(strbuf *b, str text) {
    add_unit(b, 0xFEFF);
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        if (c >= 0x10000) {
            add_unit(b, 0xD800 + ((c - 0x10000) >> 10));
            add_unit(b, 0xDC00 + ((c - 0x10000) & 0x3FF));
        } else {
            add_unit(b, c);
        }
    }
}

void pdf_add_text(strbuf *b, str text) {
    strbuf_add_byte(b, '(');
    if (is_plain(text))
        for (size_t k = 0; k < text.len; k++)
            add_string_byte(b, text.ptr[k]);
    else
        add_utf16(b, text);
    strbuf_add_byte(b, ')');
}

void pdf_add_number(strbuf *b, size_t number) {
    strbuf_add_decimal(b, (double)number, 0);
}

void pdf_add_reference(strbuf *b, size_t number) {
    pdf_add_number(b, number);
    strbuf_add(b, STR(" 0 R"));
}

void pdf_add_box(strbuf *b, double left, double bottom, double right, double top, int places) {
    const double sides[] = {left, bottom, right, top};
    for (int k = 0; k < 4; k++) {
        strbuf_add_byte(b, k ? ' ' : '[');
        strbuf_add_decimal(b, sides[k], places);
    }
    strbuf_add_byte(b, ']');
}
