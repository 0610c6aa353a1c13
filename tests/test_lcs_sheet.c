/* The figures and the handouts of the longest common subsequence. */
#define _GNU_SOURCE
#include "figure.h"

#include "sheets.h"
#include "traps.h"

#include <math.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static arena *kits_arena;
static sheet_kit kits[2]; /* English, Chinese */

static int open_kits(void **state) {
    static const char *const langs[] = {"en", "zh"};
    kits_arena = arena_new(NULL);
    for (size_t k = 0; k < 2; k++)
        kits[k] = sheet_kit_open(kits_arena, "lcs", "handout", langs[k]);
    return compile_traps(state);
}

static int close_kits(void **state) {
    arena_free(kits_arena);
    return release_traps(state);
}

/* ---- figures ---- */

typedef struct wish {
    const char *kind;
    size_t step, row; /* a cell step from 1; the end of row `row` - 1; 0: the end of the run */
    size_t back;      /* a step of the way back, from 1 */
    double width, height;
    const char *params; /* "key=value", blanks between several */
    size_t lang;
} wish;

static datum *params_of(arena *a, const char *text) {
    datum *map = datum_map(a);
    str rest = str_of(text);
    while (rest.len) {
        size_t end = str_find(rest, STR(" "), 0), equals = str_find(rest, STR("="), 0);
        end = end == SIZE_MAX ? rest.len : end;
        datum_put_str(a, map, str_slice(rest, 0, equals), datum_text(a, str_slice(rest, equals + 1, end)));
        rest = str_slice(rest, end + 1, rest.len);
    }
    return map;
}

static figure *try_figure(const story *s, wish w, arena *a, error *e) {
    const sheet_kit *kit = &kits[w.lang];
    const figure_kind *kind = figure_kind_named(str_of(w.kind));
    story_moment *m = ARENA_NEW(a, story_moment);
    *m = (story_moment){.story = s, .run = story_main_run(s)};
    if (w.step)
        m->step = &m->run->steps[w.step - 1];
    if (w.back)
        m->step = &m->run->back_steps[w.back - 1];
    m->phase = w.row ? &m->run->phases[w.row - 1] : w.step ? m->step->phase : NULL;
    context *c = ARENA_NEW(a, context), *of_run = ARENA_NEW(a, context);
    *c = (context){.view = story_view(s)};
    *of_run = (context){.view = story_view_run(m->run), .outer = c};
    figure_request q = {.moment = m,
                        .context = of_run,
                        .phrases = kit->phrases,
                        .fonts = kit->fonts,
                        .theme = &kit->theme,
                        .lang = kit->lang,
                        .params = w.params ? params_of(a, w.params) : NULL,
                        .width = w.width,
                        .height = w.height,
                        .arena = a,
                        .error = e};
    assert_true(kind->draws(m->run));
    return figure_build(kind, &q);
}

/* Of the pair "x|y"; without faults of a scene. */
static figure *figure_of(const char *pair, wish w, arena *a) {
    error e = error_in(a);
    const story *s = sheet_story(&kits[w.lang], sheet_instance(&kits[w.lang], str_of(pair), a), a);
    figure *f = try_figure(s, w, a, &e);
    if (!f)
        fail_msg("%s: %s", pair, str_to_c(a, error_text(&e)));
    for (size_t k = 0; k < f->count; k++) {
        str faults = scene_faults(f->parts[k], kits[w.lang].theme.type.least, a);
        if (faults.len)
            fail_msg("%s of %s, part %zu:\n%.*s", w.kind, pair, k + 1, STR_ARG(faults));
        assert_true(w.width <= 0 || f->parts[k]->w <= w.width + 0.01);
        assert_true(w.height <= 0 || f->parts[k]->h <= w.height + 0.01);
    }
    return f;
}

static bool has_cell(const figure *f, const char *alt) {
    for (size_t p = 0; p < f->count; p++)
        for (size_t k = 0; k < f->parts[p]->count; k++) {
            const item *it = &f->parts[p]->items[k];
            if (it->kind == ITEM_OPEN && it->group->role == ROLE_CELL && str_is(it->group->alt, alt))
                return true;
        }
    return false;
}

static size_t count_role(const scene *s, role wanted) {
    size_t count = 0;
    for (size_t k = 0; k < s->count; k++)
        count += s->items[k].kind == ITEM_OPEN && s->items[k].group->role == wanted;
    return count;
}

