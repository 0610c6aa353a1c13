/* One pass over the arguments, with two const tables: the commands and the options.
 *
 *   handtrace polygon t.txt --step=3      argv
 *             │        │      └──▶ option_rows: offset of the field in `options`
 *             │        └──▶ options.arguments
 *             └──▶ command_rows, else problems
 */
#include "options.h"

#include "figure.h"
#include "library.h"
#include "lua/file_problem.h"
#include "output.h"
#include "sheet.h"
#include "suggest.h"
#include "utf8.h"

#include <stddef.h>
#include <string.h>

enum { WITH_DOCUMENT = WITH_MAKE | WITH_RENDER | WITH_SHEET };

const option_row option_rows[] = {
    {"--input", "FILE", "read the instance from FILE ('-': standard input)", offsetof(options, input),
     WITH_MAKE | WITH_CHECK, 'i'},
    {"--format", "FMT",
     "pdf svg png html md text json trace (tikz with --figure; default: by the ending of -o, else pdf)",
     offsetof(options, format), WITH_DOCUMENT | WITH_CHECK | WITH_BUILD, 'f'},
    {"--output", "PATH", "default out/PROBLEM.FMT; '-': standard output; a folder for many files",
     offsetof(options, output), WITH_DOCUMENT | WITH_CHECK | WITH_BUILD, 'o'},
    {"--template", "NAME|FILE", "handout (default), exercise, key, … or a file of your own",
     offsetof(options, template), WITH_MAKE | WITH_RENDER, 't'},
    {"--blank", "WHAT", "what an exercise leaves out: none, last:K, diagonal:K, every:K, all", offsetof(options, blank),
     WITH_MAKE | WITH_RENDER, 0},
    {"--key", NULL, "an exercise with its answers; -t key is -t exercise --key", offsetof(options, key),
     WITH_MAKE | WITH_RENDER, 0},
    {"--figure", "NAME[,…]", "only these figures, tight around the drawing, no page", offsetof(options, figures),
     WITH_MAKE | WITH_RENDER, 0},
    {"--step", "N|N-M|last|all", "which steps (with --figure; default last)", offsetof(options, step),
     WITH_MAKE | WITH_RENDER, 0},
    {"--run", "ID", "which run of the trace (default: the first that has what the figure draws)",
     offsetof(options, run), WITH_MAKE | WITH_RENDER, 0},
    {"--lang", "en|zh", "language of the document", offsetof(options, lang), WITH_DOCUMENT | WITH_CHECK | WITH_BUILD,
     'l'},
    {"--paper", "a4|letter|a5|WxHmm", "paper size", offsetof(options, paper), WITH_DOCUMENT | WITH_BUILD, 'p'},
    {"--theme", "NAME|FILE", "fonts, sizes and colours", offsetof(options, theme), WITH_DOCUMENT | WITH_BUILD, 0},
    {"--font", "FILE", "a font to be tried before those of the theme", offsetof(options, font),
     WITH_DOCUMENT | WITH_BUILD, 0},
    {"--svg-text", "live|outline", "how SVG holds text (default outline)", offsetof(options, text),
     WITH_DOCUMENT | WITH_BUILD, 0},
    {"--random", "[k=v,property,…]", "a random instance instead of INSTANCE", offsetof(options, random), WITH_MAKE, 0},
    {"--seed", "N", "with --random: the same seed gives the same instance (default 1)", offsetof(options, seed),
     WITH_MAKE | WITH_SHEET | WITH_BUILD | WITH_TRY, 0},
    {"--count", "N", "with --random: how many instances (default 1; with try 200)", offsetof(options, count),
     WITH_MAKE | WITH_TRY, 0},
    {"--item", "K", "with --random: only sheet K of a batch", offsetof(options, item), WITH_MAKE, 0},
    {"--answer", "TEXT", "the answer to be marked", offsetof(options, answer), WITH_CHECK, 0},
    {"--allow-files", NULL, "let templates and themes name files outside of their own folder",
     offsetof(options, allow_files), WITH_DOCUMENT, 0},
    {"--quiet", NULL, "say nothing but errors", offsetof(options, quiet), ~0U, 'q'},
    {"--help", NULL, "say how it is used", offsetof(options, help), ~0U, 'h'},
    {"--version", NULL, "say which version this is", offsetof(options, version), ~0U, 0},
    {NULL, NULL, NULL, 0, 0, 0},
};

