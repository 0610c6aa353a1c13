/* Templates with runs of their own: the front matter lists them,
 *
 *   runs:
 *     - {id: game, problem: polygon, instance: 4 t -7 t 4 x 2 x 5}
 *     - {id: hand, problem: game24, instance: [3, 3, 8, 8], options: {target: 24}}
 *     - {id: any, problem: cards, random: "n=4", seed: 7}
 *
 * and in the text each is a section, {{#game}}…{{/game}}, in which all names, figures and phrases are those of its
 * story. What is wrong with a run is shown in the front matter. */
#include "job.h"

#include "beside.h"
#include "context.h"
#include "output.h"
#include "suggest.h"
#include "utf8.h"
#include "yaml.h"

#include <stdarg.h>
#include <string.h>

static const char folder[] = "sheets"; /* of the templates that are found by name */

static bool fail_at(const job *j, const datum *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail_at(const job *j, const datum *at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str message = str_formatv(j->arena, format, args);
    va_end(args);
    return error_at(j->error, j->template, at->at, at->length, "%.*s", STR_ARG(message));
}

static bool fail_at_key(const job *j, const datum *at, str message) {
    return error_at(j->error, j->template, at->key_at, at->key.len, "%.*s", STR_ARG(message));
}

/* ---- what a run may say ---- */

typedef enum run_key { KEY_ID, KEY_PROBLEM, KEY_INSTANCE, KEY_OPTIONS, KEY_RANDOM, KEY_SEED, KEYS } run_key;

static const struct {
    const char *name;
    datum_kind kind, other; /* what its value may be */
    const char *wanted;
} keys[KEYS] = {
    [KEY_ID] = {"id", DATUM_TEXT, DATUM_TEXT, "a name"},
    [KEY_PROBLEM] = {"problem", DATUM_TEXT, DATUM_TEXT, "the name of a problem"},
    [KEY_INSTANCE] = {"instance", DATUM_TEXT, DATUM_LIST, "the instance as it is typed, or a list of its parts"},
    [KEY_OPTIONS] = {"options", DATUM_MAP, DATUM_MAP, "options of the problem, {name: value}"},
    [KEY_RANDOM] = {"random", DATUM_TEXT, DATUM_TEXT, "wishes as --random takes them"},
    [KEY_SEED] = {"seed", DATUM_TEXT, DATUM_TEXT, "a number"},
};

typedef struct sheet_run {
    const datum *map, *values[KEYS]; /* NULL where nothing is said */
    str id;
    const problem *problem;
    datum *own; /* options */
} sheet_run;

static bool take_key(const job *j, const datum *value, sheet_run *r) {
    suggestion near = suggest_for(value->key, j->arena);
    for (run_key k = 0; k < KEYS; k++) {
        suggest_offer(&near, str_of(keys[k].name));
        if (!str_is(value->key, keys[k].name))
            continue;
        r->values[k] = value;
        return value->kind == keys[k].kind || value->kind == keys[k].other ||
               fail_at(j, value, "\"%s\" is %s", keys[k].name, keys[k].wanted);
    }
    str hint = suggest_text(&near, "; a run has id, problem, and instance (with options) or random (with seed)");
    return fail_at_key(j, value, str_format(j->arena, "unknown key \"%.*s\"%.*s", STR_ARG(value->key), STR_ARG(hint)));
}

static bool find_problem(const job *j, sheet_run *r) {
    const datum *name = r->values[KEY_PROBLEM];
    if (!name)
        return fail_at(j, r->map, "this run does not say its problem");
    r->problem = problem_named(name->text);
    if (r->problem)
        return true;
    suggestion near = suggest_for(name->text, j->arena);
    for (const problem *const *p = problems; *p; p++)
        suggest_offer(&near, str_of((*p)->name));
    str hint = suggest_text(&near, "; run 'handtrace list problems' to see them");
    return fail_at(j, name, "unknown problem '%.*s'%.*s", STR_ARG(name->text), STR_ARG(hint));
}

static bool is_id(str id) {
    for (size_t k = 0; k < id.len; k++) {
        char c = id.ptr[k];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
        if (!letter && (k == 0 || !((c >= '0' && c <= '9') || c == '-')))
            return false;
    }
    return id.len > 0;
}

static bool take_id(const job *j, sheet_run *runs, size_t k) {
    static const char *const taken[] = {"title", "subtitle", "author", "subject", "lang", "runs"};
    sheet_run *r = &runs[k];
    const datum *given = r->values[KEY_ID], *at = given ? given : r->values[KEY_PROBLEM];
    r->id = at->text;
    if (!is_id(r->id))
        return fail_at(j, at, "id: expected letters, digits, - and _, got '%.*s'", STR_ARG(r->id));
    for (size_t n = 0; n < sizeof taken / sizeof *taken; n++)
        if (str_is(r->id, taken[n]))
            return fail_at(j, at, "'%s' means something else in templates; another id is needed", taken[n]);
    for (size_t n = 0; n < k; n++)
        if (str_equal(runs[n].id, r->id))
            return fail_at(j, at, "there is a run '%.*s' already%s", STR_ARG(r->id), given ? "" : "; give it an id");
    return true;
}

/* ---- options of the problem ---- */

static const problem_option *option_named(const problem *p, str name) {
    for (const problem_option *o = p->options; o && o->name; o++)
        if (str_is(name, o->name))
            return o;
    return NULL;
}

static bool take_options(const job *j, sheet_run *r) {
    const datum *given = r->values[KEY_OPTIONS];
    r->own = datum_map(j->arena);
    for (size_t k = 0; given && k < given->count; k++) {
        const datum *value = given->items[k];
        const problem_option *o = option_named(r->problem, value->key);
        if (!o)
            return fail_at_key(j, value,
                               str_format(j->arena, "%s has no option \"%.*s\"; see 'handtrace %s --help'",
                                          r->problem->name, STR_ARG(value->key), r->problem->name));
        if (value->kind != DATUM_TEXT)
            return fail_at(j, value, "the value of an option is a text");
        if (!o->value && !str_is(value->text, "yes"))
            return fail_at(j, value, "\"%s\" is a switch: its value is yes", o->name);
        datum_put_str(j->arena, r->own, value->key, datum_text(j->arena, value->text));
    }
    return true;
}

/* ---- instances ---- */

/* The words of an instance, with the byte of the template that each of its bytes stands at. */
typedef struct typed {
    str text;
    size_t *places;
    str *arguments;
    size_t count;
} typed;

static void split_words(typed *t, arena *a) {
    t->arguments = ARENA_ARRAY(a, str, t->text.len / 2 + 1);
    for (size_t at = 0; at < t->text.len;) {
        size_t end = at;
        while (end < t->text.len && !strchr(" \t\r\n", t->text.ptr[end]))
            end++;
        if (end > at)
            t->arguments[t->count++] = str_slice(t->text, at, end);
        at = end > at ? end : at + 1;
    }
}

/* A list's items joined by a blank each. */
static bool join_items(const job *j, const datum *list, typed *t) {
    strbuf text = strbuf_in(j->arena);
    size_t length = 0, at = 0;
    for (size_t k = 0; k < list->count; k++)
        length += list->items[k]->text.len + 1;
    t->places = ARENA_ARRAY(j->arena, size_t, length + 1);
    t->arguments = ARENA_ARRAY(j->arena, str, list->count + 1);
    strbuf_reserve(&text, length + 1);
    for (size_t k = 0; k < list->count; k++) {
        const datum *item = list->items[k];
        if (item->kind != DATUM_TEXT)
            return fail_at(j, item, "a part of an instance is a text");
        const size_t *places = yaml_places(j->template, item, j->arena);
        if (k)
            strbuf_add_byte(&text, ' ');
        at += k > 0;
        for (size_t n = 0; n <= item->text.len; n++)
            t->places[at + n] = places[n];
        at += item->text.len;
        strbuf_add(&text, item->text);
        t->arguments[t->count++] = item->text;
    }
    t->text = strbuf_text(&text);
    return true;
}

static bool read_typed(const job *j, const datum *instance, typed *t) {
    *t = (typed){.text = STR(""), .places = ARENA_ARRAY(j->arena, size_t, 1)};
    if (!instance)
        return true;
    if (instance->kind == DATUM_LIST)
        return join_items(j, instance, t);
    t->text = instance->text;
    t->places = yaml_places(j->template, instance, j->arena);
    split_words(t, j->arena);
    return true;
}

/* The byte of line and column (both from 1) of a text. */
static size_t byte_of(str text, size_t line, size_t column) {
    size_t at = 0;
    for (; line > 1 && at < text.len; line--) {
        size_t end = str_find(text, STR("\n"), at);
        at = end == SIZE_MAX ? text.len : end + 1;
    }
    for (; column > 1 && at < text.len; column--)
        utf8_next(text, &at);
    return at;
}

/* A fault that a problem found in what it was given, shown in the front matter. */
static bool move_fault(const job *j, const sheet_run *r, const typed *t, const error *fault) {
    const datum *instance = r->values[KEY_INSTANCE], *given = r->values[KEY_OPTIONS];
    str text = t->text;
    const size_t *places = t->places;
    const datum *whole = instance ? instance : r->map;
    if (str_starts(fault->file, "--")) {
        whole = datum_get_str(given, str_slice(fault->file, 2, fault->file.len));
        text = whole ? whole->text : STR("");
        places = whole ? yaml_places(j->template, whole, j->arena) : NULL;
    }
    if (!fault->line || !whole || !text.len || !places)
        return fail_at(j, whole ? whole : r->map, "%.*s", STR_ARG(fault->message));
    size_t at = byte_of(text, fault->line, fault->column), end = at;
    for (size_t k = 0; k < fault->width && end < text.len; k++)
        utf8_next(text, &end);
    size_t from = at < text.len ? places[at] : places[text.len - 1] + 1;
    size_t to = end > at ? places[end - 1] + 1 : from + 1;
    return error_at(j->error, j->template, from, to > from ? to - from : 1, "%.*s", STR_ARG(fault->message));
}

/* A file that the template names, meant beside it. What is wrong is said of the template: nothing of what the file
 * holds is shown, for it may be any file of the user's. */
static bool read_named(job *j, const datum *at, str name, source *file) {
    file->name = beside_path(j->template->name, name, j->arena);
    bool free = j->options->allow_files || library_holds(&j->library, j->template->name);
    if (!free && !beside_allows(j->template->name, name, j->arena))
        return fail_at(j, at, library_out_of_reach, STR_ARG(j->template->name), STR_ARG(name));
    error fault = error_in(j->arena);
    if (!input_read(j->arena, file->name, &file->text, &fault))
        return fail_at(j, at, "%.*s", STR_ARG(fault.message));
    outputs_guard(&j->outputs, file->name, j->arena);
    return source_is_text(file, &fault) ||
           fail_at(j, at, "expected text in UTF-8 in %.*s, got something else at line %zu, column %zu",
                   STR_ARG(file->name), fault.line, fault.column);
}

static bool read_files(job *j, const sheet_run *r, const typed *t, problem_input *in) {
    const datum *instance = r->values[KEY_INSTANCE];
    source *files = ARENA_ARRAY(j->arena, source, t->count + 1);
    for (size_t k = 0; k < t->count; k++) {
        bool own = instance && instance->kind == DATUM_LIST; /* each argument has a place of its own */
        if (!read_named(j, own ? instance->items[k] : instance, t->arguments[k], &files[k]))
            return false;
    }
    in->files = files;
    in->file_count = t->count;
    return true;
}

static bool wants_files(const sheet_run *r) {
    for (size_t k = 0; k < r->own->count; k++)
        if (option_named(r->problem, r->own->items[k]->key)->files)
            return true;
    return false;
}

static bool says_instance(const sheet_run *r) {
    for (size_t k = 0; k < r->own->count; k++)
        if (option_named(r->problem, r->own->items[k]->key)->instance)
            return true;
    return r->values[KEY_INSTANCE] != NULL;
}

static bool read_instance(job *j, sheet_run *r) {
    typed t;
    if (!says_instance(r))
        return fail_at(j, r->map, "this run has no instance, and no wishes (random) for one");
    if (r->values[KEY_SEED])
        return fail_at(j, r->values[KEY_SEED], "a seed needs random");
    if (!read_typed(j, r->values[KEY_INSTANCE], &t))
        return false;
    source *where = ARENA_NEW(j->arena, source);
    *where = (source){STR("<arguments>"), t.text};
    problem_input in = {where, t.arguments, t.count, NULL, 0, r->own};
    if (wants_files(r) && !read_files(j, r, &t, &in))
        return false;
    error fault = error_in(j->arena);
    datum *instance = problem_parse(r->problem, &in, j->arena, &fault);
    if (!instance)
        return move_fault(j, r, &t, &fault);
    job_add_instance(j, r->problem, instance);
    return true;
}

/* ---- random instances ---- */

static bool read_seed(job *j, const sheet_run *r, uint64_t *seed) {
    const datum *own = r->values[KEY_SEED];
    str given = own ? own->text : j->options->seed;
    *seed = 1;
    if (!given.ptr || job_is_number(given, UINT64_MAX, seed))
        return true;
    if (own)
        return fail_at(j, own, "a seed is a number from 0 to 2^64 - 1");
    return error_plain(j->error, STATUS_USAGE, "--seed: expected a number from 0 to 2^64 - 1, got '%.*s'",
                       STR_ARG(given));
}

/* The k-th random run takes the k-th seed, as in a batch. */
static bool draw_instance(job *j, sheet_run *r, uint64_t k) {
    const datum *text = r->values[KEY_RANDOM];
    uint64_t seed;
    if (r->values[KEY_INSTANCE])
        return fail_at(j, r->values[KEY_INSTANCE], "this run has an instance and wishes (random) for one: only one");
    if (!r->problem->random)
        return fail_at(j, text, "%s has no random instances", r->problem->name);
    if (!read_seed(j, r, &seed))
        return false;
    error fault = error_in(j->arena), *outer = j->error;
    j->error = &fault;
    datum *wishes = job_read_wishes(j, r->problem, text->text);
    for (size_t n = 0; wishes && n < r->own->count; n++)
        if (!datum_get_str(wishes, r->own->items[n]->key))
            datum_add(j->arena, wishes, r->own->items[n]);
    bool drawn = wishes && job_add_random(j, r->problem, wishes, seed, r->values[KEY_SEED] ? 0 : k);
    j->error = outer;
    return drawn || fail_at(j, text, "%.*s", STR_ARG(fault.message));
}

/* ---- the sheet ---- */

static bool read_run(job *j, sheet_run *runs, size_t k, uint64_t *drawn) {
    sheet_run *r = &runs[k];
    if (r->map->kind != DATUM_MAP)
        return fail_at(j, r->map, "a run is written {id: …, problem: …, instance: …}");
    for (size_t n = 0; n < r->map->count; n++)
        if (!take_key(j, r->map->items[n], r))
            return false;
    if (!find_problem(j, r) || !take_id(j, runs, k) || !take_options(j, r))
        return false;
    return r->values[KEY_RANDOM] ? draw_instance(j, r, (*drawn)++) : read_instance(j, r);
}

static bool read_runs(job *j) {
    const datum *list = datum_get(j->front, "runs");
    if (!list)
        return error_at(j->error, j->template, 0, 1,
                        "the front matter lists no runs; one is written runs: [{problem: …, instance: …}]");
    if (list->kind != DATUM_LIST || !list->count)
        return fail_at(j, list, "\"runs\" is a list of one or more runs");
    sheet_run *runs = ARENA_ARRAY(j->arena, sheet_run, list->count);
    uint64_t drawn = 0;
    for (size_t k = 0; k < list->count; k++) {
        runs[k].map = list->items[k];
        if (!read_run(j, runs, k, &drawn))
            return false;
        j->made[k].id = runs[k].id;
    }
    return drawn || !j->options->seed.ptr ||
           error_plain(j->error, STATUS_USAGE, "--seed needs random runs, of which this template has none");
}

/* "lecture" of "templates/sheets/lecture.en.md". */
static str stem_of(str path) {
    size_t from = path.len;
    while (from && path.ptr[from - 1] != '/')
        from--;
    str name = str_slice(path, from, path.len);
    size_t dot = str_find(name, STR("."), 1);
    return str_slice(name, 0, dot);
}

/* Whether the library has a sheet of that name, in whatever language; else says which it has. */
static bool is_sheet(const job *j, str name) {
    suggestion near = suggest_for(name, j->arena);
    strbuf known = strbuf_in(j->arena);
    library_entries all = library_templates(&j->library);
    for (size_t k = 0; k < all.count; k++) {
        if (!str_is(all.items[k].problem, folder))
            continue;
        if (str_equal(all.items[k].name, name))
            return true;
        suggest_offer(&near, all.items[k].name);
        strbuf_addf(&known, "%s%.*s", known.len ? ", " : "; there are: ", STR_ARG(all.items[k].name));
    }
    return error_plain(j->error, STATUS_USAGE, "no sheet '%.*s'%.*s", STR_ARG(name),
                       STR_ARG(suggest_text(&near, known.len ? known.ptr : "")));
}

bool job_read_sheet(job *j) {
    const options *o = j->options;
    j->lang = o->lang.ptr ? o->lang : STR("en");
    j->sheet = ARENA_NEW(j->arena, made);
    if (!library_open(&j->library, j->arena, j->error, &j->outputs))
        return false;
    j->library.allow_files = o->allow_files;
    str name = o->arguments[0];
    if (str_find(name, STR("/"), 0) == SIZE_MAX && !str_ends(name, ".md") && !is_sheet(j, name))
        return false;
    j->template = library_template(&j->library, str_of(folder), name, j->lang);
    j->front = j->template ? document_front(j->template, j->arena, j->error) : NULL;
    if (!j->front)
        return false;
    if (!o->lang.ptr)
        j->lang = job_language(j);
    j->name = job_safe_name(stem_of(j->template->name), j->arena);
    return read_runs(j);
}

/* Each story under the name of its run, and all of them in `runs`. */
static view story_of_run(const job *j, size_t k, arena *a) {
    return context_stack_view(j->made[k].context, j->made[k].phrases, a);
}

static view_value stories_lookup(const view *v, str name, arena *a) {
    const job *j = v->object;
    if (str_is(name, "runs")) {
        view *items = ARENA_ARRAY(a, view, j->count);
        for (size_t k = 0; k < j->count; k++)
            items[k] = story_of_run(j, k, a);
        return (view_value){.kind = VIEW_LIST, .items = items, .count = j->count};
    }
    for (size_t k = 0; k < j->count; k++)
        if (str_equal(name, j->made[k].id))
            return view_of_object(story_of_run(j, k, a));
    return view_missing();
}

static str *stories_names(const view *v, arena *a, size_t *count) {
    const job *j = v->object;
    str *names = ARENA_ARRAY(a, str, j->count + 1);
    *count = j->count + 1;
    for (size_t k = 0; k < j->count; k++)
        names[k] = j->made[k].id;
    names[j->count] = STR("runs");
    return names;
}

static const view_class stories_class = {.name = "sheet", .lookup = stories_lookup, .names_of = stories_names};

/* Runs of one problem share their phrases. */
static const phrases *phrases_of_run(job *j, size_t run) {
    const problem *p = j->made[run].problem;
    for (size_t k = 0; k < run; k++)
        if (j->made[k].problem == p)
            return j->made[k].phrases;
    const str folders[] = {str_of(p->name), str_of(folder)};
    return library_phrases_of(&j->library, folders, 2, j->lang, j->template);
}

bool job_gather_sheet(job *j) {
    bool needs_words = j->format->kind != FORMAT_JSON && j->format->kind != FORMAT_TRACE;
    for (size_t k = 0; needs_words && k < j->count; k++) {
        j->made[k].phrases = phrases_of_run(j, k);
        if (!j->made[k].phrases)
            return false;
    }
    datum *facts = datum_map(j->arena);
    datum_put(j->arena, facts, "lang", datum_text(j->arena, j->lang));
    j->sheet->facts = context_push(NULL, view_of_datum(facts), 0, 0, j->arena);
    j->sheet->context = context_push(j->sheet->facts, (view){&stories_class, j, NULL}, 0, 0, j->arena);
    j->sheet->written = STR("");
    return true;
}
