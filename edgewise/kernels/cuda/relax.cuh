// Edges of vertex programs: value and buffer, message, combine, compute, activity; what they mean
// stands in kernels/reference.py.
#pragma once
#include "graph.cuh"

// Put `next` there; the number there before. Who changes a slot in small steps waits for nobody.
template <class T> __device__ __forceinline__ T exchanged(T* slot, T next) {
    if (sizeof(T) == 8)
        return from_bits<T>(atomicExch((unsigned long long*)slot, to_bits(next)));
    if (sizeof(T) == 4)
        return from_bits<T>((unsigned long long)atomicExch(
            (unsigned int*)slot, (unsigned int)to_bits(next)));
    T seen = fresh_of(slot);
    for (;;) {
        T before = swapped(slot, seen, next);
        if (to_bits(before) == to_bits(seen)) return seen;
        seen = before;
    }
}

struct Family {
    const Graph& graph;
    const Round& round;
    VALUE* value;
    VALUE* buffer;
    VALUE* sent;
    Given given;

    typedef VALUE Told;

    __device__ __forceinline__ void begin(long long base) {}
    __device__ __forceinline__ bool is_member(HEAD u) const {
        return is_active(value[u], fresh_of(buffer + u), u, given);
    }

    // Compute one vertex; false where it had nothing to tell.
    __device__ __forceinline__ bool take_in(HEAD u) {
        VALUE old = value[u];
        if (!is_active(old, fresh_of(buffer + u), u, given)) {
            if (RESIDUAL) sent[u] = IDENTITY;
            return false;
        }
        VALUE taken = RESIDUAL ? exchanged(buffer + u, (VALUE)IDENTITY) : fresh_of(buffer + u);
        value[u] = compute(old, taken, u, given);
        if (RESIDUAL) sent[u] = taken;
        return true;
    }

    // What u passes on: its residual, its value, or, in haste, the best it knows.
    __device__ __forceinline__ Told told(HEAD u) const {
        if (RESIDUAL) return sent[u];
        return round.hasty ? fresh_of(buffer + u) : value[u];
    }

    // Whether a member is walked. In haste it is computed only now, unless that was done before.
    __device__ __forceinline__ bool opens(HEAD u, Told& what) {
        if (!round.hasty || round.prepared) {
            what = told(u);
            return true;
        }
        VALUE old = value[u], seen = fresh_of(buffer + u);
        if (!is_active(old, seen, u, given)) return false;
        if (RESIDUAL) seen = exchanged(buffer + u, (VALUE)IDENTITY);
        value[u] = compute(old, seen, u, given);
        what = seen;
        return true;
    }

    // Whether u has something to tell, and others have more.
    __device__ __forceinline__ bool waits(HEAD u) const {
#if URGES
        VALUE old = value[u], seen = fresh_of(buffer + u);
        return is_active(old, seen, u, given) && urgency(old, seen, u, given) < round.least;
#else
        return false;
#endif
    }

    // Push: the head, where it has news through this message and nobody listed it; else -1.
    __device__ __forceinline__ HEAD tell(Told what, HEAD u, int degree, Arc e) {
        HEAD v = graph.heads[e];
        VALUE news = message(what, weight_of(graph.weights, e), degree, u, v, e, given);
        if (!RESIDUAL) {
            VALUE there = fresh_of(buffer + v);
            if (to_bits(combine(there, news)) == to_bits(there)) return -1;
        }
        VALUE old = INTO(buffer + v, news);
        VALUE now = combine(old, news), own = value[v];
        bool listed;
        if (round.hasty || RESIDUAL) {
            if (!RESIDUAL && to_bits(now) == to_bits(old)) return -1;
            if (!is_active(own, now, v, given)) return -1;
            listed = !claimed(round.next_claims, v);
        } else {
            listed = is_active(own, old, v, given) || !is_active(own, now, v, given);
        }
        return listed ? -1 : v;
    }

    // Whether no message can change a buffer any more.
    __device__ __forceinline__ bool is_over(VALUE best) const {
#if TERMINATES
        return settled(best, given);
#else
        return false;
#endif
    }

    __device__ __forceinline__ unsigned int candidates(int w) const {
        int left = graph.n - w * 32;
        return left >= 32 ? EVERY_LANE : (1U << left) - 1;
    }

    // What an in-arc brings; false where its tail has nothing to tell.
    __device__ __forceinline__ bool brings(HEAD v, Arc e, VALUE& what) const {
        HEAD u = graph.in_heads[e];
        if (!is_set(round.bits, u)) return false;
        VALUE one = told(u);
        if (to_bits(one) == to_bits((VALUE)IDENTITY)) return false;
        Arc degree = graph.offsets[u + 1] - graph.offsets[u];
        long long arc = NUMBERED ? graph.in_arcs[e] : e;
        what = message(one, weight_of(graph.in_weights, e), degree, u, v, arc, given);
        return true;
    }

    // Pull: each lane gathers from its vertex's in-neighbours, in their order.
    __device__ __forceinline__ bool pull(int v, bool& over, unsigned int& walked) {
        Arc e = 0, last = 0;
        VALUE best = (VALUE)IDENTITY, what;
        over = false;
        if (v >= 0) {
            e = graph.in_offsets[v];
            last = graph.in_offsets[v + 1];
            best = buffer[v];
            Arc own = PULL_ALONE ? last : min(last, e + OWN), first = e;
            while (e < own && !is_over(best))
                if (brings(v, e++, what)) best = combine(best, what);
            walked += (unsigned int)(e - first);
        }
        bool more = e < last && !is_over(best);
        if (!PULL_ALONE) best = together(v, e, last, more, best, walked);
        if (v < 0) return false;
        buffer[v] = best;
        return is_active(value[v], best, v, given);
    }

    // The lanes of a warp gather the rest of one another's rows; order is kept.
    __device__ __forceinline__ VALUE together(
        int v, Arc e, Arc last, bool more, VALUE best, unsigned int& walked) {
        unsigned int left = __ballot_sync(EVERY_LANE, more);
        while (left) {
            int source = __ffs(left) - 1;
            int whose = __shfl_sync(EVERY_LANE, v, source);
            Arc at = __shfl_sync(EVERY_LANE, e, source);
            Arc end = __shfl_sync(EVERY_LANE, last, source);
            VALUE sum = from_lane(best, source);
            for (; at < end && !is_over(sum); at += WARP) {
                Arc x = at + lane();
                VALUE one = (VALUE)IDENTITY;
                bool has = x < end && brings(whose, x, one);
                walked += x < end;
                for (int d = 1; d < WARP; d *= 2) {
                    VALUE other = from_above(one, d);
                    bool there = __shfl_down_sync(EVERY_LANE, (int)has, d) && lane() + d < WARP;
                    if (there) one = has ? combine(one, other) : other;
                    has = has || there;
                }
                VALUE all = from_lane(one, 0);
                if (__shfl_sync(EVERY_LANE, (int)has, 0)) sum = combine(sum, all);
            }
            if ((int)lane() == source) best = sum;
            left &= left - 1;
        }
        return best;
    }

    __device__ __forceinline__ void close(int w, unsigned int over) {}
};