const command_row command_rows[] = {
    {NULL, COMMAND_MAKE, true, "handtrace PROBLEM [INSTANCE…] [options]",
     "make a sheet, a figure, an answer or a trace"},
    {"render", COMMAND_RENDER, false, "handtrace render TRACE [options]",
     "the same from a recorded trace ('-': standard input)"},
    {"check", COMMAND_CHECK, true, "handtrace check PROBLEM [INSTANCE…] --answer TEXT",
     "mark an answer: right, or what is wrong with it"},
    {"build", COMMAND_BUILD, false, "handtrace build COURSE.yaml [options]", "all sheets of a course file"},
    {"sheet", COMMAND_SHEET, false, "handtrace sheet TEMPLATE [options]",
     "a template whose front matter lists its own runs (a name, or a file)"},
    {"list", COMMAND_LIST, false, "handtrace list [problems|templates|figures|themes]", "what there is"},
    {"new", COMMAND_NEW, false, "handtrace new NAME", "begin a recurrence file, NAME.lua in this folder"},
    {"try", COMMAND_TRY, true, "handtrace try FILE.lua",
     "run a recurrence file with its example and random instances, and say what looks wrong"},
    {NULL, COMMAND_NONE, false, NULL, NULL},
};

typedef struct reader {
    int argc;
    char **argv;
    int next;   /* the argument read next */
    bool ended; /* `--` was there */
    options *o;
    arena *arena;
    error *error;
} reader;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A `-` that is followed by neither a letter nor another `-` begins a value: -7, -(1+2), - itself. */
static bool looks_like_option(const char *argument) {
    return argument[0] == '-' && (argument[1] == '-' || is_letter(argument[1]));
}

static str *text_field(options *o, const option_row *row) {
    return (str *)(void *)((char *)o + row->offset);
}

static bool *switch_field(options *o, const option_row *row) {
    return (bool *)(void *)((char *)o + row->offset);
}

/* Options under names of earlier versions, which go on working. */
static const struct {
    const char *old, *name;
} old_options[] = {{"--text", "--svg-text"}, {"--max-frames", "--max-calls"}};

static str name_of_today(str name) {
    for (size_t k = 0; k < sizeof old_options / sizeof *old_options; k++)
        if (str_is(name, old_options[k].old))
            return str_of(old_options[k].name);
    return name;
}

static const option_row *row_named(str name) {
    name = name_of_today(name);
    for (const option_row *row = option_rows; row->name; row++)
        if (str_is(name, row->name) || (name.len == 2 && row->letter && name.ptr[1] == row->letter))
            return row;
    return NULL;
}

static const problem_option *own_option(const problem *p, str bare) {
    for (const problem_option *own = p ? p->options : NULL; own && own->name; own++)
        if (str_is(bare, own->name))
            return own;
    return NULL;
}

/* The first parameter of that name that some figure has. */
static const figure_param *any_param_named(str bare) {
    for (const figure_kind *const *kind = figure_kinds; *kind; kind++)
        if (figure_param_named(*kind, bare))
            return figure_param_named(*kind, bare);
    return NULL;
}

static bool unknown_option(reader *r, str name) {
    suggestion near = suggest_for(name, r->arena);
    if (name.len > 2 && name.ptr[1] != '-') /* "-output": one dash is missing */
        near = suggest_for(str_format(r->arena, "-%.*s", STR_ARG(name)), r->arena);
    for (const option_row *row = option_rows; row->name; row++)
        suggest_offer(&near, str_of(row->name));
    const problem *p = r->o->problem;
    for (const problem_option *own = p ? p->options : NULL; own && own->name; own++)
        suggest_offer(&near, str_format(r->arena, "--%s", own->name));
    return error_plain(r->error, STATUS_USAGE, "unknown option %.*s%.*s", STR_ARG(name),
                       STR_ARG(suggest_text(&near, "")));
}

bool options_are_text(const source *part, error *e) {
    if (source_is_text(part, e))
        return true;
    e->status = STATUS_USAGE;
    return false;
}

/* Files may be called by any bytes. */
static bool names_file(const option_row *row) {
    static const size_t files[] = {offsetof(options, input), offsetof(options, output), offsetof(options, template),
                                   offsetof(options, theme), offsetof(options, font)};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        if (row->offset == files[k])
            return true;
    return false;
}

/* The value of option `name`: what follows its `=`, else the next argument. */
static bool take_value(reader *r, str name, const char *wanted, const char *equals, str *value) {
    if (equals)
        *value = str_of(equals + 1);
    else if (r->next < r->argc && !looks_like_option(r->argv[r->next]))
        *value = str_of(r->argv[r->next++]);
    else
        return error_plain(r->error, STATUS_USAGE, "%.*s needs a value: %s", STR_ARG(name), wanted);
    return true;
}

