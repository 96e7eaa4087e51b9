module @shape_concatenate_columns {
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<2x1xf32>) -> (tensor<2x4xf32>) {
    %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<2x3xf32>, tensor<2x1xf32>)
    %e = call @expected() : () -> (tensor<2x4xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<2x3xf32>, tensor<2x1xf32>) -> (tensor<2x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xf32>, tensor<2x1xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C000000000000080BF000040400000803F"> : tensor<2x3xf32>
    %1 = stablehlo.constant dense<"0x000000000000803F"> : tensor<2x1xf32>
    return %0, %1 : tensor<2x3xf32>, tensor<2x1xf32>
  }
  func.func private @expected() -> (tensor<2x4xf32>) {
    %0 = stablehlo.constant dense<"0x00000040000000C00000000000000000000080BF000040400000803F0000803F"> : tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
}
