/* Centres records on their mean, on every device of every rank.
 *
 * center() is written for ONE record: a matrix product, the mean over all records, another product.
 * ax_vmap makes it a function of a batch inside one device; ax_map shards the batch over all ranks
 * and devices. Both are called here, and must agree. Run it with: mpirun -n 3 center
 */
#include <axmap/axmap.h>
#include <axmap/mpi.h>
#include <math.h>
#include <stdio.h>

enum { RECORDS = 1009, FEATURES = 24, HIDDEN = 33 };

/* w [HIDDEN, FEATURES] and x [FEATURES], one record -> y [HIDDEN] and the mean [HIDDEN]. */
static void center(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_value hidden = ax_tanh(ax_dot(in[0], in[1]));
    out[1] = ax_pmean(hidden, AX_AXES("records"));
    out[0] = ax_sub(hidden, out[1]);
}

static ax_status *example(ax_context *context)
{
    static float w[HIDDEN * FEATURES], x[RECORDS * FEATURES];
    for (int i = 0; i < HIDDEN * FEATURES; i++)
        w[i] = sinf((float)i) / 4;
    for (int i = 0; i < RECORDS * FEATURES; i++)
        x[i] = cosf((float)i);

    ax_array *in[2], *mapped[2], *batched[2], *whole;
    AX_TRY(ax_array_create(&(ax_type){AX_F32, 2, {HIDDEN, FEATURES}}, w, &in[0]));
    AX_TRY(ax_array_create(&(ax_type){AX_F32, 2, {RECORDS, FEATURES}}, x, &in[1]));

    ax_fn *f, *map, *vmap;
    ax_ints in_axes = AX_LIST(AX_NONE, 0), out_axes = AX_LIST(0, AX_NONE);
    AX_TRY(ax_fn_create(center, NULL, 2, 2, &f));
    AX_TRY(ax_map(f, &(ax_map_options){in_axes, out_axes, .axis_name = "records"}, &map));
    AX_TRY(ax_vmap(f, &(ax_vmap_options){in_axes, out_axes, .axis_name = "records"}, &vmap));
    AX_TRY(ax_call(context, map, in, mapped));
    AX_TRY(ax_call(context, vmap, in, batched));

    double sum = 0, difference = 0;
    AX_TRY(ax_array_gather(context, mapped[0], &whole));
    const float *y = ax_array_data(whole), *expected = ax_array_data(batched[0]);
    for (int i = 0; i < RECORDS * HIDDEN; i++) {
        sum += (double)y[i];
        difference = fmax(difference, fabs((double)y[i] - (double)expected[i]));
    }
    if (ax_context_rank(context) == 0) {
        printf(
            "%d records on %d devices of %d ranks: sum after centring %.6f, map and vmap differ by "
            "%.1e\n",
            RECORDS, ax_context_device_count(context), ax_context_size(context), sum, difference);
    }
    ax_array *arrays[] = {in[0], in[1], mapped[0], mapped[1], batched[0], batched[1], whole};
    for (int i = 0; i < 7; i++)
        ax_array_release(arrays[i]);
    ax_fn_release(f), ax_fn_release(map), ax_fn_release(vmap);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    ax_context *context = NULL;
    ax_status *status = ax_context_create_mpi(MPI_COMM_WORLD, NULL, &context);
    if (!status)
        status = example(context);
    if (status)
        fprintf(stderr, "%s\n", ax_status_message(status));
    if (status)
        MPI_Abort(MPI_COMM_WORLD, 1);
    ax_context_release(context);
    MPI_Finalize();
    return 0;
}
