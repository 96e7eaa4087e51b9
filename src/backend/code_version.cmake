# Writes HEADER with a hash of the sources under SOURCE/src that decide what code is generated: entries of the cache
# on disk (cpu/code_cache.h) are not those of another axmap. cmake -DSOURCE=... -DHEADER=... -P code_version.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE sources ${SOURCE}/src/base/*.[ch] ${SOURCE}/src/ir/*.[ch] ${SOURCE}/src/ops/*.[ch]
    ${SOURCE}/src/compile/*.[ch] ${SOURCE}/src/backend/*.[ch])
list(SORT sources)
set(hashes "")
foreach(source IN LISTS sources)
    file(SHA256 ${source} hash)
    string(APPEND hashes ${hash})
endforeach()
string(SHA256 version "${hashes}")
string(SUBSTRING ${version} 0 32 version)
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define AXMAP_CODE_VERSION \"@version@\"\n" @ONLY)
