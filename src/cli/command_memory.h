/* The memory of one command: its limit, and what happens when it is used up. */
#ifndef HANDTRACE_COMMAND_MEMORY_H
#define HANDTRACE_COMMAND_MEMORY_H

#include "options.h"

/* Touches the stack as deep as it will be needed: where the system bounds memory, it could not grow later, and there
 * would be nobody to tell. Leaves with a message and STATUS_INPUT if it cannot grow now. */
void reserve_stack(void);
/* The budget of the command, in which everything is counted from now on, 1024 MB unless the environment says otherwise.
 * When it is used up, a message about the command in `o` (borrowed; it may be filled in later) goes to standard error,
 * what was registered with budget_at_exhaustion is undone, and the program leaves with STATUS_INPUT. */
memory_budget *memory_of_command(const options *o);
/* Sets the limit from HANDTRACE_MEMORY, a whole number of megabytes from 16 to 1048576; unset or empty leaves the
 * default. Anything else is an error (STATUS_USAGE). */
bool memory_from_environment(error *e);

#endif
