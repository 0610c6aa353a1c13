/* A play in which things are taken from a row, turn by turn.
 *
 *   turn  to move  other                                A    B
 *     1      A       B      [ 1 ] [ 8 ] [10 ] [*6*]     6    0
 *                              0     1     2     3              positions, under the first row
 *     2      B       A      [ 1 ] [ 8 ] [*10*] (A)      6   10
 *
 * Each line is the row before the move, with what the move takes, and the scores after it. Rows too long for the width
 * keep their ends only. Without moves it is the row alone. */
#include "draw/fit.h"
#include "draw/keys.h"
#include "grid.h"
#include "number.h"

#include <math.h>

enum { WIDEST_CARD = 72, COLUMN_GAP = 14, POSITION_H = 13, LEGEND_GAP = 8, WIDEST_SCORE = 90, LEAST_SLOTS = 3 };

typedef struct attempt {
    double scale, gap; /* gap: between cards */
    bool squeeze;      /* values may be set smaller and shortened */
    bool narrow;       /* who waits has no column, scores little room */
} attempt;

static const attempt attempts[] = {
    {1, 7, false, false},    {0.92, 6, false, false}, {0.84, 5, false, false}, {0.76, 4, false, false},
    {0.68, 4, false, false}, {0.76, 3, true, false},  {0.6, 3, true, false},   {0.6, 3, true, true},
};

typedef struct line {       /* of the figure */
    const story_move *move; /* NULL: the row alone */
    size_t *slots;          /* positions shown, SIZE_MAX for those left out between */
    size_t slot_count;
} line;

typedef struct play {
    drawing *d;
    const story_run *run;
    str *cards; /* by position */
    size_t n;
    size_t *taken_in; /* by position: the number of the move; SIZE_MAX if it stays */
    str players[2];
    line *lines;
    size_t line_count;
    attempt how;
    double card_w, card_h, pitch;
    double turn_w, role_w[2], score_w[2];
    bool ends;   /* only the ends of the row are shown */
    size_t most; /* slots of a line */
} play;

static bool is_take(const story_move *m) {
    return str_is(m->what, "take") && m->at >= 0;
}

static size_t take_count(const story_run *r) {
    size_t count = 0;
    while (count < r->move_count && is_take(&r->moves[count]))
        count++;
    return count;
}

/* Cards of a row are numbers; a hand of letters is no row. */
static const datum *row_of(const story *s) {
    const datum *cards = datum_get(s->instance, "cards");
    bool numbers = cards && cards->kind == DATUM_LIST && cards->count;
    for (size_t k = 0; numbers && k < cards->count; k++) {
        str card = datum_as_text(cards->items[k]);
        numbers = card.len && (card.ptr[0] == '-' || (card.ptr[0] >= '0' && card.ptr[0] <= '9'));
    }
    return numbers ? cards : NULL;
}

/* In a story without moves the row is drawn with the run that is meant when none is named. */
static bool play_draws(const story_run *r) {
    bool any = false;
    for (size_t k = 0; k < r->story->run_count; k++)
        any = any || take_count(&r->story->runs[k]) > 0;
    return any ? take_count(r) > 0 : row_of(r->story) && r == story_main_run(r->story);
}

/* ---- what is played ---- */

static bool collect_row(play *p) {
    const datum *row = row_of(p->d->q->moment->story);
    size_t takes = take_count(p->run), last = 0;
    for (size_t k = 0; k < takes; k++)
        last = (size_t)p->run->moves[k].at > last ? (size_t)p->run->moves[k].at : last;
    p->n = row ? row->count : takes ? last + 1 : 0;
    if (last >= p->n || (!row && last >= 2 * takes + 1000))
        return error_plain(p->d->q->error, STATUS_INPUT, "figure play: there is no card at position %zu", last);
    p->cards = ARENA_ARRAY(p->d->a, str, p->n);
    p->taken_in = ARENA_ARRAY(p->d->a, size_t, p->n);
    for (size_t k = 0; k < p->n; k++) {
        p->cards[k] = row ? datum_as_text(row->items[k]) : STR("");
        p->taken_in[k] = SIZE_MAX;
    }
    for (size_t k = 0; k < takes; k++) {
        const story_move *m = &p->run->moves[k];
        if (m->value.len)
            p->cards[m->at] = m->value;
        p->taken_in[m->at] = m->number;
        for (size_t who = 0; who < 2 && m->player.len; who++)
            if (str_equal(p->players[who], m->player) || p->players[who].len == 0) {
                p->players[who] = m->player;
                break;
            }
    }
    return true;
}

