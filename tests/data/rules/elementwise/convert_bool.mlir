module @elementwise_convert_bool {
  func.func private @program(%arg0: tensor<2xi1>) -> (tensor<2xf32>, tensor<2xf64>, tensor<2xi32>, tensor<2xi64>) {
    %0 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xf32>
    %1 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xf64>
    %2 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xi32>
    %3 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xi64>
    return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf64>, tensor<2xi32>, tensor<2xi64>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<2xi1>)
    %e:4 = call @expected() : () -> (tensor<2xf32>, tensor<2xf64>, tensor<2xi32>, tensor<2xi64>)
    %r:4 = call @program(%i) : (tensor<2xi1>) -> (tensor<2xf32>, tensor<2xf64>, tensor<2xi32>, tensor<2xi64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2xi1>) {
    %0 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    return %0 : tensor<2xi1>
  }
  func.func private @expected() -> (tensor<2xf32>, tensor<2xf64>, tensor<2xi32>, tensor<2xi64>) {
    %0 = stablehlo.constant dense<"0x000000000000803F"> : tensor<2xf32>
    %1 = stablehlo.constant dense<"0x0000000000000000000000000000F03F"> : tensor<2xf64>
    %2 = stablehlo.constant dense<"0x0000000001000000"> : tensor<2xi32>
    %3 = stablehlo.constant dense<"0x00000000000000000100000000000000"> : tensor<2xi64>
    return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf64>, tensor<2xi32>, tensor<2xi64>
  }
}
