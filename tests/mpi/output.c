/* Ranks 1, 2, 3, 4: one .npy file written by all through MPI; a rank that fails; a second job. */
#include "support.h"

#include "job/comm_peers.h"
#include "job/output.h"

#include <unistd.h>

/* Not a multiple of any number of ranks; along axis 1 rows interleave; about 2.6 MB. */
enum { ROWS = 101, OUTER = 13, INNER = 499 };

static ax_output *create(ax_comm *comm, const char *path, int32_t axis, ax_status **out_status)
{
    int64_t starts[16];
    int size = ax_comm_size(comm);
    for (int r = 0; r <= size; r++)
        starts[r] = (int64_t)ROWS * r / size;
    ax_peers peers = ax_peers_of_comm(comm);
    ax_output_options options = {.path = path, .axis = axis, .row_starts = starts};
    must(ax_type_make(AX_U32, 2, (int64_t[]){OUTER, INNER}, &options.record));
    ax_output *output = NULL;
    *out_status = ax_output_create(&peers, &options, &output);
    return output;
}

/* Values are the elements' own places in [OUTER, ROWS, INNER]. */
static void write_rows(ax_output *output, int64_t first, int64_t end)
{
    uint32_t *row = malloc(sizeof(uint32_t) * OUTER * INNER);
    for (int64_t r = first; r < end; r++) {
        for (int64_t o = 0; o < OUTER; o++)
            for (int64_t i = 0; i < INNER; i++)
                row[o * INNER + i] = (uint32_t)((o * ROWS + r) * INNER + i);
        must(ax_output_write_rows(output, r, 1, row));
    }
    free(row);
}

static void check_file(const char *path, int32_t axis)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 128, SEEK_SET), 0);
    uint32_t value;
    for (int64_t at = 0; at < (int64_t)ROWS * OUTER * INNER; at++) {
        int64_t i = at % INNER, middle = at / INNER;
        int64_t r = axis == 0 ? middle / OUTER : middle % ROWS;
        int64_t o = axis == 0 ? middle % OUTER : middle / ROWS;
        assert_int_equal(fread(&value, 4, 1, file), 1);
        if (value != (uint32_t)((o * ROWS + r) * INNER + i))
            fail_msg("%s: element %lld differs", path, (long long)at);
    }
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static void a_file_is_written_by_all(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int rank = ax_comm_rank(comm), size = ax_comm_size(comm);
    ax_peers peers = ax_peers_of_comm(comm);
    ax_status *status;
    for (int32_t axis = 0; axis <= 1; axis++) {
        ax_output *output = create(comm, "all.npy", axis, &status);
        must(status);
        write_rows(output, (int64_t)ROWS * rank / size, (int64_t)ROWS * (rank + 1) / size);
        must(ax_outputs_finish(&peers, &output, 1));
        ax_output_free(output);
        if (rank == 0)
            check_file("all.npy", axis);
        must(ax_comm_agree(comm, "checked", NULL));
    }
    ax_comm_destroy(comm);
}

static void a_rank_that_wrote_too_little_fails_all(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int rank = ax_comm_rank(comm), size = ax_comm_size(comm), lazy = size - 1;
    ax_peers peers = ax_peers_of_comm(comm);
    ax_status *status;
    ax_output *output = create(comm, "lazy.npy", 0, &status);
    must(status);
    write_rows(output, (int64_t)ROWS * rank / size,
               (int64_t)ROWS * (rank + 1) / size - (rank == lazy));
    status = ax_outputs_finish(&peers, &output, 1);
    assert_int_equal(ax_status_code(status), rank == lazy ? AX_INTERNAL : AX_PEER_FAILED);
    assert_non_null(strstr(ax_status_message(status), "'lazy.npy': rank"));
    ax_status_free(status);
    ax_output_free(output);
    MPI_Barrier(MPI_COMM_WORLD);
    assert_int_not_equal(access("lazy.npy", F_OK), 0);
    assert_int_not_equal(access("lazy.npy.partial", F_OK), 0);
    ax_comm_destroy(comm);
}

static void a_second_job_is_refused_on_all_ranks(void **state)
{
    (void)state;
    ax_comm *comm = open_comm(), *other = open_comm();
    ax_status *status;
    ax_output *output = create(comm, "busy.npy", 0, &status);
    must(status);
    create(other, "busy.npy", 0, &status);
    assert_int_equal(ax_status_code(status), ax_comm_rank(comm) == 0 ? AX_BUSY : AX_PEER_FAILED);
    assert_non_null(
        strstr(ax_status_message(status), "'busy.npy' is being written by another job"));
    ax_status_free(status);
    ax_output_free(output);
    ax_comm_destroy(comm);
    ax_comm_destroy(other);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_file_is_written_by_all),
    cmocka_unit_test(a_rank_that_wrote_too_little_fails_all),
    cmocka_unit_test(a_second_job_is_refused_on_all_ranks),
};
RUN_MPI_TESTS(tests)
