module {
  sdy.mesh @mesh = <["i"=4294967296]>
  func.func public @main(%x: tensor<8xf32> loc("x")) -> (tensor<8xf32> {jax.result_info = "y"}) {
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"i"}]>] out_shardings=[<@mesh, [{"i"}]>] manual_axes={"i"} (%a: tensor<2xf32>) {
      %1 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "i">, #stablehlo.axis_ref<name = "i">]>}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %9 = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      sdy.return %1 : tensor<2xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
