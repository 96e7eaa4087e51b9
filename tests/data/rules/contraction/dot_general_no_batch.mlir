module @contraction_dot_general_no_batch {
  func.func private @program(%arg0: tensor<0x2x3xf32>, %arg1: tensor<0x3x2xf32>) -> (tensor<0x2x2xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<0x2x3xf32>, tensor<0x3x2xf32>) -> tensor<0x2x2xf32>
    return %0 : tensor<0x2x2xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<0x2x3xf32>, tensor<0x3x2xf32>)
    %e = call @expected() : () -> (tensor<0x2x2xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<0x2x3xf32>, tensor<0x3x2xf32>) -> (tensor<0x2x2xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<0x2x2xf32>, tensor<0x2x2xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<0x2x3xf32>, tensor<0x3x2xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x2x3xf32>
    %1 = stablehlo.constant dense<> : tensor<0x3x2xf32>
    return %0, %1 : tensor<0x2x3xf32>, tensor<0x3x2xf32>
  }
  func.func private @expected() -> (tensor<0x2x2xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x2x2xf32>
    return %0 : tensor<0x2x2xf32>
  }
}
