module @shape_broadcast_in_dim_leading {
  func.func private @program(%arg0: tensor<3xf32>) -> (tensor<2x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3xf32>)
    %e = call @expected() : () -> (tensor<2x3xf32>)
    %r = call @program(%i) : (tensor<3xf32>) -> (tensor<2x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x000080BF000000000000803F"> : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func private @expected() -> (tensor<2x3xf32>) {
    %0 = stablehlo.constant dense<"0x000080BF000000000000803F000080BF000000000000803F"> : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
