/* Graphs as they print, before and after vmap, against the texts in this folder.
 *
 *     graphs FOLDER            compares; says how each text differs
 *     graphs FOLDER --update   writes the texts (the target golden-update)
 *
 * A text that changes is looked at before it is committed: it is the record of how a program reads, and
 * of what vmap makes of it.
 */
#include "transform/fn.h"

#include <axmap/collective.h>
#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/fn.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM(name) static void name(ax_builder *b, const ax_value *in, ax_value *out, void *user)
#define UNUSED        (void)b, (void)in, (void)user

PROGRAM(matvec)
{
    UNUSED;
    out[0] = ax_dot(in[0], in[1]);
}

PROGRAM(dense)
{
    UNUSED;
    out[0] = ax_relu(ax_add(ax_dot(in[0], in[2]), in[1]));
}

PROGRAM(batched_matmul)
{
    UNUSED;
    out[0] = ax_dot_general(in[0], in[1],
                            ((ax_dot_dimensions){.lhs_batching = AX_LIST(0),
                                                 .rhs_batching = AX_LIST(0),
                                                 .lhs_contracting = AX_LIST(2),
                                                 .rhs_contracting = AX_LIST(1)}));
}

PROGRAM(convolution)
{
    UNUSED;
    out[0] = ax_convolution(in[0], in[1],
                            (&(ax_convolution_options){.window_strides = AX_LIST(2, 1),
                                                       .padding = AX_LIST(1, 1, 0, 1)}));
}

PROGRAM(grouped_convolution)
{
    UNUSED;
    out[0] = ax_convolution(in[0], in[1], (&(ax_convolution_options){.feature_group_count = 2}));
}

PROGRAM(max_pool)
{
    UNUSED;
    out[0] = ax_max_pool(in[0], AX_LIST(1, 2, 2), AX_EMPTY_LIST);
}

PROGRAM(softmax)
{
    UNUSED;
    ax_value shifted = ax_exp(
        ax_sub(in[0], ax_broadcast_in_dim(ax_max(in[0], AX_LIST(0)), AX_LIST(5), AX_EMPTY_LIST)));
    ax_value sum = ax_sum(shifted, AX_LIST(0));
    out[0] = ax_div(shifted, ax_broadcast_in_dim(sum, AX_LIST(5), AX_EMPTY_LIST));
}

PROGRAM(center)
{
    UNUSED;
    out[0] = ax_sub(in[0], ax_pmean(in[0], AX_AXES("rows")));
    out[1] = ax_psum(in[0], AX_AXES("rows"));
}

PROGRAM(gathered)
{
    UNUSED;
    out[0] = ax_all_gather(in[0], AX_AXES("rows"), 1, false);
    out[1] = ax_axis_index(b, AX_AXES("rows"));
}

PROGRAM(take_row)
{
    UNUSED;
    out[0] = ax_take(in[0], in[1], 0);
}

PROGRAM(choose)
{
    UNUSED;
    out[0] = ax_select(ax_compare(in[0], ax_scalar(b, AX_F32, 0), AX_GT), in[1], in[2]);
}

enum { MOST = 3 };

typedef struct golden {
    const char *name;
    ax_trace_fn *trace;
    int32_t ninputs, noutputs;
    struct {
        ax_dtype dtype;
        int64_t dims[5]; /* as many as are not 0 */
    } inputs[MOST];      /* of the vmap */
    int64_t in[MOST], out[MOST];
    const char *axis;
} golden;

#define F32(...)        \
    {                   \
        AX_F32,         \
        {               \
            __VA_ARGS__ \
        }               \
    }
#define I32(...)        \
    {                   \
        AX_I32,         \
        {               \
            __VA_ARGS__ \
        }               \
    }

