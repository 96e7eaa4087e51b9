module @indexing_set_row {
  func.func private @program(%arg0: tensor<4x5xf32>, %arg1: tensor<i32>, %arg2: tensor<5xf32>) -> (tensor<4x5xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %4 = "stablehlo.scatter"(%arg0, %3, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<4x5xf32>, tensor<1xi32>, tensor<5xf32>) -> tensor<4x5xf32>
    return %4 : tensor<4x5xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<4x5xf32>, tensor<i32>, tensor<5xf32>)
    %e = call @expected() : () -> (tensor<4x5xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<4x5xf32>, tensor<i32>, tensor<5xf32>) -> (tensor<4x5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x5xf32>, tensor<i32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<4x5xf32>
    %1 = stablehlo.constant dense<"0xFEFFFFFF"> : tensor<i32>
    %2 = stablehlo.constant dense<"0x0000803F0000404000000040000080BF00000000"> : tensor<5xf32>
    return %0, %1, %2 : tensor<4x5xf32>, tensor<i32>, tensor<5xf32>
  }
  func.func private @expected() -> (tensor<4x5xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C00000803F0000404000000040000080BF0000000000004040000000410000E0400000000000005041"> : tensor<4x5xf32>
    return %0 : tensor<4x5xf32>
  }
}
