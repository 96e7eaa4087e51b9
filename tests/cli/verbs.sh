# Help, unknown words, what show and info print, and the plan of a job to the letter.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"

# says STATUS FILE TEXT... -- WORDS...: `axmap WORDS` exits so, and its out.txt or err.txt holds each text.
says()
{
    local expected=$1 file=$2 texts=() text status=0
    shift 2
    while [ "$1" != -- ]; do texts+=("$1"); shift; done
    shift
    "$AXMAP" "$@" >out.txt 2>err.txt || status=$?
    [ "$status" = "$expected" ] || fail "axmap $*: exit status $status, not $expected"
    for text in "${texts[@]}"; do
        grep -qF -e "$text" "$file" || fail "axmap $*: $file does not say: $text"
    done
    [ "$file" = err.txt ] || [ ! -s err.txt ] || fail "axmap $*: something is on stderr"
}

says 0 out.txt "Usage: axmap VERB" "axmap run" "axmap plan" "axmap show" "axmap info" "axmap bench" "Exit status" -- --help
says 0 out.txt "axmap " -- --version
says 2 out.txt "Usage: axmap VERB" --
for verb in run plan show info bench check; do
    says 0 out.txt "Usage: axmap $verb" -- $verb --help
    says 0 out.txt "Usage: axmap $verb" -- $verb -h
done
says 0 out.txt "--micro-batch N|auto" "--devices-per-rank N" "--report FILE.json" "--timeout TIME" -- run --help

says 2 err.txt "no verb 'rnu'; did you mean 'run'?" "axmap --help" -- rnu
says 2 err.txt "'--micro-bach'; did you mean '--micro-batch'?" -- plan --micro-bach 3
says 2 err.txt "'--vamp'; did you mean --vmap?" -- show --vamp 0 x.mlir
says 2 err.txt "show needs a PROGRAM" -- show
says 2 err.txt "check needs a PATH" -- check
mkdir empty
says 2 err.txt "there is no program (*.mlir) in 'empty'" -- check empty
says 2 err.txt "show takes one program" "'b.mlir'" -- show a.mlir b.mlir
says 2 err.txt "'--threds'; did you mean --threads?" -- info --threds 2
says 2 err.txt "'kernel'" "'kernels'" -- bench kernel
says 2 err.txt "'--wat'" "axmap check --help" -- check --wat
says 1 err.txt "cannot open 'none.mlir'" -- show none.mlir

if "$AXMAP" --help >/dev/full 2>err.txt || "$AXMAP" show "$AXMAP_SOURCE/tests/cli/mul.mlir" >/dev/full 2>>err.txt; then
    fail "nothing is wrong with a full disk"
fi
[ "$(grep -c 'cannot write to standard output: No space' err.txt)" = 2 ] || fail "a full disk is not named"

mul=$AXMAP_SOURCE/tests/cli/mul.mlir
says 0 out.txt "{ lambda ; a:f32[3] b:f32[3]. let" "c:f32[3] = multiply a b" "in (c, d) }" -- show "$mul"
says 0 out.txt "argument  0  params.bias  f32[4]  the same for all records" "argument  1  x  f32[6]" \
    "  index  i32[]" "  count  i32[]  the same for all records" -- show "$psum/mix.mlir" --axis-name batch
says 0 out.txt "axis 'batch' of size 1009" "argument  1  x  f32[1009,6]" "manual_axes=('batch',)" -- show "$psum/mix.mlir"
says 2 err.txt "'x.mlir' is a program, and a job file is wanted here: give it with --program" -- run x.mlir
says 0 out.txt "a:f32[3] b:f32[3,5]" -- show "$mul" --vmap none,1:5
says 2 err.txt "'3' is no axis of f32[3]" -- show "$mul" --vmap 3
says 2 err.txt "'' is no axis of f32[3]" -- show "$mul" --vmap 0,,0
says 2 err.txt "3 axes for a program of 2 arguments" -- show "$mul" --vmap 0,0,0
says 2 err.txt "the program has no axis of its own" -- show "$mul" --vmap own
says 2 err.txt "'job.yaml' is a job file, and a program is wanted here" -- show job.yaml
says 2 err.txt "the program has no axis 'rows': its own axes are 'batch'" -- show "$psum/mix.mlir" --axis-name=rows
says 0 out.txt "axis 'batch' of size 1009" "psum[axes=('batch',)" -- show "$psum/center.mlir"

axmap 2 info --devices-per-rank 2 --threads 1 || fail "info failed"
for text in "2 ranks on 1 host, 4 devices" "rank 1 on" "device 3: cpus" "code: for "; do
    grep -qF "$text" out.txt || fail "info does not say: $text"
done
says 0 out.txt "1 rank on 1 host, 3 devices" -- info --devices-per-rank 3 --threads 1

# OpenBLAS is there to be measured beside, and loaded for that alone.
AXMAP_BLAS=/none/libblas.so says 0 out.txt "1 rank on 1 host" -- info
AXMAP_BLAS=/none/libblas.so says 1 err.txt "no BLAS could be loaded" "/none/libblas.so" -- bench kernels

axmap 2 plan "$psum/center.yaml" --devices-per-rank 2 --threads 1 --memory 1GiB --backend reference || fail "plan failed"
sed "s|$AXMAP_SOURCE/||" out.txt | diff "$AXMAP_SOURCE/tests/cli/plan.txt" - || fail "the plan is another"
[ ! -e "$psum/out/y.npy.partial" ] || fail "a plan made a file"

# The largest batch that the plan of a small budget names: itself fits, with the bytes named, and the next does not.
small=(plan "$psum/center.yaml" --threads 1 --memory 256KiB)
axmap 1 "${small[@]}" || fail "a plan within little memory failed"
line=$(grep -F "the largest batch that fits" out.txt)
read -r most bytes next more <<<"$(sed -E 's/[^:]*: ([0-9]+) rows.*\(([0-9]+) bytes\); ([0-9]+) rows.*\(([0-9]+) bytes\).*/\1 \2 \3 \4/' <<<"$line")"
[ "$bytes" -le 262144 ] && [ "$more" -gt 262144 ] || fail "not the largest batch: $line"
says 0 out.txt "($bytes bytes)" -- "${small[@]}" --micro-batch "$most"
says 1 err.txt "256.0 KiB" -- "${small[@]}" --micro-batch "$next"
