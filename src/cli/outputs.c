#include "outputs.h"

#include "output.h"

void outputs_add(outputs *o, str path, str bytes, arena *a) {
    *ARENA_PUSH(a, o, files, count, capacity) = (output_file){path, bytes};
}

void outputs_guard(outputs *o, str input, arena *a) {
    if (!str_is(input, "-"))
        *ARENA_PUSH(a, o, inputs, input_count, input_capacity) = input;
}

static bool check_inputs(const outputs *o, error *e) {
    for (size_t k = 0; k < o->count; k++)
        for (size_t n = 0; n < o->input_count; n++)
            if (!str_is(o->files[k].path, "-") &&
                output_same_file(str_to_c(e->arena, o->files[k].path), str_to_c(e->arena, o->inputs[n])))
                return error_plain(e, STATUS_USAGE, "the output %.*s is also an input; it is left as it was",
                                   STR_ARG(o->files[k].path));
    return true;
}

bool outputs_write(const outputs *o, error *e) {
    if (!check_inputs(o, e))
        return false;
    if (o->defaults && !output_folder(STR("out"), e))
        return false;
    if (o->folder.len && !output_folder(o->folder, e))
        return false;
    for (size_t k = 0; k < o->count; k++)
        if (!output_write(o->files[k].path, o->files[k].bytes, e))
            return false;
    return true;
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
