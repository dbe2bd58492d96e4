// Arcs on shortest paths: told of one by one, or counted in rows.
#pragma once
#include "graph.cuh"
#define UNSEEN (-1)

// What a search from one source knows of every vertex. `depth` is how many hops away it is; where
// arcs have weights, how many of the tight arcs into it are still to be counted.
struct Search {
    Graph graph;
    const VALUE* distance;
    VALUE far;
    int* depth;
    double* paths;
    double* ratio;
    double* scores;

    // Tell the head of u's arc e how many paths lead to u, which is `told`; the head, where this is
    // the arc that puts it into the next level, `then`; else -1.
    __device__ __forceinline__ long long tell(long long u, OFFSET e, double told, int then) const {
        long long v = graph.heads[e];
#if WEIGHTED
        if (!tight(distance[u], distance[v], graph.weights[e])) return -1;
        atomicAdd(paths + v, told);
        return atomicSub(depth + v, 1) == 1 ? v : -1;
#else
        int there = depth[v];
        if (there == UNSEEN) there = atomicCAS(depth + v, UNSEEN, then);
        if (there == UNSEEN || there == then) atomicAdd(paths + v, told);
        return there == UNSEEN ? v : -1;
#endif
    }

    // Whether an arc between reached vertices is on a shortest path.
    __device__ __forceinline__ bool tight(VALUE near, VALUE there, WEIGHT weight) const {
        return near != far && there != far && there == (VALUE)(near + weight);
    }
};

// Which arcs of a row count: those whose other end is in a level, by a bitmap where there is one.
struct ToLevel {
    const HEAD* heads;
    const double* value;
    const unsigned int* bits;
    const int* depth;
    int level;

    typedef int Mine;

    __device__ __forceinline__ Mine mine(long long v) const { return 0; }
    __device__ __forceinline__ bool joins(Mine, HEAD w, OFFSET x) const {
        return bits ? is_set(bits, w) : depth[w] == level;
    }
    __device__ __forceinline__ double worth(HEAD w) const { return value[w]; }
};

// Those that are tight.
struct Onwards {
    const HEAD* heads;
    const WEIGHT* weights;
    const Search& search;

    typedef VALUE Mine;

    __device__ __forceinline__ Mine mine(long long v) const { return search.distance[v]; }
    __device__ __forceinline__ bool joins(Mine mine, HEAD w, OFFSET x) const {
        return search.tight(mine, search.distance[w], weights[x]);
    }
    __device__ __forceinline__ double worth(HEAD w) const { return search.ratio[w]; }
};

// Those that are tight, among the arcs into a vertex: how many.
struct Inwards {
    const HEAD* heads;
    const WEIGHT* weights;
    const Search& search;

    typedef VALUE Mine;

    __device__ __forceinline__ Mine mine(long long v) const { return search.distance[v]; }
    __device__ __forceinline__ bool joins(Mine mine, HEAD u, OFFSET x) const {
        return search.tight(search.distance[u], mine, weights[x]);
    }
    __device__ __forceinline__ double worth(HEAD u) const { return 1.0; }
};
