sdy.mesh @mesh = <["i"=2, "j"=3]>
func.func @main(%x: tensor<4x6xi32>) -> (tensor<4x6xi32>, tensor<4x6xi32>) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"i"}, {"j"}]>] out_shardings=[<@mesh, [{}, {"j"}]>, <@mesh, [{"i"}, {"j"}]>] manual_axes={"i", "j"} (%a: tensor<2x2xi32>) {
    %1 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> : (tensor<2x2xi32>) -> tensor<4x2xi32>
    %2 = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 5], [4, 0]]> : tensor<3x2xi64>}> : (tensor<2x2xi32>) -> tensor<2x2xi32>
    %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
    ^bb0(%b: tensor<i32>, %c: tensor<i32>):
      %9 = stablehlo.add %b, %c : tensor<i32>
      stablehlo.return %9 : tensor<i32>
    }) : (tensor<2x2xi32>) -> tensor<2x2xi32>
    sdy.return %1, %3 : tensor<4x2xi32>, tensor<2x2xi32>
  } : (tensor<4x6xi32>) -> (tensor<4x6xi32>, tensor<4x6xi32>)
  return %0#0, %0#1 : tensor<4x6xi32>, tensor<4x6xi32>
}
