module @reduction_window_nan_and_inf {
  func.func private @program(%arg0: tensor<4x5xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x3xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %6 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x3xf32>
    %cst_1 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<f32>
    %5 = "stablehlo.reduce_window"(%arg0, %4) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %6 = stablehlo.minimum %arg1, %arg2 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x3xf32>
    return %1, %3, %5 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<4x5xf32>)
    %e:3 = call @expected() : () -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>)
    %r:3 = call @program(%i) : (tensor<4x5xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x5xf32>) {
    %0 = stablehlo.constant dense<"0x000000000000000000004040000080FF0000A0C0000080C00000C07F0000A040000040C0000000C000008040000080BF000000C0000080400000807F000080BF000000400000803F0000A0C00000A0C0"> : tensor<4x5xf32>
    return %0 : tensor<4x5xf32>
  }
  func.func private @expected() -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000C07F0000C07F000080FF0000C07F0000C07F0000807F00004040000080BF0000807F"> : tensor<3x3xf32>
    %1 = stablehlo.constant dense<"0x0000C07F0000C07F0000A0400000C07F0000C07F0000807F00008040000080400000807F"> : tensor<3x3xf32>
    %2 = stablehlo.constant dense<"0x0000C07F0000C07F000080FF0000C07F0000C07F000040C0000000C00000A0C00000A0C0"> : tensor<3x3xf32>
    return %0, %1, %2 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
  }
}
