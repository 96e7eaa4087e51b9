/* Options of a job, from flags and from job files: values, precedence, and what errors say. */
#include "test.h"

#include "job/option_value.h"
#include "job/options.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_WORDS = 16 };

/* Reads a command line whose words are separated by spaces. */
static ax_status *read_flags(ax_job_options *options, const char *line)
{
    char words[512];
    const char *argv[MOST_WORDS];
    int argc = 0;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    return ax_job_options_read_flags(options, argc, argv);
}

/* Flags, then the text of jobs/job.yaml. */
static ax_status *read_both(ax_job_options *options, const char *line, const char *yaml)
{
    char with_file[512];
    *options = ax_job_options_defaults();
    snprintf(with_file, sizeof with_file, "jobs/job.yaml %s", line);
    AX_TRY(read_flags(options, with_file));
    return ax_job_options_read_yaml(options, yaml, strlen(yaml));
}

static void check_binding(const ax_job_bindings *list, int32_t index, const char *name,
                          const char *file, const char *tensor, int64_t axis)
{
    assert_true(index < list->count);
    const ax_job_binding *b = &list->items[index];
    assert_string_equal(b->name, name);
    assert_string_equal(b->file, file);
    assert_int_equal(b->tensor != NULL, tensor != NULL);
    if (tensor)
        assert_string_equal(b->tensor, tensor);
    assert_int_equal(b->axis, axis);
}

/* ---- values ---- */

static void byte_counts_have_suffixes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t bytes;
    } good[] = {
        {"1", 1},           {"4096", 4096},         {"4096B", 4096},         {"64KiB", 65536},
        {"2 MiB", 2097152}, {"1.5GiB", 1610612736}, {"3TiB", 3298534883328}, {"0.5KiB", 512}};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        int64_t bytes = 0;
        assert_true(ax_parse_bytes(good[i].text, &bytes));
        assert_int_equal(bytes, good[i].bytes);
    }
    static const char *const bad[] = {"",           "0",       "-1",     "1GB", "1kib",
                                      "GiB",        "1..5KiB", "1e3",    "0.5", "1 KiB ",
                                      "8388608TiB", "0x10",    "1,5KiB", "nan", "inf"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t bytes = 7;
        assert_false(ax_parse_bytes(bad[i], &bytes));
        assert_int_equal(bytes, 7);
    }
}

static void times_have_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double seconds;
    } good[] = {{"0", 0}, {"90", 90}, {"90s", 90}, {"500ms", 0.5}, {"1.5m", 90}, {"2 h", 7200}};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double seconds = -1;
        assert_true(ax_parse_seconds(good[i].text, &seconds));
        assert_true(seconds == good[i].seconds);
    }
    double seconds;
    assert_false(ax_parse_seconds("-1", &seconds));
    assert_false(ax_parse_seconds("3 days", &seconds));
    assert_false(ax_parse_seconds("", &seconds));
}

/* ---- flags ---- */

