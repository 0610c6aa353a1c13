/* The columns of a table as lines over its rows, with the numbers beside them.
 *
 *   2000 ┤              ╱● plain          n   plain  different
 *        │            ●                  ───────────────────────
 *   1000 ┤          ●                     1       3          2
 *        │     ● ●                        2       7          6
 *      0 ┼─●─□─□─□─□─□─□ different        …
 *        1  2  3  …      n
 *
 * The scale is even and begins at 0: what grows fast is to look so; but where one line is more than twenty times as
 * high as another, which would lie on the axis, it goes by powers of ten. Lines differ by dashes and marks. Where the
 * width does not hold both, the numbers stand below; many rows go on in further parts. */
#include "draw/drawing.h"
#include "grid.h"
#include "number.h"
#include "tables/table_choice.h"

#include <math.h>

enum {
    MOST_SERIES = 4,
    COLUMN_GAP = 16,
    CHART_GAP = 30,
    LEAST_CHART = 190,
    LEAST_PLOT = 60,
    WIDEST_CHART = 300,
    WIDEST_VALUE = 120
};

typedef struct growth {
    drawing *d;
    const story_table *table;
    size_t *cols;    /* shown */
    size_t count;    /* of them */
    grid_block rows; /* shown */
    double *values;  /* rows × series; NAN where nothing is set */
    double low, high, step;
    bool powers; /* the scale goes by powers of ten: `low` is one of them, `step` how many lie between ticks */
    double row_h;
    double index_w, *widths; /* columns of numbers */
} growth;

/* ---- which table ---- */

static bool can_be_drawn(const story_table *t) {
    int64_t rows = t->row_last - t->row_first + 1, cols = t->col_last - t->col_first + 1;
    return t->shape == TABLE_FULL && !t->texts && t->row_labels.count == 0 && t->col_labels.count > 0 && rows >= 2 &&
           cols >= 1 && cols <= 16;
}

/* That named growth, else the first that will do; NULL if none does. */
static const story_table *table_of(const story_run *r, str id) {
    const story_table *first = NULL;
    for (size_t k = 0; k < r->table_count; k++) {
        const story_table *t = &r->tables[k];
        if (!can_be_drawn(t) || (id.len && !str_equal(t->id, id)))
            continue;
        if (id.len || str_is(t->id, "growth"))
            return t;
        first = first ? first : t;
    }
    return first;
}

static bool growth_draws(const story_run *r) {
    return table_of(r, STR("")) != NULL;
}

static str column_label(const growth *g, size_t series) {
    size_t col = g->cols[series];
    const story_texts *labels = &g->table->col_labels;
    return col < labels->count ? labels->items[col]
                               : str_format(g->d->a, "%lld", (long long)g->table->col_first + (long long)col);
}

/* Markup: the phrase figure.line-chart.series.LABEL, else the label itself. */
static str series_name(const growth *g, size_t series) {
    str label = column_label(g, series), key = str_format(g->d->a, "figure.line-chart.series.%.*s", STR_ARG(label));
    if (drawing_knows(g->d, key.ptr))
        return drawing_say(g->d, key.ptr, NULL);
    strbuf b = strbuf_in(g->d->a);
    strbuf_add_c(&b, "");
    mustache_escape_markdown(&b, label, STR(""));
    return strbuf_text(&b);
}

static bool choose(growth *g) {
    drawing *d = g->d;
    str id = drawing_param(d, "table"), only = drawing_param(d, "columns");
    g->table = table_of(d->q->moment->run, id);
    if (!g->table)
        return error_plain(d->q->error, figure_param_status(d->q),
                           "figure line-chart: the run has no such table '%.*s'", STR_ARG(id));
    size_t cols = (size_t)(g->table->col_last - g->table->col_first + 1);
    g->cols = ARENA_ARRAY(d->a, size_t, cols);
    for (size_t c = 0; c < cols; c++) {
        g->cols[g->count] = c;
        g->count += only.len == 0 || drawing_list_has(only, column_label(g, g->count));
    }
    if (g->count == 0)
        return error_plain(d->q->error, figure_param_status(d->q), "figure line-chart: the table has no column '%.*s'",
                           STR_ARG(only));
    g->count = g->count > MOST_SERIES ? MOST_SERIES : g->count;
    g->rows = table_rows_asked(d, "line-chart", g->table);
    if (!error_set(d->q->error) && g->rows.count < 2)
        return error_plain(d->q->error, STATUS_INPUT, "figure line-chart: a line needs two rows at least");
    return !error_set(d->q->error);
}

