// The next frontier: found vertices wait in their block, and go out together, each with its place
// in the list and the place of its first arc among all arcs of the frontier.
#pragma once
#include "team.cuh"

// What frontiers are of: vertices, unless a nest says that it is about arcs. `APART`: members and
// their arcs may be more than one word has room for, so each is counted on its own.
#ifndef MEMBER
#define MEMBER HEAD
#define FINDING HEAD
#define FROM_EDGES 0
#define TO_EDGES 0
#define APART 0
#endif
#define UNIVERSE(graph) (FROM_EDGES ? (long long)(graph).m : (long long)(graph).n)

typedef OFFSET Arc;
typedef MEMBER Id;
typedef FINDING Found;

// A count and a sum of degrees in one word: one atomic gives a member its place and its arcs'.
#define SUM_BITS 33
#define SUM_OF(word) ((long long)((word) & ((1ULL << SUM_BITS) - 1)))
#define COUNT_OF(word) ((long long)((word) >> SUM_BITS))
#define ONE_OF(degree) ((1ULL << SUM_BITS) | (unsigned long long)(degree))
#define PLACE_OF(word) (APART ? (long long)(word) : COUNT_OF(word))
// So many that a loop with all its parts stays within the 48 KB that a block has.
#define WAITING (sizeof(Arc) == 8 ? THREADS : 2 * THREADS)
#define SHORT_ROW 4

// What a round counts, for whoever begins the next one.
struct Counter {
    unsigned long long found, kept, found_in, walked, halted, spare[3];
};

// A member of a list: its row (of an arc, its head's), and where its arcs begin among those of all
// members; that only where members are not counted apart.
template <class T> struct alignas(16) Listed {
    T v;
    int degree;
    Arc begin, start;
};
typedef Listed<Id> Member;
typedef Listed<Found> Finding;

struct Queue {
    const Arc* offsets;
    const Arc* in_offsets;
    const HEAD* heads;
    Finding* list;
    Counter* counter;
};

// Found vertices of one block, with their rows; where they are kept, the longest row too.
struct Waiting {
    Found members[WAITING];
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

__device__ __forceinline__ void count_in(const Queue& queue, Found v) {
    if (COUNTS_IN)
        atomicAdd(&queue.counter->found_in,
                  (unsigned long long)(queue.in_offsets[v + 1] - queue.in_offsets[v]));
}

// Places for so many more members, with so many arcs.
__device__ __forceinline__ unsigned long long take_places(
    const Queue& queue, unsigned long long found, unsigned long long arcs) {
    if (!APART) return atomicAdd(&queue.counter->found, found << SUM_BITS | arcs);
    atomicAdd(&queue.counter->found_in, arcs);
    return atomicAdd(&queue.counter->found, found);
}

// Who is found waits in its block; where there is no room it goes at once.
__device__ __forceinline__ void wait(Waiting& waiting, const Queue& queue, Found v) {
    HEAD row = TO_EDGES ? queue.heads[v] : (HEAD)v;
    Arc begin = queue.offsets[row];
    int degree = (int)(queue.offsets[row + 1] - begin);
    unsigned int place = place_in(&waiting.held);
    if (place < WAITING) {
        waiting.members[place] = v;
        waiting.begins[place] = begin;
        waiting.degrees[place] = degree;
        return;
    }
    unsigned long long at = take_places(queue, 1, degree);
    queue.list[PLACE_OF(at)] = Finding{v, degree, begin, (Arc)SUM_OF(at)};
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
        Found v = mine ? waiting.members[place] : 0;
        int degree = mine ? waiting.degrees[place] : 0;
        unsigned long long total, before;
        if (APART) {
            // A block's sum has room for both: so many members have few bits.
            before = before_in_block(mine ? (unsigned long long)degree << 12 | 1 : 0ULL, total);
            before &= 4095;
            if (threadIdx.x == 0) base = take_places(queue, total & 4095, total >> 12);
        } else {
            before = before_in_block(mine ? ONE_OF(degree) : 0ULL, total);
            if (threadIdx.x == 0) base = atomicAdd(&queue.counter->found, total);
        }
        if (mine) count_in(queue, v);
        __syncthreads();
        if (mine) {
            unsigned long long at = base + before;
            queue.list[PLACE_OF(at)] = Finding{v, degree, waiting.begins[place], (Arc)SUM_OF(at)};
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
