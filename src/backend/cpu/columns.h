/* The windows of a convolution's input as a matrix: a row a term, a column a position (im2col).
 *
 * A position counts places of the window over all images; a term is a pair of window position and
 * input feature, at window * window_stride + feature * feature_stride. Where the window is a single
 * element and nothing is padded the input itself is that matrix, and nothing is copied.
 */
#ifndef AXMAP_BACKEND_CPU_COLUMNS_H
#define AXMAP_BACKEND_CPU_COLUMNS_H

#include "backend/cpu/blas.h"
#include "ops/convolution.h"

/* Neighbouring positions of a tile that read the input at regular distances, or only padding. */
typedef struct ax_columns_run {
    int64_t first, count; /* positions, counted in the tile */
    int64_t source;       /* element that the first one reads, or -1 for padding */
} ax_columns_run;

typedef struct ax_columns {
    const ax_conv_layout *layout;
    int64_t bytes, terms;
    int64_t window_stride, feature_stride; /* of terms */
    enum { AX_COLUMNS_INPUT, AX_COLUMNS_BY_TERM, AX_COLUMNS_BY_POSITION } form;
    bool within_image;  /* the input itself is used, and images do not follow one another in it */
    bool turned;        /* AX_COLUMNS_INPUT: which way round it lies, */
    int64_t stride;     /* and with what stride */
    int64_t run_stride; /* AX_COLUMNS_BY_TERM: distance of the elements that a run reads */
    void *memory;       /* of the columns of a tile */
    ax_columns_run *runs;
} ax_columns;

/* Chooses a form for tiles of up to `tile` positions and makes room for one. `layout` must outlive
 * the columns. */
ax_status *ax_columns_plan(const ax_eval_env *env, const ax_conv_layout *layout, int64_t bytes,
                           int64_t tile, ax_columns *out_columns);

/* The columns of positions first..first+count-1 of one group, whose input starts at `lhs`: terms x
 * positions. Valid until the next call. */
ax_blas_matrix ax_columns_tile(const ax_columns *columns, const char *lhs, int64_t first,
                               int64_t count);

/* The image of a position, and its indices in it; then the walk to the next one, which returns 1
 * where that is in the next image. */
int64_t ax_columns_position(const ax_conv_layout *layout, int64_t position, int64_t *out_index);
int64_t ax_columns_next(const ax_conv_layout *layout, int64_t *index);

#endif
