module @elementwise_clamp_scalars_i8 {
  func.func private @program(%arg0: tensor<i8>, %arg1: tensor<44xi8>, %arg2: tensor<i8>) -> (tensor<44xi8>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i8>) -> tensor<44xi8>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i8>) -> tensor<44xi8>
    %2 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<i8>, tensor<44xi8>, tensor<i8>) -> tensor<44xi8>
    return %2 : tensor<44xi8>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<i8>, tensor<44xi8>, tensor<i8>)
    %e = call @expected() : () -> (tensor<44xi8>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<i8>, tensor<44xi8>, tensor<i8>) -> (tensor<44xi8>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<44xi8>, tensor<44xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i8>, tensor<44xi8>, tensor<i8>) {
    %0 = stablehlo.constant dense<"0xFE"> : tensor<i8>
    %1 = stablehlo.constant dense<"0x00010203071F20213F4041E87F7EFFFEFDF9E1E0DFC1C0BF188182807D016DF010A244085E8F0B0306185FD6"> : tensor<44xi8>
    %2 = stablehlo.constant dense<"0x03"> : tensor<i8>
    return %0, %1, %2 : tensor<i8>, tensor<44xi8>, tensor<i8>
  }
  func.func private @expected() -> (tensor<44xi8>) {
    %0 = stablehlo.constant dense<"0x0001020303030303030303FE0303FFFEFEFEFEFEFEFEFEFE03FEFEFE030103FE03FE030303FE0303030303FE"> : tensor<44xi8>
    return %0 : tensor<44xi8>
  }
}
