// Betweenness, one source after another: paths counted level by level away from the source, then
// dependencies summed level by level back to it. One launch does all; a level with little in it is
// the first block's alone. On a small graph every block has sources of its own. Where arcs have
// weights a level holds those whose tight in-arcs all come from levels before.
#include "alone.cuh"
#include "row_sums.cuh"
#include "brandes_arcs.cuh"
#define LITTLE (2 * THREADS)
// Where registers are few enough for two blocks, they hide one another's waits.
#define PER_PROCESSOR (WEIGHTED || TEAMS_OF_ONE ? 1 : 2)
// Backwards a warp takes as many rows at a time that it has a few turns, to even rows out.
#define FEW_TURNS 4
enum { COUNT_IN, BEGIN, FORWARD, BACKWARD, CLEAR };

// What a block knows; the same in every block that takes part. All levels are one list: this one
// goes from `begin` on. `after` and `after_out` are of the level behind it.
struct Known {
    long long turn, phase, level, last, begin, count, out, after, after_out, untouched, reached;
    long long pulls, lonely, done, round;
};

// What a step counts, for whoever begins the next one.
struct Tally {
    unsigned long long found, found_in, hubs, halted;
};

struct Arrays {
    const long long* sources;
    HEAD* order;
    unsigned long long* starts;
    unsigned long long* levels;
    unsigned int* bits;
    unsigned int* marks;
    HEAD* hub_list;
    unsigned long long* hub_starts;
    double* parts;
    Tally* tallies;
    long long* known;
    long long many, huge, limit;
    double endpoints;
};

// Whatever the steps need.
struct Step {
    Search& search;
    Team& team;
    const Known& known;
    const Arrays& a;

    __device__ __forceinline__ Tally& tally() const { return a.tallies[(known.round + 1) % 3]; }
    __device__ __forceinline__ Hubs hubs() const {
        return Hubs{a.hub_list, a.hub_starts, a.parts, &tally().hubs};
    }
    __device__ __forceinline__ long long words() const { return (search.graph.n + 31) / 32; }

    // Who is so many hops away, as a bitmap.
    __device__ __forceinline__ void level_to_bits(long long level) {
        for (long long w = team.warp(); w < words(); w += team.warps()) {
            long long v = w * 32 + lane();
            bool in = v < search.graph.n && search.depth[v] == level;
            unsigned int word = __ballot_sync(EVERY_LANE, in);
            if (lane() == 0) a.bits[w] = word;
        }
    }

    // Rows that wait, where there may be any; `done` gets each with its sum, lane 0 as its owner.
    template <class Arcs, class Done>
    __device__ __forceinline__ void wait_for(const Rows<Arcs>& rows, Done done) {
        if (!a.huge || known.lonely) return;
        team.meet();
        long long count = COUNT_OF(fresh_of(rows.hubs.counter));
        if (count == 0) return;
        rows.add_pieces(team);
        team.meet();
        for (long long i = team.warp(); i < count; i += team.warps()) {
            long long v;
            double total = rows.whole(i, v);
            done(lane() == 0 ? v : -1, total);
        }
    }

    // The vertices of a warp's lanes go into the next level; lanes that found nobody have -1.
    __device__ __forceinline__ void enter(long long v) const {
        if (!__any_sync(EVERY_LANE, v >= 0)) return;
        const Graph& graph = search.graph;
        unsigned long long word = v < 0 ? 0 : ONE_OF(graph.offsets[v + 1] - graph.offsets[v]);
        unsigned long long sum = word, base = 0;
#pragma unroll
        for (int d = 1; d < WARP; d *= 2) {
            unsigned long long other = __shfl_up_sync(EVERY_LANE, sum, d);
            if ((int)lane() >= d) sum += other;
        }
        if (lane() == WARP - 1) base = atomicAdd(&tally().found, sum);
        unsigned long long at = __shfl_sync(EVERY_LANE, base, WARP - 1) + sum - word;
        if (v >= 0) {
            long long place = known.begin + known.count + COUNT_OF(at);
            a.order[place] = (HEAD)v;
            a.starts[place] = SUM_OF(at);
        }
        if (!COUNTS_IN) return;
        unsigned long long in = v < 0 ? 0 : graph.in_offsets[v + 1] - graph.in_offsets[v];
        for (int d = 1; d < WARP; d *= 2) in += __shfl_xor_sync(EVERY_LANE, in, d);
        if (lane() == 0) atomicAdd(&tally().found_in, in);
    }

