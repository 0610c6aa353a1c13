/* What must hold between the fields of an event and what came before it in its run. */
#include "trace_reader.h"

#include <inttypes.h>

/* More cells than any figure could show, few enough that arrays of them can be allocated. */
enum { MOST_CELLS = 1 << 24 };

/* ---- events: what must hold between their fields, and what they declare ---- */

static bool finish_run(trace_reader *r) {
    if (key_map_get(&r->run_ids, r->event->id) != SIZE_MAX)
        return READER_FAIL(r, "id", "a run \"%.*s\" is declared twice", STR_ARG(r->event->id));
    key_map_add(&r->run_ids, r->a, r->event->id, 0);
    r->table_ids = r->frame_ids = r->node_ids = (key_map){0};
    r->table_count = r->frame_count = r->open_frames = 0;
    r->cell_table = SIZE_MAX;
    return true;
}

/* The number of indices from first to last; false if there can be no such range. */
static bool count_indices(int64_t first, int64_t last, size_t *count) {
    uint64_t span = (uint64_t)last - (uint64_t)first + 1; /* 0 for an empty range */
    *count = (size_t)span;
    return last >= first ? span && span <= MOST_CELLS : span == 0;
}

static bool check_labels(trace_reader *r, const char *name, const str_list *labels, size_t wanted) {
    return !labels->count || labels->count == wanted ||
           READER_FAIL(r, name, "%zu labels for %zu indices", labels->count, wanted);
}

static bool finish_table(trace_reader *r) {
    const event *e = r->event;
    size_t rows, cols;
    if (key_map_get(&r->table_ids, e->id) != SIZE_MAX)
        return READER_FAIL(r, "id", "a table \"%.*s\" is declared twice", STR_ARG(e->id));
    if (!count_indices(e->extent.row_first, e->extent.row_last, &rows))
        return READER_FAIL(r, "rows", "no range of at most %d indices", MOST_CELLS);
    if (!count_indices(e->extent.col_first, e->extent.col_last, &cols))
        return READER_FAIL(r, "cols", "no range of at most %d indices", MOST_CELLS);
    if (rows && cols > MOST_CELLS / rows)
        return READER_FAIL(r, "cols", "a table of more than %d cells", MOST_CELLS);
    if (!check_labels(r, "row_labels", &e->extent.row_labels, rows) ||
        !check_labels(r, "col_labels", &e->extent.col_labels, cols))
        return false;
    *ARENA_PUSH(r->a, r, tables, table_count, table_capacity) = (known_table){e->id,
                                                                              e->extent.row_first,
                                                                              e->extent.row_last,
                                                                              e->extent.col_first,
                                                                              e->extent.col_last,
                                                                              e->extent.shape == SHAPE_SETS,
                                                                              e->extent.texts};
    key_map_add(&r->table_ids, r->a, e->id, r->table_count - 1);
    return true;
}

static bool finish_cell(trace_reader *r) {
    r->cell_table = r->place_table;
    return true;
}

/* The number of a frame that has been entered. */
static bool known_frame(trace_reader *r, const char *name, int64_t id, size_t *number) {
    *number = key_map_get(&r->frame_ids, key_of_id(&id));
    return *number != SIZE_MAX || READER_FAIL(r, name, "no frame %" PRId64 " has been entered", id);
}

static bool open_frame(trace_reader *r, const char *name, int64_t id, size_t *number) {
    return known_frame(r, name, id, number) &&
           (!r->answered[*number] || READER_FAIL(r, name, "frame %" PRId64 " has been answered already", id));
}

static bool finish_try(trace_reader *r) {
    const event *e = r->event;
    size_t number;
    if (e->way_count && !e->ways[0].value.ptr)
        return READER_FAIL(r, "expr", "\"expr\" without \"value\"");
    if (!reader_tries_text(r) && !reader_arithmetic(r))
        return false;
    if (e->frame)
        return open_frame(r, "frame", e->frame, &number);
    if (!e->tables.count && r->cell_table == SIZE_MAX && !r->open_frames)
        return error_at(r->e, r->where, r->line_at, 1, "a candidate, but no cell or frame is open");
    if (e->tables.count && !e->has_at && r->cell_table == SIZE_MAX)
        return READER_FAIL(r, "table", "\"at\" is missing, and no cell is open");
    return true;
}

