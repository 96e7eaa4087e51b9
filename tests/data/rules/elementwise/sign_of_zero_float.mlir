module @elementwise_sign_of_zero_float {
  func.func private @program(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf64>, %arg3: tensor<4xf64>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<4xf32>
    %1 = stablehlo.minimum %arg0, %arg1 : tensor<4xf32>
    %2 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
    %3 = stablehlo.subtract %arg0, %arg1 : tensor<4xf32>
    %4 = stablehlo.multiply %arg0, %arg1 : tensor<4xf32>
    %5 = stablehlo.negate %arg0 : tensor<4xf32>
    %6 = stablehlo.abs %arg0 : tensor<4xf32>
    %7 = stablehlo.sign %arg0 : tensor<4xf32>
    %8 = stablehlo.sqrt %arg0 : tensor<4xf32>
    %cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %10 = stablehlo.subtract %arg0, %9 : tensor<4xf32>
    %11 = stablehlo.ceil %10 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %13 = stablehlo.add %arg0, %12 : tensor<4xf32>
    %14 = stablehlo.floor %13 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %16 = stablehlo.subtract %arg0, %15 : tensor<4xf32>
    %17 = stablehlo.round_nearest_even %16 : tensor<4xf32>
    %cst_2 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %19 = stablehlo.subtract %arg0, %18 : tensor<4xf32>
    %20 = stablehlo.round_nearest_afz %19 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %22 = stablehlo.subtract %21, %arg1 : tensor<4xf32>
    %23 = stablehlo.divide %arg0, %22 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %25 = stablehlo.remainder %arg0, %24 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %27 = stablehlo.atan2 %arg0, %26 : tensor<4xf32>
    %28 = stablehlo.sine %arg0 : tensor<4xf32>
    %29 = stablehlo.tan %arg0 : tensor<4xf32>
    %30 = stablehlo.tanh %arg0 : tensor<4xf32>
    %31 = stablehlo.exponential_minus_one %arg0 : tensor<4xf32>
    %32 = stablehlo.log_plus_one %arg0 : tensor<4xf32>
    %33 = stablehlo.cbrt %arg0 : tensor<4xf32>
    %34 = stablehlo.bitcast_convert %0 : (tensor<4xf32>) -> tensor<4xi32>
    %35 = stablehlo.bitcast_convert %1 : (tensor<4xf32>) -> tensor<4xi32>
    %36 = stablehlo.bitcast_convert %2 : (tensor<4xf32>) -> tensor<4xi32>
    %37 = stablehlo.bitcast_convert %3 : (tensor<4xf32>) -> tensor<4xi32>
    %38 = stablehlo.bitcast_convert %4 : (tensor<4xf32>) -> tensor<4xi32>
    %39 = stablehlo.bitcast_convert %5 : (tensor<4xf32>) -> tensor<4xi32>
    %40 = stablehlo.bitcast_convert %6 : (tensor<4xf32>) -> tensor<4xi32>
    %41 = stablehlo.bitcast_convert %7 : (tensor<4xf32>) -> tensor<4xi32>
    %42 = stablehlo.bitcast_convert %8 : (tensor<4xf32>) -> tensor<4xi32>
    %43 = stablehlo.bitcast_convert %11 : (tensor<4xf32>) -> tensor<4xi32>
    %44 = stablehlo.bitcast_convert %14 : (tensor<4xf32>) -> tensor<4xi32>
    %45 = stablehlo.bitcast_convert %17 : (tensor<4xf32>) -> tensor<4xi32>
    %46 = stablehlo.bitcast_convert %20 : (tensor<4xf32>) -> tensor<4xi32>
    %47 = stablehlo.bitcast_convert %23 : (tensor<4xf32>) -> tensor<4xi32>
    %48 = stablehlo.bitcast_convert %25 : (tensor<4xf32>) -> tensor<4xi32>
    %49 = stablehlo.bitcast_convert %27 : (tensor<4xf32>) -> tensor<4xi32>
    %50 = stablehlo.bitcast_convert %28 : (tensor<4xf32>) -> tensor<4xi32>
    %51 = stablehlo.bitcast_convert %29 : (tensor<4xf32>) -> tensor<4xi32>
    %52 = stablehlo.bitcast_convert %30 : (tensor<4xf32>) -> tensor<4xi32>
    %53 = stablehlo.bitcast_convert %31 : (tensor<4xf32>) -> tensor<4xi32>
    %54 = stablehlo.bitcast_convert %32 : (tensor<4xf32>) -> tensor<4xi32>
    %55 = stablehlo.bitcast_convert %33 : (tensor<4xf32>) -> tensor<4xi32>
    %56 = stablehlo.maximum %arg2, %arg3 : tensor<4xf64>
    %57 = stablehlo.minimum %arg2, %arg3 : tensor<4xf64>
    %58 = stablehlo.add %arg2, %arg3 : tensor<4xf64>
    %59 = stablehlo.subtract %arg2, %arg3 : tensor<4xf64>
    %60 = stablehlo.multiply %arg2, %arg3 : tensor<4xf64>
    %61 = stablehlo.negate %arg2 : tensor<4xf64>
    %62 = stablehlo.abs %arg2 : tensor<4xf64>
    %63 = stablehlo.sign %arg2 : tensor<4xf64>
    %64 = stablehlo.sqrt %arg2 : tensor<4xf64>
    %cst_6 = stablehlo.constant dense<2.500000e-01> : tensor<f64>
    %65 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %66 = stablehlo.subtract %arg2, %65 : tensor<4xf64>
    %67 = stablehlo.ceil %66 : tensor<4xf64>
    %cst_7 = stablehlo.constant dense<2.500000e-01> : tensor<f64>
    %68 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %69 = stablehlo.add %arg2, %68 : tensor<4xf64>
    %70 = stablehlo.floor %69 : tensor<4xf64>
    %cst_8 = stablehlo.constant dense<2.500000e-01> : tensor<f64>
    %71 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %72 = stablehlo.subtract %arg2, %71 : tensor<4xf64>
    %73 = stablehlo.round_nearest_even %72 : tensor<4xf64>
    %cst_9 = stablehlo.constant dense<2.500000e-01> : tensor<f64>
    %74 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %75 = stablehlo.subtract %arg2, %74 : tensor<4xf64>
    %76 = stablehlo.round_nearest_afz %75 : tensor<4xf64>
    %cst_10 = stablehlo.constant dense<2.500000e-01> : tensor<f64>
    %77 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %78 = stablehlo.subtract %77, %arg3 : tensor<4xf64>
    %79 = stablehlo.divide %arg2, %78 : tensor<4xf64>
    %cst_11 = stablehlo.constant dense<2.500000e-01> : tensor<f64>
    %80 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %81 = stablehlo.remainder %arg2, %80 : tensor<4xf64>
    %cst_12 = stablehlo.constant dense<2.500000e-01> : tensor<f64>
    %82 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %83 = stablehlo.atan2 %arg2, %82 : tensor<4xf64>
    %84 = stablehlo.sine %arg2 : tensor<4xf64>
    %85 = stablehlo.tan %arg2 : tensor<4xf64>
    %86 = stablehlo.tanh %arg2 : tensor<4xf64>
    %87 = stablehlo.exponential_minus_one %arg2 : tensor<4xf64>
    %88 = stablehlo.log_plus_one %arg2 : tensor<4xf64>
    %89 = stablehlo.cbrt %arg2 : tensor<4xf64>
    %90 = stablehlo.bitcast_convert %56 : (tensor<4xf64>) -> tensor<4xi64>
    %91 = stablehlo.bitcast_convert %57 : (tensor<4xf64>) -> tensor<4xi64>
    %92 = stablehlo.bitcast_convert %58 : (tensor<4xf64>) -> tensor<4xi64>
    %93 = stablehlo.bitcast_convert %59 : (tensor<4xf64>) -> tensor<4xi64>
    %94 = stablehlo.bitcast_convert %60 : (tensor<4xf64>) -> tensor<4xi64>
    %95 = stablehlo.bitcast_convert %61 : (tensor<4xf64>) -> tensor<4xi64>
    %96 = stablehlo.bitcast_convert %62 : (tensor<4xf64>) -> tensor<4xi64>
    %97 = stablehlo.bitcast_convert %63 : (tensor<4xf64>) -> tensor<4xi64>
    %98 = stablehlo.bitcast_convert %64 : (tensor<4xf64>) -> tensor<4xi64>
    %99 = stablehlo.bitcast_convert %67 : (tensor<4xf64>) -> tensor<4xi64>
    %100 = stablehlo.bitcast_convert %70 : (tensor<4xf64>) -> tensor<4xi64>
    %101 = stablehlo.bitcast_convert %73 : (tensor<4xf64>) -> tensor<4xi64>
    %102 = stablehlo.bitcast_convert %76 : (tensor<4xf64>) -> tensor<4xi64>
    %103 = stablehlo.bitcast_convert %79 : (tensor<4xf64>) -> tensor<4xi64>
    %104 = stablehlo.bitcast_convert %81 : (tensor<4xf64>) -> tensor<4xi64>
    %105 = stablehlo.bitcast_convert %83 : (tensor<4xf64>) -> tensor<4xi64>
    %106 = stablehlo.bitcast_convert %84 : (tensor<4xf64>) -> tensor<4xi64>
    %107 = stablehlo.bitcast_convert %85 : (tensor<4xf64>) -> tensor<4xi64>
    %108 = stablehlo.bitcast_convert %86 : (tensor<4xf64>) -> tensor<4xi64>
    %109 = stablehlo.bitcast_convert %87 : (tensor<4xf64>) -> tensor<4xi64>
    %110 = stablehlo.bitcast_convert %88 : (tensor<4xf64>) -> tensor<4xi64>
    %111 = stablehlo.bitcast_convert %89 : (tensor<4xf64>) -> tensor<4xi64>
    return %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf64>)
    %e:44 = call @expected() : () -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
    %r:44 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#12, %e#12) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#13, %e#13) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#14, %e#14) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#15, %e#15) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#16, %e#16) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#17, %e#17) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#18, %e#18) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#19, %e#19) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#20, %e#20) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#21, %e#21) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#22, %e#22) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#23, %e#23) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#24, %e#24) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#25, %e#25) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#26, %e#26) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#27, %e#27) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#28, %e#28) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#29, %e#29) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#30, %e#30) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#31, %e#31) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#32, %e#32) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#33, %e#33) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#34, %e#34) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#35, %e#35) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#36, %e#36) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#37, %e#37) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#38, %e#38) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#39, %e#39) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#40, %e#40) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#41, %e#41) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#42, %e#42) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#43, %e#43) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf64>) {
    %0 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xf32>
    %1 = stablehlo.constant dense<"0x00000000000000800000000000000080"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xf64>
    %3 = stablehlo.constant dense<"0x0000000000000000000000000000008000000000000000000000000000000080"> : tensor<4xf64>
    return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf64>
  }
  func.func private @expected() -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
    %0 = stablehlo.constant dense<"0x00000000000000000000000000000080"> : tensor<4xi32>
    %1 = stablehlo.constant dense<"0x00000000000000800000008000000080"> : tensor<4xi32>
    %2 = stablehlo.constant dense<"0x00000000000000000000000000000080"> : tensor<4xi32>
    %3 = stablehlo.constant dense<"0x00000000000000000000008000000000"> : tensor<4xi32>
    %4 = stablehlo.constant dense<"0x00000000000000800000008000000000"> : tensor<4xi32>
    %5 = stablehlo.constant dense<"0x00000080000000800000000000000000"> : tensor<4xi32>
    %6 = stablehlo.constant dense<"0x00000000000000000000000000000000"> : tensor<4xi32>
    %7 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %8 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %9 = stablehlo.constant dense<"0x00000080000000800000008000000080"> : tensor<4xi32>
    %10 = stablehlo.constant dense<"0x00000000000000000000000000000000"> : tensor<4xi32>
    %11 = stablehlo.constant dense<"0x00000080000000800000008000000080"> : tensor<4xi32>
    %12 = stablehlo.constant dense<"0x00000080000000800000008000000080"> : tensor<4xi32>
    %13 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %14 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %15 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %16 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %17 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %18 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %19 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %20 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %21 = stablehlo.constant dense<"0x00000000000000000000008000000080"> : tensor<4xi32>
    %22 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000000000000000000080"> : tensor<4xi64>
    %23 = stablehlo.constant dense<"0x0000000000000000000000000000008000000000000000800000000000000080"> : tensor<4xi64>
    %24 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000000000000000000080"> : tensor<4xi64>
    %25 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000000"> : tensor<4xi64>
    %26 = stablehlo.constant dense<"0x0000000000000000000000000000008000000000000000800000000000000000"> : tensor<4xi64>
    %27 = stablehlo.constant dense<"0x0000000000000080000000000000008000000000000000000000000000000000"> : tensor<4xi64>
    %28 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000000000000000000000"> : tensor<4xi64>
    %29 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %30 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %31 = stablehlo.constant dense<"0x0000000000000080000000000000008000000000000000800000000000000080"> : tensor<4xi64>
    %32 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000000000000000000000"> : tensor<4xi64>
    %33 = stablehlo.constant dense<"0x0000000000000080000000000000008000000000000000800000000000000080"> : tensor<4xi64>
    %34 = stablehlo.constant dense<"0x0000000000000080000000000000008000000000000000800000000000000080"> : tensor<4xi64>
    %35 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %36 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %37 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %38 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %39 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %40 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %41 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %42 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    %43 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000800000000000000080"> : tensor<4xi64>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
  }
}
