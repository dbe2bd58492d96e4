// Where the arcs of each member of a list begin, among all arcs of the list: each block takes a share
// of the members, adds up their arcs, and numbers them when it knows what the blocks before it have.
#pragma once
#include "queue.cuh"

struct Share {
    long long first, last;
};

__device__ __forceinline__ Share share_of(const Team& team, long long count) {
    long long each = (count + team.blocks() - 1) / team.blocks();
    long long first = min(count, team.block() * each);
    return {first, min(count, first + each)};
}

__device__ __forceinline__ void sum_arcs(
    const Team& team, const Member* list, long long count, unsigned long long* sums) {
    Share share = share_of(team, count);
    unsigned long long mine = 0, total;
    for (long long i = share.first + threadIdx.x; i < share.last; i += THREADS)
        mine += list[i].degree;
    before_in_block(mine, total);
    if (threadIdx.x == 0) sums[team.block()] = total;
}

__device__ __forceinline__ void place_arcs(
    const Team& team, const Member* list, long long count, const unsigned long long* sums,
    unsigned long long* starts) {
    Share share = share_of(team, count);
    unsigned long long before = 0, base, total;
    for (int b = threadIdx.x; b < team.block(); b += THREADS) before += fresh_of(sums + b);
    before_in_block(before, base);
    for (long long i = share.first; i < share.last; i += THREADS) {
        long long mine = i + threadIdx.x;
        unsigned long long arcs = mine < share.last ? list[mine].degree : 0;
        unsigned long long place = base + before_in_block(arcs, total);
        if (mine < share.last) starts[mine] = place;
        base += total;
    }
}

__device__ __forceinline__ void number_arcs(
    Team& team, const Member* list, long long count, unsigned long long* sums,
    unsigned long long* starts) {
    sum_arcs(team, list, count, sums);
    team.meet();
    place_arcs(team, list, count, sums, starts);
    team.meet();
}

// The arcs of a bitmap into a list, a word a thread; `found` was zero.
template <class Graph>
__device__ __forceinline__ void arcs_to_list(
    int block, int stride, const unsigned int* bits, int words, const Graph& graph, Member* list,
    unsigned long long* found) {
    for (int w = block * THREADS + threadIdx.x; w < words; w += stride) {
        unsigned int word = bits[w];
        if (!word) continue;
        unsigned long long at = atomicAdd(found, (unsigned long long)__popc(word));
        for (unsigned int left = word; left; left &= left - 1) {
            Id e = (Id)w * 32 + __ffs(left) - 1;
            HEAD row = FROM_EDGES ? graph.heads[e] : (HEAD)e;
            Arc begin = graph.offsets[row];
            list[at++] = Member{e, (int)(graph.offsets[row + 1] - begin), begin, 0};
        }
    }
}
