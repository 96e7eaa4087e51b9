module @shape_pad_types {
  func.func private @program(%arg0: tensor<2x3xf64>, %arg1: tensor<2x3xi32>, %arg2: tensor<2x3xi64>, %arg3: tensor<2x3xi1>) -> (tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xi64>, tensor<4x4xi1>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = stablehlo.pad %arg0, %cst, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<4x4xf64>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.pad %arg1, %c, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<4x4xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.pad %arg2, %c_0, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<2x3xi64>, tensor<i64>) -> tensor<4x4xi64>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %3 = stablehlo.pad %arg3, %c_1, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<2x3xi1>, tensor<i1>) -> tensor<4x4xi1>
    return %0, %1, %2, %3 : tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xi64>, tensor<4x4xi1>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>)
    %e:4 = call @expected() : () -> (tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xi64>, tensor<4x4xi1>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>) -> (tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xi64>, tensor<4x4xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4x4xf64>, tensor<4x4xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<4x4xi64>, tensor<4x4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<4x4xi1>, tensor<4x4xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>) {
    %0 = stablehlo.constant dense<"0x000000000000004000000000000000C00000000000000000000000000000F0BF0000000000000840000000000000F03F"> : tensor<2x3xf64>
    %1 = stablehlo.constant dense<"0x02000000FEFFFFFF00000000FFFFFFFF0300000001000000"> : tensor<2x3xi32>
    %2 = stablehlo.constant dense<"0x0200000000000000FEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF03000000000000000100000000000000"> : tensor<2x3xi64>
    %3 = stablehlo.constant dense<[[true, true, true], [false, false, false]]> : tensor<2x3xi1>
    return %0, %1, %2, %3 : tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>
  }
  func.func private @expected() -> (tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xi64>, tensor<4x4xi1>) {
    %0 = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F000000000000F03F00000000000000C00000000000000000000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F0000000000000840000000000000F03F000000000000F03F000000000000F03F"> : tensor<4x4xf64>
    %1 = stablehlo.constant dense<"0x01000000010000000100000001000000FEFFFFFF0000000001000000010000000100000001000000010000000100000003000000010000000100000001000000"> : tensor<4x4xi32>
    %2 = stablehlo.constant dense<"0x0100000000000000010000000000000001000000000000000100000000000000FEFFFFFFFFFFFFFF00000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000300000000000000010000000000000001000000000000000100000000000000"> : tensor<4x4xi64>
    %3 = stablehlo.constant dense<[[true, true, true, true], [true, true, true, true], [true, true, true, true], [false, false, true, true]]> : tensor<4x4xi1>
    return %0, %1, %2, %3 : tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xi64>, tensor<4x4xi1>
  }
}
