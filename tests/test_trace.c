#include "event_form.h"
#include "memory.h"
#include "output.h"
#include "trace.h"
#include "utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define HEADER "{\"handtrace\":1,\"problem\":\"p\",\"title\":\"t\",\"instance\":{}}\n"

/* The samples of docs/trace.md, each problem's lines made a whole by the events they rest on. */
static const char polygon_lines[] =
    "{\"handtrace\":1,\"problem\":\"polygon\",\"title\":\"Polygon\",\"instance\":{\"n\":4,\"edges\":[\"+\",\"+\",\"*\","
    "\"*\"],\"vertices\":[\"-7\",\"4\",\"2\",\"5\"]}}\n"
    "{\"event\":\"table\",\"id\":\"min\",\"rows\":[1,4],\"cols\":[1,4],\"row\":\"i\",\"col\":\"j\"}\n"
    "{\"event\":\"table\",\"id\":\"max\",\"rows\":[1,4],\"cols\":[1,4],\"row\":\"i\",\"col\":\"j\"}\n"
    "{\"event\":\"phase\",\"by\":\"length\",\"value\":1}\n"
    "{\"event\":\"cell\",\"tables\":[\"min\",\"max\"],\"at\":[1,1]}\n"
    "{\"event\":\"set\",\"table\":\"min\",\"at\":[1,1],\"value\":\"-7\",\"why\":\"base\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"min\",\"max\"],\"at\":[2,3]}\n"
    "{\"event\":\"try\",\"label\":\"s=1\",\"reads\":[[\"min\",[2,1]],[\"max\",[2,1]],[\"min\",[3,2]],[\"max\",[3,2]]],"
    "\"terms\":[{\"name\":\"a\",\"value\":\"4\"},{\"name\":\"b\",\"value\":\"4\"},{\"name\":\"c\",\"value\":\"10\"},{"
    "\"name\":\"d\",\"value\":\"10\"}],\"ways\":[{\"expr\":\"a*c\",\"value\":\"40\"},{\"expr\":\"a*d\",\"value\":"
    "\"40\"},{\"expr\":\"b*c\",\"value\":\"40\"},{\"expr\":\"b*d\",\"value\":\"40\"}]}\n"
    "{\"event\":\"set\",\"table\":\"min\",\"at\":[2,3],\"value\":\"40\",\"chosen\":[\"s=1\",\"s=2\"],\"why\":\"min\"}\n"
    "{\"event\":\"set\",\"table\":\"max\",\"at\":[2,3],\"value\":\"40\",\"chosen\":[\"s=1\",\"s=2\"],\"why\":\"max\"}\n"
    "{\"event\":\"back\",\"table\":\"max\",\"at\":[1,4],\"take\":\"s=1\",\"way\":\"b*d\"}\n"
    "{\"event\":\"move\",\"what\":\"remove\",\"at\":1}\n"
    "{\"event\":\"move\",\"what\":\"merge\",\"at\":4,\"left\":\"2\",\"right\":\"5\",\"value\":\"10\"}\n"
    "{\"event\":\"note\",\"key\":\"tie\",\"args\":{\"edges\":[1,2],\"best\":\"33\"},\"text\":\"two\"}\n"
    "{\"event\":\"answer\",\"answer\":{\"problem\":\"polygon\",\"n\":4,\"max\":\"33\"}}\n";

static const char cards_lines[] =
    "{\"handtrace\":1,\"problem\":\"cards\",\"title\":\"\",\"instance\":{\"cards\":[\"1\",\"8\",\"10\",\"6\"]}}\n"
    "{\"event\":\"run\",\"id\":\"plain\",\"title\":\"Plain recursion\"}\n"
    "{\"event\":\"enter\",\"frame\":1,\"fn\":\"win\",\"args\":[]}\n"
    "{\"event\":\"enter\",\"frame\":2,\"parent\":1,\"fn\":\"f\",\"args\":[0,3]}\n"
    "{\"event\":\"enter\",\"frame\":3,\"parent\":2,\"fn\":\"s\",\"args\":[1,3],\"edge\":\"1\"}\n"
    "{\"event\":\"return\",\"frame\":3,\"value\":\"10\",\"why\":\"min\"}\n"
    "{\"event\":\"try\",\"frame\":2,\"label\":\"left\",\"reads\":[{\"frame\":3}],\"terms\":[{\"name\":\"s\",\"value\":"
    "\"10\"}],\"expr\":\"1+s\",\"value\":\"11\"}\n"
    "{\"event\":\"return\",\"frame\":2,\"value\":\"14\",\"chosen\":[\"right\"],\"why\":\"max\"}\n"
    "{\"event\":\"run\",\"id\":\"memo\"}\n"
    "{\"event\":\"enter\",\"frame\":6,\"fn\":\"s\",\"args\":[1,1]}\n"
    "{\"event\":\"return\",\"frame\":6,\"value\":\"0\",\"why\":\"base\"}\n"
    "{\"event\":\"enter\",\"frame\":9,\"fn\":\"s\",\"args\":[1,1]}\n"
    "{\"event\":\"memo\",\"frame\":9,\"of\":6}\n"
    "{\"event\":\"run\",\"id\":\"table\"}\n"
    "{\"event\":\"table\",\"id\":\"f\",\"rows\":[0,3],\"cols\":[0,3],\"shape\":\"upper\"}\n"
    "{\"event\":\"table\",\"id\":\"s\",\"rows\":[0,3],\"cols\":[0,3],\"shape\":\"upper\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"f\",\"s\"],\"at\":[0,1]}\n"
    "{\"event\":\"try\",\"table\":\"f\",\"at\":[0,1],\"label\":\"left\",\"reads\":[[\"s\",[1,1]]],\"terms\":[{\"name\":"
    "\"s\",\"value\":\"0\"}],\"expr\":\"1+s\",\"value\":\"1\"}\n"
    "{\"event\":\"move\",\"what\":\"take\",\"at\":3,\"player\":\"A\",\"scores\":[\"6\",\"0\"],\"value\":\"6\"}\n";

