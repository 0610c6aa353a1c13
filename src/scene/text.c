/* One line of text to glyphs, at 1 pt; sizes are applied when it is placed.
 *
 *   "链 m[1]，"  units:  链     ␣         m      [ 1 ] ，
 *                font:   WenKai WenKai    CMU    CMU   WenKai        chosen character by character
 *                width:  shaped 0.25 fix  shaped …
 *                runs:   [链 ␣][m[1]][，]                            one a change of font
 *
 * Sheets set the same few words thousands of times, so shaped lines are kept, found by face and text. */
#include "fonts.h"

#include "cloze.h"
#include "fonts_private.h"
#include "utf8.h"

#include <hb-ot.h>
#include <math.h>
#include <string.h>

#define HAN_LATIN_GAP 0.25
#define MARK_SQUEEZE 0.5
#define MARK_CLEAR 0.01 /* blank that a squeezed mark keeps at least */

/* ---- characters ---- */

typedef enum char_kind {
    CHAR_OTHER, /* Latin punctuation and what is not named below */
    CHAR_LATIN, /* letters, digits and signs that keep a quarter em from Han */
    CHAR_HAN,   /* ideographs and kana */
    CHAR_OPENING,
    CHAR_CLOSING, /* full-width; also pause marks, which have their blank on the right too */
    CHAR_FULL,    /* full-width, neither */
    CHAR_SPACE,
    CHAR_FIXED_SPACE,
    CHAR_NOTHING /* sets nothing: joiners, directional marks */
} char_kind;

typedef struct unit {
    uint32_t code_point;
    size_t at;
    char_kind kind;
    bool full; /* set full width: a Han character, or a mark beside one */
    font *font;
    double width;         /* of fixed spaces, em; negative: as shaped */
    double before, after; /* added before and after it, em */
} unit;

typedef struct char_range {
    uint32_t first, last;
} char_range;

static bool within(uint32_t c, const char_range *ranges, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (c >= ranges[k].first && c <= ranges[k].last)
            return true;
    return false;
}

#define WITHIN(c, ranges) within((c), (ranges), sizeof(ranges) / sizeof *(ranges))

static bool one_of(uint32_t c, const uint32_t *list) {
    for (; *list; list++)
        if (c == *list)
            return true;
    return false;
}

static bool is_opening(uint32_t c) {
    static const uint32_t marks[] = {0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010,
                                     0x3014, 0x3016, 0xFF08, 0xFF3B, 0xFF5B, 0};
    return one_of(c, marks);
}

static bool is_closing(uint32_t c) {
    static const uint32_t marks[] = {0x2019, 0x201D, 0x3001, 0x3002, 0x3009, 0x300B, 0x300D,
                                     0x300F, 0x3011, 0x3015, 0x3017, 0xFF01, 0xFF09, 0xFF0C,
                                     0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0};
    return one_of(c, marks);
}

/* Marks that Chinese and English share, full width in one and not in the other. */
static bool is_shared_mark(uint32_t c) {
    static const uint32_t marks[] = {0x2014, 0x2015, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0xB7, 0};
    return one_of(c, marks) || (c >= 0x2460 && c <= 0x24FF);
}

static bool is_latin(uint32_t c) {
    static const char_range ranges[] = {
        {'0', '9'},       {'A', 'Z'},       {'a', 'z'},       {'+', '+'},       {'<', '>'},         {'%', '%'},
        {0xB1, 0xB1},     {0xB2, 0xB3},     {0xB9, 0xB9},     {0xBC, 0xBE},     {0xC0, 0x24F},      {0x370, 0x52F},
        {0x1E00, 0x1FFF}, {0x2070, 0x209C}, {0x2100, 0x218F}, {0x2190, 0x22FF}, {0x1D400, 0x1D7FF},
    };
    return WITHIN(c, ranges);
}

static bool is_ideograph(uint32_t c) {
    static const char_range kana[] = {{0x3041, 0x30FF}, {0x31F0, 0x31FF}, {0xAC00, 0xD7A3}};
    return utf8_is_han(c) || WITHIN(c, kana);
}

