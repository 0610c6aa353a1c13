/* The words of a trace's header: placeholders filled in, in every language that the file has.
 *
 *   "turn {x} into {y} ($d[{i}]$)" ─▶ "turn *kitten* into *sitting* ($d[{i}]$)"    nothing is filled in inside $…$
 *   "with {m} {m|egg|eggs}"        ─▶ "with 1 egg"                                 what is counted agrees with its
 * number */
#include "session.h"

#include "number.h"

/* A text among words is set apart from them: in italics, or between the quotation marks that Chinese has. Where italics
 * would show nothing, or Markdown would not take the asterisks, quotation marks serve as well. */
static void show_text(strbuf *b, str text, bool chinese) {
    bool quoted = chinese || !text.len || text.ptr[0] == ' ' || text.ptr[text.len - 1] == ' ';
    strbuf_add_c(b, quoted ? "“" : "*");
    add_plain(b, text);
    strbuf_add_c(b, quoted ? "”" : "*");
}

static void show_input(strbuf *b, const lua_input *in, const datum *d, bool chinese) {
    if (d->kind == DATUM_LIST && !d->count)
        strbuf_add_c(b, "–");
    if (d->kind == DATUM_TEXT && in->kind == INPUT_TEXT) {
        show_text(b, d->text, chinese);
        return;
    }
    if (d->kind == DATUM_TEXT) {
        add_plain(b, number_shown(d->text, b->arena));
        return;
    }
    for (size_t k = 0; k < d->count; k++) {
        const datum *item = d->items[k];
        if (k)
            strbuf_add_c(b, in->kind == INPUT_GRID ? "; " : chinese ? "、" : ", ");
        for (size_t n = 0; item->kind == DATUM_LIST && n < item->count; n++) {
            strbuf_add_c(b, n ? " " : "");
            strbuf_add(b, number_shown(item->items[n]->text, b->arena));
        }
        if (item->kind == DATUM_TEXT && in->kind == INPUT_TEXTS)
            show_text(b, item->text, chinese);
        else if (item->kind == DATUM_TEXT)
            add_plain(b, number_shown(item->text, b->arena));
    }
}

/* A list that a function of the file has joined, "2, 3", is joined as the language does it; brackets are not touched.
 */
static str listed(str text, bool chinese, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t k = 0; k < text.len; k++)
        if (chinese && str_starts(str_slice(text, k, text.len), ", ") && str_find(text, STR("("), 0) == SIZE_MAX &&
            str_find(text, STR("["), 0) == SIZE_MAX) {
            strbuf_add_c(&b, "、");
            k++;
        } else
            strbuf_add_byte(&b, text.ptr[k]);
    return strbuf_text(&b);
}

/* Words in a language are the file's own, and set as they are; a text may hold anything. */
static void fill_known(strbuf *b, const datum *known, str language, bool chinese) {
    if (known->kind == DATUM_MAP && known->count) {
        const datum *own = datum_get_str(known, language);
        strbuf_add(b, datum_as_text(own ? own : known->items[0]));
    } else if (known->kind == DATUM_TEXT)
        add_plain(b, listed(number_shown(known->text, b->arena), chinese, b->arena));
    else
        add_plain(b, datum_as_text(known));
}

static bool fill_one(session *s, strbuf *b, str name, const datum *more, str language);

/* "{m|egg|eggs}": the words for one or for other numbers of what {m} is. */
static bool fill_counted(session *s, strbuf *b, str name, const datum *more, str language) {
    size_t first = str_find(name, STR("|"), 0),
           second = first == SIZE_MAX ? first : str_find(name, STR("|"), first + 1);
    strbuf count = strbuf_in(b->arena);
    if (second == SIZE_MAX || !fill_one(s, &count, str_slice(name, 0, first), more, language))
        return false;
    bool one = str_is(strbuf_text(&count), "1");
    strbuf_add(b, one ? str_slice(name, first + 1, second) : str_slice(name, second + 1, name.len));
    return true;
}

