#include "blank.h"
#include "build.h"
#include "mustache.h"
#include "number.h"
#include "output.h"
#include "polygon/story/ring.h"
#include "problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static str read_file(arena *a, const char *path) {
    str text;
    error e = error_in(a);
    if (!input_read(a, str_format(a, "%s/%s", TEST_SOURCE_DIR, path), &text, &e))
        fail_msg("%s", error_text(&e).ptr);
    return text;
}

static story *read_story(arena *a, str lines, error *e) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("t.jsonl"), lines};
    *e = error_in(a);
    trace *t = trace_from_lines(where, a, e);
    return t ? story_build(t, a, e) : NULL;
}

static story *story_of(arena *a, const char *events) {
    error e;
    str head = STR("{\"handtrace\":1,\"problem\":\"p\",\"title\":\"t\",\"instance\":{}}\n");
    story *s = read_story(a, str_format(a, "%.*s%s", STR_ARG(head), events), &e);
    if (!s)
        fail_msg("%s", error_text(&e).ptr);
    return s;
}

static story *ioi_story(arena *a) {
    error e;
    story *s = read_story(a, read_file(a, "tests/cases/polygon-ioi.jsonl"), &e);
    if (!s)
        fail_msg("%s", error_text(&e).ptr);
    return s;
}

static const char *expand(arena *a, view v, const char *template) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("t.md"), str_of(template)};
    context c = {.view = v};
    error e = error_in(a);
    expansion x = {0};
    return mustache_expand(where, &c, NULL, NULL, a, &x, &e) ? str_to_c(a, x.text) : error_text(&e).ptr;
}

static const story_step *step_at(const story *s, int64_t row, int64_t col) {
    for (size_t k = 0; k < s->runs[0].step_count; k++)
        if (s->runs[0].steps[k].row == row && s->runs[0].steps[k].col == col)
            return &s->runs[0].steps[k];
    fail_msg("no step %d,%d", (int)row, (int)col);
    return NULL;
}

static void the_published_polygon_as_a_whole(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = ioi_story(a);
    assert_string_equal(str_to_c(a, story_dump(s, a)), str_to_c(a, read_file(a, "tests/golden/story-polygon-ioi.txt")));
    assert_int_equal(s->runs[0].step_count, 16);
    assert_int_equal(s->runs[0].phase_count, 4);
    arena_free(a);
}

/* Facts of the published polygon, found by hand: the smallest value of m[1,3] comes from s = 2, the largest from s = 1.
 */
static void candidates_know_what_they_reach(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = ioi_story(a);
    view step = story_view_step(step_at(s, 1, 3));
    assert_string_equal(expand(a, step,
                               "{{number}}/{{step_count}} ({{i}},{{j}}) {{length}}: {{min.value}} by "
                               "{{#min.winners}}{{s}}{{/min.winners}}, {{max.value}} by "
                               "{{#max.winners}}{{s}}{{/max.winners}}, {{min.operand}} {{max.operand}}"),
                        "9/16 (1,3) 3: −6 by 2, 1 by 1, (−6) 1");
    assert_string_equal(
        expand(a, step,
               "{{#candidates}}{{label}}{{#is_kept}}*{{/is_kept}}: {{#terms}}{{name}}={{value}} {{/terms}}"
               "{{#distinct_ways}}{{shown}}={{value}}{{#chosen_in}}!{{table}}{{/chosen_in}}; {{/distinct_ways}}"
               "{{min_value}}..{{max_value}}\n{{/candidates}}"),
        "s=1*: a=−7 b=−7 c=8 d=8 −7 + 8=1!max; 1..1\n"
        "s=2*: a=−3 b=−3 c=2 d=2 −3 × 2=−6!min; −6..−6\n");
    assert_string_equal(
        expand(a, step, "{{#is_same}}same{{/is_same}}{{#is_tied}}tie{{/is_tied}}{{#is_base}}base{{/is_base}}"), "");
    view both = story_view_step(step_at(s, 2, 3));
    assert_string_equal(expand(a, both,
                               "{{#is_same}}same {{/is_same}}{{#is_tied}}tie {{/is_tied}}{{#max.is_tied_by_all}}all "
                               "{{/max.is_tied_by_all}}"
                               "{{max.winner_count}} {{max.kept.label}} {{max.way.shown}}"),
                        "same tie all 2 s=1 4 × 10");
    view reads = story_view_step(step_at(s, 3, 3));
    assert_string_equal(
        expand(a, reads,
               "{{#candidates}}{{#reads}}{{name}}:{{table}}[{{i}},{{j}}]={{value}} {{/reads}}{{/candidates}}"),
        "a:min[3,1]=2 b:max[3,1]=2 c:min[4,2]=−2 d:max[4,2]=−2 "
        "a:min[3,2]=10 b:max[3,2]=10 c:min[1,1]=−7 d:max[1,1]=−7 ");
    arena_free(a);
}

