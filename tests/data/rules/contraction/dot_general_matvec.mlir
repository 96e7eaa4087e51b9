module @contraction_dot_general_matvec {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<5xf32>) -> (tensor<3xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xf32>, tensor<5xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x5xf32>, tensor<5xf32>)
    %e = call @expected() : () -> (tensor<3xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x5xf32>, tensor<5xf32>) -> (tensor<3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0"> : tensor<3x5xf32>
    %1 = stablehlo.constant dense<"0x00008040000040C0000080C0000000C0000080BF"> : tensor<5xf32>
    return %0, %1 : tensor<3x5xf32>, tensor<5xf32>
  }
  func.func private @expected() -> (tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x000088C1000020C20000B041"> : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
