module @contraction_dot_general_integers {
  func.func private @program(%arg0: tensor<3x5xi8>, %arg1: tensor<5x4xi8>, %arg2: tensor<3x5xi16>, %arg3: tensor<5x4xi16>, %arg4: tensor<3x5xui8>, %arg5: tensor<5x4xui8>, %arg6: tensor<3x5xui16>, %arg7: tensor<5x4xui16>, %arg8: tensor<3x5xui32>, %arg9: tensor<5x4xui32>, %arg10: tensor<3x5xui64>, %arg11: tensor<5x4xui64>) -> (tensor<3x4xi8>, tensor<3x4xi16>, tensor<3x4xui8>, tensor<3x4xui16>, tensor<3x4xui32>, tensor<3x4xui64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi8>, tensor<5x4xi8>) -> tensor<3x4xi8>
    %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi16>, tensor<5x4xi16>) -> tensor<3x4xi16>
    %2 = stablehlo.dot_general %arg4, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xui8>, tensor<5x4xui8>) -> tensor<3x4xui8>
    %3 = stablehlo.dot_general %arg6, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xui16>, tensor<5x4xui16>) -> tensor<3x4xui16>
    %4 = stablehlo.dot_general %arg8, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xui32>, tensor<5x4xui32>) -> tensor<3x4xui32>
    %5 = stablehlo.dot_general %arg10, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xui64>, tensor<5x4xui64>) -> tensor<3x4xui64>
    return %0, %1, %2, %3, %4, %5 : tensor<3x4xi8>, tensor<3x4xi16>, tensor<3x4xui8>, tensor<3x4xui16>, tensor<3x4xui32>, tensor<3x4xui64>
  }
  func.func public @main() {
    %i:12 = call @inputs() : () -> (tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xi16>, tensor<5x4xi16>, tensor<3x5xui8>, tensor<5x4xui8>, tensor<3x5xui16>, tensor<5x4xui16>, tensor<3x5xui32>, tensor<5x4xui32>, tensor<3x5xui64>, tensor<5x4xui64>)
    %e:6 = call @expected() : () -> (tensor<3x4xi8>, tensor<3x4xi16>, tensor<3x4xui8>, tensor<3x4xui16>, tensor<3x4xui32>, tensor<3x4xui64>)
    %r:6 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7, %i#8, %i#9, %i#10, %i#11) : (tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xi16>, tensor<5x4xi16>, tensor<3x5xui8>, tensor<5x4xui8>, tensor<3x5xui16>, tensor<5x4xui16>, tensor<3x5xui32>, tensor<5x4xui32>, tensor<3x5xui64>, tensor<5x4xui64>) -> (tensor<3x4xi8>, tensor<3x4xi16>, tensor<3x4xui8>, tensor<3x4xui16>, tensor<3x4xui32>, tensor<3x4xui64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x4xi8>, tensor<3x4xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x4xi16>, tensor<3x4xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x4xui8>, tensor<3x4xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x4xui16>, tensor<3x4xui16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3x4xui32>, tensor<3x4xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<3x4xui64>, tensor<3x4xui64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xi16>, tensor<5x4xi16>, tensor<3x5xui8>, tensor<5x4xui8>, tensor<3x5xui16>, tensor<5x4xui16>, tensor<3x5xui32>, tensor<5x4xui32>, tensor<3x5xui64>, tensor<5x4xui64>) {
    %0 = stablehlo.constant dense<"0x00000305FBFC0405FDFE04FFFE04FD"> : tensor<3x5xi8>
    %1 = stablehlo.constant dense<"0x1CEBE4F2F915F9E4F207151523EB1CDD07F2EB0E"> : tensor<5x4xi8>
    %2 = stablehlo.constant dense<"0x0000000003000500FBFFFCFF04000500FDFFFEFF0400FFFFFEFF0400FDFF"> : tensor<3x5xi16>
    %3 = stablehlo.constant dense<"0x1C00EBFFE4FFF2FFF9FF1500F9FFE4FFF2FF0700150015002300EBFF1C00DDFF0700F2FFEBFF0E00"> : tensor<5x4xi16>
    %4 = stablehlo.constant dense<"0x00000305FBFC0405FDFE04FFFE04FD"> : tensor<3x5xui8>
    %5 = stablehlo.constant dense<"0x1CEBE4F2F915F9E4F207151523EB1CDD07F2EB0E"> : tensor<5x4xui8>
    %6 = stablehlo.constant dense<"0x0000000003000500FBFFFCFF04000500FDFFFEFF0400FFFFFEFF0400FDFF"> : tensor<3x5xui16>
    %7 = stablehlo.constant dense<"0x1C00EBFFE4FFF2FFF9FF1500F9FFE4FFF2FF0700150015002300EBFF1C00DDFF0700F2FFEBFF0E00"> : tensor<5x4xui16>
    %8 = stablehlo.constant dense<"0x00000000000000000300000005000000FBFFFFFFFCFFFFFF0400000005000000FDFFFFFFFEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FDFFFFFF"> : tensor<3x5xui32>
    %9 = stablehlo.constant dense<"0x1C000000EBFFFFFFE4FFFFFFF2FFFFFFF9FFFFFF15000000F9FFFFFFE4FFFFFFF2FFFFFF07000000150000001500000023000000EBFFFFFF1C000000DDFFFFFF07000000F2FFFFFFEBFFFFFF0E000000"> : tensor<5x4xui32>
    %10 = stablehlo.constant dense<"0x0000000000000000000000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000500000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFF"> : tensor<3x5xui64>
    %11 = stablehlo.constant dense<"0x1C00000000000000EBFFFFFFFFFFFFFFE4FFFFFFFFFFFFFFF2FFFFFFFFFFFFFFF9FFFFFFFFFFFFFF1500000000000000F9FFFFFFFFFFFFFFE4FFFFFFFFFFFFFFF2FFFFFFFFFFFFFF0700000000000000150000000000000015000000000000002300000000000000EBFFFFFFFFFFFFFF1C00000000000000DDFFFFFFFFFFFFFF0700000000000000F2FFFFFFFFFFFFFFEBFFFFFFFFFFFFFF0E00000000000000"> : tensor<5x4xui64>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xi16>, tensor<5x4xi16>, tensor<3x5xui8>, tensor<5x4xui8>, tensor<3x5xui16>, tensor<5x4xui16>, tensor<3x5xui32>, tensor<5x4xui32>, tensor<3x5xui64>, tensor<5x4xui64>
  }
  func.func private @expected() -> (tensor<3x4xi8>, tensor<3x4xi16>, tensor<3x4xui8>, tensor<3x4xui16>, tensor<3x4xui32>, tensor<3x4xui64>) {
    %0 = stablehlo.constant dense<"0x62F2344AB726937E0A5F1C04"> : tensor<3x4xi8>
    %1 = stablehlo.constant dense<"0x6200F2FF34014AFFB7FE260193007E000A015FFF1C0004FF"> : tensor<3x4xi16>
    %2 = stablehlo.constant dense<"0x62F2344AB726937E0A5F1C04"> : tensor<3x4xui8>
    %3 = stablehlo.constant dense<"0x6200F2FF34014AFFB7FE260193007E000A015FFF1C0004FF"> : tensor<3x4xui16>
    %4 = stablehlo.constant dense<"0x62000000F2FFFFFF340100004AFFFFFFB7FEFFFF26010000930000007E0000000A0100005FFFFFFF1C00000004FFFFFF"> : tensor<3x4xui32>
    %5 = stablehlo.constant dense<"0x6200000000000000F2FFFFFFFFFFFFFF34010000000000004AFFFFFFFFFFFFFFB7FEFFFFFFFFFFFF260100000000000093000000000000007E000000000000000A010000000000005FFFFFFFFFFFFFFF1C0000000000000004FFFFFFFFFFFFFF"> : tensor<3x4xui64>
    return %0, %1, %2, %3, %4, %5 : tensor<3x4xi8>, tensor<3x4xi16>, tensor<3x4xui8>, tensor<3x4xui16>, tensor<3x4xui32>, tensor<3x4xui64>
  }
}
