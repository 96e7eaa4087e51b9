module @elementwise_bitcast_convert_i8_ui8 {
  func.func private @program(%arg0: tensor<44xi8>) -> (tensor<44xui8>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<44xi8>) -> tensor<44xui8>
    return %0 : tensor<44xui8>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<44xi8>)
    %e = call @expected() : () -> (tensor<44xui8>)
    %r = call @program(%i) : (tensor<44xi8>) -> (tensor<44xui8>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<44xui8>, tensor<44xui8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<44xi8>) {
    %0 = stablehlo.constant dense<"0x00010203071F20213F4041E87F7EFFFEFDF9E1E0DFC1C0BF188182807D016DF010A244085E8F0B0306185FD6"> : tensor<44xi8>
    return %0 : tensor<44xi8>
  }
  func.func private @expected() -> (tensor<44xui8>) {
    %0 = stablehlo.constant dense<"0x00010203071F20213F4041E87F7EFFFEFDF9E1E0DFC1C0BF188182807D016DF010A244085E8F0B0306185FD6"> : tensor<44xui8>
    return %0 : tensor<44xui8>
  }
}
