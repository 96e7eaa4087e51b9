module @reduction_of_nothing {
  func.func private @program(%arg0: tensor<3x0xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.multiply across dimensions = [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<3x0xf32>, tensor<f32>) -> tensor<0xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %3 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_3 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%arg0 init: %cst_3) applies stablehlo.minimum across dimensions = [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
    return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x0xf32>)
    %e:5 = call @expected() : () -> (tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xf32>)
    %r:5 = call @program(%i) : (tensor<3x0xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<0xf32>, tensor<0xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x0xf32>) {
    %0 = stablehlo.constant dense<> : tensor<3x0xf32>
    return %0 : tensor<3x0xf32>
  }
  func.func private @expected() -> (tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x000000000000000000000000"> : tensor<3xf32>
    %1 = stablehlo.constant dense<"0x0000803F0000803F0000803F"> : tensor<3xf32>
    %2 = stablehlo.constant dense<> : tensor<0xf32>
    %3 = stablehlo.constant dense<"0x000080FF000080FF000080FF"> : tensor<3xf32>
    %4 = stablehlo.constant dense<"0x0000E0400000E0400000E040"> : tensor<3xf32>
    return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
