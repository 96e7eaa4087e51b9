/* axmap show: a program's graph, after transforms. Starts no MPI. */
#include "cli/session.h"
#include "cli/show_optimized.h"
#include "cli/verbs.h"

#include "base/text.h"
#include "formats/names.h"
#include "formats/stablehlo.h"
#include "job/read_text.h"
#include "ops/ops.h"
#include "transform/example.h"
#include "transform/vmap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_BATCH = 8 };

typedef struct show_options {
    const char *program;
    const char *vmap; /* "0,none,..." with an optional ":SIZE", or NULL */
    const char *axis_name;
    const char *backend;
    int32_t threads;
    bool optimized, help;
} show_options;

static const char help[] =
    "Usage: axmap show PROGRAM [options]\n\n"
    "Prints the names of a StableHLO program's arguments and results, which --arg, --in and --out "
    "take,\n"
    "and its graph, as a jaxpr reads.\n\n"
    "  --vmap AXES[:SIZE]  after vmap: for each argument its batch axis or 'none' (shared by all\n"
    "                      rows), as none,none,0:128, or one for all arguments; SIZE rows "
    "(default\n"
    "                      8). A program with an axis of its own is batched over it by 'own'\n"
    "  --axis-name NAME    the function of one example along the program's own axis NAME, which\n"
    "                      run --axis-name maps\n"
    "  --grad WRT          after reverse differentiation: not there yet\n"
    "  --optimized         after the compiler: steps, their kernels ('eval' is an operation's own\n"
    "                      evaluation), where operands and results lie, memory, operations\n"
    "  --backend NAME      with --optimized: cpu (default) or reference\n"
    "  --threads N         with --optimized: of the device that runs it (default 1)\n"
    "  --help              print this\n";

static ax_status *parse_threads(const char *word, int32_t *out_threads)
{
    int64_t threads;
    if (!word || !ax_parse_int64(word, &threads) || threads < 1 || threads > 4096) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "--threads needs a number from 1 to 4096%s%s%s",
                        word ? ", not '" : "", word ? word : "", word ? "'" : "");
    }
    *out_threads = (int32_t)threads;
    return NULL;
}

static ax_status *parse(int count, char **arguments, show_options *options)
{
    static const char *const names[] = {"--vmap",    "--axis-name", "--grad", "--optimized",
                                        "--backend", "--threads",   "--help"};
    for (int i = 0; i < count; i++) {
        const char *word = arguments[i];
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            options->help = true;
        } else if (strncmp(word, "--vmap=", 7) == 0) {
            options->vmap = word + 7;
        } else if (strcmp(word, "--vmap") == 0) {
            if (++i == count)
                return AX_ERROR(AX_INVALID_ARGUMENT, "--vmap needs a list of axes");
            options->vmap = arguments[i];
        } else if (strncmp(word, "--axis-name=", 12) == 0) {
            options->axis_name = word + 12;
        } else if (strcmp(word, "--axis-name") == 0) {
            if (++i == count)
                return AX_ERROR(AX_INVALID_ARGUMENT, "--axis-name needs the name of an axis");
            options->axis_name = arguments[i];
        } else if (strncmp(word, "--grad", 6) == 0) {
            return AX_ERROR(AX_UNSUPPORTED, "--grad: reverse differentiation is not there yet");
        } else if (strcmp(word, "--optimized") == 0) {
            options->optimized = true;
        } else if (strcmp(word, "--threads") == 0) {
            i++;
            AX_TRY(parse_threads(i < count ? arguments[i] : NULL, &options->threads));
        } else if (strcmp(word, "--backend") == 0) {
            if (++i == count)
                return AX_ERROR(AX_INVALID_ARGUMENT, "--backend needs cpu or reference");
            options->backend = arguments[i];
        } else if (word[0] == '-') {
            const char *nearest = ax_nearest_name(word, names, 7);
            return AX_ERROR(AX_INVALID_ARGUMENT, "show has no option '%s'%s%s%s", word,
                            nearest ? "; did you mean " : "", nearest ? nearest : "",
                            nearest ? "?" : "");
        } else if (options->program) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "show takes one program, not '%s' as well", word);
        } else {
            options->program = word;
        }
    }
    if (!options->program && !options->help) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "show needs a PROGRAM; see axmap show --help");
    }
    return NULL;
}

/* One axis of the list, up to the next comma. */
static ax_status *parse_axis(const char *word, const ax_type *type, int64_t *out_axis)
{
    if (strcmp(word, "none") == 0) {
        *out_axis = AX_NONE;
        return NULL;
    }
    if (!ax_parse_int64(word, out_axis) || *out_axis < 0 || *out_axis > type->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "--vmap: '%s' is no axis of %s; 0 to %d and 'none' are allowed", word,
                        AX_TYPE_STRING(type), (int)type->ndim);
    }
    return NULL;
}

static ax_status *parse_axes(char *list, const ax_graph *graph, int64_t *axes)
{
    int32_t count = 0;
    for (char *word = strsep(&list, ","); word; word = strsep(&list, ",")) {
        if (count < graph->ninputs) {
            AX_TRY(parse_axis(word, &graph->inputs[count]->type, &axes[count]));
        }
        count++;
    }
    if (count == 1) {
        for (int32_t i = 1; i < graph->ninputs; i++)
            axes[i] = axes[0];
    } else if (count != graph->ninputs) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "--vmap: %d axes for a program of %d arguments; give one for each ('none': "
                        "not mapped), or a single one for all",
                        (int)count, (int)graph->ninputs);
    }
    return NULL;
}

