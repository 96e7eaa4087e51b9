/* A job file of any bytes: it is refused with a message, or becomes options. */
#include "job/options.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const argv[] = {"folder/job.yaml", "--threads=3", "--in=x=y.npy"};
    ax_job_options options = ax_job_options_defaults();
    ax_status *status = ax_job_options_read_flags(&options, 3, argv);
    if (status)
        abort();
    status = ax_job_options_read_yaml(&options, (const char *)data, size);
    if (options.threads != 3 || (status && !strstr(ax_status_message(status), "folder/job.yaml")))
        abort();
    ax_status_free(status);
    ax_job_options_free(&options);
    return 0;
}
