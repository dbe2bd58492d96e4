// A sweep's work, cut into equal pieces whatever rows are like. Arcs and ends of rows, merged in
// their order (an end comes after its row's arcs), are cut every `size`; a warp takes a piece. It
// looks at strips of arcs: all lanes read heads side by side and gather with many reads in flight.
// Rows that end in a strip are summed up from shared memory; what waits to be computed does so
// until a whole warp can. A row that lies across pieces leaves parts, and is put together later.
#pragma once
#include "wide.cuh"
#define EACH 8
#define HALVES (EACH / 4)
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

// A piece's arcs, counted from `base` on, where lines of memory begin.
struct Span {
    long long base;
    const HEAD* tails;
    const WEIGHT* weights;
    int begin, end, size;

    __device__ __forceinline__ Span(const Rows& rows, int p, int row, int last) {
        long long from = p * rows.size - row;
        long long upto = min((p + 1) * rows.size, rows.n + rows.m) - last;
        base = from & ~(long long)(WARP - 1);
        begin = (int)(from - base), end = (int)(upto - base);
        size = (int)min(rows.m - base, (long long)FAR_OFF - STRIP);
        tails = rows.tails + base, weights = WEIGHTED ? rows.weights + base : rows.weights;
    }
};

// The first of the four arcs that a lane has in a half of the strip at `at`.
__device__ __forceinline__ int place(int at, int half) { return at + half * 4 * WARP + lane() * 4; }

struct Sweep {
    Rows rows;
    Fields fields;
    Given given;
    VALUE* staged;
    VALUE* totals;
    double* measured;

    __device__ __forceinline__ void compute(long long v, VALUE total) {
        VALUE old = fields.value[v];
        VALUE fresh = (VALUE)update(total, old, v, fields.shared, given);
        fields.value[v] = fresh;
        fields.next[v] = (VALUE)send(fresh, v, given);
        measured[0] += measure(old, fresh, v, given);
        measured[THREADS] += count(old, fresh, v, given);
    }

    // The tails of a lane's arcs in the strip at `at`, of which those before `end` are wanted.
    __device__ __forceinline__ void read(Four<HEAD>* heads, const Span& span, int at) const {
#pragma unroll
        for (int half = 0; half < HALVES; ++half) {
            int x = place(at, half);
            if (x < span.end) heads[half] = four_of(span.tails, x, span.size);
        }
    }

    // What arrives along them, each for itself; nothing along arcs of other pieces.
    template <bool WHOLE>
    __device__ __forceinline__ void gather_strip(
        Four<VALUE>* got, const Four<HEAD>* heads, const Span& span, int at) const {
#pragma unroll
        for (int half = 0; half < HALVES; ++half) {
            int x = place(at, half);
            Four<WEIGHT> weights;
            if (WEIGHTED && (WHOLE || x < span.end))
                weights = four_of(span.weights, x, span.size);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                VALUE one = (VALUE)0;
                if (WHOLE || x + i >= span.begin && x + i < span.end) {
                    WEIGHT weight = WEIGHTED ? weights.x[i] : (WEIGHT)1;
                    one = (VALUE)gather(fields.sent[heads[half].x[i]], weight, given);
                }
                got[half].x[i] = one;
            }
        }
    }

    // A lane's share of a strip; of what lies from `done` on.
    __device__ __forceinline__ VALUE sum_of(const Four<VALUE>* got) const {
        VALUE sum = (VALUE)0;
#pragma unroll
        for (int half = 0; half < HALVES; ++half)
            sum += (got[half].x[0] + got[half].x[1]) + (got[half].x[2] + got[half].x[3]);
        return sum;
    }
    __device__ __forceinline__ VALUE rest(int at, int stop, int done) const {
        VALUE sum = (VALUE)0;
        for (int x = done + lane(); x < stop; x += WARP) sum += staged[x - at];
        return sum;
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

    // Piece p: the rows from `first` on, of which `last` is the first that does not end here.
    __device__ __forceinline__ void piece(int p, int first, int last) {
        const Span span(rows, p, first, last);
        bool cut = rows.offsets[first] < span.base + span.begin;
        int row = first, waits = first + cut, ends = end_of(row, last, span.base);
        Four<HEAD> heads[HALVES];
        read(heads, span, 0);
        VALUE mine = (VALUE)0;
        for (int at = 0;; at += STRIP) {
            int stop = min(at + STRIP, span.end);
            Four<VALUE> got[HALVES];
            if (at >= span.begin && at + STRIP <= span.end)
                gather_strip<true>(got, heads, span, at);
            else gather_strip<false>(got, heads, span, at);
            if (stop < span.end) read(heads, span, at + STRIP);
            unsigned int ended = __ballot_sync(EVERY_LANE, ends <= stop);
            if (!ended) mine += sum_of(got);
            else mine = close(p, at, stop, got, mine, span, cut, first, last, row, waits, ends);
            if (stop >= span.end) break;
        }
        if (row > waits) compute_some(waits, row - waits);
        mine = sum_of_warp(mine);
        if (lane() == 0) (cut && last == first ? fields.went_on : fields.began)[p] = mine;
        __syncwarp();
    }

    // The rows that end in a strip; a lane's share of what the next one has in it so far.
    __device__ __forceinline__ VALUE close(
        int p, int at, int stop, const Four<VALUE>* got, VALUE mine, const Span& span, bool cut,
        int first, int last, int& row, int& waits, int& ends) {
#pragma unroll
        for (int half = 0; half < HALVES; ++half)
            *(Four<VALUE>*)(staged + place(0, half)) = got[half];
        __syncwarp();
        VALUE carried = sum_of_warp(mine);
        int done = max(at, span.begin);
        for (unsigned int ended; (ended = __ballot_sync(EVERY_LANE, ends <= stop)) != 0;) {
            int many = __popc(ended), i;
            VALUE total = summed(at, done, ends, many, i);
            if (i == 0) total = carried + total;
            carried = (VALUE)0;
            if (i < many) {
                if (cut && row + i == first) fields.went_on[p] = total;
                else totals[(row + i) % WAITING] = total;
            }
            __syncwarp();
            row += many;
            done = __shfl_sync(EVERY_LANE, ends, many - 1);
            if (row - waits >= WARP) {
                compute_some(waits, WARP);
                waits += WARP;
            }
            ends = end_of(row, last, span.base);
            __syncwarp();
        }
        mine = rest(at, stop, done);
        __syncwarp();
        return mine;
    }

    __device__ __forceinline__ void compute_some(int waits, int many) {
        if ((int)lane() < many) {
            long long v = waits + (long long)lane();
            compute(v, totals[v % WAITING]);
        }
    }

    // All pieces, a warp's by turns.
    __device__ __forceinline__ void walk(const Team& team) {
        int p = (int)team.warp();
        if (p >= rows.pieces) return;
        int row = rows.cuts[p], last = rows.cuts[p + 1];
        for (;;) {
            int next = p + (int)team.warps();
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
