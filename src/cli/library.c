#define _GNU_SOURCE
#include "library.h"

#include "beside.h"
#include "output.h"
#include "problem.h"
#include "suggest.h"
#include "yaml.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

bool file_exists(str path, arena *a) {
    struct stat there;
    return stat(str_to_c(a, path), &there) == 0 && !S_ISDIR(there.st_mode);
}

/* Where the program itself lies; empty if the system does not say. */
static str own_folder(arena *a) {
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length > 0 ? path_folder((str){path, (size_t)length}, a) : STR("");
}

/* Run from the build the source tree counts, and moved elsewhere what lies beside the program. */
static str find_root(arena *a) {
    str own = own_folder(a);
    str installed = str_format(a, "%.*s/../share/handtrace/templates", STR_ARG(own));
    const char *places[] = {
        str_starts(own, HANDTRACE_BUILD_FOLDER) ? HANDTRACE_SOURCE_TEMPLATES : "",
        own.len ? installed.ptr : "",
        HANDTRACE_DATA_TEMPLATES,
        HANDTRACE_SOURCE_TEMPLATES,
    };
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        if (is_folder(places[k]))
            return str_copy(a, str_of(places[k]));
    return STR("");
}

bool library_open(library *l, arena *a, error *e, outputs *out) {
    *l = (library){.arena = a, .error = e, .outputs = out};
    const char *named = getenv("HANDTRACE_TEMPLATES");
    if (named && *named) {
        l->root = str_copy(a, str_of(named));
        return is_folder(named) || error_plain(e, STATUS_INPUT, "HANDTRACE_TEMPLATES names no folder: %s", named);
    }
    l->root = find_root(a);
    return l->root.len ||
           error_plain(e, STATUS_INPUT, "the templates folder is not found; HANDTRACE_TEMPLATES can name it");
}

static str library_path(const library *l, str folder, str name, const char *ending) {
    return str_format(l->arena, "%.*s/%.*s/%.*s%s", STR_ARG(l->root), STR_ARG(folder), STR_ARG(name), ending);
}

static source *read_source(const library *l, str path) {
    source *s = ARENA_NEW(l->arena, source);
    s->name = path;
    if (!input_read(l->arena, path, &s->text, l->error))
        return NULL;
    outputs_guard(l->outputs, path, l->arena);
    return s;
}

static bool is_path(str name, const char *ending) {
    return str_find(name, STR("/"), 0) != SIZE_MAX || str_ends(name, ending);
}

/* The common sheet of recurrence files is none for the rooms of the program. */
static bool goes_with(const library_entry *entry, str problem) {
    bool common = str_is(entry->problem, "common") && !(str_is(entry->name, "recurrence") && problem_named(problem));
    return str_equal(entry->problem, problem) || common;
}

/* Whether another template for the problem, or for any, has the name of the k-th and stands before it. */
static bool name_stands_before(const library_entries *all, size_t k, str problem) {
    for (size_t n = 0; n < k; n++)
        if (goes_with(&all->items[n], problem) && str_equal(all->items[n].name, all->items[k].name))
            return true;
    return false;
}

static const source *no_template(const library *l, str problem, str name, str lang) {
    suggestion near = suggest_for(name, l->arena);
    strbuf known = strbuf_in(l->arena);
    library_entries all = library_templates(l);
    for (size_t k = 0; k < all.count; k++)
        if (goes_with(&all.items[k], problem)) {
            suggest_offer(&near, all.items[k].name);
            if (!name_stands_before(&all, k, problem))
                strbuf_addf(&known, "%s%.*s%s", known.len ? ", " : "", STR_ARG(all.items[k].name),
                            str_is(all.items[k].name, "exercise") ? ", key" : "");
            if (str_equal(all.items[k].name, name)) {
                error_plain(l->error, STATUS_USAGE, "the template '%.*s' is there in %.*s, not in %.*s", STR_ARG(name),
                            STR_ARG(all.items[k].langs), STR_ARG(lang));
                return NULL;
            }
        }
    const char *there = known.len ? str_format(l->arena, "; there are: %s", known.ptr).ptr : "";
    str hint = suggest_text(&near, there);
    error_plain(l->error, STATUS_USAGE, "no template '%.*s' for %.*s%.*s", STR_ARG(name), STR_ARG(problem),
                STR_ARG(hint));
    return NULL;
}

