module @shape_broadcast_in_dim_empty {
  func.func private @program(%arg0: tensor<0x1xf32>) -> (tensor<0x2x3xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<0x1xf32>) -> tensor<0x2x3xf32>
    return %0 : tensor<0x2x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<0x1xf32>)
    %e = call @expected() : () -> (tensor<0x2x3xf32>)
    %r = call @program(%i) : (tensor<0x1xf32>) -> (tensor<0x2x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<0x2x3xf32>, tensor<0x2x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<0x1xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x1xf32>
    return %0 : tensor<0x1xf32>
  }
  func.func private @expected() -> (tensor<0x2x3xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x2x3xf32>
    return %0 : tensor<0x2x3xf32>
  }
}
