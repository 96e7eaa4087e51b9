module @contraction_dot_general_no_rows {
  func.func private @program(%arg0: tensor<0x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<0x2xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<0x3xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
    return %0 : tensor<0x2xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<0x3xf32>, tensor<3x2xf32>)
    %e = call @expected() : () -> (tensor<0x2xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<0x3xf32>, tensor<3x2xf32>) -> (tensor<0x2xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<0x3xf32>, tensor<3x2xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x3xf32>
    %1 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0"> : tensor<3x2xf32>
    return %0, %1 : tensor<0x3xf32>, tensor<3x2xf32>
  }
  func.func private @expected() -> (tensor<0x2xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x2xf32>
    return %0 : tensor<0x2xf32>
  }
}
