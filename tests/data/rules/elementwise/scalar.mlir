module @elementwise_scalar {
  func.func private @program(%arg0: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<f32>
    %1 = stablehlo.sqrt %arg0 : tensor<f32>
    return %0, %1 : tensor<f32>, tensor<f32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<f32>)
    %e:2 = call @expected() : () -> (tensor<f32>, tensor<f32>)
    %r:2 = call @program(%i) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<f32>) {
    %0 = stablehlo.constant dense<"0x0000403F"> : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @expected() -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x0000C03F"> : tensor<f32>
    %1 = stablehlo.constant dense<"0xD7B35D3F"> : tensor<f32>
    return %0, %1 : tensor<f32>, tensor<f32>
  }
}
