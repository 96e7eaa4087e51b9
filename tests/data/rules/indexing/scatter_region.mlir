module @indexing_scatter_region {
  func.func private @program(%arg0: tensor<4xi32>, %arg1: tensor<5xi32>, %arg2: tensor<5xi32>) -> (tensor<4xi32>) {
    %r = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.add %a, %a : tensor<i32>
    %1 = stablehlo.subtract %b, %0 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
    }) : (tensor<4xi32>, tensor<5xi32>, tensor<5xi32>) -> (tensor<4xi32>)
    return %r : tensor<4xi32>
  }
  func.func public @main() {
    %i:3 = call @inputs() : () -> (tensor<4xi32>, tensor<5xi32>, tensor<5xi32>)
    %e = call @expected() : () -> (tensor<4xi32>)
    %r = call @program(%i#0, %i#1, %i#2) : (tensor<4xi32>, tensor<5xi32>, tensor<5xi32>) -> (tensor<4xi32>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xi32>, tensor<5xi32>, tensor<5xi32>) {
    %0 = stablehlo.constant dense<"0x01000000020000000300000004000000"> : tensor<4xi32>
    %1 = stablehlo.constant dense<"0x0200000000000000020000000500000002000000"> : tensor<5xi32>
    %2 = stablehlo.constant dense<"0x03000000FFFFFFFF000000000100000002000000"> : tensor<5xi32>
    return %0, %1, %2 : tensor<4xi32>, tensor<5xi32>, tensor<5xi32>
  }
  func.func private @expected() -> (tensor<4xi32>) {
    %0 = stablehlo.constant dense<"0xFDFFFFFF02000000F6FFFFFF04000000"> : tensor<4xi32>
    return %0 : tensor<4xi32>
  }
}
