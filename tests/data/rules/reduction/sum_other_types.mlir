module @reduction_sum_other_types {
  func.func private @program(%arg0: tensor<4x6xi8>, %arg1: tensor<4x6xi16>, %arg2: tensor<4x6xui8>, %arg3: tensor<4x6xui16>, %arg4: tensor<4x6xui32>, %arg5: tensor<4x6xui64>, %arg6: tensor<4x6xf16>, %arg7: tensor<4x6xbf16>) -> (tensor<6xi8>, tensor<6xi16>, tensor<6xui8>, tensor<6xui16>, tensor<6xui32>, tensor<6xui64>, tensor<6xf16>, tensor<6xbf16>) {
    %c = stablehlo.constant dense<0> : tensor<i8>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4x6xi8>, tensor<i8>) -> tensor<6xi8>
    %c_0 = stablehlo.constant dense<0> : tensor<i16>
    %1 = stablehlo.reduce(%arg1 init: %c_0) applies stablehlo.add across dimensions = [0] : (tensor<4x6xi16>, tensor<i16>) -> tensor<6xi16>
    %c_1 = stablehlo.constant dense<0> : tensor<ui8>
    %2 = stablehlo.reduce(%arg2 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<4x6xui8>, tensor<ui8>) -> tensor<6xui8>
    %c_2 = stablehlo.constant dense<0> : tensor<ui16>
    %3 = stablehlo.reduce(%arg3 init: %c_2) applies stablehlo.add across dimensions = [0] : (tensor<4x6xui16>, tensor<ui16>) -> tensor<6xui16>
    %c_3 = stablehlo.constant dense<0> : tensor<ui32>
    %4 = stablehlo.reduce(%arg4 init: %c_3) applies stablehlo.add across dimensions = [0] : (tensor<4x6xui32>, tensor<ui32>) -> tensor<6xui32>
    %c_4 = stablehlo.constant dense<0> : tensor<ui64>
    %5 = stablehlo.reduce(%arg5 init: %c_4) applies stablehlo.add across dimensions = [0] : (tensor<4x6xui64>, tensor<ui64>) -> tensor<6xui64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %6 = stablehlo.reduce(%arg6 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf16>, tensor<f16>) -> tensor<6xf16>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %7 = stablehlo.reduce(%arg7 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<6xi8>, tensor<6xi16>, tensor<6xui8>, tensor<6xui16>, tensor<6xui32>, tensor<6xui64>, tensor<6xf16>, tensor<6xbf16>
  }
  func.func public @main() {
    %i:8 = call @inputs() : () -> (tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>)
    %e:8 = call @expected() : () -> (tensor<6xi8>, tensor<6xi16>, tensor<6xui8>, tensor<6xui16>, tensor<6xui32>, tensor<6xui64>, tensor<6xf16>, tensor<6xbf16>)
    %r:8 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7) : (tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>) -> (tensor<6xi8>, tensor<6xi16>, tensor<6xui8>, tensor<6xui16>, tensor<6xui32>, tensor<6xui64>, tensor<6xf16>, tensor<6xbf16>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<6xui8>, tensor<6xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<6xf16>, tensor<6xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<6xbf16>, tensor<6xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>) {
    %0 = stablehlo.constant dense<"0x00000305FBFC0405FDFE04FFFE04FDFF0201FBFB04030400"> : tensor<4x6xi8>
    %1 = stablehlo.constant dense<"0x0000000003000500FBFFFCFF04000500FDFFFEFF0400FFFFFEFF0400FDFFFFFF02000100FBFFFBFF0400030004000000"> : tensor<4x6xi16>
    %2 = stablehlo.constant dense<"0x00000305FBFC0405FDFE04FFFE04FDFF0201FBFB04030400"> : tensor<4x6xui8>
    %3 = stablehlo.constant dense<"0x0000000003000500FBFFFCFF04000500FDFFFEFF0400FFFFFEFF0400FDFFFFFF02000100FBFFFBFF0400030004000000"> : tensor<4x6xui16>
    %4 = stablehlo.constant dense<"0x00000000000000000300000005000000FBFFFFFFFCFFFFFF0400000005000000FDFFFFFFFEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FDFFFFFFFFFFFFFF0200000001000000FBFFFFFFFBFFFFFF04000000030000000400000000000000"> : tensor<4x6xui32>
    %5 = stablehlo.constant dense<"0x0000000000000000000000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000500000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FBFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF0400000000000000030000000000000004000000000000000000000000000000"> : tensor<4x6xui64>
    %6 = stablehlo.constant dense<"0x000000000042004500C500C40044004500C200C0004400BC00C0004400C200BC0040003C00C500C50044004200440000"> : tensor<4x6xf16>
    %7 = stablehlo.constant dense<"0x000000004040A040A0C080C08040A04040C000C0804080BF00C0804040C080BF0040803FA0C0A0C08040404080400000"> : tensor<4x6xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>
  }
  func.func private @expected() -> (tensor<6xi8>, tensor<6xi16>, tensor<6xui8>, tensor<6xui16>, tensor<6xui32>, tensor<6xui64>, tensor<6xf16>, tensor<6xbf16>) {
    %0 = stablehlo.constant dense<"0xFD04010505FC"> : tensor<6xi8>
    %1 = stablehlo.constant dense<"0xFDFF0400010005000500FCFF"> : tensor<6xi16>
    %2 = stablehlo.constant dense<"0xFD04010505FC"> : tensor<6xui8>
    %3 = stablehlo.constant dense<"0xFDFF0400010005000500FCFF"> : tensor<6xui16>
    %4 = stablehlo.constant dense<"0xFDFFFFFF04000000010000000500000005000000FCFFFFFF"> : tensor<6xui32>
    %5 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF0400000000000000010000000000000005000000000000000500000000000000FCFFFFFFFFFFFFFF"> : tensor<6xui64>
    %6 = stablehlo.constant dense<"0x00C20044003C0045004500C4"> : tensor<6xf16>
    %7 = stablehlo.constant dense<"0x40C08040803FA040A04080C0"> : tensor<6xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<6xi8>, tensor<6xi16>, tensor<6xui8>, tensor<6xui16>, tensor<6xui32>, tensor<6xui64>, tensor<6xf16>, tensor<6xbf16>
  }
}
