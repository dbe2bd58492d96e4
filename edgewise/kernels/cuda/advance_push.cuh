// One advance that pushes.
#include "advance.cuh"
#include "push.cuh"

// `claims` is clear; `stale` is what the members of `old` were claimed in by an earlier call.
extern "C" __global__ void __launch_bounds__(THREADS, 2) push_once(
    const OFFSET* offsets, const HEAD* heads, const WEIGHT* weights, int n, long long m,
    Member* list, unsigned int* bits, const Counter* counted, long long members,
    unsigned long long* starts, const unsigned long long* sums, Finding* next, Counter* counter,
    unsigned int* claims, unsigned int* stale, const Finding* old, const Counter* old_counted,
    long long old_members GIVEN) {
    __shared__ Waiting waiting;
    __shared__ Round round;
    Team team{nullptr, 0, false};
    Graph graph{offsets, heads, nullptr, nullptr, weights, nullptr, nullptr, n, m};
    if (threadIdx.x == 0) {
        waiting.clear();
        round.count = length_of(counted, members), round.list = list, round.bits = bits;
        round.form = list ? LIST : bits ? BITMAP : ALL;
        round.everything = round.hasty = round.prepared = false;
        round.next_claims = claims, round.starts = starts;
        if (PUSH == BY_EDGE) round.out = sums[gridDim.x];
    }
    __syncthreads();
    Family family{graph, round, Given GATHERED};
    Queue queue{offsets, nullptr, heads, next, counter};
    bool keeping = false;
    report(counter, pushed(family, team, waiting, waiting, queue, keeping));
    if (!EXACT || !old) return;
    long long before = length_of(old_counted, old_members);
    for (long long i = team.first(); i < before; i += team.stride()) stale[old[i].v >> 5] = 0;
}
