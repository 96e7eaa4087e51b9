module @indexing_select_and_scatter_ge_add_bfloat16 {
  func.func private @program(%arg0: tensor<5x4xbf16>, %arg1: tensor<3x3xbf16>, %arg2: tensor<bf16>) -> (tensor<5x4xbf16>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %0 = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %0 : tensor<bf16>
    }) : (tensor<5x4xbf16>, tensor<3x3xbf16>, tensor<bf16>) -> tensor<5x4xbf16>
    return %r : tensor<5x4xbf16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xbf16>, tensor<3x3xbf16>, tensor<bf16>)
    %e = call @expected() : () -> (tensor<5x4xbf16>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xbf16>, tensor<3x3xbf16>, tensor<bf16>) -> (tensor<5x4xbf16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xbf16>, tensor<5x4xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xbf16>, tensor<3x3xbf16>, tensor<bf16>) {
    %0 = stablehlo.constant dense<"0x4040000000000040803F803F00404040803F0000803F00404040004000404040000040400000803F"> : tensor<5x4xbf16>
    %1 = stablehlo.constant dense<"0x80408040A040803FC0400040A04040400000"> : tensor<3x3xbf16>
    %2 = stablehlo.constant dense<"0x803F"> : tensor<bf16>
    return %0, %1, %2 : tensor<5x4xbf16>, tensor<3x3xbf16>, tensor<bf16>
  }
  func.func private @expected() -> (tensor<5x4xbf16>) {
    %0 = stablehlo.constant dense<"0xA040803F803F2041803F803F00401041803F803F803F803FC040803F803F8040803F803F803F803F"> : tensor<5x4xbf16>
    return %0 : tensor<5x4xbf16>
  }
}
