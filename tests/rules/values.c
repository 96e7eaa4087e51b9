/* The elements that operands of a case are filled with, and their comparison. */
#include "rules.h"

#include "base/half.h"

#include <math.h>

static uint64_t state;

void rule_random_start(uint32_t seed)
{
    state = seed * 0x9e3779b97f4a7c15u + 1;
}

static uint64_t random_bits(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 29;
}

uint32_t rule_random(uint32_t bound)
{
    return (uint32_t)(random_bits() >> 33) % bound;
}

void *rule_memory(int64_t bytes)
{
    void *memory = malloc((size_t)bytes);
    assert_true(memory || bytes == 0);
    return memory;
}

static double any_float(void)
{
    static const double edges[] = {0.0,  -0.0, 1.0,   -1.0,   INFINITY, -INFINITY,
                                   NAN,  0.5,  1.5,   -2.5,   0x1p31,   -0x1p31,
                                   3e10, 1e30, 1e-30, 0x1p24, 88.5,     -88.5};
    if (rule_random(3) == 0)
        return edges[rule_random(sizeof edges / sizeof edges[0])];
    return ((double)rule_random(1u << 30) - 0x1p29) * 0x1p-27;
}

static int64_t any_integer(void)
{
    static const int64_t edges[] = {0, 1, -1, INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX, 64, 255};
    if (rule_random(3) == 0)
        return edges[rule_random(sizeof edges / sizeof edges[0])];
    return (int64_t)rule_random(41) - 20;
}

static double one_float(rule_fill fill)
{
    static const double units[] = {1, -1, 2, -2, 0.5, -0.5};
    switch (fill) {
    case FILL_ANY: return any_float();
    case FILL_EXACT: return ((double)rule_random(33) - 16) / 8;
    case FILL_UNITS: return units[rule_random(6)];
    case FILL_INDEX: break;
    }
    return (double)rule_random(11) - 2;
}

static int64_t one_integer(rule_fill fill)
{
    switch (fill) {
    case FILL_ANY: return any_integer();
    case FILL_EXACT: return (int64_t)rule_random(19) - 9;
    case FILL_UNITS: return (int64_t)rule_random(5) - 2;
    case FILL_INDEX: break;
    }
    return (int64_t)rule_random(11) - 2;
}

/* Integers keep their low bytes: the hosts of these tests are little-endian, as axmap's are. */
static void put_element(ax_dtype dtype, rule_fill fill, char *place)
{
    int64_t integer = one_integer(fill);
    double real = one_float(fill);
    uint64_t bits = random_bits();
    float single = (float)real;
    uint16_t half = dtype == AX_F16 ? ax_f16_from_f64(real) : ax_bf16_from_f64(real);
    switch (ax_dtype_kind(dtype)) {
    case AX_KIND_BOOL: *place = (char)rule_random(2); return;
    case AX_KIND_SIGNED:
    case AX_KIND_UNSIGNED: memcpy(place, &integer, (size_t)ax_dtype_bytes(dtype)); return;
    case AX_KIND_FLOAT:
    case AX_KIND_COMPLEX: break;
    }
    if (dtype == AX_F32) {
        memcpy(place, &single, sizeof single);
    } else if (dtype == AX_F64) {
        memcpy(place, &real, sizeof real);
    } else if (dtype == AX_F16 || dtype == AX_BF16) {
        memcpy(place, &half, sizeof half);
    } else { /* only moved, never computed with */
        for (int64_t i = 0; i < ax_dtype_bytes(dtype); i++)
            place[i] = (char)(bits >> (i % 8 * 8));
    }
}

void *rule_values(const ax_type *type, rule_fill fill)
{
    char *data = rule_memory(ax_type_bytes(type));
    int64_t bytes = ax_dtype_bytes(type->dtype), count = ax_type_count(type);
    for (int64_t i = 0; i < count; i++)
        put_element(type->dtype, fill, data + i * bytes);
    return data;
}

static bool same_float(double a, double b, bool sums)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b && (sums || !signbit(a) == !signbit(b));
}

static double element(ax_dtype dtype, const void *data, int64_t i)
{
    switch (dtype) {
    case AX_F16: return (double)ax_f32_from_f16(((const uint16_t *)data)[i]);
    case AX_BF16: return (double)ax_f32_from_bf16(((const uint16_t *)data)[i]);
    case AX_F32: return (double)((const float *)data)[i];
    default: return ((const double *)data)[i];
    }
}

bool rule_equal(ax_dtype dtype, int64_t count, const void *a, const void *b, bool sums)
{
    if (ax_dtype_kind(dtype) != AX_KIND_FLOAT)
        return count == 0 || memcmp(a, b, (size_t)(count * ax_dtype_bytes(dtype))) == 0;
    for (int64_t i = 0; i < count; i++) {
        if (!same_float(element(dtype, a, i), element(dtype, b, i), sums))
            return false;
    }
    return true;
}
