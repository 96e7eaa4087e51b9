module @sort_argsort_bool {
  func.func private @program(%arg0: tensor<40x2xi1>, %arg1: tensor<40x2xi32>) -> (tensor<40x2xi1>, tensor<40x2xi32>) {
    %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<i1>, %arg3: tensor<i1>, %arg4: tensor<i32>, %arg5: tensor<i32>):
      %1 = stablehlo.compare LT, %arg2, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<40x2xi1>, tensor<40x2xi32>) -> (tensor<40x2xi1>, tensor<40x2xi32>)
    return %0#0, %0#1 : tensor<40x2xi1>, tensor<40x2xi32>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<40x2xi1>, tensor<40x2xi32>)
    %e:2 = call @expected() : () -> (tensor<40x2xi1>, tensor<40x2xi32>)
    %r:2 = call @program(%i#0, %i#1) : (tensor<40x2xi1>, tensor<40x2xi32>) -> (tensor<40x2xi1>, tensor<40x2xi32>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<40x2xi1>, tensor<40x2xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<40x2xi32>, tensor<40x2xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<40x2xi1>, tensor<40x2xi32>) {
    %0 = stablehlo.constant dense<[[false, true], [false, true], [true, false], [false, false], [true, true], [false, true], [false, false], [true, true], [true, false], [true, true], [true, false], [true, false], [true, true], [true, true], [false, true], [true, true], [true, true], [false, true], [true, true], [true, false], [false, false], [true, false], [true, true], [false, false], [false, false], [false, true], [false, true], [true, false], [true, false], [false, true], [false, true], [true, true], [true, false], [true, true], [true, false], [false, false], [true, false], [true, false], [false, false], [true, true]]> : tensor<40x2xi1>
    %1 = stablehlo.constant dense<"0x00000000000000000100000001000000020000000200000003000000030000000400000004000000050000000500000006000000060000000700000007000000080000000800000009000000090000000A0000000A0000000B0000000B0000000C0000000C0000000D0000000D0000000E0000000E0000000F0000000F00000010000000100000001100000011000000120000001200000013000000130000001400000014000000150000001500000016000000160000001700000017000000180000001800000019000000190000001A0000001A0000001B0000001B0000001C0000001C0000001D0000001D0000001E0000001E0000001F0000001F00000020000000200000002100000021000000220000002200000023000000230000002400000024000000250000002500000026000000260000002700000027000000"> : tensor<40x2xi32>
    return %0, %1 : tensor<40x2xi1>, tensor<40x2xi32>
  }
  func.func private @expected() -> (tensor<40x2xi1>, tensor<40x2xi32>) {
    %0 = stablehlo.constant dense<[[false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [false, false], [true, false], [true, false], [true, false], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true], [true, true]]> : tensor<40x2xi1>
    %1 = stablehlo.constant dense<"0x0000000002000000010000000300000003000000060000000500000008000000060000000A0000000E0000000B000000110000001300000014000000140000001700000015000000180000001700000019000000180000001A0000001B0000001D0000001C0000001E0000002000000023000000220000002600000023000000020000002400000004000000250000000700000026000000080000000000000009000000010000000A000000040000000B000000050000000C000000070000000D000000090000000F0000000C000000100000000D000000120000000E000000130000000F000000150000001000000016000000110000001B000000120000001C000000160000001F00000019000000200000001A000000210000001D000000220000001E000000240000001F00000025000000210000002700000027000000"> : tensor<40x2xi32>
    return %0, %1 : tensor<40x2xi1>, tensor<40x2xi32>
  }
}
