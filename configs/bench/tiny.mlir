module @jit_tiny attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<16xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<16xf32>
    %2 = stablehlo.subtract %1, %arg1 : tensor<16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %4 = stablehlo.maximum %2, %3 : tensor<16xf32>
    return %4 : tensor<16xf32>
  }
}
