# The cache of compiled code: where it lies, that ranks and later processes share it, that results are the same with
# it, without it and with a spoiled one, and what is said where it cannot be used.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"

dense=$AXMAP_SOURCE/tests/cli/dense.mlir

# entries: how many there are in the folder `code`.
entries() { find code -name '*.code' | wc -l; }

export AXMAP_CACHE_DIR=$PWD/code
"$AXMAP" show --optimized "$dense" >first.txt || fail "show --optimized fails"
[ "$(stat -c %a code)" = 700 ] || fail "the folder is not private"
count=$(entries)
"$AXMAP" show --optimized "$dense" >second.txt || fail "show --optimized fails with a cache"
diff first.txt second.txt || fail "the second time is another"
[ "$(entries)" = "$count" ] || fail "the second process compiled again"

# job RANKS FOLDER WORDS...: the job of psum/center, its result into FOLDER.
job()
{
    local ranks=$1 folder=$2
    shift 2
    mkdir -p "$folder"
    axmap "$ranks" run "$psum/center.yaml" --out "total=$folder/total.npy:none" --out "y=$folder/y.npy" \
        --devices-per-rank 2 --threads 1 "$@" ||
        fail "the job fails in $folder"
}

job 3 shared
job 3 again
[ -z "$(find code -not -name '*.code' -type f)" ] || fail "something beside entries is left"
find code -name '*.code' -exec truncate -s -1 {} +
job 2 spoiled
AXMAP_CACHE_DIR=off job 1 off
for folder in again spoiled off; do same shared $folder y.npy total.npy; done
if grep -q "cache" err.txt; then fail "no cache is what was asked for"; fi

"$AXMAP" info >out.txt || fail "info fails"
grep -qF "kept in $PWD/code" out.txt || fail "info does not name the cache"
chmod 777 code
job 2 without
same shared without y.npy total.npy
[ "$(grep -c "note: no cache of compiled code: $PWD/code is not used: others may write to it" err.txt)" = 1 ] ||
    fail "a run does not say once why there is no cache"
"$AXMAP" info >out.txt || fail "info fails"
grep -qF "cache of code: $PWD/code is not used: others may write to it" out.txt || fail "info does not say why there is no cache"