static const char game24_lines[] =
    "{\"handtrace\":1,\"problem\":\"game24\",\"title\":\"\",\"instance\":{}}\n"
    "{\"event\":\"table\",\"id\":\"memo\",\"shape\":\"sets\"}\n"
    "{\"event\":\"phase\",\"by\":\"level\",\"value\":2}\n"
    "{\"event\":\"node\",\"id\":1,\"value\":\"3\"}\n"
    "{\"event\":\"node\",\"id\":2,\"value\":\"8\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"memo\"],\"at\":[\"3\",\"8\"]}\n"
    "{\"event\":\"try\",\"label\":\"{3} {8}\",\"reads\":[[\"memo\",[\"3\"]],[\"memo\",[\"8\"]]]}\n"
    "{\"event\":\"node\",\"id\":5,\"op\":\"/\",\"left\":2,\"right\":1,\"value\":\"8/3\"}\n"
    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"3\",\"8\"],\"value\":\"8/3\",\"node\":5}\n"
    "{\"event\":\"put\",\"table\":\"memo\",\"at\":[\"3\",\"8\"],\"value\":\"8/3\",\"node\":5,\"dup\":true}\n"
    "{\"event\":\"solution\",\"node\":5,\"class\":1}\n";

static const char lcs_lines[] =
    "{\"handtrace\":1,\"problem\":\"lcs\",\"title\":\"\",\"instance\":{\"x\":\"\\u0007\\\"\\\\\",\"y\":\"中\"}}\n"
    "{\"event\":\"table\",\"id\":\"c\",\"rows\":[0,7],\"cols\":[0,6],\"row_labels\":[\"\",\"A\",\"B\",\"C\",\"B\","
    "\"D\","
    "\"A\",\"B\"],\"col_labels\":[\"\",\"B\",\"D\",\"C\",\"A\",\"B\",\"A\"],\"title\":\"Lengths\"}\n"
    "{\"event\":\"table\",\"id\":\"b\",\"rows\":[0,7],\"cols\":[0,6],\"values\":\"text\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"c\",\"b\"],\"at\":[1,1]}\n"
    "{\"event\":\"try\",\"label\":\"U\",\"reads\":[[\"c\",[0,1]]],\"terms\":[{\"name\":\"up\",\"value\":\"0\"}],"
    "\"expr\":\"up\",\"value\":\"0\"}\n"
    "{\"event\":\"set\",\"table\":\"c\",\"at\":[1,1],\"value\":\"0\",\"chosen\":[\"U\",\"L\"],\"why\":\"max\"}\n"
    "{\"event\":\"set\",\"table\":\"b\",\"at\":[1,1],\"value\":\"U\",\"chosen\":[\"U\",\"L\"],\"why\":\"max\"}\n"
    "{\"event\":\"back\",\"table\":\"b\",\"at\":[7,6],\"take\":\"U\"}\n";

static const char recurrence_lines[] =
    "{\"handtrace\":1,\"problem\":\"recurrence\",\"title\":\"\",\"instance\":{\"a\":4,\"deep\":[[{\"x\":null,\"y\":"
    "true}],-12345678901234567890123]}}\n"
    "{\"event\":\"table\",\"id\":\"levels\",\"rows\":[0,3],\"cols\":[0,3],\"col_labels\":[\"nodes\",\"size\",\"each\","
    "\"cost\"]}\n"
    "{\"event\":\"table\",\"id\":\"total\"}\n"
    "{\"event\":\"phase\",\"by\":\"level\",\"value\":0}\n"
    "{\"event\":\"cell\",\"tables\":[\"levels\"],\"at\":[1,3]}\n"
    "{\"event\":\"set\",\"table\":\"levels\",\"at\":[1,3],\"value\":\"16\",\"why\":\"only\"}\n"
    "{\"event\":\"set\",\"table\":\"total\",\"at\":[0,0],\"value\":\"120\",\"why\":\"sum\"}\n"
    "{\"event\":\"node\",\"id\":1,\"value\":\"0\",\"label\":\"A1\",\"size\":\"30×35\"}\n";

/* A recurrence file whose values are infinite and true. */
static const char file_lines[] =
    "{\"handtrace\":1,\"problem\":\"cards\",\"kind\":\"recurrence\",\"title\":\"\",\"instance\":{},\"recurrence\":{"
    "\"sizes\":{\"n\":\"3\"}}}\n"
    "{\"event\":\"run\",\"id\":\"memo\"}\n"
    "{\"event\":\"enter\",\"frame\":1,\"fn\":\"f\",\"args\":[3]}\n"
    "{\"event\":\"return\",\"frame\":1,\"value\":\"inf\",\"why\":\"min\"}\n"
    "{\"event\":\"run\",\"id\":\"table\"}\n"
    "{\"event\":\"table\",\"id\":\"f\",\"cols\":[0,3]}\n"
    "{\"event\":\"cell\",\"tables\":[\"f\"],\"at\":[0,0]}\n"
    "{\"event\":\"set\",\"table\":\"f\",\"at\":[0,0],\"value\":\"true\",\"why\":\"base\"}\n"
    "{\"event\":\"cell\",\"tables\":[\"f\"],\"at\":[0,3]}\n"
    "{\"event\":\"try\",\"label\":\"a\",\"reads\":[[\"f\",[0,0]]],\"terms\":[{\"name\":\"u\",\"value\":\"-inf\"}],"
    "\"expr\":\"min(u,inf)\",\"value\":\"-inf\"}\n"
    "{\"event\":\"set\",\"table\":\"f\",\"at\":[0,3],\"value\":\"false\",\"why\":\"any\"}\n"
    "{\"event\":\"set\",\"table\":\"f\",\"at\":[0,2],\"value\":\"-inf\",\"why\":\"all\"}\n";

