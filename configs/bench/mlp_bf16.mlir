module @jit_mlp_bf16 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1024xbf16>, %arg1: tensor<784x1024xbf16>, %arg2: tensor<1024xbf16>, %arg3: tensor<1024x1024xbf16>, %arg4: tensor<10xbf16>, %arg5: tensor<1024x10xbf16>, %arg6: tensor<4096x784xbf16>) -> (tensor<4096x10xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg6, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4096x784xbf16>, tensor<784x1024xbf16>) -> tensor<4096x1024xbf16>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x1024xbf16>) -> tensor<4096x1024xbf16>
    %3 = stablehlo.add %0, %2 : tensor<4096x1024xbf16>
    %4 = call @relu(%3) : (tensor<4096x1024xbf16>) -> tensor<4096x1024xbf16>
    %5 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4096x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4096x1024xbf16>
    %6 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x1024xbf16>) -> tensor<4096x1024xbf16>
    %8 = stablehlo.add %5, %7 : tensor<4096x1024xbf16>
    %9 = call @relu(%8) : (tensor<4096x1024xbf16>) -> tensor<4096x1024xbf16>
    %10 = stablehlo.dot_general %9, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4096x1024xbf16>, tensor<1024x10xbf16>) -> tensor<4096x10xbf16>
    %11 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<10xbf16>) -> tensor<1x10xbf16>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x10xbf16>) -> tensor<4096x10xbf16>
    %13 = stablehlo.add %10, %12 : tensor<4096x10xbf16>
    return %13 : tensor<4096x10xbf16>
  }
  func.func private @relu(%arg0: tensor<4096x1024xbf16>) -> tensor<4096x1024xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4096x1024xbf16>
    return %1 : tensor<4096x1024xbf16>
  }
}
