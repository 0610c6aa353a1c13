/* The runs as lines of a trace: each member is the emitter's function of that name. */
#include "dp.h"

static void file_run(void *out, const char *id) {
    handtrace_run(out, id, NULL);
}

static void file_table(void *out, const char *id, const handtrace_table_form *form) {
    handtrace_table(out, id, form);
}

static void file_phase(void *out, const char *by, long value) {
    handtrace_phase(out, by, value);
}

static void file_cell(void *out, const char *const *tables, long row, long col) {
    handtrace_cell(out, tables, row, col);
}

static void file_candidate(void *out, handtrace_place at, long frame, const char *label, const handtrace_read *reads,
                           size_t read_count, const handtrace_way *ways, size_t way_count) {
    if (at.table)
        handtrace_try_at(out, at, label, reads, read_count, ways, way_count);
    else if (frame)
        handtrace_try_in(out, frame, label, reads, read_count, ways, way_count);
    else
        handtrace_try(out, label, reads, read_count, ways, way_count);
}

static void file_set(void *out, handtrace_place at, const char *value, const char *const *chosen, const char *why) {
    handtrace_set(out, at, value, chosen, why, NULL);
}

static void file_enter(void *out, long frame, long parent, const char *fn, const long *args, size_t arg_count,
                       const char *edge) {
    handtrace_enter(out, frame, parent, fn, args, arg_count, edge);
}

static void file_leave(void *out, long frame, const char *value, const char *const *chosen, const char *why) {
    handtrace_return(out, frame, value, chosen, why);
}

static void file_memo(void *out, long frame, long of) {
    handtrace_memo(out, frame, of);
}

static void file_back(void *out, handtrace_place at, const char *take, const char *way) {
    handtrace_back(out, at, take, way);
}

dp_sink dp_to_file(FILE *out) {
    return (dp_sink){
        .out = out,
        .run = file_run,
        .table = file_table,
        .phase = file_phase,
        .cell = file_cell,
        .candidate = file_candidate,
        .set = file_set,
        .enter = file_enter,
        .leave = file_leave,
        .memo = file_memo,
        .back = file_back,
    };
}
