/* Outputs that several ranks write together: every byte in its place and page, and nothing that looks
 * complete when it is not. Ranks are threads; the file is checked against its own formula. */
#include "test.h"

#include "formats/npy.h"
#include "job/output.h"
#include "threads_as_ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a job: rows of u32 whose value follows from their place in the file ---- */

typedef struct job {
    const char *path;
    ax_type record;
    int32_t axis;
    int ranks;
    int64_t rows;
    int64_t starts[MOST_RANKS + 1];
    int64_t batch;    /* rows that a write takes */
    bool copies;      /* one record for all rows */
    int skipped_rank; /* does not write its last row; -1: none */
    bool check_pages; /* looks at the file before the end */
    bool pages_right;
} job;

static uint32_t scramble(int64_t index)
{
    return ((uint32_t)index + 1) * 2654435761u | 1; /* never 0 */
}

/* The value of element [outer, row, inner]. Copies do not depend on the row. */
static uint32_t value_at(const job *j, int64_t inner_count, int64_t outer, int64_t row,
                         int64_t inner)
{
    int64_t r = j->copies ? 0 : row;
    return scramble((outer * (j->copies ? 1 : j->rows) + r) * inner_count + inner);
}

static void sizes(const job *j, int64_t *outer, int64_t *inner)
{
    *outer = 1;
    *inner = 1;
    for (int32_t i = 0; i < j->record.ndim; i++)
        *(i < j->axis ? outer : inner) *= j->record.dims[i];
}

static uint32_t *make_rows(const job *j, int64_t first, int64_t count)
{
    int64_t outer, inner;
    sizes(j, &outer, &inner);
    uint32_t *data = malloc((size_t)(count * outer * inner) * 4 + 1);
    uint32_t *at = data;
    for (int64_t row = first; row < first + count; row++)
        for (int64_t o = 0; o < outer; o++)
            for (int64_t i = 0; i < inner; i++)
                *at++ = value_at(j, inner, o, row, i);
    return data;
}

/* Before the end, a page of the file has bytes of its writer only (page 0: a token at its start). */
static bool only_writers_wrote(const job *j, const ax_output_layout *layout)
{
    char path[256];
    snprintf(path, sizeof path, "%s.partial", j->path);
    FILE *file = fopen(path, "rb");
    bool right = file != NULL;
    for (int64_t at = 0; right && at < layout->bytes; at++) {
        int byte = fgetc(file), holder = 0;
        int64_t page = at / AX_OUTPUT_PAGE;
        while (holder < j->ranks - 1 && ax_output_layout_held(layout, holder, at + 1) ==
                                            ax_output_layout_held(layout, holder, at))
            holder++;
        if (at >= layout->header && holder != ax_output_layout_writer(layout, page))
            right = byte == 0;
    }
    if (file)
        fclose(file);
    return right;
}

static ax_status *write_own_rows(const job *j, ax_output *output, int rank)
{
    int64_t end = j->starts[rank + 1] - (rank == j->skipped_rank);
    for (int64_t first = j->starts[rank]; first < end; first += j->batch) {
        int64_t count = end - first < j->batch ? end - first : j->batch;
        uint32_t *rows = make_rows(j, first, j->copies ? 1 : count);
        ax_status *status = j->copies ? ax_output_write_copies(output, first, count, rows)
                                      : ax_output_write_rows(output, first, count, rows);
        free(rows);
        AX_TRY(status);
    }
    return NULL;
}

static ax_status *run_job(member *m)
{
    job *j = m->user;
    ax_output *output;
    ax_output_options options = {j->path, j->record, j->axis, j->starts};
    AX_TRY(ax_output_create(&m->peers, &options, &output));
    ax_status *status = write_own_rows(j, output, m->peers.rank);
    status = m->peers.agree(m->peers.user, "writing", status);
    if (!status && j->check_pages && m->peers.rank == 0)
        j->pages_right = only_writers_wrote(j, ax_output_get_layout(output));
    if (!status)
        status = m->peers.agree(m->peers.user, "looking", NULL);
    if (!status)
        status = ax_outputs_finish(&m->peers, &output, 1);
    ax_output_free(output);
    return status;
}

