/* Room to write: lines, for exercises. It knows nothing of a trace and stands wherever a figure may stand.
 *
 *   ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
 *   ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄      lines=2
 */
#include "draw/drawing.h"

enum { LINE_H = 25, USUAL_W = 120, MOST_LINES = 30 }; /* 9 mm from line to line: people write in them */

static bool room_draws(const story_run *r) {
    (void)r;
    return true;
}

static figure *room_build(const figure_request *q) {
    drawing *d = drawing_begin(q);
    scene *s = drawing_part(d);
    int64_t lines = drawing_param_integer(d, "lines", 2);
    double width = q->width > 0 ? q->width : USUAL_W, half = d->t->stroke.grid / 2;
    if (lines < 1 || lines > MOST_LINES) {
        error_plain(q->error, figure_param_status(q), "figure blank-lines: lines is a number from 1 to %d", MOST_LINES);
        return NULL;
    }
    scene_open(s, (group){.role = ROLE_PART, .id = STR("room")});
    for (int64_t k = 1; k <= lines; k++) {
        double y = (double)k * LINE_H - half;
        scene_line(s, (point){half, y}, (point){width - half, y}, paint_dashed(d->t->color.mute, 2 * half, 1.5, 2));
    }
    scene_close(s);
    drawing_size(s, width, (double)lines * LINE_H);
    drawing_fact_integer(d, "lines", lines);
    return drawing_end(d, "blank-lines");
}

static const figure_param room_params[] = {{.name = "lines"}, {0}};

const figure_kind blank_lines_figure = {
    .name = "blank-lines",
    .old_name = "room",
    .summary = "lines to write on",
    .counts = STEP_CELL,
    .params = room_params,
    .draws = room_draws,
    .build = room_build,
};
