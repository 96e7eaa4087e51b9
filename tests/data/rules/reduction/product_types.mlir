module @reduction_product_types {
  func.func private @program(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf64>, %arg2: tensor<4x6xi32>, %arg3: tensor<4x6xi64>) -> (tensor<4xf32>, tensor<4xf64>, tensor<4xi32>, tensor<4xi64>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %1 = stablehlo.reduce(%arg1 init: %cst_0) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xf64>, tensor<f64>) -> tensor<4xf64>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.reduce(%arg2 init: %c) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xi32>, tensor<i32>) -> tensor<4xi32>
    %c_1 = stablehlo.constant dense<1> : tensor<i64>
    %3 = stablehlo.reduce(%arg3 init: %c_1) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xi64>, tensor<i64>) -> tensor<4xi64>
    return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf64>, tensor<4xi32>, tensor<4xi64>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>)
    %e:4 = call @expected() : () -> (tensor<4xf32>, tensor<4xf64>, tensor<4xi32>, tensor<4xi64>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>) -> (tensor<4xf32>, tensor<4xf64>, tensor<4xi32>, tensor<4xi64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>) {
    %0 = stablehlo.constant dense<"0x00000000000000000000004000000040000000C0000000C00000004000000040000000C0000000C000000040000080BF000000C000000040000000C0000080BF000000400000803F000000C0000000C000000040000000400000004000000000"> : tensor<4x6xf32>
    %1 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000040000000000000004000000000000000C000000000000000C00000000000000040000000000000004000000000000000C000000000000000C00000000000000040000000000000F0BF00000000000000C0000000000000004000000000000000C0000000000000F0BF0000000000000040000000000000F03F00000000000000C000000000000000C00000000000000040000000000000004000000000000000400000000000000000"> : tensor<4x6xf64>
    %2 = stablehlo.constant dense<"0x00000000000000000200000002000000FEFFFFFFFEFFFFFF0200000002000000FEFFFFFFFEFFFFFF02000000FFFFFFFFFEFFFFFF02000000FEFFFFFFFFFFFFFF0200000001000000FEFFFFFFFEFFFFFF02000000020000000200000000000000"> : tensor<4x6xi32>
    %3 = stablehlo.constant dense<"0x0000000000000000000000000000000002000000000000000200000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF02000000000000000200000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0200000000000000020000000000000002000000000000000000000000000000"> : tensor<4x6xi64>
    return %0, %1, %2, %3 : tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>
  }
  func.func private @expected() -> (tensor<4xf32>, tensor<4xf64>, tensor<4xi32>, tensor<4xi64>) {
    %0 = stablehlo.constant dense<"0x00000000000000C2000080C100000000"> : tensor<4xf32>
    %1 = stablehlo.constant dense<"0x000000000000000000000000000040C000000000000030C00000000000000000"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0x00000000E0FFFFFFF0FFFFFF00000000"> : tensor<4xi32>
    %3 = stablehlo.constant dense<"0x0000000000000000E0FFFFFFFFFFFFFFF0FFFFFFFFFFFFFF0000000000000000"> : tensor<4xi64>
    return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf64>, tensor<4xi32>, tensor<4xi64>
  }
}