/* moves=2-4, moves=0 for the row alone; else all up to the step. */
static bool choose_moves(const play *p, size_t *first, size_t *count) {
    drawing *d = p->d;
    const story_step *step = d->q->moment->step;
    size_t takes = take_count(p->run), to = step && step->kind == STEP_MOVE ? step->number : takes;
    int64_t ends[2];
    bool some = drawing_param_range(d, "moves", ends);
    if (error_set(d->q->error))
        return false;
    *first = some && ends[0] > 0 ? (size_t)ends[0] - 1 : 0;
    size_t last = some ? (size_t)ends[1] : to;
    last = last < takes ? last : takes;
    *count = last > *first ? last - *first : 0;
    if (some && ends[0] > 0 && *count == 0)
        return error_plain(d->q->error, figure_param_status(d->q),
                           "figure play: moves=%.*s names none of the %zu moves", STR_ARG(drawing_param(d, "moves")),
                           takes);
    return true;
}

static bool lies(const play *p, size_t position, const story_move *now) {
    return !now || p->taken_in[position] >= now->number;
}

/* ---- sizes ---- */

static text_style style_of(const play *p, face face, double size, color c) {
    return drawing_style(face, fmax(size * p->how.scale, p->d->t->type.least), c);
}

static text_style head_style(const play *p) {
    return drawing_style(FACE_ROMAN, p->d->t->type.index, p->d->t->color.mute);
}

static text_style card_style(const play *p, face face) {
    return style_of(p, face, p->d->t->type.node, p->d->t->color.ink);
}

static str card_name(const play *p, size_t position) {
    datum *at = datum_map(p->d->a);
    datum_put(p->d->a, at, "at", datum_integer(p->d->a, (int64_t)position));
    return drawing_say(p->d, "figure.play.card", at);
}

static str score_after(const story_move *m, size_t who) {
    return who < m->scores.count ? m->scores.items[who] : STR("");
}

static piece head_piece(const play *p, const char *phrase) {
    return drawing_label(p->d, drawing_say(p->d, phrase, NULL), head_style(p));
}

static piece score_piece(const play *p, const story_move *m, size_t who) {
    bool changed = str_equal(m->player, p->players[who]);
    return drawing_value(p->d, score_after(m, who), p->players[who],
                         p->how.narrow    ? 40
                         : p->how.squeeze ? 54
                                          : WIDEST_SCORE,
                         card_style(p, changed ? FACE_BOLD : FACE_ROMAN));
}

static void measure_columns(play *p) {
    p->turn_w = head_piece(p, "figure.play.turn").width;
    p->role_w[0] = head_piece(p, "figure.play.mover").width;
    p->role_w[1] = p->how.narrow ? 0 : head_piece(p, "figure.play.other").width;
    for (size_t who = 0; who < 2; who++) {
        p->score_w[who] = 14;
        for (size_t k = 0; k < p->line_count; k++)
            if (p->lines[k].move)
                p->score_w[who] = fmax(p->score_w[who], score_piece(p, p->lines[k].move, who).width);
    }
}

static bool has_moves(const play *p) {
    return p->lines[0].move != NULL;
}

static double row_left(const play *p) {
    if (!has_moves(p))
        return 0;
    return p->turn_w + p->role_w[0] + p->role_w[1] + (p->how.narrow ? 1.4 : 3) * COLUMN_GAP;
}

static double score_gap(const play *p) {
    return p->how.narrow ? COLUMN_GAP * 0.6 : COLUMN_GAP;
}

static double scores_width(const play *p) {
    return has_moves(p) ? p->score_w[0] + p->score_w[1] + 2.5 * score_gap(p) : 0;
}

static double row_width(const play *p) {
    return (double)p->most * (p->card_w + p->how.gap) - p->how.gap + 2;
}

static void measure(play *p, attempt how) {
    const theme *t = p->d->t;
    p->how = how;
    drawing_forget_notes(p->d);
    p->card_h = fmax(29 * how.scale, t->type.least * 2.2);
    p->card_w = how.squeeze ? 30 : 24 * how.scale;
    double widest = 0;
    for (size_t k = 0; k < p->n; k++)
        widest = fmax(widest, drawing_value_width(p->d, p->cards[k], card_style(p, FACE_BOLD)));
    p->card_w = fmax(p->card_w, fmin(widest, how.squeeze ? 40 : WIDEST_CARD) + 9 * how.scale);
    p->pitch = p->card_h + 9 * how.scale + (p->ends ? POSITION_H - 3 : 0);
    measure_columns(p);
}

