module @shape_iota_i32 {
  func.func private @program() -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<5xi32>, tensor<0xi32>) {
    %0 = stablehlo.iota dim = 0 : tensor<3x4x2xi32>
    %1 = stablehlo.iota dim = 1 : tensor<3x4x2xi32>
    %2 = stablehlo.iota dim = 2 : tensor<3x4x2xi32>
    %3 = stablehlo.iota dim = 0 : tensor<5xi32>
    %4 = stablehlo.iota dim = 0 : tensor<0xi32>
    return %0, %1, %2, %3, %4 : tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<5xi32>, tensor<0xi32>
  }
  func.func public @main() {
    %e:5 = call @expected() : () -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<5xi32>, tensor<0xi32>)
    %r:5 = call @program() : () -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<5xi32>, tensor<0xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x4x2xi32>, tensor<3x4x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x4x2xi32>, tensor<3x4x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x4x2xi32>, tensor<3x4x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()
    return
  }
  func.func private @expected() -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<5xi32>, tensor<0xi32>) {
    %0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000001000000010000000100000001000000010000000100000001000000010000000200000002000000020000000200000002000000020000000200000002000000"> : tensor<3x4x2xi32>
    %1 = stablehlo.constant dense<"0x000000000000000001000000010000000200000002000000030000000300000000000000000000000100000001000000020000000200000003000000030000000000000000000000010000000100000002000000020000000300000003000000"> : tensor<3x4x2xi32>
    %2 = stablehlo.constant dense<"0x000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000000000000100000000000000010000000000000001000000"> : tensor<3x4x2xi32>
    %3 = stablehlo.constant dense<"0x0000000001000000020000000300000004000000"> : tensor<5xi32>
    %4 = stablehlo.constant dense<> : tensor<0xi32>
    return %0, %1, %2, %3, %4 : tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<5xi32>, tensor<0xi32>
  }
}
