module @reduction_two_operands_two_dims {
  func.func private @program(%arg0: tensor<3x4x5xf32>, %arg1: tensor<3x4x5xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0:2 = stablehlo.reduce(%arg0 init: %cst), (%arg1 init: %cst_0) across dimensions = [0, 2] : (tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
     reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<f32>, %arg5: tensor<f32>)  {
      %1 = stablehlo.add %arg2, %arg4 : tensor<f32>
      %2 = stablehlo.maximum %arg3, %arg5 : tensor<f32>
      stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
    }
    return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x4x5xf32>, tensor<3x4x5xf32>)
    %e:2 = call @expected() : () -> (tensor<4xf32>, tensor<4xf32>)
    %r:2 = call @program(%i#0, %i#1) : (tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4x5xf32>, tensor<3x4x5xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C0000040400000A0C0000000C00000000000000000000080C00000A040000040400000A040000080C000000040000000C0000000000000A040000000C000000040000080C0000000C00000A040"> : tensor<3x4x5xf32>
    %1 = stablehlo.constant dense<"0x00008040000040C0000080C0000000C0000080BF00004040000080BF000080C0000000C00000803F00004040000040400000A040000040C0000080400000A0C00000803F000000C0000040C000000040000000C00000803F000040C0000080C000004040000080BF00000040000000400000A040000080BF000040C00000803F0000A0400000A0400000804000000040000080BF000080BF0000A0C0000040C0000000C0000000C00000803F00000000000000400000804000008040000040400000A040000000C0000080400000A040000040C0000000000000803F0000004000000040000080C000000000000080C0"> : tensor<3x4x5xf32>
    return %0, %1 : tensor<3x4x5xf32>, tensor<3x4x5xf32>
  }
  func.func private @expected() -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<"0x0000004100004040000000C0000040C1"> : tensor<4xf32>
    %1 = stablehlo.constant dense<"0x000080400000A0400000A04000000040"> : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}
