module @reduction_sum_types {
  func.func private @program(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf64>, %arg2: tensor<4x6xi32>, %arg3: tensor<4x6xi64>) -> (tensor<6xf32>, tensor<6xf64>, tensor<6xi32>, tensor<6xi64>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.reduce(%arg1 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf64>, tensor<f64>) -> tensor<6xf64>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.reduce(%arg2 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4x6xi32>, tensor<i32>) -> tensor<6xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %3 = stablehlo.reduce(%arg3 init: %c_1) applies stablehlo.add across dimensions = [0] : (tensor<4x6xi64>, tensor<i64>) -> tensor<6xi64>
    return %0, %1, %2, %3 : tensor<6xf32>, tensor<6xf64>, tensor<6xi32>, tensor<6xi64>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>)
    %e:4 = call @expected() : () -> (tensor<6xf32>, tensor<6xf64>, tensor<6xi32>, tensor<6xi64>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>) -> (tensor<6xf32>, tensor<6xf64>, tensor<6xi32>, tensor<6xi64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<6xf64>, tensor<6xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C000008040000040400000804000000000"> : tensor<4x6xf32>
    %1 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000840000000000000144000000000000014C000000000000010C00000000000001040000000000000144000000000000008C000000000000000C00000000000001040000000000000F0BF00000000000000C0000000000000104000000000000008C0000000000000F0BF0000000000000040000000000000F03F00000000000014C000000000000014C00000000000001040000000000000084000000000000010400000000000000000"> : tensor<4x6xf64>
    %2 = stablehlo.constant dense<"0x00000000000000000300000005000000FBFFFFFFFCFFFFFF0400000005000000FDFFFFFFFEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FDFFFFFFFFFFFFFF0200000001000000FBFFFFFFFBFFFFFF04000000030000000400000000000000"> : tensor<4x6xi32>
    %3 = stablehlo.constant dense<"0x0000000000000000000000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000500000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FBFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF0400000000000000030000000000000004000000000000000000000000000000"> : tensor<4x6xi64>
    return %0, %1, %2, %3 : tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>
  }
  func.func private @expected() -> (tensor<6xf32>, tensor<6xf64>, tensor<6xi32>, tensor<6xi64>) {
    %0 = stablehlo.constant dense<"0x000040C0000080400000803F0000A0400000A040000080C0"> : tensor<6xf32>
    %1 = stablehlo.constant dense<"0x00000000000008C00000000000001040000000000000F03F0000000000001440000000000000144000000000000010C0"> : tensor<6xf64>
    %2 = stablehlo.constant dense<"0xFDFFFFFF04000000010000000500000005000000FCFFFFFF"> : tensor<6xi32>
    %3 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF0400000000000000010000000000000005000000000000000500000000000000FCFFFFFFFFFFFFFF"> : tensor<6xi64>
    return %0, %1, %2, %3 : tensor<6xf32>, tensor<6xf64>, tensor<6xi32>, tensor<6xi64>
  }
}
