/* Figures made smaller than they like to be. */
#ifndef HANDTRACE_SHRINK_H
#define HANDTRACE_SHRINK_H

#include "figure.h"

/* The scale below which some lettering of the figure would be smaller than `least` points; 1 at most. */
double figure_least_scale(const figure *f, double least);
/* Scales the figure's parts. */
void figure_scale(figure *f, double scale);
/* Scales them so that they fit a width and a height (0: any), or as far as their lettering allows. */
void figure_shrink(figure *f, double width, double height, double least);
/* Scales them so that they fit, whatever becomes of their lettering: on a small page a small picture is better than
 * none. False, and they stay as they are, if nothing could be seen then. */
bool figure_squeeze(figure *f, double width, double height);

#endif
