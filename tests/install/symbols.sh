#!/usr/bin/env bash
# What libaxmap.so exports is what the public headers mark AX_API: no more, no less, and all of it named ax_.
# LIBRARY, CC, MPI_CFLAGS come from CTest.
set -euo pipefail
export LC_ALL=C
IFS=';' read -ra flags <<<"$MPI_CFLAGS"

nm -D --defined-only "$LIBRARY" | awk '{ print $NF }' | sed 's/@.*//' | sort -u >exported

# After the preprocessor a public declaration begins with the visibility attribute. Other attributes are dropped,
# then the name is the word before the first parenthesis, bracket or the end. mpi.h marks its own functions so too.
for header in "$AXMAP_SOURCE"/include/axmap/*.h; do echo "#include <axmap/${header##*/}>"; done |
    "$CC" -std=c11 -x c -E -P "-I$AXMAP_SOURCE/include" "${flags[@]}" - | tr '\n' ' ' | tr ';' '\n' |
    sed -nE 's/.*__attribute__ *\(\(visibility\("default"\)\)\)//; t name; d; :name
        s/__attribute__ *\(\([^()]*(\([^()]*\)[^()]*)*\)\)//g
        s/^[^([]*[^A-Za-z0-9_]([A-Za-z_][A-Za-z0-9_]*) *([([].*)?$/\1/p' | { grep '^ax_' || true; } | sort -u >declared

status=0
report() { if [ -s "$1" ]; then echo "$2"; sed 's/^/    /' "$1"; status=1; fi; }
comm -23 exported declared >hidden-by-mistake
comm -13 exported declared >missing
grep -v '^ax_' exported >misnamed || true
report hidden-by-mistake "Exported, but no public header declares them with AX_API:"
report missing "Declared with AX_API, but not in the library:"
report misnamed "Exported under a name that does not begin with ax_:"
echo "$(wc -l <exported) exported, $(wc -l <declared) declared"
if ! [ -s declared ] || ! [ -s exported ]; then echo "nothing was compared"; status=1; fi
exit $status
