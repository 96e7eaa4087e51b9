#include "job/bind.h"

#include "base/checked.h"
#include "base/text.h"
#include "job/bind_choose.h"
#include "job/option_table.h"
#include "job/partial_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being bound, with what messages need. */
typedef struct binder {
    const ax_job_signature *signature;
    ax_job_names inputs, outputs;
    ax_job_choice *input_choices, *output_choices;
    bool reads_shared;
    ax_job_binds *binds;
} binder;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to bind the program's arguments");
}

/* The beginning of a message about one argument: "--in: argument 0 'x' f32[3]". */
enum { WHERE_TEXT = AX_JOB_PLACE_TEXT + AX_JOB_SLOT_TEXT, REMEDY_TEXT = 32 };
static const char *print_where(const ax_job_names *names, int32_t index,
                               const ax_job_choice *choice, char *buffer)
{
    char at[AX_JOB_PLACE_TEXT], slot[AX_JOB_SLOT_TEXT];
    snprintf(buffer, WHERE_TEXT, "%s: %s",
             ax_job_place_print(choice->binding->place, choice->key, at),
             ax_job_slot_print(names, index, slot));
    return buffer;
}

/* ---- files ---- */

static ax_status *open_once(ax_job_binds *binds, const char *path, const ax_array_file **out_file)
{
    for (int32_t i = 0; i < binds->nfiles; i++) {
        if (strcmp(ax_array_file_path(binds->files[i]), path) == 0) {
            *out_file = binds->files[i];
            return NULL;
        }
    }
    ax_array_file **files = realloc(binds->files,
                                    ((size_t)binds->nfiles + 1) * sizeof(*binds->files));
    if (!files)
        return no_memory();
    binds->files = files;
    AX_TRY(ax_array_file_open(path, &files[binds->nfiles]));
    *out_file = files[binds->nfiles++];
    return NULL;
}

static ax_status *open_input(const binder *b, int32_t index)
{
    ax_bound_input *input = &b->binds->inputs[index];
    const ax_job_choice *choice = &b->input_choices[index];
    const ax_job_binding *binding = choice->binding;
    char where[WHERE_TEXT];
    AX_TRY(open_once(b->binds, binding->file, &input->file));
    bool has_names = ax_array_file_has_names(input->file);
    if (choice->prefix && (!has_names || binding->tensor)) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: '%s' is a group of arguments: it takes a .safetensors file with a "
                        "tensor for each, not one array of '%s'",
                        print_where(&b->inputs, index, choice, where), binding->name,
                        binding->file);
    }
    const char *tensor = binding->tensor;
    bool only_one = !choice->prefix && ax_array_file_count(input->file) == 1;
    if (!tensor && has_names && !only_one)
        tensor = b->inputs.dotted[index];
    ax_status *status = ax_array_file_find(input->file, tensor, &input->array);
    return ax_status_context(status, "for %s", print_where(&b->inputs, index, choice, where));
}

/* ---- types ---- */

static ax_type without_dim(const ax_type *type, int32_t dim)
{
    ax_type rest = *type;
    for (int32_t i = dim; i + 1 < type->ndim; i++)
        rest.dims[i] = type->dims[i + 1];
    rest.ndim--;
    rest.dims[rest.ndim] = 0;
    return rest;
}

/* "; save them as f32" where only the element type of what a file has is another one, else nothing. */
static const char *remedy(const ax_type *wanted, const ax_type *found, char out[REMEDY_TEXT])
{
    ax_type same = *found;
    same.dtype = wanted->dtype;
    out[0] = '\0';
    if (ax_type_equal(wanted, &same))
        snprintf(out, REMEDY_TEXT, "; save them as %s", ax_dtype_name(wanted->dtype));
    return out;
}

