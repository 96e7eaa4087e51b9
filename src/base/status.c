#include <axmap/status.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ax_status {
    ax_code code;
    int line;
    const char *file;
    char *message;
};

/* Handed out when there is no memory for a status of its own; never freed, never changed. */
static struct ax_status out_of_memory = {
    .code = AX_OUT_OF_MEMORY,
    .line = __LINE__,
    .file = __FILE__,
    .message = (char[]){"out of memory while reporting an error"},
};

static char *format_message(const char *format, va_list arguments)
{
    va_list copy;
    va_copy(copy, arguments);
    int length = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    if (length < 0)
        return NULL;
    char *text = malloc((size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

ax_status *ax_status_make(ax_code code, const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *message = format_message(format, arguments);
    va_end(arguments);
    if (!message)
        return &out_of_memory;

    ax_status *status = malloc(sizeof *status);
    if (!status) {
        free(message);
        return &out_of_memory;
    }
    *status = (ax_status){.code = code, .line = line, .file = file, .message = message};
    return status;
}

ax_status *ax_status_context(ax_status *status, const char *format, ...)
{
    if (!status || status == &out_of_memory)
        return status;
    va_list arguments;
    va_start(arguments, format);
    char *context = format_message(format, arguments);
    va_end(arguments);
    if (!context)
        return status;

    size_t message_length = strlen(status->message);
    size_t context_length = strlen(context);
    char *joined = realloc(status->message, message_length + context_length + 2);
    if (joined) {
        joined[message_length] = '\n';
        memcpy(joined + message_length + 1, context, context_length + 1);
        status->message = joined;
    }
    free(context);
    return status;
}

ax_code ax_status_code(const ax_status *status)
{
    return status ? status->code : AX_OK;
}

const char *ax_status_message(const ax_status *status)
{
    return status ? status->message : "";
}

const char *ax_status_file(const ax_status *status)
{
    return status ? status->file : "";
}

int ax_status_line(const ax_status *status)
{
    return status ? status->line : 0;
}

const char *ax_code_name(ax_code code)
{
#define NAME(code, name, meaning) name,
    static const char *const names[] = {AX_STATUS_CODES(NAME)};
#undef NAME
    return (unsigned)code < AX_CODE_COUNT ? names[code] : "unknown";
}

void ax_status_free(ax_status *status)
{
    if (!status || status == &out_of_memory)
        return;
    free(status->message);
    free(status);
}