static trace *read_lines(str lines, arena *a, error *e) {
    source where = {STR("t.jsonl"), lines};
    return trace_from_lines(&where, a, e);
}

static trace *read_good(const char *lines, arena *a) {
    error e = error_in(a);
    trace *t = read_lines(str_of(lines), a, &e);
    if (!t)
        fail_msg("%s", str_to_c(a, error_text(&e)));
    return t;
}

static void what_was_written_reads_back_the_same(void **state) {
    (void)state;
    static const char *const samples[] = {polygon_lines, cards_lines,      game24_lines,
                                          lcs_lines,     recurrence_lines, file_lines};
    for (size_t k = 0; k < COUNT(samples); k++) {
        arena *a = arena_new(NULL);
        size_t size = strlen(samples[k]) + 1;
        char *copy = memcpy(malloc(size), samples[k], size); /* the trace must not lean on the source */
        trace *t = read_good(copy, a);
        memset(copy, 'x', strlen(copy));
        free(copy);
        assert_string_equal(trace_to_lines(t, a).ptr, samples[k]);
        arena_free(a);
    }
}

static void events_hold_what_the_lines_say(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    trace *t = read_good(polygon_lines, a);
    assert_true(str_is(t->problem, "polygon"));
    assert_int_equal(datum_get(t->instance, "n")->integer, 4);
    assert_int_equal(t->count, 14);
    const event *table = &t->events[0], *try = &t->events[6], *move = &t->events[11];
    assert_int_equal(table->kind, EVENT_TABLE);
    assert_int_equal(table->line, 2);
    assert_int_equal(table->extent.col_last, 4);
    assert_int_equal(try->kind, EVENT_TRY);
    assert_int_equal(try->line, 8);
    assert_int_equal(try->read_count, 4);
    assert_true(str_is(try->reads[2].table, "min"));
    assert_int_equal(try->reads[2].at.row, 3);
    assert_int_equal(try->reads[2].at.col, 2);
    assert_true(str_is(try->terms[3].name, "d"));
    assert_true(str_is(try->ways[1].expr, "a*d"));
    assert_true(try->has_ways);
    assert_false(try->has_at);
    assert_int_equal(move->at.row, 4);
    assert_true(str_is(move->left_value, "2"));
    t = read_good(cards_lines, a);
    assert_int_equal(t->events[5].reads[0].frame, 3);
    assert_false(t->events[5].has_ways);
    assert_int_equal(t->events[5].way_count, 1);
    assert_true(str_is(t->events[5].ways[0].expr, "1+s"));
    t = read_good(game24_lines, a);
    assert_int_equal(t->events[4].at.members.count, 2);
    assert_true(str_is(t->events[4].at.members.items[1], "8"));
    arena_free(a);
}

/* Fields in any order, unknown ones, integers for values, numbers in need of reduction, blank lines, a mark at the
 * front, CRLF: all become the one way of writing. */
static void reading_forgives_and_makes_canonical(void **state) {
    (void)state;
    static const char foreign[] =
        "\xEF\xBB\xBF{ \"problem\" : \"p\", \"by\":\"someone\", \"handtrace\" : 1 }\r\n"
        "\r\n"
        "{\"rows\":[0,2],\"event\":\"table\",\"id\":\"t\\u0061ble\",\"colour\":{\"r\":[1.5e3,null,true]}}\r\n"
        "  {\"at\":[1,0],\"tables\":[\"table\"],\"event\":\"cell\"}\n"
        "{\"event\":\"try\",\"value\":170141183460469231731687303715884105728,\"expr\":\"x*3/"
        "8*170141183460469231731687303715884105728\",\"terms\":[{\"value\":"
        "\"+16/6\",\"unit\":\"m\",\"name\":\"x\"}],\"reads\":[[\"table\",[0,0]]],\"label\":\"\\u00e9\\ud835\\udd38\"}\n"
        "\t\n"
        "{\"event\":\"set\",\"table\":\"table\",\"at\":[1,0],\"value\":-0,\"why\":\"only\"}\n"
        "{\"event\":\"set\",\"table\":\"table\",\"at\":[2,0],\"value\":\"-007\",\"why\":\"only\"}\n"
        "{\"event\":\"try\",\"label\":\"none\"}";
    static const char wanted[] =
        "{\"handtrace\":1,\"problem\":\"p\",\"title\":\"\",\"instance\":{}}\n"
        "{\"event\":\"table\",\"id\":\"table\",\"rows\":[0,2]}\n"
        "{\"event\":\"cell\",\"tables\":[\"table\"],\"at\":[1,0]}\n"
        "{\"event\":\"try\",\"label\":\"é\xF0\x9D\x94\xB8\",\"reads\":[[\"table\",[0,0]]],\"terms\":[{\"name\":\"x\","
        "\"value\":\"8/3\"}],\"expr\":\"x*3/"
        "8*170141183460469231731687303715884105728\",\"value\":\"170141183460469231731687303715884105728\"}\n"
        "{\"event\":\"set\",\"table\":\"table\",\"at\":[1,0],\"value\":\"0\",\"why\":\"only\"}\n"
        "{\"event\":\"set\",\"table\":\"table\",\"at\":[2,0],\"value\":\"-7\",\"why\":\"only\"}\n"
        "{\"event\":\"try\",\"label\":\"none\"}\n";
    arena *a = arena_new(NULL);
    trace *t = read_good(foreign, a);
    assert_string_equal(trace_to_lines(t, a).ptr, wanted);
    assert_int_equal(t->events[2].line, 5);
    assert_int_equal(t->events[3].line, 7);
    arena_free(a);
}

