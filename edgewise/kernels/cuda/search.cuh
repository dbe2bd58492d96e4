// One round of an ordered program: who is near speaks, and who hears of something nearer is held.
//
// Where a round has little, each block follows up what it finds near by itself, without meeting
// others; where it has much, its arcs are dealt out evenly among all blocks.
#pragma once
#include "near_far.cuh"
// A block walks rows up to that length, a lone one shorter ones; the others are left to all blocks.
#define ROW_ALONE (4 * THREADS)
#define ROW_LONELY (THREADS / 4)
// How often a block follows up what it found, and up to how many arcs at a time.
#define FOLLOWED 32
#define MUCH (16 * THREADS)

struct Search {
    const Graph& graph;
    Team& team;
    Room& room;
    const Arrays& a;
    Given given;
    // Of each thread: the least that it told anybody beyond the threshold, the arcs that it walked.
    VALUE least;
    unsigned int walked;

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

    // So many arcs for each thread: reads first, so that they are under way together.
    template <int EACH> __device__ __forceinline__ void visit(
        unsigned int base, int owners, unsigned int total) {
        int at[EACH];
        Arc arc[EACH];
        HEAD head[EACH];
        WEIGHT weight[EACH];
        VALUE seen[EACH], news[EACH];
#pragma unroll
        for (int j = 0; j < EACH; ++j) {
            unsigned int x = min(base + j * THREADS + threadIdx.x, total - 1);
            at[j] = owner(owners, x);
            arc[j] = room.begins[at[j]] + (Arc)(x - room.sums[at[j]]);
            head[j] = graph.heads[arc[j]];
            weight[j] = weight_of(graph.weights, arc[j]);
        }
#pragma unroll
        for (int j = 0; j < EACH; ++j) {
            seen[j] = a.best[head[j]];
            VALUE told = room.tolds[at[j]];
            int u = room.members[at[j]];
            long long degree = DEGREES ? graph.offsets[u + 1] - graph.offsets[u] : 0;
            bool tells = base + j * THREADS + threadIdx.x < total && told != (VALUE)IDENTITY;
            news[j] = message(told, weight[j], degree, u, head[j], arc[j], given);
            if (!tells) news[j] = (VALUE)IDENTITY;
            walked += tells;
        }
#pragma unroll
        for (int j = 0; j < EACH; ++j) {
            VALUE old = seen[j];
            bool lower = news[j] < old && news[j] <= room.most;
            if (lower) old = lowered(a.best + head[j], news[j]);
            lower = lower && news[j] < old;
            bool near = lower && news[j] <= room.threshold, far = lower && !near;
            if (far && news[j] < least) least = news[j];
            if (EACH == 1 && near) call_for(graph.offsets + head[j]);
            hold(room.near, &room.near_held, near, (int)head[j]);
            hold(room.far, &room.far_held, far && old == (VALUE)IDENTITY, (int)head[j]);
        }
    }

    __device__ __forceinline__ void hand_in(const Out& to) {
        hand_in_near(room, to, graph.offsets, a.value, a.best);
    }

    // What is held goes out where there might be no room for another chunk.
    __device__ __forceinline__ void make_room(const Out& to) {
        __syncthreads();
        if (__syncthreads_or(threadIdx.x == 0 && room.near_held > NEAR_FULL)) hand_in(to);
        if (__syncthreads_or(threadIdx.x == 0 && room.far_held > FAR_FULL)) hand_in_far(room);
    }

    // All arcs of the members at hand; others of the block may still be at it.
    __device__ __forceinline__ void walk(int owners, unsigned int total) {
        for (unsigned int base = 0; base < total; base += CHUNK) {
            if (base) make_room(room.out);
            if (total - base <= THREADS) visit<1>(base, owners, total);
            else visit<MANY>(base, owners, total);
        }
    }

    // One of the room's members, and what it tells; who has nothing to tell has no arcs.
    __device__ __forceinline__ unsigned int seat(
        int u, bool tells, bool again, VALUE told, Arc begin, unsigned int degree,
        unsigned long long& counted) {
        unsigned long long total, word = 0;
        if (tells) word = degree | 1ULL << 32 | (again ? 1ULL << 48 : 0);
        unsigned long long before = before_in_block(word, total);
        room.members[threadIdx.x] = u;
        room.tolds[threadIdx.x] = told;
        room.begins[threadIdx.x] = begin;
        room.sums[threadIdx.x] = (unsigned int)before;
        counted = (total >> 32 & 0xffff) | total >> 48 << 32;
        return (unsigned int)total;
    }

