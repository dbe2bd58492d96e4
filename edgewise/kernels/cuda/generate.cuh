// Graphs made by rule: random numbers without a state, and what is drawn from them. The arithmetic
// is that of kernels/cpu/random.py, in whole numbers, so that a seed means the same graph anywhere.
#pragma once
#include "team.cuh"
#define CELLS 1024
#define LEVELS 5
typedef unsigned long long Word;

__device__ __forceinline__ long long my_first() { return blockIdx.x * (long long)THREADS + threadIdx.x; }
__device__ __forceinline__ long long my_stride() { return gridDim.x * (long long)THREADS; }

// 64 random bits.
__device__ __forceinline__ Word value(Word key, Word counter) {
    Word z = (counter + 1) * 0x9E3779B97F4A7C15ULL + key;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z ^= key;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

// One of 1024 outcomes, by an alias table.
__device__ __forceinline__ Word pick(Word word, const Word* table) {
    Word cell = word >> 54, entry = table[cell];
    return (word & ((1ULL << 44) - 1)) < (entry >> 10) ? cell : entry & (CELLS - 1);
}

// Edges of a Kronecker graph, five levels a draw: an outcome holds five row bits, five column bits.
// `labels` holds an odd factor and a summand for each round of the permutation of labels.
extern "C" __global__ void __launch_bounds__(THREADS) kronecker_edges(
    Word key, const Word* table, int draws, int scale, const Word* labels, int rounds,
    long long count, int* tails, int* heads) {
    __shared__ Word own[CELLS];
    for (int i = threadIdx.x; i < CELLS; i += THREADS) own[i] = table[i];
    __syncthreads();
    Word mask = (1ULL << scale) - 1;
    int half = (scale + 1) >> 1;
    for (long long edge = my_first(); edge < count; edge += my_stride()) {
        Word tail = 0, head = 0, counter = (Word)edge * draws;
        for (int draw = 0; draw < draws; ++draw) {
            Word cell = pick(value(key, counter + draw), own);
            tail = tail << LEVELS | cell >> LEVELS;
            head = head << LEVELS | (cell & ((1 << LEVELS) - 1));
        }
        tail &= mask, head &= mask;
        for (int r = 0; r < rounds; r += 2) {
            Word factor = labels[r], summand = labels[r + 1];
            tail = (tail * factor + summand) & mask, head = (head * factor + summand) & mask;
            tail ^= tail >> half, head ^= head >> half;
        }
        tails[edge] = (int)tail, heads[edge] = (int)head;
    }
}

// Odd multiples of 2**-24: uniform, never 0 or 1, exact in 32 bits.
extern "C" __global__ void __launch_bounds__(THREADS) unit_weights(
    Word key, long long count, float* out) {
    for (long long i = my_first(); i < count; i += my_stride()) {
        Word drawn = value(key, i) >> 41;
        out[i] = (float)((double)(long long)(drawn + drawn + 1) * 0x1p-24);
    }
}

// Whole numbers from `low` on, so many to choose from.
template <class Weight>
__device__ __forceinline__ void whole(Word key, long long low, Word choices, long long count, Weight* out) {
    for (long long i = my_first(); i < count; i += my_stride())
        out[i] = (Weight)(low + (long long)__umul64hi(value(key, i), choices));
}
extern "C" __global__ void __launch_bounds__(THREADS) narrow_weights(
    Word key, long long low, Word choices, long long count, int* out) {
    whole(key, low, choices, count, out);
}
extern "C" __global__ void __launch_bounds__(THREADS) wide_weights(
    Word key, long long low, Word choices, long long count, long long* out) {
    whole(key, low, choices, count, out);
}

// Real numbers from `low` to `high`.
extern "C" __global__ void __launch_bounds__(THREADS) real_weights(
    Word key, double low, double high, long long count, double* out) {
    for (long long i = my_first(); i < count; i += my_stride()) {
        Word drawn = value(key, i) >> 12;
        double share = (double)(long long)(drawn + drawn + 1) * 0x1p-53;
        double x = low + (high - low) * share;
        x = x > low ? x : low;
        out[i] = x < high ? x : high;
    }
}
