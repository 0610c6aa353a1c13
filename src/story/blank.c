/* The lists of a run are copied one by one; a pointer into an old list becomes one to the same place in the new:
 *
 *   old   steps [0][1][2]      fact.kept ──▶ candidates of step 2, place 1
 *   new   steps [0][1][2]      fact.kept ──▶ candidates of the new step 2, place 1, or NULL if step 2 is left out
 */
#include "blank.h"

#include "cloze.h"
#include "facts.h"
#include "number.h"
#include "utf8.h"

#include <string.h>

typedef struct blanker {
    const story_blanks *blanks;
    const story_run *old;
    story_run *run;
    bool *hidden;        /* by step, from 0 */
    bool *frame_hidden;  /* by frame, from 0 */
    size_t **columns;    /* by table and column: the characters of its widest value */
    size_t calls, works; /* the same of calls, and of what candidates come to */
    arena *arena;
} blanker;

static void *copy(const void *items, size_t count, size_t size, arena *a) {
    void *fresh = arena_array(a, count, size);
    if (count)
        memcpy(fresh, items, count * size);
    return fresh;
}

#define COPY(items, count) copy((items), (count), sizeof *(items), b->arena)
/* The thing at the same place in the new list. */
#define SAME(pointer, old_items, new_items) ((pointer) ? &(new_items)[(pointer) - (old_items)] : NULL)

static const story_table *same_table(const blanker *b, const story_table *t) {
    return SAME(t, b->old->tables, b->run->tables);
}

static const story_step *same_step(const blanker *b, const story_step *s) {
    if (s && s->kind == STEP_FRAME)
        return SAME(s, b->old->frame_steps, b->run->frame_steps);
    return SAME(s, b->old->steps, b->run->steps);
}

static const story_cell *same_cell(const blanker *b, const story_table *t, const story_cell *c) {
    return c ? &same_table(b, t)->cells[c - t->cells] : NULL;
}

static bool step_is_hidden(const blanker *b, const story_step *s) {
    if (!s || s->kind == STEP_FRAME)
        return s && b->frame_hidden[s->frame - b->old->frames];
    return s->kind == STEP_CELL && b->hidden[s->number - 1];
}

/* What stands in the place of a value for which there is that much room. */
static str in_place_of(const blanker *b, str value, size_t room) {
    if (b->blanks->fill == BLANK_NOTHING || !value.len)
        return STR("");
    return b->blanks->fill == BLANK_ROOM ? cloze_left(room, b->arena)
                                         : cloze_with(room, number_shown(value, b->arena), b->arena);
}

static size_t wider(size_t room, str value, arena *a) {
    size_t own = value.len ? utf8_count(number_shown(value, a)) : 0;
    return own > room ? own : room;
}

static size_t widest_way(size_t room, const story_candidate *c, size_t count, arena *a) {
    for (size_t k = 0; k < count; k++)
        for (size_t w = 0; w < c[k].way_count; w++)
            room = wider(room, c[k].ways[w].value, a);
    return room;
}

/* Room goes by the widest value of a column, of all calls, of all candidates: never by the one that is left out. */
static void find_rooms(blanker *b) {
    arena *a = arena_scratch(b->arena);
    arena_mark start = arena_here(a);
    b->columns = ARENA_ARRAY(b->arena, size_t *, b->old->table_count);
    for (size_t k = 0; k < b->old->table_count; k++) {
        const story_table *t = &b->old->tables[k];
        size_t cols = t->shape == TABLE_SETS ? 1 : (size_t)(t->col_last - t->col_first + 1);
        b->columns[k] = ARENA_ARRAY(b->arena, size_t, cols);
        for (size_t c = 0; c < t->cell_count; c++)
            b->columns[k][c % cols] = wider(b->columns[k][c % cols], t->cells[c].value, a);
    }
    for (size_t k = 0; k < b->old->frame_count; k++) {
        b->calls = wider(b->calls, b->old->frames[k].value, a);
        b->works = widest_way(b->works, b->old->frames[k].candidates, b->old->frames[k].candidate_count, a);
    }
    for (size_t k = 0; k < b->old->step_count; k++)
        b->works = widest_way(b->works, b->old->steps[k].candidates, b->old->steps[k].candidate_count, a);
    arena_back(a, start);
}

