module @elementwise_polygamma_float {
  func.func private @program(%arg0: tensor<16xf16>, %arg1: tensor<16xf16>, %arg2: tensor<16xbf16>, %arg3: tensor<16xbf16>, %arg4: tensor<16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16xf64>, %arg7: tensor<16xf64>) -> (tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>) {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<16xf16>, tensor<16xf16> -> tensor<16xf16>
    %1 = chlo.polygamma %arg2, %arg3 : tensor<16xbf16>, tensor<16xbf16> -> tensor<16xbf16>
    %2 = chlo.polygamma %arg4, %arg5 : tensor<16xf32>, tensor<16xf32> -> tensor<16xf32>
    %3 = chlo.polygamma %arg6, %arg7 : tensor<16xf64>, tensor<16xf64> -> tensor<16xf64>
    return %0, %1, %2, %3 : tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>
  }
  func.func public @main() {
    %i:8 = call @inputs() : () -> (tensor<16xf16>, tensor<16xf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf64>, tensor<16xf64>)
    %e:4 = call @expected() : () -> (tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7) : (tensor<16xf16>, tensor<16xf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf64>, tensor<16xf64>) -> (tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>)
    stablehlo.custom_call @check.expect_close(%r#0, %e#0) {has_side_effect = true, max_ulp_difference = 8 : i64} : (tensor<16xf16>, tensor<16xf16>) -> ()
    stablehlo.custom_call @check.expect_close(%r#1, %e#1) {has_side_effect = true, max_ulp_difference = 8 : i64} : (tensor<16xbf16>, tensor<16xbf16>) -> ()
    stablehlo.custom_call @check.expect_close(%r#2, %e#2) {has_side_effect = true, max_ulp_difference = 8 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
    stablehlo.custom_call @check.expect_close(%r#3, %e#3) {has_side_effect = true, max_ulp_difference = 8 : i64} : (tensor<16xf64>, tensor<16xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<16xf16>, tensor<16xf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf64>, tensor<16xf64>) {
    %0 = stablehlo.constant dense<"0x0000003C004000420044003800BC004000400045007E003C003C00400047003C"> : tensor<16xf16>
    %1 = stablehlo.constant dense<"0x00420038003C00348048003C003C00C000B80046003C000040560041004200BE"> : tensor<16xf16>
    %2 = stablehlo.constant dense<"0x0000803F004040408040003F80BF00400040A040C07F803F803F0040E040803F"> : tensor<16xbf16>
    %3 = stablehlo.constant dense<"0x4040003F803F803E1041803F803F00C000BFC040803F0000C84220404040C0BF"> : tensor<16xbf16>
    %4 = stablehlo.constant dense<"0x000000000000803F0000004000004040000080400000003F000080BF00000040000000400000A0400000C07F0000803F0000803F000000400000E0400000803F"> : tensor<16xf32>
    %5 = stablehlo.constant dense<"0x000040400000003F0000803F0000803E000010410000803F0000803F000000C0000000BF0000C0400000803F000000000000C84200002040000040400000C0BF"> : tensor<16xf32>
    %6 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001040000000000000E03F000000000000F0BF000000000000004000000000000000400000000000001440000000000000F87F000000000000F03F000000000000F03F00000000000000400000000000001C40000000000000F03F"> : tensor<16xf64>
    %7 = stablehlo.constant dense<"0x0000000000000840000000000000E03F000000000000F03F000000000000D03F0000000000002240000000000000F03F000000000000F03F00000000000000C0000000000000E0BF0000000000001840000000000000F03F0000000000000000000000000000594000000000000004400000000000000840000000000000F8BF"> : tensor<16xf64>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<16xf16>, tensor<16xf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf64>, tensor<16xf64>
  }
  func.func private @expected() -> (tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>) {
    %0 = stablehlo.constant dense<"0x623BEF44CFC00366A894007E007E007EA1BAB11C007E007C25218FB3E63AB148"> : tensor<16xf16>
    %1 = stablehlo.constant dense<"0x6C3F9E401AC0C04495BAC07FC07FC07F54BF963BC07F807F253C72BE5D3F1641"> : tensor<16xbf16>
    %2 = stablehlo.constant dense<"0x983B6C3FE6E99D4000DD19C00759C0445CF294BA0000C07F0000C07F0000C07F042C54BF7D20963B0000C07F0000807F74A9243C7ADF71BEA0C45C3F65111641"> : tensor<16xf32>
    %3 = stablehlo.constant dense<"0xE74990037387ED3FDE45BEC93CBD13402106F004A03B03C0E8F05BEA200B984062AD83834B9E52BF000000000000F87F000000000000F87F000000000000F87FA2AB408A8085EABF7AFED7A00FC4723F000000000000F87F000000000000F07F3A601B892E95843FE7F07D32EF3BCEBF0C5651F49398EB3F28B1C29D2CC22240"> : tensor<16xf64>
    return %0, %1, %2, %3 : tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>
  }
}
