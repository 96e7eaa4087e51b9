module @shape_iota_f64 {
  func.func private @program() -> (tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<5xf64>, tensor<0xf64>) {
    %0 = stablehlo.iota dim = 0 : tensor<3x4x2xf64>
    %1 = stablehlo.iota dim = 1 : tensor<3x4x2xf64>
    %2 = stablehlo.iota dim = 2 : tensor<3x4x2xf64>
    %3 = stablehlo.iota dim = 0 : tensor<5xf64>
    %4 = stablehlo.iota dim = 0 : tensor<0xf64>
    return %0, %1, %2, %3, %4 : tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<5xf64>, tensor<0xf64>
  }
  func.func public @main() {
    %e:5 = call @expected() : () -> (tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<5xf64>, tensor<0xf64>)
    %r:5 = call @program() : () -> (tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<5xf64>, tensor<0xf64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x4x2xf64>, tensor<3x4x2xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x4x2xf64>, tensor<3x4x2xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x4x2xf64>, tensor<3x4x2xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<0xf64>, tensor<0xf64>) -> ()
    return
  }
  func.func private @expected() -> (tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<5xf64>, tensor<0xf64>) {
    %0 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F00000000000000400000000000000040000000000000004000000000000000400000000000000040000000000000004000000000000000400000000000000040"> : tensor<3x4x2xf64>
    %1 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000F03F000000000000F03F000000000000004000000000000000400000000000000840000000000000084000000000000000000000000000000000000000000000F03F000000000000F03F000000000000004000000000000000400000000000000840000000000000084000000000000000000000000000000000000000000000F03F000000000000F03F0000000000000040000000000000004000000000000008400000000000000840"> : tensor<3x4x2xf64>
    %2 = stablehlo.constant dense<"0x0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F0000000000000000000000000000F03F"> : tensor<3x4x2xf64>
    %3 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000004000000000000008400000000000001040"> : tensor<5xf64>
    %4 = stablehlo.constant dense<> : tensor<0xf64>
    return %0, %1, %2, %3, %4 : tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<3x4x2xf64>, tensor<5xf64>, tensor<0xf64>
  }
}
