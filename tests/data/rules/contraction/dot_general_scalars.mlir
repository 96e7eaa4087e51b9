module @contraction_dot_general_scalars {
  func.func private @program(%arg0: tensor<f32>, %arg1: tensor<f32>) -> (tensor<f32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<f32>, tensor<f32>)
    %e = call @expected() : () -> (tensor<f32>)
    %r = call @program(%i#0, %i#1) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    %1 = stablehlo.constant dense<"0x00008040"> : tensor<f32>
    return %0, %1 : tensor<f32>, tensor<f32>
  }
  func.func private @expected() -> (tensor<f32>) {
    %0 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    return %0 : tensor<f32>
  }
}
