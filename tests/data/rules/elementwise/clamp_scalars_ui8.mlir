module @elementwise_clamp_scalars_ui8 {
  func.func private @program(%arg0: tensor<ui8>, %arg1: tensor<44xui8>, %arg2: tensor<ui8>) -> (tensor<44xui8>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui8>) -> tensor<44xui8>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<ui8>) -> tensor<44xui8>
    %2 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<ui8>, tensor<44xui8>, tensor<ui8>) -> tensor<44xui8>
    return %2 : tensor<44xui8>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<ui8>, tensor<44xui8>, tensor<ui8>)
    %e = call @expected() : () -> (tensor<44xui8>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<ui8>, tensor<44xui8>, tensor<ui8>) -> (tensor<44xui8>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<44xui8>, tensor<44xui8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<ui8>, tensor<44xui8>, tensor<ui8>) {
    %0 = stablehlo.constant dense<"0x00"> : tensor<ui8>
    %1 = stablehlo.constant dense<"0x00010203071F20213F4041E8FFFEFFFEFDF9E1E0DFC1C0BF18010200FD81ED709022C488DE0F8B838698DF56"> : tensor<44xui8>
    %2 = stablehlo.constant dense<"0x03"> : tensor<ui8>
    return %0, %1, %2 : tensor<ui8>, tensor<44xui8>, tensor<ui8>
  }
  func.func private @expected() -> (tensor<44xui8>) {
    %0 = stablehlo.constant dense<"0x0001020303030303030303030303030303030303030303030301020003030303030303030303030303030303"> : tensor<44xui8>
    return %0 : tensor<44xui8>
  }
}
