module @jit_example attributes {mhlo.num_partitions = 26 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["batch"=13, "model"=2]> {stablehlo.mesh = {axes = [{name = "batch", size = 13 : i64}, {name = "model", size = 2 : i64}]}}
  sdy.mesh @mesh_0 = <["batch"=13, "model"=2]> {stablehlo.mesh = {axes = [{name = "batch", size = 13 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<6x5xf32>, %arg1: tensor<13x6xf32>) -> (tensor<13x5xf32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}) {
    %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"model"}, {}]>, <@mesh, [{"batch"}, {"model"}]>] out_shardings=[<@mesh, [{"batch"}, {}]>, <@mesh, [{}]>] manual_axes={"batch", "model"} (%arg2: tensor<3x5xf32>, %arg3: tensor<1x3xf32>) {
      %1 = stablehlo.reshape %arg3 : (tensor<1x3xf32>) -> tensor<3xf32>
      %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3xf32>, tensor<3x5xf32>) -> tensor<5xf32>
      %3 = stablehlo.tanh %2 : tensor<5xf32>
      %4 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "model">]>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %11 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %11 : tensor<f32>
      }) : (tensor<5xf32>) -> tensor<5xf32>
      %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "batch">]>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %11 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %11 : tensor<f32>
      }) : (tensor<5xf32>) -> tensor<5xf32>
      %cst = stablehlo.constant dense<1.300000e+01> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
      %7 = stablehlo.divide %5, %6 : tensor<5xf32>
      %8 = stablehlo.subtract %4, %7 : tensor<5xf32>
      %9 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
      %10 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "batch">]>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %11 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
        stablehlo.return %11 : tensor<f32>
      }) : (tensor<5xf32>) -> tensor<5xf32>
      sdy.return %9, %10 : tensor<1x5xf32>, tensor<5xf32>
    } : (tensor<6x5xf32>, tensor<13x6xf32>) -> (tensor<13x5xf32>, tensor<5xf32>)
    return %0#0, %0#1 : tensor<13x5xf32>, tensor<5xf32>
  }
}
