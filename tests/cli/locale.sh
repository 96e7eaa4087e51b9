# Numbers are read and written the same where the decimal point is a comma.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"
[ "$(locale decimal_point)" = , ] || fail "the decimal point is no comma"

axmap 2 run "$digits/digits.yaml" --out label=label.npy --out logits=logits.npy --out probabilities=p.npy \
    --memory 0.5GiB --timeout 90.5s --report report.json || fail "it did not run"
"$look" near logits.npy "$digits/expected_logits.npy" 1e-5 || fail "other logits"
LC_ALL=C axmap 2 run "$digits/digits.yaml" --out label=c.npy --out logits=logits.c.npy --out probabilities=p.c.npy ||
    fail "it did not run under C"
cmp logits.npy logits.c.npy || fail "the logits depend on the locale"
"$look" shares report.json 2 2 || fail "the report is not JSON"
grep -q '"wall_seconds": [0-9.e-]*,$' report.json || fail "the report's numbers: $(grep wall report.json)"

"$AXMAP" show "$psum/center.mlir" >out.txt
grep -qF '1009.0:f32[]' out.txt || fail "a constant is printed otherwise"
"$AXMAP" plan "$digits/digits.yaml" --memory 1.5GiB >out.txt
grep -qF 'of 1.5 GiB' out.txt || fail "the plan's budget is another"