    // A vertex that looked: whether paths lead to it from this level.
    __device__ __forceinline__ void reach(long long v, double total) const {
        bool found = v >= 0 && total > 0;
        if (found) search.depth[v] = (int)known.level + 1, search.paths[v] = total;
        enter(found ? v : -1);
    }

    // The members of this level tell their heads: warps take equal shares of all their arcs. Those
    // found wait in their warp until they are many enough to ask for places together.
    __device__ __forceinline__ void push() {
        __shared__ HEAD found[THREADS / WARP][2 * WARP];
        HEAD* mine = found[threadIdx.x / WARP];
        int held = 0;
        long long even = (known.out + team.warps() - 1) / team.warps();
        long long share = min((even + WARP - 1) / WARP * WARP, (long long)PIECE);
        const unsigned long long* starts = a.starts + known.begin;
        for (long long part = team.warp() * share; part < known.out; part += team.warps() * share) {
            long long limit = min(known.out, part + share);
            long long first = last_for_warp(starts, known.count, part);
            long long many = last_for_warp(starts + first, known.count - first, limit - 1) + 1;
            for (long long x = part + lane(); x - lane() < limit; x += WARP) {
                long long v = x < limit ? told(first, many, x) : -1;
                unsigned int news = __ballot_sync(EVERY_LANE, v >= 0);
                if (v >= 0) mine[held + __popc(news & ((1U << lane()) - 1))] = (HEAD)v;
                held += __popc(news);
                __syncwarp();
                if (held >= WARP) held = handed_in(mine, held);
            }
        }
        handed_in(mine, held);
    }

    // One arc of this level's, the x-th, among rows from the first on.
    __device__ __forceinline__ long long told(long long first, long long many, long long x) const {
        long long i = first + last_at_most(a.starts + known.begin + first, many, x);
        long long u = a.order[known.begin + i];
        OFFSET e = search.graph.offsets[u] + (OFFSET)(x - (long long)a.starts[known.begin + i]);
        return search.tell(u, e, search.paths[u], (int)known.level + 1);
    }

    // As many of those who wait as a warp has lanes go; how many stay.
    __device__ __forceinline__ int handed_in(HEAD* mine, int held) const {
        enter((int)lane() < held ? (long long)mine[lane()] : -1);
        int stay = max(held - WARP, 0);
        HEAD later = (int)lane() < stay ? mine[WARP + lane()] : 0;
        __syncwarp();
        if ((int)lane() < stay) mine[lane()] = later;
        __syncwarp();
        return stay;
    }

    // Everybody who was not seen looks for neighbours in this level, and adds up their paths.
    __device__ __forceinline__ void pull() {
        level_to_bits(known.level);
        team.meet();
        const Graph& graph = search.graph;
        Rows<ToLevel> rows{
            graph.in_offsets, {graph.in_heads, search.paths, a.bits, nullptr, 0}, hubs()};
        for (long long w = team.warp(); w < words(); w += team.warps()) {
            long long v = w * 32 + lane();
            bool waits, looks = v < graph.n && search.depth[v] == UNSEEN;
            if (!__any_sync(EVERY_LANE, looks)) continue;
            double total = rows.of(looks ? v : -1, waits);
            reach(looks && !waits ? v : -1, total);
        }
        wait_for(rows, [&](long long v, double total) { reach(v, total); });
    }

    // The dependency of v: its paths times what those behind it have for each of theirs.
    __device__ __forceinline__ void settle(long long v, double total) const {
        double paths = search.paths[v];
        total *= paths;
        search.ratio[v] = (1.0 + total) / paths;
        search.scores[v] += total + a.endpoints;
    }

    // Where few are in the level behind, only their neighbours have anything to add up.
    __device__ __forceinline__ void mark() {
        const Graph& graph = search.graph;
        long long first = known.begin + known.count;
        const unsigned long long* starts = a.starts + first;
        for (long long piece = team.warp(); piece * PIECE < known.after_out; piece += team.warps()) {
            long long x = piece * PIECE, limit = min(x + PIECE, known.after_out);
            for (long long i = last_for_warp(starts, known.after, x); x < limit; ++i) {
                long long v = a.order[first + i];
                long long begin = graph.in_offsets[v] - (long long)starts[i];
                long long end = min((long long)(graph.in_offsets[v + 1]) - begin, limit);
                for (long long y = x + lane(); y < end; y += WARP) {
                    long long u = graph.in_heads[begin + y];
                    if (search.depth[u] == known.level) claimed(a.marks, u);
                }
                x = end;
            }
        }
    }

