module @indexing_row {
  func.func private @program(%arg0: tensor<4x5xf32>, %arg1: tensor<i32>) -> (tensor<5xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare LT, %c_1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<5> : tensor<i32>
    %4 = stablehlo.add %c_3, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.select %3, %4, %c_5 : tensor<i1>, tensor<i32>
    %6 = stablehlo.dynamic_slice %arg0, %2, %5, sizes = [1, 5] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<1x5xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x5xf32>) -> tensor<5xf32>
    return %7 : tensor<5xf32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<4x5xf32>, tensor<i32>)
    %e = call @expected() : () -> (tensor<5xf32>)
    %r = call @program(%i#0, %i#1) : (tensor<4x5xf32>, tensor<i32>) -> (tensor<5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x5xf32>, tensor<i32>) {
    %0 = stablehlo.constant dense<"0x0000A0C00000804000004041000020410000803F0000A0400000C0400000304100001041000080C0000040C0000000C0000080BF000000400000C0C000004040000000410000E0400000000000005041"> : tensor<4x5xf32>
    %1 = stablehlo.constant dense<"0xFEFFFFFF"> : tensor<i32>
    return %0, %1 : tensor<4x5xf32>, tensor<i32>
  }
  func.func private @expected() -> (tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x000040C0000000C0000080BF000000400000C0C0"> : tensor<5xf32>
    return %0 : tensor<5xf32>
  }
}
