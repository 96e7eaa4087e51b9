module @gather_window_of_empty_size {
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<5x2xi32>) -> (tensor<5x0x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x0x3xf32>
    return %0 : tensor<5x0x3xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<5x4xf32>, tensor<5x2xi32>)
    %e = call @expected() : () -> (tensor<5x0x3xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<5x4xf32>, tensor<5x2xi32>) -> (tensor<5x0x3xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x0x3xf32>, tensor<5x0x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf32>, tensor<5x2xi32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<5x4xf32>
    %1 = stablehlo.constant dense<"0x000000000000000003000000020000000400000003000000FEFFFFFF01000000010000005A000000"> : tensor<5x2xi32>
    return %0, %1 : tensor<5x4xf32>, tensor<5x2xi32>
  }
  func.func private @expected() -> (tensor<5x0x3xf32>) {
    %0 = stablehlo.constant dense<> : tensor<5x0x3xf32>
    return %0 : tensor<5x0x3xf32>
  }
}
