module @elementwise_asin_float {
  func.func private @program(%arg0: tensor<47xf16>, %arg1: tensor<47xbf16>, %arg2: tensor<47xf32>, %arg3: tensor<47xf64>) -> (tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<47xf16>
    %1 = stablehlo.subtract %0, %arg0 : tensor<47xf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f16>) -> tensor<47xf16>
    %3 = stablehlo.add %2, %arg0 : tensor<47xf16>
    %4 = stablehlo.multiply %1, %3 : tensor<47xf16>
    %5 = stablehlo.sqrt %4 : tensor<47xf16>
    %6 = stablehlo.atan2 %arg0, %5 : tensor<47xf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<47xbf16>
    %8 = stablehlo.subtract %7, %arg1 : tensor<47xbf16>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<47xbf16>
    %10 = stablehlo.add %9, %arg1 : tensor<47xbf16>
    %11 = stablehlo.multiply %8, %10 : tensor<47xbf16>
    %12 = stablehlo.sqrt %11 : tensor<47xbf16>
    %13 = stablehlo.atan2 %arg1, %12 : tensor<47xbf16>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<47xf32>
    %15 = stablehlo.subtract %14, %arg2 : tensor<47xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<47xf32>
    %17 = stablehlo.add %16, %arg2 : tensor<47xf32>
    %18 = stablehlo.multiply %15, %17 : tensor<47xf32>
    %19 = stablehlo.sqrt %18 : tensor<47xf32>
    %20 = stablehlo.atan2 %arg2, %19 : tensor<47xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<47xf64>
    %22 = stablehlo.subtract %21, %arg3 : tensor<47xf64>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f64>) -> tensor<47xf64>
    %24 = stablehlo.add %23, %arg3 : tensor<47xf64>
    %25 = stablehlo.multiply %22, %24 : tensor<47xf64>
    %26 = stablehlo.sqrt %25 : tensor<47xf64>
    %27 = stablehlo.atan2 %arg3, %26 : tensor<47xf64>
    return %6, %13, %20, %27 : tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>)
    %e:4 = call @expected() : () -> (tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>)
    %r:4 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>) -> (tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>)
    stablehlo.custom_call @check.expect_close(%r#0, %e#0) {has_side_effect = true} : (tensor<47xf16>, tensor<47xf16>) -> ()
    stablehlo.custom_call @check.expect_close(%r#1, %e#1) {has_side_effect = true} : (tensor<47xbf16>, tensor<47xbf16>) -> ()
    stablehlo.custom_call @check.expect_close(%r#2, %e#2) {has_side_effect = true} : (tensor<47xf32>, tensor<47xf32>) -> ()
    stablehlo.custom_call @check.expect_close(%r#3, %e#3) {has_side_effect = true} : (tensor<47xf64>, tensor<47xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>) {
    %0 = stablehlo.constant dense<"0x00000080003C00BC003E007EFE3BDEB3E6338338BEBAE63A3438BBB5F8B824320F3271B74AB943388735CE387DB82537CEBAE2BB21B98338212D7833EC315934ABB50F37C4BBDCB320BBFDB9793A9032A838C4329A30B838E23348253D2F"> : tensor<47xf16>
    %1 = stablehlo.constant dense<"0x00000080803F80BFC03FC07F803F7CBE7D3E103F58BF5D3F073FB7BE1FBF453E423EEEBE29BF083FB13E1A3F10BFE53E5ABF7CBF24BF103FA43D6F3E3D3E8B3EB5BEE23E78BF7BBE64BF40BF4F3F523E153F593E133E173F7C3EA93CE83D"> : tensor<47xbf16>
    %2 = stablehlo.constant dense<"0x00000000000000800000803F000080BF0000C03F0000C07F77BE7F3FDFC97BBE7CC47C3EE76E103F55BB57BF28CB5C3FA38C063F2F55B7BEE00F1FBFF382443E6DEC413EC61CEEBE584529BF656E083FC8D1B03E48BA193FA5930FBFC790E43E69CD59BF323E7CBF282124BFE667103FE11FA43D09036F3E657E3D3EF2248B3E2F58B5BED7E5E13EA17D78BF2F747BBE180364BF2F943FBF21264F3F2003523EE7F4143F9183583E8A3B133EC405173F0F367C3E92FEA83C8499E73D"> : tensor<47xf32>
    %3 = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F0BF000000000000F83F000000000000F87F2B8716D9CEF7EF3FE09DFED13B79CFBF78672D898F98CF3F0A61E3EDDC0DE23F2E3D59A16AF7EABF9CD183F96499EB3FF2326F6194D1E03F48A197D5A5EAD6BF4E161EF4FBE1E3BF588700535E90C83F5060399C8D3DC83FBCDC0DC998C3DDBF9AB7EF0BAB28E5BFF64015AFCC0DE13F80D45401391AD63FB6AA820D4937E33FBC99D09A74F2E1BF48764CDB1892DC3F928E7C27AD39EBBF1AD87138C687EFBF52D1180D2584E4BF7EF024B5FC0CE23F009A8718FC83B43F683CA42261E0CD3F388742A4CCAFC73FD8869D4E9E64D13F88775BDE05ABD6BF785EFADFBA3CDC3FE60A7724B40FEFBF10DAE7DF856ECFBFC4E286FB6280ECBF4CB938DF85F2E7BF94C2D019C4E4E93FE0D950096440CA3F96D200DE9C9EE23F48F08E207210CB3F787AF4337167C23F6096448AB8E0E23FF0A28CE3C186CF3F40545C48D21F953F407FC68B30F3BC3F"> : tensor<47xf64>
    return %0, %1, %2, %3 : tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>
  }
  func.func private @expected() -> (tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>) {
    %0 = stablehlo.constant dense<"0x00000080483E48BE007E007E1B3EF3B3FB33CB3802BC293C6D38DCB55CB92E321832BDB7C7B97F38A5352739C4B8683712BC99BD91B9CB38222D8A33F5316734CBB54F3750BDF1B365BCC4BA8A3B9C32F838D1329E300C39F7334825412F"> : tensor<47xf16>
    %1 = stablehlo.constant dense<"0x00000080C93FC9BFC07FC07FC93F7FBE803E193F81BF853F0E3FBBBE2CBF463E433EF8BE39BF0F3FB53E253F19BFED3E82BFB2BF32BF193FA43D713E3E3E8D3EB9BEEA3EA9BF7EBE8DBF59BF713F543E1F3F5B3E143E223F7F3EA93CE83D"> : tensor<47xbf16>
    %2 = stablehlo.constant dense<"0x0000000000000080DB0FC93FDB0FC9BF0000C07F0000C07F5056C33FBC657EBE51687F3EDB75193FCE4A80BF4C23853FACAB0D3FD17EBBBE63A22BBFF7BC453E101A433E53A8F7BE96F138BF7BE30F3F9889B43E5AE5243FA96C18BF85EEEC3E0B3D82BF041BB3BF282B32BF5F6D193FFB4CA43DB23C713E9E973E3EABEA8C3E1B5EB9BE6AF4E93E8FFBA9BF560D7EBE2FA68CBFD37758BFE857713F5783533EEBFA1E3F19295A3EA1BE133E8887213F5AD57E3EA401A93C9E18E83D"> : tensor<47xf32>
    %3 = stablehlo.constant dense<"0x00000000000000000000000000000080182D4454FB21F93F182D4454FB21F9BF000000000000F87F000000000000F87F03F818ADC96AF83FEA3A6263B7CCCFBFD5D42D280AEDCF3FA77C4570BB2EE33F736401BA5909F0BF429EF57569A4F03FA158298D75B5E13F6F34981DDA6FD7BF6F2AC5604C74E5BFFF859ACD9EB7C83FC59613FD4163C83F05F581660AF5DEBFA4393FD5321EE7BF66A20D6A6FFCE13FB884B1F13291D63FF8195542AB9CE43F722CF923950DE3BF34CD2598D09DDD3FED67D75DA147F0BF4B42BF756063F6BF6614260F6545E6BF2905E9E0AB2DE33F35A9F1659F89B43FE5CB68429627CE3F764CE0CEF3D2C73FEBC6D972559DD13FF89F604EC32BD7BFD73727328D3EDD3FA41930E4713FF5BFC2A60FB7AAC1CFBF9A7E62E6C594F1BF6EF6A44FFA0EEBBF1FB794F8FC2AEE3F9C91C9E66A70CA3FB4F74A545DDFE33F58A863302345CB3F5C792E1BD477C23FE6010108F130E43F6E65B14EABDACF3F3EC7507E3420953FCB91D8D21303BD3F"> : tensor<47xf64>
    return %0, %1, %2, %3 : tensor<47xf16>, tensor<47xbf16>, tensor<47xf32>, tensor<47xf64>
  }
}
