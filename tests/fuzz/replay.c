/* Runs a fuzzer's target over its seeds without libFuzzer: each file as it is, cut short at every length (at
 * most 4096 of them, evenly spread), and with single bytes changed. A crash or a sanitizer's report fails the test.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_VARIANTS = 4096 };

/* A copy of exactly `size` bytes, so that a sanitizer sees a read past the end. */
static void run_bytes(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void run_variants(uint8_t *data, size_t size)
{
    size_t step = size / MAX_VARIANTS + 1;
    for (size_t length = 0; length < size; length += step) {
        run_bytes(data, length);
    }
    static const uint8_t patterns[] = {0x01, 0x20, 0x80, 0xff};
    for (size_t at = 0; at < size; at += step) {
        uint8_t pattern = patterns[at % sizeof patterns];
        data[at] ^= pattern;
        run_bytes(data, size);
        data[at] ^= pattern;
    }
}

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 0;
    }
    size_t capacity = 1 << 20;
    uint8_t *data = malloc(capacity);
    size_t size = data ? fread(data, 1, capacity, file) : 0;
    fclose(file);
    if (data) {
        run_bytes(data, size);
        run_variants(data, size);
    }
    free(data);
    return data != NULL;
}

static int replay_folder(const char *path)
{
    int files = 0;
    DIR *folder = opendir(path);
    if (!folder) {
        perror(path);
        return 0;
    }
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] != '.') {
            char name[4096];
            snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
            files += replay_file(name);
        }
    }
    closedir(folder);
    return files;
}

int main(int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; i++) {
        struct stat info;
        int is_folder = stat(argv[i], &info) == 0 && S_ISDIR(info.st_mode);
        files += is_folder ? replay_folder(argv[i]) : replay_file(argv[i]);
    }
    printf("%d seeds replayed\n", files);
    return files > 0 ? 0 : 1;
}
