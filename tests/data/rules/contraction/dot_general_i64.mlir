module @contraction_dot_general_i64 {
  func.func private @program(%arg0: tensor<3x5xi64>, %arg1: tensor<5x4xi64>) -> (tensor<3x4xi64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi64>, tensor<5x4xi64>) -> tensor<3x4xi64>
    return %0 : tensor<3x4xi64>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x5xi64>, tensor<5x4xi64>)
    %e = call @expected() : () -> (tensor<3x4xi64>)
    %r = call @program(%i#0, %i#1) : (tensor<3x5xi64>, tensor<5x4xi64>) -> (tensor<3x4xi64>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xi64>, tensor<3x4xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi64>, tensor<5x4xi64>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000500000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %1 = stablehlo.constant dense<"0x0400000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FFFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0100000000000000030000000000000003000000000000000500000000000000FDFFFFFFFFFFFFFF0400000000000000FBFFFFFFFFFFFFFF0100000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0200000000000000"> : tensor<5x4xi64>
    return %0, %1 : tensor<3x5xi64>, tensor<5x4xi64>
  }
  func.func private @expected() -> (tensor<3x4xi64>) {
    %0 = stablehlo.constant dense<"0x0E00000000000000FEFFFFFFFFFFFFFF2C00000000000000E6FFFFFFFFFFFFFFD1FFFFFFFFFFFFFF2A00000000000000150000000000000012000000000000002600000000000000E9FFFFFFFFFFFFFF0400000000000000DCFFFFFFFFFFFFFF"> : tensor<3x4xi64>
    return %0 : tensor<3x4xi64>
  }
}
