module @indexing_dynamic_slice_types {
  func.func private @program(%arg0: tensor<4x5xi8>, %arg1: tensor<4x5xi16>, %arg2: tensor<4x5xi32>, %arg3: tensor<4x5xi64>, %arg4: tensor<4x5xui8>, %arg5: tensor<4x5xui16>, %arg6: tensor<4x5xui32>, %arg7: tensor<4x5xui64>, %arg8: tensor<4x5xf16>, %arg9: tensor<4x5xbf16>, %arg10: tensor<4x5xf32>, %arg11: tensor<4x5xf64>, %arg12: tensor<4x5xi1>, %arg13: tensor<i32>, %arg14: tensor<i32>) -> (tensor<2x3xi8>, tensor<2x3xi16>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xui8>, tensor<2x3xui16>, tensor<2x3xui32>, tensor<2x3xui64>, tensor<2x3xf16>, tensor<2x3xbf16>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xi1>) {
    %0 = stablehlo.dynamic_slice %arg0, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xi8>, tensor<i32>, tensor<i32>) -> tensor<2x3xi8>
    %1 = stablehlo.dynamic_slice %arg1, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xi16>, tensor<i32>, tensor<i32>) -> tensor<2x3xi16>
    %2 = stablehlo.dynamic_slice %arg2, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xi32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
    %3 = stablehlo.dynamic_slice %arg3, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xi64>, tensor<i32>, tensor<i32>) -> tensor<2x3xi64>
    %4 = stablehlo.dynamic_slice %arg4, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xui8>, tensor<i32>, tensor<i32>) -> tensor<2x3xui8>
    %5 = stablehlo.dynamic_slice %arg5, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xui16>, tensor<i32>, tensor<i32>) -> tensor<2x3xui16>
    %6 = stablehlo.dynamic_slice %arg6, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xui32>, tensor<i32>, tensor<i32>) -> tensor<2x3xui32>
    %7 = stablehlo.dynamic_slice %arg7, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xui64>, tensor<i32>, tensor<i32>) -> tensor<2x3xui64>
    %8 = stablehlo.dynamic_slice %arg8, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xf16>, tensor<i32>, tensor<i32>) -> tensor<2x3xf16>
    %9 = stablehlo.dynamic_slice %arg9, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xbf16>, tensor<i32>, tensor<i32>) -> tensor<2x3xbf16>
    %10 = stablehlo.dynamic_slice %arg10, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %11 = stablehlo.dynamic_slice %arg11, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
    %12 = stablehlo.dynamic_slice %arg12, %arg13, %arg14, sizes = [2, 3] : (tensor<4x5xi1>, tensor<i32>, tensor<i32>) -> tensor<2x3xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<2x3xi8>, tensor<2x3xi16>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xui8>, tensor<2x3xui16>, tensor<2x3xui32>, tensor<2x3xui64>, tensor<2x3xf16>, tensor<2x3xbf16>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xi1>
  }
  func.func public @main() {
    %i:15 = call @inputs() : () -> (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>, tensor<i32>, tensor<i32>)
    %e:13 = call @expected() : () -> (tensor<2x3xi8>, tensor<2x3xi16>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xui8>, tensor<2x3xui16>, tensor<2x3xui32>, tensor<2x3xui64>, tensor<2x3xf16>, tensor<2x3xbf16>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xi1>)
    %r:13 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7, %i#8, %i#9, %i#10, %i#11, %i#12, %i#13, %i#14) : (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>, tensor<i32>, tensor<i32>) -> (tensor<2x3xi8>, tensor<2x3xi16>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xui8>, tensor<2x3xui16>, tensor<2x3xui32>, tensor<2x3xui64>, tensor<2x3xf16>, tensor<2x3xbf16>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<2x3xi16>, tensor<2x3xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<2x3xi64>, tensor<2x3xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<2x3xui8>, tensor<2x3xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<2x3xui16>, tensor<2x3xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<2x3xui64>, tensor<2x3xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<2x3xf16>, tensor<2x3xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<2x3xf64>, tensor<2x3xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#12, %e#12) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>, tensor<i32>, tensor<i32>) {
    %0 = stablehlo.constant dense<"0xFB040C0A0105060B09FCFDFEFF02FA030807000D"> : tensor<4x5xi8>
    %1 = stablehlo.constant dense<"0xFBFF04000C000A000100050006000B000900FCFFFDFFFEFFFFFF0200FAFF03000800070000000D00"> : tensor<4x5xi16>
    %2 = stablehlo.constant dense<"0xFBFFFFFF040000000C0000000A0000000100000005000000060000000B00000009000000FCFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF02000000FAFFFFFF030000000800000007000000000000000D000000"> : tensor<4x5xi32>
    %3 = stablehlo.constant dense<"0xFBFFFFFFFFFFFFFF04000000000000000C000000000000000A000000000000000100000000000000050000000000000006000000000000000B000000000000000900000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FAFFFFFFFFFFFFFF03000000000000000800000000000000070000000000000000000000000000000D00000000000000"> : tensor<4x5xi64>
    %4 = stablehlo.constant dense<"0xFB040C0A0105060B09FCFDFEFF02FA030807000D"> : tensor<4x5xui8>
    %5 = stablehlo.constant dense<"0xFBFF04000C000A000100050006000B000900FCFFFDFFFEFFFFFF0200FAFF03000800070000000D00"> : tensor<4x5xui16>
    %6 = stablehlo.constant dense<"0xFBFFFFFF040000000C0000000A0000000100000005000000060000000B00000009000000FCFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF02000000FAFFFFFF030000000800000007000000000000000D000000"> : tensor<4x5xui32>
    %7 = stablehlo.constant dense<"0xFBFFFFFFFFFFFFFF04000000000000000C000000000000000A000000000000000100000000000000050000000000000006000000000000000B000000000000000900000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FAFFFFFFFFFFFFFF03000000000000000800000000000000070000000000000000000000000000000D00000000000000"> : tensor<4x5xui64>
    %8 = stablehlo.constant dense<"0x00C50044004A0049003C004500468049804800C400C200C000BC004000C60042004800470000804A"> : tensor<4x5xf16>
    %9 = stablehlo.constant dense<"0xA0C0804040412041803FA040C0403041104180C040C000C080BF0040C0C040400041E04000005041"> : tensor<4x5xbf16>
    %10 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<4x5xf32>
    %11 = stablehlo.constant dense<"0x00000000000014C0000000000000104000000000000028400000000000002440000000000000F03F000000000000144000000000000018400000000000002640000000000000224000000000000010C000000000000008C000000000000000C0000000000000F0BF000000000000004000000000000018C0000000000000084000000000000020400000000000001C4000000000000000000000000000002A40"> : tensor<4x5xf64>
    %12 = stablehlo.constant dense<[[false, true, true, true, false], [false, true, false, false, true], [false, true, false, true, true], [false, true, false, true, false]]> : tensor<4x5xi1>
    %13 = stablehlo.constant dense<"0x09000000"> : tensor<i32>
    %14 = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>, tensor<i32>, tensor<i32>
  }
  func.func private @expected() -> (tensor<2x3xi8>, tensor<2x3xi16>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xui8>, tensor<2x3xui16>, tensor<2x3xui32>, tensor<2x3xui64>, tensor<2x3xf16>, tensor<2x3xbf16>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xi1>) {
    %0 = stablehlo.constant dense<"0xFDFEFF030807"> : tensor<2x3xi8>
    %1 = stablehlo.constant dense<"0xFDFFFEFFFFFF030008000700"> : tensor<2x3xi16>
    %2 = stablehlo.constant dense<"0xFDFFFFFFFEFFFFFFFFFFFFFF030000000800000007000000"> : tensor<2x3xi32>
    %3 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF030000000000000008000000000000000700000000000000"> : tensor<2x3xi64>
    %4 = stablehlo.constant dense<"0xFDFEFF030807"> : tensor<2x3xui8>
    %5 = stablehlo.constant dense<"0xFDFFFEFFFFFF030008000700"> : tensor<2x3xui16>
    %6 = stablehlo.constant dense<"0xFDFFFFFFFEFFFFFFFFFFFFFF030000000800000007000000"> : tensor<2x3xui32>
    %7 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF030000000000000008000000000000000700000000000000"> : tensor<2x3xui64>
    %8 = stablehlo.constant dense<"0x00C200C000BC004200480047"> : tensor<2x3xf16>
    %9 = stablehlo.constant dense<"0x40C000C080BF40400041E040"> : tensor<2x3xbf16>
    %10 = stablehlo.constant dense<"0x000040C0000000C0000080BF00004040000000410000E040"> : tensor<2x3xf32>
    %11 = stablehlo.constant dense<"0x00000000000008C000000000000000C0000000000000F0BF000000000000084000000000000020400000000000001C40"> : tensor<2x3xf64>
    %12 = stablehlo.constant dense<[[false, true, false], [false, true, false]]> : tensor<2x3xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<2x3xi8>, tensor<2x3xi16>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xui8>, tensor<2x3xui16>, tensor<2x3xui32>, tensor<2x3xui64>, tensor<2x3xf16>, tensor<2x3xbf16>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xi1>
  }
}
