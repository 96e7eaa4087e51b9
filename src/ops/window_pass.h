/* How the windows of reduce_window are folded along one dimension: between window_fold.c and
 * window_blocks.c. */
#ifndef AXMAP_OPS_WINDOW_PASS_H
#define AXMAP_OPS_WINDOW_PASS_H

#include "ops/fold.h"
#include "ops/window_sizes.h"

typedef struct ax_window_pass {
    ax_window_dim dim;
    int64_t places;
    bool plain;                /* results are the elements themselves */
    bool cumulates;            /* the last pass, and ax_window_is_cumulative */
    int64_t step;              /* distance of a window's neighbours, in elements of the input */
    int64_t block;             /* elements in a window, at most */
    int64_t in_slab, out_slab; /* elements behind one index, in the input and in the result */
    int64_t
        pitch; /* in_slab, or where only some columns are folded the whole slab that they are of */
    char *sum; /* one in_slab */
    char *prefix, *suffix; /* running folds in each block, an in_slab for each element; or NULL */
    char *local, *stretches, *whole, *before; /* in_slabs: see run_slabs */
} ax_window_pass;

typedef struct ax_window_folding {
    ax_fold fold;
    int64_t bytes;
    const void *init; /* what is put in front of each fold; NULL: nothing, or put_all_inits does */
    int32_t ndim, npasses; /* dimensions from npasses on are plain */
    ax_window_pass passes[AX_MAX_NDIM];
} ax_window_folding;

/* Dimension d of the reduce_window `eqn`, without its slabs and memory. */
ax_window_pass ax_window_pass_of(const ax_eqn *eqn, int32_t d, int64_t input, int64_t places);

/* The elements under the window at `place`: the first, and how many `step`s apart; 0 when it holds
 * padding only. */
int64_t ax_window_segment(const ax_window_pass *p, int64_t place, int64_t *out_first);

/* Windows that all begin at the first element and end at their own place, or begin there and end at the
 * last one: cumulative folds, forward and in reverse. */
bool ax_window_is_cumulative(const ax_window_pass *p, bool *out_reverse);

/* Folds `x`, whose dimensions before pass `index` are folded already, along this pass and the ones
 * behind it. */
void ax_window_fold_from(const ax_window_folding *f, int32_t index, const char *x, char *out);

/* A cumulative pass, the last one; see ax_window_run_slabs. */
void ax_window_cumulate(const ax_window_folding *f, const ax_window_pass *p, const char *x,
                        char *out);

/* Such a pass forward over AX_FOLD_LINES lines of single elements, one behind the other. */
void ax_window_cumulate_lines(const ax_window_folding *f, const ax_window_pass *p, const char *x,
                              char *out);

/* Puts the init in front of `count` results, if that changes anything. */
void ax_window_put_init(const ax_window_folding *f, char *out, int64_t count);

/* ---- window_blocks.c ---- */

/* out[t] = the fold of x[0..t], for `count` slabs that lie `step` (of either sign) slabs apart; `start`,
 * if there is one, comes first. */
void ax_window_run_slabs(const ax_window_folding *f, const ax_window_pass *p, const char *x,
                         int64_t step, int64_t count, const void *start, char *out);

/* ax_window_fold_from where the pass has memory for blocks. */
void ax_window_fold_by_blocks(const ax_window_folding *f, int32_t index, const char *x, char *out);

#endif