static ax_status *check_shared(const binder *b, int32_t index)
{
    const ax_type *wanted = &b->inputs.slots[index].type;
    const ax_type *found = &b->binds->inputs[index].array->type;
    char where[WHERE_TEXT], type[AX_TYPE_TEXT], advice[REMEDY_TEXT];
    if (ax_type_equal(wanted, found))
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s: '%s' holds %s%s",
                    print_where(&b->inputs, index, &b->input_choices[index], where),
                    b->input_choices[index].binding->file, ax_type_print(found, type),
                    remedy(wanted, found, advice));
}

/* Sets the input's axis from the one that was given. */
static ax_status *resolve_axis(const binder *b, int32_t index)
{
    ax_bound_input *input = &b->binds->inputs[index];
    const ax_job_binding *binding = b->input_choices[index].binding;
    int32_t ndim = input->array->type.ndim;
    int64_t axis = binding->axis;
    char where[WHERE_TEXT], type[AX_TYPE_TEXT];
    if (b->signature->axis_name && !binding->has_axis) /* the program says which dimension it is */
        axis = ax_max_i64(0, b->inputs.slots[index].sharded_dim);
    if (axis >= -ndim && axis < ndim) {
        input->axis = (int32_t)(axis < 0 ? axis + ndim : axis);
        return NULL;
    }
    print_where(&b->inputs, index, &b->input_choices[index], where);
    ax_type_print(&input->array->type, type);
    if (ndim == 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: '%s' holds %s: it has no axis of records", where,
                        binding->file, type);
    }
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "%s: '%s' holds %s, which has no axis %lld: an axis is in [%d, %d)", where,
                    binding->file, type, (long long)axis, -ndim, ndim);
}

/* The file's type without its row axis is that of the argument. */
static ax_status *check_mapped(const binder *b, int32_t index)
{
    const ax_bound_input *input = &b->binds->inputs[index];
    const ax_type *wanted = &b->inputs.slots[index].type, *found = &input->array->type;
    const char *file = b->input_choices[index].binding->file;
    char where[WHERE_TEXT], whole[AX_TYPE_TEXT], record[AX_TYPE_TEXT], advice[REMEDY_TEXT];
    ax_type rest = without_dim(found, input->axis);
    if (ax_type_equal(wanted, &rest))
        return NULL;
    print_where(&b->inputs, index, &b->input_choices[index], where);
    ax_type_print(found, whole);
    if (ax_type_equal(wanted, found)) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: '%s' holds %s, one example without an axis of records: share it with "
                        "--arg, or give a file of records",
                        where, file, whole);
    }
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s: '%s' holds %s: its records along axis %d are %s%s",
                    where, file, whole, input->axis, ax_type_print(&rest, record),
                    remedy(wanted, &rest, advice));
}

/* The records are the program's own axis: without its axes of records, the file's type is the argument's. */
static ax_status *check_own_axis(const binder *b, int32_t index)
{
    const ax_bound_input *input = &b->binds->inputs[index];
    const ax_job_slot *slot = &b->inputs.slots[index];
    const ax_type *found = &input->array->type;
    const char *file = b->input_choices[index].binding->file, *name = b->signature->axis_name;
    char where[WHERE_TEXT], whole[AX_TYPE_TEXT], one[AX_TYPE_TEXT], record[AX_TYPE_TEXT];
    char advice[REMEDY_TEXT];
    print_where(&b->inputs, index, &b->input_choices[index], where);
    if (slot->sharded_dim == AX_JOB_NOT_SHARDED) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s is the same for all of the program's axis '%s': give it with --arg",
                        where, name);
    }
    ax_type wanted = without_dim(&slot->type, slot->sharded_dim);
    ax_type rest = without_dim(found, input->axis);
    if (!ax_type_equal(&wanted, &rest)) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s takes records of %s: '%s' holds %s, its records along axis %d are %s%s",
                        where, ax_type_print(&wanted, one), file, ax_type_print(found, whole),
                        input->axis, ax_type_print(&rest, record), remedy(&wanted, &rest, advice));
    }
    if (found->dims[input->axis] != b->signature->axis_size) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: lowered for %lld along %s, input '%s' has %lld: export again for %lld",
                        where, (long long)b->signature->axis_size, name, file,
                        (long long)found->dims[input->axis], (long long)found->dims[input->axis]);
    }
    return NULL;
}

