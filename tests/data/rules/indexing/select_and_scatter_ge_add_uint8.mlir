module @indexing_select_and_scatter_ge_add_uint8 {
  func.func private @program(%arg0: tensor<5x4xui8>, %arg1: tensor<3x3xui8>, %arg2: tensor<ui8>) -> (tensor<5x4xui8>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %0 = stablehlo.add %a, %b : tensor<ui8>
    stablehlo.return %0 : tensor<ui8>
    }) : (tensor<5x4xui8>, tensor<3x3xui8>, tensor<ui8>) -> tensor<5x4xui8>
    return %r : tensor<5x4xui8>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xui8>, tensor<3x3xui8>, tensor<ui8>)
    %e = call @expected() : () -> (tensor<5x4xui8>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xui8>, tensor<3x3xui8>, tensor<ui8>) -> (tensor<5x4xui8>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xui8>, tensor<5x4xui8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xui8>, tensor<3x3xui8>, tensor<ui8>) {
    %0 = stablehlo.constant dense<"0x0300000201010203010001020302020300030001"> : tensor<5x4xui8>
    %1 = stablehlo.constant dense<"0x040405010602050300"> : tensor<3x3xui8>
    %2 = stablehlo.constant dense<"0x01"> : tensor<ui8>
    return %0, %1, %2 : tensor<5x4xui8>, tensor<3x3xui8>, tensor<ui8>
  }
  func.func private @expected() -> (tensor<5x4xui8>) {
    %0 = stablehlo.constant dense<"0x0501010A01010209010101010601010401010101"> : tensor<5x4xui8>
    return %0 : tensor<5x4xui8>
  }
}
