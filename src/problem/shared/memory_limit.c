#include "memory_limit.h"

enum { MEGABYTE = 1 << 20, LIMIT = 1024 /* megabytes */ };

bool memory_allow(size_t bytes, str whole, const char *what, const char *advice, error *e) {
    if (bytes / MEGABYTE < LIMIT)
        return true;
    str size = bytes == SIZE_MAX ? STR("far more") : str_format(e->arena, "%zu MB", bytes / MEGABYTE + 1);
    return error_plain(e, STATUS_INPUT, "%.*s: %s may need %.*s of memory, %d MB is the limit%s", STR_ARG(whole), what,
                       STR_ARG(size), LIMIT, advice);
}
