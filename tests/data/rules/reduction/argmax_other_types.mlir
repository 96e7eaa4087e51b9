module @reduction_argmax_other_types {
  func.func private @program(%arg0: tensor<4x6xi8>, %arg1: tensor<4x6xi16>, %arg2: tensor<4x6xui8>, %arg3: tensor<4x6xui16>, %arg4: tensor<4x6xui32>, %arg5: tensor<4x6xui64>, %arg6: tensor<4x6xf16>, %arg7: tensor<4x6xbf16>) -> (tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>) {
    %0 = call @argmax(%arg0) : (tensor<4x6xi8>) -> tensor<4xi32>
    %1 = call @argmin(%arg0) : (tensor<4x6xi8>) -> tensor<6xi64>
    %2 = call @argmax_0(%arg1) : (tensor<4x6xi16>) -> tensor<4xi32>
    %3 = call @argmin_1(%arg1) : (tensor<4x6xi16>) -> tensor<6xi64>
    %4 = call @argmax_2(%arg2) : (tensor<4x6xui8>) -> tensor<4xi32>
    %5 = call @argmin_3(%arg2) : (tensor<4x6xui8>) -> tensor<6xi64>
    %6 = call @argmax_4(%arg3) : (tensor<4x6xui16>) -> tensor<4xi32>
    %7 = call @argmin_5(%arg3) : (tensor<4x6xui16>) -> tensor<6xi64>
    %8 = call @argmax_6(%arg4) : (tensor<4x6xui32>) -> tensor<4xi32>
    %9 = call @argmin_7(%arg4) : (tensor<4x6xui32>) -> tensor<6xi64>
    %10 = call @argmax_8(%arg5) : (tensor<4x6xui64>) -> tensor<4xi32>
    %11 = call @argmin_9(%arg5) : (tensor<4x6xui64>) -> tensor<6xi64>
    %12 = call @argmax_10(%arg6) : (tensor<4x6xf16>) -> tensor<4xi32>
    %13 = call @argmin_11(%arg6) : (tensor<4x6xf16>) -> tensor<6xi64>
    %14 = call @argmax_12(%arg7) : (tensor<4x6xbf16>) -> tensor<4xi32>
    %15 = call @argmin_13(%arg7) : (tensor<4x6xbf16>) -> tensor<6xi64>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>
  }
  func.func private @argmax(%arg0: tensor<4x6xi8>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %c = stablehlo.constant dense<-128> : tensor<i8>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<4x6xi8>, tensor<4x6xi32>, tensor<i8>, tensor<i32>) -> (tensor<4xi8>, tensor<4xi32>)
     reducer(%arg1: tensor<i8>, %arg3: tensor<i8>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i8>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<i8>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @argmin(%arg0: tensor<4x6xi8>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %c = stablehlo.constant dense<127> : tensor<i8>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<4x6xi8>, tensor<4x6xi64>, tensor<i8>, tensor<i64>) -> (tensor<6xi8>, tensor<6xi64>)
     reducer(%arg1: tensor<i8>, %arg3: tensor<i8>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i8>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<i8>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmax_0(%arg0: tensor<4x6xi16>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %c = stablehlo.constant dense<-32768> : tensor<i16>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<4x6xi16>, tensor<4x6xi32>, tensor<i16>, tensor<i32>) -> (tensor<4xi16>, tensor<4xi32>)
     reducer(%arg1: tensor<i16>, %arg3: tensor<i16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<i16>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @argmin_1(%arg0: tensor<4x6xi16>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %c = stablehlo.constant dense<32767> : tensor<i16>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<4x6xi16>, tensor<4x6xi64>, tensor<i16>, tensor<i64>) -> (tensor<6xi16>, tensor<6xi64>)
     reducer(%arg1: tensor<i16>, %arg3: tensor<i16>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<i16>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmax_2(%arg0: tensor<4x6xui8>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<4x6xui8>, tensor<4x6xi32>, tensor<ui8>, tensor<i32>) -> (tensor<4xui8>, tensor<4xi32>)
     reducer(%arg1: tensor<ui8>, %arg3: tensor<ui8>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui8>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui8>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @argmin_3(%arg0: tensor<4x6xui8>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %c = stablehlo.constant dense<255> : tensor<ui8>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<4x6xui8>, tensor<4x6xi64>, tensor<ui8>, tensor<i64>) -> (tensor<6xui8>, tensor<6xi64>)
     reducer(%arg1: tensor<ui8>, %arg3: tensor<ui8>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui8>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<ui8>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmax_4(%arg0: tensor<4x6xui16>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %c = stablehlo.constant dense<0> : tensor<ui16>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<4x6xui16>, tensor<4x6xi32>, tensor<ui16>, tensor<i32>) -> (tensor<4xui16>, tensor<4xi32>)
     reducer(%arg1: tensor<ui16>, %arg3: tensor<ui16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui16>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @argmin_5(%arg0: tensor<4x6xui16>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %c = stablehlo.constant dense<65535> : tensor<ui16>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<4x6xui16>, tensor<4x6xi64>, tensor<ui16>, tensor<i64>) -> (tensor<6xui16>, tensor<6xi64>)
     reducer(%arg1: tensor<ui16>, %arg3: tensor<ui16>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<ui16>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmax_6(%arg0: tensor<4x6xui32>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<4x6xui32>, tensor<4x6xi32>, tensor<ui32>, tensor<i32>) -> (tensor<4xui32>, tensor<4xi32>)
     reducer(%arg1: tensor<ui32>, %arg3: tensor<ui32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui32>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @argmin_7(%arg0: tensor<4x6xui32>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %c = stablehlo.constant dense<4294967295> : tensor<ui32>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<4x6xui32>, tensor<4x6xi64>, tensor<ui32>, tensor<i64>) -> (tensor<6xui32>, tensor<6xi64>)
     reducer(%arg1: tensor<ui32>, %arg3: tensor<ui32>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<ui32>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmax_8(%arg0: tensor<4x6xui64>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %c = stablehlo.constant dense<0> : tensor<ui64>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<4x6xui64>, tensor<4x6xi32>, tensor<ui64>, tensor<i32>) -> (tensor<4xui64>, tensor<4xi32>)
     reducer(%arg1: tensor<ui64>, %arg3: tensor<ui64>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui64>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui64>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @argmin_9(%arg0: tensor<4x6xui64>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %c = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<4x6xui64>, tensor<4x6xi64>, tensor<ui64>, tensor<i64>) -> (tensor<6xui64>, tensor<6xi64>)
     reducer(%arg1: tensor<ui64>, %arg3: tensor<ui64>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui64>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<ui64>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmax_10(%arg0: tensor<4x6xf16>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<4x6xf16>, tensor<4x6xi32>, tensor<f16>, tensor<i32>) -> (tensor<4xf16>, tensor<4xi32>)
     reducer(%arg1: tensor<f16>, %arg3: tensor<f16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f16>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @argmin_11(%arg0: tensor<4x6xf16>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %cst = stablehlo.constant dense<0x7C00> : tensor<f16>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<4x6xf16>, tensor<4x6xi64>, tensor<f16>, tensor<i64>) -> (tensor<6xf16>, tensor<6xi64>)
     reducer(%arg1: tensor<f16>, %arg3: tensor<f16>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<f16>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func private @argmax_12(%arg0: tensor<4x6xbf16>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %cst = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<4x6xbf16>, tensor<4x6xi32>, tensor<bf16>, tensor<i32>) -> (tensor<4xbf16>, tensor<4xi32>)
     reducer(%arg1: tensor<bf16>, %arg3: tensor<bf16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<bf16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<bf16>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @argmin_13(%arg0: tensor<4x6xbf16>) -> tensor<6xi64> {
    %0 = stablehlo.iota dim = 0 : tensor<4x6xi64>
    %cst = stablehlo.constant dense<0x7F80> : tensor<bf16>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<4x6xbf16>, tensor<4x6xi64>, tensor<bf16>, tensor<i64>) -> (tensor<6xbf16>, tensor<6xi64>)
     reducer(%arg1: tensor<bf16>, %arg3: tensor<bf16>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<bf16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<bf16>, tensor<i64>
    }
    return %1#1 : tensor<6xi64>
  }
  func.func public @main() {
    %i:8 = call @inputs() : () -> (tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>)
    %e:16 = call @expected() : () -> (tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>)
    %r:16 = call @program(%i#0, %i#1, %i#2, %i#3, %i#4, %i#5, %i#6, %i#7) : (tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>) -> (tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>)
    stablehlo.custom_call @check.expect_eq(%r#0, %e#0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#1, %e#1) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#2, %e#2) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#3, %e#3) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#4, %e#4) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#5, %e#5) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#6, %e#6) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#7, %e#7) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#8, %e#8) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#9, %e#9) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#10, %e#10) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#11, %e#11) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#12, %e#12) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#13, %e#13) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#14, %e#14) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r#15, %e#15) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>) {
    %0 = stablehlo.constant dense<"0x00000305FBFC0405FDFE04FFFE04FDFF0201FBFB04030400"> : tensor<4x6xi8>
    %1 = stablehlo.constant dense<"0x0000000003000500FBFFFCFF04000500FDFFFEFF0400FFFFFEFF0400FDFFFFFF02000100FBFFFBFF0400030004000000"> : tensor<4x6xi16>
    %2 = stablehlo.constant dense<"0x00000305FBFC0405FDFE04FFFE04FDFF0201FBFB04030400"> : tensor<4x6xui8>
    %3 = stablehlo.constant dense<"0x0000000003000500FBFFFCFF04000500FDFFFEFF0400FFFFFEFF0400FDFFFFFF02000100FBFFFBFF0400030004000000"> : tensor<4x6xui16>
    %4 = stablehlo.constant dense<"0x00000000000000000300000005000000FBFFFFFFFCFFFFFF0400000005000000FDFFFFFFFEFFFFFF04000000FFFFFFFFFEFFFFFF04000000FDFFFFFFFFFFFFFF0200000001000000FBFFFFFFFBFFFFFF04000000030000000400000000000000"> : tensor<4x6xui32>
    %5 = stablehlo.constant dense<"0x0000000000000000000000000000000003000000000000000500000000000000FBFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF04000000000000000500000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FBFFFFFFFFFFFFFFFBFFFFFFFFFFFFFF0400000000000000030000000000000004000000000000000000000000000000"> : tensor<4x6xui64>
    %6 = stablehlo.constant dense<"0x000000000042004500C500C40044004500C200C0004400BC00C0004400C200BC0040003C00C500C50044004200440000"> : tensor<4x6xf16>
    %7 = stablehlo.constant dense<"0x000000004040A040A0C080C08040A04040C000C0804080BF00C0804040C080BF0040803FA0C0A0C08040404080400000"> : tensor<4x6xbf16>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4x6xi8>, tensor<4x6xi16>, tensor<4x6xui8>, tensor<4x6xui16>, tensor<4x6xui32>, tensor<4x6xui64>, tensor<4x6xf16>, tensor<4x6xbf16>
  }
  func.func private @expected() -> (tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>) {
    %0 = stablehlo.constant dense<"0x03000000010000000100000002000000"> : tensor<4xi32>
    %1 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000010000000000000000000000000000000000000000000000"> : tensor<6xi64>
    %2 = stablehlo.constant dense<"0x03000000010000000100000002000000"> : tensor<4xi32>
    %3 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000010000000000000000000000000000000000000000000000"> : tensor<6xi64>
    %4 = stablehlo.constant dense<"0x05000000050000000300000000000000"> : tensor<4xi32>
    %5 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000030000000000000002000000000000000300000000000000"> : tensor<6xi64>
    %6 = stablehlo.constant dense<"0x05000000050000000300000000000000"> : tensor<4xi32>
    %7 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000030000000000000002000000000000000300000000000000"> : tensor<6xi64>
    %8 = stablehlo.constant dense<"0x05000000050000000300000000000000"> : tensor<4xi32>
    %9 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000030000000000000002000000000000000300000000000000"> : tensor<6xi64>
    %10 = stablehlo.constant dense<"0x05000000050000000300000000000000"> : tensor<4xi32>
    %11 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000030000000000000002000000000000000300000000000000"> : tensor<6xi64>
    %12 = stablehlo.constant dense<"0x03000000010000000100000002000000"> : tensor<4xi32>
    %13 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000010000000000000000000000000000000000000000000000"> : tensor<6xi64>
    %14 = stablehlo.constant dense<"0x03000000010000000100000002000000"> : tensor<4xi32>
    %15 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000010000000000000000000000000000000000000000000000"> : tensor<6xi64>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>, tensor<4xi32>, tensor<6xi64>
  }
}
