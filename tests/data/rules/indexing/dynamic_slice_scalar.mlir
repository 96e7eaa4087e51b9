module @indexing_dynamic_slice_scalar {
  func.func private @program(%arg0: tensor<f32>) -> (tensor<f32>) {
    %0 = "stablehlo.dynamic_slice"(%arg0) <{slice_sizes = array<i64>}> : (tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<f32>)
    %e = call @expected() : () -> (tensor<f32>)
    %r = call @program(%i) : (tensor<f32>) -> (tensor<f32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<f32>) {
    %0 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @expected() -> (tensor<f32>) {
    %0 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    return %0 : tensor<f32>
  }
}
