module @shape_slice_one {
  func.func private @program(%arg0: tensor<3x4xf32>) -> (tensor<1x1xf32>) {
    %0 = stablehlo.slice %arg0 [2:3, 3:4] : (tensor<3x4xf32>) -> tensor<1x1xf32>
    return %0 : tensor<1x1xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x4xf32>)
    %e = call @expected() : () -> (tensor<1x1xf32>)
    %r = call @program(%i) : (tensor<3x4xf32>) -> (tensor<1x1xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>) {
    %0 = stablehlo.constant dense<"0x000080400000E04000000000000040400000803F000080C0000040C00000A040000000C00000C04000000040000080BF"> : tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func private @expected() -> (tensor<1x1xf32>) {
    %0 = stablehlo.constant dense<"0x000080BF"> : tensor<1x1xf32>
    return %0 : tensor<1x1xf32>
  }
}
