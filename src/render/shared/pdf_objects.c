#include "pdf_objects.h"

#include "utf8.h"

static void HPDF_STDCALL note_error(HPDF_STATUS number, HPDF_STATUS detail, void *user) {
    (void)number;
    (void)detail;
    (void)user; /* errors stick in the document and are asked for after each stage */
}

static void *HPDF_STDCALL take_memory(HPDF_UINT size) {
    return memory_alloc(size);
}

pdf_writer pdf_writer_new(arena *a) {
    return (pdf_writer){.arena = a, .doc = HPDF_NewEx(note_error, take_memory, memory_free, 0, NULL)};
}

void pdf_writer_end(pdf_writer *w) {
    if (w->deflater)
        deflateEnd(w->deflater);
    HPDF_Free(w->doc);
}

static void *must(pdf_writer *w, void *thing) {
    if (!thing)
        arena_array(w->arena, SIZE_MAX, 2); /* does not return */
    return thing;
}

HPDF_Dict pdf_dict(pdf_writer *w) {
    return must(w, HPDF_Dict_New(w->doc->mmgr));
}

HPDF_Dict pdf_object(pdf_writer *w, const char *type) {
    HPDF_Dict d = pdf_dict(w);
    HPDF_Xref_Add(w->doc->xref, d);
    if (type)
        HPDF_Dict_AddName(d, "Type", type);
    return d;
}

HPDF_Array pdf_array(pdf_writer *w) {
    return must(w, HPDF_Array_New(w->doc->mmgr));
}

static bool is_plain(str text) {
    for (size_t k = 0; k < text.len; k++)
        if ((unsigned char)text.ptr[k] < ' ' || (unsigned char)text.ptr[k] > '~')
            return false;
    return true;
}

static void add_unit(strbuf *b, uint32_t unit) {
    strbuf_add_byte(b, (char)(unit >> 8));
    strbuf_add_byte(b, (char)unit);
}

static str utf16(arena *a, str text) {
    strbuf b = strbuf_in(a);
    add_unit(&b, 0xFEFF);
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        if (c >= 0x10000) {
            add_unit(&b, 0xD800 + ((c - 0x10000) >> 10));
            add_unit(&b, 0xDC00 + ((c - 0x10000) & 0x3FF));
        } else {
            add_unit(&b, c);
        }
    }
    return strbuf_text(&b);
}

void pdf_put_text(pdf_writer *w, HPDF_Dict d, const char *key, str text) {
    void *value;
    if (is_plain(text)) {
        value = must(w, HPDF_String_New(w->doc->mmgr, str_to_c(w->arena, text), NULL));
    } else {
        str bytes = utf16(w->arena, text);
        value = must(w, HPDF_Binary_New(w->doc->mmgr, (HPDF_BYTE *)bytes.ptr, (HPDF_UINT)bytes.len));
    }
    HPDF_Dict_Add(d, key, value);
}

HPDF_Array pdf_box(pdf_writer *w, double left, double bottom, double right, double top) {
    HPDF_Array box = pdf_array(w);
    double sides[] = {left, bottom, right, top};
    for (int k = 0; k < 4; k++)
        HPDF_Array_AddReal(box, (HPDF_REAL)sides[k]);
    return box;
}

size_t pdf_number(const void *object) {
    return ((const HPDF_Obj_Header *)object)->obj_id & 0x00FFFFFF;
}

void *pdf_reserve(pdf_writer *w) {
    void *placeholder = must(w, HPDF_Null_New(w->doc->mmgr));
    HPDF_Xref_Add(w->doc->xref, placeholder);
    return placeholder;
}

static pdf_own *own(pdf_writer *w, size_t number) {
    w->own = arena_grow(w->arena, w->own, &w->own_count, number + 1, sizeof *w->own);
    return &w->own[number];
}

void pdf_fill(pdf_writer *w, size_t number, str text) {
    *own(w, number) = (pdf_own){.text = text};
}

enum { LEAST_PACKED = 200 }; /* bytes: less hardly becomes less, and beginning anew takes longer */
enum { LEVEL = 5 };          /* a fifth less work than the usual 6, for files that are 0.8 % larger */

static z_stream *deflater(pdf_writer *w) {
    if (w->deflater)
        return deflateReset(w->deflater) == Z_OK ? w->deflater : must(w, NULL);
    z_stream *z = ARENA_NEW(w->arena, z_stream);
    if (deflateInit(z, LEVEL) != Z_OK)
        must(w, NULL);
    return w->deflater = z;
}

/* All at once: libharu would copy the bytes twice and begin anew with each stream. */
str pdf_deflated(pdf_writer *w, str bytes) {
    z_stream *z = deflater(w);
    arena *scratch = arena_scratch(w->arena);
    arena_mark start = arena_here(scratch);
    size_t room = deflateBound(z, bytes.len);
    char *packed = arena_alloc(scratch, room);
    z->next_in = (Bytef *)bytes.ptr;
    z->avail_in = (uInt)bytes.len;
    z->next_out = (Bytef *)packed;
    z->avail_out = (uInt)room;
    if (deflate(z, Z_FINISH) != Z_STREAM_END)
        must(w, NULL);
    str copy = str_copy(w->arena, (str){packed, room - z->avail_out});
    arena_back(scratch, start);
    return copy;
}

void pdf_fill_stream(pdf_writer *w, size_t number, str entries, str bytes) {
    bool worth = bytes.len >= LEAST_PACKED;
    *own(w, number) =
        (pdf_own){.text = worth ? str_format(w->arena, "/Filter/FlateDecode%.*s", STR_ARG(entries)) : entries,
                  .bytes = worth ? pdf_deflated(w, bytes) : str_copy(w->arena, bytes),
                  .stream = true};
}

void *pdf_stream(pdf_writer *w, str entries, str bytes) {
    void *placeholder = pdf_reserve(w);
    pdf_fill_stream(w, pdf_number(placeholder), entries, bytes);
    return placeholder;
}

void pdf_add_text(strbuf *b, str text) {
    str bytes = is_plain(text) ? text : utf16(b->arena, text);
    strbuf_add_byte(b, '(');
    for (size_t k = 0; k < bytes.len; k++) {
        char c = bytes.ptr[k];
        if (c == '(' || c == ')' || c == '\\' || c == '\r')
            strbuf_add_byte(b, '\\');
        strbuf_add_byte(b, c == '\r' ? 'r' : c);
    }
    strbuf_add_byte(b, ')');
}

void pdf_add_number(strbuf *b, size_t number) {
    strbuf_add_decimal(b, (double)number, 0);
}

void pdf_add_reference(strbuf *b, size_t number) {
    pdf_add_number(b, number);
    strbuf_add(b, STR(" 0 R"));
}
