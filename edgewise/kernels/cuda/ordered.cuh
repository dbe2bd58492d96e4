// The loop of ordered programs: least first, as delta-stepping does it, in one launch.
//
// Vertices told something up to a threshold are near: they speak before it moves, in any order. The
// others lie in a pile. A round takes the list of near ones that is left, or, where there are none,
// moves the threshold and takes the pile. Blocks decide alike, each for itself, and meet once a
// round; a round with very little is the first block's alone, and costs no meeting.
#include "alone.cuh"
#include "search.cuh"
// A step of the threshold is worth its meetings if it walks so many arcs for each thread.
#define WORTH 2
#define WIDEST 1e18

// How far the threshold moves. A step that walks too few arcs, or fewer than the members of the
// pile that it looked at, is but latency and looking: it doubles. It does not while the pile grows
// fast: then the search spreads, and a wide step tells many what they must soon be told again. It
// halves after a long step in which half of those who spoke had spoken before.
__device__ __forceinline__ void adapt(Known& known) {
    double worth = max((double)WORTH * gridDim.x * THREADS, (double)known.looked);
    bool spreads = known.beyond > 2 * known.looked;
    if (known.walked < worth && !spreads && known.width < WIDEST) known.width *= 2;
    else if (2 * known.again > known.spoke && known.walked > 2 * worth) known.width /= 2;
}

__device__ __forceinline__ unsigned long long moved(const Known& known) {
    if (REAL) return key_of((VALUE)(number_of(known.least) + (VALUE)known.width));
    unsigned long long end = key_of((VALUE)IDENTITY);
    unsigned long long width = (unsigned long long)max(known.width, 1.0) - 1;
    return end - known.least > width ? known.least + width : end;
}

// One thread of a block, before a round: what is walked, and how.
__device__ __noinline__ void decide(Known& known, Pile* gathered, bool adapts, bool writes) {
    if (known.done) return;
    const long long threads = gridDim.x * (long long)THREADS;
    known.since = ticks();
    if (known.near) {
        long long arcs = SUM_OF(known.near);
        known.count = COUNT_OF(known.near), known.why = 11;
        known.kind = known.hubs || arcs > threads ? LIST_BY_EDGE : LIST_AT_ONCE;
        known.lonely = known.kind == LIST_AT_ONCE && arcs < 2 * THREADS;
        return;
    }
    known.done = known.beyond == 0;
    if (known.done) return;
    if (known.epoch && adapts) adapt(known);
    known.threshold = moved(known), known.epoch += 1, known.why = 12;
    known.count = known.looked = known.beyond;
    known.walked = known.spoke = known.again = 0;
    known.kind = known.count > 2 * threads ? PILE_SPLIT : PILE_AT_ONCE;
    known.lonely = known.count < THREADS / 2;
    if (!writes) return;
    Pile& later = gathered[(known.epoch + 1) % 3];
    later.held = later.split = 0, later.least = ~0ULL;
}

// One thread of a block, after a round: its row, and what the next one begins with.
__device__ __noinline__ void sum_up(
    Known& known, Tally* tallies, const Pile* piles, long long* trace, long long rows,
    long long code, bool writes) {
    const Tally* tally = tallies + (known.round + 1) % 3;
    const Pile* gathered = piles + known.epoch % 3;
    unsigned long long near = fresh_of(&tally->found), hubs = fresh_of(&tally->hubs);
    unsigned long long walked = fresh_of(&tally->walked), spoke = fresh_of(&tally->spoke);
    unsigned long long halted = fresh_of(&tally->halted);
    unsigned long long beyond = fresh_of(&gathered->held), least = fresh_of(&gathered->least);
    known.near = near, known.hubs = hubs, known.done = halted;
    known.beyond = beyond, known.least = least, known.walked += walked;
    known.spoke += spoke & 0xffffffffU, known.again += spoke >> 32;
    if (writes && known.rows < rows) {
        long long* row = trace + known.rows * TRACE_WORDS;
        row[T_CODE] = code, row[T_ACTIVE] = known.count, row[T_OUT] = row[T_WALKED] = walked;
        row[T_TICKS] = ticks() - known.since, row[T_WHY] = known.why;
        row[T_FOUND] = spoke & 0xffffffffU, row[T_IN] = 0;
    }
    known.rows = min(known.rows + 1, rows);
    if (writes) {
        Tally& later = tallies[known.round % 3];
        later.found = later.hubs = later.walked = later.spoke = later.halted = 0;
    }
    known.turn = 1 - known.turn, known.round += 1;
}

