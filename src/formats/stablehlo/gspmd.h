/* GSPMD's shardings, "{devices=[4,2]<=[8]}" and the like: how programs were sharded before Shardy.
 *
 * They have no mesh and no names: each says which device holds which tile. The axes of a grid of all
 * devices over which every sharding of a program cuts along whole axes are found from them. */
#ifndef AXMAP_FORMATS_STABLEHLO_GSPMD_H
#define AXMAP_FORMATS_STABLEHLO_GSPMD_H

#include "formats/stablehlo/import.h"
#include "ir/spec.h"

enum { AX_GSPMD_MOST_AXES = 32 };

typedef struct ax_gspmd_sharding {
    bool tiled;      /* false: every device holds the whole */
    bool all_manual; /* "{manual}" */
    int32_t ndim;    /* of tiles, the dimensions of the array first */
    int64_t dims[AX_MAX_NDIM + 4];
    int32_t nlast;    /* how many of them stand behind those of the array */
    bool manual[4];   /* of these: its devices are manual; else they hold copies */
    int64_t count;    /* of devices */
    int64_t *tile_of; /* by device: the number of its tile */
} ax_gspmd_sharding;

/* Reads the text; lists lie in the graph's arena. */
ax_status *ax_gspmd_read(ax_hlo_import *import, const char *text, ax_hlo_place place,
                         ax_gspmd_sharding *out_sharding);

/* The grid of devices that is being found. */
typedef struct ax_gspmd_grid {
    int64_t count; /* of devices; 0: not known yet */
    int32_t nstrides;
    int64_t strides[AX_GSPMD_MOST_AXES + 1]; /* of the axes, minor to major: 1, ... */
} ax_gspmd_grid;

/* Cuts the grid so that the sharding's dimensions are whole axes. AX_UNSUPPORTED: there is no such grid. */
ax_status *ax_gspmd_refine(const ax_hlo_import *import, ax_hlo_place place,
                           const ax_gspmd_sharding *sharding, ax_gspmd_grid *grid);

/* With the grid complete: the axes of one of the sharding's dimensions, major to minor, each as the
 * number of an axis of the grid, the major one 0. Returns how many. */
int32_t ax_gspmd_axes_of(const ax_gspmd_grid *grid, const ax_gspmd_sharding *sharding, int32_t dim,
                         int64_t out_axes[AX_GSPMD_MOST_AXES]);

/* The size of an axis of the grid. */
int64_t ax_gspmd_axis_size(const ax_gspmd_grid *grid, int32_t axis);

#endif
