/* ax_map computes as many rows at once as suits: the same bits as block by block, whatever the chunk, on
 * any number of ranks, devices and threads. */
#include "contexts.h"

#include "exec/context.h"
#include "exec/map.h"
#include "transform/fn.h"

#include <axmap/axmap.h>

enum { WIDTH = 19, OUTPUTS = 4 };

/* w [WIDTH], x [WIDTH] -> softmax of w * x, what it lacks to the mean over all rows, and the mean. */
static void standardized(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_names rows = AX_AXES("rows");
    ax_value scaled = ax_mul(in[0], in[1]);
    ax_value shifted = ax_exp(ax_sub(scaled, ax_max(scaled, AX_LIST(0))));
    out[0] = ax_div(shifted, ax_sum(shifted, AX_LIST(0)));
    out[1] = ax_pmean(out[0], rows);
    out[2] = ax_sub(out[0], out[1]); /* out[0] crosses the cut */
    out[3] = ax_mul(ax_sum(out[2], AX_LIST(0)), ax_convert(ax_axis_index(b, rows), AX_F32));
}

static ax_fn *make_map(int64_t micro_batch)
{
    ax_fn *f, *map;
    assert_ok(ax_fn_create(standardized, NULL, 2, OUTPUTS, &f));
    ax_map_options options = {.in_axes = AX_LIST(AX_NONE, 0),
                              .out_axes = AX_LIST(0, AX_NONE, 0, 0),
                              .axis_name = "rows",
                              .micro_batch = micro_batch};
    assert_ok(ax_map(f, &options, &map));
    ax_fn_release(f);
    return map;
}

static ax_array *numbers(const ax_type *type, unsigned seed)
{
    ax_array *array;
    assert_ok(ax_array_create(type, NULL, &array));
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        seed = seed * 1664525u + 1013904223u;
        ((float *)ax_array_data(array))[i] = (float)(seed >> 8) / (float)(1 << 22) - 2;
    }
    return array;
}

static void call(ax_context *context, int64_t micro_batch, ax_array *const *in, ax_array **out)
{
    ax_array *sharded[OUTPUTS];
    ax_fn *map = make_map(micro_batch);
    assert_ok(ax_call(context, map, in, sharded));
    ax_fn_release(map);
    for (int i = 0; i < OUTPUTS; i++) {
        assert_ok(ax_array_gather(context, sharded[i], &out[i]));
        ax_array_release(sharded[i]);
    }
}

/* The blocks that a phase's executable computes at once, when `micro_batch` rows are asked for. */
static int64_t step_blocks(ax_context *context, int64_t rows, int64_t micro_batch, int32_t phase)
{
    ax_fn *f;
    ax_graph *graph;
    ax_type row = {AX_F32, 1, {WIDTH}};
    ax_axis axis = {.name = "rows", .size = rows};
    assert_ok(ax_fn_create(standardized, NULL, 2, OUTPUTS, &f));
    assert_ok(ax_fn_trace(f, (ax_type[]){row, row}, &axis, &graph));
    ax_fn_release(f);
    bool mapped[] = {false, true};
    ax_map_spec spec = {.example = graph,
                        .mapped = mapped,
                        .axis_name = "rows",
                        .length = rows,
                        .micro_batch = micro_batch};
    ax_map_program *program;
    assert_ok(ax_map_program_create(context, &spec, &program));
    assert_int_equal(program->phases->nphases, 2);
    int64_t blocks = program->code[phase].step_blocks;
    assert_true(blocks <= program->memory.chunk_blocks);
    ax_map_program_free(program);
    return blocks;
}

enum { CONTEXTS = 5 };

static void test_chunks(void **state)
{
    (void)state;
    static const int64_t lengths[] = {1, 2, 100, 129, 1009, 8200};
    static const int64_t micro_batches[] = {0, 1, 7, 300, 100000};
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        int64_t rows = lengths[n];
        ax_array *in[] = {numbers(&(ax_type){AX_F32, 1, {WIDTH}}, 1),
                          numbers(&(ax_type){AX_F32, 2, {rows, WIDTH}}, 2)};
        ax_array *expected[OUTPUTS], *out[OUTPUTS];
        call(contexts[0], 1, in, expected);
        for (size_t m = 0; m < sizeof micro_batches / sizeof micro_batches[0]; m++) {
            call(contexts[(m + n) % CONTEXTS], micro_batches[m], in, out);
            for (int i = 0; i < OUTPUTS; i++) {
                ax_type type = ax_array_type(out[i]);
                assert_memory_equal(ax_array_data(out[i]), ax_array_data(expected[i]),
                                    (size_t)ax_type_bytes(&type));
                ax_array_release(out[i]);
            }
        }
        for (int i = 0; i < OUTPUTS; i++)
            ax_array_release(expected[i]);
        ax_array_release(in[0]);
        ax_array_release(in[1]);
    }
}

/* The test above is of chunks only where chunks are computed at once. */
static void test_chunks_are_computed_at_once(void **state)
{
    (void)state;
    for (int32_t phase = 0; phase < 2; phase++) {
        assert_int_equal(step_blocks(contexts[0], 1009, 1, phase), 1);
        assert_int_equal(step_blocks(contexts[0], 1024, 16 * 32, phase), 32);
        assert_int_equal(step_blocks(contexts[0], 1024, 100000, phase), 64);
        /* One thread takes all that its caches hold: all of these, in blocks of 16 and of 4. */
        assert_int_equal(step_blocks(contexts[0], 1024, 0, phase), 64);
        assert_int_equal(step_blocks(contexts[0], 256, 0, phase), 64);
    }
}

int main(int argc, char **argv)
{
    static const ax_context_options options[CONTEXTS] = {
        {.devices_per_rank = 1, .threads = 1},
        {.devices_per_rank = 1, .threads = 1, .timeout = 30},
        {.devices_per_rank = 1, .threads = 2, .timeout = 30},
        {.devices_per_rank = 2, .threads = 1, .timeout = 30},
        {.devices_per_rank = 3, .threads = 2, .timeout = 30},
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_chunks_are_computed_at_once),
    };
    return RUN_WITH_CONTEXTS(argc, argv, options, tests);
}
