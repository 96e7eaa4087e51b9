/* One rank fails, or does something else than the others: all learn it, nobody hangs, and MPI_Finalize
 * works. */
#include "comm/internal.h"
#include "support.h"

static const ax_launch psum = {
    .what = "psum 'batch'", .location = {FILE_HERE, 12, 5}, .fingerprint = 0x1a2b};

/* An operation for each index, so that a failing rank meets them all. */
enum { OPERATIONS = 6 };
static ax_status *operation(ax_comm *comm, int which, ax_status *local)
{
    static unsigned char buffer[64];
    int64_t sizes[8] = {0};
    const void *send[8] = {0};
    void *receive[8] = {0};
    void *blob;
    int64_t bytes;
    ax_blobs blobs;
    switch (which) {
    case 0: return ax_comm_handshake(comm, &psum, local);
    case 1: return ax_comm_broadcast(comm, &psum, local, 0, buffer, sizeof buffer);
    case 2: return ax_comm_broadcast_blob(comm, &psum, local, 0, "abc", 3, &blob, &bytes);
    case 3: return ax_comm_allgather(comm, &psum, local, buffer, sizes, buffer);
    case 4: return ax_comm_allgather_blobs(comm, &psum, local, "abc", 3, &blobs);
    default: return ax_comm_alltoall(comm, &psum, local, send, sizes, receive, sizes);
    }
}

/* All ranks hold the same failure, and nothing communicates any more. */
static void check_failed(ax_comm *comm, int failed_rank, ax_code code, const char *text)
{
    assert_true(ax_comm_failed(comm));
    assert_false(ax_comm_broken(comm));
    assert_int_equal(ax_comm_failure_code(comm), code);
    assert_int_equal(ax_comm_is_speaker(comm), ax_comm_rank(comm) == failed_rank);
    assert_true(ax_comm_poll(comm));
    if (ax_comm_rank(comm) == 0) /* only one rank calls: it would hang if it communicated */
        for (int which = 0; which < OPERATIONS; which++)
            expect(operation(comm, which, NULL), AX_PEER_FAILED, text);
}

static void a_failing_rank_tells_all(void **state)
{
    (void)state;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int which = 0; which < OPERATIONS && size > 1; which++) {
        for (int bad = 0; bad < size; bad++) {
            ax_comm *comm = open_comm();
            char text[64];
            snprintf(text, sizeof text, "rank %d: cannot open 'images.npy'", bad);
            if (ax_comm_rank(comm) == bad)
                expect(operation(comm, which, AX_ERROR(AX_NOT_FOUND, "cannot open 'images.npy'")),
                       AX_NOT_FOUND, "cannot open 'images.npy'");
            else
                expect(operation(comm, which, NULL), AX_PEER_FAILED, text);
            check_failed(comm, bad, AX_NOT_FOUND, text);
            ax_comm_destroy(comm);
        }
    }
}

/* The failing rank does not know what the others do next, and they may be computing. */
static void fail_joins_whatever_comes(void **state)
{
    (void)state;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int which = 0; which < OPERATIONS && size > 1; which++) {
        ax_comm *comm = open_comm();
        int bad = size - 1;
        char text[64];
        snprintf(text, sizeof text, "rank %d: record 7 is not finite", bad);
        if (ax_comm_rank(comm) == bad) {
            expect(ax_comm_fail(comm, AX_ERROR(AX_FORMAT, "record 7 is not finite")), AX_FORMAT,
                   "record 7 is not finite");
        } else if (which % 2) {
            while (!ax_comm_poll(comm)) /* computing, until told to stop */
                ;
            expect(ax_comm_agree(comm, "the end", AX_ERROR(AX_CANCELLED, "stopped")),
                   AX_PEER_FAILED, text);
        } else {
            expect(operation(comm, which, NULL), AX_PEER_FAILED, text);
        }
        check_failed(comm, bad, AX_FORMAT, text);
        ax_comm_destroy(comm);
    }
}

static void all_may_fail_alike(void **state)
{
    (void)state;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ax_comm *comm = open_comm();
    expect(ax_comm_fail(comm, AX_ERROR(AX_IO, "the disk is full")), AX_IO, "the disk is full");
    if (size > 1)
        check_failed(comm, 0, AX_IO, "rank 0: the disk is full");
    ax_comm_destroy(comm);
    comm = open_comm();
    /* A cancellation is never the news, even of a lower rank. */
    bool cause = ax_comm_rank(comm) == size - 1;
    ax_status *status = cause ? AX_ERROR(AX_OVERFLOW, "too large")
                              : AX_ERROR(AX_CANCELLED, "stopped");
    status = ax_comm_agree(comm, "the end", status);
    char text[64];
    snprintf(text, sizeof text, "rank %d: too large", size - 1);
    expect(status, cause ? AX_OVERFLOW : AX_PEER_FAILED, cause ? "too large" : text);
    if (size > 1)
        check_failed(comm, size - 1, AX_OVERFLOW, text);
    ax_comm_destroy(comm);
}

