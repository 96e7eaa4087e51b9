module @contraction_dot_general_halves_real {
  func.func private @program(%arg0: tensor<4x9xf16>, %arg1: tensor<9x3xf16>, %arg2: tensor<4x9xbf16>, %arg3: tensor<9x3xbf16>) -> (tensor<4x3xf16>, tensor<4x3xbf16>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf16>, tensor<9x3xf16>) -> tensor<4x3xf16>
    %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xbf16>, tensor<9x3xbf16>) -> tensor<4x3xbf16>
    return %0, %1 : tensor<4x3xf16>, tensor<4x3xbf16>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<4x9xf16>, tensor<9x3xf16>, tensor<4x9xbf16>, tensor<9x3xbf16>)
    %e:2 = call @expected() : () -> (tensor<4x3xf16>, tensor<4x3xbf16>)
    %r:2 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<4x9xf16>, tensor<9x3xf16>, tensor<4x9xbf16>, tensor<9x3xbf16>) -> (tensor<4x3xf16>, tensor<4x3xbf16>)
    stablehlo.custom_call @check.expect_close(%r#0, %e#0) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<4x3xf16>, tensor<4x3xf16>) -> ()
    stablehlo.custom_call @check.expect_close(%r#1, %e#1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<4x3xbf16>, tensor<4x3xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x9xf16>, tensor<9x3xf16>, tensor<4x9xbf16>, tensor<9x3xbf16>) {
    %0 = stablehlo.constant dense<"0x8835933A493536BD3E3B24374CB8A638D535B53447276038E4B937B1B7B7CA381629AEB441BA1DB42B2069B42D3D073C6CC18EBF98B1C1B6D632F4323C4073BC0BB616402C394E39"> : tensor<4x9xf16>
    %1 = stablehlo.constant dense<"0x0D322FB89CB6E2C0333F943C35B5313A80346EB8D23BF8B443B556BA483759AE5D38DCB80F3023BBBB3A04324A3591360BBC443A1D40"> : tensor<9x3xf16>
    %2 = stablehlo.constant dense<"0xB13E523FA93EA7BF683FE53E09BF153FBB3E973EE93C0C3F3DBF27BEF7BE193F233D96BE48BF84BE053C8DBEA63F813F2EC0F2BF33BED8BE5B3E5F3E08408EBFC1BE0340263F2A3F"> : tensor<4x9xbf16>
    %3 = stablehlo.constant dense<"0x423E06BFD3BE1CC0E63F923FA7BE463F903E0EBF7A3F9FBEA8BE4BBFE93ECBBD0C3F1BBF023E64BF573F413EA93ED23E81BF483F0440"> : tensor<9x3xbf16>
    return %0, %1, %2, %3 : tensor<4x9xf16>, tensor<9x3xf16>, tensor<4x9xbf16>, tensor<9x3xbf16>
  }
  func.func private @expected() -> (tensor<4x3xf16>, tensor<4x3xbf16>) {
    %0 = stablehlo.constant dense<"0xFCBF1C3AE43F923922BDE436AFB6EA3AA5C2ECBEDB40C941"> : tensor<4x3xf16>
    %1 = stablehlo.constant dense<"0xFEBF413FFD3F333FA4BFDA3ED7BE5E3F55C0DEBF1C403940"> : tensor<4x3xbf16>
    return %0, %1 : tensor<4x3xf16>, tensor<4x3xbf16>
  }
}
