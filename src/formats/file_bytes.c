#include "formats/file_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Linux moves a little less than 2 GiB a call. */
enum { LONGEST_READ = 1 << 30 };

ax_status *ax_file_open(const char *path, int *out_descriptor, int64_t *out_bytes)
{
    /* Without O_NONBLOCK the opening of a named pipe would wait for its writer. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        int error = errno;
        return AX_ERROR(error == ENOENT ? AX_NOT_FOUND : AX_IO, "cannot open '%s': %s", path,
                        strerror(error));
    }
    struct stat info;
    ax_status *status = NULL;
    if (fstat(descriptor, &info) != 0) {
        status = AX_ERROR(AX_IO, "cannot examine '%s': %s", path, strerror(errno));
    } else if (!S_ISREG(info.st_mode)) {
        status = AX_ERROR(AX_IO, "'%s' is %s, not a regular file", path,
                          S_ISDIR(info.st_mode) ? "a folder" : "a device or pipe");
    }
    if (status) {
        close(descriptor);
        return status;
    }
    *out_descriptor = descriptor;
    *out_bytes = info.st_size;
    return NULL;
}

ax_status *ax_file_read(int descriptor, const char *path, int64_t offset, int64_t bytes,
                        void *destination)
{
    char *to = destination;
    int64_t done = 0;
    while (done < bytes) {
        int64_t part = bytes - done < LONGEST_READ ? bytes - done : LONGEST_READ;
        ssize_t got = pread(descriptor, to + done, (size_t)part, (off_t)(offset + done));
        if (got > 0) {
            done += got;
        } else if (got == 0) {
            return AX_ERROR(AX_IO,
                            "'%s' was cut short while it was in use: expected %lld bytes at offset "
                            "%lld, the file ends after %lld of them",
                            path, (long long)bytes, (long long)offset, (long long)done);
        } else if (errno != EINTR) {
            return AX_ERROR(AX_IO, "'%s': cannot read %lld bytes at offset %lld: %s", path,
                            (long long)bytes, (long long)offset, strerror(errno));
        }
    }
    return NULL;
}
