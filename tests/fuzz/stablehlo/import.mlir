module @m {
  func.func public @main(%arg0: tensor<2x3xf32> loc("params['w']"), %arg1: tensor<3xf32> loc("x")) -> (tensor<2xf32> {jax.result_info = "result['y']"}, tensor<2x3xf32>) {
    %c = stablehlo.constant dense<1.5> : tensor<2x3xf32>
    %0 = stablehlo.add %arg0, %c : tensor<2x3xf32>
    %1 = call @twice(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
    %3 = chlo.square %2 : tensor<2xf32> -> tensor<2xf32>
    %4 = stablehlo.slice %1 [0:2, 0:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %5 = stablehlo.iota dim = 0 : tensor<4xi32>
    %6 = stablehlo.compare GT, %2, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    return %3, %1 : tensor<2xf32>, tensor<2x3xf32>
  }
  func.func private @twice(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
