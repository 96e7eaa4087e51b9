#include "exec/binary.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/unconst.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_IDLE = 4,            /* runners that rest in a binary */
    MOST_IDLE_BYTES = 1 << 20 /* that one of them may hold */
};

/* ---- seats ---- */

ax_status *ax_binary_make_seat(const ax_binary *binary, ax_seat **out_seat)
{
    const ax_graph *graph = ax_executable_graph(binary->executable);
    ax_seat *seat = calloc(1, sizeof *seat);
    if (!seat)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a function");
    seat->inputs = calloc((size_t)graph->ninputs + 1, sizeof *seat->inputs);
    seat->outputs = calloc((size_t)graph->noutputs + 1, sizeof *seat->outputs);
    ax_context *context = binary->context;
    ax_status *status = seat->inputs && seat->outputs
                            ? ax_runner_create(binary->executable, context->allocator,
                                               ax_context_team(context), &seat->runner)
                            : AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a function");
    if (status) {
        ax_seat_free(seat);
        return status;
    }
    *out_seat = seat;
    return NULL;
}

void ax_seat_free(ax_seat *seat)
{
    if (!seat)
        return;
    ax_runner_free(seat->runner);
    free(seat->inputs);
    free(seat->outputs);
    free(seat);
}

ax_status *ax_binary_take_seat(ax_binary *binary, ax_seat **out_seat)
{
    pthread_mutex_lock(&binary->lock);
    ax_seat *seat = binary->idle;
    if (seat) {
        binary->idle = seat->next;
        binary->nidle--;
    }
    pthread_mutex_unlock(&binary->lock);
    if (!seat)
        return ax_binary_make_seat(binary, out_seat);
    *out_seat = seat;
    return NULL;
}

void ax_binary_leave_seat(ax_binary *binary, ax_seat *seat)
{
    bool kept = ax_executable_workspace(binary->executable) <= MOST_IDLE_BYTES;
    pthread_mutex_lock(&binary->lock);
    kept = kept && binary->nidle < MOST_IDLE;
    if (kept) {
        seat->next = binary->idle;
        binary->idle = seat;
        binary->nidle++;
    }
    pthread_mutex_unlock(&binary->lock);
    if (!kept)
        ax_seat_free(seat);
}

ax_status *ax_seat_run(ax_seat *seat)
{
    fenv_t callers;
    fegetenv(&callers);
    ax_float_environment_default();
    ax_status *status = ax_runner_run(seat->runner, seat->inputs, seat->outputs);
    fesetenv(&callers);
    return status;
}

/* ---- binaries ---- */

static ax_status *fill(ax_binary *binary, ax_graph *graph, const bool *donated)
{
    if (donated) {
        size_t bytes = ((size_t)graph->ninputs + 1) * sizeof *donated;
        binary->donated = calloc(1, bytes);
        if (!binary->donated) {
            ax_graph_free(graph);
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
        }
        memcpy(binary->donated, donated, (size_t)graph->ninputs * sizeof *donated);
    }
    double start = ax_clock();
    ax_status *status = ax_executable_create_donating(graph, &binary->context->target, donated,
                                                      &binary->executable);
    binary->compile_seconds = ax_clock() - start;
    return status;
}

/* Takes the graph over. */
static ax_status *compile(ax_context *context, ax_graph *graph, const bool *donated,
                          ax_binary **out_binary)
{
    ax_binary *binary = calloc(1, sizeof *binary);
    if (!binary) {
        ax_graph_free(graph);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
    }
    atomic_init(&binary->references, 1);
    binary->context = context;
    pthread_mutex_init(&binary->lock, NULL);
    ax_status *status = fill(binary, graph, donated);
    if (status) {
        ax_binary_release(binary);
        return status;
    }
    *out_binary = binary;
    return NULL;
}

void ax_binary_retain(ax_binary *binary)
{
    atomic_fetch_add(&binary->references, 1);
}

void ax_binary_release(ax_binary *binary)
{
    if (!binary || atomic_fetch_sub(&binary->references, 1) > 1)
        return;
    while (binary->idle) {
        ax_seat *next = binary->idle->next;
        ax_seat_free(binary->idle);
        binary->idle = next;
    }
    ax_executable_free(binary->executable);
    free(binary->donated);
    pthread_mutex_destroy(&binary->lock);
    free(binary);
}

/* ---- the cache ---- */

enum { MOST_ENTRIES = 128 };

/* A binary and how it is found: by the fingerprint of its graph and what is donated (fn NULL), or by a
 * function and the types of its arguments. */
typedef struct entry {
    uint64_t hash;
    uint64_t used; /* when: the cache's count of look-ups */
    ax_binary *binary;
    uint64_t check; /* a second fingerprint of the graph */
    ax_fn *fn;      /* retained: its address is its name */
    ax_type *types;
} entry;

struct ax_binaries {
    pthread_mutex_t lock;
    uint64_t lookups;
    entry entries[MOST_ENTRIES];
};

