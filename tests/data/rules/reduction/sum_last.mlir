module @reduction_sum_last {
  func.func private @program(%arg0: tensor<3x4x5xf32>) -> (tensor<3x4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<3x4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x4x5xf32>)
    %e = call @expected() : () -> (tensor<3x4xf32>)
    %r = call @program(%i) : (tensor<3x4x5xf32>) -> (tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4x5xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C0000040400000A0C0000000C00000000000000000000080C00000A040000040400000A040000080C000000040000000C0000000000000A040000000C000000040000080C0000000C00000A040"> : tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
  func.func private @expected() -> (tensor<3x4xf32>) {
    %0 = stablehlo.constant dense<"0x000040400000000000000040000000C1000060410000C0C00000A0C0000040C0000010C1000010410000803F000080BF"> : tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
}