    // Take one member: whether it has anything to tell. A long row is left to all blocks.
    __device__ __forceinline__ bool take(
        int u, bool from_pile, VALUE& told, VALUE& before, Arc& begin, unsigned int& degree,
        bool& stays) {
        told = fresh_of(a.best + u), before = fresh_of(a.value + u);
        begin = graph.offsets[u];
        Arc row = graph.offsets[u + 1] - begin;
        if (row) {
            call_for(graph.heads + begin);
            if (WEIGHTED) call_for(graph.weights + begin);
        }
        stays = from_pile && told > room.threshold;
        if (stays && told < least) least = told;
        if (stays || !(told < before)) return false;
        if (row > (team.alone ? ROW_LONELY : ROW_ALONE)) {
            if (claimed(room.out.claims, u)) {
                unsigned long long place = atomicAdd(room.out.found, ONE_OF(row));
                Member one{(HEAD)u, (int)row, begin, (Arc)SUM_OF(place)};
                room.out.list[COUNT_OF(place)] = one;
                atomicAdd(&room.tally->hubs, 1ULL);
            }
            return false;
        }
        degree = (unsigned int)row;
        return true;
    }

    // Every block takes its part of a pile or list, and follows up what it finds near.
    // `from`: the pile; without it, the list of those that are near.
    __device__ __forceinline__ void at_once(const HEAD* from, unsigned int ahead) {
        unsigned int even = (ahead + team.blocks() - 1) / team.blocks();
        unsigned int step = min((unsigned int)THREADS, max(even, 1U)), next = team.block() * step;
        for (int followed = 0;;) {
            __syncthreads();
            unsigned int held = room.near_held, far = room.far_held;
            bool lists = next < ahead && held <= THREADS;
            if (!lists && (held == 0 || followed >= FOLLOWED) && next >= ahead) break;
            if (held > NEAR_FULL || far > FAR_FULL || !lists && followed >= FOLLOWED) {
                __syncthreads();
                if (held > NEAR_FULL || followed >= FOLLOWED) hand_in(room.out);
                if (far > FAR_FULL) hand_in_far(room);
                continue;
            }
            int taken = lists ? min(step, ahead - next) : min(held, (unsigned int)THREADS);
            bool mine = (int)threadIdx.x < taken, stays = false, tells = false;
            int u = 0;
            VALUE told = 0, before = 0;
            Arc begin = 0;
            unsigned int degree = 0;
            if (mine) {
                if (!lists) u = room.near[held - taken + threadIdx.x];
                else if (from) u = (int)from[next + threadIdx.x];
                else room.now.claims[(u = (int)room.now.list[next + threadIdx.x].v) >> 5] = 0;
                tells = take(u, lists && from, told, before, begin, degree, stays);
            }
            bool again = before != (VALUE)IDENTITY;
            unsigned long long counted;
            unsigned int total = seat(u, tells, again, told, begin, degree, counted);
            hold(room.far, &room.far_held, stays, u);
            if (!lists && threadIdx.x == 0) room.near_held = held - taken;
            if (lists) next += team.blocks() * step;
            else ++followed;
            __syncthreads();
            if (!lists && total > MUCH) {
                hold(room.near, &room.near_held, tells, u);
                hand_in(room.out);
                continue;
            }
            if (threadIdx.x == 0) room.spoke += counted;
            if (tells) a.value[u] = told;
            walk(taken, total);
        }
        if (room.near_held) hand_in(room.out);
    }

