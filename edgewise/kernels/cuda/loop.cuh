// The round loop: decide, walk, count, until nobody is active. One launch runs all rounds; its
// blocks decide alike, each for itself, by the controller's own function, and meet once a round.
// A round with little to do is the first block's alone, and costs no meeting.
#include "alone.cuh"
#include "board.cuh"
#include "pull.cuh"
#include "push.cuh"
#define LITTLE (2 * THREADS)

// What a block knows of the loop; the same in every block that takes part.
struct Known {
    long long round, form, turn, active, out, in, untouched, option, code, done, lonely;
    long long since, why, listed, listed_out, row;
    double facts[FACTS], memory[MEMORY];
};

struct Arrays {
    Member* lists;
    unsigned int* bits;
    unsigned int* claims;
    Counter* counters;
    long long* state;
    double* facts;
    double* memory;
    const long long* options;
    long long* trace;
    long long* known;
    long long rows, most, limit, base;
    int words;
#if VISITS
    unsigned long long *starts, *sums;
#endif
};

__device__ __noinline__ void recall(
    Known& known, const long long* s, const double* facts, const double* memory) {
    known.round = fresh_of(s + ROUND), known.form = fresh_of(s + FORM);
    known.turn = fresh_of(s + TURN), known.active = fresh_of(s + ACTIVE);
    known.out = fresh_of(s + OUT), known.in = fresh_of(s + IN);
    known.untouched = fresh_of(s + UNTOUCHED), known.option = fresh_of(s + CHOSEN);
    known.done = 0, known.row = fresh_of(s + ROWS);
    known.listed = known.active, known.listed_out = known.out;
    for (int i = 0; i < FACTS; ++i) known.facts[i] = fresh_of(facts + i);
    for (int i = 0; i < MEMORY; ++i) known.memory[i] = fresh_of(memory + i);
}

__device__ __noinline__ void remember(const Known& known, long long* s, double* facts, double* memory) {
    s[ROUND] = known.round, s[FORM] = known.form, s[TURN] = known.turn, s[ACTIVE] = known.active;
    s[OUT] = known.out, s[IN] = known.in, s[UNTOUCHED] = known.untouched;
    s[CHOSEN] = known.option, s[ROWS] = known.row;
    for (int i = 0; i < FACTS; ++i) facts[i] = known.facts[i];
    for (int i = 0; i < MEMORY; ++i) memory[i] = known.memory[i];
}

// One thread of a block, before a round: what is known of the frontier, and how it is walked.
__device__ __noinline__ void decide(
    Known& known, const long long* options, long long most, long long n, long long m, bool alone) {
    double* facts = known.facts;
    if (known.active == 0 || known.round >= most) known.done = 1;
    if (known.done) return;
    facts[F_ROUND] = known.round, facts[F_ACTIVE] = known.active, facts[F_OUT] = known.out;
    facts[F_IN] = known.in, facts[F_UNTOUCHED] = known.untouched;
    facts[F_VERTICES] = n, facts[F_ARCS] = m;
    long long choice = choose(facts, known.memory);
    known.option = choice, known.code = options[choice];
    facts[F_OPTION] = choice, facts[F_BEFORE] = known.active;
    known.why = (long long)known.memory[0];
    bool lists = (known.code & FORM_BITS) >> 1 == LIST && known.form == LIST;
    bool little = known.out + known.active < LITTLE;
    known.lonely = lists && !(known.code & PULL_BIT) && little && (alone || known.listed == known.active);
    known.since = ticks();
}

