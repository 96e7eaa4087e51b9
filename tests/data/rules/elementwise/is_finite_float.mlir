module @elementwise_is_finite_float {
  func.func private @program(%arg0: tensor<85xf32>, %arg1: tensor<85xf64>) -> (tensor<85xi1>, tensor<85xi1>) {
    %0 = stablehlo.is_finite %arg0 : (tensor<85xf32>) -> tensor<85xi1>
    %1 = stablehlo.is_finite %arg1 : (tensor<85xf64>) -> tensor<85xi1>
    return %0, %1 : tensor<85xi1>, tensor<85xi1>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<85xf32>, tensor<85xf64>)
    %e:2 = call @expected() : () -> (tensor<85xi1>, tensor<85xi1>)
    %r:2 = call @program(%i#0, %i#1) : (tensor<85xf32>, tensor<85xf64>) -> (tensor<85xi1>, tensor<85xi1>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<85xi1>, tensor<85xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<85xi1>, tensor<85xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<85xf32>, tensor<85xf64>) {
    %0 = stablehlo.constant dense<"0x000000000100000000008000FFFF7F000000803E0000003F0000803F0000C03F00002040000040400050C347FFFF7F7F0000807F000000800100008000008080FFFF7F80000080BE000000BF000080BF0000C0BF000020C0000040C00050C3C7FFFF7FFF000080FF0000C07FFFFFFF3EFFFFFFBEDB0F494072F97F3F0000B0420000AEC20000A0410000A0C16F12833A6F1283BADB293840D0213CC0422D19C0CB281CBFB79B0F40BF6223406E4208C0E929E9BF982E19C0F458E0BFA4B936BFC977CABE3994C5408175C2BF85BD5DBF0618B03F7FFD36C0868D8DBF52A8233DD2A21440C3AC7CC03CA98340F85787BFA01C023F1F304A3BC32ACC50F907895CA316A537328D9A5B62EB32599421202C82A305C65FD7BFCB47B20C5A0A636BC994AA80A98764563F5094163F546E823F9CAD02DBA5AB7E365520E72E32EAC8C099A8F5477AE8CED9816D6544660B8DB1E4683ED9"> : tensor<85xf32>
    %1 = stablehlo.constant dense<"0x000000000000000001000000000000000000000000001000FFFFFFFFFFFF0F00000000000000D03F000000000000E03F000000000000F03F000000000000F83F0000000000000440000000000000084000000000006AF840FFFFFFFFFFFFEF7F000000000000F07F000000000000008001000000000000800000000000001080FFFFFFFFFFFF0F80000000000000D0BF000000000000E0BF000000000000F0BF000000000000F8BF00000000000004C000000000000008C000000000006AF8C0FFFFFFFFFFFFEFFF000000000000F0FF000000000000F87FFFFFFFFFFFFFDF3FFFFFFFFFFFFFDFBF182D4454FB2109401EA7E8482EFFEF3F00000000000056400000000000C055C0000000000000344000000000000034C0FCA9F1D24D62503FFCA9F1D24D6250BF4DCF63553B050740D2F801F9398407C0EE8D183AA82503C0470D3A631985E3BFCFAE29ED76F30140A6EF30D1576C0440C0D5D3C84D0801C08CF4EA2F3D25FDBFD8590FF1D22503C098945E8E1E0BFCBFF60E197634D7E6BF64783625F94ED9BF1077E31387B218400F28012CB04EF8BFEE15BBA6B0B7EBBFD15F76CD0003F63F17ED16E3AFDF06C059209BBEB0B1F1BFB6181D360A75A43F7F7B724A5A9402402ED1106598950FC0AA20DE772775104075853501FFEAF0BF965C84F59343E03F21DDE6D20346693F9FEBB450588519429BE9CB1DFF2091436E058756D4A2F43E2E6B544DA6517343BC1BEB3F6C5D264354A3D97D3204843D470FAE3670B4C0C0DD869FDCEBFA77C1D07158D24896414356B56D3C616C2DC143DD337F521530BD3EF18ADA90CCEA3F651CAFFD89D2E23F2269908DCA4DF03FFE9B078FB35560C31B7A8FA474D5CF3E09B1B6A20AE4DC3D4C33124F461D19C04982FB2A13B5FE40EF1ABD440FDD39C37B489A1CB0AD8C40AFE89ABB6CA131BEFCE4658E1CCD27C3"> : tensor<85xf64>
    return %0, %1 : tensor<85xf32>, tensor<85xf64>
  }
  func.func private @expected() -> (tensor<85xi1>, tensor<85xi1>) {
    %0 = stablehlo.constant dense<[true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<85xi1>
    %1 = stablehlo.constant dense<[true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<85xi1>
    return %0, %1 : tensor<85xi1>, tensor<85xi1>
  }
}