/* Widths of the spaces that fonts often lack, em; negative if `c` is none of them. */
static double space_width(uint32_t c) {
    static const struct {
        uint32_t code_point;
        double width;
    } spaces[] = {
        {0x2000, 1.0 / 2}, {0x2001, 1},       {0x2002, 1.0 / 2},  {0x2003, 1},       {0x2004, 1.0 / 3},
        {0x2005, 1.0 / 4}, {0x2006, 1.0 / 6}, {0x2007, 1.0 / 2},  {0x2008, 1.0 / 4}, {0x2009, 1.0 / 6},
        {0x200A, 1.0 / 9}, {0x202F, 1.0 / 6}, {0x205F, 4.0 / 18}, {0x3000, 1},
    };
    if (c >= CLOZE_FIRST && c <= CLOZE_LAST) /* room to write that nobody has made a box of */
        return (double)(c - CLOZE_FIRST) + 1.5;
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++)
        if (spaces[k].code_point == c)
            return spaces[k].width;
    return -1;
}

static bool sets_nothing(uint32_t c) {
    static const char_range ranges[] = {{0xAD, 0xAD},     {0x200B, 0x200F}, {0x202A, 0x202E},  {0x2060, 0x2064},
                                        {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};
    return WITHIN(c, ranges);
}

static char_kind kind_of(uint32_t c) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xA0)
        return CHAR_SPACE;
    if (c < 0x80)
        return is_latin(c) ? CHAR_LATIN : CHAR_OTHER;
    if (space_width(c) >= 0)
        return CHAR_FIXED_SPACE;
    if (sets_nothing(c) || c == CLOZE_OPEN || c == CLOZE_CLOSE)
        return CHAR_NOTHING;
    if (utf8_is_full_width(c))
        return is_ideograph(c) ? CHAR_HAN : is_opening(c) ? CHAR_OPENING : is_closing(c) ? CHAR_CLOSING : CHAR_FULL;
    return is_latin(c) ? CHAR_LATIN : CHAR_OTHER;
}

/* ---- which font ---- */

static bool neighbour_full(const unit *units, size_t count, size_t k, int step, bool *exists) {
    *exists = false;
    for (size_t j = k + (size_t)step; j < count; j += (size_t)step) { /* below 0 wraps to beyond count */
        *exists = true;
        if (!is_shared_mark(units[j].code_point))
            return utf8_is_full_width(units[j].code_point);
    }
    return false;
}

/* Whether a mark that both languages use is full width here. */
static bool mark_full(const unit *units, size_t count, size_t k, bool full_marks) {
    bool has_before, has_after;
    bool before = neighbour_full(units, count, k, -1, &has_before);
    bool after = neighbour_full(units, count, k, 1, &has_after);
    uint32_t c = units[k].code_point;
    if (c == 0xB7)
        return before && after;
    if (full_marks && (c == 0x201C || c == 0x201D)) /* quotes of Chinese, whatever they quote */
        return true;
    return before || after || (full_marks && !(has_before && has_after));
}

/* The partner of the quote at k, or k itself. */
static size_t quote_partner(const unit *units, size_t count, size_t k) {
    uint32_t c = units[k].code_point;
    bool opens = c == 0x2018 || c == 0x201C;
    if (c == 0x2019 || (!opens && c != 0x201D)) /* U+2019 is an apostrophe too: it follows its opener instead */
        return k;
    uint32_t partner = opens ? c + 1 : c - 1;
    size_t step = opens ? 1 : (size_t)-1;
    for (size_t j = k + step; j < count; j += step)
        if (units[j].code_point == partner)
            return j;
    return k;
}

static void find_full(const font_set *s, unit *units, size_t count) {
    for (size_t k = 0; k < count; k++)
        units[k].full = is_shared_mark(units[k].code_point) ? mark_full(units, count, k, s->full_marks)
                                                            : utf8_is_full_width(units[k].code_point);
    for (size_t k = 0; k < count; k++) {
        size_t partner = is_shared_mark(units[k].code_point) ? quote_partner(units, count, k) : k;
        if (units[k].full)
            units[partner].full = true;
    }
    for (size_t k = 0; k < count; k++)
        if (units[k].full && is_shared_mark(units[k].code_point))
            units[k].kind = is_opening(units[k].code_point)   ? CHAR_OPENING
                            : is_closing(units[k].code_point) ? CHAR_CLOSING
                                                              : CHAR_FULL;
}

