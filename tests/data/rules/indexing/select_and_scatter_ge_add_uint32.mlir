module @indexing_select_and_scatter_ge_add_uint32 {
  func.func private @program(%arg0: tensor<5x4xui32>, %arg1: tensor<3x3xui32>, %arg2: tensor<ui32>) -> (tensor<5x4xui32>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %0 = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %0 : tensor<ui32>
    }) : (tensor<5x4xui32>, tensor<3x3xui32>, tensor<ui32>) -> tensor<5x4xui32>
    return %r : tensor<5x4xui32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xui32>, tensor<3x3xui32>, tensor<ui32>)
    %e = call @expected() : () -> (tensor<5x4xui32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xui32>, tensor<3x3xui32>, tensor<ui32>) -> (tensor<5x4xui32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xui32>, tensor<5x4xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xui32>, tensor<3x3xui32>, tensor<ui32>) {
    %0 = stablehlo.constant dense<"0x0300000000000000000000000200000001000000010000000200000003000000010000000000000001000000020000000300000002000000020000000300000000000000030000000000000001000000"> : tensor<5x4xui32>
    %1 = stablehlo.constant dense<"0x040000000400000005000000010000000600000002000000050000000300000000000000"> : tensor<3x3xui32>
    %2 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    return %0, %1, %2 : tensor<5x4xui32>, tensor<3x3xui32>, tensor<ui32>
  }
  func.func private @expected() -> (tensor<5x4xui32>) {
    %0 = stablehlo.constant dense<"0x0500000001000000010000000A00000001000000010000000200000009000000010000000100000001000000010000000600000001000000010000000400000001000000010000000100000001000000"> : tensor<5x4xui32>
    return %0 : tensor<5x4xui32>
  }
}
