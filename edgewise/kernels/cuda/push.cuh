// Pushes: how members and their arcs are dealt out to threads. Each way visits every arc once.
#pragma once
#include "queue.cuh"
#define LONG_ROW 1024
#define SHORT_ROW 4

// The i-th member, or -1 where a bitmap leaves one out.
__device__ __forceinline__ long long member(const Round& round, long long i) {
    if (round.form == LIST) return round.list[i];
    return round.form == BITMAP && !is_set(round.bits, i) ? -1 : i;
}

struct Push {
    Family& family;
    const Team& team;
    Waiting& waiting;
    const Queue& queue;
    long long walked;

    __device__ __forceinline__ void visit(
        typename Family::Told told, long long u, long long degree, long long e) {
        long long v = family.tell(told, u, degree, e);
        if (v >= 0) wait(waiting, queue, v);
    }

    // Begin with the i-th member: its arcs, none where there is nothing to do.
    __device__ __forceinline__ long long open(
        long long i, long long ahead, typename Family::Told& told, long long& begin, long long& end) {
        begin = end = 0;
        const Round& round = family.round;
        long long u = i < ahead ? member(round, i) : -1;
        if (u < 0) return u;
        if (CLAIMS && round.form == LIST && !round.prepared) round.claims[u >> 5] = 0;
        if (URGES && round.hasty && !round.prepared && family.waits(u)) {
            if (claimed(round.next_claims, u)) wait(waiting, queue, u);
            return u;
        }
        if (!family.opens(u, told)) return u;
        begin = family.graph.offsets[u];
        end = family.graph.offsets[u + 1];
        walked += end - begin;
        return u;
    }

    // A thread takes a member.
    __device__ __forceinline__ void by_vertex(long long ahead) {
        for (long long base = team.block() * THREADS; base < ahead; base += team.blocks() * THREADS) {
            typename Family::Told told = 0;
            long long begin, end, u = open(base + threadIdx.x, ahead, told, begin, end);
            for (long long e = begin; e < end; ++e) visit(told, u, end - begin, e);
            hand_in_if_many(waiting, queue);
        }
    }

    // A thread takes a short row, a warp a longer one, a block a long one.
    __device__ __forceinline__ void by_group(long long ahead, long long step) {
        __shared__ long long long_rows[THREADS];
        __shared__ typename Family::Told long_told[THREADS];
        __shared__ unsigned int longs;
        for (long long base = team.block() * step; base < ahead; base += team.blocks() * step) {
            if (threadIdx.x == 0) longs = 0;
            __syncthreads();
            typename Family::Told told = 0;
            long long mine = base + threadIdx.x, limit = min(ahead, base + step);
            long long begin, end, u = open(mine, limit, told, begin, end);
            long long degree = end - begin;
            if (degree >= LONG_ROW) {
                unsigned int place = atomicAdd(&longs, 1U);
                long_rows[place] = u;
                long_told[place] = told;
            }
            unsigned int left =
                __ballot_sync(EVERY_LANE, degree > SHORT_ROW && degree < LONG_ROW);
            while (left) {
                int source = __ffs(left) - 1;
                long long whose = __shfl_sync(EVERY_LANE, u, source);
                long long first = __shfl_sync(EVERY_LANE, begin, source);
                long long last = __shfl_sync(EVERY_LANE, end, source);
                typename Family::Told what = from_lane(told, source);
                for (long long e = first + lane(); e < last; e += WARP)
                    visit(what, whose, last - first, e);
                left &= left - 1;
            }
            if (degree <= SHORT_ROW)
                for (long long e = begin; e < end; ++e) visit(told, u, degree, e);
            __syncthreads();
            for (unsigned int i = 0; i < longs; ++i) {
                long long whose = long_rows[i];
                long long first = family.graph.offsets[whose], last = family.graph.offsets[whose + 1];
                for (long long part = first; part < last; part += 2 * THREADS) {
                    for (long long e = part + threadIdx.x; e < min(last, part + 2 * THREADS);
                         e += THREADS)
                        visit(long_told[i], whose, last - first, e);
                    hand_in_if_many(waiting, queue);
                }
            }
            hand_in_if_many(waiting, queue);
        }
    }

