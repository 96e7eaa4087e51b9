module @gather_rows_types {
  func.func private @program(%arg0: tensor<2x3xf64>, %arg1: tensor<2x3xi32>, %arg2: tensor<2x3xi64>, %arg3: tensor<2x3xi1>, %arg4: tensor<3xi32>) -> (tensor<3x3xf64>, tensor<3x3xi32>, tensor<3x3xi64>, tensor<3x3xi1>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %1 = stablehlo.compare LT, %arg4, %0, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %3 = stablehlo.add %arg4, %2 : tensor<3xi32>
    %4 = stablehlo.select %1, %3, %arg4 : tensor<3xi1>, tensor<3xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf64>, tensor<3x1xi32>) -> tensor<3x3xf64>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %8 = stablehlo.compare LT, %arg4, %7, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %10 = stablehlo.add %arg4, %9 : tensor<3xi32>
    %11 = stablehlo.select %8, %10, %arg4 : tensor<3xi1>, tensor<3xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %13 = "stablehlo.gather"(%arg1, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %15 = stablehlo.compare LT, %arg4, %14, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %17 = stablehlo.add %arg4, %16 : tensor<3xi32>
    %18 = stablehlo.select %15, %17, %arg4 : tensor<3xi1>, tensor<3xi32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %20 = "stablehlo.gather"(%arg2, %19) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xi64>, tensor<3x1xi32>) -> tensor<3x3xi64>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %22 = stablehlo.compare LT, %arg4, %21, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_6 = stablehlo.constant dense<2> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %24 = stablehlo.add %arg4, %23 : tensor<3xi32>
    %25 = stablehlo.select %22, %24, %arg4 : tensor<3xi1>, tensor<3xi32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %27 = "stablehlo.gather"(%arg3, %26) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xi1>, tensor<3x1xi32>) -> tensor<3x3xi1>
    return %6, %13, %20, %27 : tensor<3x3xf64>, tensor<3x3xi32>, tensor<3x3xi64>, tensor<3x3xi1>
  }
  func.func public @main() {
    %i:5 = call @inputs() : () -> (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>, tensor<3xi32>)
    %e:4 = call @expected() : () -> (tensor<3x3xf64>, tensor<3x3xi32>, tensor<3x3xi64>, tensor<3x3xi1>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4) : (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>, tensor<3xi32>) -> (tensor<3x3xf64>, tensor<3x3xi32>, tensor<3x3xi64>, tensor<3x3xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x3xf64>, tensor<3x3xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x3xi64>, tensor<3x3xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>, tensor<3xi32>) {
    %0 = stablehlo.constant dense<"0x000000000000004000000000000000C00000000000000000000000000000F0BF0000000000000840000000000000F03F"> : tensor<2x3xf64>
    %1 = stablehlo.constant dense<"0x02000000FEFFFFFF00000000FFFFFFFF0300000001000000"> : tensor<2x3xi32>
    %2 = stablehlo.constant dense<"0x0200000000000000FEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF03000000000000000100000000000000"> : tensor<2x3xi64>
    %3 = stablehlo.constant dense<[[true, true, true], [false, false, false]]> : tensor<2x3xi1>
    %4 = stablehlo.constant dense<"0x010000000000000001000000"> : tensor<3xi32>
    return %0, %1, %2, %3, %4 : tensor<2x3xf64>, tensor<2x3xi32>, tensor<2x3xi64>, tensor<2x3xi1>, tensor<3xi32>
  }
  func.func private @expected() -> (tensor<3x3xf64>, tensor<3x3xi32>, tensor<3x3xi64>, tensor<3x3xi1>) {
    %0 = stablehlo.constant dense<"0x000000000000F0BF0000000000000840000000000000F03F000000000000004000000000000000C00000000000000000000000000000F0BF0000000000000840000000000000F03F"> : tensor<3x3xf64>
    %1 = stablehlo.constant dense<"0xFFFFFFFF030000000100000002000000FEFFFFFF00000000FFFFFFFF0300000001000000"> : tensor<3x3xi32>
    %2 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF030000000000000001000000000000000200000000000000FEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF03000000000000000100000000000000"> : tensor<3x3xi64>
    %3 = stablehlo.constant dense<[[false, false, false], [true, true, true], [false, false, false]]> : tensor<3x3xi1>
    return %0, %1, %2, %3 : tensor<3x3xf64>, tensor<3x3xi32>, tensor<3x3xi64>, tensor<3x3xi1>
  }
}
