module @reduction_two_operands {
  func.func private @program(%arg0: tensor<3x4x5xf32>, %arg1: tensor<3x4x5xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<9> : tensor<i32>
    %0:2 = stablehlo.reduce(%arg0 init: %cst), (%arg1 init: %c) across dimensions = [2] : (tensor<3x4x5xf32>, tensor<3x4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
     reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<i32>, %arg5: tensor<i32>)  {
      %1 = stablehlo.compare GT, %arg2, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.compare EQ, %arg2, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare LT, %arg3, %arg5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = stablehlo.and %2, %3 : tensor<i1>
      %5 = stablehlo.or %1, %4 : tensor<i1>
      %6 = func.call @_where(%5, %arg2, %arg4) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %7 = func.call @_where_0(%5, %arg3, %arg5) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %6, %7 : tensor<f32>, tensor<i32>
    }
    return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x4xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x4x5xf32>, tensor<3x4x5xi32>)
    %e:2 = call @expected() : () -> (tensor<3x4xf32>, tensor<3x4xi32>)
    %r:2 = call @program(%i#0, %i#1) : (tensor<3x4x5xf32>, tensor<3x4x5xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4x5xf32>, tensor<3x4x5xi32>) {
    %0 = stablehlo.constant dense<"0x0000000000000000000040400000A0400000A0C0000080C0000080400000A040000040C0000000C000008040000080BF000000C000008040000040C0000080BF000000400000803F0000A0C00000A0C00000804000004040000080400000000000004040000000C0000080BF00004040000080C0000000C0000080C0000080BF0000A040000080C0000080BF000080BF00008040000040C000000000000040C00000A0C0000040400000A0C0000000C00000000000000000000080C00000A040000040400000A040000080C000000040000000C0000000000000A040000000C000000040000080C0000000C00000A040"> : tensor<3x4x5xf32>
    %1 = stablehlo.constant dense<"0x000000000100000002000000030000000400000000000000010000000200000003000000040000000000000001000000020000000300000004000000000000000100000002000000030000000400000000000000010000000200000003000000040000000000000001000000020000000300000004000000000000000100000002000000030000000400000000000000010000000200000003000000040000000000000001000000020000000300000004000000000000000100000002000000030000000400000000000000010000000200000003000000040000000000000001000000020000000300000004000000"> : tensor<3x4x5xi32>
    return %0, %1 : tensor<3x4x5xf32>, tensor<3x4x5xi32>
  }
  func.func private @expected() -> (tensor<3x4xf32>, tensor<3x4xi32>) {
    %0 = stablehlo.constant dense<"0x0000A0400000A040000080400000004000008040000040400000A04000008040000040400000A0400000A0400000A040"> : tensor<3x4xf32>
    %1 = stablehlo.constant dense<"0x030000000200000000000000010000000000000002000000020000000100000001000000020000000400000004000000"> : tensor<3x4xi32>
    return %0, %1 : tensor<3x4xf32>, tensor<3x4xi32>
  }
}
