/* StableHLO programs as functions: the public interface over the importer. */
#include "formats/stablehlo.h"
#include "job/read_text.h"
#include "transform/example.h"
#include "transform/fn.h"

#include <axmap/stablehlo.h>
#include <stdlib.h>

struct ax_stablehlo {
    ax_example example; /* its graph belongs to the function; axis_name NULL: of whole arrays */
    ax_fn *fn;
};

/* A function of one replica: each has arguments and results of its own. */
static ax_status *take_replicas(ax_program *program, ax_example *out_example)
{
    ax_graph *graph = program->graph;
    int64_t *zeros = AX_ARENA_NEW(graph->arena, int64_t, graph->noutputs); /* which are zeroed */
    if (!zeros)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a program");
    *out_example = (ax_example){graph, program->replica_axis, program->replicas,
                                program->replica_axes, zeros};
    program->graph = NULL;
    return NULL;
}

/* The function of one example where the program has one axis of its own and is nothing but a function
 * mapped over it; else the program as it is. */
static ax_status *find_example(ax_program *program, ax_example *out_example)
{
    ax_names axes;
    if (program->replica_axis)
        return take_replicas(program, out_example);
    if (!ax_graph_own_axes(program->graph, program->graph->arena, &axes))
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a program");
    ax_status *status = axes.count == 1
                            ? ax_example_create(program->graph, axes.values[0], out_example)
                            : AX_ERROR(AX_UNSUPPORTED, "not one axis");
    if (!status) {
        ax_program_free(program);
        return NULL;
    }
    if (ax_status_code(status) != AX_UNSUPPORTED)
        return status;
    ax_status_free(status);
    *out_example = (ax_example){.graph = program->graph};
    program->graph = NULL;
    return NULL;
}

ax_status *ax_stablehlo_parse_text(const char *text, size_t length, const char *name,
                                   ax_stablehlo **out_program)
{
    ax_stablehlo *program = calloc(1, sizeof *program);
    if (!program)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a program");
    ax_hlo_module *module = NULL;
    ax_program whole = {0};
    ax_status *status = ax_stablehlo_parse(text, length, name, &module);
    if (!status)
        status = ax_stablehlo_import(module, NULL, &whole);
    ax_stablehlo_free(module);
    if (!status)
        status = find_example(&whole, &program->example);
    if (!status)
        status = ax_fn_from_graph(program->example.graph, &program->fn);
    if (status) {
        ax_program_free(&whole);
        ax_graph_free(program->example.graph);
        free(program);
        return status;
    }
    *out_program = program;
    return NULL;
}

ax_status *ax_stablehlo_read(const char *path, ax_stablehlo **out_program)
{
    char *text;
    int64_t length;
    AX_TRY(ax_read_text(path, &text, &length));
    ax_status *status = ax_stablehlo_parse_text(text, (size_t)length, path, out_program);
    free(text);
    return status;
}

void ax_stablehlo_release(ax_stablehlo *program)
{
    if (!program)
        return;
    ax_fn_release(program->fn);
    free(program);
}

ax_fn *ax_stablehlo_fn(const ax_stablehlo *program)
{
    return program->fn;
}

ax_type ax_stablehlo_input_type(const ax_stablehlo *program, int32_t index)
{
    return program->example.graph->inputs[index]->type;
}

ax_type ax_stablehlo_output_type(const ax_stablehlo *program, int32_t index)
{
    return program->example.graph->outputs[index]->type;
}

const char *ax_stablehlo_input_name(const ax_stablehlo *program, int32_t index)
{
    const ax_graph *graph = program->example.graph;
    return graph->input_names ? graph->input_names[index] : NULL;
}

const char *ax_stablehlo_output_name(const ax_stablehlo *program, int32_t index)
{
    const ax_graph *graph = program->example.graph;
    return graph->output_names ? graph->output_names[index] : NULL;
}

const char *ax_stablehlo_axis_name(const ax_stablehlo *program)
{
    return program->example.axis_name;
}

int64_t ax_stablehlo_axis_size(const ax_stablehlo *program)
{
    return program->example.axis_name ? program->example.axis_size : 0;
}

ax_ints ax_stablehlo_in_axes(const ax_stablehlo *program)
{
    if (!program->example.axis_name)
        return AX_EMPTY_LIST;
    return (ax_ints){program->fn->ninputs, program->example.in_axes};
}

ax_ints ax_stablehlo_out_axes(const ax_stablehlo *program)
{
    if (!program->example.axis_name)
        return AX_EMPTY_LIST;
    return (ax_ints){program->fn->noutputs, program->example.out_axes};
}