/* An option of the problem, or a parameter of a figure; of a switch, `--NAME` alone says yes. */
static bool read_special(reader *r, str name, const char *equals) {
    name = name_of_today(name);
    str bare = str_slice(name, 2, name.len), value = STR("yes");
    const problem_option *own = name.ptr[1] == '-' ? own_option(r->o->problem, bare) : NULL;
    const figure_param *param = !own && name.ptr[1] == '-' ? any_param_named(bare) : NULL;
    if (!own && !param)
        return unknown_option(r, name);
    if (own && !own->value && equals)
        return error_plain(r->error, STATUS_USAGE, "%.*s takes no value", STR_ARG(name));
    bool is_switch = own ? !own->value : param->is_switch || param->bare;
    if ((equals || !is_switch) && !take_value(r, name, own ? own->value : "VALUE", equals, &value))
        return false;
    if (!options_are_text(&(source){name, value}, r->error))
        return false;
    datum_put_str(r->arena, own ? r->o->own : r->o->params, bare, datum_text(r->arena, value));
    return true;
}

static bool read_option(reader *r, const char *argument) {
    const char *equals = argument[1] == '-' ? strchr(argument, '=') : NULL;
    str name = equals ? (str){argument, (size_t)(equals - argument)} : str_of(argument);
    const option_row *row = row_named(name);
    str value = STR("");
    if (!row)
        return read_special(r, name, equals);
    if (!row->value) {
        if (equals)
            return error_plain(r->error, STATUS_USAGE, "%s takes no value", row->name);
        *switch_field(r->o, row) = true;
        return true;
    }
    if (row->offset == offsetof(options, random) && !equals &&
        (r->next == r->argc || looks_like_option(r->argv[r->next]))) {
        r->o->random = STR(""); /* any instance */
        return true;
    }
    if (!take_value(r, name, row->value, equals, &value))
        return false;
    if (value.len == 0 && !str_is(str_of(row->name), "--answer"))
        return error_plain(r->error, STATUS_USAGE, "%s needs a value: %s", row->name, row->value);
    *text_field(r->o, row) = value;
    return names_file(row) || options_are_text(&(source){name, value}, r->error);
}

static const command_row *command_of(command_kind kind) {
    const command_row *row = command_rows;
    while (row->command != kind && row->command != COMMAND_NONE)
        row++;
    return row;
}

/* The language that the command line names, wherever it stands. */
static str language_ahead(const reader *r) {
    for (int k = 1; k < r->argc && strcmp(r->argv[k], "--") != 0; k++) {
        bool alone = strcmp(r->argv[k], "-l") == 0 || strcmp(r->argv[k], "--lang") == 0;
        if (alone && k + 1 < r->argc)
            return str_of(r->argv[k + 1]);
        if (strncmp(r->argv[k], "--lang=", 7) == 0)
            return str_of(r->argv[k] + 7);
    }
    return STR("");
}

/* What a file is called without its folder and ending: "edit-distance". */
static str stem_of(str path) {
    size_t from = 0;
    for (size_t k = 0; k < path.len; k++)
        from = path.ptr[k] == '/' ? k + 1 : from;
    return str_slice(path, from, str_ends(path, ".lua") ? path.len - 4 : path.len);
}

static const problem *problem_of_file(reader *r, str path) {
    source *where = ARENA_NEW(r->arena, source);
    where->name = path;
    if (!input_read(r->arena, path, &where->text, r->error) || !source_is_text(where, r->error))
        return NULL;
    r->o->recurrence = path;
    return file_problem(where, stem_of(path), language_ahead(r), r->arena, r->error);
}

/* A room of the program; a file, if the word has a '/' or ends in .lua; a file of that name in the library. NULL if
 * there is none, with an error set if it cannot be read. */
static const problem *problem_of_word(reader *r, str word) {
    const problem *room = problem_named(word);
    bool path = str_find(word, STR("/"), 0) != SIZE_MAX || str_ends(word, ".lua");
    str file = room ? STR("") : path ? word : library_recurrence(word, r->arena);
    return room ? room : file.len ? problem_of_file(r, file) : NULL;
}

static bool unknown_command(reader *r, str word, bool problems_only) {
    if (error_set(r->error))
        return false;
    suggestion near = suggest_for(word, r->arena);
    for (const problem *const *p = problems; *p; p++)
        suggest_offer(&near, str_of((*p)->name));
    size_t count;
    const str *files = library_recurrences(r->arena, &count);
    for (size_t k = 0; k < count; k++)
        suggest_offer(&near, files[k]);
    for (const command_row *row = command_rows; !problems_only && row->usage; row++)
        if (row->name)
            suggest_offer(&near, str_of(row->name));
    str hint = suggest_text(&near, "; run 'handtrace list problems' to see them");
    return error_plain(r->error, STATUS_USAGE, "unknown %s '%.*s'%.*s",
                       problems_only ? "problem" : "command or problem", STR_ARG(word), STR_ARG(hint));
}

