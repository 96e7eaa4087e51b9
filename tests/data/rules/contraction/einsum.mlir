module @contraction_einsum {
  func.func private @program(%arg0: tensor<3x2x4xf32>, %arg1: tensor<5x2x4xf32>, %arg2: tensor<5x2x4xf32>) -> (tensor<3x2x4xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [1] x [1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<3x2x4xf32>, tensor<5x2x4xf32>) -> tensor<2x3x5xf32>
    %1 = stablehlo.dot_general %arg2, %0, batching_dims = [1] x [0], contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<5x2x4xf32>, tensor<2x3x5xf32>) -> tensor<2x4x3xf32>
    %2 = stablehlo.transpose %1, dims = [2, 0, 1] : (tensor<2x4x3xf32>) -> tensor<3x2x4xf32>
    return %2 : tensor<3x2x4xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<3x2x4xf32>, tensor<5x2x4xf32>, tensor<5x2x4xf32>)
    %e = call @expected() : () -> (tensor<3x2x4xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<3x2x4xf32>, tensor<5x2x4xf32>, tensor<5x2x4xf32>) -> (tensor<3x2x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x2x4xf32>, tensor<5x2x4xf32>, tensor<5x2x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C000008040000040400000804000000000"> : tensor<3x2x4xf32>
    %1 = stablehlo.constant dense<"0x00008040000040C0000080C0000000C0000080BF00004040000080BF000080C0000000C00000803F00004040000040400000A040000040C0000080400000A0C00000803F000000C0000040C000000040000000C00000803F000040C0000080C000004040000080BF00000040000000400000A040000080BF000040C00000803F0000A0400000A0400000804000000040000080BF000080BF0000A0C0000040C0"> : tensor<5x2x4xf32>
    %2 = stablehlo.constant dense<"0x000040400000A0C0000080C0000040C0000080C000004040000080400000803F0000A0C0000080C0000000C0000080BF0000803F00000000000040C0000080C000000040000040400000A0C0000080C0000080BF000080BF0000804000000000000080BF000080BF000000400000803F000080C000004040000040400000A04000004040000000C0000000C000000040000000400000004000008040000000C0"> : tensor<5x2x4xf32>
    return %0, %1, %2 : tensor<3x2x4xf32>, tensor<5x2x4xf32>, tensor<5x2x4xf32>
  }
  func.func private @expected() -> (tensor<3x2x4xf32>) {
    %0 = stablehlo.constant dense<"0x000006C300002CC20000B8410000C44200003C4300004BC30000AFC30000F8C1000037C30000004200000B430000984200009CC200006042008096430000964200007A43000088410000C6C2000009C3000008C2000098C100006EC30000E0C1"> : tensor<3x2x4xf32>
    return %0 : tensor<3x2x4xf32>
  }
}
