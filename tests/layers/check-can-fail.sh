#!/usr/bin/env bash
# The checks of this folder must find what they are for: a small tree with one fault each.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check
tree=$PWD/tree
mkdir -p "$tree"/src/{base,ir,comm} "$tree/include/axmap"
cat >"$tree/CMakeLists.txt" <<'END'
axmap_room(base)
axmap_room(ir   USES base)
axmap_room(ops  USES ir)
axmap_room(comm USES base LIBRARIES MPI::MPI_C)
END
status=0

expect() # pass|fail WHAT FILE LINE: one line in one file, and what the check should say of it
{
    mkdir -p "$(dirname "$tree/$3")"
    printf '%s\n' "$4" >"$tree/$3"
    local got=pass
    "$check" "$2" "$tree" >"$PWD/said" 2>&1 || got=fail
    if [ $got != "$1" ]; then
        echo "$2 should $1 on $3: $4"
        cat "$PWD/said"
        status=1
    fi
    rm "$tree/$3"
}

expect pass includes src/ir/a.c '#include "base/status.h"'
expect pass includes src/ops/deep/a.c '#include "base/status.h"'
expect pass includes src/ir/a.c '#include <axmap/graph.h>'
expect pass includes src/comm/a.c '#include <mpi.h>'
expect pass includes include/axmap/mpi.h '#include <mpi.h>'
expect fail includes src/base/a.c '#include "ir/graph.h"'
expect fail includes src/comm/a.h '#include "ir/graph.h"'
expect fail includes src/ir/a.c '#include "graph.h"'
expect fail includes src/ir/a.c '#include "../base/status.h"'
expect fail includes src/ir/a.c '# include <mpi.h>'
expect fail includes src/ir/a.c '#include <axmap/mpi.h>'
expect fail includes src/ir/a.c '#include <hwloc/linux.h>'
expect fail includes include/axmap/graph.h '#include <mpi.h>'
expect fail includes include/axmap/graph.h '#include "ir/graph.h"'
expect pass size src/ir/a.c "$(seq 800)"
expect fail size src/ir/a.c "$(seq 801)"
expect fail doors src/ir/a.c 'int a;'
touch "$tree/src/ir/README.md"
expect pass doors src/ir/a.c 'int a;'
expect fail doors stray/a.txt 'left behind'
expect pass paths src/ir/a.c '/* see /usr/lib/x */'
expect fail paths src/ir/a.c "/* see /$(echo home)/somebody/x */"
if "$check" format "$tree" >/dev/null 2>&1; then
    expect fail format src/ir/a.c 'int  a ;'
    mkdir -p "$tree/src/ir"
    cp "$(dirname "$check")/../../.clang-format" "$tree/"
    expect pass format src/ir/a.c 'int a;'
fi
exit $status
