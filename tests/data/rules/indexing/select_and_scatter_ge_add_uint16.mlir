module @indexing_select_and_scatter_ge_add_uint16 {
  func.func private @program(%arg0: tensor<5x4xui16>, %arg1: tensor<3x3xui16>, %arg2: tensor<ui16>) -> (tensor<5x4xui16>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
    %0 = stablehlo.add %a, %b : tensor<ui16>
    stablehlo.return %0 : tensor<ui16>
    }) : (tensor<5x4xui16>, tensor<3x3xui16>, tensor<ui16>) -> tensor<5x4xui16>
    return %r : tensor<5x4xui16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xui16>, tensor<3x3xui16>, tensor<ui16>)
    %e = call @expected() : () -> (tensor<5x4xui16>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xui16>, tensor<3x3xui16>, tensor<ui16>) -> (tensor<5x4xui16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xui16>, tensor<5x4xui16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xui16>, tensor<3x3xui16>, tensor<ui16>) {
    %0 = stablehlo.constant dense<"0x03000000000002000100010002000300010000000100020003000200020003000000030000000100"> : tensor<5x4xui16>
    %1 = stablehlo.constant dense<"0x040004000500010006000200050003000000"> : tensor<3x3xui16>
    %2 = stablehlo.constant dense<"0x0100"> : tensor<ui16>
    return %0, %1, %2 : tensor<5x4xui16>, tensor<3x3xui16>, tensor<ui16>
  }
  func.func private @expected() -> (tensor<5x4xui16>) {
    %0 = stablehlo.constant dense<"0x0500010001000A000100010002000900010001000100010006000100010004000100010001000100"> : tensor<5x4xui16>
    return %0 : tensor<5x4xui16>
  }
}
