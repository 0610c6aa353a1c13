/* From stories to files. */
#include "job.h"

#include "html.h"
#include "markdown.h"
#include "text.h"
#include "utf8.h"

/* The documents to be made: one an instance, or the one of a sheet. */
static made *documents(const job *j, size_t *count) {
    *count = j->sheet ? 1 : j->count;
    return j->sheet ? j->sheet : j->made;
}

/* One file each: the only one where -o says, those of a batch as NAME-07.FMT in a folder. */
static output *open_document(job *j, size_t k, size_t count) {
    if (count == 1)
        return outputs_open(&j->outputs, job_file(j), j->error);
    str name = str_format(j->arena, "%.*s-%0*zu.%s", STR_ARG(j->name), job_digits(count), k + 1, j->format->name);
    return outputs_open_in(&j->outputs, job_folder(j), name, j->error);
}

static bool add_document(job *j, size_t k, size_t count, str bytes) {
    output *o = open_document(j, k, count);
    sink to = o ? output_sink(o) : (sink){0};
    return o && to.write(to.user, bytes) && output_close(o);
}

static bool one_file_only(const job *j, const char *what) {
    if (!str_is(job_folder(j), "-"))
        return true;
    return error_plain(j->error, STATUS_USAGE, "%s are several files and do not go to standard output", what);
}

/* Answers, traces, texts: no font is opened. */

/* How an instance was drawn: "sheet 7, seed 204"; empty if it was not. */
static str drawn_text(job *j, const made *m) {
    if (!m->seed.len || j->sheet)
        return STR("");
    return phrases_say(m->phrases ? m->phrases : j->phrases, STR("sheet.drawn"), m->context, NULL, j->arena, j->error);
}

/* With it behind. */
static str with_drawn(job *j, const made *m, str text) {
    str drawn = drawn_text(j, m);
    return drawn.len ? str_format(j->arena, "%.*s · %.*s", STR_ARG(text), STR_ARG(drawn)) : text;
}

/* The answer, and of a random instance where it comes from. */
static str answer_line(job *j, const made *m) {
    if (!m->answer) {
        error_plain(j->error, STATUS_INPUT, "the trace holds no answer");
        return STR("");
    }
    datum *shown = datum_map(j->arena);
    for (size_t k = 0; k < m->answer->count; k++)
        datum_add(j->arena, shown, m->answer->items[k]);
    if (m->seed.len)
        datum_put(j->arena, shown, "seed", datum_text(j->arena, m->seed));
    if (m->item)
        datum_put(j->arena, shown, "item", datum_integer(j->arena, m->item));
    return str_format(j->arena, "%.*s\n",
                      STR_ARG(json_from_datum(m->answer->kind == DATUM_MAP ? shown : m->answer, j->arena)));
}

static str text_of(job *j, const made *m) {
    text_options o = {.phrases = m->phrases ? m->phrases : j->phrases,
                      .context = m->context,
                      .lang = j->lang,
                      .heading = with_drawn(j, m, m->written)};
    return text_export(m->story, &o, j->arena, j->error);
}

/* ---- one instance after the other ---- */

/* What comes of one of `count` documents. */
typedef bool (*maker)(job *j, made *m, size_t k, size_t count);

/* Of a batch each is solved and made in memory that is given back before the next. */
static bool make_each(job *j, maker make) {
    size_t count;
    made *all = documents(j, &count);
    if (count == 1)
        return (j->sheet || job_solve(j, all)) && make(j, all, 0, 1);
    arena *outer = j->arena;
    j->arena = arena_scratch(outer);
    bool good = true;
    for (size_t k = 0; good && k < count; k++) {
        arena_mark start = arena_here(j->arena);
        made one = all[k];
        good = job_solve(j, &one) && make(j, &one, k, count);
        if (good)
            arena_back(j->arena, start);
    }
    j->arena = outer;
    return good;
}

/* All of a batch in one file, one after the other. */
static bool make_joined(job *j, maker make) {
    output *o = outputs_open(&j->outputs, job_file(j), j->error);
    j->joined = o;
    return o && make_each(j, make) && output_close(o);
}

static bool join(job *j, str text) {
    sink to = output_sink(j->joined);
    return !error_set(j->error) && to.write(to.user, text);
}

static bool join_answer(job *j, made *m, size_t k, size_t count) {
    (void)k;
    (void)count;
    return join(j, answer_line(j, m));
}

static bool join_text(job *j, made *m, size_t k, size_t count) {
    (void)k;
    (void)count;
    return join(j, text_of(j, m));
}

/* The runs of a sheet stand in one file. */
static bool make_joined_sheet(job *j, str (*one)(job *j, const made *m)) {
    output *o = outputs_open(&j->outputs, job_file(j), j->error);
    j->joined = o;
    bool good = o != NULL;
    for (size_t k = 0; good && k < j->count; k++)
        good = join(j, one(j, &j->made[k]));
    return good && output_close(o);
}

static bool make_trace(job *j, made *m, size_t k, size_t count) {
    output *o = open_document(j, k, count);
    sink to = o ? output_sink(o) : (sink){0};
    return o && trace_write(m->trace, &to, arena_scratch(j->arena)) && output_close(o);
}

