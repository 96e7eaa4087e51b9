# The programs of launch/examples, on 1, 2 and 3 ranks: each says the same on all.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
bin=$AXMAP_BUILD/bin/examples
[ "$(ls "$AXMAP_SOURCE"/launch/examples/*.c | wc -l)" = 2 ] || fail "an example is not tested here"

# example NAME WORDS...: what it prints without the numbers of ranks and devices is in NAME.
example()
{
    local name=$1 ranks
    shift
    for ranks in 1 2 3; do
        "$MPIRUN" -n $ranks "$bin/$name" "$@" >out.txt 2>err.txt || fail "$name failed on $ranks ranks"
        [ -s out.txt ] || fail "$name says nothing on $ranks ranks"
        sed "s/on $ranks devices of $ranks ranks/on all devices/" out.txt >"$name.$ranks"
        cmp -s "$name.1" "$name.$ranks" || fail "$name says something else on $ranks ranks"
    done
}

example center
grep -q '^1009 records on all devices: sum after centring -\?0\.000' center.1 || fail "center: $(cat center.1)"
example from_stablehlo "$psum/center.mlir"
grep -qF "result['total'] f32[33]: sum " from_stablehlo.1 || fail "from_stablehlo: $(cat from_stablehlo.1)"
