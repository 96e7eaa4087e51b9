module @shape_broadcast_in_dim_swapped {
  func.func private @program(%arg0: tensor<3x2xf32>) -> (tensor<2x4x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0] : (tensor<3x2xf32>) -> tensor<2x4x3xf32>
    return %0 : tensor<2x4x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x2xf32>)
    %e = call @expected() : () -> (tensor<2x4x3xf32>)
    %r = call @program(%i) : (tensor<3x2xf32>) -> (tensor<2x4x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x2xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C000000000000080BF000040400000803F"> : tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %0 = stablehlo.constant dense<"0x000000400000000000004040000000400000000000004040000000400000000000004040000000400000000000004040000000C0000080BF0000803F000000C0000080BF0000803F000000C0000080BF0000803F000000C0000080BF0000803F"> : tensor<2x4x3xf32>
    return %0 : tensor<2x4x3xf32>
  }
}