static void the_state_is_that_of_the_moment(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = ioi_story(a);
    const story_run *r = &s->runs[0];
    const story_table *max = story_table_named(r, STR("max"));
    story_moment m = {.story = s, .run = r, .step = step_at(s, 1, 3)};
    assert_int_equal(story_last_step(&m), 9);
    assert_true(str_is(story_value_at(max, 4, 2, &m), "-2"));
    assert_true(str_is(story_value_at(max, 1, 3, &m), "1"));
    assert_true(str_is(story_value_at(max, 2, 3, &m), ""));
    assert_true(str_is(story_value_at(max, 5, 1, &m), ""));
    m = (story_moment){.story = s, .run = r, .phase = &r->phases[1]};
    assert_int_equal(story_last_step(&m), 8);
    assert_true(str_is(story_value_at(max, 1, 3, &m), ""));
    m = (story_moment){.story = s};
    assert_int_equal(story_last_step(&m), 16);
    assert_true(str_is(story_value_at(max, 2, 4, &m), "33"));
    m.step = &r->move_steps[2];
    m.run = r;
    assert_int_equal(story_last_step(&m), 16);
    arena_free(a);
}

static void views_of_the_whole(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = ioi_story(a);
    view v = story_view(s);
    assert_string_equal(expand(a, v,
                               "{{title}} {{problem}} {{instance.n}} {{#instance.vertices}}{{.}} {{/instance.vertices}}"
                               "{{answer.max}} {{runs.count}} {{step_count}} {{candidate_count}}"),
                        "Polygon polygon 4 −7 4 2 5 33 1 16 24");
    assert_string_equal(expand(a, v,
                               "{{#lengths}}{{length}}:{{step_count}}/{{candidate_count}}{{#first}} first{{/first}} "
                               "{{#read_by}}>{{length}}{{/read_by}} {{/lengths}}"),
                        "1:4/0 first >2>3>4 2:4/4 >3>4 3:4/8 >4 4:4/12  ");
    assert_string_equal(expand(a, v,
                               "{{#phases}}{{by}}{{value}}{{#steps}}{{#has_candidates}} {{number}}{{/has_candidates}}"
                               "{{/steps}} {{/phases}}"),
                        "length1 length2 5 6 7 8 length3 9 10 11 12 length4 13 14 15 16 ");
    assert_string_equal(expand(a, v,
                               "{{#moves}}{{number}} {{what}} {{at}}{{#is_merge}}: {{left_operand}} {{right}} "
                               "{{value}}{{/is_merge}}; {{/moves}}"),
                        "1 remove 1; 2 merge 4: 2 5 10; 3 merge 3: 4 10 40; 4 merge 2: (−7) 40 33; ");
    assert_string_equal(
        expand(a, v, "{{#way_back}}{{table}}[{{i}},{{j}}]={{value}} {{take}}: {{shown}}; {{/way_back}}"),
        "max[1,4]=33 s=1: −7 + 40; max[2,3]=40 s=1: 4 × 10; max[3,2]=10 s=1: 2 × 5; ");
    assert_string_equal(expand(a, v, "{{#tables}}{{id}} {{row}}{{col}} {{rows}}x{{cols}} {{/tables}}"),
                        "min ij 4x4 max ij 4x4 ");
    assert_string_equal(expand(a, v, "{{#lenghts}}{{/lenghts}}"),
                        "handtrace: t.md:1:1: unknown name \"lenghts\"; did you mean \"lengths\"?\n"
                        "  {{#lenghts}}{{/lenghts}}\n  ^^^^^^^^^^^^\n");
    assert_non_null(strstr(expand(a, v, "{{#steps}}{{mxa.value}}{{/steps}}"), "did you mean \"max.value\"?"));
    assert_non_null(strstr(expand(a, v, "{{#steps}}{{max.vaule}}{{/steps}}"), "did you mean \"max.value\"?"));
    arena_free(a);
}

static void names_of_the_polygon(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = ioi_story(a);
    assert_string_equal(expand(a, story_view(s), "{{n}}"), "4");
    view across = story_view_step(step_at(s, 3, 3));
    assert_string_equal(expand(a, across, "{{chain}}{{#wraps}} past the end{{/wraps}}"), "2 × 5 + (−7) past the end");
    polygon_ring r;
    assert_true(polygon_ring_of(s, &r, a));
    assert_int_equal(polygon_index(&r, 0), 4);
    assert_int_equal(polygon_index(&r, 5), 1);
    assert_int_equal(polygon_index(&r, -3), 1);
    assert_string_equal(str_to_c(a, polygon_chain_text(&r, 4, 3, a)), "5 + (−7) + 4");
    arena_free(a);
}

