func.func @main(%x: tensor<3x17xf32>, %y: tensor<17xf32>, %n: tensor<3x17xi16>) -> (tensor<17x4xf32>, tensor<3x17xi16>, tensor<3xf32>) {
  %z = stablehlo.constant dense<-0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<17xf32>) -> tensor<3x17xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<3x17xf32>
  %2 = stablehlo.compare LT, %1, %x : (tensor<3x17xf32>, tensor<3x17xf32>) -> tensor<3x17xi1>
  %3 = stablehlo.select %2, %1, %0 : tensor<3x17xi1>, tensor<3x17xf32>
  %4 = stablehlo.pad %3, %z, low = [1, -1], high = [0, 1], interior = [0, 0] : (tensor<3x17xf32>, tensor<f32>) -> tensor<4x17xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<4x17xf32>) -> tensor<17x4xf32>
  %6 = stablehlo.subtract %5, %5 : tensor<17x4xf32>
  %7 = stablehlo.convert %x : (tensor<3x17xf32>) -> tensor<3x17xi16>
  %8 = stablehlo.divide %7, %n : tensor<3x17xi16>
  %9 = stablehlo.shift_left %8, %n : tensor<3x17xi16>
  %10 = stablehlo.reduce(%3 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<3x17xf32>, tensor<f32>) -> tensor<3xf32>
  return %6, %9, %10 : tensor<17x4xf32>, tensor<3x17xi16>, tensor<3xf32>
}
