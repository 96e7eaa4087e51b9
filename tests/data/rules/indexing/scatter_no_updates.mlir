module @indexing_scatter_no_updates {
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<0x2xi32>, %arg2: tensor<0x2x3xf32>) -> (tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<5x4xf32>, tensor<0x2xi32>, tensor<0x2x3xf32>) -> tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xf32>, tensor<0x2xi32>, tensor<0x2x3xf32>)
    %e = call @expected() : () -> (tensor<5x4xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xf32>, tensor<0x2xi32>, tensor<0x2x3xf32>) -> (tensor<5x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xf32>, tensor<5x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf32>, tensor<0x2xi32>, tensor<0x2x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<5x4xf32>
    %1 = stablehlo.constant dense<> : tensor<0x2xi32>
    %2 = stablehlo.constant dense<> : tensor<0x2x3xf32>
    return %0, %1, %2 : tensor<5x4xf32>, tensor<0x2xi32>, tensor<0x2x3xf32>
  }
  func.func private @expected() -> (tensor<5x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
}
