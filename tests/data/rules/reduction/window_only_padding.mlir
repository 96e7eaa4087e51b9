module @reduction_window_only_padding {
  func.func private @program(%arg0: tensor<2x2xf32>) -> (tensor<7x8xf32>, tensor<7x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 3], [4, 4]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %4 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<2x2xf32>, tensor<f32>) -> tensor<7x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 3], [4, 4]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %4 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<2x2xf32>, tensor<f32>) -> tensor<7x8xf32>
    return %1, %3 : tensor<7x8xf32>, tensor<7x8xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<2x2xf32>)
    %e:2 = call @expected() : () -> (tensor<7x8xf32>, tensor<7x8xf32>)
    %r:2 = call @program(%i) : (tensor<2x2xf32>) -> (tensor<7x8xf32>, tensor<7x8xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<7x8xf32>, tensor<7x8xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<7x8xf32>, tensor<7x8xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x2xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A040"> : tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
  func.func private @expected() -> (tensor<7x8xf32>, tensor<7x8xf32>) {
    %0 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000404000000041000000410000A040000000000000000000000000000000000000404000000041000000410000A040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<7x8xf32>
    %1 = stablehlo.constant dense<"0x000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF00000000000000000000000000000000000080FF000080FF000080FF000080FF000040400000A0400000A0400000A040000080FF000080FF000080FF000080FF000040400000A0400000A0400000A040000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF"> : tensor<7x8xf32>
    return %0, %1 : tensor<7x8xf32>, tensor<7x8xf32>
  }
}
