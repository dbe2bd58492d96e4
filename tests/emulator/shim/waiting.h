// Who a thread is, and where it waits for others: for its block, or for a moment.
#pragma once
#include "calls.h"
#include "nearby.h"

#define threadIdx emulated_thread
#define blockIdx emulated_block
#define blockDim emulated_threads
#define gridDim emulated_blocks
#define EMULATED_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void __syncthreads(EMULATED_HERE) { emulated_barrier(EMULATED_BARE, 0, file, line); }
inline int __syncthreads_count(int truth, EMULATED_HERE) {
    return emulated_barrier(EMULATED_COUNT, truth, file, line);
}
inline int __syncthreads_and(int truth, EMULATED_HERE) {
    return emulated_barrier(EMULATED_BARRIER_AND, truth, file, line);
}
inline int __syncthreads_or(int truth, EMULATED_HERE) {
    return emulated_barrier(EMULATED_BARRIER_OR, truth, file, line);
}

// Every spinning loop calls it: others of the block have no other chance to run.
inline void pause_a_moment(EMULATED_HERE) { emulated_pause(file, line); }
inline void __nanosleep(unsigned int, EMULATED_HERE) { emulated_pause(file, line); }
inline long long nanoseconds() { return emulated_nanoseconds(); }
inline long long clock64() { return emulated_nanoseconds(); }

// Where another thread may come between.
inline void emulated_shared() {
    if (--emulated_luck < 0) emulated_turn();
}
inline void __threadfence() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST), emulated_shared();
    emulated_forget();
}
inline void __threadfence_block() { __threadfence(); }
inline void __threadfence_system() { __threadfence(); }

inline void __trap(EMULATED_HERE) { emulated_refused("__trap()", file, line); }
#define assert(true_of_all) \
    ((true_of_all) ? (void)0 : emulated_refused("assert(" #true_of_all ")", __FILE__, __LINE__))
#define __builtin_assume(true_of_all) assert(true_of_all)
