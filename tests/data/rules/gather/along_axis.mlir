module @gather_along_axis {
  func.func private @program(%arg0: tensor<3x4x5xf32>, %arg1: tensor<3x4x5xi32>) -> (tensor<3x4x5xf32>) {
    %0 = call @take_along_axis(%arg0, %arg1) : (tensor<3x4x5xf32>, tensor<3x4x5xi32>) -> tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<3x4x5xf32>, %arg1: tensor<3x4x5xi32>) -> tensor<3x4x5xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x4x5xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<3x4x5xi32>, tensor<3x4x5xi32>) -> tensor<3x4x5xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x4x5xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<3x4x5xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<3x4x5xi1>, tensor<3x4x5xi32>
    %5 = stablehlo.reshape %4 : (tensor<3x4x5xi32>) -> tensor<3x4x5x1xi32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<3x4x5x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x4x5x1xi32>, tensor<3x4x5x1xi32>) -> tensor<3x4x5x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<3x4x5x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<3x4x5x1xi32>, tensor<3x4x5x1xi32>) -> tensor<3x4x5x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<3x4x5x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<3x4x5x1xi1>, tensor<i1>) -> tensor<3x4x5xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [0, 2], start_index_map = [1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<3x4x5xf32>, tensor<3x4x5x1xi32>) -> tensor<3x4x5xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4x5xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<3x4x5xi1>, tensor<3x4x5xf32>
    return %15 : tensor<3x4x5xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x4x5xf32>, tensor<3x4x5xi32>)
    %e = call @expected() : () -> (tensor<3x4x5xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x4x5xf32>, tensor<3x4x5xi32>) -> (tensor<3x4x5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4x5xf32>, tensor<3x4x5xi32>) {
    %0 = stablehlo.constant dense<"0x000018420000A0400000C04100008040000030410000E040000080C000000041000088C1000060C10000A0C0000050410000404000000442000070410000C0C0000020410000C841000030C10000A04100000042000000000000A0C100001042000050C1000000400000144200009841000040C0000080BF00000C4200008841000080C10000803F00001041000098C1000010C10000D8410000B8410000F0410000E04100001C420000C0400000E84100006041000090C10000B041000000C1000020C100008041000070C1000040C1000040410000A8410000D041000000C0000008420000E0C0000090410000F841"> : tensor<3x4x5xf32>
    %1 = stablehlo.constant dense<"0x000000000000000001000000000000000000000002000000030000000200000002000000010000000100000001000000030000000300000003000000030000000200000000000000010000000200000000000000020000000000000001000000020000000200000003000000020000000000000003000000010000000100000003000000030000000100000003000000000000000100000002000000000000000300000002000000010000000200000003000000020000000300000003000000030000000100000001000000000000000000000000000000000000000000000001000000020000000100000002000000"> : tensor<3x4x5xi32>
    return %0, %1 : tensor<3x4x5xf32>, tensor<3x4x5xi32>
  }
  func.func private @expected() -> (tensor<3x4x5xf32>) {
    %0 = stablehlo.constant dense<"0x000018420000A0400000004100008040000030410000A0C0000020410000404000000442000060C10000E040000080C00000C841000030C10000A0410000C0C0000050410000C041000088C10000704100000042000088410000A0C1000040C00000104100000C42000010C1000080C1000010420000F04100000040000014420000D8410000B841000080BF000098C100000000000098410000803F000050C1000000C0000040C1000000C10000A8410000F841000070C1000008420000E0C00000904100008041000090C100001C420000C0400000E841000060410000E0410000B04100004041000020C10000D041"> : tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
}
