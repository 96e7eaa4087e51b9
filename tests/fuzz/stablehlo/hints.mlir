module attributes {jax.uses_shape_polymorphism = false} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @one = <[], device_ids=[0]>
  func.func private @before(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
    %0 = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    return %0 : tensor<i1>
  }
  func.func public @main(%a: tensor<2x4xf32>, %u: tensor<f32>, %v: tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
    %0 = sdy.sharding_constraint %a <@mesh, [{"x", ?}, {?}], replicated={"y"}> : tensor<2x4xf32>
    %1 = sdy.reshard %0 <@mesh, [{"x"}p0, {}]> : tensor<2x4xf32>
    sdy.sharding_group %1 group_id=0 : tensor<2x4xf32>
    %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<2x4xf32>
    %3 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} %2 : tensor<2x4xf32>
    %4 = stablehlo.custom_call @annotate_device_placement(%3) {has_side_effect = true} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %5 = stablehlo.iota dim = 1 : tensor<2x4xi32>
    %6:2 = "stablehlo.sort"(%4, %5) <{dimension = -1 : i64, is_stable = false}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %10 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %11 = stablehlo.compare EQ, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %12 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %13 = stablehlo.and %11, %12 : tensor<i1>
      %14 = stablehlo.or %10, %13 : tensor<i1>
      stablehlo.return %14 : tensor<i1>
    }) : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
    %7:2 = stablehlo.custom_call @ApproxTopK(%6#0, %6#1, %u, %v) {called_computations = [@before], mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 1 : i64, top_k = 3 : i64}} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    %8:2 = chlo.top_k(%7#0, k = 2, is_stable = false) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %9:2 = stablehlo.custom_call @mhlo.topk(%8#0) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
    return %9#0, %9#1 : tensor<2x2xf32>, tensor<2x2xi32>
  }
}
