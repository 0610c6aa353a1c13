/* Traces the edit distance of two words, as a table, as the plain recursion and with a memo, and writes no event
 * itself:
 *
 *   d(i, 0) = i    d(0, j) = j
 *   d(i, j) = d(i−1, j−1)                                            if x_i = y_j      keep
 *           = 1 + min(d(i−1, j), d(i, j−1), d(i−1, j−1))             else              delete, insert, change
 *
 *   cc distance.c -lhandtrace_dp -lhandtrace_emit -o distance && ./distance form from >distance.jsonl
 */
#include <handtrace/dp.h>

#include <string.h>

typedef struct words {
    const char *x, *y; /* small letters, each a byte */
} words;

static dp_state base(const void *user, const long at[], void *value) {
    (void)user;
    *(long *)value = at[0] + at[1];
    return at[0] && at[1] ? DP_NONE : DP_VALUE;
}

static void steps(const void *user, const long at[], dp_list *out) {
    const words *w = user;
    if (w->x[at[0] - 1] == w->y[at[1] - 1]) {
        dp_goal_here(out, DP_ONLY, "match");
        dp_try(out, "keep", "d");
        dp_reads(out, "d", 0, DP_AT(at[0] - 1, at[1] - 1));
        return;
    }
    dp_try(out, "delete", "u+1");
    dp_reads(out, "u", 0, DP_AT(at[0] - 1, at[1]));
    dp_try(out, "insert", "l+1");
    dp_reads(out, "l", 0, DP_AT(at[0], at[1] - 1));
    dp_try(out, "change", "d+1");
    dp_reads(out, "d", 0, DP_AT(at[0] - 1, at[1] - 1));
}

static int is_word(const char *text) {
    return strlen(text) <= 40 && text[strspn(text, "abcdefghijklmnopqrstuvwxyz")] == '\0';
}

int main(int count, char **arguments) {
    if (count != 3 || !is_word(arguments[1]) || !is_word(arguments[2])) {
        fprintf(stderr, "usage: %s X Y   two words of at most 40 small letters\n", arguments[0]);
        return 2;
    }
    const words w = {arguments[1], arguments[2]};
    const long m = (long)strlen(w.x), n = (long)strlen(w.y);
    const dp_function d = {
        "d", 2, {{"i", 0, m, NULL}, {"j", 0, n, NULL}}, .goal = DP_MIN, .base = base, .candidates = steps};
    const dp recurrence = {.values = &dp_longs,
                           .functions = &d,
                           .function_count = 1,
                           .user = &w,
                           .ask = {0, {m, n}},
                           .order = DP_ROWS,
                           .most_calls = 3000};
    dp_run *run = dp_begin(&recurrence);
    if (!run)
        return 1;
    char json[128];
    snprintf(json, sizeof json, "{\"x\":\"%s\",\"y\":\"%s\"}", w.x, w.y);
    handtrace_begin(stdout, "distance", "Edit distance", json);
    const dp_sink sink = dp_to_file(stdout);
    uint64_t calls;
    if (!dp_table(run, "table", &sink) || !dp_count_calls(run, &calls) ||
        (calls <= recurrence.most_calls && !dp_plain(run, "plain", &sink)) || !dp_memo(run, "memo", &sink)) {
        fprintf(stderr, "%s: %s\n", arguments[0], dp_error(run));
        return 1;
    }
    const void *distance;
    dp_value(run, recurrence.ask, &distance);
    snprintf(json, sizeof json, "{\"distance\":\"%ld\"}", *(const long *)distance);
    handtrace_answer(stdout, json);
    dp_end(run);
    return handtrace_end(stdout) == 0 ? 0 : 1;
}
