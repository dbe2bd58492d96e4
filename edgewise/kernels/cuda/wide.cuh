// Reads of what is wanted once, and sums over lanes.
#pragma once
#include "atomics.cuh"
#include "team.cuh"

// A number that no launch changes while it runs, and that nobody reads again: it takes no room in
// the nearest cache, which is for numbers that are gathered.
template <class T> __device__ __forceinline__ T passing(const T* place) {
#ifndef EMULATED
    if constexpr (sizeof(T) == 4) {
        unsigned int word;
        asm("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(word) : "l"(place));
        return from_bits<T>(word);
    } else if constexpr (sizeof(T) == 8) {
        unsigned long long word;
        asm("ld.global.nc.L1::no_allocate.u64 %0, [%1];" : "=l"(word) : "l"(place));
        return from_bits<T>(word);
    } else return __ldcs(place);
#else
    return *place;
#endif
}

// The same of a number whose neighbours are wanted soon: it stays near until then.
template <class T> __device__ __forceinline__ T brief(const T* place) {
#ifndef EMULATED
    if constexpr (sizeof(T) == 4) {
        unsigned int word;
        asm("ld.global.nc.L1::evict_first.u32 %0, [%1];" : "=r"(word) : "l"(place));
        return from_bits<T>(word);
    } else if constexpr (sizeof(T) == 8) {
        unsigned long long word;
        asm("ld.global.nc.L1::evict_first.u64 %0, [%1];" : "=l"(word) : "l"(place));
        return from_bits<T>(word);
    } else return __ldcs(place);
#else
    return *place;
#endif
}

// The same place in the device's memory, worked out: not once more for each number read from there.
template <class T> __device__ __forceinline__ T* settled_on(T* place) {
#ifndef EMULATED
    asm("mov.b64 %0, %0;" : "+l"(place));
    __builtin_assume(__isGlobal(place));
#endif
    return place;
}

// What the lane has whose number differs in these bits.
template <class T> __device__ __forceinline__ T across(T mine, int bits) {
    if constexpr (sizeof(T) == 8)
        return from_bits<T>(__shfl_xor_sync(EVERY_LANE, to_bits(mine), bits));
    else
        return from_bits<T>((unsigned long long)__shfl_xor_sync(
            EVERY_LANE, (unsigned int)to_bits(mine), bits));
}

// The sum over each group of so many lanes, in an order that never changes; every lane has it.
template <int LANES, class T> __device__ __forceinline__ T sum_of_lanes(T mine) {
#pragma unroll
    for (int d = LANES / 2; d > 0; d /= 2) mine += across(mine, d);
    return mine;
}
template <class T> __device__ __forceinline__ T sum_of_warp(T mine) { return sum_of_lanes<WARP>(mine); }
