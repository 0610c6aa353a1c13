/* A story as text: one line a fact, two blanks a level. */
#include "story.h"

#include <inttypes.h>

typedef struct dump {
    strbuf out;
    int level;
} dump;

static void begin(dump *d, const char *what) {
    strbuf_addf(&d->out, "%*s%s", 2 * d->level, "", what);
}

static void end(dump *d) {
    strbuf_add_byte(&d->out, '\n');
}

/* " name=value", nothing for an empty value. */
static void add(dump *d, const char *name, str value) {
    if (value.len)
        strbuf_addf(&d->out, " %s=%.*s", name, STR_ARG(value));
}

static void add_texts(dump *d, const char *name, const story_texts *texts) {
    if (texts->count == 0)
        return;
    strbuf_addf(&d->out, " %s={", name);
    for (size_t k = 0; k < texts->count; k++)
        strbuf_addf(&d->out, "%s%.*s", k ? "," : "", STR_ARG(texts->items[k]));
    strbuf_add_byte(&d->out, '}');
}

static void add_place(dump *d, const story_table *t, int64_t row, int64_t col, const story_texts *members) {
    if (t)
        strbuf_addf(&d->out, " %.*s", STR_ARG(t->id));
    if (t && t->shape == TABLE_SETS)
        add_texts(d, "at", members);
    else
        strbuf_addf(&d->out, "[%" PRId64 ",%" PRId64 "]", row, col);
}

static void dump_read(dump *d, const story_read *r) {
    begin(d, "read");
    if (r->frame)
        strbuf_addf(&d->out, " frame %" PRId64, r->frame->id);
    else
        add_place(d, r->table, r->row, r->col, &r->members);
    add(d, "value", r->value);
    end(d);
}

static void dump_candidate(dump *d, const story_candidate *c) {
    begin(d, "candidate");
    strbuf_addf(&d->out, " %zu %.*s%s%s", c->number, STR_ARG(c->label), c->chosen ? " chosen" : "",
                c->kept ? " kept" : "");
    if (c->table)
        add(d, "table", c->table->id);
    end(d);
    d->level++;
    for (size_t k = 0; k < c->read_count; k++)
        dump_read(d, &c->reads[k]);
    for (size_t k = 0; k < c->term_count; k++) {
        begin(d, "term");
        strbuf_addf(&d->out, " %.*s=%.*s", STR_ARG(c->terms[k].name), STR_ARG(c->terms[k].value));
        end(d);
    }
    for (size_t k = 0; k < c->way_count; k++) {
        begin(d, "way");
        strbuf_addf(&d->out, " %.*s: %.*s = %.*s", STR_ARG(c->ways[k].expr),
                    STR_ARG(story_way_shown(&c->ways[k], d->out.arena)), STR_ARG(c->ways[k].value));
        end(d);
    }
    d->level--;
}

static void dump_fact(dump *d, const story_fact *f) {
    begin(d, "fact");
    if (f->table)
        add_place(d, f->table, f->cell->row, f->cell->col, &f->cell->members);
    add(d, "value", f->value);
    add(d, "why", f->why);
    add_texts(d, "chosen", &f->chosen);
    if (f->kept)
        add(d, "kept", f->kept->label);
    if (f->way)
        add(d, "way", f->way->expr);
    end(d);
}

static void dump_notes(dump *d, const story_note *notes, size_t count) {
    for (size_t k = 0; k < count; k++) {
        begin(d, "note");
        add(d, "key", notes[k].key);
        add(d, "text", notes[k].text);
        end(d);
    }
}

static void dump_step(dump *d, const story_step *s) {
    begin(d, "step");
    strbuf_addf(&d->out, " %zu", s->number);
    end(d);
    d->level++;
    for (size_t k = 0; k < s->candidate_count; k++)
        dump_candidate(d, &s->candidates[k]);
    for (size_t k = 0; k < s->fact_count; k++)
        dump_fact(d, &s->facts[k]);
    dump_notes(d, s->notes, s->note_count);
    d->level--;
}

static void dump_table(dump *d, const story_table *t) {
    static const char *const shapes[] = {"full", "upper", "sets"};
    begin(d, "table");
    strbuf_addf(&d->out, " %.*s %s", STR_ARG(t->id), shapes[t->shape]);
    if (t->shape != TABLE_SETS)
        strbuf_addf(&d->out, " rows %.*s=%" PRId64 "..%" PRId64 " cols %.*s=%" PRId64 "..%" PRId64, STR_ARG(t->row),
                    t->row_first, t->row_last, STR_ARG(t->col), t->col_first, t->col_last);
    add(d, "title", t->title);
    end(d);
}

