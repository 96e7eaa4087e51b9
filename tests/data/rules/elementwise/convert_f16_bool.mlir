module @elementwise_convert_f16_bool {
  func.func private @program(%arg0: tensor<105xf16>) -> (tensor<105xi1>) {
    %0 = stablehlo.convert %arg0 : (tensor<105xf16>) -> tensor<105xi1>
    return %0 : tensor<105xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<105xf16>)
    %e = call @expected() : () -> (tensor<105xi1>)
    %r = call @program(%i) : (tensor<105xf16>) -> (tensor<105xi1>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<105xi1>, tensor<105xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<105xf16>) {
    %0 = stablehlo.constant dense<"0x000001000004FF0300340038003C003E00410042007CFF7B007C008001800084FF8300B400B800BC00BE00C100C200FCFFFB00FC007EFF37FFB74842003C805570D5004D00CD19141994C141E1C1C9C0E1B87D401B4142C049BFC9C003BFB6B954B62D4614BEEEBA813DB8C16CBC1D29A540E5C31D443BBC1138521A007C007C4A01007C007C00002DF000FC007C00FC0080B33AB538133C00FC4000000047C6007C00FC2B63008000FC007C00FC007C007C00FC007C007C00FC662E007C007C007C0000000033BBCD41043C013CFF7B0100"> : tensor<105xf16>
    return %0 : tensor<105xf16>
  }
  func.func private @expected() -> (tensor<105xi1>) {
    %0 = stablehlo.constant dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, false, true, true, true, true, true, false, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true]> : tensor<105xi1>
    return %0 : tensor<105xi1>
  }
}
