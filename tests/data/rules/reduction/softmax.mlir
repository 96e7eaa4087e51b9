module @reduction_softmax {
  func.func private @program(%arg0: tensor<4x10xf32>) -> (tensor<4x10xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<4x10xf32>
    %4 = stablehlo.exponential %3 : tensor<4x10xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %5 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %8 = stablehlo.subtract %arg0, %7 : tensor<4x10xf32>
    %9 = stablehlo.exponential %8 : tensor<4x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %13 = stablehlo.divide %4, %12 : tensor<4x10xf32>
    return %13 : tensor<4x10xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<4x10xf32>)
    %e = call @expected() : () -> (tensor<4x10xf32>)
    %r = call @program(%i) : (tensor<4x10xf32>) -> (tensor<4x10xf32>)
    stablehlo.custom_call @check.expect_almost_eq(%r, %e) {has_side_effect = true, tolerance = 2.020000e-07 : f64} : (tensor<4x10xf32>, tensor<4x10xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x10xf32>) {
    %0 = stablehlo.constant dense<"0x69F0B03E9155523F0C2FA93EDBCDA6BF67C5673F358BE43EC47509BF28C4143F3CA9BA3E8998963EC3D5E83C62F50B3F41883CBFDED126BE58D8F6BEFC4D193FA6B3223DE4BC95BE272B48BFB4AE83BEC866053CD31B8DBEE2A3A53F58DC803FB0832DC030CBF1BF75F732BE5729D8BE3BC55A3EA4895E3EAC8A0740B2568EBF7255C1BEC5BC0240548E253F85BE293FEC9503BF21F4D2BFE17B2B3EC742DF3D"> : tensor<4x10xf32>
    return %0 : tensor<4x10xf32>
  }
  func.func private @expected() -> (tensor<4x10xf32>) {
    %0 = stablehlo.constant dense<"0x59FFC63D2F29203E8401C43DF20F993C61262E3E9F19DC3DC3A9243D1AD9FB3DE9CFCA3D8404BD3DD8DCDC3D6C6E393E41934D3DB866B63D258E843DDA5A433E5F5FDF3D023DA03DAB70443D67FDA53DA53FA73DCFDC7B3DC246973E0BFE623EE866B03BF3B0483C904A8B3D6885593D9A67CD3D6929CE3D9283B13E5EBC603C5134EA3C24ADA43E1913A33DB6C3A53D6E57CC3C6E7B033C30F8493DAC803E3D"> : tensor<4x10xf32>
    return %0 : tensor<4x10xf32>
  }
}
