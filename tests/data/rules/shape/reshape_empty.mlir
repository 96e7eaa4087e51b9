module @shape_reshape_empty {
  func.func private @program(%arg0: tensor<0x3xf32>) -> (tensor<2x0xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<0x3xf32>) -> tensor<2x0xf32>
    return %0 : tensor<2x0xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<0x3xf32>)
    %e = call @expected() : () -> (tensor<2x0xf32>)
    %r = call @program(%i) : (tensor<0x3xf32>) -> (tensor<2x0xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2x0xf32>, tensor<2x0xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<0x3xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x3xf32>
    return %0 : tensor<0x3xf32>
  }
  func.func private @expected() -> (tensor<2x0xf32>) {
    %0 = stablehlo.constant dense<> : tensor<2x0xf32>
    return %0 : tensor<2x0xf32>
  }
}
