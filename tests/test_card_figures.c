/* The figures made for the card game: the graph of subproblems, the equations, the play, the growth, and arrows in
 * tables. Numbers are compared with a minimax of our own; recursions of other kinds are drawn too. */
#define TEST_PROBLEM "cards"
#include "blank.h"
#include "number.h"
#include "scenes.h"

enum { MOST = 12 };

static uint64_t state_of_chance = 20240715;

static size_t below(size_t limit) {
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (size_t)((state_of_chance * 0x2545F4914F6CDD1DULL) >> 33) % limit;
}

/* ---- a minimax of our own ---- */

typedef struct row {
    size_t n;
    long long cards[MOST];
} row;

static long long mover(const row *r, size_t i, size_t j);

static long long other(const row *r, size_t i, size_t j) {
    if (i == j)
        return 0;
    long long left = mover(r, i + 1, j), right = mover(r, i, j - 1);
    return left < right ? left : right;
}

static long long mover(const row *r, size_t i, size_t j) {
    if (i == j)
        return r->cards[i];
    long long left = r->cards[i] + other(r, i + 1, j), right = r->cards[j] + other(r, i, j - 1);
    return left > right ? left : right;
}

static row random_row(size_t n, long long range) {
    row r = {.n = n};
    for (size_t k = 0; k < n; k++)
        r.cards[k] = (long long)below((size_t)range) - (below(4) ? 0 : range / 2);
    return r;
}

static const char *text_of_row(arena *a, const row *r) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < r->n; k++)
        strbuf_addf(&b, "%s%lld", k ? " " : "", r->cards[k]);
    return str_to_c(a, strbuf_text(&b));
}

static const char *shown(arena *a, long long value) {
    return str_to_c(a, number_shown(str_format(a, "%lld", value), a));
}

static const char *refusal(arena *a, const story *s, wish w) {
    error e = error_in(a);
    return try_figure(a, s, w, &e) ? "drawn" : str_to_c(a, e.message);
}

/* ---- subproblems ---- */

/* f and s of all runs of cards, each once, with the right value; all counts together are the calls of the recursion. */
static void each_subproblem_is_drawn_once(void **state) {
    (void)state;
    for (size_t n = 1; n <= 9; n++) {
        arena *a = arena_new(NULL);
        row r = random_row(n, 30);
        story *s = story_of(a, text_of_row(a, &r));
        figure *f = figure_of(a, s, (wish){.kind = "subproblems", .run = "plain", .params = "root=win"});
        assert_int_equal(figure_groups(f, "call-"), n * (n + 1) + 1);
        size_t calls = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++)
                for (size_t who = 0; who < 2; who++) {
                    const group *g = figure_group(f, str_format(a, "call-%c-%zu--%zu-", "fs"[who], i, j).ptr);
                    assert_non_null(g);
                    long long value = who ? other(&r, i, j) : mover(&r, i, j);
                    str alt = str_format(a, "%c(%zu, %zu) = %s", "fs"[who], i, j, shown(a, value));
                    assert_true(str_starts(g->alt, alt.ptr));
                    size_t times = str_find(g->alt, STR("×"), 0), count = 0;
                    for (size_t k = times == SIZE_MAX ? g->alt.len : times + 2; k < g->alt.len; k++)
                        count = count * 10 + (size_t)(g->alt.ptr[k] - '0');
                    calls += count ? count : 1;
                }
        assert_int_equal(calls + 1, ((size_t)2 << n) - 1);
        f = figure_of(a, s, (wish){.kind = "subproblems", .run = "memo"});
        assert_int_equal(figure_groups(f, "call-"), n * (n + 1) / 2);
        assert_null(figure_group(f, "call-win--"));
        arena_free(a);
    }
}

/* Boxes of calls with a line this heavy. */
static size_t heavy_boxes(const figure *f, double width) {
    size_t count = 0;
    for (size_t p = 0; p < f->count; p++) {
        const scene *s = f->parts[p];
        for (size_t k = 0; k + 1 < s->count; k++)
            count += s->items[k].kind == ITEM_OPEN && str_starts(s->items[k].group->id, "call-") &&
                     s->items[k + 1].kind == ITEM_PATH && s->items[k + 1].paint->width >= width;
    }
    return count;
}

/* Best play passes one call of each length; with heavy lines, not by colour alone. What is called more than once is
 * filled, and says how often. */
