/* A file under construction: PATH.partial, locked by its maker, renamed to PATH when it is whole.
 *
 * One process makes it, others that share the folder join it. Until the end its first bytes are a
 * random token, by which those who join know that they see the maker's file and not an old one on a
 * disk of their own.
 */
#ifndef AXMAP_JOB_PARTIAL_FILE_H
#define AXMAP_JOB_PARTIAL_FILE_H

#include <axmap/status.h>
#include <stdbool.h>
#include <stdint.h>

enum { AX_PARTIAL_TOKEN = 48 };

typedef struct ax_partial_file {
    char *path;     /* of the finished file */
    char *partial;  /* of the one under construction */
    int descriptor; /* for reading and writing, or -1 */
    int lock;       /* the maker's second descriptor, which carries the lock; or -1 */
    bool locked;    /* false also where the file system has no locks */
    bool maker;     /* made here, and so removed here unless it was published */
} ax_partial_file;

/* Makes, locks and empties the file, reserves `bytes` of space and writes a new token. Errors:
 * AX_BUSY (locked by another job), AX_NOT_FOUND, AX_IO. The file must be closed after errors too. */
ax_status *ax_partial_make(const char *path, int64_t bytes, uint8_t *out_token,
                           ax_partial_file *out_file);
/* Opens the file that another process made. */
ax_status *ax_partial_join(const char *path, const uint8_t *token, ax_partial_file *out_file);

ax_status *ax_partial_write(const ax_partial_file *file, int64_t offset, int64_t bytes,
                            const void *data);
ax_status *ax_partial_read(const ax_partial_file *file, int64_t offset, int64_t bytes, void *data);

/* Writes everything to the disk. */
ax_status *ax_partial_sync(const ax_partial_file *file);
/* The same, and closes the descriptor; both can report a write that failed late. */
ax_status *ax_partial_end(ax_partial_file *file);
/* The maker gives the file its name, and makes the name last. */
ax_status *ax_partial_publish(ax_partial_file *file);

/* Closes what is open; the maker removes a file that was not published. */
void ax_partial_close(ax_partial_file *file);

/* Whether `path` could be made, without making it. Errors: AX_NOT_FOUND, AX_IO. */
ax_status *ax_partial_check(const char *path);

/* Whether two paths are one name in one folder, however they are written. */
bool ax_partial_same(const char *path, const char *other);

#endif
