#include "job/read_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A device may be endless. */
static const size_t longest = (size_t)1 << 30;

static ax_status *read_stream(FILE *file, const char *path, char **out_text, int64_t *out_length)
{
    size_t capacity = 64 * 1024;
    size_t length = 0;
    char *text = malloc(capacity);
    while (text) {
        length += fread(text + length, 1, capacity - 1 - length, file);
        if (ferror(file)) {
            free(text);
            return AX_ERROR(AX_IO, "cannot read '%s': %s", path, strerror(errno));
        }
        if (feof(file)) {
            text[length] = '\0';
            *out_text = text;
            *out_length = (int64_t)length;
            return NULL;
        }
        if (capacity > longest) {
            free(text);
            return AX_ERROR(AX_UNSUPPORTED, "'%s' has more than %zu bytes, the most for a text",
                            path, longest);
        }
        capacity *= 2;
        char *larger = realloc(text, capacity);
        if (!larger)
            free(text);
        text = larger;
    }
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to read '%s'", path);
}

ax_status *ax_read_text(const char *path, char **out_text, int64_t *out_length)
{
    FILE *file = fopen(path, "re");
    if (!file) {
        ax_code code = errno == ENOENT ? AX_NOT_FOUND : AX_IO;
        return AX_ERROR(code, "cannot open '%s': %s", path, strerror(errno));
    }
    ax_status *status = read_stream(file, path, out_text, out_length);
    fclose(file);
    return status;
}
