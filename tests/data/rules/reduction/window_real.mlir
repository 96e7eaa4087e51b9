module @reduction_window_real {
  func.func private @program(%arg0: tensor<8x9xf32>) -> (tensor<7x7xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x9xf32>, tensor<f32>) -> tensor<7x7xf32>
    return %1 : tensor<7x7xf32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<8x9xf32>)
    %e = call @expected() : () -> (tensor<7x7xf32>)
    %r = call @program(%i) : (tensor<8x9xf32>) -> (tensor<7x7xf32>)
    stablehlo.custom_call @check.expect_almost_eq(%r, %e) {has_side_effect = true, tolerance = 4.140000e-06 : f64} : (tensor<7x7xf32>, tensor<7x7xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<8x9xf32>) {
    %0 = stablehlo.constant dense<"0x69F0B03E9155523F0C2FA93EDBCDA6BF67C5673F358BE43EC47509BF28C4143F3CA9BA3E8998963EC3D5E83C62F50B3F41883CBFDED126BE58D8F6BEFC4D193FA6B3223DE4BC95BE272B48BFB4AE83BEC866053CD31B8DBEE2A3A53F58DC803FB0832DC030CBF1BF75F732BE5729D8BE3BC55A3EA4895E3EAC8A0740B2568EBF7255C1BEC5BC0240548E253F85BE293FEC9503BF21F4D2BFE17B2B3EC742DF3DDF199DBFF1E72EBFA38B93BD3EDB71BFC441C9BD9B8CC33DE0C2113D559C01BFE0FF173F8423643F3B46A43E897751BF904D3B3F605E00BFAC10613F543089BF861A6A3F1D5CA4BC01D79FBF6EB7A0BE5A9A5D3D4EAB8B3EAE707BBF66BE8DBFE35F4C3ECEF9EEBE6228713EDF6F423F770BD3BF293F823E3BC19C3F705598BE"> : tensor<8x9xf32>
    return %0 : tensor<8x9xf32>
  }
  func.func private @expected() -> (tensor<7x7xf32>) {
    %0 = stablehlo.constant dense<"0x687B1740A0F59FBE3F0CD7BECC9CAABF96C2443F09A1253FC63D413F459225BED99B2FBF1F882C3FA6C9243FE7C1E9BED9F75BC007B98DC0EDD682BFB08B0140CBFB0F4047D12940AC32123EE00AA4BF8811B6BF1530FEBFBBAE963F90668B3E623096BF16F9B6BF0CA21C3FC1320F4072AB17C09CD09FBF4454E33CB095893B055FCBBFBF9DBBBFA2FED9BFED77B13E9E945EBDB2D01F3F9E67643E7DB08EBFE8327D3EDD249FBF301727BF630F56BECE1A323E64220FC0E32D09C0388520BEF1B5063F"> : tensor<7x7xf32>
    return %0 : tensor<7x7xf32>
  }
}
