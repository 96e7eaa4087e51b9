module @contraction_dot_general_bool {
  func.func private @program(%arg0: tensor<3x5xi1>, %arg1: tensor<5x4xi1>) -> (tensor<3x4xi1>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi1>, tensor<5x4xi1>) -> tensor<3x4xi1>
    return %0 : tensor<3x4xi1>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x5xi1>, tensor<5x4xi1>)
    %e = call @expected() : () -> (tensor<3x4xi1>)
    %r = call @program(%i#0, %i#1) : (tensor<3x5xi1>, tensor<5x4xi1>) -> (tensor<3x4xi1>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xi1>, tensor<3x4xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi1>, tensor<5x4xi1>) {
    %0 = stablehlo.constant dense<[[false, false, true, true, false], [false, true, true, false, false], [true, false, false, true, false]]> : tensor<3x5xi1>
    %1 = stablehlo.constant dense<[[true, false, false, false], [false, true, false, false], [false, false, true, true], [true, false, true, false], [false, false, false, true]]> : tensor<5x4xi1>
    return %0, %1 : tensor<3x5xi1>, tensor<5x4xi1>
  }
  func.func private @expected() -> (tensor<3x4xi1>) {
    %0 = stablehlo.constant dense<[[true, false, true, true], [false, true, true, true], [true, false, true, false]]> : tensor<3x4xi1>
    return %0 : tensor<3x4xi1>
  }
}