static ax_status *vmap_list(const ax_graph *graph, const char *vmap, ax_graph **out_graph)
{
    int64_t *axes = calloc((size_t)graph->ninputs + (size_t)graph->noutputs + 1, sizeof *axes);
    char *list = strdup(vmap);
    ax_status *status = axes && list ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap");
    int64_t size = DEFAULT_BATCH;
    char *colon = status ? NULL : strchr(list, ':');
    if (colon) {
        *colon = '\0';
        if (!ax_parse_int64(colon + 1, &size) || size < 0) {
            status = AX_ERROR(AX_INVALID_ARGUMENT, "--vmap: '%s' is no number of rows", colon + 1);
        }
    }
    if (!status)
        status = parse_axes(list, graph, axes);
    if (!status) {
        status = ax_vmap_graph(graph, axes, axes + graph->ninputs, size, NULL, out_graph);
    }
    free(list);
    free(axes);
    return status;
}

static ax_status *vmap_own(const ax_example *example, ax_graph **out_graph)
{
    return ax_vmap_graph(example->graph, example->in_axes, example->out_axes, example->axis_size,
                         example->axis_name, out_graph);
}

/* "argument  0  params.w  f32[3,4]", as run and plan know them. */
static ax_status *print_names(const char *kind, const ax_var *const *vars, int32_t count,
                              const char *const *names, const int64_t *axes)
{
    for (int32_t i = 0; i < count; i++) {
        char *dotted = NULL;
        if (names && names[i])
            AX_TRY(ax_name_dotted(names[i], &dotted));
        printf("%-8s  %d  %s%s%s", kind, (int)i, dotted ? dotted : "", dotted ? "  " : "",
               AX_TYPE_STRING(&vars[i]->type));
        if (axes && axes[i] == AX_NONE)
            printf("  %s", "the same for all records");
        printf("\n");
        free(dotted);
    }
    return NULL;
}

static ax_status *print_signature(const ax_example *example)
{
    const ax_graph *graph = example->graph;
    AX_TRY(print_names("argument", (const ax_var *const *)graph->inputs, graph->ninputs,
                       (const char *const *)graph->input_names, example->in_axes));
    return print_names("result", graph->outputs, graph->noutputs,
                       (const char *const *)graph->output_names, example->out_axes);
}

/* "axis 'i' of size 4", for each of the program's own axes. */
static void print_own_axes(const ax_graph *graph)
{
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->op != &ax_op_shard_map)
            continue;
        ax_names axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES);
        ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_MANUAL_SIZES);
        for (int32_t i = 0; i < axes.count; i++)
            printf("axis '%s' of size %lld\n", axes.values[i], (long long)sizes.values[i]);
    }
}

/* The function of one example that was asked for, or the program as it is, with no axes. */
static ax_status *choose_function(ax_program *program, const show_options *options,
                                  ax_example *out_example)
{
    bool own = options->vmap && strcmp(options->vmap, "own") == 0;
    const char *name = options->axis_name;
    if (own && !name) {
        ax_names axes;
        if (!ax_graph_own_axes(program->graph, program->graph->arena, &axes))
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a program");
        if (axes.count != 1) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "--vmap own: the program has %s",
                            axes.count ? "several axes of its own: choose one with --axis-name"
                                       : "no axis of its own");
        }
        name = axes.values[0];
    }
    if (name)
        return ax_example_create(program->graph, name, out_example);
    *out_example = (ax_example){.graph = program->graph};
    program->graph = NULL;
    return NULL;
}

static ax_status *print_graph(const ax_graph *graph, const show_options *options)
{
    if (options->optimized)
        return ax_show_optimized(graph, options->backend, options->threads);
    char *text = NULL;
    AX_TRY(ax_graph_print(graph, &text));
    fputs(text, stdout);
    free(text);
    return NULL;
}

static ax_status *print_function(const ax_example *example, const show_options *options)
{
    ax_graph *batched = NULL;
    AX_TRY(print_signature(example));
    if (options->vmap) {
        AX_TRY(strcmp(options->vmap, "own") == 0
                   ? vmap_own(example, &batched)
                   : vmap_list(example->graph, options->vmap, &batched));
    }
    ax_status *status = print_graph(batched ? batched : example->graph, options);
    ax_graph_free(batched);
    return status;
}

static ax_status *print_program(ax_program *program, const show_options *options)
{
    ax_example example;
    print_own_axes(program->graph);
    if (program->replica_axis)
        printf("axis '%s' of size %lld\n", program->replica_axis, (long long)program->replicas);
    AX_TRY(choose_function(program, options, &example));
    ax_status *status = print_function(&example, options);
    ax_graph_free(example.graph);
    return status;
}

static bool ends_with(const char *word, const char *end)
{
    size_t length = strlen(word), of_end = strlen(end);
    return length > of_end && strcmp(word + length - of_end, end) == 0;
}

static ax_status *show(const show_options *options)
{
    if (ends_with(options->program, ".yaml")) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "'%s' is a job file, and a program is wanted here (*.mlir): 'axmap plan' "
                        "shows a job",
                        options->program);
    }
    char *text;
    int64_t length;
    AX_TRY(ax_read_text(options->program, &text, &length));
    ax_hlo_module *module = NULL;
    ax_status *status = ax_stablehlo_parse(text, (size_t)length, options->program, &module);
    free(text);
    AX_TRY(status);
    ax_program program = {0};
    status = ax_stablehlo_import(module, NULL, &program);
    ax_stablehlo_free(module);
    AX_TRY(status);
    status = print_program(&program, options);
    ax_program_free(&program);
    return status;
}

int ax_verb_show(int count, char **arguments)
{
    show_options options = {.backend = "cpu", .threads = 1};
    ax_status *status = parse(count, arguments, &options);
    if (!status && options.help) {
        fputs(help, stdout);
        return AX_EXIT_DONE;
    }
    if (!status)
        status = show(&options);
    return status ? ax_print_error(status) : AX_EXIT_DONE;
}
