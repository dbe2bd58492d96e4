// The blocks of one launch as a team: they meet at barriers, and look at the clock.
#pragma once
#define WARP 32
#define EVERY_LANE 0xffffffffU

#ifndef EMULATED
__device__ __forceinline__ void pause_a_moment() {}
__device__ __forceinline__ long long nanoseconds() {
    long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}
// A quick clock, in ticks of its own.
__device__ __forceinline__ long long ticks() { return clock64(); }
// Ask for a number now, though it may not be wanted.
__device__ __forceinline__ void call_for(const void* place) {
    asm volatile("prefetch.global.L1 [%0];" ::"l"(place));
}
#else
__device__ __forceinline__ long long ticks() { return nanoseconds(); }
__device__ __forceinline__ void call_for(const void* place) {}
#endif

// Read what other blocks write, past this processor's own cache.
template <class T> __device__ __forceinline__ T fresh_of(const T* place) {
#ifdef EMULATED
    emulated_shared();
#endif
    return *(const volatile T*)place;
}

// Where blocks meet: how many came so far, and for how many to wait. A block that runs alone for
// a while meets nobody but its own threads.
struct Team {
    unsigned int* arrived;
    unsigned int awaited;
    bool alone;

    __device__ __forceinline__ void meet() {
        __syncthreads();
        if (alone) return;
        awaited += gridDim.x;
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(arrived, 1U);
            while (fresh_of(arrived) < awaited) pause_a_moment();
            __threadfence();
        }
        __syncthreads();
    }

    // This thread's number among all that work, and how many they are.
    __device__ __forceinline__ int first() const {
        return alone ? threadIdx.x : blockIdx.x * THREADS + threadIdx.x;
    }
    __device__ __forceinline__ int stride() const { return blocks() * THREADS; }
    __device__ __forceinline__ int block() const { return alone ? 0 : blockIdx.x; }
    __device__ __forceinline__ int blocks() const { return alone ? 1 : gridDim.x; }
    // The same for warps.
    __device__ __forceinline__ int warp() const { return first() / WARP; }
    __device__ __forceinline__ int warps() const { return stride() / WARP; }
};

__device__ __forceinline__ unsigned int lane() { return threadIdx.x % WARP; }

// The sum of what all threads of the block before this one have; `total` is that of all.
template <class T> __device__ __forceinline__ T before_in_block(T mine, T& total) {
    __shared__ T of_warps[THREADS / WARP];
    T sum = mine;
#pragma unroll
    for (int d = 1; d < WARP; d *= 2) {
        T other = __shfl_up_sync(EVERY_LANE, sum, d);
        if (lane() >= d) sum += other;
    }
    __syncthreads();
    if (lane() == WARP - 1) of_warps[threadIdx.x / WARP] = sum;
    __syncthreads();
    T before = sum - mine;
    total = 0;
#pragma unroll 4
    for (int w = 0; w < THREADS / WARP; ++w) {
        T one = of_warps[w];
        if (w < threadIdx.x / WARP) before += one;
        total += one;
    }
    return before;
}