static size_t count_texts(const scene *s, role inside, const char *text) {
    size_t count = 0;
    bool within = false;
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind == ITEM_OPEN)
            within = it->group->role == inside;
        count += it->kind == ITEM_GLYPHS && within && str_is(it->run->text, text);
    }
    return count;
}

static bool has_text(const scene *s, const char *text) {
    for (size_t k = 0; k < s->count; k++)
        if (s->items[k].kind == ITEM_GLYPHS && str_find(s->items[k].run->text, str_of(text), 0) != SIZE_MAX)
            return true;
    return false;
}

/* Introduction to Algorithms, 3rd ed., figure 15.8: values, and arrows as D, U, L; `t` where left is as good as up. */
static const char *const published[] = {"0000000", "0000111", "0111122", "0112222",
                                        "0112233", "0122233", "0122334", "0122344"};
static const char *const arrows_published[] = {"tttDLD", "DLLtDL", "UtDLtt", "DtUtDL", "UDttUt", "UUtDtD", "DUtUDt"};

/* The same figure: the shaded way back from the last cell. */
static const char *const path_published[] = {".......", "*......", ".**....", "...**..",
                                             ".....*.", ".....*.", "......*", "......*"};

static const char *from_words(char arrow, bool ties) {
    return arrow == 'D'           ? ", from the diagonal"
           : arrow == 'L'         ? ", from the left"
           : arrow == 't' && ties ? ", from above and the left"
                                  : ", from above";
}

static void the_textbook_table_is_drawn_cell_by_cell(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    figure *f = figure_of("ABCBDAB|BDCABA", (wish){.kind = "arrows", .params = "ties=yes"}, a);
    assert_int_equal(f->count, 1);
    assert_int_equal(count_role(f->parts[0], ROLE_CELL), 56);
    for (size_t i = 0; i <= 7; i++)
        for (size_t j = 0; j <= 6; j++) {
            char arrow = i && j ? arrows_published[i - 1][j - 1] : 0;
            str alt = str_format(a, "c[%zu,%zu] = %c%s%s", i, j, published[i][j], arrow ? from_words(arrow, true) : "",
                                 path_published[i][j] == '*' ? ", best path" : "");
            if (!has_cell(f, alt.ptr))
                fail_msg("no cell \"%.*s\"", STR_ARG(alt));
        }
    arena_free(a);
}

static void check_golden(const char *name, const figure *f, arena *a) {
    strbuf dump = strbuf_in(a);
    strbuf_addf(&dump, "title %.*s\nalt %.*s\n", STR_ARG(f->title), STR_ARG(f->alt));
    for (size_t k = 0; k < f->count; k++)
        strbuf_add(&dump, scene_dump(f->parts[k], a));
    error e = error_in(a);
    str known, path = str_format(a, "%s/tests/golden/figure-%s.txt", TEST_SOURCE_DIR, name);
    if (!input_read(a, path, &known, &e) || !str_equal(known, strbuf_text(&dump))) {
        str actual = str_format(a, "%s/figure-%s.txt", TEST_BINARY_DIR, name);
        error out = error_in(a);
        output_write(actual, strbuf_text(&dump), &out);
        fail_msg("%.*s differs from %.*s", STR_ARG(path), STR_ARG(actual));
    }
}

/* Looked at on paper, then kept. */
static void goldens(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    check_golden("arrows", figure_of("ABCBDAB|BDCABA", (wish){.kind = "arrows", .params = "ties=yes", .width = 483}, a),
                 a);
    check_golden("match", figure_of("STONE|LONGEST", (wish){.kind = "match", .width = 483}, a), a);
    arena_free(a);
}

/* R66: the legend says what an arrow means. */
static void the_legend_says_what_an_arrow_means(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    static const char *const words[2][5] = {
        {"equal, diagonal + 1", "from above", "from the left", "best path", "takes a letter"},
        {"左上方加", "来自上方", "来自左方", "最优解路径", "取这个字符"}};
    for (size_t lang = 0; lang < 2; lang++) {
        figure *f = figure_of("ABCBDAB|BDCABA", (wish){.kind = "arrows", .lang = lang}, a);
        for (size_t k = 0; k < 5; k++)
            if (!has_text(f->parts[0], words[lang][k]))
                fail_msg("no \"%s\" in the legend", words[lang][k]);
    }
    arena_free(a);
}

