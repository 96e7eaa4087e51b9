/* Binding: names to arguments and results, flags over job files, types and lengths compared. */
#include "test.h"

#include "formats/npy.h"
#include "job/bind.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- files and a program ---- */

static void write_npy(const char *path, ax_dtype dtype, ax_ints dims)
{
    ax_type type;
    uint8_t header[AX_NPY_LONGEST_WRITTEN_HEADER];
    assert_ok(ax_type_make(dtype, dims.count, dims.values, &type));
    size_t length = (size_t)ax_npy_header_write(&type, header);
    size_t data = (size_t)ax_type_bytes(&type);
    char *zeros = calloc(data + 1, 1);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(header, 1, length, file), length);
    assert_int_equal(fwrite(zeros, 1, data, file), data);
    fclose(file);
    free(zeros);
}

static void write_safetensors(const char *path, const char *json, size_t data)
{
    uint8_t prefix[8] = {(uint8_t)strlen(json), (uint8_t)(strlen(json) >> 8)};
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(prefix, 1, 8, file);
    fputs(json, file);
    for (size_t i = 0; i < data; i++)
        fputc(0, file);
    fclose(file);
}

#define TENSOR(name, shape, from, to)                                                             \
    "\"" name "\": {\"dtype\": \"F32\", \"shape\": [" shape "], \"data_offsets\": [" from ", " to \
    "]}"

static int make_files(void **state)
{
    (void)state;
    write_npy("x10.npy", AX_F32, AX_LIST(10, 3));
    write_npy("x9.npy", AX_F32, AX_LIST(9, 3));
    write_npy("x3x10.npy", AX_F32, AX_LIST(3, 10));
    write_npy("x0.npy", AX_F32, AX_LIST(0, 3));
    write_npy("one.npy", AX_F32, AX_LIST(3));
    write_npy("x10f64.npy", AX_F64, AX_LIST(10, 3));
    write_npy("s10.npy", AX_I32, AX_LIST(10));
    write_npy("scalar.npy", AX_I32, AX_EMPTY_LIST);
    write_npy("b.npy", AX_F32, AX_LIST(2));
    write_npy("half.npy", AX_BF16, AX_LIST(10, 3));
    write_safetensors(
        "params.safetensors",
        "{" TENSOR("params.b", "2", "0", "8") "," TENSOR("params.w", "2, 3", "8", "32") "}", 32);
    write_safetensors("only_w.safetensors", "{" TENSOR("weights", "2, 3", "0", "24") "}", 24);
    return 0;
}

/* params = {'b': f32[2], 'w': f32[2,3]}, x f32[3], k i32[] -> result['y'] f32[2,5], result['n'] i32[] */
enum { NINPUTS = 4, NOUTPUTS = 2 };

typedef struct program {
    ax_job_slot inputs[NINPUTS], outputs[NOUTPUTS];
    ax_job_signature signature;
} program;

static ax_job_slot slot(const char *name, ax_dtype dtype, ax_ints dims)
{
    ax_job_slot made = {.name = name, .sharded_dim = AX_JOB_NOT_SHARDED};
    assert_ok(ax_type_make(dtype, dims.count, dims.values, &made.type));
    return made;
}

static void make_program(program *p)
{
    p->inputs[0] = slot("params['b']", AX_F32, AX_LIST(2));
    p->inputs[1] = slot("params['w']", AX_F32, AX_LIST(2, 3));
    p->inputs[2] = slot("x", AX_F32, AX_LIST(3));
    p->inputs[3] = slot("k", AX_I32, AX_EMPTY_LIST);
    p->outputs[0] = slot("result['y']", AX_F32, AX_LIST(2, 5));
    p->outputs[1] = slot("result['n']", AX_I32, AX_EMPTY_LIST);
    p->signature = (ax_job_signature){NINPUTS, NOUTPUTS, p->inputs, p->outputs, NULL, 0};
}

