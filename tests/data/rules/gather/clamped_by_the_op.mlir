module @gather_clamped_by_the_op {
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<6xi32>) -> (tensor<6x4xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
    return %1 : tensor<6x4xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<5x4xf32>, tensor<6xi32>)
    %e = call @expected() : () -> (tensor<6x4xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<5x4xf32>, tensor<6xi32>) -> (tensor<6x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<6x4xf32>, tensor<6x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf32>, tensor<6xi32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<5x4xf32>
    %1 = stablehlo.constant dense<"0x0200000007000000FFFFFFFF04000000F7FFFFFF64000000"> : tensor<6xi32>
    return %0, %1 : tensor<5x4xf32>, tensor<6xi32>
  }
  func.func private @expected() -> (tensor<6x4xf32>) {
    %0 = stablehlo.constant dense<"0x00001041000080C0000040C0000000C0000000410000E04000000000000050410000A0C0000080400000404100002041000000410000E04000000000000050410000A0C0000080400000404100002041000000410000E0400000000000005041"> : tensor<6x4xf32>
    return %0 : tensor<6x4xf32>
  }
}
