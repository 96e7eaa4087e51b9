module @elementwise_same_operand_twice {
  func.func private @program(%arg0: tensor<27xf32>) -> (tensor<27xf32>, tensor<27xf32>, tensor<27xf32>, tensor<27xi1>) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<27xf32>
    %1 = stablehlo.subtract %arg0, %arg0 : tensor<27xf32>
    %2 = stablehlo.maximum %arg0, %arg0 : tensor<27xf32>
    %3 = stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<27xf32>, tensor<27xf32>) -> tensor<27xi1>
    return %0, %1, %2, %3 : tensor<27xf32>, tensor<27xf32>, tensor<27xf32>, tensor<27xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<27xf32>)
    %e:4 = call @expected() : () -> (tensor<27xf32>, tensor<27xf32>, tensor<27xf32>, tensor<27xi1>)
    %r:4 = call @program(%i) : (tensor<27xf32>) -> (tensor<27xf32>, tensor<27xf32>, tensor<27xf32>, tensor<27xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<27xf32>, tensor<27xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<27xf32>, tensor<27xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<27xf32>, tensor<27xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<27xi1>, tensor<27xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<27xf32>) {
    %0 = stablehlo.constant dense<"0x000000000100000000008000FFFF7F000000803E0000003F0000803F0000C03F00002040000040400050C347FFFF7F7F0000807F000000800100008000008080FFFF7F80000080BE000000BF000080BF0000C0BF000020C0000040C00050C3C7FFFF7FFF000080FF0000C07F"> : tensor<27xf32>
    return %0 : tensor<27xf32>
  }
  func.func private @expected() -> (tensor<27xf32>, tensor<27xf32>, tensor<27xf32>, tensor<27xi1>) {
    %0 = stablehlo.constant dense<"0x000000000000000000000000000000000000803D0000803E0000803F000010400000C84000001041F90215500000807F0000807F000000000000000000000000000000000000803D0000803E0000803F000010400000C84000001041F90215500000807F0000807F0000C07F"> : tensor<27xf32>
    %1 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000C0FF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000C0FF0000C07F"> : tensor<27xf32>
    %2 = stablehlo.constant dense<"0x000000000100000000008000FFFF7F000000803E0000003F0000803F0000C03F00002040000040400050C347FFFF7F7F0000807F000000800100008000008080FFFF7F80000080BE000000BF000080BF0000C0BF000020C0000040C00050C3C7FFFF7FFF000080FF0000C07F"> : tensor<27xf32>
    %3 = stablehlo.constant dense<[true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false]> : tensor<27xi1>
    return %0, %1, %2, %3 : tensor<27xf32>, tensor<27xf32>, tensor<27xf32>, tensor<27xi1>
  }
}
