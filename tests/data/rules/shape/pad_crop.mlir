module @shape_pad_crop {
  func.func private @program(%arg0: tensor<5x6xf32>, %arg1: tensor<f32>) -> (tensor<2x5xf32>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [-1, -2], high = [-2, 1], interior = [0, 0] : (tensor<5x6xf32>, tensor<f32>) -> tensor<2x5xf32>
    return %0 : tensor<2x5xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<5x6xf32>, tensor<f32>)
    %e = call @expected() : () -> (tensor<2x5xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<5x6xf32>, tensor<f32>) -> (tensor<2x5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2x5xf32>, tensor<2x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x6xf32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x000030410000C040000040C0000010C10000E0C0000090410000A0400000803F000070410000204100006041000098410000804100005041000000C10000E04000000040000000000000C0C00000A0C0000000C0000020C1000080BF0000804000000041000040410000404000008841000080C000001041"> : tensor<5x6xf32>
    %1 = stablehlo.constant dense<"0x0000E0C0"> : tensor<f32>
    return %0, %1 : tensor<5x6xf32>, tensor<f32>
  }
  func.func private @expected() -> (tensor<2x5xf32>) {
    %0 = stablehlo.constant dense<"0x000070410000204100006041000098410000E0C0000000C10000E04000000040000000000000E0C0"> : tensor<2x5xf32>
    return %0 : tensor<2x5xf32>
  }
}
