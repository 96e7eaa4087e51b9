module @shape_reshape_ones {
  func.func private @program(%arg0: tensor<1x3x1xf32>) -> (tensor<3xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<1x3x1xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<1x3x1xf32>)
    %e = call @expected() : () -> (tensor<3xf32>)
    %r = call @program(%i) : (tensor<1x3x1xf32>) -> (tensor<3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<1x3x1xf32>) {
    %0 = stablehlo.constant dense<"0x000080BF000000000000803F"> : tensor<1x3x1xf32>
    return %0 : tensor<1x3x1xf32>
  }
  func.func private @expected() -> (tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x000080BF000000000000803F"> : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
