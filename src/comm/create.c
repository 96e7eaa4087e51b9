#include "comm/internal.h"
#include "comm/mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ax_status *check_mpi(void)
{
    int initialized = 0;
    int finalized = 0;
    int level = MPI_THREAD_SINGLE;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (!initialized || finalized)
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "MPI is %s: call MPI_Init_thread before and "
                        "MPI_Finalize after everything of axmap",
                        finalized ? "finalized already" : "not initialized");
    AX_TRY(AX_MPI(MPI_Query_thread, &level));
    if (level < MPI_THREAD_SERIALIZED)
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "MPI was initialized for one thread only: ask MPI_Init_thread for "
                        "MPI_THREAD_MULTIPLE (MPI_THREAD_SERIALIZED suffices)");
    return NULL;
}

/* A private duplicate that returns errors. Nonblocking, so that the watchdog sees a rank that does
 * not come. */
static ax_status *duplicate(ax_comm *comm, MPI_Comm parent, MPI_Comm *out_duplicate)
{
    ax_launch launch = {.what = "making the communicator"};
    AX_TRY(AX_MPI(MPI_Comm_idup, parent, out_duplicate, &comm->requests[0]));
    AX_TRY(ax_comm_wait_request(comm, &launch));
    return AX_MPI(MPI_Comm_set_errhandler, *out_duplicate, MPI_ERRORS_RETURN);
}

/* The lowest rank of this host, and this rank's place there. All ranks have arrived: the split, which
 * MPI offers only as a blocking call, does not wait for anybody. */
static ax_status *find_node(ax_comm *comm, int *out_leader)
{
    MPI_Comm node;
    AX_TRY(AX_MPI(MPI_Comm_split_type, comm->data, MPI_COMM_TYPE_SHARED, comm->rank, MPI_INFO_NULL,
                  &node));
    MPI_Group members;
    MPI_Group all;
    MPI_Comm_rank(node, &comm->node_rank);
    MPI_Comm_size(node, &comm->node_size);
    MPI_Comm_group(node, &members);
    MPI_Comm_group(comm->data, &all);
    ax_status *status = AX_MPI(MPI_Group_translate_ranks, members, 1, (const int[]){0}, all,
                               out_leader);
    MPI_Group_free(&members);
    MPI_Group_free(&all);
    MPI_Comm_free(&node);
    return status;
}

/* What ranks tell one another about where they run; lives in the comm while it travels. */
typedef struct address {
    int32_t leader; /* lowest rank of the host */
    char hostname[HOSTNAME];
} address;

static void number_nodes(ax_comm *comm, const address *addresses)
{
    for (int r = 0; r < comm->size; r++) {
        int leader = addresses[r].leader;
        comm->peers[r].node = leader == r ? comm->node_count++ : comm->peers[leader].node;
        memcpy(comm->peers[r].hostname, addresses[r].hostname, HOSTNAME);
        comm->peers[r].hostname[HOSTNAME - 1] = '\0';
    }
}

static ax_status *find_hosts(ax_comm *comm)
{
    /* The records of a mismatch are large enough and not in use. */
    address *addresses = (address *)(void *)comm->launch_records;
    address *mine = addresses + comm->size;
    *mine = (address){0};
    int leader = 0;
    AX_TRY(find_node(comm, &leader));
    mine->leader = leader;
    if (gethostname(mine->hostname, sizeof mine->hostname - 1))
        snprintf(mine->hostname, sizeof mine->hostname, "unknown host");
    AX_TRY(AX_MPI(MPI_Iallgather, mine, (int)sizeof *mine, MPI_BYTE, addresses, (int)sizeof *mine,
                  MPI_BYTE, comm->data, &comm->requests[0]));
    ax_launch launch = {.what = "finding the hosts"};
    AX_TRY(ax_comm_wait_request(comm, &launch));
    number_nodes(comm, addresses);
    return NULL;
}

static ax_status *connect(ax_comm *comm, MPI_Comm parent)
{
    MPI_Errhandler before;
    AX_TRY(AX_MPI(MPI_Comm_get_errhandler, parent, &before));
    AX_TRY(AX_MPI(MPI_Comm_set_errhandler, parent, MPI_ERRORS_RETURN));
    ax_status *status = duplicate(comm, parent, &comm->data);
    MPI_Comm_set_errhandler(parent, before);
    MPI_Errhandler_free(&before);
    AX_TRY(status);
    MPI_Comm control = MPI_COMM_NULL;
    AX_TRY(duplicate(comm, comm->data, &control));
    comm->control = control;
    AX_TRY(ax_notes_open(comm));
    AX_TRY(ax_comm_agree(comm, "making the communicator", NULL));
    return find_hosts(comm);
}

ax_status *ax_comm_create(MPI_Comm parent, const ax_comm_options *options, ax_comm **out_comm)
{
    AX_TRY(check_mpi());
    int size = 1;
    int rank = 0;
    AX_TRY(AX_MPI(MPI_Comm_size, parent, &size));
    AX_TRY(AX_MPI(MPI_Comm_rank, parent, &rank));
    ax_comm *comm;
    AX_TRY(ax_comm_create_alone(options, &comm));
    if (size == 1) {
        *out_comm = comm;
        return NULL;
    }
    free(comm->peers);
    comm->rank = rank;
    comm->size = size;
    comm->node_count = 0;
    comm->over_mpi = true;
    comm->data = comm->control = MPI_COMM_NULL;
    comm->inbox = MPI_REQUEST_NULL;
    comm->peers = calloc((size_t)size, sizeof *comm->peers);
    comm->launch_records = calloc((size_t)size + 1, sizeof *comm->launch_records);
    ax_status *status = NULL;
    if (!comm->peers || !comm->launch_records)
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a communicator of %d ranks", size);
    else
        status = connect(comm, parent);
    if (!status) {
        *out_comm = comm;
        return NULL;
    }
    /* Where MPI may still be at work, the comm stays: the program cannot go on. */
    if (comm->data == MPI_COMM_NULL && !comm->broken) {
        comm->over_mpi = false;
        ax_comm_destroy(comm);
    }
    return status;
}
