module @shape_reshape_types {
  func.func private @program(%arg0: tensor<2x3xf64>, %arg1: tensor<2x3xi32>, %arg2: tensor<2x3xi64>, %arg3: tensor<2x3xi1>) -> (tensor<3x2xf64>, tensor<3x2xi32>, tensor<3x2xi64>, tensor<3x2xi1>) {
    %0 = stablehlo.reshape %arg0 : (tensor<2x3xf64>) -> tensor<3x2xf64>
    %1 = stablehlo.reshape %arg1 : (tensor<2x3xi32>) -> tensor<3x2xi32>
    %2 = stablehlo.reshape %arg2 : (tensor<2x3xi64>) -> tensor<3x2xi64>
    %3 = stablehlo.reshape %arg3 : (tensor<2x3xi1>) -> tensor<3x2xi1>
    return %0, %1, %2, %3 : tensor<3x2xf64>, tensor<3x2xi32>, tensor<3x2xi64>, tensor<3x2xi1>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>)
    %e:4 = call @expected() : () -> (tensor<3x2xf64>, tensor<3x2xi32>, tensor<3x2xi64>, tensor<3x2xi1>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>) -> (tensor<3x2xf64>, tensor<3x2xi32>, tensor<3x2xi64>, tensor<3x2xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x2xf64>, tensor<3x2xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x2xi64>, tensor<3x2xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x2xi1>, tensor<3x2xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>) {
    %0 = stablehlo.constant dense<"0x000000000000004000000000000000C00000000000000000000000000000F0BF0000000000000840000000000000F03F"> : tensor<2x3xf64>
    %1 = stablehlo.constant dense<"0x02000000FEFFFFFF00000000FFFFFFFF0300000001000000"> : tensor<2x3xi32>
    %2 = stablehlo.constant dense<"0x0200000000000000FEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF03000000000000000100000000000000"> : tensor<2x3xi64>
    %3 = stablehlo.constant dense<[[true, true, true], [false, false, false]]> : tensor<2x3xi1>
    return %0, %1, %2, %3 : tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>
  }
  func.func private @expected() -> (tensor<3x2xf64>, tensor<3x2xi32>, tensor<3x2xi64>, tensor<3x2xi1>) {
    %0 = stablehlo.constant dense<"0x000000000000004000000000000000C00000000000000000000000000000F0BF0000000000000840000000000000F03F"> : tensor<3x2xf64>
    %1 = stablehlo.constant dense<"0x02000000FEFFFFFF00000000FFFFFFFF0300000001000000"> : tensor<3x2xi32>
    %2 = stablehlo.constant dense<"0x0200000000000000FEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF03000000000000000100000000000000"> : tensor<3x2xi64>
    %3 = stablehlo.constant dense<[[true, true], [true, false], [false, false]]> : tensor<3x2xi1>
    return %0, %1, %2, %3 : tensor<3x2xf64>, tensor<3x2xi32>, tensor<3x2xi64>, tensor<3x2xi1>
  }
}
