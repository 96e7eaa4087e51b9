module @indexing_reverse_types {
  func.func private @program(%arg0: tensor<4x5xi8>, %arg1: tensor<4x5xi16>, %arg2: tensor<4x5xi32>, %arg3: tensor<4x5xi64>, %arg4: tensor<4x5xui8>, %arg5: tensor<4x5xui16>, %arg6: tensor<4x5xui32>, %arg7: tensor<4x5xui64>, %arg8: tensor<4x5xf16>, %arg9: tensor<4x5xbf16>, %arg10: tensor<4x5xf32>, %arg11: tensor<4x5xf64>, %arg12: tensor<4x5xi1>) -> (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>) {
    %0 = stablehlo.reverse %arg0, dims = [1, 0] : tensor<4x5xi8>
    %1 = stablehlo.reverse %arg1, dims = [1, 0] : tensor<4x5xi16>
    %2 = stablehlo.reverse %arg2, dims = [1, 0] : tensor<4x5xi32>
    %3 = stablehlo.reverse %arg3, dims = [1, 0] : tensor<4x5xi64>
    %4 = stablehlo.reverse %arg4, dims = [1, 0] : tensor<4x5xui8>
    %5 = stablehlo.reverse %arg5, dims = [1, 0] : tensor<4x5xui16>
    %6 = stablehlo.reverse %arg6, dims = [1, 0] : tensor<4x5xui32>
    %7 = stablehlo.reverse %arg7, dims = [1, 0] : tensor<4x5xui64>
    %8 = stablehlo.reverse %arg8, dims = [1, 0] : tensor<4x5xf16>
    %9 = stablehlo.reverse %arg9, dims = [1, 0] : tensor<4x5xbf16>
    %10 = stablehlo.reverse %arg10, dims = [1, 0] : tensor<4x5xf32>
    %11 = stablehlo.reverse %arg11, dims = [1, 0] : tensor<4x5xf64>
    %12 = stablehlo.reverse %arg12, dims = [1, 0] : tensor<4x5xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>
  }
  func.func public @main() {
    %i:13 = call @inputs() : () -> (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>)
    %e:13 = call @expected() : () -> (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>)
    %r:13 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7, %i#8, %i#9, %i#10, %i#11, %i#12) : (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>) -> (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4x5xi8>, tensor<4x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4x5xi16>, tensor<4x5xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<4x5xi32>, tensor<4x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<4x5xi64>, tensor<4x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<4x5xui8>, tensor<4x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<4x5xui16>, tensor<4x5xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<4x5xui32>, tensor<4x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<4x5xui64>, tensor<4x5xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<4x5xf16>, tensor<4x5xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<4x5xbf16>, tensor<4x5xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<4x5xf64>, tensor<4x5xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#12, %e#12) {has_side_effect = true} : (tensor<4x5xi1>, tensor<4x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>) {
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
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>
  }
  func.func private @expected() -> (tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>) {
    %0 = stablehlo.constant dense<"0x0D00070803FA02FFFEFDFC090B0605010A0C04FB"> : tensor<4x5xi8>
    %1 = stablehlo.constant dense<"0x0D000000070008000300FAFF0200FFFFFEFFFDFFFCFF09000B000600050001000A000C000400FBFF"> : tensor<4x5xi16>
    %2 = stablehlo.constant dense<"0x0D00000000000000070000000800000003000000FAFFFFFF02000000FFFFFFFFFEFFFFFFFDFFFFFFFCFFFFFF090000000B0000000600000005000000010000000A0000000C00000004000000FBFFFFFF"> : tensor<4x5xi32>
    %3 = stablehlo.constant dense<"0x0D000000000000000000000000000000070000000000000008000000000000000300000000000000FAFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF09000000000000000B000000000000000600000000000000050000000000000001000000000000000A000000000000000C000000000000000400000000000000FBFFFFFFFFFFFFFF"> : tensor<4x5xi64>
    %4 = stablehlo.constant dense<"0x0D00070803FA02FFFEFDFC090B0605010A0C04FB"> : tensor<4x5xui8>
    %5 = stablehlo.constant dense<"0x0D000000070008000300FAFF0200FFFFFEFFFDFFFCFF09000B000600050001000A000C000400FBFF"> : tensor<4x5xui16>
    %6 = stablehlo.constant dense<"0x0D00000000000000070000000800000003000000FAFFFFFF02000000FFFFFFFFFEFFFFFFFDFFFFFFFCFFFFFF090000000B0000000600000005000000010000000A0000000C00000004000000FBFFFFFF"> : tensor<4x5xui32>
    %7 = stablehlo.constant dense<"0x0D000000000000000000000000000000070000000000000008000000000000000300000000000000FAFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF09000000000000000B000000000000000600000000000000050000000000000001000000000000000A000000000000000C000000000000000400000000000000FBFFFFFFFFFFFFFF"> : tensor<4x5xui64>
    %8 = stablehlo.constant dense<"0x804A000000470048004200C6004000BC00C000C200C48048804900460045003C0049004A004400C5"> : tensor<4x5xf16>
    %9 = stablehlo.constant dense<"0x50410000E04000414040C0C0004080BF00C040C080C010413041C040A040803F204140418040A0C0"> : tensor<4x5xbf16>
    %10 = stablehlo.constant dense<"0x00005041000000000000E04000000041000040400000C0C000000040000080BF000000C0000040C0000080C000001041000030410000C0400000A0400000803F0000204100004041000080400000A0C0"> : tensor<4x5xf32>
    %11 = stablehlo.constant dense<"0x0000000000002A4000000000000000000000000000001C400000000000002040000000000000084000000000000018C00000000000000040000000000000F0BF00000000000000C000000000000008C000000000000010C00000000000002240000000000000264000000000000018400000000000001440000000000000F03F00000000000024400000000000002840000000000000104000000000000014C0"> : tensor<4x5xf64>
    %12 = stablehlo.constant dense<[[false, true, false, true, false], [true, true, false, true, false], [true, false, false, true, false], [false, true, true, true, false]]> : tensor<4x5xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<4x5xi8>, tensor<4x5xi16>, tensor<4x5xi32>, tensor<4x5xi64>, tensor<4x5xui8>, tensor<4x5xui16>, tensor<4x5xui32>, tensor<4x5xui64>, tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf32>, tensor<4x5xf64>, tensor<4x5xi1>
  }
}