    // The rows of a block's members, flattened by a prefix sum; its threads share them evenly.
    __device__ __forceinline__ void by_local(long long ahead, long long step) {
        __shared__ long long members[THREADS], begins[THREADS], sums[THREADS + 1];
        __shared__ typename Family::Told tolds[THREADS];
        for (long long base = team.block() * step; base < ahead; base += team.blocks() * step) {
            typename Family::Told told = 0;
            long long limit = min(ahead, base + step), begin, end;
            members[threadIdx.x] = open(base + threadIdx.x, limit, told, begin, end);
            long long total, sum = before_in_block(end - begin, total);
            begins[threadIdx.x] = begin;
            sums[threadIdx.x] = sum;
            tolds[threadIdx.x] = told;
            if (threadIdx.x == 0) sums[THREADS] = total;
            __syncthreads();
            for (long long part = 0; part < total; part += 2 * THREADS) {
                for (long long x = part + threadIdx.x; x < min(total, part + 2 * THREADS);
                     x += THREADS) {
                    int at = before_or_at(sums, 0, THREADS, x);
                    long long degree = sums[at + 1] - sums[at];
                    visit(tolds[at], members[at], degree, begins[at] + x - sums[at]);
                }
                hand_in_if_many(waiting, queue);
            }
            __syncthreads();
        }
    }

    // All arcs of the frontier, in equal shares, whoever they belong to.
    template <class Start>
    __device__ __forceinline__ void by_edge(const Start* starts, long long ahead, long long total) {
        __shared__ long long ends[2];
        const int share = 2 * THREADS;
        for (long long part = team.block() * share; part < total; part += team.blocks() * share) {
            long long limit = min(total, part + share);
            __syncthreads();
            if (threadIdx.x < 2)
                ends[threadIdx.x] =
                    before_or_at(starts, 0LL, ahead, threadIdx.x ? limit - 1 : part);
            __syncthreads();
            for (long long x = part + threadIdx.x; x < limit; x += THREADS) {
                long long i = before_or_at(starts, ends[0], ends[1] + 1, x);
                long long u = member(family.round, i);
                if (u < 0 || !shares(u)) continue;
                long long begin = family.graph.offsets[u], degree = family.graph.offsets[u + 1] - begin;
                walked += 1;
                visit(family.told(u), u, degree, begin + x - (long long)starts[i]);
            }
            hand_in_if_many(waiting, queue);
        }
    }

    // Where everybody is walked, some have nothing to tell.
    __device__ __forceinline__ bool shares(long long u) {
        typename Family::Told told;
        return !family.round.everything || family.opens(u, told);
    }

    // The last of starts[low:high] that is at most x; starts[low] is.
    template <class Start, class Index>
    __device__ __forceinline__ Index before_or_at(
        const Start* starts, Index low, Index high, long long x) {
        while (high - low > 1) {
            Index middle = low + (high - low) / 2;
            if ((long long)starts[middle] <= x) low = middle;
            else high = middle;
        }
        return low;
    }
};

// Push once, the way this nest was made for.
__device__ __forceinline__ long long pushed(
    Family& family, const Team& team, Waiting& waiting, const Queue& queue) {
    Push push{family, team, waiting, queue, 0};
    const Round& round = family.round;
    long long ahead = round.form == LIST ? round.count : family.graph.n;
    long long even = (ahead + team.blocks() - 1) / team.blocks();
    long long step = min((long long)THREADS, max(even, 1LL));
    if (PUSH == BY_VERTEX) push.by_vertex(ahead);
    if (PUSH == BY_GROUP) push.by_group(ahead, step);
    if (PUSH == BY_LOCAL) push.by_local(ahead, step);
    if (PUSH == BY_EDGE) {
        if (round.form == LIST) push.by_edge(round.starts, ahead, round.out);
        else push.by_edge(family.graph.offsets, ahead, family.graph.m);
    }
    hand_in(waiting, queue);
    return push.walked;
}
