// One round of an ordered program: who is near speaks, and whoever hears of something nearer is held.
//
// Where a round has little, each block follows up what it finds near by itself, without meeting
// others; where it has much, its arcs are dealt out evenly among all blocks.
#pragma once
#include "near_far.cuh"
// Rows longer than that are left to all blocks; rounds that a block follows up by itself.
#define ROW_ALONE (4 * THREADS)
#define FOLLOWED 32

struct Search {
    const Graph& graph;
    Team& team;
    Room& room;
    const Arrays& a;
    Given given;
    VALUE threshold, most, least;
    Out out;
    HEAD* pile;
    Pile* gathered;
    Tally* tally;
    // Thread by thread: arcs that were walked; members that spoke, and, above, those of them that
    // had spoken before.
    long long walked;
    unsigned long long spoke;

    // The last of sums[0:owners] that is at most x; the first is 0.
    __device__ __forceinline__ int owner(int owners, unsigned int x) const {
        int low = 0;
        while (owners - low > 1) {
            int middle = (low + owners) / 2;
            if (room.sums[middle] <= x) low = middle;
            else owners = middle;
        }
        return low;
    }

    // MANY arcs for each thread: reads first, so that they are under way together.
    template <int MANY> __device__ __forceinline__ void visit(
        unsigned int base, int owners, unsigned int total) {
        int at[MANY];
        long long arc[MANY];
        HEAD head[MANY];
        WEIGHT weight[MANY];
        VALUE seen[MANY], news[MANY];
#pragma unroll
        for (int j = 0; j < MANY; ++j) {
            unsigned int x = min(base + j * THREADS + threadIdx.x, total - 1);
            at[j] = owner(owners, x);
            arc[j] = room.begins[at[j]] + (long long)(x - room.sums[at[j]]);
            head[j] = graph.heads[arc[j]];
            weight[j] = weight_of(graph.weights, arc[j]);
        }
#pragma unroll
        for (int j = 0; j < MANY; ++j) {
            int u = room.members[at[j]];
            seen[j] = a.best[head[j]];
            long long degree = DEGREES ? graph.offsets[u + 1] - graph.offsets[u] : 0;
            news[j] = message(
                room.tolds[at[j]], weight[j], degree, u, (long long)head[j], arc[j], given);
        }
#pragma unroll
        for (int j = 0; j < MANY; ++j) {
            bool tells = base + j * THREADS + threadIdx.x < total &&
                         room.tolds[at[j]] != (VALUE)IDENTITY;
            walked += tells;
            VALUE old = seen[j];
            bool lower = tells && news[j] < old && news[j] <= most;
            if (lower) old = lowered(a.best + head[j], news[j]);
            lower = lower && news[j] < old;
            bool near = lower && news[j] <= threshold, far = lower && !near;
            if (far && news[j] < least) least = news[j];
            hold(room.near, &room.near_held, near, (int)head[j]);
            hold(room.far, &room.far_held, far && old == (VALUE)IDENTITY, (int)head[j]);
        }
    }

    // What is held goes out where there might be no room for another chunk.
    __device__ __forceinline__ void make_room(const Out& to) {
        __syncthreads();
        if (__syncthreads_or(threadIdx.x == 0 && room.near_held > NEAR_FULL))
            hand_in_near(room, to, graph, a);
        if (__syncthreads_or(threadIdx.x == 0 && room.far_held > FAR_FULL))
            hand_in_far(room, pile, gathered);
    }

    // All arcs of the members at hand; others of the block may still be at it.
    __device__ __forceinline__ void walk(int owners, unsigned int total) {
        for (unsigned int base = 0; base < total; base += CHUNK) {
            if (base) make_room(out);
            if (total - base <= THREADS) visit<1>(base, owners, total);
            else visit<4>(base, owners, total);
        }
    }

