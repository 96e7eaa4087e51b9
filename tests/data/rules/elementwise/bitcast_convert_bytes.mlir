module @elementwise_bitcast_convert_bytes {
  func.func private @program(%arg0: tensor<2x3x8xui8>, %arg1: tensor<2x3x2xf32>) -> (tensor<2x3xf64>, tensor<2x3x2x4xui8>, tensor<2x3x2x2xf16>, tensor<2x3x4xi8>) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3x8xui8>) -> tensor<2x3xf64>
    %1 = stablehlo.bitcast_convert %arg1 : (tensor<2x3x2xf32>) -> tensor<2x3x2x4xui8>
    %2 = stablehlo.bitcast_convert %arg1 : (tensor<2x3x2xf32>) -> tensor<2x3x2x2xf16>
    %3 = stablehlo.slice %arg1 [0:2, 0:3, 0:1] : (tensor<2x3x2xf32>) -> tensor<2x3x1xf32>
    %4 = stablehlo.reshape %3 : (tensor<2x3x1xf32>) -> tensor<2x3xf32>
    %5 = stablehlo.bitcast_convert %4 : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
    return %0, %1, %2, %5 : tensor<2x3xf64>, tensor<2x3x2x4xui8>, tensor<2x3x2x2xf16>, tensor<2x3x4xi8>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<2x3x8xui8>, tensor<2x3x2xf32>)
    %e:4 = call @expected() : () -> (tensor<2x3xf64>, tensor<2x3x2x4xui8>, tensor<2x3x2x2xf16>, tensor<2x3x4xi8>)
    %r:4 = call @program(%i#0, %i#1) : (tensor<2x3x8xui8>, tensor<2x3x2xf32>) -> (tensor<2x3xf64>, tensor<2x3x2x4xui8>, tensor<2x3x2x2xf16>, tensor<2x3x4xi8>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<2x3xf64>, tensor<2x3xf64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<2x3x2x4xui8>, tensor<2x3x2x4xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<2x3x2x2xf16>, tensor<2x3x2x2xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<2x3x4xi8>, tensor<2x3x4xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x8xui8>, tensor<2x3x2xf32>) {
    %0 = stablehlo.constant dense<"0x00050A0F14191E23282D32373C41464B50555A5F64696E73787D82878C91969BA0A5AAAFB4B9BEC3C8CDD2D7DCE1E6EB"> : tensor<2x3x8xui8>
    %1 = stablehlo.constant dense<"0x000000000100000000008000FFFF7F000000803E0000003F0000803F0000C03F00002040000040400050C347FFFF7F7F"> : tensor<2x3x2xf32>
    return %0, %1 : tensor<2x3x8xui8>, tensor<2x3x2xf32>
  }
  func.func private @expected() -> (tensor<2x3xf64>, tensor<2x3x2x4xui8>, tensor<2x3x2x2xf16>, tensor<2x3x4xi8>) {
    %0 = stablehlo.constant dense<"0x00050A0F14191E23282D32373C41464B50555A5F64696E73787D82878C91969BA0A5AAAFB4B9BEC3C8CDD2D7DCE1E6EB"> : tensor<2x3xf64>
    %1 = stablehlo.constant dense<"0x000000000100000000008000FFFF7F000000803E0000003F0000803F0000C03F00002040000040400050C347FFFF7F7F"> : tensor<2x3x2x4xui8>
    %2 = stablehlo.constant dense<"0x000000000100000000008000FFFF7F000000803E0000003F0000803F0000C03F00002040000040400050C347FFFF7F7F"> : tensor<2x3x2x2xf16>
    %3 = stablehlo.constant dense<"0x00000000000080000000803E0000803F000020400050C347"> : tensor<2x3x4xi8>
    return %0, %1, %2, %3 : tensor<2x3xf64>, tensor<2x3x2x4xui8>, tensor<2x3x2x2xf16>, tensor<2x3x4xi8>
  }
}