/* Binds by the words of `flags` and the lines of `yaml` (NULL: no job file). */
static ax_status *bind(const ax_job_signature *signature, const char *flags, const char *yaml,
                       bool reads_shared, ax_job_options *o, ax_job_binds **out)
{
    char words[1024];
    const char *argv[24];
    int argc = 0;
    snprintf(words, sizeof words, "--program p.mlir %s %s", flags, yaml ? "job.yaml" : "");
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    *o = ax_job_options_defaults();
    AX_TRY(ax_job_options_read_flags(o, argc, argv));
    if (yaml)
        AX_TRY(ax_job_options_read_yaml(o, yaml, strlen(yaml)));
    return ax_job_bind(o, signature, reads_shared, out);
}

static void check_refused(const ax_job_signature *signature, const char *flags, const char *yaml,
                          const char *part)
{
    ax_job_options o;
    ax_job_binds *binds;
    assert_error(bind(signature, flags, yaml, true, &o, &binds), AX_INVALID_ARGUMENT, part);
    ax_job_options_free(&o);
}

#define SHARED "--arg params=params.safetensors "
#define MAPPED "--in x=x10.npy --in k=s10.npy "
#define OUT    "--out y=y.npy "

/* ---- what binds ---- */

static void names_are_positions_printed_or_dotted(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    static const char *const flags[] = {
        SHARED MAPPED OUT,
        "--arg params['b']=b.npy --arg 1=only_w.safetensors --in 2=x10.npy --in k=s10.npy --out "
        "0=y.npy",
        "--arg params.b=b.npy --arg params.w=params.safetensors " MAPPED "--out result['y']=y.npy",
        "--arg 0=params.safetensors:params.b --arg 1=only_w.safetensors:weights " MAPPED OUT,
        SHARED "--in x=x3x10.npy:1 --in k=s10.npy:-1 " OUT,
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        ax_job_options o;
        ax_job_binds *binds;
        assert_ok(bind(&p.signature, flags[i], NULL, true, &o, &binds));
        assert_true(binds->mapped);
        assert_int_equal(binds->records, 10);
        static const bool mapped[] = {false, false, true, true};
        for (int a = 0; a < NINPUTS; a++) {
            assert_int_equal(binds->inputs[a].mapped, mapped[a]);
            assert_non_null(binds->inputs[a].array);
        }
        assert_int_equal(binds->inputs[2].axis, i == 4 ? 1 : 0);
        assert_string_equal(binds->outputs[0].path, "y.npy");
        assert_int_equal(binds->outputs[0].axis, 0);
        assert_true(ax_type_equal(&binds->outputs[0].record, &p.outputs[0].type));
        assert_null(binds->outputs[1].path);
        ax_job_binds_free(binds);
        ax_job_options_free(&o);
    }
}

static void a_file_of_many_tensors_is_opened_once(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    ax_job_options o;
    ax_job_binds *binds;
    assert_ok(bind(&p.signature, SHARED MAPPED OUT, NULL, true, &o, &binds));
    assert_int_equal(binds->nfiles, 3);
    assert_ptr_equal(binds->inputs[0].file, binds->inputs[1].file);
    assert_int_equal(binds->inputs[1].array->type.ndim, 2);
    ax_job_binds_free(binds);
    ax_job_options_free(&o);

    assert_ok(bind(&p.signature, SHARED MAPPED OUT, NULL, false, &o, &binds));
    assert_int_equal(binds->nfiles, 2); /* this rank reads no shared arguments */
    assert_null(binds->inputs[0].file);
    ax_job_binds_free(binds);
    ax_job_options_free(&o);
}

static void a_flag_wins_over_the_job_file_by_argument(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    ax_job_options o;
    ax_job_binds *binds;
    const char *yaml = "arg: {params: absent.safetensors, k: scalar.npy}\n"
                       "in: {x: x9.npy}\nout: {y: a.npy, n: n.npy}\n";
    assert_ok(bind(
        &p.signature,
        "--in 2=x10.npy --in k=s10.npy --arg params.b=b.npy --arg params['w']=only_w.safetensors "
        "--out result['y']=b.npy",
        yaml, true, &o, &binds));
    assert_int_equal(binds->records, 10);
    assert_true(binds->inputs[3].mapped); /* shared in the job file */
    assert_string_equal(ax_array_file_path(binds->inputs[0].file), "b.npy");
    assert_string_equal(binds->outputs[0].path, "b.npy");
    assert_string_equal(binds->outputs[1].path, "n.npy");
    ax_job_binds_free(binds);
    ax_job_options_free(&o);
}

