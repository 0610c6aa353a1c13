/* Exercises and keys: --blank, --key, and what a template of exercises says itself.
 *
 *   front matter  blank: all          what is left out unless --blank says something else
 *   story         copy with blanks    (story/blank.h), room only in an exercise, with the answers in its key
 */
#include "job.h"

#include "blank.h"
#include "tasks.h"

#include <string.h>

typedef enum blank_kind { LEAVE_NONE, LEAVE_LAST, LEAVE_DIAGONAL, LEAVE_EVERY, LEAVE_ALL } blank_kind;

static const struct {
    const char *name;
    bool counted; /* name:K */
} kinds[] = {
    [LEAVE_NONE] = {"none", false},  [LEAVE_LAST] = {"last", true}, [LEAVE_DIAGONAL] = {"diagonal", true},
    [LEAVE_EVERY] = {"every", true}, [LEAVE_ALL] = {"all", false},
};

/* What is left out of which runs. */
typedef struct leaver {
    blank_kind kind;
    uint64_t count;
    const story *story;
    story_tasks tasks; /* of the main run */
} leaver;

static bool read_policy(str text, leaver *l) {
    size_t colon = str_find(text, STR(":"), 0);
    str name = str_slice(text, 0, colon);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (!str_is(name, kinds[k].name) || kinds[k].counted != (colon != SIZE_MAX))
            continue;
        l->kind = (blank_kind)k;
        return !kinds[k].counted ||
               (job_is_number(str_slice(text, colon + 1, text.len), 1000000, &l->count) && l->count > 0);
    }
    return false;
}

#define FORMS "none, last:K, diagonal:K, every:K or all"

/* What the command line says, else the template. */
static bool find_policy(job *j, leaver *l) {
    const datum *own = datum_get(j->front, "blank");
    str given = j->options->blank;
    if (given.ptr)
        return read_policy(given, l) ||
               error_plain(j->error, STATUS_USAGE, "--blank: expected " FORMS ", got '%.*s'", STR_ARG(given));
    return (own->kind == DATUM_TEXT && read_policy(own->text, l)) ||
           error_at(j->error, j->template, own->at, own->length, "blank: expected " FORMS ", got '%.*s'",
                    STR_ARG(datum_as_text(own)));
}

/* Its place among the steps of its run that have something to be worked out, from 1, and how many there are. */
static size_t place_of(const story_step *s, size_t *count) {
    const story_run *r = s->run;
    const story_step *steps = s->kind == STEP_FRAME ? r->frame_steps : r->steps;
    size_t all = s->kind == STEP_FRAME ? r->frame_step_count : r->step_count, place = 0;
    *count = 0;
    for (size_t k = 0; k < all; k++) {
        *count += steps[k].candidate_count > 0;
        if (&steps[k] == s)
            place = *count;
    }
    return place;
}

static bool is_asked(const leaver *l, const story_step *s) {
    size_t count, place = place_of(s, &count);
    switch (l->kind) {
    case LEAVE_NONE:
        return false;
    case LEAVE_LAST:
        return place + l->count > count;
    case LEAVE_DIAGONAL:
        return s->phase ? s->phase->number + l->count > s->run->phase_count : place + l->count > count;
    case LEAVE_EVERY:
        return place % l->count == 0;
    case LEAVE_ALL:
        break;
    }
    return true;
}

/* What is worked out on the sheet, and what that uses, is given; what is to be done there is asked in any case. */
static bool is_given(const leaver *l, const story_step *s) {
    const story_step *w = l->tasks.worked;
    if (s == w)
        return true;
    for (size_t k = 0; w && k < w->candidate_count; k++)
        for (size_t n = 0; n < w->candidates[k].read_count; n++) {
            const story_read *r = &w->candidates[k].reads[n];
            if (s->kind == STEP_CELL && r->table && r->table->run == s->run && r->row == s->row && r->col == s->col)
                return true;
        }
    return false;
}

static bool leaves_out(const story_step *s, const void *user) {
    const leaver *l = user;
    if (!s->candidate_count || (s->kind != STEP_CELL && s->kind != STEP_FRAME) || l->kind == LEAVE_NONE)
        return false;
    if (s == l->tasks.completed || s == l->tasks.alone)
        return true;
    return !is_given(l, s) && is_asked(l, s);
}

static bool asks_all(const story_step *s, const void *user) {
    const leaver *l = user;
    return l->kind != LEAVE_NONE && s == l->tasks.alone;
}

bool job_is_exercise(const job *j) {
    return datum_get(j->front, "blank") != NULL;
}

bool job_leave_blanks(job *j, made *m) {
    leaver l = {.story = m->story};
    if (!job_is_exercise(j))
        return !j->options->blank.ptr ||
               error_plain(j->error, STATUS_USAGE, "--blank goes with templates of exercises: -t exercise, -t key");
    if (!find_policy(j, &l))
        return false;
    const story_run *main = story_main_run(m->story);
    l.tasks = main ? story_tasks_of(main) : (story_tasks){NULL, NULL, NULL};
    const story_blanks blanks = {.hides = leaves_out,
                                 .asks_all = asks_all,
                                 .user = &l,
                                 .work = true,
                                 .fill = j->is_key ? BLANK_ANSWER : BLANK_ROOM};
    m->story = story_blank(m->story, &blanks, j->arena);
    return true;
}
