module @jit_matvec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<512x512xf32>, %arg1: tensor<4096x512xf32>) -> (tensor<4096x512xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x512xf32>, tensor<4096x512xf32>) -> tensor<512x4096xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<512x4096xf32>) -> tensor<4096x512xf32>
    return %1 : tensor<4096x512xf32>
  }
}
