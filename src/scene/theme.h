/* The look: colours, type sizes, strokes and gaps, read from a theme file (docs/themes.md). Lengths in points. */
#ifndef HANDTRACE_THEME_H
#define HANDTRACE_THEME_H

#include "fonts.h"

typedef struct theme {
    struct {
        color ink, mute, rule, pale, repeat_fill, current_fill, current_line, read_fill, read_line, chosen_fill,
            chosen_line, path_fill, path_line, repeat_line, blank_line, value, f, s, key, error;
    } color;
    struct {
        double page_title, heading, figure_title, body, table_cell, node, operator, leaf, formula, limits, label,
            legend, index, edge_label, count, least; /* least: nothing is set smaller */
    } type;
    struct {
        double grid, repeat, tie, hit, blank, bar, compared, node, tree_edge, rule_table, frame, read, chosen,
            ring_vertex, current, best_box, best_path, ring_edge;
    } stroke;
    struct {
        double margin, gutter, block, title_to_figure, cell_w, cell_h, blank_w, blank_h, label_clear, node_r,
            operator_r, ring_label, edge_number, call_level, sibling, tree_level, radius, chosen_bar, path_inset,
            hit_corner, leading; /* leading: × size */
    } space;
    const datum *fonts; /* for fonts_open */
} theme;

/* The theme of design tokens; `lang` "zh" uses the Chinese sizes. */
theme theme_default(str lang);
/* Overlays the values of a theme file's data on `t`: color: {ink: "#1b1b1f"}, type: {body: 10}, stroke:, space:,
 * fonts:. Unknown keys and wrong values are errors with their place in `where`. */
bool theme_overlay(theme *t, const datum *values, const source *where, error *e);

#endif