/* R88: every zero is shown, and in each step the cell in hand is marked: a frame of its width is drawn in its group. */
static void zeros_and_the_cell_in_hand_are_shown(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t step = 1; step <= 16; step++) {
        figure *f = figure_of("ABC|XYZ", (wish){.kind = "arrows", .step = step, .params = "back=no legend=no"}, a);
        const scene *s = f->parts[0];
        assert_int_equal(count_role(s, ROLE_CELL), 16);
        assert_int_equal(count_texts(s, ROLE_CELL, "0"), step);
        size_t marked = 0, frames = 0;
        for (size_t k = 0; k < s->count; k++) {
            const item *it = &s->items[k];
            if (it->kind == ITEM_PATH && it->paint->filled && it->paint->width == kits[0].theme.stroke.current) {
                frames++;
                marked = k;
            }
        }
        assert_int_equal(frames, 1);
        while (s->items[marked].kind != ITEM_OPEN)
            marked--;
        size_t i = step <= 4 ? 0 : step <= 7 ? step - 4 : (step - 8) / 3 + 1; /* row 0, column 0, then row by row */
        size_t j = step <= 4 ? step - 1 : step <= 7 ? 0 : (step - 8) % 3 + 1;
        assert_true(str_equal(s->items[marked].group->title, str_format(a, "c[%zu,%zu]", i, j)));
    }
    arena_free(a);
}

/* R63: tables of one row, one column, one cell. */
static void empty_texts_have_their_tables(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    static const struct {
        const char *pair;
        size_t cells;
    } empty[] = {{"|ABC", 4}, {"ABC|", 4}, {"|", 1}};
    for (size_t k = 0; k < COUNT(empty); k++) {
        figure *f = figure_of(empty[k].pair, (wish){.kind = "arrows", .width = 483, .height = 700}, a);
        assert_int_equal(count_role(f->parts[0], ROLE_CELL), empty[k].cells);
        assert_int_equal(count_texts(f->parts[0], ROLE_CELL, "0"), empty[k].cells);
        figure_of(empty[k].pair, (wish){.kind = "match", .width = 483}, a);
    }
    arena_free(a);
}

static const char *random_letters(arena *a, uint64_t *seed, size_t length, const char *const *alphabet,
                                  size_t letters) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < length; k++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        strbuf_add_c(&b, alphabet[(*seed >> 33) % letters]);
    }
    return str_to_c(a, strbuf_text(&b));
}

static const char *const dna[] = {"A", "C", "G", "T"};
static const char *const han[] = {"动", "态", "规", "划", "不", "觉", "春", "晓", "眠"};
static const char *const odd[] = {" ", "i", "W", "/", "\t", "€", "é", "中", "\\", "*", "_", "$", "\u0301", "\u200D"};

static const char *random_pair(arena *a, uint64_t *seed, size_t m, size_t n, const char *const *alphabet,
                               size_t letters) {
    const char *x = random_letters(a, seed, m, alphabet, letters), *y = random_letters(a, seed, n, alphabet, letters);
    return str_format(a, "%s|%s", x, y).ptr;
}

/* R104: each part of a large table has its heads, and rows under them that stand on the part whole. R102: nothing
 * sticks out, which figure_of asserts. */
static void large_tables_are_cut_between_rows_and_columns(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 3; round++) {
        arena *a = arena_new(NULL);
        const char *pair = round == 2 ? random_pair(a, &seed, 20, 20, han, COUNT(han))
                                      : random_pair(a, &seed, 60, 60, round ? han : dna, round ? COUNT(han) : 4);
        figure *f = figure_of(pair, (wish){.kind = "arrows", .width = 483, .height = 700, .params = "back=no"}, a);
        size_t side = round == 2 ? 21 : 61, cells = 0;
        assert_true(round == 2 ? f->count == 1 : f->count > 1);
        for (size_t k = 0; k < f->count; k++) {
            const scene *s = f->parts[k];
            size_t heads = count_role(s, ROLE_COLUMN_HEAD) - 1, rows = count_role(s, ROLE_ROW_HEAD);
            assert_true(heads > 0 && rows > 0);
            assert_int_equal(count_role(s, ROLE_CELL), heads * rows);
            cells += heads * rows;
        }
        assert_int_equal(cells, side * side);
        figure_of(pair, (wish){.kind = "match", .width = 483, .height = 700}, a);
        arena_free(a);
    }
}