// After a round: its row, and what the next one begins with.
__device__ __noinline__ void count(
    Known& known, Counter* counter, Counter* next, const long long* state, long long* trace,
    long long rows, bool writes) {
    unsigned long long listed = fresh_of(&counter->found), found = listed + fresh_of(&counter->kept);
    long long walked = fresh_of(&counter->walked), halted = fresh_of(&counter->halted);
    long long in = APART || COUNTS_IN ? (long long)fresh_of(&counter->found_in) : SUM_OF(found);
    long long out = APART ? in : SUM_OF(found);
    known.done = halted;
    known.facts[F_WALKED] = walked;
    if (MEASURES) known.facts[F_TICKS] = fresh_of(state + SINCE);
    if (writes) {
        if (known.row < rows) {
            long long* t = trace + known.row * TRACE_WORDS;
            t[T_CODE] = known.code, t[T_ACTIVE] = known.active, t[T_OUT] = known.out;
            t[T_IN] = known.in, t[T_WALKED] = walked, t[T_TICKS] = ticks() - known.since;
            t[T_WHY] = known.why, t[T_FOUND] = PLACE_OF(found);
            known.row += 1;
        }
        next->found = next->kept = next->found_in = next->walked = next->halted = 0;
    }
    known.untouched -= known.out;
    known.active = PLACE_OF(found), known.out = out, known.in = in;
    known.listed = PLACE_OF(listed), known.listed_out = APART ? out : SUM_OF(listed);
    bool everything = (known.code & FORM_BITS) >> 1 == ALL;
    known.form = known.code & PULL_BIT ? BITMAP : everything ? ALL : LIST;
    known.turn = 1 - known.turn;
    known.round += 1;
}

// What blocks kept for themselves goes into the list that is there already.
__device__ __forceinline__ void settle(
    Team& team, const Known& known, Waiting& kept, const Graph& graph, const Arrays& a) {
    Counter* counter = a.counters + 3;
    if (team.first() == 0)
        counter->found = ((unsigned long long)known.listed << SUM_BITS) | known.listed_out;
    team.meet();
    Member* list = a.lists + known.turn * (UNIVERSE(graph) + 1);
    Queue queue{graph.offsets, graph.in_offsets, graph.heads, list, counter};
    hand_in(kept, queue);
    team.meet();
    if (team.first() == 0) counter->found = counter->found_in = 0;
}

// The frontier in the form that is wanted, and computed where that comes first.
__device__ __forceinline__ void prepare(
    Family& family, Round& round, Team& team, const Known& known, const Arrays& a, Waiting& kept) {
    const Graph& graph = family.graph;
    int wanted = (known.code & FORM_BITS) >> 1, form = (int)known.form;
    bool pulls = known.code & PULL_BIT, hasty = known.code & ASYNC_BIT;
    if (known.listed < known.active && form == LIST && (pulls || wanted != LIST)) {
        settle(team, known, kept, graph, a);
        if (threadIdx.x == 0) round.count = known.active, round.out = known.out;
        team.meet();
    }
    if (form == ALL && wanted != ALL) {
        for (long long v = team.first(); v < a.words * 32LL; v += team.stride()) {
            bool active = v < UNIVERSE(graph) && family.is_member((Id)v);
            unsigned int word = __ballot_sync(EVERY_LANE, active);
            if (lane() == 0) round.bits[v >> 5] = word;
        }
        team.meet();
        form = BITMAP;
    }
    bool lists = wanted == LIST || PUSH == BY_EDGE && !pulls && wanted == BITMAP;
    if (form == BITMAP && lists) {
        unsigned long long* found = &a.counters[3].found;
#if FROM_EDGES
        arcs_to_list(team.block(), team.stride(), round.bits, a.words, graph, round.list, found);
#else
        bits_to_list(team.block(), team.stride(), round.bits, a.words, graph.offsets, round.list, found);
#endif
        team.meet();
        if (threadIdx.x == 0) {
            unsigned long long all = fresh_of(found);
            round.count = PLACE_OF(all), round.out = APART ? known.out : SUM_OF(all);
        }
        team.meet();
        if (team.first() == 0) *found = 0;
        form = LIST;
    } else if (form == LIST && wanted == BITMAP && !lists) {
        list_to_bits(team, round.list, round.count, round.bits, a.words);
        form = BITMAP;
    }
    if (wanted == ALL) form = ALL;
    bool pushes_list = !pulls && form == LIST;
    if (CLAIMS && (!pushes_list || known.form == ALL)) clear(team, round.claims, a.words);
#if VISITS
    if (PUSH == BY_EDGE && pushes_list) {
        for (long long i = team.first(); i < round.count; i += team.stride())
            round.claims[round.list[i].v >> 5] = 0;
        if (APART) number_arcs(team, round.list, round.count, a.sums, a.starts);
    }
#endif
    bool prepared = COMPUTES && (!hasty || pulls || PUSH == BY_EDGE);
    if (prepared && form == ALL) {
        for (long long v = team.first(); v < a.words * 32LL; v += team.stride()) {
            unsigned int word = __ballot_sync(EVERY_LANE, v < graph.n && family.take_in((HEAD)v));
            if (lane() == 0) round.bits[v >> 5] = word;
        }
        form = BITMAP;
    } else if (prepared) {
        long long ahead = form == LIST ? round.count : graph.n;
        for (long long i = team.first(); i < ahead; i += team.stride()) {
            Id u = member(form, round, i);
            if (u < 0) continue;
            if (CLAIMS && pushes_list) round.claims[u >> 5] = 0;
            family.take_in(u);
        }
        for (int i = threadIdx.x; form == LIST && i < kept.held; i += THREADS) {
            if (CLAIMS && pushes_list) round.claims[kept.members[i] >> 5] = 0;
            family.take_in(kept.members[i]);
        }
    }
    if (threadIdx.x == 0) round.form = form, round.prepared = prepared;
    if (prepared) team.meet();
    else __syncthreads();
}

