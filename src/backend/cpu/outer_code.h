/* The tiles of backend/outer.h in vector registers. */
#ifndef AXMAP_BACKEND_CPU_OUTER_CODE_H
#define AXMAP_BACKEND_CPU_OUTER_CODE_H

#include "backend/cpu/codegen.h"
#include "backend/outer.h"

ax_status *ax_outer_code(ax_codegen *codegen, ax_dtype dtype, ax_outer_tile *out_tile);

#endif
