// The next frontier: a bit a vertex, and a list that members are appended to.
#pragma once

// Whether nobody before set bit v.
__device__ __forceinline__ bool claimed(unsigned int* fresh, long long v) {
    unsigned int bit = 1U << (v & 31);
    return (atomicOr(fresh + (v >> 5), bit) & bit) == 0;
}

__device__ __forceinline__ void append(long long v, HEAD* next, unsigned long long* length) {
    next[atomicAdd(length, 1ULL)] = (HEAD)v;
}

// This thread's first member, and how far it is to its next one.
__device__ __forceinline__ long long first_member() {
    return blockIdx.x * (long long)blockDim.x + threadIdx.x;
}
__device__ __forceinline__ long long stride() { return gridDim.x * (long long)blockDim.x; }
