// Trees become numbers: components are numbered by their first vertex in the caller's order.
// A bitmap has a bit for each such vertex; how many come before it is its component's number.
#pragma once
#include "trees.cuh"
#define GROUP (32 * THREADS)
#define TAKEN 4

// 32 bits, and how many are set before them in their group.
struct __align__(8) Word {
    unsigned int bits, before;
};

// `order`: the caller's number of the vertex at each position. `first`: the lowest such number of
// each root's tree. Both are there only where vertices were renumbered.
struct Names {
    Id n;
    const Id* order;
    Id* first;
    Word* words;
    unsigned int* before;
    unsigned int* count;
    HEAD* labels;

    __device__ __forceinline__ Id groups() const { return (n + GROUP - 1) / GROUP; }
    __device__ __forceinline__ Id length() const { return (n + 31) / 32; }

    __device__ __forceinline__ Id of(Id root) const {
        Id at = ORDERED ? first[root] : root;
        Word word = words[at / 32];
        return before[at / GROUP] + word.before + __popc(word.bits & ((1U << at % 32) - 1));
    }

    // Nothing is known yet.
    __device__ __forceinline__ void begin(const Team& team) const {
        if (!ORDERED) return;
        for (Id w = team.first(); w < length(); w += team.stride()) words[w].bits = 0;
    }

    __device__ __forceinline__ void lower(Id root, Id number) const {
        if (above_of(first, root) > number) atomicMin(first + root, number);
    }

    // The first vertex of each tree.
    __device__ __forceinline__ void find_first(const Team& team, const Id* root, Id giant) const {
        Id least = NOBODY;
        for (Id v = team.first(); v < n; v += team.stride()) {
            Id above = root[v], number = order[v];
            if (above == giant) least = min(least, number);
            else lower(lowest(root, above), number);
        }
#pragma unroll
        for (int d = WARP / 2; d; d /= 2) least = min(least, __shfl_xor_sync(EVERY_LANE, least, d));
        if (lane() == 0 && least != NOBODY) lower(lowest(root, giant), least);
    }

    __device__ __forceinline__ void mark_first(const Team& team, const Id* root) const {
        for (Id v = team.first(); v < n; v += team.stride())
            if (root[v] == v) atomicOr(&words[first[v] / 32].bits, 1U << first[v] % 32);
    }

    // The bits of this thread's word: who of its vertices is a root.
    __device__ __forceinline__ unsigned int roots(const Id* root, Id base) const {
        unsigned int mine = 0;
        base += threadIdx.x / WARP * (WARP * WARP) + lane();
#pragma unroll 8
        for (int i = 0; i < WARP; ++i) {
            Id v = base + i * WARP;
            unsigned int word = __ballot_sync(EVERY_LANE, v < n && root[v] == v);
            if ((int)lane() == i) mine = word;
        }
        return mine;
    }

    // The last groups come first: what was written last is still near.
    __device__ __forceinline__ void count_groups(const Team& team, const Id* root) const {
        for (Id i = team.block(); i < groups(); i += team.blocks()) {
            Id group = groups() - 1 - i, w = group * THREADS + threadIdx.x;
            unsigned int bits = 0, total;
            if (!ORDERED) bits = roots(root, group * GROUP);
            else if (w < length()) bits = words[w].bits;
            unsigned int sum = before_in_block((unsigned int)__popc(bits), total);
            if (w < length()) words[w] = {bits, sum};
            if (threadIdx.x == 0) before[group] = total;
        }
    }

    // One block: how many there are before each group, and in all.
    __device__ __forceinline__ void add_up() const {
        unsigned int sum = 0, total;
        for (Id base = 0; base < groups(); base += THREADS) {
            Id group = base + threadIdx.x;
            unsigned int mine = group < groups() ? before[group] : 0;
            unsigned int earlier = before_in_block(mine, total);
            if (group < groups()) before[group] = sum + earlier;
            sum += total;
        }
        if (threadIdx.x == 0) *count = sum;
    }

    __device__ __forceinline__ void write(const Team& team, const Id* root, Id giant) const {
        Id usual = giant == NOBODY ? 0 : of(lowest(root, giant));
        Id step = TAKEN * team.stride();
        for (Id base = team.block() * THREADS * TAKEN; base < n; base += step) {
            Id above[TAKEN];
#pragma unroll
            for (int i = 0; i < TAKEN; ++i) {
                Id v = base + i * THREADS + threadIdx.x;
                above[i] = v < n ? root[v] : giant;
            }
#pragma unroll
            for (int i = 0; i < TAKEN; ++i) {
                Id v = base + i * THREADS + threadIdx.x;
                if (v >= n) continue;
                Id name = above[i] == giant ? usual : of(lowest(root, above[i]));
                labels[ORDERED ? order[v] : v] = (HEAD)name;
            }
        }
    }

    // All of it, once the trees are complete. Who leads to `giant` has its name.
    __device__ __forceinline__ void give(Team& team, const Id* root, Id giant) const {
        if (ORDERED) {
            find_first(team, root, giant);
            team.meet();
            mark_first(team, root);
            team.meet();
        }
        count_groups(team, root);
        team.meet();
        if (team.block() == 0) add_up();
        team.meet();
        write(team, root, giant);
    }
};
