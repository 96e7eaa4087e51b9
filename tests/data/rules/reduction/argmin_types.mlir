module @reduction_argmin_types {
  func.func private @program(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf64>, %arg2: tensor<4x6xi32>, %arg3: tensor<4x6xi64>, %arg4: tensor<3x3xi1>) -> (tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<3xi64>) {
    %0 = call @argmin(%arg0) : (tensor<4x6xf32>) -> tensor<6xi64>
    %1 = call @argmin_0(%arg1) : (tensor<4x6xf64>) -> tensor<6xi64>
    %2 = call @argmin_1(%arg2) : (tensor<4x6xi32>) -> tensor<6xi64>
    %3 = call @argmin_2(%arg3) : (tensor<4x6xi64>) -> tensor<6xi64>
    %4 = call @argmin_3(%arg4) : (tensor<3x3xi1>) -> tensor<3xi64>
    return %0, %1, %2, %3, %4 : tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<3xi64>
  }
  func.func private @argmin(%arg0: tensor<4x6xf32>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<4x6xf32>, tensor<4x6xi64>, tensor<f32>, tensor<i64>) -> (tensor<6xf32>, tensor<6xi64>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmin_0(%arg0: tensor<4x6xf64>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %cst = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<4x6xf64>, tensor<4x6xi64>, tensor<f64>, tensor<i64>) -> (tensor<6xf64>, tensor<6xi64>)
     reducer(%arg1: tensor<f64>, %arg3: tensor<f64>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f64>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<f64>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmin_1(%arg0: tensor<4x6xi32>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<4x6xi32>, tensor<4x6xi64>, tensor<i32>, tensor<i64>) -> (tensor<6xi32>, tensor<6xi64>)
     reducer(%arg1: tensor<i32>, %arg3: tensor<i32>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<i32>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmin_2(%arg0: tensor<4x6xi64>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %c = stablehlo.constant dense<9223372036854775807> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<4x6xi64>, tensor<4x6xi64>, tensor<i64>, tensor<i64>) -> (tensor<6xi64>, tensor<6xi64>)
     reducer(%arg1: tensor<i64>, %arg3: tensor<i64>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i64>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<i64>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmin_3(%arg0: tensor<3x3xi1>) -> tensor<3xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<3x3xi1>, tensor<3x3xi64>, tensor<i1>, tensor<i64>) -> (tensor<3xi1>, tensor<3xi64>)
     reducer(%arg1: tensor<i1>, %arg3: tensor<i1>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i1>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<i1>, tensor<i64>
    }
    return %1#1 : tensor<3xi64>
  }
  func.func public @main() {
    %i:5 = call @inputs() : () -> (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>, tensor<3x3xi1>)
    %e:5 = call @expected() : () -> (tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<3xi64>)
    %r:5 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4) : (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>, tensor<3x3xi1>) -> (tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<3xi64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>, tensor<3x3xi1>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C000008040000040400000804000000000"> : tensor<4x6xf32>
    %1 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000840000000000000144000000000000014C000000000000010C00000000000001040000000000000144000000000000008C000000000000000C00000000000001040000000000000F0BF00000000000000C0000000000000104000000000000008C0000000000000F0BF0000000000000040000000000000F03F00000000000014C000000000000014C00000000000001040000000000000084000000000000010400000000000000000"> : tensor<4x6xf64>
    %2 = stablehlo.constant dense<"0x00000000000000000300000005000000FBFFFFFFFCFFFFFF0400000005000000FDFFFFFFFEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FDFFFFFFFFFFFFFF0200000001000000FBFFFFFFFBFFFFFF04000000030000000400000000000000"> : tensor<4x6xi32>
    %3 = stablehlo.constant dense<"0x0000000000000000000000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000500000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FBFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF0400000000000000030000000000000004000000000000000000000000000000"> : tensor<4x6xi64>
    %4 = stablehlo.constant dense<[[false, true, false], [true, true, true], [false, false, false]]> : tensor<3x3xi1>
    return %0, %1, %2, %3, %4 : tensor<4x6xf32>, tensor<4x6xf64>, tensor<4x6xi32>, tensor<4x6xi64>, tensor<3x3xi1>
  }
  func.func private @expected() -> (tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<3xi64>) {
    %0 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000010000000000000000000000000000000000000000000000"> : tensor<6xi64>
    %1 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000010000000000000000000000000000000000000000000000"> : tensor<6xi64>
    %2 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000010000000000000000000000000000000000000000000000"> : tensor<6xi64>
    %3 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000010000000000000000000000000000000000000000000000"> : tensor<6xi64>
    %4 = stablehlo.constant dense<"0x000000000000000002000000000000000000000000000000"> : tensor<3xi64>
    return %0, %1, %2, %3, %4 : tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xi64>, tensor<3xi64>
  }
}
