// The loop of sweeps: every round, every vertex gathers from its in-neighbours and is computed
// anew. One launch runs all rounds. Their sums are taken thread by thread, block by block, in an
// order that never changes; one thread settles a round, and all read what it says in the next.
#include "board.cuh"
#include "gathering.cuh"
#include "lengths.cuh"
#define WARPS (THREADS / WARP)
#define BY_ITSELF 2
#define EVERY_VERTEX 13

struct Loop {
    double* sums;
    long long* state;
    unsigned int* halted;
    long long* trace;
    long long room, code, most, limit;
};

// The sums over a block of what its threads measured.
__device__ __forceinline__ void sum_up(const Sweep& sweep, double* sums) {
    __shared__ double of_warps[2][WARPS];
    double change = sum_of_warp(sweep.change), other = sum_of_warp(sweep.other);
    if (lane() == 0) {
        of_warps[0][threadIdx.x / WARP] = change;
        of_warps[1][threadIdx.x / WARP] = other;
    }
    __syncthreads();
    if (threadIdx.x > 1) return;
    double sum = 0;
    for (int w = 0; w < WARPS; ++w) sum += of_warps[threadIdx.x][w];
    sums[2 * blockIdx.x + threadIdx.x] = sum;
}

__device__ __forceinline__ void write_row(const Loop& loop, long long n, long long m, long long ticks) {
    long long row = loop.state[ROWS];
    if (row >= loop.room) return;
    long long* t = loop.trace + row * TRACE_WORDS;
    t[T_CODE] = loop.code, t[T_ACTIVE] = n, t[T_OUT] = m, t[T_IN] = m, t[T_WALKED] = m;
    t[T_TICKS] = ticks, t[T_WHY] = EVERY_VERTEX, t[T_FOUND] = n;
    loop.state[ROWS] = row + 1;
}

// One warp after a round: what it came to, and whether there is another.
__device__ __forceinline__ void finish(const Sweep& sweep, const Loop& loop) {
    double change = 0, other = 0;
#pragma unroll 1
    for (unsigned int block = lane(); block < gridDim.x; block += WARP) {
        change += fresh_of(loop.sums + 2 * block);
        other += fresh_of(loop.sums + 2 * block + 1);
    }
    change = sum_of_warp(change), other = sum_of_warp(other);
    if (lane() != 0) return;
    long long now = nanoseconds(), round = loop.state[ROUND] + 1;
    loop.state[ROUND] = round;
    write_row(loop, sweep.rows.n, sweep.rows.m, now - loop.state[SINCE]);
    loop.state[SINCE] = now;
    bool settled = settle(change, other, round, sweep.fields.shared, sweep.given);
    if (settled) loop.state[DONE] = BY_ITSELF;
    if (settled || round >= loop.most || now - loop.state[BASE] >= loop.limit) *loop.halted = 1;
}

__device__ __forceinline__ void run(
    Sweep& sweep, VALUE* both, Team& team, const Loop& loop) {
    const Rows& rows = sweep.rows;
    Fields& fields = sweep.fields;
    int turn = loop.state[ROUND] & 1;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        loop.state[BASE] = loop.state[SINCE] = nanoseconds();
    if (loop.state[ROUND] == 0)
        for (long long v = team.first(); v < rows.n; v += team.stride())
            both[v] = (VALUE)send(fields.value[v], v, sweep.given);
    team.meet();
    for (;; turn = 1 - turn) {
        fields.sent = settled_on(both + turn * rows.n);
        fields.next = settled_on(both + (1 - turn) * rows.n);
        sweep.change = sweep.other = 0;
        sweep.walk(team);
        if (rows.many_longs) {
            team.meet();
            sweep.join(team);
        }
        sum_up(sweep, loop.sums);
        team.meet();
        if (blockIdx.x == 0 && threadIdx.x < WARP) finish(sweep, loop);
        team.meet();
        if (fresh_of(loop.halted)) break;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) sweep(
    const OFFSET* offsets, const HEAD* tails, const WEIGHT* weights, const int* classes,
    const int* list, const int* longs, const int* begins, const int* whose, long long n,
    long long m, int many_longs, VALUE* value, VALUE* both, VALUE* parts, REAL* shared,
    double* sums, long long* state, unsigned int* counters, long long* trace, long long room,
    long long code, long long most, long long limit GIVEN) {
    Team team{counters, 0, gridDim.x == 1};
    Loop loop{sums, state, counters + 1, trace, room, code, most, limit};
    Sweep sweep{{offsets, tails, weights, (const Class*)classes, list, longs, begins, whose, n, m,
                 many_longs},
                {value, both, both, shared, parts},
                Given GATHERED, 0, 0};
    run(sweep, both, team, loop);
}