/* Of cells, their boxes by the lines between them are not to be had; their values stand in their middles. */
typedef struct spot {
    long row, col;
    double x, y;
} spot;

static size_t values_of(const scene *s, spot *into, size_t most) {
    size_t count = 0;
    for (size_t k = 0; k < s->count && count < most; k++) {
        const item *it = &s->items[k];
        long row, col;
        if (it->kind != ITEM_OPEN || it->group->role != ROLE_CELL ||
            sscanf(it->group->id.ptr, "cell-c-%ld-%ld", &row, &col) != 2)
            continue;
        for (size_t g = k + 1; s->items[g].kind != ITEM_CLOSE; g++)
            if (s->items[g].kind == ITEM_GLYPHS) {
                const glyph_run *run = s->items[g].run;
                into[count++] = (spot){row, col, run->at.x + run->width / 2, run->ink.y + run->ink.h / 2};
                break;
            }
    }
    return count;
}

/* Columns are equal, column 0 too, and rows; values stand in the middles: between any two values lies a whole number of
 * columns and rows. */
static void cells_are_equal_and_values_centred(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    enum { MOST = 64 * 64 };
    static const char *const pairs[] = {"ABCBDAB|BDCABA", "AAAAAAAAAAAAAAAAAAAA|AAAAAAAAAAAAAAAAAAAA", "iWiWW|WWi"};
    spot *v = ARENA_ARRAY(a, spot, MOST);
    for (size_t k = 0; k < COUNT(pairs); k++)
        for (size_t width = 0; width < 2; width++) {
            figure *f = figure_of(pairs[k], (wish){.kind = "arrows", .width = width ? 483 : 0}, a);
            size_t count = values_of(f->parts[0], v, MOST);
            assert_true(count > 10);
            double w = v[1].x - v[0].x, h = 0;
            for (size_t n = 0; n < count && h <= 0; n++)
                h = v[n].row > v[0].row ? v[n].y - v[0].y : 0;
            for (size_t n = 0; n < count; n++) {
                assert_true(fabs(v[n].x - v[0].x - w * (double)(v[n].col - v[0].col)) < 0.1);
                assert_true(fabs(v[n].y - v[0].y - h * (double)(v[n].row - v[0].row)) < 0.3);
            }
            if (k == 0)
                assert_true(fabs(w - 36) < 0.01 && fabs(h - 29) < 0.3);
        }
    arena_free(a);
}

/* A long table with its way back: each of its cells is drawn once, what is far from it is not, and there are fewer
 * parts than of the whole table. */
static void long_tables_show_the_band_of_the_way(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 3; round++) {
        arena *a = arena_new(NULL);
        const char *pair = random_pair(a, &seed, 90, 80, dna, 4);
        wish w = {.kind = "arrows", .width = 483, .height = 700, .params = "back=no"};
        size_t whole = figure_of(pair, w, a)->count, length = 0, seen = 0, cells = 0;
        w.params = "back=yes";
        figure *f = figure_of(pair, w, a);
        for (size_t k = 0; k < f->count; k++) {
            cells += count_role(f->parts[k], ROLE_CELL);
            for (size_t n = 0; n < f->parts[k]->count; n++) {
                const item *it = &f->parts[k]->items[n];
                seen +=
                    it->kind == ITEM_OPEN && it->group->role == ROLE_CELL && str_ends(it->group->alt, ", best path");
            }
        }
        const story *s = sheet_story(&kits[0], sheet_instance(&kits[0], str_of(pair), a), a);
        for (size_t k = 0; k < s->run_count; k++)
            length = length ? length : s->runs[k].back_count;
        assert_int_equal(seen, length + 1); /* and where it ends */
        assert_true(f->count < whole && cells < 91 * 81 * 2 / 3);
        arena_free(a);
    }
}

/* Signs that leave no ink are shown. */
static void spaces_are_visible(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    figure *f = figure_of(" a\t|a \u00A0", (wish){.kind = "arrows"}, a);
    assert_int_equal(count_texts(f->parts[0], ROLE_ROW_HEAD, "␣"), 1);
    assert_int_equal(count_texts(f->parts[0], ROLE_ROW_HEAD, "␉"), 1);
    assert_int_equal(count_texts(f->parts[0], ROLE_COLUMN_HEAD, "␣"), 1);
    assert_int_equal(count_texts(f->parts[0], ROLE_COLUMN_HEAD, "U+00A0"), 1);
    f = figure_of(" a|a ", (wish){.kind = "match"}, a);
    assert_int_equal(count_texts(f->parts[0], ROLE_PART, "␣"), 2);
    arena_free(a);
}

