module @indexing_scatter_two_arrays {
  func.func private @program(%arg0: tensor<4xi32>, %arg1: tensor<4xi64>, %arg2: tensor<5xi32>, %arg3: tensor<5xi32>, %arg4: tensor<5xi64>) -> (tensor<4xi32>, tensor<4xi64>) {
    %r:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i64>, %c: tensor<i32>, %d: tensor<i64>):
    %0 = stablehlo.add %a, %c : tensor<i32>
    %1 = stablehlo.compare LT, %c, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.select %1, %d, %b : tensor<i1>, tensor<i64>
    stablehlo.return %0, %2 : tensor<i32>, tensor<i64>
    }) : (tensor<4xi32>, tensor<4xi64>, tensor<5xi32>, tensor<5xi32>, tensor<5xi64>) -> (tensor<4xi32>, tensor<4xi64>)
    return %r#0, %r#1 : tensor<4xi32>, tensor<4xi64>
  }
  func.func public @main() {
    %i:5 = call @inputs() : () -> (tensor<4xi32>, tensor<4xi64>, tensor<5xi32>, tensor<5xi32>, tensor<5xi64>)
    %e:2 = call @expected() : () -> (tensor<4xi32>, tensor<4xi64>)
    %r:2 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4) : (tensor<4xi32>, tensor<4xi64>, tensor<5xi32>, tensor<5xi32>, tensor<5xi64>) -> (tensor<4xi32>, tensor<4xi64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xi32>, tensor<4xi64>, tensor<5xi32>, tensor<5xi32>, tensor<5xi64>) {
    %0 = stablehlo.constant dense<"0x01000000020000000300000004000000"> : tensor<4xi32>
    %1 = stablehlo.constant dense<"0x0900000000000000080000000000000007000000000000000600000000000000"> : tensor<4xi64>
    %2 = stablehlo.constant dense<"0x0200000000000000020000000500000002000000"> : tensor<5xi32>
    %3 = stablehlo.constant dense<"0x03000000FFFFFFFF000000000100000002000000"> : tensor<5xi32>
    %4 = stablehlo.constant dense<"0x0300000000000000010000000000000000000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<5xi64>
    return %0, %1, %2, %3, %4 : tensor<4xi32>, tensor<4xi64>, tensor<5xi32>, tensor<5xi32>, tensor<5xi64>
  }
  func.func private @expected() -> (tensor<4xi32>, tensor<4xi64>) {
    %0 = stablehlo.constant dense<"0x00000000020000000800000004000000"> : tensor<4xi32>
    %1 = stablehlo.constant dense<"0x01000000000000000800000000000000FFFFFFFFFFFFFFFF0600000000000000"> : tensor<4xi64>
    return %0, %1 : tensor<4xi32>, tensor<4xi64>
  }
}
