// Neighbours to a number: what a monoid makes of something that each gives. How a row is folded
// depends on the row alone, so a sum of reals comes out alike on any number of blocks.
#include "graph.cuh"
#include "shared.cuh"

// A piece of a long row: whose it is, and where it lies.
struct Piece {
    long long i, begin;
};

struct Fold {
    const Arc* offsets;
    const HEAD* heads;
    const WEIGHT* weights;
    const long long* places;
    Given given;

    __device__ __forceinline__ VALUE of(HEAD u, Arc e, long long degree) const {
        long long arc = NUMBERED ? places[e] : (long long)e;
        return gather(u, heads[e], arc, weight_of(weights, e), degree, given);
    }
    __device__ __forceinline__ bool is_over(VALUE total) const {
#if TERMINATES
        return settled(total, given) != 0;
#else
        return false;
#endif
    }

    // A lane on its own, one arc after the other.
    __device__ __forceinline__ VALUE alone(HEAD u, Arc e, Arc last, long long degree) const {
        VALUE total = (VALUE)IDENTITY;
        for (; e < last && !is_over(total); ++e) total = combine(total, of(u, e, degree));
        return total;
    }

    // A warp together: `sum`, and all from `at` on; each lane has the answer.
    __device__ __forceinline__ VALUE together(
        HEAD u, Arc at, Arc end, long long degree, VALUE sum) const {
        return COMMUTES ? strided(u, at, end, degree, sum) : in_order(u, at, end, degree, sum);
    }

    __device__ __forceinline__ VALUE strided(
        HEAD u, Arc at, Arc end, long long degree, VALUE sum) const {
        VALUE mine = (VALUE)IDENTITY;
        for (; at < end; at += WARP) {
            if (at + (Arc)lane() < end) mine = combine(mine, of(u, at + lane(), degree));
            if (TERMINATES && __any_sync(EVERY_LANE, is_over(mine))) break;
        }
#pragma unroll
        for (int d = WARP / 2; d; d /= 2) {
            VALUE other = from_above(mine, d);
            if (lane() + d < WARP) mine = combine(mine, other);
        }
        return combine(sum, from_lane(mine, 0));
    }

    __device__ __forceinline__ VALUE in_order(
        HEAD u, Arc at, Arc end, long long degree, VALUE sum) const {
        for (; at < end && !is_over(sum); at += WARP) {
            bool has = at + (Arc)lane() < end;
            VALUE one = (VALUE)IDENTITY;
            if (has) one = of(u, at + lane(), degree);
            for (int d = 1; d < WARP; d *= 2) {
                VALUE other = from_above(one, d);
                bool there = __shfl_down_sync(EVERY_LANE, (int)has, d) && lane() + d < WARP;
                if (there) one = has ? combine(one, other) : other;
                has = has || there;
            }
            sum = combine(sum, from_lane(one, 0));
        }
        return sum;
    }
};

// Every row; those that are longer than a piece are put aside, with a place for each of their pieces.
extern "C" __global__ void __launch_bounds__(THREADS, 2) fold_rows(
    const OFFSET* offsets, const HEAD* heads, const WEIGHT* weights, const long long* places,
    const Member* list, long long members, VALUE* result, long long piece, long long* aside,
    Piece* pieces, unsigned long long* counts GIVEN) {
    Fold fold{offsets, heads, weights, places, Given GATHERED};
    Team team{nullptr, 0, false};
    for (long long base = (long long)team.warp() * WARP; base < members;
         base += (long long)team.warps() * WARP) {
        long long i = base + lane();
        bool mine = i < members;
        HEAD u = mine ? list ? list[i].v : (HEAD)i : 0;
        Arc begin = mine ? offsets[u] : 0, end = mine ? offsets[u + 1] : 0;
        long long degree = end - begin;
        if (CUTS && degree > piece) {
            long long many = (degree + piece - 1) / piece;
            unsigned long long row = atomicAdd(counts, 1ULL);
            unsigned long long first = atomicAdd(counts + 1, (unsigned long long)many);
            aside[row] = (long long)first;
            for (long long k = 0; k < many; ++k) pieces[first + k] = Piece{i, begin + k * piece};
            mine = false;
        }
        Arc own = mine ? CUTS ? min(end, begin + OWN) : end : begin;
        VALUE total = fold.alone(u, begin, own, degree);
        unsigned int left = __ballot_sync(EVERY_LANE, mine && own < end && !fold.is_over(total));
        while (left) {
            int source = __ffs(left) - 1;
            VALUE sum = fold.together(
                __shfl_sync(EVERY_LANE, u, source), __shfl_sync(EVERY_LANE, own, source),
                __shfl_sync(EVERY_LANE, end, source), __shfl_sync(EVERY_LANE, degree, source),
                from_lane(total, source));
            if ((int)lane() == source) total = sum;
            left &= left - 1;
        }
        if (mine) result[i] = total;
    }
}

// The pieces of what was put aside, a warp each.
extern "C" __global__ void __launch_bounds__(THREADS, 2) fold_pieces(
    const OFFSET* offsets, const HEAD* heads, const WEIGHT* weights, const long long* places,
    const Member* list, VALUE* partial, long long piece, const Piece* pieces,
    const unsigned long long* counts GIVEN) {
    Fold fold{offsets, heads, weights, places, Given GATHERED};
    Team team{nullptr, 0, false};
    for (long long k = team.warp(); k < (long long)counts[1]; k += team.warps()) {
        Piece one = pieces[k];
        HEAD u = list ? list[one.i].v : (HEAD)one.i;
        Arc begin = (Arc)one.begin, end = offsets[u + 1];
        long long degree = end - offsets[u];
        if (end - begin > piece) end = begin + (Arc)piece;
        VALUE total = fold.together(u, begin, end, degree, (VALUE)IDENTITY);
        if (lane() == 0) partial[k] = total;
    }
}

// What the pieces of a row came to, one after the other.
extern "C" __global__ void __launch_bounds__(THREADS) put_together(
    const OFFSET* offsets, const Member* list, const VALUE* partial, VALUE* result,
    long long piece, const long long* aside, const Piece* pieces,
    const unsigned long long* counts) {
    Team team{nullptr, 0, false};
    for (long long row = team.first(); row < (long long)counts[0]; row += team.stride()) {
        long long first = aside[row], i = pieces[first].i;
        HEAD u = list ? list[i].v : (HEAD)i;
        long long many = ((long long)(offsets[u + 1] - offsets[u]) + piece - 1) / piece;
        VALUE total = partial[first];
        for (long long k = 1; k < many; ++k) total = combine(total, partial[first + k]);
        result[i] = total;
    }
}
