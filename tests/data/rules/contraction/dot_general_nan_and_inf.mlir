module @contraction_dot_general_nan_and_inf {
  func.func private @program(%arg0: tensor<4x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<4x2xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<4x3xf32>, tensor<3x2xf32>)
    %e = call @expected() : () -> (tensor<4x2xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<4x3xf32>, tensor<3x2xf32>) -> (tensor<4x2xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<4x2xf32>, tensor<4x2xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x3xf32>, tensor<3x2xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000C07F000080C00000807F0000A040000040C0000000C000008040000080FF"> : tensor<4x3xf32>
    %1 = stablehlo.constant dense<"0x0000000000004040000080C0000000C0000080BF00004040"> : tensor<3x2xf32>
    return %0, %1 : tensor<4x3xf32>, tensor<3x2xf32>
  }
  func.func private @expected() -> (tensor<4x2xf32>) {
    %0 = stablehlo.constant dense<"0x000040C0000010410000C07F0000C07F0000C0FF0000807F0000807F000080FF"> : tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}