// One round, by all blocks or by one.
__device__ __forceinline__ void round_of(
    const Known& known, const Graph& graph, Team& team, Room& room, const Arrays& a,
    const Given& given) {
    const long long n = graph.n, t = known.turn, p = known.epoch & 1;
    if (threadIdx.x == 0) {
        room.tally = a.tallies + (known.round + 1) % 3;
        room.out = Out{a.lists + (1 - t) * n, 0, a.claims + (1 - t) * a.words, &room.tally->found};
        room.now = Out{a.lists + t * n, a.tolds, a.claims + t * a.words,
                       &a.gathered[known.epoch % 3].split};
        room.pile = a.piles + p * n, room.gathered = a.gathered + known.epoch % 3;
        room.threshold = number_of(known.threshold), room.spoke = 0;
    }
    __syncthreads();
    Search search{graph, team, room, a, given, (VALUE)IDENTITY, 0};
    const HEAD* pile = a.piles + (1 - p) * n;
    bool whole = known.kind == PILE_AT_ONCE;
    if (whole || known.kind == LIST_AT_ONCE) {
        search.at_once(whole ? pile : 0, (unsigned int)known.count);
    } else {
        unsigned long long word = known.near;
        if (known.kind == PILE_SPLIT) search.split(pile, (unsigned int)known.count);
        else search.prepare((unsigned int)known.count);
        team.meet();
        if (known.kind == PILE_SPLIT) word = fresh_of(room.now.found);
        search.by_edge((unsigned int)COUNT_OF(word), SUM_OF(word));
    }
    search.count();
}

extern "C" __global__ void __launch_bounds__(THREADS, 2) ordered(
    const Arc* offsets, const HEAD* heads, const WEIGHT* weights, int n, VALUE* value, VALUE* best,
    Member* lists, VALUE* tolds, HEAD* piles, unsigned int* claims, unsigned int* arrived,
    Tally* tallies, Pile* gathered, long long* kept, long long* trace, long long rows,
    long long code, long long adapts, long long slice, VALUE most GIVEN) {
    __shared__ Known known;
    __shared__ Room room;
    Graph graph{offsets, heads, 0, 0, weights, 0, 0, n, 0};
    Arrays a{value, best, lists, tolds, piles, claims, tallies, gathered, kept, trace,
             rows, code, adapts, (n + 31) / 32};
    Team team{arrived, 0, false};
    const Given given GATHERED;
    const bool speaks = blockIdx.x == 0 && threadIdx.x == 0;
    const long long begun = nanoseconds(), begun_ticks = ticks();
    adopt(known, a.known);
    if (threadIdx.x == 0) {
        room.near_held = room.far_held = 0, room.most = most;
        decide(known, a.gathered, a.adapts, speaks);
    }
    __syncthreads();
    for (;;) {
        if (!takes_part(team, known, a.known)) continue;
        if (known.done) break;
        round_of(known, graph, team, room, a, given);
        if (speaks && ticks() - begun_ticks >= slice && nanoseconds() - begun >= slice)
            a.tallies[(known.round + 1) % 3].halted = 1;
        team.meet();
        if (threadIdx.x == 0) {
            sum_up(known, a.tallies, a.gathered, a.trace, a.rows, a.code, speaks);
            decide(known, a.gathered, a.adapts, speaks);
        }
        __syncthreads();
    }
    if (blockIdx.x != 0) return;
    if (threadIdx.x == 0) {
        known.ticked += ticks() - begun_ticks;
        known.passed += nanoseconds() - begun;
    }
    __syncthreads();
    publish(known, a.known);
}