static void make_job(job *j, const char *path, ax_ints dims, int32_t axis, int ranks,
                     const int64_t *counts)
{
    *j = (job){.path = path, .axis = axis, .ranks = ranks, .batch = 5, .skipped_rank = -1};
    assert_ok(ax_type_make(AX_U32, dims.count, dims.values, &j->record));
    for (int r = 0; r < ranks; r++)
        j->starts[r + 1] = j->starts[r] + counts[r];
    j->rows = j->starts[ranks];
}

static void check_file(const job *j)
{
    FILE *file = fopen(j->path, "rb");
    assert_non_null(file);
    int64_t outer, inner, length;
    sizes(j, &outer, &inner);
    int64_t count = outer * j->rows * inner;
    uint8_t *bytes = malloc((size_t)count * 4 + 4096);
    int64_t size = (int64_t)fread(bytes, 1, (size_t)count * 4 + 4096, file);
    fclose(file);
    ax_stored_array array;
    assert_ok(ax_npy_header_length(j->path, bytes, size < 12 ? size : 12, &length));
    assert_ok(ax_npy_parse(j->path, bytes, length, size, &array));
    assert_int_equal(array.type.ndim, j->record.ndim + 1);
    assert_int_equal(array.type.dims[j->axis], j->rows);
    const uint32_t *values = (const uint32_t *)(const void *)(bytes + length);
    for (int64_t k = 0; k < count; k++) {
        int64_t o = k / (j->rows * inner), row = k / inner % j->rows;
        if (values[k] != value_at(j, inner, o, row, k % inner))
            fail_msg("%s: element %lld differs", j->path, (long long)k);
    }
    free(bytes);
    assert_int_equal(unlink(j->path), 0);
    char partial[256];
    snprintf(partial, sizeof partial, "%s.partial", j->path);
    assert_int_not_equal(access(partial, F_OK), 0);
}

static void run_and_check(job *j)
{
    member members[MOST_RANKS];
    run_world(j->ranks, run_job, j, members);
    for (int r = 0; r < j->ranks; r++)
        assert_ok(members[r].status);
    check_file(j);
}

/* ---- whole files ---- */

static const int64_t uneven[][4] = {{23, 9, 0, 30}, {0, 31, 1, 30}, {20, 21, 21, 0}, {1, 0, 0, 61}};

static void every_row_lands_at_its_place(void **state)
{
    (void)state;
    static const struct {
        int32_t ndim;
        int64_t dims[3];
        int32_t axis;
    } cases[] = {
        {0, {0}, 0},      {1, {3}, 0},       {3, {3, 2, 5}, 3},
        {1, {20011}, 0},                                          /* 5 MB: pages of several ranks */
        {1, {300007}, 0},                                         /* a row is more than a page */
        {1, {20011}, 1},  {2, {7, 3001}, 1}, {2, {2, 270000}, 1}, /* and a run */
        {2, {4, 0}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int ranks = 1; ranks <= 4; ranks++) {
            job j;
            make_job(&j, "rows.npy", (ax_ints){cases[i].ndim, cases[i].dims}, cases[i].axis, ranks,
                     uneven[i % 4]);
            run_and_check(&j);
        }
    }
}

static void the_size_of_writes_does_not_matter(void **state)
{
    (void)state;
    for (int32_t axis = 0; axis <= 2; axis++) {
        for (int64_t batch = 1; batch <= 64; batch *= 4) {
            job j;
            make_job(&j, "batch.npy", AX_LIST(11, 1200), axis, 3, (int64_t[]){20, 21, 21});
            j.batch = batch;
            run_and_check(&j);
        }
    }
}

static void no_records_make_an_empty_file(void **state)
{
    (void)state;
    for (int32_t axis = 0; axis <= 2; axis++) {
        job j;
        make_job(&j, "none.npy", AX_LIST(3, 4), axis, 3, (int64_t[]){0, 0, 0});
        run_and_check(&j);
    }
}

static void a_result_may_be_repeated_for_all_records(void **state)
{
    (void)state;
    for (int32_t axis = 0; axis <= 2; axis++) {
        job j;
        make_job(&j, "copies.npy", AX_LIST(5, 9001), axis, 3, (int64_t[]){11, 0, 13});
        j.copies = true;
        j.batch = 7;
        run_and_check(&j);
    }
}

