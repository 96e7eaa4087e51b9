/* Cases of shard_map: its region sees blocks. Expected values are those of the rows one by one, so the
 * bodies here have no collectives; tests/unit/shard_map.c has. */
#include "rules.h"

#include <axmap/elementwise.h>
#include <axmap/shape.h>

enum { X, Y };

static void body_join(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = ax_concatenate(in, 2, 1);
}

static void body_pass(const ax_value *in, ax_value *out, int32_t count)
{
    (void)count;
    out[0] = in[0];
}

#define SPECS(key_, ...)                                    \
    {                                                       \
        .key = AX_ATTR_##key_, .ints = AX_LIST(__VA_ARGS__) \
    }
#define GRID {.key = AX_ATTR_MANUAL_AXES, .names = AX_AXES("x", "y")}, INTS(MANUAL_SIZES, 2, 3)

static void shard_map(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        const ax_type blocks[] = {TYPE(dtype, 2, 1), TYPE(dtype, 2, 2)};
        rule_add(sink, (rule_case){.what = ax_dtype_name(dtype),
                                   OPERANDS({TYPE(dtype, 4, 3), sink->fill},
                                            {TYPE(dtype, 6, 2), sink->fill}),
                                   ATTRS(SPECS(IN_SPECS, 0, 2, 1, X, 1, Y, 0, 2, 1, Y, 0), GRID,
                                         SPECS(OUT_SPECS, 0, 2, 1, X, 1, Y)),
                                   .region = body_join,
                                   .block_types = blocks,
                                   .nblocks = 2});
    }
    const ax_type both[] = {TYPE(AX_F32, 1, 2)};
    rule_add(sink, (rule_case){.what = "a dimension over both axes",
                               OPERANDS({TYPE(AX_F32, 6, 2), sink->fill}),
                               ATTRS(SPECS(IN_SPECS, 0, 2, 2, Y, X, 0), GRID,
                                     SPECS(OUT_SPECS, 0, 2, 2, X, Y, 0)),
                               .region = body_pass,
                               .block_types = both,
                               .nblocks = 1});
    const ax_type whole[] = {TYPE(AX_F32, 3, 2)};
    rule_add(sink, (rule_case){
                       .what = "a sum over an axis, and back",
                       OPERANDS({TYPE(AX_F32, 3, 2), FILL_EXACT}),
                       ATTRS(SPECS(IN_SPECS, 1, X, 2, 0, 0), GRID, SPECS(OUT_SPECS, 1, X, 2, 0, 0)),
                       .sums = true,
                       .region = body_pass,
                       .block_types = whole,
                       .nblocks = 1});
    const ax_type cut[] = {TYPE(AX_F32, 3, 2)};
    rule_add(sink,
             (rule_case){.what = "the value at index 0",
                         OPERANDS({TYPE(AX_F32, 6, 2), sink->fill}),
                         ATTRS(SPECS(IN_SPECS, 0, 2, 1, X, 0), GRID, SPECS(OUT_SPECS, 0, 2, 0, 0)),
                         .region = body_pass,
                         .block_types = cut,
                         .nblocks = 1});
}

const rule_line shard_map_lines[] = {
    {"shard_map", shard_map, DTYPES_EVERY, FILL_ANY},
    {0},
};