static void best_play_and_repeats_are_told_without_colour(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const theme *t = &looks[0].theme;
    assert_true(t->stroke.best_path > 2 * t->stroke.node);
    for (size_t n = 2; n <= 8; n++) {
        row r = random_row(n, 5); /* ties too */
        figure *f = figure_of(a, story_of(a, text_of_row(a, &r)), (wish){.kind = "subproblems"});
        assert_int_equal(heavy_boxes(f, t->stroke.best_path), n);
    }
    figure *f = figure_of(a, story_of(a, "1 8 10 6"), (wish){.kind = "subproblems"});
    assert_non_null(strstr(figure_text(a, f), "best play"));
    assert_non_null(strstr(figure_text(a, f), "called more than once"));
    assert_non_null(strstr(str_to_c(a, figure_group(f, "call-s-1--1-")->alt), "×3"));
    assert_non_null(strstr(figure_text(a, f), "4 cards"));
    assert_non_null(strstr(figure_text(a, f), " 1 card "));
    f = figure_of(a, story_of(a, "5"), (wish){.kind = "subproblems"});
    assert_null(strstr(figure_text(a, f), "best play"));
    f = figure_of(a, story_of(a, "1 8 10 6"), (wish){.kind = "subproblems", .params = "legend=no"});
    assert_null(strstr(figure_text(a, f), "best play"));
    arena_free(a);
}

static void graphs_begin_where_asked(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, "1 8 10 6");
    assert_int_equal(figure_groups(figure_of(a, s, (wish){.kind = "subproblems", .params = "root=s"}), "call-"), 10);
    figure *f = figure_of(a, s, (wish){.kind = "subproblems", .params = "root=f(1,2)"});
    assert_int_equal(figure_groups(f, "call-"), 3);
    assert_non_null(figure_group(f, "call-f-1--2-"));
    assert_string_equal(refusal(a, s, (wish){.kind = "subproblems", .params = "root=g"}),
                        "figure subproblems: the run has no call 'g'");
    assert_string_equal(refusal(a, s, (wish){.kind = "unfold", .params = "root=f(1,9)"}),
                        "figure unfold: the run has no call 'f(1,9)'");
    assert_true(strstr(refusal(a, s, (wish){.kind = "subproblems", .width = 60, .height = 700}), "do not fit a page"));
    arena_free(a);
}

/* At a step only what has been called is there, only what has returned has its value, and nothing moves. */
static void graphs_grow_step_by_step(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, "3 1 5 2");
    const story_run *plain = story_run_named(s, STR("plain"));
    figure *whole = figure_of(a, s, (wish){.kind = "subproblems"});
    size_t before = 0;
    for (size_t step = 1; step <= plain->frame_step_count; step++) {
        wish w = {.kind = "subproblems", .step = step, .lang = step % 2};
        figure *f = figure_of(a, s, w);
        check_parts(a, f, w, "a step");
        size_t now = figure_groups(f, "call-");
        assert_true(now >= before && now <= 10);
        assert_true(f->parts[0]->w == whole->parts[0]->w || w.lang);
        before = now;
    }
    assert_int_equal(before, 10);
    figure *first = figure_of(a, s, (wish){.kind = "subproblems", .step = 1});
    assert_int_equal(figure_groups(first, "call-"), 4); /* f(0,3), s(1,3), f(2,3), s(3,3), which has returned */
    assert_true(str_is(figure_group(first, "call-s-3--3-")->alt, "s(3, 3) = 0"));
    assert_true(str_starts(figure_group(first, "call-f-2--3-")->alt, "f(2, 3)"));
    assert_null(strstr(str_to_c(a, figure_group(first, "call-f-2--3-")->alt), "="));
    arena_free(a);
}

/* ---- unfold ---- */

