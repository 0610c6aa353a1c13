/* What a step is called in a trace that has no words for it: the cell in each table, the call, the move, the set.
 *
 *   min[2,3], max[2,3]     fewest[4]     fib(5)     merge 2     {3, 8}
 */
#include "number.h"
#include "view_classes.h"

str story_cell_name(const story_table *t, int64_t row, int64_t col, arena *a) {
    if (t->row_first == 0 && t->row_last == 0 && (t->col_first != 0 || t->col_last != 0))
        return str_format(a, "%.*s[%lld]", STR_ARG(t->id), (long long)col);
    if (t->col_first == 0 && t->col_last == 0 && (t->row_first != 0 || t->row_last != 0))
        return str_format(a, "%.*s[%lld]", STR_ARG(t->id), (long long)row);
    if (t->row_first == 0 && t->row_last == 0 && !t->row.len && !t->col.len)
        return t->id;
    return str_format(a, "%.*s[%lld,%lld]", STR_ARG(t->id), (long long)row, (long long)col);
}

static void add_list(strbuf *b, const story_texts *texts) {
    for (size_t k = 0; k < texts->count; k++) {
        strbuf_add_c(b, k ? ", " : "");
        strbuf_add(b, number_shown(texts->items[k], b->arena));
    }
}

str story_frame_name(const story_frame *f, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add(&b, f->fn);
    strbuf_add_byte(&b, '(');
    add_list(&b, &f->args);
    strbuf_add_byte(&b, ')');
    return strbuf_text(&b);
}

static str set_name(const story_texts *members, arena *a) {
    strbuf b = strbuf_in(a);
    strbuf_add_byte(&b, '{');
    add_list(&b, members);
    strbuf_add_byte(&b, '}');
    return strbuf_text(&b);
}

static str cells_name(const story_step *s, arena *a) {
    if (s->members.count)
        return set_name(&s->members, a);
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < s->fact_count; k++)
        if (s->facts[k].table) {
            strbuf_add_c(&b, b.len ? ", " : "");
            strbuf_add(&b, story_cell_name(s->facts[k].table, s->row, s->col, a));
        }
    return b.len ? strbuf_text(&b) : str_format(a, "[%lld,%lld]", (long long)s->row, (long long)s->col);
}

str story_step_name(const story_step *s, arena *a) {
    switch (s->kind) {
    case STEP_FRAME:
        return story_frame_name(s->frame, a);
    case STEP_MOVE:
        return str_format(a, "%.*s %lld", STR_ARG(s->move->what), (long long)s->move->at);
    case STEP_BACK:
        return s->back->table ? story_cell_name(s->back->table, s->back->row, s->back->col, a) : STR("");
    case STEP_PUT:
        return set_name(&s->members, a);
    case STEP_CELL:
        break;
    }
    return cells_name(s, a);
}
