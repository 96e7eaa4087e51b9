# Programs with axes of their own: JAX's values on both backends, the same bytes on any number of ranks and devices,
# and what is refused.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
axes=$AXMAP_SOURCE/tests/data/axes

# run PROGRAM RANKS DEVICES BACKEND: its results, in the folder $folder.
run()
{
    local program=$1 ranks=$2 devices=$3 outs=() line
    folder=$program/$4.$ranks.$devices
    mkdir -p "$folder"
    while IFS= read -r line; do outs+=(--out "$line"); done < <(
        sed -n "s|^  \\(.*\\): out/\\(.*\\)|\\1=$folder/\\2|p" "$axes/$program.yaml")
    axmap "$ranks" run "$axes/$program.yaml" "${outs[@]}" --devices-per-rank "$devices" --backend "$4" ||
        fail "$folder did not run"
}

count=0
# A sanitizer makes many runs slow: then some must do.
backends=(cpu reference) grids=(1.3 3.2)
declare -A first=([cpu]=1.1 [reference]=1.1)
if [ -n "$AXMAP_SANITIZE" ]; then backends=(cpu) first[cpu]=3.2 grids=(); fi
for yaml in "$axes"/*.yaml; do
    program=$(basename "$yaml" .yaml)
    for backend in "${backends[@]}"; do
        grid=${first[$backend]}
        run "$program" "${grid%.*}" "${grid#*.}" "$backend"
        for file in "$folder"/*.npy; do
            name=$(basename "$file" .npy)
            "$look" near "$file" "$axes/$program.$name.expected.npy" 1e-5 || fail "$file is not JAX's"
            count=$((count + 1))
        done
    done
    for grid in "${grids[@]}"; do
        run "$program" "${grid%.*}" "${grid#*.}" cpu
        diff -r "$program/cpu.1.1" "$folder" || fail "$folder has other bytes"
    done
done
expected=$(find "$axes" -name '*.expected.npy' | wc -l)
[ "$count" = $((${#backends[@]} * expected)) ] || fail "$count results were compared, not $expected on each backend"

# says STATUS TEXT... -- WORDS...: the program ends so, and says all of it.
says()
{
    local status=$1 texts=() actual=0
    shift
    while [ "$1" != -- ]; do
        texts+=("$1")
        shift
    done
    shift
    "$AXMAP" "$@" >out.txt 2>err.txt || actual=$?
    [ "$actual" = "$status" ] || fail "axmap $*: status $actual, not $status"
    for text in "${texts[@]}"; do
        cat out.txt err.txt | grep -qF -- "$text" || fail "axmap $*: '$text' is not said"
    done
}

two=(--program "$axes/two_axes.mlir" --arg "0=$axes/two_axes.0.npy" --arg "1=$axes/two_axes.1.npy")
says 2 "the program has no axis 'z': its own axes are 'x', 'y'" "is mapped over x or y" \
    -- run "${two[@]}" --out 0=x.npy --axis-name z
says 1 "blocks of several examples; records can be the axis 'x' only" -- run "${two[@]}" --out 0=x.npy --axis-name x
says 0 "over its own axes in" "1 rank, 2 devices" -- run "${two[@]}" --out 0=x.npy:none --devices-per-rank 2
says 2 "there are no records to write along axis 0" -- run "${two[@]}" --out 0=x.npy:0
says 0 "axes       'x' of size 4, 'y' of size 2" "it runs once" "devices    2 on 1 rank" \
    -- plan "${two[@]}" --out 0=x.npy --devices-per-rank 2
says 0 "axis 'x' of size 4" "axis 'y' of size 2" "manual_axes=('x', 'y')" -- show "$axes/two_axes.mlir"
says 0 "axis 'axis0' of size 4" "axis 'axis1' of size 2" -- show "$axes/gspmd.mlir"
says 0 "axis 'replica' of size 4" "argument  1  f32[5]" -- show "$axes/replicas.mlir"
says 0 "argument  1  f32[6]" "result    1  1  f32[5]  the same for all records" -- show "$axes/batches.mlir" --axis-name batch

# Lowered for another number of records; all at once instead of by records.
batches=(--program "$axes/batches.mlir" --arg "0=$axes/batches.0.npy" --out 0=x.npy)
"$look" ramp fewer.npy f32 12 6
says 2 "lowered for 13 along batch, input 'fewer.npy' has 12: export again" \
    -- run "${batches[@]}" --axis-name batch --in 1=fewer.npy
says 0 "over its own axes" -- run "${batches[@]}" --arg "1=$axes/batches.1.npy"
"$look" near x.npy "$axes/batches.0.expected.npy" 1e-5 || fail "batches without records are not JAX's"

# Neither axes nor records.
"$look" ramp three.npy f32 3
says 0 "once in" "1 rank, 1 device" -- run --program "$AXMAP_SOURCE/tests/cli/mul.mlir" --arg w=three.npy \
    --arg x=three.npy --out y=product.npy

# An axis of records around the whole program, which no collective of it sees: equal records, equal results.
"$look" ramp records.npy f32 3 8 4
says 0 "3 records in" -- run --program "$axes/only_x.mlir" --in 0=records.npy --out 1=three.npy
"$look" ramp first.npy f32 8 4
says 0 "over its own axes" -- run --program "$axes/only_x.mlir" --arg 0=first.npy --out 1=first_out.npy
cmp -s <(tail -c 128 first_out.npy) <(tail -c 384 three.npy | head -c 128) ||
    fail "the first of three records is not what it is alone"

# An axis of 1,009 without records: the same bytes on one device and on six, and JAX's values.
center=(--program "$psum/center.mlir" --arg "params=$psum/center.safetensors" --arg "x=$psum/center.x.npy")
says 0 "over its own axes in" "1 rank, 1 device" -- run "${center[@]}" --out y=one_y.npy --out total=one_total.npy
axmap 3 run "${center[@]}" --out y=six_y.npy --out total=six_total.npy --devices-per-rank 2 || fail "center did not run"
cmp one_y.npy six_y.npy || fail "center has other bytes on six devices"
cmp one_total.npy six_total.npy || fail "center has other bytes on six devices"
"$look" near one_y.npy "$psum/center.y.expected.npy" 1e-6 || fail "center without records is not JAX's"

# Replicas are the records of --in.
replicas=(--program "$axes/replicas.mlir" --arg "0=$axes/replicas.0.npy" --out 0=x.npy)
"$look" ramp one.npy f32 5
"$look" ramp three.npy f32 3 5
says 2 "is a program of 4 replicas: give what differs from one to the other with --in" \
    -- run "${replicas[@]}" --arg 1=one.npy
says 2 "was lowered for 4 replicas, input has 3: export again" -- run "${replicas[@]}" --in 1=three.npy
says 2 "--axis-name i: '$axes/replicas.mlir' is a program of 4 replicas" \
    -- run "${replicas[@]}" --in 1=three.npy --axis-name i
