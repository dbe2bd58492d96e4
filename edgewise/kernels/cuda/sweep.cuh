// The loop of sweeps: every round, every vertex gathers from its in-neighbours and is computed
// anew. One launch runs all rounds. Their sums are taken thread by thread, block by block, in an
// order that never changes; one thread settles a round, and all read what it says in the next.
#include "board.cuh"
#include "pieces.cuh"
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
__device__ __forceinline__ void sum_up(double* all, double* sums) {
    double change = sum_of_warp(all[threadIdx.x]), other = sum_of_warp(all[THREADS + threadIdx.x]);
    __syncthreads();
    if (lane() == 0) {
        all[threadIdx.x / WARP] = change;
        all[THREADS + threadIdx.x / WARP] = other;
    }
    __syncthreads();
    if (threadIdx.x > 1) return;
    double sum = 0;
    for (int w = 0; w < WARPS; ++w) sum += all[threadIdx.x * THREADS + w];
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
    Sweep& sweep, VALUE* both, double* all, Team& team, const Loop& loop) {
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
        fields.sent = both + turn * rows.n, fields.next = both + (1 - turn) * rows.n;
        all[threadIdx.x] = all[THREADS + threadIdx.x] = 0;
        sweep.walk(team);
        team.meet();
        sweep.join(team);
        sum_up(all, loop.sums);
        team.meet();
        if (blockIdx.x == 0 && threadIdx.x < WARP) finish(sweep, loop);
        team.meet();
        if (fresh_of(loop.halted)) break;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) sweep(
    const OFFSET* offsets, const HEAD* tails, const WEIGHT* weights, const int* cuts, long long n,
    long long m, long long size, long long pieces, VALUE* value, VALUE* both, VALUE* parts,
    REAL* shared, double* sums, long long* state, unsigned int* counters, long long* trace,
    long long room, long long code, long long most, long long limit GIVEN) {
    __shared__ __align__(16) VALUE staged[WARPS * STRIP];
    __shared__ VALUE totals[WARPS * WAITING];
    __shared__ double measured[2 * THREADS];
    int warp = threadIdx.x / WARP;
    Team team{counters, 0, gridDim.x == 1};
    Loop loop{sums, state, counters + 1, trace, room, code, most, limit};
    Sweep sweep{{offsets, tails, weights, cuts, n, m, size, pieces},
                {value, both, both, shared, parts, parts + pieces},
                Given GATHERED,
                staged + warp * STRIP,
                totals + warp * WAITING,
                measured + threadIdx.x};
    run(sweep, both, measured, team, loop);
}

// Where pieces begin: how many rows ended before.
extern "C" __global__ void __launch_bounds__(THREADS) cut(
    const OFFSET* offsets, long long n, long long m, long long size, long long pieces, int* cuts) {
    long long stride = gridDim.x * (long long)THREADS;
    for (long long p = blockIdx.x * (long long)THREADS + threadIdx.x; p <= pieces; p += stride)
        cuts[p] = (int)rows_before(offsets, n, min(p * size, n + m));
}
