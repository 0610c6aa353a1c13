/* What the format needs from the templates folder: the template, its front matter, phrases, the theme with its fonts.
 *
 *   pages, html, md   template ──▶ front matter ──▶ language ──▶ phrases ──▶ theme ──▶ fonts
 *   text                                            language ──▶ phrases
 *   json, trace       nothing; what is named must be there all the same
 */
#include "job.h"

#include "beside.h"

str job_language(const job *j) {
    const datum *lang = datum_get(j->front, "lang");
    if (lang)
        return str_is(lang->text, "zh") ? STR("zh") : STR("en");
    return str_ends(j->template->name, ".zh.md") ? STR("zh") : STR("en");
}

/* The theme's lists of fonts with one more in front of each, but those for code and for mathematics. */
static datum *fonts_with(job *j, str font) {
    datum *all = datum_map(j->arena);
    for (size_t k = 0; k < j->theme.fonts->count; k++) {
        datum *old = j->theme.fonts->items[k];
        bool kept = str_is(old->key, face_names[FACE_MONO]) || str_is(old->key, face_names[FACE_MATH]);
        if (kept || str_is(old->key, "marks")) {
            datum_add(j->arena, all, old);
            continue;
        }
        datum *list = datum_put_str(j->arena, all, old->key, datum_list(j->arena));
        datum_add(j->arena, list, datum_text(j->arena, font));
        if (old->kind != DATUM_LIST)
            datum_add(j->arena, list, old);
        for (size_t n = 0; n < old->count; n++)
            datum_add(j->arena, list, old->items[n]);
    }
    return all;
}

/* A font in this folder is meant as a file, other bare names are looked for in the system's folders. */
static str font_path(const job *j, str name) {
    bool bare = str_find(name, STR("/"), 0) == SIZE_MAX;
    return bare && file_exists(name, j->arena) ? str_format(j->arena, "./%.*s", STR_ARG(name)) : name;
}

/* The theme that a template names: a file is meant beside the template, and what is wrong in it is not shown, for it
 * may be any file of the user's. */
static bool find_own_theme(job *j, const datum *own) {
    str by = j->template->name, name = own->text;
    bool file = library_is_theme_file(name), foreign = file && !library_holds(&j->library, by);
    if (foreign && !j->options->allow_files && !beside_allows(by, name, j->arena))
        return error_at(j->error, j->template, own->at, own->length, library_out_of_reach, STR_ARG(by), STR_ARG(name));
    if (file)
        name = beside_path(by, name, j->arena);
    error fault = error_in(j->arena), *outer = j->library.error;
    j->library.error = &fault;
    bool found = library_theme(&j->library, name, j->lang, &j->theme);
    j->library.error = outer;
    if (found)
        return true;
    if (fault.line == 0)
        return error_at(j->error, j->template, own->at, own->length, "%.*s", STR_ARG(fault.message));
    if (foreign)
        return error_at(j->error, j->template, own->at, own->length,
                        "the theme %.*s has a mistake at line %zu, column %zu; --theme %.*s shows it", STR_ARG(name),
                        fault.line, fault.column, STR_ARG(name));
    *j->error = fault;
    return false;
}

/* The theme of the command line, else the template's own; a theme that is not there is shown where it was asked for. */
static bool find_theme(job *j) {
    const datum *own = datum_get(j->front, "theme");
    if (j->options->theme.ptr || !own || !j->template)
        return library_theme(&j->library, j->options->theme, j->lang, &j->theme);
    return find_own_theme(j, own);
}

void job_guard_fonts(job *j) {
    size_t count = 0;
    if (!j->fonts)
        return;
    str *files = fonts_files(j->fonts, &count, j->arena);
    for (size_t k = 0; k < count; k++)
        outputs_guard(&j->outputs, files[k], j->arena);
}

