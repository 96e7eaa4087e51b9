module @indexing_select_and_scatter_ge_add_int8 {
  func.func private @program(%arg0: tensor<5x4xi8>, %arg1: tensor<3x3xi8>, %arg2: tensor<i8>) -> (tensor<5x4xi8>) {
    %r = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
    }, {
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %0 = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %0 : tensor<i8>
    }) : (tensor<5x4xi8>, tensor<3x3xi8>, tensor<i8>) -> tensor<5x4xi8>
    return %r : tensor<5x4xi8>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<5x4xi8>, tensor<3x3xi8>, tensor<i8>)
    %e = call @expected() : () -> (tensor<5x4xi8>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<5x4xi8>, tensor<3x3xi8>, tensor<i8>) -> (tensor<5x4xi8>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<5x4xi8>, tensor<5x4xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5x4xi8>, tensor<3x3xi8>, tensor<i8>) {
    %0 = stablehlo.constant dense<"0x0300000201010203010001020302020300030001"> : tensor<5x4xi8>
    %1 = stablehlo.constant dense<"0x040405010602050300"> : tensor<3x3xi8>
    %2 = stablehlo.constant dense<"0x01"> : tensor<i8>
    return %0, %1, %2 : tensor<5x4xi8>, tensor<3x3xi8>, tensor<i8>
  }
  func.func private @expected() -> (tensor<5x4xi8>) {
    %0 = stablehlo.constant dense<"0x0501010A01010209010101010601010401010101"> : tensor<5x4xi8>
    return %0 : tensor<5x4xi8>
  }
}
