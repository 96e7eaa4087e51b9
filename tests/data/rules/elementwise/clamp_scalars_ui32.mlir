module @elementwise_clamp_scalars_ui32 {
  func.func private @program(%arg0: tensor<ui32>, %arg1: tensor<44xui32>, %arg2: tensor<ui32>) -> (tensor<44xui32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<44xui32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<ui32>) -> tensor<44xui32>
    %2 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<ui32>, tensor<44xui32>, tensor<ui32>) -> tensor<44xui32>
    return %2 : tensor<44xui32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<ui32>, tensor<44xui32>, tensor<ui32>)
    %e = call @expected() : () -> (tensor<44xui32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<ui32>, tensor<44xui32>, tensor<ui32>) -> (tensor<44xui32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<44xui32>, tensor<44xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<ui32>, tensor<44xui32>, tensor<ui32>) {
    %0 = stablehlo.constant dense<"0x00000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00000000010000000200000003000000070000001F00000020000000210000003F0000004000000041000000E8030000FFFFFFFFFEFFFFFFFFFFFFFFFEFFFFFFFDFFFFFFF9FFFFFFE1FFFFFFE0FFFFFFDFFFFFFFC1FFFFFFC0FFFFFFBFFFFFFF18FCFFFF010000000200000000000000FD82EE719023C589DE108C848699E057EE3336F2CB307B5E643361A81F05DF5F6CA12D73E231C9FCD2F5C12FA850FCA1E95C4E6D3B7EA0ACC87E75C1287C7854"> : tensor<44xui32>
    %2 = stablehlo.constant dense<"0x03000000"> : tensor<ui32>
    return %0, %1, %2 : tensor<ui32>, tensor<44xui32>, tensor<ui32>
  }
  func.func private @expected() -> (tensor<44xui32>) {
    %0 = stablehlo.constant dense<"0x0000000001000000020000000300000003000000030000000300000003000000030000000300000003000000030000000300000003000000030000000300000003000000030000000300000003000000030000000300000003000000030000000300000001000000020000000000000003000000030000000300000003000000030000000300000003000000030000000300000003000000030000000300000003000000030000000300000003000000"> : tensor<44xui32>
    return %0 : tensor<44xui32>
  }
}
