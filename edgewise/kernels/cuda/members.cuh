// Operators on members: keep some of them, in their order (filter), or do something to each (compute).
#include "graph.cuh"
#include "shared.cuh"
#define BY_NOBODY 0
#define BY_HISTORY 1
#define BY_CLAIMS 2
#define ITEMS 4
#define TILE (ITEMS * THREADS)
#define HISTORY 512

struct Members {
    Graph graph;
    unsigned int* seen;
    long long* history;
    Given given;

    // The vertex whose row holds an arc.
    __device__ __forceinline__ long long tail(long long e) const {
        int low = 0, high = graph.n;
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if ((long long)graph.offsets[middle] <= e) low = middle;
            else high = middle;
        }
        return low;
    }

    // Hand a member to the functor.
    __device__ __forceinline__ bool asked(long long i) const {
        long long u = i, v = i;
        if (FROM_EDGES) u = TAILS ? tail(i) : 0, v = graph.heads[i];
        WEIGHT weight = FROM_EDGES ? weight_of(graph.weights, i) : (WEIGHT)1;
        long long degree = DEGREES ? graph.offsets[u + 1] - graph.offsets[u] : 0;
#if FILTERS
        return each(u, v, i, weight, degree, given) != 0;
#else
        each(u, v, i, weight, degree, given);
        return false;
#endif
    }

    // Whether a listed member comes for the first time, as far as that is asked.
    __device__ __forceinline__ bool is_first(long long i) const {
        if (CULLS == BY_CLAIMS) return claimed(seen, i);
        if (CULLS == BY_HISTORY) {
            if (fresh_of(history + i % HISTORY) == i) return false;
            history[i % HISTORY] = i;
        }
        return true;
    }

    // A member as lists have it.
    __device__ __forceinline__ Member row(long long i) const {
        HEAD v = FROM_EDGES ? graph.heads[i] : (HEAD)i;
        Arc begin = graph.offsets[v];
        return {(Id)i, (int)(graph.offsets[v + 1] - begin), begin, 0};
    }
};

// How many were kept before this tile. A tile first says what it has; then what all have up to it.
// Words of earlier calls are told by their `epoch`.
#define VALUE_BITS 40
#define TOLD(epoch, state, sum) \
    ((unsigned long long)((epoch) * 4 + (state)) << VALUE_BITS | (unsigned long long)(sum))
__device__ __forceinline__ unsigned long long before_tile(
    unsigned long long* told, long long tile, unsigned long long sum, long long epoch) {
    unsigned long long before = 0;
    if (tile > 0) {
        atomicExch(told + tile, TOLD(epoch, 1, sum));
        for (long long one = tile - 1;;) {
            unsigned long long word = fresh_of(told + one);
            long long tag = (long long)(word >> VALUE_BITS) - epoch * 4;
            if (tag != 1 && tag != 2) {
                pause_a_moment();
                continue;
            }
            before += word & ((1ULL << VALUE_BITS) - 1);
            if (tag == 2) break;
            --one;
        }
    }
    atomicExch(told + tile, TOLD(epoch, 2, before + sum));
    return before;
}

__device__ __forceinline__ void count_up(
    Counter* counter, unsigned long long found, unsigned long long arcs) {
    unsigned long long all, out;
    before_in_block(found, all);
    before_in_block(arcs, out);
    if (threadIdx.x != 0 || !all) return;
    atomicAdd(&counter->found, all);
    atomicAdd(&counter->found_in, out);
}

// The kept of a list. Blocks take tiles in their order, so a block waits for none that comes later.
__device__ __forceinline__ void keep_of_list(
    const Members& members, const Member* list, long long count, Member* kept, Counter* counter,
    unsigned long long* told, long long epoch) {
    __shared__ unsigned long long tile, base;
    unsigned long long found = 0, arcs = 0;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) tile = atomicAdd(&counter->halted, 1ULL);
        __syncthreads();
        long long first = (long long)tile * TILE;
        if (first >= count) break;
        long long mine[ITEMS];
        unsigned int places[ITEMS], sum = 0, total;
#pragma unroll
        for (int j = 0; j < ITEMS; ++j) {
            long long k = first + j * THREADS + threadIdx.x;
            mine[j] = k < count ? (long long)list[k].v : -1;
            bool stays = mine[j] >= 0 && members.is_first(mine[j]) && members.asked(mine[j]);
            if (!stays) mine[j] = -1;
            places[j] = sum + before_in_block((unsigned int)stays, total);
            sum += total;
        }
        if (threadIdx.x == 0) base = before_tile(told, tile, sum, epoch);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < ITEMS; ++j) {
            if (mine[j] < 0) continue;
            Member row = members.row(mine[j]);
            kept[base + places[j]] = row;
            found += 1;
            arcs += row.degree;
        }
    }
    count_up(counter, found, arcs);
}

// The kept of a bitmap, or of all: a warp has a word at a time.
__device__ __forceinline__ void keep_of_bits(
    const Members& members, const Team& team, const unsigned int* bits, unsigned int* fresh,
    Counter* counter) {
    unsigned long long found = 0, arcs = 0;
    long long words = (UNIVERSE(members.graph) + 31) / 32;
    for (long long w = team.warp(); w < words; w += team.warps()) {
        long long i = w * 32 + lane();
        bool there = i < UNIVERSE(members.graph) && (!bits || is_set(bits, i));
        bool stays = there && members.asked(i);
        unsigned int word = __ballot_sync(EVERY_LANE, stays);
        if (lane() == 0) fresh[w] = word;
        if (stays) found += 1, arcs += members.row(i).degree;
    }
    count_up(counter, found, arcs);
}

// Something done to every member, as often as it is listed.
__device__ __forceinline__ void do_to_each(
    const Members& members, const Team& team, const Member* list, const unsigned int* bits,
    long long count) {
    long long ahead = list ? count : UNIVERSE(members.graph);
    for (long long k = team.first(); k < ahead; k += team.stride()) {
        long long i = list ? (long long)list[k].v : k;
        if (list || !bits || is_set(bits, i)) members.asked(i);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 2) every(
    const OFFSET* offsets, const HEAD* heads, const WEIGHT* weights, int n, long long m,
    const Member* list, const unsigned int* bits, const Counter* counted, long long count,
    Member* kept, unsigned int* fresh, Counter* counter, unsigned long long* told, long long epoch,
    unsigned int* seen, unsigned int* stale, const Member* old, const Counter* old_counted,
    long long old_count GIVEN) {
    Graph graph{offsets, heads, nullptr, nullptr, weights, nullptr, nullptr, n, m};
    Team team{nullptr, 0, false};
    if (counted) count = counted->found;
#if CULLS == BY_HISTORY
    __shared__ long long history[HISTORY];
    for (int i = threadIdx.x; i < HISTORY; i += THREADS) history[i] = -1;
    __syncthreads();
    Members members{graph, seen, history, Given GATHERED};
#else
    Members members{graph, seen, nullptr, Given GATHERED};
#endif
#if FILTERS
    if (list) keep_of_list(members, list, count, kept, counter, told, epoch);
    else keep_of_bits(members, team, bits, fresh, counter);
    if (CULLS != BY_CLAIMS || !old) return;
    long long before = old_counted ? (long long)old_counted->found : old_count;
    for (long long i = team.first(); i < before; i += team.stride()) stale[old[i].v >> 5] = 0;
#else
    do_to_each(members, team, list, bits, count);
#endif
}
