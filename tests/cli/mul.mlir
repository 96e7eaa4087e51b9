module @mul {
  func.func public @main(%arg0: tensor<3xf32> loc("w"), %arg1: tensor<3xf32> loc("x")) -> (tensor<3xf32> {jax.result_info = "result['y']"}, tensor<3xf32> {jax.result_info = "result['twice']"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<3xf32>
    %1 = stablehlo.add %arg0, %arg0 : tensor<3xf32>
    return %0, %1 : tensor<3xf32>, tensor<3xf32>
  }
}