/* The lines between kept letters, from left to right: at both ends further right than the one before. */
static void lines_never_cross(void **state) {
    (void)state;
    uint64_t seed = 99;
    for (int round = 0; round < 20; round++) {
        arena *a = arena_new(NULL);
        figure *f = figure_of(random_pair(a, &seed, 18, 15, dna, 4), (wish){.kind = "match", .width = 483}, a);
        double upper = -1, lower = -1;
        for (size_t k = 0; k < f->parts[0]->count; k++) {
            const item *it = &f->parts[0]->items[k];
            known_shape shape = it->kind == ITEM_PATH ? segments_shape(it->segments, it->segment_count)
                                                      : (known_shape){.kind = SHAPE_PATH};
            if (shape.kind != SHAPE_LINE)
                continue;
            assert_true(shape.from.x > upper && shape.to.x > lower);
            upper = shape.from.x;
            lower = shape.to.x;
        }
        assert_true(upper > 0);
        arena_free(a);
    }
}

static void wrong_parameters_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"pairs=1-2,1-3", "pairs=2-2,1-3", "pairs=9-1",
                                        "pairs=0-1",     "pairs=1",       "pairs=x"};
    arena *a = arena_new(NULL);
    const story *s = sheet_story(&kits[0], sheet_instance(&kits[0], STR("STONE|LONGEST"), a), a);
    for (size_t k = 0; k < COUNT(wrong); k++) {
        error e = error_in(a);
        assert_null(try_figure(s, (wish){.kind = "match", .params = wrong[k]}, a, &e));
        assert_true(str_find(e.message, STR("pairs="), 0) != SIZE_MAX);
    }
    error e = error_in(a);
    assert_non_null(try_figure(s, (wish){.kind = "match", .params = "pairs=1-6,2-7"}, a, &e));
    assert_null(try_figure(s, (wish){.kind = "arrows", .params = "rows=9"}, a, &e));
    arena_free(a);
}

/* Every step, every step back and every row, tight and on a page. */
static void every_moment_is_drawn(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const char *pair = "SPAIN|PAIRS";
    for (size_t step = 1; step <= 36; step++)
        figure_of(pair, (wish){.kind = "arrows", .step = step, .width = 483, .height = 700}, a);
    for (size_t row = 1; row <= 6; row++)
        figure_of(pair, (wish){.kind = "arrows", .row = row, .params = "small=yes", .lang = 1}, a);
    for (size_t back = 1; back <= 5; back++) {
        figure_of(pair, (wish){.kind = "arrows", .back = back, .width = 300}, a);
        figure_of(pair, (wish){.kind = "match", .back = back, .width = 60, .height = 200}, a);
    }
    figure_of(pair, (wish){.kind = "arrows", .params = "write=yes", .width = 483}, a);
    arena_free(a);
}

/* R79: labels of calls keep clear of one another. */
static void calls_keep_clear_of_one_another(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    const story *s = sheet_story(&kits[0], sheet_instance(&kits[0], STR("AGGTAB|GXTXAYB"), a), a);
    const figure_kind *kind = figure_kind_named(STR("calls"));
    const story_run *plain = story_run_named(s, STR("plain"));
    story_moment m = {.story = s, .run = plain};
    const context *c = context_push(context_push(NULL, story_view(s), 0, 0, a), story_view_run(plain), 0, 0, a);
    figure_request q = {.moment = &m,
                        .context = c,
                        .phrases = kits[0].phrases,
                        .fonts = kits[0].fonts,
                        .theme = &kits[0].theme,
                        .lang = kits[0].lang,
                        .arena = a,
                        .error = &e};
    figure *f = figure_build(kind, &q);
    assert_non_null(f);
    str faults = scene_faults(f->parts[0], kits[0].theme.type.least, a);
    if (faults.len)
        fail_msg("%.*s", STR_ARG(faults));
    arena_free(a);
}

