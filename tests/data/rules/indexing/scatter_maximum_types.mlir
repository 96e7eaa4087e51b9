module @indexing_scatter_maximum_types {
  func.func private @program(%arg0: tensor<4x3xi8>, %arg1: tensor<4x3xi16>, %arg2: tensor<4x3xi32>, %arg3: tensor<4x3xi64>, %arg4: tensor<4x3xui8>, %arg5: tensor<4x3xui16>, %arg6: tensor<4x3xui32>, %arg7: tensor<4x3xui64>, %arg8: tensor<4x3xf16>, %arg9: tensor<4x3xbf16>, %arg10: tensor<4x3xf32>, %arg11: tensor<4x3xf64>, %arg12: tensor<6x1xi32>) -> (tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>) {
    %c = stablehlo.constant dense<[1, 3, 2, 0, 0, 1]> : tensor<6xi64>
    %c_0 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_1 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_2 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_3 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_4 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_5 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_6 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_7 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_8 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_9 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_10 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_11 = stablehlo.constant dense<false> : tensor<6xi1>
    %c_12 = stablehlo.constant dense<4> : tensor<i64>
    %0 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %1 = stablehlo.add %c, %0 : tensor<6xi64>
    %2 = stablehlo.select %c_0, %1, %c : tensor<6xi1>, tensor<6xi64>
    %3 = stablehlo.convert %2 : (tensor<6xi64>) -> tensor<6xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %5 = "stablehlo.gather"(%arg0, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xi8>, tensor<6x1xi32>) -> tensor<6x3xi8>
    %6 = "stablehlo.scatter"(%arg0, %arg12, %5) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<i8>, %arg14: tensor<i8>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<i8>
      stablehlo.return %84 : tensor<i8>
    }) : (tensor<4x3xi8>, tensor<6x1xi32>, tensor<6x3xi8>) -> tensor<4x3xi8>
    %c_13 = stablehlo.constant dense<4> : tensor<i64>
    %7 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %8 = stablehlo.add %c, %7 : tensor<6xi64>
    %9 = stablehlo.select %c_1, %8, %c : tensor<6xi1>, tensor<6xi64>
    %10 = stablehlo.convert %9 : (tensor<6xi64>) -> tensor<6xi32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %12 = "stablehlo.gather"(%arg1, %11) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xi16>, tensor<6x1xi32>) -> tensor<6x3xi16>
    %13 = "stablehlo.scatter"(%arg1, %arg12, %12) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<i16>, %arg14: tensor<i16>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<i16>
      stablehlo.return %84 : tensor<i16>
    }) : (tensor<4x3xi16>, tensor<6x1xi32>, tensor<6x3xi16>) -> tensor<4x3xi16>
    %c_14 = stablehlo.constant dense<4> : tensor<i64>
    %14 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %15 = stablehlo.add %c, %14 : tensor<6xi64>
    %16 = stablehlo.select %c_2, %15, %c : tensor<6xi1>, tensor<6xi64>
    %17 = stablehlo.convert %16 : (tensor<6xi64>) -> tensor<6xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %19 = "stablehlo.gather"(%arg2, %18) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xi32>, tensor<6x1xi32>) -> tensor<6x3xi32>
    %20 = "stablehlo.scatter"(%arg2, %arg12, %19) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<i32>, %arg14: tensor<i32>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<i32>
      stablehlo.return %84 : tensor<i32>
    }) : (tensor<4x3xi32>, tensor<6x1xi32>, tensor<6x3xi32>) -> tensor<4x3xi32>
    %c_15 = stablehlo.constant dense<4> : tensor<i64>
    %21 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %22 = stablehlo.add %c, %21 : tensor<6xi64>
    %23 = stablehlo.select %c_3, %22, %c : tensor<6xi1>, tensor<6xi64>
    %24 = stablehlo.convert %23 : (tensor<6xi64>) -> tensor<6xi32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %26 = "stablehlo.gather"(%arg3, %25) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xi64>, tensor<6x1xi32>) -> tensor<6x3xi64>
    %27 = "stablehlo.scatter"(%arg3, %arg12, %26) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<i64>, %arg14: tensor<i64>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<i64>
      stablehlo.return %84 : tensor<i64>
    }) : (tensor<4x3xi64>, tensor<6x1xi32>, tensor<6x3xi64>) -> tensor<4x3xi64>
    %c_16 = stablehlo.constant dense<4> : tensor<i64>
    %28 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %29 = stablehlo.add %c, %28 : tensor<6xi64>
    %30 = stablehlo.select %c_4, %29, %c : tensor<6xi1>, tensor<6xi64>
    %31 = stablehlo.convert %30 : (tensor<6xi64>) -> tensor<6xi32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %33 = "stablehlo.gather"(%arg4, %32) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xui8>, tensor<6x1xi32>) -> tensor<6x3xui8>
    %34 = "stablehlo.scatter"(%arg4, %arg12, %33) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<ui8>, %arg14: tensor<ui8>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<ui8>
      stablehlo.return %84 : tensor<ui8>
    }) : (tensor<4x3xui8>, tensor<6x1xi32>, tensor<6x3xui8>) -> tensor<4x3xui8>
    %c_17 = stablehlo.constant dense<4> : tensor<i64>
    %35 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %36 = stablehlo.add %c, %35 : tensor<6xi64>
    %37 = stablehlo.select %c_5, %36, %c : tensor<6xi1>, tensor<6xi64>
    %38 = stablehlo.convert %37 : (tensor<6xi64>) -> tensor<6xi32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %40 = "stablehlo.gather"(%arg5, %39) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xui16>, tensor<6x1xi32>) -> tensor<6x3xui16>
    %41 = "stablehlo.scatter"(%arg5, %arg12, %40) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<ui16>, %arg14: tensor<ui16>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<ui16>
      stablehlo.return %84 : tensor<ui16>
    }) : (tensor<4x3xui16>, tensor<6x1xi32>, tensor<6x3xui16>) -> tensor<4x3xui16>
    %c_18 = stablehlo.constant dense<4> : tensor<i64>
    %42 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %43 = stablehlo.add %c, %42 : tensor<6xi64>
    %44 = stablehlo.select %c_6, %43, %c : tensor<6xi1>, tensor<6xi64>
    %45 = stablehlo.convert %44 : (tensor<6xi64>) -> tensor<6xi32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %47 = "stablehlo.gather"(%arg6, %46) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xui32>, tensor<6x1xi32>) -> tensor<6x3xui32>
    %48 = "stablehlo.scatter"(%arg6, %arg12, %47) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<ui32>, %arg14: tensor<ui32>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<ui32>
      stablehlo.return %84 : tensor<ui32>
    }) : (tensor<4x3xui32>, tensor<6x1xi32>, tensor<6x3xui32>) -> tensor<4x3xui32>
    %c_19 = stablehlo.constant dense<4> : tensor<i64>
    %49 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %50 = stablehlo.add %c, %49 : tensor<6xi64>
    %51 = stablehlo.select %c_7, %50, %c : tensor<6xi1>, tensor<6xi64>
    %52 = stablehlo.convert %51 : (tensor<6xi64>) -> tensor<6xi32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %54 = "stablehlo.gather"(%arg7, %53) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xui64>, tensor<6x1xi32>) -> tensor<6x3xui64>
    %55 = "stablehlo.scatter"(%arg7, %arg12, %54) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<ui64>, %arg14: tensor<ui64>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<ui64>
      stablehlo.return %84 : tensor<ui64>
    }) : (tensor<4x3xui64>, tensor<6x1xi32>, tensor<6x3xui64>) -> tensor<4x3xui64>
    %c_20 = stablehlo.constant dense<4> : tensor<i64>
    %56 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %57 = stablehlo.add %c, %56 : tensor<6xi64>
    %58 = stablehlo.select %c_8, %57, %c : tensor<6xi1>, tensor<6xi64>
    %59 = stablehlo.convert %58 : (tensor<6xi64>) -> tensor<6xi32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %61 = "stablehlo.gather"(%arg8, %60) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf16>, tensor<6x1xi32>) -> tensor<6x3xf16>
    %62 = "stablehlo.scatter"(%arg8, %arg12, %61) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<f16>, %arg14: tensor<f16>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<f16>
      stablehlo.return %84 : tensor<f16>
    }) : (tensor<4x3xf16>, tensor<6x1xi32>, tensor<6x3xf16>) -> tensor<4x3xf16>
    %c_21 = stablehlo.constant dense<4> : tensor<i64>
    %63 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %64 = stablehlo.add %c, %63 : tensor<6xi64>
    %65 = stablehlo.select %c_9, %64, %c : tensor<6xi1>, tensor<6xi64>
    %66 = stablehlo.convert %65 : (tensor<6xi64>) -> tensor<6xi32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %68 = "stablehlo.gather"(%arg9, %67) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xbf16>, tensor<6x1xi32>) -> tensor<6x3xbf16>
    %69 = "stablehlo.scatter"(%arg9, %arg12, %68) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<bf16>, %arg14: tensor<bf16>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<bf16>
      stablehlo.return %84 : tensor<bf16>
    }) : (tensor<4x3xbf16>, tensor<6x1xi32>, tensor<6x3xbf16>) -> tensor<4x3xbf16>
    %c_22 = stablehlo.constant dense<4> : tensor<i64>
    %70 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %71 = stablehlo.add %c, %70 : tensor<6xi64>
    %72 = stablehlo.select %c_10, %71, %c : tensor<6xi1>, tensor<6xi64>
    %73 = stablehlo.convert %72 : (tensor<6xi64>) -> tensor<6xi32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %75 = "stablehlo.gather"(%arg10, %74) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf32>, tensor<6x1xi32>) -> tensor<6x3xf32>
    %76 = "stablehlo.scatter"(%arg10, %arg12, %75) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<f32>
      stablehlo.return %84 : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<6x1xi32>, tensor<6x3xf32>) -> tensor<4x3xf32>
    %c_23 = stablehlo.constant dense<4> : tensor<i64>
    %77 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i64>) -> tensor<6xi64>
    %78 = stablehlo.add %c, %77 : tensor<6xi64>
    %79 = stablehlo.select %c_11, %78, %c : tensor<6xi1>, tensor<6xi64>
    %80 = stablehlo.convert %79 : (tensor<6xi64>) -> tensor<6xi32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %82 = "stablehlo.gather"(%arg11, %81) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf64>, tensor<6x1xi32>) -> tensor<6x3xf64>
    %83 = "stablehlo.scatter"(%arg11, %arg12, %82) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<f64>, %arg14: tensor<f64>):
      %84 = stablehlo.maximum %arg13, %arg14 : tensor<f64>
      stablehlo.return %84 : tensor<f64>
    }) : (tensor<4x3xf64>, tensor<6x1xi32>, tensor<6x3xf64>) -> tensor<4x3xf64>
    return %6, %13, %20, %27, %34, %41, %48, %55, %62, %69, %76, %83 : tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>
  }
  func.func public @main() {
    %i:13 = call @inputs() : () -> (tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>, tensor<6x1xi32>)
    %e:12 = call @expected() : () -> (tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>)
    %r:12 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7, %i#8, %i#9, %i#10, %i#11, %i#12) : (tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>, tensor<6x1xi32>) -> (tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4x3xi8>, tensor<4x3xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4x3xi16>, tensor<4x3xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<4x3xi64>, tensor<4x3xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<4x3xui8>, tensor<4x3xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<4x3xui16>, tensor<4x3xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<4x3xui32>, tensor<4x3xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<4x3xui64>, tensor<4x3xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<4x3xf16>, tensor<4x3xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<4x3xbf16>, tensor<4x3xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<4x3xf64>, tensor<4x3xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>, tensor<6x1xi32>) {
    %0 = stablehlo.constant dense<"0x0407000301FCFD05FE0602FF"> : tensor<4x3xi8>
    %1 = stablehlo.constant dense<"0x04000700000003000100FCFFFDFF0500FEFF06000200FFFF"> : tensor<4x3xi16>
    %2 = stablehlo.constant dense<"0x0400000007000000000000000300000001000000FCFFFFFFFDFFFFFF05000000FEFFFFFF0600000002000000FFFFFFFF"> : tensor<4x3xi32>
    %3 = stablehlo.constant dense<"0x04000000000000000700000000000000000000000000000003000000000000000100000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0500000000000000FEFFFFFFFFFFFFFF06000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<4x3xi64>
    %4 = stablehlo.constant dense<"0x0407000301FCFD05FE0602FF"> : tensor<4x3xui8>
    %5 = stablehlo.constant dense<"0x04000700000003000100FCFFFDFF0500FEFF06000200FFFF"> : tensor<4x3xui16>
    %6 = stablehlo.constant dense<"0x0400000007000000000000000300000001000000FCFFFFFFFDFFFFFF05000000FEFFFFFF0600000002000000FFFFFFFF"> : tensor<4x3xui32>
    %7 = stablehlo.constant dense<"0x04000000000000000700000000000000000000000000000003000000000000000100000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0500000000000000FEFFFFFFFFFFFFFF06000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<4x3xui64>
    %8 = stablehlo.constant dense<"0x0044004700000042003C00C400C2004500C00046004000BC"> : tensor<4x3xf16>
    %9 = stablehlo.constant dense<"0x8040E04000004040803F80C040C0A04000C0C040004080BF"> : tensor<4x3xbf16>
    %10 = stablehlo.constant dense<"0x000080400000E04000000000000040400000803F000080C0000040C00000A040000000C00000C04000000040000080BF"> : tensor<4x3xf32>
    %11 = stablehlo.constant dense<"0x00000000000010400000000000001C4000000000000000000000000000000840000000000000F03F00000000000010C000000000000008C0000000000000144000000000000000C000000000000018400000000000000040000000000000F0BF"> : tensor<4x3xf64>
    %12 = stablehlo.constant dense<"0x03000000FFFFFFFF00000000070000000300000002000000"> : tensor<6x1xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>, tensor<6x1xi32>
  }
  func.func private @expected() -> (tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>) {
    %0 = stablehlo.constant dense<"0x0407000301FC0305FE060700"> : tensor<4x3xi8>
    %1 = stablehlo.constant dense<"0x04000700000003000100FCFF03000500FEFF060007000000"> : tensor<4x3xi16>
    %2 = stablehlo.constant dense<"0x0400000007000000000000000300000001000000FCFFFFFF0300000005000000FEFFFFFF060000000700000000000000"> : tensor<4x3xi32>
    %3 = stablehlo.constant dense<"0x04000000000000000700000000000000000000000000000003000000000000000100000000000000FCFFFFFFFFFFFFFF03000000000000000500000000000000FEFFFFFFFFFFFFFF060000000000000007000000000000000000000000000000"> : tensor<4x3xi64>
    %4 = stablehlo.constant dense<"0xFD07FE0301FCFD05FE0607FF"> : tensor<4x3xui8>
    %5 = stablehlo.constant dense<"0xFDFF0700FEFF03000100FCFFFDFF0500FEFF06000700FFFF"> : tensor<4x3xui16>
    %6 = stablehlo.constant dense<"0xFDFFFFFF07000000FEFFFFFF0300000001000000FCFFFFFFFDFFFFFF05000000FEFFFFFF0600000007000000FFFFFFFF"> : tensor<4x3xui32>
    %7 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF0700000000000000FEFFFFFFFFFFFFFF03000000000000000100000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0500000000000000FEFFFFFFFFFFFFFF06000000000000000700000000000000FFFFFFFFFFFFFFFF"> : tensor<4x3xui64>
    %8 = stablehlo.constant dense<"0x0044004700000042003C00C40042004500C0004600470000"> : tensor<4x3xf16>
    %9 = stablehlo.constant dense<"0x8040E04000004040803F80C04040A04000C0C040E0400000"> : tensor<4x3xbf16>
    %10 = stablehlo.constant dense<"0x000080400000E04000000000000040400000803F000080C0000040400000A040000000C00000C0400000E04000000000"> : tensor<4x3xf32>
    %11 = stablehlo.constant dense<"0x00000000000010400000000000001C4000000000000000000000000000000840000000000000F03F00000000000010C00000000000000840000000000000144000000000000000C000000000000018400000000000001C400000000000000000"> : tensor<4x3xf64>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<4x3xi8>, tensor<4x3xi16>, tensor<4x3xi32>, tensor<4x3xi64>, tensor<4x3xui8>, tensor<4x3xui16>, tensor<4x3xui32>, tensor<4x3xui64>, tensor<4x3xf16>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf64>
  }
}
