module @shape_transpose_4d {
  func.func private @program(%arg0: tensor<2x3x1x4xf32>) -> (tensor<4x3x2x1xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [3, 1, 0, 2] : (tensor<2x3x1x4xf32>) -> tensor<4x3x2x1xf32>
    return %0 : tensor<4x3x2x1xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<2x3x1x4xf32>)
    %e = call @expected() : () -> (tensor<4x3x2x1xf32>)
    %r = call @program(%i) : (tensor<2x3x1x4xf32>) -> (tensor<4x3x2x1xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<4x3x2x1xf32>, tensor<4x3x2x1xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x1x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000E0C000005041000080BF000010410000004100007041000060410000E04000004041000040400000C0C000008040000000400000A0C0000080C0000040C000000000000000C10000803F0000C040000020410000A040000000C000003041"> : tensor<2x3x1x4xf32>
    return %0 : tensor<2x3x1x4xf32>
  }
  func.func private @expected() -> (tensor<4x3x2x1xf32>) {
    %0 = stablehlo.constant dense<"0x0000E0C00000004000000041000000000000404100002041000050410000A0C000007041000000C1000040400000A040000080BF000080C0000060410000803F0000C0C0000000C000001041000040C00000E0400000C0400000804000003041"> : tensor<4x3x2x1xf32>
    return %0 : tensor<4x3x2x1xf32>
  }
}