/* An edit distance from elsewhere, with its own labels; its border is worked out too. */
static const char edit_distance[] =
    "{\"handtrace\":1,\"problem\":\"edit\",\"title\":\"Edit distance\",\"instance\":{}}\n"
    "{\"event\":\"table\",\"id\":\"d\",\"rows\":[0,1],\"cols\":[0,1],\"row_labels\":[\"\",\"k\"],\"col_labels\":[\"\","
    "\"s\"]}\n"
    "{\"event\":\"cell\",\"tables\":[\"d\"],\"at\":[0,0]}\n"
    "{\"event\":\"set\",\"table\":\"d\",\"at\":[0,0],\"value\":\"0\",\"why\":\"base\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"d\"],\"at\":[0,1]}\n"
    "{\"event\":\"try\",\"label\":\"insert\",\"reads\":[[\"d\",[0,0]]],\"terms\":[{\"name\":\"a\",\"value\":\"0\"}],"
    "\"expr\":\"a+1\",\"value\":\"1\"}\n"
    "{\"event\":\"set\",\"table\":\"d\",\"at\":[0,1],\"value\":\"1\",\"chosen\":[\"insert\"],\"why\":\"only\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"d\"],\"at\":[1,0]}\n"
    "{\"event\":\"try\",\"label\":\"delete\",\"reads\":[[\"d\",[0,0]]],\"terms\":[{\"name\":\"a\",\"value\":\"0\"}],"
    "\"expr\":\"a+1\",\"value\":\"1\"}\n"
    "{\"event\":\"set\",\"table\":\"d\",\"at\":[1,0],\"value\":\"1\",\"chosen\":[\"delete\"],\"why\":\"only\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"d\"],\"at\":[1,1]}\n"
    "{\"event\":\"try\",\"label\":\"replace\",\"reads\":[[\"d\",[0,0]]],\"terms\":[{\"name\":\"a\",\"value\":\"0\"}],"
    "\"expr\":\"a+1\",\"value\":\"1\"}\n"
    "{\"event\":\"try\",\"label\":\"delete\",\"reads\":[[\"d\",[0,1]]],\"terms\":[{\"name\":\"a\",\"value\":\"1\"}],"
    "\"expr\":\"a+1\",\"value\":\"2\"}\n"
    "{\"event\":\"try\",\"label\":\"insert\",\"reads\":[[\"d\",[1,0]]],\"terms\":[{\"name\":\"a\",\"value\":\"1\"}],"
    "\"expr\":\"a+1\",\"value\":\"2\"}\n"
    "{\"event\":\"set\",\"table\":\"d\",\"at\":[1,1],\"value\":\"1\",\"chosen\":[\"replace\"],\"why\":\"min\"}\n"
    "{\"event\":\"back\",\"table\":\"d\",\"at\":[1,1],\"take\":\"replace\"}\n";

static void tables_from_elsewhere_have_arrows_too(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    source where = {STR("edit.jsonl"), str_of(edit_distance)};
    trace *t = trace_from_lines(&where, a, &e);
    const story *s = t ? story_build(t, a, &e) : NULL;
    if (!s)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    figure *f = try_figure(s, (wish){.kind = "arrows"}, a, &e);
    assert_non_null(f);
    assert_true(has_cell(f, "d[0,1] = 1, from the left"));
    assert_true(has_cell(f, "d[1,0] = 1, from above"));
    assert_true(has_cell(f, "d[1,1] = 1, from the diagonal, best path"));
    arena_free(a);
}

/* ---- handouts ---- */

static const char *const pairs[] = {
    "DIET|TIDE",
    "ABCBDAB|BDCABA",
    "STONE|LONGEST",
    "动态规划|规划动态",
    "春眠不觉晓|不觉春晓",
    "学而时习之|时而学之",
    "PLASMA|LLAMAS",
    "ABC|XYZ",
    "A|A",
    "A|B",
    "A|AAAA",
    "AAAA|AAAA",
    "ABCD|ABCD",
    "|ABC",
    "ABC|",
    "|",
    "a b  c| ab c ",
    "\"\\<&>|<\">&\\",
    "12345|54321",
    "*_*|_*_",
    "abcabcabc|cbacbacba",
    "matrixchain|chainmatrix",
};

