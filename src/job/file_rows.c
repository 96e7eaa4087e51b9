#include "job/file_rows.h"

static ax_status *read_rows(void *user, int32_t input, int64_t first, int64_t count, void *rows)
{
    const ax_job_binds *binds = user;
    const ax_bound_input *bound = &binds->inputs[input];
    return ax_array_file_read_rows(bound->file, bound->array, bound->axis, first, count, rows);
}

ax_row_source ax_file_source(ax_job_binds *binds)
{
    return (ax_row_source){.user = binds, .read = read_rows};
}

static ax_status *write_rows(void *user, int32_t output, int64_t first, int64_t count,
                             const void *rows)
{
    const ax_file_sink *sink = user;
    if (!sink->outputs[output])
        return NULL;
    return ax_output_write_rows(sink->outputs[output], first, count, rows);
}

static ax_status *take_whole(void *user, int32_t output, const void *value)
{
    const ax_file_sink *sink = user;
    if (!sink->outputs[output])
        return NULL;
    if (sink->binds->outputs[output].axis != AX_OUTPUT_ONCE) {
        return ax_output_write_copies(sink->outputs[output], sink->first, sink->count, value);
    }
    return sink->rank == 0 ? ax_output_write_once(sink->outputs[output], value) : NULL;
}

ax_row_sink ax_file_sink_rows(ax_file_sink *sink)
{
    return (ax_row_sink){.user = sink, .write = write_rows, .whole = take_whole};
}
