module @gather_index_dim_first {
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<2x3xi32>) -> (tensor<3xf32>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<5x4xf32>, tensor<2x3xi32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<5x4xf32>, tensor<2x3xi32>)
    %e = call @expected() : () -> (tensor<3xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<5x4xf32>, tensor<2x3xi32>) -> (tensor<3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf32>, tensor<2x3xi32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<5x4xf32>
    %1 = stablehlo.constant dense<"0x020000000000000004000000030000000100000001000000"> : tensor<2x3xi32>
    return %0, %1 : tensor<5x4xf32>, tensor<2x3xi32>
  }
  func.func private @expected() -> (tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x000000C0000080400000E040"> : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
