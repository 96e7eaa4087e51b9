module @reduction_window_two_operands {
  func.func private @program(%arg0: tensor<6x7xf32>, %arg1: tensor<6x7xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<99> : tensor<i32>
    %0:2 = "stablehlo.reduce_window"(%arg0, %arg1, %cst, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<i32>):
      %1 = stablehlo.compare GT, %arg2, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.compare EQ, %arg2, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare LT, %arg3, %arg5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = stablehlo.and %2, %3 : tensor<i1>
      %5 = stablehlo.or %1, %4 : tensor<i1>
      %6 = func.call @_where(%5, %arg2, %arg4) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %7 = func.call @_where_0(%5, %arg3, %arg5) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %6, %7 : tensor<f32>, tensor<i32>
    }) : (tensor<6x7xf32>, tensor<6x7xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<6x7xf32>, tensor<6x7xi32>)
    %e:2 = call @expected() : () -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %r:2 = call @program(%i#0, %i#1) : (tensor<6x7xf32>, tensor<6x7xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<6x7xf32>, tensor<6x7xi32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C000004040"> : tensor<6x7xf32>
    %1 = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F00000020000000210000002200000023000000240000002500000026000000270000002800000029000000"> : tensor<6x7xi32>
    return %0, %1 : tensor<6x7xf32>, tensor<6x7xi32>
  }
  func.func private @expected() -> (tensor<4x3xf32>, tensor<4x3xi32>) {
    %0 = stablehlo.constant dense<"0x000040400000A040000080400000A0400000804000008040000080400000A0400000A040000080400000000000004040"> : tensor<4x3xf32>
    %1 = stablehlo.constant dense<"0x020000000300000006000000070000000A0000000D000000160000002000000020000000240000002600000029000000"> : tensor<4x3xi32>
    return %0, %1 : tensor<4x3xf32>, tensor<4x3xi32>
  }
}
