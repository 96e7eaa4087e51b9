module @indexing_select_and_scatter_ge_add_float16 {
  func.func private @program(%arg0: tensor<5x4xf16>, %arg1: tensor<3x3xf16>, %arg2: tensor<f16>) -> (tensor<5x4xf16>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %0 = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %0 : tensor<f16>
    }) : (tensor<5x4xf16>, tensor<3x3xf16>, tensor<f16>) -> tensor<5x4xf16>
    return %r : tensor<5x4xf16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xf16>, tensor<3x3xf16>, tensor<f16>)
    %e = call @expected() : () -> (tensor<5x4xf16>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xf16>, tensor<3x3xf16>, tensor<f16>) -> (tensor<5x4xf16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xf16>, tensor<5x4xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xf16>, tensor<3x3xf16>, tensor<f16>) {
    %0 = stablehlo.constant dense<"0x0042000000000040003C003C00400042003C0000003C00400042004000400042000000420000003C"> : tensor<5x4xf16>
    %1 = stablehlo.constant dense<"0x004400440045003C00460040004500420000"> : tensor<3x3xf16>
    %2 = stablehlo.constant dense<"0x003C"> : tensor<f16>
    return %0, %1, %2 : tensor<5x4xf16>, tensor<3x3xf16>, tensor<f16>
  }
  func.func private @expected() -> (tensor<5x4xf16>) {
    %0 = stablehlo.constant dense<"0x0045003C003C0049003C003C00408048003C003C003C003C0046003C003C0044003C003C003C003C"> : tensor<5x4xf16>
    return %0 : tensor<5x4xf16>
  }
}
