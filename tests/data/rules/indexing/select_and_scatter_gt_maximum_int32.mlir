module @indexing_select_and_scatter_gt_maximum_int32 {
  func.func private @program(%arg0: tensor<5x4xi32>, %arg1: tensor<3x3xi32>, %arg2: tensor<i32>) -> (tensor<5x4xi32>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %0 : tensor<i32>
    }) : (tensor<5x4xi32>, tensor<3x3xi32>, tensor<i32>) -> tensor<5x4xi32>
    return %r : tensor<5x4xi32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xi32>, tensor<3x3xi32>, tensor<i32>)
    %e = call @expected() : () -> (tensor<5x4xi32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xi32>, tensor<3x3xi32>, tensor<i32>) -> (tensor<5x4xi32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xi32>, tensor<5x4xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xi32>, tensor<3x3xi32>, tensor<i32>) {
    %0 = stablehlo.constant dense<"0x0300000000000000000000000200000001000000010000000200000003000000010000000000000001000000020000000300000002000000020000000300000000000000030000000000000001000000"> : tensor<5x4xi32>
    %1 = stablehlo.constant dense<"0x040000000400000005000000010000000600000002000000050000000300000000000000"> : tensor<3x3xi32>
    %2 = stablehlo.constant dense<"0x01000000"> : tensor<i32>
    return %0, %1, %2 : tensor<5x4xi32>, tensor<3x3xi32>, tensor<i32>
  }
  func.func private @expected() -> (tensor<5x4xi32>) {
    %0 = stablehlo.constant dense<"0x0400000001000000010000000500000001000000010000000100000006000000010000000100000001000000010000000100000001000000010000000100000001000000050000000100000001000000"> : tensor<5x4xi32>
    return %0 : tensor<5x4xi32>
  }
}