/* ---- numbers ---- */

static double double_of_digits(str digits) {
    double value = 0;
    for (size_t k = 0; k < digits.len; k++)
        value = value * 10 + (digits.ptr[k] - '0');
    return value;
}

/* Of a canonical number. What has several hundred digits is infinite. */
static double double_of(str text) {
    if (text.len == 0)
        return NAN;
    bool negative = text.ptr[0] == '-';
    str rest = str_slice(text, negative, text.len);
    size_t slash = str_find(rest, STR("/"), 0);
    double value = double_of_digits(str_slice(rest, 0, slash));
    if (slash != SIZE_MAX)
        value /= double_of_digits(str_slice(rest, slash + 1, rest.len));
    return negative ? -value : value;
}

static str text_at(const growth *g, size_t row, size_t series) {
    const story_table *t = g->table;
    return story_value_at(t, t->row_first + (int64_t)(g->rows.first + row), t->col_first + (int64_t)g->cols[series],
                          g->d->q->moment);
}

/* The least round step (1, 2 or 5 and zeros) of which at most five reach that far. */
static double round_step(double range) {
    static const double round[] = {1, 2, 5};
    for (double power = 1e-12;; power *= 10)
        for (int k = 0; k < 3; k++)
            if (round[k] * power * 5 >= range)
                return round[k] * power < 1 ? 1 : round[k] * power;
}

/* The last value of a line. */
static double end_of(const growth *g, size_t series) {
    double end = NAN;
    for (size_t r = 0; r < g->rows.count; r++)
        end = isnan(g->values[r * g->count + series]) ? end : g->values[r * g->count + series];
    return end;
}

/* Powers of ten, where lines end so far from each other that the lower would lie on the axis. */
static void choose_scale(growth *g) {
    static const double far = 20;
    double least = INFINITY, most = 0, lowest = INFINITY;
    for (size_t k = 0; k < g->count; k++) {
        double end = end_of(g, k);
        least = isnan(end) ? least : fmin(least, end);
        most = isnan(end) ? most : fmax(most, end);
    }
    for (size_t k = 0; k < g->rows.count * g->count; k++)
        lowest = isnan(g->values[k]) ? lowest : fmin(lowest, g->values[k]);
    if (!(lowest >= 1) || !(most > far * least))
        return;
    double decades = fmax(1, ceil(log10(g->high) - floor(log10(lowest)) - 1e-9));
    g->powers = true;
    g->low = pow(10, floor(log10(lowest)));
    g->high = g->low * pow(10, decades);
    g->step = ceil(decades / 6);
}

static bool read_values(growth *g) {
    g->values = ARENA_ARRAY(g->d->a, double, g->rows.count * g->count);
    for (size_t r = 0; r < g->rows.count; r++)
        for (size_t k = 0; k < g->count; k++) {
            double v = g->values[r * g->count + k] = double_of(text_at(g, r, k));
            if (isnan(v))
                continue;
            if (!(fabs(v) < 1e300))
                return error_plain(
                    g->d->q->error, STATUS_INPUT,
                    "figure line-chart: the values have too many digits for a chart; rows=I-K takes fewer");
            g->low = fmin(g->low, v);
            g->high = fmax(g->high, v);
        }
    if (g->high <= g->low)
        g->high = g->low + 1;
    g->step = round_step(g->high - g->low);
    choose_scale(g);
    return true;
}

/* ---- the chart ---- */

typedef struct chart {
    box plot;
} chart;

