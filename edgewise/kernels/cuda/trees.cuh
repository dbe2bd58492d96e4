// Trees of vertices: everybody leads to a lower one of his tree, the lowest to itself, the root.
// Two trees become one when the higher root is hung below the lower one; no root is ever made again.
#pragma once
#include "team.cuh"
typedef unsigned int Id;
#define NOBODY 0xffffffffU

// Whom v leads to, as this processor knows it, perhaps from a while ago: that one was, and still
// is, of v's tree. Only where a root is hung must memory itself be asked, by compare and swap.
__device__ __forceinline__ Id above_of(const Id* root, Id v) {
#ifdef EMULATED
    emulated_shared();
    return emulated_nearby(root + v);
#else
    return root[v];
#endif
}

// The root; nothing is written.
__device__ __forceinline__ Id lowest(const Id* root, Id v) {
    for (;;) {
        Id above = above_of(root, v);
        if (above == v) return v;
        v = above;
    }
}

// The root; all on the way are led to whom their next one led to.
__device__ __forceinline__ Id lowest_shortened(Id* root, Id v) {
    Id above = above_of(root, v);
    while (above != v) {
        Id next = above_of(root, above);
        if (next != above) root[v] = next;
        v = above, above = next;
    }
    return v;
}

// Hang root `high` below `low`, for all lanes of a warp that want to: one swap for each root, since
// a hundred lanes often want the same. Whom the root leads to now; the others keep `above`.
__device__ __forceinline__ Id hung(Id* root, bool hangs, Id high, Id low, Id above) {
    unsigned int alike = __match_any_sync(EVERY_LANE, hangs ? high : NOBODY);
    int first = __ffs(alike) - 1;
    if (hangs && (int)lane() == first) {
        above = atomicCAS(root + high, high, low);
        if (above == high) above = low;
    }
    Id told = __shfl_sync(EVERY_LANE, above, first);
    return hangs ? told : above;
}

// Make one tree of those of a and b; where they met, a vertex of both. All lanes of a warp come
// here: those with nothing to join say a == b. The way is shortened, but led past `giant` nobody.
__device__ __forceinline__ Id joined(Id* root, Id a, Id b, Id giant) {
    if (a != b) {
        Id next = above_of(root, a);
        b = above_of(root, b), a = next;
    }
    while (__any_sync(EVERY_LANE, a != b)) {
        Id high = max(a, b), low = min(a, b), above = low;
        if (a != b) above = above_of(root, high);
        bool hangs = a != b && above == high;
        if (__any_sync(EVERY_LANE, hangs)) above = hung(root, hangs, high, low, above);
        Id next = above;
        if (above > low) {
            next = above_of(root, above);
            if (next != above && above != giant) root[high] = next;
        }
        a = next, b = low;
    }
    return b;
}