static void moments_of_views(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = ioi_story(a);
    const story_run *r = &s->runs[0];
    story_moment m = {0};
    view v = story_view_candidate(&r->steps[9].candidates[1]);
    assert_true(story_moment_of_view(&v, &m));
    assert_ptr_equal(m.candidate, &r->steps[9].candidates[1]);
    assert_ptr_equal(m.step, &r->steps[9]);
    assert_ptr_equal(m.phase, &r->phases[2]);
    assert_ptr_equal(m.run, r);
    assert_ptr_equal(m.story, s);
    m = (story_moment){0};
    v = story_view(s);
    assert_true(story_moment_of_view(&v, &m));
    assert_ptr_equal(m.story, s);
    assert_null(m.run);
    v = view_of_datum(s->instance);
    assert_false(story_moment_of_view(&v, &m));
    arena_free(a);
}

/* The two-card end of the card game 1 8 10, unfolded: s(0,2) asks f(1,2) and f(0,1). */
static void calls_make_a_tree(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s =
        story_of(a, "{\"event\":\"run\",\"id\":\"plain\"}\n"
                    "{\"event\":\"enter\",\"frame\":1,\"fn\":\"s\",\"args\":[0,2]}\n"
                    "{\"event\":\"enter\",\"frame\":2,\"parent\":1,\"fn\":\"f\",\"args\":[1,2],\"edge\":\"1\"}\n"
                    "{\"event\":\"enter\",\"frame\":3,\"parent\":2,\"fn\":\"s\",\"args\":[2,2]}\n"
                    "{\"event\":\"return\",\"frame\":3,\"value\":\"0\",\"why\":\"base\"}\n"
                    "{\"event\":\"try\",\"label\":\"left\",\"reads\":[{\"frame\":3}],\"terms\":[{\"name\":\"s\","
                    "\"value\":\"0\"}],\"expr\":\"8+s\",\"value\":\"8\"}\n"
                    "{\"event\":\"enter\",\"frame\":4,\"parent\":2,\"fn\":\"s\",\"args\":[1,1]}\n"
                    "{\"event\":\"return\",\"frame\":4,\"value\":\"0\",\"why\":\"base\"}\n"
                    "{\"event\":\"try\",\"frame\":2,\"label\":\"right\",\"reads\":[{\"frame\":4}],\"expr\":\"10\","
                    "\"value\":\"10\"}\n"
                    "{\"event\":\"return\",\"frame\":2,\"value\":\"10\",\"chosen\":[\"right\"],\"why\":\"max\"}\n"
                    "{\"event\":\"enter\",\"frame\":5,\"parent\":1,\"fn\":\"s\",\"args\":[2,2]}\n"
                    "{\"event\":\"memo\",\"frame\":5,\"of\":3}\n"
                    "{\"event\":\"enter\",\"frame\":6,\"parent\":1,\"fn\":\"s\",\"args\":[1,1]}\n"
                    "{\"event\":\"return\",\"frame\":6,\"value\":\"0\",\"why\":\"base\"}\n"
                    "{\"event\":\"return\",\"frame\":1,\"value\":\"8\",\"why\":\"min\"}\n");
    const story_run *r = &s->runs[0];
    assert_true(str_is(r->id, "plain"));
    assert_int_equal(r->frame_count, 6);
    assert_int_equal(r->frame_step_count, 6);
    assert_int_equal(r->frames[0].child_count, 3);
    assert_ptr_equal(r->frames[0].children[2], &r->frames[5]);
    assert_ptr_equal(r->frames[4].memo_of, &r->frames[2]);
    assert_ptr_equal(r->frames[4].repeat_of, &r->frames[2]);
    assert_true(str_is(r->frames[4].value, "0"));
    assert_null(r->frames[5].memo_of);
    assert_ptr_equal(r->frames[5].repeat_of, &r->frames[3]);
    assert_null(r->frames[1].repeat_of);
    assert_int_equal(r->frames[1].candidate_count, 2);
    assert_true(str_is(story_way_shown(&r->frames[1].candidates[0].ways[0], a), "8 + 0"));
    assert_true(r->frames[1].candidates[1].kept && !r->frames[1].candidates[0].kept);
    assert_int_equal(r->frames[0].step, 6);
    assert_ptr_equal(r->frame_steps[2].frame, &r->frames[1]);
    assert_true(r->frames[0].entered < r->frames[1].entered && r->frames[1].returned < r->frames[0].returned);
    arena_free(a);
}

