# Programs as people write them: JAX's values on both backends, and the same bytes on any number of ranks and devices.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
programs=$AXMAP_SOURCE/tests/data/programs

# run PROGRAM RANKS DEVICES BACKEND: its results, in the folder that the last line names.
run()
{
    local program=$1 ranks=$2 devices=$3 outs=() line
    folder=$program/$4.$ranks.$devices
    mkdir -p "$folder"
    while IFS= read -r line; do outs+=(--out "$line"); done < <(
        sed -n "s|^  \\(.*\\): out/\\(.*\\)|\\1=$folder/\\2|p" "$programs/$program.yaml")
    [ ${#outs[@]} -gt 0 ] || fail "$program.yaml has no results"
    axmap "$ranks" run "$programs/$program.yaml" "${outs[@]}" --devices-per-rank "$devices" --backend "$4" ||
        fail "$folder did not run"
}

# Where each backend's results are compared with JAX's, and which other grids must give the same bytes. A sanitizer
# makes many runs slow: then some must do.
backends=(cpu reference)
declare -A first=([cpu]=1.1 [reference]=1.1) others=([cpu]="2.1 3.2" [reference]="3.2")
if [ -n "$AXMAP_SANITIZE" ]; then backends=(cpu) first[cpu]=3.2 others[cpu]=; fi

count=0
for yaml in "$programs"/*.yaml; do
    program=$(basename "$yaml" .yaml)
    for backend in "${backends[@]}"; do
        grid=${first[$backend]}
        run "$program" "${grid%.*}" "${grid#*.}" "$backend"
        for file in "$folder"/*.npy; do
            name=$(basename "$file" .npy)
            "$look" near "$file" "$programs/$program.$name.expected.npy" 1e-5 || fail "$file is not JAX's"
            count=$((count + 1))
        done
        for grid in ${others[$backend]}; do
            run "$program" "${grid%.*}" "${grid#*.}" "$backend"
            diff -r "$program/$backend.1.1" "$folder" || fail "$folder has other bytes"
        done
    done
done
expected=$(find "$programs" -name '*.expected.npy' | wc -l)
[ "$count" = $((${#backends[@]} * expected)) ] || fail "$count results were compared, not $expected on each backend"
