/* Shardy's meshes and shardings. */
#ifndef AXMAP_FORMATS_STABLEHLO_MESH_H
#define AXMAP_FORMATS_STABLEHLO_MESH_H

#include "formats/stablehlo/tree.h"

/* The axes of sdy.mesh @symbol: a list of integers with names, major to minor. A mesh of one device,
 * <[], device_ids=[0]>, has none. */
ax_status *ax_hlo_mesh_axes(const ax_hlo_module *module, const char *symbol, ax_hlo_place place,
                            const ax_hlo_attr **out_axes);
ax_status *ax_hlo_mesh_axis_size(const ax_hlo_module *module, const char *symbol, const char *axis,
                                 ax_hlo_place place, int64_t *out_size);

/* in_shardings and the like: the list of shardings in either way of writing it. NULL: it is none. */
const ax_hlo_attr *ax_hlo_sharding_list(const ax_hlo_attr *attr);

/* <@mesh, [{"i"}, {}], unreduced={"j"}>: the mesh's name; the list of dimensions, each a dictionary of
 * axes, between which priorities may stand ({"i"}p1). NULL: it is none. */
const char *ax_hlo_sharding_mesh(const ax_hlo_attr *sharding);
const ax_hlo_attr *ax_hlo_sharding_dims(const ax_hlo_attr *sharding);

/* The next axis in a dictionary of axes {"i", "j":(1)2, ?}: its name, and whether only a part of it is
 * meant. False at the end. `*position` starts at 0. */
bool ax_hlo_next_axis(const ax_hlo_attr *axes, int32_t *position, const ax_hlo_attr **out_name,
                      bool *out_is_part);

#endif
