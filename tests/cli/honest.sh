# The checker tells right from wrong: programs that pass, each with one expected element moved by ten tolerances, all
# fail. The project's own programs, and 200 of the folder $AXMAP_CONFORMANCE where that is set.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
spoil=$AXMAP_BUILD/tests/bin/cli_spoil

# spoiled FOLDER COUNT: makes copies of at most COUNT programs of FOLDER that pass, spread over it, and checks them.
spoiled()
{
    local folder=$1 count=$2 made=0 path status
    rm -rf broken
    mkdir broken
    axmap 1 check "$folder" || fail "a program of $folder fails"
    sed -n 's/^skipped \(.*\.mlir\):.*/\1/p' out.txt | sort -u >skipped
    # All of one module each: they pass where they are not named.
    find "$folder" -name '*.mlir' | sort | comm -23 - skipped >passing
    local total step
    total=$(wc -l <passing)
    step=$(((total + count - 1) / count))
    while IFS= read -r path; do
        status=0
        "$spoil" "$path" "broken/$made.mlir" || status=$?
        [ $status = 0 ] || [ $status = 3 ] || fail "cannot spoil $path"
        [ $status = 3 ] || made=$((made + 1))
    done < <(awk -v step="$step" 'NR % step == 0 || step == 1' passing)
    axmap 1 check broken && fail "no spoiled program of $folder fails"
    [ "$(tail -n 1 out.txt)" = "0 passed, $made failed, 0 skipped" ] ||
        fail "$made programs of $folder expect something wrong, but: $(tail -n 1 out.txt)"
    echo "$folder: $made"
    spoiled=$made
}

spoiled "$AXMAP_SOURCE/tests/data/rules" 150
[ "$spoiled" -ge 100 ] || fail "only $spoiled programs were spoiled"
if [ -n "${AXMAP_CONFORMANCE:-}" ]; then
    spoiled "$AXMAP_CONFORMANCE" 250
    [ "$spoiled" -ge 200 ] || fail "only $spoiled programs were spoiled"
fi
