/* accuracy PREDICTED.npy EXPECTED.npy: how many elements of two arrays of labels are equal.
 *
 * Used by launch/demo, so that no Python is needed to see that the demo's answers are right.
 */
#include "formats/array_file.h"
#include "ir/type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a whole .npy file of integers; the caller frees the elements. */
static ax_status *read_labels(const char *path, ax_type *out_type, unsigned char **out_elements)
{
    ax_array_file *file;
    AX_TRY(ax_array_file_open(path, &file));

    unsigned char *elements = NULL;
    ax_status *status;
    const ax_stored_array *array;
    AX_TRY_GOTO(status, ax_array_file_find(file, NULL, &array), close);
    if (!ax_dtype_is_integer(array->type.dtype)) {
        status = AX_ERROR(AX_INVALID_ARGUMENT, "%s: labels are integers, it holds %s", path,
                          AX_TYPE_STRING(&array->type));
        goto close;
    }
    elements = malloc((size_t)ax_type_bytes(&array->type) + 1);
    if (!elements) {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for %s", path);
        goto close;
    }
    AX_TRY_GOTO(status, ax_array_file_read_all(file, array, elements), close);
    *out_type = array->type;
    *out_elements = elements;
    elements = NULL;
close:
    free(elements);
    ax_array_file_close(file);
    return status;
}

static ax_status *print_accuracy(const ax_type *types, unsigned char *const *labels)
{
    if (!ax_type_equal(&types[0], &types[1])) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "predicted are %s, expected are %s",
                        AX_TYPE_STRING(&types[0]), AX_TYPE_STRING(&types[1]));
    }
    int64_t count = ax_type_count(&types[0]);
    int64_t bytes = ax_dtype_bytes(types[0].dtype);
    int64_t right = 0;
    for (int64_t i = 0; i < count; i++)
        right += memcmp(labels[0] + i * bytes, labels[1] + i * bytes, (size_t)bytes) == 0;
    printf("accuracy    %.2f %%: %lld of %lld\n", count ? 100 * (double)right / (double)count : 0.0,
           (long long)right, (long long)count);
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: accuracy PREDICTED.npy EXPECTED.npy\n");
        return 2;
    }
    ax_type types[2];
    unsigned char *labels[2] = {NULL, NULL};
    ax_status *status = read_labels(argv[1], &types[0], &labels[0]);
    if (!status)
        status = read_labels(argv[2], &types[1], &labels[1]);
    if (!status)
        status = print_accuracy(types, labels);
    if (status)
        fprintf(stderr, "accuracy: %s\n", ax_status_message(status));
    int exit_code = status ? 1 : 0;
    ax_status_free(status);
    free(labels[0]);
    free(labels[1]);
    return exit_code;
}
