#!/usr/bin/env bash
# An installed axmap, moved to another folder, serves a program through CMake and through pkg-config, shared and static.
# CC, CMAKE_COMMAND, CMAKE_GENERATOR (which cmake reads itself), PREFIX_LIBDIR come from CTest.
set -euo pipefail
export LD_LIBRARY_PATH=

"$CMAKE_COMMAND" --install "$AXMAP_BUILD" --prefix "$PWD/first place" >install.log
mv "first place" "second place"
prefix="$PWD/second place"
if grep -rlI "first place" "$prefix"; then
    echo "the files above name the prefix that they were installed to"
    exit 1
fi
"$prefix/bin/axmap" --version
libdir=$prefix/$PREFIX_LIBDIR

check() # NAME PROGRAM: it runs, as one rank, and says which library it used
{
    echo "== $1"
    "$MPIRUN" -n 1 "$2" | tee said
    grep -qx 'consumer: ok' said
}

consumer=$AXMAP_SOURCE/tests/install/consumer
"$CMAKE_COMMAND" -S "$consumer" -B cmake "-DCMAKE_PREFIX_PATH=$prefix" "-DCMAKE_C_COMPILER=$CC" >cmake.log
"$CMAKE_COMMAND" --build cmake >>cmake.log || { cat cmake.log; exit 1; }
check "CMake, shared" cmake/consumer_shared
check "CMake, static" cmake/consumer_static
ldd cmake/consumer_shared >libraries # not a pipe: grep -q would end it early
grep -q "libaxmap.so.0 => $libdir" libraries
if ldd cmake/consumer_static | grep libaxmap; then echo "consumer_static uses the shared library"; exit 1; fi

export PKG_CONFIG_PATH="$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
# pkg-config escapes the spaces of paths for a shell: eval is that shell.
eval "shared=($(pkg-config --cflags --libs axmap))"
"$CC" -std=c11 "$consumer/main.c" "${shared[@]}" "-Wl,-rpath,$libdir" -o pkgconfig_shared
check "pkg-config, shared" ./pkgconfig_shared
eval "static=($(pkg-config --cflags --libs --static axmap))"
static=("${static[@]/#-laxmap/-l:libaxmap.a}")
"$CC" -std=c11 "$consumer/main.c" "${static[@]}" -o pkgconfig_static
check "pkg-config, static" ./pkgconfig_static
if ldd pkgconfig_static | grep libaxmap; then echo "pkgconfig_static uses the shared library"; exit 1; fi