static void flags_are_read(void **state)
{
    (void)state;
    ax_job_options o = ax_job_options_defaults();
    assert_true(o.timeout == 600);
    assert_ok(read_flags(&o, "--program p.mlir --arg w=w.npy --arg a.b=all.safetensors:x:y "
                             "--in x=x.npy:-1 --out 0=y.npy:none"));
    assert_ok(read_flags(&o, "--micro-batch=auto --memory=2GiB --devices-per-rank 3 --threads 2 "
                             "--block-rows 64 --backend reference --timeout 2m --quiet"));
    assert_ok(
        read_flags(&o, "--out l=o/l.npy --in z=z.safetensors:z:1 --report r.json --axis-name b"));
    assert_string_equal(o.program, "p.mlir");
    assert_int_equal(o.arg.count, 2);
    check_binding(&o.arg, 0, "w", "w.npy", NULL, 0);
    check_binding(&o.arg, 1, "a.b", "all.safetensors", "x:y", 0);
    check_binding(&o.in, 0, "x", "x.npy", NULL, -1);
    check_binding(&o.in, 1, "z", "z.safetensors", "z", 1);
    check_binding(&o.out, 0, "0", "y.npy", NULL, 0);
    check_binding(&o.out, 1, "l", "o/l.npy", NULL, 0);
    assert_true(o.out.items[0].once && !o.out.items[1].once);
    assert_true(o.in.items[0].has_axis && !o.out.items[1].has_axis);
    assert_int_equal(o.micro_batch, 0);
    assert_int_equal(o.memory, INT64_C(2) << 30);
    assert_int_equal(o.devices_per_rank, 3);
    assert_int_equal(o.threads, 2);
    assert_int_equal(o.block_rows, 64);
    assert_int_equal(o.backend, AX_JOB_BACKEND_REFERENCE);
    assert_true(o.timeout == 120);
    assert_string_equal(o.report, "r.json");
    assert_string_equal(o.axis_name, "b");
    assert_true(o.quiet);
    assert_ok(ax_job_options_check(&o));
    ax_job_options_free(&o);
}

static void wrong_flags_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *line, *part;
    } rows[] = {
        {"--memroy 3", "unknown option '--memroy'; did you mean '--memory'?"},
        {"--xyzzyx 3", "--help lists the options"},
        {"-q", "unknown option '-q'"},
        {"--program", "--program wants a value: --program FILE"},
        {"--program a.mlir --program b.mlir", "--program: given twice"},
        {"--memory 3GB", "--memory: '3GB' is not allowed: a number of bytes, as 4096"},
        {"--micro-batch 0", "--micro-batch: '0' is not allowed: a whole number from 1, or 'auto'"},
        {"--threads +2", "--threads: '+2'"},
        {"--threads 99999999999999999999", "--threads: '99999999999999999999'"},
        {"--threads 4097", "--threads: '4097' is not allowed: a whole number from 1 to 4096"},
        {"--threads 4294967297", "--threads: '4294967297' is not allowed: a whole number from 1"},
        {"--devices-per-rank 0", "--devices-per-rank: '0' is not allowed: a whole number from 1"},
        {"--block-rows 48", "--block-rows: '48' is not allowed: a power of two"},
        {"--backend gpu", "--backend: 'gpu' is not allowed: cpu|reference"},
        {"--quiet=maybe", "--quiet: 'maybe' is not allowed: true or false"},
        {"--program=", "--program: '' is not allowed: the name of a file"},
        {"--arg w", "--arg: 'w' is not of the form NAME=FILE"},
        {"--arg =w.npy", "--arg: '=w.npy' is not of the form NAME=FILE"},
        {"--in x=", "--in: 'x=' is not of the form NAME=FILE[:AXIS]"},
        {"--in x=:0", "--in: x: ':0' is not of the form FILE[:AXIS]"},
        {"--arg x=a.safetensors:", "--arg: x: 'a.safetensors:' is not of the form FILE"},
        {"a.yaml b.yaml", "one job file at a time: 'a.yaml' and 'b.yaml'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ax_job_options o = ax_job_options_defaults();
        assert_error(read_flags(&o, rows[i].line), AX_INVALID_ARGUMENT, rows[i].part);
        ax_job_options_free(&o);
    }
}

static void a_program_is_needed(void **state)
{
    (void)state;
    ax_job_options o = ax_job_options_defaults();
    assert_error(ax_job_options_load(&o, 0, NULL), AX_INVALID_ARGUMENT,
                 "--program FILE or a job file");
    const char *const help[] = {"absent.yaml", "--help"};
    assert_ok(ax_job_options_load(&o, 2, help));
    assert_true(o.help);
    ax_job_options_free(&o);
    assert_error(ax_job_options_load(&o, 1, help), AX_NOT_FOUND, "'absent.yaml'");
    ax_job_options_free(&o);
}

