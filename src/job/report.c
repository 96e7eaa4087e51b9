#include "job/report.h"

#include "job/json_text.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ax_status *ax_job_report_gather(ax_comm *comm, const char *program, const ax_map_program *map,
                                const ax_rank_report *mine, double wall, ax_job_report *out_report)
{
    int ranks = ax_comm_size(comm);
    int64_t *sizes = calloc((size_t)ranks, sizeof *sizes);
    ax_rank_report *all = calloc((size_t)ranks, sizeof *all);
    ax_status *local = sizes && all ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a report");
    for (int r = 0; r < ranks && !local; r++)
        sizes[r] = (int64_t)sizeof *mine;
    ax_launch launch = {.what = "the report"};
    ax_status *status = local ? ax_comm_handshake(comm, &launch, local)
                              : ax_comm_allgather(comm, &launch, NULL, mine, sizes, all);
    free(sizes);
    if (status) {
        free(all);
        return status;
    }
    *out_report = (ax_job_report){
        .program = program, .map = map, .wall = wall, .ranks = ranks, .by_rank = all};
    return NULL;
}

void ax_job_report_free(ax_job_report *report)
{
    free(report->by_rank);
    report->by_rank = NULL;
}

double ax_job_report_throughput(const ax_job_report *report)
{
    return report->wall > 0 ? (double)report->map->sharding.length / report->wall : 0;
}

/* ---- JSON ---- */

static json_t *device_json(const ax_map_program *map, int device)
{
    const ax_sharding *sharding = &map->sharding;
    int64_t first = ax_sharding_row(sharding, ax_sharding_first_block(sharding, device));
    int64_t end = ax_sharding_row(sharding, ax_sharding_first_block(sharding, device + 1));
    const ax_device *info = &map->context->places.devices[device];
    return json_pack("{s:i, s:I, s:I, s:i}", "device", device, "first_row", (json_int_t)first,
                     "rows", (json_int_t)(end - first), "threads", info->place.nthreads);
}

static json_t *devices_json(const ax_map_program *map, int rank)
{
    const ax_places *places = &map->context->places;
    json_t *devices = json_array();
    for (int d = places->rank_first[rank]; d < places->rank_first[rank + 1]; d++) {
        json_array_append_new(devices, device_json(map, d));
    }
    return devices;
}

static json_t *rank_json(const ax_job_report *report, int rank)
{
    const ax_rank_report *r = &report->by_rank[rank];
    return json_pack(
        "{s:i, s:s, s:I, s:I, s:I, s:o, s:{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}, s:I, s:I, "
        "s:I, s:I, s:I}",
        "rank", rank, "host", ax_comm_hostname(report->map->context->comm, rank), "first_row",
        (json_int_t)r->first_row, "rows", (json_int_t)r->rows, "computed_rows",
        (json_int_t)r->times.rows, "devices", devices_json(report->map, rank), "seconds", "load",
        r->load, "compile", r->compile, "read", r->times.read, "compute", r->times.compute,
        "collective", r->times.collective, "write", r->times.write, "run", r->times.total, "finish",
        r->finish, "planned_bytes", (json_int_t)r->planned_bytes, "allocated_bytes",
        (json_int_t)r->allocated_bytes, "reserved_bytes", (json_int_t)r->reserved_bytes,
        "peak_bytes", (json_int_t)r->peak_bytes, "other_bytes", (json_int_t)r->other_bytes);
}

static json_t *report_json(const ax_job_report *report)
{
    const ax_map_program *map = report->map;
    json_t *ranks = json_array();
    for (int r = 0; r < report->ranks; r++)
        json_array_append_new(ranks, rank_json(report, r));
    return json_pack("{s:s, s:s, s:o, s:s, s:b, s:I, s:i, s:i, s:I, s:I, s:f, s:f, s:o}", "schema",
                     "axmap-report-1", "axmap", AXMAP_VERSION, "program",
                     ax_json_text(report->program), "backend", map->context->backend->name,
                     "native", map->context->native, "records", (json_int_t)map->sharding.length,
                     "ranks", report->ranks, "devices", map->context->places.count, "block_rows",
                     (json_int_t)map->sharding.block_rows, "micro_batch",
                     (json_int_t)map->memory.micro_batch, "wall_seconds", report->wall,
                     "records_per_second", ax_job_report_throughput(report), "by_rank", ranks);
}

static ax_status *write_text(const char *text, const char *path)
{
    size_t length = strlen(path) + sizeof ".partial";
    char *partial = malloc(length);
    if (!partial)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a report");
    snprintf(partial, length, "%s.partial", path);
    FILE *file = fopen(partial, "we");
    bool written = file && fputs(text, file) >= 0 && fputc('\n', file) != EOF;
    int error = errno;
    if (file && fclose(file) != 0 && written) {
        written = false;
        error = errno;
    }
    if (written && rename(partial, path) != 0) {
        written = false;
        error = errno;
    }
    ax_status *status = NULL;
    if (!written) {
        status = AX_ERROR(AX_IO, "cannot write the report '%s': %s", path, strerror(error));
        if (file)
            unlink(partial);
    }
    free(partial);
    return status;
}

ax_status *ax_job_report_write(const ax_job_report *report, const char *path)
{
    json_t *json = report_json(report);
    char *text = json ? json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(json);
    if (!text)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a report");
    ax_status *status = write_text(text, path);
    free(text);
    return status;
}
