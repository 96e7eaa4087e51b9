module @elementwise_convert_ui16_bool {
  func.func private @program(%arg0: tensor<44xui16>) -> (tensor<44xi1>) {
    %0 = stablehlo.convert %arg0 : (tensor<44xui16>) -> tensor<44xi1>
    return %0 : tensor<44xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<44xui16>)
    %e = call @expected() : () -> (tensor<44xi1>)
    %r = call @program(%i) : (tensor<44xui16>) -> (tensor<44xi1>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<44xi1>, tensor<44xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<44xui16>) {
    %0 = stablehlo.constant dense<"0x000001000200030007001F00200021003F0040004100E803FFFFFEFFFFFFFEFFFDFFF9FFE1FFE0FFDFFFC1FFC0FFBFFF18FC010002000000FD82ED719023C489DE108B848699DF57EE3335F2CB307A5E643360A81F05DE5F"> : tensor<44xui16>
    return %0 : tensor<44xui16>
  }
  func.func private @expected() -> (tensor<44xi1>) {
    %0 = stablehlo.constant dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<44xi1>
    return %0 : tensor<44xi1>
  }
}
