/* A book of hands: puzzles with room for an answer, or, with key=yes, each hand with a tree for every class of its
 * solutions. grade=N takes the hands of one grade. It is text of the sheet rather than a figure in it: its parts are
 * the rows, which stand one below the other without captions and go on over pages.
 *
 *   17 [2][4][8][10]       18 [3][3][8][8]         17 [2][4][8][10] ───────────── 18 [3][3][8][8] ──
 *   ┌──────────────┐       ┌──────────────┐            (+)         (−)               (÷)
 *   │         = 24 │       │         = 24 │           …            …                  …
 *   └──────────────┘       └──────────────┘        10 + 8 + 4 + 2  …              8 ÷ (3 − 8 ÷ 3)
 */
#include "game24/story/hands.h"
#include "number.h"
#include "rows/card_row.h"
#include "trees/small_tree.h"

#include <math.h>

/* A place in a row of the key. */
typedef struct place {
    const card_hand *hand;
    const story_node *node;
    size_t class; /* of the tree, from 0 */
    small_tree tree;
} place;

typedef struct book {
    drawing *d;
    hand_book hands;
    size_t from, to; /* of hands.hands */
    double width, column_w;
    size_t columns, rows_a_part;
    scene *part;
    size_t rows_in_part;
    double y; /* in the part */
} book;

enum { PUZZLE_GAP = 18, PUZZLE_CARD = 22, WRITE_H = 30, PUZZLE_BELOW = 14, LEAST_PUZZLE = 130, NATURAL_WIDTH = 483 };
enum { KEY_GAP = 10, KEY_CARD = 13, KEY_HEAD = 20, KEY_BELOW = 9, LEAST_KEY = 84, ROWS_A_PART = 10, NUMBER_GAP = 5 };

static const double key_scale = 0.66;

static bool book_draws(const story_run *r) {
    return is_book_run(r);
}

/* A row is drawn in memory of its own, of which only what was drawn is kept: a book has thousands of trees. */
typedef struct row_work {
    arena *scratch;
    arena_mark start;
    figure_request request;
    drawing *outer; /* of the book, meanwhile */
} row_work;

static scene *begin_row(book *b, row_work *w) {
    w->outer = b->d;
    w->scratch = arena_scratch(b->d->a);
    w->start = arena_here(w->scratch);
    w->request = *b->d->q;
    w->request.arena = w->scratch;
    b->d = drawing_begin(&w->request);
    return scene_new(w->scratch);
}

static void keep_notes(drawing *to, const figure *from) {
    for (size_t k = 0; k < from->note_count; k++)
        *ARENA_PUSH(to->a, to->f, notes, note_count, note_capacity) = str_copy(to->a, from->notes[k]);
}

/* `height` with the room below it. */
static void end_row(book *b, row_work *w, const scene *row, double height) {
    const figure *drawn = b->d->f;
    b->d = w->outer;
    if (!b->part || b->rows_in_part == b->rows_a_part) {
        b->part = drawing_part(b->d);
        b->rows_in_part = 0;
        b->y = 0;
    }
    scene_take(b->part, scene_copy(row, b->d->a), 0, b->y, STR(""));
    keep_notes(b->d, drawn);
    b->rows_in_part++;
    b->y += height;
    drawing_size(b->part, b->width, b->y);
    arena_back(w->scratch, w->start);
}

static void fit_columns(book *b, double least, double gap) {
    b->columns = (size_t)fmax(1, floor((b->width + gap) / (least + gap)));
    b->column_w = (b->width - gap * (double)(b->columns - 1)) / (double)b->columns;
}

static piece number_piece(const book *b, const card_hand *h) {
    return drawing_text(b->d, str_format(b->d->a, "%zu", h->number),
                        drawing_style(FACE_BOLD, b->d->t->type.label, b->d->t->color.ink));
}

static str hand_alt(const book *b, const card_hand *h) {
    return str_format(b->d->a, "%zu: %.*s", h->number, STR_ARG(hand_text(h, b->d->a)));
}

/* Number and cards; smaller where they would be wider than that. */
static void draw_head(const book *b, scene *s, const card_hand *h, point at, double height, double width) {
    piece number = number_piece(b, h);
    double room = width - number.width - NUMBER_GAP;
    card_row row = card_row_of(b->d, h->faces, h->count, height);
    if (row.w > room)
        row = card_row_of(b->d, h->faces, h->count, fmax(height * room / row.w, 8));
    drawing_put_middle(s, &number, (point){at.x, at.y + height / 2}, ANCHOR_LEFT);
    card_row_draw(b->d, s, &row, (point){at.x + number.width + NUMBER_GAP, at.y + (height - row.h) / 2});
}

/* The number of a hand that goes on from the row before. */
static void draw_again(const book *b, scene *s, const card_hand *h, point at) {
    piece again = drawing_text(b->d, str_format(b->d->a, "%zu …", h->number),
                               drawing_style(FACE_ROMAN, b->d->t->type.label, b->d->t->color.mute));
    drawing_put_middle(s, &again, at, ANCHOR_LEFT);
}

/* ---- puzzles ---- */

static void draw_puzzle(const book *b, scene *s, const card_hand *h, point at) {
    drawing *d = b->d;
    scene_open(s, (group){.role = ROLE_PART, .id = drawing_id(d, "puzzle-%zu", h->number), .alt = hand_alt(b, h)});
    draw_head(b, s, h, at, PUZZLE_CARD, b->column_w);
    box w = {at.x + 0.5, at.y + PUZZLE_CARD + 6, b->column_w - 1, WRITE_H};
    scene_open(s, (group){.role = ROLE_NONE});
    scene_rect(s, w, d->t->space.radius, paint_stroke(d->t->color.mute, d->t->stroke.grid));
    scene_close(s);
    str target = number_shown(hand_target(h->run->story), d->a);
    piece goal = drawing_text(d, str_format(d->a, "= %.*s", STR_ARG(target)),
                              drawing_style(FACE_ROMAN, d->t->type.label, d->t->color.mute));
    drawing_put_middle(s, &goal, (point){w.x + w.w - 6, w.y + w.h / 2}, ANCHOR_RIGHT);
    scene_close(s);
}