static bool finish_enter(trace_reader *r) {
    const event *e = r->event;
    size_t parent;
    if (key_map_get(&r->frame_ids, key_of_id(&e->frame)) != SIZE_MAX)
        return READER_FAIL(r, "frame", "frame %" PRId64 " has been entered already", e->frame);
    if (e->parent && !open_frame(r, "parent", e->parent, &parent))
        return false;
    *ARENA_PUSH(r->a, r, answered, frame_count, frame_capacity) = false;
    key_map_add(&r->frame_ids, r->a, key_of_id(&e->frame), r->frame_count - 1);
    r->open_frames++;
    return true;
}

static bool finish_return(trace_reader *r) {
    size_t number;
    if (!open_frame(r, "frame", r->event->frame, &number))
        return false;
    r->answered[number] = true;
    r->open_frames--;
    return true;
}

static bool finish_memo(trace_reader *r) {
    size_t of;
    if (!known_frame(r, "of", r->event->of, &of))
        return false;
    if (!r->answered[of])
        return READER_FAIL(r, "of", "frame %" PRId64 " has no value yet", r->event->of);
    return finish_return(r);
}

static bool known_node(trace_reader *r, const char *name, int64_t id) {
    return key_map_get(&r->node_ids, key_of_id(&id)) != SIZE_MAX ||
           READER_FAIL(r, name, "no node %" PRId64 " has been met before", id);
}

static bool finish_put(trace_reader *r) {
    return (r->tables[r->place_table].sets ||
            READER_FAIL(r, "table", "a result joins a table of shape \"sets\" only")) &&
           known_node(r, "node", r->event->node);
}

static bool finish_node(trace_reader *r) {
    const event *e = r->event;
    if (key_map_get(&r->node_ids, key_of_id(&e->node)) != SIZE_MAX)
        return READER_FAIL(r, "id", "node %" PRId64 " is declared twice", e->node);
    if (e->op.len && !(e->left && e->right))
        return READER_FAIL(r, "op", "an operator needs \"left\" and \"right\"");
    if (!e->op.len && (e->left || e->right))
        return READER_FAIL(r, e->left ? "left" : "right", "\"op\" is missing");
    if (e->op.len && !(known_node(r, "left", e->left) && known_node(r, "right", e->right)))
        return false;
    key_map_add(&r->node_ids, r->a, key_of_id(&e->node), 0);
    return true;
}

static bool finish_solution(trace_reader *r) {
    return known_node(r, "node", r->event->node);
}

/* What each kind of move needs beside its place. */
static bool finish_move(trace_reader *r) {
    const event *e = r->event;
    static const struct {
        const char *what, *field;
    } needs[] = {{"merge", "left"},  {"merge", "right"}, {"merge", "value"},
                 {"take", "player"}, {"take", "scores"}, {"take", "value"}};
    for (size_t k = 0; k < sizeof needs / sizeof *needs; k++)
        if (str_is(e->what, needs[k].what) && !reader_find(r, needs[k].field))
            return READER_FAIL(r, "what", "\"%s\" needs \"%s\"", needs[k].what, needs[k].field);
    return !e->scores.count || e->scores.count == 2 || READER_FAIL(r, "scores", "expected two scores, of A and B");
}

static bool finish_answer(trace_reader *r) {
    r->ended = true;
    return true;
}

static bool (*const finishers[EVENT_KINDS])(trace_reader *r) = {
    [EVENT_RUN] = finish_run,           [EVENT_TABLE] = finish_table, [EVENT_CELL] = finish_cell,
    [EVENT_TRY] = finish_try,           [EVENT_ENTER] = finish_enter, [EVENT_RETURN] = finish_return,
    [EVENT_MEMO] = finish_memo,         [EVENT_PUT] = finish_put,     [EVENT_NODE] = finish_node,
    [EVENT_SOLUTION] = finish_solution, [EVENT_MOVE] = finish_move,   [EVENT_ANSWER] = finish_answer,
};

bool reader_finish(trace_reader *r) {
    bool (*finish)(trace_reader *) = finishers[r->event->kind];
    return !finish || finish(r);
}
