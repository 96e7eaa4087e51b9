module @contraction_convolution_no_batch {
  func.func private @program(%arg0: tensor<0x4x4x2xf32>, %arg1: tensor<2x2x2x3xf32>) -> (tensor<0x3x3x3xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<0x4x4x2xf32>, tensor<2x2x2x3xf32>) -> tensor<0x3x3x3xf32>
    return %0 : tensor<0x3x3x3xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<0x4x4x2xf32>, tensor<2x2x2x3xf32>)
    %e = call @expected() : () -> (tensor<0x3x3x3xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<0x4x4x2xf32>, tensor<2x2x2x3xf32>) -> (tensor<0x3x3x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<0x3x3x3xf32>, tensor<0x3x3x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<0x4x4x2xf32>, tensor<2x2x2x3xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x4x4x2xf32>
    %1 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C000008040000040400000804000000000"> : tensor<2x2x2x3xf32>
    return %0, %1 : tensor<0x4x4x2xf32>, tensor<2x2x2x3xf32>
  }
  func.func private @expected() -> (tensor<0x3x3x3xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x3x3x3xf32>
    return %0 : tensor<0x3x3x3xf32>
  }
}
