#include "outputs.h"

void outputs_add(outputs *o, str path, str bytes, arena *a) {
    *ARENA_PUSH(a, o, files, count, capacity) = (output_file){path, bytes};
}

void outputs_guard(outputs *o, str input, arena *a) {
    *ARENA_PUSH(a, o, inputs, input_count, input_capacity) = str_is(input, "-") ? STR("/dev/stdin") : input;
}

/* Standard output may have been led into a file. */
static const char *output_name(str path, arena *a) {
    return str_is(path, "-") ? "/dev/stdout" : str_to_c(a, path);
}

static bool check_inputs(const outputs *o, error *e) {
    for (size_t k = 0; k < o->count; k++)
        for (size_t n = 0; n < o->input_count; n++)
            if (output_same_file(output_name(o->files[k].path, e->arena), str_to_c(e->arena, o->inputs[n])))
                return error_plain(e, STATUS_USAGE, "the output %.*s is also an input; it is left as it was",
                                   STR_ARG(str_is(o->files[k].path, "-") ? STR("-o -") : o->files[k].path));
    return true;
}

bool outputs_write(const outputs *o, error *e) {
    bool made_out = false, made_folder = false;
    bool good = check_inputs(o, e) && (!o->defaults || output_folder(STR("out"), &made_out, e)) &&
                (!o->folder.len || output_folder(o->folder, &made_folder, e)) &&
                output_write_all(o->files, o->count, e);
    if (!good && made_folder)
        output_remove_folder(o->folder, e->arena);
    if (!good && made_out)
        output_remove_folder(STR("out"), e->arena);
    return good;
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
