#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed(error *e, str path, const char *what) {
    return error_plain(e, STATUS_OUTPUT, "%s %.*s: %s", what, STR_ARG(path), strerror(errno));
}

static bool write_all(int fd, str bytes) {
    while (bytes.len) {
        ssize_t written = write(fd, bytes.ptr, bytes.len);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes = str_slice(bytes, (size_t)written, bytes.len);
    }
    return true;
}

/* Where a file will stand once all are written. */
typedef struct staged {
    str shown;    /* the path as it was given */
    char *place;  /* links followed */
    char *beside; /* where it is until then; NULL: not written yet, or written directly */
} staged;

static bool write_directly(const char *path, str shown, str bytes, error *e) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return failed(e, shown, "cannot write");
    bool good = write_all(fd, bytes);
    int why = errno;
    if (close(fd) != 0 && good) {
        good = false;
        why = errno;
    }
    errno = why;
    return good || failed(e, shown, "cannot write");
}

static bool write_standard(str bytes, error *e) {
    return write_all(STDOUT_FILENO, bytes) || failed(e, STR("standard output"), "cannot write");
}

static char *folder_of(const char *path, arena *a) {
    const char *slash = strrchr(path, '/');
    return str_to_c(a, slash ? (str){path, (size_t)(slash - path) + 1} : STR("./"));
}

/* The path with the links at its end followed, also those that lead to no file yet; NULL and errno if they never end.
 */
static char *follow_links(const char *path, arena *a) {
    enum { MOST_LINKS = 40 };
    char target[PATH_MAX];
    char *place = str_to_c(a, str_of(path));
    for (int k = 0; k < MOST_LINKS; k++) {
        ssize_t length = readlink(place, target, sizeof target);
        if (length < 0)
            return place;
        const char *folder = target[0] == '/' ? "" : folder_of(place, a);
        place = str_to_c(a, str_format(a, "%s%.*s", folder, (int)length, target));
    }
    errno = ELOOP;
    return NULL;
}

/* The owner and permissions of a file that is replaced, or those of a new one. */
static bool set_access(int fd, const char *place) {
    struct stat there;
    if (stat(place, &there) == 0) {
        (void)!fchown(fd, there.st_uid, there.st_gid); /* only root may give files away: no matter */
        return fchmod(fd, there.st_mode & 0777) == 0;
    }
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0;
}

static bool write_beside(staged *s, str bytes, error *e) {
    if (faccessat(AT_FDCWD, s->place, W_OK, AT_EACCESS) != 0 && errno != ENOENT)
        return failed(e, s->shown, "cannot write");
    /* A short name, so that a long one can have it beside. */
    char *beside = str_to_c(e->arena, str_format(e->arena, "%s.handtrace-XXXXXX", folder_of(s->place, e->arena)));
    int fd = mkostemp(beside, O_CLOEXEC);
    if (fd < 0)
        return failed(e, s->shown, "cannot write");
    s->beside = beside;
    bool good = write_all(fd, bytes) && set_access(fd, s->place);
    int why = errno;
    if (close(fd) != 0 && good) {
        good = false;
        why = errno;
    }
    errno = why;
    return good || failed(e, s->shown, "cannot write");
}

static bool is_standard(str path) {
    return str_is(path, "-") || str_is(path, "/dev/stdout");
}

/* What needs no file beside it is written at once. */
static bool start(staged *s, const output_file *file, error *e) {
    *s = (staged){.shown = file->path};
    if (is_standard(file->path))
        return write_standard(file->bytes, e);
    char *name = str_to_c(e->arena, file->path);
    struct stat there;
    bool exists = stat(name, &there) == 0;
    if (exists && S_ISDIR(there.st_mode))
        errno = EISDIR;
    else if (exists && !S_ISREG(there.st_mode))
        return write_directly(name, file->path, file->bytes, e);
    else
        s->place = follow_links(name, e->arena);
    return s->place || failed(e, file->path, "cannot write");
}