static void long_messages_are_cut(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    static char text[10001];
    for (size_t i = 0; i + 2 < sizeof text; i += 2) { /* a character of two bytes */
        text[i] = '\xc3';
        text[i + 1] = '\xa9';
    }
    ax_status *status = ax_comm_agree(comm, "end",
                                      ax_comm_rank(comm) == 0 ? AX_ERROR(AX_IO, "%s", text) : NULL);
    if (ax_comm_rank(comm) == 0) {
        assert_int_equal(strlen(ax_status_message(status)), 10000);
    } else {
        const char *message = ax_status_message(status);
        size_t length = strlen(message);
        assert_true(length > 4000 && length < 4200);
        assert_string_equal(message + length - 3, "...");
        assert_memory_equal(message, "rank 0: \xc3\xa9", 10);
        assert_memory_equal(message + length - 5, "\xc3\xa9", 2);
    }
    ax_status_free(status);
    ax_comm_destroy(comm);
}

static void different_launches_are_listed(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int size = ax_comm_size(comm);
    int rank = ax_comm_rank(comm);
    must(ax_comm_agree(comm, "the start", NULL));
    ax_launch other = psum;
    if (rank == size - 1) {
        other.what = "all_gather 'batch'";
        other.location.line = 13;
        other.fingerprint++;
    }
    ax_status *status = ax_comm_handshake(comm, &other, NULL);
    if (size == 1) {
        must(status);
        ax_comm_destroy(comm);
        return;
    }
    assert_int_equal(ax_status_code(status), AX_MISMATCH);
    const char *message = ax_status_message(status);
    char start[200];
    if (size == 2)
        snprintf(start, sizeof start,
                 "the ranks do not do the same thing:\n"
                 "  rank 0: psum 'batch' at " FILE_HERE ":12:5 (launch 3, fingerprint ");
    else
        snprintf(start, sizeof start,
                 "the ranks do not do the same thing:\n"
                 "  ranks 0-%d: psum 'batch' at " FILE_HERE ":12:5 (launch 3, fingerprint ",
                 size - 2);
    assert_memory_equal(message, start, strlen(start));
    snprintf(start, sizeof start,
             "\n  rank %d: all_gather 'batch' at " FILE_HERE ":13:5 (launch 3, ", size - 1);
    assert_non_null(strstr(message, start));
    check_failed(comm, 0, AX_MISMATCH, message);
    ax_status_free(status);
    ax_comm_destroy(comm);
}

/* Other arguments of the same launch, or another operation, are a mismatch too. */
static void arguments_are_part_of_the_launch(void **state)
{
    (void)state;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int kind = 0; kind < 4 && size > 1; kind++) {
        ax_comm *comm = open_comm();
        int64_t odd = ax_comm_rank(comm) == 1;
        char buffer[16];
        int64_t sizes[8] = {odd};
        ax_status *status = NULL;
        switch (kind) {
        case 0: status = ax_comm_broadcast(comm, &psum, NULL, 0, buffer, 3 + odd); break;
        case 1: status = ax_comm_broadcast(comm, &psum, NULL, (int)odd, buffer, 3); break;
        case 2: status = ax_comm_allgather(comm, &psum, NULL, buffer, sizes, buffer); break;
        default: status = operation(comm, odd ? 1 : 0, NULL); break;
        }
        assert_int_equal(ax_status_code(status), AX_MISMATCH);
        ax_status_free(status);
        ax_comm_destroy(comm);
    }
}

/* A rank that has no memory for its part fails before anything moves. */
static void wrong_sizes_arrive_flagged(void **state)
{
    (void)state;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ax_comm *comm = open_comm();
    int64_t bytes = ax_comm_rank(comm) == size - 1 ? -1 : 3;
    ax_blobs blobs;
    ax_status *status = ax_comm_allgather_blobs(comm, &psum, NULL, "abc", bytes, &blobs);
    assert_int_equal(ax_status_code(status),
                     ax_comm_rank(comm) == size - 1 ? AX_INVALID_ARGUMENT : AX_PEER_FAILED);
    ax_status_free(status);
    ax_comm_destroy(comm);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_failing_rank_tells_all),
    cmocka_unit_test(fail_joins_whatever_comes),
    cmocka_unit_test(all_may_fail_alike),
    cmocka_unit_test(long_messages_are_cut),
    cmocka_unit_test(different_launches_are_listed),
    cmocka_unit_test(arguments_are_part_of_the_launch),
    cmocka_unit_test(wrong_sizes_arrive_flagged),
};
RUN_MPI_TESTS(tests)
