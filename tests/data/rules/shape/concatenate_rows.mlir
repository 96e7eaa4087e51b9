module @shape_concatenate_rows {
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<1x3xf32>, %arg2: tensor<4x3xf32>) -> (tensor<7x3xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, %arg2, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<4x3xf32>) -> tensor<7x3xf32>
    return %0 : tensor<7x3xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<2x3xf32>, tensor<1x3xf32>, tensor<4x3xf32>)
    %e = call @expected() : () -> (tensor<7x3xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<4x3xf32>) -> (tensor<7x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<7x3xf32>, tensor<7x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xf32>, tensor<1x3xf32>, tensor<4x3xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C000000000000080BF000040400000803F"> : tensor<2x3xf32>
    %1 = stablehlo.constant dense<"0x000080BF000000000000803F"> : tensor<1x3xf32>
    %2 = stablehlo.constant dense<"0x000080400000E04000000000000040400000803F000080C0000040C00000A040000000C00000C04000000040000080BF"> : tensor<4x3xf32>
    return %0, %1, %2 : tensor<2x3xf32>, tensor<1x3xf32>, tensor<4x3xf32>
  }
  func.func private @expected() -> (tensor<7x3xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C000000000000080BF000040400000803F000080BF000000000000803F000080400000E04000000000000040400000803F000080C0000040C00000A040000000C00000C04000000040000080BF"> : tensor<7x3xf32>
    return %0 : tensor<7x3xf32>
  }
}