static bool fill_one(session *s, strbuf *b, str name, const datum *more, str language) {
    const datum *known = datum_get_str(more, name);
    bool length = str_starts(name, "#"), chinese = str_is(language, "zh");
    str input = length ? str_slice(name, 1, name.len) : name;
    if (known) {
        fill_known(b, known, language, chinese);
        return true;
    }
    if (str_find(name, STR("|"), 0) != SIZE_MAX)
        return fill_counted(s, b, name, more, language);
    for (size_t k = 0; k < s->input_count; k++) {
        const datum *d = datum_get_str(s->instance, s->inputs[k].name);
        if (!str_equal(s->inputs[k].name, input) || !d)
            continue;
        if (!length)
            show_input(b, &s->inputs[k], d, chinese);
        else if (d->kind == DATUM_LIST)
            strbuf_addf(b, "%zu", d->count);
        else {
            size_t count = 0;
            for (size_t at = 0; at < d->text.len; at++)
                count += ((unsigned char)d->text.ptr[at] & 0xC0) != 0x80;
            strbuf_addf(b, "%zu", count);
        }
        return true;
    }
    const datum *size = datum_get_str(s->sizes, input);
    if (size)
        strbuf_addf(b, "%lld", (long long)size->integer);
    strbuf list = strbuf_in(b->arena);
    bool made = !size && !length && global_shown(s, input, chinese, &list);
    if (made)
        add_plain(b, strbuf_text(&list));
    return size || made;
}

static bool is_name(str name) {
    size_t bar = str_find(name, STR("|"), 0);
    name = bar == SIZE_MAX ? name : str_slice(name, 0, bar);
    for (size_t k = 0; k < name.len; k++)
        if (!(name.ptr[k] == '_' || (name.ptr[k] == '#' && !k) || char_is_digit(name.ptr[k]) ||
              (name.ptr[k] >= 'a' && name.ptr[k] <= 'z') || (name.ptr[k] >= 'A' && name.ptr[k] <= 'Z')))
            return false;
    return true;
}

static int line_with(const session *s, const char *token) {
    size_t at = str_find(s->where->text, str_of(token), 0);
    int line = at != SIZE_MAX;
    for (size_t k = 0; at != SIZE_MAX && k < at; k++)
        line += s->where->text.ptr[k] == '\n';
    return line;
}

/* Where words begin in the file, as far as they stand there as they are. */
static const char *beginning_of(session *s, str text) {
    size_t end = 0;
    while (end < text.len && end < 60 && !strchr("\\\"'\n", text.ptr[end]))
        end++;
    return str_to_c(s->a, str_slice(text, 0, end));
}

/* Words are Markdown: a formula that is opened is closed, and nothing looks like a tag. */
static bool is_markdown(session *s, str text) {
    size_t dollars = 0, tag = SIZE_MAX;
    for (size_t k = 0; k < text.len; k++) {
        char next = k + 1 < text.len ? text.ptr[k + 1] : ' ';
        if (text.ptr[k] == '\\')
            k++;
        else if (text.ptr[k] == '$')
            dollars++;
        else if (text.ptr[k] == '<' && dollars % 2 == 0 && (strchr("/!?", next) || (next | 32) - 'a' + 0u < 26u))
            tag = tag == SIZE_MAX ? k : tag;
    }
    if (dollars % 2 == 0 && tag == SIZE_MAX)
        return true;
    const char *token = beginning_of(s, text);
    return fail_at_line(s, line_with(s, token), token,
                        dollars % 2 ? "a formula is opened here by $ and not closed; \\\\$ stands for the sign"
                                    : "expected words, got a tag of HTML; \\\\< stands for the sign");
}

