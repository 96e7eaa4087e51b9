func.func @main(%x: tensor<9xbf16>, %h: tensor<9xf16>, %d: tensor<9xf64>) -> (tensor<9xbf16>, tensor<6xf16>, tensor<9xui8>) {
  %0 = stablehlo.convert %h : (tensor<9xf16>) -> tensor<9xbf16>
  %1 = stablehlo.divide %x, %0 : tensor<9xbf16>
  %2 = stablehlo.remainder %1, %x : tensor<9xbf16>
  %3 = stablehlo.convert %d : (tensor<9xf64>) -> tensor<9xf16>
  %4 = stablehlo.clamp %h, %3, %h : tensor<9xf16>
  %5 = stablehlo.slice %4 [1:7] : (tensor<9xf16>) -> tensor<6xf16>
  %6 = stablehlo.reverse %5, dims = [0] : tensor<6xf16>
  %7 = stablehlo.sqrt %6 : tensor<6xf16>
  %8 = stablehlo.floor %d : tensor<9xf64>
  %9 = stablehlo.convert %8 : (tensor<9xf64>) -> tensor<9xui8>
  return %2, %7, %9 : tensor<9xbf16>, tensor<6xf16>, tensor<9xui8>
}
