module @elementwise_compare_bool {
  func.func private @program(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %1 = stablehlo.compare NE, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %2 = stablehlo.compare LT, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %3 = stablehlo.compare LE, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %4 = stablehlo.compare GT, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %5 = stablehlo.compare GE, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    return %0, %1, %2, %3, %4, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<4xi1>, tensor<4xi1>)
    %e:6 = call @expected() : () -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>)
    %r:6 = call @program(%i#0, %i#1) : (tensor<4xi1>, tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xi1>, tensor<4xi1>) {
    %0 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
    %1 = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
    return %0, %1 : tensor<4xi1>, tensor<4xi1>
  }
  func.func private @expected() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
    %0 = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
    %1 = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
    %2 = stablehlo.constant dense<[false, true, false, false]> : tensor<4xi1>
    %3 = stablehlo.constant dense<[true, true, false, true]> : tensor<4xi1>
    %4 = stablehlo.constant dense<[false, false, true, false]> : tensor<4xi1>
    %5 = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
    return %0, %1, %2, %3, %4, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
  }
}