static void help_names_every_option(void **state)
{
    (void)state;
    static const char *const keys[] = {
#define AX_JOB_OPTION(key, field, kind, value, help) "  --" key,
#include "job/options.def"
#undef AX_JOB_OPTION
    };
    char *text;
    assert_ok(ax_job_options_help(&text));
    for (int i = 0; i < AX_JOB_OPTION_COUNT; i++)
        assert_non_null(strstr(text, keys[i]));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 110);
    free(text);
}

/* ---- job files ---- */

static void a_job_file_is_read(void **state)
{
    (void)state;
    ax_job_options o;
    assert_ok(read_both(&o, "",
                        "# comment\n"
                        "program: p.mlir\n"
                        "axis-name: batch\n"
                        "arg:\n"
                        "  params: p.safetensors\n"
                        "  'b[0]': /abs/b.npy\n"
                        "in: {x: 'x.npy:1', \"y\": {file: 'odd:1.npy', axis: -1}}\n"
                        "out:\n"
                        "  logits: out/l.npy\n"
                        "  total: {file: t.npy, axis: none}\n"
                        "micro-batch: 7\nmemory: 64 MiB\ntimeout: 1.5m\nquiet: true\n"));
    assert_string_equal(o.program, "jobs/p.mlir");
    assert_string_equal(o.axis_name, "batch");
    check_binding(&o.arg, 0, "params", "jobs/p.safetensors", NULL, 0);
    check_binding(&o.arg, 1, "b[0]", "/abs/b.npy", NULL, 0);
    check_binding(&o.in, 0, "x", "jobs/x.npy", NULL, 1);
    check_binding(&o.in, 1, "y", "jobs/odd:1.npy", NULL, -1);
    check_binding(&o.out, 0, "logits", "jobs/out/l.npy", NULL, 0);
    check_binding(&o.out, 1, "total", "jobs/t.npy", NULL, 0);
    assert_true(o.out.items[1].once);
    assert_int_equal(o.out.items[1].place.line, 10);
    assert_int_equal(o.micro_batch, 7);
    assert_int_equal(o.memory, 64 << 20);
    assert_true(o.timeout == 90);
    assert_true(o.quiet);
    ax_job_options_free(&o);
}

static void flags_win_over_keys(void **state)
{
    (void)state;
    ax_job_options o;
    assert_ok(read_both(&o, "--program q.mlir --micro-batch auto --quiet=false --in x=z.npy",
                        "program: p.mlir\nmicro-batch: 7\nquiet: true\nthreads: 2\n"
                        "in:\n  x: x.npy\n"));
    assert_string_equal(o.program, "q.mlir");
    assert_int_equal(o.micro_batch, 0);
    assert_false(o.quiet);
    assert_int_equal(o.threads, 2);
    assert_int_equal(o.in.count, 2); /* which of them wins is known when the program is */
    assert_null(o.in.items[0].place.file);
    assert_string_equal(o.in.items[1].place.file, "jobs/job.yaml");
    ax_job_options_free(&o);
}