static void outputs_have_axes(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    static const struct {
        const char *flags;
        int32_t axis;
    } rows[] = {{"--out y=y.npy", 0},
                {"--out y=y.npy:2", 2},
                {"--out y=y.npy:-1", 2},
                {"--out y=y.npy:-3", 0},
                {"--out y=y.npy:none", AX_OUTPUT_ONCE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char flags[200];
        ax_job_options o;
        ax_job_binds *binds;
        snprintf(flags, sizeof flags, SHARED MAPPED "%s", rows[i].flags);
        assert_ok(bind(&p.signature, flags, NULL, true, &o, &binds));
        assert_int_equal(binds->outputs[0].axis, rows[i].axis);
        ax_job_binds_free(binds);
        ax_job_options_free(&o);
    }
    check_refused(&p.signature, SHARED MAPPED "--out y=y.npy:3", NULL,
                  "--out: result 0 'y' f32[2,5]: records cannot lie along axis 3: an axis is in "
                  "[-3, 3)");
    check_refused(&p.signature, SHARED MAPPED "--out y=y.txt", NULL, "written as .npy files");
    check_refused(&p.signature, SHARED MAPPED "--out y=y.npy --out n=y.npy", NULL,
                  "'y.npy' is the file of result 0 'y' f32[2,5] already");
    check_refused(&p.signature, SHARED MAPPED, NULL, "no result is written");
}

static void a_job_without_records_runs_once(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    ax_job_options o;
    ax_job_binds *binds;
    assert_ok(bind(&p.signature, SHARED "--arg x=one.npy --arg k=scalar.npy " OUT, NULL, true, &o,
                   &binds));
    assert_false(binds->mapped);
    assert_int_equal(binds->records, 1);
    assert_int_equal(binds->outputs[0].axis, AX_OUTPUT_ONCE);
    ax_job_binds_free(binds);
    ax_job_options_free(&o);
    check_refused(&p.signature, SHARED "--arg x=one.npy --arg k=scalar.npy --out y=y.npy:0", NULL,
                  "no argument is mapped");
}

static void no_records_is_a_number_of_records(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    ax_job_options o;
    ax_job_binds *binds;
    assert_ok(
        bind(&p.signature, SHARED "--in x=x0.npy --arg k=scalar.npy " OUT, NULL, true, &o, &binds));
    assert_true(binds->mapped);
    assert_int_equal(binds->records, 0);
    ax_job_binds_free(binds);
    ax_job_options_free(&o);
}

/* ---- what does not ---- */

static void names_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    static const struct {
        const char *flags, *yaml, *part;
    } rows[] = {
        {MAPPED OUT "--arg param=params.safetensors", NULL,
         "--arg: the program has no argument 'param'"},
        {SHARED OUT "--in xs=x10.npy --in k=s10.npy", NULL, "no argument 'xs'; did you mean 'x'?"},
        {SHARED OUT "--in 4=x10.npy --in k=s10.npy", NULL, "no argument '4'"},
        {MAPPED OUT "--in params=params.safetensors", NULL,
         "--in: the program has no argument 'params'"},
        {SHARED MAPPED "--out z=y.npy", NULL, "the program has no result 'z'"},
        {SHARED MAPPED "--out logits=y.npy", NULL, "the program has no result 'logits'; it has\n"},
        {SHARED MAPPED OUT "--in 2=x9.npy", NULL,
         "argument 2 'x' f32[3] is bound twice: by --in x and by --in 2"},
        {SHARED MAPPED OUT "--arg params.b=b.npy", NULL,
         "argument 0 'params.b' f32[2] is bound twice: by --arg params and by --arg params.b"},
        {SHARED MAPPED OUT, "arg: {x: a.npy}\nin:\n  '2': b.npy\n",
         "argument 2 'x' f32[3] is bound twice: by job.yaml:1: arg x and by job.yaml:3: in 2"},
        {SHARED MAPPED "--out y=y.npy --out 0=z.npy", NULL, "result 0 'y' f32[2,5] is bound twice"},
        {"--in x=x10.npy " OUT, NULL,
         "these have none:\n  argument 0 'params.b' f32[2]\n"
         "  argument 1 'params.w' f32[2,3]\n  argument 3 'k' i32[]"},
        {MAPPED OUT "--arg params=b.npy", NULL, "'params' is a group of arguments"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_refused(&p.signature, rows[i].flags, rows[i].yaml, rows[i].part);
}

static void ambiguous_names_are_refused(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    p.inputs[2].name = "params[b]"; /* dotted, it is the name of argument 0 */
    check_refused(
        &p.signature, MAPPED OUT "--arg params.b=b.npy", NULL,
        "--arg: 'params.b' may mean several arguments; name it otherwise, by its position "
        "perhaps:\n  argument 0 'params.b' f32[2]\n  argument 2 'params.b' f32[3]");
    p.inputs[2].name = "3"; /* also the position of k */
    check_refused(&p.signature, SHARED OUT "--in 3=s10.npy", NULL, "'3' may mean several");
}

static void types_are_compared(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    static const struct {
        const char *flags, *part;
    } rows[] = {
        {"--in x=x10f64.npy --in k=s10.npy",
         "--in: argument 2 'x' f32[3]: 'x10f64.npy' holds "
         "f64[10,3]: its records along axis 0 are f64[3]; save them as f32"},
        {"--in x=half.npy --in k=s10.npy", "'half.npy' holds bf16[10,3]"},
        {"--in x=x3x10.npy --in k=s10.npy", "its records along axis 0 are f32[10]"},
        {"--in x=one.npy --in k=s10.npy", "one example without an axis of records"},
        {"--in x=x10.npy:2 --in k=s10.npy",
         "'x10.npy' holds f32[10,3], which has no axis 2: an axis is in [-2, 2)"},
        {"--in x=x10.npy --in k=scalar.npy",
         "argument 3 'k' i32[]: 'scalar.npy' holds i32[]: it has "
         "no axis of records"},
        {"--in x=x10.npy --arg k=s10.npy", "--arg: argument 3 'k' i32[]: 's10.npy' holds i32[10]"},
        {"--in x=x9.npy --in k=s10.npy",
         "different numbers of records:\n  --in: argument 2 'x' f32[3]: 'x9.npy' has 9 along axis "
         "0\n"
         "  --in: argument 3 'k' i32[]: 's10.npy' has 10 along axis 0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char flags[300];
        snprintf(flags, sizeof flags, SHARED OUT "%s", rows[i].flags);
        check_refused(&p.signature, flags, NULL, rows[i].part);
    }
    ax_job_options o;
    ax_job_binds *binds;
    assert_error(
        bind(&p.signature, MAPPED OUT "--arg params=only_w.safetensors", NULL, true, &o, &binds),
        AX_NOT_FOUND, "no tensor 'params.b'; it has 'weights'\nfor --arg: argument 0");
    ax_job_options_free(&o);
    assert_error(
        bind(&p.signature, SHARED OUT "--in x=gone.npy --in k=s10.npy", NULL, true, &o, &binds),
        AX_NOT_FOUND, "cannot open 'gone.npy'");
    ax_job_options_free(&o);
}

static void two_opaque_bytes_are_bf16_where_the_program_says_so(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    p.inputs[2] = slot("x", AX_BF16, AX_LIST(3));
    ax_job_options o;
    ax_job_binds *binds;
    assert_ok(
        bind(&p.signature, SHARED "--in x=half.npy --in k=s10.npy " OUT, NULL, true, &o, &binds));
    ax_job_binds_free(binds);
    ax_job_options_free(&o);
}

/* ---- the program's own axis ---- */

static void records_may_be_the_programs_own_axis(void **state)
{
    (void)state;
    program p;
    make_program(&p);
    p.inputs[2] = slot("x", AX_F32, AX_LIST(3, 10));
    p.inputs[2].sharded_dim = 1;
    p.inputs[3] = slot("k", AX_I32, AX_LIST(10));
    p.inputs[3].sharded_dim = 0;
    p.outputs[0] = slot("result['y']", AX_F32, AX_LIST(2, 10));
    p.outputs[0].sharded_dim = 1;
    p.signature.axis_name = "batch";
    p.signature.axis_size = 10;
    static const char *const flags[] = {
        SHARED "--in x=x3x10.npy:1 --in k=s10.npy --out y=y.npy --out n=n.npy",
        SHARED "--in x=x3x10.npy --in k=s10.npy --out y=y.npy:none --out n=n.npy:0",
    };
    for (int i = 0; i < 2; i++) {
        ax_job_options o;
        ax_job_binds *binds;
        assert_ok(bind(&p.signature, flags[i], NULL, true, &o, &binds));
        assert_int_equal(binds->records, 10);
        assert_int_equal(binds->inputs[2].axis, 1);
        assert_int_equal(binds->outputs[0].axis, 1); /* sharded: it has the records already */
        assert_int_equal(binds->outputs[0].record.ndim, 1);
        assert_int_equal(binds->outputs[0].record.dims[0], 2);
        assert_int_equal(binds->outputs[1].axis, 0); /* not sharded: repeated for each record */
        ax_job_binds_free(binds);
        ax_job_options_free(&o);
    }
    check_refused(
        &p.signature, SHARED OUT "--in x=x3x10.npy:0 --in k=s10.npy", NULL,
        "argument 2 'x' f32[3,10] takes records of f32[3]: 'x3x10.npy' holds f32[3,10], its "
        "records along axis 0 are f32[10]");
    check_refused(&p.signature, SHARED OUT "--arg x=x3x10.npy --in k=s10.npy", NULL,
                  "is sharded along the program's axis 'batch': give it with --in");
    check_refused(&p.signature, MAPPED OUT "--arg params.w=only_w.safetensors --in params.b=b.npy",
                  NULL, "is the same for all of the program's axis 'batch': give it with --arg");
    p.inputs[2] = slot("x", AX_F32, AX_LIST(10, 3));
    p.inputs[2].sharded_dim = 0;
    ax_job_options o;
    ax_job_binds *binds;
    assert_ok(bind(&p.signature, SHARED OUT "--in x=x3x10.npy:1 --in k=s10.npy", NULL, true, &o,
                   &binds)); /* the file's axis need not be the program's */
    assert_int_equal(binds->records, 10);
    assert_int_equal(binds->inputs[2].axis, 1);
    ax_job_binds_free(binds);
    ax_job_options_free(&o);
    p.inputs[2] = slot("x", AX_F32, AX_LIST(3, 12));
    p.inputs[2].sharded_dim = 1;
    p.signature.axis_size = 12;
    check_refused(&p.signature, SHARED OUT "--in x=x3x10.npy --in k=s10.npy", NULL,
                  "lowered for 12 along batch, input 'x3x10.npy' has 10: export again for 10");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_positions_printed_or_dotted),
        cmocka_unit_test(a_file_of_many_tensors_is_opened_once),
        cmocka_unit_test(a_flag_wins_over_the_job_file_by_argument),
        cmocka_unit_test(outputs_have_axes),
        cmocka_unit_test(a_job_without_records_runs_once),
        cmocka_unit_test(no_records_is_a_number_of_records),
        cmocka_unit_test(names_that_do_not_fit_are_refused),
        cmocka_unit_test(ambiguous_names_are_refused),
        cmocka_unit_test(types_are_compared),
        cmocka_unit_test(two_opaque_bytes_are_bf16_where_the_program_says_so),
        cmocka_unit_test(records_may_be_the_programs_own_axis),
    };
    return cmocka_run_group_tests(tests, make_files, NULL);
}
