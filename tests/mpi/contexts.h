/* The contexts of tests in which all ranks together must compute what one of them computes alone. */
#ifndef AXMAP_TESTS_MPI_CONTEXTS_H
#define AXMAP_TESTS_MPI_CONTEXTS_H

#include "test.h"

#include <axmap/context.h>
#include <axmap/mpi.h>
#include <stdio.h>

enum { MOST_CONTEXTS = 8 };

/* 0 is this rank's alone, the others are of all ranks: by devices per rank in most tests. */
static ax_context *contexts[MOST_CONTEXTS];

static inline ax_status *open_contexts(int count, const ax_context_options *options)
{
    AX_TRY(ax_context_create(&options[0], &contexts[0]));
    for (int c = 1; c < count; c++)
        AX_TRY(ax_context_create_mpi(MPI_COMM_WORLD, &options[c], &contexts[c]));
    return NULL;
}

/* What main does: runs the tests between MPI's begin and end, with a context for each of the options. */
static inline int run_with_contexts(int argc, char **argv, int count,
                                    const ax_context_options *options,
                                    const struct CMUnitTest *tests, size_t ntests)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    ax_status *status = open_contexts(count, options);
    if (status)
        fprintf(stderr, "%s\n", ax_status_message(status));
    int failures = status ? 1 : _cmocka_run_group_tests("tests", tests, ntests, NULL, NULL);
    ax_status_free(status);
    for (int c = 0; c < count; c++)
        ax_context_release(contexts[c]);
    MPI_Finalize();
    return failures;
}

#define RUN_WITH_CONTEXTS(argc, argv, options, tests)                                            \
    run_with_contexts(argc, argv, (int)(sizeof(options) / sizeof((options)[0])), options, tests, \
                      sizeof(tests) / sizeof((tests)[0]))

#endif
