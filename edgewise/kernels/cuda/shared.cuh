// What `ew.lower` and its sisters are where many threads write: a look, and where that says so one
// atomic step. They are named for the functors' linker by what stands at the end of a nest's text.
#pragma once
#include "atomics.cuh"
#include "team.cuh"

template <class T> __device__ __forceinline__ int lower_at(T* place, T number) {
    T seen = fresh_of(place);
    while (number < seen) {
        T before = swapped(place, seen, number);
        if (to_bits(before) == to_bits(seen)) return 1;
        seen = before;
    }
    return 0;
}

template <class T> __device__ __forceinline__ int lift_at(T* place, T number) {
    T seen = fresh_of(place);
    while (number > seen) {
        T before = swapped(place, seen, number);
        if (to_bits(before) == to_bits(seen)) return 1;
        seen = before;
    }
    return 0;
}

#define ONE_STEP(type) \
    __device__ __forceinline__ int lower_at(type* place, type number) { \
        return number < fresh_of(place) && number < lesser(place, number); \
    } \
    __device__ __forceinline__ int lift_at(type* place, type number) { \
        return number > fresh_of(place) && number > greater(place, number); \
    }
ONE_STEP(int)
ONE_STEP(unsigned int)
ONE_STEP(long long)
ONE_STEP(unsigned long long)

template <class T> __device__ __forceinline__ T added_at(T* place, T number) {
    T seen = fresh_of(place);
    for (;;) {
        T before = swapped(place, seen, (T)(seen + number));
        if (to_bits(before) == to_bits(seen)) return seen;
        seen = before;
    }
}
__device__ __forceinline__ int added_at(int* p, int x) { return atomicAdd(p, x); }
__device__ __forceinline__ unsigned int added_at(unsigned int* p, unsigned int x) {
    return atomicAdd(p, x);
}
__device__ __forceinline__ long long added_at(long long* p, long long x) {
    return (long long)atomicAdd((unsigned long long*)p, (unsigned long long)x);
}
__device__ __forceinline__ unsigned long long added_at(unsigned long long* p, unsigned long long x) {
    return atomicAdd(p, x);
}
__device__ __forceinline__ float added_at(float* p, float x) { return atomicAdd(p, x); }
__device__ __forceinline__ double added_at(double* p, double x) { return atomicAdd(p, x); }

template <class T> __device__ __forceinline__ int claimed_at(T* place, T expected, T number) {
    T seen = fresh_of(place);
    return seen == expected && to_bits(swapped(place, seen, number)) == to_bits(seen);
}

// Bits of a small number are set in the word that it lies in.
template <class T> __device__ __forceinline__ int bits_at(T* place, T bits) {
    if ((T)(bits & ~fresh_of(place)) == 0) return 0;
    T old;
    if (sizeof(T) == 8) {
        old = (T)atomicOr((unsigned long long*)place, to_bits(bits));
    } else if (sizeof(T) == 4) {
        old = (T)atomicOr((unsigned int*)place, (unsigned int)to_bits(bits));
    } else {
        unsigned long long address = reinterpret_cast<unsigned long long>(place);
        unsigned int shift = 8 * (unsigned int)(address & 3ULL);
        auto word = reinterpret_cast<unsigned int*>(address & ~3ULL);
        old = (T)(atomicOr(word, (unsigned int)to_bits(bits) << shift) >> shift);
    }
    return (T)(bits & ~old) != 0;
}

#define SHARED_lower(kind, T) \
    extern "C" __device__ int edgewise_shared_lower_##kind(T* array, long long i, T number) { \
        return lower_at(array + i, number); \
    }
#define SHARED_lift(kind, T) \
    extern "C" __device__ int edgewise_shared_lift_##kind(T* array, long long i, T number) { \
        return lift_at(array + i, number); \
    }
#define SHARED_add(kind, T) \
    extern "C" __device__ T edgewise_shared_add_##kind(T* array, long long i, T number) { \
        return added_at(array + i, number); \
    }
#define SHARED_claim(kind, T) \
    extern "C" __device__ int edgewise_shared_claim_##kind(T* array, long long i, T old, T number) { \
        return claimed_at(array + i, old, number); \
    }
#define SHARED_set_bits(kind, T) \
    extern "C" __device__ int edgewise_shared_set_bits_##kind(T* array, long long i, T bits) { \
        return bits_at(array + i, bits); \
    }
