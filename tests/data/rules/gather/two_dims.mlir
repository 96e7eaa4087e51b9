module @gather_two_dims {
  func.func private @program(%arg0: tensor<3x4x5xf32>, %arg1: tensor<3xi32>, %arg2: tensor<3xi32>) -> (tensor<3x4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<3xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<3xi1>, tensor<3xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %6 = stablehlo.compare LT, %arg2, %5, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_2 = stablehlo.constant dense<5> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %8 = stablehlo.add %arg2, %7 : tensor<3xi32>
    %9 = stablehlo.select %6, %8, %arg2 : tensor<3xi1>, tensor<3xi32>
    %10 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %11 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %12 = stablehlo.concatenate %10, %11, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
    %13 = "stablehlo.gather"(%arg0, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4, 1>}> : (tensor<3x4x5xf32>, tensor<3x2xi32>) -> tensor<3x4xf32>
    return %13 : tensor<3x4xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<3x4x5xf32>, tensor<3xi32>, tensor<3xi32>)
    %e = call @expected() : () -> (tensor<3x4xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<3x4x5xf32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4x5xf32>, tensor<3xi32>, tensor<3xi32>) {
    %0 = stablehlo.constant dense<"0x000018420000A0400000C04100008040000030410000E040000080C000000041000088C1000060C10000A0C0000050410000404000000442000070410000C0C0000020410000C841000030C10000A04100000042000000000000A0C100001042000050C1000000400000144200009841000040C0000080BF00000C4200008841000080C10000803F00001041000098C1000010C10000D8410000B8410000F0410000E04100001C420000C0400000E84100006041000090C10000B041000000C1000020C100008041000070C1000040C1000040410000A8410000D041000000C0000008420000E0C0000090410000F841"> : tensor<3x4x5xf32>
    %1 = stablehlo.constant dense<"0x020000000000000001000000"> : tensor<3xi32>
    %2 = stablehlo.constant dense<"0x040000000400000000000000"> : tensor<3xi32>
    return %0, %1, %2 : tensor<3x4x5xf32>, tensor<3xi32>, tensor<3xi32>
  }
  func.func private @expected() -> (tensor<3x4xf32>) {
    %0 = stablehlo.constant dense<"0x00006041000080410000D0410000F84100003041000060C1000070410000A041000000420000004000000C42000098C1"> : tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
}
