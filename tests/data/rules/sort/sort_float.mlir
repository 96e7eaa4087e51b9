module @sort_sort_float {
  func.func private @program(%arg0: tensor<3x11xf16>, %arg1: tensor<3x11xbf16>, %arg2: tensor<3x11xf32>, %arg3: tensor<3x11xf64>) -> (tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<f16>, %arg5: tensor<f16>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
      %4 = stablehlo.compare EQ, %arg4, %cst, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
      %5 = stablehlo.select %4, %cst_0, %arg4 : tensor<i1>, tensor<f16>
      %6 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7E00> : tensor<f16>
      %7 = stablehlo.select %6, %cst_1, %5 : tensor<i1>, tensor<f16>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
      %8 = stablehlo.compare EQ, %arg5, %cst_2, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
      %9 = stablehlo.select %8, %cst_3, %arg5 : tensor<i1>, tensor<f16>
      %10 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7E00> : tensor<f16>
      %11 = stablehlo.select %10, %cst_4, %9 : tensor<i1>, tensor<f16>
      %12 = stablehlo.compare LT, %7, %11, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    }) : (tensor<3x11xf16>) -> tensor<3x11xf16>
    %1 = "stablehlo.sort"(%arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<bf16>, %arg5: tensor<bf16>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %4 = stablehlo.compare EQ, %arg4, %cst, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %5 = stablehlo.select %4, %cst_0, %arg4 : tensor<i1>, tensor<bf16>
      %6 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
      %7 = stablehlo.select %6, %cst_1, %5 : tensor<i1>, tensor<bf16>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %8 = stablehlo.compare EQ, %arg5, %cst_2, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %9 = stablehlo.select %8, %cst_3, %arg5 : tensor<i1>, tensor<bf16>
      %10 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
      %11 = stablehlo.select %10, %cst_4, %9 : tensor<i1>, tensor<bf16>
      %12 = stablehlo.compare LT, %7, %11, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    }) : (tensor<3x11xbf16>) -> tensor<3x11xbf16>
    %2 = "stablehlo.sort"(%arg2) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.compare EQ, %arg4, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.select %4, %cst_0, %arg4 : tensor<i1>, tensor<f32>
      %6 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %7 = stablehlo.select %6, %cst_1, %5 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.compare EQ, %arg5, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.select %8, %cst_3, %arg5 : tensor<i1>, tensor<f32>
      %10 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %11 = stablehlo.select %10, %cst_4, %9 : tensor<i1>, tensor<f32>
      %12 = stablehlo.compare LT, %7, %11, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    }) : (tensor<3x11xf32>) -> tensor<3x11xf32>
    %3 = "stablehlo.sort"(%arg3) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<f64>, %arg5: tensor<f64>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %4 = stablehlo.compare EQ, %arg4, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %5 = stablehlo.select %4, %cst_0, %arg4 : tensor<i1>, tensor<f64>
      %6 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %7 = stablehlo.select %6, %cst_1, %5 : tensor<i1>, tensor<f64>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %8 = stablehlo.compare EQ, %arg5, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %9 = stablehlo.select %8, %cst_3, %arg5 : tensor<i1>, tensor<f64>
      %10 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %11 = stablehlo.select %10, %cst_4, %9 : tensor<i1>, tensor<f64>
      %12 = stablehlo.compare LT, %7, %11, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    }) : (tensor<3x11xf64>) -> tensor<3x11xf64>
    return %0, %1, %2, %3 : tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>)
    %e:4 = call @expected() : () -> (tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>) -> (tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x11xf16>, tensor<3x11xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x11xbf16>, tensor<3x11xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x11xf32>, tensor<3x11xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x11xf64>, tensor<3x11xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>) {
    %0 = stablehlo.constant dense<"0x003C00420040007E003E00C10000004000BC004100C000BC004200000040003800C200BC0000003C0042003E00BC0041008000BC00C200B800FE00FC003C0042007E"> : tensor<3x11xf16>
    %1 = stablehlo.constant dense<"0x00C040C020C0003FC03FC03F204000400080C0BF003FC03FC0FF80BF0000C0FF803F0040C03F0040C0BF807F00BF00C0C07F003F20400000C07F40C0003F204020C0"> : tensor<3x11xbf16>
    %2 = stablehlo.constant dense<"0x0000807F000020C0000040C0000040C000000080000040C0000020400000807F000000000000C0BF000000BF000040C0000000C00000807F0000003F0000C0BF000000BF00004040000000BF0000C03F00000040000040C00000008000000000000080BF000000800000C0BF000000C000000040000020C00000C0BF000000400000C07F"> : tensor<3x11xf32>
    %3 = stablehlo.constant dense<"0x0000000000000000000000000000F83F000000000000F03F00000000000000000000000000000040000000000000E03F0000000000000000000000000000F8FF00000000000008400000000000000440000000000000F0FF00000000000000C0000000000000E0BF000000000000F07F000000000000F8FF00000000000008C0000000000000F03F000000000000F03F00000000000008C0000000000000F0FF0000000000000440000000000000F8BF0000000000000440000000000000E0BF000000000000F8FF000000000000E03F000000000000E03F000000000000F07F000000000000F0BF0000000000000840000000000000F0FF0000000000000840000000000000F03F"> : tensor<3x11xf64>
    return %0, %1, %2, %3 : tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>
  }
  func.func private @expected() -> (tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>) {
    %0 = stablehlo.constant dense<"0x00C100C000BC0000003C003E0040004000410042007E00C200BC00BC000000000038003C003E00400042004200FC00C200BC00BC00B80080003C0041004200FE007E"> : tensor<3x11xf16>
    %1 = stablehlo.constant dense<"0x40C020C000C0C0BF0080003F003FC03FC03F00402040C0BF80BF0000803FC03FC03F00400040807FC0FFC0FF40C020C000C000BF0000003F003F20402040C07FC07F"> : tensor<3x11xbf16>
    %2 = stablehlo.constant dense<"0x000040C0000040C0000040C0000020C00000C0BF000000BF0000008000000000000020400000807F0000807F000040C0000040C0000000C00000C0BF000000BF000000BF0000003F0000C03F00000040000040400000807F000020C0000000C00000C0BF0000C0BF000080BF00000080000000000000008000000040000000400000C07F"> : tensor<3x11xf32>
    %3 = stablehlo.constant dense<"0x000000000000F0FF000000000000000000000000000000000000000000000000000000000000E03F000000000000F03F000000000000F83F000000000000004000000000000004400000000000000840000000000000F8FF000000000000F0FF00000000000008C000000000000008C000000000000000C0000000000000F8BF000000000000E0BF000000000000F03F000000000000F03F0000000000000440000000000000F07F000000000000F8FF000000000000F0FF000000000000F0BF000000000000E0BF000000000000E03F000000000000E03F000000000000F03F000000000000044000000000000008400000000000000840000000000000F07F000000000000F8FF"> : tensor<3x11xf64>
    return %0, %1, %2, %3 : tensor<3x11xf16>, tensor<3x11xbf16>, tensor<3x11xf32>, tensor<3x11xf64>
  }
}
