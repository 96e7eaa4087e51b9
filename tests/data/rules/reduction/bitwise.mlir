module @reduction_bitwise {
  func.func private @program(%arg0: tensor<3x50xi32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.and across dimensions = [1] : (tensor<3x50xi32>, tensor<i32>) -> tensor<3xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.or across dimensions = [1] : (tensor<3x50xi32>, tensor<i32>) -> tensor<3xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.reduce(%arg0 init: %c_1) applies stablehlo.xor across dimensions = [1] : (tensor<3x50xi32>, tensor<i32>) -> tensor<3xi32>
    return %0, %1, %2 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x50xi32>)
    %e:3 = call @expected() : () -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>)
    %r:3 = call @program(%i) : (tensor<3x50xi32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x50xi32>) {
    %0 = stablehlo.constant dense<"0xA8E5B82BEEAB144EF599CC852535D54EC0AD06F83F60EC03760457217C472AC9ED10C27A0A67CE8D8F0226C7857624E2C423391232B391E8CE358DA1B527978BB48A4280A5627B8C90B818A68101CA7F5536E4B07FA901276DF710404EDC08BCBDB540C808B958EFBF8A63C33044647943287FAD2133CE65D955354C78861F580E7FA09DD0A174E45397C620ADC136FE7E39762A6B833B2D348BB5293FC4908F8A8987750F8C3B0EFC8C4C6733DA7DC597758CDCBDD1306147D9D8AF7C5B70902D58B8DF48D7DE2D24924B9FBE1EBE5EBE4B4FD7FF8B31BA8509610B87183C65346B4962C233485F4ABD74CE5C8BBD84B85D3447F36D1E35CDC25E45599F4E806D2FB189FA75DC000FADCCD57469C9EF94EB696EBB6008B412B52907EF702FD3E2EB82CBC020644EE95B39A7060103D14ACE689E826427A6B083F0C78AAED132BC0E5D1443C9D3F2A98067AB694C874CD6D3BE4C79CE4ABC08D2488F3868DDD1F29560A595E7C44C0D400105B137CF01233662CA8C72A201D467AB77E83777BCBEE99F4450A6B8830B8155D0F3C2E76E6C1A0B5FD5ADF8958373D157731F4D581C1E0AF49E6E2DDEA649FA7AF93D7673973B5E2DE3BB40E69983D0B5BEAABA6FFC58CFC4AF7C600E0F94B52C458279BDEC4EAED081CFCD3D8D8489B2EACDA42CA344D071A212282F4CB86C257931BDF61CEFC77748B0CDB80B9118DB32A71424869A9E279B376A9B18D58AA99F7A3531D716385795B5A8229FF5F96EF71F63E085AE68D4A7066C4C12D1848A52A7ABB153BD61B1891DF5E3103E2AA82965454CDDB8B75879D566E1526F8287401198363352959B81F7CD1C"> : tensor<3x50xi32>
    return %0 : tensor<3x50xi32>
  }
  func.func private @expected() -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
    %0 = stablehlo.constant dense<"0x000000000000000000000000"> : tensor<3xi32>
    %1 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<3xi32>
    %2 = stablehlo.constant dense<"0xF385BFEF192975BAB8E2B027"> : tensor<3xi32>
    return %0, %1, %2 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
  }
}