static ax_status *run_once(member *m)
{
    job *j = m->user;
    ax_output *output;
    ax_output_options options = {j->path, j->record, AX_OUTPUT_ONCE, NULL};
    AX_TRY(ax_output_create(&m->peers, &options, &output));
    ax_status *status = NULL;
    if (m->peers.rank == 0) {
        uint32_t *record = make_rows(j, 0, 1);
        status = ax_output_write_once(output, record);
        free(record);
    }
    status = m->peers.agree(m->peers.user, "writing", status);
    if (!status)
        status = ax_outputs_finish(&m->peers, &output, 1);
    ax_output_free(output);
    return status;
}

static void a_result_may_be_written_once(void **state)
{
    (void)state;
    job j;
    make_job(&j, "once.npy", AX_LIST(700, 1001), 0, 3, (int64_t[]){1, 0, 0});
    member members[MOST_RANKS];
    run_world(3, run_once, &j, members);
    for (int r = 0; r < 3; r++)
        assert_ok(members[r].status);
    struct stat info;
    assert_int_equal(stat("once.npy", &info), 0);
    assert_int_equal(info.st_size, 128 + 700 * 1001 * 4);
    FILE *file = fopen("once.npy", "rb");
    uint32_t last;
    assert_int_equal(fseek(file, -4, SEEK_END), 0);
    assert_int_equal(fread(&last, 4, 1, file), 1);
    fclose(file);
    assert_int_equal(last, scramble(700 * 1001 - 1));
}

/* ---- pages ---- */

static void a_page_is_written_by_one_rank(void **state)
{
    (void)state;
    for (int32_t axis = 0; axis <= 1; axis++) {
        job j;
        make_job(&j, "pages.npy", AX_LIST(20011), axis, 4, (int64_t[]){20, 1, 21, 0});
        j.check_pages = true;
        run_and_check(&j);
        assert_true(j.pages_right);
    }
}

static void rows_first_keep_less_than_a_page(void **state)
{
    (void)state;
    ax_type record;
    ax_output_layout layout;
    const int64_t starts[] = {0, 300, 610, 997};
    assert_ok(ax_type_make(AX_F32, 1, (int64_t[]){4096}, &record));
    assert_ok(ax_output_layout_make(&record, 0, 3, starts, &layout));
    int64_t kept_by_all = 0, received_by_all = 0;
    for (int rank = 0; rank < 3; rank++) {
        int64_t kept, received;
        ax_output_layout_memory(&layout, rank, &kept, &received);
        /* A page with a boundary is the rank's that holds its middle: the other keeps its part. */
        int64_t first = (128 + starts[rank] * 16384) % AX_OUTPUT_PAGE;
        int64_t last = (128 + starts[rank + 1] * 16384) % AX_OUTPUT_PAGE;
        int64_t expected = rank > 0 && first > AX_OUTPUT_PAGE / 2 ? AX_OUTPUT_PAGE - first : 0;
        expected += rank < 2 && last <= AX_OUTPUT_PAGE / 2 ? last : 0;
        assert_int_equal(kept, expected);
        kept_by_all += kept;
        received_by_all += received;
    }
    assert_int_equal(kept_by_all, received_by_all);
    ax_output_layout_free(&layout);
}

/* Rows of whole pages, but for the header in front: a rank keeps so much at each of its runs' ends. */
static void interleaved_rows_of_whole_pages_keep_little(void **state)
{
    (void)state;
    enum { OUTER = 16, ROWS = 3 * AX_OUTPUT_PAGE / 4, HEADER = 128 };
    ax_type record;
    ax_output_layout layout;
    const int64_t starts[] = {0, ROWS, 2 * ROWS};
    assert_ok(ax_type_make(AX_F32, 1, (int64_t[]){OUTER}, &record));
    assert_ok(ax_output_layout_make(&record, 1, 2, starts, &layout));
    for (int rank = 0; rank < 2; rank++) {
        int64_t kept, received;
        ax_output_layout_memory(&layout, rank, &kept, &received);
        assert_in_range(kept, (OUTER - 1) * HEADER, OUTER * HEADER);
    }
    ax_output_layout_free(&layout);
}