static const golden goldens[] = {
    {"matvec", matvec, 2, 1, {F32(4, 3), F32(64, 3)}, {AX_NONE, 0}, {0}, NULL},
    {"matvec_columns", matvec, 2, 1, {F32(4, 3), F32(3, 64)}, {AX_NONE, 1}, {1}, NULL},
    {"matvec_both", matvec, 2, 1, {F32(64, 4, 3), F32(64, 3)}, {0, 0}, {0}, NULL},
    {"dense", dense, 3, 1, {F32(4, 3), F32(4), F32(64, 3)}, {AX_NONE, AX_NONE, 0}, {0}, NULL},
    {"batched_matmul",
     batched_matmul,
     2,
     1,
     {F32(64, 2, 4, 3), F32(64, 2, 3, 5)},
     {0, 0},
     {0},
     NULL},
    {"batched_matmul_shared",
     batched_matmul,
     2,
     1,
     {F32(2, 4, 3), F32(64, 2, 3, 5)},
     {AX_NONE, 0},
     {0},
     NULL},
    {"convolution",
     convolution,
     2,
     1,
     {F32(64, 1, 3, 8, 8), F32(5, 3, 3, 2)},
     {0, AX_NONE},
     {0},
     NULL},
    {"convolution_kernels",
     convolution,
     2,
     1,
     {F32(1, 3, 8, 8), F32(64, 5, 3, 3, 2)},
     {AX_NONE, 0},
     {0},
     NULL},
    {"convolution_both",
     convolution,
     2,
     1,
     {F32(64, 1, 3, 8, 8), F32(64, 5, 3, 3, 2)},
     {0, 0},
     {0},
     NULL},
    {"convolution_grouped",
     grouped_convolution,
     2,
     1,
     {F32(64, 1, 4, 8, 8), F32(6, 2, 3, 3)},
     {0, AX_NONE},
     {0},
     NULL},
    {"max_pool", max_pool, 1, 1, {F32(64, 3, 8, 8)}, {0}, {0}, NULL},
    {"softmax", softmax, 1, 1, {F32(64, 5)}, {0}, {0}, NULL},
    {"center", center, 1, 2, {F32(64, 3)}, {0}, {0, AX_NONE}, "rows"},
    {"gathered", gathered, 1, 2, {F32(64, 3)}, {0}, {AX_NONE, 0}, "rows"},
    {"take_row", take_row, 2, 1, {F32(10, 3), I32(64)}, {AX_NONE, 0}, {0}, NULL},
    {"choose", choose, 3, 1, {F32(64), F32(3, 64), F32(3)}, {0, 1, AX_NONE}, {0}, NULL},
};

/* ---- texts ---- */

static void input_types(const golden *g, ax_type *out_types)
{
    for (int32_t i = 0; i < g->ninputs; i++) {
        out_types[i] = ax_type_scalar(g->inputs[i].dtype);
        for (int32_t d = 0; d < 5 && g->inputs[i].dims[d]; d++)
            out_types[i].dims[out_types[i].ndim++] = g->inputs[i].dims[d];
    }
}

static ax_status *print_mapped(const golden *g, char **out_before, char **out_after)
{
    ax_fn *fn = NULL, *mapped = NULL;
    ax_mapped_call call = {0};
    ax_graph *graph = NULL;
    ax_vmap_options options = {
        .in_axes = {g->ninputs, g->in}, .out_axes = {g->noutputs, g->out}, .axis_name = g->axis};
    ax_type types[MOST];
    input_types(g, types);
    ax_status *status = NULL;
    AX_TRY_GOTO(status, ax_fn_create(g->trace, NULL, g->ninputs, g->noutputs, &fn), done);
    AX_TRY_GOTO(status, ax_vmap(fn, &options, &mapped), done);
    AX_TRY_GOTO(status, ax_fn_trace_example(mapped, types, NULL, &call), done);
    AX_TRY_GOTO(status, ax_fn_trace(mapped, types, NULL, &graph), done);
    AX_TRY_GOTO(status, ax_graph_print(call.example, out_before), done);
    status = ax_graph_print(graph, out_after);
done:
    ax_graph_free(graph);
    ax_mapped_call_free(&call);
    ax_fn_release(mapped);
    ax_fn_release(fn);
    return status;
}

/* "one example", the graph, "vmap", the graph. The caller frees. */
static char *make_text(const golden *g)
{
    char *before = NULL, *after = NULL, *text = NULL;
    ax_status *status = print_mapped(g, &before, &after);
    if (status) {
        fprintf(stderr, "%s: %s\n", g->name, ax_status_message(status));
        ax_status_free(status);
    } else {
        size_t room = strlen(before) + strlen(after) + 64;
        text = malloc(room);
        if (text)
            snprintf(text, room, "one example\n\n%s\nvmap\n\n%s", before, after);
    }
    free(before);
    free(after);
    return text;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *text = NULL;
    size_t length = 0, room = 0;
    int byte;
    while ((byte = fgetc(file)) != EOF) {
        if (length + 1 >= room) {
            char *longer = realloc(text, room = room * 2 + 256);
            if (!longer)
                break;
            text = longer;
        }
        text[length++] = (char)byte;
        text[length] = 0;
    }
    fclose(file);
    return text;
}

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

static bool check(const golden *g, const char *folder, bool update)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.txt", folder, g->name);
    char *text = make_text(g), *expected = read_text(path);
    bool good = text && (update ? write_text(path, text) : expected && strcmp(text, expected) == 0);
    if (text && !good) {
        fprintf(stderr, "%s: the text differs from %s\n\nexpected:\n%s\nseen:\n%s\n", g->name, path,
                expected ? expected : "(no such file)", text);
    }
    free(text);
    free(expected);
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    bool update = argc > 2 && strcmp(argv[2], "--update") == 0;
    int failed = 0;
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        if (!check(&goldens[i], argv[1], update))
            failed = 1;
    }
    return failed;
}
