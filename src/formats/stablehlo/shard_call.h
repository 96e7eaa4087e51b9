/* Manual computations in older forms: a function that is called between custom calls which turn whole
 * arrays into shards and back.
 *
 *   @SPMDFullToShardShape, call, @SPMDShardToFullShape      with mhlo.sharding texts (GSPMD)
 *   @xla.sdy.GlobalToLocalShape, call, @xla.sdy.LocalToGlobalShape   with Shardy's attributes as texts
 *
 * The call becomes the shard_map, and sets the results of the ops behind it. */
#ifndef AXMAP_FORMATS_STABLEHLO_SHARD_CALL_H
#define AXMAP_FORMATS_STABLEHLO_SHARD_CALL_H

#include "formats/stablehlo/import.h"

/* Whether an op is one of those, or a hint, whose results are shards: there is nothing to import. */
bool ax_hlo_gives_shards(ax_hlo_import *import, const ax_hlo_op *op);

/* Whether a call is that of a mapped function, and its import. */
bool ax_hlo_is_shard_call(ax_hlo_import *import, const ax_hlo_op *call);
ax_status *ax_hlo_import_shard_call(ax_hlo_import *import, const ax_hlo_op *call,
                                    const char *symbol);

/* The custom call that turns shards into whole arrays; its results have been set. */
bool ax_hlo_gathers_shards(const ax_hlo_op *op);
ax_status *ax_hlo_import_gathered(ax_hlo_import *import, const ax_hlo_op *op);

#endif
