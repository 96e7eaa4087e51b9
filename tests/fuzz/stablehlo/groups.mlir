module @groups attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func public @main(%arg0: tensor<2x18xf32>) -> tensor<2x18xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<1x18xf32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4, 1], [3, 5, -1], [2, -1, -1]]> : tensor<3x3xi64>, use_global_device_ids}> ({
      ^bb0(%b: tensor<f32>, %c: tensor<f32>):
        %d = stablehlo.multiply %b, %c : tensor<f32>
        stablehlo.return %d : tensor<f32>
      }) : (tensor<1x18xf32>) -> tensor<1x18xf32>
      %2 = "stablehlo.reduce_scatter"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
      ^bb0(%b: tensor<f32>, %c: tensor<f32>):
        %d = stablehlo.add %b, %c : tensor<f32>
        stablehlo.return %d : tensor<f32>
      }) : (tensor<1x18xf32>) -> tensor<1x6xf32>
      %3 = "stablehlo.all_to_all"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 5], [1, 3], [4, 2]]> : tensor<3x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<1x6xf32>) -> tensor<2x3xf32>
      %4 = "stablehlo.collective_permute"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [5, 0]]> : tensor<3x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %5 = "stablehlo.collective_broadcast"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[2, 1], [3, 0]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %6 = "stablehlo.all_gather"(%5) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">, #stablehlo.axis_ref<name = "x", sub_axis_info = (1)1>]>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<2x9xf32>
      %7 = stablehlo.partition_id : tensor<ui32>
      %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<f32>
      %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<2x9xf32>
      %10 = stablehlo.add %6, %9 : tensor<2x9xf32>
      %11 = stablehlo.reshape %10 : (tensor<2x9xf32>) -> tensor<1x18xf32>
      sdy.return %11 : tensor<1x18xf32>
    } : (tensor<2x18xf32>) -> tensor<2x18xf32>
    return %0 : tensor<2x18xf32>
  }
}
