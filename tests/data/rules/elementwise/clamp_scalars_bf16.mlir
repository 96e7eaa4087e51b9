module @elementwise_clamp_scalars_bf16 {
  func.func private @program(%arg0: tensor<bf16>, %arg1: tensor<85xbf16>, %arg2: tensor<bf16>) -> (tensor<85xbf16>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<bf16>) -> tensor<85xbf16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<bf16>) -> tensor<85xbf16>
    %2 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<bf16>, tensor<85xbf16>, tensor<bf16>) -> tensor<85xbf16>
    return %2 : tensor<85xbf16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<bf16>, tensor<85xbf16>, tensor<bf16>)
    %e = call @expected() : () -> (tensor<85xbf16>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<bf16>, tensor<85xbf16>, tensor<bf16>) -> (tensor<85xbf16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<85xbf16>, tensor<85xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<bf16>, tensor<85xbf16>, tensor<bf16>) {
    %0 = stablehlo.constant dense<"0x00C0"> : tensor<bf16>
    %1 = stablehlo.constant dense<"0x0000010080007F00803E003F803FC03F20404040C3477F7F807F0080018080807F8080BE00BF80BFC0BF20C040C0C3C77FFF80FFC07FFF3EFFBE4940803FB042AEC2A041A0C1833A83BA38403CC019C01CBF1040234008C0E9BF19C0E0BF37BFCABEC640C2BF5EBFB03F37C08EBF243D15407DC0844087BF023F4A3BCC50895CA5379B5B3359202C06C6C0CB0D5A6BC981A9563F173F823F03DB7F36E72EC9C0F647CFD965448DB13ED9"> : tensor<85xbf16>
    %2 = stablehlo.constant dense<"0x4040"> : tensor<bf16>
    return %0, %1, %2 : tensor<bf16>, tensor<85xbf16>, tensor<bf16>
  }
  func.func private @expected() -> (tensor<85xbf16>) {
    %0 = stablehlo.constant dense<"0x0000010080007F00803E003F803FC03F204040404040404040400080018080807F8080BE00BF80BFC0BF00C000C000C000C000C0C07FFF3EFFBE4040803F404000C0404000C0833A83BA384000C000C01CBF1040234000C0E9BF00C0E0BF37BFCABE4040C2BF5EBFB03F00C08EBF243D154000C0404087BF023F4A3B40404040A53740404040202C00C000C0404000C081A9563F173F823F00C07F36E72E00C0404000C040408DB100C0"> : tensor<85xbf16>
    return %0 : tensor<85xbf16>
  }
}
