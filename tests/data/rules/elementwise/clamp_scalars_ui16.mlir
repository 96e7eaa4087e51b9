module @elementwise_clamp_scalars_ui16 {
  func.func private @program(%arg0: tensor<ui16>, %arg1: tensor<44xui16>, %arg2: tensor<ui16>) -> (tensor<44xui16>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui16>) -> tensor<44xui16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<ui16>) -> tensor<44xui16>
    %2 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<ui16>, tensor<44xui16>, tensor<ui16>) -> tensor<44xui16>
    return %2 : tensor<44xui16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<ui16>, tensor<44xui16>, tensor<ui16>)
    %e = call @expected() : () -> (tensor<44xui16>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<ui16>, tensor<44xui16>, tensor<ui16>) -> (tensor<44xui16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<44xui16>, tensor<44xui16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<ui16>, tensor<44xui16>, tensor<ui16>) {
    %0 = stablehlo.constant dense<"0x0000"> : tensor<ui16>
    %1 = stablehlo.constant dense<"0x000001000200030007001F00200021003F0040004100E803FFFFFEFFFFFFFEFFFDFFF9FFE1FFE0FFDFFFC1FFC0FFBFFF18FC010002000000FD82ED719023C489DE108B848699DF57EE3335F2CB307A5E643360A81F05DE5F"> : tensor<44xui16>
    %2 = stablehlo.constant dense<"0x0300"> : tensor<ui16>
    return %0, %1, %2 : tensor<ui16>, tensor<44xui16>, tensor<ui16>
  }
  func.func private @expected() -> (tensor<44xui16>) {
    %0 = stablehlo.constant dense<"0x00000100020003000300030003000300030003000300030003000300030003000300030003000300030003000300030003000100020000000300030003000300030003000300030003000300030003000300030003000300"> : tensor<44xui16>
    return %0 : tensor<44xui16>
  }
}
