#include "device/glyph_table.h"

#include "utf8.h"

#include <string.h>

glyph_table *glyph_table_new(arena *a) {
    glyph_table *t = ARENA_NEW(a, glyph_table);
    t->arena = a;
    return t;
}

used_font *glyph_table_font(glyph_table *t, const font *f) {
    for (size_t k = 0; k < t->count; k++)
        if (t->fonts[k]->font == f)
            return t->fonts[k];
    used_font *u = ARENA_NEW(t->arena, used_font);
    u->font = f;
    u->number = (uint32_t)t->count + 1;
    return *ARENA_PUSH(t->arena, t, fonts, count, capacity) = u;
}

static size_t hash(uint32_t id, str text, int width) {
    uint64_t h = (14695981039346656037u ^ id ^ (uint64_t)(uint32_t)width << 32) * 1099511628211u;
    for (size_t k = 0; k < text.len; k++)
        h = (h ^ (unsigned char)text.ptr[k]) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

static uint32_t *slot(const used_font *f, uint32_t id, str text, int width) {
    size_t k = hash(id, text, width) & (f->slot_count - 1);
    for (; f->slots[k]; k = (k + 1) & (f->slot_count - 1)) {
        const used_glyph *g = &f->glyphs[f->slots[k] - 1];
        if (g->id == id && g->width == width && str_equal(g->text, text))
            break;
    }
    return &f->slots[k];
}

static void grow(glyph_table *t, used_font *f) {
    f->slot_count = f->slot_count ? 2 * f->slot_count : 256;
    f->slots = ARENA_ARRAY(t->arena, uint32_t, f->slot_count);
    for (size_t k = 0; k < f->count; k++)
        *slot(f, f->glyphs[k].id, f->glyphs[k].text, f->glyphs[k].width) = f->glyphs[k].code;
}

const used_glyph *glyph_table_use(glyph_table *t, used_font *f, uint32_t id, str text, int width) {
    if (2 * f->count >= f->slot_count)
        grow(t, f);
    uint32_t *place = slot(f, id, text, width);
    if (!*place) {
        used_glyph *g = ARENA_PUSH(t->arena, f, glyphs, count, capacity);
        *g = (used_glyph){.id = id,
                          .text = text.len ? str_copy(t->arena, text) : STR(""),
                          .width = width,
                          .code = (uint32_t)f->count};
        *place = g->code;
    }
    return &f->glyphs[*place - 1];
}

const used_glyph *glyph_table_outline(glyph_table *t, used_font *f, uint32_t id) {
    uint32_t code = glyph_table_use(t, f, id, STR(""), 0)->code;
    used_glyph *g = &f->glyphs[code - 1];
    if (!g->outlined)
        g->outline = font_outline(f->font, id, &g->outline_count, t->arena);
    g->outlined = true;
    return g;
}

double glyph_table_advance(used_font *f, uint32_t id) {
    size_t k = id & (sizeof f->recent / sizeof *f->recent - 1);
    if (!f->recent[k].known || f->recent[k].id != id) {
        f->recent[k].id = id;
        f->recent[k].known = true;
        f->recent[k].advance = (double)font_advance(f->font, id) / font_units(f->font);
    }
    return f->recent[k].advance;
}

/* Nearly every cluster is one glyph. */
static bool is_alone(const glyph_run *run, size_t k) {
    uint32_t cluster = run->glyphs[k].cluster;
    return (k == 0 || run->glyphs[k - 1].cluster != cluster) &&
           (k + 1 == run->count || run->glyphs[k + 1].cluster != cluster);
}

void run_cluster(const glyph_run *run, size_t k, size_t *first, size_t *end) {
    uint32_t cluster = run->glyphs[k].cluster;
    *first = k;
    *end = k + 1;
    while (*first > 0 && run->glyphs[*first - 1].cluster == cluster)
        --*first;
    while (*end < run->count && run->glyphs[*end].cluster == cluster)
        ++*end;
}

str run_cluster_text(const glyph_run *run, size_t k) {
    size_t first, end;
    run_cluster(run, k, &first, &end);
    return str_slice(run->text, run->glyphs[k].cluster, end < run->count ? run->glyphs[end].cluster : run->text.len);
}

static bool is_any_space(str text) {
    if (text.len == 1)
        return (unsigned char)*text.ptr <= ' ';
    if (text.len > 3)
        return false;
    size_t at = 0;
    uint32_t c = text.len ? utf8_next(text, &at) : 0;
    return at == text.len &&
           (c < ' ' || c == ' ' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F);
}

bool run_cluster_is_joint(const glyph_run *run, size_t k) {
    size_t first, end;
    if (is_alone(run, k))
        return false;
    run_cluster(run, k, &first, &end);
    return end - first > 1 && utf8_count(run_cluster_text(run, k)) != end - first;
}

str run_glyph_text(const glyph_run *run, size_t k) {
    size_t first, end;
    run_cluster(run, k, &first, &end);
    str text = run_cluster_text(run, k);
    if (end - first == 1)
        return is_any_space(text) ? STR(" ") : text;
    if (utf8_count(text) != end - first)
        return k == first ? text : STR("");
    size_t at = 0, from = 0;
    for (size_t j = first; j <= k; j++) {
        from = at;
        utf8_next(text, &at);
    }
    return str_slice(text, from, at);
}
