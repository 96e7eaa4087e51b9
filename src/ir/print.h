/* Parts of a printed graph (ax_graph_print), for those who print something around them. */
#ifndef AXMAP_IR_PRINT_H
#define AXMAP_IR_PRINT_H

#include "base/text.h"
#include "ir/graph.h"

/* The name of a var in its graph: a, b, ... z, aa, ... */
void ax_print_name(ax_text *text, const ax_var *var);

/* An equation with its regions, which begin `indent` columns further right; ends the line. */
void ax_print_eqn(ax_text *text, const ax_eqn *eqn, int indent);

/* Whether an equation is a scalar constant, which prints where it is used. */
bool ax_prints_in_place(const ax_eqn *eqn);

#endif
