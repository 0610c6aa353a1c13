/* Feeds a fuzz target the files of folders: what libFuzzer does with a corpus, without libFuzzer. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

/* Bytes are copied to a block of their exact size, so that reading beyond the end is found. */
static int feed(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return perror(path), 1;
    size_t count = (size_t)ftell(file);
    uint8_t *bytes = malloc(count ? count : 1);
    rewind(file);
    if (!bytes || fread(bytes, 1, count, file) != count)
        return perror(path), 1;
    fclose(file);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(bytes, count);
    free(bytes);
    return 0;
}

static int is_file(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv) {
    int fed = 0, failed = 0;
    for (int k = 1; k < argc; k++) {
        struct dirent **entries;
        int count = scandir(argv[k], &entries, is_file, alphasort);
        for (int n = 0; n < count; n++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[k], entries[n]->d_name);
            failed += feed(path);
            fed++;
            free(entries[n]);
        }
        if (count >= 0)
            free(entries);
    }
    printf("%d inputs, %d could not be read\n", fed, failed);
    return failed || !fed;
}
