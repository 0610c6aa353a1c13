/* The 24-point game's own names for templates: `hand` and `book`, objects whose names docs/templates.md explains. */
#include "extension.h"

#include "game24/story/sheet.h"

static view_value root_hand(const view *v, arena *a) {
    return view_value_of_datum(game24_hand_facts(v->object, a), a);
}

static view_value root_book(const view *v, arena *a) {
    return view_value_of_datum(game24_book_facts(v->object, a), a);
}

static const view_name root_names[] = {
    {"hand", root_hand},
    {"book", root_book},
    {NULL, NULL},
};

const story_extension game24_names = {.name = "game24", .own[OWN_ROOT].rows = root_names};
