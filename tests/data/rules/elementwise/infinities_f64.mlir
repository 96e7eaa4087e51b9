module @elementwise_infinities_f64 {
  func.func private @program(%arg0: tensor<67xf64>) -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>) {
    %0 = chlo.is_inf %arg0 : tensor<67xf64> -> tensor<67xi1>
    %1 = chlo.is_pos_inf %arg0 : tensor<67xf64> -> tensor<67xi1>
    %2 = "chlo.is_neg_inf"(%arg0) : (tensor<67xf64>) -> tensor<67xi1>
    return %0, %1, %2 : tensor<67xi1>, tensor<67xi1>, tensor<67xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<67xf64>)
    %e:3 = call @expected() : () -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>)
    %r:3 = call @program(%i) : (tensor<67xf64>) -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<67xi1>, tensor<67xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<67xf64>) {
    %0 = stablehlo.constant dense<"0x000000000000000001000000000000000000000000001000FFFFFFFFFFFF0F00000000000000D03F000000000000E03F000000000000F03F000000000000F83F0000000000000440000000000000084000000000006AF840FFFFFFFFFFFFEF7F000000000000F07F000000000000008001000000000000800000000000001080FFFFFFFFFFFF0F80000000000000D0BF000000000000E0BF000000000000F0BF000000000000F8BF00000000000004C000000000000008C000000000006AF8C0FFFFFFFFFFFFEFFF000000000000F0FF000000000000F87F7F9D8150A14403C0A82147814750E73F7A4E000C4BE013C0F2E4F87B377EFF3F9A65571860710B4011FAF21AAFB9F5BF9B653A10CFA9F43F35E9A437EB16E83F24B47E4DCCEDF2BF3638FF909DB204C00CFC4745006418C006165029D2EC1040F4EE767F704AC2BF9CAD83FD96441E404185B5F048D403401A318FF6BBAAEA3F489AEF49838EFFBF45A96457AAB510405958F0D7474DF8BFEAA4683CE2D6124093E9433C101FF3BFB7E94AF700DAE13F7948F8BAA44512C0EA67ACED681E1C4039AF79BC8E0DD2BF9C1FAC99467CF2BFF63C8C0DD97503405E08F5AB966405C0DBC7A4D92D6C02407EF93BDE191C0CC0714DAF4EEE2BFA3F34DBB7921C0F09C0EDF3A325790B16C0A59CC6503780FCBF328A4024259111C0DA8B12D2AE8EFA3F92035708B7A4B03F3928851B1474F83F325AEF6AB787D13FA21A9D4138FCF0BF"> : tensor<67xf64>
    return %0 : tensor<67xf64>
  }
  func.func private @expected() -> (tensor<67xi1>, tensor<67xi1>, tensor<67xi1>) {
    %0 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    %1 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    %2 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : tensor<67xi1>
    return %0, %1, %2 : tensor<67xi1>, tensor<67xi1>, tensor<67xi1>
  }
}
