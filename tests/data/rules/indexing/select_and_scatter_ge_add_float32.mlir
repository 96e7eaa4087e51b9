module @indexing_select_and_scatter_ge_add_float32 {
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<3x3xf32>, %arg2: tensor<f32>) -> (tensor<5x4xf32>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
    }) : (tensor<5x4xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<5x4xf32>
    return %r : tensor<5x4xf32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xf32>, tensor<3x3xf32>, tensor<f32>)
    %e = call @expected() : () -> (tensor<5x4xf32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xf32>, tensor<3x3xf32>, tensor<f32>) -> (tensor<5x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xf32>, tensor<5x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf32>, tensor<3x3xf32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x000040400000000000000000000000400000803F0000803F00000040000040400000803F000000000000803F00000040000040400000004000000040000040400000000000004040000000000000803F"> : tensor<5x4xf32>
    %1 = stablehlo.constant dense<"0x00008040000080400000A0400000803F0000C040000000400000A0400000404000000000"> : tensor<3x3xf32>
    %2 = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
    return %0, %1, %2 : tensor<5x4xf32>, tensor<3x3xf32>, tensor<f32>
  }
  func.func private @expected() -> (tensor<5x4xf32>) {
    %0 = stablehlo.constant dense<"0x0000A0400000803F0000803F000020410000803F0000803F00000040000010410000803F0000803F0000803F0000803F0000C0400000803F0000803F000080400000803F0000803F0000803F0000803F"> : tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
}
