module @reduction_window_product {
  func.func private @program(%arg0: tensor<6x7xf32>) -> (tensor<7x5xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<7x5xf32>
    return %0 : tensor<7x5xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<6x7xf32>)
    %e = call @expected() : () -> (tensor<7x5xf32>)
    %r = call @program(%i) : (tensor<6x7xf32>) -> (tensor<7x5xf32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<7x5xf32>, tensor<7x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<6x7xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C000004040"> : tensor<6x7xf32>
    return %0 : tensor<6x7xf32>
  }
  func.func private @expected() -> (tensor<7x5xf32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000096C20000C8420000A0420000000000000000000016C4000048440000204400003443000040C20000A0C2000048430000484400000000000000800000000000001643000016440000008000000080000000800000F0420000F0420000C0C3000000000000000000000000000061440000404100000080000000000000000000003442"> : tensor<7x5xf32>
    return %0 : tensor<7x5xf32>
  }
}
