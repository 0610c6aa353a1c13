#define _GNU_SOURCE
#include "command_memory.h"
#include "commands.h"
#include "output.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>

/* A closed standard stream would give its number to the next file opened, and the document would go there. */
static void keep_streams(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static void discard_outputs(void *nothing) {
    (void)nothing;
    output_discard_all();
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
    case COMMAND_NEW:
        return command_new(o, a, e);
    case COMMAND_TRY:
        return command_try(o, a, e);
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
    reserve_stack();
    budget_at_exhaustion(discard_outputs, NULL);
    options o = {.problem = NULL};
    arena *a = arena_new(memory_of_command(&o));
    error e = error_in(a);
    if (memory_from_environment(&e) && options_read(argc, argv, &o, a, &e))
        run(&o, a, &e);
    status result = e.status;
    if (error_set(&e) && e.message.len)
        error_print(&e, stderr);
    arena_free(a);
    return (int)result;
}
