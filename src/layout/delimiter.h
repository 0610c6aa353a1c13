/* Brackets that grow, drawn as filled outlines. */
#ifndef HANDTRACE_DELIMITER_H
#define HANDTRACE_DELIMITER_H

#include "scene.h"

/* Draws the bracket ("(", "]", "{", "⌊", "|", "⟩" …) between y = top and y = bottom (top < bottom), its left end at x,
 * in proportions of `size` (points of the text around). Returns its width; 0 and nothing drawn if `bracket` is empty or
 * none that grows. */
double delimiter_draw(scene *s, str bracket, double x, double top, double bottom, double size, color c);

#endif
