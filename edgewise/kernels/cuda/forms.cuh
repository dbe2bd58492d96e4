// A frontier as a list, as a bitmap, or as everybody; and from one to the other.
#pragma once
#include "queue.cuh"
enum { LIST, BITMAP, ALL };

__device__ __forceinline__ bool is_set(const unsigned int* bits, long long v) {
    return bits[v >> 5] >> (v & 31) & 1U;
}

// Whether nobody before set bit v.
__device__ __forceinline__ bool claimed(unsigned int* bits, long long v) {
    unsigned int bit = 1U << (v & 31);
    if (fresh_of(bits + (v >> 5)) & bit) return false;
    return (atomicOr(bits + (v >> 5), bit) & bit) == 0;
}

__device__ __forceinline__ void clear(const Team& team, unsigned int* bits, long long words) {
    for (long long w = team.first(); w < words; w += team.stride()) bits[w] = 0;
}

__device__ __forceinline__ void list_to_bits(
    Team& team, const HEAD* list, long long count, unsigned int* bits, long long words) {
    clear(team, bits, words);
    team.meet();
    for (long long i = team.first(); i < count; i += team.stride()) {
        long long v = list[i];
        atomicOr(bits + (v >> 5), 1U << (v & 31));
    }
    team.meet();
}

// The members of a bitmap into `queue.list`; its counter was zero.
__device__ __forceinline__ void bits_to_list(
    Team& team, const unsigned int* bits, long long n, const Queue& queue, Waiting& waiting) {
    long long rounded = (n + THREADS - 1) / THREADS * THREADS;
    for (long long v = team.block() * THREADS + threadIdx.x; v < rounded;
         v += team.blocks() * THREADS) {
        if (v < n && is_set(bits, v)) wait(waiting, queue, v);
        hand_in_if_many(waiting, queue);
    }
    hand_in(waiting, queue);
    team.meet();
}
