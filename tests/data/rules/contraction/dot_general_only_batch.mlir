module @contraction_dot_general_only_batch {
  func.func private @program(%arg0: tensor<3x4xf32>, %arg1: tensor<4x3xf32>) -> (tensor<3x4xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [1, 0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<4x3xf32>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x4xf32>, tensor<4x3xf32>)
    %e = call @expected() : () -> (tensor<3x4xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x4xf32>, tensor<4x3xf32>) -> (tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<4x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF"> : tensor<3x4xf32>
    %1 = stablehlo.constant dense<"0x00008040000040C0000080C0000000C0000080BF00004040000080BF000080C0000000C00000803F0000404000004040"> : tensor<4x3xf32>
    return %0, %1 : tensor<3x4xf32>, tensor<4x3xf32>
  }
  func.func private @expected() -> (tensor<3x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040C00000A0400000704100008040000080C100007041000040410000C0C0000000C1000040C0"> : tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
}
