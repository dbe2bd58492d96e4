// One advance: a launch that nobody in it waits for. How many members there are may be known to the
// device only; what is found is counted where the next call will look for it.
#pragma once
#include "visit.cuh"

// How many members a list has: `counted` says so where the host does not know.
__device__ __forceinline__ long long length_of(const Counter* counted, long long count) {
    return counted ? (long long)counted->found : count;
}

__device__ __forceinline__ void report(Counter* counter, unsigned long long walked) {
    unsigned long long total;
    before_in_block(walked, total);
    if (threadIdx.x == 0 && total) atomicAdd(&counter->walked, total);
}
