#include "formats/stablehlo/element.h"

#include "base/half.h"

#include <string.h>

static void store_bits(int64_t bytes, uint64_t bits, void *out_element)
{
    uint8_t bits8 = (uint8_t)bits;
    uint16_t bits16 = (uint16_t)bits;
    uint32_t bits32 = (uint32_t)bits;
    switch (bytes) {
    case 1: memcpy(out_element, &bits8, 1); break;
    case 2: memcpy(out_element, &bits16, 2); break;
    case 4: memcpy(out_element, &bits32, 4); break;
    default: memcpy(out_element, &bits, 8); break;
    }
}

/* Signless integers, as MLIR calls them, take -2^(n-1) to 2^n - 1; unsigned ones 0 to 2^n - 1. */
static bool integer_fits(ax_dtype dtype, const ax_hlo_number *number)
{
    int64_t bits = ax_dtype_bytes(dtype) * 8;
    if (number->negative && number->integer != 0) {
        return ax_dtype_kind(dtype) == AX_KIND_SIGNED &&
               (bits == 64 || number->integer >= -(INT64_C(1) << (bits - 1)));
    }
    return bits == 64 || (uint64_t)number->integer >> bits == 0;
}

static void store_real(ax_dtype dtype, double value, void *out_element)
{
    float single = (float)value;
    switch (dtype) {
    case AX_F16: store_bits(2, ax_f16_from_f64(value), out_element); break;
    case AX_BF16: store_bits(2, ax_bf16_from_f64(value), out_element); break;
    case AX_F32: memcpy(out_element, &single, sizeof single); break;
    default: memcpy(out_element, &value, sizeof value); break;
    }
}

bool ax_hlo_store_number(ax_dtype dtype, const ax_hlo_number *number, void *out_element)
{
    int64_t bytes = ax_dtype_bytes(dtype);
    switch (ax_dtype_kind(dtype)) {
    case AX_KIND_BOOL:
        if (number->is_float ||
            (number->integer != 0 && number->integer != 1 && number->integer != -1))
            return false;
        store_bits(1, number->integer != 0, out_element);
        return true;
    case AX_KIND_SIGNED:
    case AX_KIND_UNSIGNED:
        if (number->is_float || !integer_fits(dtype, number))
            return false;
        store_bits(bytes, (uint64_t)number->integer, out_element);
        return true;
    case AX_KIND_FLOAT:
        if (number->is_float) {
            store_real(dtype, number->real, out_element);
            return true;
        }
        if (!number->is_bits || number->negative ||
            (bytes < 8 && (uint64_t)number->integer >> (bytes * 8) != 0))
            return false;
        store_bits(bytes, (uint64_t)number->integer, out_element);
        return true;
    case AX_KIND_COMPLEX: break;
    }
    return false;
}

void ax_hlo_swap_from_little_endian(ax_dtype dtype, unsigned char *data, int64_t count)
{
    const uint16_t probe = 1;
    if (*(const unsigned char *)&probe == 1)
        return;
    int64_t bytes = ax_dtype_bytes(dtype);
    if (ax_dtype_kind(dtype) == AX_KIND_COMPLEX) {
        bytes /= 2;
        count *= 2;
    }
    for (int64_t i = 0; i < count; i++) {
        unsigned char *element = data + i * bytes;
        for (int64_t low = 0, high = bytes - 1; low < high; low++, high--) {
            unsigned char swapped = element[low];
            element[low] = element[high];
            element[high] = swapped;
        }
    }
}