    // One of so many members of the room, and what it tells; whoever has nothing to tell has no arcs.
    __device__ __forceinline__ unsigned int seat(
        int u, bool tells, bool again, VALUE told, OFFSET begin, unsigned int degree) {
        unsigned long long total, word = 0;
        if (tells) word = degree | 1ULL << 32 | (again ? 1ULL << 48 : 0);
        unsigned long long before = before_in_block(word, total);
        room.members[threadIdx.x] = u;
        room.tolds[threadIdx.x] = told;
        room.begins[threadIdx.x] = begin;
        room.sums[threadIdx.x] = (unsigned int)before;
        if (threadIdx.x == 0) spoke += (total >> 32 & 0xffff) | total >> 48 << 32;
        return (unsigned int)total;
    }

    // Take one member: whether it has anything to tell. A long row is left to all blocks.
    __device__ __forceinline__ bool take(
        int u, bool from_pile, VALUE& told, VALUE& before, OFFSET& begin, unsigned int& degree,
        bool& stays) {
        told = fresh_of(a.best + u), before = fresh_of(a.value + u);
        begin = graph.offsets[u];
        unsigned long long row = graph.offsets[u + 1] - begin;
        stays = from_pile && told > threshold;
        if (stays && told < least) least = told;
        if (stays || !(told < before)) return false;
        if (row > ROW_ALONE) {
            if (claimed(out.claims, u)) {
                put(out, atomicAdd(out.found, 1ULL << SUM_BITS | row), u);
                atomicAdd(&tally->hubs, 1ULL);
            }
            return false;
        }
        a.value[u] = told;
        degree = (unsigned int)row;
        return true;
    }

    // Every block takes its part of a pile or list, and follows up what it finds near.
    __device__ __forceinline__ void at_once(
        const HEAD* list, long long ahead, bool from_pile, unsigned int* marks) {
        long long even = (ahead + team.blocks() - 1) / team.blocks();
        long long step = min((long long)THREADS, max(even, 1LL));
        long long next = team.block() * step;
        for (int followed = 0;;) {
            __syncthreads();
            unsigned int held = room.near_held, far = room.far_held;
            bool lists = next < ahead && held <= THREADS;
            if (!lists && (held == 0 || followed >= FOLLOWED) && next >= ahead) break;
            if (held > NEAR_FULL || far > FAR_FULL || !lists && followed >= FOLLOWED) {
                __syncthreads();
                if (held > NEAR_FULL || followed >= FOLLOWED) hand_in_near(room, out, graph, a);
                if (far > FAR_FULL) hand_in_far(room, pile, gathered);
                continue;
            }
            int taken = lists ? (int)min(step, ahead - next) : (int)min(held, (unsigned int)THREADS);
            bool mine = (int)threadIdx.x < taken, stays = false, tells = false;
            int u = 0;
            VALUE told = 0, before = 0;
            OFFSET begin = 0;
            unsigned int degree = 0;
            if (mine) {
                u = lists ? (int)list[next + threadIdx.x]
                          : room.near[held - taken + threadIdx.x];
                if (lists && marks) marks[u >> 5] = 0;
                tells = take(u, lists && from_pile, told, before, begin, degree, stays);
            }
            bool again = before != (VALUE)IDENTITY;
            unsigned int total = seat(u, tells, again, told, begin, degree);
            hold(room.far, &room.far_held, stays, u);
            if (!lists && threadIdx.x == 0) room.near_held = held - taken;
            if (lists) next += team.blocks() * step;
            else ++followed;
            __syncthreads();
            walk(taken, total);
        }
        if (room.near_held) hand_in_near(room, out, graph, a);
    }

    // The pile, looked through: who is near speaks this round, and is listed with what it tells.
    __device__ __forceinline__ void split(const HEAD* from, long long ahead, const Out& now) {
        for (long long base = team.block() * CHUNK; base < ahead; base += team.blocks() * CHUNK) {
            HEAD who[4];
            VALUE told[4], before[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                who[j] = from[min(base + j * THREADS + threadIdx.x, ahead - 1)];
                told[j] = fresh_of(a.best + who[j]);
                before[j] = fresh_of(a.value + who[j]);
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                bool mine = base + j * THREADS + threadIdx.x < ahead;
                bool stays = mine && told[j] > threshold;
                bool tells = mine && !stays && told[j] < before[j];
                if (stays && told[j] < least) least = told[j];
                if (tells) spoke += before[j] != (VALUE)IDENTITY ? 1 | 1ULL << 32 : 1;
                hold(room.far, &room.far_held, stays, (int)who[j]);
                hold(room.near, &room.near_held, tells, (int)who[j]);
            }
            make_room(now);
        }
        hand_in_near(room, now, graph, a);
    }

