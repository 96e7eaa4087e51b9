module @reduction_window_padding {
  func.func private @program(%arg0: tensor<6x7xf32>) -> (tensor<8x9xf32>, tensor<8x9xf32>, tensor<8x9xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 4]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<8x9xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 4]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %6 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<8x9xf32>
    %cst_1 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<f32>
    %5 = "stablehlo.reduce_window"(%arg0, %4) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 4]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %6 = stablehlo.minimum %arg1, %arg2 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<8x9xf32>
    return %1, %3, %5 : tensor<8x9xf32>, tensor<8x9xf32>, tensor<8x9xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<6x7xf32>)
    %e:3 = call @expected() : () -> (tensor<8x9xf32>, tensor<8x9xf32>, tensor<8x9xf32>)
    %r:3 = call @program(%i) : (tensor<6x7xf32>) -> (tensor<8x9xf32>, tensor<8x9xf32>, tensor<8x9xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<8x9xf32>, tensor<8x9xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<8x9xf32>, tensor<8x9xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<8x9xf32>, tensor<8x9xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<6x7xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C000004040"> : tensor<6x7xf32>
    return %0 : tensor<6x7xf32>
  }
  func.func private @expected() -> (tensor<8x9xf32>, tensor<8x9xf32>, tensor<8x9xf32>) {
    %0 = stablehlo.constant dense<"0x000040400000004100004040000080C00000A0C000000000000080400000000000000000000040400000E04000008040000040C0000080C000000040000000410000000000000000000000C00000803F000080BF000000C10000A0C00000803F0000004100000000000000000000A04000001041000080BF000010C10000C0C00000803F0000E0400000000000000000000040C0000000000000803F0000000000000000000040C0000000400000000000000000000020C10000C0C00000C0C0000000C10000A0C00000E0C0000000400000000000000000000000000000803F0000C0C0000000C10000A0C0000000C0000040400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<8x9xf32>
    %1 = stablehlo.constant dense<"0x000040400000A0400000A0400000A040000080400000804000008040000080FF000080FF0000A0400000A0400000A0400000A040000080400000804000008040000080FF000080FF0000A040000080400000804000008040000080400000804000008040000080FF000080FF00008040000080400000404000004040000080400000804000008040000080FF000080FF00008040000080400000A0400000A0400000A0400000404000004040000080FF000080FF00008040000080400000A0400000A0400000A0400000404000004040000080FF000080FF00008040000080400000000000000000000040400000404000004040000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF"> : tensor<8x9xf32>
    %2 = stablehlo.constant dense<"0x00000000000000000000A0C00000A0C00000A0C0000080C0000080400000807F0000807F000040C0000040C00000A0C00000A0C00000A0C0000080C0000080400000807F0000807F000040C0000040C00000A0C00000A0C00000A0C00000A0C0000080400000807F0000807F000040C0000080BF0000A0C00000A0C00000A0C00000A0C0000040400000807F0000807F000080C0000080C0000080C0000080C0000080C0000080C0000080BF0000807F0000807F000080C0000080C0000080C00000A0C00000A0C00000A0C0000080BF0000807F0000807F000040C0000040C0000040C00000A0C00000A0C00000A0C0000040400000807F0000807F0000807F0000807F0000807F0000807F0000807F0000807F0000807F0000807F0000807F"> : tensor<8x9xf32>
    return %0, %1, %2 : tensor<8x9xf32>, tensor<8x9xf32>, tensor<8x9xf32>
  }
}
