# axmap show --optimized: the steps of the reference backend to the letter, and those of the cpu backend, whose kernels
# are for this host's CPU, by what they always say.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"

dense=$AXMAP_SOURCE/tests/cli/dense.mlir
"$AXMAP" show --optimized --backend reference --threads 3 "$dense" >out.txt || fail "show --optimized fails"
diff "$AXMAP_SOURCE/tests/cli/optimized.txt" out.txt || fail "the steps are others"

"$AXMAP" show --optimized "$dense" >out.txt || fail "show --optimized fails on the cpu backend"
for text in "   1  " "fusion[fusion=loop]" "reads " "writes " "output 0" "copied to output 1: " "f32[6] input 2" "kernels  " "peak  " \
    "largest live  " "scratch  " "operations  " "moved  "; do
    grep -qF "$text" out.txt || fail "show --optimized does not say: $text"
done

# What is printed is a function after its transforms.
"$AXMAP" show --optimized --backend reference --vmap 0,none,none:5 "$dense" | grep -qF "f32[5,8,4] input 0" || fail "vmap comes first"

for words in "--threads 0" "--threads many" "--threads" "--backend gpu" "--backend"; do
    # shellcheck disable=SC2086
    if "$AXMAP" show "$dense" --optimized $words >out.txt 2>err.txt; then fail "'$words' is no option"; fi
    grep -qE "threads needs|backend" err.txt || fail "'$words' is not named"
done