static size_t column_room(const blanker *b, const story_table *t, int64_t col) {
    bool sets = t->shape == TABLE_SETS || col < t->col_first || col > t->col_last;
    return b->columns[t - b->old->tables][sets ? 0 : (size_t)(col - t->col_first)];
}

static void find_hidden(blanker *b) {
    const story_blanks *x = b->blanks;
    b->hidden = ARENA_ARRAY(b->arena, bool, b->old->step_count);
    b->frame_hidden = ARENA_ARRAY(b->arena, bool, b->old->frame_count);
    for (size_t k = 0; x->hides && k < b->old->step_count; k++)
        b->hidden[k] = x->hides(&b->old->steps[k], x->user);
    for (size_t k = 0; x->hides && k < b->old->frame_step_count; k++) {
        const story_step *s = &b->old->frame_steps[k];
        b->frame_hidden[s->frame - b->old->frames] = x->hides(s, x->user);
    }
}

/* ---- candidates ---- */

/* The step that set what a read of `reader` found. */
static const story_step *source_of(const story_read *r, const story_step *reader) {
    const story_cell *c = r->table ? story_cell_at(r->table, r->row, r->col) : NULL;
    for (size_t k = c ? c->setting_count : 0; k; k--)
        if (!reader || reader->kind != STEP_CELL || c->settings[k - 1].step->number < reader->number)
            return c->settings[k - 1].step;
    return NULL;
}

static bool read_is_hidden(const blanker *b, const story_read *r, const story_step *reader) {
    return r->frame ? b->frame_hidden[r->frame - b->old->frames] : step_is_hidden(b, source_of(r, reader));
}

static bool asks_all(const blanker *b, const story_step *s) {
    return s && b->blanks->asks_all && b->blanks->asks_all(s, b->blanks->user);
}

static size_t room_of_read(const blanker *b, const story_read *r) {
    return r->table ? column_room(b, r->table, r->col) : b->calls;
}

static bool copy_reads(blanker *b, const story_candidate *old, story_candidate *c) {
    bool any = false, all = asks_all(b, old->step);
    c->reads = COPY(old->reads, old->read_count);
    story_term *terms = COPY(old->terms, old->term_count);
    c->terms = terms;
    for (size_t k = 0; k < c->read_count; k++) {
        c->reads[k].table = same_table(b, old->reads[k].table);
        c->reads[k].frame = SAME(old->reads[k].frame, b->old->frames, b->run->frames);
        if (!all && !read_is_hidden(b, &old->reads[k], old->step))
            continue;
        any = true;
        c->reads[k].value = in_place_of(b, old->reads[k].value, room_of_read(b, &old->reads[k]));
        if (c->term_count == c->read_count)
            terms[k].value = c->reads[k].value;
    }
    for (size_t k = 0; any && c->term_count != c->read_count && k < c->term_count; k++)
        terms[k].value = in_place_of(b, old->terms[k].value, b->works);
    return any;
}

static void copy_candidate(blanker *b, const story_candidate *old, story_candidate *c, bool hidden) {
    *c = *old;
    c->table = same_table(b, old->table);
    c->step = same_step(b, old->step);
    c->frame = SAME(old->frame, b->old->frames, b->run->frames);
    bool reads_hidden = copy_reads(b, old, c);
    c->ways = COPY(old->ways, old->way_count);
    bool blank = reads_hidden || (hidden && b->blanks->work);
    for (size_t k = 0; k < c->way_count; k++) {
        c->ways[k].candidate = blank && b->blanks->fill == BLANK_NOTHING ? NULL : c;
        c->ways[k].value = blank ? in_place_of(b, old->ways[k].value, b->works) : c->ways[k].value;
    }
    if (hidden)
        c->chosen = c->kept = false;
}

static story_candidate *copy_candidates(blanker *b, const story_candidate *old, size_t count, bool hidden) {
    story_candidate *fresh = ARENA_ARRAY(b->arena, story_candidate, count);
    for (size_t k = 0; k < count; k++)
        copy_candidate(b, &old[k], &fresh[k], hidden);
    return fresh;
}

/* ---- steps ---- */

