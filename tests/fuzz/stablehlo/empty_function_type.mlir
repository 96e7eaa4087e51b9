func.func @main(%a: tensor<2xf32>) {
  %0 = "stablehlo.negate"(%a) {f = () -> ()} : () -> ()
}
