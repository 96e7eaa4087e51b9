module @reduction_window_running_sum {
  func.func private @program(%arg0: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[8, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 9>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %4 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<9xf32>, tensor<f32>) -> tensor<9xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1>, padding = dense<[[8, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 9>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %4 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<9xf32>, tensor<f32>) -> tensor<9xf32>
    return %1, %3 : tensor<9xf32>, tensor<9xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<9xf32>)
    %e:2 = call @expected() : () -> (tensor<9xf32>, tensor<9xf32>)
    %r:2 = call @program(%i) : (tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<9xf32>, tensor<9xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<9xf32>, tensor<9xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<9xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0"> : tensor<9xf32>
    return %0 : tensor<9xf32>
  }
  func.func private @expected() -> (tensor<9xf32>, tensor<9xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000004100004040000080BF00004040000000410000A040"> : tensor<9xf32>
    %1 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0400000A0400000A0400000A0400000A040"> : tensor<9xf32>
    return %0, %1 : tensor<9xf32>, tensor<9xf32>
  }
}
