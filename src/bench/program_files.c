#include "bench/program_files.h"

#include "base/text.h"
#include "check/compare.h"
#include "formats/array_file.h"
#include "formats/stablehlo.h"
#include "job/read_text.h"
#include "transform/shard_map.h"

#include <math.h>
#include <stdlib.h>

static ax_status *import(const char *path, ax_program *out_program)
{
    char *text;
    int64_t length;
    AX_TRY(ax_read_text(path, &text, &length));
    ax_hlo_module *module;
    ax_status *status = ax_stablehlo_parse(text, (size_t)length, path, &module);
    free(text);
    AX_TRY(status);
    status = ax_stablehlo_import(module, NULL, out_program);
    ax_stablehlo_free(module);
    return status;
}

static ax_status *load(const char *path, ax_graph **out_graph)
{
    ax_program program = {0};
    AX_TRY(import(path, &program));
    ax_status *status = NULL;
    if (program.replica_axis) {
        status = AX_ERROR(AX_UNSUPPORTED, "'%s' is a program of %lld replicas, no whole one", path,
                          (long long)program.replicas);
    } else if (ax_graph_has_shard_map(program.graph)) {
        status = ax_shard_map_expand(program.graph, out_graph);
    } else {
        *out_graph = program.graph;
        program.graph = NULL;
    }
    ax_program_free(&program);
    return status;
}

ax_status *ax_program_load(const char *folder, const char *name, ax_graph **out_graph)
{
    ax_text text = {0};
    char *path;
    ax_text_printf(&text, "%s/%s.mlir", folder, name);
    AX_TRY(ax_text_take(&text, &path));
    ax_status *status = load(path, out_graph);
    free(path);
    return status;
}

static ax_status *read_file(const char *path, const ax_type *type, void *memory)
{
    ax_array_file *file;
    ax_status *status = ax_array_file_open(path, &file);
    if (ax_status_code(status) == AX_NOT_FOUND) {
        ax_status_free(status);
        return AX_ERROR(AX_NOT_FOUND,
                        "there is no '%s', %s as numpy.save writes it; configs/bench/make_suite.py "
                        "data FOLDER makes the arrays of the suite",
                        path, AX_TYPE_STRING(type));
    }
    AX_TRY(status);
    const ax_stored_array *array;
    status = ax_array_file_find(file, NULL, &array);
    if (!status && !ax_type_equal(&array->type, type)) {
        status = AX_ERROR(AX_INVALID_ARGUMENT, "'%s' holds %s, the program has %s there", path,
                          AX_TYPE_STRING(&array->type), AX_TYPE_STRING(type));
    }
    if (!status)
        status = ax_array_file_read_all(file, array, memory);
    ax_array_file_close(file);
    return status;
}

ax_status *ax_program_read_array(const char *folder, const char *name, const char *kind,
                                 int32_t index, const ax_type *type, void *memory)
{
    ax_text text = {0};
    char *path;
    ax_text_printf(&text, "%s/%s.%s.%d.npy", folder, name, kind, (int)index);
    AX_TRY(ax_text_take(&text, &path));
    ax_status *status = read_file(path, type, memory);
    free(path);
    return status;
}

/* Some hundreds of units in the last place for a long chain of sums, far less than a wrong element. */
static double tolerance(ax_dtype dtype)
{
    switch (dtype) {
    case AX_F16: return 0x1p-8;
    case AX_BF16: return 0x1p-5;
    case AX_F32:
    case AX_C64: return 0x1p-16;
    default: return 0x1p-40; /* of whole numbers an error is 0 or infinite */
    }
}

ax_status *ax_program_compare(int32_t index, const ax_type *type, const void *actual,
                              const void *expected, double *max_error)
{
    int64_t at;
    double error = ax_compare_error(type, actual, expected, &at);
    *max_error = fmax(*max_error, error);
    if (error <= tolerance(type->dtype))
        return NULL;
    ax_text text = {0};
    char *why;
    ax_text_printf(&text, "result %d, %s: ", (int)index, AX_TYPE_STRING(type));
    ax_compare_print(type, actual, expected, at, &text);
    AX_TRY(ax_text_take(&text, &why));
    ax_status *status = AX_ERROR(AX_MISMATCH, "%s", why);
    free(why);
    return status;
}
