/* The commands. Each returns false when something is wrong, and then the error says what. */
#ifndef HANDTRACE_COMMANDS_H
#define HANDTRACE_COMMANDS_H

#include "options.h"

bool command_make(const options *o, arena *a, error *e); /* and render */
bool command_check(const options *o, arena *a, error *e);
bool command_sheet(const options *o, arena *a, error *e);
bool command_list(const options *o, arena *a, error *e);
bool command_new(const options *o, arena *a, error *e);
bool command_try(const options *o, arena *a, error *e);

#endif
