/* One verdict of all ranks on each module. */
#ifndef AXMAP_CHECK_AGREE_H
#define AXMAP_CHECK_AGREE_H

#include "check/check.h"
#include "comm/comm.h"

/* Collective: every rank checked the file at `path` and gives its report, or in `local` (consumed) why
 * it could not, with an empty report. Afterwards all reports say the same: a module that failed on any rank has failed, for
 * the reason of the first such rank; after an error they are empty. AX_MISMATCH: the ranks have different files of that name. */
ax_status *ax_check_agree(ax_comm *comm, const char *path, ax_status *local,
                          ax_check_report *report) AX_MUST_USE;

#endif
