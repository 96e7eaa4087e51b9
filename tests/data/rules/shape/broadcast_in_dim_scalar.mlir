module @shape_broadcast_in_dim_scalar {
  func.func private @program(%arg0: tensor<f32>) -> (tensor<2x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<f32>)
    %e = call @expected() : () -> (tensor<2x3xf32>)
    %r = call @program(%i) : (tensor<f32>) -> (tensor<2x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<f32>) {
    %0 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @expected() -> (tensor<2x3xf32>) {
    %0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000"> : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
