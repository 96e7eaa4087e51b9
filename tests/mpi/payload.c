/* Bytes between ranks: broadcast, allgather, alltoall, of odd sizes, whole and cut. */
#include "comm/internal.h"
#include "support.h"

static const ax_launch launch = {.what = "test", .location = {FILE_HERE, 3, 1}, .fingerprint = 5};

/* Transfers of at most this many bytes: in place of 2^30, so that small messages are cut. */
static const int64_t cuts[] = {1, 7, 1000, INT64_C(1) << 30};

static void ranks_know_one_another(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int rank;
    int size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    assert_int_equal(ax_comm_rank(comm), rank);
    assert_int_equal(ax_comm_size(comm), size);
    /* The tests run on one host. */
    assert_int_equal(ax_comm_node_rank(comm), rank);
    assert_int_equal(ax_comm_node_size(comm), size);
    assert_int_equal(ax_comm_node_count(comm), 1);
    for (int r = 0; r < size; r++) {
        assert_int_equal(ax_comm_node_of(comm, r), 0);
        assert_string_equal(ax_comm_hostname(comm, r), ax_comm_hostname(comm, 0));
        assert_true(strlen(ax_comm_hostname(comm, r)) > 0);
    }
    assert_false(ax_comm_poll(comm));
    assert_int_equal(ax_comm_is_speaker(comm), rank == 0);
    must(ax_comm_agree(comm, "the start", NULL));
    ax_comm_destroy(comm);
}

static void check_broadcast(ax_comm *comm, int root, int cut, unsigned char *data, int64_t bytes)
{
    for (int64_t i = 0; i < bytes; i++)
        data[i] = ax_comm_rank(comm) == root ? mark(root, cut, i) : 0;
    must(ax_comm_broadcast(comm, &launch, NULL, root, data, bytes));
    for (int64_t i = 0; i < bytes; i++)
        if (data[i] != mark(root, cut, i))
            fail_msg("byte %lld of %lld from rank %d", (long long)i, (long long)bytes, root);
}

static void broadcast_reaches_all(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    const int64_t sizes[] = {0, 1, 13, 4099, 100003};
    static unsigned char data[100003];
    for (int c = 1; c < 4; c++) {
        ax_comm_set_cut(comm, cuts[c]);
        for (int s = 0; s < 5; s++)
            for (int root = 0; root < ax_comm_size(comm); root++)
                check_broadcast(comm, root, c, data, sizes[s]);
    }
    ax_comm_destroy(comm);
}

static void blobs_are_broadcast(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int root = ax_comm_size(comm) - 1;
    bool is_root = ax_comm_rank(comm) == root;
    const char *texts[] = {"", "x", "func.func public @main(%arg0: tensor<f32>)"};
    for (int i = 0; i < 3; i++) {
        void *copy;
        int64_t bytes;
        must(ax_comm_broadcast_blob(comm, &launch, NULL, root, is_root ? texts[i] : NULL,
                                    is_root ? (int64_t)strlen(texts[i]) : -77, &copy, &bytes));
        assert_string_equal(copy, texts[i]);
        assert_int_equal(bytes, strlen(texts[i]));
        free(copy);
    }
    ax_comm_destroy(comm);
}

/* Rank r brings (r + shift) % 3 * 1001 + r bytes; some bring none. */
static int64_t bytes_of(int rank, int shift)
{
    int kind = (rank + shift) % 3;
    return kind == 0 ? 0 : kind * 1001 + rank;
}

static void allgather_keeps_rank_order(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int size = ax_comm_size(comm);
    int rank = ax_comm_rank(comm);
    for (int shift = 0; shift < 6; shift++) {
        ax_comm_set_cut(comm, cuts[shift % 4]);
        int64_t sizes[8];
        int64_t total = 0;
        for (int r = 0; r < size; r++)
            total += sizes[r] = bytes_of(r, shift);
        unsigned char mine[4096];
        unsigned char all[8 * 4096] = {0};
        for (int64_t i = 0; i < sizes[rank]; i++)
            mine[i] = mark(rank, shift, i);
        must(ax_comm_allgather(comm, &launch, NULL, mine, sizes, all));
        const unsigned char *at = all;
        for (int r = 0; r < size; r++)
            for (int64_t i = 0; i < sizes[r]; i++)
                assert_int_equal(*at++, mark(r, shift, i));
        assert_int_equal(at - all, total);

        ax_blobs blobs;
        must(ax_comm_allgather_blobs(comm, &launch, NULL, mine, sizes[rank], &blobs));
        assert_int_equal(blobs.count, size);
        assert_int_equal(blobs.offsets[size], total);
        if (total > 0)
            assert_memory_equal(blobs.data, all, (size_t)total);
        ax_blobs_free(&blobs);
    }
    ax_comm_destroy(comm);
}

