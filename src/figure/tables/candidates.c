/* The rows of a step's candidates; ways that join the same numbers are one:
 *
 *   split 3   ac = 5 × (−8) = −40   kept (min)
 *             bd = 7 × 2 = 14       kept (max)
 */
#include "tables/candidates.h"

#include "tables/cells.h"

#include <math.h>
#include <string.h>

static bool is_letter(char c) {
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* "a*c" as "ac", "l+30*35" as "l+30 \times 35". */
static str way_tex(const drawing *d, str expr) {
    strbuf b = strbuf_in(d->a);
    strbuf_add_c(&b, "");
    for (size_t k = 0; k < expr.len; k++) {
        char c = expr.ptr[k], before = k ? expr.ptr[k - 1] : ' ', after = k + 1 < expr.len ? expr.ptr[k + 1] : ' ';
        if (c == '*' && is_letter(before) && is_letter(after))
            continue;
        if (c == '*')
            strbuf_add_c(&b, "\\times ");
        else if (c == '/')
            strbuf_add_c(&b, "\\div ");
        else if (c == '-')
            strbuf_add_c(&b, "−");
        else
            strbuf_add_byte(&b, c);
    }
    return strbuf_text(&b);
}

/* Work that is left out for an exercise is not known to be the same. */
static bool has_work(const shown_row *row, str work) {
    for (size_t k = 0; k < row->way_count && work.len; k++)
        if (str_equal(row->ways[k].work, work))
            return true;
    return false;
}

static void fill_ways(const drawing *d, shown_row *row) {
    const story_candidate *c = row->candidate;
    row->ways = ARENA_ARRAY(d->a, shown_way, c->way_count);
    for (size_t k = 0; k < c->way_count; k++) {
        str work = story_way_shown(&c->ways[k], d->a);
        if (!has_work(row, work))
            row->ways[row->way_count++] =
                (shown_way){way_tex(d, c->ways[k].expr), work, c->ways[k].value, false, false};
    }
}

static void mark_winner(shown_row *row, size_t table, const story_fact *fact) {
    row->kept[table] = fact->kept == row->candidate;
    row->tied[table] = !row->kept[table] && candidate_chosen(row->candidate, fact);
    row->wins = row->wins || row->kept[table];
    for (size_t k = 0; k < row->way_count; k++)
        if (fact->value.len && str_equal(row->ways[k].value, fact->value)) {
            row->ways[k].kept = row->ways[k].kept || row->kept[table];
            row->ways[k].tied = row->ways[k].tied || row->tied[table];
        }
}

static void fill_row(const drawing *d, const candidate_rows *c, shown_row *row, const story_candidate *candidate) {
    size_t tables = c->fact_count;
    row->candidate = candidate;
    row->values = ARENA_ARRAY(d->a, str, tables);
    row->kept = ARENA_ARRAY(d->a, bool, tables);
    row->tied = ARENA_ARRAY(d->a, bool, tables);
    row->split = c->has_chain ? candidate_split(candidate) : 0;
    fill_ways(d, row);
    for (size_t k = 0; k < tables; k++) {
        row->values[k] = candidate_value(d, candidate, c->facts[k]);
        mark_winner(row, k, c->facts[k]);
    }
}

static void add_term(candidate_rows *c, str name) {
    for (size_t k = 0; k < c->term_count; k++)
        if (str_equal(c->terms[k], name))
            return;
    c->terms[c->term_count++] = name;
}

static void collect_terms(const drawing *d, candidate_rows *c) {
    size_t most = 0;
    for (size_t r = 0; r < c->count; r++)
        most += c->rows[r].candidate->term_count;
    c->terms = ARENA_ARRAY(d->a, str, most);
    for (size_t r = 0; r < c->count; r++)
        for (size_t k = 0; k < c->rows[r].candidate->term_count; k++)
            add_term(c, c->rows[r].candidate->terms[k].name);
}

/* Tables that hold which candidate was kept have no value of a candidate to show, as long as another table has. */
static void choose_facts(const drawing *d, candidate_rows *c) {
    c->facts = ARENA_ARRAY(d->a, const story_fact *, c->step->fact_count);
    for (size_t choices = 0; choices < 2 && !c->fact_count; choices++)
        for (size_t k = 0; k < c->step->fact_count; k++)
            if (choices || !c->step->facts[k].table->choices)
                c->facts[c->fact_count++] = &c->step->facts[k];
}

static const story_step *step_shown(const story_moment *m) {
    if (m->step && m->step->kind == STEP_BACK && m->step->back->table)
        return story_step_of_cell(m->step->back->table, m->step->back->row, m->step->back->col);
    if (m->step && m->step->candidate_count)
        return m->step;
    const story_step *last = NULL;
    for (size_t k = 0; k < m->run->step_count && m->run->steps[k].number <= story_last_step(m); k++)
        if (m->run->steps[k].candidate_count)
            last = &m->run->steps[k];
    return last;
}

bool candidate_rows_at(drawing *d, candidate_rows *c) {
    const story_moment *m = d->q->moment;
    *c = (candidate_rows){.step = step_shown(m)};
    if (!c->step || c->step->candidate_count == 0)
        return error_plain(d->q->error, STATUS_INPUT, "figure splits: nothing is chosen at this step");
    polygon_ring ring;
    c->has_chain = polygon_ring_of(m->story, &ring, d->a) && c->step->row >= 1 && c->step->col >= 2 &&
                   c->step->row <= (int64_t)ring.n && c->step->col <= (int64_t)ring.n;
    if (c->has_chain)
        c->hand = (hand){.ring = ring, .first = (size_t)c->step->row, .length = (size_t)c->step->col, .step = c->step};
    choose_facts(d, c);
    c->rows = ARENA_ARRAY(d->a, shown_row, c->step->candidate_count);
    for (size_t k = 0; k < c->step->candidate_count; k++) {
        const story_candidate *candidate = &c->step->candidates[k];
        if (!m->candidate || m->candidate->step != c->step || m->candidate == candidate)
            fill_row(d, c, &c->rows[c->count++], candidate);
    }
    collect_terms(d, c);
    return true;
}

bool same_ways(const shown_row *a, const shown_row *b) {
    if (a->way_count != b->way_count)
        return false;
    for (size_t k = 0; k < a->way_count; k++)
        if (!str_equal(a->ways[k].tex, b->ways[k].tex))
            return false;
    return true;
}

/* Letters, digits and signs that mean themselves in mathematics. */
static bool is_formula(str text) {
    bool plain = text.len > 0;
    for (size_t k = 0; k < text.len && plain; k++) {
        char c = text.ptr[k], letter = (char)(c | 32);
        plain = (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '+' || c == ',';
    }
    return plain;
}

str candidate_letter(const story_candidate *c) {
    size_t equals = str_find(c->label, STR("="), 0);
    str letter = equals == SIZE_MAX ? STR("") : str_slice(c->label, 0, equals);
    return is_formula(letter) ? letter : STR("");
}

/* "s=1" is mathematics, anything else words. */
/* Words of a recurrence file may hold formulas: "drop $x_i$". */
static bool has_mathematics(str label) {
    size_t open = str_find(label, STR("$"), 0);
    return open != SIZE_MAX && str_find(label, STR("$"), open + 1) != SIZE_MAX;
}

static str label_tex(const drawing *d, str label) {
    size_t equals = str_find(label, STR("="), 0);
    str name = str_slice(label, 0, equals), value = str_slice(label, equals + 1, label.len);
    if (equals != SIZE_MAX && is_formula(name) && is_formula(value))
        return str_format(d->a, "%.*s = %.*s", STR_ARG(name), STR_ARG(value));
    bool mathematics = has_mathematics(label);
    strbuf b = strbuf_in(d->a);
    strbuf_add_c(&b, "\\text{");
    for (size_t k = 0; k < label.len; k++) {
        if (label.ptr[k] && strchr(mathematics ? "" : "\\{}$", label.ptr[k]))
            strbuf_add_byte(&b, '\\');
        strbuf_add_byte(&b, label.ptr[k]);
    }
    strbuf_add_byte(&b, '}');
    return strbuf_text(&b);
}

str candidate_label_tex(const drawing *d, const story_candidate *c) {
    return label_tex(d, c->label);
}

str candidate_value_name(const drawing *d, const shown_row *row, str tex) {
    return str_format(d->a, "$%.*s$ ($%.*s$)", STR_ARG(tex), STR_ARG(candidate_label_tex(d, row->candidate)));
}

/* ---- ties ---- */

static bool same_choice(const story_fact *a, const story_fact *b) {
    if (a->chosen.count != b->chosen.count || !str_equal(a->value, b->value))
        return false;
    for (size_t k = 0; k < a->chosen.count; k++)
        if (!str_equal(a->chosen.items[k], b->chosen.items[k]))
            return false;
    return true;
}

enum { TIES_NAMED = 5 };

/* `named` with the labels of the candidates that tie, else with their number only. */
static piece tie_words(drawing *d, const candidate_rows *c, const story_fact *fact, const story_fact *also, bool named,
                       double size) {
    datum *facts = datum_map(d->a), *tied = datum_list(d->a);
    for (size_t k = 0; k < fact->chosen.count && named; k++) {
        datum *one = datum_add(d->a, tied, datum_map(d->a));
        datum_put(d->a, one, "label", datum_text(d->a, label_tex(d, fact->chosen.items[k])));
    }
    str table = table_short(d, fact->table);
    if (also)
        table = str_format(d->a, "%.*s%.*s%.*s", STR_ARG(table), STR_ARG(drawing_say(d, "answer.comma", NULL)),
                           STR_ARG(table_short(d, also->table)));
    datum_put(d->a, facts, "table", datum_text(d->a, table));
    datum_put(d->a, facts, "tied", tied);
    datum_put(d->a, facts, "count", datum_integer(d->a, (int64_t)fact->chosen.count));
    datum_put(d->a, facts, "all", datum_bool(d->a, fact->chosen.count == c->step->candidate_count && c->count > 2));
    datum_put(d->a, facts, "kept", datum_text(d->a, label_tex(d, fact->chosen.items[0])));
    return drawing_label(d, drawing_say(d, "figure.splits.tie", facts),
                         drawing_style(FACE_ROMAN, size, d->t->color.mute));
}

/* In a narrow figure set smaller, or without the labels. */
static piece tie_line(drawing *d, const candidate_rows *c, const story_fact *fact, const story_fact *also,
                      double width) {
    double size = d->t->type.label * 0.95;
    bool named = fact->chosen.count <= TIES_NAMED;
    piece p = tie_words(d, c, fact, also, named, size);
    for (int narrow = 0; narrow < 2 && width > 0 && p.width > width; narrow++) {
        size = fmax(d->t->type.least, size * width / p.width * 0.99);
        p = tie_words(d, c, fact, also, named && !narrow, size);
    }
    return p;
}

size_t candidate_ties(drawing *d, const candidate_rows *c, double width, piece *lines) {
    size_t count = 0;
    bool alike = c->fact_count == 2 && same_choice(c->facts[0], c->facts[1]);
    for (size_t k = 0; k < c->fact_count && c->count > 1; k++)
        if (c->facts[k]->chosen.count > 1 && !(alike && k))
            lines[count++] = tie_line(d, c, c->facts[k], alike ? c->facts[1] : NULL, width);
    return count;
}
