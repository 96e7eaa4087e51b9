/* The cache of code on disk: what is stored is found, and nothing else; nobody else's files are read; one of
 * several processes makes an entry; and the code generator uses it. */
#include "test.h"

#include "backend/cpu/code_cache.h"
#include "backend/cpu/codegen.h"
#include "backend/cpu/emit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char root[256];

/* A folder of its own for each test. */
static const char *new_folder(void)
{
    static char path[512];
    static int count;
    snprintf(path, sizeof path, "%s/%d", root, count++);
    return path;
}

static ax_code_cache *open_with(const char *directory, const char *maker, int64_t limit)
{
    ax_code_cache *cache;
    assert_ok(ax_code_cache_open(
        &(ax_code_cache_options){.directory = directory, .maker = maker, .limit = limit}, &cache));
    return cache;
}

/* The text that is found, or NULL; forgotten at the next call. */
static const char *find(ax_code_cache *cache, const char *key)
{
    static char text[1024];
    void *code;
    int64_t bytes;
    if (!ax_code_cache_find(cache, key, &code, &bytes))
        return NULL;
    assert_true(bytes < (int64_t)sizeof text);
    memcpy(text, code, (size_t)bytes);
    text[bytes] = '\0';
    free(code);
    return text;
}

static void store(ax_code_cache *cache, const char *key, const char *text)
{
    ax_code_cache_store(cache, key, text, (int64_t)strlen(text));
}

/* Calls `visit` for each entry's path; returns how many there are. */
static int each_file(const char *folder, void visit(const char *path))
{
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *at = readdir(directory); at; at = readdir(directory)) {
        char path[1024];
        if (at->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, at->d_name);
        count++;
        if (visit)
            visit(path);
    }
    closedir(directory);
    return count;
}

/* ---- entries ---- */

static void test_entries_are_found(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    ax_code_cache *cache = open_with(folder, "a", 0), *other = open_with(folder, "b", 0);
    struct stat info;
    assert_int_equal(stat(folder, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_string_equal(ax_code_cache_directory(cache), folder);
    assert_null(find(cache, "one"));
    store(cache, "one", "first");
    store(cache, "two", "second");
    assert_string_equal(find(cache, "one"), "first");
    assert_string_equal(find(cache, "two"), "second");
    assert_null(find(cache, "on"));
    assert_null(find(other, "one")); /* made by something else */
    store(cache, "one", "again");
    assert_string_equal(find(cache, "one"), "again");
    assert_int_equal(each_file(folder, NULL), 2);
    ax_code_cache_close(other);
    ax_code_cache_close(cache);
}

static void cut_off(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(truncate(path, info.st_size - 1), 0);
}

static void cut_to_nothing(const char *path)
{
    assert_int_equal(truncate(path, 0), 0);
}

static long changed_at;

static void change_byte(const char *path)
{
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, changed_at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, changed_at, SEEK_SET);
    fputc(byte ^ 4, file);
    fclose(file);
}

static void lengthen(const char *path)
{
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputc('x', file);
    fclose(file);
}

static void open_to_others(const char *path)
{
    assert_int_equal(chmod(path, 0666), 0);
}

static void check_spoiled(const char *folder, ax_code_cache *cache, void spoil(const char *path))
{
    store(cache, "key", "code");
    assert_string_equal(find(cache, "key"), "code");
    each_file(folder, spoil);
    assert_null(find(cache, "key"));
    store(cache, "key", "fresh");
    assert_string_equal(find(cache, "key"), "fresh");
}

static void test_spoiled_entries_are_replaced(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    ax_code_cache *cache = open_with(folder, "maker", 0);
    check_spoiled(folder, cache, cut_off);
    check_spoiled(folder, cache, cut_to_nothing);
    check_spoiled(folder, cache, lengthen);
    check_spoiled(folder, cache, open_to_others);
    for (changed_at = 0; changed_at < 32 + 9 + 4; changed_at++) /* head, key and code */
        check_spoiled(folder, cache, change_byte);
    ax_code_cache_close(cache);
}

static void test_links_are_not_followed(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    ax_code_cache *cache = open_with(folder, "maker", 0);
    store(cache, "key", "code");
    char path[1024], moved[1024];
    DIR *directory = opendir(folder);
    for (struct dirent *at = readdir(directory); at; at = readdir(directory)) {
        if (at->d_name[0] != '.')
            snprintf(path, sizeof path, "%s/%s", folder, at->d_name);
    }
    closedir(directory);
    snprintf(moved, sizeof moved, "%s/moved", folder);
    assert_int_equal(rename(path, moved), 0);
    assert_int_equal(symlink(moved, path), 0);
    assert_null(find(cache, "key"));
    ax_code_cache_close(cache);
}

static void make_pipe(const char *path)
{
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
}

static void test_pipes_are_not_waited_for(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    ax_code_cache *cache = open_with(folder, "maker", 0);
    check_spoiled(folder, cache, make_pipe);
    ax_code_cache_close(cache);
}

/* A write beyond the limit would end the process. */
static void test_files_longer_than_may_be_are_not_written(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    ax_code_cache *cache = open_with(folder, "maker", 0);
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit least = {.rlim_cur = 40, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &least), 0);
    store(cache, "key", "code");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_null(find(cache, "key"));
    assert_int_equal(each_file(folder, NULL), 0);
    ax_code_cache_close(cache);
}

