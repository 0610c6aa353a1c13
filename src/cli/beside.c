#define _GNU_SOURCE
#include "beside.h"

#include "outputs.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

str beside_path(str by, str named, arena *a) {
    while (str_starts(named, "./"))
        named = str_slice(named, 2, named.len);
    return str_starts(named, "/") ? named : path_join(path_folder(by, a), named, a);
}

static bool goes_up(str path) {
    for (size_t from = 0; from <= path.len;) {
        size_t slash = str_find(path, STR("/"), from);
        if (str_is(str_slice(path, from, slash), ".."))
            return true;
        from = slash == SIZE_MAX ? path.len + 1 : slash + 1;
    }
    return false;
}

/* The path without links; empty if there is nothing. */
static str resolved(str path, arena *a) {
    char real[PATH_MAX];
    return realpath(str_to_c(a, path), real) ? str_copy(a, str_of(real)) : STR("");
}

static bool is_below(str path, str folder) {
    if (str_is(folder, "/"))
        return true;
    return path.len > folder.len && path.ptr[folder.len] == '/' && str_equal(str_slice(path, 0, folder.len), folder);
}

bool beside_allows(str by, str named, arena *a) {
    str folder = resolved(path_folder(by, a), a), path = beside_path(by, named, a), real = resolved(path, a);
    if (!folder.len || goes_up(named))
        return false;
    if (real.len)
        return is_below(real, folder);
    str above = resolved(path_folder(path, a), a);
    return above.len ? str_equal(above, folder) || is_below(above, folder) : !str_starts(named, "/");
}

bool beside_is_own(str path, arena *a) {
    struct stat there;
    return lstat(str_to_c(a, path), &there) == 0 && !S_ISLNK(there.st_mode);
}