static bool finish(staged *files, size_t count, error *e) {
    for (size_t k = 0; k < count; k++) {
        if (!files[k].beside)
            continue;
        if (rename(files[k].beside, files[k].place) != 0)
            return failed(e, files[k].shown, "cannot write");
        files[k].beside = NULL;
    }
    return true;
}

static bool stage_and_finish(staged *work, const output_file *files, size_t count, error *e) {
    bool good = true;
    for (size_t k = 0; good && k < count; k++)
        good = !work[k].place || write_beside(&work[k], files[k].bytes, e);
    good = good && finish(work, count, e);
    for (size_t k = 0; !good && k < count; k++)
        if (work[k].beside)
            unlink(work[k].beside);
    return good;
}

bool output_write_all(const output_file *files, size_t count, error *e) {
    if (error_set(e))
        return false;
    staged *work = ARENA_ARRAY(e->arena, staged, count);
    for (size_t k = 0; k < count; k++)
        if (!start(&work[k], &files[k], e))
            return false;
    /* A signal that ends the program has to wait until nothing stands beside. */
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    bool good = stage_and_finish(work, files, count, e);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return good;
}

bool output_write(str path, str bytes, error *e) {
    return output_write_all(&(output_file){path, bytes}, 1, e);
}

bool output_folder(str path, bool *made, error *e) {
    *made = false;
    if (error_set(e))
        return false;
    const char *name = str_to_c(e->arena, path);
    struct stat there;
    if (stat(name, &there) == 0) {
        if (S_ISDIR(there.st_mode))
            return true;
        errno = ENOTDIR;
        return failed(e, path, "cannot write into");
    }
    *made = mkdir(name, 0777) == 0;
    return *made || failed(e, path, "cannot make the folder");
}

void output_remove_folder(str path, arena *a) {
    rmdir(str_to_c(a, path));
}

bool output_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool too_long(str shown, size_t most, const memory_budget *budget, error *e) {
    return error_plain(e, STATUS_INPUT,
                       "cannot read %.*s: expected at most %zu MB (a quarter of the memory limit), got more; "
                       "HANDTRACE_MEMORY=%zu allows more",
                       STR_ARG(shown), most >> 20, budget_megabytes(budget) * 2);
}

/* Room for the whole of a regular file at once, which need not grow then. */
static void reserve_for(strbuf *b, int fd, size_t most) {
    struct stat there;
    if (fstat(fd, &there) == 0 && S_ISREG(there.st_mode) && there.st_size > 0 && (uintmax_t)there.st_size <= most)
        strbuf_reserve(b, (size_t)there.st_size + 1);
}

bool input_read(arena *a, str path, str *text, error *e) {
    if (error_set(e))
        return false;
    bool standard = str_is(path, "-");
    int fd = standard ? STDIN_FILENO : open(str_to_c(a, path), O_RDONLY | O_CLOEXEC);
    str shown = standard ? STR("standard input") : path;
    strbuf b = strbuf_in(a);
    const memory_budget *budget = arena_budget(a);
    size_t most = budget && budget->limit ? budget->limit / 4 : SIZE_MAX;
    char chunk[65536];
    ssize_t got = fd < 0 ? -1 : 1;
    if (fd >= 0)
        reserve_for(&b, fd, most);
    bool longer = false;
    while (got > 0 && !longer) {
        got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0 && (size_t)got > most - b.len)
            longer = true;
        else if (got > 0)
            strbuf_add(&b, (str){chunk, (size_t)got});
    }
    int why = errno;
    if (fd >= 0 && !standard)
        close(fd);
    *text = strbuf_text(&b);
    if (longer)
        return too_long(shown, most, budget, e);
    return got == 0 || error_plain(e, STATUS_INPUT, "cannot read %.*s: %s", STR_ARG(shown), strerror(why));
}
