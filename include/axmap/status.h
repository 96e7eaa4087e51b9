/* How axmap reports errors.
 *
 * A function that can fail returns `ax_status *`: NULL is success, anything else is an error object
 * that the caller owns and consumes once, with ax_status_free or by returning it further up. It
 * carries a code, a message for the user, the place in axmap that detected the error, and context
 * lines added by callers on the way up. Out-parameters are written only on success.
 *
 *     ax_status *status = ax_call(...);
 *     if (status) {
 *         fprintf(stderr, "%s\n", ax_status_message(status));
 *         ax_status_free(status);
 *     }
 *
 * Threads: a status may be used by one thread at a time.
 */
#ifndef AXMAP_STATUS_H
#define AXMAP_STATUS_H

#include <axmap/api.h>

AX_BEGIN_DECLS

/* One line a code: enumerator, name as printed, what it says. */
#define AX_STATUS_CODES(X)                                                                    \
    X(AX_OK, "ok", "success")                                                                 \
    X(AX_INVALID_ARGUMENT, "invalid argument", "a value given by the caller is not allowed")  \
    X(AX_UNSUPPORTED, "unsupported", "valid, but not something axmap can do yet")             \
    X(AX_NOT_FOUND, "not found", "a file, name or entry does not exist")                      \
    X(AX_FORMAT, "malformed", "a file or text does not follow its format")                    \
    X(AX_IO, "input/output error", "the operating system could not read or write")            \
    X(AX_OUT_OF_MEMORY, "out of memory", "an allocation failed or a budget does not suffice") \
    X(AX_OVERFLOW, "overflow", "a size does not fit 64-bit arithmetic")                       \
    X(AX_BUSY, "busy", "another job or call holds what is needed")                            \
    X(AX_MISMATCH, "mismatch", "ranks disagree about the program, its shapes or their order") \
    X(AX_PEER_FAILED, "peer failed", "another rank failed; its message is repeated here")     \
    X(AX_TIMEOUT, "timeout", "a collective waited longer than the context's timeout")         \
    X(AX_CANCELLED, "cancelled", "work was given up because another part of it failed")       \
    X(AX_INTERNAL, "internal error", "a fault in axmap: please report it")

#define AX_STATUS_ENUMERATOR(code, name, meaning) code,
typedef enum ax_code { AX_STATUS_CODES(AX_STATUS_ENUMERATOR) AX_CODE_COUNT } ax_code;
#undef AX_STATUS_ENUMERATOR

typedef struct ax_status ax_status;

/* Makes an error. Never returns NULL: without memory it returns a static out-of-memory status.
 * `file` must be a string that outlives the status (a literal). */
AX_API ax_status *ax_status_make(ax_code code, const char *file, int line, const char *format, ...)
    AX_PRINTF(4, 5) AX_MUST_USE;

/* Adds a line of context to an error on its way up and returns it; passes NULL through. */
AX_API ax_status *ax_status_context(ax_status *status, const char *format, ...)
    AX_PRINTF(2, 3) AX_MUST_USE;

/* The code; AX_OK for NULL. */
AX_API ax_code ax_status_code(const ax_status *status);

/* The message with its context lines, innermost first, separated by newlines, without a trailing
 * one. Valid until the status is consumed; "" for NULL. */
AX_API const char *ax_status_message(const ax_status *status);

/* Where in axmap the error was detected; "" and 0 for NULL. */
AX_API const char *ax_status_file(const ax_status *status);
AX_API int ax_status_line(const ax_status *status);

/* The printed name of a code, such as "invalid argument". */
AX_API const char *ax_code_name(ax_code code);

/* Consumes the status; NULL is allowed. */
AX_API void ax_status_free(ax_status *status);

/* Makes an error at this place: return AX_ERROR(AX_IO, "cannot open '%s'", path); */
#define AX_ERROR(code, ...) ax_status_make(code, __FILE__, __LINE__, __VA_ARGS__)

/* Returns the error of `expression` to the caller, if there is one. */
#define AX_TRY(expression)                        \
    do {                                          \
        ax_status *ax_try_status_ = (expression); \
        if (ax_try_status_)                       \
            return ax_try_status_;                \
    } while (0)

/* Jumps to a cleanup label with the error in `status`, if there is one. */
#define AX_TRY_GOTO(status, expression, label) \
    do {                                       \
        (status) = (expression);               \
        if (status)                            \
            goto label;                        \
    } while (0)

AX_END_DECLS

#endif
