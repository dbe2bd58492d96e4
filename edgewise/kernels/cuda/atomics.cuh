// Atomic forms of a monoid: combine `told` into *slot; the number there before.
// An overload is one instruction; a template of the same name is the loop that works for any type.
#pragma once

template <class To> __device__ __forceinline__ To from_bits(unsigned long long bits) {
    To to;
    memcpy(&to, &bits, sizeof(To));
    return to;
}

template <class From> __device__ __forceinline__ unsigned long long to_bits(From from) {
    unsigned long long bits = 0;
    memcpy(&bits, &from, sizeof(From));
    return bits;
}

// Put `next` where `seen` is. Types of less than 32 bits are swapped with the word they lie in.
template <class T> __device__ __forceinline__ T swapped(T* slot, T seen, T next) {
    if (sizeof(T) == 8) {
        auto word = reinterpret_cast<unsigned long long*>(slot);
        return from_bits<T>(atomicCAS(word, to_bits(seen), to_bits(next)));
    } else if (sizeof(T) == 4) {
        auto word = reinterpret_cast<unsigned int*>(slot);
        return from_bits<T>(
            atomicCAS(word, (unsigned int)to_bits(seen), (unsigned int)to_bits(next)));
    } else {
        unsigned long long address = reinterpret_cast<unsigned long long>(slot);
        auto word = reinterpret_cast<unsigned int*>(address & ~3ULL);
        unsigned int shift = 8 * (unsigned int)(address & 3ULL);
        unsigned int mask = ((1U << (8 * (sizeof(T) & 3))) - 1U) << shift;
        unsigned int there = *reinterpret_cast<volatile unsigned int*>(word);
        while (((there & mask) >> shift) == (unsigned int)to_bits(seen)) {
            unsigned int wanted = (there & ~mask) | ((unsigned int)to_bits(next) << shift);
            unsigned int before = atomicCAS(word, there, wanted);
            if (before == there) return seen;
            there = before;
        }
        return from_bits<T>((there & mask) >> shift);
    }
}

template <class T> __device__ __forceinline__ T looped(T* slot, T told) {
    T seen = *(volatile T*)slot;
    for (;;) {
        T next = combine(seen, told);
        if (to_bits(next) == to_bits(seen)) return seen;
        T before = swapped(slot, seen, next);
        if (to_bits(before) == to_bits(seen)) return seen;
        seen = before;
    }
}

template <class T> __device__ __forceinline__ T lesser(T* slot, T told) { return looped(slot, told); }
template <class T> __device__ __forceinline__ T greater(T* slot, T told) { return looped(slot, told); }
template <class T> __device__ __forceinline__ T add(T* slot, T told) { return looped(slot, told); }
template <class T> __device__ __forceinline__ T either(T* slot, T told) { return looped(slot, told); }

#define HARDWARE(name, type, word, instruction) \
    __device__ __forceinline__ type name(type* slot, type told) { \
        return (type)instruction((word*)slot, (word)told); \
    }
#define INTEGERS(name, instruction) \
    HARDWARE(name, int, int, instruction) \
    HARDWARE(name, unsigned int, unsigned int, instruction) \
    HARDWARE(name, long long, long long, instruction) \
    HARDWARE(name, unsigned long long, unsigned long long, instruction)
INTEGERS(lesser, atomicMin)
INTEGERS(greater, atomicMax)
INTEGERS(either, atomicOr)
HARDWARE(add, int, int, atomicAdd)
HARDWARE(add, unsigned int, unsigned int, atomicAdd)
HARDWARE(add, long long, unsigned long long, atomicAdd)
HARDWARE(add, unsigned long long, unsigned long long, atomicAdd)
HARDWARE(add, float, float, atomicAdd)
HARDWARE(add, double, double, atomicAdd)
