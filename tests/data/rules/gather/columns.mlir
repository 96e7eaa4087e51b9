module @gather_columns {
  func.func private @program(%arg0: tensor<3x4x5xf32>, %arg1: tensor<4xi32>) -> (tensor<3x4x5xf32>) {
    %0 = call @_take(%arg0, %arg1) : (tensor<3x4x5xf32>, tensor<4xi32>) -> tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
  func.func private @_take(%arg0: tensor<3x4x5xf32>, %arg1: tensor<4xi32>) -> tensor<3x4x5xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 3, 1, 5>}> : (tensor<3x4x5xf32>, tensor<4x1xi32>) -> tensor<3x4x5xf32>
    return %1 : tensor<3x4x5xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x4x5xf32>, tensor<4xi32>)
    %e = call @expected() : () -> (tensor<3x4x5xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x4x5xf32>, tensor<4xi32>) -> (tensor<3x4x5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4x5xf32>, tensor<4xi32>) {
    %0 = stablehlo.constant dense<"0x000018420000A0400000C04100008040000030410000E040000080C000000041000088C1000060C10000A0C0000050410000404000000442000070410000C0C0000020410000C841000030C10000A04100000042000000000000A0C100001042000050C1000000400000144200009841000040C0000080BF00000C4200008841000080C10000803F00001041000098C1000010C10000D8410000B8410000F0410000E04100001C420000C0400000E84100006041000090C10000B041000000C1000020C100008041000070C1000040C1000040410000A8410000D041000000C0000008420000E0C0000090410000F841"> : tensor<3x4x5xf32>
    %1 = stablehlo.constant dense<"0x03000000000000000000000004000000"> : tensor<4xi32>
    return %0, %1 : tensor<3x4x5xf32>, tensor<4xi32>
  }
  func.func private @expected() -> (tensor<3x4x5xf32>) {
    %0 = stablehlo.constant dense<"0x0000C0C0000020410000C841000030C10000A041000018420000A0400000C0410000804000003041000018420000A0400000C04100008040000030410000C0C0000020410000C841000030C10000A041000098C1000010C10000D8410000B8410000F04100000042000000000000A0C100001042000050C100000042000000000000A0C100001042000050C1000098C1000010C10000D8410000B8410000F041000000C0000008420000E0C0000090410000F8410000E04100001C420000C0400000E841000060410000E04100001C420000C0400000E84100006041000000C0000008420000E0C0000090410000F841"> : tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
}
