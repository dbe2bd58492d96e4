// One advance that pulls.
#include "advance.cuh"
#include "pull.cuh"

extern "C" __global__ void __launch_bounds__(THREADS, 2) pull_once(
    const OFFSET* offsets, const OFFSET* in_offsets, const HEAD* in_heads,
    const WEIGHT* in_weights, const long long* in_arcs, int n, long long m, unsigned int* bits,
    unsigned int* next, Counter* counter GIVEN) {
    __shared__ Round round;
    Team team{nullptr, 0, false};
    Graph graph{offsets, nullptr, in_offsets, in_heads, nullptr, in_weights, in_arcs, n, m};
    if (threadIdx.x == 0) round.bits = bits, round.next_bits = next;
    __syncthreads();
    Family family{graph, round, Given GATHERED};
    Queue queue{offsets, in_offsets, nullptr, nullptr, counter};
    report(counter, pulled(family, team, queue));
}