#define SAMPLES 512
#define TAKEN 5
#define MANY 4096

// The least urgency of this round: what one in TAKEN of a sample of the active reaches.
__device__ __forceinline__ void sample(Family& family, Round& round, Team& team, const Arrays& a) {
#if URGES
    __shared__ double sampled[SAMPLES];
    __shared__ int held;
    if (threadIdx.x == 0) round.least = -1.0 / 0.0;
    __syncthreads();
    if (!round.hasty || round.pulls || round.count < MANY) return;
    if (team.block() == 0) {
        if (threadIdx.x == 0) {
            held = 0;
            a.facts[F_LEAST] = -1.0 / 0.0;
        }
        __syncthreads();
        long long ahead = round.form == LIST ? round.count : family.graph.n;
        long long step = max(1LL, ahead / SAMPLES);
        for (long long i = threadIdx.x * step; i < ahead; i += THREADS * step) {
            int v = member(round.form, round, i);
            if (v < 0 || !family.is_member(v)) continue;
            int place = atomicAdd(&held, 1);
            if (place < SAMPLES)
                sampled[place] = urgency(family.value[v], family.buffer[v], v, family.given);
        }
        __syncthreads();
        int many = min(held, SAMPLES);
        for (int i = threadIdx.x; i < many; i += THREADS) {
            int above = 0;
            for (int j = 0; j < many; ++j)
                above += sampled[j] > sampled[i] || sampled[j] == sampled[i] && j < i;
            if (above == many / TAKEN) a.facts[F_LEAST] = sampled[i];
        }
    }
    team.meet();
    if (threadIdx.x == 0) round.least = fresh_of(a.facts + F_LEAST);
    team.meet();
#endif
}

// One round, by all blocks or by one. `kept` is what this block kept of the round before, `waiting`
// what it finds now; whether it keeps that is returned.
__device__ __forceinline__ bool walk(
    Family& family, Round& round, Team& team, Waiting& kept, Waiting& waiting, const Known& known,
    const Arrays& a, Counter* counter) {
    const Graph& graph = family.graph;
    long long t = known.turn, n = UNIVERSE(graph);
    if (threadIdx.x == 0) {
        round.number = known.round, round.count = known.listed, round.out = known.listed_out;
        round.pulls = known.code & PULL_BIT, round.hasty = known.code & ASYNC_BIT;
        round.everything = (known.code & FORM_BITS) >> 1 == ALL;
        round.list = a.lists + t * (n + 1);
        round.bits = a.bits + t * a.words, round.next_bits = a.bits + (1 - t) * a.words;
        round.claims = a.claims + t * a.words, round.next_claims = a.claims + (1 - t) * a.words;
#if APART
        round.starts = a.starts;
#endif
    }
    __syncthreads();
    Member* next = a.lists + (1 - t) * (n + 1);
    Queue queue{graph.offsets, graph.in_offsets, graph.heads, next, counter};
    family.begin(a.base);
    prepare(family, round, team, known, a, kept);
    sample(family, round, team, a);
    unsigned long long walked = 0;
    bool keeping = team.alone || known.out + known.active >= 2 * LITTLE && !round.everything;
    if (PULL != NONE && round.pulls) walked = pulled(family, team, queue), keeping = false;
    else if (PUSH != NONE) walked = pushed(family, team, kept, waiting, queue, keeping);
    if (!COMPUTES && !round.pulls && round.form == LIST) {
        if (team.first() == 0) atomicAdd(&counter->walked, (unsigned long long)known.out);
    } else {
        unsigned long long total;
        before_in_block(walked, total);
        if (threadIdx.x == 0 && total) atomicAdd(&counter->walked, total);
    }
    if (threadIdx.x == 0) kept.clear();
    return keeping;
}

