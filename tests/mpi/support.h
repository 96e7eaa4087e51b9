/* What the MPI tests of comm share. */
#ifndef AXMAP_TESTS_MPI_SUPPORT_H
#define AXMAP_TESTS_MPI_SUPPORT_H

#include "comm/mpi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define FILE_HERE "model.mlir"

static inline void must(ax_status *status)
{
    if (status)
        fail_msg("%s", ax_status_message(status));
}

/* Consumes a status and compares its code and message. */
static inline void expect(ax_status *status, ax_code code, const char *message)
{
    assert_int_equal(ax_status_code(status), code);
    assert_string_equal(ax_status_message(status), message);
    ax_status_free(status);
}

static inline ax_comm *open_comm(void)
{
    ax_comm *comm;
    must(ax_comm_create(MPI_COMM_WORLD, &(ax_comm_options){.timeout = 30}, &comm));
    return comm;
}

/* A byte that tells where it belongs. */
static inline unsigned char mark(int64_t from, int64_t to, int64_t index)
{
    return (unsigned char)(from * 31 + to * 17 + index * 7 + index / 251);
}

/* MPI_Init, the tests, MPI_Finalize; the program's status is this rank's. */
#define RUN_MPI_TESTS(tests)                                        \
    int main(int argc, char **argv)                                 \
    {                                                               \
        int level;                                                  \
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level); \
        int failed = cmocka_run_group_tests(tests, NULL, NULL);     \
        MPI_Finalize();                                             \
        return failed != 0;                                         \
    }

#endif
