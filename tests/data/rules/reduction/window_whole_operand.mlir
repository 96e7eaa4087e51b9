module @reduction_window_whole_operand {
  func.func private @program(%arg0: tensor<6x7xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 6, 7>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %4 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<1x1xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 6, 7>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %4 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<1x1xf32>
    return %1, %3 : tensor<1x1xf32>, tensor<1x1xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<6x7xf32>)
    %e:2 = call @expected() : () -> (tensor<1x1xf32>, tensor<1x1xf32>)
    %r:2 = call @program(%i) : (tensor<6x7xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<6x7xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C000004040"> : tensor<6x7xf32>
    return %0 : tensor<6x7xf32>
  }
  func.func private @expected() -> (tensor<1x1xf32>, tensor<1x1xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0C0"> : tensor<1x1xf32>
    %1 = stablehlo.constant dense<"0x0000A040"> : tensor<1x1xf32>
    return %0, %1 : tensor<1x1xf32>, tensor<1x1xf32>
  }
}
