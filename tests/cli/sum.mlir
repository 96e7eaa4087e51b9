module @sum {
  sdy.mesh @mesh = <["batch"=1000003]>
  func.func public @main(%arg0: tensor<1000003x3xf32> loc("x")) -> (tensor<3xf32> {jax.result_info = "result['total']"}, tensor<1000003x3xf32> {jax.result_info = "result['y']"}) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{"batch"}, {}]>] manual_axes={"batch"} (%arg1: tensor<1x3xf32>) {
      %1 = stablehlo.reshape %arg1 : (tensor<1x3xf32>) -> tensor<3xf32>
      %2 = stablehlo.tanh %1 : tensor<3xf32>
      %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "batch">]>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %6 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %6 : tensor<f32>
      }) : (tensor<3xf32>) -> tensor<3xf32>
      %4 = stablehlo.subtract %2, %3 : tensor<3xf32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
      sdy.return %3, %5 : tensor<3xf32>, tensor<1x3xf32>
    } : (tensor<1000003x3xf32>) -> (tensor<3xf32>, tensor<1000003x3xf32>)
    return %0#0, %0#1 : tensor<3xf32>, tensor<1000003x3xf32>
  }
}