static bool any_space(char_kind kind) {
    return kind == CHAR_SPACE || kind == CHAR_FIXED_SPACE;
}

static font *note_missing(font_set *s, const setting *g, uint32_t code_point, str text) {
    if (!s->missing) {
        s->missing = code_point;
        s->missing_text = text;
    }
    return setting_first_font(g);
}

static void find_fonts(font_set *s, const setting *g, str text, unit *units, size_t count) {
    font *last = NULL;
    for (size_t k = 0; k < count; k++) {
        unit *u = &units[k];
        if (any_space(u->kind) || u->kind == CHAR_NOTHING) {
            u->font = last;
            continue;
        }
        bool mark = utf8_is_combining(u->code_point);
        u->font = mark && last && font_glyph(last, u->code_point) ? last : setting_font(s, g, u->code_point, u->full);
        if (!u->font)
            u->font = note_missing(s, g, u->code_point, text);
        last = u->font;
    }
    last = last ? last : setting_first_font(g);
    for (size_t k = count; k-- > 0;) /* spaces at the beginning take the font of what follows */
        last = units[k].font = units[k].font ? units[k].font : last;
}

/* ---- gaps ---- */

static bool is_mark(char_kind kind) {
    return kind == CHAR_OPENING || kind == CHAR_CLOSING || kind == CHAR_FULL;
}

/* Some Chinese fonts draw quotes narrower than an em; what is lacking belongs where the blank of such a mark is. */
static void widen(unit *u) {
    if (!is_mark(u->kind))
        return;
    double lack = 1 - glyph_measured(u->font, font_glyph(u->font, u->code_point)).advance;
    if (lack <= 0)
        return;
    u->before = u->kind == CHAR_OPENING ? lack : u->kind == CHAR_CLOSING ? 0 : lack / 2;
    u->after = lack - u->before;
}

/* The blank at one side of a mark, as far as it may be given up. */
static double blank(const unit *u, bool right) {
    shaped_glyph g = glyph_measured(u->font, font_glyph(u->font, u->code_point));
    double room = (right ? u->after + g.advance - g.right : u->before + g.left) - MARK_CLEAR;
    return room < 0 ? 0 : room > MARK_SQUEEZE ? MARK_SQUEEZE : room;
}

/* Two full-width marks that meet give up blank. Han beside Latin keeps the distance that its author wrote: a space, or
 * none in fixed tags such as 图1. */
static double gap_between(const unit *a, const unit *b) {
    double room = 0;
    if (a->kind == CHAR_CLOSING && (b->kind == CHAR_CLOSING || b->kind == CHAR_OPENING))
        room += blank(a, true);
    if (b->kind == CHAR_OPENING && (a->kind == CHAR_CLOSING || a->kind == CHAR_OPENING))
        room += blank(b, false);
    return room > MARK_SQUEEZE ? -MARK_SQUEEZE : -room;
}

/* A single space between Han and something narrow is a quarter em, one beside a full-width mark is nothing. */
static double narrowed(const unit *before, const unit *after) {
    if (is_mark(before->kind) || is_mark(after->kind))
        return 0;
    if ((before->kind == CHAR_HAN) != (after->kind == CHAR_HAN) && !any_space(before->kind) && !any_space(after->kind))
        return HAN_LATIN_GAP;
    return -1;
}

static void find_gaps(unit *units, size_t count) {
    for (size_t k = 0; k < count; k++)
        widen(&units[k]);
    for (size_t k = 0; k < count; k++) {
        unit *u = &units[k];
        u->width = space_width(u->code_point);
        if (k > 0)
            (u - 1)->after += gap_between(u - 1, u);
        if (u->kind == CHAR_SPACE && k > 0 && k + 1 < count)
            u->width = narrowed(u - 1, u + 1);
    }
}

