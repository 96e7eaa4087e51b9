module @contraction_dot_general_f64 {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<5x4xf64>) -> (tensor<3x4xf64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xf64>, tensor<5x4xf64>) -> tensor<3x4xf64>
    return %0 : tensor<3x4xf64>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x5xf64>, tensor<5x4xf64>)
    %e = call @expected() : () -> (tensor<3x4xf64>)
    %r = call @program(%i#0, %i#1) : (tensor<3x5xf64>, tensor<5x4xf64>) -> (tensor<3x4xf64>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xf64>, tensor<3x4xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<5x4xf64>) {
    %0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000840000000000000144000000000000014C000000000000010C00000000000001040000000000000144000000000000008C000000000000000C00000000000001040000000000000F0BF00000000000000C0000000000000104000000000000008C0"> : tensor<3x5xf64>
    %1 = stablehlo.constant dense<"0x000000000000104000000000000008C000000000000010C000000000000000C0000000000000F0BF0000000000000840000000000000F0BF00000000000010C000000000000000C0000000000000F03F00000000000008400000000000000840000000000000144000000000000008C0000000000000104000000000000014C0000000000000F03F00000000000000C000000000000008C00000000000000040"> : tensor<5x4xf64>
    return %0, %1 : tensor<3x5xf64>, tensor<5x4xf64>
  }
  func.func private @expected() -> (tensor<3x4xf64>) {
    %0 = stablehlo.constant dense<"0x0000000000002C4000000000000000C000000000000046400000000000003AC000000000008047C0000000000000454000000000000035400000000000003240000000000000434000000000000037C0000000000000104000000000000042C0"> : tensor<3x4xf64>
    return %0 : tensor<3x4xf64>
  }
}
