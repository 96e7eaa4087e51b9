module @elementwise_bitcast_convert_f16_bf16 {
  func.func private @program(%arg0: tensor<85xf16>) -> (tensor<85xbf16>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<85xf16>) -> tensor<85xbf16>
    return %0 : tensor<85xbf16>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<85xf16>)
    %e = call @expected() : () -> (tensor<85xbf16>)
    %r = call @program(%i) : (tensor<85xf16>) -> (tensor<85xbf16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<85xbf16>, tensor<85xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<85xf16>) {
    %0 = stablehlo.constant dense<"0x000001000004FF0300340038003C003E00410042007CFF7B007C008001800084FF8300B400B800BC00BE00C100C200FCFFFB00FC007EFF37FFB74842003C805570D5004D00CD19141994C141E1C1C9C0E1B87D401B4142C049BFC9C003BFB6B954B62D4614BEEEBA813DB8C16CBC1D29A540E5C31D443BBC1138521A007C007C4A01007C007C00002DF000FC007C00FC0080B33AB538133C00FC4000000047C6007C00FC2B63008000FC"> : tensor<85xf16>
    return %0 : tensor<85xf16>
  }
  func.func private @expected() -> (tensor<85xbf16>) {
    %0 = stablehlo.constant dense<"0x000001000004FF0300340038003C003E00410042007CFF7B007C008001800084FF8300B400B800BC00BE00C100C200FCFFFB00FC007EFF37FFB74842003C805570D5004D00CD19141994C141E1C1C9C0E1B87D401B4142C049BFC9C003BFB6B954B62D4614BEEEBA813DB8C16CBC1D29A540E5C31D443BBC1138521A007C007C4A01007C007C00002DF000FC007C00FC0080B33AB538133C00FC4000000047C6007C00FC2B63008000FC"> : tensor<85xbf16>
    return %0 : tensor<85xbf16>
  }
}