static void sentences_are_sound(void **state) {
    uint64_t seed = 2024;
    for (size_t round = 0; round < COUNT(pairs) + 60; round++) {
        arena *a = arena_new(NULL);
        size_t m = round % 9, n = (round * 5 + 3) % 11;
        const char *const *alphabet = round % 3 ? dna : han;
        const char *pair = round < COUNT(pairs)
                               ? pairs[round]
                               : random_pair(a, &seed, m, n, alphabet, 1 + round % (round % 3 ? 4 : 9));
        for (size_t lang = 0; lang < 2; lang++) {
            datum *instance = sheet_instance(&kits[lang], str_of(pair), a);
            hunt_text(sheet_markdown(&kits[lang], instance, a), lang ? "zh" : "en", str_of(pair), *state, a);
        }
        arena_free(a);
    }
}

static void pages_are_sound(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (size_t k = 0; k < COUNT(pairs) + 6; k++) {
        arena *a = arena_new(NULL);
        const char *pair = k < COUNT(pairs)        ? pairs[k]
                           : k == COUNT(pairs)     ? random_pair(a, &seed, 60, 60, dna, 4)
                           : k == COUNT(pairs) + 1 ? random_pair(a, &seed, 20, 20, han, COUNT(han))
                           : k == COUNT(pairs) + 2 ? random_pair(a, &seed, 12, 9, odd, COUNT(odd))
                                                   : random_pair(a, &seed, 1 + k % 8, 20 - k % 19, dna, 4);
        sheet_tally t = {0};
        size_t lang = k % 2;
        check_sheet(&kits[lang], sheet_instance(&kits[lang], str_of(pair), a), k % 3 ? "a4" : "letter", pair, &t, a);
        arena_free(a);
    }
}

/* What the teaching guide allows: letters, pages. */
static void handouts_stay_short(void **state) {
    (void)state;
    static const struct {
        const char *pair;
        size_t most;
    } limits[] = {
        {"DIET|TIDE", 4},
        {"动态规划|规划动态", 4},
        {"ABAB|BABA", 4},
        {"ABCD|WXYZ", 4},
        {"SPAIN|PAIRS", 4},
        {"STONE|LONGE", 5},
        {"学而时习之|时而学之习", 5},
        {"ABCBDABC|BDCABABD", 6},
        {"ABCDEFGH|HGFEDCBA", 6},
        {"AAAABBBB|BBBBAAAA", 6},
    };
    for (size_t k = 0; k < COUNT(limits); k++)
        for (size_t lang = 0; lang < 2; lang++) {
            arena *a = arena_new(NULL);
            datum *instance = sheet_instance(&kits[lang], str_of(limits[k].pair), a);
            pages *p = check_sheet(&kits[lang], instance, "a4", limits[k].pair, NULL, a);
            if (p->count > limits[k].most)
                fail_msg("%s has %zu pages, %zu are allowed", limits[k].pair, p->count, limits[k].most);
            arena_free(a);
        }
}

/* Pages are full but for the last, and that is worth turning to. */
static void pages_are_well_filled(void **state) {
    (void)state;
    static const char *const filled[] = {"DIET|TIDE",      "SPAIN|PAIRS", "春眠不觉晓|不觉春晓", "PLASMA|LLAMAS",
                                         "ABCBDAB|BDCABA", "ABCDE|VWXYZ", "学而时习之|时而学之", "ABCDABCD|DCBADCBA"};
    for (size_t k = 0; k < COUNT(filled); k++)
        for (size_t lang = 0; lang < 2; lang++) {
            arena *a = arena_new(NULL);
            pages *p =
                check_sheet(&kits[lang], sheet_instance(&kits[lang], str_of(filled[k]), a), "a4", filled[k], NULL, a);
            for (size_t page = 0; page < p->count; page++) {
                double share = page_filled(p->items[page]);
                if (share < (page + 1 < p->count ? 0.75 : 0.36))
                    fail_msg("%s: page %zu of %zu is filled to %d %%", filled[k], page + 1, p->count,
                             (int)(100 * share));
            }
            arena_free(a);
        }
}

static bool says(const char *markdown, const char *sentence) {
    return strstr(markdown, sentence) != NULL;
}

