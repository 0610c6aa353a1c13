/* CMake keeps the headers of the layers apart; headers of the system can only be looked for. */
#define _GNU_SOURCE
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A header (or the start of its name) and the layers that may include it. */
static const struct {
    const char *header;
    const char *layers[5];
} fences[] = {
    {"cairo", {"render"}},
    {"zlib.h", {"render"}},
    {"jansson.h", {NULL}}, /* reads the same texts in the tests only */
    {"hb", {"scene", "render"}},
    {"ft2build.h", {"scene", "render"}},
    {"fontconfig/", {"scene"}},
    {"md4c", {"document"}},
    {"yaml.h", {"wording"}},
    {"flint/", {"number", "trace", "problem", "formula"}},
    {"gmp.h", {"number"}},
    {"linebreak.h", {"base", "layout"}},
    {"graphemebreak.h", {"base", "layout"}},
    {"utf8proc.h", {"base"}},
    {"lua.h", {"problem"}}, /* its room lua alone, by the include folders that it sees */
    {"lauxlib.h", {"problem"}},
    {"lualib.h", {"problem"}},
    {"cmocka.h", {NULL}},
};

static bool may_include(size_t fence, const char *layer) {
    for (size_t k = 0; k < 5 && fences[fence].layers[k]; k++)
        if (strcmp(fences[fence].layers[k], layer) == 0)
            return true;
    return false;
}

/* What programs of users are to be built with needs the C library alone. */
static bool needs_more_than_c(const char *header, const char *layer) {
    static const char *const standard[] = {"ctype.h>",  "inttypes.h>", "limits.h>", "stdarg.h>", "stdbool.h>",
                                           "stddef.h>", "stdint.h>",   "stdio.h>",  "stdlib.h>", "string.h>"};
    if (strcmp(layer, "emit") != 0 && strcmp(layer, "dp") != 0)
        return false;
    for (size_t k = 0; k < sizeof standard / sizeof *standard; k++)
        if (strncmp(header, standard[k], strlen(standard[k])) == 0)
            return false;
    return true;
}

/* A path below src/problem: its room, and whether it is of the files there that speak of stories. */
static bool room_of(const char *path, char *room, size_t size, bool *story) {
    const char *at = strstr(path, "/src/problem/");
    const char *end = at ? strchr(at + 13, '/') : NULL;
    if (!end || (size_t)(end - at - 13) >= size)
        return false;
    snprintf(room, size, "%.*s", (int)(end - at - 13), at + 13);
    *story = strncmp(end, "/story/", 7) == 0;
    return true;
}

/* A problem's room is closed: only the room itself enters it, from outside only its files that speak of stories are
 * seen, and what solves sees none of those. `kit` is open to all rooms. */
static bool breaks_a_room(const char *header, const char *path) {
    char room[64], from[64];
    bool story = false, from_story = false;
    const char *slash = strchr(header, '/');
    char whole[256];
    snprintf(whole, sizeof whole, "/src/problem/%.*s", (int)strcspn(header, "\""), header);
    if (!slash || !room_of(whole, room, sizeof room, &story))
        return false;
    char folder[4096];
    snprintf(folder, sizeof folder, TEST_SOURCE_DIR "/src/problem/%s", room);
    DIR *d = opendir(folder);
    if (!d)
        return false; /* a subfolder of another layer */
    closedir(d);
    bool inside = room_of(path, from, sizeof from, &from_story);
    if (!inside) /* recurrence files are no problem of their own: who reads commands meets them by the headers file_… */
        return !story && strncmp(header, "lua/file_", strlen("lua/file_")) != 0;
    if (story && !from_story)
        return true;
    return strcmp(room, from) != 0 && strcmp(room, "kit") != 0;
}

static size_t check_line(const char *line, const char *layer, const char *path) {
    size_t faults = 0;
    const char *at = line + strspn(line, " \t");
    if (strncmp(at, "#include \"", 10) == 0 && breaks_a_room(at + 10, path)) {
        printf("%s: %s", path, line);
        return 1;
    }
    if (strncmp(at, "#include <", 10) != 0)
        return 0;
    if (needs_more_than_c(at + 10, layer)) {
        printf("%s: %s", path, line);
        faults++;
    }
    for (size_t k = 0; k < sizeof fences / sizeof *fences; k++)
        if (strncmp(at + 10, fences[k].header, strlen(fences[k].header)) == 0 && !may_include(k, layer)) {
            printf("%s: %s", path, line);
            faults++;
        }
    return faults;
}

static size_t check_folder(const char *folder, const char *layer, size_t *files) {
    size_t faults = 0;
    DIR *d = opendir(folder);
    for (struct dirent *entry; d && (entry = readdir(d));) {
        char path[4096], line[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        FILE *f = entry->d_type == DT_DIR ? NULL : fopen(path, "r");
        if (!f) {
            faults += check_folder(path, layer, files);
            continue;
        }
        ++*files;
        while (fgets(line, sizeof line, f))
            faults += check_line(line, layer, path);
        fclose(f);
    }
    if (d)
        closedir(d);
    return faults;
}

static void system_headers_stay_in_their_layers(void **state) {
    (void)state;
    size_t faults = 0, files = 0;
    DIR *layers = opendir(TEST_SOURCE_DIR "/src");
    assert_non_null(layers);
    for (struct dirent *entry; (entry = readdir(layers));) {
        char path[4096];
        snprintf(path, sizeof path, TEST_SOURCE_DIR "/src/%s", entry->d_name);
        if (entry->d_name[0] != '.')
            faults += check_folder(path, entry->d_name, &files);
    }
    closedir(layers);
    assert_true(files > 50);
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(system_headers_stay_in_their_layers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
