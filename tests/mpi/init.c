/* What ax_comm_create asks of MPI. */
#include "support.h"

static void refuse(const char *start)
{
    ax_comm *comm;
    ax_status *status = ax_comm_create(MPI_COMM_WORLD, NULL, &comm);
    assert_int_equal(ax_status_code(status), AX_INVALID_ARGUMENT);
    assert_memory_equal(ax_status_message(status), start, strlen(start));
    ax_status_free(status);
}

static void mpi_must_be_ready(void **state)
{
    (void)state;
    refuse("MPI is not initialized");
    int level;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    if (level < MPI_THREAD_SERIALIZED) /* an MPI may give more than was asked for */
        refuse("MPI was initialized for one thread only");
    MPI_Finalize();
    refuse("MPI is finalized already");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mpi_must_be_ready)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
