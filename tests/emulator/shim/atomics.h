// Atomic instructions, for the types that CUDA has them for. Before each, another may have its turn.
#pragma once
#include "calls.h"

#define EMULATED_FETCH(name, type, builtin) \
    inline type name(type* place, type value) { \
        emulated_shared(); \
        return builtin(place, value, __ATOMIC_RELAXED); \
    }
#define EMULATED_UNTIL(name, type, word, next) \
    inline type name(type* place, type value) { \
        emulated_shared(); \
        word seen = __atomic_load_n((word*)place, __ATOMIC_RELAXED), wanted; \
        type old, fresh; \
        do { \
            memcpy(&old, &seen, sizeof(type)); \
            fresh = next; \
            memcpy(&wanted, &fresh, sizeof(type)); \
        } while (!__atomic_compare_exchange_n( \
            (word*)place, &seen, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)); \
        return old; \
    }
#define EMULATED_SWAP(type) \
    inline type atomicCAS(type* place, type expected, type value) { \
        emulated_shared(); \
        __atomic_compare_exchange_n( \
            place, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
        return expected; \
    }
#define EMULATED_BITWISE(type) \
    EMULATED_FETCH(atomicOr, type, __atomic_fetch_or) \
    EMULATED_FETCH(atomicAnd, type, __atomic_fetch_and) \
    EMULATED_FETCH(atomicXor, type, __atomic_fetch_xor) \
    EMULATED_UNTIL(atomicMin, type, type, old < value ? old : value) \
    EMULATED_UNTIL(atomicMax, type, type, old > value ? old : value)

EMULATED_FETCH(atomicAdd, int, __atomic_fetch_add)
EMULATED_FETCH(atomicAdd, unsigned int, __atomic_fetch_add)
EMULATED_FETCH(atomicAdd, unsigned long long, __atomic_fetch_add)
EMULATED_UNTIL(atomicAdd, float, unsigned int, old + value)
EMULATED_UNTIL(atomicAdd, double, unsigned long long, old + value)
EMULATED_FETCH(atomicSub, int, __atomic_fetch_sub)
EMULATED_FETCH(atomicSub, unsigned int, __atomic_fetch_sub)
EMULATED_BITWISE(int)
EMULATED_BITWISE(unsigned int)
EMULATED_BITWISE(long long)
EMULATED_BITWISE(unsigned long long)
EMULATED_UNTIL(atomicInc, unsigned int, unsigned int, old >= value ? 0 : old + 1)
EMULATED_UNTIL(atomicDec, unsigned int, unsigned int, old == 0 || old > value ? value : old - 1)
EMULATED_FETCH(atomicExch, int, __atomic_exchange_n)
EMULATED_FETCH(atomicExch, unsigned int, __atomic_exchange_n)
EMULATED_FETCH(atomicExch, unsigned long long, __atomic_exchange_n)
EMULATED_UNTIL(atomicExch, float, unsigned int, value)
EMULATED_SWAP(int)
EMULATED_SWAP(unsigned int)
EMULATED_SWAP(unsigned long long)
EMULATED_SWAP(unsigned short)
