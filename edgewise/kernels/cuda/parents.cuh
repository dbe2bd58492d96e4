// Parents from distances: for each vertex the first in-neighbour, in the graph's order, that explains
// its distance. A lane looks through its own row as far as OWN, the warp through the rest.
#include "graph.cuh"
#define WITHOUT (-1)
#define OPEN (-2)
#define NEVER 0x7fffffff
enum { BY_HOPS, BY_LENGTH, BY_TIGHT_HOPS, EVEN };

// What vertices know: distances, hops along tight arcs, and when one got its parent in the passes
// over arcs that add nothing.
struct Facts {
    Graph graph;
    const VALUE* distance;
    VALUE unreached;
    const int* hops;
    int* passes;

    __device__ __forceinline__ bool tight(long long v, long long u, OFFSET e) const {
        VALUE near = distance[u];
        return near != unreached && (VALUE)(near + weight_of(graph.in_weights, e)) == distance[v];
    }
    // An arc that adds nothing, and the pass in which v would have a parent by it.
    __device__ __forceinline__ int pass_by(long long v, long long u, OFFSET e) const {
        if (u == v || distance[u] != distance[v] || !tight(v, u, e)) return NEVER;
        int theirs = fresh_of(passes + u);
        if (theirs == NEVER) return NEVER;
        return theirs == 0 ? 1 : theirs + (u > v);
    }
    template <int KIND> __device__ __forceinline__ bool explains(long long v, long long u, OFFSET e) const {
        if (KIND == BY_HOPS) return distance[u] == distance[v] - 1;
        if (KIND == BY_LENGTH) return distance[u] < distance[v] && tight(v, u, e);
        if (KIND == BY_TIGHT_HOPS) return hops[u] == hops[v] - 1 && tight(v, u, e);
        return pass_by(v, u, e) <= passes[v];
    }

    // Where in v's row, from e on, the first is that explains v; `last` where none is.
    template <int KIND> __device__ __forceinline__ OFFSET together(long long v, OFFSET e, OFFSET last) const {
        for (;; e += WARP) {
            bool hit = e + (int)lane() < last &&
                       explains<KIND>(v, graph.in_heads[e + (int)lane()], e + (int)lane());
            unsigned int hits = __ballot_sync(EVERY_LANE, hit);
            if (hits) return e + (__ffs(hits) - 1);
            if (last - e <= WARP) return last;
        }
    }

    // The parent of each lane's vertex; -1 where there is none or the lane has no vertex.
    template <int KIND> __device__ __forceinline__ long long parent(long long v) const {
        OFFSET e = 0, last = 0;
        if (v >= 0) e = graph.in_offsets[v], last = graph.in_offsets[v + 1];
        OFFSET own = last - e > OWN ? e + OWN : last;
        while (e < own && !explains<KIND>(v, graph.in_heads[e], e)) ++e;
        bool found = e < own;
        unsigned int left = __ballot_sync(EVERY_LANE, !found && e < last);
        while (left) {
            int source = __ffs(left) - 1;
            OFFSET end = __shfl_sync(EVERY_LANE, last, source);
            long long whose = __shfl_sync(EVERY_LANE, v, source);
            OFFSET at = together<KIND>(whose, __shfl_sync(EVERY_LANE, e, source), end);
            if ((int)lane() == source) e = at, found = at < end;
            left &= left - 1;
        }
        return found ? (long long)graph.in_heads[e] : WITHOUT;
    }


    // What v has without looking: a source is its own; whoever is not reached has none.
    template <int KIND> __device__ __forceinline__ long long known(long long v, const HEAD* parents) const {
        if (KIND == BY_LENGTH) return parents[v];
        int far = KIND == BY_HOPS ? (int)distance[v] : hops[v];
        return far == 0 ? v : far < 0 || far == NEVER ? WITHOUT : OPEN;
    }
};

// Parents of all vertices. Those that arcs of some length do not explain are listed.
template <int KIND>
__device__ __forceinline__ void explain(const Facts& facts, HEAD* parents, HEAD* list, int* count) {
    Team team{nullptr, 0, false};
    for (long long w = team.warp(); w * 32 < facts.graph.n; w += team.warps()) {
        long long v = w * 32 + lane();
        bool mine = v < facts.graph.n;
        long long u = mine ? facts.known<KIND>(v, parents) : WITHOUT;
        bool open = u == OPEN;
        long long found = facts.parent<KIND>(open ? v : -1);
        if (open) u = found;
        if (KIND == BY_LENGTH && open && u < 0) {
            facts.passes[v] = NEVER;
            list[atomicAdd(count, 1)] = (HEAD)v;
        } else if (mine) {
            parents[v] = (HEAD)u;
        }
    }
}

#define FACTS_OF_KERNEL \
    Facts facts{{nullptr, nullptr, in_offsets, in_heads, nullptr, in_weights, nullptr, n, 0}, \
                distance, unreached, hops, passes}

// By hops, by length, or by hops along tight arcs.
extern "C" __global__ void __launch_bounds__(THREADS, 2) parents(
    const OFFSET* in_offsets, const HEAD* in_heads, const WEIGHT* in_weights, int n,
    const VALUE* distance, VALUE unreached, const int* hops, int* passes, HEAD* parents, HEAD* list,
    int* count) {
    FACTS_OF_KERNEL;
    explain<HOW>(facts, parents, list, count);
}

// Those that only arcs that add nothing lead to: as if one thread went over them again and again in
// order, and gave each the first neighbour that has a parent by then. First the pass of each is
// found, until none comes earlier; then its parent.
extern "C" __global__ void __launch_bounds__(THREADS, 2) even(
    const OFFSET* in_offsets, const HEAD* in_heads, const WEIGHT* in_weights, int n,
    const VALUE* distance, VALUE unreached, const int* hops, int* passes, HEAD* parents,
    const HEAD* list, const int* count, unsigned int* changes, unsigned int* arrived) {
    FACTS_OF_KERNEL;
    Team team{arrived, 0, false};
    int many = *count;
    for (int round = 0;; ++round) {
        bool earlier = false;
        for (long long i = team.warp(); i < many; i += team.warps()) {
            long long v = list[i];
            int least = NEVER;
            OFFSET last = in_offsets[v + 1];
            for (OFFSET e = in_offsets[v] + (OFFSET)lane(); e < last; e += WARP)
                least = min(least, facts.pass_by(v, in_heads[e], e));
            for (int d = WARP / 2; d; d /= 2)
                least = min(least, __shfl_xor_sync(EVERY_LANE, least, d));
            if (least < passes[v]) earlier = true;
            __syncwarp();
            if (lane() == 0 && least < passes[v]) *(volatile int*)(passes + v) = least;
        }
        if (earlier && lane() == 0) atomicAdd(changes + round % 3, 1U);
        team.meet();
        unsigned int changed = fresh_of(changes + round % 3);
        if (blockIdx.x == 0 && threadIdx.x == 0) changes[(round + 2) % 3] = 0;
        if (!changed) break;
    }
    for (long long i = team.warp(); i < many; i += team.warps()) {
        long long v = list[i];
        if (passes[v] == NEVER) continue;
        OFFSET last = in_offsets[v + 1];
        OFFSET e = facts.together<EVEN>(v, in_offsets[v], last);
        if (lane() == 0 && e < last) parents[v] = in_heads[e];
    }
}
