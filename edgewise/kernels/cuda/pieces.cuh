// A sweep's work, cut into equal pieces whatever rows are like. Arcs and ends of rows, merged in
// their order (an end comes after its row's arcs), are cut every `size`; a warp takes a piece. It
// looks at strips of arcs: all lanes read heads side by side and gather with many reads in flight.
// Rows that end in a strip are summed up from shared memory; what waits to be computed does so
// until a whole warp can. A row that lies across pieces leaves parts, and is put together later.
#pragma once
#include "wide.cuh"
#define EACH 8
#define STRIP (EACH * WARP)
// Room for rows whose totals wait; less than a warp of them stays when as many more come.
#define WAITING (2 * WARP)
#define FAR_OFF 0x7fffffff
#define FEW_PARTS 4

struct Rows {
    const OFFSET* offsets;
    const HEAD* tails;
    const WEIGHT* weights;
    const int* cuts;
    long long n, m, size, pieces;
};

// What vertices have, what they sent in this round, what they send in the next, and what rows
// that lie across pieces have in each: where they began, and where they went on.
struct Fields {
    VALUE* value;
    const VALUE* sent;
    VALUE* next;
    REAL* shared;
    VALUE* began;
    VALUE* went_on;
};

// How many rows end among the first `ahead` of arcs and ends.
__device__ __forceinline__ long long rows_before(const OFFSET* offsets, long long n, long long ahead) {
    long long low = 0, high = n;
    while (low < high) {
        long long middle = low + (high - low) / 2;
        if ((long long)offsets[middle + 1] + middle < ahead) low = middle + 1;
        else high = middle;
    }
    return low;
}

struct Sweep {
    Rows rows;
    Fields fields;
    Given given;
    VALUE* staged;
    VALUE* totals;
    double change, other;

    __device__ __forceinline__ void compute(long long v, VALUE total) {
        VALUE old = fields.value[v];
        VALUE fresh = (VALUE)update(total, old, v, fields.shared, given);
        fields.value[v] = fresh;
        fields.next[v] = (VALUE)send(fresh, v, given);
        change += measure(old, fresh, v, given);
        other += count(old, fresh, v, given);
    }

    // The tails of a lane's arcs in the strip at `at`, of which those before `end` are wanted.
    __device__ __forceinline__ void read(Four<HEAD>* heads, long long base, int at, int end) const {
#pragma unroll
        for (int half = 0; half < EACH / 4; ++half) {
            int x = at + half * 4 * WARP + lane() * 4;
            if (x < end) heads[half] = four_of(rows.tails, base + x, rows.m);
        }
    }