static bool make_traces(job *j) {
    if (j->count > 1 && !one_file_only(j, "several traces"))
        return false;
    if (!j->sheet)
        return make_each(j, make_trace);
    for (size_t k = 0; k < j->count; k++)
        if (!make_trace(j, &j->made[k], k, j->count))
            return false;
    return true;
}

/* Documents. */

/* The same, shown where the template has the character, if it has it. */
static bool check_document_fonts(job *j, const document *d) {
    str where;
    char bytes[4];
    uint32_t missing = fonts_missing(j->fonts, &where);
    str character = {bytes, missing ? utf8_encode(missing, bytes) : 0};
    size_t at = missing ? str_find(d->markdown, character, 0) : SIZE_MAX;
    if (at == SIZE_MAX)
        return job_check_fonts(j);
    return document_error(d, at, character.len, j->error, "no font has the character U+%04X '%.*s'", (unsigned)missing,
                          STR_ARG(character));
}

/* A template that is wider than high stays so on another paper that is asked for by its name. */
static void turn_paper(const job *j, const datum *front, str name, double *width, double *height) {
    double own_width, own_height, upright = *width;
    bool by_name = !str_ends(name, "mm");
    if (!j->options->paper.ptr || !front || !by_name || !paper_size(datum_as_text(front), &own_width, &own_height) ||
        own_width <= own_height || *width >= *height)
        return;
    *width = *height;
    *height = upright;
}

static bool find_paper(job *j, const document *d, double *width, double *height) {
    const datum *front = datum_get(d->front, "paper");
    str name = j->options->paper.ptr ? j->options->paper : front ? datum_as_text(front) : STR("a4");
    if (paper_size(name, width, height)) {
        turn_paper(j, front, name, width, height);
        return true;
    }
    return front && error_at(j->error, d->front_source, front->at, front->length,
                             "paper is a4, letter, a5 or WxHmm (80 to 2000 mm)");
}

/* The sheets that belong to a problem speak of its answer; those for any trace, and the user's own, need none. */
static bool has_answer(job *j, const made *m) {
    str own = path_join(j->library.root, j->name, j->arena);
    if (m->answer || j->sheet || !str_equal(path_folder(j->template->name, j->arena), own))
        return true;
    str name = j->options->template.ptr ? j->options->template : STR("handout");
    return error_plain(j->error, STATUS_INPUT, "the trace holds no answer, and the template '%.*s' of %.*s needs one",
                       STR_ARG(name), STR_ARG(j->name));
}

static document *make_document(job *j, const made *m) {
    if (!has_answer(j, m))
        return NULL;
    return document_make(j->template, m->context, j->phrases, j->lang, j->arena, j->error);
}

/* A front matter's word for the running head or foot, else the phrase of that key, else the other. */
static str head_text(job *j, const made *m, const document *d, const char *name, const char *key, str otherwise) {
    const datum *front = datum_get(d->front, name);
    if (front)
        return datum_as_text(front);
    if (!phrases_have(j->phrases, str_of(key)))
        return otherwise;
    return phrases_say(j->phrases, str_of(key), m->context, NULL, j->arena, j->error);
}

/* ---- pages ---- */

/* Where the pages of a document go. */
typedef struct page_files {
    job *job;
    paged_file file; /* all in one */
    size_t k, count; /* the document, of how many */
    /* One a file: */
    render_info info;
    size_t page, pages;
} page_files;

static bool file_begin(void *user, const render_info *i, size_t count) {
    (void)count;
    page_files *f = user;
    return paged_begin(&f->file, f->job, open_document(f->job, f->k, f->count), i);
}

static bool file_page(void *user, scene *s) {
    paged_file *f = &((page_files *)user)->file;
    return f->backend->page(f->renderer, s);
}

static bool file_add(void *user, size_t page, scene *s) {
    paged_file *f = &((page_files *)user)->file;
    return f->backend->add(f->renderer, page, s);
}

static bool file_end(void *user, const outline *marks) {
    return paged_end(&((page_files *)user)->file, marks);
}

static bool picture_begin(void *user, const render_info *i, size_t count) {
    page_files *f = user;
    f->info = *i;
    f->pages = count;
    return true;
}

static bool picture_page(void *user, scene *s) {
    page_files *f = user;
    job *j = f->job;
    render_options o = job_render_options(j);
    arena_mark start = arena_here(s->arena);
    str bytes = f->file.backend->picture(s, f->page, f->pages, &f->info, &o, s->arena, j->error);
    str name = str_format(s->arena, "page-%zu.%s", ++f->page, f->file.backend->name);
    bool good = !error_set(j->error) && job_add_numbered(j, name, bytes);
    if (good)
        arena_back(s->arena, start);
    return good;
}

static bool picture_end(void *user, const outline *marks) {
    (void)user;
    (void)marks;
    return true;
}

