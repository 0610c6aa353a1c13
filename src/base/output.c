#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

/* The permissions of a file that is replaced, or those of a new one. */
static mode_t wanted_mode(const char *path) {
    struct stat there;
    if (stat(path, &there) == 0)
        return there.st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool write_beside(const char *path, str shown, str bytes, error *e) {
    char *beside = str_to_c(e->arena, str_format(e->arena, "%s.XXXXXX", path));
    int fd = mkostemp(beside, O_CLOEXEC);
    if (fd < 0)
        return failed(e, shown, "cannot write");
    bool good = write_all(fd, bytes) && fchmod(fd, wanted_mode(path)) == 0;
    int why = errno;
    if (close(fd) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && rename(beside, path) != 0) {
        good = false;
        why = errno;
    }
    if (good)
        return true;
    unlink(beside);
    errno = why;
    return failed(e, shown, "cannot write");
}

bool output_write(str path, str bytes, error *e) {
    if (error_set(e))
        return false;
    if (str_is(path, "-")) {
        if (write_all(STDOUT_FILENO, bytes))
            return true;
        return failed(e, STR("standard output"), "cannot write");
    }
    const char *name = str_to_c(e->arena, path);
    struct stat there;
    if (stat(name, &there) == 0 && S_ISDIR(there.st_mode)) {
        errno = EISDIR;
        return failed(e, path, "cannot write");
    }
    if (stat(name, &there) == 0 && !S_ISREG(there.st_mode))
        return write_directly(name, path, bytes, e);
    char *real = realpath(name, NULL); /* a link is followed: its target is replaced, not the link */
    bool good = write_beside(real ? real : name, path, bytes, e);
    free(real);
    return good;
}

bool output_folder(str path, error *e) {
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
    return mkdir(name, 0777) == 0 || failed(e, path, "cannot make the folder");
}

bool output_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool input_read(arena *a, str path, str *text, error *e) {
    if (error_set(e))
        return false;
    bool standard = str_is(path, "-");
    int fd = standard ? STDIN_FILENO : open(str_to_c(a, path), O_RDONLY | O_CLOEXEC);
    str shown = standard ? STR("standard input") : path;
    strbuf b = strbuf_in(a);
    char chunk[65536];
    ssize_t got = fd < 0 ? -1 : 1;
    while (got > 0) {
        got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            strbuf_add(&b, (str){chunk, (size_t)got});
    }
    int why = errno;
    if (fd >= 0 && !standard)
        close(fd);
    *text = strbuf_text(&b);
    return got == 0 || error_plain(e, STATUS_INPUT, "cannot read %.*s: %s", STR_ARG(shown), strerror(why));
}
