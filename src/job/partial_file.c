#include "job/partial_file.h"

#include "formats/file_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_WRITE = 1 << 30 };

/* ---- names ---- */

static ax_status *set_names(ax_partial_file *file, const char *path)
{
    static const char suffix[] = ".partial";
    *file = (ax_partial_file){.descriptor = -1, .lock = -1};
    size_t length = strlen(path);
    file->path = strdup(path);
    file->partial = malloc(length + sizeof suffix);
    if (!file->path || !file->partial)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the name '%s'", path);
    memcpy(file->partial, path, length);
    memcpy(file->partial + length, suffix, sizeof suffix);
    return NULL;
}

/* The folder that `path` lies in, which the caller frees; NULL without memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

static ax_status *check_in_folder(const char *path, const char *folder)
{
    struct stat info;
    int result = stat(folder, &info);
    if (result != 0 && errno == ENOENT)
        return AX_ERROR(AX_NOT_FOUND, "cannot write '%s': there is no folder '%s'", path, folder);
    if (result == 0 && !S_ISDIR(info.st_mode))
        return AX_ERROR(AX_IO, "cannot write '%s': '%s' is not a folder", path, folder);
    if (access(folder, W_OK | X_OK) != 0) {
        return AX_ERROR(AX_IO, "cannot write '%s': the folder '%s' is not writable: %s", path,
                        folder, strerror(errno));
    }
    size_t length = strlen(path);
    bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    if (is_folder || length == 0 || path[length - 1] == '/')
        return AX_ERROR(AX_IO, "cannot write '%s': it names a folder, not a file", path);
    return NULL;
}

static bool same_folder(const char *path, const char *other)
{
    struct stat info, other_info;
    char *folder = folder_of(path), *other_folder = folder_of(other);
    bool same = folder && other_folder && stat(folder, &info) == 0 &&
                stat(other_folder, &other_info) == 0 && info.st_dev == other_info.st_dev &&
                info.st_ino == other_info.st_ino;
    free(folder);
    free(other_folder);
    return same;
}

bool ax_partial_same(const char *path, const char *other)
{
    const char *slash = strrchr(path, '/'), *other_slash = strrchr(other, '/');
    return strcmp(path, other) == 0 ||
           (strcmp(slash ? slash + 1 : path, other_slash ? other_slash + 1 : other) == 0 &&
            same_folder(path, other));
}

ax_status *ax_partial_check(const char *path)
{
    char *folder = folder_of(path);
    if (!folder)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the name '%s'", path);
    ax_status *status = check_in_folder(path, folder);
    free(folder);
    return status;
}

/* ---- making ---- */

static ax_status *cannot(const char *verb, const char *path)
{
    int error = errno;
    return AX_ERROR(error == ENOENT ? AX_NOT_FOUND : AX_IO, "cannot %s '%s': %s", verb, path,
                    strerror(error));
}

static ax_status *open_partial(const char *path, int flags, int *out_descriptor)
{
    struct stat info;
    int descriptor = open(path, flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (descriptor < 0)
        return cannot("open", path);
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(descriptor);
        return AX_ERROR(AX_IO, "cannot write '%s': it is not a regular file", path);
    }
    *out_descriptor = descriptor;
    return NULL;
}

/* A lock of the open file, not of the process: it also holds between threads and two outputs of one
 * job, goes away with its process, and is no file that could be left behind. */
static ax_status *lock_partial(ax_partial_file *file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int result;
    do {
        result = fcntl(file->lock, F_OFD_SETLK, &lock);
    } while (result != 0 && errno == EINTR);
    file->locked = result == 0;
    if (result != 0 && (errno == EAGAIN || errno == EACCES)) {
        return AX_ERROR(AX_BUSY, "'%s' is being written by another job: it holds a lock on '%s'",
                        file->path, file->partial);
    }
    return NULL; /* a file system without locks is used without */
}

/* Whether the name still means the file that is open: its last maker may have renamed or removed it
 * between our opening and our lock. */
static bool name_is_current(const ax_partial_file *file)
{
    struct stat by_name, by_descriptor;
    return stat(file->partial, &by_name) == 0 && fstat(file->lock, &by_descriptor) == 0 &&
           by_name.st_ino == by_descriptor.st_ino && by_name.st_dev == by_descriptor.st_dev;
}

static ax_status *open_and_lock(ax_partial_file *file)
{
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; i++) {
        AX_TRY(open_partial(file->partial, O_CREAT, &file->lock));
        AX_TRY(lock_partial(file));
        if (name_is_current(file)) {
            file->maker = true;
            return NULL;
        }
        close(file->lock);
        file->lock = -1;
    }
    return AX_ERROR(AX_BUSY, "'%s' is being made and removed by other jobs", file->partial);
}

