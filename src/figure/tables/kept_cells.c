#include "tables/kept_cells.h"

#include "draw/memory.h"

#include <string.h>

enum { MOST_CELLS = 1 << 16, MOST_GRIDS = 16 };

typedef struct head {
    struct head *next;
    double size;
    bool brief;
    piece piece;
} head;

typedef struct grid {
    double *lengths;
    size_t count, number;
} grid;

struct kept_table {
    struct kept_table *next;
    const story_table *table;
    size_t rows, cols;
    kept_cell *cells;
    head **heads;    /* of the rows, then of the columns */
    bool names_vary; /* the phrase for a cell says something of the moment */
    grid grids[MOST_GRIDS];
    size_t grid_count;
};

kept_table *kept_table_of(drawing *d, const story_table *t) {
    size_t rows = (size_t)(t->row_last - t->row_first + 1), cols = (size_t)(t->col_last - t->col_first + 1);
    if (!d->memory || rows > MOST_CELLS / cols)
        return NULL;
    for (kept_table *k = d->memory->tables; k; k = k->next)
        if (k->table == t)
            return k;
    kept_table *k = ARENA_NEW(d->kept_in, kept_table);
    *k = (kept_table){.next = d->memory->tables, .table = t, .rows = rows, .cols = cols};
    k->cells = ARENA_ARRAY(d->kept_in, kept_cell, rows * cols);
    k->heads = ARENA_ARRAY(d->kept_in, head *, rows + cols);
    return d->memory->tables = k;
}

/* ---- cells ---- */

kept_cell *kept_cell_at(kept_table *k, size_t number) {
    return k ? &k->cells[number] : NULL;
}

/* Nothing is drawn where the cell is: only its group is there. */
static bool bare(const cell_look *look) {
    return !look->value.len && !look->tag.len &&
           (look->outside || look->state == STATE_PLAIN || look->state == STATE_UNSET);
}

static bool same_box(box a, box b) {
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

bool kept_cell_serves(const kept_cell *c, const cell_look *look, const cell_place *place) {
    if (!c->drawn || c->look.state != look->state || c->look.outside != look->outside ||
        !str_equal(c->look.value, look->value) || !str_equal(c->look.tag, look->tag))
        return false;
    return bare(look) ||
           (same_box(c->place.at, place->at) && c->place.type == place->type && c->place.tagged == place->tagged);
}

scene *kept_cell_begin(drawing *d, kept_cell *c) {
    if (!c->scene)
        c->scene = scene_new(d->kept_in);
    c->scene->count = 0;
    c->drawn = false;
    return c->scene;
}

void kept_cell_end(drawing *d, kept_cell *c, const cell_look *look, const cell_place *place) {
    scene_own(c->scene);
    c->look = *look;
    c->look.value = str_copy(d->kept_in, look->value);
    c->look.tag = str_copy(d->kept_in, look->tag);
    c->place = *place;
    c->drawn = true;
}

str kept_cell_name(drawing *d, kept_table *k, const story_table *t, int64_t row, int64_t col) {
    if (!k || k->names_vary)
        return cell_name_plain(d, t, row, col);
    kept_cell *c = &k->cells[(size_t)(row - t->row_first) * k->cols + (size_t)(col - t->col_first)];
    if (c->name.len)
        return c->name;
    str name;
    if (!cell_name_alone(d, t, row, col, &name)) {
        k->names_vary = true;
        return cell_name_plain(d, t, row, col);
    }
    return c->name = str_copy(d->kept_in, name);
}

/* ---- heads ---- */

piece *kept_head(drawing *d, kept_table *k, bool of_row, size_t place, double size, bool brief, bool *fresh) {
    if (!k)
        return NULL;
    head **list = &k->heads[of_row ? place : k->rows + place];
    for (head *h = *list; h; h = h->next)
        if (h->size == size && h->brief == brief)
            return &h->piece;
    head *h = ARENA_NEW(d->kept_in, head);
    *h = (head){.next = *list, .size = size, .brief = brief};
    *list = h;
    *fresh = true;
    return &h->piece;
}

/* ---- grids ---- */

size_t kept_grid(drawing *d, kept_table *k, const double *lengths, size_t count) {
    if (!k)
        return 0;
    for (size_t g = 0; g < k->grid_count; g++)
        if (k->grids[g].count == count && memcmp(k->grids[g].lengths, lengths, count * sizeof *lengths) == 0)
            return k->grids[g].number;
    if (k->grid_count == MOST_GRIDS)
        k->grid_count = 0;
    grid *new = &k->grids[k->grid_count++];
    *new = (grid){ARENA_ARRAY(d->kept_in, double, count), count, ++d->memory->grid_count};
    memcpy(new->lengths, lengths, count * sizeof *lengths);
    return new->number;
}
