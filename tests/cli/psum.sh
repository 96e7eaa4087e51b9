# Programs that speak over their records: the same bytes on any number of ranks, devices and threads and for any
# micro-batch, and JAX's values.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"

results() { sed -n 's|^  .*: out/\([a-z_]*\)\.npy.*|\1|p' "$psum/$1.yaml"; }

# job PROGRAM FOLDER RANKS WORDS...: the results as the job file says, into FOLDER.
job()
{
    local program=$1 folder=$2 ranks=$3 outs=() line
    shift 3
    mkdir -p "$folder"
    while IFS= read -r line; do outs+=(--out "$line"); done < <(
        sed -n "s|^  \\(.*\\): out/\\(.*\\)|\\1=$folder/\\2|p" "$psum/$program.yaml")
    axmap "$ranks" run "$psum/$program.yaml" "${outs[@]}" --report "$folder/report.json" "$@" ||
        fail "$program did not run in $folder"
}

# run PROGRAM RANKS DEVICES WORDS...: runs it and compares with the first run.
run()
{
    local program=$1 ranks=$2 devices=$3 folder
    shift 3
    folder=$program/$ranks.$devices.$(tr -d ' -' <<<"$*")
    job "$program" "$folder" "$ranks" --devices-per-rank "$devices" "$@"
    "$look" shares "$folder/report.json" "$ranks" $((ranks * devices)) || fail "$folder: wrong shares"
    for result in $(results "$program"); do
        cmp -s "$program/1.1./$result.npy" "$folder/$result.npy" || fail "$folder: $result has other bytes"
    done
}

# A sanitizer makes many runs slow: then some must do.
all_ranks=(1 2 3 4) all_devices=(1 2 3) batch_ranks=(1 3)
if [ -n "$AXMAP_SANITIZE" ]; then all_ranks=(1 3) all_devices=(1 3) batch_ranks=(); fi
for program in center mix move; do
    for ranks in "${all_ranks[@]}"; do
        for devices in "${all_devices[@]}"; do
            run "$program" "$ranks" "$devices"
        done
    done
    for ranks in "${batch_ranks[@]}"; do
        run "$program" "$ranks" 2 --micro-batch 1 --threads 1
        run "$program" "$ranks" 2 --micro-batch 7 --threads 2
        run "$program" "$ranks" 2 --micro-batch auto --threads 2
    done
    for result in $(results "$program"); do
        tolerance=1e-6
        # A sum of 1,009 f32 between -1 and 1; tests/data/psum/README.md says how far JAX's own is from f64.
        if [ "$program.$result" = center.total ]; then tolerance=3.1e-5; fi
        "$look" near "$program/1.1./$result.npy" "$psum/$program.$result.expected.npy" "$tolerance" ||
            fail "$program.$result is not JAX's"
    done
done
