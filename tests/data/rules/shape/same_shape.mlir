module @shape_same_shape {
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.concatenate %1, dim = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %3 = stablehlo.convert %2 : tensor<2x3xf32>
    return %3 : tensor<2x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<2x3xf32>)
    %e = call @expected() : () -> (tensor<2x3xf32>)
    %r = call @program(%i) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C000000000000080BF000040400000803F"> : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @expected() -> (tensor<2x3xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C000000000000080BF000040400000803F"> : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