static double x_of(const growth *g, const chart *c, size_t row) {
    double inset = c->plot.w * 0.5 / (double)g->rows.count;
    return c->plot.x + inset + (c->plot.w - 2 * inset) * (double)row / (double)(g->rows.count - 1);
}

static double y_of(const growth *g, const chart *c, double value) {
    if (g->powers) {
        double from = log10(g->low), to = log10(g->high);
        return c->plot.y + c->plot.h * (to - log10(fmax(value, g->low))) / (to - from);
    }
    return c->plot.y + c->plot.h * (g->high - value) / (g->high - g->low);
}

static paint series_line(const growth *g, size_t series) {
    static const double dashes[MOST_SERIES][2] = {{0, 0}, {5, 2.5}, {1.5, 2}, {8, 3}};
    const theme *t = g->d->t;
    double width = series == 0 ? 1.5 : 1.1;
    return dashes[series][0] > 0 ? paint_dashed(t->color.ink, width, dashes[series][0], dashes[series][1])
                                 : paint_stroke(t->color.ink, width);
}

static void draw_mark(const growth *g, scene *s, size_t series, point at, double r) {
    const color white = {255, 255, 255}, ink = g->d->t->color.ink;
    paint hollow = paint_both(white, ink, 0.9), full = paint_fill(ink);
    switch (series) {
    case 0:
        scene_circle(s, at, r, full);
        break;
    case 1:
        scene_rect(s, (box){at.x - r, at.y - r, 2 * r, 2 * r}, 0, hollow);
        break;
    case 2: {
        point corners[] = {{at.x, at.y - r * 1.3}, {at.x + r * 1.2, at.y + r}, {at.x - r * 1.2, at.y + r}};
        scene_polyline(s, corners, 3, true, full);
        break;
    }
    default:
        scene_circle(s, at, r, hollow);
    }
}

static text_style axis_style(const growth *g) {
    return drawing_style(FACE_ROMAN, g->d->t->type.index, g->d->t->color.mute);
}

static double tick_at(const growth *g, size_t k) {
    if (g->powers)
        return g->low * pow(10, (double)k * g->step);
    return (ceil(g->low / g->step - 1e-9) + (double)k) * g->step;
}

/* The step is round for a range of five of them: a few more are the most there can be. */
static size_t tick_count(const growth *g) {
    enum { MOST_TICKS = 12 };
    size_t count = 0;
    while (count < MOST_TICKS && tick_at(g, count) <= g->high * (1 + 1e-9) + (g->powers ? 0 : g->step * 1e-6))
        count++;
    return count;
}

/* Steps are whole, so their texts are. */
static piece tick_piece(const growth *g, double value) {
    strbuf b = strbuf_in(g->d->a);
    strbuf_add_decimal(&b, value, 0);
    return drawing_value(g->d, strbuf_text(&b), STR(""), 44, axis_style(g));
}

static double tick_width(const growth *g) {
    double widest = 0;
    for (size_t k = 0; k < tick_count(g); k++)
        widest = fmax(widest, tick_piece(g, tick_at(g, k)).width);
    return widest;
}

static piece name_piece(const growth *g, size_t series, double size) {
    return drawing_label(g->d, series_name(g, series), drawing_style(FACE_ROMAN, size, g->d->t->color.ink));
}

static double names_width(const growth *g) {
    double widest = 0;
    for (size_t k = 0; k < g->count; k++)
        widest = fmax(widest, name_piece(g, k, g->d->t->type.label).width);
    return widest + 6;
}

static str row_text(const growth *g, size_t row) {
    str index = str_format(g->d->a, "%lld", (long long)g->table->row_first + (long long)(g->rows.first + row));
    return number_shown(index, g->d->a);
}

/* Every index, or every second, …, so that they keep clear of one another. */
static size_t index_stride(const growth *g, const chart *c) {
    double widest = drawing_text(g->d, row_text(g, g->rows.count - 1), axis_style(g)).width + 4;
    double pitch = x_of(g, c, 1) - x_of(g, c, 0);
    double stride = ceil(widest / pitch), all = (double)g->rows.count;
    return stride >= 1 && stride < all ? (size_t)stride : stride < 1 ? 1 : g->rows.count;
}