    template <class Arcs>
    __device__ __forceinline__ void gather(const Rows<Arcs>& rows, bool marked) {
        bool deepest = known.level == known.last;
        long long even = known.count / (FEW_TURNS * team.warps());
        int step = (int)min((long long)WARP, max(even, (long long)(WARP / FEW)));
        for (long long i = team.warp() * step; i < known.count; i += team.warps() * step) {
            bool mine = lane() < step && i + lane() < known.count, waits;
            long long v = mine ? a.order[known.begin + i + lane()] : -1;
            bool adds = mine && !deepest && !(marked && !is_set(a.marks, v));
            double total = rows.of(adds ? v : -1, waits);
            if (mine && !waits) settle(v, total);
        }
        if (!deepest)
            wait_for(rows, [&](long long v, double total) { if (v >= 0) settle(v, total); });
    }

    __device__ __forceinline__ void backward() {
        const Graph& graph = search.graph;
#if WEIGHTED
        Rows<Onwards> rows{graph.offsets, {graph.heads, graph.weights, search}, hubs()};
        gather(rows, false);
#else
        bool deepest = known.level == known.last;
        bool dense = !deepest && !known.lonely && 8 * known.out > graph.n;
        bool marked = dense && !COUNTS_IN && 8 * known.after_out < known.out;
        if (dense) {
            level_to_bits(known.level + 1);
            if (marked) clear(team, a.marks, words());
            team.meet();
            if (marked) mark(), team.meet();
        }
        Rows<ToLevel> rows{
            graph.offsets,
            {graph.heads, search.ratio, dense ? a.bits : nullptr, search.depth, (int)known.level + 1},
            hubs()};
        gather(rows, marked);
#endif
    }

    // How many tight arcs lead to each vertex.
    __device__ __forceinline__ void count_in() {
#if WEIGHTED
        const Graph& graph = search.graph;
        Rows<Inwards> rows{graph.in_offsets, {graph.in_heads, graph.in_weights, search}, hubs()};
        for (long long w = team.warp(); w < words(); w += team.warps()) {
            long long v = w * 32 + lane();
            bool waits, reached = v < graph.n && search.distance[v] != search.far;
            double total = rows.of(reached ? v : -1, waits);
            if (reached && !waits) search.depth[v] = (int)total;
        }
        wait_for(rows, [&](long long v, double total) { if (v >= 0) search.depth[v] = (int)total; });
#endif
    }

    __device__ __forceinline__ void begin() {
        if (team.first() != 0) return;
        long long source = a.sources[known.turn];
        if (!WEIGHTED) search.depth[source] = 0;
        search.paths[source] = 1.0;
        a.order[0] = (HEAD)source, a.starts[0] = 0;
    }

    __device__ __forceinline__ void clear_all() {
        for (long long i = team.first(); i < known.reached; i += team.stride()) {
            long long v = a.order[i];
            if (!WEIGHTED) search.depth[v] = UNSEEN;
            search.paths[v] = 0;
            if (i == 0) search.scores[v] += a.endpoints * (double)(known.reached - 1);
        }
    }

    __device__ __forceinline__ void take() {
        if (WEIGHTED && known.phase == COUNT_IN) count_in();
        if (known.phase == BEGIN) begin();
        if (!WEIGHTED && known.phase == FORWARD && known.pulls) pull();
        else if (known.phase == FORWARD) push();
        if (known.phase == BACKWARD) backward();
        if (known.phase == CLEAR) clear_all();
    }
};

// Whether the unseen look for this level, or it tells them.
__device__ __forceinline__ void choose(Known& known, const Graph& graph) {
    known.pulls = !WEIGHTED && 2 * known.out > known.untouched + graph.n / 4;
    known.lonely = known.count + known.out < LITTLE;
    if (known.lonely) known.pulls = false;
}

// After a forward step: the level that was found, or the way back.
__device__ __forceinline__ void onwards(Known& known, const Arrays& a, const Graph& graph, bool writes) {
    const Tally* tally = a.tallies + (known.round + 1) % 3;
    unsigned long long found = fresh_of(&tally->found);
    if (found == 0) {
        known.last = known.level, known.reached = known.begin + known.count;
        known.phase = known.level ? BACKWARD : CLEAR;
        known.after = known.after_out = 0;
        return;
    }
    known.begin += known.count, known.level += 1;
    known.count = COUNT_OF(found), known.out = SUM_OF(found);
    known.untouched -= COUNTS_IN ? (long long)fresh_of(&tally->found_in) : known.out;
    if (writes) a.levels[known.level] = found;
    choose(known, graph);
}

