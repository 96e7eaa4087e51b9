#include "job/comm_peers.h"

static ax_status *agree(void *user, const char *what, ax_status *local)
{
    return ax_comm_agree(user, what, local);
}

static ax_status *exchange(void *user, const char *what, ax_status *local, const void *const *send,
                           const int64_t *send_bytes, void *const *receive,
                           const int64_t *receive_bytes)
{
    const ax_launch launch = {.what = what};
    return ax_comm_alltoall(user, &launch, local, send, send_bytes, receive, receive_bytes);
}

ax_peers ax_peers_of_comm(ax_comm *comm)
{
    return (ax_peers){.rank = ax_comm_rank(comm),
                      .size = ax_comm_size(comm),
                      .agree = agree,
                      .exchange = exchange,
                      .user = comm};
}
