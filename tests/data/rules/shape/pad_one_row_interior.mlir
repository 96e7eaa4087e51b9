module @shape_pad_one_row_interior {
  func.func private @program(%arg0: tensor<1x2xf32>, %arg1: tensor<f32>) -> (tensor<1x4xf32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [0, 1], interior = [5, 0] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x4xf32>
    return %0 : tensor<1x4xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<1x2xf32>, tensor<f32>)
    %e = call @expected() : () -> (tensor<1x4xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<1x2xf32>, tensor<f32>) -> (tensor<1x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<1x4xf32>, tensor<1x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<1x2xf32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x000000000000803F"> : tensor<1x2xf32>
    %1 = stablehlo.constant dense<"0x0000E0C0"> : tensor<f32>
    return %0, %1 : tensor<1x2xf32>, tensor<f32>
  }
  func.func private @expected() -> (tensor<1x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000E0C0000000000000803F0000E0C0"> : tensor<1x4xf32>
    return %0 : tensor<1x4xf32>
  }
}
