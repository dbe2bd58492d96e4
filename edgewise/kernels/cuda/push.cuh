// Pushes: how members and their arcs are dealt out to threads. Each way visits every arc once.
#pragma once
#include "queue.cuh"
#define LONG_ROW 1024
#define QUAD 4
#define QUAD_ROW 16
#define SHARE (2 * THREADS)

typedef typename Family::Told Told;

// The i-th member, or -1 where a bitmap leaves one out.
__device__ __forceinline__ Id member(int form, const Round& round, long long i) {
    if (form == LIST) return round.list[i].v;
    return form == BITMAP && !is_set(round.bits, (Id)i) ? -1 : (Id)i;
}

// The vertex whose out-arcs a member stands for: itself, or an arc's head.
__device__ __forceinline__ long long row_of_member(const Graph& graph, long long i) {
    return FROM_EDGES ? (long long)graph.heads[i] : i;
}

// The last of the numbers at `low` to `high` that is at most x, for a whole warp to look for:
// each lane looks at another place, so that few looks follow one another. That at `low` is.
template <class At>
__device__ __forceinline__ long long before_or_at(const At& at, long long low, long long high, long long x) {
    while (high - low > 1) {
        long long step = (high - low + WARP - 1) / WARP, place = low + lane() * step;
        unsigned int fits = __ballot_sync(EVERY_LANE, place < high && at(place) <= x);
        low += (__popc(fits) - 1) * step;
        high = min(high, low + step);
    }
    return low;
}

struct Starts {
    const Member* list;
    __device__ __forceinline__ long long operator()(long long i) const { return list[i].start; }
};
struct Placed {
    const unsigned long long* starts;
    __device__ __forceinline__ long long operator()(long long i) const { return starts[i]; }
};
struct Offsets {
    const Arc* offsets;
    __device__ __forceinline__ long long operator()(long long i) const { return offsets[i]; }
};

// Rows that a block has before it, for all its threads to see.
struct Rows {
    Id members[THREADS];
    Arc begins[THREADS];
    int degrees[THREADS];
    Told tolds[THREADS];
    long long sums[THREADS + 1];
};

struct Push {
    Family& family;
    const Team& team;
    Waiting& waiting;
    const Queue& queue;
    Rows& rows;
    unsigned long long walked;

    __device__ __forceinline__ void visit(Told told, Id u, int degree, Arc e) {
        Found v = family.tell(told, u, degree, e);
        if (v >= 0) wait(waiting, queue, v);
    }

    // Begin with the i-th member: its arcs, none where there is nothing to do.
    __device__ __forceinline__ Id open(long long i, long long ahead, Told& told, Arc& begin, int& degree) {
        begin = degree = 0;
        const Round& round = family.round;
        if (i >= ahead) return -1;
        Member one{-1, 0, 0, 0};
        if (round.form == LIST) one = round.list[i];
        else if ((one.v = member(round.form, round, i)) >= 0) {
            long long row = row_of_member(family.graph, i);
            one.begin = family.graph.offsets[row];
            one.degree = (int)(family.graph.offsets[row + 1] - one.begin);
        }
        if (one.v < 0 || !begins(one.v, told)) return one.v;
        begin = one.begin, degree = one.degree;
        walked += degree;
        return one.v;
    }

    // Whether a member is walked, and what it tells; who is not urgent comes again.
    __device__ __forceinline__ bool begins(Id u, Told& told) {
        const Round& round = family.round;
        if (CLAIMS && round.form == LIST && !round.prepared) round.claims[u >> 5] = 0;
        if (URGES && round.hasty && !round.prepared && family.waits(u)) {
            if (claimed(round.next_claims, u)) wait(waiting, queue, u);
            return false;
        }
        return family.opens(u, told);
    }

    // What the block kept of the round before: four lanes take a member, or all flatten the rows.
    __device__ __forceinline__ void by_keeper(const Waiting& kept) {
        int held = kept.held;
        if (kept.longest > QUAD_ROW) {
            Told told = 0;
            bool walks = threadIdx.x < held && begins(kept.members[threadIdx.x], told);
            flatten(walks ? kept.members[threadIdx.x] : -1, walks ? kept.begins[threadIdx.x] : 0,
                    walks ? kept.degrees[threadIdx.x] : 0, told, THREADS);
            return;
        }
        for (int base = 0; base < held * QUAD; base += THREADS) {
            int i = (base + threadIdx.x) / QUAD, leader = lane() / QUAD * QUAD;
            Told told = 0;
            bool walks = i < held && (int)lane() == leader && begins(kept.members[i], told);
            walks = __shfl_sync(EVERY_LANE, (int)walks, leader);
            told = from_lane(told, leader);
            if (!walks) continue;
            int degree = kept.degrees[i];
            if ((int)lane() == leader) walked += degree;
            for (int x = lane() - leader; x < degree; x += QUAD)
                visit(told, kept.members[i], degree, kept.begins[i] + x);
        }
    }

