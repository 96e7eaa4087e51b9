module @contraction_dot_general_to_wider {
  func.func private @program(%arg0: tensor<3x5xi8>, %arg1: tensor<5x4xi8>, %arg2: tensor<3x5xi8>, %arg3: tensor<5x4xi8>, %arg4: tensor<3x5xui8>, %arg5: tensor<5x4xui8>, %arg6: tensor<3x5xi16>, %arg7: tensor<5x4xi16>, %arg8: tensor<3x5xf16>, %arg9: tensor<5x4xf16>, %arg10: tensor<3x5xbf16>, %arg11: tensor<5x4xbf16>) -> (tensor<3x4xi32>, tensor<3x4xi16>, tensor<3x4xui32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<3x4xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi8>, tensor<5x4xi8>) -> tensor<3x4xi32>
    %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi8>, tensor<5x4xi8>) -> tensor<3x4xi16>
    %2 = stablehlo.dot_general %arg4, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xui8>, tensor<5x4xui8>) -> tensor<3x4xui32>
    %3 = stablehlo.dot_general %arg6, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi16>, tensor<5x4xi16>) -> tensor<3x4xi64>
    %4 = stablehlo.dot_general %arg8, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xf16>, tensor<5x4xf16>) -> tensor<3x4xf32>
    %5 = stablehlo.dot_general %arg10, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xbf16>, tensor<5x4xbf16>) -> tensor<3x4xf32>
    return %0, %1, %2, %3, %4, %5 : tensor<3x4xi32>, tensor<3x4xi16>, tensor<3x4xui32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<3x4xf32>
  }
  func.func public @main() {
    %i:12 = call @inputs() : () -> (tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xui8>, tensor<5x4xui8>, tensor<3x5xi16>, tensor<5x4xi16>, tensor<3x5xf16>, tensor<5x4xf16>, tensor<3x5xbf16>, tensor<5x4xbf16>)
    %e:6 = call @expected() : () -> (tensor<3x4xi32>, tensor<3x4xi16>, tensor<3x4xui32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<3x4xf32>)
    %r:6 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7, %i#8, %i#9, %i#10, %i#11) : (tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xui8>, tensor<5x4xui8>, tensor<3x5xi16>, tensor<5x4xi16>, tensor<3x5xf16>, tensor<5x4xf16>, tensor<3x5xbf16>, tensor<5x4xbf16>) -> (tensor<3x4xi32>, tensor<3x4xi16>, tensor<3x4xui32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<3x4xi16>, tensor<3x4xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<3x4xui32>, tensor<3x4xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<3x4xi64>, tensor<3x4xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xui8>, tensor<5x4xui8>, tensor<3x5xi16>, tensor<5x4xi16>, tensor<3x5xf16>, tensor<5x4xf16>, tensor<3x5xbf16>, tensor<5x4xbf16>) {
    %0 = stablehlo.constant dense<"0x0000395FA1B44C5FC7DA4CEDDA4CC7"> : tensor<3x5xi8>
    %1 = stablehlo.constant dense<"0x04FDFCFEFF03FFFCFE01030305FD04FB01FEFD02"> : tensor<5x4xi8>
    %2 = stablehlo.constant dense<"0x0000395FA1B44C5FC7DA4CEDDA4CC7"> : tensor<3x5xi8>
    %3 = stablehlo.constant dense<"0x04FDFCFEFF03FFFCFE01030305FD04FB01FEFD02"> : tensor<5x4xi8>
    %4 = stablehlo.constant dense<"0x0000395FA1B44C5FC7DA4CEDDA4CC7"> : tensor<3x5xui8>
    %5 = stablehlo.constant dense<"0x04FDFCFEFF03FFFCFE01030305FD04FB01FEFD02"> : tensor<5x4xui8>
    %6 = stablehlo.constant dense<"0x0000000039005F00A1FFB4FF4C005F00C7FFDAFF4C00EDFFDAFF4C00C7FF"> : tensor<3x5xi16>
    %7 = stablehlo.constant dense<"0x0400FDFFFCFFFEFFFFFF0300FFFFFCFFFEFF0100030003000500FDFF0400FBFF0100FEFFFDFF0200"> : tensor<5x4xi16>
    %8 = stablehlo.constant dense<"0x000000002053F055F0D5C0D4C054F05520D3C0D0C054C0CCC0D0C05420D3"> : tensor<3x5xf16>
    %9 = stablehlo.constant dense<"0x004400C200C400C000BC004200BC00C400C0003C00420042004500C2004400C5003C00C000C20040"> : tensor<5x4xf16>
    %10 = stablehlo.constant dense<"0x000000006442BE42BEC298C29842BE4264C218C2984298C118C2984264C2"> : tensor<3x5xbf16>
    %11 = stablehlo.constant dense<"0x804040C080C000C080BF404080BF80C000C0803F40404040A04040C08040A0C0803F00C040C00040"> : tensor<5x4xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xi8>, tensor<5x4xi8>, tensor<3x5xui8>, tensor<5x4xui8>, tensor<3x5xi16>, tensor<5x4xi16>, tensor<3x5xf16>, tensor<5x4xf16>, tensor<3x5xbf16>, tensor<5x4xbf16>
  }
  func.func private @expected() -> (tensor<3x4xi32>, tensor<3x4xi16>, tensor<3x4xui32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<3x4xf32>) {
    %0 = stablehlo.constant dense<"0x0A010000DAFFFFFF4403000012FEFFFF83FCFFFF1E0300008F01000056010000D20200004BFEFFFF4C00000054FDFFFF"> : tensor<3x4xi32>
    %1 = stablehlo.constant dense<"0x0A01DAFF440312FE83FC1E038F015601D2024BFE4C0054FD"> : tensor<3x4xi16>
    %2 = stablehlo.constant dense<"0x0A3B0000DAFD000044A10000125F000083B100001E5002008FD8010056C30100D2C701004B5F01004CFF010054830100"> : tensor<3x4xui32>
    %3 = stablehlo.constant dense<"0x0A01000000000000DAFFFFFFFFFFFFFF440300000000000012FEFFFFFFFFFFFF83FCFFFFFFFFFFFF1E030000000000008F010000000000005601000000000000D2020000000000004BFEFFFFFFFFFFFF4C0000000000000054FDFFFFFFFFFFFF"> : tensor<3x4xi64>
    %4 = stablehlo.constant dense<"0x00008543000018C2000051440000F7C300405FC4008047440080C7430000AB43008034440080DAC30000984200002BC4"> : tensor<3x4xf32>
    %5 = stablehlo.constant dense<"0x00008543000018C2000051440000F7C300405FC4008047440080C7430000AB43008034440080DAC30000984200002BC4"> : tensor<3x4xf32>
    return %0, %1, %2, %3, %4, %5 : tensor<3x4xi32>, tensor<3x4xi16>, tensor<3x4xui32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<3x4xf32>
  }
}
