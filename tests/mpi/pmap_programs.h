/* The programs of the pmap test: what make_pmap.py of data/pmap says in JAX, said with axmap. Of a
 * program's fields `dimension` is where it gathers, scatters or splits, `which` where it concatenates. */
#ifndef AXMAP_TESTS_MPI_PMAP_PROGRAMS_H
#define AXMAP_TESTS_MPI_PMAP_PROGRAMS_H

#include "unit/vmap_programs.h"

/* Ended by one without a name. */
extern const program pmap_programs[];

#endif
