/* The file (ISO 32000-1, 7.5.7 and 7.5.8):
 *
 *   %PDF-1.7
 *   5 0 obj << /Length … >> stream … endstream endobj          streams, one by one
 *   97 0 obj << /Type /ObjStm … >> stream "1 0 2 57 …" …       all other objects, packed
 *   98 0 obj << /Type /XRef … >> stream …                      where each object is: at an offset, or in a pack
 *   startxref … */
#include "pdf_save.h"

enum { MOST_IN_A_PACK = 500, BUFFER = 1 << 12 };

typedef enum entry_kind { ENTRY_FREE, ENTRY_PLAIN, ENTRY_PACKED } entry_kind;

typedef struct entry {
    entry_kind kind;
    size_t where; /* offset, or the number of the pack's object */
    size_t index; /* in the pack */
} entry;

typedef struct saver {
    pdf_writer *writer;
    HPDF_Xref xref;
    strbuf out;
    HPDF_Stream value; /* for what libharu writes */
    entry *entries;
    size_t count; /* objects of libharu and their placeholders, the free one at 0 included */
    size_t next;  /* number of the next object of our own */
} saver;

static pdf_own own(const saver *s, size_t number) {
    return number < s->writer->own_count ? s->writer->own[number] : (pdf_own){0};
}

static void *object_at(const saver *s, size_t number) {
    HPDF_XrefEntry found = HPDF_Xref_GetEntry(s->xref, (HPDF_UINT)number);
    return found && found->entry_typ == HPDF_IN_USE_ENTRY ? found->obj : NULL;
}

/* What libharu writes of one of its objects. */
static void add_value(saver *s, strbuf *to, void *object) {
    HPDF_MemStream_FreeData(s->value);
    HPDF_Obj_WriteValue(object, s->value, NULL);
    HPDF_UINT buffers = HPDF_MemStream_GetBufCount(s->value);
    for (HPDF_UINT k = 0; k < buffers; k++) {
        HPDF_UINT length;
        const HPDF_BYTE *bytes = HPDF_MemStream_GetBufPtr(s->value, k, &length);
        strbuf_add(to, (str){(const char *)bytes, length});
    }
}

static void write_stream(saver *s, size_t number, str entries, str bytes) {
    s->entries[number] = (entry){.kind = ENTRY_PLAIN, .where = s->out.len};
    strbuf_addf(&s->out, "%zu 0 obj\n<<%.*s/Length %zu>>\nstream\n", number, STR_ARG(entries), bytes.len);
    strbuf_add(&s->out, bytes);
    strbuf_add(&s->out, STR("\nendstream\nendobj\n"));
}

static void write_streams(saver *s) {
    for (size_t k = 1; k < s->count; k++)
        if (own(s, k).stream)
            write_stream(s, k, own(s, k).text, own(s, k).bytes);
}

/* Packs objects from number *k on: their numbers and offsets, then their values. */
static void write_pack(saver *s, size_t *k) {
    arena *a = s->writer->arena;
    strbuf places = strbuf_in(a), values = strbuf_in(a);
    size_t packed = 0, number = s->next++;
    for (; *k < s->count && packed < MOST_IN_A_PACK; ++*k) {
        void *object = object_at(s, *k);
        if (!object || own(s, *k).stream)
            continue;
        s->entries[*k] = (entry){ENTRY_PACKED, number, packed++};
        pdf_add_number(&places, *k);
        strbuf_add_byte(&places, ' ');
        pdf_add_number(&places, values.len);
        strbuf_add_byte(&places, ' ');
        if (own(s, *k).text.len)
            strbuf_add(&values, own(s, *k).text);
        else
            add_value(s, &values, object);
        strbuf_add_byte(&values, '\n');
    }
    str entries = str_format(a, "/Filter/FlateDecode/Type/ObjStm/N %zu/First %zu", packed, places.len);
    strbuf_add(&places, strbuf_text(&values));
    write_stream(s, number, entries, pdf_deflated(s->writer, strbuf_text(&places)));
}

/* Rows of seven bytes, each as what it is more than the row above (predictor 12): nearly all are then alike. */
enum { ROW = 7 };

static void put_row(strbuf *to, const entry *e, unsigned char above[ROW]) {
    unsigned char row[ROW] = {(unsigned char)e->kind};
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

static void write_references(saver *s, str identifier) {
    arena *a = s->writer->arena;
    strbuf rows = strbuf_in(a), hex = strbuf_in(a);
    size_t number = s->next++, start = s->out.len;
    s->entries[number] = (entry){.kind = ENTRY_PLAIN, .where = start};
    unsigned char above[ROW] = {0};
    s->entries[0].index = 65535;
    for (size_t k = 0; k <= number; k++)
        put_row(&rows, &s->entries[k], above);
    for (size_t k = 0; k < identifier.len; k++)
        strbuf_addf(&hex, "%02x", (unsigned char)identifier.ptr[k]);
    const HPDF_Doc doc = s->writer->doc;
    str entries = str_format(a,
                             "/Filter/FlateDecode/Type/XRef/Size %zu/W[1 4 2]/DecodeParms<</Predictor 12/Columns "
                             "7>>/Root %zu 0 R/Info %zu 0 R/ID[<%s><%s>]",
                             number + 1, pdf_number(doc->catalog), pdf_number(doc->info), hex.ptr, hex.ptr);
    write_stream(s, number, entries, pdf_deflated(s->writer, strbuf_text(&rows)));
    strbuf_addf(&s->out, "startxref\n%zu\n%%%%EOF\n", start);
}

str pdf_save(pdf_writer *w, str identifier, error *e) {
    saver s = {.writer = w, .xref = w->doc->xref, .out = strbuf_in(w->arena)};
    s.value = HPDF_MemStream_New(w->doc->mmgr, BUFFER);
    if (!s.value)
        arena_array(w->arena, SIZE_MAX, 2); /* does not return */
    s.count = s.next = s.xref->entries->count;
    /* packs hold at least one object each, and the table of references is one more */
    s.entries = ARENA_ARRAY(w->arena, entry, s.count + s.count / MOST_IN_A_PACK + 3);
    strbuf_add(&s.out, STR("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"));
    write_streams(&s);
    for (size_t k = 1; k < s.count;)
        write_pack(&s, &k);
    write_references(&s, identifier);
    HPDF_Stream_Free(s.value);
    if (s.out.len <= UINT32_MAX)
        return strbuf_text(&s.out);
    error_plain(e, STATUS_OUTPUT, "the PDF would be larger than 4 GB");
    return STR("");
}
