module @indexing_select_and_scatter_ge_add_int64 {
  func.func private @program(%arg0: tensor<5x4xi64>, %arg1: tensor<3x3xi64>, %arg2: tensor<i64>) -> (tensor<5x4xi64>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %0 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %0 : tensor<i64>
    }) : (tensor<5x4xi64>, tensor<3x3xi64>, tensor<i64>) -> tensor<5x4xi64>
    return %r : tensor<5x4xi64>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xi64>, tensor<3x3xi64>, tensor<i64>)
    %e = call @expected() : () -> (tensor<5x4xi64>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xi64>, tensor<3x3xi64>, tensor<i64>) -> (tensor<5x4xi64>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xi64>, tensor<5x4xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xi64>, tensor<3x3xi64>, tensor<i64>) {
    %0 = stablehlo.constant dense<"0x03000000000000000000000000000000000000000000000002000000000000000100000000000000010000000000000002000000000000000300000000000000010000000000000000000000000000000100000000000000020000000000000003000000000000000200000000000000020000000000000003000000000000000000000000000000030000000000000000000000000000000100000000000000"> : tensor<5x4xi64>
    %1 = stablehlo.constant dense<"0x040000000000000004000000000000000500000000000000010000000000000006000000000000000200000000000000050000000000000003000000000000000000000000000000"> : tensor<3x3xi64>
    %2 = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
    return %0, %1, %2 : tensor<5x4xi64>, tensor<3x3xi64>, tensor<i64>
  }
  func.func private @expected() -> (tensor<5x4xi64>) {
    %0 = stablehlo.constant dense<"0x0500000000000000010000000000000001000000000000000A000000000000000100000000000000010000000000000002000000000000000900000000000000010000000000000001000000000000000100000000000000010000000000000006000000000000000100000000000000010000000000000004000000000000000100000000000000010000000000000001000000000000000100000000000000"> : tensor<5x4xi64>
    return %0 : tensor<5x4xi64>
  }
}