typedef struct fault {
    const char *lines; /* after the header */
    size_t line;
    const char *under; /* what the caret stands under; empty: past the end of the line */
    const char *message;
} fault;

#define TABLE "{\"event\":\"table\",\"id\":\"t\",\"rows\":[1,4],\"cols\":[1,4]}\n"
#define SETS "{\"event\":\"table\",\"id\":\"m\",\"shape\":\"sets\"}\n"
#define CELL "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[2,3]}\n"
#define FRAME "{\"event\":\"enter\",\"frame\":1,\"fn\":\"f\",\"args\":[]}\n"
#define NODE "{\"event\":\"node\",\"id\":1,\"value\":\"3\"}\n"

static const fault faults[] = {
    {"{\"event\":\"frob\"}\n", 2, "\"frob\"", "an unknown event \"frob\""},
    {"{\"id\":\"x\"}\n", 2, "{", "\"event\" is missing"},
    {"{\"event\":7}\n", 2, "7", "\"event\": expected a text"},
    {"[1]\n", 2, "[", "expected an object on each line of a trace"},
    {"{\"event\":\"run\"} x\n", 2, "x", "expected nothing after the end of the value"},
    {"{\"event\":\"run\",\"id\":\"a\"}{}\n", 2, "{", "expected nothing after the end of the value"},
    {"{\"event\":\"run\",\"id\":\"\"}\n", 2, "\"\"", "\"id\": expected a text that is not empty"},
    {"{\"event\":\"run\",\"id\":\"a\",\"id\":\"b\"}\n", 2, "\"id\"", "\"id\" is given twice"},
    {"{\"event\":\"run\",\"id\":\"a\"}\n{\"event\":\"run\",\"id\":\"a\"}\n", 3, "\"a\"",
     "a run \"a\" is declared twice"},
    {TABLE TABLE, 3, "\"t\"", "a table \"t\" is declared twice"},
    {"{\"event\":\"table\",\"id\":\"t\",\"rows\":[1]}\n", 2, "[1]",
     "\"rows\": expected [first, last], two whole numbers"},
    {"{\"event\":\"table\",\"id\":\"t\",\"rows\":[1,\"4\"]}\n", 2, "\"4\"",
     "\"rows\": expected [first, last], two whole numbers"},
    {"{\"event\":\"table\",\"id\":\"t\",\"rows\":[4,1]}\n", 2, "[4,1]", "no range of at most 16777216 indices"},
    {"{\"event\":\"table\",\"id\":\"t\",\"rows\":[-9223372036854775808,9223372036854775807]}\n", 2,
     "[-9223372036854775808,9223372036854775807]", "no range of at most 16777216 indices"},
    {"{\"event\":\"table\",\"id\":\"t\",\"rows\":[1,5000],\"cols\":[1,5000]}\n", 2, "[1,5000]",
     "a table of more than 16777216 cells"},
    {"{\"event\":\"table\",\"id\":\"t\",\"rows\":[0,1],\"row_labels\":[\"a\"]}\n", 2, "[\"a\"]",
     "1 labels for 2 indices"},
    {"{\"event\":\"table\",\"id\":\"t\",\"shape\":\"round\"}\n", 2, "\"round\"",
     "\"shape\": expected one of \"full\", \"upper\", \"sets\""},
    {"{\"event\":\"phase\",\"by\":\"length\",\"value\":1.0}\n", 2, "1.0",
     "\"value\": expected a whole number within 64 bits"},
    {"{\"event\":\"phase\",\"by\":\"length\",\"value\":9223372036854775808}\n", 2, "9223372036854775808",
     "\"value\": expected a whole number within 64 bits"},
    {CELL, 2, "\"t\"", "no table \"t\" has been declared"},
    {TABLE "{\"event\":\"cell\",\"tables\":[],\"at\":[2,3]}\n", 3, "[]", "\"tables\": expected a list of tables"},
    {TABLE "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[2,5]}\n", 3, "[2,5]",
     "outside table \"t\": its rows are 1 to 4, its columns 1 to 4"},
    {TABLE "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[2]}\n", 3, "[2]",
     "\"at\": expected [row, column], or the list of members in a table of sets"},
    {TABLE "{\"event\":\"cell\",\"tables\":[\"t\"],\"at\":[2,3,4]}\n", 3, "[2,3,4]",
     "\"at\": expected [row, column], or the list of members in a table of sets"},
    {TABLE SETS "{\"event\":\"cell\",\"tables\":[\"t\",\"m\"],\"at\":[2,3]}\n", 4, "\"m\"",
     "a table of sets and one of rows and columns have no place in common"},
    {SETS "{\"event\":\"cell\",\"tables\":[\"m\"],\"at\":[]}\n", 3, "[]",
     "\"at\": expected [row, column], or the list of members in a table of sets"},
    {"{\"event\":\"try\",\"label\":\"x\"}\n", 2, "{", "a candidate, but no cell or frame is open"},
    {TABLE "{\"event\":\"try\",\"table\":\"t\",\"label\":\"x\"}\n", 3, "\"t\"",
     "\"at\" is missing, and no cell is open"},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"reads\":[[\"u\",[1,1]]]}\n", 4, "\"u\"",
     "no table \"u\" has been declared"},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"reads\":[{\"frame\":3}]}\n", 4, "3",
     "no frame 3 has been met before"},
    {FRAME "{\"event\":\"try\",\"label\":\"x\",\"reads\":[{\"frame\":1}]}\n", 3, "1", "frame 1 has no value yet"},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"reads\":[[\"t\",[1,1]]],\"terms\":[]}\n"
                "{\"event\":\"try\",\"label\":\"x\",\"reads\":[[\"t\",[1,1]]],\"terms\":[{\"name\":\"a\",\"value\":1},"
                "{\"name\":\"b\",\"value\":2}]}\n",
     5, "[{\"name\":\"a\",\"value\":1},{\"name\":\"b\",\"value\":2}]", "2 terms for 1 reads: there is one a read"},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"terms\":[{\"name\":\"a\"}]}\n", 4, "{\"name\":\"a\"}",
     "\"terms\": expected a list of {\"name\": text, \"value\": exact number}"},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"expr\":\"1+\",\"value\":\"1\"}\n", 4, "\"",
     "a number is missing at the end"},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"expr\":\"中 ++* 1\",\"value\":\"1\"}\n", 4, "*",
     "a number is missing before '*'"},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"expr\":\"\\u0061(b)\",\"value\":\"1\"}\n", 4, "\"\\u0061(b)\"",
     "an operator is missing before '('"},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"expr\":\"1\"}\n", 4, "\"1\"", "\"expr\" without \"value\""},
    {TABLE CELL "{\"event\":\"try\",\"label\":\"x\",\"ways\":[{\"expr\":\"1\",\"value\":\"1\"}],\"value\":\"1\"}\n", 4,
     "\"1\"", "\"value\" beside \"ways\": one of them only"},
    {TABLE "{\"event\":\"set\",\"table\":\"t\",\"at\":[1,1],\"value\":0.5,\"why\":\"only\"}\n", 3, "0.5",
     "\"value\": expected an exact number such as \"-12\" or \"8/3\" (a real is none), \"inf\", \"-inf\", \"true\" or "
     "\"false\""},
    {TABLE "{\"event\":\"set\",\"table\":\"t\",\"at\":[1,1],\"value\":\"0.5\",\"why\":\"only\"}\n", 3, "\"0.5\"",
     "\"value\": expected an exact number such as \"-12\" or \"8/3\" (a real is none), \"inf\", \"-inf\", \"true\" or "
     "\"false\""},
    {TABLE "{\"event\":\"set\",\"table\":\"t\",\"at\":[1,1],\"value\":\"1/0\",\"why\":\"only\"}\n", 3, "\"1/0\"",
     "\"value\": expected an exact number such as \"-12\" or \"8/3\" (a real is none), \"inf\", \"-inf\", \"true\" or "
     "\"false\""},
    {TABLE "{\"event\":\"set\",\"table\":\"t\",\"at\":[1,1],\"value\":\"1\",\"why\":\"luck\"}\n", 3, "\"luck\"",
     "\"why\": expected one of \"base\", \"max\", \"min\", \"match\", \"sum\", \"only\", \"any\", \"all\""},
    {TABLE "{\"event\":\"set\",\"table\":\"t\",\"at\":[1,1],\"why\":\"only\"}\n", 3, "{", "\"value\" is missing"},
    {FRAME FRAME, 3, "1", "frame 1 has been entered already"},
    {"{\"event\":\"enter\",\"frame\":0,\"fn\":\"f\",\"args\":[]}\n", 2, "0",
     "\"frame\": expected a whole number from 1"},
    {"{\"event\":\"enter\",\"frame\":1,\"parent\":2,\"fn\":\"f\",\"args\":[]}\n", 2, "2",
     "no frame 2 has been entered"},
    {"{\"event\":\"enter\",\"frame\":1,\"fn\":\"f\",\"args\":[[1]]}\n", 2, "[[1]]",
     "\"args\": expected a list of whole numbers and texts"},
    {"{\"event\":\"enter\",\"frame\":1,\"fn\":\"f\",\"args\":[0.5]}\n", 2, "0.5",
     "a real number: exact values are written as texts, as in \"8/3\""},
    {FRAME "{\"event\":\"return\",\"frame\":1,\"value\":\"1\",\"why\":\"base\"}\n{\"event\":\"return\",\"frame\":1,"
           "\"value\":\"1\",\"why\":\"base\"}\n",
     4, "1", "frame 1 has been answered already"},
    {FRAME "{\"event\":\"memo\",\"frame\":1,\"of\":1}\n", 3, "1", "frame 1 has no value yet"},
    {FRAME "{\"event\":\"run\",\"id\":\"next\"}\n{\"event\":\"return\",\"frame\":1,\"value\":\"1\",\"why\":\"base\"}\n",
     4, "1", "no frame 1 has been entered"},
    {NODE NODE, 3, "1", "node 1 is declared twice"},
    {NODE "{\"event\":\"node\",\"id\":2,\"op\":\"+\",\"left\":1,\"right\":3,\"value\":\"6\"}\n", 3, "3",
     "no node 3 has been met before"},
    {NODE "{\"event\":\"node\",\"id\":2,\"op\":\"+\",\"left\":1,\"value\":\"6\"}\n", 3, "\"+\"",
     "an operator needs \"left\" and \"right\""},
    {NODE "{\"event\":\"node\",\"id\":2,\"left\":1,\"right\":1,\"value\":\"6\"}\n", 3, "1", "\"op\" is missing"},
    {TABLE NODE "{\"event\":\"put\",\"table\":\"t\",\"at\":[1,1],\"value\":\"3\",\"node\":1}\n", 4, "\"t\"",
     "a result joins a table of shape \"sets\" only"},
    {"{\"event\":\"solution\",\"node\":1}\n", 2, "1", "no node 1 has been met before"},
    {"{\"event\":\"move\",\"what\":\"merge\",\"at\":1,\"left\":\"1\",\"value\":\"3\"}\n", 2, "\"merge\"",
     "\"merge\" needs \"right\""},
    {"{\"event\":\"move\",\"what\":\"take\",\"at\":1,\"player\":\"C\",\"scores\":[1,2],\"value\":\"3\"}\n", 2, "\"C\"",
     "\"player\": expected one of \"A\", \"B\""},
    {"{\"event\":\"move\",\"what\":\"take\",\"at\":1,\"player\":\"A\",\"scores\":[1],\"value\":\"3\"}\n", 2, "[1]",
     "expected two scores, of A and B"},
    {"{\"event\":\"answer\",\"answer\":[]}\n", 2, "[]", "\"answer\": expected an object"},
    {"{\"event\":\"answer\",\"answer\":{}}\n" TABLE, 3, "{", "expected nothing after the answer"},
    {"{\"event\":\"answer\",\"answer\":{\"a\":1,\"b\":2,\"a\":3}}\n", 2, "\"a\"", "the key \"a\" is given twice"},
    /* JSON itself */
    {"{\"event\":\"tab", 2, "\"", "this text is never closed"},
    {"{\"event\":\"table\",\"id\":\"t\"", 2, "", "the text ends inside an object"},
    {"{\"event\":\"table\",\"rows\":[1,4", 2, "", "the text ends inside a list"},
    {"{\"event\":\"table\",\"rows\":", 2, "", "expected a value, got the end of the text"},
    {"{\"event\":\"table\",}\n", 2, "}", "expected a key in quotes"},
    {"{\"event\" \"table\"}\n", 2, "\"", "expected a colon after the key"},
    {"{\"event\":\"table\" \"id\":1}\n", 2, "\"", "expected ',' or '}'"},
    {"{\"event\":[1 2]}\n", 2, "2", "expected ',' or ']'"},
    {"{\"event\":[1,]}\n", 2, "]", "expected a value"},
    {"{\"event\":nul}\n", 2, "n", "expected a value"},
    {"{\"event\":01}\n", 2, "01", "a number does not begin with 0"},
    {"{\"event\":-}\n", 2, "}", "expected a digit"},
    {"{\"event\":1.}\n", 2, "}", "expected a digit after the point"},
    {"{\"event\":1e+}\n", 2, "}", "expected a digit in the exponent"},
    {"{\"event\":\"a\tb\"}\n", 2, "\t", "a control character in a text: write it as \\u00XX"},
    {"{\"event\":\"a\\qb\"}\n", 2, "\\", "an unknown escape after the backslash"},
    {"{\"event\":\"\\u12g4\"}\n", 2, "\\u", "expected four hexadecimal digits after \\u"},
    {"{\"event\":\"\\u0000\"}\n", 2, "\\u0000", "a text cannot hold the character NUL"},
    {"{\"event\":\"\\ud800x\"}\n", 2, "\\ud800", "half of a surrogate pair"},
    {"{\"event\":\"\\udc00\\udc00\"}\n", 2, "\\udc00", "half of a surrogate pair"},
    {"{\"event\":\"\xFF\"}\n", 2, "\xFF", "expected text in UTF-8, got the byte 0xFF"},
    {"{\"event\":\"\xED\xA0\x80\"}\n", 2, "\xED", "expected text in UTF-8, got the byte 0xED"},
};

