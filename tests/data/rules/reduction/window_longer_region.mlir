module @reduction_window_longer_region {
  func.func private @program(%arg0: tensor<6x7xf32>) -> (tensor<5x5xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.abs %arg1 : tensor<f32>
      %2 = stablehlo.abs %arg2 : tensor<f32>
      %3 = stablehlo.compare GT, %1, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.abs %arg1 : tensor<f32>
      %5 = stablehlo.abs %arg2 : tensor<f32>
      %6 = stablehlo.compare EQ, %4, %5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = stablehlo.compare GT, %arg1, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.and %6, %7 : tensor<i1>
      %9 = stablehlo.or %3, %8 : tensor<i1>
      %10 = func.call @_where(%9, %arg1, %arg2) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<5x5xf32>
    return %0 : tensor<5x5xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<6x7xf32>)
    %e = call @expected() : () -> (tensor<5x5xf32>)
    %r = call @program(%i) : (tensor<6x7xf32>) -> (tensor<5x5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x5xf32>, tensor<5x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<6x7xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C000004040"> : tensor<6x7xf32>
    return %0 : tensor<6x7xf32>
  }
  func.func private @expected() -> (tensor<5x5xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0400000A0400000A0400000A0400000A0C00000A040000080400000A0C00000A0C00000A0C000008040000080400000A0C00000A0C00000A0C000008040000080400000A0400000A0400000A04000008040000080400000A0400000A0400000A040"> : tensor<5x5xf32>
    return %0 : tensor<5x5xf32>
  }
}