static void sets_are_kept_by_members(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s =
        story_of(a, "{\"event\":\"table\",\"id\":\"memo\",\"shape\":\"sets\"}\n"
                    "{\"event\":\"node\",\"id\":1,\"value\":\"3\"}\n{\"event\":\"node\",\"id\":2,\"value\":\"8\"}\n"
                    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"3\"],\"value\":\"3\",\"node\":1}\n"
                    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"8\"],\"value\":\"8\",\"node\":2}\n"
                    "{\"event\":\"phase\",\"by\":\"level\",\"value\":2}\n"
                    "{\"event\":\"cell\",\"tables\":[\"memo\"],\"at\":[\"3\",\"8\"]}\n"
                    "{\"event\":\"try\",\"label\":\"{3} {8}\",\"reads\":[[\"memo\",[\"3\"]],[\"memo\",[\"8\"]]]}\n"
                    "{\"event\":\"node\",\"id\":3,\"op\":\"/\",\"left\":2,\"right\":1,\"value\":\"8/3\"}\n"
                    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"3\",\"8\"],\"value\":\"8/3\",\"node\":3}\n"
                    "{\"event\":\"solution\",\"node\":3,\"class\":1}\n");
    const story_run *r = &s->runs[0];
    assert_int_equal(r->put_step_count, 3);
    assert_int_equal(r->step_count, 1);
    assert_int_equal(r->tables[0].cell_count, 3);
    assert_int_equal(r->put_steps[2].members.count, 2);
    assert_ptr_equal(r->put_steps[2].facts->cell, &r->tables[0].cells[2]);
    assert_ptr_equal(r->put_steps[2].node->left, &r->nodes[1]);
    assert_ptr_equal(r->tables[0].cells[2].step, &r->steps[0]);
    assert_int_equal(r->steps[0].candidates[0].reads[1].members.count, 1);
    assert_ptr_equal(r->solutions[0].node, &r->nodes[2]);
    assert_string_equal(expand(a, story_view(s),
                               "{{#levels}}{{level}}{{/levels}}{{#results}} {{#members}}{{.}}{{/members}}>"
                               "{{value}}{{/results}}"),
                        "2 3>3 8>8 38>8/3");
    arena_free(a);
}

static void traces_of_others_are_taken_kindly(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    /* no cell events; a cell set again later; no phase; a max without `chosen` */
    story *s = story_of(a, "{\"event\":\"table\",\"id\":\"d\",\"cols\":[0,2],\"col\":\"j\"}\n"
                           "{\"event\":\"set\",\"table\":\"d\",\"at\":[0,0],\"value\":0,\"why\":\"only\"}\n"
                           "{\"event\":\"set\",\"table\":\"d\",\"at\":[0,1],\"value\":\"5\",\"why\":\"only\"}\n"
                           "{\"event\":\"cell\",\"tables\":[\"d\"],\"at\":[0,1]}\n"
                           "{\"event\":\"try\",\"label\":\"stay\",\"reads\":[[\"d\",[0,1]]],\"terms\":[{\"name\":\"x\","
                           "\"value\":\"5\"}],\"expr\":\"x\",\"value\":\"5\"}\n"
                           "{\"event\":\"try\",\"label\":\"go\",\"expr\":\"3+4\",\"value\":\"7\"}\n"
                           "{\"event\":\"set\",\"table\":\"d\",\"at\":[0,1],\"value\":\"7\",\"why\":\"max\"}\n");
    const story_run *r = &s->runs[0];
    assert_int_equal(r->step_count, 3);
    assert_int_equal(r->phase_count, 1);
    assert_int_equal(r->phases[0].by.len, 0);
    story_moment m = {.story = s, .run = r, .step = &r->steps[1]};
    assert_true(str_is(story_value_at(&r->tables[0], 0, 1, &m), "5"));
    m.step = &r->steps[2];
    assert_true(str_is(story_value_at(&r->tables[0], 0, 1, &m), "7"));
    assert_true(str_is(r->steps[2].candidates[0].reads[0].value, "5"));
    assert_int_equal(r->steps[2].facts[0].chosen.count, 1);
    assert_ptr_equal(r->steps[2].facts[0].kept, &r->steps[2].candidates[1]);
    /* a cell begun inside another */
    s = story_of(
        a, "{\"event\":\"table\",\"id\":\"m\",\"cols\":[1,2]}\n"
           "{\"event\":\"cell\",\"tables\":[\"m\"],\"at\":[0,2]}\n"
           "{\"event\":\"cell\",\"tables\":[\"m\"],\"at\":[0,1]}\n"
           "{\"event\":\"set\",\"table\":\"m\",\"at\":[0,1],\"value\":\"1\",\"why\":\"only\"}\n"
           "{\"event\":\"try\",\"table\":\"m\",\"at\":[0,2],\"label\":\"k\",\"reads\":[[\"m\",[0,1]]]}\n"
           "{\"event\":\"set\",\"table\":\"m\",\"at\":[0,2],\"value\":\"2\",\"chosen\":[\"k\"],\"why\":\"only\"}\n");
    r = &s->runs[0];
    assert_int_equal(r->step_count, 2);
    assert_int_equal(r->steps[0].candidate_count, 1);
    assert_true(r->steps[0].candidates[0].kept);
    assert_true(str_is(r->steps[0].candidates[0].reads[0].value, "1"));
    arena_free(a);
}

