/* What the tests of problems have in common: solving an instance, and the fields of an answer. */
#ifndef HANDTRACE_TEST_PROBLEMS_H
#define HANDTRACE_TEST_PROBLEMS_H

#include "output.h"
#include "problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* The answer, with the work in `t` unless it is NULL; fails if there is none. */
static inline datum *problem_answer(const problem *p, const datum *instance, trace *t, arena *a) {
    error e = error_in(a);
    datum *answer = p->solve(instance, t, a, &e);
    if (!answer)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return answer;
}

/* The trace of its work. */
static inline trace *problem_traced(const problem *p, const datum *instance, arena *a) {
    trace *t = trace_new(a, str_of(p->name), str_of(p->title), (datum *)instance);
    problem_answer(p, instance, t, a);
    return t;
}

static inline str problem_field(const datum *d, const char *key) {
    return datum_as_text(datum_get(d, key));
}

/* The published cases of tests/cases/NAME.json. */
static inline datum *problem_cases(const char *name, arena *a) {
    error e = error_in(a);
    source *where = ARENA_NEW(a, source);
    where->name = str_format(a, TEST_SOURCE_DIR "/tests/cases/%s.json", name);
    datum *list = input_read(a, where->name, &where->text, &e) ? json_to_datum(where, a, &e) : NULL;
    if (!list)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return list;
}

static inline void assert_text(str found, const char *wanted) {
    if (!str_is(found, wanted))
        fail_msg("expected \"%s\", got \"%.*s\"", wanted, STR_ARG(found));
}

#endif