static void draw_axes(const growth *g, scene *s, const chart *c) {
    const theme *t = g->d->t;
    paint thin = paint_stroke(t->color.rule, t->stroke.grid), axis = paint_stroke(t->color.ink, t->stroke.frame);
    double right = c->plot.x + c->plot.w, zero = y_of(g, c, g->powers ? g->low : 0);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = 0; k < tick_count(g); k++) {
        double y = y_of(g, c, tick_at(g, k));
        scene_line(s, (point){c->plot.x, y}, (point){right, y}, thin);
    }
    scene_line(s, (point){c->plot.x, c->plot.y - 4}, (point){c->plot.x, c->plot.y + c->plot.h}, axis);
    scene_line(s, (point){c->plot.x, zero}, (point){right, zero}, axis);
    scene_close(s);
    for (size_t k = 0; k < tick_count(g); k++) {
        piece tick = tick_piece(g, tick_at(g, k));
        drawing_put_middle(s, &tick, (point){c->plot.x - 5, y_of(g, c, tick_at(g, k))}, ANCHOR_RIGHT);
    }
    double bottom = c->plot.y + c->plot.h + 10;
    for (size_t r = 0, stride = index_stride(g, c); r < g->rows.count; r += stride) {
        piece index = drawing_text(g->d, row_text(g, r), axis_style(g));
        drawing_put_middle(s, &index, (point){x_of(g, c, r), bottom}, ANCHOR_CENTRE);
    }
    if (g->table->row.len) {
        piece letter = drawing_label(
            g->d, str_format(g->d->a, "$%.*s$", STR_ARG(drawing_name_tex(g->d, g->table->row))), axis_style(g));
        drawing_put_middle(s, &letter, (point){right + 6, bottom}, ANCHOR_LEFT);
    }
}

static void draw_series(const growth *g, scene *s, const chart *c, size_t series) {
    point *points = ARENA_ARRAY(g->d->a, point, g->rows.count);
    size_t count = 0;
    for (size_t r = 0; r < g->rows.count; r++) {
        double v = g->values[r * g->count + series];
        if (!isnan(v))
            points[count++] = (point){x_of(g, c, r), y_of(g, c, v)};
    }
    if (count > 1)
        scene_polyline(s, points, count, false, series_line(g, series));
    for (size_t k = 0; k < count && g->rows.count <= 40; k++)
        draw_mark(g, s, series, points[k], g->rows.count <= 16 ? 2.4 : 1.7);
}

/* The name of each line at its right end, one clear of the other. */
static void draw_names(const growth *g, scene *s, const chart *c) {
    size_t order[MOST_SERIES], count = 0;
    double at[MOST_SERIES], line = g->d->t->type.label * 1.25;
    for (size_t k = 0; k < g->count; k++) {
        double y = NAN;
        for (size_t r = 0; r < g->rows.count; r++)
            if (!isnan(g->values[r * g->count + k]))
                y = y_of(g, c, g->values[r * g->count + k]);
        if (isnan(y))
            continue;
        size_t place = count++;
        for (; place && at[place - 1] > y; place--) {
            at[place] = at[place - 1];
            order[place] = order[place - 1];
        }
        at[place] = y;
        order[place] = k;
    }
    for (size_t k = 1; k < count; k++)
        at[k] = fmax(at[k], at[k - 1] + line);
    double over = count ? at[count - 1] - (c->plot.y + c->plot.h) : 0;
    for (size_t k = count; k-- > 0 && over > 0;) { /* none below the axis */
        at[k] = fmin(at[k], c->plot.y + c->plot.h - line * (double)(count - 1 - k));
    }
    for (size_t k = 0; k < count; k++) {
        piece name = name_piece(g, order[k], g->d->t->type.label);
        drawing_put_middle(s, &name, (point){c->plot.x + c->plot.w + 6, at[k]}, ANCHOR_LEFT);
    }
}