/* As a lecturer writes them on the board. */
static void equations_are_those_of_the_board(void **state) {
    (void)state;
    static const struct {
        const char *id, *equation;
    } known[] = {
        {"equation-f-0--3-", "f(0, 3) = max(1 + s(1, 3), 6 + s(0, 2)) = max(11, 14) = 14"},
        {"equation-s-1--3-", "s(1, 3) = min(f(2, 3), f(1, 2)) = min(10, 10) = 10"},
        {"equation-s-0--2-", "s(0, 2) = min(f(1, 2), f(0, 1)) = min(10, 8) = 8"},
        {"equation-f-0--1-", "f(0, 1) = max(1 + s(1, 1), 8 + s(0, 0)) = max(1, 8) = 8"},
        {"equation-s-3--3-", "s(3, 3) = 0"},
    };
    arena *a = arena_new(NULL);
    story *s = story_of(a, "1 8 10 6");
    figure *f = figure_of(a, s, (wish){.kind = "unfold", .width = 483, .height = 700});
    assert_int_equal(figure_groups(f, "equation-"), 10);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        assert_string_equal(str_to_c(a, figure_group(f, known[k].id)->alt), known[k].equation);
    f = figure_of(a, s, (wish){.kind = "unfold", .params = "levels=2"});
    assert_int_equal(figure_groups(f, "equation-"), 3);
    f = figure_of(a, story_of(a, "-3 -5"), (wish){.kind = "unfold"});
    assert_string_equal(str_to_c(a, figure_group(f, "equation-f-0--1-")->alt),
                        "f(0, 1) = max(−3 + s(1, 1), −5 + s(0, 0)) = max(−3, −5) = −3");
    arena_free(a);
}

/* Each call once; of n (n − 1) mentions all but the first of each call are in dashed boxes. */
static void each_call_is_written_out_once(void **state) {
    (void)state;
    for (size_t n = 1; n <= 8; n++) {
        arena *a = arena_new(NULL);
        row r = random_row(n, 40);
        figure *f =
            figure_of(a, story_of(a, text_of_row(a, &r)), (wish){.kind = "unfold", .width = 483, .height = 690});
        assert_int_equal(figure_groups(f, "equation-"), n * (n + 1) / 2);
        size_t dashed = 0, legends = 0;
        for (size_t p = 0; p < f->count; p++)
            for (size_t k = 0; k < f->parts[p]->count; k++)
                dashed += f->parts[p]->items[k].kind == ITEM_PATH && f->parts[p]->items[k].paint->dash_count > 0;
        const char *text = figure_text(a, f);
        for (const char *at = strstr(text, "written before"); at; at = strstr(at + 1, "written before"))
            legends++;
        assert_int_equal(dashed - legends, n * (n - 1) - (n * (n + 1) / 2 - 1));
        arena_free(a);
    }
}

/* ---- play ---- */

static void plays_are_told_turn_by_turn(void **state) {
    (void)state;
    for (size_t n = 1; n <= 10; n++) {
        arena *a = arena_new(NULL);
        row r = random_row(n, 60);
        figure *f = figure_of(a, story_of(a, text_of_row(a, &r)), (wish){.kind = "play"});
        assert_int_equal(figure_groups(f, "move-"), n);
        assert_int_equal(figure_groups(f, "card-"), n * n); /* taken ones leave a dashed place */
        long long scores[2] = {0, 0};
        size_t i = 0, j = n; /* what lies there */
        for (size_t k = 0; k < n; k++) {
            long long left = r.cards[i] + (j - i > 1 ? other(&r, i + 1, j - 1) : 0);
            long long right = r.cards[j - 1] + (j - i > 1 ? other(&r, i, j - 2) : 0);
            size_t taken = left >= right ? i++ : --j;
            scores[k % 2] += r.cards[taken];
            str alt = str_format(a, "Turn %zu: %c takes %s from position %zu; %s : %s.", k + 1, "AB"[k % 2],
                                 shown(a, r.cards[taken]), taken, shown(a, scores[0]), shown(a, scores[1]));
            assert_string_equal(str_to_c(a, figure_group(f, str_format(a, "move-%zu", k + 1).ptr)->alt),
                                str_to_c(a, alt));
        }
        assert_true(scores[0] == mover(&r, 0, n - 1) && scores[1] == other(&r, 0, n - 1));
        arena_free(a);
    }
}

static void moves_are_chosen(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, "1 8 10 6");
    figure *f = figure_of(a, s, (wish){.kind = "play", .params = "moves=0"});
    assert_int_equal(figure_groups(f, "move-"), 0);
    assert_string_equal(figure_text(a, f), " 1 8 10 6 0 1 2 3");
    f = figure_of(a, s, (wish){.kind = "play", .params = "moves=2-3"});
    assert_int_equal(figure_groups(f, "move-"), 2);
    assert_non_null(figure_group(f, "move-3"));
    f = figure_of(a, s, (wish){.kind = "play", .step = 3});
    assert_int_equal(figure_groups(f, "move-"), 3);
    assert_string_equal(refusal(a, s, (wish){.kind = "play", .params = "moves=5-6"}),
                        "figure play: moves=5-6 names none of the 4 moves");
    assert_string_equal(refusal(a, s, (wish){.kind = "play", .params = "moves=2-"}),
                        "parameter 'moves' of a figure is '2-': a range such as 2-4 is needed");
    /* A long row keeps its ends, the card taken among them, and goes on over pages. */
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < 60; k++)
        strbuf_addf(&b, "%zu ", 10 + (k * 37) % 60);
    wish w = {.kind = "play", .width = 483, .height = 690};
    f = figure_of(a, story_of(a, b.ptr), w);
    check_parts(a, f, w, "sixty cards");
    assert_true(f->count > 2);
    assert_int_equal(figure_groups(f, "move-"), 60);
    arena_free(a);
}

