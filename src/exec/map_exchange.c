/* Rows that go from one to another: pbroadcast and exchange over all ranks. */
#include "exec/map_run.h"

#include "base/checked.h"
#include "ops/ops.h"

#include <stdlib.h>
#include <string.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to move rows between ranks");
}

/* first[r]: the first row of rank r; an entry more than there are ranks. NULL without memory. */
static int64_t *first_rows(const ax_map_program *program)
{
    int ranks = ax_comm_size(program->context->comm);
    int64_t *first = calloc((size_t)ranks + 1, sizeof *first);
    if (!first)
        return NULL;
    ax_map_first_blocks(program, first);
    for (int r = 0; r <= ranks; r++)
        first[r] = ax_sharding_row(&program->sharding, first[r]);
    return first;
}

/* The rank that holds a row: the last one whose first row is not behind it. */
static int owner_of(const int64_t *first, int ranks, int64_t row)
{
    int low = 0, high = ranks - 1;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (first[middle] <= row) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* ---- pbroadcast ---- */

/* Whether this rank's rows all have the value that they are promised to have. */
static ax_status *check_promise(const ax_map_run *run, const ax_cut *cut, int64_t rows)
{
    const ax_map_program *program = run->program;
    int64_t bytes = ax_map_row_bytes(run, cut->operand);
    const char *kept = run->kept[cut->operand];
    for (int64_t row = 0; row < rows && bytes; row++) {
        if (memcmp(kept + row * bytes, run->owned[cut->result], (size_t)bytes) != 0) {
            return AX_ERROR(AX_MISMATCH,
                            "a result %s is promised to be the same along '%s', but index %lld has "
                            "another value than index 0 (%s:%d)",
                            AX_TYPE_STRING(&program->phases->vars[cut->result].type),
                            program->axis_name, (long long)(run->first_row + row),
                            cut->eqn->location.file, cut->eqn->location.line);
        }
    }
    return NULL;
}

ax_status *ax_map_broadcast(ax_map_run *run, const ax_cut *cut)
{
    ax_comm *comm = run->program->context->comm;
    ax_launch_text text;
    ax_launch launch = ax_map_launch(run, cut->eqn, &text);
    int64_t *first = first_rows(run->program);
    if (!first)
        return ax_comm_handshake(comm, &launch, no_memory());
    int64_t row = ax_eqn_int(cut->eqn, AX_ATTR_SOURCE);
    int64_t bytes = ax_map_row_bytes(run, cut->operand);
    int root = owner_of(first, ax_comm_size(comm), row);
    void *result = run->owned[cut->result];
    if (root == ax_comm_rank(comm) && bytes)
        memcpy(result, run->kept[cut->operand] + (row - run->first_row) * bytes, (size_t)bytes);
    int64_t rows = first[ax_comm_rank(comm) + 1] - run->first_row;
    free(first);
    AX_TRY(ax_comm_broadcast(comm, &launch, NULL, root, result, bytes));
    if (!run->program->context->check_promises || !ax_eqn_find_attr(cut->eqn, AX_ATTR_PROMISED))
        return NULL;
    ax_status *status = check_promise(run, cut, rows);
    return status ? ax_comm_fail(comm, status) : NULL;
}

/* ---- exchange ---- */

/* Pieces between this rank and one other, in the order of the receiver's rows. */
typedef struct mail {
    char *bytes;
    int64_t size, used;
} mail;

typedef struct exchange {
    ax_map_run *run; /* NULL while only sizes are asked for */
    const ax_map_program *program;
    const ax_cut *cut;
    int ranks, rank;
    int64_t *first; /* row of each rank */
    ax_ints sources;
    int64_t width, slices; /* pieces that a row gets and gives */
    int64_t piece;         /* bytes */
    mail *out, *in;        /* by rank; nothing for this one */
} exchange;

static const char *piece_here(const exchange *x, int64_t source)
{
    return x->run->kept[x->cut->operand] + (source - x->first[x->rank] * x->slices) * x->piece;
}

/* The owner of a piece, or of none: -1. */
static int sender_of(const exchange *x, int64_t source)
{
    return source < 0 ? -1 : owner_of(x->first, x->ranks, source / x->slices);
}

/* Calls for every piece that this rank sends to another, in the receivers' order. */
typedef void visit_piece(exchange *x, int receiver, int64_t source);

static void visit_outgoing(exchange *x, visit_piece *visit)
{
    int64_t begin = x->first[x->rank] * x->slices, end = x->first[x->rank + 1] * x->slices;
    for (int r = 0; r < x->ranks; r++) {
        if (r == x->rank)
            continue;
        for (int64_t i = x->first[r] * x->width; i < x->first[r + 1] * x->width; i++) {
            if (x->sources.values[i] >= begin && x->sources.values[i] < end)
                visit(x, r, x->sources.values[i]);
        }
    }
}

static void count_outgoing(exchange *x, int receiver, int64_t source)
{
    (void)source;
    x->out[receiver].size += x->piece;
}

static void pack(exchange *x, int receiver, int64_t source)
{
    mail *to = &x->out[receiver];
    memcpy(to->bytes + to->used, piece_here(x, source), (size_t)x->piece);
    to->used += x->piece;
}

static void count_incoming(exchange *x)
{
    int64_t begin = x->first[x->rank] * x->width, end = x->first[x->rank + 1] * x->width;
    for (int64_t i = begin; i < end; i++) {
        int sender = sender_of(x, x->sources.values[i]);
        if (sender >= 0 && sender != x->rank)
            x->in[sender].size += x->piece;
    }
}

static ax_status *get_mail_memory(const exchange *x, mail *mails)
{
    for (int r = 0; r < x->ranks; r++) {
        void *bytes;
        if (r == x->rank)
            continue;
        AX_TRY(ax_allocator_alloc(x->program->context->allocator, mails[r].size, &bytes));
        mails[r].bytes = bytes;
    }
    return NULL;
}

/* Puts every piece of this rank's rows where it belongs, and zeros where none comes. */
static void deliver(exchange *x)
{
    char *to = x->run->kept[x->cut->result];
    int64_t begin = x->first[x->rank] * x->width, end = x->first[x->rank + 1] * x->width;
    for (int64_t i = begin; i < end; i++, to += x->piece) {
        int64_t source = x->sources.values[i];
        int sender = sender_of(x, source);
        if (sender < 0) {
            memset(to, 0, (size_t)x->piece);
        } else if (sender == x->rank) {
            memcpy(to, piece_here(x, source), (size_t)x->piece);
        } else {
            memcpy(to, x->in[sender].bytes + x->in[sender].used, (size_t)x->piece);
            x->in[sender].used += x->piece;
        }
    }
}

/* A partial block is padded with copies of its last real row, as everywhere. */
static void pad(const exchange *x)
{
    const ax_map_program *program = x->program;
    int64_t bytes = x->width * x->piece;
    int64_t rows = x->first[x->rank + 1] - x->first[x->rank];
    int64_t padded = (program->end_block - program->first_block) * program->sharding.block_rows;
    char *kept = x->run->kept[x->cut->result];
    for (int64_t row = rows; rows > 0 && bytes && row < padded; row++)
        memcpy(kept + row * bytes, kept + (rows - 1) * bytes, (size_t)bytes);
}

static exchange make_exchange(const ax_map_program *program, const ax_cut *cut)
{
    ax_comm *comm = program->context->comm;
    exchange x = {
        .program = program,
        .cut = cut,
        .ranks = ax_comm_size(comm),
        .rank = ax_comm_rank(comm),
        .sources = ax_eqn_ints(cut->eqn, AX_ATTR_SOURCES),
        .slices = ax_eqn_int(cut->eqn, AX_ATTR_SLICES),
    };
    int64_t row_bytes = ax_type_bytes(&program->phases->vars[cut->result].type);
    x.width = program->sharding.length ? x.sources.count / program->sharding.length : 0;
    x.piece = x.width ? row_bytes / x.width : 0;
    return x;
}

/* Sizes of all mail. */
static ax_status *count_mail(exchange *x)
{
    x->first = first_rows(x->program);
    x->out = calloc((size_t)x->ranks, sizeof *x->out);
    x->in = calloc((size_t)x->ranks, sizeof *x->in);
    if (!x->first || !x->out || !x->in)
        return no_memory();
    if (x->piece == 0)
        return NULL;
    visit_outgoing(x, count_outgoing);
    count_incoming(x);
    return NULL;
}

static ax_status *prepare(exchange *x)
{
    AX_TRY(count_mail(x));
    if (x->piece == 0)
        return NULL;
    AX_TRY(get_mail_memory(x, x->out));
    AX_TRY(get_mail_memory(x, x->in));
    visit_outgoing(x, pack);
    return NULL;
}

static ax_status *send_mail(exchange *x, const ax_launch *launch, ax_status *local)
{
    size_t ranks = (size_t)x->ranks;
    const void **send = calloc(ranks, sizeof *send);
    void **receive = calloc(ranks, sizeof *receive);
    int64_t *sizes = calloc(2 * ranks, sizeof *sizes);
    if (!local && (!send || !receive || !sizes))
        local = no_memory();
    for (size_t r = 0; r < ranks && !local; r++) {
        send[r] = x->out[r].bytes;
        receive[r] = x->in[r].bytes;
        sizes[r] = x->out[r].size;
        sizes[ranks + r] = x->in[r].size;
    }
    ax_comm *comm = x->program->context->comm;
    ax_status *status = local ? ax_comm_handshake(comm, launch, local)
                              : ax_comm_alltoall(comm, launch, NULL, send, sizes, receive,
                                                 sizes + ranks);
    free(send);
    free(receive);
    free(sizes);
    return status;
}

static void close_exchange(exchange *x)
{
    ax_allocator *allocator = x->program->context->allocator;
    for (int r = 0; r < x->ranks; r++) {
        if (x->out)
            ax_allocator_free(allocator, x->out[r].bytes, x->out[r].size);
        if (x->in)
            ax_allocator_free(allocator, x->in[r].bytes, x->in[r].size);
    }
    free(x->out);
    free(x->in);
    free(x->first);
}

ax_status *ax_map_exchange(ax_map_run *run, const ax_cut *cut)
{
    ax_launch_text text;
    ax_launch launch = ax_map_launch(run, cut->eqn, &text);
    exchange x = make_exchange(run->program, cut);
    x.run = run;
    ax_status *status = send_mail(&x, &launch, prepare(&x));
    if (!status && x.piece) {
        deliver(&x);
        pad(&x);
    }
    close_exchange(&x);
    return status;
}

ax_status *ax_map_exchange_bytes(const ax_map_program *program, const ax_cut *cut,
                                 int64_t *out_bytes)
{
    exchange x = make_exchange(program, cut);
    ax_status *status = count_mail(&x);
    *out_bytes = 0;
    for (int r = 0; r < x.ranks && !status && x.piece; r++) {
        if (r != x.rank)
            *out_bytes += ax_allocator_class_bytes(x.out[r].size) +
                          ax_allocator_class_bytes(x.in[r].size);
    }
    close_exchange(&x);
    return status;
}
