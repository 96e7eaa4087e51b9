module @jit_digits_cnn attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32>, %arg1: tensor<3x3x1x16xf32>, %arg2: tensor<32xf32>, %arg3: tensor<3x3x16x32xf32>, %arg4: tensor<10xf32>, %arg5: tensor<128x10xf32>, %arg6: tensor<1024x8x8xf32>) -> (tensor<1024xi32> {jax.result_info = "result[0]"}, tensor<1024x10xf32> {jax.result_info = "result[1]"}, tensor<1024x10xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.broadcast_in_dim %arg6, dims = [0, 2, 3] : (tensor<1024x8x8xf32>) -> tensor<1024x1x8x8x1xf32>
    %cst = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1024x1x8x8x1xf32>
    %2 = stablehlo.divide %0, %1 : tensor<1024x1x8x8x1xf32>
    %3 = stablehlo.reshape %2 : (tensor<1024x1x8x8x1xf32>) -> tensor<1024x8x8x1xf32>
    %4 = stablehlo.convolution(%3, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1024x8x8x1xf32>, tensor<3x3x1x16xf32>) -> tensor<1024x8x8x16xf32>
    %5 = stablehlo.reshape %4 : (tensor<1024x8x8x16xf32>) -> tensor<1024x1x8x8x16xf32>
    %6 = stablehlo.broadcast_in_dim %arg0, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [1, 2, 3, 4] : (tensor<1x1x1x16xf32>) -> tensor<1x1x1x1x16xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x1x16xf32>) -> tensor<1024x1x8x8x16xf32>
    %9 = stablehlo.add %5, %8 : tensor<1024x1x8x8x16xf32>
    %10 = call @relu(%9) : (tensor<1024x1x8x8x16xf32>) -> tensor<1024x1x8x8x16xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %11 = "stablehlo.reduce_window"(%10, %cst_0) <{base_dilations = array<i64: 1, 1, 1, 1, 1>, padding = dense<0> : tensor<5x2xi64>, window_dilations = array<i64: 1, 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %38 = stablehlo.maximum %arg7, %arg8 : tensor<f32>
      stablehlo.return %38 : tensor<f32>
    }) : (tensor<1024x1x8x8x16xf32>, tensor<f32>) -> tensor<1024x1x4x4x16xf32>
    %12 = stablehlo.reshape %11 : (tensor<1024x1x4x4x16xf32>) -> tensor<1024x4x4x16xf32>
    %13 = stablehlo.convolution(%12, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1024x4x4x16xf32>, tensor<3x3x16x32xf32>) -> tensor<1024x4x4x32xf32>
    %14 = stablehlo.reshape %13 : (tensor<1024x4x4x32xf32>) -> tensor<1024x1x4x4x32xf32>
    %15 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [1, 2, 3, 4] : (tensor<1x1x1x32xf32>) -> tensor<1x1x1x1x32xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3, 4] : (tensor<1x1x1x1x32xf32>) -> tensor<1024x1x4x4x32xf32>
    %18 = stablehlo.add %14, %17 : tensor<1024x1x4x4x32xf32>
    %19 = call @relu_0(%18) : (tensor<1024x1x4x4x32xf32>) -> tensor<1024x1x4x4x32xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %20 = "stablehlo.reduce_window"(%19, %cst_1) <{base_dilations = array<i64: 1, 1, 1, 1, 1>, padding = dense<0> : tensor<5x2xi64>, window_dilations = array<i64: 1, 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %38 = stablehlo.maximum %arg7, %arg8 : tensor<f32>
      stablehlo.return %38 : tensor<f32>
    }) : (tensor<1024x1x4x4x32xf32>, tensor<f32>) -> tensor<1024x1x2x2x32xf32>
    %21 = stablehlo.reshape %20 : (tensor<1024x1x2x2x32xf32>) -> tensor<1024x128xf32>
    %22 = stablehlo.dot_general %21, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<128x10xf32>) -> tensor<1024x10xf32>
    %23 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<1024x10xf32>
    %25 = stablehlo.add %22, %24 : tensor<1024x10xf32>
    %26 = call @argmax(%25) : (tensor<1024x10xf32>) -> tensor<1024xi32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %27 = stablehlo.reduce(%25 init: %cst_2) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x10xf32>, tensor<f32>) -> tensor<1024xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %29 = stablehlo.maximum %28, %27 : tensor<1024xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<1024xf32>) -> tensor<1024x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1024x1xf32>) -> tensor<1024x10xf32>
    %32 = stablehlo.subtract %25, %31 : tensor<1024x10xf32>
    %33 = stablehlo.exponential %32 : tensor<1024x10xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<1024x10xf32>, tensor<f32>) -> tensor<1024xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0] : (tensor<1024xf32>) -> tensor<1024x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<1024x1xf32>) -> tensor<1024x10xf32>
    %37 = stablehlo.divide %33, %36 : tensor<1024x10xf32>
    return %26, %25, %37 : tensor<1024xi32>, tensor<1024x10xf32>, tensor<1024x10xf32>
  }
  func.func private @relu(%arg0: tensor<1024x1x8x8x16xf32>) -> tensor<1024x1x8x8x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1024x1x8x8x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<1024x1x8x8x16xf32>
    return %1 : tensor<1024x1x8x8x16xf32>
  }
  func.func private @relu_0(%arg0: tensor<1024x1x4x4x32xf32>) -> tensor<1024x1x4x4x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1024x1x4x4x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<1024x1x4x4x32xf32>
    return %1 : tensor<1024x1x4x4x32xf32>
  }
  func.func private @argmax(%arg0: tensor<1024x10xf32>) -> tensor<1024xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<1024x10xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<1024x10xf32>, tensor<1024x10xi32>, tensor<f32>, tensor<i32>) -> (tensor<1024xf32>, tensor<1024xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<1024xi32>
  }
}
