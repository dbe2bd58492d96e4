// A frontier as a list, as a bitmap, or as everybody; and from one to the other.
#pragma once
#include "queue.cuh"
enum { LIST, BITMAP, ALL };

template <class T> __device__ __forceinline__ bool is_set(const unsigned int* bits, T v) {
    return bits[v >> 5] >> (v & 31) & 1U;
}

// Whether nobody before set bit v.
template <class T> __device__ __forceinline__ bool claimed(unsigned int* bits, T v) {
    unsigned int bit = 1U << (v & 31);
    if (fresh_of(bits + (v >> 5)) & bit) return false;
    return (atomicOr(bits + (v >> 5), bit) & bit) == 0;
}

__device__ __forceinline__ void clear(const Team& team, unsigned int* bits, int words) {
    for (int w = team.first(); w < words; w += team.stride()) bits[w] = 0;
}

__device__ __forceinline__ void list_to_bits(
    Team& team, const Member* list, long long count, unsigned int* bits, int words) {
    clear(team, bits, words);
    team.meet();
    for (long long i = team.first(); i < count; i += team.stride()) {
        Id v = list[i].v;
        atomicOr(bits + (v >> 5), 1U << (v & 31));
    }
    team.meet();
}

// The members of a bitmap into a list, a word a thread; `found` was zero.
__device__ __noinline__ void bits_to_list(
    int block, int stride, const unsigned int* bits, int words, const Arc* offsets, Member* list,
    unsigned long long* found) {
    __shared__ unsigned long long base;
    for (int w = block * THREADS; w < words; w += stride) {
        int mine = w + threadIdx.x;
        unsigned int word = mine < words ? bits[mine] : 0;
        unsigned long long sum = 0, total;
        for (unsigned int left = word; left; left &= left - 1) {
            HEAD v = mine * 32 + __ffs(left) - 1;
            sum += ONE_OF(offsets[v + 1] - offsets[v]);
        }
        if (!__syncthreads_or(word != 0)) continue;
        unsigned long long before = before_in_block(sum, total);
        if (threadIdx.x == 0) base = atomicAdd(found, total);
        __syncthreads();
        unsigned long long at = base + before;
        for (unsigned int left = word; left; left &= left - 1) {
            HEAD v = mine * 32 + __ffs(left) - 1;
            Arc begin = offsets[v];
            int degree = (int)(offsets[v + 1] - begin);
            list[COUNT_OF(at)] = Member{v, degree, begin, (Arc)SUM_OF(at)};
            at += ONE_OF(degree);
        }
        __syncthreads();
    }
}
