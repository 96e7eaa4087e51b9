/* What the files of shard_call.h share. */
#ifndef AXMAP_FORMATS_STABLEHLO_SHARD_CALL_PRIVATE_H
#define AXMAP_FORMATS_STABLEHLO_SHARD_CALL_PRIVATE_H

#include "formats/stablehlo/shard_call.h"

/* Whether an op is the custom call of `target`; @SPMDFullToShardShape; @SPMDShardToFullShape. */
bool ax_hlo_calls(const ax_hlo_op *op, const char *target);
bool ax_hlo_is_gspmd_split(const ax_hlo_op *op);
bool ax_hlo_is_gspmd_join(const ax_hlo_op *op);

/* The value that hints pass on. */
const ax_hlo_value *ax_hlo_behind_hints(const ax_hlo_value *value);

/* The custom call that made a shard of an array, or NULL. */
const ax_hlo_op *ax_hlo_split_of(const ax_hlo_value *value);

/* The next op behind `behind`, in its region, that turns results of the call into whole arrays, or NULL.
 * Looking counts against the bound on the program's ops. */
const ax_hlo_op *ax_hlo_next_join(ax_hlo_import *import, const ax_hlo_op *call,
                                  const ax_hlo_op *behind);

ax_status *ax_hlo_import_gspmd_call(ax_hlo_import *import, const ax_hlo_op *call,
                                    const char *symbol);

#endif
