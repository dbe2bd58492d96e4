// Edges of uniform programs: all messages of a round are equal, so a head is settled by the first.
#pragma once
#include "graph.cuh"
#define UNSEEN ((VALUE)-1)

struct Family {
    Graph graph;
    Round round;
    VALUE* value;
    unsigned int* open;
    VALUE now, then;

    typedef int Told;

    __device__ __forceinline__ void begin(long long base) {
        now = (VALUE)(round.number + base);
        then = now + 1;
    }
    __device__ __forceinline__ bool is_member(long long u) const { return value[u] == now; }
    __device__ __forceinline__ bool take_in(long long u) { return true; }
    __device__ __forceinline__ bool waits(long long u) const { return false; }
    __device__ __forceinline__ bool opens(long long u, Told& told) {
        return !round.everything || value[u] == now;
    }
    __device__ __forceinline__ Told told(long long u) const { return 0; }

    // Push: the head, where nobody settled it before; else -1.
    __device__ __forceinline__ long long tell(Told told, long long u, long long degree, long long e) {
        long long v = graph.heads[e];
        if (value[v] != UNSEEN) return -1;
        return atomicCAS(value + v, UNSEEN, then) == UNSEEN ? v : -1;
    }

    __device__ __forceinline__ bool active(long long u) const {
        return round.everything ? value[u] == now : is_set(round.bits, u);
    }
    // Pull: who of 32 vertices may still be reached.
    __device__ __forceinline__ unsigned int candidates(long long w) const { return open[w]; }

    // Each lane looks for v's first neighbour in the frontier; lanes without a vertex have -1.
    __device__ __forceinline__ bool pull(long long v, bool& over, long long& walked) {
        long long e = 0, last = 0;
        bool found = false, looks = v >= 0 && value[v] == UNSEEN;
        if (looks) {
            e = graph.in_offsets[v];
            last = graph.in_offsets[v + 1];
            long long own = PULL_ALONE ? last : min(last, e + OWN), first = e;
            while (e < own && !found) found = active(graph.in_heads[e++]);
            walked += e - first;
        }
        if (!PULL_ALONE) found |= together(e, last, looks && !found && e < last, walked);
        over = !looks || found || e == last && last == graph.in_offsets[v];
        if (found) value[v] = then;
        return found;
    }

    // The lanes of a warp look through the rest of one another's rows.
    __device__ __forceinline__ bool together(long long e, long long last, bool looks, long long& walked) {
        unsigned int left = __ballot_sync(EVERY_LANE, looks);
        bool mine = false;
        while (left) {
            int source = __ffs(left) - 1;
            long long at = __shfl_sync(EVERY_LANE, e, source);
            long long end = __shfl_sync(EVERY_LANE, last, source);
            bool found = false;
            for (; at < end && !found; at += WARP) {
                long long x = at + lane();
                bool hit = x < end && active(graph.in_heads[x]);
                walked += x < end;
                found = __any_sync(EVERY_LANE, hit);
            }
            if ((int)lane() == source) mine = found;
            left &= left - 1;
        }
        return mine;
    }

    __device__ __forceinline__ void close(long long w, unsigned int over) { open[w] &= ~over; }
    __device__ __forceinline__ long long degree_in(long long v) const {
        return graph.in_offsets[v + 1] - graph.in_offsets[v];
    }
};
