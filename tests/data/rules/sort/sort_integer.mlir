module @sort_sort_integer {
  func.func private @program(%arg0: tensor<3x11xi8>, %arg1: tensor<3x11xi16>, %arg2: tensor<3x11xi32>, %arg3: tensor<3x11xi64>, %arg4: tensor<3x11xui8>, %arg5: tensor<3x11xui16>, %arg6: tensor<3x11xui32>, %arg7: tensor<3x11xui64>) -> (tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg8: tensor<i8>, %arg9: tensor<i8>):
      %8 = stablehlo.compare LT, %arg8, %arg9, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x11xi8>) -> tensor<3x11xi8>
    %1 = "stablehlo.sort"(%arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg8: tensor<i16>, %arg9: tensor<i16>):
      %8 = stablehlo.compare LT, %arg8, %arg9, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x11xi16>) -> tensor<3x11xi16>
    %2 = "stablehlo.sort"(%arg2) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg8: tensor<i32>, %arg9: tensor<i32>):
      %8 = stablehlo.compare LT, %arg8, %arg9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x11xi32>) -> tensor<3x11xi32>
    %3 = "stablehlo.sort"(%arg3) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg8: tensor<i64>, %arg9: tensor<i64>):
      %8 = stablehlo.compare LT, %arg8, %arg9, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x11xi64>) -> tensor<3x11xi64>
    %4 = "stablehlo.sort"(%arg4) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg8: tensor<ui8>, %arg9: tensor<ui8>):
      %8 = stablehlo.compare LT, %arg8, %arg9, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x11xui8>) -> tensor<3x11xui8>
    %5 = "stablehlo.sort"(%arg5) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg8: tensor<ui16>, %arg9: tensor<ui16>):
      %8 = stablehlo.compare LT, %arg8, %arg9, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x11xui16>) -> tensor<3x11xui16>
    %6 = "stablehlo.sort"(%arg6) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg8: tensor<ui32>, %arg9: tensor<ui32>):
      %8 = stablehlo.compare LT, %arg8, %arg9, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x11xui32>) -> tensor<3x11xui32>
    %7 = "stablehlo.sort"(%arg7) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg8: tensor<ui64>, %arg9: tensor<ui64>):
      %8 = stablehlo.compare LT, %arg8, %arg9, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<3x11xui64>) -> tensor<3x11xui64>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>
  }
  func.func public @main() {
    %i:8 = call @inputs() : () -> (tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>)
    %e:8 = call @expected() : () -> (tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>)
    %r:8 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7) : (tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>) -> (tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x11xi8>, tensor<3x11xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x11xi16>, tensor<3x11xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x11xi32>, tensor<3x11xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x11xi64>, tensor<3x11xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3x11xui8>, tensor<3x11xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<3x11xui16>, tensor<3x11xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<3x11xui32>, tensor<3x11xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<3x11xui64>, tensor<3x11xui64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>) {
    %0 = stablehlo.constant dense<"0xFD0205FC03FE020606FCFEFF0104FCFD0304FD03FDFBFA05050305FBFB000603FC"> : tensor<3x11xi8>
    %1 = stablehlo.constant dense<"0xFAFFFAFFFFFF0200FBFFFBFF0100FAFFFFFF0200010001000000FDFF03000100FCFFFEFFFAFF0400FAFF0500FBFF06000300FBFF02000600FFFF0100FEFFFFFF0300"> : tensor<3x11xi16>
    %2 = stablehlo.constant dense<"0x04000000FAFFFFFFFDFFFFFF0600000003000000FDFFFFFF01000000FFFFFFFF03000000FCFFFFFF05000000FFFFFFFF02000000FEFFFFFF0600000005000000FFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFBFFFFFFFEFFFFFF01000000FCFFFFFFFFFFFFFF06000000FDFFFFFF0600000001000000FDFFFFFFFEFFFFFF0000000001000000"> : tensor<3x11xi32>
    %3 = stablehlo.constant dense<"0x0000000000000000040000000000000006000000000000000500000000000000FCFFFFFFFFFFFFFFFAFFFFFFFFFFFFFF0500000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0000000000000000FAFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFAFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0500000000000000FEFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF03000000000000000400000000000000FFFFFFFFFFFFFFFFFAFFFFFFFFFFFFFF"> : tensor<3x11xi64>
    %4 = stablehlo.constant dense<"0x030404010300050000030503050405030006000606000002040300030302030303"> : tensor<3x11xui8>
    %5 = stablehlo.constant dense<"0x020005000400030000000300050005000500020006000100040001000300020005000300030005000400000002000100040004000600040000000300040001000000"> : tensor<3x11xui16>
    %6 = stablehlo.constant dense<"0x050000000300000002000000000000000400000000000000010000000600000000000000040000000300000005000000040000000100000006000000050000000400000005000000050000000000000003000000030000000200000003000000000000000400000001000000030000000200000003000000030000000500000005000000"> : tensor<3x11xui32>
    %7 = stablehlo.constant dense<"0x050000000000000001000000000000000000000000000000020000000000000001000000000000000300000000000000060000000000000004000000000000000300000000000000050000000000000006000000000000000500000000000000010000000000000001000000000000000600000000000000010000000000000005000000000000000400000000000000010000000000000003000000000000000600000000000000020000000000000004000000000000000600000000000000030000000000000005000000000000000100000000000000030000000000000001000000000000000200000000000000010000000000000005000000000000000400000000000000"> : tensor<3x11xui64>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>
  }
  func.func private @expected() -> (tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>) {
    %0 = stablehlo.constant dense<"0xFCFCFDFEFE020203050606FBFCFDFDFDFF0103030404FAFBFBFC00030305050506"> : tensor<3x11xi8>
    %1 = stablehlo.constant dense<"0xFAFFFAFFFAFFFBFFFBFFFFFFFFFF0100010002000200FAFFFAFFFCFFFDFFFEFF000001000100030004000500FBFFFBFFFEFFFFFFFFFF010002000300030006000600"> : tensor<3x11xi16>
    %2 = stablehlo.constant dense<"0xFAFFFFFFFCFFFFFFFDFFFFFFFDFFFFFFFFFFFFFF010000000300000003000000040000000500000006000000FBFFFFFFFDFFFFFFFEFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF020000000500000006000000FCFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF000000000100000001000000010000000600000006000000"> : tensor<3x11xi32>
    %3 = stablehlo.constant dense<"0xFAFFFFFFFFFFFFFFFAFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF000000000000000000000000000000000400000000000000050000000000000005000000000000000600000000000000FAFFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF020000000000000002000000000000000500000000000000FAFFFFFFFFFFFFFFFBFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000010000000000000003000000000000000400000000000000"> : tensor<3x11xi64>
    %4 = stablehlo.constant dense<"0x000000010303030404050500000003030405050606060000020203030303030304"> : tensor<3x11xui8>
    %5 = stablehlo.constant dense<"0x000002000200030003000400050005000500050006000000010001000200030003000300040004000500050000000000010001000200030004000400040004000600"> : tensor<3x11xui16>
    %6 = stablehlo.constant dense<"0x000000000000000000000000010000000200000003000000030000000400000004000000050000000600000000000000010000000300000003000000040000000400000005000000050000000500000005000000060000000000000001000000020000000200000003000000030000000300000003000000040000000500000005000000"> : tensor<3x11xui32>
    %7 = stablehlo.constant dense<"0x000000000000000001000000000000000100000000000000020000000000000003000000000000000300000000000000040000000000000005000000000000000500000000000000060000000000000006000000000000000100000000000000010000000000000001000000000000000100000000000000020000000000000003000000000000000400000000000000050000000000000005000000000000000600000000000000060000000000000001000000000000000100000000000000010000000000000002000000000000000300000000000000030000000000000004000000000000000400000000000000050000000000000005000000000000000600000000000000"> : tensor<3x11xui64>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3x11xi8>, tensor<3x11xi16>, tensor<3x11xi32>, tensor<3x11xi64>, tensor<3x11xui8>, tensor<3x11xui16>, tensor<3x11xui32>, tensor<3x11xui64>
  }
}
