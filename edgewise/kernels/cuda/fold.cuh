// The weights of parallel arcs made one, from the first to the last, as the CPU does it.
#pragma once
#include "team.cuh"
enum { SUM = 1, MIN, MAX };

// What was spoiled: an integer sum left its type.
__device__ __forceinline__ WEIGHT sum(WEIGHT old, WEIGHT more, bool& spoilt) {
#if REAL
    return old + more;
#else
    WEIGHT total = (WEIGHT)((unsigned long long)old + (unsigned long long)more);
    if ((more > 0 && total < old) || (more < 0 && total > old)) spoilt = true;
    return total;
#endif
}

// Arc j of `kept` stands for the arcs from places[j] up to the next one's place. A thread folds them.
extern "C" __global__ void __launch_bounds__(THREADS) fold(
    const WEIGHT* weights, const long long* places, long long kept, long long count, int how,
    WEIGHT* folded, unsigned int* spoilt) {
    bool spoils = false;
    long long stride = gridDim.x * (long long)THREADS;
    for (long long j = blockIdx.x * (long long)THREADS + threadIdx.x; j < kept; j += stride) {
        long long end = j + 1 < kept ? places[j + 1] : count;
        WEIGHT all = weights[places[j]];
        for (long long i = places[j] + 1; i < end; ++i) {
            WEIGHT more = weights[i];
            if (how == SUM) all = sum(all, more, spoils);
            else if ((how == MIN && more < all) || (how == MAX && more > all)) all = more;
        }
        folded[j] = all;
    }
    if (spoils) atomicOr(spoilt, 1U);
}
