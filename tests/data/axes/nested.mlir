module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  sdy.mesh @mesh_0 = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32>) -> (tensor<8x4xf32> {jax.result_info = "result[0]"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<2x4xf32>) {
      %2 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{?}, {"y", ?}]>] out_shardings=[<@mesh, [{?}, {"y", ?}]>] manual_axes={"y"} (%arg2: tensor<2x2xf32>) {
        %c = stablehlo.constant dense<1> : tensor<ui32>
        %c_0 = stablehlo.constant dense<2> : tensor<ui32>
        %12 = stablehlo.partition_id : tensor<ui32>
        %13 = stablehlo.divide %12, %c : tensor<ui32>
        %14 = stablehlo.remainder %13, %c_0 : tensor<ui32>
        %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i32>
        %c_1 = stablehlo.constant dense<1> : tensor<i32>
        %16 = stablehlo.convert %c_1 : tensor<i32>
        %17 = stablehlo.add %16, %15 : tensor<i32>
        %18 = stablehlo.convert %17 : (tensor<i32>) -> tensor<f32>
        %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
        %20 = stablehlo.multiply %arg2, %19 : tensor<2x2xf32>
        %21 = "stablehlo.all_reduce"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> ({
        ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
          %23 = stablehlo.add %arg3, %arg4 : tensor<f32>
          stablehlo.return %23 : tensor<f32>
        }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
        %22 = stablehlo.add %20, %21 : tensor<2x2xf32>
        sdy.return %22 : tensor<2x2xf32>
      } : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %3 = sdy.sharding_constraint %2 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      %4 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"y"} () {
        %c = stablehlo.constant dense<2> : tensor<ui32>
        %c_0 = stablehlo.constant dense<4> : tensor<ui32>
        %12 = stablehlo.partition_id : tensor<ui32>
        %13 = stablehlo.divide %12, %c : tensor<ui32>
        %14 = stablehlo.remainder %13, %c_0 : tensor<ui32>
        %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i32>
        sdy.return %15 : tensor<i32>
      } : () -> tensor<i32>
      %5 = sdy.sharding_constraint %4 <@mesh, []> : tensor<i32>
      %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<f32>
      %7 = sdy.sharding_constraint %6 <@mesh, []> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %9 = sdy.sharding_constraint %8 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      %10 = stablehlo.add %3, %9 : tensor<2x4xf32>
      %11 = sdy.sharding_constraint %10 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      sdy.return %11 : tensor<2x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<2x4xf32>) {
      %2 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{?}, {"y", ?}]>] out_shardings=[<@mesh, [{?}, {"y", ?}]>] manual_axes={"y"} (%arg2: tensor<2x2xf32>) {
        %c = stablehlo.constant dense<1> : tensor<ui32>
        %c_0 = stablehlo.constant dense<2> : tensor<ui32>
        %12 = stablehlo.partition_id : tensor<ui32>
        %13 = stablehlo.divide %12, %c : tensor<ui32>
        %14 = stablehlo.remainder %13, %c_0 : tensor<ui32>
        %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i32>
        %c_1 = stablehlo.constant dense<1> : tensor<i32>
        %16 = stablehlo.convert %c_1 : tensor<i32>
        %17 = stablehlo.add %16, %15 : tensor<i32>
        %18 = stablehlo.convert %17 : (tensor<i32>) -> tensor<f32>
        %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
        %20 = stablehlo.multiply %arg2, %19 : tensor<2x2xf32>
        %21 = "stablehlo.all_reduce"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> ({
        ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
          %23 = stablehlo.add %arg3, %arg4 : tensor<f32>
          stablehlo.return %23 : tensor<f32>
        }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
        %22 = stablehlo.add %20, %21 : tensor<2x2xf32>
        sdy.return %22 : tensor<2x2xf32>
      } : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %3 = sdy.sharding_constraint %2 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      %4 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"y"} () {
        %c = stablehlo.constant dense<2> : tensor<ui32>
        %c_0 = stablehlo.constant dense<4> : tensor<ui32>
        %12 = stablehlo.partition_id : tensor<ui32>
        %13 = stablehlo.divide %12, %c : tensor<ui32>
        %14 = stablehlo.remainder %13, %c_0 : tensor<ui32>
        %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i32>
        sdy.return %15 : tensor<i32>
      } : () -> tensor<i32>
      %5 = sdy.sharding_constraint %4 <@mesh, []> : tensor<i32>
      %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<f32>
      %7 = sdy.sharding_constraint %6 <@mesh, []> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %9 = sdy.sharding_constraint %8 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      %10 = stablehlo.add %3, %9 : tensor<2x4xf32>
      %11 = sdy.sharding_constraint %10 <@mesh, [{?}, {?}]> : tensor<2x4xf32>
      sdy.return %11 : tensor<2x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}
