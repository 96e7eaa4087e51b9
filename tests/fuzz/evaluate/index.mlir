func.func @main(%x: tensor<4x3xi32>, %i: tensor<2x1xi32>, %u: tensor<2x3xi32>, %s: tensor<i32>) -> (tensor<4x3xi32>, tensor<2x3xi32>, tensor<2x2xi32>, tensor<4x3xi32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %9 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %9 : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
  %1 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  %2 = stablehlo.dynamic_slice %x, %s, %s, sizes = [2, 2] : (tensor<4x3xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %3 = stablehlo.dynamic_update_slice %x, %2, %s, %s : (tensor<4x3xi32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<4x3xi32>
  return %0, %1, %2, %3 : tensor<4x3xi32>, tensor<2x3xi32>, tensor<2x2xi32>, tensor<4x3xi32>
}