/* What the sheets of the guide's instances have to say. */
static void sheets_say_what_is_so(void **state) {
    (void)state;
    static const struct {
        const char *pair;
        size_t lang;
        const char *sentences[13];
    } wanted[] = {
        {"ABCBDAB|BDCABA",
         0,
         {"the recurrence makes $152$ calls, but only $30$ of the pairs $(i,j)$ are different",
          "LCS-MEMO$(7, 6)$ makes $42$ calls, for $30$ different pairs.", "This table has 16 tied cells.",
          "Going up has found **BCBA**; going to the left finds **BDAB**.",
          "There are $3$ different ones: **BCAB**, **BCBA** and **BDAB**.", "first: **ABCB**. Read backwards",
          "$X_{ 4 }$ = **ABCB** and $Y_{ 5 }$ = **BDCAB** both end in **B**.", "**BC** becomes **BCB**.",
          "in **AB**, $x_{ 4 }$ replaces $x_{ 2 }$.", "$c[4,5] = c[3,4] + 1 = 2 + 1 = 3$",
          "| longest common substring | 2 |", "| equal: add 1 to the larger neighbour | 5 |",
          "| different: copy the value on the diagonal | 1 |"}},
        {"STONE|LONGEST",
         0,
         {"This finds **ST**, 2 letters, at the places 1, 2 of $X$ and 6, 7 of $Y$.",
          "this is the LCS **ONE** of length 3", "only one LCS here.", "| join at the first chance | 2 |",
          "| longest common substring | 2 |"}},
        {"A|AA", 0, {"| equal: add 1 to the larger neighbour | 2 |", "Nothing can be longer, since $X$ is used up."}},
        {"DIET|TIDE", 0, {"Going up has found **DE**; going to the left finds **IE**."}},
        {"ABC|XYZ", 0, {"have no letter in common, and their LCS is the empty sequence", "is the only LCS."}},
        {"|", 0, {"Both texts are empty", "only one cell"}},
        {"春眠不觉晓|不觉春晓", 0, {"$X_{ 4 }$ = **春眠不觉** and $Y_{ 2 }$ = **不觉** both end in **觉**."}},
        {"动态规划|规划动态", 1, {"并列时取 ↑，得到“动态”；取 ←，得到“规划”。"}},
        {"春眠不觉晓|不觉春晓",
         1,
         {"这样得到“春晓”，共2个字符，在 $X$ 中的位置是 1, 5，在 $Y$ 中是 3, 4。", "就是 LCS：“不觉晓”，长度为 3。",
          "| 从左到右的贪心匹配 | 2 |"}},
        {"ABC|XYZ", 1, {"没有公共字符，最长公共子序列为空序列"}},
        {"ABCBDAB|BDCABA", 1, {"共调用 $152$ 次，而不同的 $(i,j)$ 只有 $30$ 对", "共调用 $42$ 次"}},
    };
    for (size_t k = 0; k < COUNT(wanted); k++) {
        arena *a = arena_new(NULL);
        const sheet_kit *kit = &kits[wanted[k].lang];
        const char *markdown = sheet_markdown(kit, sheet_instance(kit, str_of(wanted[k].pair), a), a);
        for (size_t s = 0; s < 13 && wanted[k].sentences[s]; s++)
            if (!says(markdown, wanted[k].sentences[s]))
                fail_msg("%s: nothing says \"%s\" in\n%s", wanted[k].pair, wanted[k].sentences[s], markdown);
        arena_free(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_textbook_table_is_drawn_cell_by_cell),
        cmocka_unit_test(goldens),
        cmocka_unit_test(the_legend_says_what_an_arrow_means),
        cmocka_unit_test(zeros_and_the_cell_in_hand_are_shown),
        cmocka_unit_test(empty_texts_have_their_tables),
        cmocka_unit_test(large_tables_are_cut_between_rows_and_columns),
        cmocka_unit_test(cells_are_equal_and_values_centred),
        cmocka_unit_test(long_tables_show_the_band_of_the_way),
        cmocka_unit_test(spaces_are_visible),
        cmocka_unit_test(lines_never_cross),
        cmocka_unit_test(wrong_parameters_are_refused),
        cmocka_unit_test(every_moment_is_drawn),
        cmocka_unit_test(calls_keep_clear_of_one_another),
        cmocka_unit_test(tables_from_elsewhere_have_arrows_too),
        cmocka_unit_test(sentences_are_sound),
        cmocka_unit_test(pages_are_sound),
        cmocka_unit_test(handouts_stay_short),
        cmocka_unit_test(pages_are_well_filled),
        cmocka_unit_test(sheets_say_what_is_so),
    };
    return cmocka_run_group_tests(tests, open_kits, close_kits);
}
