#!/usr/bin/env bash
# watchdog.sh PROGRAM RANKS: runs watchdog.c in each mode and reads what the ranks print.
set -euo pipefail
program=$1
ranks=$2
last=$((ranks - 1))
missing="rank $last has not arrived at psum 'batch' (model.mlir:12:1) after 0.5 s"

fail() { echo "watchdog.sh: $mode: $1" >&2; cat "$mode.out" "$mode.err" >&2; exit 1; }
lines() { grep -c "$1" "$mode.out" || true; }

# Runs a mode; sets $status. A hang would last until CTest's timeout.
run()
{
    mode=$1
    status=0
    "$MPIRUN" -n "$ranks" "$program" "$mode" >"$mode.out" 2>"$mode.err" || status=$?
}

# Late by less than the watchdog listens, or computing before a launch that waits for that: nothing happens.
for fine in slow patient; do
    run $fine
    [ "$status" = 0 ] || fail "ended with $status"
    [ "$(lines ': ok: ')" = "$ranks" ] || fail "not all ranks went on"
done

# Late by more: one rank or more report it, the others and the late rank repeat the words.
for late in late busy; do
    run $late
    [ "$status" != 0 ] || fail "ended with 0"
    [ "$(lines '^rank [0-9]*: ')" = "$ranks" ] || fail "not all ranks said something"
    [ "$(lines "$missing")" = "$ranks" ] || fail "not all ranks name the missing one"
    [ "$(lines "^rank [0-9]*: timeout: $missing")" -ge 1 ] || fail "nobody timed out"
    [ "$(lines "^rank $last: peer failed: rank [0-9]*: $missing")" = 1 ] || fail "the late rank was not told"
    [ $late = late ] || [ "$(lines "; rank $last is still computing$")" = "$ranks" ] || fail "nobody heard that it computes"
done

# Stopped: the lowest rank that is there speaks, nobody else, and the job ends.
run stop
[ "$status" = 3 ] || fail "ended with $status"
[ "$(lines .)" = 1 ] || fail "not one message"
[ "$(lines "^rank 0: .*$missing")" = 1 ] || fail "rank 0 did not name the stopped one"

run payload
[ "$status" = 3 ] || fail "ended with $status"
[ "$(lines .)" = 1 ] || fail "not one message"
# Ranks that have all bytes wait in the next launch already.
[ "$(lines "rank $last does not answer in psum 'batch' (model.mlir:12:1) after 0.5 s\|rank $last has not arrived at the end after 0.5 s")" = 1 ] ||
    fail "rank $last was not named"
