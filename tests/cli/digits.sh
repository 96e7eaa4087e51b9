# The digits job: the same bytes on any number of ranks and devices, JAX's logits, and what the reports say.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
files=(label.npy logits.npy probabilities.npy)

# job FOLDER RANKS WORDS...
job()
{
    local folder=$1 ranks=$2
    shift 2
    mkdir "$folder"
    axmap "$ranks" run "$digits/digits.yaml" --out label="$folder/label.npy" --out logits="$folder/logits.npy" \
        --out probabilities="$folder/probabilities.npy" --report "$folder/report.json" "$@" ||
        fail "$folder did not run"
    [ -z "$(ls "$folder" | grep partial)" ] || fail "$folder holds unfinished files"
}

# The plan of the same job, and what the run allocated: the same to the byte.
planned()
{
    local folder=$1 ranks=$2
    shift 2
    axmap "$ranks" plan "$digits/digits.yaml" --out label="$folder/label.npy" --out logits="$folder/logits.npy" \
        --out probabilities="$folder/probabilities.npy" "$@" || fail "$folder has no plan"
    "$look" planned "$folder/report.json" out.txt || fail "$folder: the plan is not what the run allocated"
}

check_values()
{
    "$look" near "$1/logits.npy" "$digits/expected_logits.npy" 1e-5 || fail "$1 has not JAX's logits"
    "$AXMAP_BUILD/bin/accuracy" "$1/label.npy" "$digits/labels.npy" >accuracy.txt
    grep -q '98.67 %: 887 of 899' accuracy.txt || fail "$1: $(cat accuracy.txt)"
}

# A sanitizer makes many runs slow: then some must do.
all_ranks=(1 2 3 4) all_devices=(1 2 3)
if [ -n "$AXMAP_SANITIZE" ]; then all_ranks=(1 3) all_devices=(1 3); fi
for ranks in "${all_ranks[@]}"; do
    for devices in "${all_devices[@]}"; do
        job "cpu.$ranks.$devices" "$ranks" --devices-per-rank "$devices"
        same cpu.1.1 "cpu.$ranks.$devices" "${files[@]}"
        "$look" shares "cpu.$ranks.$devices/report.json" "$ranks" $((ranks * devices)) ||
            fail "$ranks ranks of $devices devices do not share the rows"
        if [ "$devices" -le 2 ]; then planned "cpu.$ranks.$devices" "$ranks" --devices-per-rank "$devices"; fi
    done
done
check_values cpu.1.1

# Any number of rows at once, on any number of threads; and with so little memory that fewer rows are chosen.
batch()
{
    job "$@"
    same cpu.1.1 "$1" "${files[@]}"
    planned "$@"
}
batch batch.1 2 --micro-batch 1 --threads 2
batch batch.7 1 --micro-batch 7 --threads 3
batch batch.1009 3 --micro-batch 1009 --threads 1
batch batch.auto 1 --micro-batch auto --threads 3 --devices-per-rank 2
batch tight 1 --threads 2 --memory 600KiB

for grid in 1.1 3.2; do
    job "reference.$grid" "${grid%.*}" --devices-per-rank "${grid#*.}" --backend reference
done
same reference.1.1 reference.3.2 "${files[@]}"
check_values reference.1.1