static void notes_stand_where_they_were_made(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = story_of(a, "{\"event\":\"note\",\"key\":\"start\",\"args\":{\"k\":\"-2\"},\"text\":\"begin\"}\n"
                           "{\"event\":\"table\",\"id\":\"d\"}\n"
                           "{\"event\":\"cell\",\"tables\":[\"d\"],\"at\":[0,0]}\n"
                           "{\"event\":\"note\",\"key\":\"here\",\"args\":{}}\n"
                           "{\"event\":\"set\",\"table\":\"d\",\"at\":[0,0],\"value\":\"1\",\"why\":\"only\"}\n");
    assert_string_equal(expand(a, story_view(s),
                               "{{#notes}}{{key}} {{k}} {{text}}{{/notes}}; {{#steps}}{{#notes}}{{key}}"
                               "{{/notes}}{{/steps}}"),
                        "start −2 begin; here");
    arena_free(a);
}

static datum *cases_of(arena *a) {
    source *where = ARENA_NEW(a, source);
    *where = (source){STR("polygon.json"), read_file(a, "tests/cases/polygon.json")};
    error e = error_in(a);
    datum *cases = json_to_datum(where, a, &e);
    assert_non_null(cases);
    return cases;
}

static void check_table(const story_run *r, const char *id, const datum *expected) {
    const story_table *t = story_table_named(r, str_of(id));
    story_moment end = {.story = r->story, .run = r};
    for (size_t i = 0; i < expected->count; i++)
        for (size_t j = 0; j < expected->items[i]->count; j++) {
            str value = story_value_at(t, (int64_t)i + 1, (int64_t)j + 1, &end);
            assert_true(str_equal(value, datum_as_text(expected->items[i]->items[j])));
        }
}

/* What a step says must hold by itself: the value is the best of all ways, and chosen are those that reach it. */
static void check_step(const story_step *s, arena *a) {
    for (size_t f = 0; f < s->fact_count && s->candidate_count; f++) {
        const story_fact *fact = &s->facts[f];
        int sign = str_is(fact->why, "max") ? 1 : -1;
        number *best = number_from_canonical(a, fact->value);
        size_t reaching = 0;
        for (size_t k = 0; k < s->candidate_count; k++) {
            bool reaches = false;
            for (size_t w = 0; w < s->candidates[k].way_count; w++) {
                number *value = number_from_canonical(a, s->candidates[k].ways[w].value);
                assert_true(sign * number_compare(value, best) <= 0);
                reaches |= number_compare(value, best) == 0;
            }
            reaching += reaches;
            if (reaches)
                assert_true(str_equal(fact->chosen.items[reaching - 1], s->candidates[k].label));
        }
        assert_int_equal(reaching, fact->chosen.count);
        assert_true(str_equal(fact->kept->label, fact->chosen.items[0]));
        assert_true(str_equal(fact->way->value, fact->value));
    }
}

static void check_case(const datum *one, size_t *stories) {
    arena *a = arena_new(NULL);
    const problem *polygon = problem_named(STR("polygon"));
    const datum *expected = datum_get(one, "expected");
    source where = {STR("case"), datum_as_text(datum_get(datum_get(one, "input"), "text"))};
    error e = error_in(a);
    datum *instance = polygon->parse(&(problem_input){.text = &where}, a, &e);
    trace *t = trace_new(a, STR("polygon"), STR(""), instance);
    bool solved = instance && polygon->solve(instance, t, a, &e);
    story *s = solved ? story_build(t, a, &e) : NULL;
    if (!s)
        fail_msg("%s", error_text(&e).ptr);
    error again;
    story *read = read_story(a, trace_to_lines(t, a), &again);
    assert_true(str_equal(story_dump(s, a), story_dump(read, a)));
    if (datum_get(expected, "chain_max")) {
        check_table(&s->runs[0], "max", datum_get(expected, "chain_max"));
        check_table(&s->runs[0], "min", datum_get(expected, "chain_min"));
        ++*stories;
    }
    for (size_t k = 0; k < s->runs[0].step_count; k++)
        check_step(&s->runs[0].steps[k], a);
    arena_free(a);
}

/* The right tables of tests/cases/polygon.json, through solver, trace and story. */
static void the_solver_tells_right_stories(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    const datum *cases = cases_of(a);
    size_t stories = 0;
    for (size_t k = 0; k < cases->count; k++)
        if (datum_get(datum_get(cases->items[k], "input"), "n")->integer <= 12)
            check_case(cases->items[k], &stories);
    assert_true(stories > 30);
    arena_free(a);
}

static bool hides_none(const story_step *s, const void *user) {
    (void)s;
    (void)user;
    return false;
}

static bool hides_long_chains(const story_step *s, const void *user) {
    return s->kind == STEP_CELL && s->col >= *(const int64_t *)user;
}

static bool points_into(const void *pointer, const void *items, size_t bytes) {
    return (const char *)pointer >= (const char *)items && (const char *)pointer < (const char *)items + bytes;
}

