module @elementwise_convert_f32_bool {
  func.func private @program(%arg0: tensor<105xf32>) -> (tensor<105xi1>) {
    %0 = stablehlo.convert %arg0 : (tensor<105xf32>) -> tensor<105xi1>
    return %0 : tensor<105xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<105xf32>)
    %e = call @expected() : () -> (tensor<105xi1>)
    %r = call @program(%i) : (tensor<105xf32>) -> (tensor<105xi1>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<105xi1>, tensor<105xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<105xf32>) {
    %0 = stablehlo.constant dense<"0x000000000100000000008000FFFF7F000000803E0000003F0000803F0000C03F00002040000040400050C347FFFF7F7F0000807F000000800100008000008080FFFF7F80000080BE000000BF000080BF0000C0BF000020C0000040C00050C3C7FFFF7FFF000080FF0000C07FFFFFFF3EFFFFFFBEDB0F494072F97F3F0000B0420000AEC20000A0410000A0C16F12833A6F1283BADB293840D0213CC0422D19C0CB281CBFB79B0F40BF6223406E4208C0E929E9BF982E19C0F458E0BFA4B936BFC977CABE3994C5408175C2BF85BD5DBF0618B03F7FFD36C0868D8DBF52A8233DD2A21440C3AC7CC03CA98340F85787BFA01C023F1F304A3BC32ACC50F907895CA316A537328D9A5B62EB32599421202C82A305C65FD7BFCB47B20C5A0A636BC994AA80A98764563F5094163F546E823F9CAD02DBA5AB7E365520E72E32EAC8C099A8F5477AE8CED9816D6544660B8DB1E4683ED90000004F000000CF0000004F0000005F000000DF0000805E0000807F000080FFCDCCCC3D0000804B0000005A0000807FC216010000000000666666BF9A9939400080803F0030803F00F07F4700000033"> : tensor<105xf32>
    return %0 : tensor<105xf32>
  }
  func.func private @expected() -> (tensor<105xi1>) {
    %0 = stablehlo.constant dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true]> : tensor<105xi1>
    return %0 : tensor<105xi1>
  }
}
