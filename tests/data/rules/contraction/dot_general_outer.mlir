module @contraction_dot_general_outer {
  func.func private @program(%arg0: tensor<3x2xf32>, %arg1: tensor<4xf32>) -> (tensor<3x2x4xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<3x2xf32>, tensor<4xf32>) -> tensor<3x2x4xf32>
    return %0 : tensor<3x2x4xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x2xf32>, tensor<4xf32>)
    %e = call @expected() : () -> (tensor<3x2x4xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x2xf32>, tensor<4xf32>) -> (tensor<3x2x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x2xf32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0"> : tensor<3x2xf32>
    %1 = stablehlo.constant dense<"0x00008040000040C0000080C0000000C0"> : tensor<4xf32>
    return %0, %1 : tensor<3x2xf32>, tensor<4xf32>
  }
  func.func private @expected() -> (tensor<3x2x4xf32>) {
    %0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000004041000010C1000040C10000C0C00000A041000070C10000A0C1000020C10000A0C1000070410000A04100002041000080C1000040410000804100000041"> : tensor<3x2x4xf32>
    return %0 : tensor<3x2x4xf32>
  }
}