static bool write_sheet(job *j, document *d, const sheet_options *o, page_files *f) {
    page_taker whole = {f, true, file_begin, file_page, file_add, file_end};
    page_taker single = {.user = f, .begin = picture_begin, .page = picture_page, .end = picture_end};
    bool good = sheet_write(d, o, backend_has_many_pages(f->file.backend) ? &whole : &single, j->arena, j->error);
    paged_close(&f->file);
    return good;
}

static bool make_sheet(job *j, made *m, size_t k, size_t count) {
    document *d = make_document(j, m);
    if (!d)
        return false;
    sheet_options o = {.fonts = j->fonts, .theme = &j->theme, .params = j->options->params, .phrases = j->phrases};
    if (!find_paper(j, d, &o.width, &o.height))
        return false;
    o.running_left = head_text(j, m, d, "running_left", "course", STR(""));
    o.running_right = head_text(j, m, d, "running_right", "sheet.running_right", d->title);
    o.foot = with_drawn(j, m, head_text(j, m, d, "foot", "sheet.foot", m->written));
    page_files f = {.job = j, .file = {.backend = backend_named(str_of(j->format->name))}, .k = k, .count = count};
    return !error_set(j->error) && write_sheet(j, d, &o, &f) && check_document_fonts(j, d);
}

static bool make_sheets(job *j) {
    const backend *b = backend_named(str_of(j->format->name));
    size_t count;
    documents(j, &count);
    if (!backend_has_many_pages(b) && !one_file_only(j, "pages"))
        return false;
    if (!backend_has_many_pages(b) && count > 1)
        return error_plain(j->error, STATUS_USAGE,
                           "a batch (--count): expected the format pdf, html, json, text or trace, got '%s'", b->name);
    return (count == 1 || one_file_only(j, "several sheets")) && make_each(j, make_sheet);
}

static export_options export_options_of(const job *j) {
    return (export_options){.fonts = j->fonts,
                            .theme = &j->theme,
                            .params = j->options->params,
                            .phrases = j->phrases,
                            .live_text = str_is(j->options->text, "live")};
}

/* -o x.md: the text as it is called there, its pictures beside it. */
static bool make_markdown(job *j) {
    str path = job_file(j);
    if (str_is(path, "-"))
        return error_plain(j->error, STATUS_USAGE, "md has its pictures in files beside it; name a file with -o");
    if (utf8_invalid(path) != SIZE_MAX)
        return error_plain(j->error, STATUS_USAGE,
                           "md calls its pictures as its own file: expected a name in UTF-8 for -o, got '%.*s'",
                           STR_ARG(path));
    size_t count;
    made *all = documents(j, &count);
    if (count > 1)
        return error_plain(j->error, STATUS_USAGE,
                           "a batch (--count): expected the format pdf, html, json, text or trace, got md");
    if (!j->sheet && !job_solve(j, all))
        return false;
    str folder = path_folder(path, j->arena);
    str name = str_is(folder, ".") && str_find(path, STR("/"), 0) == SIZE_MAX
                   ? path
                   : str_slice(path, folder.len + (str_is(folder, "/") ? 0 : 1), path.len);
    size_t stem = name.len;
    for (size_t k = 1; k < name.len; k++)
        if (name.ptr[k] == '.')
            stem = k;
    document *d = make_document(j, &all[0]);
    export_files files = {0};
    export_options o = export_options_of(j);
    if (d && all[0].seed.len)
        o.foot = with_drawn(j, &all[0], head_text(j, &all[0], d, "foot", "sheet.foot", all[0].written));
    if (!d || !markdown_export(d, &o, str_slice(name, 0, stem), &files, j->arena, j->error) || !job_check_fonts(j))
        return false;
    bool good = outputs_add(&j->outputs, path, files.items[0].bytes, j->error);
    for (size_t k = 1; good && k < files.count; k++)
        good =
            outputs_add(&j->outputs, path_join(folder, files.items[k].name, j->arena), files.items[k].bytes, j->error);
    return good;
}

static bool make_page(job *j, made *m, size_t k, size_t count) {
    export_options o = export_options_of(j);
    document *d = make_document(j, m);
    if (d && m->seed.len)
        o.foot = with_drawn(j, m, head_text(j, m, d, "foot", "sheet.foot", m->written));
    str bytes = d ? html_export(d, &o, j->arena, j->error) : STR("");
    return !error_set(j->error) && job_check_fonts(j) && add_document(j, k, count, bytes);
}

static bool make_html(job *j) {
    size_t count;
    documents(j, &count);
    return (count == 1 || one_file_only(j, "several pages")) && make_each(j, make_page);
}

bool job_make_outputs(job *j) {
    switch (j->format->kind) {
    case FORMAT_JSON:
        return j->sheet ? make_joined_sheet(j, answer_line) : make_joined(j, join_answer);
    case FORMAT_TEXT:
        return j->sheet ? make_joined_sheet(j, text_of) : make_joined(j, join_text);
    case FORMAT_TRACE:
        return make_traces(j);
    case FORMAT_MARKDOWN:
        return make_markdown(j);
    case FORMAT_HTML:
        return make_html(j);
    case FORMAT_PAGES:
        break;
    }
    return j->options->figures.ptr ? job_add_figures(j) : make_sheets(j);
}
