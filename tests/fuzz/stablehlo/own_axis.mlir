sdy.mesh @mesh = <["i"=5]>
func.func public @main(%arg0: tensor<4xf32> loc("w"), %arg1: tensor<4x5xf32> loc("x")) -> (tensor<5x4xf32>, tensor<4xf32>) {
  %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{}]>, <@mesh, [{}, {"i"}]>] out_shardings=[<@mesh, [{"i"}, {}]>, <@mesh, [{}]>] manual_axes={"i"} (%a: tensor<4xf32>, %b: tensor<4x1xf32>) {
    %1 = stablehlo.reshape %b : (tensor<4x1xf32>) -> tensor<1x4xf32>
    sdy.return %1, %a : tensor<1x4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4x5xf32>) -> (tensor<5x4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<5x4xf32>, tensor<4xf32>
}
