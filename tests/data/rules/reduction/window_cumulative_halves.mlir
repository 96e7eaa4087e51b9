module @reduction_window_cumulative_halves {
  func.func private @program(%arg0: tensor<100xf16>, %arg1: tensor<100xbf16>) -> (tensor<100xf16>, tensor<100xbf16>) {
    %0 = call @cumsum(%arg0) : (tensor<100xf16>) -> tensor<100xf16>
    %1 = call @cumsum_0(%arg1) : (tensor<100xbf16>) -> tensor<100xbf16>
    return %0, %1 : tensor<100xf16>, tensor<100xbf16>
  }
  func.func private @cumsum(%arg0: tensor<100xf16>) -> tensor<100xf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<f16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[99, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 100>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f16>
      stablehlo.return %2 : tensor<f16>
    }) : (tensor<100xf16>, tensor<f16>) -> tensor<100xf16>
    return %1 : tensor<100xf16>
  }
  func.func private @cumsum_0(%arg0: tensor<100xbf16>) -> tensor<100xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[99, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 100>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<bf16>
      stablehlo.return %2 : tensor<bf16>
    }) : (tensor<100xbf16>, tensor<bf16>) -> tensor<100xbf16>
    return %1 : tensor<100xbf16>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<100xf16>, tensor<100xbf16>)
    %e:2 = call @expected() : () -> (tensor<100xf16>, tensor<100xbf16>)
    %r:2 = call @program(%i#0, %i#1) : (tensor<100xf16>, tensor<100xbf16>) -> (tensor<100xf16>, tensor<100xbf16>)
    stablehlo.custom_call @check.expect_close(%r#0, %e#0) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<100xf16>, tensor<100xf16>) -> ()
    stablehlo.custom_call @check.expect_close(%r#1, %e#1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<100xbf16>, tensor<100xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<100xf16>, tensor<100xbf16>) {
    %0 = stablehlo.constant dense<"0x8835933A4935363D3E3B24374C38A638D535B53447276038E4393731B737CA381629AE34413A1D342B2069342D3D073C6C418E3F9831C136D632F4323C40733C0B3616402C394E391D38983E5C31FA2EE93C77399C2C8F3B4A2E1C2E8E280D38C038213B22358C3ADA390338093B4A3C513B2325FF3C0635ED2A5D34DC3B6E3C633278378933133A983E1234E63CC3347D3A053A0E342B3B8635ED3D0A2F2237343A3232863EC83C123B70391F394C1421377F37033B1B34122E2434393C804070303928B43D5335"> : tensor<100xf16>
    %1 = stablehlo.constant dense<"0xB13E523FA93EA73F683FE53E093F153FBB3E973EE93C0C3F3D3F273EF73E193F233D963E483F843E053C8D3EA63F813F2E40F23F333ED83E5B3E5F3E08408E3FC13E0340263F2A3F043FD33F2B3EDF3D9D3F2F3F943D723FC93DC43D123D023F183F643FA43E513F3B3F003F613F893F6A3FA43CA03FA13E5E3D8C3E7B3F8E3F4C3EEF3E713E423FD33F823E9D3F983E503F413F823E653FB13EBE3FE13DE43E463F463ED13F993F623F2E3F243F893AE43EF03E603F833EC23D853E873F10400E3E073DB63FAA3E"> : tensor<100xbf16>
    return %0, %1 : tensor<100xf16>, tensor<100xbf16>
  }
  func.func private @expected() -> (tensor<100xf16>, tensor<100xbf16>) {
    %0 = stablehlo.constant dense<"0x8835AC3CFE3D9A4169432744B0444545A245EE45F54581463E476747E3473E4843486948CD48ED48EF481249B749384A934B434C4E4C694C764C844C0C4D534D6B4DEE4D174E424E634ECC4ED74EDE4E2C4F584F5D4F994F9F4FA64FA84FC84FEE4F14501E503850505060507C509E50BB50BC50E450EE50F050F85018513B514251515158517051A551AD51D551DE51F85110521852355240526F52735281529A52A052D452FB5217532D53415341534F535E537A53835386538E53B053F853FC53FD5315541B54"> : tensor<100xf16>
    %1 = stablehlo.constant dense<"0xB13E953FC03F33406D4085409640A940B440BE40BF40D040E840ED40FD40084108410D411A411E411E41224137414741734188418A418D418F419141A241AB41AE41BE41C341C841CD41DA41DB41DC41E641EB41EC41F341F441F541F541F941FE410342044207420A420C4210421442184218421D421E421E421F422342284228422A422B422E42354236423B423C423F4242424342474248424E424E425042534254425B425F4263426642684268426A426C426F4270427142724276427F428042804283428342"> : tensor<100xbf16>
    return %0, %1 : tensor<100xf16>, tensor<100xbf16>
  }
}
