# includes.awk CMakeLists.txt FILE...: run from the top folder, fails when a FILE (src/..., include/...) includes
# what its room may not.
#
# The table of rooms is the axmap_room lines of CMakeLists.txt: a room may include from itself, from the rooms
# after USES and from theirs; headers of a library only with that library after LIBRARIES. Public headers may
# include each other and the standard library; only <axmap/mpi.h> may name MPI.

BEGIN {
    library_of["mpi.h"] = "MPI::MPI_C"
    library_of["axmap/mpi.h"] = "MPI::MPI_C"
    library_of["hwloc.h"] = "PkgConfig::AXMAP_HWLOC"
    library_of["yaml.h"] = "PkgConfig::AXMAP_YAML"
    library_of["jansson.h"] = "PkgConfig::AXMAP_JANSSON"
    library_of["dlfcn.h"] = "${CMAKE_DL_LIBS}"
}

# The table.
FILENAME ~ /CMakeLists\.txt$/ {
    if ($0 ~ /^axmap_room\(/)
        read_room($0)
    next
}

/^[ \t]*#[ \t]*include/ {
    is_public = FILENAME ~ /^include\//
    path = FILENAME
    sub(/^[a-z]+\//, "", path)
    room = path
    sub(/\/.*/, "", room)
    check(path, room, is_public)
}

END {
    if (!rooms) {
        print "no axmap_room line found in CMakeLists.txt"
        bad = 1
    }
    exit bad
}

function read_room(line,    words, count, i, room, list)
{
    gsub(/[()]/, " ", line)
    count = split(line, words, " ")
    room = words[2]
    known[room] = 1
    may[room, room] = 1
    rooms++
    for (i = 3; i <= count; i++) {
        if (words[i] == "USES" || words[i] == "LIBRARIES")
            list = words[i]
        else if (list == "LIBRARIES")
            has[room, words[i]] = 1
        else
            allow(room, words[i])
    }
}

# What a room uses stands above it in the table, so its own row is complete already.
function allow(room, used,    pair, parts)
{
    if (!(used in known))
        complain("CMakeLists.txt: room " room " uses " used ", which is not a room above it")
    for (pair in may) {
        split(pair, parts, SUBSEP)
        if (parts[1] == used)
            pending[parts[2]] = 1
    }
    for (pair in pending)
        may[room, pair] = 1
    delete pending
}

function check(path, room, is_public,    header, from)
{
    header = $0
    sub(/^[^<"]*[<"]/, "", header)
    sub(/[>"].*/, "", header)
    from = header
    sub(/\/.*/, "", from)

    if (header ~ /(^|\/)\.\.?\//)
        complain("\"" header "\": name it from src/, as \"room/header.h\"")
    else if (header in library_of || from == "hwloc")
        check_library(path, room, is_public, header)
    else if (from == "axmap" || $0 ~ /</)
        ;
    else if (is_public)
        complain("\"" header "\": a public header includes <axmap/...> and the standard library only")
    else if (!(from in known) || header !~ /\//)
        complain("\"" header "\": name it from src/, as \"room/header.h\"")
    else if (!((room, from) in may))
        complain("\"" header "\": " room " may not include from " from)
}

function check_library(path, room, is_public, header,    library)
{
    library = header in library_of ? library_of[header] : library_of[from ".h"]
    if (is_public ? !(header == "mpi.h" && path == "axmap/mpi.h") : !((room, library) in has))
        complain("<" header ">: only rooms with " library " in CMakeLists.txt may include it")
}

function complain(text)
{
    print FILENAME ":" FNR ": " text
    bad = 1
}
