module @dense {
  func.func public @main(%arg0: tensor<8x4xf32> loc("x"), %arg1: tensor<4x6xf32> loc("w"), %arg2: tensor<6xf32> loc("b")) -> (tensor<48xf32> {jax.result_info = "result['y']"}, tensor<6xf32> {jax.result_info = "result['bias']"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<6xf32>) -> tensor<8x6xf32>
    %2 = stablehlo.add %0, %1 : tensor<8x6xf32>
    %3 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<6xf32>) -> tensor<8x6xf32>
    %5 = stablehlo.multiply %2, %4 : tensor<8x6xf32>
    %6 = stablehlo.reshape %5 : (tensor<8x6xf32>) -> tensor<48xf32>
    %7 = stablehlo.tanh %6 : tensor<48xf32>
    return %7, %arg2 : tensor<48xf32>, tensor<6xf32>
  }
}