/* How many cards the width holds; all of them if there is no limit. */
static size_t room_for(const play *p) {
    double width = p->d->q->width;
    if (width <= 0)
        return p->n;
    double room = width - row_left(p) - scores_width(p) - 3 + p->how.gap; /* ink hangs over a little */
    return room > 0 ? (size_t)(room / (p->card_w + p->how.gap)) : 0;
}

static bool all_fit(void *figure, const void *look) {
    play *p = figure;
    measure(p, *(const attempt *)look);
    return room_for(p) >= p->n;
}

static bool ends_fit(void *figure, const void *look) {
    play *p = figure;
    measure(p, *(const attempt *)look);
    p->most = room_for(p);
    return p->most >= 9;
}

static void find_layout(play *p) {
    p->most = p->n;
    if (FIT(p, attempts, all_fit))
        return;
    p->ends = p->n > LEAST_SLOTS;
    if (p->ends)
        FIT_FROM(p, attempts, 3, ends_fit);
    p->most = p->most < LEAST_SLOTS ? LEAST_SLOTS : p->most < p->n ? p->most : p->n;
}

/* Which positions a line shows: all, or both ends of what still lies there. */
static void choose_slots(play *p) {
    for (size_t k = 0; k < p->line_count; k++) {
        line *l = &p->lines[k];
        size_t first = 0, last = p->n;
        while (p->ends && first < last && !lies(p, first, l->move))
            first++;
        while (p->ends && last > first && !lies(p, last - 1, l->move))
            last--;
        size_t left = last - first, half = left > p->most ? (p->most - 1) / 2 : left;
        l->slots = ARENA_ARRAY(p->d->a, size_t, p->most);
        for (size_t s = 0; s < half; s++)
            l->slots[l->slot_count++] = first + s;
        if (half == left)
            continue;
        l->slots[l->slot_count++] = SIZE_MAX;
        for (size_t s = last - half; s < last; s++)
            l->slots[l->slot_count++] = s;
    }
}

/* ---- drawing ---- */

static paint taken_paint(const drawing *d) {
    return paint_dashed(d->t->color.mute, d->t->stroke.repeat, 2, 2);
}

static void draw_card(const play *p, scene *s, const line *l, size_t position, double x, double y) {
    drawing *d = p->d;
    box b = {x, y, p->card_w, p->card_h};
    point middle = {b.x + b.w / 2, b.y + b.h / 2};
    bool now = l->move && (size_t)l->move->at == position;
    str name = card_name(p, position);
    size_t number = l->move ? l->move->number : 0;
    bool there = lies(p, position, l->move);
    scene_open(s, (group){.role = ROLE_CELL,
                          .id = drawing_id(d, "card-%zu-%zu", number, position),
                          .title = name,
                          .alt = there ? str_format(d->a, "%.*s: %.*s", STR_ARG(name),
                                                    STR_ARG(number_shown(p->cards[position], d->a)))
                                       : name});
    if (!there) {
        scene_rect(s, b, d->t->space.radius, taken_paint(d));
        const story_move *by = &p->run->moves[p->taken_in[position] - 1];
        piece who = drawing_text(d, by->player, style_of(p, FACE_ROMAN, d->t->type.label, d->t->color.mute));
        drawing_put_middle(s, &who, middle, ANCHOR_CENTRE);
    } else {
        scene_rect(s, b, d->t->space.radius, state_paint(d, now ? STATE_CURRENT : STATE_PLAIN));
        piece value =
            drawing_value(d, p->cards[position], name, p->card_w - 6, card_style(p, now ? FACE_BOLD : FACE_ROMAN));
        drawing_put_middle(s, &value, middle, ANCHOR_CENTRE);
    }
    scene_close(s);
}

static void draw_positions(const play *p, scene *s, const line *l, double x, double y) {
    for (size_t k = 0; k < l->slot_count; k++) {
        if (l->slots[k] == SIZE_MAX)
            continue;
        piece index =
            drawing_text(p->d, str_format(p->d->a, "%zu", l->slots[k]),
                         drawing_style(FACE_ROMAN, fmax(p->d->t->type.index * p->how.scale, p->d->t->type.least),
                                       p->d->t->color.mute));
        double middle = x + (double)k * (p->card_w + p->how.gap) + p->card_w / 2;
        drawing_put_middle(s, &index, (point){middle, y + POSITION_H / 2.0 - 0.5}, ANCHOR_CENTRE);
    }
}

