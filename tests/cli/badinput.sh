# Bad input: one message that names the thing, the value and the remedy; every rank ends with the agreed exit status;
# nothing under an output's name, nothing half-written. On 1 rank without mpirun and on 3 ranks with it.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
mkdir one three folder.npy
cases=0
cp "$AXMAP_SOURCE/tests/cli/mul.mlir" .
"$look" ramp w.npy f32 3
"$look" ramp x.npy f32 11 3

# Keeps each rank's exit status: mpirun ends the others once one rank's is not 0.
cat >each <<'END'
#!/bin/sh
"$@"
echo $? >status.${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}
END
chmod +x each

# check FOLDER STATUS TEXT...: what the run in FOLDER left.
check()
{
    local folder=$1 status=$2 text file
    shift 2
    cp "$folder/out.txt" "$folder/err.txt" .
    for file in "$folder"/status.*; do
        [ "$(cat "$file")" = "$status" ] || fail "$folder: $what: $file is $(cat "$file"), not $status"
    done
    [ "$(grep -c '^axmap: ' err.txt)" = 1 ] || fail "$folder: $what: not one message"
    for text in "$@"; do
        grep -qF -e "$text" err.txt || fail "$folder: $what: the message does not say: $text"
    done
    [ -z "$(find "$folder" -name '*.npy*')" ] || fail "$folder: $what: left $(find "$folder" -name '*.npy*')"
}