    // The pile, looked through: who is near speaks this round, and is listed with what it tells.
    __device__ __forceinline__ void split(const HEAD* from, unsigned int ahead) {
        unsigned long long spoke = 0;
        for (unsigned int base = team.block() * CHUNK; base < ahead; base += team.blocks() * CHUNK) {
            HEAD who[MANY];
            VALUE told[MANY], before[MANY];
#pragma unroll
            for (int j = 0; j < MANY; ++j) {
                who[j] = from[min(base + j * THREADS + threadIdx.x, ahead - 1)];
                told[j] = fresh_of(a.best + who[j]);
                before[j] = fresh_of(a.value + who[j]);
            }
#pragma unroll
            for (int j = 0; j < MANY; ++j) {
                bool mine = base + j * THREADS + threadIdx.x < ahead;
                bool stays = mine && told[j] > room.threshold;
                bool tells = mine && !stays && told[j] < before[j];
                if (stays && told[j] < least) least = told[j];
                if (tells) spoke += before[j] != (VALUE)IDENTITY ? 1 | 1ULL << 32 : 1;
                hold(room.far, &room.far_held, stays, (int)who[j]);
                hold(room.near, &room.near_held, tells, (int)who[j]);
            }
            make_room(room.now);
        }
        if (spoke) atomicAdd(&room.spoke, spoke);
        hand_in(room.now);
    }

    // Members of the list speak this round: what each tells, and that it did.
    __device__ __forceinline__ void prepare(unsigned int ahead) {
        unsigned long long spoke = 0;
        for (unsigned int i = team.first(); i < ahead; i += team.stride()) {
            HEAD u = room.now.list[i].v;
            VALUE told = fresh_of(a.best + u), before = fresh_of(a.value + u);
            bool tells = told < before;
            room.now.claims[u >> 5] = 0;
            room.now.tolds[i] = tells ? told : (VALUE)IDENTITY;
            if (tells) {
                a.value[u] = told;
                spoke += before != (VALUE)IDENTITY ? 1 | 1ULL << 32 : 1;
            }
        }
        if (spoke) atomicAdd(&room.spoke, spoke);
    }

    // The member whose arcs hold number x: 32 lanes look at 32 places at once. One warp comes here.
    __device__ __forceinline__ long long sought(
        const Member* list, long long ahead, long long x) const {
        long long low = 0, high = ahead;
        while (high - low > 1) {
            long long step = (high - low + WARP - 1) / WARP, place = low + lane() * step;
            bool before = place < high && list[place].start <= x;
            int many = __popc(__ballot_sync(EVERY_LANE, before));
            long long first = low + (many - 1) * step;
            high = min(high, first + step), low = first;
        }
        return low;
    }

    // All arcs of the list, in equal shares for all blocks, whoever they belong to.
    __device__ __forceinline__ void by_edge(unsigned int ahead, long long total) {
        __shared__ long long found;
        long long part = total * team.block() / team.blocks();
        long long last = total * (team.block() + 1) / team.blocks();
        __syncthreads();
        if (part < last && threadIdx.x < WARP) {
            long long at = sought(room.now.list, ahead, part);
            if (threadIdx.x == 0) found = at;
        }
        __syncthreads();
        long long low = part < last ? found : 0;
        while (part < last) {
            long long i = low + threadIdx.x, limit = min(last, part + CHUNK);
            Member one{0, 0, 0, 0};
            if (i < ahead) one = room.now.list[i];
            long long start = i < ahead ? (long long)one.start : total;
            int owners = __syncthreads_count(start < limit);
            if (owners == THREADS) {
                if (threadIdx.x == THREADS - 1) found = start;
                __syncthreads();
                limit = found, owners -= 1;
            }
            if ((int)threadIdx.x < owners) {
                long long from = max(start, part);
                room.members[threadIdx.x] = (int)one.v;
                room.tolds[threadIdx.x] = room.now.tolds[i];
                room.begins[threadIdx.x] = one.begin + (Arc)(from - start);
                room.sums[threadIdx.x] = (unsigned int)(from - part);
            }
            __syncthreads();
            walk(owners, (unsigned int)(limit - part));
            make_room(room.out);
            low += owners - 1, part = limit;
        }
        __syncthreads();
        if (__syncthreads_or(threadIdx.x == 0 && room.near_held)) hand_in(room.out);
    }

    // What this block counted, for whoever begins the next round.
    __device__ __forceinline__ void count() {
        unsigned long long all;
        hand_in_far(room);
        before_in_block((unsigned long long)walked, all);
        VALUE lowest = least_in_block(least);
        if (threadIdx.x) return;
        if (lowest != (VALUE)IDENTITY) atomicMin(&room.gathered->least, key_of(lowest));
        if (all) atomicAdd(&room.tally->walked, all);
        if (room.spoke) atomicAdd(&room.tally->spoke, room.spoke);
    }
};
