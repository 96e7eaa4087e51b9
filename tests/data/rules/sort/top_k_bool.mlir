module @sort_top_k_bool {
  func.func private @program(%arg0: tensor<3x12xi1>) -> (tensor<3x5xi1>, tensor<3x5xi32>) {
    %values, %indices = chlo.top_k(%arg0, k = 5) : tensor<3x12xi1> -> (tensor<3x5xi1>, tensor<3x5xi32>)
    return %values, %indices : tensor<3x5xi1>, tensor<3x5xi32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x12xi1>)
    %e:2 = call @expected() : () -> (tensor<3x5xi1>, tensor<3x5xi32>)
    %r:2 = call @program(%i) : (tensor<3x12xi1>) -> (tensor<3x5xi1>, tensor<3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x12xi1>) {
    %0 = stablehlo.constant dense<[[true, false, true, false, false, true, true, true, true, true, false, false], [false, true, true, true, false, false, true, false, true, false, true, false], [true, true, true, true, false, true, false, true, false, true, true, true]]> : tensor<3x12xi1>
    return %0 : tensor<3x12xi1>
  }
  func.func private @expected() -> (tensor<3x5xi1>, tensor<3x5xi32>) {
    %0 = stablehlo.constant dense<[[true, true, true, true, true], [true, true, true, true, true], [true, true, true, true, true]]> : tensor<3x5xi1>
    %1 = stablehlo.constant dense<"0x000000000200000005000000060000000700000001000000020000000300000006000000080000000000000001000000020000000300000005000000"> : tensor<3x5xi32>
    return %0, %1 : tensor<3x5xi1>, tensor<3x5xi32>
  }
}
