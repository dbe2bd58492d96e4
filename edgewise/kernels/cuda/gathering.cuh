// A sweep's work. Rows are in classes of like length, and work is cut into turns of about as many
// arcs: a part of a long row; one, or a few, that take a whole warp; as many rows as a warp has
// lanes, each by a group of lanes that it keeps busy. Warps take turns one after another, the
// large ones first. What a row comes to depends on nothing but the row: each lane adds up every so
// many arcs, and lanes are added up pair by pair. Parts of long rows are put together later.
#pragma once
#include "wide.cuh"
#define EACH 4
// Numbers of four bytes that memory hands out together.
#define ALIGNED 8
#define NO_SHIFT 0x80000000

// Rows by length: classes[c] has where it begins and ends in the list of all, by how much the
// rows are ahead of their places if they lie side by side, and the turns with those of classes
// before. Of long rows, which they are and where their parts begin; of parts, whose they are.
struct Class {
    int begin, end, shift, turns;
};
struct Rows {
    const OFFSET* offsets;
    const HEAD* tails;
    const WEIGHT* weights;
    const Class* classes;
    const int* list;
    const int* longs;
    const int* begins;
    const int* whose;
    long long n, m;
    int many_longs;
};

// What vertices have, what they sent in this round, what they send in the next; sums of parts.
struct Fields {
    VALUE* value;
    const VALUE* sent;
    VALUE* next;
    REAL* shared;
    VALUE* parts;
};

struct Sweep {
    Rows rows;
    Fields fields;
    Given given;
    double change, other;

    __device__ __forceinline__ void compute(long long v, VALUE total, VALUE old) {
        VALUE fresh = (VALUE)update(total, old, v, fields.shared, given);
        fields.value[v] = fresh;
        fields.next[v] = (VALUE)send(fresh, v, given);
        change += measure(old, fresh, v, given);
        other += count(old, fresh, v, given);
    }

    // What arrives along a lane's arcs of `size` from `begin` on, of which it takes every
    // LANES-th from its own on. With many lanes, those side by side begin where memory's do.
    template <int LANES>
    __device__ __forceinline__ VALUE arriving(OFFSET begin, int size) const {
        int x = (int)lane() % LANES;
        if (LANES >= ALIGNED) x -= (int)begin & (ALIGNED - 1);
        const HEAD* tails = settled_on(rows.tails + begin + x);
        const WEIGHT* weights = WEIGHTED ? settled_on(rows.weights + begin + x) : rows.weights;
        VALUE sum = (VALUE)0;
#pragma unroll 1
        for (; x < size; x += EACH * LANES, tails += EACH * LANES, weights += EACH * LANES) {
            HEAD heads[EACH];
            WEIGHT weight[EACH];
            VALUE got[EACH];
#pragma unroll
            for (int i = 0; i < EACH; ++i) {
                constexpr bool once = LANES >= ALIGNED;
                // Said of all, or registers are held for what they had before.
                heads[i] = (HEAD)0, weight[i] = (WEIGHT)1;
                if ((unsigned int)(x + i * LANES) >= (unsigned int)size) continue;
                heads[i] = once ? passing(tails + i * LANES) : brief(tails + i * LANES);
                if (WEIGHTED)
                    weight[i] = once ? passing(weights + i * LANES) : brief(weights + i * LANES);
            }
#pragma unroll
            for (int i = 0; i < EACH; ++i) {
                got[i] = (VALUE)0;
                if ((unsigned int)(x + i * LANES) >= (unsigned int)size) continue;
                got[i] = (VALUE)gather(fields.sent[heads[i]], weight[i], given);
            }
            sum += (got[0] + got[1]) + (got[2] + got[3]);
        }
        return sum;
    }

    // Where the i-th row in order of length is.
    __device__ __forceinline__ long long row(int i, int shift) const {
        return shift == (int)NO_SHIFT ? rows.list[i] : i + (long long)shift;
    }

