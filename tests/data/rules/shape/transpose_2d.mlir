module @shape_transpose_2d {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<5x3xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
    return %0 : tensor<5x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x5xf32>)
    %e = call @expected() : () -> (tensor<5x3xf32>)
    %r = call @program(%i) : (tensor<3x5xf32>) -> (tensor<5x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x3xf32>, tensor<5x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %0 = stablehlo.constant dense<"0x000080C00000E040000000400000A04000001041000080BF00000000000040400000A0C000008040000040C0000000410000C0400000803F000000C0"> : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<5x3xf32>) {
    %0 = stablehlo.constant dense<"0x000080C0000080BF000040C00000E040000000000000004100000040000040400000C0400000A0400000A0C00000803F0000104100008040000000C0"> : tensor<5x3xf32>
    return %0 : tensor<5x3xf32>
  }
}
