/* axmap bench programs. */
#ifndef AXMAP_CLI_BENCH_PROGRAMS_H
#define AXMAP_CLI_BENCH_PROGRAMS_H

/* Gets the arguments behind the word 'programs'; gives the exit status. */
int ax_bench_programs(int count, char **arguments);

#endif
