module @elementwise_bitcast_convert_bf16_i16 {
  func.func private @program(%arg0: tensor<85xbf16>) -> (tensor<85xi16>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<85xbf16>) -> tensor<85xi16>
    return %0 : tensor<85xi16>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<85xbf16>)
    %e = call @expected() : () -> (tensor<85xi16>)
    %r = call @program(%i) : (tensor<85xbf16>) -> (tensor<85xi16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<85xi16>, tensor<85xi16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<85xbf16>) {
    %0 = stablehlo.constant dense<"0x0000010080007F00803E003F803FC03F20404040C3477F7F807F0080018080807F8080BE00BF80BFC0BF20C040C0C3C77FFF80FFC07FFF3EFFBE4940803FB042AEC2A041A0C1833A83BA38403CC019C01CBF1040234008C0E9BF19C0E0BF37BFCABEC640C2BF5EBFB03F37C08EBF243D15407DC0844087BF023F4A3BCC50895CA5379B5B3359202C06C6C0CB0D5A6BC981A9563F173F823F03DB7F36E72EC9C0F647CFD965448DB13ED9"> : tensor<85xbf16>
    return %0 : tensor<85xbf16>
  }
  func.func private @expected() -> (tensor<85xi16>) {
    %0 = stablehlo.constant dense<"0x0000010080007F00803E003F803FC03F20404040C3477F7F807F0080018080807F8080BE00BF80BFC0BF20C040C0C3C77FFF80FFC07FFF3EFFBE4940803FB042AEC2A041A0C1833A83BA38403CC019C01CBF1040234008C0E9BF19C0E0BF37BFCABEC640C2BF5EBFB03F37C08EBF243D15407DC0844087BF023F4A3BCC50895CA5379B5B3359202C06C6C0CB0D5A6BC981A9563F173F823F03DB7F36E72EC9C0F647CFD965448DB13ED9"> : tensor<85xi16>
    return %0 : tensor<85xi16>
  }
}