/* The command, then for some the problem, then arguments. */
static bool read_word(reader *r, str word) {
    options *o = r->o;
    if (o->command == COMMAND_NONE) {
        for (const command_row *row = command_rows; row->usage; row++)
            if (row->name && str_is(word, row->name)) {
                o->command = row->command;
                return true;
            }
        o->command = COMMAND_MAKE;
        o->problem = problem_of_word(r, word);
        return o->problem || unknown_command(r, word, false);
    }
    if (command_of(o->command)->takes_problem && !o->problem) {
        o->problem = problem_of_word(r, word);
        return o->problem || unknown_command(r, word, true);
    }
    *ARENA_PUSH(r->arena, o, arguments, argument_count, argument_capacity) = word;
    return true;
}

/* Options that were given but do not go with the command. */
static bool check_with(const options *o, error *e) {
    for (const option_row *row = option_rows; row->name; row++) {
        if (row->with & (1U << o->command) || !row->value)
            continue;
        const str *given = (const str *)(const void *)((const char *)o + row->offset);
        if (given->ptr) {
            const char *command = o->command == COMMAND_MAKE ? o->problem->name : command_of(o->command)->name;
            return error_plain(e, STATUS_USAGE, "'%s' does not accept %s", command, row->name);
        }
    }
    return true;
}

/* Parameters of figures go with what has figures. */
static bool check_params(const options *o, error *e) {
    if (!o->params->count || WITH_DOCUMENT & 1U << o->command)
        return true;
    return error_plain(e, STATUS_USAGE, "'%s' does not accept --%.*s", command_of(o->command)->name,
                       STR_ARG(o->params->items[0]->key));
}

static bool check_arguments(const options *o, error *e) {
    static const struct {
        command_kind command;
        size_t least, most;
        const char *what;
    } wanted[] = {
        {COMMAND_RENDER, 1, 1, "one trace file, or '-'"},
        {COMMAND_BUILD, 1, 1, "one course file"},
        {COMMAND_SHEET, 1, 1, "one template: its name, or a file"},
        {COMMAND_LIST, 0, 1, "problems, templates, figures or themes"},
        {COMMAND_NEW, 1, 1, "one name"},
        {COMMAND_TRY, 0, 0, "one recurrence file"},
    };
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
        if (wanted[k].command == o->command &&
            (o->argument_count < wanted[k].least || o->argument_count > wanted[k].most))
            return error_plain(e, STATUS_USAGE, "'%s' takes %s", command_of(o->command)->name, wanted[k].what);
    if (command_of(o->command)->takes_problem && !o->problem)
        return error_plain(e, STATUS_USAGE, "'%s' needs a problem; run 'handtrace list problems' to see them",
                           command_of(o->command)->name);
    return true;
}

/* Options that make sense only together, and choices of two words. */
static bool check_together(const options *o, error *e) {
    if (o->lang.ptr && !str_is(o->lang, "en") && !str_is(o->lang, "zh"))
        return error_plain(e, STATUS_USAGE, "--lang: expected en or zh, got '%.*s'", STR_ARG(o->lang));
    if (o->text.ptr && !str_is(o->text, "live") && !str_is(o->text, "outline"))
        return error_plain(e, STATUS_USAGE, "--svg-text: expected live or outline, got '%.*s'", STR_ARG(o->text));
    double width, height;
    if (o->paper.ptr && !paper_size(o->paper, &width, &height))
        return error_plain(e, STATUS_USAGE, "--paper: expected a4, letter, a5 or WxHmm (80 to 2000 mm), got '%.*s'",
                           STR_ARG(o->paper));
    if (o->step.ptr && !o->figures.ptr)
        return error_plain(e, STATUS_USAGE, "--step needs --figure");
    if (o->command != COMMAND_MAKE)
        return true;
    if (o->seed.ptr && !o->random.ptr)
        return error_plain(e, STATUS_USAGE, "--seed needs --random");
    if (o->count.ptr && !o->random.ptr)
        return error_plain(e, STATUS_USAGE, "--count needs --random");
    if (o->item.ptr && !o->random.ptr)
        return error_plain(e, STATUS_USAGE, "--item needs --random");
    return true;
}

