module @reduction_window_bool {
  func.func private @program(%arg0: tensor<5x6xi1>) -> (tensor<4x4xi1>, tensor<4x4xi1>) {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i1>, %arg2: tensor<i1>):
      %2 = stablehlo.or %arg1, %arg2 : tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<5x6xi1>, tensor<i1>) -> tensor<4x4xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %1 = "stablehlo.reduce_window"(%arg0, %c_0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i1>, %arg2: tensor<i1>):
      %2 = stablehlo.and %arg1, %arg2 : tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<5x6xi1>, tensor<i1>) -> tensor<4x4xi1>
    return %0, %1 : tensor<4x4xi1>, tensor<4x4xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<5x6xi1>)
    %e:2 = call @expected() : () -> (tensor<4x4xi1>, tensor<4x4xi1>)
    %r:2 = call @program(%i) : (tensor<5x6xi1>) -> (tensor<4x4xi1>, tensor<4x4xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4x4xi1>, tensor<4x4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4x4xi1>, tensor<4x4xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x6xi1>) {
    %0 = stablehlo.constant dense<[[false, false, true, true, false, false], [true, true, false, false, true, false], [false, true, false, false, false, false], [false, false, true, true, true, false], [true, false, false, true, false, false]]> : tensor<5x6xi1>
    return %0 : tensor<5x6xi1>
  }
  func.func private @expected() -> (tensor<4x4xi1>, tensor<4x4xi1>) {
    %0 = stablehlo.constant dense<[[true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true]]> : tensor<4x4xi1>
    %1 = stablehlo.constant dense<[[false, false, false, false], [false, false, false, false], [false, false, false, false], [false, false, false, false]]> : tensor<4x4xi1>
    return %0, %1 : tensor<4x4xi1>, tensor<4x4xi1>
  }
}
