module @elementwise_infinities_bf16 {
  func.func private @program(%arg0: tensor<67xbf16>) -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>) {
    %0 = chlo.is_inf %arg0 : tensor<67xbf16> -> tensor<67xi1>
    %1 = chlo.is_pos_inf %arg0 : tensor<67xbf16> -> tensor<67xi1>
    %2 = "chlo.is_neg_inf"(%arg0) : (tensor<67xbf16>) -> tensor<67xi1>
    return %0, %1, %2 : tensor<67xi1>, tensor<67xi1>, tensor<67xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<67xbf16>)
    %e:3 = call @expected() : () -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>)
    %r:3 = call @program(%i) : (tensor<67xbf16>) -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<67xbf16>) {
    %0 = stablehlo.constant dense<"0x0000010080007F00803E003F803FC03F20404040C3477F7F807F0080018080807F8080BE00BF80BFC0BF20C040C0C3C77FFF80FFC07F1AC03B3F9FC0FC3F5C40AEBFA53F413F97BF26C0C3C0874012BEF2401F40553FFCBF8640C2BF974099BF0F3F92C0E14090BE94BF1C402BC0134061C0D13F48C0B0C0E4BF8DC0D43F853DC43F8C3E88BF"> : tensor<67xbf16>
    return %0 : tensor<67xbf16>
  }
  func.func private @expected() -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>) {
    %0 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    %1 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    %2 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    return %0, %1, %2 : tensor<67xi1>, tensor<67xi1>, tensor<67xi1>
  }
}