/* The name in alternative texts. */
static str series_plain(const growth *g, size_t series) {
    str label = column_label(g, series), key = str_format(g->d->a, "figure.line-chart.series.%.*s", STR_ARG(label));
    return drawing_knows(g->d, key.ptr) ? drawing_say_plain(g->d, key.ptr, NULL) : label;
}

static str chart_alt(const growth *g) {
    strbuf b = strbuf_in(g->d->a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < g->count; k++)
        strbuf_addf(&b, "%s%.*s", k ? ", " : "", STR_ARG(series_plain(g, k)));
    return strbuf_text(&b);
}

/* Draws the chart into a box of that width and height; returns its right edge. */
static void draw_chart(const growth *g, scene *s, double width, double height) {
    double left = tick_width(g) + 6, names = names_width(g);
    /* Labels may be wider than all there is: the chart is then wider than was asked for. */
    chart c = {{left, 6, fmax(LEAST_PLOT, width - left - names), height - 6 - 18}};
    scene_open(s, (group){.role = ROLE_PART, .id = STR("chart"), .title = g->table->id, .alt = chart_alt(g)});
    draw_axes(g, s, &c);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    for (size_t k = g->count; k-- > 0;)
        draw_series(g, s, &c, k);
    scene_close(s);
    draw_names(g, s, &c);
    scene_close(s);
}

/* ---- the numbers ---- */

static text_style number_style(const growth *g) {
    return drawing_style(FACE_ROMAN, g->d->t->type.table_cell * (g->rows.count > 12 ? 0.86 : 0.93), g->d->t->color.ink);
}

static piece value_piece(const growth *g, size_t row, size_t series) {
    str text = text_at(g, row, series);
    if (text.len == 0)
        return (piece){.scene = scene_new(g->d->a)};
    str name = str_format(g->d->a, "%.*s, %.*s", STR_ARG(series_name(g, series)), STR_ARG(row_text(g, row)));
    return drawing_value(g->d, text, name, WIDEST_VALUE, number_style(g));
}

static double table_width(growth *g) {
    g->widths = ARENA_ARRAY(g->d->a, double, g->count);
    g->index_w = drawing_text(g->d, row_text(g, g->rows.count - 1), axis_style(g)).width + 4;
    double width = g->index_w;
    for (size_t k = 0; k < g->count; k++) {
        g->widths[k] = name_piece(g, k, g->d->t->type.index).width;
        for (size_t r = 0; r < g->rows.count; r++)
            g->widths[k] = fmax(g->widths[k], value_piece(g, r, k).width);
        width += g->widths[k] + COLUMN_GAP;
    }
    return width;
}

static double head_height(const growth *g) {
    return g->d->t->type.index + 10;
}

static void draw_head(const growth *g, scene *s, point at, double width) {
    double middle = at.y + g->d->t->type.index / 2 + 1, x = at.x + g->index_w;
    scene_open(s, (group){.role = ROLE_ROW});
    scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
    if (g->table->row.len) {
        str letter = str_format(g->d->a, "$%.*s$", STR_ARG(drawing_name_tex(g->d, g->table->row)));
        piece index = drawing_label(g->d, letter, axis_style(g));
        drawing_put_middle(s, &index, (point){x, middle}, ANCHOR_RIGHT);
    }
    scene_close(s);
    for (size_t k = 0; k < g->count; k++) {
        x += COLUMN_GAP + g->widths[k];
        piece name = name_piece(g, k, g->d->t->type.index);
        scene_open(s, (group){.role = ROLE_COLUMN_HEAD});
        drawing_put_middle(s, &name, (point){x, middle}, ANCHOR_RIGHT);
        scene_close(s);
    }
    scene_close(s);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    double y = at.y + head_height(g) - 5;
    scene_line(s, (point){at.x, y}, (point){at.x + width, y},
               paint_stroke(g->d->t->color.ink, g->d->t->stroke.rule_table));
    scene_close(s);
}

