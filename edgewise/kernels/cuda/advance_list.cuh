// An advance: the heads of all arcs that pass `cond`, as a list; a head comes once for each arc.
#include "frontier.cuh"

extern "C" __global__ void advance_list(
    const long long* offsets, const HEAD* heads, const WEIGHT* weights, const HEAD* members,
    long long count, HEAD* next, unsigned long long* length GIVEN) {
#pragma unroll 1
    for (long long i = first_member(); i < count; i += stride()) {
        long long u = members[i];
        for (long long e = offsets[u]; e < offsets[u + 1]; ++e) {
            long long v = heads[e];
            WEIGHT weight = WEIGHTED ? weights[e] : (WEIGHT)1;
            if (cond(u, v, e, weight PASSED)) append(v, next, length);
        }
    }
}