static ax_status *bind_input(const binder *b, int32_t index)
{
    ax_bound_input *input = &b->binds->inputs[index];
    const ax_job_choice *choice = &b->input_choices[index];
    bool own_axis = b->signature->axis_name != NULL;
    input->mapped = choice->mapped;
    if (own_axis && !input->mapped && b->inputs.slots[index].sharded_dim != AX_JOB_NOT_SHARDED) {
        char where[WHERE_TEXT];
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s is sharded along the program's axis '%s': give it with --in",
                        print_where(&b->inputs, index, choice, where), b->signature->axis_name);
    }
    if (!input->mapped && !b->reads_shared)
        return NULL;
    AX_TRY(open_input(b, index));
    if (!input->mapped)
        return check_shared(b, index);
    AX_TRY(resolve_axis(b, index));
    return own_axis ? check_own_axis(b, index) : check_mapped(b, index);
}

/* ---- the number of records ---- */

static ax_status *different_lengths(const binder *b)
{
    ax_text text = {0};
    char *list, where[WHERE_TEXT];
    for (int32_t i = 0; i < b->binds->ninputs; i++) {
        const ax_bound_input *input = &b->binds->inputs[i];
        if (!input->mapped)
            continue;
        ax_text_printf(&text, "\n  %s: '%s' has %lld along axis %d",
                       print_where(&b->inputs, i, &b->input_choices[i], where),
                       b->input_choices[i].binding->file,
                       (long long)input->array->type.dims[input->axis], input->axis);
    }
    AX_TRY(ax_text_take(&text, &list));
    ax_status *status = AX_ERROR(AX_INVALID_ARGUMENT,
                                 "the inputs have different numbers of records:%s", list);
    free(list);
    return status;
}

static ax_status *count_records(const binder *b)
{
    ax_job_binds *binds = b->binds;
    binds->records = 1;
    for (int32_t i = 0; i < binds->ninputs; i++) {
        const ax_bound_input *input = &binds->inputs[i];
        if (!input->mapped)
            continue;
        int64_t length = input->array->type.dims[input->axis];
        if (binds->mapped && length != binds->records)
            return different_lengths(b);
        binds->mapped = true;
        binds->records = length;
    }
    if (b->signature->axis_name && !binds->mapped) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "--axis-name %s: no argument is mapped over records: give --in NAME=FILE",
                        b->signature->axis_name);
    }
    return NULL;
}

/* ---- outputs ---- */

static ax_status *output_axis(const binder *b, int32_t index, ax_bound_output *output)
{
    const ax_job_choice *choice = &b->output_choices[index];
    const ax_job_binding *binding = choice->binding;
    int32_t sharded = b->signature->axis_name ? b->outputs.slots[index].sharded_dim
                                              : AX_JOB_NOT_SHARDED;
    char where[WHERE_TEXT];
    if (binding->has_axis && !b->binds->mapped) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: there are no records to write along axis %lld: no argument is mapped "
                        "(--in)",
                        print_where(&b->outputs, index, choice, where), (long long)binding->axis);
    }
    output->record = b->outputs.slots[index].type;
    if (sharded != AX_JOB_NOT_SHARDED) {
        output->record = without_dim(&output->record, sharded);
    } else if (binding->once || !b->binds->mapped) {
        output->axis = AX_OUTPUT_ONCE;
        return NULL;
    }
    int32_t ndim = output->record.ndim + 1;
    int64_t axis = binding->has_axis ? binding->axis : sharded == AX_JOB_NOT_SHARDED ? 0 : sharded;
    if (axis < -ndim || axis >= ndim) {
        return AX_ERROR(
            AX_INVALID_ARGUMENT, "%s: records cannot lie along axis %lld: an axis is in [%d, %d)",
            print_where(&b->outputs, index, choice, where), (long long)axis, -ndim, ndim);
    }
    output->axis = (int32_t)(axis < 0 ? axis + ndim : axis);
    return NULL;
}

