module @shape_reshape_mixed {
  func.func private @program(%arg0: tensor<4x6xf32>) -> (tensor<3x8xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<3x8xf32>
    return %0 : tensor<3x8xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<4x6xf32>)
    %e = call @expected() : () -> (tensor<3x8xf32>)
    %r = call @program(%i) : (tensor<4x6xf32>) -> (tensor<3x8xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x8xf32>, tensor<3x8xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xf32>) {
    %0 = stablehlo.constant dense<"0x0000E0C000005041000080BF000010410000004100007041000060410000E04000004041000040400000C0C000008040000000400000A0C0000080C0000040C000000000000000C10000803F0000C040000020410000A040000000C000003041"> : tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
  func.func private @expected() -> (tensor<3x8xf32>) {
    %0 = stablehlo.constant dense<"0x0000E0C000005041000080BF000010410000004100007041000060410000E04000004041000040400000C0C000008040000000400000A0C0000080C0000040C000000000000000C10000803F0000C040000020410000A040000000C000003041"> : tensor<3x8xf32>
    return %0 : tensor<3x8xf32>
  }
}
