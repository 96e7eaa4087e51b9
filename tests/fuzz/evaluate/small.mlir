func.func @main(%x: tensor<1x4x4x2xi32>, %h: tensor<5xf16>) -> (tensor<1x4x4xi32>, tensor<5xf16>, tensor<5xf16>) {
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2, 3] x [2, 3] : (tensor<1x4x4x2xi32>, tensor<1x4x4x2xi32>) -> tensor<1x4x4xi32>
  %1 = stablehlo.convert %h : (tensor<5xf16>) -> tensor<5xf16>
  %2 = stablehlo.minimum %h, %h : tensor<5xf16>
  return %0, %1, %2 : tensor<1x4x4xi32>, tensor<5xf16>, tensor<5xf16>
}