    // A turn with up to MANY rows, each by a group of LANES; a lane computes the row it read about.
    template <int LANES, int MANY>
    __device__ __forceinline__ void some(int first, int end, int shift) {
        constexpr int groups = WARP / LANES, steps = MANY / groups;
        int size = 0;
        bool mine = (int)lane() < min(MANY, end - first);
        OFFSET begin = 0;
        long long v = 0;
        VALUE old = (VALUE)0, total = (VALUE)0;
        if (mine) {
            v = row(first + (int)lane(), shift), begin = rows.offsets[v];
            size = (int)(rows.offsets[v + 1] - begin);
            if (LANES == 1) old = fields.value[v];
        }
        if (LANES == 1) total = arriving<1>(begin, size);
        else {
#pragma unroll 1
            for (int s = 0; s < steps; ++s) {
                int from = ((int)lane() & ~(LANES - 1)) + s;
                int its = __shfl_sync(EVERY_LANE, size, from);
                VALUE sum = arriving<LANES>(__shfl_sync(EVERY_LANE, begin, from), its);
                __syncwarp();
                sum = sum_of_lanes<LANES>(sum);
                if ((int)lane() == from) total = sum;
            }
        }
        if (mine) compute(v, total, LANES == 1 ? old : fields.value[v]);
        __syncwarp();
    }

    // A part of a long row.
    __device__ __forceinline__ void part(int p) const {
        int which = rows.whose[p];
        long long v = rows.longs[which];
        OFFSET begin = rows.offsets[v] + (OFFSET)(p - rows.begins[which]) * PART;
        VALUE sum = arriving<WARP>(begin, (int)min(rows.offsets[v + 1] - begin, (OFFSET)PART));
        __syncwarp();
        sum = sum_of_warp(sum);
        if (lane() == 0) fields.parts[p] = sum;
    }

    template <int LANES, int MANY>
    __device__ __forceinline__ int turns(int which, int turn, int stride) {
        const Class& c = rows.classes[which];
#pragma unroll 1
        for (; turn < c.turns; turn += stride) {
            int before = (&c)[-1].turns;
            some<LANES, MANY>(c.begin + (turn - before) * MANY, c.end, c.shift);
        }
        return turn;
    }

    // All turns, a warp's one after another.
    __device__ __forceinline__ void walk(const Team& team) {
        int turn = team.warp(), stride = team.warps();
#pragma unroll 1
        for (; turn < rows.classes[0].turns; turn += stride) part(turn);
        turn = turns<WARP, 1>(1, turn, stride);
        turn = turns<WARP, FEW>(2, turn, stride);
        turn = turns<8, WARP>(3, turn, stride);
        turn = turns<4, WARP>(4, turn, stride);
        turn = turns<2, WARP>(5, turn, stride);
        turn = turns<1, WARP>(6, turn, stride);
        alone(turn, stride);
    }

    // Rows without arcs.
    __device__ __forceinline__ void alone(int turn, int stride) {
        const Class c = rows.classes[7];
        int before = rows.classes[6].turns;
#pragma unroll 1
        for (; turn < c.turns; turn += stride) {
            int first = c.begin + (turn - before) * WARP;
            if ((int)lane() >= c.end - first) break;
            long long v = row(first + (int)lane(), c.shift);
            compute(v, (VALUE)0, fields.value[v]);
        }
        __syncwarp();
    }

    // Long rows from their parts, each by a warp.
    __device__ __forceinline__ void join(const Team& team) {
#pragma unroll 1
        for (int which = team.warp(); which < rows.many_longs; which += team.warps()) {
            VALUE sum = (VALUE)0;
#pragma unroll 1
            for (int p = rows.begins[which] + lane(); p < rows.begins[which + 1]; p += WARP)
                sum += fresh_of(fields.parts + p);
            __syncwarp();
            sum = sum_of_warp(sum);
            long long v = rows.longs[which];
            if (lane() == 0) compute(v, sum, fields.value[v]);
        }
    }
};
