module @elementwise_infinities_f32 {
  func.func private @program(%arg0: tensor<67xf32>) -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>) {
    %0 = chlo.is_inf %arg0 : tensor<67xf32> -> tensor<67xi1>
    %1 = chlo.is_pos_inf %arg0 : tensor<67xf32> -> tensor<67xi1>
    %2 = "chlo.is_neg_inf"(%arg0) : (tensor<67xf32>) -> tensor<67xi1>
    return %0, %1, %2 : tensor<67xi1>, tensor<67xi1>, tensor<67xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<67xf32>)
    %e:3 = call @expected() : () -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>)
    %r:3 = call @program(%i) : (tensor<67xf32>) -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<67xf32>) {
    %0 = stablehlo.constant dense<"0x000000000100000000008000FFFF7F000000803E0000003F0000803F0000C03F00002040000040400050C347FFFF7F7F0000807F000000800100008000008080FFFF7F80000080BE000000BF000080BF0000C0BF000020C0000040C00050C3C7FFFF7FFF000080FF0000C07F0B251AC03C823A3F58029FC0BCF1FB3F018B5B4079CDADBF794EA53F5AB7403F626E97BFED9425C00220C3C091668740845312BEB824F24048A21E40E055553F1A74FCBF53AD85403F6AC2BF12B7964082F898BF08D00E3F262D92C047F3E040766C90BE35E293BFC8AE1B40B5242BC06F611340CFE060C0725FD13FE57848C0C95BB0C0BB01E4BF29898CC07775D43FB825853DA1A0C33FBB3D8C3EC2E187BF"> : tensor<67xf32>
    return %0 : tensor<67xf32>
  }
  func.func private @expected() -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>) {
    %0 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    %1 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    %2 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    return %0, %1, %2 : tensor<67xi1>, tensor<67xi1>, tensor<67xi1>
  }
}
