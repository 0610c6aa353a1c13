#include "pdf_objects.h"

#include "utf8.h"

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

HPDF_Array pdf_array_object(pdf_writer *w) {
    HPDF_Array array = pdf_array(w);
    HPDF_Xref_Add(w->doc->xref, array);
    return array;
}

HPDF_Dict pdf_stream(pdf_writer *w, str bytes) {
    HPDF_Dict d = must(w, HPDF_DictStream_New(w->doc->mmgr, w->doc->xref));
    d->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
    HPDF_Stream_Write(d->stream, (const HPDF_BYTE *)bytes.ptr, (HPDF_UINT)bytes.len);
    return d;
}

HPDF_Binary pdf_bytes(pdf_writer *w, str bytes) {
    return must(w, HPDF_Binary_New(w->doc->mmgr, (HPDF_BYTE *)bytes.ptr, (HPDF_UINT)bytes.len));
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
    if (is_plain(text))
        value = must(w, HPDF_String_New(w->doc->mmgr, str_to_c(w->arena, text), NULL));
    else
        value = pdf_bytes(w, utf16(w->arena, text));
    HPDF_Dict_Add(d, key, value);
}

HPDF_Array pdf_box(pdf_writer *w, double left, double bottom, double right, double top) {
    HPDF_Array box = pdf_array(w);
    double sides[] = {left, bottom, right, top};
    for (int k = 0; k < 4; k++)
        HPDF_Array_AddReal(box, (HPDF_REAL)sides[k]);
    return box;
}