static void draw_slots(const play *p, scene *s, const line *l, double x, double y) {
    for (size_t k = 0; k < l->slot_count; k++) {
        double left = x + (double)k * (p->card_w + p->how.gap);
        if (l->slots[k] != SIZE_MAX) {
            draw_card(p, s, l, l->slots[k], left, y);
            continue;
        }
        piece dots = drawing_text(p->d, STR("…"), card_style(p, FACE_ROMAN));
        drawing_put_middle(s, &dots, (point){left + p->card_w / 2, y + p->card_h / 2}, ANCHOR_CENTRE);
    }
}

static str move_alt(const play *p, const story_move *m) {
    datum *facts = datum_map(p->d->a);
    datum_put(p->d->a, facts, "number", datum_integer(p->d->a, (int64_t)m->number));
    datum_put(p->d->a, facts, "player", datum_text(p->d->a, m->player));
    datum_put(p->d->a, facts, "at", datum_integer(p->d->a, m->at));
    datum_put(p->d->a, facts, "value", datum_text(p->d->a, number_shown(m->value, p->d->a)));
    for (size_t who = 0; who < 2; who++)
        datum_put(p->d->a, facts, who ? "second" : "first",
                  datum_text(p->d->a, number_shown(score_after(m, who), p->d->a)));
    return drawing_say_plain(p->d, "figure.play.move", facts);
}

static double score_right(const play *p, size_t who) {
    double right = row_left(p) + row_width(p) + 1.5 * score_gap(p) + p->score_w[0];
    return who ? right + score_gap(p) + p->score_w[1] : right;
}

static double role_middle(const play *p, size_t role) {
    double left = p->turn_w + (p->how.narrow ? 0.7 : 1) * COLUMN_GAP;
    return role ? left + p->role_w[0] + COLUMN_GAP + p->role_w[1] / 2 : left + p->role_w[0] / 2;
}

static void draw_move(const play *p, scene *s, const story_move *m, double y) {
    drawing *d = p->d;
    double middle = y + p->card_h / 2;
    str alt = move_alt(p, m), number = str_format(d->a, "%zu", m->number);
    scene_open(s, (group){.role = ROLE_PART, .id = drawing_id(d, "move-%zu", m->number), .title = number, .alt = alt});
    piece turn = drawing_text(d, number, style_of(p, FACE_ROMAN, d->t->type.label, d->t->color.mute));
    drawing_put_middle(s, &turn, (point){p->turn_w / 2, middle}, ANCHOR_CENTRE);
    for (size_t role = 0; role < (p->how.narrow ? 1 : 2); role++) {
        bool mover = role == 0;
        str who = mover ? m->player : p->players[str_equal(m->player, p->players[0])];
        piece name = drawing_text(d, who, card_style(p, mover ? FACE_BOLD : FACE_ROMAN));
        drawing_put_middle(s, &name, (point){role_middle(p, role), middle}, ANCHOR_CENTRE);
    }
    for (size_t who = 0; who < 2; who++)
        if (score_after(m, who).len) {
            piece score = score_piece(p, m, who);
            drawing_put_middle(s, &score, (point){score_right(p, who), middle}, ANCHOR_RIGHT);
        }
    scene_close(s);
}

static double head_height(const play *p) {
    return has_moves(p) ? p->d->t->type.index + 9 : 0;
}

static void draw_head(const play *p, scene *s) {
    if (!has_moves(p))
        return;
    double middle = p->d->t->type.index / 2 + 1;
    piece turn = head_piece(p, "figure.play.turn"), mover = head_piece(p, "figure.play.mover"),
          other = head_piece(p, "figure.play.other");
    drawing_put_middle(s, &turn, (point){p->turn_w / 2, middle}, ANCHOR_CENTRE);
    drawing_put_middle(s, &mover, (point){role_middle(p, 0), middle}, ANCHOR_CENTRE);
    if (!p->how.narrow)
        drawing_put_middle(s, &other, (point){role_middle(p, 1), middle}, ANCHOR_CENTRE);
    for (size_t who = 0; who < 2; who++) {
        piece name = drawing_text(p->d, p->players[who], head_style(p));
        drawing_put_middle(s, &name, (point){score_right(p, who), middle}, ANCHOR_RIGHT);
    }
    double y = head_height(p) - 4.5;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){0.5, y}, (point){score_right(p, 1) - 0.5, y},
               paint_stroke(p->d->t->color.rule, p->d->t->stroke.rule_table));
    scene_close(s);
}

static void sample_now(const drawing *d, scene *s, box b, const void *user) {
    (void)user;
    scene_rect(s, (box){b.x + 1, b.y + 1, b.w - 2, b.h - 2}, d->t->space.radius, state_paint(d, STATE_CURRENT));
}

static void sample_taken(const drawing *d, scene *s, box b, const void *user) {
    (void)user;
    scene_rect(s, (box){b.x + 0.5, b.y + 0.5, b.w - 1, b.h - 1}, d->t->space.radius, taken_paint(d));
}

