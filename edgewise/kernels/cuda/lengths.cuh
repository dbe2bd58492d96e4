// Rows in order of length: classes of rows of like length, the long ones first. Each warp counts
// the rows of its segments; the host adds up; the same warps deal them out, ascending in a class.
#pragma once
#include "team.cuh"
#define SEGMENT (32 * WARP)

// The class of rows with so many arcs: how many of the LIMITS do not lie below.
__device__ __forceinline__ int class_of(long long arcs) {
    const int limits[CLASSES - 1] = LIMITS;
    int which = 0;
#pragma unroll
    for (int i = 0; i < CLASSES - 1; ++i) which += arcs <= limits[i];
    return which;
}

struct Lengths {
    const OFFSET* offsets;
    long long n;
    int segments;

    // Calls `told(row, arcs, class, lanes of that class, class of the lanes)` for all rows.
    template <class Told> __device__ __forceinline__ void each(int segment, Told told) const {
        long long stop = min((segment + 1LL) * SEGMENT, n);
        for (long long base = (long long)segment * SEGMENT; base < stop; base += WARP) {
            long long v = base + lane();
            long long arcs = v < stop ? (long long)offsets[v + 1] - offsets[v] : 0;
            int mine = v < stop ? class_of(arcs) : CLASSES;
            for (int c = 0; c < CLASSES; ++c)
                told(v, arcs, mine, __ballot_sync(EVERY_LANE, mine == c), c);
        }
    }
};

__device__ __forceinline__ int warp_of_all() {
    return (int)((blockIdx.x * (long long)THREADS + threadIdx.x) / WARP);
}

// How many rows of each class a segment has: counts[class][segment].
extern "C" __global__ void __launch_bounds__(THREADS)
    tally(const OFFSET* offsets, long long n, int segments, int* counts) {
    Lengths lengths{offsets, n, segments};
    for (int s = warp_of_all(); s < segments; s += (int)gridDim.x * (THREADS / WARP)) {
        int count = 0;
        lengths.each(s, [&](long long, long long, int, unsigned int lanes, int c) {
            if ((int)lane() == c) count += __popc(lanes);
        });
        if (lane() < CLASSES) counts[lane() * (long long)segments + s] = count;
    }
}

// Rows to their places, which begin at places[class][segment]; and how many parts long ones have.
extern "C" __global__ void __launch_bounds__(THREADS)
    deal(const OFFSET* offsets, long long n, int segments, const int* places, int* list, int* parts) {
    Lengths lengths{offsets, n, segments};
    for (int s = warp_of_all(); s < segments; s += (int)gridDim.x * (THREADS / WARP)) {
        int place = lane() < CLASSES ? places[lane() * (long long)segments + s] : 0;
        lengths.each(s, [&](long long v, long long arcs, int mine, unsigned int lanes, int c) {
            int at = __shfl_sync(EVERY_LANE, place, c) + __popc(lanes & ((1U << lane()) - 1U));
            if (mine == c) list[at] = (int)v;
            if (mine == c && c == 0) parts[at] = (int)((arcs + PART - 1) / PART);
            if ((int)lane() == c) place += __popc(lanes);
        });
    }
}