const source *library_template(const library *l, str problem, str name, str lang) {
    if (is_path(name, ".md"))
        return read_source(l, name);
    str file = str_format(l->arena, "%.*s.%.*s", STR_ARG(name), STR_ARG(lang));
    str path = library_path(l, problem, file, ".md");
    if (!file_exists(path, l->arena))
        path = library_path(l, STR("common"), file, ".md");
    return file_exists(path, l->arena) ? read_source(l, path) : no_template(l, problem, name, lang);
}

static bool add_phrases(const library *l, phrases *p, str path) {
    if (!file_exists(path, l->arena))
        return true;
    const source *where = read_source(l, path);
    return where && phrases_add(p, where, l->error);
}

/* They are the template's own: a link could lead to any file, and its words would be shown. */
static bool add_phrases_beside(const library *l, phrases *p, const source *template, str name) {
    str folder = path_folder(template->name, l->arena);
    str path = str_format(l->arena, "%.*s/%.*s.yaml", STR_ARG(folder), STR_ARG(name));
    if (!file_exists(path, l->arena) || beside_is_own(path, l->arena))
        return add_phrases(l, p, path);
    if (!l->allow_files)
        return error_plain(l->error, STATUS_INPUT,
                           "the phrases beside a template must be a file, not a link: %.*s; --allow-files follows it",
                           STR_ARG(path));
    error fault = error_in(l->arena);
    library quiet = *l;
    quiet.error = &fault;
    return add_phrases(&quiet, p, path) ||
           error_plain(l->error, STATUS_INPUT, "%.*s leads to a file that is not one of phrases: see its line %zu",
                       STR_ARG(path), fault.line);
}

phrases *library_phrases(const library *l, str problem, str lang, const source *template) {
    return library_phrases_of(l, &problem, 1, lang, template);
}

phrases *library_phrases_of(const library *l, const str *folders, size_t count, str lang, const source *template) {
    phrases *p = phrases_new(l->arena);
    str file = str_format(l->arena, "phrases.%.*s", STR_ARG(lang));
    if (!add_phrases(l, p, library_path(l, STR("common"), file, ".yaml")))
        return NULL;
    for (size_t k = 0; k < count; k++)
        if (!add_phrases(l, p, library_path(l, folders[k], file, ".yaml")))
            return NULL;
    if (template && !library_holds(l, template->name) && !add_phrases_beside(l, p, template, file))
        return NULL;
    return p;
}

const char library_out_of_reach[] = "expected a file in the folder of %.*s or below it, got '%.*s'; --allow-files lets "
                                    "it name any file";

/* A font called by a path is meant beside the theme. Its number in a collection is not part of the path. */
static bool place_font(const library *l, datum *font, const source *theme) {
    size_t end = font->text.len;
    while (end && char_is_digit(font->text.ptr[end - 1]))
        end--;
    str path = end && font->text.ptr[end - 1] == '#' ? str_slice(font->text, 0, end - 1) : font->text;
    if (font->kind != DATUM_TEXT || str_find(path, STR("/"), 0) == SIZE_MAX)
        return true;
    if (!l->allow_files && !beside_allows(theme->name, path, l->arena))
        return error_at(l->error, theme, font->at, font->length, library_out_of_reach, STR_ARG(theme->name),
                        STR_ARG(path));
    outputs_guard(l->outputs, beside_path(theme->name, path, l->arena), l->arena);
    font->text = beside_path(theme->name, font->text, l->arena);
    return true;
}

static bool place_fonts(const library *l, const datum *values, const source *theme) {
    const datum *lists = datum_get(values, "fonts");
    for (size_t k = 0; lists && k < lists->count; k++) {
        datum *list = lists->items[k];
        if (!place_font(l, list, theme))
            return false;
        for (size_t n = 0; n < list->count; n++)
            if (!place_font(l, list->items[n], theme))
                return false;
    }
    return true;
}

bool library_holds(const library *l, str path) {
    return path.len > l->root.len && path.ptr[l->root.len] == '/' &&
           str_equal(str_slice(path, 0, l->root.len), l->root) && str_find(path, STR("/../"), 0) == SIZE_MAX;
}

bool library_is_theme_file(str name) {
    return is_path(name, ".yaml");
}