static void copy_fact(blanker *b, const story_step *old, const story_fact *from, story_step *s, story_fact *f) {
    *f = *from;
    f->table = same_table(b, from->table);
    f->cell = same_cell(b, from->table, from->cell);
    f->step = s;
    f->kept = SAME(from->kept, old->candidates, s->candidates);
    f->way = from->way && f->kept ? &f->kept->ways[from->way - from->kept->ways] : NULL;
    if (!step_is_hidden(b, old))
        return;
    f->value = in_place_of(b, from->value, from->table ? column_room(b, from->table, old->col) : b->calls);
    f->chosen = (story_texts){0};
    f->kept = NULL;
    f->way = NULL;
}

static void copy_facts(blanker *b, const story_step *old, story_step *s) {
    s->facts = ARENA_ARRAY(b->arena, story_fact, old->fact_count);
    for (size_t k = 0; k < old->fact_count; k++)
        copy_fact(b, old, &old->facts[k], s, &s->facts[k]);
}

static void copy_steps(blanker *b) {
    b->run->steps = COPY(b->old->steps, b->old->step_count);
    b->run->frame_steps = COPY(b->old->frame_steps, b->old->frame_step_count);
    for (size_t k = 0; k < b->old->step_count; k++) {
        const story_step *old = &b->old->steps[k];
        story_step *s = &b->run->steps[k];
        s->run = b->run;
        s->phase = SAME(old->phase, b->old->phases, b->run->phases);
        s->candidates = copy_candidates(b, old->candidates, old->candidate_count, b->hidden[k]);
        copy_facts(b, old, s);
    }
}

static void copy_frames(blanker *b) {
    for (size_t k = 0; k < b->old->frame_count; k++) {
        const story_frame *old = &b->old->frames[k];
        story_frame *f = &b->run->frames[k];
        *f = *old;
        f->parent = SAME(old->parent, b->old->frames, b->run->frames);
        f->memo_of = SAME(old->memo_of, b->old->frames, b->run->frames);
        f->repeat_of = SAME(old->repeat_of, b->old->frames, b->run->frames);
        f->children = COPY(old->children, old->child_count);
        for (size_t c = 0; c < f->child_count; c++)
            f->children[c] = SAME(old->children[c], b->old->frames, b->run->frames);
        f->candidates = copy_candidates(b, old->candidates, old->candidate_count, b->frame_hidden[k]);
        if (b->frame_hidden[k]) {
            f->value = in_place_of(b, old->value, b->calls);
            f->chosen = (story_texts){0};
        }
    }
    for (size_t k = 0; k < b->old->frame_step_count; k++) {
        const story_step *old = &b->old->frame_steps[k];
        story_step *s = &b->run->frame_steps[k];
        s->run = b->run;
        s->frame = SAME(old->frame, b->old->frames, b->run->frames);
        s->candidates = b->run->frames[old->frame - b->old->frames].candidates;
        copy_facts(b, old, s);
    }
}

/* ---- tables ---- */

static void copy_cell(blanker *b, const story_cell *old, size_t room, story_cell *c) {
    *c = *old;
    c->step = same_step(b, old->step);
    c->settings = COPY(old->settings, old->setting_count);
    c->setting_capacity = old->setting_count;
    for (size_t k = 0; k < c->setting_count; k++) {
        c->settings[k].step = same_step(b, old->settings[k].step);
        if (step_is_hidden(b, old->settings[k].step))
            c->settings[k].value = in_place_of(b, old->settings[k].value, room);
    }
    if (step_is_hidden(b, old->step))
        c->value = in_place_of(b, old->value, room);
}

static void make_tables(blanker *b) {
    b->run->tables = COPY(b->old->tables, b->old->table_count);
    b->run->phases = COPY(b->old->phases, b->old->phase_count);
    for (size_t k = 0; k < b->old->phase_count; k++)
        b->run->phases[k].run = b->run;
    for (size_t k = 0; k < b->old->table_count; k++) {
        b->run->tables[k].run = b->run;
        b->run->tables[k].cells = ARENA_ARRAY(b->arena, story_cell, b->old->tables[k].cell_count);
    }
}

