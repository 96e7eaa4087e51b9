module @indexing_scatter_index_map_swapped {
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<7x2xi32>, %arg2: tensor<7x2x3xf32>) -> (tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<5x4xf32>, tensor<7x2xi32>, tensor<7x2x3xf32>) -> tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xf32>, tensor<7x2xi32>, tensor<7x2x3xf32>)
    %e = call @expected() : () -> (tensor<5x4xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xf32>, tensor<7x2xi32>, tensor<7x2x3xf32>) -> (tensor<5x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xf32>, tensor<5x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf32>, tensor<7x2xi32>, tensor<7x2x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<5x4xf32>
    %1 = stablehlo.constant dense<"0x00000000000000000200000003000000030000000400000001000000FFFFFFFF000000000100000001000000030000005A00000000000000"> : tensor<7x2xi32>
    %2 = stablehlo.constant dense<"0x0000204100001041000098410000E0C0000010C10000A04100005041000000C1000030C10000A0C000006041000000C00000B8410000C841000080C00000000000009041000000400000803F0000D0410000C0410000C040000000410000D841000040C10000304100008040000040C000004041000080BF000060C1000020C1000040400000A0400000E0400000704100008841000080410000A8410000B0410000C0C0000050C1"> : tensor<7x2x3xf32>
    return %0, %1, %2 : tensor<5x4xf32>, tensor<7x2xi32>, tensor<7x2x3xf32>
  }
  func.func private @expected() -> (tensor<5x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000A040000050410000F84100002041000090C10000E0400000F041000030410000C04000000041000080C0000000C0000080BF000040C1000080C10000C04000000041000040410000E0400000E041"> : tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
}