/* ---- growth ---- */

static void growth_is_counted(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t n = 4; n <= 13; n += 9) {
        row r = random_row(n > MOST ? MOST : n, 9);
        figure *f =
            figure_of(a, story_of(a, text_of_row(a, &r)), (wish){.kind = "growth", .width = 483, .height = 690});
        for (size_t k = 1; k <= 10; k++) {
            size_t plain = 1, distinct = 0; /* win; f and s of all runs of cards */
            for (size_t level = 0; level < k; level++)
                plain += (size_t)2 << level;
            for (size_t i = 0; i < k; i++)
                for (size_t j = i; j < k; j++)
                    distinct += 2;
            const size_t wanted[] = {plain, distinct};
            for (size_t c = 0; c < 2; c++) {
                const group *g = figure_group(f, str_format(a, "cell-%zu-%zu", c, k).ptr);
                assert_true(str_ends(g->alt, str_format(a, ": %s", shown(a, (long long)wanted[c])).ptr));
            }
        }
        assert_non_null(strstr(figure_text(a, f), "2047"));
    }
    story *s = story_of(a, "1 2 3");
    figure *f = figure_of(a, s, (wish){.kind = "growth", .params = "rows=2-5 only=distinct"});
    assert_null(figure_group(f, "cell-0-6"));
    assert_true(str_ends(figure_group(f, "cell-0-5")->alt, ": 30"));
    assert_string_equal(refusal(a, s, (wish){.kind = "growth", .params = "only=x"}),
                        "figure line-chart: the table has no column 'x'");
    assert_string_equal(refusal(a, s, (wish){.kind = "growth", .params = "rows=3"}),
                        "figure line-chart: a line needs two rows at least");
    arena_free(a);
}

/* The heights of a line's marks. */
static size_t mark_heights(const scene *s, const char *label, double *heights, size_t most) {
    size_t count = 0;
    for (size_t k = 0; k < s->count && count < most; k++) {
        const item *it = &s->items[k];
        if (it->kind != ITEM_PATH)
            continue;
        known_shape shape = segments_shape(it->segments, it->segment_count);
        bool wanted = label[0] == 'p' ? shape.kind == SHAPE_CIRCLE && shape.box.w < 6
                                      : shape.kind == SHAPE_RECT && shape.box.w < 6;
        if (wanted)
            heights[count++] = shape.box.y + shape.box.h / 2;
    }
    return count;
}

/* Of lines that end more than twenty times as high as others the scale goes by powers of ten: what grows tenfold climbs
 * by equal steps, and the lower line stands clear of the axis. Else it is even. */
static void lines_far_apart_have_powers_of_ten(void **state) {
    (void)state;
    static const struct {
        long plain[4], distinct[4];
        bool powers;
    } tables[] = {{{10, 100, 1000, 10000}, {1, 10, 100, 100}, true}, {{10, 20, 30, 40}, {2, 4, 6, 8}, false}};
    arena *a = arena_new(NULL);
    for (size_t t = 0; t < 2; t++) {
        strbuf b = strbuf_in(a);
        strbuf_add_c(
            &b, "{\"handtrace\": 1, \"problem\": \"x\"}\n{\"event\": \"table\", \"id\": \"growth\", \"rows\": [1, 4], "
                "\"cols\": [1, 2], \"col_labels\": [\"plain\", \"distinct\"]}\n");
        for (int r = 0; r < 4; r++)
            for (int c = 0; c < 2; c++)
                strbuf_addf(&b,
                            "{\"event\": \"cell\", \"tables\": [\"growth\"], \"at\": [%d, %d]}\n{\"event\": \"set\", "
                            "\"table\": \"growth\", \"at\": [%d, %d], \"value\": \"%ld\", \"why\": \"base\"}\n",
                            r + 1, c + 1, r + 1, c + 1, c ? tables[t].distinct[r] : tables[t].plain[r]);
        error e = error_in(a);
        source where = {STR("growth.jsonl"), strbuf_text(&b)};
        trace *read = trace_from_lines(&where, a, &e);
        const story *s = read ? story_build(read, a, &e) : NULL;
        if (!s)
            fail_msg("%s", error_text(&e).ptr);
        const scene *p = figure_of(a, s, (wish){.kind = "growth"})->parts[0];
        double y[8], low[8];
        assert_true(mark_heights(p, "plain", y, 8) >= 4 && mark_heights(p, "distinct", low, 8) >= 4);
        double first = y[0] - y[1], second = y[1] - y[2], third = y[2] - y[3];
        assert_true(first > 5 && fabs(first - second) < 0.1 && fabs(second - third) < 0.1);
        assert_true(fabs((y[0] - low[3]) - (tables[t].powers ? first : -first / 5)) < 0.1);
    }
    arena_free(a);
}