static void fill_tables(blanker *b) {
    for (size_t k = 0; k < b->old->table_count; k++)
        for (size_t c = 0; c < b->old->tables[k].cell_count; c++)
            copy_cell(b, &b->old->tables[k].cells[c],
                      column_room(b, &b->old->tables[k], b->old->tables[k].cells[c].col), &b->run->tables[k].cells[c]);
}

/* ---- the end: trees, puts, the way back, the play ---- */

static void copy_trees(blanker *b) {
    story_run *r = b->run;
    r->nodes = COPY(b->old->nodes, b->old->node_count);
    for (size_t k = 0; k < r->node_count; k++) {
        r->nodes[k].left = SAME(b->old->nodes[k].left, b->old->nodes, r->nodes);
        r->nodes[k].right = SAME(b->old->nodes[k].right, b->old->nodes, r->nodes);
    }
    r->solutions = COPY(b->old->solutions, b->old->solution_count);
    for (size_t k = 0; k < r->solution_count; k++)
        r->solutions[k].node = SAME(b->old->solutions[k].node, b->old->nodes, r->nodes);
    r->put_steps = COPY(b->old->put_steps, b->old->put_step_count);
    for (size_t k = 0; k < r->put_step_count; k++) {
        r->put_steps[k].run = r;
        r->put_steps[k].node = SAME(b->old->put_steps[k].node, b->old->nodes, r->nodes);
        copy_facts(b, &b->old->put_steps[k], &r->put_steps[k]);
    }
}

/* A step of the way back through a cell that is left out would tell what is chosen there. */
static void copy_back(blanker *b, const story_back *old, story_back *back) {
    *back = *old;
    back->table = same_table(b, old->table);
    back->candidate = NULL;
    back->way = NULL;
    const story_cell *c = story_cell_at(old->table, old->row, old->col);
    if (c && step_is_hidden(b, c->step) && b->blanks->fill != BLANK_ANSWER) {
        back->take = STR("");
        return;
    }
    if (!old->candidate)
        return;
    const story_step *s = same_step(b, old->candidate->step);
    back->candidate = &s->candidates[old->candidate - old->candidate->step->candidates];
    back->way = old->way ? &back->candidate->ways[old->way - old->candidate->ways] : NULL;
}

static void copy_play(blanker *b) {
    story_run *r = b->run;
    r->backs = ARENA_ARRAY(b->arena, story_back, b->old->back_count);
    r->back_steps = COPY(b->old->back_steps, b->old->back_step_count);
    for (size_t k = 0; k < r->back_count; k++) {
        copy_back(b, &b->old->backs[k], &r->backs[k]);
        r->back_steps[k].back = &r->backs[k];
        r->back_steps[k].run = r;
    }
    r->move_steps = COPY(b->old->move_steps, b->old->move_step_count);
    for (size_t k = 0; k < r->move_step_count; k++)
        r->move_steps[k].run = r;
}

static void leave_out_end(story_run *r) {
    r->node_count = r->solution_count = 0;
    r->back_count = r->back_step_count = 0;
    r->move_count = r->move_step_count = 0;
    r->nodes = NULL;
    r->solutions = NULL;
    r->backs = NULL;
    r->moves = NULL;
}

static void copy_run(const story_run *old, story_run *run, const story *s, const story_blanks *blanks, arena *a) {
    blanker b = {.blanks = blanks, .old = old, .run = run, .arena = a};
    *run = *old;
    run->story = s;
    find_hidden(&b);
    find_rooms(&b);
    make_tables(&b);
    run->frames = ARENA_ARRAY(a, story_frame, old->frame_count);
    copy_steps(&b);
    copy_frames(&b);
    fill_tables(&b);
    copy_trees(&b);
    if (blanks->end)
        leave_out_end(run);
    else
        copy_play(&b);
}

story *story_blank(const story *s, const story_blanks *blanks, arena *a) {
    story *fresh = ARENA_NEW(a, story);
    *fresh = *s;
    fresh->facts = fact_store_new(a); /* what was told of what is blank now must not be told */
    if (blanks->end)
        fresh->answer = NULL;
    fresh->runs = ARENA_ARRAY(a, story_run, s->run_count);
    for (size_t k = 0; k < s->run_count; k++)
        copy_run(&s->runs[k], &fresh->runs[k], fresh, blanks, a);
    return fresh;
}
