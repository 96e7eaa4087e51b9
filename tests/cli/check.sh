# axmap check: a line for each module that does not pass, the same on any number of ranks and devices.
# shellcheck source=tests/cli/helpers
source "$AXMAP_SOURCE/tests/cli/helpers"

mkdir programs
cat >programs/a.mlir <<'END'
func.func @main() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}
// -----
func.func @main() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 3]> : tensor<2xi32>
  return
}
// -----
func.func @main() {
  %0 = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  check.expect_eq_const %0, dense<1.0> : tensor<f8E4M3FN>
  return
}
// -----
func.func @main() {
  return
}
END
cat >programs/b.mlir <<'END'
func.func @main() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = "stablehlo.nothing"(%0) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq %0, %1 : tensor<2xi32>
  return
}
END
cat >expected <<'END'
FAILED  programs/a.mlir:10: expect_eq_const of i32[2]: element [1] is 2, expected 3
skipped programs/a.mlir:15:40: the type tensor<f8E4M3FN> is not supported
skipped programs/a.mlir:20: it has no check
skipped programs/b.mlir:3:8: the op 'stablehlo.nothing' is not supported
1 passed, 1 failed, 3 skipped
END
for run in 1.1.cpu 1.3.reference 3.1.cpu 2.2.cpu; do
    IFS=. read -r ranks devices backend <<<"$run"
    status=0
    axmap "$ranks" check --devices-per-rank "$devices" --backend "$backend" programs || status=$?
    [ $status = 1 ] || fail "check with a failure exits with $status on $run"
    diff out.txt expected || fail "check says something else on $run"
done

# Without a failure it succeeds, whatever is skipped; a path that is not there is said once.
axmap 2 check programs/b.mlir || fail "check fails where nothing failed"
[ "$(tail -n 1 out.txt)" = "0 passed, 0 failed, 1 skipped" ] || fail "the last line is another"
axmap 2 check programs/b.mlir programs/c.mlir && fail "check of a missing file succeeds"
[ "$(grep -c "cannot open 'programs/c.mlir'" err.txt)" = 1 ] || fail "a missing file is not said once"
