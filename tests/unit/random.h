/* Numbers from a small generator of the tests' own, the same everywhere, and walks over indices.
 *
 * Include after optest.h.
 */
#ifndef AXMAP_TESTS_UNIT_RANDOM_H
#define AXMAP_TESTS_UNIT_RANDOM_H

static inline uint32_t random_below(uint32_t *state, uint32_t bound)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % bound;
}

/* The next index in row-major order; false behind the last one. */
static inline bool next_index(int32_t ndim, const int64_t *dims, int64_t *index)
{
    for (int32_t d = ndim - 1; d >= 0; d--) {
        if (++index[d] < dims[d])
            return true;
        index[d] = 0;
    }
    return false;
}

static inline int64_t flat_index(const ax_type *type, const int64_t *index)
{
    int64_t flat = 0;
    for (int32_t d = 0; d < type->ndim; d++)
        flat = flat * type->dims[d] + index[d];
    return flat;
}

static inline double element_of(const ax_type *type, const void *data, int64_t flat)
{
    return type->dtype == AX_F32 ? (double)((const float *)data)[flat]
                                 : ((const double *)data)[flat];
}

/* How far a sum of `terms` products may be off, relative to the sum of their magnitudes: each product
 * and each addition, in any order, errs by at most half a unit in the last place. */
static inline double sum_error(ax_dtype dtype, int64_t terms)
{
    return (double)(terms + 1) * (dtype == AX_F32 ? 0x1p-24 : 0x1p-53) * 1.001;
}

static inline void *random_elements(uint32_t *state, const ax_type *type)
{
    void *data = optest_memory(type);
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        double value = ((double)random_below(state, 2001) - 1000) / 1000;
        if (type->dtype == AX_F32) {
            ((float *)data)[i] = (float)value;
        } else {
            ((double *)data)[i] = value;
        }
    }
    return data;
}

#endif
