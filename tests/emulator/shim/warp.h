// What the 32 threads of a warp do together. All that `mask` names must come, to the same operation.
#pragma once
#include "calls.h"

template <class T> inline unsigned long long emulated_bits(T value) {
    static_assert(sizeof(T) <= 8, "a warp hands on numbers of at most 64 bits");
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof(T));
    return bits;
}

template <class T> inline T emulated_number(unsigned long long bits) {
    T value;
    memcpy(&value, &bits, sizeof(T));
    return value;
}

inline int emulated_lane() { return (int)(threadIdx.x & 31U); }

#define EMULATED_VOTE(name, type, operation) \
    inline type name(unsigned int mask, int truth, EMULATED_HERE) { \
        return (type)emulated_warp(operation, 4, false, mask, truth != 0, 0, file, line); \
    }
EMULATED_VOTE(__ballot_sync, unsigned int, EMULATED_BALLOT)
EMULATED_VOTE(__any_sync, int, EMULATED_ANY)
EMULATED_VOTE(__all_sync, int, EMULATED_ALL)
inline void __syncwarp(unsigned int mask = 0xffffffffU, EMULATED_HERE) {
    emulated_warp(EMULATED_SYNC, 4, false, mask, 0, 0, file, line);
}

// `source`: the lane whose number this one gets.
#define EMULATED_HAND(name, operation, type, given, lane_of) \
    template <class T> \
    inline T name(unsigned int mask, T value, type given, int width = 32, EMULATED_HERE) { \
        int lane = emulated_lane(), first = lane & ~(width - 1), last = first + width - 1; \
        int source = lane_of; \
        if (source < 0) source = lane; \
        (void)first, (void)last; \
        return emulated_number<T>(emulated_warp( \
            operation, sizeof(T), false, mask, emulated_bits(value), source, file, line)); \
    }
EMULATED_HAND(__shfl_sync, EMULATED_SHUFFLE, int, from, first | (from & (width - 1)))
EMULATED_HAND(
    __shfl_up_sync, EMULATED_SHUFFLE_UP, unsigned int, by,
    lane - (int)by < first ? -1 : lane - (int)by)
EMULATED_HAND(
    __shfl_down_sync, EMULATED_SHUFFLE_DOWN, unsigned int, by,
    lane + (int)by > last ? -1 : lane + (int)by)
EMULATED_HAND(
    __shfl_xor_sync, EMULATED_SHUFFLE_XOR, int, by, (lane ^ by) > last ? -1 : (lane ^ by))

template <class T> inline unsigned int __match_any_sync(unsigned int mask, T value, EMULATED_HERE) {
    return (unsigned int)emulated_warp(
        EMULATED_MATCH, sizeof(T), false, mask, emulated_bits(value), 0, file, line);
}

#define EMULATED_REDUCE(name, type, operation) \
    inline type name(unsigned int mask, type value, EMULATED_HERE) { \
        return (type)emulated_warp( \
            operation, 4, (type)-1 < 0, mask, emulated_bits(value), 0, file, line); \
    }
EMULATED_REDUCE(__reduce_add_sync, unsigned int, EMULATED_ADD)
EMULATED_REDUCE(__reduce_min_sync, unsigned int, EMULATED_MIN)
EMULATED_REDUCE(__reduce_max_sync, unsigned int, EMULATED_MAX)
EMULATED_REDUCE(__reduce_and_sync, unsigned int, EMULATED_AND)
EMULATED_REDUCE(__reduce_or_sync, unsigned int, EMULATED_OR)
EMULATED_REDUCE(__reduce_xor_sync, unsigned int, EMULATED_XOR)
EMULATED_REDUCE(__reduce_add_sync, int, EMULATED_ADD)
EMULATED_REDUCE(__reduce_min_sync, int, EMULATED_MIN)
EMULATED_REDUCE(__reduce_max_sync, int, EMULATED_MAX)
