module @elementwise_infinities_f16 {
  func.func private @program(%arg0: tensor<67xf16>) -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>) {
    %0 = chlo.is_inf %arg0 : tensor<67xf16> -> tensor<67xi1>
    %1 = chlo.is_pos_inf %arg0 : tensor<67xf16> -> tensor<67xi1>
    %2 = "chlo.is_neg_inf"(%arg0) : (tensor<67xf16>) -> tensor<67xi1>
    return %0, %1, %2 : tensor<67xi1>, tensor<67xi1>, tensor<67xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<67xf16>)
    %e:3 = call @expected() : () -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>)
    %r:3 = call @program(%i) : (tensor<67xf16>) -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<67xf16>) {
    %0 = stablehlo.constant dense<"0x000001000004FF0300340038003C003E00410042007CFF7B007C008001800084FF8300B400B800BC00BE00C100C200FCFFFB00FC007ED1C0D439F8C4E03FDC426EBD2A3D063ABBBC2DC119C63B4493B09147F540AB3AE4BF2D4413BEB644C8BC773891C4084783B49FBCDD4059C19B4007C38B3E44C283C520BF64C4A43E292C1D3E62343FBC"> : tensor<67xf16>
    return %0 : tensor<67xf16>
  }
  func.func private @expected() -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>) {
    %0 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, true, false, true, false, false, false, false, false, false, false, false, false, false, true, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    %1 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, true, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    %2 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    return %0, %1, %2 : tensor<67xi1>, tensor<67xi1>, tensor<67xi1>
  }
}