/* No pointer of the copy leads back into the original. */
static void check_own_pointers(const story *copy, const story *original) {
    for (size_t n = 0; n < copy->run_count; n++) {
        const story_run *r = &copy->runs[n], *old = &original->runs[n];
        assert_ptr_equal(r->story, copy);
        for (size_t k = 0; k < r->step_count; k++) {
            const story_step *s = &r->steps[k];
            assert_ptr_equal(s->run, r);
            assert_true(points_into(s->phase, r->phases, r->phase_count * sizeof *r->phases));
            for (size_t f = 0; f < s->fact_count; f++) {
                const story_table *t = s->facts[f].table;
                assert_true(points_into(t, r->tables, r->table_count * sizeof *r->tables));
                assert_true(points_into(s->facts[f].cell, t->cells, t->cell_count * sizeof *t->cells));
                assert_ptr_equal(s->facts[f].cell->step, s);
                assert_false(points_into(s->facts[f].kept, old->steps[k].candidates,
                                         s->candidate_count * sizeof *s->candidates));
            }
            for (size_t c = 0; c < s->candidate_count; c++)
                assert_ptr_equal(s->candidates[c].step, s);
        }
        for (size_t k = 0; k < r->frame_count; k++)
            for (size_t c = 0; c < r->frames[k].child_count; c++)
                assert_ptr_equal(r->frames[k].children[c]->parent, &r->frames[k]);
    }
}

static void a_story_without_blanks_is_the_same_story(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = ioi_story(a);
    story *copy = story_blank(s, &(story_blanks){.hides = hides_none}, a);
    assert_string_equal(str_to_c(a, story_dump(copy, a)), str_to_c(a, story_dump(s, a)));
    check_own_pointers(copy, s);
    assert_ptr_equal(copy->runs[0].backs[0].candidate->step, &copy->runs[0].steps[12]);
    error e;
    s = read_story(a, read_file(a, "tests/cases/two-cards.jsonl"), &e);
    copy = story_blank(s, &(story_blanks){.hides = hides_none}, a);
    assert_string_equal(str_to_c(a, story_dump(copy, a)), str_to_c(a, story_dump(s, a)));
    check_own_pointers(copy, s);
    arena_free(a);
}

static bool hides_calls(const story_step *s, const void *user) {
    (void)user;
    return s->kind == STEP_FRAME;
}

static void calls_can_be_left_out(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e;
    story *s = read_story(a, read_file(a, "tests/cases/two-cards.jsonl"), &e);
    story *copy = story_blank(s, &(story_blanks){.hides = hides_calls, .work = true}, a);
    const story_run *r = &copy->runs[0];
    for (size_t k = 0; k < r->frame_count; k++) {
        assert_int_equal(r->frames[k].value.len, 0);
        assert_ptr_equal(r->frame_steps[r->frames[k].step - 1].frame, &r->frames[k]);
    }
    assert_int_equal(r->frames[0].candidates[1].ways[0].value.len, 0);
    assert_ptr_equal(r->frames[3].memo_of, &r->frames[2]);
    assert_true(str_is(copy->runs[1].steps[2].facts[0].value, "8"));
    arena_free(a);
}

/* The last column of the published polygon left out: its numbers −30, −16 and 33 stand nowhere else in the story. */
static void blanks_leave_nothing_behind(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    story *s = ioi_story(a);
    int64_t longest = 4, from = 3;
    story *last =
        story_blank(s, &(story_blanks){.hides = hides_long_chains, .user = &longest, .work = true, .end = true}, a);
    check_own_pointers(last, s);
    str text = story_dump(last, a);
    const char *gone[] = {"-30", "-16", "33", "kept=s=3"};
    for (size_t k = 0; k < sizeof gone / sizeof *gone; k++) {
        assert_int_not_equal(str_find(story_dump(s, a), str_of(gone[k]), 0), SIZE_MAX);
        assert_int_equal(str_find(text, str_of(gone[k]), 0), SIZE_MAX);
    }
    assert_null(last->answer);
    assert_int_equal(last->runs[0].step_count, 16);
    assert_int_equal(last->runs[0].steps[12].candidate_count, 3);
    assert_int_equal(last->runs[0].move_count, 0);
    story_moment end = {.story = last};
    assert_true(str_is(story_value_at(&last->runs[0].tables[1], 1, 4, &end), ""));
    assert_true(str_is(story_value_at(&last->runs[0].tables[1], 1, 3, &end), "1"));
    /* what was read from a cell that is left out is left out as well: m[2,3] = 40, read for m[1,4] */
    story *more = story_blank(s, &(story_blanks){.hides = hides_long_chains, .user = &from, .end = true}, a);
    assert_int_equal(str_find(story_dump(more, a), STR("40"), 0), str_find(story_dump(more, a), STR("= 40"), 0) + 2);
    const story_candidate *c = &more->runs[0].steps[12].candidates[0];
    assert_true(str_is(c->terms[0].value, "-7") && str_is(c->terms[2].value, ""));
    assert_true(str_is(story_way_shown(&c->ways[0], a), "") && str_is(c->reads[2].value, ""));
    assert_false(more->runs[0].steps[9].candidates[0].chosen);
    assert_string_equal(
        expand(a, story_view(more), "{{#steps}}{{#max.has_value}}{{number}} {{/max.has_value}}{{/steps}}"),
        "1 2 3 4 5 6 7 8 ");
    /* the original is as it was */
    assert_string_equal(str_to_c(a, story_dump(s, a)), str_to_c(a, read_file(a, "tests/golden/story-polygon-ioi.txt")));
    arena_free(a);
}

