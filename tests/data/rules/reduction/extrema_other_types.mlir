module @reduction_extrema_other_types {
  func.func private @program(%arg0: tensor<4x6xi8>, %arg1: tensor<4x6xi16>, %arg2: tensor<4x6xui8>, %arg3: tensor<4x6xui16>, %arg4: tensor<4x6xui32>, %arg5: tensor<4x6xui64>, %arg6: tensor<4x6xf16>, %arg7: tensor<4x6xbf16>) -> (tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>) {
    %0 = stablehlo.slice %arg0 [0:1, 0:1] : (tensor<4x6xi8>) -> tensor<1x1xi8>
    %1 = stablehlo.reshape %0 : (tensor<1x1xi8>) -> tensor<i8>
    %2 = stablehlo.reduce(%arg0 init: %1) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xi8>, tensor<i8>) -> tensor<4xi8>
    %3 = stablehlo.slice %arg0 [0:1, 0:1] : (tensor<4x6xi8>) -> tensor<1x1xi8>
    %4 = stablehlo.reshape %3 : (tensor<1x1xi8>) -> tensor<i8>
    %5 = stablehlo.reduce(%arg0 init: %4) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xi8>, tensor<i8>) -> tensor<4xi8>
    %6 = stablehlo.subtract %2, %5 : tensor<4xi8>
    %7 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<4x6xi16>) -> tensor<1x1xi16>
    %8 = stablehlo.reshape %7 : (tensor<1x1xi16>) -> tensor<i16>
    %9 = stablehlo.reduce(%arg1 init: %8) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xi16>, tensor<i16>) -> tensor<4xi16>
    %10 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<4x6xi16>) -> tensor<1x1xi16>
    %11 = stablehlo.reshape %10 : (tensor<1x1xi16>) -> tensor<i16>
    %12 = stablehlo.reduce(%arg1 init: %11) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xi16>, tensor<i16>) -> tensor<4xi16>
    %13 = stablehlo.subtract %9, %12 : tensor<4xi16>
    %14 = stablehlo.slice %arg2 [0:1, 0:1] : (tensor<4x6xui8>) -> tensor<1x1xui8>
    %15 = stablehlo.reshape %14 : (tensor<1x1xui8>) -> tensor<ui8>
    %16 = stablehlo.reduce(%arg2 init: %15) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xui8>, tensor<ui8>) -> tensor<4xui8>
    %17 = stablehlo.slice %arg2 [0:1, 0:1] : (tensor<4x6xui8>) -> tensor<1x1xui8>
    %18 = stablehlo.reshape %17 : (tensor<1x1xui8>) -> tensor<ui8>
    %19 = stablehlo.reduce(%arg2 init: %18) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xui8>, tensor<ui8>) -> tensor<4xui8>
    %20 = stablehlo.subtract %16, %19 : tensor<4xui8>
    %21 = stablehlo.slice %arg3 [0:1, 0:1] : (tensor<4x6xui16>) -> tensor<1x1xui16>
    %22 = stablehlo.reshape %21 : (tensor<1x1xui16>) -> tensor<ui16>
    %23 = stablehlo.reduce(%arg3 init: %22) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xui16>, tensor<ui16>) -> tensor<4xui16>
    %24 = stablehlo.slice %arg3 [0:1, 0:1] : (tensor<4x6xui16>) -> tensor<1x1xui16>
    %25 = stablehlo.reshape %24 : (tensor<1x1xui16>) -> tensor<ui16>
    %26 = stablehlo.reduce(%arg3 init: %25) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xui16>, tensor<ui16>) -> tensor<4xui16>
    %27 = stablehlo.subtract %23, %26 : tensor<4xui16>
    %28 = stablehlo.slice %arg4 [0:1, 0:1] : (tensor<4x6xui32>) -> tensor<1x1xui32>
    %29 = stablehlo.reshape %28 : (tensor<1x1xui32>) -> tensor<ui32>
    %30 = stablehlo.reduce(%arg4 init: %29) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xui32>, tensor<ui32>) -> tensor<4xui32>
    %31 = stablehlo.slice %arg4 [0:1, 0:1] : (tensor<4x6xui32>) -> tensor<1x1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1x1xui32>) -> tensor<ui32>
    %33 = stablehlo.reduce(%arg4 init: %32) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xui32>, tensor<ui32>) -> tensor<4xui32>
    %34 = stablehlo.subtract %30, %33 : tensor<4xui32>
    %35 = stablehlo.slice %arg5 [0:1, 0:1] : (tensor<4x6xui64>) -> tensor<1x1xui64>
    %36 = stablehlo.reshape %35 : (tensor<1x1xui64>) -> tensor<ui64>
    %37 = stablehlo.reduce(%arg5 init: %36) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xui64>, tensor<ui64>) -> tensor<4xui64>
    %38 = stablehlo.slice %arg5 [0:1, 0:1] : (tensor<4x6xui64>) -> tensor<1x1xui64>
    %39 = stablehlo.reshape %38 : (tensor<1x1xui64>) -> tensor<ui64>
    %40 = stablehlo.reduce(%arg5 init: %39) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xui64>, tensor<ui64>) -> tensor<4xui64>
    %41 = stablehlo.subtract %37, %40 : tensor<4xui64>
    %42 = stablehlo.slice %arg6 [0:1, 0:1] : (tensor<4x6xf16>) -> tensor<1x1xf16>
    %43 = stablehlo.reshape %42 : (tensor<1x1xf16>) -> tensor<f16>
    %44 = stablehlo.reduce(%arg6 init: %43) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xf16>, tensor<f16>) -> tensor<4xf16>
    %45 = stablehlo.slice %arg6 [0:1, 0:1] : (tensor<4x6xf16>) -> tensor<1x1xf16>
    %46 = stablehlo.reshape %45 : (tensor<1x1xf16>) -> tensor<f16>
    %47 = stablehlo.reduce(%arg6 init: %46) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xf16>, tensor<f16>) -> tensor<4xf16>
    %48 = stablehlo.subtract %44, %47 : tensor<4xf16>
    %49 = stablehlo.slice %arg7 [0:1, 0:1] : (tensor<4x6xbf16>) -> tensor<1x1xbf16>
    %50 = stablehlo.reshape %49 : (tensor<1x1xbf16>) -> tensor<bf16>
    %51 = stablehlo.reduce(%arg7 init: %50) applies stablehlo.maximum across dimensions = [1] : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %52 = stablehlo.slice %arg7 [0:1, 0:1] : (tensor<4x6xbf16>) -> tensor<1x1xbf16>
    %53 = stablehlo.reshape %52 : (tensor<1x1xbf16>) -> tensor<bf16>
    %54 = stablehlo.reduce(%arg7 init: %53) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %55 = stablehlo.subtract %51, %54 : tensor<4xbf16>
    return %6, %13, %20, %27, %34, %41, %48, %55 : tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>
  }
  func.func public @main() {
    %i:8 = call @inputs() : () -> (tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>)
    %e:8 = call @expected() : () -> (tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>)
    %r:8 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7) : (tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>) -> (tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
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
  func.func private @expected() -> (tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>) {
    %0 = stablehlo.constant dense<"0x0A080709"> : tensor<4xi8>
    %1 = stablehlo.constant dense<"0x0A00080007000900"> : tensor<4xi16>
    %2 = stablehlo.constant dense<"0xFCFFFFFB"> : tensor<4xui8>
    %3 = stablehlo.constant dense<"0xFCFFFFFFFFFFFBFF"> : tensor<4xui16>
    %4 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFFFFFFFFFFFBFFFFFF"> : tensor<4xui32>
    %5 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF"> : tensor<4xui64>
    %6 = stablehlo.constant dense<"0x0049004800478048"> : tensor<4xf16>
    %7 = stablehlo.constant dense<"0x20410041E0401041"> : tensor<4xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>
  }
}