/* Each byte of the data is held by one rank, whatever the axis. */
static void the_ranks_hold_the_whole_file(void **state)
{
    (void)state;
    ax_type record;
    const int64_t starts[] = {0, 3, 3, 10, 11};
    assert_ok(ax_type_make(AX_C128, 2, (int64_t[]){5, 7}, &record));
    for (int32_t axis = 0; axis <= 2; axis++) {
        ax_output_layout layout;
        assert_ok(ax_output_layout_make(&record, axis, 4, starts, &layout));
        for (int64_t offset = 0; offset <= layout.bytes; offset++) {
            int64_t held = 0;
            for (int rank = 0; rank < 4; rank++)
                held += ax_output_layout_held(&layout, rank, offset);
            assert_int_equal(held, offset < layout.header ? 0 : offset - layout.header);
        }
        ax_output_layout_free(&layout);
    }
}

/* ---- failures ---- */

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void a_missing_row_leaves_no_output(void **state)
{
    (void)state;
    for (int skipped = 0; skipped < 3; skipped++) {
        job j;
        make_job(&j, "missing.npy", AX_LIST(3), 0, 3, (int64_t[]){4, 4, 4});
        j.skipped_rank = skipped;
        member members[MOST_RANKS];
        run_world(3, run_job, &j, members);
        for (int r = 0; r < 3; r++) {
            char text[64];
            snprintf(text, sizeof text, "rank %d wrote 3 of its 4 rows", skipped);
            assert_error(members[r].status, r == skipped ? AX_INTERNAL : AX_PEER_FAILED,
                         r == skipped ? text : "failed");
        }
        assert_false(exists("missing.npy"));
        assert_false(exists("missing.npy.partial"));
    }
}

static ax_status *open_alone(const char *path, ax_output **out_output)
{
    static const int64_t starts[] = {0, 2};
    ax_peers peers = ax_peers_alone();
    ax_output_options options = {path, ax_type_scalar(AX_F32), 0, starts};
    return ax_output_create(&peers, &options, out_output);
}

static void all_outputs_or_none_get_their_names(void **state)
{
    (void)state;
    ax_peers peers = ax_peers_alone();
    ax_output *outputs[2];
    assert_ok(open_alone("first.npy", &outputs[0]));
    assert_ok(open_alone("second.npy", &outputs[1]));
    assert_ok(ax_output_write_rows(outputs[0], 0, 2, (float[]){1, 2}));
    assert_ok(ax_output_write_rows(outputs[1], 0, 1, (float[]){1}));
    assert_true(exists("first.npy.partial"));
    assert_error(ax_outputs_finish(&peers, outputs, 2), AX_INTERNAL, "'second.npy'");
    assert_false(exists("first.npy"));
    assert_false(exists("second.npy"));
    assert_ok(ax_output_write_rows(outputs[1], 1, 1, (float[]){2}));
    ax_output_free(outputs[0]);
    ax_output_free(outputs[1]);
    assert_false(exists("first.npy.partial"));
}

static void rows_of_others_are_refused(void **state)
{
    (void)state;
    ax_output *output;
    assert_ok(open_alone("others.npy", &output));
    assert_error(ax_output_write_rows(output, 1, 2, (float[]){1, 2}), AX_INTERNAL, "rows 1 to 3");
    assert_error(ax_output_write_rows(output, -1, 1, (float[]){1}), AX_INTERNAL, "rows -1 to 0");
    ax_output_free(output);
}

static void a_second_job_on_one_output_is_refused(void **state)
{
    (void)state;
    ax_peers peers = ax_peers_alone();
    ax_output *first, *second;
    assert_ok(open_alone("busy.npy", &first));
    assert_true(ax_output_is_locked(first));
    assert_error(open_alone("busy.npy", &second), AX_BUSY,
                 "'busy.npy' is being written by another job");
    assert_ok(ax_output_write_rows(first, 0, 2, (float[]){1, 2}));
    assert_ok(ax_outputs_finish(&peers, &first, 1)); /* the second took nothing away */
    ax_output_free(first);
    assert_true(exists("busy.npy"));
    assert_ok(open_alone("busy.npy", &second));
    ax_output_free(second);
    assert_true(exists("busy.npy")); /* an unfinished job leaves the old result */
}