#define TABLE "{\"event\":\"table\",\"id\":\"m\",\"rows\":[1,2],\"cols\":[1,2],\"shape\":\"upper\"}\n"
#define CELL "{\"event\":\"cell\",\"tables\":[\"m\"],\"at\":[1,2]}\n"

/* Contradictions that only the story can see; the reader of traces has seen to the rest. Lines count the header. */
static void contradictions_name_their_line(void **state) {
    (void)state;
    static const struct {
        const char *events;
        size_t line;
        const char *part;
    } cases[] = {
        {TABLE CELL "{\"event\":\"set\",\"table\":\"m\",\"at\":[1,2],\"value\":\"1\",\"why\":\"only\"}\n"
                    "{\"event\":\"set\",\"table\":\"m\",\"at\":[1,2],\"value\":\"2\",\"why\":\"only\"}\n",
         5, "set twice in one step"},
        {TABLE CELL "{\"event\":\"try\",\"label\":\"a\",\"expr\":\"1+\",\"value\":\"1\"}\n", 4, ""},
        {TABLE CELL
         "{\"event\":\"try\",\"label\":\"a\",\"expr\":\"1\",\"value\":\"1\"}\n"
         "{\"event\":\"set\",\"table\":\"m\",\"at\":[1,2],\"value\":\"1\",\"chosen\":[\"b\"],\"why\":\"only\"}\n",
         5, "\"b\" is chosen, but no such candidate"},
        {TABLE CELL "{\"event\":\"try\",\"label\":\"a\",\"expr\":\"1\",\"value\":\"1\"}\n"
                    "{\"event\":\"set\",\"table\":\"m\",\"at\":[1,2],\"value\":\"1\",\"chosen\":[\"a\"],\"way\":\"2\","
                    "\"why\":\"only\"}\n",
         5, "no way \"2\""},
        {TABLE
         "{\"event\":\"set\",\"table\":\"m\",\"at\":[1,1],\"value\":\"1\",\"why\":\"only\"}\n" CELL
         "{\"event\":\"try\",\"label\":\"a\",\"reads\":[[\"m\",[1,1]]],\"terms\":[{\"name\":\"x\",\"value\":\"2\"}]}\n",
         5, "x is said to be 2, but what it reads holds 1"},
        {TABLE CELL
         "{\"event\":\"try\",\"label\":\"a\",\"expr\":\"1\",\"value\":\"1\"}\n"
         "{\"event\":\"set\",\"table\":\"m\",\"at\":[1,2],\"value\":\"1\",\"chosen\":[\"a\"],\"why\":\"only\"}\n"
         "{\"event\":\"back\",\"table\":\"m\",\"at\":[1,2],\"take\":\"c\"}\n",
         6, "takes \"c\", but no such candidate"},
        {TABLE "{\"event\":\"set\",\"table\":\"m\",\"at\":[2,1],\"value\":\"1\",\"why\":\"only\"}\n", 3, ""},
        {"{\"event\":\"table\",\"id\":\"big\",\"rows\":[0,3999],\"cols\":[0,3999]}\n", 2, "more than 4000000 cells"},
        {"{\"event\":\"cell\",\"tables\":[\"m\"],\"at\":[1,2]}\n", 2, ""},
        {"{\"event\":\"run\",\"id\":\"a\"}\n" TABLE "{\"event\":\"run\",\"id\":\"b\"}\n" CELL, 5, ""},
        {"{\"event\":\"enter\",\"frame\":1,\"fn\":\"f\",\"args\":[]}\n"
         "{\"event\":\"return\",\"frame\":1,\"value\":\"1\",\"why\":\"only\"}\n{\"event\":\"return\",\"frame\":1,"
         "\"value\":\"1\",\"why\":\"only\"}\n",
         4, ""},
        {"{\"event\":\"enter\",\"frame\":1,\"fn\":\"f\",\"args\":[]}\n{\"event\":\"memo\",\"frame\":1,\"of\":1}\n", 3,
         ""},
        {"{\"event\":\"node\",\"id\":1,\"op\":\"+\",\"left\":1,\"right\":1,\"value\":\"1\"}\n", 2, ""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena *a = arena_new(NULL);
        error e;
        str head = STR("{\"handtrace\":1,\"problem\":\"p\",\"title\":\"t\",\"instance\":{}}\n");
        assert_null(read_story(a, str_format(a, "%.*s%s", STR_ARG(head), cases[k].events), &e));
        if (!strstr(e.message.ptr, cases[k].part))
            fail_msg("%s", error_text(&e).ptr);
        assert_int_equal(e.line, cases[k].line);
        arena_free(a);
    }
}

/* Many labels are looked up otherwise than a few; what is found is the same: the first candidate of the label that
 * counts for the table. Labels stand twice here, first for the table that is not asked. */
static void many_chosen_candidates_are_found(void **state) {
    (void)state;
    enum { MANY = 3000 };
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a), chosen = strbuf_in(a);
    strbuf_add_c(&b, "{\"handtrace\":1,\"problem\":\"p\",\"title\":\"t\",\"instance\":{}}\n"
                     "{\"event\":\"table\",\"id\":\"f\"}\n{\"event\":\"table\",\"id\":\"g\"}\n"
                     "{\"event\":\"cell\",\"tables\":[\"f\",\"g\"],\"at\":[0,0]}\n");
    for (int k = 0; k < 2 * MANY; k++)
        strbuf_addf(&b, "{\"event\":\"try\",\"table\":\"%c\",\"at\":[0,0],\"label\":\"c%d\",\"value\":\"1\"}\n",
                    k % 2 ? 'g' : 'f', k / 2);
    for (int k = MANY - 1; k >= 0; k--)
        strbuf_addf(&chosen, "\"c%d\"%s", k, k ? "," : "");
    const char *set =
        "%s{\"event\":\"set\",\"table\":\"g\",\"at\":[0,0],\"value\":\"1\",\"chosen\":[%s%s],\"why\":\"max\"}\n";
    str events = strbuf_text(&b), labels = strbuf_text(&chosen);
    error e;
    const story *s = read_story(a, str_format(a, set, events.ptr, labels.ptr, ""), &e);
    assert_non_null(s);
    const story_step *step = &s->runs[0].steps[0];
    for (size_t k = 0; k < 2 * MANY; k++)
        assert_int_equal(step->candidates[k].chosen, k % 2 == 1);
    assert_ptr_equal(step->facts[1].kept, &step->candidates[2 * MANY - 1]);
    assert_null(read_story(a, str_format(a, set, events.ptr, labels.ptr, ",\"other\""), &e));
    assert_non_null(strstr(e.message.ptr, "\"other\" is chosen, but no such candidate was tried"));
    arena_free(a);
}

