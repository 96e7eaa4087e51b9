module @elementwise_empty {
  func.func private @program(%arg0: tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xf32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<0x3xf32>
    %1 = stablehlo.exponential %arg0 : tensor<0x3xf32>
    return %0, %1 : tensor<0x3xf32>, tensor<0x3xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<0x3xf32>)
    %e:2 = call @expected() : () -> (tensor<0x3xf32>, tensor<0x3xf32>)
    %r:2 = call @program(%i) : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<0x3xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x3xf32>
    return %0 : tensor<0x3xf32>
  }
  func.func private @expected() -> (tensor<0x3xf32>, tensor<0x3xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x3xf32>
    %1 = stablehlo.constant dense<> : tensor<0x3xf32>
    return %0, %1 : tensor<0x3xf32>, tensor<0x3xf32>
  }
}
