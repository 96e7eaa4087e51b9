module @indexing_scatter_batching_dims {
  func.func private @program(%arg0: tensor<3x4x5xf32>, %arg1: tensor<3x2x1xi32>, %arg2: tensor<3x2x5xf32>) -> (tensor<3x4x5xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<3x4x5xf32>, tensor<3x2x1xi32>, tensor<3x2x5xf32>) -> tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<3x4x5xf32>, tensor<3x2x1xi32>, tensor<3x2x5xf32>)
    %e = call @expected() : () -> (tensor<3x4x5xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<3x4x5xf32>, tensor<3x2x1xi32>, tensor<3x2x5xf32>) -> (tensor<3x4x5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4x5xf32>, tensor<3x2x1xi32>, tensor<3x2x5xf32>) {
    %0 = stablehlo.constant dense<"0x000018420000A0400000C04100008040000030410000E040000080C000000041000088C1000060C10000A0C0000050410000404000000442000070410000C0C0000020410000C841000030C10000A04100000042000000000000A0C100001042000050C1000000400000144200009841000040C0000080BF00000C4200008841000080C10000803F00001041000098C1000010C10000D8410000B8410000F0410000E04100001C420000C0400000E84100006041000090C10000B041000000C1000020C100008041000070C1000040C1000040410000A8410000D041000000C0000008420000E0C0000090410000F841"> : tensor<3x4x5xf32>
    %1 = stablehlo.constant dense<"0x00000000030000000100000009000000FCFFFFFF01000000"> : tensor<3x2x1xi32>
    %2 = stablehlo.constant dense<"0x0000A04000006041000040C000008041000000400000C0400000004100008040000040410000000000007041000090410000204100005041000080C000009841000000C10000803F00004040000020C1000088410000E04000001041000080BF0000A0C0000030410000E0C00000C0C0000000C0000010C1"> : tensor<3x2x5xf32>
    return %0, %1, %2 : tensor<3x4x5xf32>, tensor<3x2x1xi32>, tensor<3x2x5xf32>
  }
  func.func private @expected() -> (tensor<3x4x5xf32>) {
    %0 = stablehlo.constant dense<"0x00002C42000098410000A8410000A041000050410000E040000080C000000041000088C1000060C10000A0C00000504100004040000004420000704100000000000090410000E8410000803F0000A04100000042000000000000A0C100001042000050C10000884100005C420000E841000020410000A0C000000C4200008841000080C10000803F00001041000098C1000010C10000D8410000B8410000F0410000E04100001C420000C0400000E841000060410000E0C000007041000060C1000040C10000E040000070C1000040C1000040410000A8410000D041000000C0000008420000E0C0000090410000F841"> : tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
}
