module @elementwise_bitcast_convert_i64_i32_pairs {
  func.func private @program(%arg0: tensor<2x3xi64>, %arg1: tensor<2x3x2xi32>) -> (tensor<2x3x2xi32>, tensor<2x3xi64>, tensor<2x3x2xf32>, tensor<2x3xf64>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xi64>) -> tensor<2x3x2xi32>
    %1 = stablehlo.bitcast_convert %arg1 : (tensor<2x3x2xi32>) -> tensor<2x3xi64>
    %2 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xi64>) -> tensor<2x3x2xf32>
    %3 = stablehlo.bitcast_convert %arg1 : (tensor<2x3x2xi32>) -> tensor<2x3xf64>
    return %0, %1, %2, %3 : tensor<2x3x2xi32>, tensor<2x3xi64>, tensor<2x3x2xf32>, tensor<2x3xf64>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<2x3xi64>, tensor<2x3x2xi32>)
    %e:4 = call @expected() : () -> (tensor<2x3x2xi32>, tensor<2x3xi64>, tensor<2x3x2xf32>, tensor<2x3xf64>)
    %r:4 = call @program(%i#0, %i#1) : (tensor<2x3xi64>, tensor<2x3x2xi32>) -> (tensor<2x3x2xi32>, tensor<2x3xi64>, tensor<2x3x2xf32>, tensor<2x3xf64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<2x3xi64>, tensor<2x3xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<2x3xf64>, tensor<2x3xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xi64>, tensor<2x3x2xi32>) {
    %0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000001F00000000000000"> : tensor<2x3xi64>
    %1 = stablehlo.constant dense<"0x00000000010000000200000003000000070000001F00000020000000210000003F0000004000000041000000E8030000"> : tensor<2x3x2xi32>
    return %0, %1 : tensor<2x3xi64>, tensor<2x3x2xi32>
  }
  func.func private @expected() -> (tensor<2x3x2xi32>, tensor<2x3xi64>, tensor<2x3x2xf32>, tensor<2x3xf64>) {
    %0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000001F00000000000000"> : tensor<2x3x2xi32>
    %1 = stablehlo.constant dense<"0x00000000010000000200000003000000070000001F00000020000000210000003F0000004000000041000000E8030000"> : tensor<2x3xi64>
    %2 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000001F00000000000000"> : tensor<2x3x2xf32>
    %3 = stablehlo.constant dense<"0x00000000010000000200000003000000070000001F00000020000000210000003F0000004000000041000000E8030000"> : tensor<2x3xf64>
    return %0, %1, %2, %3 : tensor<2x3x2xi32>, tensor<2x3xi64>, tensor<2x3x2xf32>, tensor<2x3xf64>
  }
}
