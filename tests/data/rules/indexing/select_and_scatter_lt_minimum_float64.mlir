module @indexing_select_and_scatter_lt_minimum_float64 {
  func.func private @program(%arg0: tensor<5x4xf64>, %arg1: tensor<3x3xf64>, %arg2: tensor<f64>) -> (tensor<5x4xf64>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %0 = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %0 = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %0 : tensor<f64>
    }) : (tensor<5x4xf64>, tensor<3x3xf64>, tensor<f64>) -> tensor<5x4xf64>
    return %r : tensor<5x4xf64>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xf64>, tensor<3x3xf64>, tensor<f64>)
    %e = call @expected() : () -> (tensor<5x4xf64>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xf64>, tensor<3x3xf64>, tensor<f64>) -> (tensor<5x4xf64>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xf64>, tensor<5x4xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf64>, tensor<3x3xf64>, tensor<f64>) {
    %0 = stablehlo.constant dense<"0x0000000000000840000000000000000000000000000000000000000000000040000000000000F03F000000000000F03F00000000000000400000000000000840000000000000F03F0000000000000000000000000000F03F00000000000000400000000000000840000000000000004000000000000000400000000000000840000000000000000000000000000008400000000000000000000000000000F03F"> : tensor<5x4xf64>
    %1 = stablehlo.constant dense<"0x000000000000104000000000000010400000000000001440000000000000F03F00000000000018400000000000000040000000000000144000000000000008400000000000000000"> : tensor<3x3xf64>
    %2 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
    return %0, %1, %2 : tensor<5x4xf64>, tensor<3x3xf64>, tensor<f64>
  }
  func.func private @expected() -> (tensor<5x4xf64>) {
    %0 = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F0000000000000000000000000000F03F"> : tensor<5x4xf64>
    return %0 : tensor<5x4xf64>
  }
}