double text_gap(const fonts *f, face face, uint32_t before, uint32_t after) {
    unit units[2] = {{.code_point = before, .kind = kind_of(before)}, {.code_point = after, .kind = kind_of(after)}};
    setting g = setting_of(f->set, face, 10, false);
    find_full(f->set, units, 2);
    for (int k = 0; k < 2; k++)
        units[k].font = setting_font(f->set, &g, units[k].code_point, units[k].full);
    if (!units[0].font || !units[1].font)
        return 0;
    widen(&units[0]);
    widen(&units[1]);
    return gap_between(&units[0], &units[1]);
}

double text_edge(const fonts *f, face face, uint32_t mark, bool ends) {
    unit u = {.code_point = mark, .kind = kind_of(mark)};
    find_full(f->set, &u, 1);
    if (u.kind != (ends ? CHAR_CLOSING : CHAR_OPENING))
        return 0;
    setting g = setting_of(f->set, face, 10, false);
    u.font = setting_font(f->set, &g, mark, u.full);
    if (!u.font)
        return 0;
    widen(&u);
    return blank(&u, ends);
}

/* ---- shaping ---- */

static size_t hash(size_t seed, str text) {
    uint64_t h = 14695981039346656037u ^ seed; /* FNV-1a */
    for (size_t k = 0; k < text.len; k++)
        h = (h ^ (unsigned char)text.ptr[k]) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

/* The run that goes on at unit `u`: the last one while the font stays. */
static shaped_run *run_at(font_set *s, shaped_line *line, const unit *u) {
    shaped_run *last = line->run_count ? &line->runs[line->run_count - 1] : NULL;
    if (last && last->font == u->font)
        return last;
    shaped_run *run = ARENA_PUSH(s->scratch, line, runs, run_count, run_capacity);
    *run = (shaped_run){.font = u->font, .first = line->glyph_count, .from = u->at};
    if (u->font->ascent > line->ascent)
        line->ascent = u->font->ascent;
    if (u->font->descent > line->descent)
        line->descent = u->font->descent;
    return run;
}

static void add_space(font_set *s, shaped_line *line, const unit *u) {
    shaped_run *run = run_at(s, line, u);
    double width = u->width;
    if (width < 0)
        width =
            u->font->space ? hb_font_get_glyph_h_advance(u->font->hb, u->font->space) / (double)u->font->units : 0.25;
    if (u->font->space) {
        *ARENA_PUSH(s->scratch, line, glyphs, glyph_count, glyph_capacity) =
            (shaped_glyph){.id = u->font->space, .cluster = (uint32_t)u->at, .x = line->width, .advance = width};
        run->count++;
    }
    line->width += width;
}

/* Never by the user's locale, which HarfBuzz would ask for. */
static void set_script(hb_buffer_t *buffer, const font *f) {
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR);
    hb_buffer_set_language(buffer, hb_language_from_string("und", -1));
    if (f->script) {
        hb_buffer_set_script(buffer, HB_SCRIPT_MATH);
        return;
    }
    hb_buffer_guess_segment_properties(buffer);
    hb_script_t script = hb_buffer_get_script(buffer);
    if (script == HB_SCRIPT_INVALID || script == HB_SCRIPT_COMMON)
        hb_buffer_set_script(buffer, HB_SCRIPT_LATIN);
}

