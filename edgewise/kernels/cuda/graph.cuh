// The graph as kernels see it, and what a round of a loop is about.
#pragma once
#include "atomics.cuh"
#include "forms.cuh"
enum { NONE, BY_VERTEX, BY_GROUP, BY_LOCAL, BY_EDGE };
// In a pull a lane looks through so many arcs of a row; the rest is for the whole warp.
#define OWN 16
#define PULL_ALONE (PULL == BY_VERTEX)
// With fewer arcs a vertex than this, most heads are news: look and claim at once.
#define SPARSE 8

struct Graph {
    const Arc* offsets;
    const HEAD* heads;
    const Arc* in_offsets;
    const HEAD* in_heads;
    const WEIGHT* weights;
    const WEIGHT* in_weights;
    const long long* in_arcs;
    int n;
    long long m;
};

// The frontier of this round, and where the next one is gathered. `claims` holds who is in the
// list that is walked, and who was found for the next; the first is cleared on the way.
struct Round {
    long long number, count, out;
    int form;
    bool pulls, hasty, everything, prepared;
    Member* list;
    unsigned int* bits;
    unsigned int* next_bits;
    unsigned int* claims;
    unsigned int* next_claims;
    double least;
#if APART
    unsigned long long* starts;  // where each member's arcs begin among all
#endif
};

__device__ __forceinline__ WEIGHT weight_of(const WEIGHT* weights, Arc e) {
    return WEIGHTED ? weights[e] : (WEIGHT)1;
}

// What one lane has, for another to read; types of less than 32 bits too.
template <class T> __device__ __forceinline__ T from_lane(T mine, int source) {
    if (sizeof(T) == 8) return from_bits<T>(__shfl_sync(EVERY_LANE, to_bits(mine), source));
    return from_bits<T>((unsigned long long)__shfl_sync(
        EVERY_LANE, (unsigned int)to_bits(mine), source));
}
template <class T> __device__ __forceinline__ T from_above(T mine, int distance) {
    if (sizeof(T) == 8) return from_bits<T>(__shfl_down_sync(EVERY_LANE, to_bits(mine), distance));
    return from_bits<T>((unsigned long long)__shfl_down_sync(
        EVERY_LANE, (unsigned int)to_bits(mine), distance));
}