__device__ __forceinline__ void homewards(Known& known, const Arrays& a) {
    known.after = known.count, known.after_out = known.out;
    known.level -= 1;
    if (known.level == 0) {
        known.phase = CLEAR;
        known.lonely = known.reached < LITTLE;
        return;
    }
    unsigned long long word = fresh_of(a.levels + known.level);
    known.count = COUNT_OF(word), known.out = SUM_OF(word);
    known.begin -= known.count;
    known.lonely = known.count + known.out < LITTLE;
}

__device__ __forceinline__ void set_out(Known& known, const Arrays& a, const Graph& graph) {
    long long source = a.sources[known.turn];
    known.level = known.begin = 0, known.count = 1;
    known.out = graph.offsets[source + 1] - graph.offsets[source];
    known.untouched = graph.m - (COUNTS_IN ? graph.in_offsets[source + 1] - graph.in_offsets[source]
                                           : known.out);
    known.phase = FORWARD;
    choose(known, graph);
}

// One thread of a block, after a step: what comes next.
__device__ __forceinline__ void decide(Known& known, const Arrays& a, const Graph& graph, bool speaks) {
    known.done = (long long)fresh_of(&a.tallies[(known.round + 1) % 3].halted);
    if (known.phase == COUNT_IN) known.phase = BEGIN;
    else if (known.phase == BEGIN) set_out(known, a, graph);
    else if (known.phase == FORWARD) onwards(known, a, graph, speaks);
    else if (known.phase == BACKWARD) homewards(known, a);
    else {
        known.phase = BEGIN, known.turn += TEAMS_OF_ONE ? gridDim.x : 1;
        if (known.turn >= a.many) known.done = 1;
    }
    if (speaks) a.tallies[known.round % 3] = Tally{};
    known.round += 1;
}

__device__ __forceinline__ void run(Search& search, Team& team, const Arrays& a) {
    __shared__ Known known;
    __shared__ long long begun, begun_ticks;
    if (threadIdx.x == 0) begun = nanoseconds(), begun_ticks = ticks();
    adopt(known, a.known);
    bool speaks = threadIdx.x == 0 && (TEAMS_OF_ONE || blockIdx.x == 0);
    for (;;) {
        if (!TEAMS_OF_ONE && !takes_part(team, known, a.known)) continue;
        if (known.done) break;
        Step{search, team, known, a}.take();
        if (speaks && ticks() - begun_ticks > a.limit && nanoseconds() - begun > a.limit)
            a.tallies[(known.round + 1) % 3].halted = 1;
        team.meet();
        if (threadIdx.x == 0) decide(known, a, search.graph, speaks);
        __syncthreads();
    }
    team.meet();
    if (TEAMS_OF_ONE || blockIdx.x == 0) publish(known, a.known);
}

extern "C" __global__ void __launch_bounds__(THREADS, PER_PROCESSOR) brandes(
    const OFFSET* offsets, const HEAD* heads, const OFFSET* in_offsets, const HEAD* in_heads,
    const WEIGHT* weights, const WEIGHT* in_weights, int n, long long m,
    const VALUE* distance, VALUE far, int* depth, double* paths, double* ratio, double* scores,
    const long long* sources, HEAD* order, unsigned long long* starts, unsigned long long* levels,
    unsigned int* bits, unsigned int* marks, HEAD* hub_list, unsigned long long* hub_starts,
    double* parts, Tally* tallies, unsigned int* arrived,
    long long* known, long long many, long long huge, long long limit, double endpoints,
    long long most_hubs) {
    long long me = TEAMS_OF_ONE ? blockIdx.x : 0, words = (n + 31) / 32, pieces = m / PIECE + most_hubs;
    Graph graph{offsets, heads, in_offsets, in_heads, weights, in_weights, nullptr, n, m};
    Search search{graph, distance, far, depth + me * n, paths + me * n, ratio + me * n,
                  scores + me * n};
    Arrays arrays{sources, order + me * n, starts + me * (n + 1), levels + me * (n + 1),
                  bits + me * words, marks + me * words, hub_list + me * most_hubs,
                  hub_starts + me * most_hubs, parts + me * pieces, tallies + me * 3,
                  known + me * (long long)(sizeof(Known) / 8), many, huge, limit,
                  endpoints};
    Team team{arrived, 0, TEAMS_OF_ONE};
    run(search, team, arrays);
}