/* Reads `lines`, which must fail as `f` says. */
static void expect_fault(const fault *f, str lines, arena *a) {
    error e = error_in(a);
    assert_null(read_lines(lines, a, &e));
    size_t from = 0;
    for (size_t k = 1; k < e.column && from < e.line_text.len; k++)
        utf8_next(e.line_text, &from);
    size_t to = from;
    for (size_t k = 0; k < e.width && to < e.line_text.len; k++)
        utf8_next(e.line_text, &to);
    if (!str_is(e.message, f->message) || e.line != f->line || !str_is(str_slice(e.line_text, from, to), f->under))
        fail_msg("told as\n%s", str_to_c(a, error_text(&e)));
    assert_int_equal(e.status, STATUS_INPUT);
}

static void faults_are_named_with_their_place(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(faults); k++)
        expect_fault(&faults[k], str_format(a, "%s%s", HEADER, faults[k].lines), a);
    arena_free(a);
}

static void headers_are_checked(void **state) {
    (void)state;
    static const fault headers[] = {
        {"", 1, "", "a trace begins with {\"handtrace\":1,\"problem\":…,\"title\":…,\"instance\":…}"},
        {"\n \n", 3, "", "a trace begins with {\"handtrace\":1,\"problem\":…,\"title\":…,\"instance\":…}"},
        {"{\"event\":\"run\",\"id\":\"a\"}\n", 1, "{",
         "a trace begins with {\"handtrace\":1,\"problem\":…,\"title\":…,\"instance\":…}"},
        {"%PDF-1.3\n", 1, "%", "expected an object on each line of a trace"},
        {"{\"handtrace\":2,\"problem\":\"p\"}\n", 1, "2", "version 2 of the trace format is not known, only 1"},
        {"{\"handtrace\":\"1\",\"problem\":\"p\"}\n", 1, "\"1\"", "\"handtrace\": expected the version, 1"},
        {"{\"handtrace\":1}\n", 1, "{", "\"problem\" is missing"},
        {"{\"handtrace\":1,\"problem\":3}\n", 1, "3", "\"problem\": expected a text"},
        {"{\"handtrace\":1,\"problem\":\"p\",\"instance\":[]}\n", 1, "[]", "\"instance\": expected an object"},
        {"{\"handtrace\":1,\"problem\":\"p\",\"kind\":\"file\"}\n", 1, "\"file\"",
         "\"kind\": expected \"recurrence\", got \"file\""},
        {"{\"handtrace\":1,\"problem\":\"p\",\"kind\":1}\n", 1, "1", "\"kind\": expected \"recurrence\""},
        {"{\"handtrace\":1,\"problem\":\"p\",\"recurrence\":[]}\n", 1, "[]", "\"recurrence\": expected an object"},
        {"{\"handtrace\":1,\"problem\":\"p\",\"instance\":{\"v\":[1,2.5]}}\n", 1, "2.5",
         "a real number: exact values are written as texts, as in \"8/3\""},
    };
    arena *a = arena_new(NULL);
    for (size_t k = 0; k < COUNT(headers); k++)
        expect_fault(&headers[k], str_of(headers[k].lines), a);
    arena_free(a);
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    for (int k = 0; k < 1000000; k++)
        strbuf_add_byte(&b, '[');
    source where = {STR("deep.json"), strbuf_text(&b)};
    error e = error_in(a);
    assert_null(json_to_datum(&where, a, &e));
    assert_true(str_is(e.message, "nested too deeply"));
    assert_int_equal(e.column, 1001);
    /* As deep as is allowed, there and back. */
    b = strbuf_in(a);
    for (int k = 0; k < 500; k++)
        strbuf_add_c(&b, "[{\"k\":");
    strbuf_add_c(&b, "7");
    for (int k = 0; k < 500; k++)
        strbuf_add_c(&b, "}]");
    where.text = strbuf_text(&b);
    e = error_in(a);
    datum *d = json_to_datum(&where, a, &e);
    assert_non_null(d);
    assert_true(str_equal(json_from_datum(d, a), where.text));
    arena_free(a);
}

