module @reduction_product_other_types {
  func.func private @program(%arg0: tensor<4x6xi8>, %arg1: tensor<4x6xi16>, %arg2: tensor<4x6xui8>, %arg3: tensor<4x6xui16>, %arg4: tensor<4x6xui32>, %arg5: tensor<4x6xui64>, %arg6: tensor<4x6xf16>, %arg7: tensor<4x6xbf16>) -> (tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>) {
    %c = stablehlo.constant dense<1> : tensor<i8>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xi8>, tensor<i8>) -> tensor<4xi8>
    %c_0 = stablehlo.constant dense<1> : tensor<i16>
    %1 = stablehlo.reduce(%arg1 init: %c_0) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xi16>, tensor<i16>) -> tensor<4xi16>
    %c_1 = stablehlo.constant dense<1> : tensor<ui8>
    %2 = stablehlo.reduce(%arg2 init: %c_1) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xui8>, tensor<ui8>) -> tensor<4xui8>
    %c_2 = stablehlo.constant dense<1> : tensor<ui16>
    %3 = stablehlo.reduce(%arg3 init: %c_2) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xui16>, tensor<ui16>) -> tensor<4xui16>
    %c_3 = stablehlo.constant dense<1> : tensor<ui32>
    %4 = stablehlo.reduce(%arg4 init: %c_3) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xui32>, tensor<ui32>) -> tensor<4xui32>
    %c_4 = stablehlo.constant dense<1> : tensor<ui64>
    %5 = stablehlo.reduce(%arg5 init: %c_4) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xui64>, tensor<ui64>) -> tensor<4xui64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %6 = stablehlo.reduce(%arg6 init: %cst) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xf16>, tensor<f16>) -> tensor<4xf16>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %7 = stablehlo.reduce(%arg7 init: %cst_5) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<4xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>
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
    %0 = stablehlo.constant dense<"0x00000202FEFE0202FEFE02FFFE02FEFF0201FEFE02020200"> : tensor<4x6xi8>
    %1 = stablehlo.constant dense<"0x0000000002000200FEFFFEFF02000200FEFFFEFF0200FFFFFEFF0200FEFFFFFF02000100FEFFFEFF0200020002000000"> : tensor<4x6xi16>
    %2 = stablehlo.constant dense<"0x00000202FEFE0202FEFE02FFFE02FEFF0201FEFE02020200"> : tensor<4x6xui8>
    %3 = stablehlo.constant dense<"0x0000000002000200FEFFFEFF02000200FEFFFEFF0200FFFFFEFF0200FEFFFFFF02000100FEFFFEFF0200020002000000"> : tensor<4x6xui16>
    %4 = stablehlo.constant dense<"0x00000000000000000200000002000000FEFFFFFFFEFFFFFF0200000002000000FEFFFFFFFEFFFFFF02000000FFFFFFFFFEFFFFFF02000000FEFFFFFFFFFFFFFF0200000001000000FEFFFFFFFEFFFFFF02000000020000000200000000000000"> : tensor<4x6xui32>
    %5 = stablehlo.constant dense<"0x0000000000000000000000000000000002000000000000000200000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF02000000000000000200000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000020000000000000002000000000000000000000000000000"> : tensor<4x6xui64>
    %6 = stablehlo.constant dense<"0x000000000040004000C000C00040004000C000C0004000BC00C0004000C000BC0040003C00C000C00040004000400000"> : tensor<4x6xf16>
    %7 = stablehlo.constant dense<"0x000000000040004000C000C00040004000C000C0004080BF00C0004000C080BF0040803F00C000C00040004000400000"> : tensor<4x6xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>
  }
  func.func private @expected() -> (tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>) {
    %0 = stablehlo.constant dense<"0x00E0F000"> : tensor<4xi8>
    %1 = stablehlo.constant dense<"0x0000E0FFF0FF0000"> : tensor<4xi16>
    %2 = stablehlo.constant dense<"0x00E0F000"> : tensor<4xui8>
    %3 = stablehlo.constant dense<"0x0000E0FFF0FF0000"> : tensor<4xui16>
    %4 = stablehlo.constant dense<"0x00000000E0FFFFFFF0FFFFFF00000000"> : tensor<4xui32>
    %5 = stablehlo.constant dense<"0x0000000000000000E0FFFFFFFFFFFFFFF0FFFFFFFFFFFFFF0000000000000000"> : tensor<4xui64>
    %6 = stablehlo.constant dense<"0x000000D000CC0000"> : tensor<4xf16>
    %7 = stablehlo.constant dense<"0x000000C280C10000"> : tensor<4xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xi8>, tensor<4xi16>, tensor<4xui8>, tensor<4xui16>, tensor<4xui32>, tensor<4xui64>, tensor<4xf16>, tensor<4xbf16>
  }
}
