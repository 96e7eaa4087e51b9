module @reduction_window_i64 {
  func.func private @program(%arg0: tensor<5x6xi64>) -> (tensor<5x5xi64>) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<i64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i64>, %arg2: tensor<i64>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<i64>
      stablehlo.return %2 : tensor<i64>
    }) : (tensor<5x6xi64>, tensor<i64>) -> tensor<5x5xi64>
    return %1 : tensor<5x5xi64>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<5x6xi64>)
    %e = call @expected() : () -> (tensor<5x5xi64>)
    %r = call @program(%i) : (tensor<5x6xi64>) -> (tensor<5x5xi64>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x5xi64>, tensor<5x5xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x6xi64>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000500000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FBFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF04000000000000000300000000000000040000000000000000000000000000000300000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0300000000000000FCFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<5x6xi64>
    return %0 : tensor<5x6xi64>
  }
  func.func private @expected() -> (tensor<5x5xi64>) {
    %0 = stablehlo.constant dense<"0x030000000000000008000000000000000300000000000000FCFFFFFFFFFFFFFFF7FFFFFFFFFFFFFF090000000000000008000000000000000200000000000000FDFFFFFFFFFFFFFFFAFFFFFFFFFFFFFF05000000000000000000000000000000FDFFFFFFFFFFFFFF03000000000000000600000000000000F9FFFFFFFFFFFFFF0200000000000000090000000000000009000000000000000700000000000000FAFFFFFFFFFFFFFF020000000000000009000000000000000400000000000000FEFFFFFFFFFFFFFF"> : tensor<5x5xi64>
    return %0 : tensor<5x5xi64>
  }
}
