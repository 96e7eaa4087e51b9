#!/usr/bin/env bash
# Each public header compiles alone, as C11 and as C++17, without a warning; MPI's folder is needed by mpi.h only.
# CC, CXX (may be empty), MPI_CFLAGS come from CTest.
set -uo pipefail
include=$AXMAP_SOURCE/include
status=0
count=0

compiles() # LANGUAGE HEADER COMMAND...
{
    printf '#include <axmap/%s>\ntypedef int not_empty;\n' "$2" | "${@:3}" -x "$1" -Wall -Wextra -Wpedantic -Werror -fsyntax-only "-I$include" - && return
    echo "axmap/$2 does not compile alone as $1"
    status=1
}

for path in "$include"/axmap/*.h; do
    header=${path##*/}
    flags=()
    if [ "$header" = mpi.h ]; then IFS=';' read -ra flags <<<"$MPI_CFLAGS"; fi
    compiles c "$header" "$CC" -std=c11 "${flags[@]}"
    if [ -n "$CXX" ]; then compiles c++ "$header" "$CXX" -std=c++17 "${flags[@]}"; fi
    count=$((count + 1))
done
if [ -z "$CXX" ]; then echo "no C++ compiler found: tried as C11 only"; fi
echo "$count headers"
[ $count -gt 0 ] && exit $status