    // A thread takes a member.
    __device__ __forceinline__ void by_vertex(long long ahead) {
        for (long long base = (long long)team.block() * THREADS; base < ahead; base += team.stride()) {
            Told told = 0;
            Arc begin;
            int degree;
            Id u = open(base + threadIdx.x, ahead, told, begin, degree);
            for (int i = 0; i < degree; ++i) visit(told, u, degree, begin + i);
            hand_in_if_many(waiting, queue);
        }
    }

    // A thread takes a short row, a warp a longer one, a block a long one.
    __device__ __forceinline__ void by_group(long long ahead, int step) {
        __shared__ unsigned int longs;
        for (long long base = (long long)team.block() * step; base < ahead;
             base += (long long)team.blocks() * step) {
            if (threadIdx.x == 0) longs = 0;
            __syncthreads();
            Told told = 0;
            Arc begin;
            int degree;
            Id u = open(base + threadIdx.x, min(ahead, base + step), told, begin, degree);
            if (degree >= LONG_ROW) {
                unsigned int place = atomicAdd(&longs, 1U);
                rows.members[place] = u, rows.tolds[place] = told;
                rows.begins[place] = begin, rows.degrees[place] = degree;
            }
            unsigned int left =
                __ballot_sync(EVERY_LANE, degree > SHORT_ROW && degree < LONG_ROW);
            while (left) {
                int source = __ffs(left) - 1;
                Id whose = __shfl_sync(EVERY_LANE, u, source);
                Arc first = __shfl_sync(EVERY_LANE, begin, source);
                int many = __shfl_sync(EVERY_LANE, degree, source);
                Told what = from_lane(told, source);
                for (int i = lane(); i < many; i += WARP) visit(what, whose, many, first + i);
                left &= left - 1;
            }
            if (degree <= SHORT_ROW)
                for (int i = 0; i < degree; ++i) visit(told, u, degree, begin + i);
            __syncthreads();
            for (unsigned int row = 0; row < longs; ++row) {
                int many = rows.degrees[row];
                for (int part = 0; part < many; part += SHARE) {
                    for (int i = part + threadIdx.x; i < min(many, part + SHARE); i += THREADS)
                        visit(rows.tolds[row], rows.members[row], many, rows.begins[row] + i);
                    hand_in_if_many(waiting, queue);
                }
            }
            hand_in_if_many(waiting, queue);
        }
    }

    // The rows of a block's members, flattened by a prefix sum; its threads share them evenly.
    __device__ __forceinline__ void by_local(long long ahead, int step) {
        for (long long base = (long long)team.block() * step; base < ahead;
             base += (long long)team.blocks() * step) {
            Told told = 0;
            Arc begin;
            int degree;
            Id u = open(base + threadIdx.x, min(ahead, base + step), told, begin, degree);
            flatten(u, begin, degree, told, step);
        }
    }

    // Each thread brings a row, or none; all walk them together.
    __device__ __forceinline__ void flatten(Id u, Arc begin, int degree, Told told, int many) {
        long long total, sum = before_in_block((long long)degree, total);
        rows.members[threadIdx.x] = u, rows.tolds[threadIdx.x] = told;
        rows.begins[threadIdx.x] = begin, rows.degrees[threadIdx.x] = degree;
        rows.sums[threadIdx.x] = sum;
        if (threadIdx.x == 0) rows.sums[THREADS] = total;
        __syncthreads();
        for (long long part = 0; part < total; part += SHARE) {
            long long limit = min(total, part + SHARE);
            for (long long x = part + threadIdx.x; x < limit; x += THREADS) {
                int at = row_of(rows.sums, many, x);
                Arc e = rows.begins[at] + (Arc)(x - rows.sums[at]);
                visit(rows.tolds[at], rows.members[at], rows.degrees[at], e);
            }
            hand_in_if_many(waiting, queue);
        }
        __syncthreads();
    }

