# The programs of tests/data/rules: each op, with values that are not axmap's own, on both backends.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"

for backend in cpu reference; do
    axmap 1 check "$AXMAP_SOURCE/tests/data/rules" --backend "$backend" || fail "on $backend"
    tail -n 1 out.txt | grep -q '[1-9][0-9]* passed, 0 failed, 0 skipped$' || fail "not all ran on $backend"
done
