module @elementwise_clamp_scalars_i16 {
  func.func private @program(%arg0: tensor<i16>, %arg1: tensor<44xi16>, %arg2: tensor<i16>) -> (tensor<44xi16>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i16>) -> tensor<44xi16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i16>) -> tensor<44xi16>
    %2 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<i16>, tensor<44xi16>, tensor<i16>) -> tensor<44xi16>
    return %2 : tensor<44xi16>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<i16>, tensor<44xi16>, tensor<i16>)
    %e = call @expected() : () -> (tensor<44xi16>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<i16>, tensor<44xi16>, tensor<i16>) -> (tensor<44xi16>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<44xi16>, tensor<44xi16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i16>, tensor<44xi16>, tensor<i16>) {
    %0 = stablehlo.constant dense<"0xFEFF"> : tensor<i16>
    %1 = stablehlo.constant dense<"0x000001000200030007001F00200021003F0040004100E803FF7FFE7FFFFFFEFFFDFFF9FFE1FFE0FFDFFFC1FFC0FFBFFF18FC018002800080FD02EDF190A3C409DE908B048619DFD7EEB33572CBB07ADE64B360281F85DEDF"> : tensor<44xi16>
    %2 = stablehlo.constant dense<"0x0300"> : tensor<i16>
    return %0, %1, %2 : tensor<i16>, tensor<44xi16>, tensor<i16>
  }
  func.func private @expected() -> (tensor<44xi16>) {
    %0 = stablehlo.constant dense<"0x00000100020003000300030003000300030003000300030003000300FFFFFEFFFEFFFEFFFEFFFEFFFEFFFEFFFEFFFEFFFEFFFEFFFEFFFEFF0300FEFFFEFF0300FEFF03000300FEFFFEFF0300FEFFFEFFFEFF0300FEFFFEFF"> : tensor<44xi16>
    return %0 : tensor<44xi16>
  }
}
