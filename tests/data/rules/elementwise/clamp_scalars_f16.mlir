module @elementwise_clamp_scalars_f16 {
  func.func private @program(%arg0: tensor<f16>, %arg1: tensor<85xf16>, %arg2: tensor<f16>) -> (tensor<85xf16>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f16>) -> tensor<85xf16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f16>) -> tensor<85xf16>
    %2 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f16>, tensor<85xf16>, tensor<f16>) -> tensor<85xf16>
    return %2 : tensor<85xf16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<f16>, tensor<85xf16>, tensor<f16>)
    %e = call @expected() : () -> (tensor<85xf16>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<f16>, tensor<85xf16>, tensor<f16>) -> (tensor<85xf16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<85xf16>, tensor<85xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<f16>, tensor<85xf16>, tensor<f16>) {
    %0 = stablehlo.constant dense<"0x00C0"> : tensor<f16>
    %1 = stablehlo.constant dense<"0x000001000004FF0300340038003C003E00410042007CFF7B007C008001800084FF8300B400B800BC00BE00C100C200FCFFFB00FC007EFF37FFB74842003C805570D5004D00CD19141994C141E1C1C9C0E1B87D401B4142C049BFC9C003BFB6B954B62D4614BEEEBA813DB8C16CBC1D29A540E5C31D443BBC1138521A007C007C4A01007C007C00002DF000FC007C00FC0080B33AB538133C00FC4000000047C6007C00FC2B63008000FC"> : tensor<85xf16>
    %2 = stablehlo.constant dense<"0x0042"> : tensor<f16>
    return %0, %1, %2 : tensor<f16>, tensor<85xf16>, tensor<f16>
  }
  func.func private @expected() -> (tensor<85xf16>) {
    %0 = stablehlo.constant dense<"0x000001000004FF0300340038003C003E00410042004200420042008001800084FF8300B400B800BC00BE00C000C000C000C000C0007EFF37FFB70042003C004200C0004200C019141994C14100C000C0E1B87D401B4100C049BF00C003BFB6B954B6004214BEEEBA813D00C06CBC1D29A54000C000423BBC1138521A004200424A0100420042000000C000C0004200C00080B33AB538133C00C04000000000C0004200C00042008000C0"> : tensor<85xf16>
    return %0 : tensor<85xf16>
  }
}
