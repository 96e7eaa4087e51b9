module @elementwise_select_true {
  func.func private @program(%arg0: tensor<i1>, %arg1: tensor<3x5xf32>, %arg2: tensor<3x5xf32>, %arg3: tensor<3x5xf64>, %arg4: tensor<3x5xf64>, %arg5: tensor<3x5xi32>, %arg6: tensor<3x5xi32>, %arg7: tensor<3x5xi64>, %arg8: tensor<3x5xi64>, %arg9: tensor<3x5xi1>, %arg10: tensor<3x5xi1>) -> (tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi1>) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<3x5xf32>
    %1 = stablehlo.select %arg0, %arg3, %arg4 : tensor<i1>, tensor<3x5xf64>
    %2 = stablehlo.select %arg0, %arg5, %arg6 : tensor<i1>, tensor<3x5xi32>
    %3 = stablehlo.select %arg0, %arg7, %arg8 : tensor<i1>, tensor<3x5xi64>
    %4 = stablehlo.select %arg0, %arg9, %arg10 : tensor<i1>, tensor<3x5xi1>
    return %0, %1, %2, %3, %4 : tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi1>
  }
  func.func public @main() {
    %i:11 = call @inputs() : () -> (tensor<i1>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi1>, tensor<3x5xi1>)
    %e:5 = call @expected() : () -> (tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi1>)
    %r:5 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7, %i#8, %i#9, %i#10) : (tensor<i1>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi1>, tensor<3x5xi1>) -> (tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i1>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi1>, tensor<3x5xi1>) {
    %0 = stablehlo.constant dense<true> : tensor<i1>
    %1 = stablehlo.constant dense<"0x0000C07F0000807F00000080000000000000803F000000410000A0C00000C0400000A0C00000E0C00000C0C0000000C00000C0C00000E0400000A040"> : tensor<3x5xf32>
    %2 = stablehlo.constant dense<"0x0000A040000000C0000010C10000A0C0000080BF0000803F000080BF0000803F000040C000000040000080FF0000C07F000000000000008000000040"> : tensor<3x5xf32>
    %3 = stablehlo.constant dense<"0x000000000000F87F000000000000F07F00000000000000800000000000000000000000000000F03F00000000000000C000000000000018C000000000000000C000000000000000C0000000000000204000000000000000C00000000000001040000000000000004000000000000008C0000000000000F0BF"> : tensor<3x5xf64>
    %4 = stablehlo.constant dense<"0x00000000000020C0000000000000F03F00000000000000C000000000000014C00000000000001CC00000000000001CC00000000000001C4000000000000010C0000000000000184000000000000020C0000000000000F0FF000000000000F87F000000000000000000000000000000800000000000000040"> : tensor<3x5xf64>
    %5 = stablehlo.constant dense<"0x030000000200000006000000FCFFFFFFF7FFFFFFF9FFFFFF08000000F8FFFFFF03000000FFFFFFFF0800000008000000F9FFFFFFF7FFFFFFFDFFFFFF"> : tensor<3x5xi32>
    %6 = stablehlo.constant dense<"0xFEFFFFFF00000000FAFFFFFF0400000000000000FCFFFFFFF9FFFFFFFFFFFFFF07000000FBFFFFFFFCFFFFFFFFFFFFFF040000000000000002000000"> : tensor<3x5xi32>
    %7 = stablehlo.constant dense<"0x0100000000000000FFFFFFFFFFFFFFFF03000000000000000600000000000000FBFFFFFFFFFFFFFF03000000000000000200000000000000FAFFFFFFFFFFFFFFF8FFFFFFFFFFFFFF030000000000000001000000000000000000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %8 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF0700000000000000F8FFFFFFFFFFFFFF0800000000000000FDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000F8FFFFFFFFFFFFFF06000000000000000300000000000000FAFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %9 = stablehlo.constant dense<[[true, true, true, true, true], [true, true, true, true, false], [false, true, true, true, true]]> : tensor<3x5xi1>
    %10 = stablehlo.constant dense<[[true, true, false, true, true], [true, true, true, true, true], [true, true, true, true, true]]> : tensor<3x5xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<i1>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi1>, tensor<3x5xi1>
  }
  func.func private @expected() -> (tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi1>) {
    %0 = stablehlo.constant dense<"0x0000C07F0000807F00000080000000000000803F000000410000A0C00000C0400000A0C00000E0C00000C0C0000000C00000C0C00000E0400000A040"> : tensor<3x5xf32>
    %1 = stablehlo.constant dense<"0x000000000000F87F000000000000F07F00000000000000800000000000000000000000000000F03F00000000000000C000000000000018C000000000000000C000000000000000C0000000000000204000000000000000C00000000000001040000000000000004000000000000008C0000000000000F0BF"> : tensor<3x5xf64>
    %2 = stablehlo.constant dense<"0x030000000200000006000000FCFFFFFFF7FFFFFFF9FFFFFF08000000F8FFFFFF03000000FFFFFFFF0800000008000000F9FFFFFFF7FFFFFFFDFFFFFF"> : tensor<3x5xi32>
    %3 = stablehlo.constant dense<"0x0100000000000000FFFFFFFFFFFFFFFF03000000000000000600000000000000FBFFFFFFFFFFFFFF03000000000000000200000000000000FAFFFFFFFFFFFFFFF8FFFFFFFFFFFFFF030000000000000001000000000000000000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFF9FFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %4 = stablehlo.constant dense<[[true, true, true, true, true], [true, true, true, true, false], [false, true, true, true, true]]> : tensor<3x5xi1>
    return %0, %1, %2, %3, %4 : tensor<3x5xf32>, tensor<3x5xf64>, tensor<3x5xi32>, tensor<3x5xi64>, tensor<3x5xi1>
  }
}
