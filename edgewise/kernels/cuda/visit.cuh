// Edges of operators: the caller's own functors decide what passes, and write what they like; what
// they mean stands in kernels/reference_operators.py.
#pragma once
#include "graph.cuh"
#include "shared.cuh"
#include "starts.cuh"

struct Family {
    const Graph& graph;
    const Round& round;
    Given given;

    typedef HEAD Told;

    __device__ __forceinline__ void begin(long long base) {}
    __device__ __forceinline__ bool is_member(Id member) const { return true; }
    __device__ __forceinline__ bool take_in(Id member) { return true; }
    __device__ __forceinline__ bool waits(Id member) const { return false; }
    // The vertex whose out-arcs a member stands for: itself, or an arc's head.
    __device__ __forceinline__ Told told(Id member) const {
        return FROM_EDGES ? graph.heads[member] : (HEAD)member;
    }
    __device__ __forceinline__ bool opens(Id member, Told& u) {
        u = told(member);
        return true;
    }

    __device__ __forceinline__ bool opened(HEAD v) const {
#if OPENS
        return is_open(v, given) != 0;
#else
        return true;
#endif
    }

    // Visit one arc; whether it passes.
    __device__ __forceinline__ bool passes(
        long long u, long long v, long long e, WEIGHT weight, long long degree, long long via) const {
#if CONDITIONS
        if (!cond(u, v, e, weight, degree, via, given)) return false;
#endif
#if APPLIES
        apply(u, v, e, weight, degree, via, given);
#endif
        return true;
    }

    // Push: what is found, where nobody found it before; else -1.
    __device__ __forceinline__ Found tell(Told u, Id via, int degree, Arc e) {
        HEAD v = graph.heads[e];
        if (!opened(v)) return -1;
        if (!passes(u, v, e, weight_of(graph.weights, e), degree, via)) return -1;
        Found found = TO_EDGES ? (Found)e : (Found)v;
        return EXACT && !claimed(round.next_claims, found) ? -1 : found;
    }

    // Pull: who asks its in-neighbours.
    __device__ __forceinline__ bool looks(int v) const { return v < graph.n && opened(v); }

    // Visit the in-arc if it comes from the frontier; `shut`: v is open no longer.
    __device__ __forceinline__ bool asks(HEAD v, Arc e, bool& shut) const {
        HEAD u = graph.in_heads[e];
        if (!is_set(round.bits, u)) return false;
        Arc degree = graph.offsets[u + 1] - graph.offsets[u];
        long long arc = NUMBERED ? graph.in_arcs[e] : (long long)e;
        bool passed = passes(u, v, arc, weight_of(graph.in_weights, e), degree, u);
        shut = !opened(v);
        return passed;
    }

    // Each lane goes through its vertex's in-arcs; a warp together through the rest of long rows.
    __device__ __forceinline__ bool pull(int v, bool& over, unsigned int& walked) {
        Arc e = 0, last = 0;
        bool passed = false, shut = false;
        over = false;
        if (v >= 0) {
            e = graph.in_offsets[v];
            last = graph.in_offsets[v + 1];
            Arc own = PULL_ALONE ? last : min(last, e + OWN), first = e;
            while (e < own && !shut) passed |= asks(v, e++, shut);
            walked += (unsigned int)(e - first);
        }
        if (!PULL_ALONE) passed |= together(v, e, last, !shut && e < last, walked);
        return passed;
    }

    __device__ __forceinline__ bool together(
        HEAD v, Arc e, Arc last, bool more, unsigned int& walked) {
        unsigned int left = __ballot_sync(EVERY_LANE, more);
        bool mine = false;
        while (left) {
            int source = __ffs(left) - 1;
            HEAD whose = __shfl_sync(EVERY_LANE, v, source);
            Arc at = __shfl_sync(EVERY_LANE, e, source), end = __shfl_sync(EVERY_LANE, last, source);
            bool passed = false, shut = false;
            for (; at < end && !shut; at += WARP) {
                Arc x = at + lane();
                bool closed = false, hit = x < end && asks(whose, x, closed);
                walked += x < end;
                passed |= __any_sync(EVERY_LANE, hit) != 0;
                shut = __any_sync(EVERY_LANE, closed) != 0;
            }
            if ((int)lane() == source) mine = passed;
            left &= left - 1;
        }
        return mine;
    }

    __device__ __forceinline__ void close(int w, unsigned int over) {}
};
