/* select_and_scatter, between its files. */
#ifndef AXMAP_OPS_SELECT_AND_SCATTER_H
#define AXMAP_OPS_SELECT_AND_SCATTER_H

#include "ops/eval.h"

enum { AX_SELECT_REGION, AX_SCATTER_REGION };

ax_eval_fn ax_eval_select_and_scatter;

#endif
