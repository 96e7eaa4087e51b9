module @sort_top_k_none {
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2x0xf32>, tensor<2x0xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 0) : tensor<2x3xf32> -> (tensor<2x0xf32>, tensor<2x0xi32>)
    return %values, %indices : tensor<2x0xf32>, tensor<2x0xi32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<2x3xf32>)
    %e:2 = call @expected() : () -> (tensor<2x0xf32>, tensor<2x0xi32>)
    %r:2 = call @program(%i) : (tensor<2x3xf32>) -> (tensor<2x0xf32>, tensor<2x0xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<2x0xf32>, tensor<2x0xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<2x0xi32>, tensor<2x0xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xf32>) {
    %0 = stablehlo.constant dense<"0x0000C0FF000000C00000C03F0000C03F000040C0000040C0"> : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @expected() -> (tensor<2x0xf32>, tensor<2x0xi32>) {
    %0 = stablehlo.constant dense<> : tensor<2x0xf32>
    %1 = stablehlo.constant dense<> : tensor<2x0xi32>
    return %0, %1 : tensor<2x0xf32>, tensor<2x0xi32>
  }
}
