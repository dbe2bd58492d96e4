// The next frontier: found vertices wait in their block, and go out together, each with its place
// in the list and the place of its first arc among all arcs of the frontier.
#pragma once
#include "team.cuh"

// A count and a sum of degrees in one word: one atomic gives a member its place and its arcs'.
#define SUM_BITS 33
#define SUM_OF(word) ((long long)((word) & ((1ULL << SUM_BITS) - 1)))
#define COUNT_OF(word) ((long long)((word) >> SUM_BITS))
#define WAITING (2 * THREADS)

// What a round counts, for whoever begins the next one.
struct Counter {
    unsigned long long found, found_in, walked, halted;
};

struct Queue {
    const OFFSET* offsets;
    const OFFSET* in_offsets;
    HEAD* list;
    unsigned long long* starts;
    Counter* counter;
};

struct Waiting {
    HEAD members[WAITING];
    unsigned int held;
};

// One member straight into the list.
__device__ __forceinline__ void append(const Queue& queue, long long v) {
    unsigned long long degree = queue.offsets[v + 1] - queue.offsets[v];
    unsigned long long at = atomicAdd(&queue.counter->found, (1ULL << SUM_BITS) | degree);
    queue.list[COUNT_OF(at)] = (HEAD)v;
    if (STARTS) queue.starts[COUNT_OF(at)] = SUM_OF(at);
    if (COUNTS_IN)
        atomicAdd(&queue.counter->found_in,
                  (unsigned long long)(queue.in_offsets[v + 1] - queue.in_offsets[v]));
}

// A found vertex waits in its block; where there is no room it goes at once.
__device__ __forceinline__ void wait(Waiting& waiting, const Queue& queue, long long v) {
    unsigned int place = atomicAdd(&waiting.held, 1U);
    if (place < WAITING) waiting.members[place] = (HEAD)v;
    else append(queue, v);
}

// All who wait go into the list; every thread of the block comes here.
__device__ __forceinline__ void hand_in(Waiting& waiting, const Queue& queue) {
    __shared__ unsigned long long base;
    __syncthreads();
    unsigned int held = min(waiting.held, (unsigned int)WAITING);
    for (unsigned int i = 0; i < held; i += THREADS) {
        bool mine = i + threadIdx.x < held;
        long long v = mine ? waiting.members[i + threadIdx.x] : 0;
        unsigned long long word = 0, total;
        if (mine) word = (1ULL << SUM_BITS) | (queue.offsets[v + 1] - queue.offsets[v]);
        unsigned long long before = before_in_block(word, total);
        if (threadIdx.x == 0) base = atomicAdd(&queue.counter->found, total);
        if (COUNTS_IN && mine)
            atomicAdd(&queue.counter->found_in,
                      (unsigned long long)(queue.in_offsets[v + 1] - queue.in_offsets[v]));
        __syncthreads();
        if (mine) {
            unsigned long long at = base + before;
            queue.list[COUNT_OF(at)] = (HEAD)v;
            if (STARTS) queue.starts[COUNT_OF(at)] = SUM_OF(at);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) waiting.held = 0;
    __syncthreads();
}

// The same where many wait; looked at by every thread of the block, between two pieces of work.
__device__ __forceinline__ void hand_in_if_many(Waiting& waiting, const Queue& queue) {
    if (__syncthreads_or(threadIdx.x == 0 && waiting.held > WAITING / 2)) hand_in(waiting, queue);
}
