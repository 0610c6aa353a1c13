/* Products of matrices in another order than the one a trace kept: the tree of brackets such as "((A1A2)A3)", with the
 * sizes and costs that follow from the sizes of its leaves. */
#ifndef HANDTRACE_PRODUCT_H
#define HANDTRACE_PRODUCT_H

#include "draw/drawing.h"

/* "30×35" taken apart. False if it is no size. */
bool size_parts(str size, str *rows, str *cols);
/* The same typeset: "30 × 35"; another text as it is. */
str size_shown(const drawing *d, str size);
/* "A1" as "A_{1}" in mathematics, other labels as the words that they are; the same as markup. */
str leaf_tex(const drawing *d, str label);
str leaf_markup(const drawing *d, str label);

/* The tree of those brackets over neighbouring leaves of `tree`, each by its label; what has no brackets goes from left
 * to right, and "A3..A5" is one factor. NULL with an error if the text is no such product. */
const story_node *product_in_order(drawing *d, const story_node *tree, str order);

#endif
