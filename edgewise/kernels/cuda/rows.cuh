// From edges to rows and back. An arc is one word: its tail in the upper bits, its head in the lower
// ones; words that ascend are rows whose neighbours ascend. Threads take one piece after another.
#pragma once
#include "team.cuh"
#define PIECE 1024
#define NO_ARC 0x7fffffffffffffffLL

__device__ __forceinline__ long long my_first() { return blockIdx.x * (long long)THREADS + threadIdx.x; }
__device__ __forceinline__ long long my_stride() { return gridDim.x * (long long)THREADS; }

// What all threads counted, added up.
__device__ __forceinline__ void report(unsigned long long mine, unsigned long long* all) {
    unsigned long long total;
    before_in_block(mine, total);
    if (threadIdx.x == 0 && total > 0) atomicAdd(all, total);
}

// Edges as arcs, at the positions that `place` has for them, if it is given. With `both` there are
// two words an edge, side by side: there and back again, so that a stable sort keeps the order of
// the input. What is left out becomes NO_ARC, which comes last: loops' way back; loops, with `drop`.
extern "C" __global__ void __launch_bounds__(THREADS) pack(
    const END* tails, const END* heads, const END* place, long long count, int bits, int both,
    int drop, long long* arcs, unsigned long long* loops) {
    unsigned long long seen = 0;
    for (long long i = my_first(); i < count; i += my_stride()) {
        long long u = tails[i], v = heads[i];
        if (place) u = place[u], v = place[v];
        seen += u == v;
        long long there = u == v && drop ? NO_ARC : u << bits | v;
        if (both) {
            arcs[2 * i] = there;
            arcs[2 * i + 1] = u == v ? NO_ARC : v << bits | u;
        } else arcs[i] = there;
    }
    report(seen, loops);
}

__device__ __forceinline__ bool is_first(const long long* arcs, long long i) {
    return i == 0 || arcs[i] != arcs[i - 1];
}

// How many arcs of each piece differ from the one before them. A warp takes a piece.
extern "C" __global__ void __launch_bounds__(THREADS, 1) count_firsts(
    const long long* arcs, long long count, long long* firsts) {
    long long pieces = (count + PIECE - 1) / PIECE;
    for (long long p = my_first() / WARP; p < pieces; p += my_stride() / WARP) {
        long long found = 0;
#pragma unroll 8
        for (int step = 0; step < PIECE; step += WARP) {
            long long i = p * PIECE + step + lane();
            found += __popc(__ballot_sync(EVERY_LANE, i < count && is_first(arcs, i)));
        }
        if (lane() == 0) firsts[p] = found;
    }
}

// Those arcs side by side, and where each of them was, if `places` is given. `ends` has the sums of
// what pieces hold up to each of them.
extern "C" __global__ void __launch_bounds__(THREADS) keep_firsts(
    const long long* arcs, long long count, const long long* ends, long long* kept,
    long long* places) {
    long long pieces = (count + PIECE - 1) / PIECE;
    for (long long p = my_first() / WARP; p < pieces; p += my_stride() / WARP) {
        long long at = p ? ends[p - 1] : 0;
#pragma unroll 8
        for (int step = 0; step < PIECE; step += WARP) {
            long long i = p * PIECE + step + lane();
            bool mine = i < count && is_first(arcs, i);
            unsigned int all = __ballot_sync(EVERY_LANE, mine);
            if (mine) {
                long long to = at + __popc(all & ((1U << lane()) - 1));
                kept[to] = arcs[i];
                if (places) places[to] = i;
            }
            at += __popc(all);
        }
    }
}

// The heads of arcs, and how many of these are loops.
extern "C" __global__ void __launch_bounds__(THREADS) unpack(
    const long long* arcs, long long count, int bits, END* heads, unsigned long long* loops) {
    unsigned long long seen = 0;
    for (long long i = my_first(); i < count; i += my_stride()) {
        long long arc = arcs[i], head = arc & ((1LL << bits) - 1);
        heads[i] = (END)head;
        seen += head == arc >> bits;
    }
    report(seen, loops);
}

// Where each row begins among arcs that ascend; `n` rows, and the end of the last.
extern "C" __global__ void __launch_bounds__(THREADS) begin_rows(
    const long long* arcs, long long count, int bits, long long n, OFFSET* offsets) {
    for (long long v = my_first(); v <= n; v += my_stride()) {
        long long low = 0, high = count, wanted = v << bits;
        while (low < high) {
            long long middle = (low + high) >> 1;
            if (arcs[middle] < wanted) low = middle + 1;
            else high = middle;
        }
        offsets[v] = (OFFSET)low;
    }
}

// The last row from `low` to `high` that begins at or before arc e: the one that e lies in.
__device__ __forceinline__ long long row_of(
    const OFFSET* offsets, long long low, long long high, long long e) {
    while (low < high) {
        long long middle = (low + high + 1) >> 1;
        if ((long long)offsets[middle] <= e) low = middle;
        else high = middle - 1;
    }
    return low;
}

// The tail of every arc. A warp looks up the rows at the ends of its piece, then between them.
extern "C" __global__ void __launch_bounds__(THREADS) spread_rows(
    const OFFSET* offsets, long long n, long long count, END* tails) {
    long long pieces = (count + PIECE - 1) / PIECE;
    for (long long p = my_first() / WARP; p < pieces; p += my_stride() / WARP) {
        long long begin = p * PIECE, end = min(begin + PIECE, count);
        long long low = row_of(offsets, 0, n - 1, begin), high = row_of(offsets, low, n - 1, end - 1);
        for (long long e = begin + lane(); e < end; e += WARP)
            tails[e] = (END)row_of(offsets, low, high, e);
    }
}
