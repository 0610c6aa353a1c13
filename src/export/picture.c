#include "picture.h"

#include "markup.h"
#include "shrink.h"

static bool place_error(const figure_reference *r, error *e) {
    if (!e->line) {
        str message = e->message;
        *e = error_in(e->arena);
        error_at(e, r->source, r->at, r->length, "%.*s", STR_ARG(message));
    }
    return false;
}

static figure *build(const picture_book *b, const figure_reference *r, const figure_kind *kind) {
    figure_request q = {.moment = &r->moment,
                        .context = r->context,
                        .phrases = context_phrases(r->context, b->options->phrases),
                        .fonts = b->options->fonts,
                        .theme = b->options->theme,
                        .lang = b->lang,
                        .params = r->params,
                        .defaults = b->options->params,
                        .told = r->told,
                        .arena = b->arena,
                        .error = b->error};
    figure *f = figure_build(kind, &q);
    if (f)
        figure_shrink(f, r->most_width, r->most_height, b->options->theme->type.least);
    return f;
}

static str label_of(picture_book *b, const figure_reference *r, bool table) {
    datum *facts = datum_map(b->arena);
    datum_put(b->arena, facts, "number", datum_integer(b->arena, (int64_t)r->number));
    context here = {.view = view_of_datum(facts), .outer = r->context};
    return phrases_say(b->options->phrases, table ? STR("sheet.table") : STR("sheet.figure"), &here, NULL, b->arena,
                       b->error);
}

static bool render_part(picture_book *b, const figure *f, size_t k, picture *out) {
    scene *s = f->parts[k];
    render_info info = {.title = s->title, .lang = b->lang, .figures = true};
    render_options o = {.live_text = b->options->live_text};
    o.id_prefix = str_format(b->arena, "p%zu-", ++b->count);
    out->w = s->w;
    out->h = s->h;
    out->alt = s->alt.len ? s->alt : f->alt;
    out->svg = backend_named(STR("svg"))->picture(s, 0, 1, &info, &o, b->arena, b->error);
    return !error_set(b->error);
}

bool picture_draw(picture_book *b, const figure_reference *r, pictures *out) {
    const figure_kind *kind = figure_kind_named(r->name);
    if (!kind)
        return error_at(b->error, r->source, r->at, r->length, "no figure '%.*s'", STR_ARG(r->name));
    if (!figure_run(kind, &r->moment))
        return error_at(b->error, r->source, r->at, r->length, "there is nothing here for the figure '%.*s'",
                        STR_ARG(r->name));
    figure *f = build(b, r, kind);
    if (!f)
        return place_error(r, b->error);
    str own = markup_plain(f->title, b->arena);
    *out =
        (pictures){.parts = ARENA_ARRAY(b->arena, picture, f->count ? f->count : 1),
                   .count = f->count,
                   .table = kind->table,
                   .label = kind->bare || r->in_cell ? STR("") : label_of(b, r, kind->table),
                   .title = r->caption_count || r->in_cell ? spans_plain(r->caption, r->caption_count, b->arena) : own,
                   .notes = ARENA_ARRAY(b->arena, str, f->note_count + 1),
                   .note_count = f->note_count};
    for (size_t k = 0; k < f->note_count; k++)
        out->notes[k] = markup_plain(f->notes[k], b->arena);
    for (size_t k = 0; k < f->count; k++)
        if (!render_part(b, f, k, &out->parts[k]))
            return false;
    return !error_set(b->error);
}
