module @contraction_dot_general_vectors {
  func.func private @program(%arg0: tensor<7xf32>, %arg1: tensor<7xf32>) -> (tensor<f32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7xf32>, tensor<7xf32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<7xf32>, tensor<7xf32>)
    %e = call @expected() : () -> (tensor<f32>)
    %r = call @program(%i#0, %i#1) : (tensor<7xf32>, tensor<7xf32>) -> (tensor<f32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<7xf32>, tensor<7xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C000008040"> : tensor<7xf32>
    %1 = stablehlo.constant dense<"0x00008040000040C0000080C0000000C0000080BF00004040000080BF"> : tensor<7xf32>
    return %0, %1 : tensor<7xf32>, tensor<7xf32>
  }
  func.func private @expected() -> (tensor<f32>) {
    %0 = stablehlo.constant dense<"0x000004C2"> : tensor<f32>
    return %0 : tensor<f32>
  }
}
