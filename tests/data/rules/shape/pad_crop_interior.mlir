module @shape_pad_crop_interior {
  func.func private @program(%arg0: tensor<4x3xf32>, %arg1: tensor<f32>) -> (tensor<11x6xf32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [-2, 1], high = [3, -4], interior = [2, 3] : (tensor<4x3xf32>, tensor<f32>) -> tensor<11x6xf32>
    return %0 : tensor<11x6xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<4x3xf32>, tensor<f32>)
    %e = call @expected() : () -> (tensor<11x6xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<11x6xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<11x6xf32>, tensor<11x6xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x3xf32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x000080400000E04000000000000040400000803F000080C0000040C00000A040000000C00000C04000000040000080BF"> : tensor<4x3xf32>
    %1 = stablehlo.constant dense<"0x0000E0C0"> : tensor<f32>
    return %0, %1 : tensor<4x3xf32>, tensor<f32>
  }
  func.func private @expected() -> (tensor<11x6xf32>) {
    %0 = stablehlo.constant dense<"0x0000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C0000040400000E0C00000E0C00000E0C00000803F0000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C0000040C00000E0C00000E0C00000E0C00000A0400000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000C0400000E0C00000E0C00000E0C0000000400000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C00000E0C0"> : tensor<11x6xf32>
    return %0 : tensor<11x6xf32>
  }
}