static void draw_puzzles(book *b) {
    fit_columns(b, LEAST_PUZZLE, PUZZLE_GAP);
    for (size_t k = b->from; k < b->to; k += b->columns) {
        row_work w;
        scene *s = begin_row(b, &w);
        for (size_t c = 0; c < b->columns && k + c < b->to; c++)
            draw_puzzle(b, s, &b->hands.hands[k + c], (point){(double)c * (b->column_w + PUZZLE_GAP), 0});
        end_row(b, &w, s, PUZZLE_CARD + 6 + WRITE_H + PUZZLE_BELOW);
    }
}

/* ---- the key ---- */

/* A line over all trees of a hand in the row; the head stands over the first. */
static void draw_key_place(const book *b, scene *s, const place *p, bool joined, point at, double height) {
    drawing *d = b->d;
    const theme *t = d->t;
    str alt = str_format(d->a, "%zu: %.*s", p->hand->number, STR_ARG(p->tree.shown));
    str id = drawing_id(d, "answer-%zu-%zu", p->hand->number, p->class + 1);
    scene_open(s, (group){.role = ROLE_PART, .id = id, .alt = alt});
    scene_line(s, (point){joined ? at.x - KEY_GAP : at.x, at.y + 0.5}, (point){at.x + b->column_w, at.y + 0.5},
               paint_stroke(t->color.ink, t->stroke.grid));
    if (p->class == 0)
        draw_head(b, s, p->hand, (point){at.x, at.y + 4}, KEY_CARD, b->column_w);
    else if (!joined)
        draw_again(b, s, p->hand, (point){at.x, at.y + 4 + KEY_CARD / 2.0});
    small_tree_draw(&p->tree, s, (point){at.x + b->column_w / 2, at.y + KEY_HEAD}, at.y + height, STR(""));
    scene_close(s);
}

static bool draw_key_row(book *b, place *places, size_t count) {
    row_work w;
    scene *s = begin_row(b, &w);
    double tallest = 0;
    double room = b->d->q->height > 0 ? b->d->q->height - KEY_HEAD - KEY_BELOW : 0;
    small_tree_options o = {.scale = key_scale, .width = b->column_w, .height = room, .figure = "book"};
    for (size_t k = 0; k < count; k++) {
        if (!small_tree_set(b->d, places[k].node, o, &places[k].tree))
            return false;
        tallest = fmax(tallest, places[k].tree.h);
    }
    double height = KEY_HEAD + tallest;
    for (size_t k = 0; k < count; k++) {
        bool joined = k && places[k].hand == places[k - 1].hand;
        draw_key_place(b, s, &places[k], joined, (point){(double)k * (b->column_w + KEY_GAP), 0}, height);
    }
    end_row(b, &w, s, height + KEY_BELOW);
    return true;
}

/* The trees of all hands one after the other. */
static bool draw_key(book *b) {
    fit_columns(b, LEAST_KEY, KEY_GAP);
    place *places = ARENA_ARRAY(b->d->a, place, b->columns);
    size_t count = 0;
    for (size_t k = b->from; k < b->to; k++) {
        const card_hand *h = &b->hands.hands[k];
        solution_classes c = solution_classes_of(h->run, b->d->a);
        for (size_t n = 0; n < c.count; n++) {
            places[count++] = (place){.hand = h, .node = c.items[n].node, .class = n};
            if (count < b->columns)
                continue;
            if (!draw_key_row(b, places, count))
                return false;
            count = 0;
        }
    }
    return count == 0 || draw_key_row(b, places, count);
}

/* ---- */

static bool choose_hands(book *b) {
    drawing *d = b->d;
    int64_t grade = drawing_param_integer(d, "grade", 0);
    if (grade > GRADE_NONE)
        return error_plain(d->q->error, figure_param_status(d->q), "figure book: grade %lld of %d", (long long)grade,
                           GRADE_NONE);
    b->from = grade > 0 ? b->hands.first[grade - 1] : 0;
    b->to = grade > 0 ? b->hands.first[grade] : b->hands.puzzles;
    return !error_set(d->q->error);
}

static figure *book_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    book b = {.d = d, .hands = hand_book_of(q->moment->story, d->a), .width = q->width > 0 ? q->width : NATURAL_WIDTH};
    b.rows_a_part = q->width > 0 ? 1 : ROWS_A_PART;
    if (!choose_hands(&b))
        return NULL;
    bool key = drawing_param_switch(d, "key");
    if (key && !draw_key(&b))
        return NULL;
    if (!key)
        draw_puzzles(&b);
    if (!b.part)
        drawing_size(drawing_part(d), 1, 1);
    drawing_fact_integer(d, "hand_count", (int64_t)(b.to - b.from));
    drawing_fact_bool(d, "key", key);
    return drawing_end(d, "book");
}

static const figure_param book_params[] = {{.name = "grade"}, {.name = "key", .is_switch = true}, {0}};

const figure_kind book_figure = {
    .name = "book",
    .summary = "a book of hands with room for answers, or with their trees",
    .counts = STEP_PUT,
    .bare = true,
    .params = book_params,
    .draws = book_draws,
    .build = book_build,
};
