// The vertices of an ordered program that have something to tell: those near are listed with their
// arcs, those beyond the threshold lie in a pile until it has moved.
//
// A vertex comes to the pile once: when it is first told anything, if that is beyond the threshold.
// It stays until the threshold has passed it, and whoever finds it then looks whether it has still
// something to tell; so the pile needs no marks. A list has a mark for each vertex that is in it.
#pragma once
#include "board.cuh"
#include "graph.cuh"
// How many arcs a thread has under way at once, and a block.
#define MANY (sizeof(VALUE) + sizeof(Arc) > 8 ? 2 : 4)
#define CHUNK ((int)MANY * THREADS)
#define ROOM (CHUNK + 2 * THREADS)
// As many may be held before a chunk of arcs is walked, or a chunk of the pile looked through.
#define NEAR_FULL (ROOM - CHUNK)
#define FAR_FULL (ROOM - CHUNK - THREADS)

// What a round counts, and what is gathered between two moves of the threshold; lines of their own.
struct Tally {
    unsigned long long found, hubs, walked, spoke, halted, unused[11];
};
struct Pile {
    unsigned long long held, split, unused[14], least, unused_too[15];
};

enum Kind { PILE_AT_ONCE, LIST_AT_ONCE, PILE_SPLIT, LIST_BY_EDGE };

// What a block knows of the search; the same in every block that takes part.
struct Known {
    long long round, turn, epoch, hubs, beyond;
    unsigned long long near, least, threshold;
    double width;
    long long walked, spoke, again, looked, rows, done, lonely, kind, count, since, why;
    long long ticked, passed;
};

struct Arrays {
    VALUE* value;
    VALUE* best;
    Member* lists;
    VALUE* tolds;
    HEAD* piles;
    unsigned int* claims;
    Tally* tallies;
    Pile* gathered;
    long long* known;
    long long* trace;
    long long rows, code, adapts;
    int words;
};

// Numbers as words of 64 bits in the same order, so that any type has an atomic minimum.
#define REAL ((VALUE)0.5 != (VALUE)0)
#define TOP (1ULL << (sizeof(VALUE) * 8 - 1))
__device__ __forceinline__ unsigned long long key_of(VALUE number) {
    if (REAL) {
        unsigned long long bits = to_bits(number);
        return bits & TOP ? (~bits & (TOP | (TOP - 1))) : bits | TOP;
    }
    if ((VALUE)-1 > (VALUE)0) return (unsigned long long)number;
    return (unsigned long long)(long long)number ^ (1ULL << 63);
}
__device__ __forceinline__ VALUE number_of(unsigned long long key) {
    if (REAL) return from_bits<VALUE>(key & TOP ? key ^ TOP : (~key & (TOP | (TOP - 1))));
    if ((VALUE)-1 > (VALUE)0) return (VALUE)key;
    return (VALUE)(long long)(key ^ (1ULL << 63));
}

// The lesser of both into the slot; what was there before. Reals of one sign are in the order of
// their bits, those below 0 in the reverse.
template <class T> __device__ __forceinline__ T lowered(T* slot, T told) {
    return lesser(slot, told);
}
__device__ __forceinline__ float lowered(float* slot, float told) {
    if ((int)to_bits(told) >= 0)
        return from_bits<float>(
            (unsigned int)atomicMin((int*)slot, (int)to_bits(told)));
    return from_bits<float>(atomicMax((unsigned int*)slot, (unsigned int)to_bits(told)));
}
__device__ __forceinline__ double lowered(double* slot, double told) {
    if ((long long)to_bits(told) >= 0)
        return from_bits<double>(
            (unsigned long long)atomicMin((long long*)slot, (long long)to_bits(told)));
    return from_bits<double>(atomicMax((unsigned long long*)slot, to_bits(told)));
}

// A list to which near vertices go. Where `tolds` are kept, they speak at once.
struct Out {
    Member* list;
    VALUE* tolds;
    unsigned int* claims;
    unsigned long long* found;
};

// A block's own: where this round's finds go; who was found, near and beyond; and the members whose
// arcs are walked. All of it is shared, so that loops have their registers for arcs.
struct Room {
    Out now, out;
    HEAD* pile;
    Pile* gathered;
    Tally* tally;
    VALUE threshold, most;
    int near[ROOM], far[ROOM];
    unsigned int near_held, far_held;
    unsigned long long spoke;
    int members[THREADS];
    unsigned int sums[THREADS];
    Arc begins[THREADS];
    VALUE tolds[THREADS];
};

// Each lane that has one puts its vertex there; every lane of a warp comes here.
__device__ __forceinline__ void hold(int* list, unsigned int* held, bool mine, int v) {
    unsigned int who = __ballot_sync(EVERY_LANE, mine);
    if (!who) return;
    unsigned int base = 0;
    if (lane() == 0) base = atomicAdd(held, __popc(who));
    base = __shfl_sync(EVERY_LANE, base, 0);
    if (mine) list[base + __popc(who & ((1U << lane()) - 1))] = v;
}

// All near ones that a block holds go into the list, but for those that are there, and those that
// have nobody to tell.
__device__ __noinline__ void hand_in_near(
    Room& room, const Out& out, const Arc* offsets, VALUE* value, const VALUE* best) {
    __shared__ unsigned long long base;
    __syncthreads();
    unsigned int held = room.near_held;
    for (unsigned int i = 0; i < held; i += THREADS) {
        bool mine = i + threadIdx.x < held;
        int v = mine ? room.near[i + threadIdx.x] : 0;
        Arc begin = mine ? offsets[v] : 0;
        int degree = mine ? (int)(offsets[v + 1] - begin) : 0;
        mine = degree && (out.tolds || claimed(out.claims, v));
        unsigned long long total, before = before_in_block(mine ? ONE_OF(degree) : 0ULL, total);
        if (threadIdx.x == 0 && total) base = atomicAdd(out.found, total);
        __syncthreads();
        if (mine) {
            unsigned long long at = base + before;
            out.list[COUNT_OF(at)] = Member{(HEAD)v, degree, begin, (Arc)SUM_OF(at)};
            if (out.tolds) out.tolds[COUNT_OF(at)] = value[v] = fresh_of(best + v);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) room.near_held = 0;
    __syncthreads();
}

// All beyond that a block holds go onto the pile.
__device__ __noinline__ void hand_in_far(Room& room) {
    __shared__ unsigned long long base;
    __syncthreads();
    unsigned int held = room.far_held;
    if (threadIdx.x == 0 && held) base = atomicAdd(&room.gathered->held, (unsigned long long)held);
    __syncthreads();
    for (unsigned int i = threadIdx.x; i < held; i += THREADS)
        room.pile[base + i] = (HEAD)room.far[i];
    if (threadIdx.x == 0) room.far_held = 0;
    __syncthreads();
}

// The least that a thread of the block has; thread 0 learns it.
__device__ __noinline__ VALUE least_in_block(VALUE mine) {
    __shared__ VALUE of_warps[WARP];
    for (int d = WARP / 2; d; d /= 2) {
        VALUE other = from_above(mine, d);
        if (other < mine) mine = other;
    }
    __syncthreads();
    if (lane() == 0) of_warps[threadIdx.x / WARP] = mine;
    __syncthreads();
    if (threadIdx.x < WARP) {
        mine = threadIdx.x < THREADS / WARP ? of_warps[threadIdx.x] : (VALUE)IDENTITY;
        for (int d = WARP / 2; d; d /= 2) {
            VALUE other = from_above(mine, d);
            if (other < mine) mine = other;
        }
    }
    return mine;
}
