module @sort_sort_bool {
  func.func private @program(%arg0: tensor<3x11xi1>) -> (tensor<3x11xi1>) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i1>, %arg2: tensor<i1>):
      %1 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<3x11xi1>) -> tensor<3x11xi1>
    return %0 : tensor<3x11xi1>
  }
  func.func public @main() {
    %i = call @inputs() : () -> (tensor<3x11xi1>)
    %e = call @expected() : () -> (tensor<3x11xi1>)
    %r = call @program(%i) : (tensor<3x11xi1>) -> (tensor<3x11xi1>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x11xi1>, tensor<3x11xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x11xi1>) {
    %0 = stablehlo.constant dense<[[true, false, false, true, true, false, true, false, false, true, false], [true, true, true, false, false, false, false, false, true, false, true], [false, true, true, false, false, true, true, true, false, true, true]]> : tensor<3x11xi1>
    return %0 : tensor<3x11xi1>
  }
  func.func private @expected() -> (tensor<3x11xi1>) {
    %0 = stablehlo.constant dense<[[false, false, false, false, false, false, true, true, true, true, true], [false, false, false, false, false, false, true, true, true, true, true], [false, false, false, false, true, true, true, true, true, true, true]]> : tensor<3x11xi1>
    return %0 : tensor<3x11xi1>
  }
}
