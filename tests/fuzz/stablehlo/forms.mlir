#loc = loc("x")
!t = tensor<2x3xf32>
module @m attributes {mhlo.num_partitions = 1 : i32} {
  sdy.mesh @mesh = <["b"=4]> {stablehlo.mesh = {axes = [{name = "b", size = 4 : i64}]}}
  func.func public @main(%a: !t loc(#loc), %b: tensor<3x2xf32> {mhlo.layout_mode = "default"}, %p: tensor<i1>) -> (tensor<2x3xf32> {jax.result_info = "result['y']"}) {
    %c = stablehlo.constant dense<[[1.0, 0x7FC00000, -2.0e+01], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
    %s = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
    %0 = stablehlo.add %a, %c : tensor<2x3xf32> loc("f.py":1:2 to :3)
    %1 = stablehlo.slice %0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %4:2 = stablehlo.reduce(%a init: %s), (%a init: %s) across dimensions = [0] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<f32>, %w: tensor<f32>) {
      %9 = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %9, %z : tensor<f32>, tensor<f32>
    }
    %5 = "stablehlo.gather"(%a, %p) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<i1>) -> tensor<3xf32>
    %6 = stablehlo.select %p, %a, %0 : tensor<i1>, tensor<2x3xf32>
    %7 = stablehlo.compare LT, %a, %0, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %8 = stablehlo.iota dim = 0 : tensor<4xi32>
    %10 = stablehlo.while(%i = %s) : tensor<f32> cond {
      %11 = stablehlo.compare LT, %i, %i : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      stablehlo.return %i : tensor<f32>
    }
    %12 = call @f(%6) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %12 : tensor<2x3xf32>
  }
  func.func private @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = chlo.square %a : tensor<2x3xf32> -> tensor<2x3xf32>
    stablehlo.custom_call @check.expect_eq(%0, %a) {has_side_effect = true, n = [1, -2.5 : f64, "s", @m::@f, {a, b = unit}, array<i32: 1>]} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    %1 = stablehlo.pad %0, %0, low = [0], high = [-1], interior = [2] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
    func.return %0 : tensor<2x3xf32>
  }
}
