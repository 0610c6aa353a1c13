#define _GNU_SOURCE
#include "outputs.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

void outputs_guard(outputs *o, str input, arena *a) {
    *ARENA_PUSH(a, o, inputs, input_count, input_capacity) = str_is(input, "-") ? STR("/dev/stdin") : input;
}

/* Standard output may have been led into a file. */
static const char *output_name(str path, arena *a) {
    return str_is(path, "-") ? "/dev/stdout" : str_to_c(a, path);
}

static bool check_inputs(const outputs *o, str path, error *e) {
    const char *name = output_name(path, e->arena);
    bool there = access(name, F_OK) == 0;
    for (size_t n = 0; there && n < o->input_count; n++)
        if (output_same_file(name, str_to_c(e->arena, o->inputs[n])))
            return error_plain(e, STATUS_USAGE, "the output %.*s is also an input; it is left as it was",
                               STR_ARG(str_is(path, "-") ? STR("-o -") : path));
    return true;
}

static bool begin_set(outputs *o, error *e) {
    if (o->set)
        return true;
    if (!o->arena)
        o->arena = e->arena;
    o->set = output_set_new(o->arena);
    return !o->defaults || output_folder(o->set, STR("out"), e);
}

output *outputs_open(outputs *o, str path, error *e) {
    if (error_set(e) || !check_inputs(o, path, e) || !begin_set(o, e))
        return NULL;
    *ARENA_PUSH(o->arena, o, paths, count, capacity) = str_copy(o->arena, path);
    o->first = o->paths[0];
    return output_open(o->set, path, e);
}

output *outputs_open_in(outputs *o, str folder, str name, error *e) {
    if (error_set(e) || !begin_set(o, e) || !output_folder(o->set, folder, e))
        return NULL;
    o->folder = str_copy(o->arena, folder);
    *ARENA_PUSH(o->arena, o, names, name_count, name_capacity) = str_copy(o->arena, name);
    return outputs_open(o, path_join(folder, name, o->arena), e);
}

bool outputs_add(outputs *o, str path, str bytes, error *e) {
    output *file = outputs_open(o, path, e);
    sink to = file ? output_sink(file) : (sink){0};
    return file && to.write(to.user, bytes) && output_close(file);
}

/* What was read after the files were begun counts too. */
bool outputs_write(outputs *o, error *e) {
    bool good = !error_set(e) && begin_set(o, e);
    for (size_t k = 0; good && k < o->count; k++)
        good = check_inputs(o, o->paths[k], e);
    good = good && output_commit(o->set, e);
    if (!good)
        outputs_drop(o);
    return good;
}

void outputs_drop(outputs *o) {
    if (o->set)
        output_drop(o->set);
}

/* ---- what an earlier run left ---- */

/* The name with each number as one sign. */
static str pattern_of(str name, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < name.len; k++)
        if (!char_is_digit(name.ptr[k]))
            strbuf_add_byte(&b, name.ptr[k]);
        else if (k == 0 || !char_is_digit(name.ptr[k - 1]))
            strbuf_add_byte(&b, '#');
    return b.len ? strbuf_text(&b) : STR("");
}

static int compare_texts(const void *a, const void *b) {
    return str_compare(*(const str *)a, *(const str *)b);
}

static bool among(const str *sorted, size_t count, str name) {
    return count && bsearch(&name, sorted, count, sizeof name, compare_texts);
}

typedef struct name_list {
    str *items;
    size_t count, capacity;
} name_list;

str *outputs_left(const outputs *o, size_t *count, arena *a) {
    name_list left = {0};
    *count = 0;
    DIR *folder = o->name_count ? opendir(str_to_c(a, o->folder)) : NULL;
    if (!folder)
        return NULL;
    str *names = ARENA_ARRAY(a, str, o->name_count), *patterns = ARENA_ARRAY(a, str, o->name_count);
    for (size_t k = 0; k < o->name_count; k++) {
        names[k] = o->names[k];
        patterns[k] = pattern_of(o->names[k], a);
    }
    qsort(names, o->name_count, sizeof *names, compare_texts);
    qsort(patterns, o->name_count, sizeof *patterns, compare_texts);
    for (struct dirent *entry; (entry = readdir(folder));) {
        str name = str_of(entry->d_name), pattern = pattern_of(name, a);
        if (str_find(pattern, STR("#"), 0) != SIZE_MAX && !among(names, o->name_count, name) &&
            among(patterns, o->name_count, pattern))
            *ARENA_PUSH(a, &left, items, count, capacity) = str_copy(a, name);
    }
    closedir(folder);
    if (left.count)
        qsort(left.items, left.count, sizeof *left.items, compare_texts);
    *count = left.count;
    return left.items;
}

str path_join(str folder, str name, arena *a) {
    const char *slash = str_ends(folder, "/") ? "" : "/";
    return str_format(a, "%.*s%s%.*s", STR_ARG(folder), slash, STR_ARG(name));
}

str path_folder(str path, arena *a) {
    size_t length = path.len;
    while (length && path.ptr[length - 1] != '/')
        length--;
    if (length == 0)
        return STR(".");
    return str_copy(a, str_slice(path, 0, length > 1 ? length - 1 : 1));
}
