#include "extension.h"

static const story_extension *const extensions[] = {&polygon_extension};

const story_extension *story_extension_of(str problem) {
    for (size_t k = 0; k < sizeof extensions / sizeof *extensions; k++)
        if (str_is(problem, extensions[k]->problem))
            return extensions[k];
    return NULL;
}
