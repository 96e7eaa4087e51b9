module @elementwise_convert_bool {
  func.func private @program(%arg0: tensor<2xi1>) -> (tensor<2xf16>, tensor<2xbf16>, tensor<2xf32>, tensor<2xf64>, tensor<2xi8>, tensor<2xi16>, tensor<2xi32>, tensor<2xi64>, tensor<2xui8>, tensor<2xui16>, tensor<2xui32>, tensor<2xui64>) {
    %0 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xf16>
    %1 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xbf16>
    %2 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xf32>
    %3 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xf64>
    %4 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xi8>
    %5 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xi16>
    %6 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xi32>
    %7 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xi64>
    %8 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xui8>
    %9 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xui16>
    %10 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xui32>
    %11 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xui64>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<2xf16>, tensor<2xbf16>, tensor<2xf32>, tensor<2xf64>, tensor<2xi8>, tensor<2xi16>, tensor<2xi32>, tensor<2xi64>, tensor<2xui8>, tensor<2xui16>, tensor<2xui32>, tensor<2xui64>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<2xi1>)
    %e:12 = call @expected() : () -> (tensor<2xf16>, tensor<2xbf16>, tensor<2xf32>, tensor<2xf64>, tensor<2xi8>, tensor<2xi16>, tensor<2xi32>, tensor<2xi64>, tensor<2xui8>, tensor<2xui16>, tensor<2xui32>, tensor<2xui64>)
    %r:12 = call @program(%i) : (tensor<2xi1>) -> (tensor<2xf16>, tensor<2xbf16>, tensor<2xf32>, tensor<2xf64>, tensor<2xi8>, tensor<2xi16>, tensor<2xi32>, tensor<2xi64>, tensor<2xui8>, tensor<2xui16>, tensor<2xui32>, tensor<2xui64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<2xbf16>, tensor<2xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<2xi16>, tensor<2xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2xi1>) {
    %0 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    return %0 : tensor<2xi1>
  }
  func.func private @expected() -> (tensor<2xf16>, tensor<2xbf16>, tensor<2xf32>, tensor<2xf64>, tensor<2xi8>, tensor<2xi16>, tensor<2xi32>, tensor<2xi64>, tensor<2xui8>, tensor<2xui16>, tensor<2xui32>, tensor<2xui64>) {
    %0 = stablehlo.constant dense<"0x0000003C"> : tensor<2xf16>
    %1 = stablehlo.constant dense<"0x0000803F"> : tensor<2xbf16>
    %2 = stablehlo.constant dense<"0x000000000000803F"> : tensor<2xf32>
    %3 = stablehlo.constant dense<"0x0000000000000000000000000000F03F"> : tensor<2xf64>
    %4 = stablehlo.constant dense<"0x0001"> : tensor<2xi8>
    %5 = stablehlo.constant dense<"0x00000100"> : tensor<2xi16>
    %6 = stablehlo.constant dense<"0x0000000001000000"> : tensor<2xi32>
    %7 = stablehlo.constant dense<"0x00000000000000000100000000000000"> : tensor<2xi64>
    %8 = stablehlo.constant dense<"0x0001"> : tensor<2xui8>
    %9 = stablehlo.constant dense<"0x00000100"> : tensor<2xui16>
    %10 = stablehlo.constant dense<"0x0000000001000000"> : tensor<2xui32>
    %11 = stablehlo.constant dense<"0x00000000000000000100000000000000"> : tensor<2xui64>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<2xf16>, tensor<2xbf16>, tensor<2xf32>, tensor<2xf64>, tensor<2xi8>, tensor<2xi16>, tensor<2xi32>, tensor<2xi64>, tensor<2xui8>, tensor<2xui16>, tensor<2xui32>, tensor<2xui64>
  }
}
