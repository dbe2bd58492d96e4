// The next frontier: found vertices wait in their block, and go out together, each with its place
// in the list and the place of its first arc among all arcs of the frontier.
#pragma once
#include "team.cuh"

typedef OFFSET Arc;

// A count and a sum of degrees in one word: one atomic gives a member its place and its arcs'.
#define SUM_BITS 33
#define SUM_OF(word) ((long long)((word) & ((1ULL << SUM_BITS) - 1)))
#define COUNT_OF(word) ((long long)((word) >> SUM_BITS))
#define ONE_OF(degree) ((1ULL << SUM_BITS) | (unsigned long long)(degree))
// So many that a loop with all its parts stays within the 48 KB that a block has.
#define WAITING (sizeof(Arc) == 8 ? THREADS : 2 * THREADS)
#define SHORT_ROW 4

// What a round counts, for whoever begins the next one.
struct Counter {
    unsigned long long found, kept, found_in, walked, halted, spare[3];
};

// A member of a list: its row, and where its arcs begin among those of all members.
struct alignas(16) Member {
    HEAD v;
    int degree;
    Arc begin, start;
};

struct Queue {
    const Arc* offsets;
    const Arc* in_offsets;
    Member* list;
    Counter* counter;
};

// Found vertices of one block, with their rows; where they are kept, the longest row too.
struct Waiting {
    HEAD members[WAITING];
    Arc begins[WAITING];
    int degrees[WAITING];
    unsigned int held;
    int longest;

    __device__ __forceinline__ void clear() { held = 0, longest = 0; }
};

// A place for each of the lanes that come here together: one of them asks for all.
__device__ __forceinline__ unsigned int place_in(unsigned int* held) {
#ifdef EMULATED
    return atomicAdd(held, 1U);
#else
    unsigned int here = __activemask(), leader = __ffs(here) - 1, first = 0;
    if (lane() == leader) first = atomicAdd(held, (unsigned int)__popc(here));
    return __shfl_sync(here, first, leader) + __popc(here & ((1U << lane()) - 1));
#endif
}

__device__ __forceinline__ void count_in(const Queue& queue, HEAD v) {
    if (COUNTS_IN)
        atomicAdd(&queue.counter->found_in,
                  (unsigned long long)(queue.in_offsets[v + 1] - queue.in_offsets[v]));
}

// A found vertex waits in its block; where there is no room it goes at once.
__device__ __forceinline__ void wait(Waiting& waiting, const Queue& queue, HEAD v) {
    Arc begin = queue.offsets[v];
    int degree = (int)(queue.offsets[v + 1] - begin);
    unsigned int place = place_in(&waiting.held);
    if (place < WAITING) {
        waiting.members[place] = v;
        waiting.begins[place] = begin;
        waiting.degrees[place] = degree;
        return;
    }
    unsigned long long at = atomicAdd(&queue.counter->found, ONE_OF(degree));
    queue.list[COUNT_OF(at)] = Member{v, degree, begin, (Arc)SUM_OF(at)};
    count_in(queue, v);
}

// All who wait go into the list; every thread of the block comes here.
__device__ __forceinline__ void hand_in(Waiting& waiting, const Queue& queue) {
    __shared__ unsigned long long base;
    __syncthreads();
    int held = min(waiting.held, (unsigned int)WAITING);
    for (int i = 0; i < held; i += THREADS) {
        int place = i + threadIdx.x;
        bool mine = place < held;
        HEAD v = mine ? waiting.members[place] : 0;
        int degree = mine ? waiting.degrees[place] : 0;
        unsigned long long total, before = before_in_block(mine ? ONE_OF(degree) : 0ULL, total);
        if (threadIdx.x == 0) base = atomicAdd(&queue.counter->found, total);
        if (mine) count_in(queue, v);
        __syncthreads();
        if (mine) {
            unsigned long long at = base + before;
            queue.list[COUNT_OF(at)] = Member{v, degree, waiting.begins[place], (Arc)SUM_OF(at)};
        }
        __syncthreads();
    }
    if (held > 0 && threadIdx.x == 0) waiting.clear();
    __syncthreads();
}

// The same where many wait; every thread of the block comes here, between two pieces of work.
__device__ __forceinline__ void hand_in_if_many(Waiting& waiting, const Queue& queue) {
    if (__syncthreads_or(threadIdx.x == 0 && waiting.held > WAITING / 2)) hand_in(waiting, queue);
}

// A block that found little keeps it for itself: then nobody writes or reads a list.
__device__ __forceinline__ bool keeps(Waiting& waiting, const Queue& queue) {
    unsigned int held = waiting.held;
    if (held > THREADS) return false;
    bool mine = threadIdx.x < held;
    int degree = mine ? waiting.degrees[threadIdx.x] : 0;
    unsigned long long total;
    before_in_block(mine ? ONE_OF(degree) : 0ULL, total);
    if (SUM_OF(total) > WAITING) return false;
    if (degree > SHORT_ROW) atomicMax(&waiting.longest, degree);
    if (mine) count_in(queue, waiting.members[threadIdx.x]);
    if (threadIdx.x == 0 && total) atomicAdd(&queue.counter->kept, total);
    return true;
}
