/* A tensor: a type and the memory that holds its elements, dense and row-major.
 *
 * A tensor owns nothing; whoever made the memory says how long it lives. bool takes a byte an
 * element, 0 or 1.
 */
#ifndef AXMAP_DEVICE_TENSOR_H
#define AXMAP_DEVICE_TENSOR_H

#include "ir/type.h"

typedef struct ax_tensor {
    ax_type type;
    void *data;
} ax_tensor;

#endif
