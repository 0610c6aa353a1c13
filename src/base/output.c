/* A file is written without a name (O_TMPFILE), so that nothing of it is left however the program ends, and gets its
 * name when all are whole:
 *
 *   open, add …, close ──▶ a descriptor, or, when many are held, a name beside the place       staged
 *   commit             ──▶ names beside the places ──rename──▶ the places                      all, or none
 *
 * Where a file system has no files without names, and for what is beyond the descriptors held, the names beside are in
 * a list that is walked when the program is ended by a signal. */
#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 16, MOST_IN_MEMORY = 1 << 20, MOST_HELD = 200 };

struct output {
    str shown;    /* the path as it was given */
    char *place;  /* links followed; NULL: bytes go where no file is made */
    char *beside; /* its name until then; empty: it has none */
    int fd;       /* open while it is written, and after that if it has no name; -1 */
    strbuf text;  /* of what goes to a device: until it is too much for memory */
    output_set *set;
    error *error;
    output *next;
};

/* A folder to be made. */
typedef struct new_folder {
    const char *path;
    bool made;
    struct new_folder *next;
} new_folder;

struct output_set {
    arena *arena;
    output *first, *last;
    size_t count, held;
    new_folder *folders;
    output *writing; /* whose bytes are in the buffer */
    char *buffer;
    size_t buffered;
};

static bool failed(error *e, str path, const char *what) {
    return error_plain(e, STATUS_OUTPUT, "%s %.*s: %s", what, STR_ARG(path), strerror(errno));
}

/* ---- names that must not stay ---- */

/* A name of a file that is not yet in its place. Entries are never taken out, only blanked, so that a signal may come
 * at any time. */
typedef struct stray {
    struct stray *older;
    char name[PATH_MAX];
} stray;

static stray *volatile strays;

static stray *stray_of(const char *name) {
    for (stray *s = strays; s; s = s->older)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

void output_discard_all(void) {
    for (stray *s = strays; s; s = s->older)
        if (s->name[0])
            unlink(s->name);
}

static void on_signal(int number) {
    output_discard_all();
    signal(number, SIG_DFL);
    raise(number);
}

/* Those that end a program and can be seen coming; one that is ignored stays so. */
static void watch_signals(void) {
    static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGALRM, SIGBUS,
                                  SIGFPE, SIGILL, SIGSEGV, SIGUSR1, SIGUSR2, SIGXCPU};
    static bool watching;
    for (size_t k = 0; !watching && k < sizeof numbers / sizeof *numbers; k++) {
        struct sigaction old, new = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
        if (sigaction(numbers[k], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(numbers[k], &new, NULL);
    }
    watching = true;
}

/* Before the file gets that name. */
static bool note_stray(const char *name) {
    watch_signals();
    stray *s = stray_of("");
    if (strlen(name) >= sizeof s->name) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!s) {
        s = calloc(1, sizeof *s); /* outlives every arena */
        if (!s)
            return false;
        s->older = strays;
        strays = s;
    }
    memcpy(s->name, name, strlen(name) + 1);
    return true;
}

static void forget_stray(const char *name) {
    stray *s = stray_of(name);
    if (s)
        s->name[0] = 0;
}

/* ---- folders ---- */

static char *folder_of(const char *path, arena *a) {
    const char *slash = strrchr(path, '/');
    return str_to_c(a, slash ? (str){path, (size_t)(slash - path) + 1} : STR("./"));
}

static str without_slashes(str path) {
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    return path;
}

static const new_folder *folder_named(const output_set *s, str path) {
    for (const new_folder *f = s->folders; f; f = f->next)
        if (str_is(without_slashes(path), f->path))
            return f;
    return NULL;
}

bool output_folder(output_set *s, str path, error *e) {
    if (error_set(e))
        return false;
    const char *name = str_to_c(s->arena, without_slashes(path));
    struct stat there;
    if (folder_named(s, path))
        return true;
    if (stat(name, &there) == 0) {
        if (S_ISDIR(there.st_mode))
            return true;
        errno = ENOTDIR;
        return failed(e, path, "cannot write into");
    }
    const char *above = folder_of(name, s->arena);
    if (!folder_named(s, str_of(above)) && (stat(above, &there) != 0 || faccessat(AT_FDCWD, above, W_OK, AT_EACCESS)))
        return failed(e, path, "cannot make the folder");
    new_folder *f = ARENA_NEW(s->arena, new_folder), **end = &s->folders;
    *f = (new_folder){.path = name};
    while (*end)
        end = &(*end)->next;
    *end = f;
    return true;
}

/* The innermost folder of the path that is there already, with a slash. */
static char *standing_folder(const output_set *s, const char *path) {
    char *folder = folder_of(path, s->arena);
    while (folder_named(s, str_of(folder)) && !folder_named(s, str_of(folder))->made)
        folder = folder_of(str_to_c(s->arena, without_slashes(str_of(folder))), s->arena);
    return folder;
}

static bool make_folders(output_set *s, error *e) {
    for (new_folder *f = s->folders; f; f = f->next) {
        f->made = mkdir(f->path, 0777) == 0;
        if (!f->made)
            return failed(e, str_of(f->path), "cannot make the folder");
    }
    return true;
}

/* The inner ones first. */
static void remove_folders(new_folder *f) {
    if (!f)
        return;
    remove_folders(f->next);
    if (f->made)
        rmdir(f->path);
    f->made = false;
}

/* ---- one file ---- */

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

/* A short name, so that a long one can have it beside. */
static char *name_beside(const output *o) {
    static unsigned number;
    const char *folder = standing_folder(o->set, o->place);
    char *name;
    struct stat there;
    do
        name =
            str_to_c(o->set->arena, str_format(o->set->arena, "%s.handtrace-%ld-%u", folder, (long)getpid(), number++));
    while (lstat(name, &there) == 0);
    return name;
}

/* Gives a file without a name one beside its place. */
static bool name_file(output *o) {
    char own[64], *name = name_beside(o);
    snprintf(own, sizeof own, "/proc/self/fd/%d", o->fd);
    if (!note_stray(name))
        return false;
    if (linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) != 0) {
        forget_stray(name);
        return false;
    }
    o->beside = name;
    return true;
}

