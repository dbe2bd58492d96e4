// Connected components by linking trees: Afforest, and Shiloach and Vishkin's hooking.
#include "naming.cuh"
#include "shared_rows.cuh"
#define SAMPLES 1024
#define SLOTS (2 * SAMPLES)
#define SPREAD 2654435769U
enum { ARRIVED, GIANT, PUT_OFF, COUNT, CHANGED };
#if __CUDA_ARCH__ < 800
#define RESIDENT 2
#else
#define RESIDENT 3
#endif

struct Forest {
    Side out, in;
    Id n;
    Id* root;
    Id* spare;
    Parts parts;
    Names names;
    unsigned int* state;
};

// Lead a few vertices of each thread, `step` from one to the next, towards their roots, as far as
// `giant` or a vertex before `begin`. `above` holds whom they lead to, NOBODY where there is none.
__device__ __forceinline__ void lead(
    const Forest& f, Id first, Id step, Id* above, Id giant, Id begin) {
    bool more = true;
    while (more) {
        Id next[TAKEN];
        more = false;
#pragma unroll
        for (int i = 0; i < TAKEN; ++i) {
            bool ends = above[i] == giant || above[i] == NOBODY || above[i] < begin;
            next[i] = ends ? above[i] : above_of(f.root, above[i]);
        }
#pragma unroll
        for (int i = 0; i < TAKEN; ++i)
            if (next[i] != above[i]) {
                f.root[first + i * step] = above[i] = next[i];
                more = true;
            }
    }
}

// The vertices of a block, one after the other: it leads them out of its share before others look.
struct Share {
    Id begin, end;

    __device__ __forceinline__ Share(const Team& team, Id n) {
        Id even = ((n + team.blocks() - 1) / team.blocks() + WARP - 1) / WARP * WARP;
        begin = min(n, team.block() * even), end = min(n, begin + even);
    }
};

// Everybody hangs below his first neighbour, where that one is lower. Nobody else writes: no swap.
// `spare` keeps whom he is to be joined with next: his second one, or the first where that is higher.
__device__ __forceinline__ void plant(const Forest& f, const Share& share) {
    for (Id base = share.begin; base < share.end; base += THREADS * TAKEN) {
        Id one[TAKEN], two[TAKEN];
        OFFSET begin[TAKEN], end[TAKEN];
#pragma unroll
        for (int i = 0; i < TAKEN; ++i) {
            Id v = base + i * THREADS + threadIdx.x;
            begin[i] = v < share.end ? f.out.offsets[v] : 0;
            end[i] = v < share.end ? f.out.offsets[v + 1] : 0;
        }
#pragma unroll
        for (int i = 0; i < TAKEN; ++i) {
            one[i] = two[i] = base + i * THREADS + threadIdx.x;
            if (begin[i] < end[i]) one[i] = (Id)f.out.heads[begin[i]];
            if (begin[i] + 1 < end[i]) two[i] = (Id)f.out.heads[begin[i] + 1];
        }
#pragma unroll
        for (int i = 0; i < TAKEN; ++i) {
            Id v = base + i * THREADS + threadIdx.x;
            if (v < share.end) {
                f.spare[v] = one[i] > v ? one[i] : two[i];
                f.root[v] = one[i] = min(v, one[i]);
            } else {
                one[i] = NOBODY;
            }
        }
        __syncthreads();
        lead(f, base + threadIdx.x, THREADS, one, NOBODY, share.begin);
    }
}

// Join everybody with his next neighbour. Who comes after is read meanwhile; that he may have been
// hung below somebody since does not matter.
__device__ __forceinline__ void link(const Forest& f, const Share& share) {
    Id v = share.begin + threadIdx.x, above = 0, other = 0;
    if (v < share.end) above = f.root[v], other = f.spare[v];
    for (Id base = share.begin; base < share.end; base += THREADS) {
        Id after = v + THREADS, next_above = 0, next_other = 0;
        if (after < share.end) next_above = f.root[after], next_other = f.spare[after];
        if (other == v) other = above;
        Id met = joined(f.root, above, other, NOBODY);
        if (v < share.end && above != v && met < above) f.root[v] = met;
        v = after, above = next_above, other = next_other;
    }
}

// One block: the root that most of a sample have, of equals the lowest; probably that of the
// largest component.
__device__ __forceinline__ void find_giant(const Forest& f) {
    __shared__ Id held[SLOTS];
    __shared__ unsigned int many[SLOTS];
    __shared__ unsigned long long most;
    for (int i = threadIdx.x; i < SLOTS; i += THREADS) held[i] = NOBODY, many[i] = 0;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    for (unsigned int i = threadIdx.x; i < SAMPLES; i += THREADS) {
        Id found = lowest_shortened(f.root, __umulhi(i * SPREAD, f.n));
        unsigned int slot = found * SPREAD >> 21;
        for (;;) {
            Id there = fresh_of(held + slot);
            if (there == NOBODY) there = atomicCAS(held + slot, NOBODY, found);
            if (there == NOBODY || there == found) break;
            slot = (slot + 1) % SLOTS;
        }
        atomicAdd(many + slot, 1U);
    }
    __syncthreads();
    unsigned long long mine = 0;
    for (int i = threadIdx.x; i < SLOTS; i += THREADS)
        mine = max(mine, (unsigned long long)many[i] << 32 | (Id)~held[i]);
    if (mine >> 32) atomicMax(&most, mine);
    __syncthreads();
    if (threadIdx.x == 0) f.state[GIANT] = ~(Id)most;
}

