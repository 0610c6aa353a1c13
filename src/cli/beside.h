/* Which files a file may name: a template, or a theme, may come from somebody else, and what it names is read only if
 * it lies in the same folder or below, links resolved, unless --allow-files says otherwise. */
#ifndef HANDTRACE_BESIDE_H
#define HANDTRACE_BESIDE_H

#include "str.h"

/* The path that `named` stands for in the file `by`: beside it, unless it begins with '/'. */
str beside_path(str by, str named, arena *a);
/* Whether that path leads to a file in the folder of `by` or below, without a ".." in it. A path to nothing may be
 * named if it could only be there. */
bool beside_allows(str by, str named, arena *a);
/* Whether the file `path` is where it seems to be: no symbolic link. */
bool beside_is_own(str path, arena *a);

#endif