static void wrong_job_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *yaml, *part;
    } rows[] = {
        {"", "expected lines 'key: value', found the end"},
        {"just text",
         "jobs/job.yaml:1: job file: expected lines 'key: value', found a single value"},
        {"- a\n- b\n", "expected lines 'key: value', found a list"},
        {"program: p.mlir\n\nmicrobatch: 3\n",
         "jobs/job.yaml:3: unknown key 'microbatch'; did you mean 'micro-batch'?"},
        {"program: p.mlir\nxyzzyx: 3\n", "jobs/job.yaml:2: unknown key 'xyzzyx'"},
        {"program: a\nprogram: b\n", "jobs/job.yaml:2: program: given twice"},
        {"arg: {a: b}\narg: {c: d}\n", "jobs/job.yaml:2: arg: given twice"},
        {"program: [a]\n", "jobs/job.yaml:1: program: expected a single value, found a list"},
        {"program:\n", "jobs/job.yaml:1: program: '' is not allowed: the name of a file"},
        {"program: p\nmemory: lots\n",
         "jobs/job.yaml:2: memory: 'lots' is not allowed: a number of"},
        {"quiet: yes\n", "jobs/job.yaml:1: quiet: 'yes' is not allowed: true or false"},
        {"arg: w.npy\n", "jobs/job.yaml:1: arg: expected lines 'NAME: FILE', found a single value"},
        {"in:\n  x:\n", "in: expected FILE[:AXIS], found a single value"},
        {"in:\n  x: [a]\n", "jobs/job.yaml:2: in: expected FILE[:AXIS], found a list"},
        {"in:\n  x: a.npy\n  y: b.npy\n  x: c.npy\n",
         "jobs/job.yaml:4: in: 'x' is given twice, first in line 2"},
        {"in:\n  x: {file: a.npy, axes: 1}\n",
         "jobs/job.yaml:2: in: x: unknown key 'axes'; did you mean 'axis'?"},
        {"in:\n  x: {axis: 1}\n", "jobs/job.yaml:2: in: x: the key 'file' is missing"},
        {"in:\n  x: {file: a, file: b}\n", "in: x: 'file' is given twice"},
        {"in:\n  x: {file: a, axis: none}\n", "axis 'none' is not allowed: a whole number"},
        {"out:\n  x: {file: a, axis: b}\n", "axis 'b' is not allowed: a whole number, or 'none'"},
        {"out:\n  x: {file: a, tensor: b}\n", "an output is a .npy file without tensors"},
        {"arg:\n  x: {file: a, axis: 0}\n", "axis '0' is not allowed: 'arg' has no axis: use 'in'"},
        {"program: &a p.mlir\nreport: *a\n", "jobs/job.yaml:2: aliases are not used"},
        {"program: p\n  in: 3\n", "jobs/job.yaml:2: not YAML"},
        {"program: \"a\\0b\"\n", "jobs/job.yaml:1: program: expected a single value, found a NUL"},
        {"program: p\n---\nprogram: q\n", "expected one document"},
        {"program: \x01\n", "not YAML"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ax_job_options o;
        assert_error(read_both(&o, "", rows[i].yaml), AX_INVALID_ARGUMENT, rows[i].part);
        ax_job_options_free(&o);
    }
}

static void a_key_is_checked_though_a_flag_wins(void **state)
{
    (void)state;
    ax_job_options o;
    assert_error(read_both(&o, "--threads 2", "threads: many\n"), AX_INVALID_ARGUMENT,
                 "jobs/job.yaml:1: threads: 'many'");
    ax_job_options_free(&o);
}

static void the_digits_job_file_is_read(void **state)
{
    (void)state;
    ax_job_options o = ax_job_options_defaults();
    const char *const argv[] = {AXMAP_CONFIGS "/digits/digits.yaml"};
    assert_ok(ax_job_options_load(&o, 1, argv));
    assert_string_equal(o.program, AXMAP_CONFIGS "/digits/digits.mlir");
    check_binding(&o.in, 0, "image", AXMAP_CONFIGS "/digits/images.npy", NULL, 0);
    ax_job_options_free(&o);
}

int main(void)
{
    setlocale(LC_ALL, ""); /* numbers are read the same in any */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(byte_counts_have_suffixes),
        cmocka_unit_test(times_have_units),
        cmocka_unit_test(flags_are_read),
        cmocka_unit_test(wrong_flags_are_refused),
        cmocka_unit_test(a_program_is_needed),
        cmocka_unit_test(help_names_every_option),
        cmocka_unit_test(a_job_file_is_read),
        cmocka_unit_test(flags_win_over_keys),
        cmocka_unit_test(wrong_job_files_are_refused),
        cmocka_unit_test(a_key_is_checked_though_a_flag_wins),
        cmocka_unit_test(the_digits_job_file_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
