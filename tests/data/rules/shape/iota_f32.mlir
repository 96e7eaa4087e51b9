module @shape_iota_f32 {
  func.func private @program() -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<5xf32>, tensor<0xf32>) {
    %0 = stablehlo.iota dim = 0 : tensor<3x4x2xf32>
    %1 = stablehlo.iota dim = 1 : tensor<3x4x2xf32>
    %2 = stablehlo.iota dim = 2 : tensor<3x4x2xf32>
    %3 = stablehlo.iota dim = 0 : tensor<5xf32>
    %4 = stablehlo.iota dim = 0 : tensor<0xf32>
    return %0, %1, %2, %3, %4 : tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<5xf32>, tensor<0xf32>
  }
  func.func public @main() {
    %e:5 = call @expected() : () -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<5xf32>, tensor<0xf32>)
    %r:5 = call @program() : () -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<5xf32>, tensor<0xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<0xf32>, tensor<0xf32>) -> ()
    return
  }
  func.func private @expected() -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<5xf32>, tensor<0xf32>) {
    %0 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000000000000000000000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000004000000040000000400000004000000040000000400000004000000040"> : tensor<3x4x2xf32>
    %1 = stablehlo.constant dense<"0x00000000000000000000803F0000803F0000004000000040000040400000404000000000000000000000803F0000803F0000004000000040000040400000404000000000000000000000803F0000803F00000040000000400000404000004040"> : tensor<3x4x2xf32>
    %2 = stablehlo.constant dense<"0x000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F000000000000803F"> : tensor<3x4x2xf32>
    %3 = stablehlo.constant dense<"0x000000000000803F000000400000404000008040"> : tensor<5xf32>
    %4 = stablehlo.constant dense<> : tensor<0xf32>
    return %0, %1, %2, %3, %4 : tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<5xf32>, tensor<0xf32>
  }
}
