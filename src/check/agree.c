#include "check/agree.h"

#include "base/hash.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* A verdict's digit and the reason, each module ended by a NUL. */
static void write_report(const ax_check_report *report, ax_text *text)
{
    for (int32_t i = 0; i < report->count; i++) {
        const ax_check_module *module = &report->modules[i];
        ax_text_printf(text, "%d%s", (int)module->verdict, module->reason ? module->reason : "");
        ax_text_append_bytes(text, "", 1);
    }
}

/* Takes over what another rank says where it is worse: failed over skipped over passed. */
static ax_status *merge(ax_check_report *report, const char *text, int rank)
{
    static const int badness[] = {
        [AX_CHECK_PASSED] = 0, [AX_CHECK_SKIPPED] = 1, [AX_CHECK_FAILED] = 2};
    for (int32_t i = 0; i < report->count; i++, text += strlen(text) + 1) {
        ax_check_module *module = &report->modules[i];
        ax_check_verdict verdict = (ax_check_verdict)(text[0] - '0');
        if (badness[verdict] <= badness[module->verdict])
            continue;
        ax_text reason = {0};
        char *taken;
        ax_text_append(&reason, text + 1);
        if (rank > 0)
            ax_text_printf(&reason, " (on rank %d)", rank);
        AX_TRY(ax_text_take(&reason, &taken));
        free(module->reason);
        module->reason = taken;
        module->verdict = verdict;
    }
    return NULL;
}

ax_status *ax_check_agree(ax_comm *comm, const char *path, ax_status *local,
                          ax_check_report *report)
{
    if (ax_comm_size(comm) == 1)
        return local;
    ax_text text = {0};
    if (!local)
        write_report(report, &text);
    if (!local && text.failed)
        local = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a report of checks");
    ax_launch launch = {.what = path};
    if (!local)
        launch.fingerprint = ax_hash_bytes(0, &report->count, sizeof report->count);
    ax_blobs blobs;
    ax_status *status = ax_comm_allgather_blobs(comm, &launch, local, text.bytes,
                                                (int64_t)text.length, &blobs);
    ax_text_free(&text);
    if (status) {
        ax_check_report_free(report);
        return status;
    }
    /* From rank 0 on, so that every rank ends with the same reasons. */
    ax_check_report merged = {.count = report->count};
    merged.modules = calloc((size_t)report->count + 1, sizeof *merged.modules);
    if (!merged.modules)
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a report of checks");
    for (int32_t i = 0; !status && i < report->count; i++)
        merged.modules[i].line = report->modules[i].line;
    for (int rank = 0; !status && rank < blobs.count; rank++)
        status = merge(&merged, blobs.data + blobs.offsets[rank], rank);
    ax_blobs_free(&blobs);
    if (status)
        ax_check_report_free(&merged);
    ax_check_report_free(report);
    *report = merged;
    return status;
}