bool job_check_glyphs(job *j) {
    str damaged = j->fonts ? fonts_damaged(j->fonts) : STR("");
    return !damaged.len || error_plain(j->error, STATUS_INPUT,
                                       "font %.*s is damaged: a letter of it cannot be read; install it anew or name "
                                       "another (--font)",
                                       STR_ARG(damaged));
}

static bool open_fonts(job *j) {
    if (!find_theme(j))
        return false;
    const datum *lists = j->theme.fonts;
    str wanted = j->options->font.ptr ? font_path(j, j->options->font) : STR("");
    if (wanted.len)
        lists = fonts_with(j, wanted);
    bool path = str_find(wanted, STR("/"), 0) != SIZE_MAX;
    if (path && !file_exists(str_slice(wanted, 0, str_find(wanted, STR("#"), 0)), j->arena))
        return error_plain(j->error, STATUS_USAGE, "cannot read the font %.*s: there is no such file", STR_ARG(wanted));
    j->fonts = fonts_open(j->arena, lists, j->error);
    if (!j->fonts)
        return false;
    if (wanted.len && !fonts_found(j->fonts, wanted))
        return error_plain(j->error, STATUS_USAGE, "the font %.*s is neither here nor in the system's font folders",
                           STR_ARG(wanted));
    job_guard_fonts(j);
    return true;
}

/* Of the look that is named but not needed: all files must be there, and none is written over. */
static bool find_look(job *j) {
    const options *o = j->options;
    if (o->font.ptr)
        return open_fonts(j);
    return (!o->theme.ptr && !datum_get(j->front, "theme")) || find_theme(j);
}

static bool read_template(job *j) {
    bool file =
        (j->problem && j->problem->methods) || (j->count && j->made[0].trace && j->made[0].trace->is_recurrence);
    str name = j->options->template.ptr ? j->options->template : file ? STR("recurrence") : STR("handout");
    j->is_key = j->options->key || str_is(name, "key");
    if (str_is(name, "key"))
        name = STR("exercise");
    j->template = library_template(&j->library, job_own_folder(j), name, j->lang);
    return j->template != NULL;
}

/* A template that is named but not needed: it must be there, and neither it is written over nor what it would bring. */
static bool find_template(job *j) {
    static const char *const langs[] = {"en", "zh"};
    if (!read_template(j))
        return false;
    for (size_t k = 0; k < sizeof langs / sizeof *langs; k++) {
        str name = str_format(j->arena, "phrases.%s.yaml", langs[k]);
        outputs_guard(&j->outputs, beside_path(j->template->name, name, j->arena), j->arena);
    }
    error nobody = error_in(j->arena), *outer = j->error;
    j->error = &nobody;
    j->front = document_front(j->template, j->arena, j->error);
    const datum *theme = datum_get(j->front, "theme");
    if (theme)
        find_own_theme(j, theme);
    j->error = outer;
    j->template = NULL;
    j->front = NULL;
    return true;
}

bool job_open_library(job *j) {
    const options *o = j->options;
    bool worded = j->format->kind != FORMAT_JSON && j->format->kind != FORMAT_TRACE;
    j->lang = o->lang.ptr ? o->lang : STR("en");
    if (!worded && !o->template.ptr && !o->theme.ptr && !o->font.ptr)
        return true;
    if (!library_open(&j->library, j->arena, j->error, &j->outputs))
        return false;
    j->library.allow_files = o->allow_files;
    if (worded && j->format->kind != FORMAT_TEXT && !o->figures.ptr) {
        j->front = read_template(j) ? document_front(j->template, j->arena, j->error) : NULL;
        if (!j->front)
            return false;
        if (!o->lang.ptr)
            j->lang = job_language(j);
    } else if (o->template.ptr && !find_template(j))
        return false;
    return worded ? job_open_look(j) : find_look(j);
}

bool job_open_look(job *j) {
    j->phrases = library_phrases(&j->library, j->sheet ? STR("sheets") : job_own_folder(j), j->lang, j->template);
    return j->phrases && (j->format->kind == FORMAT_TEXT ? find_look(j) : open_fonts(j));
}
