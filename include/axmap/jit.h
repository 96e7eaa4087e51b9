/* Compiled functions: compile once for each kind of arguments, call again and again.
 *
 *     AX_TRY(ax_jit(f, NULL, &fast));
 *     AX_TRY(ax_call(context, fast, inputs, outputs));   compiles, then runs
 *     AX_TRY(ax_call(context, fast, inputs, outputs));   runs
 *
 * or by hand, on arrays that are there already:
 *
 *     AX_TRY(ax_compile(context, f, types, &compiled));
 *     AX_TRY(ax_compiled_run(compiled, inputs, outputs));
 */
#ifndef AXMAP_JIT_H
#define AXMAP_JIT_H

#include <axmap/array.h>
#include <axmap/context.h>
#include <axmap/fn.h>

AX_BEGIN_DECLS

typedef struct ax_jit_options {
    /* Arguments, by number, that a call uses up: results and intermediate values may lie in their memory.
     * Their data are NULL after a call that has succeeded, and a later call with them is an error; after
     * one that has failed their contents are undefined. The caller still releases them. */
    ax_ints donate;
} ax_jit_options;

/* Wraps a function so that calls of it (ax_call) trace and compile it once for each combination of
 * argument types. The context keeps what was compiled: the last hundred or so programs that were called,
 * found by function and types, or by what they compute. `options` NULL: all defaults.
 *
 * A function written in C is traced once for each combination: it must always build the same.
 * Calls run on this rank alone, on whole arrays, with the threads of its first device; one that has axes
 * of its own (ax_shard_map) runs over all devices, as without ax_jit. Results are new arrays, as from any
 * call. Traced inside another function, a jitted one means what it wraps; `donate` counts in calls only.
 *
 * The function is kept, the caller releases *out_fn. Several threads may call it at once, but not one that
 * runs over the devices of several ranks (<axmap/context.h>).
 *
 * Errors: AX_INVALID_ARGUMENT: `donate` names an argument that is not there, or twice; the function is a
 * mapped one (ax_map, ax_pmap), whose calls compile by themselves: give ax_jit what it maps. */
AX_API ax_status *ax_jit(ax_fn *fn, const ax_jit_options *options, ax_fn **out_fn);

/* A function compiled for given types of arguments. */
typedef struct ax_compiled ax_compiled;

/* Compiles a function for arguments of these types (ax_fn_ninputs of them), or finds it compiled. Of a
 * jitted function its `donate` counts. What is compiled keeps the context alive; the caller releases it.
 * It is this rank's alone: nothing is communicated. Several threads may compile at once.
 *
 * Errors: as those of ax_jit and of the trace; AX_UNSUPPORTED: it has axes of its own (ax_shard_map) and
 * the context several devices, or check_promises: such functions are called. */
AX_API ax_status *ax_compile(ax_context *context, ax_fn *fn, const ax_type *types,
                             ax_compiled **out_compiled);

AX_API void ax_compiled_retain(ax_compiled *compiled);
AX_API void ax_compiled_release(ax_compiled *compiled); /* NULL is allowed */

/* The type of a result; `result` in [0, ax_fn_noutputs). */
AX_API ax_type ax_compiled_result_type(const ax_compiled *compiled, int32_t result);

/* The donated argument whose array may be given as this result, or -1: where a kernel still reads the
 * argument while it writes the result, or their types differ, the two are apart, donated or not. */
AX_API int32_t ax_compiled_alias(const ax_compiled *compiled, int32_t result);

/* Runs it on whole arrays of the types that it was compiled for; `outputs` are overwritten. Nothing is
 * allocated but by steps that `unplanned` counts. Donated arguments stay the caller's and hold anything
 * afterwards. Several threads may run it at once, each then with memory of its own.
 *
 * Errors: AX_INVALID_ARGUMENT: an array of another type, sharded, donated, or given twice where it is
 * written: an output may be no input, but for the one that is its alias. */
AX_API ax_status *ax_compiled_run(ax_compiled *compiled, ax_array *const *inputs,
                                  ax_array *const *outputs);

/* What a run costs: memory in bytes, work from shapes alone. */
typedef struct ax_compile_report {
    int64_t peak_bytes;         /* what a run holds beside arguments and results, exactly */
    int64_t largest_live_bytes; /* the largest sum of what is alive at once in it */
    int64_t input_bytes, output_bytes;
    int64_t flops;       /* 2 for each product of a matrix product, 1 for each element else */
    int64_t bytes_moved; /* that its kernels read and write */
    int32_t kernels;
    int32_t evaluated; /* of these, by an operation's own slow evaluation */
    int32_t unplanned; /* of these, that may hold more than peak_bytes says */
    double compile_ms; /* milliseconds that it took, when it was compiled */
} ax_compile_report;

AX_API ax_compile_report ax_compiled_report(const ax_compiled *compiled);

/* Its steps for people, as `axmap show --optimized` prints them. The caller frees the text with free(). */
AX_API ax_status *ax_compiled_print(const ax_compiled *compiled, char **out_text);

AX_END_DECLS

#endif