static str fill(session *s, str text, const datum *more, str language) {
    if (!s->failed && !is_markdown(s, text))
        return STR("");
    strbuf b = strbuf_in(s->a);
    bool maths = false;
    for (size_t k = 0; k < text.len; k++) {
        if (text.ptr[k] == '$')
            maths = !maths;
        size_t end = text.ptr[k] == '{' && !maths ? str_find(text, STR("}"), k) : SIZE_MAX;
        str name = end == SIZE_MAX ? STR("") : str_slice(text, k + 1, end);
        if (name.len && !s->failed && is_name(name) && !fill_one(s, &(strbuf){.arena = s->a}, name, more, language)) {
            const char *token = str_format(s->a, "{%.*s}", STR_ARG(name)).ptr;
            fail_at_line(s, line_with(s, token), token,
                         "nothing fills %s: it must be an input, #input, a size, {value}, {solution} or {how}", token);
        }
        if (end != SIZE_MAX && fill_one(s, &b, str_slice(text, k + 1, end), more, language))
            k = end;
        else
            strbuf_add_byte(&b, text.ptr[k]);
    }
    return str_copy(s->a, strbuf_text(&b));
}

datum *filled_words(session *s, const datum *words, const datum *more) {
    if (!words)
        return NULL;
    if (words->kind == DATUM_TEXT)
        return datum_text(s->a, fill(s, words->text, more, STR("")));
    datum *map = datum_map(s->a);
    for (size_t k = 0; k < words->count; k++)
        datum_put_str(s->a, map, words->items[k]->key,
                      datum_text(s->a, fill(s, words->items[k]->text, more, words->items[k]->key)));
    return map;
}

static void put(session *s, datum *map, const char *key, const datum *words) {
    if (words)
        datum_put(s->a, map, key, (datum *)words);
}

static datum *text_datum(session *s, str text) {
    return datum_text(s->a, text);
}

static datum *inputs_of(session *s) {
    datum *list = datum_list(s->a);
    for (size_t k = 0; k < s->input_count; k++) {
        const lua_input *in = &s->inputs[k];
        datum *one = datum_add(s->a, list, datum_map(s->a));
        datum_put(s->a, one, "name", text_datum(s, in->name));
        datum_put(s->a, one, "kind", text_datum(s, str_of(lua_input_kinds[in->kind])));
        datum *sizes = datum_list(s->a);
        for (int n = 0; n < 2; n++)
            if (in->sizes[n].len)
                datum_add(s->a, sizes, text_datum(s, in->sizes[n]));
        if (sizes->count)
            datum_put(s->a, one, "sizes", sizes);
        put(s, one, "means", in->means);
    }
    return list;
}

static const char *goal_name(dp_goal goal) {
    static const char *const names[] = {
        [DP_MIN] = "min", [DP_MAX] = "max", [DP_SUM] = "sum", [DP_ONLY] = "only", [DP_ANY] = "any", [DP_ALL] = "all"};
    return names[goal];
}

static str outside_text(session *s, const exact *v) {
    return v->state == DP_TRUE ? STR("true") : v->state == DP_FALSE ? STR("false") : exact_text(v, s->a);
}

static datum *functions_of(session *s, const datum *more) {
    datum *list = datum_list(s->a);
    for (int k = 0; k < s->function_count; k++) {
        const rec_function *f = &s->functions[k];
        datum *one = datum_add(s->a, list, datum_map(s->a)), *indices = datum_list(s->a);
        datum_put(s->a, one, "id", text_datum(s, str_of(f->name)));
        datum_put(s->a, one, "table", text_datum(s, str_of(f->name)));
        for (int n = 0; n < f->arity; n++) {
            datum *index = datum_add(s->a, indices, datum_map(s->a));
            datum_put(s->a, index, "name", text_datum(s, f->index[n].letter));
            datum_put(s->a, index, "first", text_datum(s, f->index[n].first.text));
            datum_put(s->a, index, "last", text_datum(s, f->index[n].last.text));
        }
        datum_put(s->a, one, "indices", indices);
        put(s, one, "means", filled_words(s, f->means, more));
        put(s, one, "formula", f->formula);
        if (f->outside.state != DP_NONE)
            datum_put(s->a, one, "outside", text_datum(s, outside_text(s, &f->outside)));
        datum_put(s->a, one, "goal", text_datum(s, str_of(goal_name(f->main_goal))));
        datum_put(s->a, one, "order", text_datum(s, str_of(s->order ? s->order : "rows")));
    }
    return list;
}

