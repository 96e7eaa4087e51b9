module @reduction_window_other_types {
  func.func private @program(%arg0: tensor<5x6xi8>, %arg1: tensor<5x6xi16>, %arg2: tensor<5x6xui8>, %arg3: tensor<5x6xui16>, %arg4: tensor<5x6xui32>, %arg5: tensor<5x6xui64>, %arg6: tensor<5x6xf16>, %arg7: tensor<5x6xbf16>) -> (tensor<5x5xi8>, tensor<5x5xi16>, tensor<5x5xui8>, tensor<5x5xui16>, tensor<5x5xui32>, tensor<5x5xui64>, tensor<5x5xf16>, tensor<5x5xbf16>) {
    %c = stablehlo.constant dense<0> : tensor<i8>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i8>) -> tensor<i8>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<i8>, %arg9: tensor<i8>):
      %16 = stablehlo.add %arg8, %arg9 : tensor<i8>
      stablehlo.return %16 : tensor<i8>
    }) : (tensor<5x6xi8>, tensor<i8>) -> tensor<5x5xi8>
    %c_0 = stablehlo.constant dense<0> : tensor<i16>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i16>) -> tensor<i16>
    %3 = "stablehlo.reduce_window"(%arg1, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<i16>, %arg9: tensor<i16>):
      %16 = stablehlo.add %arg8, %arg9 : tensor<i16>
      stablehlo.return %16 : tensor<i16>
    }) : (tensor<5x6xi16>, tensor<i16>) -> tensor<5x5xi16>
    %c_1 = stablehlo.constant dense<0> : tensor<ui8>
    %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui8>) -> tensor<ui8>
    %5 = "stablehlo.reduce_window"(%arg2, %4) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<ui8>, %arg9: tensor<ui8>):
      %16 = stablehlo.add %arg8, %arg9 : tensor<ui8>
      stablehlo.return %16 : tensor<ui8>
    }) : (tensor<5x6xui8>, tensor<ui8>) -> tensor<5x5xui8>
    %c_2 = stablehlo.constant dense<0> : tensor<ui16>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui16>) -> tensor<ui16>
    %7 = "stablehlo.reduce_window"(%arg3, %6) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<ui16>, %arg9: tensor<ui16>):
      %16 = stablehlo.add %arg8, %arg9 : tensor<ui16>
      stablehlo.return %16 : tensor<ui16>
    }) : (tensor<5x6xui16>, tensor<ui16>) -> tensor<5x5xui16>
    %c_3 = stablehlo.constant dense<0> : tensor<ui32>
    %8 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<ui32>
    %9 = "stablehlo.reduce_window"(%arg4, %8) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<ui32>, %arg9: tensor<ui32>):
      %16 = stablehlo.add %arg8, %arg9 : tensor<ui32>
      stablehlo.return %16 : tensor<ui32>
    }) : (tensor<5x6xui32>, tensor<ui32>) -> tensor<5x5xui32>
    %c_4 = stablehlo.constant dense<0> : tensor<ui64>
    %10 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui64>) -> tensor<ui64>
    %11 = "stablehlo.reduce_window"(%arg5, %10) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<ui64>, %arg9: tensor<ui64>):
      %16 = stablehlo.add %arg8, %arg9 : tensor<ui64>
      stablehlo.return %16 : tensor<ui64>
    }) : (tensor<5x6xui64>, tensor<ui64>) -> tensor<5x5xui64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<f16>
    %13 = "stablehlo.reduce_window"(%arg6, %12) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<f16>, %arg9: tensor<f16>):
      %16 = stablehlo.add %arg8, %arg9 : tensor<f16>
      stablehlo.return %16 : tensor<f16>
    }) : (tensor<5x6xf16>, tensor<f16>) -> tensor<5x5xf16>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %14 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %15 = "stablehlo.reduce_window"(%arg7, %14) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<bf16>, %arg9: tensor<bf16>):
      %16 = stablehlo.add %arg8, %arg9 : tensor<bf16>
      stablehlo.return %16 : tensor<bf16>
    }) : (tensor<5x6xbf16>, tensor<bf16>) -> tensor<5x5xbf16>
    return %1, %3, %5, %7, %9, %11, %13, %15 : tensor<5x5xi8>, tensor<5x5xi16>, tensor<5x5xui8>, tensor<5x5xui16>, tensor<5x5xui32>, tensor<5x5xui64>, tensor<5x5xf16>, tensor<5x5xbf16>
  }
  func.func public @main() {
    %i:8 = call @inputs() : () -> (tensor<5x6xi8>, tensor<5x6xi16>, tensor<5x6xui8>, tensor<5x6xui16>, tensor<5x6xui32>, tensor<5x6xui64>, tensor<5x6xf16>, tensor<5x6xbf16>)
    %e:8 = call @expected() : () -> (tensor<5x5xi8>, tensor<5x5xi16>, tensor<5x5xui8>, tensor<5x5xui16>, tensor<5x5xui32>, tensor<5x5xui64>, tensor<5x5xf16>, tensor<5x5xbf16>)
    %r:8 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7) : (tensor<5x6xi8>, tensor<5x6xi16>, tensor<5x6xui8>, tensor<5x6xui16>, tensor<5x6xui32>, tensor<5x6xui64>, tensor<5x6xf16>, tensor<5x6xbf16>) -> (tensor<5x5xi8>, tensor<5x5xi16>, tensor<5x5xui8>, tensor<5x5xui16>, tensor<5x5xui32>, tensor<5x5xui64>, tensor<5x5xf16>, tensor<5x5xbf16>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<5x5xi8>, tensor<5x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<5x5xi16>, tensor<5x5xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<5x5xui8>, tensor<5x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<5x5xui16>, tensor<5x5xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<5x5xui32>, tensor<5x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<5x5xui64>, tensor<5x5xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<5x5xf16>, tensor<5x5xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<5x5xbf16>, tensor<5x5xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x6xi8>, tensor<5x6xi16>, tensor<5x6xui8>, tensor<5x6xui16>, tensor<5x6xui32>, tensor<5x6xui64>, tensor<5x6xf16>, tensor<5x6xbf16>) {
    %0 = stablehlo.constant dense<"0x00000305FBFC0405FDFE04FFFE04FDFF0201FBFB0403040003FEFF03FCFE"> : tensor<5x6xi8>
    %1 = stablehlo.constant dense<"0x0000000003000500FBFFFCFF04000500FDFFFEFF0400FFFFFEFF0400FDFFFFFF02000100FBFFFBFF04000300040000000300FEFFFFFF0300FCFFFEFF"> : tensor<5x6xi16>
    %2 = stablehlo.constant dense<"0x00000305FBFC0405FDFE04FFFE04FDFF0201FBFB0403040003FEFF03FCFE"> : tensor<5x6xui8>
    %3 = stablehlo.constant dense<"0x0000000003000500FBFFFCFF04000500FDFFFEFF0400FFFFFEFF0400FDFFFFFF02000100FBFFFBFF04000300040000000300FEFFFFFF0300FCFFFEFF"> : tensor<5x6xui16>
    %4 = stablehlo.constant dense<"0x00000000000000000300000005000000FBFFFFFFFCFFFFFF0400000005000000FDFFFFFFFEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FDFFFFFFFFFFFFFF0200000001000000FBFFFFFFFBFFFFFF0400000003000000040000000000000003000000FEFFFFFFFFFFFFFF03000000FCFFFFFFFEFFFFFF"> : tensor<5x6xui32>
    %5 = stablehlo.constant dense<"0x0000000000000000000000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000500000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FBFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF04000000000000000300000000000000040000000000000000000000000000000300000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<5x6xui64>
    %6 = stablehlo.constant dense<"0x000000000042004500C500C40044004500C200C0004400BC00C0004400C200BC0040003C00C500C50044004200440000004200C000BC004200C400C0"> : tensor<5x6xf16>
    %7 = stablehlo.constant dense<"0x000000004040A040A0C080C08040A04040C000C0804080BF00C0804040C080BF0040803FA0C0A0C08040404080400000404000C080BF404080C000C0"> : tensor<5x6xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<5x6xi8>, tensor<5x6xi16>, tensor<5x6xui8>, tensor<5x6xui16>, tensor<5x6xui32>, tensor<5x6xui64>, tensor<5x6xf16>, tensor<5x6xbf16>
  }
  func.func private @expected() -> (tensor<5x5xi8>, tensor<5x5xi16>, tensor<5x5xui8>, tensor<5x5xui16>, tensor<5x5xui32>, tensor<5x5xui64>, tensor<5x5xf16>, tensor<5x5xbf16>) {
    %0 = stablehlo.constant dense<"0x030803FCF7090802FDFA0500FD0306F902090907FA020904FE"> : tensor<5x5xi8>
    %1 = stablehlo.constant dense<"0x030008000300FCFFF7FF090008000200FDFFFAFF05000000FDFF03000600F9FF0200090009000700FAFF020009000400FEFF"> : tensor<5x5xi16>
    %2 = stablehlo.constant dense<"0x030803FCF7090802FDFA0500FD0306F902090907FA020904FE"> : tensor<5x5xui8>
    %3 = stablehlo.constant dense<"0x030008000300FCFFF7FF090008000200FDFFFAFF05000000FDFF03000600F9FF0200090009000700FAFF020009000400FEFF"> : tensor<5x5xui16>
    %4 = stablehlo.constant dense<"0x030000000800000003000000FCFFFFFFF7FFFFFF090000000800000002000000FDFFFFFFFAFFFFFF0500000000000000FDFFFFFF0300000006000000F9FFFFFF02000000090000000900000007000000FAFFFFFF020000000900000004000000FEFFFFFF"> : tensor<5x5xui32>
    %5 = stablehlo.constant dense<"0x030000000000000008000000000000000300000000000000FCFFFFFFFFFFFFFFF7FFFFFFFFFFFFFF090000000000000008000000000000000200000000000000FDFFFFFFFFFFFFFFFAFFFFFFFFFFFFFF05000000000000000000000000000000FDFFFFFFFFFFFFFF03000000000000000600000000000000F9FFFFFFFFFFFFFF0200000000000000090000000000000009000000000000000700000000000000FAFFFFFFFFFFFFFF020000000000000009000000000000000400000000000000FEFFFFFFFFFFFFFF"> : tensor<5x5xui64>
    %6 = stablehlo.constant dense<"0x00420048004200C480C880480048004000C200C60045000000C20042004600C7004080488048004700C600408048004400C0"> : tensor<5x5xf16>
    %7 = stablehlo.constant dense<"0x40400041404080C010C110410041004040C0C0C0A040000040C04040C040E0C0004010411041E040C0C000401041804000C0"> : tensor<5x5xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<5x5xi8>, tensor<5x5xi16>, tensor<5x5xui8>, tensor<5x5xui16>, tensor<5x5xui32>, tensor<5x5xui64>, tensor<5x5xf16>, tensor<5x5xbf16>
  }
}
