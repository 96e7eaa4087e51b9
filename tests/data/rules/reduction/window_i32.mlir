module @reduction_window_i32 {
  func.func private @program(%arg0: tensor<5x6xi32>) -> (tensor<5x5xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<5x6xi32>, tensor<i32>) -> tensor<5x5xi32>
    return %1 : tensor<5x5xi32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<5x6xi32>)
    %e = call @expected() : () -> (tensor<5x5xi32>)
    %r = call @program(%i) : (tensor<5x6xi32>) -> (tensor<5x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x5xi32>, tensor<5x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x6xi32>) {
    %0 = stablehlo.constant dense<"0x00000000000000000300000005000000FBFFFFFFFCFFFFFF0400000005000000FDFFFFFFFEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FDFFFFFFFFFFFFFF0200000001000000FBFFFFFFFBFFFFFF0400000003000000040000000000000003000000FEFFFFFFFFFFFFFF03000000FCFFFFFFFEFFFFFF"> : tensor<5x6xi32>
    return %0 : tensor<5x6xi32>
  }
  func.func private @expected() -> (tensor<5x5xi32>) {
    %0 = stablehlo.constant dense<"0x030000000800000003000000FCFFFFFFF7FFFFFF090000000800000002000000FDFFFFFFFAFFFFFF0500000000000000FDFFFFFF0300000006000000F9FFFFFF02000000090000000900000007000000FAFFFFFF020000000900000004000000FEFFFFFF"> : tensor<5x5xi32>
    return %0 : tensor<5x5xi32>
  }
}
