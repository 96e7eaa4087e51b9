module @sort_top_k_integer {
  func.func private @program(%arg0: tensor<3x12xi8>, %arg1: tensor<3x12xi16>, %arg2: tensor<3x12xi32>, %arg3: tensor<3x12xi64>, %arg4: tensor<3x12xui8>, %arg5: tensor<3x12xui16>, %arg6: tensor<3x12xui32>, %arg7: tensor<3x12xui64>) -> (tensor<3x5xi8>, tensor<3x5xi32>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi32>, tensor<3x5xui8>, tensor<3x5xi32>, tensor<3x5xui16>, tensor<3x5xi32>, tensor<3x5xui32>, tensor<3x5xi32>, tensor<3x5xui64>, tensor<3x5xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 5) : tensor<3x12xi8> -> (tensor<3x5xi8>, tensor<3x5xi32>)
    %values_0, %indices_1 = chlo.top_k(%arg1, k = 5) : tensor<3x12xi16> -> (tensor<3x5xi16>, tensor<3x5xi32>)
    %values_2, %indices_3 = chlo.top_k(%arg2, k = 5) : tensor<3x12xi32> -> (tensor<3x5xi32>, tensor<3x5xi32>)
    %values_4, %indices_5 = chlo.top_k(%arg3, k = 5) : tensor<3x12xi64> -> (tensor<3x5xi64>, tensor<3x5xi32>)
    %values_6, %indices_7 = chlo.top_k(%arg4, k = 5) : tensor<3x12xui8> -> (tensor<3x5xui8>, tensor<3x5xi32>)
    %values_8, %indices_9 = chlo.top_k(%arg5, k = 5) : tensor<3x12xui16> -> (tensor<3x5xui16>, tensor<3x5xi32>)
    %values_10, %indices_11 = chlo.top_k(%arg6, k = 5) : tensor<3x12xui32> -> (tensor<3x5xui32>, tensor<3x5xi32>)
    %values_12, %indices_13 = chlo.top_k(%arg7, k = 5) : tensor<3x12xui64> -> (tensor<3x5xui64>, tensor<3x5xi32>)
    return %values, %indices, %values_0, %indices_1, %values_2, %indices_3, %values_4, %indices_5, %values_6, %indices_7, %values_8, %indices_9, %values_10, %indices_11, %values_12, %indices_13 : tensor<3x5xi8>, tensor<3x5xi32>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi32>, tensor<3x5xui8>, tensor<3x5xi32>, tensor<3x5xui16>, tensor<3x5xi32>, tensor<3x5xui32>, tensor<3x5xi32>, tensor<3x5xui64>, tensor<3x5xi32>
  }
  func.func public @main() {
    %i:8 = call @inputs() : () -> (tensor<3x12xi8>, tensor<3x12xi16>, tensor<3x12xi32>, tensor<3x12xi64>, tensor<3x12xui8>, tensor<3x12xui16>, tensor<3x12xui32>, tensor<3x12xui64>)
    %e:16 = call @expected() : () -> (tensor<3x5xi8>, tensor<3x5xi32>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi32>, tensor<3x5xui8>, tensor<3x5xi32>, tensor<3x5xui16>, tensor<3x5xi32>, tensor<3x5xui32>, tensor<3x5xi32>, tensor<3x5xui64>, tensor<3x5xi32>)
    %r:16 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7) : (tensor<3x12xi8>, tensor<3x12xi16>, tensor<3x12xi32>, tensor<3x12xi64>, tensor<3x12xui8>, tensor<3x12xui16>, tensor<3x12xui32>, tensor<3x12xui64>) -> (tensor<3x5xi8>, tensor<3x5xi32>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi32>, tensor<3x5xui8>, tensor<3x5xi32>, tensor<3x5xui16>, tensor<3x5xi32>, tensor<3x5xui32>, tensor<3x5xi32>, tensor<3x5xui64>, tensor<3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x5xi16>, tensor<3x5xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<3x5xui16>, tensor<3x5xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#12, %e#12) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#13, %e#13) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#14, %e#14) {has_side_effect = true} : (tensor<3x5xui64>, tensor<3x5xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#15, %e#15) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x12xi8>, tensor<3x12xi16>, tensor<3x12xi32>, tensor<3x12xi64>, tensor<3x12xui8>, tensor<3x12xui16>, tensor<3x12xui32>, tensor<3x12xui64>) {
    %0 = stablehlo.constant dense<"0x04FAFFFAFDFFFC04FEFCFD05FFFA05FFFD02FD01FAFD01FE00FC06FF04FD040303FAFF00"> : tensor<3x12xi8>
    %1 = stablehlo.constant dense<"0xFDFF0400FEFF0600FCFF0600FFFFFDFF02000200FDFFFCFF0600FBFFFDFF030005000100FCFFFEFF0500FBFF02000100FFFFFCFF0000060002000200FDFFFBFF0400FFFF05000400"> : tensor<3x12xi16>
    %2 = stablehlo.constant dense<"0xFDFFFFFFFCFFFFFF020000000200000003000000FBFFFFFFFAFFFFFFFCFFFFFFFEFFFFFFFFFFFFFF020000000500000000000000FCFFFFFF0500000005000000050000000000000004000000FDFFFFFF05000000FCFFFFFFFAFFFFFF01000000FBFFFFFFFBFFFFFF05000000FEFFFFFF05000000FEFFFFFF0500000003000000FBFFFFFFFEFFFFFFFDFFFFFF04000000"> : tensor<3x12xi32>
    %3 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000FAFFFFFFFFFFFFFF0100000000000000020000000000000006000000000000000400000000000000FAFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF03000000000000000300000000000000FDFFFFFFFFFFFFFF05000000000000000000000000000000050000000000000000000000000000000200000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF02000000000000000200000000000000FEFFFFFFFFFFFFFF05000000000000000500000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF05000000000000000400000000000000FBFFFFFFFFFFFFFF05000000000000000000000000000000FAFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF"> : tensor<3x12xi64>
    %4 = stablehlo.constant dense<"0x050204020004000200020604060305040202030603020301020406050204000300030106"> : tensor<3x12xui8>
    %5 = stablehlo.constant dense<"0x040004000000060006000200030003000500000002000300000006000500010004000300010000000300020001000400020002000600060000000100030004000500050000000600"> : tensor<3x12xui16>
    %6 = stablehlo.constant dense<"0x000000000100000000000000000000000000000003000000030000000500000005000000030000000100000004000000050000000000000002000000020000000100000006000000020000000600000005000000000000000300000001000000030000000000000006000000050000000400000000000000020000000000000006000000040000000000000003000000"> : tensor<3x12xui32>
    %7 = stablehlo.constant dense<"0x010000000000000005000000000000000100000000000000060000000000000004000000000000000600000000000000040000000000000006000000000000000000000000000000030000000000000006000000000000000000000000000000020000000000000001000000000000000100000000000000050000000000000004000000000000000400000000000000000000000000000001000000000000000600000000000000030000000000000002000000000000000600000000000000030000000000000006000000000000000600000000000000010000000000000001000000000000000100000000000000030000000000000004000000000000000300000000000000050000000000000006000000000000000000000000000000"> : tensor<3x12xui64>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3x12xi8>, tensor<3x12xi16>, tensor<3x12xi32>, tensor<3x12xi64>, tensor<3x12xui8>, tensor<3x12xui16>, tensor<3x12xui32>, tensor<3x12xui64>
  }
  func.func private @expected() -> (tensor<3x5xi8>, tensor<3x5xi32>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi32>, tensor<3x5xui8>, tensor<3x5xi32>, tensor<3x5xui16>, tensor<3x5xi32>, tensor<3x5xui32>, tensor<3x5xi32>, tensor<3x5xui64>, tensor<3x5xi32>) {
    %0 = stablehlo.constant dense<"0x050404FFFF05020101FF0604040303"> : tensor<3x5xi8>
    %1 = stablehlo.constant dense<"0x0B000000000000000700000002000000050000000200000005000000070000000A000000000000000200000004000000060000000700000008000000"> : tensor<3x5xi32>
    %2 = stablehlo.constant dense<"0x060006000400020002000600050005000300020006000500040004000200"> : tensor<3x5xi16>
    %3 = stablehlo.constant dense<"0x0300000005000000010000000800000009000000000000000400000008000000030000000A000000030000000A000000080000000B00000004000000"> : tensor<3x5xi32>
    %4 = stablehlo.constant dense<"0x050000000300000002000000020000000200000005000000050000000500000005000000040000000500000005000000050000000400000003000000"> : tensor<3x5xi32>
    %5 = stablehlo.constant dense<"0x0B0000000400000002000000030000000A00000002000000030000000400000008000000060000000200000004000000060000000B00000007000000"> : tensor<3x5xi32>
    %6 = stablehlo.constant dense<"0x060000000000000004000000000000000300000000000000020000000000000001000000000000000500000000000000050000000000000003000000000000000200000000000000020000000000000005000000000000000500000000000000050000000000000005000000000000000400000000000000"> : tensor<3x5xi64>
    %7 = stablehlo.constant dense<"0x07000000080000000B000000060000000300000002000000040000000000000006000000090000000000000001000000050000000800000006000000"> : tensor<3x5xi32>
    %8 = stablehlo.constant dense<"0x060504040406060504030606050404"> : tensor<3x5xui8>
    %9 = stablehlo.constant dense<"0x0A0000000000000002000000050000000B0000000000000007000000020000000300000001000000020000000B000000030000000100000005000000"> : tensor<3x5xi32>
    %10 = stablehlo.constant dense<"0x060006000500040004000600050004000400030006000600060005000500"> : tensor<3x5xui16>
    %11 = stablehlo.constant dense<"0x03000000040000000800000000000000010000000100000002000000040000000B0000000500000002000000030000000B0000000800000009000000"> : tensor<3x5xi32>
    %12 = stablehlo.constant dense<"0x050000000500000004000000030000000300000006000000060000000500000005000000030000000600000006000000050000000400000004000000"> : tensor<3x5xui32>
    %13 = stablehlo.constant dense<"0x07000000080000000B0000000500000006000000050000000700000000000000080000000A0000000200000008000000030000000400000009000000"> : tensor<3x5xi32>
    %14 = stablehlo.constant dense<"0x060000000000000006000000000000000600000000000000060000000000000005000000000000000600000000000000060000000000000005000000000000000400000000000000040000000000000006000000000000000600000000000000060000000000000005000000000000000400000000000000"> : tensor<3x5xui64>
    %15 = stablehlo.constant dense<"0x0300000005000000070000000A00000001000000080000000B00000003000000040000000500000001000000020000000A0000000900000007000000"> : tensor<3x5xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : tensor<3x5xi8>, tensor<3x5xi32>, tensor<3x5xi16>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi32>, tensor<3x5xui8>, tensor<3x5xi32>, tensor<3x5xui16>, tensor<3x5xi32>, tensor<3x5xui32>, tensor<3x5xi32>, tensor<3x5xui64>, tensor<3x5xi32>
  }
}
