/* Runs two commands in turns, many times, and says the least that each took: both meet the same machine, and the least
 * is what disturbs little.
 *
 *   bench_compare ROUNDS NAME COMMAND… -- NAME COMMAND…
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct usage {
    double wall, cpu; /* milliseconds */
    long memory;      /* KiB, the most at any time */
    long faults;      /* of pages that were in memory */
} usage;

static _Noreturn void die(const char *what) {
    fprintf(stderr, "bench_compare: %s: %s\n", what, strerror(errno));
    exit(2);
}

static double milliseconds(struct timeval t) {
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static _Noreturn void become(char **command) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execvp(command[0], command);
    die(command[0]);
}

static usage run(char **command) {
    double start = now();
    pid_t child = fork();
    if (child < 0)
        die("fork");
    if (child == 0)
        become(command);
    int status;
    struct rusage used;
    if (wait4(child, &status, 0, &used) != child)
        die("wait4");
    double end = now();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "bench_compare: %s failed\n", command[0]);
        exit(2);
    }
    return (usage){end - start, milliseconds(used.ru_utime) + milliseconds(used.ru_stime), used.ru_maxrss,
                   used.ru_minflt};
}

static usage least(usage a, usage b) {
    return (usage){a.wall < b.wall ? a.wall : b.wall, a.cpu < b.cpu ? a.cpu : b.cpu,
                   a.memory < b.memory ? a.memory : b.memory, a.faults < b.faults ? a.faults : b.faults};
}

static void print(const char *name, usage u) {
    printf("%-44s %9.1f %9.1f %9.1f %9ld\n", name, u.wall, u.cpu, (double)u.memory / 1024, u.faults);
}

int main(int argc, char **argv) {
    int between = 3;
    while (between < argc && strcmp(argv[between], "--") != 0)
        between++;
    int rounds = argc > 1 ? atoi(argv[1]) : 0;
    if (rounds < 1 || between + 2 >= argc || between < 4) {
        fputs("usage: bench_compare ROUNDS NAME COMMAND... -- NAME COMMAND...\n", stderr);
        return 2;
    }
    argv[between] = NULL;
    char **sides[] = {argv + 2, argv + between + 1};
    usage best[2];
    for (int round = -1; round < rounds; round++) /* the first fills the caches and does not count */
        for (int k = 0; k < 2; k++) {
            usage u = run(sides[k] + 1);
            best[k] = round <= 0 ? u : least(best[k], u);
        }
    printf("%-44s %9s %9s %9s %9s\n", "whole process, least of each", "wall ms", "CPU ms", "MiB", "faults");
    for (int k = 0; k < 2; k++)
        print(sides[k][0], best[k]);
    printf("%-44s %7.1f %% %7.1f %% %7.1f %% %7.1f %%\n", "first : second", 100 * best[0].wall / best[1].wall,
           100 * best[0].cpu / best[1].cpu, 100.0 * (double)best[0].memory / (double)best[1].memory,
           100.0 * (double)best[0].faults / (double)best[1].faults);
    return 0;
}
