module @elementwise_convert_i64_bool {
  func.func private @program(%arg0: tensor<55xi64>) -> (tensor<55xi1>) {
    %0 = stablehlo.convert %arg0 : (tensor<55xi64>) -> tensor<55xi1>
    return %0 : tensor<55xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<55xi64>)
    %e = call @expected() : () -> (tensor<55xi1>)
    %r = call @program(%i) : (tensor<55xi64>) -> (tensor<55xi1>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<55xi1>, tensor<55xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<55xi64>) {
    %0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000030000000000000007000000000000001F00000000000000200000000000000021000000000000003F0000000000000040000000000000004100000000000000E803000000000000FFFFFFFFFFFFFF7FFEFFFFFFFFFFFF7FFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFF9FFFFFFFFFFFFFFE1FFFFFFFFFFFFFFE0FFFFFFFFFFFFFFDFFFFFFFFFFFFFFFC1FFFFFFFFFFFFFFC0FFFFFFFFFFFFFFBFFFFFFFFFFFFFFF18FCFFFFFFFFFFFF010000000000008002000000000000800000000000000080FD82EE719123C509DE108C848799E0D7EE3336F2CC307BDE643361A82005DFDF6CA12D73E331C97CD2F5C12FA950FC21E95C4E6D3C7EA02CC87E75C1297C78D478E01AAC76150F2E7DE2B173181E7B9F1446159E7F203E8D139CCCE2DD23A659E602A5D8D9FE46825BF5B3F8CD82907A672BFC956578B65363407EC4DE950349010000010000000001000000000020000000008000000000FFFFFF7FFFFFFFFF0100000000004040FFFFFFFFFFFFBFBF00101000000000000110100000000000FFFD2F0000000000EFFF000000000000F0FF000000000000"> : tensor<55xi64>
    return %0 : tensor<55xi64>
  }
  func.func private @expected() -> (tensor<55xi1>) {
    %0 = stablehlo.constant dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<55xi1>
    return %0 : tensor<55xi1>
  }
}
