module @contraction_dot_general_i32_wraps {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<5x4xi32>) -> (tensor<3x4xi32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi32>, tensor<5x4xi32>) -> tensor<3x4xi32>
    return %0 : tensor<3x4xi32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x5xi32>, tensor<5x4xi32>)
    %e = call @expected() : () -> (tensor<3x4xi32>)
    %r = call @program(%i#0, %i#1) : (tensor<3x5xi32>, tensor<5x4xi32>) -> (tensor<3x4xi32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>, tensor<5x4xi32>) {
    %0 = stablehlo.constant dense<"0xF7C2BE4F921AED95F4D3EFAD049D9FBC35EC6DAEC652204D2307865E389208150D0F168A8FD0189806290BD53A68E1EEE1C9081F191BA3FA2029C9C3"> : tensor<3x5xi32>
    %1 = stablehlo.constant dense<"0x45A6E4A831B30031883F0D3CFE405E88079C199D9C92BEF3DA8727E4EC7F4863A71549040F998CEB4FA33DEE2EE5942A606E381649C13EACEDEFE23C0DCDB94148EECD749F6E44494E68C1C857C5EAD1"> : tensor<5x4xi32>
    return %0, %1 : tensor<3x5xi32>, tensor<5x4xi32>
  }
  func.func private @expected() -> (tensor<3x4xi32>) {
    %0 = stablehlo.constant dense<"0x25FF52769AFFB37FB2576D17B9B396ABF308AF2408B5183CE1B8F5F50A08538B5B83757BAECEFC28E8206F2AFF99E696"> : tensor<3x4xi32>
    return %0 : tensor<3x4xi32>
  }
}
