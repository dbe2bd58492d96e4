// For each vertex the busiest of its first in-neighbours: who is likely to be in a large frontier.
#pragma once
#define FIRST_FEW 32

extern "C" __global__ void prominent(
    const OFFSET* offsets, const OFFSET* in_offsets, const HEAD* in_heads, HEAD* busiest, int n) {
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x) {
        OFFSET first = in_offsets[v], last = in_offsets[v + 1], most = -1;
        HEAD best = -1;
        for (OFFSET e = first; e < min(last, first + FIRST_FEW); ++e) {
            HEAD u = in_heads[e];
            OFFSET degree = offsets[u + 1] - offsets[u];
            if (degree > most) most = degree, best = u;
        }
        busiest[v] = best;
    }
}
