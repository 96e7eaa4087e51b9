module @reduction_window_f64 {
  func.func private @program(%arg0: tensor<5x6xf64>) -> (tensor<5x5xf64>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f64>
      stablehlo.return %2 : tensor<f64>
    }) : (tensor<5x6xf64>, tensor<f64>) -> tensor<5x5xf64>
    return %1 : tensor<5x5xf64>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<5x6xf64>)
    %e = call @expected() : () -> (tensor<5x5xf64>)
    %r = call @program(%i) : (tensor<5x6xf64>) -> (tensor<5x5xf64>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x5xf64>, tensor<5x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x6xf64>) {
    %0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000840000000000000144000000000000014C000000000000010C00000000000001040000000000000144000000000000008C000000000000000C00000000000001040000000000000F0BF00000000000000C0000000000000104000000000000008C0000000000000F0BF0000000000000040000000000000F03F00000000000014C000000000000014C00000000000001040000000000000084000000000000010400000000000000000000000000000084000000000000000C0000000000000F0BF000000000000084000000000000010C000000000000000C0"> : tensor<5x6xf64>
    return %0 : tensor<5x6xf64>
  }
  func.func private @expected() -> (tensor<5x5xf64>) {
    %0 = stablehlo.constant dense<"0x00000000000008400000000000002040000000000000084000000000000010C000000000000022C000000000000022400000000000002040000000000000004000000000000008C000000000000018C00000000000001440000000000000000000000000000008C0000000000000084000000000000018400000000000001CC00000000000000040000000000000224000000000000022400000000000001C4000000000000018C000000000000000400000000000002240000000000000104000000000000000C0"> : tensor<5x5xf64>
    return %0 : tensor<5x5xf64>
  }
}
