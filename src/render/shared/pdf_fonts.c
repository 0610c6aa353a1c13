/* A font in a PDF is five objects (ISO 32000-1, 9.7):
 *
 *   Type0 ──▶ CIDFontType2 ──▶ FontDescriptor ──▶ FontFile2      the subset, glyphs numbered anew
 *     │           ├─ W              widths by code
 *     │           └─ CIDToGIDMap    code → glyph of the subset
 *     └─ ToUnicode                  code → characters
 *
 * One glyph that stands for different characters, or is given another width, has several codes, so that text comes out
 * as it went in. */
#include "pdf_fonts.h"

#include "utf8.h"

#include <math.h>

static uint64_t digest(uint64_t h, const void *bytes, size_t count) {
    for (size_t k = 0; k < count; k++)
        h = (h ^ ((const unsigned char *)bytes)[k]) * 1099511628211u;
    return h;
}

/* "ABCDEF+CMUSerif-Roman": the letters tell subsets of one font apart, so they come from what is in it. */
static char *subset_name(pdf_writer *w, const used_font *f) {
    uint64_t h = 14695981039346656037u;
    for (size_t k = 0; k < f->count; k++)
        h = digest(h, &f->glyphs[k].id, sizeof f->glyphs[k].id);
    strbuf b = strbuf_in(w->arena);
    for (int k = 0; k < 6; k++, h /= 26)
        strbuf_add_byte(&b, (char)('A' + h % 26));
    strbuf_add_byte(&b, '+');
    strbuf_add(&b, str_slice(font_name(f->font), 0, 100));
    return b.ptr;
}

static str mapping(pdf_writer *w, const used_font *f, const uint32_t *ids) {
    strbuf b = strbuf_in(w->arena);
    strbuf_add(&b, (str){"\0\0", 2});
    for (size_t k = 0; k < f->count; k++) {
        strbuf_add_byte(&b, (char)(ids[k] >> 8));
        strbuf_add_byte(&b, (char)ids[k]);
    }
    return strbuf_text(&b);
}

static void add_utf16(strbuf *b, str text) {
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        if (c >= 0x10000)
            strbuf_addf(b, "%04X%04X", 0xD800 + ((c - 0x10000) >> 10), 0xDC00 + ((c - 0x10000) & 0x3FF));
        else
            strbuf_addf(b, "%04X", c);
    }
}

