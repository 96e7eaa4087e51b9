# A rank that stops, and one that is killed, while others wait for it in a psum.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
"$look" ramp x.npy f32 1000003 3
cat >noted <<'END'
#!/bin/sh
echo $$ >pid.${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}
exec taskset -c "$CORE" "$@"
END
chmod +x noted
# On one core together the ranks are as slow as the script needs them, on any machine.
CORE=$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')
export CORE

# Whether a process has ended, or does so now; somebody may yet have to take note of its end (Z).
gone()
{
    local i
    for ((i = 0; i < 500; i++)); do
        case $(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null) in '' | Z | X) return 0 ;; esac
        sleep 0.01
    done
    return 1
}

# during SIGNAL RANK: runs a job that takes seconds, and sends the rank the signal once it computes. Sets $status.
during()
{
    rm -f pid.* y.npy.partial
    "$MPIRUN" -n 3 ./noted "$AXMAP" run --program "$AXMAP_SOURCE/tests/cli/sum.mlir" --axis-name batch --in x=x.npy \
        --out y=y.npy --backend reference --block-rows 1 --micro-batch 1 --timeout 3 >out.txt 2>err.txt &
    local job=$! i
    for ((i = 0; i < 3000; i++)); do if [ -s y.npy.partial ]; then break; fi; sleep 0.01; done
    sleep 0.2 # from the outputs to the first phase
    kill -"$1" "$(cat "pid.$2")"
    SECONDS=0
    status=0
    wait $job || status=$?
    [ "$status" != 0 ] || fail "$1: the job ended with 0"
    [ "$SECONDS" -le 20 ] || fail "$1: the job ended after $SECONDS s"
    [ ! -e y.npy ] || fail "$1: y.npy is there"
    for i in 0 1 2; do
        gone "$(cat pid.$i)" || fail "$1: rank $i is still there"
    done
}

during STOP 1
[ "$(grep -c '^axmap: ' err.txt)" = 1 ] || fail "not one message"
grep -q "^axmap: \(rank [02]: \)\?rank 1 has not arrived at psum 'batch' (.*sum.mlir:7:[0-9]*) after 3 s" err.txt || fail "rank 1 is not named"
during STOP 0
[ "$(grep -c '^axmap: ' err.txt)" = 1 ] || fail "not one message"
grep -q "^axmap: \(rank [12]: \)\?rank 0 has not arrived at psum 'batch'" err.txt || fail "rank 0 is not named"
during KILL 1

# A rank that hangs before anything is known but the flags: rank 0, in a job file that nobody writes.
mkfifo job.yaml
status=0
SECONDS=0
"$MPIRUN" -n 3 "$AXMAP" run job.yaml --timeout 1 >out.txt 2>err.txt || status=$?
[ "$status" != 0 ] && [ "$SECONDS" -le 20 ] || fail "the job ended with $status after $SECONDS s"
grep -q "^axmap: .*rank 0 has not arrived at reading the job file after 1 s" err.txt || fail "rank 0 is not named"
