#define _GNU_SOURCE
#include "command_memory.h"

#include "number.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MEGABYTE = 1 << 20, DEFAULT = 1024, LEAST = 16, MOST = 1 << 20 /* megabytes */ };

static memory_budget budget = {.limit = (size_t)DEFAULT * MEGABYTE};
static const options *command;

/* What is being done, in the user's words. */
static const char *what(void) {
    static const char *const names[] = {
        [COMMAND_CHECK] = "check", [COMMAND_LIST] = "list",     [COMMAND_NEW] = "new",
        [COMMAND_TRY] = "try",     [COMMAND_RENDER] = "render", [COMMAND_SHEET] = "sheet"};
    if (command && command->problem)
        return command->problem->name;
    size_t which = command ? command->command : 0;
    return which < sizeof names / sizeof *names && names[which] ? names[which] : "this command";
}

/* To standard error without taking memory. */
static void say(const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (length > 0)
        (void)!write(STDERR_FILENO, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static void no_stack(int number) {
    (void)number;
    say("handtrace: the system gives too little memory to begin with\n");
    _exit(STATUS_INPUT);
}

static void touch_stack(void) {
    enum { DEEPEST = 1 << 17 };
    volatile char deep[DEEPEST];
    deep[0] = 0;
    (void)deep[0];
}

void reserve_stack(void) {
    static char beside[1 << 16]; /* the handler's own stack */
    stack_t own = {.ss_sp = beside, .ss_size = sizeof beside}, before;
    struct sigaction handler = {.sa_handler = no_stack, .sa_flags = SA_ONSTACK}, old;
    if (sigaltstack(&own, &before) != 0 || sigaction(SIGSEGV, &handler, &old) != 0)
        return;
    touch_stack();
    sigaction(SIGSEGV, &old, NULL);
    sigaltstack(&before, NULL);
}

static _Noreturn void out_of_memory(void *user, size_t wanted) {
    (void)user;
    budget_clean_up();
    size_t limit = budget_megabytes(&budget), left = budget_left(&budget);
    if (wanted > left)
        say("handtrace: %s needs more than %zu MB of memory; a smaller instance needs less, HANDTRACE_MEMORY=%zu "
            "allows more\n",
            what(), limit, limit * 2);
    else
        say("handtrace: %s needs more memory than the system gives: %zu MB are in use, and %zu MB more were refused; a "
            "smaller instance needs less\n",
            what(), budget.held / MEGABYTE, wanted / MEGABYTE + 1);
    _exit(STATUS_INPUT);
}

memory_budget *memory_of_command(const options *o) {
    command = o;
    budget.exhausted = out_of_memory;
    memory_serve(&budget);
    number_count_memory();
    return &budget;
}

bool memory_from_environment(error *e) {
    const char *given = getenv("HANDTRACE_MEMORY");
    if (!given || !*given)
        return true;
    size_t megabytes = 0;
    const char *c = given;
    for (; *c >= '0' && *c <= '9' && megabytes <= MOST; c++)
        megabytes = megabytes * 10 + (size_t)(*c - '0');
    if (*c || megabytes < LEAST || megabytes > MOST)
        return error_plain(e, STATUS_USAGE,
                           "HANDTRACE_MEMORY: expected a whole number of megabytes from %d to %d, got '%s'", LEAST,
                           MOST, given);
    budget.limit = megabytes * MEGABYTE;
    return true;
}