/* Lines are told apart by dashes and marks, not by colour. */
static void lines_of_growth_differ(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    figure *f = figure_of(a, story_of(a, "1 2 3"), (wish){.kind = "growth"});
    bool solid = false, dashed = false;
    for (size_t k = 0; k < f->parts[0]->count; k++) {
        const item *it = &f->parts[0]->items[k];
        if (it->kind != ITEM_PATH || it->segment_count < 10 || it->paint->filled)
            continue;
        solid = solid || it->paint->dash_count == 0;
        dashed = dashed || it->paint->dash_count > 0;
    }
    assert_true(solid && dashed);
    arena_free(a);
}

/* ---- arrows in tables ---- */

/* How many heads of arrows end in the box of this cell. */
static size_t heads_in(const scene *s, const char *id) {
    size_t at = 0, heads = 0;
    assert_non_null(scene_group(s, id, &at));
    box cell = item_ink(&s->items[at + 1]); /* the frame of its state */
    for (size_t k = 0; k < s->count; k++) {
        const item *it = &s->items[k];
        if (it->kind != ITEM_PATH || it->segment_count != 5 || !it->paint->filled || it->paint->width > 0)
            continue;
        box head = segments_box(it->segments, it->segment_count);
        known_shape shape = segments_shape(it->segments, it->segment_count);
        heads += shape.kind == SHAPE_PATH && head.x > cell.x && head.x + head.w < cell.x + cell.w && head.y > cell.y &&
                 head.y + head.h < cell.y + cell.h + 3;
    }
    return heads;
}

static void arrows_join_what_is_read(void **state) {
    (void)state;
    for (size_t n = 2; n <= 7; n++) {
        arena *a = arena_new(NULL);
        row r = random_row(n, 90);
        story *s = story_of(a, text_of_row(a, &r));
        const story_run *run = story_run_named(s, STR("table"));
        for (size_t step = 1; step <= run->step_count; step++)
            for (size_t who = 0; who < 2; who++) {
                wish w = {.kind = "tables",
                          .step = step,
                          .run = "table",
                          .width = n < 7 ? 483 : 0,
                          .lang = step % 2,
                          .params = who ? "reads=yes into=s" : "reads=yes into=f"};
                figure *f = figure_of(a, s, w);
                check_parts(a, f, w, text_of_row(a, &r));
                const story_step *at = &run->steps[step - 1];
                str id = str_format(a, "cell-%c-%lld-%lld", "fs"[who], (long long)at -> row, (long long)at -> col);
                if (f->count == 1)
                    assert_int_equal(heads_in(f->parts[0], id.ptr), at->row == at->col ? 0 : 2);
            }
        arena_free(a);
    }
}

/* Without the switch nothing changes. */
static void tables_without_arrows_stay(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, "1 8 10 6");
    wish w = {.kind = "tables", .step = 10, .run = "table", .width = 483}, no = w, yes = w;
    no.params = "reads=no";
    yes.params = "reads=yes";
    str plain = scene_dump(figure_of(a, s, w)->parts[0], a);
    assert_true(str_equal(plain, scene_dump(figure_of(a, s, no)->parts[0], a)));
    assert_false(str_equal(plain, scene_dump(figure_of(a, s, yes)->parts[0], a)));
    arena_free(a);
}

