module @contraction_dot_general_i32 {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<5x4xi32>) -> (tensor<3x4xi32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi32>, tensor<5x4xi32>) -> tensor<3x4xi32>
    return %0 : tensor<3x4xi32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x5xi32>, tensor<5x4xi32>)
    %e = call @expected() : () -> (tensor<3x4xi32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x5xi32>, tensor<5x4xi32>) -> (tensor<3x4xi32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>, tensor<5x4xi32>) {
    %0 = stablehlo.constant dense<"0x00000000000000000300000005000000FBFFFFFFFCFFFFFF0400000005000000FDFFFFFFFEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FDFFFFFF"> : tensor<3x5xi32>
    %1 = stablehlo.constant dense<"0x04000000FDFFFFFFFCFFFFFFFEFFFFFFFFFFFFFF03000000FFFFFFFFFCFFFFFFFEFFFFFF01000000030000000300000005000000FDFFFFFF04000000FBFFFFFF01000000FEFFFFFFFDFFFFFF02000000"> : tensor<5x4xi32>
    return %0, %1 : tensor<3x5xi32>, tensor<5x4xi32>
  }
  func.func private @expected() -> (tensor<3x4xi32>) {
    %0 = stablehlo.constant dense<"0x0E000000FEFFFFFF2C000000E6FFFFFFD1FFFFFF2A000000150000001200000026000000E9FFFFFF04000000DCFFFFFF"> : tensor<3x4xi32>
    return %0 : tensor<3x4xi32>
  }
}