    // What arrives along them; nothing along arcs outside of begin..end.
    template <bool WHOLE>
    __device__ __forceinline__ void gather_strip(
        VALUE* got, const Four<HEAD>* heads, long long base, int at, int begin, int end) const {
#pragma unroll
        for (int half = 0; half < EACH / 4; ++half) {
            int x = at + half * 4 * WARP + lane() * 4;
            Four<WEIGHT> weights;
            if (WEIGHTED && (WHOLE || x < end)) weights = four_of(rows.weights, base + x, rows.m);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                VALUE one = (VALUE)0;
                if (WHOLE || x + i >= begin && x + i < end) {
                    WEIGHT weight = WEIGHTED ? weights.x[i] : (WEIGHT)1;
                    one = (VALUE)gather(fields.sent[heads[half].x[i]], weight, given);
                }
                got[half * 4 + i] = one;
            }
        }
    }

    // A lane's share of the arcs from `done` on.
    __device__ __forceinline__ VALUE rest(const VALUE* got, int at, int done) const {
        VALUE sums[EACH / 4];
#pragma unroll
        for (int half = 0; half < EACH / 4; ++half) {
            int x = at + half * 4 * WARP + lane() * 4;
            VALUE one[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) one[i] = x + i >= done ? got[half * 4 + i] : (VALUE)0;
            sums[half] = (one[0] + one[1]) + (one[2] + one[3]);
        }
        return sums[0] + sums[1];
    }

    // Where this lane's row ends, of the rows from `row` on, counted from `base`.
    __device__ __forceinline__ int end_of(int row, int last, long long base) const {
        return (int)lane() < last - row ? (int)(rows.offsets[row + (long long)lane() + 1] - base)
                                        : FAR_OFF;
    }

    // The totals of `many` rows that end in the strip at `at`, the first of which goes on at
    // `done`: each by a group of lanes. The first lane of a group has its row's; `i` is which.
    __device__ __forceinline__ VALUE summed(int at, int done, int ends, int many, int& i) const {
        int shift = __clz(many - 1) - (32 - 5), width;
        shift = many == 1 ? 5 : shift;
        width = 1 << shift;
        i = lane() >> shift;
        int first = __shfl_sync(EVERY_LANE, ends, max(i - 1, 0));
        int stop = __shfl_sync(EVERY_LANE, ends, i);
        first = i == 0 ? done : first;
        VALUE total = (VALUE)0;
        if (i < many) {
#pragma unroll 4
            for (int x = first + (lane() & (width - 1)); x < stop; x += width)
                total += staged[x - at];
        }
        for (int d = width / 2; d > 0; d /= 2) total += across(total, d);
        if (lane() & (width - 1)) i = WARP;
        return total;
    }

    // Piece p: the rows from `row` on, of which `last` is the first that does not end here.
    __device__ __forceinline__ void piece(long long p, int row, int last) {
        long long from = p * rows.size - row;
        long long upto = min((p + 1) * rows.size, rows.n + rows.m) - last;
        long long base = from & ~(long long)(WARP - 1);
        int begin = (int)(from - base), end = (int)(upto - base), first = row;
        bool cut = rows.offsets[row] < from;
        int waits = row + cut, ends = end_of(row, last, base);
        Four<HEAD> heads[EACH / 4];
        read(heads, base, 0, end);
        VALUE mine = (VALUE)0;
        for (int at = 0;; at += STRIP) {
            int stop = min(at + STRIP, end), done = max(at, begin);
            VALUE got[EACH];
            if (at >= begin && at + STRIP <= end)
                gather_strip<true>(got, heads, base, at, begin, end);
            else gather_strip<false>(got, heads, base, at, begin, end);
            if (at + STRIP < end) read(heads, base, at + STRIP, end);
            unsigned int ended = __ballot_sync(EVERY_LANE, ends <= stop);
            if (ended) stage(got);
            while (ended) {
                int many = __popc(ended), i;
                VALUE total = summed(at, done, ends, many, i);
                VALUE carried = sum_of_warp(mine);
                if (i == 0) total = carried + total;
                mine = (VALUE)0;
                if (i < many) {
                    if (cut && row + i == first) fields.went_on[p] = total;
                    else totals[(row + i) % WAITING] = total;
                }
                __syncwarp();
                row += many;
                done = __shfl_sync(EVERY_LANE, ends, many - 1);
                for (; row - waits >= WARP; waits += WARP) compute_some(waits, WARP);
                ends = end_of(row, last, base);
                ended = __ballot_sync(EVERY_LANE, ends <= stop);
                __syncwarp();
            }
            mine += rest(got, at, done);
            if (at + STRIP >= end) break;
        }
        if (row > waits) compute_some(waits, row - waits);
        mine = sum_of_warp(mine);
        if (lane() == 0) (cut && last == first ? fields.went_on : fields.began)[p] = mine;
        __syncwarp();
    }

    __device__ __forceinline__ void stage(const VALUE* got) {
#pragma unroll
        for (int half = 0; half < EACH / 4; ++half) {
            Four<VALUE> four;
#pragma unroll
            for (int i = 0; i < 4; ++i) four.x[i] = got[half * 4 + i];
            *(Four<VALUE>*)(staged + half * 4 * WARP + lane() * 4) = four;
        }
        __syncwarp();
    }

    __device__ __forceinline__ void compute_some(int waits, int many) {
        if ((int)lane() < many) {
            long long v = waits + (long long)lane();
            compute(v, totals[v % WAITING]);
        }
    }

    // All pieces, a warp's by turns.
    __device__ __forceinline__ void walk(const Team& team) {
        long long p = team.warp();
        if (p >= rows.pieces) return;
        int row = rows.cuts[p], last = rows.cuts[p + 1];
        for (;;) {
            long long next = p + team.warps();
            bool more = next < rows.pieces;
            int next_row = more ? rows.cuts[next] : 0, next_last = more ? rows.cuts[next + 1] : 0;
            piece(p, row, last);
            if (!more) break;
            p = next, row = next_row, last = next_last;
        }
    }

    // The row that begins in piece p and goes on, or -1; and the piece in which it ends.
    __device__ __forceinline__ long long across_pieces(long long p, long long& last) const {
        last = p;
        if (p >= rows.pieces) return -1;
        long long v = rows.cuts[p + 1];
        if (v >= rows.n) return -1;
        long long begin = rows.offsets[v];
        if (begin < p * rows.size - rows.cuts[p] || begin >= (p + 1) * rows.size - v) return -1;
        last = ((long long)rows.offsets[v + 1] + v) / rows.size;
        return v;
    }

    // Rows that lie across pieces, from their parts; those of many parts by a warp.
    __device__ __forceinline__ void join(const Team& team) {
        for (long long base = team.warp() * WARP; base < rows.pieces; base += team.warps() * WARP) {
            long long p = base + lane(), last, v = across_pieces(p, last);
            VALUE total = v >= 0 ? fresh_of(fields.began + p) : (VALUE)0;
            bool many = last - p > FEW_PARTS;
            if (!many)
                for (long long q = p + 1; q <= last; ++q) total += fresh_of(fields.went_on + q);
            for (unsigned int left = __ballot_sync(EVERY_LANE, many); left; left &= left - 1) {
                int source = __ffs(left) - 1;
                long long end = __shfl_sync(EVERY_LANE, last, source);
                VALUE sum = (VALUE)0;
                for (long long q = base + source + 1 + lane(); q <= end; q += WARP)
                    sum += fresh_of(fields.went_on + q);
                sum = sum_of_warp(sum);
                if ((int)lane() == source) total += sum;
            }
            if (v >= 0) compute(v, total);
        }
    }
};