/* A row of no cards has tables without cells. */
static void what_is_not_there_is_refused(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *none = story_of(a, "");
    static const char *const kinds[] = {"tables", "play", "unfold"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t r = 0; r < none->run_count; r++)
            if (!str_is(none->runs[r].id, "growth"))
                assert_false(figure_kind_named(str_of(kinds[k]))->draws(&none->runs[r]));
    assert_int_equal(figure_groups(figure_of(a, none, (wish){.kind = "subproblems"}), "call-"), 1); /* win */
    assert_string_equal(refusal(a, story_of(a, "1 2"), (wish){.kind = "tables", .run = "table", .params = "into=x"}),
                        "figure tables: the run has no table 'x'");
    arena_free(a);
}

/* ---- nothing overlaps ---- */

static void draw_all(arena *a, const char *instance, size_t lang, double width, double height) {
    story *s = story_of(a, instance);
    const story_run *table = story_run_named(s, STR("table")), *plain = story_run_named(s, STR("plain"));
    wish wishes[] = {{.kind = "subproblems"},
                     {.kind = "subproblems", .run = "memo", .params = "root=win"},
                     {.kind = "subproblems", .step = 1 + below(plain->frame_step_count)},
                     {.kind = "unfold"},
                     {.kind = "unfold", .step = 1 + below(plain->frame_step_count), .params = "root=win"},
                     {.kind = "play"},
                     {.kind = "play", .params = "moves=0"},
                     {.kind = "play", .step = 1 + below(table->move_count)},
                     {.kind = "growth"},
                     {.kind = "tables", .run = "table", .step = 1 + below(table->step_count), .params = "reads=yes"}};
    for (size_t k = 0; k < sizeof wishes / sizeof *wishes; k++) {
        wishes[k].lang = lang;
        wishes[k].width = width;
        wishes[k].height = height;
        check_parts(a, figure_of(a, s, wishes[k]), wishes[k], instance);
    }
}

static void random_rows_are_drawn_well(void **state) {
    (void)state;
    static const long long ranges[] = {3, 10, 10, 100, 1000, 1000000, 1000000000000};
    for (size_t round = 0; round < 160; round++) {
        arena *a = arena_new(NULL);
        row r = random_row(1 + round % 8, ranges[below(sizeof ranges / sizeof *ranges)]);
        if (below(3) == 0)
            draw_all(a, text_of_row(a, &r), round / 8 % 2, 0, 0);
        else
            draw_all(a, text_of_row(a, &r), round / 8 % 2, below(3) ? 483 : 440, below(3) ? 690 : 560);
        arena_free(a);
    }
}

/* The sizes that a sheet has to bear. */
static void larger_rows_are_drawn(void **state) {
    (void)state;
    for (size_t lang = 0; lang < 2; lang++) {
        arena *a = arena_new(NULL);
        row r = random_row(MOST, 15);
        story *s = story_of(a, text_of_row(a, &r));
        static const char *const params[] = {"root=f", "root=s", "root=win"};
        for (size_t k = 0; k < 3; k++) {
            wish w = {.kind = "subproblems", .width = 483, .height = 690, .lang = lang, .params = params[k]};
            figure *f = figure_of(a, s, w);
            check_parts(a, f, w, "twelve cards");
            /* Two triangles that only win joins are a part each. */
            assert_int_equal(f->count, k == 2 ? 2 : 1);
        }
        wish w = {.kind = "unfold", .width = 483, .height = 690, .lang = lang};
        check_parts(a, figure_of(a, s, w), w, "twelve cards");
        arena_free(a);
    }
}

/* ---- exercises ---- */

static bool hides_all(const story_step *s, const void *user) {
    (void)user;
    return s->kind != STEP_CELL || s->row != s->col;
}

static void blanks_hold_no_answers(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *full = story_of(a, "21 2000 300 4000");
    story *s = story_blank(full, &(story_blanks){.hides = hides_all, .work = true, .end = true}, a);
    static const char *const answers[] = {"4300", "6000", "4021", "2300", "6021"};
    static const char *const kinds[] = {"subproblems", "unfold", "tables"};
    for (size_t lang = 0; lang < 2; lang++)
        for (size_t k = 0; k < 3; k++) {
            wish w = {.kind = kinds[k], .width = 483, .height = 690, .lang = lang};
            figure *f = figure_of(a, s, w), *known = figure_of(a, full, w);
            check_parts(a, f, w, "an exercise");
            size_t told = 0;
            for (size_t n = 0; n < sizeof answers / sizeof *answers; n++) {
                assert_null(strstr(figure_text(a, f), answers[n]));
                told += strstr(figure_text(a, known), answers[n]) != NULL;
            }
            assert_true(told > 0); /* so that it is worth looking for them */
        }
    wish w = {.kind = "play", .width = 483};
    figure *f = figure_of(a, s, w);
    check_parts(a, f, w, "an exercise");
    assert_int_equal(figure_groups(f, "move-"), 0);
    assert_int_equal(figure_groups(f, "card-"), 4);
    arena_free(a);
}