static void dump_frame(dump *d, const story_frame *f) {
    begin(d, "frame");
    strbuf_addf(&d->out, " %" PRId64 " %.*s", f->id, STR_ARG(f->fn));
    add_texts(d, "args", &f->args);
    if (f->parent)
        strbuf_addf(&d->out, " parent=%" PRId64, f->parent->id);
    add(d, "edge", f->edge);
    add(d, "value", f->value);
    add(d, "why", f->why);
    add_texts(d, "chosen", &f->chosen);
    if (f->memo_of)
        strbuf_addf(&d->out, " memo_of=%" PRId64, f->memo_of->id);
    if (f->repeat_of)
        strbuf_addf(&d->out, " repeat_of=%" PRId64, f->repeat_of->id);
    strbuf_addf(&d->out, " step=%zu", f->step);
    end(d);
    d->level++;
    for (size_t k = 0; k < f->candidate_count; k++)
        dump_candidate(d, &f->candidates[k]);
    d->level--;
}

static void dump_node(dump *d, const story_node *n) {
    begin(d, "node");
    strbuf_addf(&d->out, " %" PRId64, n->id);
    if (n->op.len)
        strbuf_addf(&d->out, " %" PRId64 " %.*s %" PRId64, n->left->id, STR_ARG(n->op), n->right->id);
    add(d, "value", n->value);
    add(d, "label", n->label);
    add(d, "size", n->size);
    end(d);
}

static void dump_put(dump *d, const story_step *s) {
    begin(d, "put");
    strbuf_addf(&d->out, " %zu", s->number);
    add_place(d, s->facts->table, 0, 0, &s->members);
    add(d, "value", s->facts->value);
    if (s->node)
        strbuf_addf(&d->out, " node=%" PRId64 "%s", s->node->id, s->dup ? " dup" : "");
    end(d);
}

static void dump_move(dump *d, const story_move *m) {
    begin(d, "move");
    strbuf_addf(&d->out, " %zu %.*s at=%" PRId64, m->number, STR_ARG(m->what), m->at);
    add(d, "player", m->player);
    add_texts(d, "scores", &m->scores);
    add(d, "left", m->left);
    add(d, "right", m->right);
    add(d, "value", m->value);
    end(d);
}

static void dump_back(dump *d, const story_back *b) {
    begin(d, "back");
    strbuf_addf(&d->out, " %zu", b->number);
    add_place(d, b->table, b->row, b->col, &b->members);
    add(d, "take", b->take);
    if (b->way)
        strbuf_addf(&d->out, " way=%.*s: %.*s", STR_ARG(b->way->expr), STR_ARG(story_way_shown(b->way, d->out.arena)));
    end(d);
}

static void dump_phase(dump *d, const story_phase *p) {
    begin(d, "phase");
    strbuf_addf(&d->out, " %zu", p->number);
    if (p->by.len)
        strbuf_addf(&d->out, " %.*s=%" PRId64, STR_ARG(p->by), p->value);
    end(d);
    d->level++;
    for (size_t k = 0; k < p->count; k++)
        dump_step(d, &p->run->steps[p->first + k]);
    d->level--;
}

static void dump_run(dump *d, const story_run *r) {
    begin(d, "run");
    strbuf_addf(&d->out, " %zu", r->number);
    add(d, "id", r->id);
    add(d, "title", r->title);
    end(d);
    d->level++;
    for (size_t k = 0; k < r->table_count; k++)
        dump_table(d, &r->tables[k]);
    for (size_t k = 0; k < r->phase_count; k++)
        dump_phase(d, &r->phases[k]);
    for (size_t k = 0; k < r->frame_count; k++)
        dump_frame(d, &r->frames[k]);
    for (size_t k = 0; k < r->node_count; k++)
        dump_node(d, &r->nodes[k]);
    for (size_t k = 0; k < r->put_step_count; k++)
        dump_put(d, &r->put_steps[k]);
    for (size_t k = 0; k < r->solution_count; k++) {
        begin(d, "solution");
        strbuf_addf(&d->out, " node=%" PRId64 " class=%" PRId64, r->solutions[k].node->id,
                    r->solutions[k].class_number);
        end(d);
    }
    for (size_t k = 0; k < r->back_count; k++)
        dump_back(d, &r->backs[k]);
    for (size_t k = 0; k < r->move_count; k++)
        dump_move(d, &r->moves[k]);
    dump_notes(d, r->notes, r->note_count);
    d->level--;
}

str story_dump(const story *s, arena *a) {
    dump d = {strbuf_in(a), 0};
    begin(&d, "story");
    add(&d, "problem", s->problem);
    add(&d, "title", s->title);
    end(&d);
    d.level++;
    for (size_t k = 0; k < s->run_count; k++)
        dump_run(&d, &s->runs[k]);
    return strbuf_text(&d.out);
}
