module @sort_two_keys_i8_f64 {
  func.func private @program(%arg0: tensor<50xi8>, %arg1: tensor<50xf64>, %arg2: tensor<50xi16>) -> (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>) {
    %0:3 = "stablehlo.sort"(%arg0, %arg1, %arg2) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<i8>, %arg4: tensor<i8>, %arg5: tensor<f64>, %arg6: tensor<f64>, %arg7: tensor<i16>, %arg8: tensor<i16>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %1 = stablehlo.compare EQ, %arg5, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %2 = stablehlo.select %1, %cst_0, %arg5 : tensor<i1>, tensor<f64>
      %3 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f64>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %5 = stablehlo.compare EQ, %arg6, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %6 = stablehlo.select %5, %cst_3, %arg6 : tensor<i1>, tensor<f64>
      %7 = stablehlo.compare NE, %arg6, %arg6, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f64>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %10 = stablehlo.compare LT, %arg3, %arg4, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %11 = stablehlo.compare EQ, %arg3, %arg4, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %12 = stablehlo.and %11, %9 : tensor<i1>
      %13 = stablehlo.or %10, %12 : tensor<i1>
      stablehlo.return %13 : tensor<i1>
    }) : (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>) -> (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>)
    return %0#0, %0#1, %0#2 : tensor<50xi8>, tensor<50xf64>, tensor<50xi16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>)
    %e:3 = call @expected() : () -> (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>)
    %r:3 = call @program(%i#0, %i#1, %i#2) : (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>) -> (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<50xi8>, tensor<50xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<50xf64>, tensor<50xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<50xi16>, tensor<50xi16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>) {
    %0 = stablehlo.constant dense<"0xFF00FC0204FB02FC03FBFA0301FC0603FEFE010303FA06030205FE00FA02050303FEFDFAFC04FEFD04060404FB05FA06FEFC"> : tensor<50xi8>
    %1 = stablehlo.constant dense<"0x0000000000000080000000000000F0BF00000000000004C0000000000000E03F00000000000004C00000000000000840000000000000E0BF0000000000000000000000000000008000000000000000C0000000000000F0FF000000000000000000000000000000C0000000000000044000000000000004C000000000000000C00000000000000440000000000000E03F000000000000E03F00000000000000C0000000000000E03F000000000000F87F000000000000F03F000000000000F07F00000000000000C0000000000000F03F000000000000F8FF000000000000F0BF000000000000F0FF0000000000000040000000000000F8BF000000000000F8BF000000000000F0BF000000000000F87F000000000000F0FF000000000000F83F0000000000000000000000000000F0BF000000000000E0BF0000000000000000000000000000F8FF0000000000000040000000000000F83F000000000000F0BF00000000000000C0000000000000F03F000000000000F8BF000000000000F07F000000000000F87F0000000000000000"> : tensor<50xf64>
    %2 = stablehlo.constant dense<"0x050001000300FCFFFDFF000005000500FAFFFAFF0300FCFF00000100FDFFFFFFFDFF010001000500FCFFFEFFFDFF01000000020006000600FDFF0400FFFFFAFF0100FAFF0000FEFFFAFFFFFF050004000000040004000500FCFF0500FBFF000006000000"> : tensor<50xi16>
    return %0, %1, %2 : tensor<50xi8>, tensor<50xf64>, tensor<50xi16>
  }
  func.func private @expected() -> (tensor<50xi8>, tensor<50xf64>, tensor<50xi16>) {
    %0 = stablehlo.constant dense<"0xFAFAFAFAFAFBFBFBFCFCFCFCFCFDFDFEFEFEFEFEFEFF00000101020202020303030303030303040404040405050506060606"> : tensor<50xi8>
    %1 = stablehlo.constant dense<"0x000000000000F0FF000000000000F0FF000000000000F8BF000000000000F83F000000000000F87F00000000000000C000000000000000C0000000000000084000000000000004C00000000000000000000000000000000000000000000000000000000000000440000000000000F0FF0000000000000000000000000000E0BF000000000000E03F0000000000000440000000000000F8FF000000000000F87F000000000000F87F0000000000000080000000000000F0BF000000000000F0BF00000000000000C0000000000000E03F00000000000000C0000000000000E0BF000000000000E03F000000000000004000000000000000C000000000000000C0000000000000F8BF000000000000F0BF00000000000000800000000000000000000000000000E03F000000000000F07F00000000000004C0000000000000F0BF000000000000F0BF000000000000F83F000000000000F8FF000000000000F8BF000000000000F03F000000000000F03F00000000000004C0000000000000F03F0000000000000040000000000000F07F"> : tensor<50xf64>
    %2 = stablehlo.constant dense<"0x0300FDFFFBFFFEFFFEFFFAFFFCFF000003000500FAFF000001000000040005000100FDFF0600FAFF06000500010006000000010000000500FCFF0400FFFF0500FAFF0100FAFFFCFFFCFF0100FDFFFFFF050004000000FFFF02000500FDFFFDFF04000000"> : tensor<50xi16>
    return %0, %1, %2 : tensor<50xi8>, tensor<50xf64>, tensor<50xi16>
  }
}