/* ---- recursions of other kinds ---- */

static size_t add_enter(strbuf *b, size_t *frames, size_t parent, const char *call) {
    size_t frame = ++*frames;
    strbuf_addf(b, "{\"event\":\"enter\",\"frame\":%zu,", frame);
    if (parent)
        strbuf_addf(b, "\"parent\":%zu,", parent);
    strbuf_addf(b, "%s}\n", call);
    return frame;
}

typedef struct result {
    size_t frame;
    long long value;
} result;

static result add_fib(arena *a, strbuf *b, size_t *frames, size_t parent, int n) {
    result r = {add_enter(b, frames, parent, str_format(a, "\"fn\":\"fib\",\"args\":[%d]", n).ptr), n};
    if (n >= 2) {
        result one = add_fib(a, b, frames, r.frame, n - 1), two = add_fib(a, b, frames, r.frame, n - 2);
        r.value = one.value + two.value;
        strbuf_addf(b,
                    "{\"event\":\"try\",\"frame\":%zu,\"label\":\"sum\",\"reads\":[{\"frame\":%zu},{\"frame\":%zu}],"
                    "\"terms\":[{\"name\":\"a\",\"value\":\"%lld\"},{\"name\":\"b\",\"value\":\"%lld\"}],"
                    "\"expr\":\"a+b\",\"value\":\"%lld\"}\n",
                    r.frame, one.frame, two.frame, one.value, two.value, r.value);
    }
    strbuf_addf(b, "{\"event\":\"return\",\"frame\":%zu,\"value\":\"%lld\",\"why\":\"%s\"}\n", r.frame, r.value,
                n < 2 ? "base" : "sum");
    return r;
}

static strbuf lines_of(arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"other\",\"title\":\"Other\",\"instance\":{}}\n");
    return b;
}

static void fibonacci_is_merged_and_unfolded(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = lines_of(a);
    size_t frames = 0;
    add_fib(a, &b, &frames, 0, 9);
    story *s = story_of_lines(a, strbuf_text(&b));
    assert_int_equal(frames, 109);
    for (size_t lang = 0; lang < 2; lang++) {
        wish w = {.kind = "subproblems", .width = 483, .height = 690, .lang = lang};
        figure *f = figure_of(a, s, w);
        check_parts(a, f, w, "fib");
        assert_int_equal(figure_groups(f, "call-"), 10);
        assert_true(str_is(figure_group(f, "call-fib-5-")->alt, "fib(5) = 5, ×5"));
        assert_int_equal(heavy_boxes(f, looks[0].theme.stroke.best_path), 0); /* nothing is chosen */
        w.kind = "unfold";
        f = figure_of(a, s, w);
        check_parts(a, f, w, "fib");
        assert_int_equal(figure_groups(f, "equation-"), 10);
        assert_true(str_is(figure_group(f, "equation-fib-9-")->alt, "fib(9) = fib(8) + fib(7) = 34"));
        assert_true(str_is(figure_group(f, "equation-fib-1-")->alt, "fib(1) = 1"));
    }
    arena_free(a);
}

/* T(8) calls T(4) four times, and so on: one node a size. */
static void add_costs(arena *a, strbuf *b, size_t *frames, size_t parent, int n) {
    size_t frame = add_enter(b, frames, parent, str_format(a, "\"fn\":\"T\",\"args\":[%d]", n).ptr);
    for (int k = 0; k < 4 && n > 1; k++)
        add_costs(a, b, frames, frame, n / 2);
    strbuf_addf(b, "{\"event\":\"return\",\"frame\":%zu,\"value\":\"%d\",\"why\":\"only\"}\n", frame, n);
}

