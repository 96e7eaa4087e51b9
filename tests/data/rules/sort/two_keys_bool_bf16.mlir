module @sort_two_keys_bool_bf16 {
  func.func private @program(%arg0: tensor<50xi1>, %arg1: tensor<50xbf16>, %arg2: tensor<50xi16>) -> (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>) {
    %0:3 = "stablehlo.sort"(%arg0, %arg1, %arg2) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<i1>, %arg4: tensor<i1>, %arg5: tensor<bf16>, %arg6: tensor<bf16>, %arg7: tensor<i16>, %arg8: tensor<i16>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %1 = stablehlo.compare EQ, %arg5, %cst, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %2 = stablehlo.select %1, %cst_0, %arg5 : tensor<i1>, tensor<bf16>
      %3 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<bf16>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %5 = stablehlo.compare EQ, %arg6, %cst_2, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %6 = stablehlo.select %5, %cst_3, %arg6 : tensor<i1>, tensor<bf16>
      %7 = stablehlo.compare NE, %arg6, %arg6, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<bf16>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %10 = stablehlo.compare LT, %arg3, %arg4, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %11 = stablehlo.compare EQ, %arg3, %arg4, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %12 = stablehlo.and %11, %9 : tensor<i1>
      %13 = stablehlo.or %10, %12 : tensor<i1>
      stablehlo.return %13 : tensor<i1>
    }) : (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>) -> (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>)
    return %0#0, %0#1, %0#2 : tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>)
    %e:3 = call @expected() : () -> (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>)
    %r:3 = call @program(%i#0, %i#1, %i#2) : (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>) -> (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<50xi1>, tensor<50xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<50xbf16>, tensor<50xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<50xi16>, tensor<50xi16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>) {
    %0 = stablehlo.constant dense<[false, true, true, true, true, true, false, true, false, false, true, true, false, true, true, true, true, true, true, false, true, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, false, false, true, false, true, true, false, false, false, false, false, false, false, true]> : tensor<50xi1>
    %1 = stablehlo.constant dense<"0x80BF00000000C0BF2040003F00BF00BFC07FC0BF40C0803F80BFC07F0040004020400040000000C0C0BF807F00C0803F0000807F00C0C0FFC0BFC0BF0080803F00C080BF0000C0BF004000C00040C0FFC0BF000080FF003F000080FF0000008080FFC0FF"> : tensor<50xbf16>
    %2 = stablehlo.constant dense<"0x0600FBFFFFFF0600FAFFFEFF0600FAFFFAFFFBFF04000400FCFF02000500FDFF06000400FFFFFEFFFAFFFAFFFCFFFBFFFCFF0100FBFF0300FCFF030006000100FAFF020000000400FAFF060001000300040004000100FDFF00000500030005000600FDFF"> : tensor<50xi16>
    return %0, %1, %2 : tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>
  }
  func.func private @expected() -> (tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>) {
    %0 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<50xi1>
    %1 = stablehlo.constant dense<"0x80FF80FF80FF00C000C000C000C0C0BFC0BF80BF80BF80BF00BF000000800000000000000080003F803F803F0040807FC07FC0FF40C000C0C0BFC0BFC0BFC0BFC0BF00BF0000000000000000003F803F004000400040004020402040807FC07FC0FFC0FF"> : tensor<50xbf16>
    %2 = stablehlo.constant dense<"0x010005000600FEFFFCFFFAFF0600FBFF03000600FCFF02000600FCFF06000000000003000500FDFFFBFF0100FAFFFAFFFAFF03000400FBFF0600FAFFFCFF04000400FAFFFBFFFFFFFFFF0400FEFF04000500FDFF04000100FAFF0600010002000300FDFF"> : tensor<50xi16>
    return %0, %1, %2 : tensor<50xi1>, tensor<50xbf16>, tensor<50xi16>
  }
}
