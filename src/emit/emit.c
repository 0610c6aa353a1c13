/* Each event is written at once, field by field; the stream's own error flag is the memory of a failed write. */
#include "emit.h"

static void text(FILE *out, const char *s) {
    putc('"', out);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

static void field(FILE *out, const char *name) {
    fprintf(out, ",\"%s\":", name);
}

static void text_field(FILE *out, const char *name, const char *s) {
    if (!s)
        return;
    field(out, name);
    text(out, s);
}

static void integer_field(FILE *out, const char *name, long value) {
    field(out, name);
    fprintf(out, "%ld", value);
}

/* Raw JSON. */
static void data_field(FILE *out, const char *name, const char *json) {
    field(out, name);
    fputs(json, out);
}

static void texts(FILE *out, const char *const *list) {
    putc('[', out);
    for (size_t k = 0; list[k]; k++) {
        if (k)
            putc(',', out);
        text(out, list[k]);
    }
    putc(']', out);
}

static void texts_field(FILE *out, const char *name, const char *const *list) {
    if (!list || !list[0])
        return;
    field(out, name);
    texts(out, list);
}

static void begin(FILE *out, const char *event) {
    fprintf(out, "{\"event\":\"%s\"", event);
}

static void end(FILE *out) {
    fputs("}\n", out);
}

static void indices(FILE *out, const handtrace_place *p) {
    if (p->members)
        texts(out, p->members);
    else
        fprintf(out, "[%ld,%ld]", p->row, p->col);
}

static void place_fields(FILE *out, const handtrace_place *p) {
    text_field(out, "table", p->table);
    field(out, "at");
    indices(out, p);
}

static void bounds_field(FILE *out, const char *name, long first, long last) {
    if (!first && !last)
        return;
    field(out, name);
    fprintf(out, "[%ld,%ld]", first, last);
}

handtrace_place handtrace_at(const char *table, long row, long col) {
    handtrace_place p = {table, row, col, NULL};
    return p;
}

handtrace_place handtrace_of(const char *table, const char *const *members) {
    handtrace_place p = {table, 0, 0, members};
    return p;
}

handtrace_read handtrace_reads(handtrace_place cell, const char *name, const char *value) {
    handtrace_read r = {cell, 0, name, value};
    return r;
}

handtrace_read handtrace_reads_frame(long frame, const char *name, const char *value) {
    handtrace_read r = {{NULL, 0, 0, NULL}, frame, name, value};
    return r;
}

char *handtrace_text(char digits[HANDTRACE_DIGITS], long value) {
    snprintf(digits, HANDTRACE_DIGITS, "%ld", value);
    return digits;
}

void handtrace_begin(FILE *out, const char *problem, const char *title, const char *instance) {
    fputs("{\"handtrace\":1", out);
    text_field(out, "problem", problem);
    text_field(out, "title", title);
    data_field(out, "instance", instance ? instance : "{}");
    end(out);
}

void handtrace_run(FILE *out, const char *id, const char *title) {
    begin(out, "run");
    text_field(out, "id", id);
    text_field(out, "title", title);
    end(out);
}

void handtrace_table(FILE *out, const char *id, const handtrace_table_form *form) {
    begin(out, "table");
    text_field(out, "id", id);
    bounds_field(out, "rows", form->first_row, form->last_row);
    bounds_field(out, "cols", form->first_col, form->last_col);
    text_field(out, "shape", form->shape);
    text_field(out, "row", form->row);
    text_field(out, "col", form->col);
    texts_field(out, "row_labels", form->row_labels);
    texts_field(out, "col_labels", form->col_labels);
    text_field(out, "title", form->title);
    text_field(out, "values", form->texts ? "text" : NULL);
    end(out);
}

void handtrace_phase(FILE *out, const char *by, long value) {
    begin(out, "phase");
    text_field(out, "by", by);
    integer_field(out, "value", value);
    end(out);
}

void handtrace_cell(FILE *out, const char *const *tables, long row, long col) {
    begin(out, "cell");
    texts_field(out, "tables", tables);
    field(out, "at");
    fprintf(out, "[%ld,%ld]", row, col);
    end(out);
}

void handtrace_cell_of(FILE *out, const char *table, const char *const *members) {
    const char *const tables[] = {table, NULL};
    begin(out, "cell");
    texts_field(out, "tables", tables);
    field(out, "at");
    texts(out, members);
    end(out);
}

static void reads_fields(FILE *out, const handtrace_read *reads, size_t count) {
    if (!count)
        return;
    field(out, "reads");
    for (size_t k = 0; k < count; k++) {
        putc(k ? ',' : '[', out);
        if (!reads[k].cell.table) {
            fprintf(out, "{\"frame\":%ld}", reads[k].frame);
            continue;
        }
        putc('[', out);
        text(out, reads[k].cell.table);
        putc(',', out);
        indices(out, &reads[k].cell);
        putc(']', out);
    }
    putc(']', out);
    if (!reads[0].name)
        return;
    field(out, "terms");
    for (size_t k = 0; k < count; k++) {
        fputs(k ? ",{\"name\":" : "[{\"name\":", out);
        text(out, reads[k].name ? reads[k].name : "");
        text_field(out, "value", reads[k].value);
        putc('}', out);
    }
    putc(']', out);
}

static void ways_fields(FILE *out, const handtrace_way *ways, size_t count) {
    if (count == 1) {
        text_field(out, "expr", ways->expr);
        text_field(out, "value", ways->value);
    }
    if (count < 2)
        return;
    field(out, "ways");
    for (size_t k = 0; k < count; k++) {
        fputs(k ? ",{\"expr\":" : "[{\"expr\":", out);
        text(out, ways[k].expr);
        text_field(out, "value", ways[k].value);
        putc('}', out);
    }
    putc(']', out);
}

static void candidate(FILE *out, const char *label, const handtrace_read *reads, size_t read_count,
                      const handtrace_way *ways, size_t way_count) {
    text_field(out, "label", label);
    reads_fields(out, reads, read_count);
    ways_fields(out, ways, way_count);
    end(out);
}

void handtrace_try(FILE *out, const char *label, const handtrace_read *reads, size_t read_count,
                   const handtrace_way *ways, size_t way_count) {
    begin(out, "try");
    candidate(out, label, reads, read_count, ways, way_count);
}

void handtrace_try_at(FILE *out, handtrace_place at, const char *label, const handtrace_read *reads, size_t read_count,
                      const handtrace_way *ways, size_t way_count) {
    begin(out, "try");
    place_fields(out, &at);
    candidate(out, label, reads, read_count, ways, way_count);
}

void handtrace_try_in(FILE *out, long frame, const char *label, const handtrace_read *reads, size_t read_count,
                      const handtrace_way *ways, size_t way_count) {
    begin(out, "try");
    integer_field(out, "frame", frame);
    candidate(out, label, reads, read_count, ways, way_count);
}

void handtrace_set(FILE *out, handtrace_place at, const char *value, const char *const *chosen, const char *why,
                   const char *way) {
    begin(out, "set");
    place_fields(out, &at);
    text_field(out, "value", value);
    texts_field(out, "chosen", chosen);
    text_field(out, "why", why);
    text_field(out, "way", way);
    end(out);
}

static void enter_fields(FILE *out, long frame, long parent, const char *fn) {
    begin(out, "enter");
    integer_field(out, "frame", frame);
    if (parent)
        integer_field(out, "parent", parent);
    text_field(out, "fn", fn);
    field(out, "args");
}

void handtrace_enter(FILE *out, long frame, long parent, const char *fn, const long *args, size_t arg_count,
                     const char *edge) {
    enter_fields(out, frame, parent, fn);
    putc('[', out);
    for (size_t k = 0; k < arg_count; k++)
        fprintf(out, "%s%ld", k ? "," : "", args[k]);
    putc(']', out);
    text_field(out, "edge", edge);
    end(out);
}

void handtrace_enter_texts(FILE *out, long frame, long parent, const char *fn, const char *const *args,
                           const char *edge) {
    enter_fields(out, frame, parent, fn);
    texts(out, args);
    text_field(out, "edge", edge);
    end(out);
}

void handtrace_return(FILE *out, long frame, const char *value, const char *const *chosen, const char *why) {
    begin(out, "return");
    integer_field(out, "frame", frame);
    text_field(out, "value", value);
    texts_field(out, "chosen", chosen);
    text_field(out, "why", why);
    end(out);
}

void handtrace_memo(FILE *out, long frame, long of) {
    begin(out, "memo");
    integer_field(out, "frame", frame);
    integer_field(out, "of", of);
    end(out);
}

void handtrace_put(FILE *out, handtrace_place at, const char *value, long node, int dup) {
    begin(out, "put");
    place_fields(out, &at);
    text_field(out, "value", value);
    integer_field(out, "node", node);
    if (dup)
        data_field(out, "dup", "true");
    end(out);
}

void handtrace_leaf(FILE *out, long id, const char *value, const char *label, const char *size) {
    begin(out, "node");
    integer_field(out, "id", id);
    text_field(out, "value", value);
    text_field(out, "label", label);
    text_field(out, "size", size);
    end(out);
}

void handtrace_operation(FILE *out, long id, char op, long left, long right, const char *value, const char *size) {
    const char sign[] = {op, 0};
    begin(out, "node");
    integer_field(out, "id", id);
    text_field(out, "op", sign);
    integer_field(out, "left", left);
    integer_field(out, "right", right);
    text_field(out, "value", value);
    text_field(out, "size", size);
    end(out);
}

void handtrace_solution(FILE *out, long node, long class_number) {
    begin(out, "solution");
    integer_field(out, "node", node);
    if (class_number)
        integer_field(out, "class", class_number);
    end(out);
}

static void begin_move(FILE *out, const char *what, long at) {
    begin(out, "move");
    text_field(out, "what", what);
    integer_field(out, "at", at);
}

void handtrace_remove(FILE *out, long at) {
    begin_move(out, "remove", at);
    end(out);
}

void handtrace_merge(FILE *out, long at, const char *left, const char *right, const char *value) {
    begin_move(out, "merge", at);
    text_field(out, "left", left);
    text_field(out, "right", right);
    text_field(out, "value", value);
    end(out);
}

void handtrace_take(FILE *out, long at, const char *player, const char *value, const char *score_a,
                    const char *score_b) {
    const char *const scores[] = {score_a, score_b, NULL};
    begin_move(out, "take", at);
    text_field(out, "player", player);
    texts_field(out, "scores", scores);
    text_field(out, "value", value);
    end(out);
}

void handtrace_back(FILE *out, handtrace_place at, const char *take, const char *way) {
    begin(out, "back");
    place_fields(out, &at);
    text_field(out, "take", take);
    text_field(out, "way", way);
    end(out);
}

void handtrace_note(FILE *out, const char *key, const char *args, const char *note) {
    begin(out, "note");
    text_field(out, "key", key);
    if (args)
        data_field(out, "args", args);
    text_field(out, "text", note);
    end(out);
}

void handtrace_answer(FILE *out, const char *answer) {
    begin(out, "answer");
    data_field(out, "answer", answer);
    end(out);
}

int handtrace_end(FILE *out) {
    return fflush(out) == 0 && !ferror(out) ? 0 : -1;
}
