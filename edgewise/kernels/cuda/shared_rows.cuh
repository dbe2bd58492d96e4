// Rows shared out evenly: the arcs of 32 rows among the lanes of a warp; long rows in parts, each
// taken by a block once all rows have been looked at.
#pragma once
#include "team.cuh"
#define LONG_ROW (2 * THREADS)
#define PART (32 * THREADS)

// One way of looking at the arcs: along them or against them.
struct Side {
    const OFFSET* offsets;
    const HEAD* heads;
};

// Parts of long rows: vertex, number of the part and side in one word.
struct Parts {
    unsigned long long* list;
    unsigned int* count;

    __device__ __forceinline__ void put(unsigned int v, unsigned int side, long long degree) const {
        unsigned int many = (unsigned int)((degree + PART - 1) / PART), at = atomicAdd(count, many);
        for (unsigned int i = 0; i < many; ++i)
            list[at + i] = (unsigned long long)side << 63 | (unsigned long long)i << 32 | v;
    }
};

// Every arc of the rows that the lanes of a warp have: `does(told, head)`, by all lanes together,
// with what the row's lane has `told`, and with `valid` false for lanes that have no arc.
template <class Does>
__device__ __forceinline__ void each_of_warp(
    const HEAD* heads, OFFSET begin, int degree, unsigned int told, const Does& does) {
    int sum = degree;
#pragma unroll
    for (int d = 1; d < WARP; d *= 2) {
        int other = __shfl_up_sync(EVERY_LANE, sum, d);
        if ((int)lane() >= d) sum += other;
    }
    int total = __shfl_sync(EVERY_LANE, sum, WARP - 1);
    OFFSET shift = begin - (sum - degree);
    for (int x = lane(); x - (int)lane() < total; x += WARP) {
        int owner = 0;
#pragma unroll
        for (int step = WARP / 2; step; step /= 2) {
            int before = __shfl_sync(EVERY_LANE, sum, owner + step - 1);
            if (before <= x) owner += step;
        }
        OFFSET from = __shfl_sync(EVERY_LANE, shift, owner);
        unsigned int whose = __shfl_sync(EVERY_LANE, told, owner);
        bool valid = x < total;
        does(valid, whose, valid ? (unsigned int)heads[from + x] : whose);
    }
}

// The row of each lane's v from its arc number `skip` on, if `wants`; long ones are put off.
template <class Does>
__device__ __forceinline__ void each_of_rows(
    const OFFSET* offsets, const HEAD* heads, unsigned int side, unsigned int v, int skip,
    bool wants, bool puts, unsigned int told, const Parts& parts, const Does& does) {
    OFFSET begin = 0, degree = 0;
    if (wants) {
        begin = offsets[v] + skip;
        degree = max(offsets[v + 1] - begin, (OFFSET)0);
        if (degree >= LONG_ROW) {
            if (puts) parts.put(v, side, degree);
            degree = 0;
        }
    }
    each_of_warp(heads, begin, (int)degree, told, does);
}

// The rows that were put off; all blocks have met since. What `does` is told is the vertex.
template <class Does>
__device__ __forceinline__ void each_of_parts(
    const Team& team, const Side& out, const Side& in, int skip, const Parts& parts,
    const Does& does) {
    unsigned int count = fresh_of(parts.count);
    for (long long i = team.block(); i < count; i += team.blocks()) {
        unsigned long long part = parts.list[i];
        bool inward = part >> 63;
        unsigned int v = (unsigned int)part, number = (unsigned int)(part >> 32) & ~(1U << 31);
        const OFFSET* offsets = inward ? in.offsets : out.offsets;
        const HEAD* heads = inward ? in.heads : out.heads;
        long long begin = offsets[v] + (inward ? 0 : skip) + (long long)number * PART;
        long long end = min((long long)offsets[v + 1], begin + PART);
        for (; begin < end; begin += THREADS) {
            bool valid = begin + threadIdx.x < end;
            does(valid, v, valid ? (unsigned int)heads[begin + threadIdx.x] : v);
        }
    }
}