static keys legend_of(const play *p, grid_block lines) {
    keys k = {0};
    if (!has_moves(p))
        return k;
    keys_add(p->d, &k, "legend.take", sample_now, NULL);
    bool taken = false;
    for (size_t l = lines.first; l < lines.first + lines.count; l++)
        for (size_t s = 0; s < p->lines[l].slot_count; s++)
            taken = taken || (p->lines[l].slots[s] != SIZE_MAX && !lies(p, p->lines[l].slots[s], p->lines[l].move));
    if (taken)
        keys_add(p->d, &k, "legend.taken", sample_taken, NULL);
    return k;
}

static void draw_part(const play *p, grid_block lines) {
    scene *s = drawing_part(p->d);
    double y = head_height(p) + 1, x = row_left(p) + 1;
    draw_head(p, s);
    double bottom = y;
    for (size_t k = 0; k < lines.count; k++) {
        const line *l = &p->lines[lines.first + k];
        draw_slots(p, s, l, x, y);
        if (l->move)
            draw_move(p, s, l->move, y);
        bool told = p->ends || k == 0;
        bottom = y + p->card_h + 1 + (told ? POSITION_H : 0);
        if (told)
            draw_positions(p, s, l, x, y + p->card_h + 1);
        y += p->pitch + (told && !p->ends ? POSITION_H - 3 : 0);
    }
    double width = has_moves(p) ? score_right(p, 1) : row_width(p);
    keys k = legend_of(p, lines);
    double room = p->d->q->width > 0 ? p->d->q->width : fmax(width, 300), legend = keys_height(p->d, &k, room);
    keys_draw(p->d, &k, s, (point){0, bottom + LEGEND_GAP}, room);
    box ink = scene_ink(s);
    drawing_size(s, fmax(width, ink.x + ink.w + 0.5), legend > 0 ? bottom + LEGEND_GAP + legend : bottom);
}

static void draw_lines(const play *p) {
    double *pitches = ARENA_ARRAY(p->d->a, double, p->line_count);
    for (size_t k = 0; k < p->line_count; k++)
        pitches[k] = p->pitch;
    double head = head_height(p) + POSITION_H + LEGEND_GAP + 2 * 15 + 2;
    grid_blocks blocks = grid_split(pitches, p->line_count, head, p->d->q->height, p->d->a);
    for (size_t k = 0; k < blocks.count; k++)
        draw_part(p, blocks.items[k]);
}

static void put_facts(const play *p) {
    drawing *d = p->d;
    const story_move *last = p->lines[p->line_count - 1].move;
    drawing_fact_integer(d, "n", (int64_t)p->n);
    drawing_fact_integer(d, "move_count", last ? (int64_t)p->line_count : 0);
    drawing_fact(d, "first", last ? number_shown(score_after(last, 0), d->a) : STR(""));
    drawing_fact(d, "second", last ? number_shown(score_after(last, 1), d->a) : STR(""));
    drawing_fact(d, "first_player", p->players[0]);
    drawing_fact(d, "second_player", p->players[1]);
    strbuf row = strbuf_in(d->a);
    strbuf_add_c(&row, "");
    for (size_t k = 0; k < p->n && k < 40; k++)
        strbuf_addf(&row, "%s%.*s", k ? ", " : "", STR_ARG(number_shown(p->cards[k], d->a)));
    strbuf_add_c(&row, p->n > 40 ? ", …" : "");
    drawing_fact(d, "row", strbuf_text(&row));
}

static figure *play_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    play p = {.d = d, .run = q->moment->run};
    size_t first, count;
    if (!collect_row(&p) || !choose_moves(&p, &first, &count))
        return NULL;
    if (p.players[0].len && p.players[1].len == 0) /* who never moves has no name in the trace */
        p.players[1] = str_is(p.players[0], "A") ? STR("B") : STR("");
    p.line_count = count ? count : 1;
    p.lines = ARENA_ARRAY(d->a, line, p.line_count);
    for (size_t k = 0; k < count; k++)
        p.lines[k].move = &p.run->moves[first + k];
    find_layout(&p);
    choose_slots(&p);
    draw_lines(&p);
    put_facts(&p);
    return drawing_end(d, "play");
}

static const figure_param play_params[] = {{.name = "moves"}, {0}};

const figure_kind play_figure = {
    .name = "play",
    .summary = "a play on a row, turn by turn: what is taken, the scores",
    .counts = STEP_MOVE,
    .params = play_params,
    .draws = play_draws,
    .build = play_build,
};
