module @indexing_scatter_windows_put {
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<7x2xi32>, %arg2: tensor<2x7x3xf32>) -> (tensor<5x4xf32>) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<5x4xf32>, tensor<7x2xi32>, tensor<2x7x3xf32>) -> tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xf32>, tensor<7x2xi32>, tensor<2x7x3xf32>)
    %e = call @expected() : () -> (tensor<5x4xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xf32>, tensor<7x2xi32>, tensor<2x7x3xf32>) -> (tensor<5x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xf32>, tensor<5x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf32>, tensor<7x2xi32>, tensor<2x7x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<5x4xf32>
    %1 = stablehlo.constant dense<"0x000000000000000003000000020000000400000003000000FFFFFFFF0100000001000000000000000300000001000000000000005A000000"> : tensor<7x2xi32>
    %2 = stablehlo.constant dense<"0x0000204100001041000098410000E0C0000010C10000A04100005041000000C1000030C10000A0C000006041000000C00000B8410000C841000080C00000000000009041000000400000803F0000D0410000C0410000C040000000410000D841000040C10000304100008040000040C000004041000080BF000060C1000020C1000040400000A0400000E0400000704100008841000080410000A8410000B0410000C0C0000050C1"> : tensor<2x7x3xf32>
    return %0, %1, %2 : tensor<5x4xf32>, tensor<7x2xi32>, tensor<2x7x3xf32>
  }
  func.func private @expected() -> (tensor<5x4xf32>) {
    %0 = stablehlo.constant dense<"0x000020410000104100009841000020410000C040000000410000D841000030410000A0400000E04000007041000000C0000080BF0000000000009041000000400000004100008841000080410000A841"> : tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
}