bool library_theme(const library *l, str name, str lang, theme *t) {
    *t = theme_default(lang);
    if (name.len == 0)
        return true;
    str path = name;
    if (!is_path(name, ".yaml")) {
        path = library_path(l, STR("themes"), name, ".yaml");
        if (!file_exists(path, l->arena)) {
            suggestion near = suggest_for(name, l->arena);
            library_entries all = library_themes(l);
            for (size_t k = 0; k < all.count; k++)
                suggest_offer(&near, all.items[k].name);
            return error_plain(l->error, STATUS_USAGE, "no theme '%.*s'%.*s", STR_ARG(name),
                               STR_ARG(suggest_text(&near, "")));
        }
    }
    const source *where = read_source(l, path);
    const datum *values = where ? yaml_to_datum(where, 0, where->text.len, l->arena, l->error) : NULL;
    return values && theme_overlay(t, values, where, l->error) &&
           (library_holds(l, path) || place_fonts(l, values, where));
}

/* Lists. */

typedef struct names {
    str *items;
    size_t count, capacity;
} names;

static int by_name(const void *x, const void *y) {
    return str_compare(*(const str *)x, *(const str *)y);
}

/* The entries of a folder in the order of their names. */
static names read_folder(str path, arena *a) {
    names found = {0};
    DIR *folder = opendir(str_to_c(a, path));
    if (!folder)
        return found;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            *ARENA_PUSH(a, &found, items, count, capacity) = str_copy(a, str_of(entry->d_name));
    closedir(folder);
    if (found.count)
        qsort(found.items, found.count, sizeof *found.items, by_name);
    return found;
}

static str templates_folder(arena *a) {
    const char *named = getenv("HANDTRACE_TEMPLATES");
    return named && *named ? str_of(named) : find_root(a);
}

/* Where the user's own recurrence files lie. */
static str data_folder(arena *a) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        return str_format(a, "%s/handtrace", data);
    return home && *home ? str_format(a, "%s/.local/share/handtrace", home) : STR("");
}

static str recurrence_in(str folder, str name, arena *a) {
    str path = str_format(a, "%.*s/%.*s/%.*s.lua", STR_ARG(folder), STR_ARG(name), STR_ARG(name));
    return folder.len && file_exists(path, a) ? path : STR("");
}

str library_recurrence(str name, arena *a) {
    if (!name.len || name.ptr[0] == '.' || str_find(name, STR("/"), 0) != SIZE_MAX)
        return STR("");
    str path = recurrence_in(templates_folder(a), name, a);
    return path.len ? path : recurrence_in(data_folder(a), name, a);
}

str *library_recurrences(arena *a, size_t *count) {
    str folders[] = {templates_folder(a), data_folder(a)};
    names all = {0};
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        names found = folders[k].len ? read_folder(folders[k], a) : (names){0};
        for (size_t n = 0; n < found.count; n++)
            if (recurrence_in(folders[k], found.items[n], a).len)
                *ARENA_PUSH(a, &all, items, count, capacity) = found.items[n];
    }
    *count = all.count;
    return all.items;
}

str library_skeleton(arena *a) {
    return str_format(a, "%.*s/common/new.lua", STR_ARG(templates_folder(a)));
}

static void add_language(library_entries *all, str problem, str name, str lang, arena *a) {
    library_entry *last = all->count ? &all->items[all->count - 1] : NULL;
    if (last && str_equal(last->problem, problem) && str_equal(last->name, name)) {
        last->langs = str_format(a, "%.*s %.*s", STR_ARG(last->langs), STR_ARG(lang));
        return;
    }
    *ARENA_PUSH(a, all, items, count, capacity) = (library_entry){problem, name, lang};
}

library_entries library_templates(const library *l) {
    library_entries all = {0};
    names folders = read_folder(l->root, l->arena);
    for (size_t k = 0; k < folders.count; k++) {
        names files = read_folder(path_join(l->root, folders.items[k], l->arena), l->arena);
        for (size_t n = 0; n < files.count; n++) {
            str file = files.items[n];
            enum { TAIL = sizeof ".en.md" - 1 };
            if (file.len > TAIL && str_ends(file, ".md") && file.ptr[file.len - TAIL] == '.')
                add_language(&all, folders.items[k], str_slice(file, 0, file.len - TAIL),
                             str_slice(file, file.len - TAIL + 1, file.len - 3), l->arena);
        }
    }
    return all;
}

library_entries library_themes(const library *l) {
    library_entries all = {0};
    names files = read_folder(path_join(l->root, STR("themes"), l->arena), l->arena);
    for (size_t n = 0; n < files.count; n++)
        if (str_ends(files.items[n], ".yaml"))
            *ARENA_PUSH(l->arena, &all, items, count, capacity) =
                (library_entry){.name = str_slice(files.items[n], 0, files.items[n].len - 5)};
    return all;
}
