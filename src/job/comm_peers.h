/* A comm's ranks as the peers of a job's files. */
#ifndef AXMAP_JOB_COMM_PEERS_H
#define AXMAP_JOB_COMM_PEERS_H

#include "comm/comm.h"
#include "job/peers.h"

/* The comm must outlive the peers. */
ax_peers ax_peers_of_comm(ax_comm *comm);

#endif