static datum *goal_of(session *s) {
    datum *goal = datum_map(s->a);
    const rec_function *f = &s->functions[s->goal_function];
    if (s->goal_best)
        datum_put(s->a, goal, "best", text_datum(s, str_of(goal_name(s->goal_kind))));
    datum_put(s->a, goal, "fn", text_datum(s, str_of(f->name)));
    if (s->goal_best)
        return goal;
    datum *at = datum_put(s->a, goal, "at", datum_list(s->a));
    for (int k = 0; k < f->arity; k++)
        datum_add(s->a, at, text_datum(s, s->goal_text[k]));
    return goal;
}

/* What is said of a goal that cannot be reached by a file without words for it. */
static datum *unreachable_words(str value, arena *a) {
    datum *words = datum_map(a);
    const char *sign = str_is(value, "-inf") ? "−∞" : "∞";
    bool no = str_is(value, "false");
    datum_put(a, words, "en",
              datum_text(a, no ? STR("The answer is no.")
                               : str_format(a, "The goal cannot be reached: its value is %s.", sign)));
    datum_put(a, words, "zh",
              datum_text(a, no ? STR("答案是否定的。") : str_format(a, "目标无法达到：它的值是 %s。", sign)));
    return words;
}

datum *header_of(session *s, const datum *answer, datum *mistakes, datum *counts) {
    arena *a = s->a;
    datum *h = datum_map(a), *more = datum_map(a), *sizes = datum_map(a);
    const datum *value = datum_get(answer, "value"), *solution = datum_get(answer, "solution");
    str shown = datum_as_text(value);
    bool possible = !str_is(shown, "inf") && !str_is(shown, "-inf") && !str_is(shown, "false");
    datum_put(a, more, "value", text_datum(s, shown));
    const datum *nothing = datum_get(s->words, "nothing");
    datum *said = s->told ? s->told : (datum *)solution;
    if (!s->told && solution && !solution->text.len && nothing)
        said = (datum *)nothing;
    put(s, more, "solution", said);
    datum_put(a, h, "value", text_datum(s, shown));
    str optimal = datum_as_text(datum_get(answer, "optimal"));
    if (optimal.len && !str_is(optimal, "0") && !str_is(optimal, "1"))
        datum_put(a, h, "ties", text_datum(s, optimal));
    put(s, h, "title", filled_words(s, datum_get(s->words, "title"), more));
    put(s, h, "ask", filled_words(s, datum_get(s->words, "ask"), more));
    const datum *impossible = datum_get(s->words, "impossible");
    const datum *words = possible     ? datum_get(s->words, "answer")
                         : impossible ? impossible
                                      : unreachable_words(shown, a);
    put(s, h, "answer", filled_words(s, words, more));
    put(s, h, "summary", filled_words(s, datum_get(s->words, "summary"), more));
    put(s, h, "time", datum_get(s->words, "time"));
    datum_put(a, h, "inputs", inputs_of(s));
    for (size_t k = 0; k < s->sizes->count; k++)
        datum_put_str(a, sizes, s->sizes->items[k]->key,
                      datum_text(a, str_format(a, "%lld", (long long)s->sizes->items[k]->integer)));
    datum_put(a, h, "sizes", sizes);
    datum_put(a, h, "functions", functions_of(s, more));
    datum_put(a, h, "goal", goal_of(s));
    if (s->labels->count)
        datum_put(a, h, "labels", s->labels);
    put(s, h, "counts", counts);
    put(s, h, "solution", said);
    if (mistakes && mistakes->count)
        datum_put(a, h, "mistakes", mistakes);
    return h;
}