/* Any prefix of a trace, and a trace with any one event left out, is a story or an error, never a crash. */
static void torn_traces_do_no_harm(void **state) {
    (void)state;
    arena *files = arena_new(NULL);
    str whole = read_file(files, "tests/cases/polygon-ioi.jsonl");
    size_t header = str_find(whole, STR("\n"), 0) + 1;
    for (size_t from = header; from < whole.len;) {
        size_t to = str_find(whole, STR("\n"), from) + 1;
        arena *a = arena_new(NULL);
        error e;
        read_story(a, str_slice(whole, 0, from), &e);
        str rest = str_slice(whole, to, whole.len);
        str torn = str_format(a, "%.*s%.*s", STR_ARG(str_slice(whole, 0, from)), STR_ARG(rest));
        story *s = read_story(a, torn, &e);
        assert_true(s || error_set(&e));
        if (s)
            story_dump(s, a);
        arena_free(a);
        from = to;
    }
    arena_free(files);
}

/* The same events straight from a solver, without a file: an error has no place then. */
static void a_trace_in_memory_needs_no_file(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = trace_new(a, STR("p"), STR("t"), datum_map(a));
    event *ev = trace_add(t, EVENT_RETURN);
    ev->frame = 7;
    error e = error_in(a);
    assert_null(story_build(t, a, &e));
    assert_int_equal(e.line, 0);
    assert_string_equal(e.message.ptr, "no frame 7 was entered in this run");
    t = trace_new(a, STR("p"), STR("t"), datum_map(a));
    e = error_in(a);
    story *s = story_build(t, a, &e);
    assert_non_null(s);
    assert_int_equal(s->run_count, 1);
    assert_ptr_equal(story_main_run(s), &s->runs[0]);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_polygon_as_a_whole),
        cmocka_unit_test(candidates_know_what_they_reach),
        cmocka_unit_test(the_state_is_that_of_the_moment),
        cmocka_unit_test(views_of_the_whole),
        cmocka_unit_test(names_of_the_polygon),
        cmocka_unit_test(moments_of_views),
        cmocka_unit_test(calls_make_a_tree),
        cmocka_unit_test(sets_are_kept_by_members),
        cmocka_unit_test(traces_of_others_are_taken_kindly),
        cmocka_unit_test(notes_stand_where_they_were_made),
        cmocka_unit_test(the_solver_tells_right_stories),
        cmocka_unit_test(a_story_without_blanks_is_the_same_story),
        cmocka_unit_test(calls_can_be_left_out),
        cmocka_unit_test(blanks_leave_nothing_behind),
        cmocka_unit_test(contradictions_name_their_line),
        cmocka_unit_test(many_chosen_candidates_are_found),
        cmocka_unit_test(torn_traces_do_no_harm),
        cmocka_unit_test(a_trace_in_memory_needs_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
