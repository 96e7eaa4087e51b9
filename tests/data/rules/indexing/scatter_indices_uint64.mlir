module @indexing_scatter_indices_uint64 {
  func.func private @program(%arg0: tensor<4x3xf32>, %arg1: tensor<6x1xui64>, %arg2: tensor<6x3xf32>) -> (tensor<4x3xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<6x1xui64>, tensor<6x3xf32>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<4x3xf32>, tensor<6x1xui64>, tensor<6x3xf32>)
    %e = call @expected() : () -> (tensor<4x3xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<4x3xf32>, tensor<6x1xui64>, tensor<6x3xf32>) -> (tensor<4x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x3xf32>, tensor<6x1xui64>, tensor<6x3xf32>) {
    %0 = stablehlo.constant dense<"0x000080400000E04000000000000040400000803F000080C0000040C00000A040000000C00000C04000000040000080BF"> : tensor<4x3xf32>
    %1 = stablehlo.constant dense<"0x0300000000000000FFFFFFFFFFFFFFFF0000000000000000070000000000000003000000000000000200000000000000"> : tensor<6x1xui64>
    %2 = stablehlo.constant dense<"0x00000000000020410000803F00008040000080C00000A0400000C0C0000010410000304100000041000040400000C040000080BF0000E040000040C0000000C0000000400000A0C0"> : tensor<6x3xf32>
    return %0, %1, %2 : tensor<4x3xf32>, tensor<6x1xui64>, tensor<6x3xf32>
  }
  func.func private @expected() -> (tensor<4x3xf32>) {
    %0 = stablehlo.constant dense<"0x000000C00000804100003041000040400000803F000080C00000A0C00000E0400000E0C00000A04000009841000040C0"> : tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
}
