module @jit_resnet18 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<7x7x3x64xf32>, %arg5: tensor<1000xf32>, %arg6: tensor<512x1000xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64xf32>, %arg12: tensor<64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<3x3x64x64xf32>, %arg16: tensor<3x3x64x64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64xf32>, %arg20: tensor<64xf32>, %arg21: tensor<64xf32>, %arg22: tensor<64xf32>, %arg23: tensor<64xf32>, %arg24: tensor<64xf32>, %arg25: tensor<3x3x64x64xf32>, %arg26: tensor<3x3x64x64xf32>, %arg27: tensor<128xf32>, %arg28: tensor<128xf32>, %arg29: tensor<128xf32>, %arg30: tensor<128xf32>, %arg31: tensor<128xf32>, %arg32: tensor<128xf32>, %arg33: tensor<128xf32>, %arg34: tensor<128xf32>, %arg35: tensor<128xf32>, %arg36: tensor<128xf32>, %arg37: tensor<128xf32>, %arg38: tensor<128xf32>, %arg39: tensor<3x3x64x128xf32>, %arg40: tensor<3x3x128x128xf32>, %arg41: tensor<1x1x64x128xf32>, %arg42: tensor<128xf32>, %arg43: tensor<128xf32>, %arg44: tensor<128xf32>, %arg45: tensor<128xf32>, %arg46: tensor<128xf32>, %arg47: tensor<128xf32>, %arg48: tensor<128xf32>, %arg49: tensor<128xf32>, %arg50: tensor<3x3x128x128xf32>, %arg51: tensor<3x3x128x128xf32>, %arg52: tensor<256xf32>, %arg53: tensor<256xf32>, %arg54: tensor<256xf32>, %arg55: tensor<256xf32>, %arg56: tensor<256xf32>, %arg57: tensor<256xf32>, %arg58: tensor<256xf32>, %arg59: tensor<256xf32>, %arg60: tensor<256xf32>, %arg61: tensor<256xf32>, %arg62: tensor<256xf32>, %arg63: tensor<256xf32>, %arg64: tensor<3x3x128x256xf32>, %arg65: tensor<3x3x256x256xf32>, %arg66: tensor<1x1x128x256xf32>, %arg67: tensor<256xf32>, %arg68: tensor<256xf32>, %arg69: tensor<256xf32>, %arg70: tensor<256xf32>, %arg71: tensor<256xf32>, %arg72: tensor<256xf32>, %arg73: tensor<256xf32>, %arg74: tensor<256xf32>, %arg75: tensor<3x3x256x256xf32>, %arg76: tensor<3x3x256x256xf32>, %arg77: tensor<512xf32>, %arg78: tensor<512xf32>, %arg79: tensor<512xf32>, %arg80: tensor<512xf32>, %arg81: tensor<512xf32>, %arg82: tensor<512xf32>, %arg83: tensor<512xf32>, %arg84: tensor<512xf32>, %arg85: tensor<512xf32>, %arg86: tensor<512xf32>, %arg87: tensor<512xf32>, %arg88: tensor<512xf32>, %arg89: tensor<3x3x256x512xf32>, %arg90: tensor<3x3x512x512xf32>, %arg91: tensor<1x1x256x512xf32>, %arg92: tensor<512xf32>, %arg93: tensor<512xf32>, %arg94: tensor<512xf32>, %arg95: tensor<512xf32>, %arg96: tensor<512xf32>, %arg97: tensor<512xf32>, %arg98: tensor<512xf32>, %arg99: tensor<512xf32>, %arg100: tensor<3x3x512x512xf32>, %arg101: tensor<3x3x512x512xf32>, %arg102: tensor<8x224x224x3xf32>) -> (tensor<8x1000xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg102, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[2, 3], [2, 3]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x224x224x3xf32>, tensor<7x7x3x64xf32>) -> tensor<8x112x112x64xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<8x112x112x64xf32>
    %cst = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %5 = stablehlo.add %arg3, %4 : tensor<64xf32>
    %6 = stablehlo.rsqrt %5 : tensor<64xf32>
    %7 = stablehlo.multiply %6, %arg2 : tensor<64xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %10 = stablehlo.multiply %3, %9 : tensor<8x112x112x64xf32>
    %11 = stablehlo.broadcast_in_dim %arg0, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %13 = stablehlo.add %10, %12 : tensor<8x112x112x64xf32>
    %14 = call @relu(%13) : (tensor<8x112x112x64xf32>) -> tensor<8x112x112x64xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %15 = "stablehlo.reduce_window"(%14, %cst_0) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg103: tensor<f32>, %arg104: tensor<f32>):
      %313 = stablehlo.maximum %arg103, %arg104 : tensor<f32>
      stablehlo.return %313 : tensor<f32>
    }) : (tensor<8x112x112x64xf32>, tensor<f32>) -> tensor<8x56x56x64xf32>
    %16 = stablehlo.convolution(%15, %arg15) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %17 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %19 = stablehlo.subtract %16, %18 : tensor<8x56x56x64xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %21 = stablehlo.add %arg10, %20 : tensor<64xf32>
    %22 = stablehlo.rsqrt %21 : tensor<64xf32>
    %23 = stablehlo.multiply %22, %arg9 : tensor<64xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %26 = stablehlo.multiply %19, %25 : tensor<8x56x56x64xf32>
    %27 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %29 = stablehlo.add %26, %28 : tensor<8x56x56x64xf32>
    %30 = call @relu_0(%29) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %31 = stablehlo.convolution(%30, %arg16) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %32 = stablehlo.broadcast_in_dim %arg12, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %34 = stablehlo.subtract %31, %33 : tensor<8x56x56x64xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %36 = stablehlo.add %arg14, %35 : tensor<64xf32>
    %37 = stablehlo.rsqrt %36 : tensor<64xf32>
    %38 = stablehlo.multiply %37, %arg13 : tensor<64xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %41 = stablehlo.multiply %34, %40 : tensor<8x56x56x64xf32>
    %42 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %44 = stablehlo.add %41, %43 : tensor<8x56x56x64xf32>
    %45 = stablehlo.add %15, %44 : tensor<8x56x56x64xf32>
    %46 = call @relu_0(%45) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %47 = stablehlo.convolution(%46, %arg25) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %48 = stablehlo.broadcast_in_dim %arg18, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %50 = stablehlo.subtract %47, %49 : tensor<8x56x56x64xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %52 = stablehlo.add %arg20, %51 : tensor<64xf32>
    %53 = stablehlo.rsqrt %52 : tensor<64xf32>
    %54 = stablehlo.multiply %53, %arg19 : tensor<64xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %57 = stablehlo.multiply %50, %56 : tensor<8x56x56x64xf32>
    %58 = stablehlo.broadcast_in_dim %arg17, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %60 = stablehlo.add %57, %59 : tensor<8x56x56x64xf32>
    %61 = call @relu_0(%60) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %62 = stablehlo.convolution(%61, %arg26) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %63 = stablehlo.broadcast_in_dim %arg22, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %65 = stablehlo.subtract %62, %64 : tensor<8x56x56x64xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %67 = stablehlo.add %arg24, %66 : tensor<64xf32>
    %68 = stablehlo.rsqrt %67 : tensor<64xf32>
    %69 = stablehlo.multiply %68, %arg23 : tensor<64xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %72 = stablehlo.multiply %65, %71 : tensor<8x56x56x64xf32>
    %73 = stablehlo.broadcast_in_dim %arg21, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %75 = stablehlo.add %72, %74 : tensor<8x56x56x64xf32>
    %76 = stablehlo.add %46, %75 : tensor<8x56x56x64xf32>
    %77 = call @relu_0(%76) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %78 = stablehlo.convolution(%77, %arg39) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x128xf32>) -> tensor<8x28x28x128xf32>
    %79 = stablehlo.broadcast_in_dim %arg28, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %81 = stablehlo.subtract %78, %80 : tensor<8x28x28x128xf32>
    %cst_5 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %83 = stablehlo.add %arg30, %82 : tensor<128xf32>
    %84 = stablehlo.rsqrt %83 : tensor<128xf32>
    %85 = stablehlo.multiply %84, %arg29 : tensor<128xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %88 = stablehlo.multiply %81, %87 : tensor<8x28x28x128xf32>
    %89 = stablehlo.broadcast_in_dim %arg27, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %91 = stablehlo.add %88, %90 : tensor<8x28x28x128xf32>
    %92 = call @relu_1(%91) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %93 = stablehlo.convolution(%92, %arg40) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %94 = stablehlo.broadcast_in_dim %arg32, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %96 = stablehlo.subtract %93, %95 : tensor<8x28x28x128xf32>
    %cst_6 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %98 = stablehlo.add %arg34, %97 : tensor<128xf32>
    %99 = stablehlo.rsqrt %98 : tensor<128xf32>
    %100 = stablehlo.multiply %99, %arg33 : tensor<128xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %103 = stablehlo.multiply %96, %102 : tensor<8x28x28x128xf32>
    %104 = stablehlo.broadcast_in_dim %arg31, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %106 = stablehlo.add %103, %105 : tensor<8x28x28x128xf32>
    %107 = stablehlo.convolution(%77, %arg41) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x128xf32>) -> tensor<8x28x28x128xf32>
    %108 = stablehlo.broadcast_in_dim %arg36, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %110 = stablehlo.subtract %107, %109 : tensor<8x28x28x128xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %112 = stablehlo.add %arg38, %111 : tensor<128xf32>
    %113 = stablehlo.rsqrt %112 : tensor<128xf32>
    %114 = stablehlo.multiply %113, %arg37 : tensor<128xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %117 = stablehlo.multiply %110, %116 : tensor<8x28x28x128xf32>
    %118 = stablehlo.broadcast_in_dim %arg35, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %120 = stablehlo.add %117, %119 : tensor<8x28x28x128xf32>
    %121 = stablehlo.add %120, %106 : tensor<8x28x28x128xf32>
    %122 = call @relu_1(%121) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %123 = stablehlo.convolution(%122, %arg50) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %124 = stablehlo.broadcast_in_dim %arg43, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %126 = stablehlo.subtract %123, %125 : tensor<8x28x28x128xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %128 = stablehlo.add %arg45, %127 : tensor<128xf32>
    %129 = stablehlo.rsqrt %128 : tensor<128xf32>
    %130 = stablehlo.multiply %129, %arg44 : tensor<128xf32>
    %131 = stablehlo.broadcast_in_dim %130, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %133 = stablehlo.multiply %126, %132 : tensor<8x28x28x128xf32>
    %134 = stablehlo.broadcast_in_dim %arg42, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %136 = stablehlo.add %133, %135 : tensor<8x28x28x128xf32>
    %137 = call @relu_1(%136) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %138 = stablehlo.convolution(%137, %arg51) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %139 = stablehlo.broadcast_in_dim %arg47, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %141 = stablehlo.subtract %138, %140 : tensor<8x28x28x128xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %143 = stablehlo.add %arg49, %142 : tensor<128xf32>
    %144 = stablehlo.rsqrt %143 : tensor<128xf32>
    %145 = stablehlo.multiply %144, %arg48 : tensor<128xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %148 = stablehlo.multiply %141, %147 : tensor<8x28x28x128xf32>
    %149 = stablehlo.broadcast_in_dim %arg46, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %151 = stablehlo.add %148, %150 : tensor<8x28x28x128xf32>
    %152 = stablehlo.add %122, %151 : tensor<8x28x28x128xf32>
    %153 = call @relu_1(%152) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %154 = stablehlo.convolution(%153, %arg64) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x256xf32>) -> tensor<8x14x14x256xf32>
    %155 = stablehlo.broadcast_in_dim %arg53, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %157 = stablehlo.subtract %154, %156 : tensor<8x14x14x256xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %159 = stablehlo.add %arg55, %158 : tensor<256xf32>
    %160 = stablehlo.rsqrt %159 : tensor<256xf32>
    %161 = stablehlo.multiply %160, %arg54 : tensor<256xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %163 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %164 = stablehlo.multiply %157, %163 : tensor<8x14x14x256xf32>
    %165 = stablehlo.broadcast_in_dim %arg52, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %166 = stablehlo.broadcast_in_dim %165, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %167 = stablehlo.add %164, %166 : tensor<8x14x14x256xf32>
    %168 = call @relu_2(%167) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %169 = stablehlo.convolution(%168, %arg65) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %170 = stablehlo.broadcast_in_dim %arg57, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %172 = stablehlo.subtract %169, %171 : tensor<8x14x14x256xf32>
    %cst_11 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %174 = stablehlo.add %arg59, %173 : tensor<256xf32>
    %175 = stablehlo.rsqrt %174 : tensor<256xf32>
    %176 = stablehlo.multiply %175, %arg58 : tensor<256xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %179 = stablehlo.multiply %172, %178 : tensor<8x14x14x256xf32>
    %180 = stablehlo.broadcast_in_dim %arg56, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %182 = stablehlo.add %179, %181 : tensor<8x14x14x256xf32>
    %183 = stablehlo.convolution(%153, %arg66) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<1x1x128x256xf32>) -> tensor<8x14x14x256xf32>
    %184 = stablehlo.broadcast_in_dim %arg61, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %186 = stablehlo.subtract %183, %185 : tensor<8x14x14x256xf32>
    %cst_12 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %188 = stablehlo.add %arg63, %187 : tensor<256xf32>
    %189 = stablehlo.rsqrt %188 : tensor<256xf32>
    %190 = stablehlo.multiply %189, %arg62 : tensor<256xf32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %193 = stablehlo.multiply %186, %192 : tensor<8x14x14x256xf32>
    %194 = stablehlo.broadcast_in_dim %arg60, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %196 = stablehlo.add %193, %195 : tensor<8x14x14x256xf32>
    %197 = stablehlo.add %196, %182 : tensor<8x14x14x256xf32>
    %198 = call @relu_2(%197) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %199 = stablehlo.convolution(%198, %arg75) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %200 = stablehlo.broadcast_in_dim %arg68, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %202 = stablehlo.subtract %199, %201 : tensor<8x14x14x256xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %204 = stablehlo.add %arg70, %203 : tensor<256xf32>
    %205 = stablehlo.rsqrt %204 : tensor<256xf32>
    %206 = stablehlo.multiply %205, %arg69 : tensor<256xf32>
    %207 = stablehlo.broadcast_in_dim %206, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %209 = stablehlo.multiply %202, %208 : tensor<8x14x14x256xf32>
    %210 = stablehlo.broadcast_in_dim %arg67, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %211 = stablehlo.broadcast_in_dim %210, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %212 = stablehlo.add %209, %211 : tensor<8x14x14x256xf32>
    %213 = call @relu_2(%212) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %214 = stablehlo.convolution(%213, %arg76) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %215 = stablehlo.broadcast_in_dim %arg72, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %217 = stablehlo.subtract %214, %216 : tensor<8x14x14x256xf32>
    %cst_14 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %218 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %219 = stablehlo.add %arg74, %218 : tensor<256xf32>
    %220 = stablehlo.rsqrt %219 : tensor<256xf32>
    %221 = stablehlo.multiply %220, %arg73 : tensor<256xf32>
    %222 = stablehlo.broadcast_in_dim %221, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %223 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %224 = stablehlo.multiply %217, %223 : tensor<8x14x14x256xf32>
    %225 = stablehlo.broadcast_in_dim %arg71, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %226 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %227 = stablehlo.add %224, %226 : tensor<8x14x14x256xf32>
    %228 = stablehlo.add %198, %227 : tensor<8x14x14x256xf32>
    %229 = call @relu_2(%228) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %230 = stablehlo.convolution(%229, %arg89) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x512xf32>) -> tensor<8x7x7x512xf32>
    %231 = stablehlo.broadcast_in_dim %arg78, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %232 = stablehlo.broadcast_in_dim %231, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %233 = stablehlo.subtract %230, %232 : tensor<8x7x7x512xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %235 = stablehlo.add %arg80, %234 : tensor<512xf32>
    %236 = stablehlo.rsqrt %235 : tensor<512xf32>
    %237 = stablehlo.multiply %236, %arg79 : tensor<512xf32>
    %238 = stablehlo.broadcast_in_dim %237, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %240 = stablehlo.multiply %233, %239 : tensor<8x7x7x512xf32>
    %241 = stablehlo.broadcast_in_dim %arg77, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %243 = stablehlo.add %240, %242 : tensor<8x7x7x512xf32>
    %244 = call @relu_3(%243) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %245 = stablehlo.convolution(%244, %arg90) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %246 = stablehlo.broadcast_in_dim %arg82, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %248 = stablehlo.subtract %245, %247 : tensor<8x7x7x512xf32>
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %250 = stablehlo.add %arg84, %249 : tensor<512xf32>
    %251 = stablehlo.rsqrt %250 : tensor<512xf32>
    %252 = stablehlo.multiply %251, %arg83 : tensor<512xf32>
    %253 = stablehlo.broadcast_in_dim %252, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %254 = stablehlo.broadcast_in_dim %253, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %255 = stablehlo.multiply %248, %254 : tensor<8x7x7x512xf32>
    %256 = stablehlo.broadcast_in_dim %arg81, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %257 = stablehlo.broadcast_in_dim %256, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %258 = stablehlo.add %255, %257 : tensor<8x7x7x512xf32>
    %259 = stablehlo.convolution(%229, %arg91) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x512xf32>) -> tensor<8x7x7x512xf32>
    %260 = stablehlo.broadcast_in_dim %arg86, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %262 = stablehlo.subtract %259, %261 : tensor<8x7x7x512xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %264 = stablehlo.add %arg88, %263 : tensor<512xf32>
    %265 = stablehlo.rsqrt %264 : tensor<512xf32>
    %266 = stablehlo.multiply %265, %arg87 : tensor<512xf32>
    %267 = stablehlo.broadcast_in_dim %266, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %268 = stablehlo.broadcast_in_dim %267, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %269 = stablehlo.multiply %262, %268 : tensor<8x7x7x512xf32>
    %270 = stablehlo.broadcast_in_dim %arg85, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %271 = stablehlo.broadcast_in_dim %270, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %272 = stablehlo.add %269, %271 : tensor<8x7x7x512xf32>
    %273 = stablehlo.add %272, %258 : tensor<8x7x7x512xf32>
    %274 = call @relu_3(%273) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %275 = stablehlo.convolution(%274, %arg100) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %276 = stablehlo.broadcast_in_dim %arg93, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %277 = stablehlo.broadcast_in_dim %276, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %278 = stablehlo.subtract %275, %277 : tensor<8x7x7x512xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %280 = stablehlo.add %arg95, %279 : tensor<512xf32>
    %281 = stablehlo.rsqrt %280 : tensor<512xf32>
    %282 = stablehlo.multiply %281, %arg94 : tensor<512xf32>
    %283 = stablehlo.broadcast_in_dim %282, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %284 = stablehlo.broadcast_in_dim %283, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %285 = stablehlo.multiply %278, %284 : tensor<8x7x7x512xf32>
    %286 = stablehlo.broadcast_in_dim %arg92, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %287 = stablehlo.broadcast_in_dim %286, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %288 = stablehlo.add %285, %287 : tensor<8x7x7x512xf32>
    %289 = call @relu_3(%288) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %290 = stablehlo.convolution(%289, %arg101) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %291 = stablehlo.broadcast_in_dim %arg97, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %292 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %293 = stablehlo.subtract %290, %292 : tensor<8x7x7x512xf32>
    %cst_19 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %295 = stablehlo.add %arg99, %294 : tensor<512xf32>
    %296 = stablehlo.rsqrt %295 : tensor<512xf32>
    %297 = stablehlo.multiply %296, %arg98 : tensor<512xf32>
    %298 = stablehlo.broadcast_in_dim %297, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %299 = stablehlo.broadcast_in_dim %298, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %300 = stablehlo.multiply %293, %299 : tensor<8x7x7x512xf32>
    %301 = stablehlo.broadcast_in_dim %arg96, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %302 = stablehlo.broadcast_in_dim %301, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %303 = stablehlo.add %300, %302 : tensor<8x7x7x512xf32>
    %304 = stablehlo.add %274, %303 : tensor<8x7x7x512xf32>
    %305 = call @relu_3(%304) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %306 = stablehlo.reduce(%305 init: %cst_20) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x7x7x512xf32>, tensor<f32>) -> tensor<8x512xf32>
    %cst_21 = stablehlo.constant dense<4.900000e+01> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x512xf32>
    %308 = stablehlo.divide %306, %307 : tensor<8x512xf32>
    %309 = stablehlo.dot_general %308, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x512xf32>, tensor<512x1000xf32>) -> tensor<8x1000xf32>
    %310 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<1000xf32>) -> tensor<1x1000xf32>
    %311 = stablehlo.broadcast_in_dim %310, dims = [0, 1] : (tensor<1x1000xf32>) -> tensor<8x1000xf32>
    %312 = stablehlo.add %309, %311 : tensor<8x1000xf32>
    return %312 : tensor<8x1000xf32>
  }
  func.func private @relu(%arg0: tensor<8x112x112x64xf32>) -> tensor<8x112x112x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x112x112x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x112x112x64xf32>
    return %1 : tensor<8x112x112x64xf32>
  }
  func.func private @relu_0(%arg0: tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x56x56x64xf32>
    return %1 : tensor<8x56x56x64xf32>
  }
  func.func private @relu_1(%arg0: tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x28x28x128xf32>
    return %1 : tensor<8x28x28x128xf32>
  }
  func.func private @relu_2(%arg0: tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x14x14x256xf32>
    return %1 : tensor<8x14x14x256xf32>
  }
  func.func private @relu_3(%arg0: tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x7x7x512xf32>
    return %1 : tensor<8x7x7x512xf32>
  }
}
