module @jit_mlp_1 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1024xf32>, %arg1: tensor<784x1024xf32>, %arg2: tensor<1024xf32>, %arg3: tensor<1024x1024xf32>, %arg4: tensor<10xf32>, %arg5: tensor<1024x10xf32>, %arg6: tensor<1x784xf32>) -> (tensor<1x10xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg6, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x784xf32>, tensor<784x1024xf32>) -> tensor<1x1024xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %2 = stablehlo.add %0, %1 : tensor<1x1024xf32>
    %3 = call @relu(%2) : (tensor<1x1024xf32>) -> tensor<1x1024xf32>
    %4 = stablehlo.dot_general %3, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1024xf32>, tensor<1024x1024xf32>) -> tensor<1x1024xf32>
    %5 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %6 = stablehlo.add %4, %5 : tensor<1x1024xf32>
    %7 = call @relu(%6) : (tensor<1x1024xf32>) -> tensor<1x1024xf32>
    %8 = stablehlo.dot_general %7, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1024xf32>, tensor<1024x10xf32>) -> tensor<1x10xf32>
    %9 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %10 = stablehlo.add %8, %9 : tensor<1x10xf32>
    return %10 : tensor<1x10xf32>
  }
  func.func private @relu(%arg0: tensor<1x1024xf32>) -> tensor<1x1024xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1024xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<1x1024xf32>
    return %1 : tensor<1x1024xf32>
  }
}
