// Frontiers of operators from one form to the other: what a call wants that was left another.
#include "graph.cuh"
#include "starts.cuh"

// The bitmap was clear.
extern "C" __global__ void __launch_bounds__(THREADS) mark(
    const Member* list, const Counter* counted, long long members, unsigned int* bits) {
    Team team{nullptr, 0, false};
    if (counted) members = counted->found;
    for (long long i = team.first(); i < members; i += team.stride()) {
        Id v = list[i].v;
        atomicOr(bits + (v >> 5), 1U << (v & 31));
    }
}

// The members of a bitmap, in no order; `found` was zero.
extern "C" __global__ void __launch_bounds__(THREADS) spread(
    const OFFSET* offsets, const HEAD* heads, const unsigned int* bits, long long words,
    Member* list, unsigned long long* found) {
    Team team{nullptr, 0, false};
    Graph graph{offsets, heads};
    arcs_to_list(team.block(), team.stride(), bits, (int)words, graph, list, found);
}

// Where a list has only numbers: their rows.
extern "C" __global__ void __launch_bounds__(THREADS) fill_rows(
    const OFFSET* offsets, const HEAD* heads, const MEMBER* numbers, long long members,
    Member* list) {
    Team team{nullptr, 0, false};
    for (long long i = team.first(); i < members; i += team.stride()) {
        HEAD row = FROM_EDGES ? heads[numbers[i]] : (HEAD)numbers[i];
        Arc begin = offsets[row];
        list[i] = Member{numbers[i], (int)(offsets[row + 1] - begin), begin, 0};
    }
}

// Before a push by arcs: how many each block's share of the members has, and where each begins.
extern "C" __global__ void __launch_bounds__(THREADS) sum_shares(
    const Member* list, const Counter* counted, long long members, unsigned long long* sums) {
    sum_arcs(Team{nullptr, 0, false}, list, counted ? (long long)counted->found : members, sums);
}

extern "C" __global__ void __launch_bounds__(THREADS) place_shares(
    const Member* list, const Counter* counted, long long members, unsigned long long* sums,
    unsigned long long* starts) {
    Team team{nullptr, 0, false};
    place_arcs(team, list, counted ? (long long)counted->found : members, sums, starts);
    if (blockIdx.x != 0) return;
    unsigned long long mine = 0, total;
    for (int b = threadIdx.x; b < gridDim.x; b += THREADS) mine += sums[b];
    before_in_block(mine, total);
    if (threadIdx.x == 0) sums[gridDim.x] = total;
}
