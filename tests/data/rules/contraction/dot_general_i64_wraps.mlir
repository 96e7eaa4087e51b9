module @contraction_dot_general_i64_wraps {
  func.func private @program(%arg0: tensor<3x5xi64>, %arg1: tensor<5x4xi64>) -> (tensor<3x4xi64>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xi64>, tensor<5x4xi64>) -> tensor<3x4xi64>
    return %0 : tensor<3x4xi64>
  }
  func.func public @main() {
    %i:2 = call @inputs() : () -> (tensor<3x5xi64>, tensor<5x4xi64>)
    %e = call @expected() : () -> (tensor<3x4xi64>)
    %r = call @program(%i#0, %i#1) : (tensor<3x5xi64>, tensor<5x4xi64>) -> (tensor<3x4xi64>)
    stablehlo.custom_call @check.expect_eq(%r, %e) {has_side_effect = true} : (tensor<3x4xi64>, tensor<3x4xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi64>, tensor<5x4xi64>) {
    %0 = stablehlo.constant dense<"0xF7C2BECF931AED95F4D3EF2D059D9FBC35EC6D2EC752204D230786DE399208150D0F160A90D0189806290B553B68E1EEE1C9089F1A1BA3FA2029C94346A6E4A831B300B1893F0D3CFE405E08089C199D9C92BE73DB8727E4EC7F48E3A81549040F998C6B50A33DEE2EE594AA616E381649C13E2CEEEFE23C"> : tensor<3x5xi64>
    %1 = stablehlo.constant dense<"0x0DCDB9C149EECD749F6E44C94F68C1C857C5EA519430072694287EA628363B320C9987DE3BBFEFCAC09A52F073A76180B8D2B0134CB134796C5EA2F1C50564CC31F7A623FA6261D066C1080B3D2D47641C5AA4A9093DCD15E612A33E0EC0A7F87251BA306B7BF545337B777986C1C4877E5621411DAAFB3426370B85A171CEDF5DE1EE40991F4297366DCD9B4C881629B7A62C85496A746E25728DEDFA7A0AB5"> : tensor<5x4xi64>
    return %0, %1 : tensor<3x5xi64>, tensor<5x4xi64>
  }
  func.func private @expected() -> (tensor<3x4xi64>) {
    %0 = stablehlo.constant dense<"0x6FF3E72A5A6AA01E3EFDCB2407342296A2C14894D806ADA96DCED2E6367C7B2F12B9840AB23A126F916D607F9E9230EDF2CB729F43653703204433911D716541DC2A38115388EEF36EE7BF9B31BE48671B2E3777D5CB0EDF9BAB0FAC7F3D0C35"> : tensor<3x4xi64>
    return %0 : tensor<3x4xi64>
  }
}