static void data_know_their_places(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    source where = {STR("d.json"), STR(" {\"a\": [1, \"\\n\"], \"b\":-99999999999999999999} ")};
    error e = error_in(a);
    const datum *d = json_to_datum(&where, a, &e);
    assert_non_null(d);
    assert_int_equal(d->at, 1);
    assert_int_equal(d->length, where.text.len - 2);
    const datum *list = datum_get(d, "a"), *large = datum_get(d, "b");
    assert_int_equal(list->at, 7);
    assert_int_equal(list->length, 9);
    assert_int_equal(list->key_at, 2);
    assert_true(str_is(list->items[1]->text, "\n"));
    assert_int_equal(list->items[0]->integer, 1);
    assert_int_equal(large->integer, INT64_MIN);
    assert_true(str_is(large->text, "-99999999999999999999"));
    assert_string_equal(json_from_datum(d, a).ptr, "{\"a\":[1,\"\\n\"],\"b\":-99999999999999999999}");
    arena_free(a);
}

/* ---- a second reader: jansson ---- */

static uint64_t random_state;

static uint64_t next_random(void) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static bool holds_real(const json_t *j) {
    if (json_is_real(j))
        return true;
    const char *key;
    json_t *item;
    size_t k;
    json_array_foreach(j, k, item) if (holds_real(item)) return true;
    json_object_foreach((json_t *)j, key, item) if (holds_real(item)) return true;
    return false;
}

