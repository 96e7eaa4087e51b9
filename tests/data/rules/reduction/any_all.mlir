module @reduction_any_all {
  func.func private @program(%arg0: tensor<3x3xi1>) -> (tensor<3xi1>, tensor<3xi1>, tensor<i1>, tensor<3xi1>) {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.or across dimensions = [1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.and across dimensions = [1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
    %c_1 = stablehlo.constant dense<false> : tensor<i1>
    %2 = stablehlo.reduce(%arg0 init: %c_1) applies stablehlo.or across dimensions = [0, 1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %3 = stablehlo.reduce(%arg0 init: %c_2) applies stablehlo.and across dimensions = [0] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
    return %0, %1, %2, %3 : tensor<3xi1>, tensor<3xi1>, tensor<i1>, tensor<3xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x3xi1>)
    %e:4 = call @expected() : () -> (tensor<3xi1>, tensor<3xi1>, tensor<i1>, tensor<3xi1>)
    %r:4 = call @program(%i) : (tensor<3x3xi1>) -> (tensor<3xi1>, tensor<3xi1>, tensor<i1>, tensor<3xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x3xi1>) {
    %0 = stablehlo.constant dense<[[false, true, false], [true, true, true], [false, false, false]]> : tensor<3x3xi1>
    return %0 : tensor<3x3xi1>
  }
  func.func private @expected() -> (tensor<3xi1>, tensor<3xi1>, tensor<i1>, tensor<3xi1>) {
    %0 = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
    %1 = stablehlo.constant dense<[false, true, false]> : tensor<3xi1>
    %2 = stablehlo.constant dense<true> : tensor<i1>
    %3 = stablehlo.constant dense<[false, false, false]> : tensor<3xi1>
    return %0, %1, %2, %3 : tensor<3xi1>, tensor<3xi1>, tensor<i1>, tensor<3xi1>
  }
}
