/* Traces the Fibonacci numbers: the plain recursion as one run, the memoised one as another.
 *
 *   cc fib.c -lhandtrace_emit -o fib && ./fib 6 >fib.jsonl && handtrace render fib.jsonl --figure calls -o fib.svg
 */
#include <handtrace/emit.h>

#include <stdlib.h>
#include <string.h>

enum { MOST = 80 };

typedef struct run {
    FILE *out;
    long frames;
    int use_memo;
    long memo[MOST + 1]; /* the frame that answered, or 0 */
    long values[MOST + 1];
} run;

static long fib(run *r, long n, long parent) {
    long frame = ++r->frames;
    char first[HANDTRACE_DIGITS], second[HANDTRACE_DIGITS], sum[HANDTRACE_DIGITS];
    handtrace_enter(r->out, frame, parent, "fib", &n, 1, NULL);
    if (r->use_memo && n > 1 && r->memo[n]) {
        handtrace_memo(r->out, frame, r->memo[n]);
        return r->values[n];
    }
    r->values[n] = n;
    if (n > 1) {
        long left_frame = r->frames + 1, left = fib(r, n - 1, frame);
        long right_frame = r->frames + 1, right = fib(r, n - 2, frame);
        r->values[n] = left + right;
        const handtrace_read reads[] = {
            handtrace_reads_frame(left_frame, "x", handtrace_text(first, left)),
            handtrace_reads_frame(right_frame, "y", handtrace_text(second, right)),
        };
        const handtrace_way way = {"x+y", handtrace_text(sum, r->values[n])};
        handtrace_try_in(r->out, frame, "sum", reads, 2, &way, 1);
    }
    r->memo[n] = frame;
    handtrace_return(r->out, frame, handtrace_text(sum, r->values[n]), NULL, n > 1 ? "sum" : "base");
    return r->values[n];
}

int main(int count, char **words) {
    long n = count > 1 ? strtol(words[1], NULL, 10) : 5;
    if (n < 0 || n > MOST || (count > 2 && strcmp(words[2], "memo") != 0)) {
        fprintf(stderr, "usage: %s N [memo]   N from 0 to %d; with memo, no plain run\n", words[0], MOST);
        return 2;
    }
    char instance[64];
    snprintf(instance, sizeof instance, "{\"n\":%ld}", n);
    handtrace_begin(stdout, "fib", "Fibonacci numbers", instance);
    for (int use_memo = count > 2; use_memo <= 1; use_memo++) {
        run r = {stdout, 0, use_memo, {0}, {0}};
        handtrace_run(stdout, use_memo ? "memo" : "plain", use_memo ? "With a memo" : "Plain recursion");
        fib(&r, n, 0);
    }
    return handtrace_end(stdout) == 0 ? 0 : 1;
}