static void what_a_killed_job_left_is_taken_over(void **state)
{
    (void)state;
    ax_peers peers = ax_peers_alone();
    ax_output *output;
    FILE *stale = fopen("stale.npy.partial", "wb");
    for (int i = 0; i < 10000; i++)
        fputs("\x93NUMPY old", stale);
    fclose(stale);
    assert_ok(open_alone("stale.npy", &output));
    assert_ok(ax_output_write_rows(output, 0, 2, (float[]){1, 2}));
    assert_ok(ax_outputs_finish(&peers, &output, 1));
    ax_output_free(output);
    struct stat info;
    assert_int_equal(stat("stale.npy", &info), 0);
    assert_int_equal(info.st_size, 128 + 8);
}

static void an_unfinished_file_is_no_npy_file(void **state)
{
    (void)state;
    ax_output *output;
    assert_ok(open_alone("early.npy", &output));
    assert_ok(ax_output_write_rows(output, 0, 2, (float[]){1, 2}));
    uint8_t start[12];
    FILE *file = fopen("early.npy.partial", "rb");
    assert_int_equal(fread(start, 1, sizeof start, file), sizeof start);
    fclose(file);
    int64_t length;
    assert_error(ax_npy_header_length("early", start, sizeof start, &length), AX_FORMAT, "not a");
    ax_output_free(output);
}

static void places_that_cannot_be_written_are_found_first(void **state)
{
    (void)state;
    ax_output *output;
    mkdir("closed", 0500);
    mkdir("folder.npy", 0700);
    fclose(fopen("file", "wb"));
    assert_error(open_alone("absent/y.npy", &output), AX_NOT_FOUND, "there is no folder 'absent'");
    assert_error(open_alone("file/y.npy", &output), AX_IO, "'file' is not a folder");
    assert_error(open_alone("folder.npy", &output), AX_IO, "it names a folder");
    assert_error(open_alone("closed/", &output), AX_IO, "");
    assert_error(ax_output_check("absent/y.npy"), AX_NOT_FOUND, "there is no folder 'absent'");
    assert_ok(ax_output_check("y.npy"));
    if (geteuid() != 0)
        assert_error(open_alone("closed/y.npy", &output), AX_IO, "'closed' is not writable");
}

static void records_stand_at_an_axis_of_the_file(void **state)
{
    (void)state;
    ax_peers peers = ax_peers_alone();
    ax_output *output;
    ax_output_options options = {"axis.npy", ax_type_scalar(AX_F32), 1, (int64_t[]){0, 2}};
    assert_error(ax_output_create(&peers, &options, &output), AX_INVALID_ARGUMENT, "axis 1");
    options.axis = 0;
    options.row_starts = (int64_t[]){0, INT64_MAX};
    assert_error(ax_output_create(&peers, &options, &output), AX_OVERFLOW, "axis.npy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_lands_at_its_place),
        cmocka_unit_test(the_size_of_writes_does_not_matter),
        cmocka_unit_test(no_records_make_an_empty_file),
        cmocka_unit_test(a_result_may_be_repeated_for_all_records),
        cmocka_unit_test(a_result_may_be_written_once),
        cmocka_unit_test(a_page_is_written_by_one_rank),
        cmocka_unit_test(rows_first_keep_less_than_a_page),
        cmocka_unit_test(interleaved_rows_of_whole_pages_keep_little),
        cmocka_unit_test(the_ranks_hold_the_whole_file),
        cmocka_unit_test(a_missing_row_leaves_no_output),
        cmocka_unit_test(all_outputs_or_none_get_their_names),
        cmocka_unit_test(rows_of_others_are_refused),
        cmocka_unit_test(a_second_job_on_one_output_is_refused),
        cmocka_unit_test(what_a_killed_job_left_is_taken_over),
        cmocka_unit_test(an_unfinished_file_is_no_npy_file),
        cmocka_unit_test(places_that_cannot_be_written_are_found_first),
        cmocka_unit_test(records_stand_at_an_axis_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
