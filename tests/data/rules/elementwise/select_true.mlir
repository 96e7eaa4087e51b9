module @elementwise_select_true {
  func.func private @program(%arg0: tensor<i1>, %arg1: tensor<3x5xf16>, %arg2: tensor<3x5xf16>, %arg3: tensor<3x5xbf16>, %arg4: tensor<3x5xbf16>, %arg5: tensor<3x5xf32>, %arg6: tensor<3x5xf32>, %arg7: tensor<3x5xf64>, %arg8: tensor<3x5xf64>, %arg9: tensor<3x5xi8>, %arg10: tensor<3x5xi8>, %arg11: tensor<3x5xi16>, %arg12: tensor<3x5xi16>, %arg13: tensor<3x5xi32>, %arg14: tensor<3x5xi32>, %arg15: tensor<3x5xi64>, %arg16: tensor<3x5xi64>, %arg17: tensor<3x5xui8>, %arg18: tensor<3x5xui8>, %arg19: tensor<3x5xui16>, %arg20: tensor<3x5xui16>, %arg21: tensor<3x5xui32>, %arg22: tensor<3x5xui32>, %arg23: tensor<3x5xui64>, %arg24: tensor<3x5xui64>, %arg25: tensor<3x5xi1>, %arg26: tensor<3x5xi1>) -> (tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xi1>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<3x5xf16>
    %1 = stablehlo.select %arg0, %arg3, %arg4 : tensor<i1>, tensor<3x5xbf16>
    %2 = stablehlo.select %arg0, %arg5, %arg6 : tensor<i1>, tensor<3x5xf32>
    %3 = stablehlo.select %arg0, %arg7, %arg8 : tensor<i1>, tensor<3x5xf64>
    %4 = stablehlo.select %arg0, %arg9, %arg10 : tensor<i1>, tensor<3x5xi8>
    %5 = stablehlo.select %arg0, %arg11, %arg12 : tensor<i1>, tensor<3x5xi16>
    %6 = stablehlo.select %arg0, %arg13, %arg14 : tensor<i1>, tensor<3x5xi32>
    %7 = stablehlo.select %arg0, %arg15, %arg16 : tensor<i1>, tensor<3x5xi64>
    %8 = stablehlo.select %arg0, %arg17, %arg18 : tensor<i1>, tensor<3x5xui8>
    %9 = stablehlo.select %arg0, %arg19, %arg20 : tensor<i1>, tensor<3x5xui16>
    %10 = stablehlo.select %arg0, %arg21, %arg22 : tensor<i1>, tensor<3x5xui32>
    %11 = stablehlo.select %arg0, %arg23, %arg24 : tensor<i1>, tensor<3x5xui64>
    %12 = stablehlo.select %arg0, %arg25, %arg26 : tensor<i1>, tensor<3x5xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xi1>
  }
  func.func public @main() {
    %i:27 = call @inputs() : () -> (tensor<i1>, tensor<3x5xf16>, tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xi1>, tensor<3x5xi1>)
    %e:13 = call @expected() : () -> (tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xi1>)
    %r:13 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7, %i#8, %i#9, %i#10, %i#11, %i#12, %i#13, %i#14, %i#15, %i#16, %i#17, %i#18, %i#19, %i#20, %i#21, %i#22, %i#23, %i#24, %i#25, %i#26) : (tensor<i1>, tensor<3x5xf16>, tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xi1>, tensor<3x5xi1>) -> (tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<3x5xi16>, tensor<3x5xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<3x5xui16>, tensor<3x5xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<3x5xui64>, tensor<3x5xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#12, %e#12) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i1>, tensor<3x5xf16>, tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xi1>, tensor<3x5xi1>) {
    %0 = stablehlo.constant dense<true> : tensor<i1>
    %1 = stablehlo.constant dense<"0x007E007C00800000003C004800C5004600C500C700C600C000C600470045"> : tensor<3x5xf16>
    %2 = stablehlo.constant dense<"0x004500C080C800C500BC003C00BC003C00C2004000FC007E000000800040"> : tensor<3x5xf16>
    %3 = stablehlo.constant dense<"0xC07F807F00800000803F00C0C0C000C000C0004100C08040004040C080BF"> : tensor<3x5xbf16>
    %4 = stablehlo.constant dense<"0x00C1803F00C0A0C0E0C0E0C0E04080C0C04000C180FFC07F000000800040"> : tensor<3x5xbf16>
    %5 = stablehlo.constant dense<"0x0000C07F0000807F00000080000000000000803F0000E0C000000041000000C100004040000080BF00000041000000410000E0C0000010C1000040C0"> : tensor<3x5xf32>
    %6 = stablehlo.constant dense<"0x000000C0000000000000C0C00000804000000000000080C00000E0C0000080BF0000E0400000A0C0000080FF0000C07F000000000000008000000040"> : tensor<3x5xf32>
    %7 = stablehlo.constant dense<"0x000000000000F87F000000000000F07F00000000000000800000000000000000000000000000F03F0000000000000840000000000000004000000000000018C000000000000020C00000000000000840000000000000F03F0000000000000000000000000000F0BF00000000000008C00000000000001CC0"> : tensor<3x5xf64>
    %8 = stablehlo.constant dense<"0x00000000000008C000000000000014C00000000000001C4000000000000020C0000000000000204000000000000008C000000000000010C000000000000000C0000000000000F0BF000000000000F0BF000000000000F0FF000000000000F87F000000000000000000000000000000800000000000000040"> : tensor<3x5xf64>
    %9 = stablehlo.constant dense<"0xFC06FCFC07FD010302000002FA06F9"> : tensor<3x5xi8>
    %10 = stablehlo.constant dense<"0x06FA00FDFFFAFDFF0508050407FC08"> : tensor<3x5xi8>
    %11 = stablehlo.constant dense<"0xFCFFF7FF0500FBFF0800050002000100FBFF0500FFFF0700F9FF0100FEFF"> : tensor<3x5xi16>
    %12 = stablehlo.constant dense<"0xF8FF0700F7FFFAFFFAFFFEFFF9FF0200F8FF0800030002000700FEFF0500"> : tensor<3x5xi16>
    %13 = stablehlo.constant dense<"0x02000000FFFFFFFFFCFFFFFFFDFFFFFFF8FFFFFFF9FFFFFF0500000003000000FFFFFFFFFFFFFFFF0700000003000000FAFFFFFF04000000F7FFFFFF"> : tensor<3x5xi32>
    %14 = stablehlo.constant dense<"0x06000000000000000400000003000000FBFFFFFF08000000FAFFFFFF02000000FAFFFFFFF8FFFFFFF7FFFFFF0100000002000000FDFFFFFF02000000"> : tensor<3x5xi32>
    %15 = stablehlo.constant dense<"0xFAFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0500000000000000F7FFFFFFFFFFFFFF030000000000000003000000000000000500000000000000FCFFFFFFFFFFFFFF0100000000000000FCFFFFFFFFFFFFFF0300000000000000010000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %16 = stablehlo.constant dense<"0x0500000000000000010000000000000003000000000000000600000000000000FAFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF0100000000000000F7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF8FFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000"> : tensor<3x5xi64>
    %17 = stablehlo.constant dense<"0xF7FB0308040007070401FE06040004"> : tensor<3x5xui8>
    %18 = stablehlo.constant dense<"0x07F8FDF704FA0208FEFDFF05FAFDFF"> : tensor<3x5xui8>
    %19 = stablehlo.constant dense<"0x02000300FDFF0000050003000000FAFF0800FDFF0500FBFF08000100FCFF"> : tensor<3x5xui16>
    %20 = stablehlo.constant dense<"0x0000FBFF07000200000003000500FEFF0300F9FF0200FBFF03000800FAFF"> : tensor<3x5xui16>
    %21 = stablehlo.constant dense<"0xFCFFFFFFF7FFFFFFFCFFFFFF000000000000000005000000F9FFFFFF03000000F9FFFFFF0600000005000000FEFFFFFFFFFFFFFFFCFFFFFFFAFFFFFF"> : tensor<3x5xui32>
    %22 = stablehlo.constant dense<"0x0600000007000000FAFFFFFFFBFFFFFFFCFFFFFF03000000F7FFFFFF03000000F9FFFFFFF8FFFFFFF9FFFFFFF8FFFFFFF8FFFFFF0400000007000000"> : tensor<3x5xui32>
    %23 = stablehlo.constant dense<"0xF9FFFFFFFFFFFFFF0500000000000000FAFFFFFFFFFFFFFF050000000000000006000000000000000300000000000000000000000000000007000000000000000700000000000000F9FFFFFFFFFFFFFF0600000000000000F9FFFFFFFFFFFFFF04000000000000000600000000000000F8FFFFFFFFFFFFFF"> : tensor<3x5xui64>
    %24 = stablehlo.constant dense<"0x000000000000000000000000000000000700000000000000FBFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFAFFFFFFFFFFFFFF0500000000000000FEFFFFFFFFFFFFFF0700000000000000050000000000000006000000000000000800000000000000F7FFFFFFFFFFFFFF0000000000000000FBFFFFFFFFFFFFFF"> : tensor<3x5xui64>
    %25 = stablehlo.constant dense<[[false, true, true, true, true], [true, true, true, true, true], [true, true, true, true, true]]> : tensor<3x5xi1>
    %26 = stablehlo.constant dense<[[true, true, true, true, true], [true, true, true, true, true], [true, true, true, true, false]]> : tensor<3x5xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26 : tensor<i1>, tensor<3x5xf16>, tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xi1>, tensor<3x5xi1>
  }
  func.func private @expected() -> (tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xi1>) {
    %0 = stablehlo.constant dense<"0x007E007C00800000003C004800C5004600C500C700C600C000C600470045"> : tensor<3x5xf16>
    %1 = stablehlo.constant dense<"0xC07F807F00800000803F00C0C0C000C000C0004100C08040004040C080BF"> : tensor<3x5xbf16>
    %2 = stablehlo.constant dense<"0x0000C07F0000807F00000080000000000000803F0000E0C000000041000000C100004040000080BF00000041000000410000E0C0000010C1000040C0"> : tensor<3x5xf32>
    %3 = stablehlo.constant dense<"0x000000000000F87F000000000000F07F00000000000000800000000000000000000000000000F03F0000000000000840000000000000004000000000000018C000000000000020C00000000000000840000000000000F03F0000000000000000000000000000F0BF00000000000008C00000000000001CC0"> : tensor<3x5xf64>
    %4 = stablehlo.constant dense<"0xFC06FCFC07FD010302000002FA06F9"> : tensor<3x5xi8>
    %5 = stablehlo.constant dense<"0xFCFFF7FF0500FBFF0800050002000100FBFF0500FFFF0700F9FF0100FEFF"> : tensor<3x5xi16>
    %6 = stablehlo.constant dense<"0x02000000FFFFFFFFFCFFFFFFFDFFFFFFF8FFFFFFF9FFFFFF0500000003000000FFFFFFFFFFFFFFFF0700000003000000FAFFFFFF04000000F7FFFFFF"> : tensor<3x5xi32>
    %7 = stablehlo.constant dense<"0xFAFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0500000000000000F7FFFFFFFFFFFFFF030000000000000003000000000000000500000000000000FCFFFFFFFFFFFFFF0100000000000000FCFFFFFFFFFFFFFF0300000000000000010000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %8 = stablehlo.constant dense<"0xF7FB0308040007070401FE06040004"> : tensor<3x5xui8>
    %9 = stablehlo.constant dense<"0x02000300FDFF0000050003000000FAFF0800FDFF0500FBFF08000100FCFF"> : tensor<3x5xui16>
    %10 = stablehlo.constant dense<"0xFCFFFFFFF7FFFFFFFCFFFFFF000000000000000005000000F9FFFFFF03000000F9FFFFFF0600000005000000FEFFFFFFFFFFFFFFFCFFFFFFFAFFFFFF"> : tensor<3x5xui32>
    %11 = stablehlo.constant dense<"0xF9FFFFFFFFFFFFFF0500000000000000FAFFFFFFFFFFFFFF050000000000000006000000000000000300000000000000000000000000000007000000000000000700000000000000F9FFFFFFFFFFFFFF0600000000000000F9FFFFFFFFFFFFFF04000000000000000600000000000000F8FFFFFFFFFFFFFF"> : tensor<3x5xui64>
    %12 = stablehlo.constant dense<[[false, true, true, true, true], [true, true, true, true, true], [true, true, true, true, true]]> : tensor<3x5xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<3x5xf16>, tensor<3x5xbf16>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi8>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x5xui64>, tensor<3x5xi1>
  }
}
