/* All of axmap but the context over MPI, which is in <axmap/mpi.h>. */
#ifndef AXMAP_AXMAP_H
#define AXMAP_AXMAP_H

#include <axmap/array.h>
#include <axmap/builder.h>
#include <axmap/call.h>
#include <axmap/collective.h>
#include <axmap/context.h>
#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/fn.h>
#include <axmap/indexing.h>
#include <axmap/jit.h>
#include <axmap/mesh.h>
#include <axmap/pmap.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <axmap/shard_map.h>
#include <axmap/sorting.h>
#include <axmap/stablehlo.h>
#include <axmap/status.h>
#include <axmap/type.h>

#endif
