module @gather_no_rows {
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<0xi32>) -> (tensor<0x4xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<0xi32>, tensor<0xi32>) -> tensor<0xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<0xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<0xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<0xi1>, tensor<0xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<0xi32>) -> tensor<0x1xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<0x4xf32>
    return %6 : tensor<0x4xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<5x4xf32>, tensor<0xi32>)
    %e = call @expected() : () -> (tensor<0x4xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<5x4xf32>, tensor<0xi32>) -> (tensor<0x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<0x4xf32>, tensor<0x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf32>, tensor<0xi32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<5x4xf32>
    %1 = stablehlo.constant dense<> : tensor<0xi32>
    return %0, %1 : tensor<5x4xf32>, tensor<0xi32>
  }
  func.func private @expected() -> (tensor<0x4xf32>) {
    %0 = stablehlo.constant dense<> : tensor<0x4xf32>
    return %0 : tensor<0x4xf32>
  }
}
