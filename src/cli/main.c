/* axmap: the program. It parses arguments and prints; everything else is in the library. */
#include "cli/session.h"
#include "cli/verbs.h"

#include "base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

typedef struct verb {
    const char *name;
    ax_verb_fn *run;
    const char *arguments;
    const char *help;
} verb;

static const verb verbs[] = {
    {"run", ax_verb_run, "[JOB.yaml] [options]", "run a sharded batch job"},
    {"plan", ax_verb_plan, "[JOB.yaml] [options]", "what run would do: shards, blocks, memory"},
    {"show", ax_verb_show, "PROGRAM [options]", "print a program's graph, after transforms"},
    {"check", ax_verb_check, "PATH...", "run programs that carry their own checks"},
    {"bench", ax_verb_bench, "WHAT [options]", "measure"},
    {"info", ax_verb_info, "[options]", "ranks, hosts, devices, memory, versions"},
};

enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static void print_help(void)
{
    printf("axmap maps a function over an axis, however long, on however many devices.\n\n"
           "Usage: axmap VERB ...      (each under mpirun or alone)\n\n");
    for (int i = 0; i < VERB_COUNT; i++) {
        printf("  axmap %-6s %-22s %s\n", verbs[i].name, verbs[i].arguments, verbs[i].help);
    }
    printf("\n'axmap VERB --help' lists a verb's options. 'axmap --version' prints the version.\n"
           "Exit status: 0 done, 1 failed, 2 bad usage.\n");
}

static int unknown_verb(const char *name)
{
    const char *names[VERB_COUNT];
    for (int i = 0; i < VERB_COUNT; i++)
        names[i] = verbs[i].name;
    const char *nearest = ax_nearest_name(name, names, VERB_COUNT);
    return ax_print_error(
        nearest ? AX_ERROR(AX_INVALID_ARGUMENT,
                           "there is no verb '%s'; did you mean '%s'? 'axmap --help' lists all",
                           name, nearest)
                : AX_ERROR(AX_INVALID_ARGUMENT, "there is no verb '%s'; 'axmap --help' lists all",
                           name));
}

/* What was printed has arrived, or it is an error: standard output may be a file on a full disk. */
static int end(int exit_status)
{
    bool arrived = !ferror(stdout) && fflush(stdout) == 0;
    if (arrived || exit_status != AX_EXIT_DONE)
        return exit_status;
    return ax_print_error(AX_ERROR(AX_IO, "cannot write to standard output: %s", strerror(errno)));
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error to report, no end */
    if (argc < 2) {
        print_help();
        return AX_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return end(AX_EXIT_DONE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("axmap %s\n", AXMAP_VERSION);
        return AX_EXIT_DONE;
    }
    for (int i = 0; i < VERB_COUNT; i++) {
        if (strcmp(argv[1], verbs[i].name) == 0)
            return end(verbs[i].run(argc - 2, argv + 2));
    }
    return unknown_verb(argv[1]);
}
