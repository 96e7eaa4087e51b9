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
# Axes of its own, and processes: each index is its own, and the sums are over all.
cat >programs/c.mlir <<'END'
sdy.mesh @mesh = <["x"=5, "y"=2]>
func.func @main() {
  %0 = stablehlo.iota dim = 0 : tensor<10xi32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x", "y"} (%a: tensor<1xi32>) {
    %2 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> ({
    ^bb0(%b: tensor<i32>, %c: tensor<i32>):
      %d = stablehlo.add %b, %c : tensor<i32>
      stablehlo.return %d : tensor<i32>
    }) : (tensor<1xi32>) -> tensor<1xi32>
    sdy.return %2 : tensor<1xi32>
  } : (tensor<10xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[20, 25]> : tensor<2xi32>
  check.expect_eq_const %0, dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi32>
  return
}
// -----
func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %c = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %0:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@shift], [@shift], [@shift]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<0> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0#2, dense<[3, 5]> : tensor<2xi32>
  return
}
func.func @shift(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
// -----
func.func @main() {
  %0:2 = "interpreter.run_parallel"() {programs = [[@f, @g]]} : () -> (tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %0#0, dense<0> : tensor<ui32>
  return
}
func.func @f() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}
func.func @g() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}
END
cat >expected <<'END'
FAILED  programs/a.mlir:10: expect_eq_const of i32[2]: element [1] is 2, expected 3
skipped programs/a.mlir:15:40: the type tensor<f8E4M3FN> is not supported
skipped programs/a.mlir:20: it has no check
skipped programs/b.mlir:3:8: the op 'stablehlo.nothing' is not supported
FAILED  programs/c.mlir:24: expect_eq_const of i32[2]: element [1] is 4, expected 5
skipped programs/c.mlir:33:10: interpreter.run_parallel of different programs is not supported
2 passed, 2 failed, 4 skipped
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
axmap 2 check programs/b.mlir programs/none.mlir && fail "check of a missing file succeeds"
[ "$(grep -c "cannot open 'programs/none.mlir'" err.txt)" = 1 ] || fail "a missing file is not said once"
