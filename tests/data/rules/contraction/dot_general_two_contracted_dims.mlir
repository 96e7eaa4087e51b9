module @contraction_dot_general_two_contracted_dims {
  func.func private @program(%arg0: tensor<3x4x2xf32>, %arg1: tensor<2x5x3xf32>) -> (tensor<4x5xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0, 2] x [2, 0], precision = [DEFAULT, DEFAULT] : (tensor<3x4x2xf32>, tensor<2x5x3xf32>) -> tensor<4x5xf32>
    return %0 : tensor<4x5xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x4x2xf32>, tensor<2x5x3xf32>)
    %e = call @expected() : () -> (tensor<4x5xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x4x2xf32>, tensor<2x5x3xf32>) -> (tensor<4x5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4x2xf32>, tensor<2x5x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C000008040000040400000804000000000"> : tensor<3x4x2xf32>
    %1 = stablehlo.constant dense<"0x00008040000040C0000080C0000000C0000080BF00004040000080BF000080C0000000C00000803F00004040000040400000A040000040C0000080400000A0C00000803F000000C0000040C000000040000000C00000803F000040C0000080C000004040000080BF00000040000000400000A040000080BF"> : tensor<2x5x3xf32>
    return %0, %1 : tensor<3x4x2xf32>, tensor<2x5x3xf32>
  }
  func.func private @expected() -> (tensor<4x5xf32>) {
    %0 = stablehlo.constant dense<"0x000040C000004040000020410000803F0000C04000008040000000C2000098410000C0400000E0C0000040C1000018420000B8C1000010C10000C040000088C1000020C1000000410000B84100004842"> : tensor<4x5xf32>
    return %0 : tensor<4x5xf32>
  }
}