static void draw_numbers(const growth *g, scene *s, point at, double width, grid_block rows) {
    scene_open(s, (group){.role = ROLE_TABLE, .id = drawing_id(g->d, "table-%.*s", STR_ARG(g->table->id))});
    draw_head(g, s, at, width);
    for (size_t r = rows.first; r < rows.first + rows.count; r++) {
        double middle = at.y + head_height(g) + ((double)(r - rows.first) + 0.5) * g->row_h, x = at.x + g->index_w;
        piece index = drawing_text(g->d, row_text(g, r), axis_style(g));
        scene_open(s, (group){.role = ROLE_ROW});
        scene_open(s, (group){.role = ROLE_ROW_HEAD});
        drawing_put_middle(s, &index, (point){x, middle}, ANCHOR_RIGHT);
        scene_close(s);
        for (size_t k = 0; k < g->count; k++) {
            x += COLUMN_GAP + g->widths[k];
            str id = drawing_id(g->d, "cell-%zu-%.*s", k, STR_ARG(row_text(g, r)));
            str alt = str_format(g->d->a, "%.*s: %.*s", STR_ARG(series_plain(g, k)),
                                 STR_ARG(number_shown(text_at(g, r, k), g->d->a)));
            scene_open(s, (group){.role = ROLE_CELL, .id = id, .title = series_plain(g, k), .alt = alt});
            piece value = value_piece(g, r, k);
            drawing_put_middle(s, &value, (point){x, middle}, ANCHOR_RIGHT);
            scene_close(s);
        }
        scene_close(s);
    }
    scene_close(s);
}

/* ---- together ---- */

static void end_part(scene *s) {
    box ink = scene_ink(s);
    drawing_size(s, ink.x + ink.w + 1, ink.y + ink.h + 1);
}

static grid_blocks blocks_of(const growth *g, double top) {
    double *heights = ARENA_ARRAY(g->d->a, double, g->rows.count);
    for (size_t r = 0; r < g->rows.count; r++)
        heights[r] = g->row_h;
    return grid_split(heights, g->rows.count, top + head_height(g) + 2, g->d->q->height, g->d->a);
}

static void draw_all(growth *g) {
    double width = g->d->q->width > 0 ? g->d->q->width - 2 : 480, table = table_width(g);
    double chart = fmin(WIDEST_CHART, width - table - CHART_GAP);
    bool beside = chart >= LEAST_CHART;
    g->row_h = number_style(g).size * 1.42;
    double all = head_height(g) + (double)g->rows.count * g->row_h;
    double height = beside ? fmax(130, fmin(all, 220)) : 150;
    scene *s = drawing_part(g->d);
    draw_chart(g, s, beside ? chart : fmin(width, WIDEST_CHART), height);
    double top = beside ? 0 : height + 12;
    if (!beside && g->d->q->height > 0 && top + all > g->d->q->height) { /* a part of its own */
        end_part(s);
        s = NULL;
        top = 0;
    }
    grid_blocks blocks = blocks_of(g, top);
    for (size_t k = 0; k < blocks.count; k++) {
        bool with = k == 0 && s;
        scene *in = with ? s : drawing_part(g->d);
        draw_numbers(g, in, (point){with && beside ? chart + CHART_GAP : 0, with ? top : 0}, table, blocks.items[k]);
        end_part(in);
    }
}

static figure *growth_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    growth g = {.d = d};
    if (!choose(&g) || !read_values(&g))
        return NULL;
    draw_all(&g);
    drawing_fact(d, "table", g.table->id);
    drawing_fact(d, "series", chart_alt(&g));
    drawing_fact(d, "letter", g.table->row);
    drawing_fact(d, "from", row_text(&g, 0));
    drawing_fact(d, "to", row_text(&g, g.rows.count - 1));
    return drawing_end(d, "line-chart");
}

static const figure_param growth_params[] = {
    {.name = "table"}, {.name = "columns", .old_name = "only"}, {.name = "rows"}, {0}};

const figure_kind line_chart_figure = {
    .name = "line-chart",
    .old_name = "growth",
    .summary = "columns of a table as lines over its rows, the numbers beside them",
    .counts = STEP_CELL,
    .params = growth_params,
    .draws = growth_draws,
    .build = growth_build,
};
