module @sort_top_k_all {
  func.func private @program(%arg0: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 9) : tensor<9xf32> -> (tensor<9xf32>, tensor<9xi32>)
    return %values, %indices : tensor<9xf32>, tensor<9xi32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<9xf32>)
    %e:2 = call @expected() : () -> (tensor<9xf32>, tensor<9xi32>)
    %r:2 = call @program(%i) : (tensor<9xf32>) -> (tensor<9xf32>, tensor<9xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<9xf32>, tensor<9xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<9xf32>) {
    %0 = stablehlo.constant dense<"0x000000C000004040000080FF000080FF000020C00000C03F000000000000204000000040"> : tensor<9xf32>
    return %0 : tensor<9xf32>
  }
  func.func private @expected() -> (tensor<9xf32>, tensor<9xi32>) {
    %0 = stablehlo.constant dense<"0x0000404000002040000000400000C03F00000000000000C0000020C0000080FF000080FF"> : tensor<9xf32>
    %1 = stablehlo.constant dense<"0x010000000700000008000000050000000600000000000000040000000200000003000000"> : tensor<9xi32>
    return %0, %1 : tensor<9xf32>, tensor<9xi32>
  }
}
