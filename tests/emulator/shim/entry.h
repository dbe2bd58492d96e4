// How a kernel is called with arguments that the host packed, and what types those must have.
#pragma once

template <int... I> struct EmulatedPlaces {};

template <class... P, int... I>
inline void emulated_call(void (*kernel)(P...), void** given, EmulatedPlaces<I...>) {
    (void)given;
    kernel(*static_cast<P*>(given[I])...);
}

template <class... P> inline void emulated_call(void (*kernel)(P...), void** given) {
    emulated_call(kernel, given, EmulatedPlaces<__integer_pack(sizeof...(P))...>());
}

// A letter for the kind of a type, and its bytes.
template <class T> struct EmulatedType {
    static const char letter = 's';
    static const int size = sizeof(T);
};
template <> struct EmulatedType<void> {
    static const char letter = 'v';
    static const int size = 0;
};
template <class T> struct EmulatedType<T*> {
    static const char letter = 'p';
    static const int size = sizeof(T*);
};
#define EMULATED_TYPE(type, kind) \
    template <> struct EmulatedType<type> { \
        static const char letter = kind; \
        static const int size = sizeof(type); \
    };
EMULATED_TYPE(bool, 'b')
EMULATED_TYPE(char, 'i')
EMULATED_TYPE(signed char, 'i')
EMULATED_TYPE(short, 'i')
EMULATED_TYPE(int, 'i')
EMULATED_TYPE(long, 'i')
EMULATED_TYPE(long long, 'i')
EMULATED_TYPE(unsigned char, 'u')
EMULATED_TYPE(unsigned short, 'u')
EMULATED_TYPE(unsigned int, 'u')
EMULATED_TYPE(unsigned long, 'u')
EMULATED_TYPE(unsigned long long, 'u')
EMULATED_TYPE(float, 'f')
EMULATED_TYPE(double, 'f')

// What a pointer points to, without const or volatile.
template <class T> struct EmulatedInner { typedef void type; };
template <class T> struct EmulatedBare { typedef T type; };
template <class T> struct EmulatedBare<const T> { typedef T type; };
template <class T> struct EmulatedBare<volatile T> { typedef T type; };
template <class T> struct EmulatedBare<const volatile T> { typedef T type; };
template <class T> struct EmulatedInner<T*> { typedef typename EmulatedBare<T>::type type; };

struct EmulatedParameter {
    int letter, size, inner_letter, inner_size;
};

template <class... P>
inline int emulated_parameters(void (*)(P...), EmulatedParameter* told, int most) {
    EmulatedParameter all[] = {
        {EmulatedType<P>::letter, EmulatedType<P>::size,
         EmulatedType<typename EmulatedInner<P>::type>::letter,
         EmulatedType<typename EmulatedInner<P>::type>::size}..., {0, 0, 0, 0}};
    for (int i = 0; i < (int)sizeof...(P) && i < most; ++i) told[i] = all[i];
    return sizeof...(P);
}

#define EMULATED_SEEN extern "C" __attribute__((visibility("default")))
#define EMULATED_KERNEL(name, bound) \
    EMULATED_SEEN void emulated_call_##name(void** given) { emulated_call(name, given); } \
    EMULATED_SEEN int emulated_parameters_##name(EmulatedParameter* told, int most) { \
        return emulated_parameters(name, told, most); \
    } \
    EMULATED_SEEN int emulated_bound_##name() { return bound; }

// Blocks share nothing: this finds the memory that `__shared__` variables of a library lie in.
static thread_local char emulated_first_shared;
EMULATED_SEEN void* emulated_touch_shared() { return &emulated_first_shared; }
