// Functions of numbers, with the overloads that CUDA has: what is ambiguous there is so here.
#pragma once

#define EMULATED_LEAST(type, left, right) \
    inline type min(left a, right b) { return (type)a < (type)b ? (type)a : (type)b; } \
    inline type max(left a, right b) { return (type)a > (type)b ? (type)a : (type)b; }
#define EMULATED_MIXED(type, other) \
    EMULATED_LEAST(type, type, type) \
    EMULATED_LEAST(type, type, other) \
    EMULATED_LEAST(type, other, type) \
    EMULATED_LEAST(other, other, other)
EMULATED_MIXED(unsigned int, int)
EMULATED_MIXED(unsigned long, long)
EMULATED_MIXED(unsigned long long, long long)

#define EMULATED_REAL(type, other, suffix) \
    inline type min(type a, other b) { return __builtin_fmin##suffix(a, b); } \
    inline type max(type a, other b) { return __builtin_fmax##suffix(a, b); }
EMULATED_REAL(float, float, f)
EMULATED_REAL(double, double, )
EMULATED_REAL(double, float, )
inline double min(float a, double b) { return __builtin_fmin(a, b); }
inline double max(float a, double b) { return __builtin_fmax(a, b); }

inline int abs(int a) { return a < 0 ? -a : a; }
inline long abs(long a) { return a < 0 ? -a : a; }
inline long long abs(long long a) { return a < 0 ? -a : a; }
inline float abs(float a) { return __builtin_fabsf(a); }
inline double abs(double a) { return __builtin_fabs(a); }
inline long long llabs(long long a) { return abs(a); }

#define EMULATED_ONE(name) \
    inline float name##f(float a) { return __builtin_##name##f(a); } \
    inline float name(float a) { return __builtin_##name##f(a); } \
    inline double name(double a) { return __builtin_##name(a); }
#define EMULATED_TWO(name) \
    inline float name##f(float a, float b) { return __builtin_##name##f(a, b); } \
    inline float name(float a, float b) { return __builtin_##name##f(a, b); } \
    inline double name(double a, double b) { return __builtin_##name(a, b); }
#define EMULATED_ASKED(name, asked) \
    inline bool name(float a) { return asked(a); } \
    inline bool name(double a) { return asked(a); }
EMULATED_ONE(fabs)
EMULATED_ONE(sqrt)
EMULATED_ONE(floor)
EMULATED_ONE(ceil)
EMULATED_ONE(trunc)
EMULATED_ONE(rint)
EMULATED_ONE(round)
EMULATED_ONE(exp)
EMULATED_ONE(exp2)
EMULATED_ONE(log)
EMULATED_ONE(log2)
EMULATED_TWO(pow)
EMULATED_TWO(fmin)
EMULATED_TWO(fmax)
EMULATED_TWO(fmod)
EMULATED_TWO(copysign)
EMULATED_ASKED(isnan, __builtin_isnan)
EMULATED_ASKED(isinf, __builtin_isinf)
EMULATED_ASKED(isfinite, __builtin_isfinite)
EMULATED_ASKED(signbit, __builtin_signbit)

inline int __popc(unsigned int a) { return __builtin_popcount(a); }
inline int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
inline int __ffs(int a) { return __builtin_ffs(a); }
inline int __ffsll(long long a) { return __builtin_ffsll(a); }
inline int __clz(int a) { return a ? __builtin_clz((unsigned int)a) : 32; }
inline int __clzll(long long a) { return a ? __builtin_clzll((unsigned long long)a) : 64; }
inline unsigned long long __brevll(unsigned long long a) {
    unsigned long long turned = 0;
    for (int i = 0; i < 64; ++i) turned |= (a >> i & 1ULL) << (63 - i);
    return turned;
}
inline unsigned int __brev(unsigned int a) { return (unsigned int)(__brevll(a) >> 32); }
inline unsigned int __umulhi(unsigned int a, unsigned int b) {
    return (unsigned int)((unsigned long long)a * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int by) {
    return (unsigned int)((((unsigned long long)high << 32 | low) << (by & 31)) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int by) {
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (by & 31));
}

#define EMULATED_BITS(name, to, from) \
    inline to name(from number) { \
        to made; \
        memcpy(&made, &number, sizeof(made)); \
        return made; \
    }
EMULATED_BITS(__float_as_int, int, float)
EMULATED_BITS(__int_as_float, float, int)
EMULATED_BITS(__float_as_uint, unsigned int, float)
EMULATED_BITS(__uint_as_float, float, unsigned int)
EMULATED_BITS(__double_as_longlong, long long, double)
EMULATED_BITS(__longlong_as_double, double, long long)
inline float __saturatef(float a) { return a > 0 ? (a < 1 ? a : 1) : 0; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fadd_rn(float a, float b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __dadd_rn(double a, double b) { return a + b; }
