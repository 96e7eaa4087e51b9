module @jit_promised attributes {mhlo.num_partitions = 13 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["batch"=13]> {stablehlo.mesh = {axes = [{name = "batch", size = 13 : i64}]}}
  func.func public @main(%arg0: tensor<13x3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<13x3xf32> {jax.result_info = "result[1]"}) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{"batch"}, {}]>] manual_axes={"batch"} (%arg1: tensor<1x3xf32>) {
      %1 = stablehlo.reshape %arg1 : (tensor<1x3xf32>) -> tensor<3xf32>
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %3 = stablehlo.multiply %1, %2 : tensor<3xf32>
      %4 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 5], [1, 6], [2, 7], [3, 8], [4, 9], [5, 10], [6, 11], [7, 12], [8, 0], [9, 1], [10, 2], [11, 3], [12, 4]]> : tensor<13x2xi64>}> : (tensor<1x3xf32>) -> tensor<1x3xf32>
      %5 = stablehlo.add %arg1, %4 : tensor<1x3xf32>
      sdy.return %3, %5 : tensor<3xf32>, tensor<1x3xf32>
    } : (tensor<13x3xf32>) -> (tensor<3xf32>, tensor<13x3xf32>)
    return %0#0, %0#1 : tensor<3xf32>, tensor<13x3xf32>
  }
}
