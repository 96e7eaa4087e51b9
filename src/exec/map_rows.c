#include "exec/map_rows.h"

#include "base/checked.h"
#include "exec/map_private.h"

#include <string.h>

typedef ax_map_worker worker;

/* ---- rows in ---- */

/* Which argument of the program a var is. */
static int32_t argument_index(const ax_map_run *run, int32_t var)
{
    const ax_graph *example = run->program->example;
    for (int32_t i = 0; i < example->ninputs; i++) {
        if (example->inputs[i]->id == var)
            return i;
    }
    return -1;
}

static void pad_rows(char *rows, int64_t row_bytes, int64_t count, int64_t padded)
{
    for (int64_t row = count; row < padded && row_bytes; row++) {
        memcpy(rows + row * row_bytes, rows + (count - 1) * row_bytes, (size_t)row_bytes);
    }
}

static ax_status *fetch_argument(worker *w, int32_t i, const ax_chunk_rows *rows)
{
    const ax_row_source *source = w->run->source;
    int32_t var = w->stage->inputs[i];
    int32_t argument = argument_index(w->run, var);
    if (rows->count == rows->padded && source->view) {
        w->input_base[i] = source->view(source->user, argument, rows->first, rows->count);
        if (w->input_base[i])
            return NULL;
    }
    AX_TRY(source->read(source->user, argument, rows->first, rows->count, w->input_rows[i]));
    pad_rows(w->input_rows[i], ax_map_row_bytes(w->run, var), rows->count, rows->padded);
    w->input_base[i] = w->input_rows[i];
    return NULL;
}

static void number_rows(worker *w, int32_t i, const ax_chunk_rows *rows)
{
    int32_t *index = (void *)w->input_rows[i];
    for (int64_t row = 0; row < rows->padded; row++) {
        index[row] = (int32_t)(rows->first + ax_min_i64(row, rows->count - 1));
    }
    w->input_base[i] = w->input_rows[i];
}

static char *kept_rows(const ax_map_run *run, int32_t var, int64_t first)
{
    return run->kept[var] + (first - run->first_row) * ax_map_row_bytes(run, var);
}

/* Kept rows where they lie, or copied where more than they are is computed. */
static void fetch_kept(worker *w, int32_t i, const ax_chunk_rows *rows)
{
    int32_t var = w->stage->inputs[i];
    const char *kept = kept_rows(w->run, var, rows->first);
    w->input_base[i] = kept;
    if (rows->padded == rows->blocks)
        return;
    int64_t row_bytes = ax_map_row_bytes(w->run, var);
    if (row_bytes)
        memcpy(w->input_rows[i], kept, (size_t)(rows->count * row_bytes));
    pad_rows(w->input_rows[i], row_bytes, rows->count, rows->padded);
    w->input_base[i] = w->input_rows[i];
}

ax_status *ax_map_fetch_inputs(worker *w, const ax_chunk_rows *rows)
{
    for (int32_t i = 0; i < w->stage->ninputs; i++) {
        int32_t var = w->stage->inputs[i];
        switch (w->run->program->phases->vars[var].kind) {
        case AX_VAR_MAPPED_INPUT: AX_TRY(fetch_argument(w, i, rows)); break;
        case AX_VAR_ROW_INDEX: number_rows(w, i, rows); break;
        case AX_VAR_MAPPED: fetch_kept(w, i, rows); break;
        default: w->input_base[i] = w->run->shared[var]; break;
        }
    }
    return NULL;
}

/* ---- rows out ---- */

static bool is_kept(const worker *w, int32_t var)
{
    return w->run->kept[var] != NULL;
}

/* The first result of the program that is this var, from `after` on; -1 for none. */
static int32_t result_index(const ax_map_run *run, int32_t var, int32_t after)
{
    const ax_graph *example = run->program->example;
    for (int32_t i = after; i < example->noutputs; i++) {
        if (example->outputs[i]->id == var)
            return i;
    }
    return -1;
}

static void place_output(worker *w, int32_t i, const ax_chunk_rows *rows)
{
    const ax_row_sink *sink = w->run->sink;
    int32_t var = w->stage->outputs[i];
    if (is_kept(w, var) && rows->padded == rows->blocks) {
        w->output_base[i] = kept_rows(w->run, var, rows->first);
        return;
    }
    int32_t result = is_kept(w, var) ? -1 : result_index(w->run, var, 0);
    if (result >= 0 && rows->count == rows->padded && sink->view) {
        w->output_base[i] = sink->view(sink->user, result, rows->first, rows->count);
        if (w->output_base[i])
            return;
    }
    w->output_base[i] = w->output_rows[i];
}

void ax_map_place_outputs(worker *w, const ax_chunk_rows *rows)
{
    for (int32_t i = 0; i < w->stage->noutputs; i++)
        place_output(w, i, rows);
}

static void keep_output(const worker *w, int32_t i, const ax_chunk_rows *rows)
{
    int32_t var = w->stage->outputs[i];
    char *kept = kept_rows(w->run, var, rows->first);
    int64_t bytes = rows->blocks * ax_map_row_bytes(w->run, var);
    if (w->output_base[i] != kept && bytes)
        memcpy(kept, w->output_base[i], (size_t)bytes);
}

ax_status *ax_map_deliver_outputs(worker *w, const ax_chunk_rows *rows)
{
    const ax_row_sink *sink = w->run->sink;
    for (int32_t i = 0; i < w->stage->noutputs; i++) {
        int32_t var = w->stage->outputs[i];
        bool in_place = !is_kept(w, var) && w->output_base[i] != w->output_rows[i];
        int32_t result = result_index(w->run, var, 0);
        if (is_kept(w, var))
            keep_output(w, i, rows);
        if (in_place)
            result = result_index(w->run, var, result + 1);
        while (result >= 0) {
            AX_TRY(sink->write(sink->user, result, rows->first, rows->count, w->output_base[i]));
            result = result_index(w->run, var, result + 1);
        }
    }
    return NULL;
}
