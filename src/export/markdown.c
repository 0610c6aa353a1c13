/* The expanded Markdown as it is, with each image `](figure:…)` pointed at the file of its picture. Images stand in the
 * Markdown in the order of the document's references. */
#include "markdown.h"

#include "picture.h"

typedef struct references {
    const figure_reference **items;
    size_t count, capacity;
} references;

static void collect(references *all, block *const *blocks, size_t count, arena *a) {
    for (size_t k = 0; k < count; k++) {
        for (size_t n = 0; n < blocks[k]->figure_count; n++)
            *ARENA_PUSH(a, all, items, count, capacity) = blocks[k]->figures[n];
        collect(all, blocks[k]->children, blocks[k]->child_count, a);
    }
}

typedef struct exporter {
    str stem;
    picture_book book;
    export_files *files;
    strbuf out;
    size_t count, digits;
} exporter;

static void add_image(exporter *x, str caption, str file) {
    strbuf_addf(&x->out, "![%.*s](%.*s)", STR_ARG(caption), STR_ARG(file));
}

/* One picture, or its parts one after the other. */
static bool add_picture(exporter *x, const figure_reference *r, str caption) {
    pictures p;
    arena *a = x->book.arena;
    if (!picture_draw(&x->book, r, &p))
        return false;
    x->count++;
    if (caption.len == 0)
        caption = p.title;
    for (size_t k = 0; k < p.count; k++) {
        str part = p.count > 1 ? str_format(a, "-%zu", k + 1) : STR("");
        str file = str_format(a, "%.*s-%0*zu-%.*s%.*s.svg", STR_ARG(x->stem), (int)x->digits, x->count,
                              STR_ARG(r->name), STR_ARG(part));
        *ARENA_PUSH(a, x->files, items, count, capacity) = (export_file){file, p.parts[k].svg};
        if (k)
            strbuf_add_c(&x->out, r->in_cell ? " " : "\n\n");
        add_image(x, caption, file);
    }
    for (size_t k = 0; k < p.note_count; k++)
        strbuf_addf(&x->out, r->in_cell ? " (%.*s)" : "\n\n%.*s\n\n", STR_ARG(p.notes[k]));
    return true;
}

/* Where the image begins whose target begins at `target` (the byte after "]("): its "![". */
static size_t image_start(str text, size_t target) {
    size_t depth = 0;
    for (size_t k = target - 1; k-- > 0;) {
        bool escaped = k && text.ptr[k - 1] == '\\';
        if (text.ptr[k] == ']' && !escaped)
            depth++;
        if (text.ptr[k] == '[' && !escaped && --depth == 0)
            return k && text.ptr[k - 1] == '!' ? k - 1 : SIZE_MAX;
    }
    return SIZE_MAX;
}

static bool replace_images(exporter *x, str text, const references *all) {
    size_t from = 0, next = 0;
    for (size_t at = 0; (at = str_find(text, STR("](figure:"), at)) != SIZE_MAX; at++) {
        size_t start = image_start(text, at + 2), end = str_find(text, STR(")"), at);
        if (start == SIZE_MAX || start < from || end == SIZE_MAX || next == all->count)
            continue;
        strbuf_add(&x->out, str_slice(text, from, start));
        if (!add_picture(x, all->items[next++], str_slice(text, start + 2, at)))
            return false;
        from = end + 1;
    }
    strbuf_add(&x->out, str_slice(text, from, text.len));
    return true;
}

static void add_quoted(strbuf *b, const char *key, str value) {
    if (!value.len)
        return;
    strbuf_addf(b, "%s: \"", key);
    for (size_t k = 0; k < value.len; k++) {
        if (value.ptr[k] == '"' || value.ptr[k] == '\\')
            strbuf_add_byte(b, '\\');
        strbuf_add_byte(b, value.ptr[k]);
    }
    strbuf_add_c(b, "\"\n");
}

/* Front matter as Pandoc and Quarto read it. The title stands in the text already, so it is given as what it is called
 * in lists and windows only. */
static void add_front(strbuf *b, const document *d) {
    strbuf_add_c(b, "---\n");
    add_quoted(b, "pagetitle", d->title);
    add_quoted(b, "title-meta", d->title);
    add_quoted(b, "author", d->author);
    add_quoted(b, "subject", d->subject);
    add_quoted(b, "lang", d->lang);
    strbuf_add_c(b, "---\n\n");
}

bool markdown_export(const document *d, const export_options *o, str stem, export_files *out, arena *a, error *e) {
    references all = {0};
    collect(&all, d->blocks, d->count, a);
    exporter x = {.stem = stem,
                  .book = {.options = o, .lang = d->lang, .arena = a, .error = e},
                  .files = out,
                  .out = strbuf_in(a),
                  .digits = 1};
    for (size_t n = all.count; n >= 10; n /= 10)
        x.digits++;
    export_file *text = ARENA_PUSH(a, out, items, count, capacity);
    *text = (export_file){.name = str_format(a, "%.*s.md", STR_ARG(stem))};
    add_front(&x.out, d);
    if (!replace_images(&x, d->markdown, &all))
        return false;
    out->items[0].bytes = strbuf_text(&x.out);
    return true;
}
