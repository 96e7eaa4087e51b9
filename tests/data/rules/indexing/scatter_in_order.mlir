module @indexing_scatter_in_order {
  func.func private @program(%arg0: tensor<2xf32>, %arg1: tensor<6x1xi32>, %arg2: tensor<6xf32>) -> (tensor<2xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<2xf32>, tensor<6x1xi32>, tensor<6xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<2xf32>, tensor<6x1xi32>, tensor<6xf32>)
    %e = call @expected() : () -> (tensor<2xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<2xf32>, tensor<6x1xi32>, tensor<6xf32>) -> (tensor<2xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2xf32>, tensor<6x1xi32>, tensor<6xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<2xf32>
    %1 = stablehlo.constant dense<"0x000000000000000000000000010000000100000001000000"> : tensor<6x1xi32>
    %2 = stablehlo.constant dense<"0x00008033000080330000803F0000803F0000803300008033"> : tensor<6xf32>
    return %0, %1, %2 : tensor<2xf32>, tensor<6x1xi32>, tensor<6xf32>
  }
  func.func private @expected() -> (tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x0100803F0000803F"> : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