static void equal_calls_share_an_arrow(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = lines_of(a);
    size_t frames = 0;
    add_costs(a, &b, &frames, 0, 8);
    story *s = story_of_lines(a, strbuf_text(&b));
    wish w = {.kind = "subproblems", .width = 300, .height = 690};
    figure *f = figure_of(a, s, w);
    check_parts(a, f, w, "costs");
    assert_int_equal(figure_groups(f, "call-"), 4);
    assert_true(str_is(figure_group(f, "call-T-1-")->alt, "T(1) = 1, ×64"));
    size_t fours = 0;
    for (const char *at = strstr(figure_text(a, f), "×4"); at; at = strstr(at + 1, "×4"))
        fours++;
    assert_int_equal(fours, 4); /* three arrows, and the node T(4) */
    assert_false(figure_kind_named(STR("unfold"))->draws(&s->runs[0]));
    arena_free(a);
}

/* Random recursions on one number: what needs what is a graph of any kind, with long arrows. */
static void random_recursions_are_drawn_well(void **state) {
    (void)state;
    for (size_t round = 0; round < 80; round++) {
        arena *a = arena_new(NULL);
        strbuf b = lines_of(a);
        size_t count = 2 + below(14), frames = 0, first[20] = {0};
        size_t *stack = ARENA_ARRAY(a, size_t, 4096), *parents = ARENA_ARRAY(a, size_t, 4096), depth = 1;
        stack[0] = count;
        parents[0] = 0;
        while (depth) {
            size_t n = stack[--depth], frame = ++frames;
            strbuf_addf(&b, "{\"event\":\"enter\",\"frame\":%zu,", frame);
            if (parents[depth])
                strbuf_addf(&b, "\"parent\":%zu,", parents[depth]);
            strbuf_addf(&b, "\"fn\":\"%c\",\"args\":[%zu],\"edge\":\"%zu\"}\n", "gh"[n % 2], n, below(120));
            for (size_t kid = first[n] ? 0 : below(4); kid && n; kid--, depth++) {
                stack[depth] = below(n);
                parents[depth] = frame;
            }
            first[n] = frame; /* the next time it is answered from the memo, here left open */
        }
        wish w = {.kind = "subproblems", .width = below(2) ? 483 : 0, .height = 690, .lang = round % 2};
        check_parts(a, figure_of(a, story_of_lines(a, strbuf_text(&b)), w), w, b.ptr);
        arena_free(a);
    }
}

/* ---- goldens ---- */

/* Looked at on paper, then kept. */
static void goldens(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, "1 8 10 6"), *three = story_of(a, "1 100 2");
    check_golden_figure(a, "subproblems", figure_of(a, s, (wish){.kind = "subproblems", .width = 483, .height = 690}));
    check_golden_figure(a, "unfold",
                        figure_of(a, three, (wish){.kind = "unfold", .width = 483, .height = 690, .lang = 1}));
    check_golden_figure(a, "play", figure_of(a, three, (wish){.kind = "play", .width = 483, .height = 690}));
    check_golden_figure(
        a, "growth", figure_of(a, three, (wish){.kind = "growth", .width = 483, .height = 690, .params = "rows=1-4"}));
    wish reads = {.kind = "tables", .run = "table", .step = 10, .width = 483, .params = "reads=yes into=f"};
    check_golden_figure(a, "reads", figure_of(a, s, reads));
    arena_free(a);
}

int main(int argc, char **argv) {
    if (argc > 1) /* only the tests of that name */
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_subproblem_is_drawn_once),
        cmocka_unit_test(best_play_and_repeats_are_told_without_colour),
        cmocka_unit_test(graphs_begin_where_asked),
        cmocka_unit_test(graphs_grow_step_by_step),
        cmocka_unit_test(equations_are_those_of_the_board),
        cmocka_unit_test(each_call_is_written_out_once),
        cmocka_unit_test(plays_are_told_turn_by_turn),
        cmocka_unit_test(moves_are_chosen),
        cmocka_unit_test(growth_is_counted),
        cmocka_unit_test(lines_far_apart_have_powers_of_ten),
        cmocka_unit_test(lines_of_growth_differ),
        cmocka_unit_test(arrows_join_what_is_read),
        cmocka_unit_test(tables_without_arrows_stay),
        cmocka_unit_test(what_is_not_there_is_refused),
        cmocka_unit_test(random_rows_are_drawn_well),
        cmocka_unit_test(larger_rows_are_drawn),
        cmocka_unit_test(blanks_hold_no_answers),
        cmocka_unit_test(fibonacci_is_merged_and_unfolded),
        cmocka_unit_test(equal_calls_share_an_arrow),
        cmocka_unit_test(random_recursions_are_drawn_well),
        cmocka_unit_test(goldens),
    };
    return cmocka_run_group_tests(tests, open_looks, close_looks);
}
