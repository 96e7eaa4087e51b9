/* Loads a StableHLO program that was lowered over an axis of its own (launch/export.py with
 * --axis-name), fills its arguments with numbers, and maps it over all devices of all ranks:
 *
 *     mpirun -n 3 from_stablehlo tests/data/psum/center.mlir
 */
#include <axmap/axmap.h>
#include <axmap/mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

/* An array of numbers that every rank makes alike; a mapped argument has the axis's length. */
static ax_status *make_argument(const ax_stablehlo *program, int32_t index, ax_array **out)
{
    ax_type type = ax_stablehlo_input_type(program, index);
    int64_t axis = ax_stablehlo_in_axes(program).values[index];
    int64_t dims[AX_MAX_NDIM + 1];
    int32_t ndim = 0;
    for (int32_t i = 0; i <= type.ndim; i++) {
        if (i == axis)
            dims[ndim++] = ax_stablehlo_axis_size(program);
        if (i < type.ndim)
            dims[ndim++] = type.dims[i];
    }
    AX_TRY(ax_type_make(type.dtype, ndim, dims, &type));
    AX_TRY(ax_array_create(&type, NULL, out));
    if (type.dtype != AX_F32)
        return AX_ERROR(AX_UNSUPPORTED, "this example makes f32 only");
    float *data = ax_array_data(*out);
    for (int64_t i = 0; i < ax_type_count(&type); i++)
        data[i] = (float)(i % 17) / 17 - 0.5f;
    return NULL;
}

static void print_result(const ax_stablehlo *program, int32_t index, ax_array *array)
{
    char buffer[AX_TYPE_TEXT];
    ax_type type = ax_array_type(array);
    double sum = 0;
    const float *data = ax_array_data(array);
    for (int64_t i = 0; i < ax_type_count(&type) && type.dtype == AX_F32; i++)
        sum += (double)data[i];
    const char *name = ax_stablehlo_output_name(program, index);
    printf("%s %s: sum %.4f\n", name ? name : "result", ax_type_print(&type, buffer), sum);
}

static ax_status *run(ax_context *context, const ax_stablehlo *program)
{
    ax_fn *f = ax_stablehlo_fn(program), *map;
    const char *axis = ax_stablehlo_axis_name(program);
    if (!axis || ax_fn_ninputs(f) > MOST || ax_fn_noutputs(f) > MOST) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "a program with an axis of its own is wanted");
    }
    ax_array *in[MOST], *out[MOST], *whole;
    for (int32_t i = 0; i < ax_fn_ninputs(f); i++)
        AX_TRY(make_argument(program, i, &in[i]));
    AX_TRY(ax_map(f,
                  &(ax_map_options){.in_axes = ax_stablehlo_in_axes(program),
                                    .out_axes = ax_stablehlo_out_axes(program),
                                    .axis_name = axis},
                  &map));
    AX_TRY(ax_call(context, map, in, out));
    for (int32_t i = 0; i < ax_fn_noutputs(f); i++) {
        AX_TRY(ax_array_gather(context, out[i], &whole));
        if (ax_context_rank(context) == 0)
            print_result(program, i, whole);
        ax_array_release(whole);
        ax_array_release(out[i]);
    }
    for (int32_t i = 0; i < ax_fn_ninputs(f); i++)
        ax_array_release(in[i]);
    ax_fn_release(map);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    ax_context *context = NULL;
    ax_stablehlo *program = NULL;
    ax_status *status = argc == 2
                            ? ax_stablehlo_read(argv[1], &program)
                            : AX_ERROR(AX_INVALID_ARGUMENT, "usage: %s PROGRAM.mlir", argv[0]);
    if (!status)
        status = ax_context_create_mpi(MPI_COMM_WORLD, NULL, &context);
    if (!status)
        status = run(context, program);
    if (status)
        fprintf(stderr, "%s\n", ax_status_message(status));
    if (status)
        MPI_Abort(MPI_COMM_WORLD, 1);
    ax_stablehlo_release(program);
    ax_context_release(context);
    MPI_Finalize();
    return 0;
}
