# Whole programs measured: table, report, what is checked and what is refused. Times themselves are not looked at.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
data=$AXMAP_SOURCE/tests/data/bench

# bench STATUS WORDS...: `axmap bench programs WORDS` exits so.
bench()
{
    local expected=$1 status=0
    shift
    "$AXMAP" bench programs "$@" --min-time 0 >out.txt 2>err.txt || status=$?
    [ "$status" = "$expected" ] || fail "bench programs $*: exit status $status, not $expected"
}

says()
{
    local file=$1 text
    shift
    for text in "$@"; do grep -qF -e "$text" "$file" || fail "$file does not say: $text"; done
}

for threads in 1 2; do
    for backend in cpu reference; do
        bench 0 "$data" --threads $threads --backend $backend --json "report $threads $backend.json"
        says out.txt "$backend backend, $threads thread" "| product |" "| sums |"
        "$look" programs "report $threads $backend.json" product sums || fail "the report is not as it should be"
    done
done

bench 0 "$data/" sums --threads 1 --json one.json
if grep -qF "| product |" out.txt; then fail "a program that was not named ran"; fi
"$look" programs one.json sums || fail "the report is not of the named program"

bench 0 "$data" sums --threads 1 --steps --json steps.json
says out.txt " us  " "-> f32[3]"
says steps.json '"steps"' '"kernel"' '"us"'

bench 0 "$data" sums --threads 2 --triad --json triad.json
says out.txt "triad: "
says triad.json '"triad_gb_per_s"'

cp one.json before.json
bench 2 "$data" sums --json one.json
says err.txt "--json one.json: that file is there already"
cmp -s one.json before.json || fail "a report was overwritten"
bench 1 "$data" sums --json none/one.json
says err.txt "none/one.json"

mkdir wrong
cp "$data"/*.mlir "$data"/*.npy wrong
"$look" ramp wrong/sums.out.0.npy f32 3
bench 1 wrong sums --json wrong.json
says err.txt "result 0, f32[3]: element [0] is" "expected 0.0" "in program 'sums'"
[ ! -e wrong.json ] && [ ! -e wrong.json.partial ] || fail "a wrong run has a report"
cp "$data/sums.out.0.npy" wrong
"$look" ramp wrong/sums.out.1.npy i32 5
bench 1 wrong sums
says err.txt "result 1, i32[5]: element [0] is 14, expected 0"
"$look" ramp wrong/sums.out.1.npy i32 6
bench 2 wrong sums
says err.txt "sums.out.1.npy' holds i32[6], the program has i32[5] there"

rm wrong/sums.out.1.npy wrong/product.out.0.npy
bench 0 wrong sums
says out.txt " 0.0e+00 |"
rm wrong/sums.out.0.npy
bench 0 wrong sums product --json uncompared.json # nothing to compare with
says out.txt " - |"
if grep -qF max_error uncompared.json; then fail "a report has an error of nothing"; fi
odd=$'odd\xff'
for file in .mlir .in.0.npy .in.1.npy; do cp "$data/product$file" "wrong/$odd$file"; done
bench 0 wrong "$odd" --json odd.json
says odd.json '"odd?"'

rm wrong/product.in.1.npy
bench 1 wrong product
says err.txt "there is no 'wrong/product.in.1.npy'" "make_suite.py data FOLDER" "in program 'product'"
bench 1 wrong nothing
says err.txt "wrong/nothing.mlir"
mkdir empty
bench 1 empty
says err.txt "there is no program (*.mlir) in 'empty'"
bench 2
says err.txt "needs a FOLDER"
bench 2 "$data" --threds 2
says err.txt "'--threds'; did you mean --threads?"
bench 2 "$data" --threads 0
says err.txt "--threads 0: it is a number from 1"
bench 2 "$data" --min-time x
says err.txt "--min-time x"
bench 2 "$data" --min-time inf
says err.txt "--min-time inf"
bench 0 --help
says out.txt "Usage: axmap bench programs"

# Every program of the suite is read, and lacks its arrays until they are made.
for program in "$AXMAP_SOURCE"/configs/bench/*.mlir; do
    bench 1 "$AXMAP_SOURCE/configs/bench" "$(basename "$program" .mlir)" --threads 1
    says err.txt ".in.0.npy', " " as numpy.save writes it; configs/bench/make_suite.py data FOLDER"
done

# What the comparison with other libraries refuses; comparing itself takes the network.
compare=$AXMAP_SOURCE/launch/compare
if command -v python3 >/dev/null; then
    "$compare" --help | grep -qF -- "--peers" || fail "compare --help says nothing"
    for words in "--peers nobody" "--threads 0" "--axmap none" "--json one.json"; do
        status=0
        # shellcheck disable=SC2086
        "$compare" --axmap "$AXMAP" $words >out.txt 2>err.txt || status=$?
        [ "$status" = 2 ] || fail "compare $words: exit status $status, not 2"
    done
    says err.txt "one.json is there already"
fi