    // Members of the list speak this round: what each tells, and that it did.
    __device__ __forceinline__ void prepare(const Out& now, long long ahead, unsigned int* marks) {
        for (long long i = team.first(); i < ahead; i += team.stride()) {
            HEAD u = now.list[i];
            VALUE told = fresh_of(a.best + u), before = fresh_of(a.value + u);
            bool tells = told < before;
            marks[u >> 5] = 0;
            now.tolds[i] = tells ? told : (VALUE)IDENTITY;
            if (tells) {
                a.value[u] = told;
                spoke += before != (VALUE)IDENTITY ? 1 | 1ULL << 32 : 1;
            }
        }
    }

    // The member whose arcs hold number x: 32 lanes look at 32 places at once. One warp comes here.
    __device__ __forceinline__ long long sought(
        const unsigned long long* starts, long long ahead, unsigned long long x) const {
        long long low = 0, high = ahead;
        while (high - low > 1) {
            long long step = (high - low + WARP - 1) / WARP, place = low + lane() * step;
            bool before = place < high && starts[place] <= x;
            int many = __popc(__ballot_sync(EVERY_LANE, before));
            long long first = low + (many - 1) * step;
            high = min(high, first + step), low = first;
        }
        return low;
    }

    // All arcs of the list, in equal shares for all blocks, whoever they belong to.
    __device__ __forceinline__ void by_edge(const Out& now, long long ahead, long long total) {
        __shared__ long long found;
        long long part = total * team.block() / team.blocks();
        long long last = total * (team.block() + 1) / team.blocks();
        __syncthreads();
        if (part < last && threadIdx.x < WARP) {
            long long at = sought(now.starts, ahead, part);
            if (threadIdx.x == 0) found = at;
        }
        __syncthreads();
        long long low = part < last ? found : 0;
        while (part < last) {
            long long i = low + threadIdx.x, limit = min(last, part + CHUNK);
            long long start = i < ahead ? (long long)now.starts[i] : total;
            int owners = __syncthreads_count(start < limit);
            if (owners == THREADS) {
                if (threadIdx.x == THREADS - 1) found = start;
                __syncthreads();
                limit = found, owners -= 1;
            }
            if ((int)threadIdx.x < owners) {
                int u = (int)now.list[i];
                long long from = max(start, part);
                room.members[threadIdx.x] = u;
                room.tolds[threadIdx.x] = now.tolds[i];
                room.begins[threadIdx.x] = (OFFSET)(graph.offsets[u] + (from - start));
                room.sums[threadIdx.x] = (unsigned int)(from - part);
            }
            __syncthreads();
            walk(owners, (unsigned int)(limit - part));
            make_room(out);
            low += owners - 1, part = limit;
        }
        __syncthreads();
        if (__syncthreads_or(threadIdx.x == 0 && room.near_held)) hand_in_near(room, out, graph, a);
    }

    // What this block counted, for whoever begins the next round.
    __device__ __forceinline__ void count() {
        unsigned long long all_spoke, all_walked;
        hand_in_far(room, pile, gathered);
        before_in_block((unsigned long long)walked, all_walked);
        before_in_block(spoke, all_spoke);
        VALUE lowest = least_in_block(least);
        if (threadIdx.x) return;
        if (lowest != (VALUE)IDENTITY) atomicMin(&gathered->least, key_of(lowest));
        if (all_walked) atomicAdd(&tally->walked, all_walked);
        if (all_spoke) atomicAdd(&tally->spoke, all_spoke);
    }
};