bool options_read(int argc, char **argv, options *o, arena *a, error *e) {
    *o = (options){.own = datum_map(a), .params = datum_map(a)};
    reader r = {argc, argv, 1, false, o, a, e};
    while (r.next < argc) {
        const char *argument = argv[r.next++];
        bool good = true;
        if (!r.ended && strcmp(argument, "--") == 0)
            r.ended = true;
        else if (!r.ended && looks_like_option(argument))
            good = read_option(&r, argument);
        else
            good = read_word(&r, str_of(argument));
        if (!good)
            return false;
    }
    if (o->help || o->version)
        return true;
    if (o->command == COMMAND_NONE)
        return error_plain(e, STATUS_USAGE, "a command or a problem is needed; see 'handtrace --help'");
    return check_with(o, e) && check_params(o, e) && check_arguments(o, e) && check_together(o, e);
}

/* Help. */

static void add_padded(strbuf *b, str text, size_t columns) {
    strbuf_add(b, text);
    for (size_t k = utf8_columns(text); k < columns; k++)
        strbuf_add_byte(b, ' ');
}

static void add_option(strbuf *b, char letter, const char *name, const char *value, const char *help) {
    strbuf left = strbuf_in(b->arena);
    if (letter)
        strbuf_addf(&left, "  -%c, %s", letter, name);
    else
        strbuf_addf(&left, "      %s", name);
    if (value)
        strbuf_addf(&left, " %s", value);
    if (utf8_columns(strbuf_text(&left)) > 28) {
        strbuf_add(b, strbuf_text(&left));
        strbuf_add_c(b, "\n");
        left = strbuf_in(b->arena);
    }
    add_padded(b, strbuf_text(&left), 30);
    strbuf_add_c(b, help);
    strbuf_add_c(b, "\n");
}

static void add_options(strbuf *b, unsigned with) {
    strbuf_add_c(b, "\noptions:\n");
    for (const option_row *row = option_rows; row->name; row++) {
        if (!(row->with & with))
            continue;
        add_option(b, row->letter, row->name, row->value, row->help);
    }
}

static void add_indented(strbuf *b, const char *text) {
    for (const char *line = text; *line;) {
        const char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) : strlen(line);
        strbuf_addf(b, "  %.*s\n", (int)length, line);
        line += length + (end ? 1 : 0);
    }
}

static void add_problem(strbuf *b, const problem *p) {
    strbuf_addf(b, "%s\n\ninstance:\n", p->summary);
    add_indented(b, p->usage);
    if (p->wishes) {
        strbuf_add_c(b, "\nwishes for --random:\n");
        add_indented(b, p->wishes);
        strbuf_add_c(b, "  repeat       in a batch the same instance may come again\n");
    }
    if (!p->options || !p->options->name)
        return;
    strbuf_add_c(b, "\noptions of this problem:\n");
    for (const problem_option *own = p->options; own->name; own++)
        add_option(b, 0, str_format(b->arena, "--%s", own->name).ptr, own->value, own->help);
}

static void add_overview(strbuf *b) {
    strbuf_add_c(
        b, "handtrace solves a classic problem with its work shown, and prints that work as teaching material.\n\n");
    for (const command_row *row = command_rows; row->usage; row++)
        strbuf_addf(b, "%s\n        %s\n", row->usage, row->summary);
    strbuf_add_c(b, "\nproblems ('handtrace list problems' names the recurrences besides):\n");
    for (const problem *const *p = problems; *p; p++) {
        strbuf_add_c(b, "  ");
        add_padded(b, str_of((*p)->name), 14);
        strbuf_addf(b, "%s\n", (*p)->summary);
    }
    add_options(b, ~0U);
    strbuf_add_c(
        b, "\n'handtrace COMMAND --help' says more of each. Exit status: 0 done, 1 the input (or, with check, the\n"
           "answer) is wrong, 2 the command line (or, with check, an answer that cannot be read), 3 the output could\n"
           "not be written.\n");
}

str options_help(const options *o, arena *a) {
    strbuf b = strbuf_in(a);
    if (o->command == COMMAND_NONE) {
        add_overview(&b);
        return strbuf_text(&b);
    }
    const command_row *row = command_of(o->command);
    if (o->command == COMMAND_MAKE)
        strbuf_addf(&b, "usage: handtrace %s [INSTANCE…] [options]\n\n", o->problem->name);
    else
        strbuf_addf(&b, "usage: %s\n\n%s\n", row->usage, row->summary);
    if (o->problem)
        add_problem(&b, o->problem);
    add_options(&b, 1U << o->command);
    return strbuf_text(&b);
}
