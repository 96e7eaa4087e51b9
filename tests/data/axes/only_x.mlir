module @jit_around attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  sdy.mesh @mesh_0 = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32>) -> (tensor<8xf32> {jax.result_info = "result[0]"}, tensor<8x4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.sine %arg0 : tensor<8x4xf32>
    %1:2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>, <@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<2x4xf32>) {
      %4 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [6, 0], [1, 3], [3, 5], [7, 1]]> : tensor<6x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %5 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
        %16 = sdy.sharding_constraint %15 <@mesh, []> : tensor<f32>
        stablehlo.return %16 : tensor<f32>
      }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %6 = sdy.sharding_constraint %5 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      %7 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"y"} () {
        %c = stablehlo.constant dense<2> : tensor<ui32>
        %c_0 = stablehlo.constant dense<4> : tensor<ui32>
        %15 = stablehlo.partition_id : tensor<ui32>
        %16 = stablehlo.divide %15, %c : tensor<ui32>
        %17 = stablehlo.remainder %16, %c_0 : tensor<ui32>
        %18 = stablehlo.convert %17 : (tensor<ui32>) -> tensor<i32>
        sdy.return %18 : tensor<i32>
      } : () -> tensor<i32>
      %8 = sdy.sharding_constraint %7 <@mesh, []> : tensor<i32>
      %9 = stablehlo.convert %8 : (tensor<i32>) -> tensor<f32>
      %10 = sdy.sharding_constraint %9 <@mesh, []> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %12 = sdy.sharding_constraint %11 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      %13 = stablehlo.multiply %6, %12 : tensor<2x4xf32>
      %14 = sdy.sharding_constraint %13 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      sdy.return %4, %14 : tensor<2x4xf32>, tensor<2x4xf32>
    } : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1#0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.subtract %1#1, %1#0 : tensor<8x4xf32>
    return %2, %3 : tensor<8xf32>, tensor<8x4xf32>
  }
}
