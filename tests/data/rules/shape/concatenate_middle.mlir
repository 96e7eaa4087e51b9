module @shape_concatenate_middle {
  func.func private @program(%arg0: tensor<2x1x3xf32>, %arg1: tensor<2x4x3xf32>) -> (tensor<2x5x3xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<2x1x3xf32>, tensor<2x4x3xf32>) -> tensor<2x5x3xf32>
    return %0 : tensor<2x5x3xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<2x1x3xf32>, tensor<2x4x3xf32>)
    %e = call @expected() : () -> (tensor<2x5x3xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<2x1x3xf32>, tensor<2x4x3xf32>) -> (tensor<2x5x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2x5x3xf32>, tensor<2x5x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x1x3xf32>, tensor<2x4x3xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C000000000000080BF000040400000803F"> : tensor<2x1x3xf32>
    %1 = stablehlo.constant dense<"0x0000E0C000005041000080BF000010410000004100007041000060410000E04000004041000040400000C0C000008040000000400000A0C0000080C0000040C000000000000000C10000803F0000C040000020410000A040000000C000003041"> : tensor<2x4x3xf32>
    return %0, %1 : tensor<2x1x3xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x5x3xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C0000000000000E0C000005041000080BF000010410000004100007041000060410000E04000004041000040400000C0C000008040000080BF000040400000803F000000400000A0C0000080C0000040C000000000000000C10000803F0000C040000020410000A040000000C000003041"> : tensor<2x5x3xf32>
    return %0 : tensor<2x5x3xf32>
  }
}