/* As hb_shape does, which looks for the plan anew each time. */
static void shape_buffer(font *f, hb_buffer_t *buffer) {
    static const hb_feature_t all[] = {
        {HB_TAG('k', 'e', 'r', 'n'), 1, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('l', 'i', 'g', 'a'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('c', 'l', 'i', 'g'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('s', 's', 't', 'y'), 1, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END}, /* of scripts only */
    };
    const hb_feature_t *features = f->han ? all + 1 : all;
    unsigned count = sizeof all / sizeof *all - (f->script ? 0 : 1) - (f->han ? 1 : 0);
    hb_segment_properties_t now;
    hb_buffer_get_segment_properties(buffer, &now);
    if (!f->plan || !hb_segment_properties_equal(&now, &f->plan_for)) {
        hb_shape_plan_destroy(f->plan);
        f->plan = hb_shape_plan_create(f->face, &now, features, count, NULL);
        f->plan_for = now;
    }
    hb_shape_plan_execute(f->plan, f->hb, buffer, features, count);
}

/* Shapes what is in the buffer, its clusters counted from `start` on. */
static shaped_word *word_shaped(font_set *s, font *f, str text, size_t start) {
    set_script(s->buffer, f);
    shape_buffer(f, s->buffer);
    unsigned count;
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(s->buffer, &count);
    const hb_glyph_position_t *place = hb_buffer_get_glyph_positions(s->buffer, &count);
    double em = f->units;
    shaped_word *w = ARENA_NEW(s->arena, shaped_word);
    *w = (shaped_word){f, text, ARENA_ARRAY(s->arena, shaped_glyph, count), count};
    for (unsigned k = 0; k < count; k++) {
        shaped_glyph *g = &w->glyphs[k];
        *g = glyph_measured(f, info[k].codepoint);
        g->cluster = info[k].cluster - (uint32_t)start;
        g->advance = place[k].x_advance / em;
        g->x = place[k].x_offset / em;
        g->y = -place[k].y_offset / em;
    }
    return w;
}

static shaped_word **word_slot(shaped_word **words, size_t size, const font *f, str text) {
    size_t k = hash((size_t)f, text) & (size - 1);
    while (words[k] && !(words[k]->font == f && str_equal(words[k]->text, text)))
        k = (k + 1) & (size - 1);
    return &words[k];
}

static void grow_words(font_set *s) {
    size_t size = s->words_size ? 2 * s->words_size : 512;
    shaped_word **words = ARENA_ARRAY(s->arena, shaped_word *, size);
    for (size_t k = 0; k < s->words_size; k++)
        if (s->words[k])
            *word_slot(words, size, s->words[k]->font, s->words[k]->text) = s->words[k];
    s->words = words;
    s->words_size = size;
}

static void add_word(font_set *s, shaped_line *line, const shaped_word *w, size_t start) {
    line->glyphs =
        arena_grow(s->scratch, line->glyphs, &line->glyph_capacity, line->glyph_count + w->count, sizeof *line->glyphs);
    for (size_t k = 0; k < w->count; k++) {
        shaped_glyph *g = &line->glyphs[line->glyph_count++];
        *g = w->glyphs[k];
        g->cluster += (uint32_t)start;
        g->x += line->width;
        line->width += g->advance;
    }
    line->runs[line->run_count - 1].count += w->count;
}

/* How many units from the first on are shaped together. */
static size_t stretch_end(const unit *units, size_t count) {
    size_t k = 0;
    for (; k < count; k++) {
        const unit *u = &units[k];
        if (any_space(u->kind) || u->font != units[0].font || (k > 0 && (u->before != 0 || (u - 1)->after != 0)))
            break;
    }
    return k;
}

/* Shapes units from the first on, as many as go together; returns how many. */
static size_t add_stretch(font_set *s, shaped_line *line, const unit *units, size_t count) {
    size_t end = stretch_end(units, count), start = units[0].at;
    str text = str_slice(line->text, start, end < count ? units[end].at : line->text.len);
    run_at(s, line, &units[0]);
    if (2 * s->word_count >= s->words_size)
        grow_words(s);
    shaped_word **place = word_slot(s->words, s->words_size, units[0].font, text);
    if (!*place) {
        hb_buffer_clear_contents(s->buffer);
        for (size_t k = 0; k < end; k++)
            if (units[k].kind != CHAR_NOTHING)
                hb_buffer_add(s->buffer, font_character(units[k].font, units[k].code_point), (unsigned)units[k].at);
        hb_buffer_set_content_type(s->buffer, HB_BUFFER_CONTENT_TYPE_UNICODE);
        *place = word_shaped(s, units[0].font, text, start);
        s->word_count++;
    }
    add_word(s, line, *place, start);
    return end;
}

/* What stands between two glyphs counts to the advance of the first. */
static void add_gap(shaped_line *line, double gap) {
    line->width += gap;
    if (line->glyph_count)
        line->glyphs[line->glyph_count - 1].advance += gap;
}

static void end_runs(shaped_line *line) {
    for (size_t k = 0; k < line->run_count; k++)
        line->runs[k].to = k + 1 < line->run_count ? line->runs[k + 1].from : line->text.len;
}

static void shape(font_set *s, const setting *g, shaped_line *line) {
    unit *units = ARENA_ARRAY(s->scratch, unit, line->text.len + 1);
    size_t count = 0;
    for (size_t at = 0; at < line->text.len; count++) {
        units[count].at = at;
        units[count].code_point = utf8_next(line->text, &at);
        units[count].kind = kind_of(units[count].code_point);
    }
    find_full(s, units, count);
    find_fonts(s, g, line->text, units, count);
    find_gaps(units, count);
    for (size_t k = 0; k < count;) {
        add_gap(line, units[k].before);
        if (any_space(units[k].kind))
            add_space(s, line, &units[k++]);
        else
            k += add_stretch(s, line, &units[k], count - k);
        add_gap(line, units[k - 1].after);
    }
    end_runs(line);
    if (!line->run_count) {
        const font *f = setting_first_font(g);
        line->ascent = f->ascent;
        line->descent = f->descent;
    }
}

/* ---- the cache ---- */

static void *kept(font_set *s, const void *items, size_t bytes) {
    void *copy = arena_alloc(s->arena, bytes);
    if (bytes)
        memcpy(copy, items, bytes);
    return copy;
}

/* Shapes in scratch memory, and keeps as much as came of it. */
static void shape_line(font_set *s, const setting *g, shaped_line *line) {
    arena_mark start = arena_here(s->scratch);
    shape(s, g, line);
    line->glyphs = kept(s, line->glyphs, line->glyph_count * sizeof *line->glyphs);
    line->runs = kept(s, line->runs, line->run_count * sizeof *line->runs);
    arena_back(s->scratch, start);
}

static shaped_line **slot(shaped_line **cache, size_t size, uint32_t setting, str text) {
    size_t k = hash(setting, text) & (size - 1);
    while (cache[k] && !(cache[k]->setting == setting && str_equal(cache[k]->text, text)))
        k = (k + 1) & (size - 1);
    return &cache[k];
}

static void grow_cache(font_set *s) {
    size_t size = s->cache_size ? 2 * s->cache_size : 512;
    shaped_line **cache = ARENA_ARRAY(s->arena, shaped_line *, size);
    for (size_t k = 0; k < s->cache_size; k++)
        if (s->cache[k])
            *slot(cache, size, s->cache[k]->setting, s->cache[k]->text) = s->cache[k];
    s->cache = cache;
    s->cache_size = size;
}

static shaped_line *shaped(font_set *s, text_style style, str text) {
    setting g = setting_of(s, style.face, style.size, style.script);
    uint32_t number = setting_number(s, &g);
    if (2 * s->cache_count >= s->cache_size)
        grow_cache(s);
    shaped_line **place = slot(s->cache, s->cache_size, number, text);
    if (*place)
        return *place;
    shaped_line *line = ARENA_NEW(s->arena, shaped_line);
    line->setting = number;
    line->text = str_copy(s->arena, text);
    shape_line(s, &g, line);
    s->cache_count++;
    return *place = line;
}

/* ---- sizes ---- */

static text_size measured(const shaped_line *line, double size, double tracking) {
    text_size m = {.width = line->width * size + tracking * (double)line->glyph_count,
                   .ascent = line->ascent * size,
                   .descent = line->descent * size};
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (size_t k = 0; k < line->glyph_count; k++) {
        const shaped_glyph *g = &line->glyphs[k];
        if (g->left >= g->right)
            continue;
        double x = g->x * size + tracking * (double)k;
        left = fmin(left, x + g->left * size);
        right = fmax(right, x + g->right * size);
        top = fmin(top, (g->y + g->top) * size);
        bottom = fmax(bottom, (g->y + g->bottom) * size);
    }
    if (left > right)
        return m;
    m.ink_top = -top;
    m.ink_bottom = bottom;
    m.ink_left = -left;
    m.ink_right = right - m.width;
    return m;
}

static void include_ink(box *ink, double left, double top, double right, double bottom) {
    if (left >= right)
        return;
    if (ink->w > 0) {
        left = fmin(left, ink->x);
        top = fmin(top, ink->y);
        right = fmax(right, ink->x + ink->w);
        bottom = fmax(bottom, ink->y + ink->h);
    }
    *ink = (box){left, top, right - left, bottom - top};
}

/* Everything of a run but its colour, for a line that begins at (0, 0). */
static glyph_run run_sized(arena *a, const shaped_line *line, const shaped_run *from, double size, double tracking) {
    double start = line->glyphs[from->first].x * size + tracking * (double)from->first;
    glyph *glyphs = ARENA_ARRAY(a, glyph, from->count);
    glyph_run run = {.font = from->font,
                     .size = size,
                     .at = {start, 0},
                     .glyphs = glyphs,
                     .count = from->count,
                     .text = str_slice(line->text, from->from, from->to)};
    for (size_t k = 0; k < from->count; k++) {
        const shaped_glyph *g = &line->glyphs[from->first + k];
        double x = g->x * size + tracking * (double)(from->first + k) - start, y = g->y * size;
        double advance = g->advance * size + tracking;
        glyphs[k] = (glyph){g->id, g->cluster - (uint32_t)from->from, x, y, advance};
        run.width = fmax(run.width, x + advance);
        include_ink(&run.ink, start + x + g->left * size, y + g->top * size, start + x + g->right * size,
                    y + g->bottom * size);
    }
    return run;
}

static sized_line *sized(const fonts *f, text_style style, str text) {
    font_set *s = f->set;
    shaped_line *line = shaped(s, style, text);
    for (sized_line *z = line->sizes; z; z = z->next)
        if (z->size == style.size && z->tracking == style.tracking)
            return z;
    sized_line *z = ARENA_NEW(s->arena, sized_line);
    *z = (sized_line){.next = line->sizes,
                      .line = line,
                      .size = style.size,
                      .tracking = style.tracking,
                      .measures = measured(line, style.size, style.tracking)};
    return line->sizes = z;
}

text_size text_measure(const fonts *f, text_style style, str text) {
    return sized(f, style, text)->measures;
}

double text_italic(const fonts *f, text_style style, str text) {
    const shaped_line *line = sized(f, style, text)->line;
    if (!line->glyph_count)
        return 0;
    const font *last = line->runs[line->run_count - 1].font;
    hb_position_t italic = hb_ot_math_get_glyph_italics_correction(last->hb, line->glyphs[line->glyph_count - 1].id);
    return italic * style.size / last->units;
}

/* ---- placing ---- */

static void set_runs(font_set *s, sized_line *z) {
    const shaped_line *line = z->line;
    z->runs = ARENA_ARRAY(s->arena, glyph_run, line->run_count);
    for (size_t k = 0; k < line->run_count; k++)
        if (line->runs[k].count)
            z->runs[z->run_count++] = run_sized(s->arena, line, &line->runs[k], z->size, z->tracking);
}

double scene_text(scene *s, const fonts *f, text_style style, point at, anchor anchor, str text) {
    static const double share[] = {[ANCHOR_LEFT] = 0, [ANCHOR_CENTRE] = 0.5, [ANCHOR_RIGHT] = 1};
    sized_line *z = sized(f, style, text);
    if (!z->runs)
        set_runs(f->set, z);
    double x = at.x - z->measures.width * share[anchor];
    for (size_t k = 0; k < z->run_count; k++) {
        glyph_run run = z->runs[k];
        run.color = style.color;
        run.at = (point){x + run.at.x, at.y + run.at.y};
        run.ink.x += x;
        run.ink.y += at.y;
        scene_glyphs(s, run);
    }
    return z->measures.width;
}

box glyph_ink(const font *f, uint32_t id) {
    shaped_glyph g = glyph_measured(f, id);
    return (box){g.left, g.top, g.right - g.left, g.bottom - g.top};
}
