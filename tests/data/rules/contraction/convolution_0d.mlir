module @contraction_convolution_0d {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<3x5xf32>, tensor<5x4xf32>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x5xf32>, tensor<5x4xf32>)
    %e = call @expected() : () -> (tensor<3x4xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x5xf32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<5x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0"> : tensor<3x5xf32>
    %1 = stablehlo.constant dense<"0x00008040000040C0000080C0000000C0000080BF00004040000080BF000080C0000000C00000803F00004040000040400000A040000040C0000080400000A0C00000803F000000C0000040C000000040"> : tensor<5x4xf32>
    return %0, %1 : tensor<3x5xf32>, tensor<5x4xf32>
  }
  func.func private @expected() -> (tensor<3x4xf32>) {
    %0 = stablehlo.constant dense<"0x00006041000000C0000030420000D0C100003CC2000028420000A84100009041000018420000B8C100008040000010C2"> : tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
}
