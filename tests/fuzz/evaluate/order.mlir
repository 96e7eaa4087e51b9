func.func @main(%x: tensor<3x4xi8>, %y: tensor<3x4xui8>) -> (tensor<3x4xi8>, tensor<3x4xui8>, tensor<3x2xi8>, tensor<3x2xi32>, tensor<2x6xi8>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<ui8>, %d: tensor<ui8>):
    %9 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<3x4xi8>, tensor<3x4xui8>) -> (tensor<3x4xi8>, tensor<3x4xui8>)
  %1:2 = chlo.top_k(%x, k = 2) : tensor<3x4xi8> -> (tensor<3x2xi8>, tensor<3x2xi32>)
  %2 = stablehlo.reverse %0#0, dims = [0, 1] : tensor<3x4xi8>
  %3 = stablehlo.divide %2, %x : tensor<3x4xi8>
  %4 = stablehlo.shift_right_arithmetic %3, %2 : tensor<3x4xi8>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<3x4xi8>) -> tensor<4x3xi8>
  %6 = stablehlo.reshape %5 : (tensor<4x3xi8>) -> tensor<2x6xi8>
  %7 = stablehlo.slice %6 [0:2:1, 1:6:2] : (tensor<2x6xi8>) -> tensor<2x3xi8>
  %8 = stablehlo.concatenate %7, %7, dim = 1 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x6xi8>
  return %0#0, %0#1, %1#0, %1#1, %8 : tensor<3x4xi8>, tensor<3x4xui8>, tensor<3x2xi8>, tensor<3x2xi32>, tensor<2x6xi8>
}
