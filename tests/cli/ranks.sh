# What ranks have to agree on, and jobs that disturb one another.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
cp "$AXMAP_SOURCE/tests/cli/mul.mlir" "$AXMAP_SOURCE/tests/cli/sum.mlir" .
"$look" ramp w.npy f32 3
"$look" ramp x.npy f32 11 3
job=(run --program mul.mlir --arg w=w.npy)

# refused TEXT...: the last command, whose exit status is in $status, failed with one message and left no output.
refused()
{
    local text
    [ "$status" = 1 ] || fail "the exit status is $status"
    [ "$(grep -c '^axmap: ' err.txt)" = 1 ] || fail "not one message"
    for text in "$@"; do
        grep -qF -e "$text" err.txt || fail "the message does not say: $text"
    done
    [ ! -e y.npy ] || fail "y.npy is there"
}

# ---- ranks that differ ----

status=0
"$MPIRUN" -n 1 "$AXMAP" "${job[@]}" --in x=x.npy --out y=y.npy : \
    -n 2 "$AXMAP" "${job[@]}" --in x=x.npy --out y=y.npy --block-rows 2 >out.txt 2>err.txt || status=$?
refused "the ranks do not do the same thing" "rank 0: axmap run" "ranks 1-2: axmap run" "--block-rows 2"

# Relative paths in two folders: another program, an input that only rank 0 has, an output folder of each.
mkdir a b
cp mul.mlir w.npy x.npy a
sed 's/multiply/add/' mul.mlir >b/mul.mlir
split() { status=0; "$MPIRUN" -n 1 -wdir "$PWD/a" "$AXMAP" "$@" : -n 2 -wdir "$PWD/b" "$AXMAP" "$@" >out.txt 2>err.txt || status=$?; }
split "${job[@]}" --in x=x.npy --out y="$PWD/y.npy"
refused "axmap: rank 1 on $(hostname): cannot open 'x.npy': No such file or directory"
"$look" ramp b/x.npy f32 10 3
split "${job[@]}" --in x=x.npy --out y="$PWD/y.npy"
refused "the ranks do not do the same thing" "rank 0: a job of 11 records" "ranks 1-2: a job of 10 records"
cp x.npy b
split "${job[@]}" --in x=x.npy --out y=y.npy
refused "cannot open 'y.npy.partial'" "outputs need a folder that all ranks share"
[ ! -e a/y.npy ] && [ ! -e b/y.npy ] || fail "an output is there"
# Rank 0 reads program and weights for all: those of the others do not matter, nor that they have none.
split "${job[@]}" --in x=x.npy --out y="$PWD/told.npy"
[ "$status" = 0 ] || fail "a program that rank 0 reads did not run"

# ---- few records ----

axmap 1 "${job[@]}" --in x=x.npy --out y=all.npy || fail "it did not run"
cmp -s all.npy told.npy || fail "ranks used a program of their own"
"$look" ramp x2.npy f32 2 3
axmap 1 "${job[@]}" --in x=x2.npy --out y=two.1.npy || fail "it did not run"
axmap 5 "${job[@]}" --in x=x2.npy --out y=two.5.npy --devices-per-rank 2 --report report.json || fail "5 ranks did not run"
cmp -s two.1.npy two.5.npy || fail "more ranks than records: other bytes"
"$look" shares report.json 5 10 || fail "more ranks than records: wrong shares"
"$look" ramp x0.npy f32 0 3
for ranks in 1 3; do
    axmap "$ranks" "${job[@]}" --in x=x0.npy --out y=none.npy --out twice=twice.npy || fail "no records: $ranks ranks failed"
    "$look" near none.npy x0.npy 0 || fail "no records: not an empty output"
    "$look" near twice.npy x0.npy 0 || fail "no records: not an empty output"
    rm none.npy twice.npy
done

# ---- an output folder without permission ----

mkdir locked
chmod 555 locked
user=()
if [ "$(id -u)" = 0 ]; then
    # Root may write anywhere, so somebody else runs it, where somebody else may see it.
    user=(setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/tmp TMPDIR=/tmp AXMAP_CACHE_DIR=off)
    "${user[@]}" "$AXMAP" show mul.mlir >/dev/null 2>&1 || user=(none)
fi
if [ "${user[*]}" != none ]; then
    status=0
    "${user[@]}" "$AXMAP" "${job[@]}" --in x=x.npy --out y=locked/y.npy >out.txt 2>err.txt || status=$?
    refused "cannot write 'locked/y.npy': the folder 'locked' is not writable: Permission denied"
fi

# ---- a file that may not grow ----

"$look" ramp large.npy f32 1000003 3
status=0
(ulimit -f 10240 && exec "$AXMAP" run --program sum.mlir --axis-name batch --in x=large.npy --out y=y.npy) \
    >out.txt 2>err.txt || status=$?
refused "cannot reserve 12000164 bytes for 'y.npy.partial': File too large"
[ ! -e y.npy.partial ] || fail "a failed job left y.npy.partial"

# ---- little address space ----

# What fails first depends on the libraries, if anything does; but all ends.
if [ -z "$AXMAP_SANITIZE" ]; then
    for limit in 250000 350000 450000 550000; do
        status=0
        (ulimit -v $limit && exec timeout 30 "$AXMAP" run --program sum.mlir --axis-name batch \
            --in x=large.npy --out y=room.npy --devices-per-rank 8 --threads 1) >out.txt 2>err.txt || status=$?
        [ "$status" -le 1 ] || fail "ulimit -v $limit: exit status $status (124: it did not end)"
    done
fi

# ---- while a job runs: a second one, and an input that is cut short ----

slow=(run --program sum.mlir --axis-name batch --in x=large.npy --out y=y.npy --backend reference --block-rows 1
    --micro-batch 1 --threads 1)
TMPDIR=$beside "$AXMAP" "${slow[@]}" >first.txt 2>&1 &
first=$!
until_there() { local i; for ((i = 0; i < 3000; i++)); do if [ -s "$1" ]; then return; fi; sleep 0.01; done; fail "no $1"; }
until_there y.npy.partial
kill -STOP $first
status=0
axmap 2 "${job[@]}" --in x=x.npy --out y=y.npy || status=$?
refused "'y.npy' is being written by another job: it holds a lock on 'y.npy.partial'"
truncate -s 1000 large.npy
kill -CONT $first
status=0
wait $first || status=$?
cp first.txt err.txt
refused "'large.npy'" "cut short"
[ ! -e y.npy.partial ] || fail "a failed job left y.npy.partial"
