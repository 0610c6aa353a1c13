#define _GNU_SOURCE
#include "commands.h"
#include "output.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A closed standard stream would give its number to the next file opened, and the document would go there. */
static void keep_streams(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static _Noreturn void out_of_memory(void *user, size_t wanted) {
    (void)user;
    (void)wanted;
    static const char message[] = "handtrace: out of memory\n";
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(STATUS_INPUT);
}

/* The number after `name` in one of the system's files, times `unit`; SIZE_MAX if there is none. */
static size_t system_size(const char *path, const char *name, size_t unit) {
    char text[4096] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[length > 0 ? length : 0] = 0;
    const char *at = strstr(text, name);
    char *end = NULL;
    unsigned long long size = at ? strtoull(at + strlen(name), &end, 10) : 0;
    return size && size < SIZE_MAX / unit ? (size_t)size * unit : SIZE_MAX;
}

/* Three quarters of the memory that is to be had: beyond that the machine would only stall, or end other programs. */
static size_t memory_limit(void) {
    size_t free = system_size("/proc/meminfo", "MemAvailable:", 1024),
           group = system_size("/sys/fs/cgroup/memory.max", "", 1), least = free < group ? free : group;
    return least == SIZE_MAX ? 0 : least / 4 * 3;
}

static bool not_there_yet(const char *command, error *e) {
    return error_plain(e, STATUS_USAGE, "'%s' is not there yet in version %s", command, HANDTRACE_VERSION);
}

static bool run(const options *o, arena *a, error *e) {
    if (o->version)
        return output_write(STR("-"), STR("handtrace " HANDTRACE_VERSION "\n"), e);
    if (o->help)
        return output_write(STR("-"), options_help(o, a), e);
    switch (o->command) {
    case COMMAND_MAKE:
    case COMMAND_RENDER:
        return command_make(o, a, e);
    case COMMAND_CHECK:
        return command_check(o, a, e);
    case COMMAND_LIST:
        return command_list(o, a, e);
    case COMMAND_BUILD:
        return not_there_yet("build", e);
    case COMMAND_SHEET:
        return command_sheet(o, a, e);
    case COMMAND_NONE:
    case COMMAND_KINDS:
        break;
    }
    return true;
}

int main(int argc, char **argv) {
    keep_streams();
    signal(SIGPIPE, SIG_IGN); /* a write that fails says so itself */
    signal(SIGXFSZ, SIG_IGN);
    arena *a = arena_new(&(arena_policy){.limit = memory_limit(), .exhausted = out_of_memory});
    error e = error_in(a);
    options o;
    if (options_read(argc, argv, &o, a, &e))
        run(&o, a, &e);
    status result = e.status;
    if (error_set(&e) && e.message.len)
        error_print(&e, stderr);
    arena_free(a);
    return (int)result;
}