    // All arcs of the frontier, in equal shares, whoever they belong to.
    template <class At>
    __device__ __forceinline__ void by_edge(const At& at, long long ahead, long long total) {
        __shared__ long long ends[2];
        const Round& round = family.round;
        long long even = ((total + team.blocks() - 1) / team.blocks() + WARP - 1) / WARP * WARP;
        int share = (int)min(max(even, 64LL), (long long)SHARE);
        for (long long part = (long long)team.block() * share; part < total;
             part += (long long)team.blocks() * share) {
            long long limit = min(total, part + share);
            __syncthreads();
            for (int k = threadIdx.x / WARP; k < 2; k += THREADS / WARP) {
                long long found = before_or_at(at, 0, ahead, k ? limit - 1 : part);
                if (lane() == 0) ends[k] = found;
            }
            __syncthreads();
            // Rows without arcs may lie between; where there are too many, several passes are made.
            for (long long first = ends[0]; first <= ends[1]; first += THREADS) {
                int many = (int)min((long long)THREADS, ends[1] + 1 - first);
                if (threadIdx.x < many) stage(at, first, part);
                __syncthreads();
                bool more = first + many <= ends[1];
                if (threadIdx.x == 0)
                    rows.sums[many] = (more ? at(first + many) : limit) - part;
                __syncthreads();
                int begin = (int)max(0LL, rows.sums[0]);
                int end = (int)min(limit - part, rows.sums[many]);
                for (int x = begin + threadIdx.x; x < end; x += THREADS) {
                    int i = row_of(rows.sums, many, x);
                    Id u = rows.members[i];
                    if (u < 0) continue;
                    walked += 1;
                    Arc e = rows.begins[i] + (Arc)(x - rows.sums[i]);
                    visit(family.told(u), u, rows.degrees[i], e);
                }
                __syncthreads();
            }
            hand_in_if_many(waiting, queue);
        }
    }

    // One row of a share, for all threads of the block to see.
    template <class At>
    __device__ __forceinline__ void stage(const At& at, long long first, long long part) {
        long long i = first + threadIdx.x;
        const Round& round = family.round;
        if (round.form == LIST) {
            Member one = round.list[i];
            rows.members[threadIdx.x] = one.v, rows.begins[threadIdx.x] = one.begin;
            rows.degrees[threadIdx.x] = one.degree;
        } else {
            Id u = member(round.form, round, i);
            Told told;
            bool walks = u >= 0 && (!round.everything || family.opens(u, told));
            Arc begin = family.graph.offsets[i];
            rows.members[threadIdx.x] = walks ? u : -1, rows.begins[threadIdx.x] = begin;
            rows.degrees[threadIdx.x] = (int)(family.graph.offsets[i + 1] - begin);
        }
        rows.sums[threadIdx.x] = at(i) - part;
    }

    // The last of many rows that starts at or before x; the first does.
    template <class T> __device__ __forceinline__ int row_of(const T* starts, int many, long long x) {
        int low = 0, high = many;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (starts[middle] <= x) low = middle;
            else high = middle;
        }
        return low;
    }
};

// Push once, the way this nest was made for: the list, and what the block kept for itself. Whether
// it keeps what it found now: `keeping`, if it may.
__device__ __forceinline__ unsigned long long pushed(
    Family& family, const Team& team, const Waiting& kept, Waiting& waiting, const Queue& queue,
    bool& keeping) {
    __shared__ Rows rows;
    Push push{family, team, waiting, queue, rows, 0};
    const Round& round = family.round;
    long long ahead = round.form == LIST ? round.count : UNIVERSE(family.graph);
    long long even = (ahead + team.blocks() - 1) / team.blocks();
    int step = (int)min((long long)THREADS, max(even, 1LL));
    if (ahead) {
        if (PUSH == BY_VERTEX) push.by_vertex(ahead);
        if (PUSH == BY_GROUP) push.by_group(ahead, step);
        if (PUSH == BY_LOCAL) push.by_local(ahead, step);
        if (PUSH == BY_EDGE) {
#if APART
            push.by_edge(Placed{round.starts}, ahead, round.out);
#else
            if (round.form == LIST) push.by_edge(Starts{round.list}, ahead, round.out);
            else push.by_edge(Offsets{family.graph.offsets}, ahead, family.graph.m);
#endif
        }
    }
    if (KEEPS && round.form == LIST) push.by_keeper(kept);
    __syncthreads();
    keeping = KEEPS && keeping && keeps(waiting, queue);
    if (!keeping) hand_in(waiting, queue);
    return push.walked;
}
