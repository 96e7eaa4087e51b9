module @reduction_max_with_initial_value {
  func.func private @program(%arg0: tensor<4x5xf32>, %arg1: tensor<f32>) -> (tensor<4xf32>, tensor<5xf32>) {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<5xf32>
    return %0, %1 : tensor<4xf32>, tensor<5xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<4x5xf32>, tensor<f32>)
    %e:2 = call @expected() : () -> (tensor<4xf32>, tensor<5xf32>)
    %r:2 = call @program(%i#0, %i#1) : (tensor<4x5xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<5xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x5xf32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C0"> : tensor<4x5xf32>
    %1 = stablehlo.constant dense<"0x00000040"> : tensor<f32>
    return %0, %1 : tensor<4x5xf32>, tensor<f32>
  }
  func.func private @expected() -> (tensor<4xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0400000A0400000804000004040"> : tensor<4xf32>
    %1 = stablehlo.constant dense<"0x00008040000080400000A0400000A04000000040"> : tensor<5xf32>
    return %0, %1 : tensor<4xf32>, tensor<5xf32>
  }
}