/* Empties the file and takes all its space now, where the file system can say so now. */
static ax_status *reserve(const ax_partial_file *file, int64_t bytes)
{
    if (ftruncate(file->descriptor, 0) != 0)
        return cannot("empty", file->partial);
    int result;
    do {
        result = fallocate(file->descriptor, 0, 0, (off_t)bytes);
    } while (result != 0 && errno == EINTR);
    if (result != 0 && errno != ENOSPC && errno != EDQUOT && errno != EFBIG)
        result = ftruncate(file->descriptor, (off_t)bytes);
    if (result != 0) {
        return AX_ERROR(AX_IO, "cannot reserve %lld bytes for '%s': %s", (long long)bytes,
                        file->partial, strerror(errno));
    }
    return NULL;
}

static ax_status *write_token(const ax_partial_file *file, uint8_t *token)
{
    uint8_t random[12];
    char text[AX_PARTIAL_TOKEN + 1];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return AX_ERROR(AX_IO, "no random bytes: %s", strerror(errno));
    int used = snprintf(text, sizeof text, "unfinished axmap output ");
    for (size_t i = 0; i < sizeof random; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%02x", random[i]);
    memcpy(token, text, AX_PARTIAL_TOKEN);
    AX_TRY(ax_partial_write(file, 0, AX_PARTIAL_TOKEN, token));
    return ax_partial_sync(file);
}

ax_status *ax_partial_make(const char *path, int64_t bytes, uint8_t *out_token,
                           ax_partial_file *out_file)
{
    AX_TRY(set_names(out_file, path));
    AX_TRY(ax_partial_check(path));
    AX_TRY(open_and_lock(out_file));
    AX_TRY(open_partial(out_file->partial, 0, &out_file->descriptor));
    AX_TRY(reserve(out_file, bytes));
    return write_token(out_file, out_token);
}

ax_status *ax_partial_join(const char *path, const uint8_t *token, ax_partial_file *out_file)
{
    uint8_t found[AX_PARTIAL_TOKEN];
    AX_TRY(set_names(out_file, path));
    ax_status *status = open_partial(out_file->partial, 0, &out_file->descriptor);
    if (status)
        return ax_status_context(status,
                                 "which rank 0 made: outputs need a folder that all ranks share");
    AX_TRY(ax_partial_read(out_file, 0, AX_PARTIAL_TOKEN, found));
    if (memcmp(found, token, AX_PARTIAL_TOKEN) != 0) {
        return AX_ERROR(
            AX_IO,
            "'%s' here is not the file that rank 0 made: outputs need a folder that all "
            "ranks share",
            out_file->partial);
    }
    return NULL;
}

/* ---- using ---- */

ax_status *ax_partial_write(const ax_partial_file *file, int64_t offset, int64_t bytes,
                            const void *data)
{
    const char *from = data;
    int64_t done = 0;
    while (done < bytes) {
        int64_t part = bytes - done < LONGEST_WRITE ? bytes - done : LONGEST_WRITE;
        ssize_t put = pwrite(file->descriptor, from + done, (size_t)part, (off_t)(offset + done));
        if (put > 0) {
            done += put;
        } else if (put == 0 || errno != EINTR) {
            return AX_ERROR(AX_IO, "'%s': cannot write %lld bytes at offset %lld: %s",
                            file->partial, (long long)bytes, (long long)offset,
                            put == 0 ? "nothing was written" : strerror(errno));
        }
    }
    return NULL;
}

ax_status *ax_partial_read(const ax_partial_file *file, int64_t offset, int64_t bytes, void *data)
{
    return ax_file_read(file->descriptor, file->partial, offset, bytes, data);
}

ax_status *ax_partial_sync(const ax_partial_file *file)
{
    return fsync(file->descriptor) == 0 ? NULL : cannot("sync", file->partial);
}

ax_status *ax_partial_end(ax_partial_file *file)
{
    ax_status *status = ax_partial_sync(file);
    int result = close(file->descriptor);
    file->descriptor = -1;
    if (result != 0 && !status)
        status = cannot("close", file->partial);
    return status;
}

static ax_status *sync_folder(const char *path, const char *folder)
{
    ax_status *status = NULL;
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return AX_ERROR(AX_IO, "cannot open the folder of '%s': %s", path, strerror(errno));
    if (fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
        status = AX_ERROR(AX_IO, "cannot sync the folder of '%s': %s", path, strerror(errno));
    close(descriptor);
    return status;
}

ax_status *ax_partial_publish(ax_partial_file *file)
{
    char *folder = folder_of(file->path);
    if (!folder)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the name '%s'", file->path);
    ax_status *status = NULL;
    if (rename(file->partial, file->path) != 0) {
        status = AX_ERROR(AX_IO, "cannot rename '%s' to '%s': %s", file->partial, file->path,
                          strerror(errno));
    } else {
        file->maker = false; /* nothing is left to remove */
        status = sync_folder(file->path, folder);
    }
    free(folder);
    return status;
}

void ax_partial_close(ax_partial_file *file)
{
    if (file->maker)
        unlink(file->partial); /* still locked, so it is ours */
    if (file->descriptor >= 0)
        close(file->descriptor);
    if (file->lock >= 0)
        close(file->lock);
    free(file->path);
    free(file->partial);
    *file = (ax_partial_file){.descriptor = -1, .lock = -1};
}
