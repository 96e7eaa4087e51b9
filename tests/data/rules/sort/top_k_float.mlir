module @sort_top_k_float {
  func.func private @program(%arg0: tensor<3x12xf16>, %arg1: tensor<3x12xbf16>, %arg2: tensor<3x12xf32>, %arg3: tensor<3x12xf64>) -> (tensor<3x5xf16>, tensor<3x5xi32>, tensor<3x5xbf16>, tensor<3x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>, tensor<3x5xf64>, tensor<3x5xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 5) : tensor<3x12xf16> -> (tensor<3x5xf16>, tensor<3x5xi32>)
    %values_0, %indices_1 = chlo.top_k(%arg1, k = 5) : tensor<3x12xbf16> -> (tensor<3x5xbf16>, tensor<3x5xi32>)
    %values_2, %indices_3 = chlo.top_k(%arg2, k = 5) : tensor<3x12xf32> -> (tensor<3x5xf32>, tensor<3x5xi32>)
    %values_4, %indices_5 = chlo.top_k(%arg3, k = 5) : tensor<3x12xf64> -> (tensor<3x5xf64>, tensor<3x5xi32>)
    return %values, %indices, %values_0, %indices_1, %values_2, %indices_3, %values_4, %indices_5 : tensor<3x5xf16>, tensor<3x5xi32>, tensor<3x5xbf16>, tensor<3x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>, tensor<3x5xf64>, tensor<3x5xi32>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<3x12xf16>, tensor<3x12xbf16>, tensor<3x12xf32>, tensor<3x12xf64>)
    %e:8 = call @expected() : () -> (tensor<3x5xf16>, tensor<3x5xi32>, tensor<3x5xbf16>, tensor<3x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>, tensor<3x5xf64>, tensor<3x5xi32>)
    %r:8 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<3x12xf16>, tensor<3x12xbf16>, tensor<3x12xf32>, tensor<3x12xf64>) -> (tensor<3x5xf16>, tensor<3x5xi32>, tensor<3x5xbf16>, tensor<3x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>, tensor<3x5xf64>, tensor<3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x12xf16>, tensor<3x12xbf16>, tensor<3x12xf32>, tensor<3x12xf64>) {
    %0 = stablehlo.constant dense<"0x00FE004200FC00FC00C000C1003C00C0004000C2000000C0004200BC004000FC00C0007C003E00C0003C0000003C00FC00BE00B800C1003800C000C2004100C20038004200380000"> : tensor<3x12xf16>
    %1 = stablehlo.constant dense<"0x4040C0BF0000C0BF00C0003F807F807F003F4040C07FC03F80BF204080BF008080BFC03F00BF404000BF80BF00BF00C0C07FC03F80BF404000BFC0FF00BF0000C0FF0040803F807F"> : tensor<3x12xbf16>
    %2 = stablehlo.constant dense<"0x000000000000C03F0000C03F0000C0BF000040C000000000000020C00000C07F0000000000002040000000400000803F000080BF000080FF000000000000C03F000000BF000000000000807F0000C03F000040400000C07F000040400000404000000080000000C00000C03F000040400000003F000000BF000000000000204000000040000000800000C0FF000020C0"> : tensor<3x12xf32>
    %3 = stablehlo.constant dense<"0x000000000000F0FF000000000000F07F00000000000004C0000000000000F8BF0000000000000840000000000000F87F000000000000084000000000000008C0000000000000F03F000000000000F07F000000000000F0BF00000000000004C0000000000000F07F000000000000F8BF000000000000F87F00000000000004C0000000000000000000000000000000000000000000000080000000000000F03F00000000000008400000000000000000000000000000E0BF00000000000008C0000000000000F0BF000000000000F8FF00000000000004C00000000000000000000000000000F03F00000000000008C0000000000000F8BF000000000000F0FF000000000000F8BF000000000000F0FF000000000000E03F000000000000F8BF"> : tensor<3x12xf64>
    return %0, %1, %2, %3 : tensor<3x12xf16>, tensor<3x12xbf16>, tensor<3x12xf32>, tensor<3x12xf64>
  }
  func.func private @expected() -> (tensor<3x5xf16>, tensor<3x5xi32>, tensor<3x5xbf16>, tensor<3x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>, tensor<3x5xf64>, tensor<3x5xi32>) {
    %0 = stablehlo.constant dense<"0x00420040003C000000C0007C00420040003E003C00420041003800380038"> : tensor<3x5xf16>
    %1 = stablehlo.constant dense<"0x0100000008000000060000000A000000040000000500000000000000020000000600000008000000090000000600000003000000080000000A000000"> : tensor<3x5xi32>
    %2 = stablehlo.constant dense<"0xC07F807F807F4040404040402040C03F008000BFC07F807F40400040C03F"> : tensor<3x5xbf16>
    %3 = stablehlo.constant dense<"0x0A000000060000000700000000000000090000000700000001000000050000000300000006000000000000000B000000030000000900000001000000"> : tensor<3x5xi32>
    %4 = stablehlo.constant dense<"0x0000C07F00002040000000400000C03F0000C03F0000C07F0000807F0000404000004040000040400000404000002040000000400000C03F0000003F"> : tensor<3x5xf32>
    %5 = stablehlo.constant dense<"0x07000000090000000A00000001000000020000000900000006000000080000000A0000000B0000000300000007000000080000000200000004000000"> : tensor<3x5xi32>
    %6 = stablehlo.constant dense<"0x000000000000F87F000000000000F07F000000000000F07F00000000000008400000000000000840000000000000F87F000000000000F07F0000000000000840000000000000F03F0000000000000000000000000000F03F000000000000E03F0000000000000000000000000000F0BF000000000000F8BF"> : tensor<3x5xf64>
    %7 = stablehlo.constant dense<"0x05000000010000000900000004000000060000000200000000000000080000000700000004000000040000000A000000030000000000000006000000"> : tensor<3x5xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3x5xf16>, tensor<3x5xi32>, tensor<3x5xbf16>, tensor<3x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>, tensor<3x5xf64>, tensor<3x5xi32>
  }
}
