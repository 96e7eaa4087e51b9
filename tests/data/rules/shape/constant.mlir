module @shape_constant {
  func.func private @program() -> (tensor<8xf32>, tensor<2x3xf32>, tensor<5xf64>, tensor<3xi32>, tensor<2x1xi64>, tensor<3xi1>, tensor<2x2xi32>, tensor<3xi1>, tensor<2xf32>, tensor<f64>, tensor<i64>, tensor<i1>, tensor<0x2xf32>, tensor<0xi64>, tensor<5x8xf32>, tensor<40xi64>) {
    %cst = stablehlo.constant dense<[1.500000e+00, -0.000000e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 1.401300e-45, 3.40282347E+38, 1.000000e-01]> : tensor<8xf32>
    %cst_0 = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
    %cst_1 = stablehlo.constant dense<[1.000000e-01, 9.999880e-321, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157E+308]> : tensor<5xf64>
    %c = stablehlo.constant dense<[-2147483648, 2147483647, 0]> : tensor<3xi32>
    %c_2 = stablehlo.constant dense<[[-9223372036854775808], [9223372036854775807]]> : tensor<2x1xi64>
    %c_3 = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
    %c_4 = stablehlo.constant dense<7> : tensor<2x2xi32>
    %c_5 = stablehlo.constant dense<true> : tensor<3xi1>
    %cst_6 = stablehlo.constant dense<0x7FC00000> : tensor<2xf32>
    %cst_7 = stablehlo.constant dense<> : tensor<0x2xf32>
    %c_8 = stablehlo.constant dense<> : tensor<0xi64>
    %cst_9 = stablehlo.constant dense<[[0.000000e+00, 0.333333343, 0.666666686, 1.000000e+00, 1.33333337, 1.66666663, 2.000000e+00, 2.33333325], [2.66666675, 3.000000e+00, 3.33333325, 3.66666675, 4.000000e+00, 4.33333349, 4.66666651, 5.000000e+00], [5.33333349, 5.66666651, 6.000000e+00, 6.33333349, 6.66666651, 7.000000e+00, 7.33333349, 7.66666651], [8.000000e+00, 8.33333301, 8.66666698, 9.000000e+00, 9.33333301, 9.66666698, 1.000000e+01, 10.333333], [10.666667, 1.100000e+01, 11.333333, 11.666667, 1.200000e+01, 12.333333, 12.666667, 1.300000e+01]]> : tensor<5x8xf32>
    %c_10 = stablehlo.constant dense<[0, 1000000000000, 2000000000000, 3000000000000, 4000000000000, 5000000000000, 6000000000000, 7000000000000, 8000000000000, 9000000000000, 10000000000000, 11000000000000, 12000000000000, 13000000000000, 14000000000000, 15000000000000, 16000000000000, 17000000000000, 18000000000000, 19000000000000, 20000000000000, 21000000000000, 22000000000000, 23000000000000, 24000000000000, 25000000000000, 26000000000000, 27000000000000, 28000000000000, 29000000000000, 30000000000000, 31000000000000, 32000000000000, 33000000000000, 34000000000000, 35000000000000, 36000000000000, 37000000000000, 38000000000000, 39000000000000]> : tensor<40xi64>
    %cst_11 = stablehlo.constant dense<2.500000e+00> : tensor<f64>
    %c_12 = stablehlo.constant dense<-3> : tensor<i64>
    %c_13 = stablehlo.constant dense<false> : tensor<i1>
    return %cst, %cst_0, %cst_1, %c, %c_2, %c_3, %c_4, %c_5, %cst_6, %cst_11, %c_12, %c_13, %cst_7, %c_8, %cst_9, %c_10 : tensor<8xf32>, tensor<2x3xf32>, tensor<5xf64>, tensor<3xi32>, tensor<2x1xi64>, tensor<3xi1>, tensor<2x2xi32>, tensor<3xi1>, tensor<2xf32>, tensor<f64>, tensor<i64>, tensor<i1>, tensor<0x2xf32>, tensor<0xi64>, tensor<5x8xf32>, tensor<40xi64>
  }
  func.func public @main() {
    %e:16 = call @expected() : () -> (tensor<8xf32>, tensor<2x3xf32>, tensor<5xf64>, tensor<3xi32>, tensor<2x1xi64>, tensor<3xi1>, tensor<2x2xi32>, tensor<3xi1>, tensor<2xf32>, tensor<f64>, tensor<i64>, tensor<i1>, tensor<0x2xf32>, tensor<0xi64>, tensor<5x8xf32>, tensor<40xi64>)
    %r:16 = call @program() : () -> (tensor<8xf32>, tensor<2x3xf32>, tensor<5xf64>, tensor<3xi32>, tensor<2x1xi64>, tensor<3xi1>, tensor<2x2xi32>, tensor<3xi1>, tensor<2xf32>, tensor<f64>, tensor<i64>, tensor<i1>, tensor<0x2xf32>, tensor<0xi64>, tensor<5x8xf32>, tensor<40xi64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<8xf32>, tensor<8xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<2x1xi64>, tensor<2x1xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#12, %e#12) {has_side_effect = true} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#13, %e#13) {has_side_effect = true} : (tensor<0xi64>, tensor<0xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#14, %e#14) {has_side_effect = true} : (tensor<5x8xf32>, tensor<5x8xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#15, %e#15) {has_side_effect = true} : (tensor<40xi64>, tensor<40xi64>) -> ()
    return
  }
  func.func private @expected() -> (tensor<8xf32>, tensor<2x3xf32>, tensor<5xf64>, tensor<3xi32>, tensor<2x1xi64>, tensor<3xi1>, tensor<2x2xi32>, tensor<3xi1>, tensor<2xf32>, tensor<f64>, tensor<i64>, tensor<i1>, tensor<0x2xf32>, tensor<0xi64>, tensor<5x8xf32>, tensor<40xi64>) {
    %0 = stablehlo.constant dense<"0x0000C03F000000800000807F000080FF0000C07F01000000FFFF7F7FCDCCCC3D"> : tensor<8xf32>
    %1 = stablehlo.constant dense<"0x0000803F0000004000004040000080400000A0400000C040"> : tensor<2x3xf32>
    %2 = stablehlo.constant dense<"0x9A9999999999B93FE807000000000000000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7F"> : tensor<5xf64>
    %3 = stablehlo.constant dense<"0x00000080FFFFFF7F00000000"> : tensor<3xi32>
    %4 = stablehlo.constant dense<"0x0000000000000080FFFFFFFFFFFFFF7F"> : tensor<2x1xi64>
    %5 = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
    %6 = stablehlo.constant dense<"0x07000000070000000700000007000000"> : tensor<2x2xi32>
    %7 = stablehlo.constant dense<[true, true, true]> : tensor<3xi1>
    %8 = stablehlo.constant dense<"0x0000C07F0000C07F"> : tensor<2xf32>
    %9 = stablehlo.constant dense<"0x0000000000000440"> : tensor<f64>
    %10 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<i64>
    %11 = stablehlo.constant dense<false> : tensor<i1>
    %12 = stablehlo.constant dense<> : tensor<0x2xf32>
    %13 = stablehlo.constant dense<> : tensor<0xi64>
    %14 = stablehlo.constant dense<"0x00000000ABAAAA3EABAA2A3F0000803FABAAAA3F5555D53F0000004055551540ABAA2A400000404055555540ABAA6A4000008040ABAA8A40555595400000A040ABAAAA405555B5400000C040ABAACA405555D5400000E040ABAAEA405555F5400000004155550541ABAA0A410000104155551541ABAA1A410000204155552541ABAA2A410000304155553541ABAA3A410000404155554541ABAA4A4100005041"> : tensor<5x8xf32>
    %15 = stablehlo.constant dense<"0x00000000000000000010A5D4E800000000204AA9D10100000030EF7DBA02000000409452A3030000005039278C0400000060DEFB74050000007083D05D060000008028A5460700000090CD792F08000000A0724E1809000000B01723010A000000C0BCF7E90A000000D061CCD20B000000E006A1BB0C000000F0AB75A40D00000000514A8D0E00000010F61E760F000000209BF35E100000003040C8471100000040E59C3012000000508A711913000000602F46021400000070D41AEB140000008079EFD315000000901EC4BC16000000A0C398A517000000B0686D8E18000000C00D427719000000D0B216601A000000E057EB481B000000F0FCBF311C00000000A2941A1D000000104769031E00000020EC3DEC1E000000309112D51F0000004036E7BD2000000050DBBBA6210000006080908F2200000070256578230000"> : tensor<40xi64>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : tensor<8xf32>, tensor<2x3xf32>, tensor<5xf64>, tensor<3xi32>, tensor<2x1xi64>, tensor<3xi1>, tensor<2x2xi32>, tensor<3xi1>, tensor<2xf32>, tensor<f64>, tensor<i64>, tensor<i1>, tensor<0x2xf32>, tensor<0xi64>, tensor<5x8xf32>, tensor<40xi64>
  }
}
