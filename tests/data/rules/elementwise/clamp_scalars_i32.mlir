module @elementwise_clamp_scalars_i32 {
  func.func private @program(%arg0: tensor<i32>, %arg1: tensor<44xi32>, %arg2: tensor<i32>) -> (tensor<44xi32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<44xi32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<44xi32>
    %2 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<i32>, tensor<44xi32>, tensor<i32>) -> tensor<44xi32>
    return %2 : tensor<44xi32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<i32>, tensor<44xi32>, tensor<i32>)
    %e = call @expected() : () -> (tensor<44xi32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<i32>, tensor<44xi32>, tensor<i32>) -> (tensor<44xi32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<44xi32>, tensor<44xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i32>, tensor<44xi32>, tensor<i32>) {
    %0 = stablehlo.constant dense<"0xFEFFFFFF"> : tensor<i32>
    %1 = stablehlo.constant dense<"0x00000000010000000200000003000000070000001F00000020000000210000003F0000004000000041000000E8030000FFFFFF7FFEFFFF7FFFFFFFFFFEFFFFFFFDFFFFFFF9FFFFFFE1FFFFFFE0FFFFFFDFFFFFFFC1FFFFFFC0FFFFFFBFFFFFFF18FCFFFF010000800200008000000080FD82EEF19023C509DE108C048699E0D7EE333672CB307BDE643361281F05DFDF6CA12DF3E231C97CD2F5C1AFA850FC21E95C4EED3B7EA02CC87E7541287C78D4"> : tensor<44xi32>
    %2 = stablehlo.constant dense<"0x03000000"> : tensor<i32>
    return %0, %1, %2 : tensor<i32>, tensor<44xi32>, tensor<i32>
  }
  func.func private @expected() -> (tensor<44xi32>) {
    %0 = stablehlo.constant dense<"0x0000000001000000020000000300000003000000030000000300000003000000030000000300000003000000030000000300000003000000FFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF0300000003000000FEFFFFFF03000000FEFFFFFF03000000FEFFFFFFFEFFFFFF03000000FEFFFFFF03000000FEFFFFFF0300000003000000FEFFFFFF"> : tensor<44xi32>
    return %0 : tensor<44xi32>
  }
}
