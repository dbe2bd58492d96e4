// The first block goes alone while there is little to do, and the others wait; what it knows then,
// they learn when it is back. `Known` is a loop's own: it has `done` and `lonely`, and is made of words.
#pragma once
#include "team.cuh"

// What a block knows, for those who wait, and for the next launch.
template <class Known> __device__ __forceinline__ void publish(const Known& known, long long* there) {
    const long long* from = (const long long*)&known;
    for (int i = threadIdx.x; i < (int)(sizeof(Known) / 8); i += THREADS) there[i] = from[i];
}
template <class Known> __device__ __forceinline__ void adopt(Known& known, const long long* there) {
    long long* to = (long long*)&known;
    for (int i = threadIdx.x; i < (int)(sizeof(Known) / 8); i += THREADS) to[i] = fresh_of(there + i);
    __syncthreads();
}

// Before each round: whether this block takes part in it; if not, it has learnt what comes next.
// Nobody goes alone before all have met: some may still read what the last round counted.
template <class Known>
__device__ __forceinline__ bool takes_part(Team& team, Known& known, long long* there) {
    if (team.alone && (known.done || !known.lonely)) {
        publish(known, there);
        team.alone = false;
        team.meet();
    }
    if (known.done || !known.lonely || team.alone) return true;
    team.meet();
    if (blockIdx.x == 0) return team.alone = true;
    team.meet();
    adopt(known, there);
    return false;
}
