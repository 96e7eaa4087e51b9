module @shape_slice_1d {
  func.func private @program(%arg0: tensor<9xf32>) -> (tensor<5xf32>) {
    %0 = stablehlo.slice %arg0 [2:7] : (tensor<9xf32>) -> tensor<5xf32>
    return %0 : tensor<5xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<9xf32>)
    %e = call @expected() : () -> (tensor<5xf32>)
    %r = call @program(%i) : (tensor<9xf32>) -> (tensor<5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<9xf32>) {
    %0 = stablehlo.constant dense<"0x00008040000040C0000000C00000803F000080BF000000400000A0400000404000000000"> : tensor<9xf32>
    return %0 : tensor<9xf32>
  }
  func.func private @expected() -> (tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x000000C00000803F000080BF000000400000A040"> : tensor<5xf32>
    return %0 : tensor<5xf32>
  }
}
