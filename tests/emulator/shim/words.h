// Keywords, types of several numbers, and reads and writes that say how long they are wanted for.
#pragma once

#define __global__
#define __device__
#define __host__
#define __constant__ static
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __shared__ static thread_local  // a block is one thread of the system
#pragma GCC poison __activemask

typedef unsigned long size_t;
const int warpSize = 32;

extern "C" {
void* memcpy(void*, const void*, size_t) noexcept;
void* memset(void*, int, size_t) noexcept;
int printf(const char*, ...);
}

struct dim3 {
    unsigned int x = 1, y = 1, z = 1;
};

#define EMULATED_VECTORS(type, name) \
    struct __attribute__((aligned(2 * sizeof(type)))) name##2 { type x, y; }; \
    struct __attribute__((aligned(sizeof(type) < 8 ? 4 * sizeof(type) : 16))) name##4 { \
        type x, y, z, w; \
    }; \
    inline name##2 make_##name##2(type x, type y) { return {x, y}; } \
    inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
EMULATED_VECTORS(char, char)
EMULATED_VECTORS(unsigned char, uchar)
EMULATED_VECTORS(short, short)
EMULATED_VECTORS(unsigned short, ushort)
EMULATED_VECTORS(int, int)
EMULATED_VECTORS(unsigned int, uint)
EMULATED_VECTORS(long long, longlong)
EMULATED_VECTORS(unsigned long long, ulonglong)
EMULATED_VECTORS(float, float)
EMULATED_VECTORS(double, double)

#define EMULATED_READ(name) \
    template <class T> inline T name(const T* place) { \
        T there; \
        asm volatile("" ::: "memory"); \
        memcpy(&there, place, sizeof(T)); \
        return there; \
    }
template <class T> struct EmulatedSame {
    typedef T type;
};
#define EMULATED_WRITE(name) \
    template <class T> inline void name(T* place, typename EmulatedSame<T>::type value) { \
        memcpy(place, &value, sizeof(T)); \
        asm volatile("" ::: "memory"); \
    }
EMULATED_READ(__ldg)
EMULATED_READ(__ldca)
EMULATED_READ(__ldcg)
EMULATED_READ(__ldcs)
EMULATED_READ(__ldlu)
EMULATED_READ(__ldcv)
EMULATED_WRITE(__stwb)
EMULATED_WRITE(__stcg)
EMULATED_WRITE(__stcs)
EMULATED_WRITE(__stwt)
