module @contraction_convolution_nan_and_inf {
  func.func private @program(%arg0: tensor<1x5x5x2xf32>, %arg1: tensor<2x2x2x3xf32>) -> (tensor<1x4x4x3xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x5x5x2xf32>, tensor<2x2x2x3xf32>) -> tensor<1x4x4x3xf32>
    return %0 : tensor<1x4x4x3xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<1x5x5x2xf32>, tensor<2x2x2x3xf32>)
    %e = call @expected() : () -> (tensor<1x4x4x3xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<1x5x5x2xf32>, tensor<2x2x2x3xf32>) -> (tensor<1x4x4x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<1x4x4x3xf32>, tensor<1x4x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<1x5x5x2xf32>, tensor<2x2x2x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF0000C07F00008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C0000040400000A0C0000000C00000000000000000000080C0000080FF000040400000807F"> : tensor<1x5x5x2xf32>
    %1 = stablehlo.constant dense<"0x0000A040000080400000A040000040400000004000008040000000400000A040000040400000004000008040000080400000C040000080400000A0400000C040000000400000404000008040000040400000404000000040000080400000A040"> : tensor<2x2x2x3xf32>
    return %0, %1 : tensor<1x5x5x2xf32>, tensor<2x2x2x3xf32>
  }
  func.func private @expected() -> (tensor<1x4x4x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000C07F0000C07F0000C07F0000C07F0000C07F0000C07F000004C200000041000080C1000050410000B0C1000080C00000C07F0000C07F0000C07F0000C07F0000C07F0000C07F000080C00000884100004041000070C1000054C200001CC2000098410000B841000080410000B0410000E0410000D04100003041000010410000A040000000C10000E0C1000088C1000064C2000038C2000084C2000004C20000A8C10000E8C1000080FF000080FF000080FF0000C0FF0000C0FF0000C0FF"> : tensor<1x4x4x3xf32>
    return %0 : tensor<1x4x4x3xf32>
  }
}
