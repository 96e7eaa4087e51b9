/* axmap info: what a job would run on. */
#include "cli/session.h"
#include "cli/verbs.h"

#include "backend/cpu/code_cache.h"
#include "backend/cpu/codegen.h"
#include "base/text.h"
#include "cli/support_matrix.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: axmap info [options]\n\n"
    "Prints ranks, hosts, devices and their cores, memory, what code is made for, versions.\n\n"
    "  --devices-per-rank N  as for axmap run\n"
    "  --threads N           as for axmap run\n"
    "  --native              as for axmap run\n"
    "  --ops                 the table of operations instead, as Markdown (starts no MPI)\n"
    "  --help                print this\n";

typedef struct info_options {
    ax_context_options context;
    bool ops, help;
} info_options;

static ax_status *parse_count(const char *key, int i, int count, char **arguments, int *out_value)
{
    int64_t value;
    if (i >= count || !ax_parse_int64(arguments[i], &value) || value < 1 || value > 4096) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s needs a number from 1 to 4096%s%s%s", key,
                        i < count ? ", not '" : "", i < count ? arguments[i] : "",
                        i < count ? "'" : "");
    }
    *out_value = (int)value;
    return NULL;
}

static ax_status *parse(int count, char **arguments, info_options *options)
{
    static const char *const names[] = {"--devices-per-rank", "--threads", "--native", "--ops",
                                        "--help"};
    for (int i = 0; i < count; i++) {
        const char *word = arguments[i];
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            options->help = true;
        } else if (strcmp(word, "--native") == 0) {
            options->context.native = true;
        } else if (strcmp(word, "--ops") == 0) {
            options->ops = true;
        } else if (strcmp(word, "--devices-per-rank") == 0) {
            AX_TRY(parse_count(word, ++i, count, arguments, &options->context.devices_per_rank));
        } else if (strcmp(word, "--threads") == 0) {
            AX_TRY(parse_count(word, ++i, count, arguments, &options->context.threads));
        } else {
            const char *nearest = ax_nearest_name(word, names, 5);
            return AX_ERROR(AX_INVALID_ARGUMENT, "info has no option '%s'%s%s%s", word,
                            nearest ? "; did you mean " : "", nearest ? nearest : "",
                            nearest ? "?" : "");
        }
    }
    return NULL;
}

/* ---- a rank's part, sent to rank 0 as text ---- */

static void add_devices(ax_text *text, const ax_context *context)
{
    for (int i = 0; i < context->places.local_count; i++) {
        const ax_device *device = ax_context_local_device(context, i);
        char cpus[256];
        ax_text_printf(text, "  device %d: cpus %s, %d thread%s%s\n", device->id,
                       ax_cpuset_print(&device->place.cpuset, cpus, sizeof cpus),
                       device->place.nthreads, device->place.nthreads == 1 ? "" : "s",
                       device->place.shared ? ", cores shared with other devices" : "");
    }
}

static void add_code(ax_text *text, const ax_codegen *codegen)
{
    const ax_code_cache *cache = ax_codegen_cache(codegen);
    const char *directory = ax_code_cache_directory(cache);
    ax_text_printf(text, "  code: for %s; kept in %s\n", ax_codegen_cpu(codegen),
                   directory ? directory : "no cache");
    if (!directory)
        ax_text_printf(text, "  cache of code: %s\n", ax_code_cache_reason(cache));
}

static void add_rank(ax_text *text, const ax_context *context)
{
    const ax_machine *machine = ax_topology_machine(context->topology);
    char cpus[256];
    ax_text_printf(text, "rank %d on %s: %s, %d cores, vectors %s, may use cpus %s\n",
                   ax_comm_rank(context->comm), machine->hostname, machine->cpu_model,
                   machine->cores, ax_vector_level_name(machine->vector_level),
                   ax_cpuset_print(&machine->allowed, cpus, sizeof cpus));
    if (machine->cpu_quota > 0) {
        ax_text_printf(text, "  the cgroup grants %.2f CPUs' worth of time\n", machine->cpu_quota);
    }
    ax_text_append(text, "  memory: ");
    ax_text_append_bytecount(text, machine->memory_available);
    ax_text_append(text, " free of ");
    ax_text_append_bytecount(text, machine->memory_total);
    ax_text_append(text, "; budget of this rank ");
    ax_text_append_bytecount(text, context->memory);
    ax_text_append(text, "\n");
    add_devices(text, context);
    if (context->codegen)
        add_code(text, context->codegen);
    const char *notes = context->places.notes;
    while (notes && *notes) {
        size_t length = strcspn(notes, "\n");
        ax_text_printf(text, "  note: %.*s\n", (int)length, notes);
        notes += length + (notes[length] == '\n');
    }
}

static void print_header(const ax_context *context)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(library, &length);
    library[strcspn(library, ",\n")] = '\0';
    printf("axmap %s\nMPI: %s\n%d rank%s on %d host%s, %d device%s; weakest vectors of all hosts: "
           "%s\n",
           AXMAP_VERSION, library, ax_comm_size(context->comm),
           ax_comm_size(context->comm) == 1 ? "" : "s", ax_comm_node_count(context->comm),
           ax_comm_node_count(context->comm) == 1 ? "" : "s", context->places.count,
           context->places.count == 1 ? "" : "s",
           ax_vector_level_name(context->places.vector_level));
    if (context->hosts_note)
        printf("note: %s\n", context->hosts_note);
}

static ax_status *print_info(ax_session *session)
{
    ax_text text = {0};
    add_rank(&text, session->context);
    char *mine = NULL;
    ax_status *local = ax_text_take(&text, &mine);
    ax_blobs all;
    ax_launch launch = {.what = "collecting what the ranks have"};
    ax_status *status = ax_comm_allgather_blobs(session->comm, &launch, local, mine,
                                                mine ? (int64_t)strlen(mine) : 0, &all);
    free(mine);
    AX_TRY(status);
    if (ax_comm_rank(session->comm) == 0) {
        print_header(session->context);
        fwrite(all.data, 1, (size_t)all.offsets[all.count], stdout);
    }
    ax_blobs_free(&all);
    return NULL;
}

static int print_operations(void)
{
    char *text;
    ax_status *status = ax_support_matrix(&text);
    if (status)
        return ax_print_error(status);
    fputs(text, stdout);
    free(text);
    return AX_EXIT_DONE;
}

int ax_verb_info(int count, char **arguments)
{
    info_options options = {0};
    ax_status *usage = parse(count, arguments, &options);
    if (!usage && options.help) {
        fputs(help, stdout);
        return AX_EXIT_DONE;
    }
    if (!usage && options.ops)
        return print_operations();
    ax_session session = {0};
    ax_status *status = ax_session_start(&session);
    if (status) {
        ax_status_free(usage);
        return ax_session_end(&session, status);
    }
    status = ax_comm_agree(session.comm, "reading the options", usage);
    if (!status)
        status = ax_session_open(&session, &options.context);
    if (!status)
        status = print_info(&session);
    return ax_session_end(&session, status);
}