static void date_2099(const char *path)
{
    const struct timespec times[] = {{.tv_sec = 4070908800}, {.tv_sec = 4070908800}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* What a clock that was wrong has dated to come: an entry is in use now when it is read, and what a killed
 * process left goes. */
static void test_dates_to_come(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    char left[600];
    ax_code_cache *cache = open_with(folder, "maker", 0);
    struct stat info;
    store(cache, "key", "code");
    each_file(folder, date_2099);
    assert_string_equal(find(cache, "key"), "code");
    DIR *directory = opendir(folder);
    for (struct dirent *at = readdir(directory); at; at = readdir(directory)) {
        assert_int_equal(fstatat(dirfd(directory), at->d_name, &info, 0), 0);
        assert_true(at->d_name[0] == '.' || info.st_mtime < 4070908800);
    }
    closedir(directory);
    snprintf(left, sizeof left, "%s/%032d.1.2.3", folder, 7);
    fclose(fopen(left, "w"));
    date_2099(left);
    ax_code_cache_close(cache);
    cache = open_with(folder, "maker", 0);
    store(cache, "other", "code"); /* the first that is stored sweeps */
    assert_int_equal(access(left, F_OK), -1);
    assert_int_equal(each_file(folder, NULL), 2);
    ax_code_cache_close(cache);
}

/* ---- folders ---- */

static void test_folders_of_others_are_refused(void **unused)
{
    (void)unused;
    static const mode_t modes[] = {0777, 0770, 0720, 0702};
    for (int i = 0; i < 4; i++) {
        const char *folder = new_folder();
        assert_int_equal(mkdir(folder, 0700), 0);
        assert_int_equal(chmod(folder, modes[i]), 0);
        ax_code_cache *cache = open_with(folder, "maker", 0);
        assert_null(ax_code_cache_directory(cache));
        assert_non_null(strstr(ax_code_cache_reason(cache), "others may write to it"));
        store(cache, "key", "code");
        assert_null(find(cache, "key"));
        assert_int_equal(ax_code_cache_lock(cache, "key"), -1);
        ax_code_cache_unlock(cache, "key", -1);
        assert_int_equal(each_file(folder, NULL), 0);
        ax_code_cache_close(cache);
    }
    if (geteuid() == 0) { /* only root can give a folder away */
        const char *folder = new_folder();
        assert_int_equal(mkdir(folder, 0700), 0);
        assert_int_equal(chown(folder, 12345, 12345), 0);
        ax_code_cache *cache = open_with(folder, "maker", 0);
        assert_null(ax_code_cache_directory(cache));
        assert_non_null(strstr(ax_code_cache_reason(cache), "belongs to another user"));
        ax_code_cache_close(cache);
    }
    ax_code_cache *cache = open_with("/dev/null/axmap", "maker", 0);
    assert_null(ax_code_cache_directory(cache));
    assert_non_null(strstr(ax_code_cache_reason(cache), "cannot be used"));
    ax_code_cache_close(cache);
}

static void check_environment(const char *own, const char *base, const char *home,
                              const char *expected)
{
    own ? setenv("AXMAP_CACHE_DIR", own, 1) : unsetenv("AXMAP_CACHE_DIR");
    base ? setenv("XDG_CACHE_HOME", base, 1) : unsetenv("XDG_CACHE_HOME");
    home ? setenv("HOME", home, 1) : unsetenv("HOME");
    ax_code_cache *cache = open_with(NULL, "maker", 0);
    if (expected)
        assert_string_equal(ax_code_cache_directory(cache), expected);
    else
        assert_null(ax_code_cache_directory(cache));
    ax_code_cache_close(cache);
}

static void test_the_environment_names_the_folder(void **unused)
{
    (void)unused;
    char own[600], base[600], home[600], in_base[700], in_home[700];
    snprintf(own, sizeof own, "%s", new_folder());
    snprintf(base, sizeof base, "%s/x/y", new_folder());
    snprintf(home, sizeof home, "%s", new_folder());
    snprintf(in_base, sizeof in_base, "%s/axmap", base);
    snprintf(in_home, sizeof in_home, "%s/.cache/axmap", home);
    check_environment(own, base, home, own);
    check_environment("", base, home, NULL);
    check_environment("off", base, home, NULL);
    check_environment(NULL, base, home, in_base);
    check_environment(NULL, "not/absolute", home, in_home);
    check_environment(NULL, NULL, home, in_home);
    check_environment(NULL, NULL, NULL, NULL);
}

/* ---- size ---- */

static void make_older(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    struct timespec times[] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = info.st_mtime - 100}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void test_the_oldest_go_first(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    enum { LIMIT = 100000, BYTES = 2000 };
    ax_code_cache *cache = open_with(folder, "maker", LIMIT);
    char *code = calloc(1, BYTES), key[32];
    store(cache, "small", "code");
    for (int i = 0; i < 200; i++) {
        each_file(folder, make_older);
        snprintf(key, sizeof key, "key %d", i);
        ax_code_cache_store(cache, key, code, BYTES);
    }
    int left = each_file(folder, NULL);
    assert_true(left >= 30 && left <= LIMIT / BYTES + 32); /* looked at now and then */
    void *found;
    int64_t bytes;
    assert_true(ax_code_cache_find(cache, "key 199", &found, &bytes));
    free(found);
    assert_false(ax_code_cache_find(cache, "key 0", &found, &bytes));
    assert_null(find(cache, "small"));
    free(code);
    ax_code_cache_close(cache);
}

/* ---- processes ---- */

enum { PROCESSES = 6, KEYS = 20 };

/* Looks for each key, makes what is not there, and notes that it did. */
static void make_all(const char *folder, const char *notes)
{
    ax_code_cache *cache = open_with(folder, "maker", 0);
    for (int k = 0; k < KEYS; k++) {
        char key[32];
        snprintf(key, sizeof key, "key %d", k);
        if (find(cache, key))
            continue;
        int lock = ax_code_cache_lock(cache, key);
        if (!find(cache, key)) {
            int file = open(notes, O_WRONLY | O_APPEND | O_CREAT, 0600);
            if (write(file, "x", 1) != 1)
                _exit(1);
            close(file);
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); /* it takes a while */
            store(cache, key, key);
        }
        ax_code_cache_unlock(cache, key, lock);
        if (strcmp(find(cache, key), key) != 0)
            _exit(1);
    }
    ax_code_cache_close(cache);
}

static void test_one_process_makes_an_entry(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    char notes[1024];
    snprintf(notes, sizeof notes, "%s/notes", root);
    pid_t children[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            make_all(folder, notes);
            _exit(0);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    struct stat info;
    assert_int_equal(stat(notes, &info), 0);
    assert_int_equal(info.st_size, KEYS);
    assert_int_equal(each_file(folder, NULL), KEYS); /* no lock is left */
}

static void test_waiting_ends(void **unused)
{
    (void)unused;
    ax_code_cache *cache, *other;
    const char *folder = new_folder();
    ax_code_cache_options options = {.directory = folder, .maker = "maker", .patience_ms = 50};
    assert_ok(ax_code_cache_open(&options, &cache));
    assert_ok(ax_code_cache_open(&options, &other));
    int lock = ax_code_cache_lock(cache, "key");
    assert_true(lock >= 0);
    assert_int_equal(ax_code_cache_lock(other, "key"), -1);
    ax_code_cache_unlock(cache, "key", lock);
    lock = ax_code_cache_lock(other, "key");
    assert_true(lock >= 0);
    ax_code_cache_unlock(other, "key", lock);
    ax_code_cache_close(cache);
    ax_code_cache_close(other);
}

/* ---- the code generator ---- */

static int written;

/* seven() returns 7. */
static ax_status *write_seven(ax_emitter *e, const void *user)
{
    (void)user;
    written++;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(e->context);
    ax_emit_function(e, "seven", LLVMFunctionType(i64, NULL, 0, false));
    LLVMBuildRet(e->builder, ax_emit_i64(e, 7));
    return NULL;
}

static void check_seven(int level)
{
    static const char *const names[] = {"seven"};
    ax_unit unit = {.key = "seven", .write = write_seven, .nfunctions = 1, .functions = names};
    ax_codegen *codegen;
    void *function = NULL;
    assert_ok(ax_codegen_create(&(ax_codegen_options){.level = level}, &codegen));
    assert_ok(ax_codegen_get(codegen, &unit, &function));
    assert_int_equal(((int64_t(*)(void))(uintptr_t)function)(), 7);
    ax_codegen_free(codegen);
}

static void test_code_is_compiled_once(void **unused)
{
    (void)unused;
    const char *folder = new_folder();
    setenv("AXMAP_CACHE_DIR", folder, 1);
    for (int i = 0; i < 3; i++)
        check_seven(-1);
    assert_int_equal(written, 1);
    assert_int_equal(each_file(folder, cut_off), 1);
    check_seven(-1);
    check_seven(-1);
    assert_int_equal(written, 2);
    check_seven(0); /* for another CPU, unless this one is such */
    assert_true(written == 3 || each_file(folder, NULL) == 1);
    setenv("AXMAP_CACHE_DIR", "off", 1);
    int before = written;
    check_seven(-1);
    assert_int_equal(written, before + 1);
}

static int make_root(void **unused)
{
    (void)unused;
    const char *temporary = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/code_cache.XXXXXX", temporary ? temporary : "/tmp");
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **unused)
{
    (void)unused;
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_are_found),
        cmocka_unit_test(test_spoiled_entries_are_replaced),
        cmocka_unit_test(test_links_are_not_followed),
        cmocka_unit_test(test_pipes_are_not_waited_for),
        cmocka_unit_test(test_files_longer_than_may_be_are_not_written),
        cmocka_unit_test(test_dates_to_come),
        cmocka_unit_test(test_folders_of_others_are_refused),
        cmocka_unit_test(test_the_environment_names_the_folder),
        cmocka_unit_test(test_the_oldest_go_first),
        cmocka_unit_test(test_one_process_makes_an_entry),
        cmocka_unit_test(test_waiting_ends),
        cmocka_unit_test(test_code_is_compiled_once),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