static str characters(pdf_writer *w, const used_font *f) {
    enum { ROWS_A_BLOCK = 100 }; /* more are not allowed */
    size_t *mapped = ARENA_ARRAY(w->arena, size_t, f->count), count = 0;
    for (size_t k = 0; k < f->count; k++)
        if (f->glyphs[k].text.len)
            mapped[count++] = k;
    strbuf b = strbuf_in(w->arena);
    strbuf_add_c(&b, "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
                     "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
                     "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
                     "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n");
    for (size_t k = 0; k < count; k++) {
        if (k % ROWS_A_BLOCK == 0)
            strbuf_addf(&b, "%zu beginbfchar\n", count - k < ROWS_A_BLOCK ? count - k : (size_t)ROWS_A_BLOCK);
        const used_glyph *g = &f->glyphs[mapped[k]];
        strbuf_addf(&b, "<%04X> <", g->code);
        add_utf16(&b, g->text);
        strbuf_add_c(&b, ">\n");
        if (k % ROWS_A_BLOCK == ROWS_A_BLOCK - 1 || k + 1 == count)
            strbuf_add_c(&b, "endbfchar\n");
    }
    strbuf_add_c(&b, "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    return strbuf_text(&b);
}

static HPDF_Dict descriptor(pdf_writer *w, const font *f, const char *name, str file) {
    enum { SYMBOLIC = 4, ITALIC = 64, STEM = 80 };
    font_measures m = font_measured(f);
    HPDF_Dict d = pdf_object(w, "FontDescriptor");
    HPDF_Dict_AddName(d, "FontName", name);
    HPDF_Dict_AddNumber(d, "Flags", SYMBOLIC | (m.slant != 0 ? ITALIC : 0));
    HPDF_Dict_Add(d, "FontBBox",
                  pdf_box(w, round(m.left * 1000), round(m.bottom * 1000), round(m.right * 1000), round(m.top * 1000)));
    HPDF_Dict_AddNumber(d, "ItalicAngle", (HPDF_INT32)lrint(m.slant));
    HPDF_Dict_AddNumber(d, "Ascent", (HPDF_INT32)lrint(m.ascent * 1000));
    HPDF_Dict_AddNumber(d, "Descent", -(HPDF_INT32)lrint(m.descent * 1000));
    HPDF_Dict_AddNumber(d, "CapHeight", (HPDF_INT32)lrint(m.capital * 1000));
    HPDF_Dict_AddNumber(d, "StemV", STEM);
    HPDF_Dict_Add(d, "FontFile2", pdf_stream(w, str_format(w->arena, "/Length1 %zu", file.len), file));
    return d;
}

static HPDF_Array widths(pdf_writer *w, const used_font *f) {
    HPDF_Array all = pdf_array(w), row = pdf_array(w);
    for (size_t k = 0; k < f->count; k++) {
        double own = font_advance(f->font, f->glyphs[k].id) * 1000.0 / font_units(f->font);
        HPDF_Array_AddReal(row, (HPDF_REAL)(f->glyphs[k].width ? f->glyphs[k].width : own));
    }
    HPDF_Array_AddNumber(all, 1);
    HPDF_Array_Add(all, row);
    return all;
}

static HPDF_Dict descendant(pdf_writer *w, const used_font *f, const char *name, str file, const uint32_t *ids) {
    HPDF_Dict d = pdf_object(w, "Font"), system = pdf_dict(w);
    HPDF_Dict_AddName(d, "Subtype", "CIDFontType2");
    HPDF_Dict_AddName(d, "BaseFont", name);
    HPDF_Dict_Add(d, "CIDSystemInfo", system);
    pdf_put_text(w, system, "Registry", STR("Adobe"));
    pdf_put_text(w, system, "Ordering", STR("Identity"));
    HPDF_Dict_AddNumber(system, "Supplement", 0);
    HPDF_Dict_Add(d, "FontDescriptor", descriptor(w, f->font, name, file));
    HPDF_Dict_Add(d, "W", widths(w, f));
    HPDF_Dict_Add(d, "CIDToGIDMap", pdf_stream(w, STR(""), mapping(w, f, ids)));
    return d;
}

static bool write_font(pdf_writer *w, const used_font *f, HPDF_Dict resources, error *e) {
    uint32_t *glyphs = ARENA_ARRAY(w->arena, uint32_t, f->count), *ids = ARENA_ARRAY(w->arena, uint32_t, f->count);
    for (size_t k = 0; k < f->count; k++)
        glyphs[k] = f->glyphs[k].id;
    str file = font_subset(f->font, glyphs, f->count, false, ids, w->arena, e);
    if (!file.len)
        return false;
    const char *name = subset_name(w, f);
    HPDF_Dict d = pdf_object(w, "Font");
    HPDF_Dict_AddName(d, "Subtype", "Type0");
    HPDF_Dict_AddName(d, "BaseFont", name);
    HPDF_Dict_AddName(d, "Encoding", "Identity-H");
    HPDF_Array descendants = pdf_array(w);
    HPDF_Array_Add(descendants, descendant(w, f, name, file, ids));
    HPDF_Dict_Add(d, "DescendantFonts", descendants);
    HPDF_Dict_Add(d, "ToUnicode", pdf_stream(w, STR(""), characters(w, f)));
    HPDF_Dict_Add(resources, str_format(w->arena, "F%u", f->number).ptr, d);
    return true;
}

bool pdf_fonts_write(pdf_writer *w, const glyph_table *t, HPDF_Dict resources, error *e) {
    for (size_t k = 0; k < t->count; k++)
        if (!write_font(w, t->fonts[k], resources, e))
            return false;
    return true;
}
