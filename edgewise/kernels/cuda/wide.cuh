// Several numbers that lie side by side, at once: by the widest reads there are.
#pragma once
#include "atomics.cuh"
#include "team.cuh"

template <class T> struct __align__(sizeof(T) < 4 ? 4 * sizeof(T) : 16) Four {
    T x[4];
};

// Four numbers of an array that are wanted once; `place` is the first of such four.
template <class T> __device__ __forceinline__ Four<T> four_of(const T* place) {
    Four<T> there;
    if constexpr (sizeof(T) >= 4) {
        int4 words[sizeof(T) / 4];
#pragma unroll
        for (int i = 0; i < (int)sizeof(T) / 4; ++i) words[i] = __ldcs((const int4*)place + i);
        memcpy(&there, words, sizeof(there));
    } else if constexpr (sizeof(T) == 2) {
        int2 words = __ldcs((const int2*)place);
        memcpy(&there, &words, sizeof(there));
    } else {
        int word = __ldcs((const int*)place);
        memcpy(&there, &word, sizeof(there));
    }
    return there;
}

// The same of an array of `size` numbers, which may end among the four.
template <class T>
__device__ __forceinline__ Four<T> four_of(const T* array, int at, int size) {
    if (at + 4 <= size) return four_of(array + at);
    Four<T> there;
#pragma unroll
    for (int i = 0; i < 4; ++i) there.x[i] = at + i < size ? array[at + i] : T(0);
    return there;
}

// What the lane has whose number differs in these bits.
template <class T> __device__ __forceinline__ T across(T mine, int bits) {
    if constexpr (sizeof(T) == 8)
        return from_bits<T>(__shfl_xor_sync(EVERY_LANE, to_bits(mine), bits));
    else
        return from_bits<T>((unsigned long long)__shfl_xor_sync(
            EVERY_LANE, (unsigned int)to_bits(mine), bits));
}

// The sum over a warp, in an order that never changes; every lane has it.
template <class T> __device__ __forceinline__ T sum_of_warp(T mine) {
#pragma unroll
    for (int d = WARP / 2; d > 0; d /= 2) mine += across(mine, d);
    return mine;
}