# refused STATUS TEXT... -- WORDS...: `axmap WORDS` is refused with a message that says each TEXT.
refused()
{
    local status=$1 texts=()
    shift
    while [ "$1" != -- ]; do texts+=("$1"); shift; done
    shift
    what="axmap $*"
    # Three ranks in every other case. A sanitizer makes everything slow: then some cases must do, and fewer of those.
    cases=$((cases + 1))
    if [ -n "$AXMAP_SANITIZE" ] && [ $((cases % 3)) != 0 ]; then return; fi
    (cd one && TMPDIR=$beside exec ../each "$AXMAP" "$@" >out.txt 2>err.txt) &
    if [ $((cases % (${#AXMAP_SANITIZE} > 0 ? 12 : 2))) = 0 ]; then
        (cd three && exec "$MPIRUN" -n 3 ../each "$AXMAP" "$@" >out.txt 2>err.txt) || fail "$what: mpirun ended with $?"
        [ "$(ls three/status.* | wc -l)" = 3 ] || fail "three: $what: not every rank ended by itself"
        check three "$status" "${texts[@]}"
    fi
    wait $!
    check one "$status" "${texts[@]}"
    rm -f one/* three/*
}

# job STATUS TEXT... -- WORDS...: the same of `axmap run` with a small program; w, x and y are its usual files.
job()
{
    local head=()
    while [ "$1" != -- ]; do head+=("$1"); shift; done
    shift
    refused "${head[@]}" -- run --program ../mul.mlir "$@"
}
w=(--arg w=../w.npy)
x=(--in x=../x.npy)
y=(--out y=y.npy)

# ---- files that are missing, cut or corrupt ----

head -c 100 x.npy >header_cut.npy
head -c 200 x.npy >data_cut.npy
{ cat x.npy; echo more; } >longer.npy
echo 'no array' >text.npy
sed 's/<f4/<f5/' x.npy >strange.npy
sed "s/'fortran_order': False/'fortran_order': Maybe/" x.npy >corrupt.npy
sed 's/(11, 3)/(99999999999, 99999999999)/' x.npy >huge.npy
job 1 "cannot open '../none.npy'" "No such file" -- "${w[@]}" "${y[@]}" --in x=../none.npy
job 1 "'../header_cut.npy' is cut short" "128" "100" -- "${w[@]}" "${y[@]}" --in x=../header_cut.npy
job 1 "'../data_cut.npy' is cut short" "f32[11,3]" "260 bytes" "has 200" -- "${w[@]}" "${y[@]}" --in x=../data_cut.npy
job 1 "'../longer.npy' has trailing bytes" "260" "265" -- "${w[@]}" "${y[@]}" --in x=../longer.npy
job 1 "'../text.npy' is not a .npy file" -- "${w[@]}" "${y[@]}" --in x=../text.npy
job 1 "'../strange.npy'" "'<f5'" "axmap reads" -- "${w[@]}" "${y[@]}" --in x=../strange.npy
job 1 "'../corrupt.npy'" "byte 44" "expected True or False" "'Maybe" -- "${w[@]}" "${y[@]}" --in x=../corrupt.npy
job 1 "'../huge.npy'" "f32[99999999999,99999999999]" "does not fit 64 bits" -- "${w[@]}" "${y[@]}" --in x=../huge.npy
job 1 "'..' is a folder" -- "${w[@]}" "${y[@]}" --in x=..

head -c 20000 "$digits/digits.safetensors" >cut.safetensors
sed 's/"dtype":"F32"/"dtype":"F31"/' "$digits/digits.safetensors" >corrupt.safetensors
image=(--program "$digits/digits.mlir" --in image="$digits/images.npy" --out logits=y.npy)
refused 1 "'../none.safetensors'" "No such file" -- run "${image[@]}" --arg params=../none.safetensors
refused 1 "'../cut.safetensors'" "20000" -- run "${image[@]}" --arg params=../cut.safetensors
refused 1 "'../corrupt.safetensors'" "F31" -- run "${image[@]}" --arg params=../corrupt.safetensors
job 1 "'$digits/digits.safetensors'" "'params.conv3.bias'" "it has 'params.conv1.bias'" -- "${x[@]}" "${y[@]}" \
    --arg w="$digits/digits.safetensors:params.conv3.bias"

# ---- programs ----

# program STATUS SED_SCRIPT TEXT...: the program changed by the script is refused.
program()
{
    local status=$1 script=$2
    shift 2
    sed "$script" mul.mlir >changed.mlir
    refused "$status" "$@" -- run --program ../changed.mlir --arg w=../w.npy --in x=../x.npy --out y=y.npy
}
refused 1 "cannot open '../none.mlir'" "No such file" -- run --program ../none.mlir --in x=../x.npy --out y=y.npy
program 1 '3q' "../changed.mlir:4:1: " "expected an op, found the end of the text" # cut short behind line 3
program 1 's/%0 = /%0 = = /' "../changed.mlir:3:10: expected an op, found '='"
program 1 's/multiply/cholesky/' "../changed.mlir:3:10: the op 'stablehlo.cholesky' is not supported"
program 1 's/xf32>/xcomplex<f32>>/g' "multiply of c64 is not supported" "changed.mlir:3"
program 1 's/xf32>/xf33>/g' "../changed.mlir:2:33: the type tensor<3xf33> is not supported"
program 1 's/tensor<3xf32> loc("x")/tensor<4xf32> loc("x")/' "changed.mlir:3:44: operand 1 of stablehlo.multiply" "tensor<4xf32>"
program 1 's/<3xf32>/<4000000000x4000000000xf32>/g' "f32[4000000000,4000000000]" "does not fit 64 bits" "changed.mlir:2"
program 1 's/%arg0, %arg1 :/%arg0, %arg2 :/' "../changed.mlir:3:36: expected a value that is defined before its use, found '%arg2'"

# ---- arguments ----

"$look" ramp w4.npy f32 4
"$look" ramp whole.npy i32 3
"$look" ramp x10.npy f32 10 3
"$look" ramp scalar.npy f32
"$look" ramp x24.npy f32 11 24
job 2 "these have none" "argument 1 'x' f32[3]" "--in NAME=FILE" -- "${w[@]}" "${y[@]}"
job 2 "argument 0 'w' f32[3] is bound twice: by --arg w and by --arg 0" -- "${w[@]}" "${x[@]}" "${y[@]}" --arg 0=../w.npy
job 2 "argument 0 'w' f32[3] is bound twice: by --arg w and by --in w" -- "${w[@]}" "${x[@]}" "${y[@]}" --in w=../x.npy
job 2 "argument 0 'w' f32[3]: '../w4.npy' holds f32[4]" -- --arg w=../w4.npy "${x[@]}" "${y[@]}"
job 2 "argument 0 'w' f32[3]: '../whole.npy' holds i32[3]; save them as f32" -- --arg w=../whole.npy "${x[@]}" "${y[@]}"
job 2 "argument 1 'x' f32[3]: '../w.npy' holds f32[3]" "--arg" -- "${w[@]}" --in x=../w.npy "${y[@]}"
job 2 "no argument 'xs'; did you mean 'x'?" "argument 0 'w' f32[3]" -- "${w[@]}" --in xs=../x.npy "${y[@]}"
job 2 "argument 1 'x' f32[3]" "'../x.npy' holds f32[11,3]" "no axis 2" "[-2, 2)" -- "${w[@]}" --in x=../x.npy:2 "${y[@]}"
job 2 "argument 1 'x' f32[3]" "records along axis 1 are f32[11]" -- "${w[@]}" --in x=../x.npy:1 "${y[@]}"
job 2 "argument 1 'x' f32[3]" "'../scalar.npy' holds f32[]" "no axis of records" -- "${w[@]}" --in x=../scalar.npy "${y[@]}"
job 2 "different numbers of records" "'../x10.npy' has 10 along axis 0" "'../x.npy' has 11 along axis 0" -- \
    "${x[@]}" --in w=../x10.npy "${y[@]}"
refused 2 "lowered for 1009 along batch" "has 11" "export again" -- run "$psum/center.yaml" --in x=../x24.npy \
    --out y=y.npy --out total=z.npy:none
refused 2 "'$psum/center.x.npy' holds f32[1009,24]" "own axis: --axis-name batch" -- run --program "$psum/center.mlir" \
    --arg params="$psum/center.safetensors" --in x="$psum/center.x.npy" --out y=y.npy

# ---- results ----

job 2 "no result is written" "--out NAME=FILE.npy" "result 0 'y' f32[3]" -- "${w[@]}" "${x[@]}"
job 2 "result 0 'y' f32[3] is bound twice" -- "${w[@]}" "${x[@]}" "${y[@]}" --out 0=z.npy
job 2 "'y.npy' is the file of result 0 'y' f32[3] already" -- "${w[@]}" "${x[@]}" "${y[@]}" --out twice=y.npy
job 2 "'./y.npy' is the file of result 0 'y' f32[3] already" -- "${w[@]}" "${x[@]}" "${y[@]}" --out twice=./y.npy
job 2 "report: '../three/../three/y.npy' is the file of result 0" -- "${w[@]}" "${x[@]}" \
    --out y=../three/y.npy --report ../three/../three/y.npy
job 2 "no result 'twise'; did you mean 'twice'?" -- "${w[@]}" "${x[@]}" --out twise=z.npy
job 2 "result 0 'y' f32[3]" "axis 7" "[-2, 2)" -- "${w[@]}" "${x[@]}" --out y=y.npy:7
job 2 "differs from record to record" ":none" -- "${w[@]}" "${x[@]}" --out y=y.npy:none
job 2 "written as .npy files: 'z.txt'" -- "${w[@]}" "${x[@]}" --out twice=z.txt
job 1 "cannot write 'none/y.npy': there is no folder 'none'" -- "${w[@]}" "${x[@]}" --out y=none/y.npy
job 1 "cannot write '../x.npy/y.npy': '../x.npy' is not a folder" -- "${w[@]}" "${x[@]}" --out y=../x.npy/y.npy
job 1 "cannot write '../folder.npy': it names a folder" -- "${w[@]}" "${x[@]}" --out y=../folder.npy
job 1 "'/proc/y.npy" -- "${w[@]}" "${x[@]}" --out y=/proc/y.npy
job 1 "cannot write 'none/report.json': there is no folder 'none'" -- "${w[@]}" "${x[@]}" "${y[@]}" --report none/report.json

# ---- options ----

job 2 "unknown option '--inn'; did you mean '--in'?" -- "${w[@]}" --inn x=../x.npy "${y[@]}"
job 2 "--micro-batch: '0' is not allowed: a whole number from 1, or 'auto'" -- "${w[@]}" "${x[@]}" "${y[@]}" --micro-batch 0
job 2 "--block-rows: '48' is not allowed: a power of two" -- "${w[@]}" "${x[@]}" "${y[@]}" --block-rows 48
job 2 "--threads: '100000' is not allowed" "1 to 4096" -- "${w[@]}" "${x[@]}" "${y[@]}" --threads 100000
job 1 "are needed" "the budget of the rank is 1 B" "Give it more memory" -- "${w[@]}" "${x[@]}" "${y[@]}" --memory 1
cat >changed.mlir <<'END'
func.func @main() -> tensor<1000000000000xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<1000000000000xf32>
  return %0 : tensor<1000000000000xf32>
}
END
# 4e12 bytes are 3.64 TiB; memory is got in eighths of a power of two, here 3.75 TiB.
refused 1 "3.7 TiB are needed: 3.7 TiB of values; the budget of the rank is 1.0 GiB. Give it more memory" -- \
    run --program ../changed.mlir --out 0=y.npy --memory 1GiB
job 2 "--axis-name batch: '../mul.mlir' has no axis of its own" -- "${w[@]}" "${x[@]}" "${y[@]}" --axis-name batch
refused 2 "no program: give --program FILE" -- run "${x[@]}"
refused 1 "cannot open '../none.yaml'" -- run ../none.yaml

# ---- job files ----

# yaml TEXT... -- LINES...: a job file of these lines is refused.
yaml()
{
    local texts=()
    while [ "$1" != -- ]; do texts+=("$1"); shift; done
    shift
    printf '%s\n' "$@" >job.yaml
    refused 2 "${texts[@]}" -- run ../job.yaml
}
yaml "../job.yaml:2: unknown key 'micro-bach'; did you mean 'micro-batch'?" -- "program: mul.mlir" "micro-bach: 7"
yaml "../job.yaml:2: memory: 'much' is not allowed" "500MiB" -- "program: mul.mlir" "memory: much"
yaml "../job.yaml:3: in: x: unknown key 'fille'; did you mean 'file'?" -- "program: mul.mlir" in: "  x: {fille: x.npy}"
yaml "../job.yaml:3: threads: given twice" -- "program: mul.mlir" "threads: 1" "threads: 2"
yaml "../job.yaml:4: not YAML" -- "program: mul.mlir" 'report: "r.json' "  quiet: true"
