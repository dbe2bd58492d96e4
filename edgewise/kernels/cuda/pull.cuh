// Pulls: a warp takes a few words of vertices at a time, packs those that look for something
// closely together, and writes the words of those that found it.
#pragma once
#include "queue.cuh"
#define WORDS 8

struct Pull {
    Family& family;
    unsigned long long found, found_in;
    unsigned int walked;

    // What the next round has of one who found something.
    __device__ __forceinline__ void add(int v) {
        const Graph& graph = family.graph;
        found += ONE_OF(graph.offsets[v + 1] - graph.offsets[v]);
        if (COUNTS_IN) found_in += graph.in_offsets[v + 1] - graph.in_offsets[v];
    }

    // The words from `first` on, as far as `words`.
    __device__ __forceinline__ void few(int first, int words) {
        __shared__ unsigned char looking[THREADS / WARP][WORDS * 32];
        __shared__ unsigned int all_news[THREADS / WARP][WORDS], all_done[THREADS / WARP][WORDS];
        int me = threadIdx.x / WARP, base = first * 32;
        unsigned int *news = all_news[me], *done = all_done[me], word = 0;
#if VISITS
        for (int w = 0; w < WORDS; ++w) {
            bool looks = first + w < words && family.looks((first + w) * 32 + (int)lane());
            unsigned int theirs = __ballot_sync(EVERY_LANE, looks);
            if ((int)lane() == w) word = theirs;
        }
#else
        if (lane() < WORDS && first + (int)lane() < words) word = family.candidates(first + lane());
#endif
        if (lane() < WORDS) news[lane()] = done[lane()] = 0;
        int count = packed(word, looking[me]);
#ifdef AT_ONCE
        count = glances(looking[me], news, done, count, base);
#endif
        for (int i = 0; i < count; i += WARP) {
            int place = i + (int)lane() < count ? looking[me][i + lane()] : -1;
            bool over = false, has = family.pull(place < 0 ? -1 : base + place, over, walked);
            if (place >= 0 && has) {
                atomicOr(news + (place >> 5), 1U << (place & 31));
                add(base + place);
            }
            if (place >= 0 && over) atomicOr(done + (place >> 5), 1U << (place & 31));
        }
        __syncwarp();
        if (lane() < WORDS && first + (int)lane() < words) {
            family.round.next_bits[first + lane()] = news[lane()];
            if (word) family.close(first + lane(), done[lane()]);
        }
        __syncwarp();
    }

#ifdef AT_ONCE
    // A first look for everybody, several rows a lane; those who need a second stay in `looking`.
    __device__ __forceinline__ int glances(
        unsigned char* looking, unsigned int* news, unsigned int* done, int count, int base) {
        int kept = 0;
        for (int i = 0; i < count; i += WARP * AT_ONCE) {
            int v[AT_ONCE];
            unsigned int found = 0, over = 0, left = 0;
#pragma unroll
            for (int k = 0; k < AT_ONCE; ++k) {
                int at = i + k * WARP + lane();
                v[k] = at < count ? base + looking[at] : -1;
            }
            __syncwarp();
            family.glance(v, found, over, left, walked);
#pragma unroll
            for (int k = 0; k < AT_ONCE; ++k)
                if (found >> k & 1U) add(v[k]);
#pragma unroll
            for (int k = 0; k < AT_ONCE; ++k) {
                int place = v[k] - base;
                if (found >> k & 1U) atomicOr(news + (place >> 5), 1U << (place & 31));
                if (over >> k & 1U) atomicOr(done + (place >> 5), 1U << (place & 31));
                bool stays = left >> k & 1U;
                unsigned int others = __ballot_sync(EVERY_LANE, stays);
                if (stays)
                    looking[kept + __popc(others & ((1U << lane()) - 1))] = (unsigned char)place;
                kept += __popc(others);
            }
            __syncwarp();
        }
        return kept;
    }
#endif

    // The places of all bits that the first lanes' words have, one after the other; how many.
    __device__ __forceinline__ int packed(unsigned int word, unsigned char* places) {
        int count = 0;
        __syncwarp();
#pragma unroll
        for (int w = 0; w < WORDS; ++w) {
            unsigned int theirs = __shfl_sync(EVERY_LANE, word, w);
            if (theirs >> lane() & 1U)
                places[count + __popc(theirs & ((1U << lane()) - 1))] = w * 32 + lane();
            count += __popc(theirs);
        }
        __syncwarp();
        return count;
    }
};

// The word at which a share of rows and arcs begins: words are shared out by arcs.
__device__ __forceinline__ int word_at(const Arc* offsets, int n, long long share) {
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if ((long long)offsets[middle] + middle < share) low = middle + 1;
        else high = middle;
    }
    return (low + 31) / 32;
}

// Pull once, the way this nest was made for.
__device__ __forceinline__ unsigned long long pulled(
    Family& family, const Team& team, const Queue& queue) {
    Pull pull{family, 0, 0, 0};
    const Graph& graph = family.graph;
    int words = (graph.n + 31) / 32, first = team.warp() * WORDS, step = team.warps() * WORDS;
    if (PULL == BY_EDGE) {
        long long all = graph.m + graph.n, me = team.warp(), many = team.warps();
        first = me ? word_at(graph.in_offsets, graph.n, all * me / many) : 0;
        words = me + 1 < many ? word_at(graph.in_offsets, graph.n, all * (me + 1) / many) : words;
        step = WORDS;
    }
    for (; first < words; first += step) pull.few(first, words);
    unsigned long long total, total_in;
    before_in_block(pull.found, total);
    if (threadIdx.x == 0 && total) take_places(queue, COUNT_OF(total), SUM_OF(total));
    if (COUNTS_IN) {
        before_in_block(pull.found_in, total_in);
        if (threadIdx.x == 0 && total_in) atomicAdd(&queue.counter->found_in, total_in);
    }
    return pull.walked;
}
