module @elementwise_zeta_float {
  func.func private @program(%arg0: tensor<16xf16>, %arg1: tensor<16xf16>, %arg2: tensor<16xbf16>, %arg3: tensor<16xbf16>, %arg4: tensor<16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16xf64>, %arg7: tensor<16xf64>) -> (tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<16xf16>, tensor<16xf16> -> tensor<16xf16>
    %1 = chlo.zeta %arg2, %arg3 : tensor<16xbf16>, tensor<16xbf16> -> tensor<16xbf16>
    %2 = chlo.zeta %arg4, %arg5 : tensor<16xf32>, tensor<16xf32> -> tensor<16xf32>
    %3 = chlo.zeta %arg6, %arg7 : tensor<16xf64>, tensor<16xf64> -> tensor<16xf64>
    return %0, %1, %2, %3 : tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>
  }
  func.func public @main() {
    %i:8 = call @inputs() : () -> (tensor<16xf16>, tensor<16xf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf64>, tensor<16xf64>)
    %e:4 = call @expected() : () -> (tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7) : (tensor<16xf16>, tensor<16xf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf64>, tensor<16xf64>) -> (tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>)
    stablehlo.custom_call @check.expect_close(%r#0, %e#0) {has_side_effect = true} : (tensor<16xf16>, tensor<16xf16>) -> ()
    stablehlo.custom_call @check.expect_close(%r#1, %e#1) {has_side_effect = true} : (tensor<16xbf16>, tensor<16xbf16>) -> ()
    stablehlo.custom_call @check.expect_close(%r#2, %e#2) {has_side_effect = true} : (tensor<16xf32>, tensor<16xf32>) -> ()
    stablehlo.custom_call @check.expect_close(%r#3, %e#3) {has_side_effect = true} : (tensor<16xf64>, tensor<16xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<16xf16>, tensor<16xf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf64>, tensor<16xf64>) {
    %0 = stablehlo.constant dense<"0x004000420044003C00380041004000420046007E004000420041003E004D0040"> : tensor<16xf16>
    %1 = stablehlo.constant dense<"0x003C003800420040003C004700C000C00030003C00B800BE00BE003C00454056"> : tensor<16xf16>
    %2 = stablehlo.constant dense<"0x004040408040803F003F204000404040C040C07F004040402040C03FA0410040"> : tensor<16xbf16>
    %3 = stablehlo.constant dense<"0x803F003F40400040803FE04000C000C0003E803F00BFC0BFC0BF803FA040C842"> : tensor<16xbf16>
    %4 = stablehlo.constant dense<"0x0000004000004040000080400000803F0000003F0000204000000040000040400000C0400000C07F0000004000004040000020400000C03F0000A04100000040"> : tensor<16xf32>
    %5 = stablehlo.constant dense<"0x0000803F0000003F00004040000000400000803F0000E040000000C0000000C00000003E0000803F000000BF0000C0BF0000C0BF0000803F0000A0400000C842"> : tensor<16xf32>
    %6 = stablehlo.constant dense<"0x000000000000004000000000000008400000000000001040000000000000F03F000000000000E03F0000000000000440000000000000004000000000000008400000000000001840000000000000F87F000000000000004000000000000008400000000000000440000000000000F83F00000000000034400000000000000040"> : tensor<16xf64>
    %7 = stablehlo.constant dense<"0x000000000000F03F000000000000E03F00000000000008400000000000000040000000000000F03F0000000000001C4000000000000000C000000000000000C0000000000000C03F000000000000F03F000000000000E0BF000000000000F8BF000000000000F8BF000000000000F03F00000000000014400000000000005940"> : tensor<16xf64>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<16xf16>, tensor<16xf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>, tensor<16xf64>, tensor<16xf64>
  }
  func.func private @expected() -> (tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>) {
    %0 = stablehlo.constant dense<"0x943E35481325007C007E2129007C007E007C007E78488F2F007E3A4100002521"> : tensor<16xf16>
    %1 = stablehlo.constant dense<"0xD33F0741A23C807FC07F243D807FC07F8048C07F0F41F23DC07F27404228253C"> : tensor<16xbf16>
    %2 = stablehlo.constant dense<"0x338DD23F60A106415664A23C0000807F0000C07FC52C243D0000807F0000C07F100080480000C07FF3F40E417ADFF13D0000C07F283127409C10422874A9243C"> : tensor<16xf32>
    %3 = stablehlo.constant dense<"0xD3075362A651FA3F5D0552042CD420400E12F6B18A4C943F000000000000F07F000000000000F87F9886FB9E9885A43F000000000000F07F000000000000F87F89ECA00502001041000000000000F87FEF22DF649EDE2140E7F07D32EF3BBE3F000000000000F87F9DD8FB0B25E60440C5798A861342083D3A601B892E95843F"> : tensor<16xf64>
    return %0, %1, %2, %3 : tensor<16xf16>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf64>
  }
}