ax_status *ax_binaries_create(ax_binaries **out_binaries)
{
    ax_binaries *binaries = calloc(1, sizeof *binaries);
    if (!binaries)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for compiled functions");
    pthread_mutex_init(&binaries->lock, NULL);
    *out_binaries = binaries;
    return NULL;
}

static void clear(entry *e)
{
    ax_binary_release(e->binary);
    ax_fn_release(e->fn);
    free(e->types);
    *e = (entry){0};
}

void ax_binaries_free(ax_binaries *binaries)
{
    if (!binaries)
        return;
    for (int i = 0; i < MOST_ENTRIES; i++)
        clear(&binaries->entries[i]);
    pthread_mutex_destroy(&binaries->lock);
    free(binaries);
}

static bool same_types(const entry *e, const ax_type *const *types)
{
    for (int32_t i = 0; i < e->fn->ninputs; i++) {
        if (!ax_type_equal(&e->types[i], types[i]))
            return false;
    }
    return true;
}

static bool matches(const entry *e, const entry *wanted, const ax_type *const *types)
{
    if (!e->binary || e->hash != wanted->hash || e->check != wanted->check || e->fn != wanted->fn)
        return false;
    return !e->fn || same_types(e, types);
}

/* Under the lock. */
static entry *find(ax_binaries *binaries, const entry *wanted, const ax_type *const *types)
{
    binaries->lookups++;
    for (int i = 0; i < MOST_ENTRIES; i++) {
        entry *e = &binaries->entries[i];
        if (!matches(e, wanted, types))
            continue;
        e->used = binaries->lookups;
        return e;
    }
    return NULL;
}

static ax_binary *look_up(ax_binaries *binaries, const entry *wanted, const ax_type *const *types)
{
    pthread_mutex_lock(&binaries->lock);
    const entry *found = find(binaries, wanted, types);
    ax_binary *binary = found ? found->binary : NULL;
    if (binary)
        ax_binary_retain(binary);
    pthread_mutex_unlock(&binaries->lock);
    return binary;
}

/* Puts an entry, which it takes over, in a free place or in that of the one longest not used. */
static void insert(ax_binaries *binaries, entry *made)
{
    pthread_mutex_lock(&binaries->lock);
    entry *place = &binaries->entries[0];
    for (int i = 0; i < MOST_ENTRIES && place->binary; i++) {
        entry *e = &binaries->entries[i];
        if (!e->binary || e->used < place->used)
            place = e;
    }
    entry old = *place;
    *place = *made;
    place->used = ++binaries->lookups;
    pthread_mutex_unlock(&binaries->lock);
    clear(&old);
}

/* ---- by graph ---- */

/* Two graphs that share both fingerprints, 128 bits, are taken for one. */
static entry name_graph(const ax_graph *graph, const bool *donated)
{
    entry named = {.hash = ax_graph_fingerprint_seeded(graph, 1),
                   .check = ax_graph_fingerprint_seeded(graph, 2)};
    for (int32_t i = 0; donated && i < graph->ninputs; i++) {
        if (donated[i])
            named.hash = ax_hash_i64(named.hash, i);
    }
    return named;
}

ax_status *ax_binary_of_graph(ax_context *context, ax_graph *graph, const bool *donated,
                              ax_binary **out_binary)
{
    entry wanted = name_graph(graph, donated);
    ax_binary *found = look_up(context->binaries, &wanted, NULL);
    if (found) {
        ax_graph_free(graph);
        *out_binary = found;
        return NULL;
    }
    AX_TRY(compile(context, graph, donated, out_binary));
    wanted.binary = *out_binary;
    ax_binary_retain(wanted.binary);
    insert(context->binaries, &wanted);
    return NULL;
}

/* ---- by function ---- */

static entry name_call(const ax_fn *fn, const ax_type *const *types)
{
    uint64_t hash = ax_hash_i64(0, (int64_t)(uintptr_t)fn);
    for (int32_t i = 0; i < fn->ninputs; i++) {
        hash = ax_hash_i64(hash, (int64_t)types[i]->dtype * 64 + types[i]->ndim);
        hash = ax_hash_bytes(hash, types[i]->dims,
                             (size_t)types[i]->ndim * sizeof types[i]->dims[0]);
    }
    return (entry){.hash = hash, .fn = ax_unconst(fn)};
}

ax_binary *ax_binary_of_fn(ax_context *context, const ax_fn *fn, const ax_type *const *types)
{
    entry wanted = name_call(fn, types);
    return look_up(context->binaries, &wanted, types);
}

ax_status *ax_binary_remember(ax_context *context, ax_fn *fn, const ax_type *const *types,
                              ax_binary *binary)
{
    entry made = name_call(fn, types);
    made.types = calloc((size_t)fn->ninputs + 1, sizeof *made.types);
    if (!made.types)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
    for (int32_t i = 0; i < fn->ninputs; i++)
        made.types[i] = *types[i];
    ax_fn_retain(fn);
    ax_binary_retain(binary);
    made.binary = binary;
    insert(context->binaries, &made);
    return NULL;
}
