module @shape_pad_crop_to_nothing {
  func.func private @program(%arg0: tensor<3x2xf32>, %arg1: tensor<f32>) -> (tensor<0x2xf32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [-1, 0], high = [-2, 0], interior = [0, 0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<0x2xf32>
    return %0 : tensor<0x2xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x2xf32>, tensor<f32>)
    %e = call @expected() : () -> (tensor<0x2xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x2xf32>, tensor<f32>) -> (tensor<0x2xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x2xf32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C000000000000080BF000040400000803F"> : tensor<3x2xf32>
    %1 = stablehlo.constant dense<"0x0000E0C0"> : tensor<f32>
    return %0, %1 : tensor<3x2xf32>, tensor<f32>
  }
  func.func private @expected() -> (tensor<0x2xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x2xf32>
    return %0 : tensor<0x2xf32>
  }
}
