/* Functions as the house sees them: what an ax_fn wraps, and how it is traced. */
#ifndef AXMAP_TRANSFORM_FN_H
#define AXMAP_TRANSFORM_FN_H

#include "base/text.h"
#include "ir/builder.h"

#include <axmap/fn.h>
#include <stdatomic.h>

typedef enum ax_fn_kind {
    AX_FN_TRACE,
    AX_FN_GRAPH,
    AX_FN_VMAP,
    AX_FN_MAP,
    AX_FN_PMAP,
    AX_FN_SHARD_MAP,
    AX_FN_JIT
} ax_fn_kind;

struct ax_fn {
    atomic_int references;
    ax_fn_kind kind;
    int32_t ninputs, noutputs;
    /* AX_FN_TRACE */
    ax_trace_fn *trace;
    void *user;
    /* AX_FN_GRAPH: owned; its named axes are bound by the transform around it */
    ax_graph *graph;
    /* AX_FN_VMAP, AX_FN_MAP and AX_FN_PMAP: the wrapped function and owned copies of the options */
    ax_fn *inner;
    ax_ints in_axes, out_axes; /* full length, or empty for all 0 */
    char *axis_name;           /* or NULL */
    int64_t axis_size;         /* as in ax_vmap_options */
    /* AX_FN_MAP: as in ax_map_options */
    int64_t block_rows, micro_batch;
    const void *mesh_context; /* of its mesh; NULL: no mesh */
    int64_t mesh_devices;
    int *mesh_ids; /* the devices' numbers; owned */
    /* AX_FN_PMAP: as in ax_pmap_options; owned */
    ax_ints devices;
    /* AX_FN_MAP, AX_FN_PMAP and AX_FN_JIT: the arguments that a call uses up; owned */
    ax_ints donate;
    /* AX_FN_SHARD_MAP, beside `inner`; owned */
    struct ax_shard_map_binding *binding;
};

/* A function that is this graph, which it takes over (on success). */
ax_status *ax_fn_from_graph(ax_graph *graph, ax_fn **out_fn);

/* A function wrapped by vmap, map, pmap or jit. */
ax_status *ax_fn_wrap(ax_fn_kind kind, ax_fn *fn, const ax_vmap_options *options, ax_fn **out_fn);

/* What messages call the transform: "vmap", "map", "pmap" or "jit". */
const char *ax_fn_transform(const ax_fn *fn);

/* Copies a list; the empty list for an empty one. */
ax_status *ax_ints_copy(ax_ints list, ax_ints *out_list);

/* Notes which arguments calls use up: numbers in [0, ninputs), each once. */
ax_status *ax_fn_set_donate(ax_fn *fn, ax_ints donate);

/* The graph of `fn` for these argument types. `axes` are the named axes bound around it. Tracing a
 * mapped function gives its meaning, which is that of vmap; only a call at the top communicates. */
ax_status *ax_fn_trace(ax_fn *fn, const ax_type *types, const ax_axis *axes, ax_graph **out_graph);

/* How a call of a mapped function binds its arguments: the types of one example, and the axes in
 * [0, ndim). */
typedef struct ax_mapped_call {
    ax_graph *example; /* the function of one example, its own axis still named */
    int64_t size;      /* of the mapped axis */
    int64_t *in_axes;  /* ninputs, AX_NONE where shared */
    int64_t *out_axes; /* noutputs, AX_NONE where unmapped; else in [0, ndim of the result] */
} ax_mapped_call;

/* Traces the function inside a vmap or map for arguments of these (whole) types. The caller frees
 * with ax_mapped_call_free. */
ax_status *ax_fn_trace_example(const ax_fn *fn, const ax_type *types, const ax_axis *axes,
                               ax_mapped_call *out_call);
void ax_mapped_call_free(ax_mapped_call *call);

/* The steps of that. Axes of arguments in [0, ndim) or AX_NONE, and the size that mapped arguments and
 * axis_size agree on; axes of results from the types of one example; a message's name of an argument:
 * 0 'x' f32[10,4]. */
ax_status *ax_fn_bind_arguments(const ax_fn *fn, const ax_type *types, int64_t *out_axes,
                                int64_t *out_size);
ax_status *ax_fn_bind_results(const ax_fn *fn, const ax_type *example_types, int64_t *out_axes);
void ax_fn_describe_argument(ax_text *text, const ax_fn *fn, int32_t index, const ax_type *type);

#endif
