/* The file (ISO 32000-1, 7.5.7 and 7.5.8):
 *
 *   %PDF-1.7
 *   5 0 obj << /Length … >> stream … endstream endobj          streams, one by one
 *   97 0 obj << /Type /ObjStm … >> stream "1 0 2 57 …" …       all other objects, packed
 *   98 0 obj << /Type /XRef … >> stream …                      where each object is: at an offset, or in a pack
 *   startxref …
 *
 * Streams come first, since libharu fills in their lengths, which are objects of their own, as it writes them. */
#include "pdf_save.h"

enum { MOST_IN_A_PACK = 500, BUFFER = 1 << 16 };

typedef enum entry_kind { ENTRY_FREE, ENTRY_PLAIN, ENTRY_PACKED } entry_kind;

typedef struct entry {
    entry_kind kind;
    size_t where; /* offset, or the number of the pack's object */
    size_t index; /* in the pack */
} entry;

typedef struct saver {
    pdf_writer *writer;
    HPDF_Xref xref;
    HPDF_Stream out;
    entry *entries;
    size_t count; /* objects of libharu, the free one at 0 included */
    size_t next;  /* number of the next object of our own */
} saver;

static HPDF_Stream memory(saver *s) {
    HPDF_Stream stream = HPDF_MemStream_New(s->writer->doc->mmgr, BUFFER);
    if (!stream)
        arena_array(s->writer->arena, SIZE_MAX, 2); /* does not return */
    return stream;
}

static str drained(saver *s, HPDF_Stream stream) {
    strbuf b = strbuf_in(s->writer->arena);
    HPDF_UINT buffers = HPDF_MemStream_GetBufCount(stream);
    for (HPDF_UINT k = 0; k < buffers; k++) {
        HPDF_UINT length;
        const HPDF_BYTE *bytes = HPDF_MemStream_GetBufPtr(stream, k, &length);
        strbuf_add(&b, (str){(const char *)bytes, length});
    }
    HPDF_Stream_Free(stream);
    return strbuf_text(&b);
}

static void put(HPDF_Stream to, str bytes) {
    HPDF_Stream_Write(to, (const HPDF_BYTE *)bytes.ptr, (HPDF_UINT)bytes.len);
}

static str deflated(saver *s, HPDF_Stream from) {
    HPDF_Stream to = memory(s);
    HPDF_Stream_WriteToStream(from, to, HPDF_STREAM_FILTER_FLATE_DECODE, NULL);
    HPDF_Stream_Free(from);
    return drained(s, to);
}

static void *object_at(const saver *s, size_t number) {
    HPDF_XrefEntry found = HPDF_Xref_GetEntry(s->xref, (HPDF_UINT)number);
    return found && found->entry_typ == HPDF_IN_USE_ENTRY ? found->obj : NULL;
}

static bool is_stream(const void *object) {
    const HPDF_Obj_Header *header = object;
    return (header->obj_class & HPDF_OCLASS_ANY) == HPDF_OCLASS_DICT && ((const HPDF_Dict_Rec *)object)->stream;
}

static void open_object(saver *s, size_t number) {
    s->entries[number] = (entry){.kind = ENTRY_PLAIN, .where = s->out->size};
    put(s->out, str_format(s->writer->arena, "%zu 0 obj\n", number));
}

static void write_streams(saver *s) {
    for (size_t k = 1; k < s->count; k++) {
        void *object = object_at(s, k);
        if (!object || !is_stream(object))
            continue;
        open_object(s, k);
        HPDF_Obj_WriteValue(object, s->out, NULL);
        put(s->out, STR("\nendobj\n"));
    }
}

/* An object of our own: a dictionary's beginning, and a stream, which is freed. */
static void write_own(saver *s, size_t number, str dictionary, HPDF_Stream bytes) {
    str packed = deflated(s, bytes);
    open_object(s, number);
    put(s->out, str_format(s->writer->arena, "<<%.*s/Filter/FlateDecode/Length %zu>>\nstream\n", STR_ARG(dictionary),
                           packed.len));
    put(s->out, packed);
    put(s->out, STR("\nendstream\nendobj\n"));
}

