func.func @main(%x: tensor<4x4xi16>, %s: tensor<2x2xi16>, %z: tensor<i16>) -> (tensor<4x4xi16>, tensor<4x4xi16>, tensor<2x5xi16>, tensor<4xi16>) {
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %9 = stablehlo.maximum %a, %b : tensor<i16>
    stablehlo.return %9 : tensor<i16>
  }) : (tensor<4x4xi16>, tensor<i16>) -> tensor<4x4xi16>
  %1 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %9 = stablehlo.compare GE, %a, %b, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %9 = stablehlo.add %a, %b : tensor<i16>
    stablehlo.return %9 : tensor<i16>
  }) : (tensor<4x4xi16>, tensor<2x2xi16>, tensor<i16>) -> tensor<4x4xi16>
  %2 = stablehlo.pad %s, %z, low = [-1, 1], high = [1, 1], interior = [0, 1] : (tensor<2x2xi16>, tensor<i16>) -> tensor<2x5xi16>
  %3 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4xi16>, tensor<i16>) -> tensor<4xi16>
  return %0, %1, %2, %3 : tensor<4x4xi16>, tensor<4x4xi16>, tensor<2x5xi16>, tensor<4xi16>
}
