module @contraction_dot_general_halves {
  func.func private @program(%arg0: tensor<4x9xf16>, %arg1: tensor<9x3xf16>, %arg2: tensor<4x9xbf16>, %arg3: tensor<9x3xbf16>) -> (tensor<4x3xf16>, tensor<4x3xbf16>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf16>, tensor<9x3xf16>) -> tensor<4x3xf16>
    %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xbf16>, tensor<9x3xbf16>) -> tensor<4x3xbf16>
    return %0, %1 : tensor<4x3xf16>, tensor<4x3xbf16>
  }
  func.func public @main() {
    %i:4 = call @inputs() : () -> (tensor<4x9xf16>, tensor<9x3xf16>, tensor<4x9xbf16>, tensor<9x3xbf16>)
    %e:2 = call @expected() : () -> (tensor<4x3xf16>, tensor<4x3xbf16>)
    %r:2 = call @program(%i#0, %i#1, %i#2, %i#3) : (tensor<4x9xf16>, tensor<9x3xf16>, tensor<4x9xbf16>, tensor<9x3xbf16>) -> (tensor<4x3xf16>, tensor<4x3xbf16>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4x3xf16>, tensor<4x3xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4x3xbf16>, tensor<4x3xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x9xf16>, tensor<9x3xf16>, tensor<4x9xbf16>, tensor<9x3xbf16>) {
    %0 = stablehlo.constant dense<"0x000000000042004500C500C40044004500C200C0004400BC00C0004400C200BC0040003C00C500C50044004200440000004200C000BC004200C400C000C400BC004500C400BC00BC"> : tensor<4x9xf16>
    %1 = stablehlo.constant dense<"0x004400C200C400C000BC004200BC00C400C0003C00420042004500C2004400C5003C00C000C2004000C0003C00C200C4004200BC0040"> : tensor<9x3xf16>
    %2 = stablehlo.constant dense<"0x000000004040A040A0C080C08040A04040C000C0804080BF00C0804040C080BF0040803FA0C0A0C08040404080400000404000C080BF404080C000C080C080BFA04080C080BF80BF"> : tensor<4x9xbf16>
    %3 = stablehlo.constant dense<"0x804040C080C000C080BF404080BF80C000C0803F40404040A04040C08040A0C0803F00C040C0004000C0803F40C080C0404080BF0040"> : tensor<9x3xbf16>
    return %0, %1, %2, %3 : tensor<4x9xf16>, tensor<9x3xf16>, tensor<4x9xbf16>, tensor<9x3xbf16>
  }
  func.func private @expected() -> (tensor<4x3xf16>, tensor<4x3xbf16>) {
    %0 = stablehlo.constant dense<"0xC0CC0049A0D0804E00CE405000C5004B804D00C400C580D0"> : tensor<4x3xf16>
    %1 = stablehlo.constant dense<"0x98C1204114C2D041C0C10842A0C06041B04180C0A0C010C2"> : tensor<4x3xbf16>
    return %0, %1 : tensor<4x3xf16>, tensor<4x3xbf16>
  }
}