static void alltoall_delivers_each_message(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int size = ax_comm_size(comm);
    int rank = ax_comm_rank(comm);
    for (int shift = 0; shift < 8; shift++) {
        ax_comm_set_cut(comm, cuts[shift % 4]);
        unsigned char *send[8];
        unsigned char *receive[8];
        int64_t send_bytes[8];
        int64_t receive_bytes[8];
        for (int r = 0; r < size; r++) {
            send_bytes[r] = bytes_of(rank + 2 * r, shift);
            receive_bytes[r] = bytes_of(r + 2 * rank, shift);
            send[r] = malloc((size_t)send_bytes[r] + 1);
            receive[r] = calloc((size_t)receive_bytes[r] + 1, 1);
            for (int64_t i = 0; i < send_bytes[r]; i++)
                send[r][i] = mark(rank, r, i + shift);
        }
        must(ax_comm_alltoall(comm, &launch, NULL, (const void *const *)send, send_bytes,
                              (void *const *)receive, receive_bytes));
        for (int r = 0; r < size; r++) {
            for (int64_t i = 0; i < receive_bytes[r]; i++)
                assert_int_equal(receive[r][i], mark(r, rank, i + shift));
            assert_int_equal(receive[r][receive_bytes[r]], 0);
            free(send[r]);
            free(receive[r]);
        }
    }
    ax_comm_destroy(comm);
}

/* The program's own messages on the parent communicator are not disturbed. */
static void the_parent_stays_the_programs(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int rank = ax_comm_rank(comm);
    int size = ax_comm_size(comm);
    int sent = rank;
    int received = -1;
    MPI_Request request;
    MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    must(ax_comm_agree(comm, "between", NULL));
    MPI_Send(&sent, 1, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    assert_int_equal(received, (rank + size - 1) % size);
    ax_comm_destroy(comm);
}

static void count_call(void *user)
{
    ++*(int *)user;
}

static void the_hook_is_called_while_waiting(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    int calls = 0;
    ax_comm_set_hook(comm, count_call, &calls);
    /* Rank 0 comes late: the others wait for it. */
    if (ax_comm_rank(comm) == 0) {
        struct timespec nap = {.tv_nsec = 50000000};
        nanosleep(&nap, NULL);
    }
    must(ax_comm_agree(comm, "meeting", NULL));
    if (ax_comm_rank(comm) != 0)
        assert_true(calls > 3);
    ax_comm_destroy(comm);
}

static void one_process_needs_no_mpi(void **state)
{
    (void)state;
    ax_comm *comm;
    must(ax_comm_create_alone(NULL, &comm));
    assert_int_equal(ax_comm_size(comm), 1);
    int64_t size = 3;
    char all[4] = "";
    must(ax_comm_allgather(comm, &launch, NULL, "abc", &size, all));
    assert_string_equal(all, "abc");
    must(ax_comm_broadcast(comm, &launch, NULL, 0, all, 3));
    void *copy;
    must(ax_comm_broadcast_blob(comm, &launch, NULL, 0, "text", 4, &copy, &size));
    assert_string_equal(copy, "text");
    free(copy);
    const void *send = "xyz";
    void *receive = all;
    size = 3;
    must(ax_comm_alltoall(comm, &launch, NULL, &send, &size, &receive, &size));
    assert_string_equal(all, "xyz");
    expect(ax_comm_agree(comm, "end", AX_ERROR(AX_IO, "no disk")), AX_IO, "no disk");
    /* Alone there is nobody to be out of step with: it goes on. */
    assert_false(ax_comm_failed(comm));
    must(ax_comm_agree(comm, "end", NULL));
    ax_comm_destroy(comm);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(ranks_know_one_another),
    cmocka_unit_test(broadcast_reaches_all),
    cmocka_unit_test(blobs_are_broadcast),
    cmocka_unit_test(allgather_keeps_rank_order),
    cmocka_unit_test(alltoall_delivers_each_message),
    cmocka_unit_test(the_parent_stays_the_programs),
    cmocka_unit_test(the_hook_is_called_while_waiting),
    cmocka_unit_test(one_process_needs_no_mpi),
};
RUN_MPI_TESTS(tests)
