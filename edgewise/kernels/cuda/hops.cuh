// Edges of uniform programs: all messages of a round are equal, so a head is settled by the first.
#pragma once
#include "graph.cuh"
#define UNSEEN ((VALUE)-1)
#define AT_ONCE 4

struct Family {
    const Graph& graph;
    const Round& round;
    VALUE* value;
    unsigned int* open;
    const HEAD* prominent;
    VALUE now, then;
    bool sparse;

    typedef int Told;

    __device__ __forceinline__ void begin(long long base) {
        now = (VALUE)(round.number + base);
        then = now + 1;
        sparse = graph.m < (long long)SPARSE * graph.n;
    }
    __device__ __forceinline__ bool is_member(HEAD u) const { return value[u] == now; }
    __device__ __forceinline__ bool take_in(HEAD u) { return true; }
    __device__ __forceinline__ bool waits(HEAD u) const { return false; }
    __device__ __forceinline__ bool opens(HEAD u, Told& told) {
        return !round.everything || value[u] == now;
    }
    __device__ __forceinline__ Told told(HEAD u) const { return 0; }

    // Push: the head, where nobody settled it before; else -1.
    __device__ __forceinline__ HEAD tell(Told told, HEAD u, int degree, Arc e) {
        HEAD v = graph.heads[e];
        if (sparse) call_for(graph.offsets + v);
        else if (value[v] != UNSEEN) return -1;
        return atomicCAS(value + v, UNSEEN, then) == UNSEEN ? v : -1;
    }

    __device__ __forceinline__ bool active(HEAD u) const {
        return round.everything ? value[u] == now : is_set(round.bits, u);
    }
    // Pull: who of 32 vertices may still be reached.
    __device__ __forceinline__ unsigned int candidates(int w) const { return open[w]; }

    // A first look for several vertices at once, so that reads overlap: at each one's busiest
    // in-neighbour, which lies apart from the rows. Who is left is told in `left`; who is through,
    // in `over`; who was found, in `found`.
    __device__ __forceinline__ void glance(
        const int (&v)[AT_ONCE], unsigned int& found, unsigned int& over, unsigned int& left,
        unsigned int& walked) {
        VALUE seen[AT_ONCE];
        HEAD tail[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; ++k) {
            seen[k] = v[k] < 0 ? 0 : value[v[k]];
            tail[k] = v[k] < 0 ? -1 : prominent[v[k]];
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; ++k) {
            bool looks = seen[k] == UNSEEN && tail[k] >= 0, hit = looks && active(tail[k]);
            if (hit) value[v[k]] = then;
            walked += looks;
            found |= (unsigned int)hit << k;
            left |= (unsigned int)(looks && !hit) << k;
            over |= (unsigned int)(v[k] >= 0 && (hit || !looks)) << k;
        }
    }

    // Each lane looks on for v's first neighbour in the frontier; lanes without a vertex have -1.
    __device__ __forceinline__ bool pull(int v, bool& over, unsigned int& walked) {
        Arc e = 0, last = 0;
        bool found = false;
        if (v >= 0) {
            e = graph.in_offsets[v];
            last = graph.in_offsets[v + 1];
            Arc own = PULL_ALONE ? last : min(last, e + OWN), first = e;
            while (e < own && !found) found = active(graph.in_heads[e++]);
            walked += (unsigned int)(e - first);
        }
        if (!PULL_ALONE) found |= together(e, last, !found && e < last, walked);
        over = found;
        if (found) value[v] = then;
        return found;
    }

    // The lanes of a warp look through the rest of one another's rows.
    __device__ __forceinline__ bool together(Arc e, Arc last, bool looks, unsigned int& walked) {
        unsigned int left = __ballot_sync(EVERY_LANE, looks);
        bool mine = false;
        while (left) {
            int source = __ffs(left) - 1;
            Arc at = __shfl_sync(EVERY_LANE, e, source);
            Arc end = __shfl_sync(EVERY_LANE, last, source);
            bool found = false;
            for (; at < end && !found; at += WARP) {
                Arc x = at + lane();
                bool hit = x < end && active(graph.in_heads[x]);
                walked += x < end;
                found = __any_sync(EVERY_LANE, hit);
            }
            if ((int)lane() == source) mine = found;
            left &= left - 1;
        }
        return mine;
    }

    __device__ __forceinline__ void close(int w, unsigned int over) { open[w] &= ~over; }
};
