module @elementwise_convert_bf16_bool {
  func.func private @program(%arg0: tensor<105xbf16>) -> (tensor<105xi1>) {
    %0 = stablehlo.convert %arg0 : (tensor<105xbf16>) -> tensor<105xi1>
    return %0 : tensor<105xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<105xbf16>)
    %e = call @expected() : () -> (tensor<105xi1>)
    %r = call @program(%i) : (tensor<105xbf16>) -> (tensor<105xi1>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<105xi1>, tensor<105xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<105xbf16>) {
    %0 = stablehlo.constant dense<"0x0000010080007F00803E003F803FC03F20404040C3477F7F807F0080018080807F8080BE00BF80BFC0BF20C040C0C3C77FFF80FFC07FFF3EFFBE4940803FB042AEC2A041A0C1833A83BA38403CC019C01CBF1040234008C0E9BF19C0E0BF37BFCABEC640C2BF5EBFB03F37C08EBF243D15407DC0844087BF023F4A3BCC50895CA5379B5B3359202C06C6C0CB0D5A6BC981A9563F173F823F03DB7F36E72EC9C0F647CFD965448DB13ED9004F00CF004F005F00DF805E807F80FFCD3D804B005A807F0100000066BF3A40803F803F80470033"> : tensor<105xbf16>
    return %0 : tensor<105xbf16>
  }
  func.func private @expected() -> (tensor<105xi1>) {
    %0 = stablehlo.constant dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true]> : tensor<105xi1>
    return %0 : tensor<105xi1>
  }
}