__device__ __forceinline__ void run(Family& family, Round& round, Team& team, const Arrays& a) {
    __shared__ Known known;
    __shared__ Waiting halves[2];
    __shared__ Counter own[3];
    int now = 0;
    long long begun = nanoseconds(), begun_ticks = ticks();
    if (threadIdx.x == 0) {
        halves[0].clear(), halves[1].clear();
        recall(known, a.state, a.facts, a.memory);
        decide(known, a.options, a.most, family.graph.n, family.graph.m, false);
    }
    if (threadIdx.x < 3) own[threadIdx.x] = Counter{};
    __syncthreads();
    for (;;) {
        bool was_alone = team.alone;
        if (!takes_part(team, known, a.known)) continue;
        if (known.done) break;
        if (team.alone && !was_alone && threadIdx.x == 0) a.counters[known.round % 3] = Counter{};
        // A block that is alone counts in its own memory; the other counters rest as they are.
        Counter* counters = team.alone ? own : a.counters;
        Counter *counter = counters + (known.round + 1) % 3, *next = counters + known.round % 3;
        bool keeping = walk(family, round, team, halves[now], halves[1 - now], known, a, counter);
        now = 1 - now;
        bool speaks = blockIdx.x == 0 && threadIdx.x == 0;
        if (speaks && ticks() - begun_ticks > a.limit && nanoseconds() - begun > a.limit)
            counter->halted = 1;
        team.meet();
        if (MEASURES) {
            if (speaks) a.state[SINCE] = ticks() - known.since;
            team.meet();
        }
        if (threadIdx.x == 0) {
            count(known, counter, next, a.state, a.trace, a.rows, speaks);
            if (team.alone) *counter = Counter{};
            decide(known, a.options, a.most, family.graph.n, family.graph.m, team.alone);
        }
        __syncthreads();
    }
    if (known.listed < known.active && known.form == LIST)
        settle(team, known, halves[now], family.graph, a);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        remember(known, a.state, a.facts, a.memory);
        a.state[TICKS] += ticks() - begun_ticks;
        a.state[PASSED] += nanoseconds() - begun;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 2) loop(
    const OFFSET* offsets, const HEAD* heads, const OFFSET* in_offsets, const HEAD* in_heads,
    const WEIGHT* weights, const WEIGHT* in_weights, const long long* in_arcs, int n,
    long long m, VALUE* value, VALUE* buffer, VALUE* sent, unsigned int* open,
    const HEAD* busiest, Member* lists, unsigned int* bits, unsigned int* claims, Counter* counters, unsigned int* arrived,
    long long* state, double* facts, double* memory, const long long* options, long long* trace,
    long long* known, long long rows, long long most, long long limit GIVEN) {
    __shared__ Round round;
    Graph graph{offsets, heads, in_offsets, in_heads, weights, in_weights, in_arcs, n, m};
    Arrays arrays{lists, bits, claims, counters, state, facts, memory, options, trace, known,
                  rows, most, limit, state[BASE], (int)((UNIVERSE(graph) + 31) / 32)};
    Team team{arrived, 0, false};
#if VISITS
    // These have no values: the place is taken by where arcs begin.
    arrays.starts = value, arrays.sums = value + UNIVERSE(graph) + 1;
    Family family{graph, round, Given GATHERED};
#elif COMPUTES
    Family family{graph, round, value, buffer, sent, Given GATHERED};
#else
    Family family{graph, round, value, open, busiest, 0, 0, false};
#endif
    run(family, round, team, arrays);
}
