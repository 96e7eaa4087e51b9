module @elementwise_bool_add_multiply {
  func.func private @program(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xi1>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<4xi1>
    return %0, %1 : tensor<4xi1>, tensor<4xi1>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<4xi1>, tensor<4xi1>)
    %e:2 = call @expected() : () -> (tensor<4xi1>, tensor<4xi1>)
    %r:2 = call @program(%i#0, %i#1) : (tensor<4xi1>, tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xi1>, tensor<4xi1>) {
    %0 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
    %1 = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
    return %0, %1 : tensor<4xi1>, tensor<4xi1>
  }
  func.func private @expected() -> (tensor<4xi1>, tensor<4xi1>) {
    %0 = stablehlo.constant dense<[false, true, true, true]> : tensor<4xi1>
    %1 = stablehlo.constant dense<[false, false, false, true]> : tensor<4xi1>
    return %0, %1 : tensor<4xi1>, tensor<4xi1>
  }
}
