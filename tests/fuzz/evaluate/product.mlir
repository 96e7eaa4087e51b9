func.func @main(%x: tensor<1x4x4x2xi32>, %k: tensor<2x3x1x4xi32>, %f: tensor<3xf32>) -> (tensor<1x3x2x4xi32>, tensor<4x4xi32>, tensor<3xi32>, tensor<3xi1>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 0], [1, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4x2xi32>, tensor<2x3x1x4xi32>) -> tensor<1x3x2x4xi32>
  %1 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2, 3] x [1, 3] : (tensor<1x4x4x2xi32>, tensor<1x4x4x2xi32>) -> tensor<1x4x4xi32>
  %2 = stablehlo.reshape %1 : (tensor<1x4x4xi32>) -> tensor<4x4xi32>
  %3 = stablehlo.convert %f : (tensor<3xf32>) -> tensor<3xi32>
  %4 = stablehlo.compare LT, %f, %f, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %0, %2, %3, %4 : tensor<1x3x2x4xi32>, tensor<4x4xi32>, tensor<3xi32>, tensor<3xi1>
}
