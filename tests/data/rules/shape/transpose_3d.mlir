module @shape_transpose_3d {
  func.func private @program(%arg0: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    return %0 : tensor<4x2x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<2x3x4xf32>)
    %e = call @expected() : () -> (tensor<4x2x3xf32>)
    %r = call @program(%i) : (tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000E0C000005041000080BF000010410000004100007041000060410000E04000004041000040400000C0C000008040000000400000A0C0000080C0000040C000000000000000C10000803F0000C040000020410000A040000000C000003041"> : tensor<2x3x4xf32>
    return %0 : tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<4x2x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000E0C000000041000040410000004000000000000020410000504100007041000040400000A0C0000000C10000A040000080BF000060410000C0C0000080C00000803F000000C0000010410000E04000008040000040C00000C04000003041"> : tensor<4x2x3xf32>
    return %0 : tensor<4x2x3xf32>
  }
}
