module @sums {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<5xi32>) -> (tensor<3xf32>, tensor<5xi32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.exponential %arg0 : tensor<3x4xf32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.add %arg1, %arg1 : tensor<5xi32>
    return %1, %2 : tensor<3xf32>, tensor<5xi32>
  }
}
