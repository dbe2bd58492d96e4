// Pulls: a warp takes a few words of vertices at a time, packs those that look for something
// closely together, and writes the words of those that found it.
#pragma once
#include "queue.cuh"
#define WORDS 8

struct Pull {
    Family& family;
    unsigned long long found, found_in;
    long long walked;

    // The words from `first` on, as far as `words`.
    __device__ __forceinline__ void few(long long first, long long words) {
        __shared__ unsigned short looking[THREADS / WARP][WORDS * 32];
        __shared__ unsigned int news[THREADS / WARP][WORDS], done[THREADS / WARP][WORDS];
        int me = threadIdx.x / WARP;
        unsigned int word = 0;
        if (lane() < WORDS && first + lane() < words) word = family.candidates(first + lane());
        if (lane() < WORDS) news[me][lane()] = done[me][lane()] = 0;
        int count = packed(word, looking[me]);
        for (int i = 0; i < count; i += WARP) {
            int place = i + (int)lane() < count ? looking[me][i + lane()] : -1;
            long long v = place < 0 ? -1 : first * 32 + place;
            bool over = false, has = family.pull(v, over, walked);
            if (v >= 0 && has) {
                atomicOr(&news[me][place >> 5], 1U << (place & 31));
                found += (1ULL << SUM_BITS) | (family.graph.offsets[v + 1] - family.graph.offsets[v]);
                if (COUNTS_IN) found_in += family.degree_in(v);
            }
            if (v >= 0 && over) atomicOr(&done[me][place >> 5], 1U << (place & 31));
        }
        __syncwarp();
        if (lane() < WORDS && first + lane() < words) {
            family.round.next_bits[first + lane()] = news[me][lane()];
            if (word) family.close(first + lane(), done[me][lane()]);
        }
        __syncwarp();
    }

    // The places of all bits that the first lanes' words have, one after the other; how many.
    __device__ __forceinline__ int packed(unsigned int word, unsigned short* places) {
        int mine = __popc(word), sum = mine;
#pragma unroll
        for (int d = 1; d < WORDS; d *= 2) {
            int other = __shfl_up_sync(EVERY_LANE, sum, d);
            if ((int)lane() >= d) sum += other;
        }
        int at = sum - mine, count = __shfl_sync(EVERY_LANE, sum, WORDS - 1);
        __syncwarp();
        for (int w = 0; w < WORDS; ++w) {
            unsigned int theirs = __shfl_sync(EVERY_LANE, word, w);
            int base = __shfl_sync(EVERY_LANE, at, w);
            if (theirs >> lane() & 1U)
                places[base + __popc(theirs & ((1U << lane()) - 1))] = w * 32 + lane();
        }
        __syncwarp();
        return count;
    }
};

// The word at which row `arc`'s vertex lies: words are shared out by arcs.
__device__ __forceinline__ long long word_at(const OFFSET* offsets, long long n, long long arc) {
    long long low = 0, high = n;
    while (low < high) {
        long long middle = low + (high - low) / 2;
        if ((long long)offsets[middle] + middle < arc) low = middle + 1;
        else high = middle;
    }
    return (low + 31) / 32;
}

// Pull once, the way this nest was made for.
__device__ __forceinline__ long long pulled(Family& family, const Team& team, const Queue& queue) {
    Pull pull{family, 0, 0, 0};
    const Graph& graph = family.graph;
    long long words = (graph.n + 31) / 32, first = team.warp() * WORDS, step = team.warps() * WORDS;
    if (PULL == BY_EDGE) {
        long long all = graph.m + graph.n, me = team.warp(), many = team.warps();
        first = me ? word_at(graph.in_offsets, graph.n, all * me / many) : 0;
        words = me + 1 < many ? word_at(graph.in_offsets, graph.n, all * (me + 1) / many) : words;
        step = WORDS;
    }
    for (; first < words; first += step) pull.few(first, words);
    unsigned long long total, total_in;
    before_in_block(pull.found, total);
    before_in_block(pull.found_in, total_in);
    if (threadIdx.x == 0 && total) atomicAdd(&queue.counter->found, total);
    if (COUNTS_IN && threadIdx.x == 0 && total_in) atomicAdd(&queue.counter->found_in, total_in);
    return pull.walked;
}
