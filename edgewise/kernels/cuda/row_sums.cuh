// Sums over rows: of a short one by a thread, of a longer one by eight lanes or a warp. The longest
// are cut into pieces for all warps. A row's sum depends on the row alone, not on who added it up.
#pragma once
#include "queue.cuh"
#define OWN_ROW 4
#define FEW 8
#define FEW_ROW 64
// No fewer than LITTLE in brandes.cuh: a block that is alone meets no row that waits for others.
#define HUGE_ROW 1024
#define PIECE 512

// Rows that wait for all warps, each with the place of its first piece among all pieces.
struct Hubs {
    HEAD* list;
    unsigned long long* starts;
    double* parts;
    unsigned long long* counter;

    __device__ __forceinline__ void append(long long v, long long degree) const {
        unsigned long long pieces = (degree + PIECE - 1) / PIECE;
        unsigned long long at = atomicAdd(counter, (1ULL << SUM_BITS) | pieces);
        list[COUNT_OF(at)] = (HEAD)v;
        starts[COUNT_OF(at)] = SUM_OF(at);
    }
};

// The last of starts[0:count] that is at most x; the first is.
__device__ __forceinline__ long long last_at_most(
    const unsigned long long* starts, long long count, long long x) {
    long long low = 0;
    while (count - low > 1) {
        long long middle = low + (count - low) / 2;
        if ((long long)starts[middle] <= x) low = middle;
        else count = middle;
    }
    return low;
}

// The same for a whole warp: each lane looks at another place, so that few looks follow one another.
__device__ __forceinline__ long long last_for_warp(
    const unsigned long long* starts, long long count, long long x) {
    long long low = 0;
    while (count - low > 1) {
        long long step = (count - low + WARP - 1) / WARP, place = low + lane() * step;
        unsigned int fits =
            __ballot_sync(EVERY_LANE, place < count && (long long)starts[place] <= x);
        low += (__popc(fits) - 1) * step;
        count = min(count, low + step);
    }
    return low;
}

// `Arcs` says which arcs of a row count (`joins`), and for how much (`worth`).
template <class Arcs> struct Rows {
    const OFFSET* offsets;
    Arcs arcs;
    Hubs hubs;

    // What a thread adds up that takes every `step`-th arc; several are asked for at a time.
    __device__ __forceinline__ double some(long long v, OFFSET x, OFFSET last, int step) const {
        double total = 0;
        typename Arcs::Mine mine = arcs.mine(v);
        for (; last - x > 3 * step; x += 4 * step) {
            HEAD w[4];
            bool joins[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) w[k] = arcs.heads[x + k * step];
#pragma unroll
            for (int k = 0; k < 4; ++k) joins[k] = arcs.joins(mine, w[k], x + k * step);
#pragma unroll
            for (int k = 0; k < 4; ++k) total += joins[k] ? arcs.worth(w[k]) : 0.0;
        }
#pragma unroll 1
        for (; x < last; x += step) {
            HEAD w = arcs.heads[x];
            if (arcs.joins(mine, w, x)) total += arcs.worth(w);
        }
        return total;
    }

    template <int LANES> __device__ __forceinline__ double summed(double sum) const {
#pragma unroll
        for (int d = LANES / 2; d; d /= 2) sum += __shfl_xor_sync(EVERY_LANE, sum, d);
        return sum;
    }

    // So many lanes take the row of one that has one; several rows at a time where they are few.
    template <int LANES>
    __device__ __forceinline__ void by_lanes(
        bool has, long long v, OFFSET begin, OFFSET end, double& total) const {
        unsigned int left = __ballot_sync(EVERY_LANE, has);
        while (left) {
            int source = -1;
#pragma unroll
            for (int group = 0; group < WARP / LANES; ++group) {
                if (group == (int)lane() / LANES) source = __ffs(left) - 1;
                left &= left - 1;
            }
            int asked = max(source, 0);
            long long whose = __shfl_sync(EVERY_LANE, v, asked);
            OFFSET first = __shfl_sync(EVERY_LANE, begin, asked);
            OFFSET last = __shfl_sync(EVERY_LANE, end, asked);
            double sum = 0;
            if (source >= 0) sum = some(whose, first + (int)(lane() % LANES), last, LANES);
            sum = summed<LANES>(sum);
#pragma unroll
            for (int group = 0; group < WARP / LANES; ++group) {
                double theirs = __shfl_sync(EVERY_LANE, sum, group * LANES);
                int owner = __shfl_sync(EVERY_LANE, source, group * LANES);
                if (owner == (int)lane()) total = theirs;
            }
        }
    }

    // The sum of each lane's row; whose row `waits` gets it later. Lanes without a row have -1.
    __device__ __forceinline__ double of(long long v, bool& waits) const {
        OFFSET begin = 0, end = 0;
        if (v >= 0) begin = offsets[v], end = offsets[v + 1];
        OFFSET degree = end - begin;
        double total = 0;
        waits = degree >= HUGE_ROW;
        if (waits) hubs.append(v, degree);
        if (degree <= OWN_ROW) total = degree ? some(v, begin, end, 1) : 0.0;
        by_lanes<FEW>(degree > OWN_ROW && degree <= FEW_ROW, v, begin, end, total);
        by_lanes<WARP>(degree > FEW_ROW && !waits, v, begin, end, total);
        return total;
    }

    // The pieces of all that wait.
    __device__ __forceinline__ void add_pieces(const Team& team) const {
        unsigned long long word = fresh_of(hubs.counter);
        for (long long piece = team.warp(); piece < SUM_OF(word); piece += team.warps()) {
            long long i = last_for_warp(hubs.starts, COUNT_OF(word), piece), v = hubs.list[i];
            OFFSET first = offsets[v] + (OFFSET)(piece - (long long)hubs.starts[i]) * PIECE;
            OFFSET last = offsets[v + 1];
            if (last - first > PIECE) last = first + PIECE;
            double sum = summed<WARP>(some(v, first + (int)lane(), last, WARP));
            if (lane() == 0) hubs.parts[piece] = sum;
        }
    }

    // The sum of the i-th that waits, for all lanes of a warp, once all pieces are there.
    __device__ __forceinline__ double whole(long long i, long long& v) const {
        v = hubs.list[i];
        long long pieces = (offsets[v + 1] - offsets[v] + PIECE - 1) / PIECE;
        const double* parts = hubs.parts + hubs.starts[i];
        double sum = 0;
#pragma unroll 1
        for (long long x = lane(); x < pieces; x += WARP) sum += parts[x];
        return summed<WARP>(sum);
    }
};