static bool open_named(output *o) {
    char *name = name_beside(o);
    if (!note_stray(name))
        return false;
    o->fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (o->fd < 0)
        forget_stray(name);
    else
        o->beside = name;
    return o->fd >= 0;
}

static bool open_beside(output *o) {
    if (faccessat(AT_FDCWD, o->place, W_OK, AT_EACCESS) != 0 && errno != ENOENT)
        return false;
    const char *folder = standing_folder(o->set, o->place);
    if (access("/proc/self/fd", X_OK) == 0)
        o->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    return o->fd >= 0 || open_named(o);
}

static bool is_standard(str path) {
    return str_is(path, "-") || str_is(path, "/dev/stdout");
}

/* What is not a regular file (a pipe, a device) is written when everything is complete. */
static bool start(output *o) {
    if (is_standard(o->shown))
        return true;
    char *name = str_to_c(o->set->arena, o->shown);
    struct stat there;
    bool exists = stat(name, &there) == 0;
    if (exists && S_ISDIR(there.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (exists && !S_ISREG(there.st_mode))
        return true;
    o->place = follow_links(name, o->set->arena);
    return o->place && open_beside(o);
}

output_set *output_set_new(arena *a) {
    output_set *s = ARENA_NEW(a, output_set);
    s->arena = a;
    s->buffer = arena_alloc(a, BUFFER);
    return s;
}

output *output_open(output_set *s, str path, error *e) {
    if (error_set(e))
        return NULL;
    output *o = ARENA_NEW(s->arena, output);
    *o = (output){.shown = str_copy(s->arena, path), .fd = -1, .text = strbuf_in(s->arena), .set = s, .error = e};
    *(s->last ? &s->last->next : &s->first) = o;
    s->last = o;
    s->count++;
    if (!start(o)) {
        failed(e, o->shown, "cannot write");
        return NULL;
    }
    return o;
}

/* A file without a name, anywhere, for what does not go into a file of the user's. */
static int open_spool(void) {
    const char *folder = getenv("TMPDIR");
    int fd = open(folder && *folder ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    char name[] = "/tmp/handtrace-XXXXXX";
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        unlink(name);
    return fd;
}

/* Bytes for a device: in memory, or when they are many in a file without a name. */
static bool hold(output *o, str bytes) {
    if (o->fd < 0 && o->text.len + bytes.len > MOST_IN_MEMORY) {
        o->fd = open_spool();
        if (o->fd >= 0 && !write_all(o->fd, strbuf_text(&o->text)))
            return false;
    }
    if (o->fd >= 0)
        return write_all(o->fd, bytes);
    strbuf_add(&o->text, bytes);
    return true;
}

static bool put(output *o, str bytes) {
    return (o->place ? write_all(o->fd, bytes) : hold(o, bytes)) ||
           failed(o->error, is_standard(o->shown) ? STR("standard output") : o->shown, "cannot write");
}

static bool flush(output_set *s) {
    output *o = s->writing;
    str bytes = {s->buffer, s->buffered};
    s->writing = NULL;
    s->buffered = 0;
    return !o || !bytes.len || put(o, bytes);
}

static bool output_add(void *user, str bytes) {
    output *o = user;
    output_set *s = o->set;
    bool large = bytes.len > BUFFER / 2;
    bool room = s->writing == o && bytes.len <= BUFFER - s->buffered;
    if (error_set(o->error) || ((large || !room) && !flush(s)))
        return false;
    if (large)
        return put(o, bytes);
    s->writing = o;
    memcpy(s->buffer + s->buffered, bytes.ptr, bytes.len);
    s->buffered += bytes.len;
    return true;
}

sink output_sink(output *o) {
    return (sink){output_add, o};
}

/* As long as not too many are held, a file goes on without a name. */
static bool put_aside(output *o) {
    output_set *s = o->set;
    if (!o->place)
        return true;
    if (!set_access(o->fd, o->place))
        return false;
    if (!o->beside && s->held < MOST_HELD) {
        s->held++;
        return true;
    }
    if (!o->beside && !name_file(o))
        return false;
    int fd = o->fd;
    o->fd = -1;
    return close(fd) == 0;
}

bool output_close(output *o) {
    if (error_set(o->error) || !flush(o->set))
        return false;
    return put_aside(o) || failed(o->error, o->shown, "cannot write");
}

/* ---- all of them ---- */

/* Which entry of which folder a path is. */
typedef struct entry_id {
    dev_t device;
    ino_t folder;
    str name;
    const output *of;
} entry_id;

static int compare_entries(const void *x, const void *y) {
    const entry_id *a = x, *b = y;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    if (a->folder != b->folder)
        return a->folder < b->folder ? -1 : 1;
    return str_compare(a->name, b->name);
}

static bool check_distinct(const output_set *s, error *e) {
    entry_id *all = ARENA_ARRAY(s->arena, entry_id, s->count + 1);
    size_t count = 0;
    for (const output *o = s->first; o; o = o->next) {
        struct stat folder;
        if (!o->place || stat(folder_of(o->place, s->arena), &folder) != 0)
            continue;
        const char *slash = strrchr(o->place, '/');
        all[count++] = (entry_id){folder.st_dev, folder.st_ino, str_of(slash ? slash + 1 : o->place), o};
    }
    qsort(all, count, sizeof *all, compare_entries);
    for (size_t k = 1; k < count; k++)
        if (compare_entries(&all[k - 1], &all[k]) == 0)
            return error_plain(e, STATUS_OUTPUT, "the outputs %.*s and %.*s are the same file; remove the link",
                               STR_ARG(all[k - 1].of->shown), STR_ARG(all[k].of->shown));
    return true;
}

static bool copy_spool(int from, int to) {
    char bytes[BUFFER];
    ssize_t got;
    if (lseek(from, 0, SEEK_SET) != 0)
        return false;
    while ((got = read(from, bytes, sizeof bytes)) != 0) {
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0 && !write_all(to, (str){bytes, (size_t)got}))
            return false;
    }
    return true;
}

/* To a device, a pipe, standard output. */
static bool deliver(const output *o, error *e) {
    bool standard = is_standard(o->shown);
    int fd = standard ? STDOUT_FILENO : open(str_to_c(e->arena, o->shown), O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && (o->fd >= 0 ? copy_spool(o->fd, fd) : write_all(fd, strbuf_text(&o->text)));
    int why = errno;
    if (!standard && fd >= 0 && close(fd) != 0 && good) {
        good = false;
        why = errno;
    }
    errno = why;
    return good || failed(e, standard ? STR("standard output") : o->shown, "cannot write");
}

static bool name_all(output_set *s, error *e) {
    for (output *o = s->first; o; o = o->next) {
        if (!o->place)
            continue;
        if (!o->beside && !name_file(o))
            return failed(e, o->shown, "cannot write");
        int fd = o->fd;
        o->fd = -1;
        if (fd >= 0 && close(fd) != 0)
            return failed(e, o->shown, "cannot write");
    }
    return true;
}

static bool rename_all(output_set *s, error *e) {
    for (output *o = s->first; o; o = o->next) {
        if (!o->place)
            continue;
        if (rename(o->beside, o->place) != 0)
            return failed(e, o->shown, "cannot write");
        forget_stray(o->beside);
        o->beside = NULL;
    }
    return true;
}

void output_drop(output_set *s) {
    for (output *o = s->first; o; o = o->next) {
        if (o->fd >= 0)
            close(o->fd);
        o->fd = -1;
        if (o->beside) {
            unlink(o->beside);
            forget_stray(o->beside);
        }
        o->beside = NULL;
    }
    remove_folders(s->folders);
    s->first = s->last = s->writing = NULL;
    s->folders = NULL;
    s->count = s->held = s->buffered = 0;
}

static bool place_all(output_set *s, error *e) {
    for (const output *o = s->first; o; o = o->next)
        if (!o->place && !deliver(o, e))
            return false;
    /* A signal that ends the program has to wait until all are in their places. */
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    bool good = make_folders(s, e) && name_all(s, e) && rename_all(s, e);
    if (good)
        s->folders = NULL; /* they stay */
    else
        output_drop(s);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return good;
}

bool output_commit(output_set *s, error *e) {
    bool good = !error_set(e) && flush(s) && check_distinct(s, e) && place_all(s, e);
    output_drop(s);
    return good;
}

bool output_write(str path, str bytes, error *e) {
    if (error_set(e))
        return false;
    output_set *s = output_set_new(e->arena);
    output *o = output_open(s, path, e);
    bool good = o && output_add(o, bytes) && output_close(o) && output_commit(s, e);
    if (!good)
        output_drop(s);
    return good;
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
    bool no_file = fd < 0 || why == EISDIR;
    return got == 0 ||
           error_plain(e, no_file ? STATUS_USAGE : STATUS_INPUT, "cannot read %.*s: %s", STR_ARG(shown), strerror(why));
}