/* The same texts are accepted, but for reals and for what jansson cannot hold, and the same is written. */
static void json_agrees_with_jansson(void **state) {
    (void)state;
    static const char *const seeds[] = {
        "{\"a\":[1,-2,30],\"b\":{\"c\":\"x\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\ud83d\\ude00\"},\"d\":true}",
        "[null,false,true,[],{},\"\",0,-0,12345678901,\"中文\",[[1],[2]]]",
        "{\"k\":1,\"l\":{\"k\":2},\"m\":[{\"k\":3},{\"k\":4}]}",
    };
    static const char alphabet[] = "{}[]\",:\\u019aeE+-.tfn \n\x01\xC3\xA9";
    size_t accepted = 0, refused = 0;
    random_state = 19;
    for (int round = 0; round < 20000; round++) {
        arena *a = arena_new(NULL);
        str text = str_copy(a, str_of(seeds[next_random() % COUNT(seeds)]));
        for (uint64_t changes = next_random() % 3; changes; changes--)
            ((char *)text.ptr)[next_random() % text.len] = alphabet[next_random() % (sizeof alphabet - 1)];
        source where = {STR("j"), text};
        error e = error_in(a);
        datum *d = json_to_datum(&where, a, &e);
        json_error_t je;
        json_t *j = json_loadb(text.ptr, text.len, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &je);
        bool good = j && !holds_real(j);
        if (good != (d != NULL))
            fail_msg("%s\n%s%s", text.ptr, d ? "" : str_to_c(a, error_text(&e)), j ? "" : je.text);
        if (good) {
            char *dumped = json_dumps(j, JSON_COMPACT | JSON_ENCODE_ANY);
            /* Ours escapes what is hidden, the other does not: it reads ours, and says the same again. */
            json_t *again = json_loads(json_from_datum(d, a).ptr, JSON_DECODE_ANY, &je);
            char *dumped_again = json_dumps(again, JSON_COMPACT | JSON_ENCODE_ANY);
            assert_string_equal(dumped_again, dumped);
            free(dumped_again);
            json_decref(again);
            free(dumped);
        }
        accepted += good;
        refused += !good;
        json_decref(j);
        arena_free(a);
    }
    assert_true(accepted > 1000 && refused > 1000);
}

