module @pmap_replica attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func public @main(%arg0: tensor<5x3xf32> {mhlo.is_same_data_across_replicas = true}, %arg1: tensor<5xf32>) -> (tensor<3xf32> {jax.result_info = "[0]"}, tensor<2xf32> {jax.result_info = "[1]"}, tensor<3xf32> {jax.result_info = "[2]"}, tensor<3xf32> {jax.result_info = "[3]"}, tensor<i32> {jax.result_info = "[4]"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5xf32>, tensor<5x3xf32>) -> tensor<3xf32>
    %1 = stablehlo.tanh %0 : tensor<3xf32>
    %2 = "stablehlo.collective_permute"(%1) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
    %3 = "stablehlo.all_reduce"(%1) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %40 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %40 : tensor<f32>
    }) {replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
    %4 = "stablehlo.all_reduce"(%1) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %40 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %40 : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<3xf32>) -> tensor<3xf32>
    %5 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %7 = stablehlo.divide %4, %6 : tensor<3xf32>
    %8 = stablehlo.subtract %1, %7 : tensor<3xf32>
    %9 = stablehlo.slice %arg1 [0:2] : (tensor<5xf32>) -> tensor<2xf32>
    %10 = stablehlo.constant dense<1> : tensor<ui32>
    %11 = stablehlo.constant dense<4> : tensor<ui32>
    %12 = stablehlo.replica_id : tensor<ui32>
    %13 = stablehlo.divide %12, %10 : tensor<ui32>
    %14 = stablehlo.remainder %13, %11 : tensor<ui32>
    %15 = stablehlo.convert %14 : (tensor<ui32>) -> tensor<i32>
    %16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %18 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %19 = stablehlo.constant dense<0> : tensor<i32>
    %20 = stablehlo.compare  LT, %15, %19,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %21 = stablehlo.constant dense<4> : tensor<i32>
    %22 = stablehlo.add %15, %21 : tensor<i32>
    %23 = stablehlo.select %20, %22, %15 : tensor<i1>, tensor<i32>
    %24 = stablehlo.constant dense<0> : tensor<i32>
    %25 = stablehlo.constant dense<2> : tensor<i32>
    %26 = stablehlo.add %24, %25 : tensor<i32>
    %27 = stablehlo.constant dense<false> : tensor<i1>
    %28 = stablehlo.constant dense<0> : tensor<i32>
    %29 = stablehlo.select %27, %26, %28 : tensor<i1>, tensor<i32>
    %30 = stablehlo.dynamic_update_slice %17, %18, %23, %29 : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
    %31 = "stablehlo.all_reduce"(%30) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %40 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %40 : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%31 init: %32) applies stablehlo.add across dimensions = [0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<2xf32>
    %34 = stablehlo.constant dense<1> : tensor<ui32>
    %35 = stablehlo.constant dense<4> : tensor<ui32>
    %36 = stablehlo.replica_id : tensor<ui32>
    %37 = stablehlo.divide %36, %34 : tensor<ui32>
    %38 = stablehlo.remainder %37, %35 : tensor<ui32>
    %39 = stablehlo.convert %38 : (tensor<ui32>) -> tensor<i32>
    return %8, %33, %2, %3, %39 : tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>
  }
}
