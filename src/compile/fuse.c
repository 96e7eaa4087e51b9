/* The driver of fusion; fuser.h says how the pass works. */
#include "compile/compile.h"
#include "compile/fuser.h"

static ax_status *fuse_in(ax_arena *arena, const ax_graph *graph, ax_graph **out_graph)
{
    ax_fuser *f;
    AX_TRY(ax_fuser_create(arena, graph, &f));
    ax_fuse_products(f);
    ax_fuse_rows(f);
    ax_fuse_columns(f);
    ax_fuse_loops(f);
    if (f->no_memory)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to fuse a graph");
    return ax_fuse_build(f, out_graph);
}

ax_status *ax_fuse(const ax_graph *graph, ax_graph **out_graph)
{
    ax_arena *arena;
    AX_TRY(ax_arena_create(&arena));
    ax_graph *prepared = NULL;
    ax_status *status = ax_fuse_prepare(graph, &prepared);
    if (!status)
        status = fuse_in(arena, prepared ? prepared : graph, out_graph);
    ax_graph_free(prepared);
    ax_arena_free(arena);
    return status;
}
