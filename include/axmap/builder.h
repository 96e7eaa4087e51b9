/* Writing a function of one example.
 *
 * The function is an ordinary C callback that receives values standing for its arguments and
 * combines them with the operations of <axmap/axmap.h>; running it once records (traces) a graph.
 *
 *     // Squared error of a linear model on ONE example: w [d], x [d], y [].
 *     static void squared_error(ax_builder *b, const ax_value *in, ax_value *out, void *user)
 *     {
 *         ax_value prediction = ax_dot(in[0], in[1]);
 *         out[0] = ax_square(ax_sub(prediction, in[2]));
 *     }
 *
 * Errors are sticky: an operation on operands that do not fit returns a poisoned value, later
 * operations on it do nothing, and whoever traces the function gets the first message with the
 * user's file and line. So expressions chain without a check on every line.
 */
#ifndef AXMAP_BUILDER_H
#define AXMAP_BUILDER_H

#include <axmap/api.h>
#include <axmap/status.h>
#include <axmap/type.h>

AX_BEGIN_DECLS

/* A graph under construction; lives while the callback runs. */
typedef struct ax_builder ax_builder;
typedef struct ax_var ax_var;

/* A value of the graph being built, passed by value. Valid until its builder is finished. */
typedef struct ax_value {
    ax_builder *builder;
    const ax_var *var; /* NULL: poisoned by an earlier error */
} ax_value;

/* A place in a source text. column 0: unknown. */
typedef struct ax_location {
    const char *file;
    int line;
    int column;
} ax_location;

#ifdef __cplusplus
#define AX_HERE (ax_location{__FILE__, __LINE__, 0})
#else
#define AX_HERE ((ax_location){__FILE__, __LINE__, 0})
#endif

/* What compare asks of its operands. Floats compare as IEEE 754 says (NaN is unequal to all); with
 * AX_TOTAL_... they are in its totalOrder: -NaN < -inf < ... < -0 < +0 < ... < inf < NaN. */
typedef enum ax_comparison {
    AX_EQ,
    AX_NE,
    AX_LT,
    AX_LE,
    AX_GT,
    AX_GE,
    AX_TOTAL_EQ,
    AX_TOTAL_NE,
    AX_TOTAL_LT,
    AX_TOTAL_LE,
    AX_TOTAL_GT,
    AX_TOTAL_GE
} ax_comparison;

/* A function of one example. `in` holds its arguments, `out` takes its results; `user` is the
 * pointer given with the function. */
typedef void ax_trace_fn(ax_builder *builder, const ax_value *in, ax_value *out, void *user);

/* The type of a value; a scalar bool for a poisoned one. */
AX_API ax_type ax_value_type(ax_value value);

/* Reports an error of the user's own through the trace, for example an argument of the wrong shape.
 * The first error of a trace is the one that is reported. Consumes `status`; NULL is allowed. */
AX_API void ax_builder_fail(ax_builder *builder, ax_status *status);

/* Whether an error is pending. */
AX_API bool ax_builder_failed(const ax_builder *builder);

AX_END_DECLS

#endif