// The same for `TAKEN` times the vertices of a warp, from `first` on, as far as they can be led.
__device__ __forceinline__ void lead_on(const Forest& f, Id first, Id* above, Id giant) {
#pragma unroll
    for (int i = 0; i < TAKEN; ++i) {
        Id v = first + i * WARP;
        above[i] = v < f.n ? f.root[v] : NOBODY;
    }
    lead(f, first, WARP, above, giant, 0);
}

// Link what is left of the rows of vertices outside the giant, and against the arcs where they
// have a direction: an arc inside the giant is left out, all others are seen from one end at least.
struct Linking {
    const Forest& f;
    Id giant;

    __device__ __forceinline__ void operator()(bool valid, Id v, Id head) const {
        joined(f.root, v, head, giant);
    }
};

__device__ __forceinline__ void link_rest(const Forest& f, const Team& team, Id giant) {
    Linking linking{f, giant};
    for (Id base = team.warp() * WARP * TAKEN; base < f.n; base += TAKEN * team.stride()) {
        Id above[TAKEN];
        lead_on(f, base + lane(), above, giant);
        bool outside = false;
#pragma unroll
        for (int i = 0; i < TAKEN; ++i) {
            Id v = base + i * WARP + lane();
            outside |= v < f.n && above[i] != giant;
            if (ORDERED && v < f.n) f.spare[v] = NOBODY;
        }
        if (!__any_sync(EVERY_LANE, outside)) continue;
#pragma unroll 1
        for (int i = 0; i < TAKEN; ++i) {
            Id v = base + i * WARP + lane();
            bool wants = v < f.n && above[0] != giant;
#pragma unroll 1
            for (unsigned int side = 0; side < (f.in.offsets ? 2U : 1U); ++side)
                each_of_rows(side ? f.in.offsets : f.out.offsets, side ? f.in.heads : f.out.heads,
                             side, v, side ? 0 : 1, wants, true, above[0], f.parts, linking);
#pragma unroll
            for (int j = 1; j < TAKEN; ++j) above[j - 1] = above[j];
        }
    }
}

// Whether rows were put off; all blocks have met since, and say the same.
__device__ __forceinline__ bool puts_off(const Forest& f) {
    return fresh_of(f.parts.count) != 0;
}

__device__ __forceinline__ void run_afforest(const Forest& f, Team& team, bool skips) {
    f.names.begin(team);
    Share share(team, f.n);
    plant(f, share);
    team.meet();
    link(f, share);
    team.meet();
    Id giant = NOBODY;
    if (skips) {
        if (team.block() == 0) find_giant(f);
        team.meet();
        giant = fresh_of(f.state + GIANT);
    }
    link_rest(f, team, giant);
    team.meet();
    if (puts_off(f)) {
        each_of_parts(team, f.out, f.in, 1, f.parts, Linking{f, giant});
        team.meet();
    }
    f.names.give(team, f.root, giant);
}

// Hang the higher of two roots below the lower one, if nobody hung it lower before.
struct Hooking {
    const Forest& f;
    bool& changed;

    __device__ __forceinline__ void operator()(bool valid, Id v, Id head) const {
        if (!valid) return;
        Id a = above_of(f.root, v), b = above_of(f.root, head);
        if (a == b) return;
        changed = true;
        if (fresh_of(f.root + max(a, b)) > min(a, b)) atomicMin(f.root + max(a, b), min(a, b));
    }
};

__device__ __forceinline__ void hook(const Forest& f, const Team& team, bool& changed, bool puts) {
    for (Id base = team.warp() * WARP; base < f.n; base += team.stride()) {
        Id v = base + lane();
        each_of_rows(f.out.offsets, f.out.heads, 0, v, 0, v < f.n, puts, v, f.parts,
                     Hooking{f, changed});
    }
}

__device__ __forceinline__ void run_hooking(const Forest& f, Team& team) {
    f.names.begin(team);
    for (Id v = team.first(); v < f.n; v += team.stride()) {
        f.root[v] = v;
        if (ORDERED) f.spare[v] = NOBODY;
    }
    team.meet();
    for (int round = 0;; ++round) {
        bool changed = false;
        hook(f, team, changed, round == 0);
        if (round == 0) team.meet();
        each_of_parts(team, f.out, f.in, 0, f.parts, Hooking{f, changed});
        bool any = __syncthreads_or(changed);
        if (threadIdx.x == 0 && any) atomicExch(f.state + CHANGED + round % 3, 1U);
        if (team.first() == 0) f.state[CHANGED + (round + 1) % 3] = 0;
        team.meet();
        if (!fresh_of(f.state + CHANGED + round % 3)) break;
        for (Id base = team.warp() * WARP * TAKEN; base < f.n;
             base += TAKEN * team.stride()) {
            Id above[TAKEN];
            lead_on(f, base + lane(), above, NOBODY);
        }
        team.meet();
    }
    f.names.give(team, f.root, NOBODY);
}

extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT) components(
    const OFFSET* offsets, const HEAD* heads, const OFFSET* in_offsets, const HEAD* in_heads,
    long long n, int skips, Id* root, Id* spare, const Id* order, Word* words,
    unsigned int* before, unsigned long long* put_off, unsigned int* state, HEAD* labels) {
    Names names{(Id)n, order, spare, words, before, state + COUNT, labels};
    Forest forest{{offsets, heads}, {in_offsets, in_heads}, (Id)n, root, spare,
                  {put_off, state + PUT_OFF}, names, state};
    Team team{state + ARRIVED, 0, false};
#if HOOKS
    run_hooking(forest, team);
#else
    run_afforest(forest, team, skips);
#endif
}
