/* A font in a PDF is five objects (ISO 32000-1, 9.7):
 *
 *   Type0 ──▶ CIDFontType2 ──▶ FontDescriptor ──▶ FontFile2      the subset, glyphs numbered anew
 *     │           ├─ W              widths by code
 *     │           └─ CIDToGIDMap    code → glyph of the subset
 *     └─ ToUnicode                  code → characters
 *
 * Of a font with CFF outlines the second is CIDFontType0 and the last FontFile3, a bare CFF table in which the code is
 * the CID and the glyph. (Whole OpenType files are allowed there too, but readers draw nothing for some.)
 *
 * One glyph that stands for different characters, or is given another width, has several codes, so that text comes out
 * as it went in. */
#include "pdf/fonts.h"

#include "utf8.h"

#include <math.h>
#include <string.h>

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
    str own = str_slice(font_name(f->font), 0, 100);
    for (size_t k = 0; k < own.len; k++) {
        char c = own.ptr[k];
        bool plain = c > ' ' && c <= '~' && !strchr("#()<>[]{}/%", c);
        if (plain)
            strbuf_add_byte(&b, c);
        else
            strbuf_addf(&b, "#%02X", (unsigned char)c);
    }
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

static size_t descriptor(pdf_writer *w, const font *f, const char *name, str file) {
    enum { SYMBOLIC = 4, ITALIC = 64, STEM = 80 };
    font_measures m = font_measured(f);
    str about = font_is_cff(f) ? STR("/Subtype/CIDFontType0C") : str_format(w->arena, "/Length1 %zu", file.len);
    size_t bytes = pdf_stream(w, about, file);
    strbuf b = strbuf_in(w->arena);
    strbuf_addf(&b, "<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox", name,
                SYMBOLIC | (m.slant != 0 ? ITALIC : 0));
    pdf_add_box(&b, m.left * 1000, m.bottom * 1000, m.right * 1000, m.top * 1000, 0);
    strbuf_addf(&b, "/ItalicAngle %ld/Ascent %ld/Descent %ld/CapHeight %ld/StemV %d/FontFile%d %zu 0 R>>",
                lrint(m.slant), lrint(m.ascent * 1000), -lrint(m.descent * 1000), lrint(m.capital * 1000), STEM,
                font_is_cff(f) ? 3 : 2, bytes);
    return pdf_object(w, strbuf_text(&b));
}

static void add_widths(strbuf *b, const used_font *f) {
    strbuf_add_c(b, "/W[1[");
    for (size_t k = 0; k < f->count; k++) {
        double own = font_advance(f->font, f->glyphs[k].id) * 1000.0 / font_units(f->font);
        if (k)
            strbuf_add_byte(b, ' ');
        strbuf_add_decimal(b, f->glyphs[k].width ? f->glyphs[k].width : own, 5);
    }
    strbuf_add_c(b, "]]");
}

static size_t descendant(pdf_writer *w, const used_font *f, const char *name, str file, const uint32_t *ids) {
    size_t described = descriptor(w, f->font, name, file);
    strbuf b = strbuf_in(w->arena);
    strbuf_addf(&b,
                "<</Type/Font/Subtype/CIDFontType%d/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
                "/Supplement 0>>/FontDescriptor %zu 0 R",
                font_is_cff(f->font) ? 0 : 2, name, described);
    if (!font_is_cff(f->font))
        strbuf_addf(&b, "/CIDToGIDMap %zu 0 R", pdf_stream(w, STR(""), mapping(w, f, ids)));
    add_widths(&b, f);
    strbuf_add_c(&b, ">>");
    return pdf_object(w, strbuf_text(&b));
}

static bool write_font(pdf_writer *w, const used_font *f, strbuf *resources, error *e) {
    uint32_t *glyphs = ARENA_ARRAY(w->arena, uint32_t, f->count), *ids = ARENA_ARRAY(w->arena, uint32_t, f->count);
    for (size_t k = 0; k < f->count; k++)
        glyphs[k] = f->glyphs[k].id;
    str file = font_subset(f->font, glyphs, f->count, NULL, ids, w->arena, e);
    if (!file.len)
        return false;
    const char *name = subset_name(w, f);
    size_t below = descendant(w, f, name, file, ids), unicode = pdf_stream(w, STR(""), characters(w, f));
    size_t number = pdf_object(
        w, str_format(w->arena,
                      "<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%zu 0 R]/ToUnicode "
                      "%zu 0 R>>",
                      name, below, unicode));
    strbuf_addf(resources, "/F%u %zu 0 R", f->number, number);
    return true;
}

bool pdf_fonts_write(pdf_writer *w, const glyph_table *t, strbuf *resources, error *e) {
    strbuf fonts = strbuf_in(w->arena);
    for (size_t k = 0; k < t->count; k++)
        if (!write_font(w, t->fonts[k], &fonts, e))
            return false;
    strbuf_add_c(resources, "/Font<<");
    strbuf_add(resources, strbuf_text(&fonts));
    strbuf_add_c(resources, ">>");
    return true;
}