static ax_status *bind_output(const binder *b, int32_t index)
{
    const ax_job_choice *choice = &b->output_choices[index];
    ax_bound_output *output = &b->binds->outputs[index];
    char where[WHERE_TEXT], slot[AX_JOB_SLOT_TEXT];
    if (!choice->binding)
        return NULL;
    const char *path = choice->binding->file;
    size_t length = strlen(path);
    if (length < 4 || strcmp(path + length - 4, ".npy") != 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: results are written as .npy files: '%s' is none",
                        print_where(&b->outputs, index, choice, where), path);
    }
    for (int32_t i = 0; i < index; i++) {
        if (b->binds->outputs[i].path && ax_partial_same(b->binds->outputs[i].path, path)) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: '%s' is the file of %s already",
                            print_where(&b->outputs, index, choice, where), path,
                            ax_job_slot_print(&b->outputs, i, slot));
        }
    }
    output->path = path;
    return output_axis(b, index, output);
}

/* A report would replace the output of the same name. */
static ax_status *check_report(const binder *b, const char *report)
{
    char slot[AX_JOB_SLOT_TEXT];
    for (int32_t i = 0; i < b->outputs.count; i++) {
        const char *path = b->binds->outputs[i].path;
        if (path && ax_partial_same(path, report)) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "report: '%s' is the file of %s already", report,
                            ax_job_slot_print(&b->outputs, i, slot));
        }
    }
    return NULL;
}

/* ---- the whole ---- */

static ax_status *bind_all(binder *b, const ax_job_options *options)
{
    AX_TRY(ax_job_choose_inputs(options, &b->inputs, b->input_choices));
    AX_TRY(ax_job_choose_outputs(options, &b->outputs, b->output_choices));
    for (int32_t i = 0; i < b->inputs.count; i++)
        AX_TRY(bind_input(b, i));
    AX_TRY(count_records(b));
    for (int32_t i = 0; i < b->outputs.count; i++)
        AX_TRY(bind_output(b, i));
    return options->report ? check_report(b, options->report) : NULL;
}

static ax_status *make_binder(binder *b)
{
    const ax_job_signature *s = b->signature;
    size_t ninputs = (size_t)s->ninputs + 1, noutputs = (size_t)s->noutputs + 1;
    AX_TRY(ax_job_names_make("argument", s->inputs, s->ninputs, &b->inputs));
    AX_TRY(ax_job_names_make("result", s->outputs, s->noutputs, &b->outputs));
    b->input_choices = calloc(ninputs, sizeof *b->input_choices);
    b->output_choices = calloc(noutputs, sizeof *b->output_choices);
    b->binds = calloc(1, sizeof *b->binds);
    if (!b->input_choices || !b->output_choices || !b->binds)
        return no_memory();
    b->binds->inputs = calloc(ninputs, sizeof *b->binds->inputs);
    b->binds->outputs = calloc(noutputs, sizeof *b->binds->outputs);
    if (!b->binds->inputs || !b->binds->outputs)
        return no_memory();
    b->binds->ninputs = s->ninputs;
    b->binds->noutputs = s->noutputs;
    return NULL;
}

ax_status *ax_job_bind(const ax_job_options *options, const ax_job_signature *signature,
                       bool reads_shared, ax_job_binds **out_binds)
{
    binder b = {.signature = signature, .reads_shared = reads_shared};
    ax_status *status = make_binder(&b);
    if (!status)
        status = bind_all(&b, options);
    ax_job_names_free(&b.inputs);
    ax_job_names_free(&b.outputs);
    free(b.input_choices);
    free(b.output_choices);
    if (status) {
        ax_job_binds_free(b.binds);
        return status;
    }
    *out_binds = b.binds;
    return NULL;
}

void ax_job_binds_free(ax_job_binds *binds)
{
    if (!binds)
        return;
    for (int32_t i = 0; i < binds->nfiles; i++)
        ax_array_file_close(binds->files[i]);
    free(binds->files);
    free(binds->inputs);
    free(binds->outputs);
    free(binds);
}