/* Changed traces are read or refused, never more. */
static void mutated_traces_do_no_harm(void **state) {
    (void)state;
    static const char *const samples[] = {polygon_lines, cards_lines, game24_lines, lcs_lines, recurrence_lines};
    static const char alphabet[] = "{}[]\",:\\u019aeE+-.tfn \n\x01\xC3\xA9";
    random_state = 7;
    size_t accepted = 0;
    for (int round = 0; round < 6000; round++) {
        arena *a = arena_new(NULL);
        str text = str_copy(a, str_of(samples[next_random() % COUNT(samples)]));
        char *bytes = (char *)text.ptr;
        for (uint64_t changes = next_random() % 4; changes; changes--) {
            size_t at = next_random() % text.len;
            switch (next_random() % 4) {
            case 0:
                bytes[at] = alphabet[next_random() % (sizeof alphabet - 1)];
                break;
            case 1: /* a piece is copied elsewhere */
                memmove(bytes + at, bytes + at / 2, (text.len - at) / 3);
                break;
            case 2: /* a piece is lost */
                memmove(bytes + at, bytes + at + (text.len - at) / 4, text.len - at - (text.len - at) / 4);
                text.len -= (text.len - at) / 4;
                break;
            default:
                bytes[at] = (char)next_random();
            }
        }
        error e = error_in(a);
        trace *t = read_lines(text, a, &e);
        assert_int_equal(t == NULL, error_set(&e));
        if (t) {
            accepted++;
            str lines = trace_to_lines(t, a);
            error again = error_in(a);
            trace *second = read_lines(lines, a, &again);
            if (!second)
                fail_msg("%s", str_to_c(a, error_text(&again)));
            assert_true(str_equal(trace_to_lines(second, a), lines));
        } else
            assert_true(error_text(&e).len > 0);
        arena_free(a);
    }
    assert_true(accepted > 300);
}

static void exhaustion_is_survived_anywhere(void **state) {
    (void)state;
    volatile size_t survived = 0, done = 0;
    for (volatile size_t limit = 1024; limit < 100000; limit += 512) {
        arena *a = arena_new(&(memory_budget){.limit = limit, .exhausted = jump});
        if (setjmp(out_of_memory) == 0) {
            trace *t = read_good(polygon_lines, a);
            trace_to_lines(t, a);
            done++;
        } else
            survived++;
        arena_free(a);
    }
    assert_true(survived > 10 && done > 10);
}

/* Many frames and nodes, and ids far apart, cost no square of their number. */
static void many_frames_are_read(void **state) {
    (void)state;
    enum { FRAMES = 22000 };
    arena *a = arena_new(NULL);
    strbuf b = strbuf_in(a);
    strbuf_add_c(&b, HEADER);
    for (long k = 1; k <= FRAMES; k++)
        strbuf_addf(&b, "{\"event\":\"enter\",\"frame\":%ld,%s\"fn\":\"f\",\"args\":[%ld]}\n", k * 1000003,
                    k > 1 ? str_format(a, "\"parent\":%ld,", (k - 1) * 1000003).ptr : "", k);
    for (long k = FRAMES; k >= 1; k--)
        strbuf_addf(&b, "{\"event\":\"return\",\"frame\":%ld,\"value\":\"1\",\"why\":\"base\"}\n", k * 1000003);
    trace *t = read_good(strbuf_text(&b).ptr, a);
    assert_int_equal(t->count, 2 * FRAMES);
    assert_true(str_equal(trace_to_lines(t, a), strbuf_text(&b)));
    arena_free(a);
}

/* docs/trace.md has a section an event, which names all its fields; its sample lines are JSON as we write it. */
static void the_documentation_names_every_field(void **state) {
    (void)state;
    arena *a = arena_new(NULL);
    error e = error_in(a);
    str page;
    assert_true(input_read(a, STR(TEST_SOURCE_DIR "/docs/trace.md"), &page, &e));
    for (event_kind kind = 0; kind < EVENT_KINDS; kind++) {
        const event_form *form = &event_forms[kind];
        size_t from = str_find(page, str_format(a, "\n### %s\n", form->name), 0);
        assert_true(from != SIZE_MAX);
        str section = str_slice(page, from, str_find(page, STR("\n### "), from + 1));
        for (const event_field *f = form->fields; f->name; f++)
            if (str_find(section, str_format(a, f->required ? "**`%s`**" : "`%s`", f->name), 0) == SIZE_MAX)
                fail_msg("docs/trace.md: event %s lacks %s", form->name, f->name);
    }
    size_t lines = 0;
    for (size_t at = 0; (at = str_find(page, STR("\n{\""), at)) != SIZE_MAX; at++, lines++) {
        source line = {STR("docs/trace.md"), str_slice(page, at + 1, str_find(page, STR("\n"), at + 1))};
        datum *d = json_to_datum(&line, a, &e);
        if (!d)
            fail_msg("%s", str_to_c(a, error_text(&e)));
        assert_true(str_equal(json_from_datum(d, a), line.text));
    }
    assert_true(lines > 20);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_reads_back_the_same),
        cmocka_unit_test(events_hold_what_the_lines_say),
        cmocka_unit_test(reading_forgives_and_makes_canonical),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(headers_are_checked),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(data_know_their_places),
        cmocka_unit_test(json_agrees_with_jansson),
        cmocka_unit_test(mutated_traces_do_no_harm),
        cmocka_unit_test(exhaustion_is_survived_anywhere),
        cmocka_unit_test(many_frames_are_read),
        cmocka_unit_test(the_documentation_names_every_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