/* Packs objects from number *k on: their numbers and offsets, then their values. */
static void write_pack(saver *s, size_t *k) {
    arena *a = s->writer->arena;
    HPDF_Stream values = memory(s), whole = memory(s);
    strbuf places = strbuf_in(a);
    size_t packed = 0, number = s->next++;
    for (; *k < s->count && packed < MOST_IN_A_PACK; ++*k) {
        void *object = object_at(s, *k);
        if (!object || s->entries[*k].kind == ENTRY_PLAIN)
            continue;
        s->entries[*k] = (entry){ENTRY_PACKED, number, packed++};
        strbuf_addf(&places, "%zu %lu ", *k, (unsigned long)values->size);
        HPDF_Obj_WriteValue(object, values, NULL);
        put(values, STR("\n"));
    }
    put(whole, strbuf_text(&places));
    put(whole, drained(s, values));
    write_own(s, number, str_format(a, "/Type/ObjStm/N %zu/First %zu", packed, places.len), whole);
}

/* Rows of seven bytes, each as what it is more than the row above (predictor 12): nearly all are then alike. */
enum { ROW = 7 };

static void put_row(HPDF_Stream to, const entry *e, unsigned char above[ROW]) {
    unsigned char row[ROW] = {(unsigned char)e->kind};
    for (int k = 0; k < 4; k++)
        row[1 + k] = (unsigned char)(e->where >> (24 - 8 * k));
    for (int k = 0; k < 2; k++)
        row[5 + k] = (unsigned char)(e->index >> (8 - 8 * k));
    HPDF_Stream_WriteUChar(to, 2);
    for (int k = 0; k < ROW; k++) {
        HPDF_Stream_WriteUChar(to, (HPDF_BYTE)(row[k] - above[k]));
        above[k] = row[k];
    }
}

static unsigned long number_of(const void *object) {
    return ((const HPDF_Obj_Header *)object)->obj_id & 0x00FFFFFF;
}

static void write_references(saver *s, str identifier) {
    arena *a = s->writer->arena;
    HPDF_Stream rows = memory(s);
    size_t number = s->next++, start = s->out->size;
    s->entries[number] = (entry){.kind = ENTRY_PLAIN, .where = start};
    unsigned char above[ROW] = {0};
    s->entries[0].index = 65535;
    for (size_t k = 0; k <= number; k++)
        put_row(rows, &s->entries[k], above);
    strbuf hex = strbuf_in(a);
    for (size_t k = 0; k < identifier.len; k++)
        strbuf_addf(&hex, "%02x", (unsigned char)identifier.ptr[k]);
    str dictionary = str_format(
        a, "/Type/XRef/Size %zu/W[1 4 2]/DecodeParms<</Predictor 12/Columns 7>>/Root %lu 0 R/Info %lu 0 R/ID[<%s><%s>]",
        number + 1, number_of(s->writer->doc->catalog), number_of(s->writer->doc->info), hex.ptr, hex.ptr);
    write_own(s, number, dictionary, rows);
    put(s->out, str_format(a, "startxref\n%zu\n%%%%EOF\n", start));
}

str pdf_save(pdf_writer *w, str identifier, error *e) {
    saver s = {.writer = w, .xref = w->doc->xref};
    s.out = memory(&s);
    s.count = s.next = s.xref->entries->count;
    /* packs hold at least one object each, and the table of references is one more */
    s.entries = ARENA_ARRAY(w->arena, entry, s.count + s.count / MOST_IN_A_PACK + 3);
    put(s.out, STR("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"));
    write_streams(&s);
    for (size_t k = 1; k < s.count;)
        write_pack(&s, &k);
    write_references(&s, identifier);
    str bytes = drained(&s, s.out);
    if (bytes.len <= UINT32_MAX)
        return bytes;
    error_plain(e, STATUS_OUTPUT, "the PDF would be larger than 4 GB");
    return STR("");
}
